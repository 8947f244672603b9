"""Mutation testing: ``python -m tools.mutants`` (``make mutants``): which faults the tests find.

A mutant is the product with one small fault: an operator swapped, a condition dropped, a bound off
by one. Mutants are drawn with a seed, so that two versions of the tests meet the same ones. Each is
written into a copy of the project, whose tests of that file run until one fails: that test kills
the mutant. Survivors show what nothing tests, or what makes no difference.

References
----------
.. [1] R. DeMillo, R. Lipton, F. Sayward, "Hints on Test Data Selection", Computer 11(4), 1978.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("ivy_core", "frontends", "transpile", "tests", "tools", "docs", "examples", "benchmarks")
COPIED_FILES = (
    "pyproject.toml", "README.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in",
    ".pre-commit-hooks.yaml",
)  # fmt: skip
ARTEFACT = ROOT / "build" / "mutants.json"
TIME_LIMIT = 900  # seconds of a mutant's tests; one that never ends is found by that

# What is mutated, and the tests that are to find it: backends, then files.
_CORE = ("numpy", "jax")
TESTED_BY = {
    "ivy_core/arrays": (
        _CORE,
        ["core/test_views.py", "core/test_indexing.py", "core/test_write.py"]
        + ["core/test_view_functions.py", "core/test_inplace.py", "core/test_host_memory.py"]
        + ["frontends/numpy/test_assignment.py", "frontends/numpy/test_indexing.py"]
        + ["frontends/torch/test_memory.py"],
    ),
    "ivy_core/binding": (
        _CORE,
        ["core/test_wrappers.py", "core/test_dialects.py", "core/test_out.py"]
        + ["core/test_operands.py", "core/test_compositional_bodies.py", "structure/test_mixed.py"]
        + ["container/test_static_dispatch.py", "core/test_every_function.py"],
    ),
    "ivy_core/func_wrapper.py": (
        _CORE,
        ["core/test_wrappers.py", "core/test_dialects.py", "core/test_out.py"]
        + ["core/test_elementwise.py", "errors", "core/test_every_function.py"],
    ),
    "ivy_core/compilation": (("jax",), ["compile"]),
    "frontends/numpy/func_wrapper.py": (_CORE, ["frontends/numpy", "errors"]),
    "frontends/numpy/ufuncs": (
        _CORE,
        ["frontends/numpy/test_ufunc.py", "frontends/numpy/test_operators.py"]
        + ["frontends/numpy/test_core_calls.py", "frontends/numpy"],
    ),
    "frontends/torch/dispatch": (("jax", "torch"), ["frontends/torch", "errors"]),
    "frontends/torch/autograd": (
        ("jax",),
        ["frontends/torch/test_autograd.py", "frontends/torch"],
    ),
    "transpile": (("none",), ["transpile"]),
}

_COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass
class Mutant:
    """One fault: where, what it was, what it is, and the test that found it."""

    path: str
    line: int
    kind: str
    before: str
    after: str
    start: int  # in bytes of the file, with `end`
    end: int
    killer: str = ""
    seconds: float = 0.0

    @property
    def is_killed(self) -> bool:
        return bool(self.killer)

    def is_in_its_file(self) -> bool:
        """Return whether the file still has what the mutant replaces, at its place."""
        return (ROOT / self.path).read_bytes()[self.start : self.end] == self.before.encode()


def changed_forms(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the kinds of faults that a node can have, and the node with each of them.

    Examples
    --------
    >>> comparison = ast.parse("i < n", mode="eval").body
    >>> [(kind, ast.unparse(form)) for kind, form in changed_forms(comparison)]
    [('comparison', 'i <= n')]
    """
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
        first = _COMPARISONS[type(node.ops[0])]()
        yield "comparison", ast.Compare(node.left, [first, *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        if not isinstance(node.left, (ast.Constant, ast.JoinedStr)):  # texts are put together
            yield "operator", ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and, or", ast.BoolOp(other, node.values)
        yield "condition dropped", ast.BoolOp(node.op, [node.values[0], node.values[0]])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not dropped", node.operand
    elif isinstance(node, ast.IfExp):
        yield "branch dropped", node.orelse
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "off by one", ast.Constant(node.value + 1)
        yield "off by one", ast.Constant(node.value - 1)


def _skipped(tree: ast.Module) -> set[int]:
    """Return the nodes (by identity) that no behaviour depends on: annotations and messages."""
    found: set[int] = set()
    for node in ast.walk(tree):
        parts = []
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            arguments = node.args
            every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            parts = [argument.annotation for argument in every] + [node.returns]
        elif isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr)):
            parts = [node]
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            parts = [node]
        found |= {id(inner) for part in parts if part is not None for inner in ast.walk(part)}
    return found


def mutants_of(path: Path, root: Path = ROOT) -> list[Mutant]:
    """Return all mutants of a file, in the order of its text."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    skipped, found = _skipped(tree), []
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, (ast.If, ast.While)):
            forms = [("branch dropped", node.test, ast.Constant(False))]
        elif isinstance(node, ast.expr):
            forms = [(kind, node, form) for kind, form in changed_forms(node)]
        else:
            continue
        for kind, old, form in forms:
            start = starts[old.lineno - 1] + old.col_offset
            end = starts[old.end_lineno - 1] + old.end_col_offset
            before, after = source[start:end].decode(), f"({ast.unparse(form)})"
            name = path.relative_to(root).as_posix()
            found.append(Mutant(name, old.lineno, kind, before, after, start, end))
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end, mutant.after))


def drawn(count: int, seed: int, only: str = "") -> list[Mutant]:
    """Return mutants, as many of each part of the product as of any other."""
    generator, parts = random.Random(seed), []
    for name in TESTED_BY:
        if not name.startswith(only):
            continue
        whole = ROOT / name
        paths = sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]
        parts.append([mutant for path in paths for mutant in mutants_of(path)])
    shares = [count // len(parts) + (i < count % len(parts)) for i in range(len(parts))]
    return [
        mutant
        for part, share in zip(parts, shares, strict=True)
        for mutant in generator.sample(part, min(share, len(part)))
    ]


def part_of(path: str) -> str:
    """Return the part of the product, a key of TESTED_BY, to which a file belongs."""
    return max((name for name in TESTED_BY if path.startswith(name)), key=len)


def copy_of_project(folder: Path) -> None:
    """Copy what the tests need."""
    ignored = shutil.ignore_patterns("__pycache__", "*.pyi", "results")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "ivy_core" / "_typing.pyi", folder / "ivy_core")
    for name in COPIED_FILES:
        shutil.copy(ROOT / name, folder)


def killer_of(mutant: Mutant, folder: Path, full: bool, unsound: set[str]) -> str:
    """Return the first test that fails with the mutant in a copy of the project, or "".

    A test that fails without it, too, kills nothing: it is added to ``unsound``, which are not run.
    """
    path = folder / mutant.path
    source = path.read_bytes()
    backends, files = TESTED_BY[part_of(mutant.path)]
    for backend in backends:
        options = ["--backend", backend, *(["--full"] if full else [])]
        arguments = [*(f"tests/{file}" for file in files), *options]
        while True:
            left_out = [f"--deselect={test}" for test in sorted(unsound)]
            path.write_bytes(source[: mutant.start] + mutant.after.encode() + source[mutant.end :])
            try:
                killer = _first_failure([*arguments, *left_out], folder)
            finally:
                path.write_bytes(source)
            test = killer.partition("[")[0]
            if "::" not in test or not _first_failure([test, *options], folder):
                break
            unsound.add(test)
        if killer:
            return f"{killer} [{backend}]"
    return ""


def _first_failure(arguments: list[str], folder: Path) -> str:
    """Run tests until one fails; return its name."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.setdefault("IVY_TEST_CACHE", str(ROOT / ".cache"))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", *arguments]
    command += ["-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIME_LIMIT
        )
    except subprocess.TimeoutExpired:
        return "it does not end"
    if done.returncode in (0, 5):  # 5: no test was collected
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
    return found[1] if found else f"exit status {done.returncode}"


def report(mutants: list[Mutant]) -> str:
    """Return a table of what was drawn and found, by part, and the survivors."""
    lines = [f"{sum(m.is_killed for m in mutants)} of {len(mutants)} mutants are killed"]
    for name in TESTED_BY:
        part = [m for m in mutants if part_of(m.path) == name]
        if part:
            lines.append(f"  {name}: {sum(m.is_killed for m in part)} of {len(part)}")
    lines += [
        f"survives: {m.path}:{m.line} ({m.kind}) {m.before!r} -> {m.after!r}"
        for m in mutants
        if not m.is_killed
    ]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--only", default="", help="parts whose path begins so")
    parser.add_argument("--full", action="store_true", help="with all cases of the tests")
    parser.add_argument("--survivors", type=Path, help="those of an earlier run's JSON alone")
    parser.add_argument("--list", action="store_true", help="print what is drawn, and run nothing")
    parser.add_argument("--output", type=Path, default=ARTEFACT, help="mutants and killers, JSON")
    options = parser.parse_args(argv)
    if options.survivors:  # a file that has been edited since then has no such places
        earlier = [Mutant(**fields) for fields in json.loads(options.survivors.read_text())]
        mutants = [mutant for mutant in earlier if not mutant.is_killed and mutant.is_in_its_file()]
    else:
        mutants = drawn(options.count, options.seed, options.only)
    if options.list:
        print("\n".join(f"{m.path}:{m.line} {m.kind}: {m.before} -> {m.after}" for m in mutants))
        return 0
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_of_project(folder)
        unsound: set[str] = set()
        for number, mutant in enumerate(mutants, 1):
            begun = time.perf_counter()
            mutant.killer = killer_of(mutant, folder, options.full, unsound)
            mutant.seconds = round(time.perf_counter() - begun, 1)
            said = mutant.killer or "SURVIVES"
            print(f"{number}/{len(mutants)} {mutant.path}:{mutant.line} {said}", flush=True)
            text = json.dumps([asdict(m) for m in mutants[:number]], indent=1)
            options.output.write_text(text + "\n")
    print(report(mutants))
    return 0


if __name__ == "__main__":
    sys.exit(main())
