"""Rewrite every module of the standard library, NumPy, SciPy and PyTorch, and check the results.

``python -m tests.transpile.corpus`` prints files, lines per second and failures; arguments are
folders to take instead. `test_corpus.py` checks a sample.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import sysconfig
import time
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from transpile import TranspileError
from transpile.frameworks import missing_module, source_frontends
from transpile.rewrite.rewriter import rewrite, rewrite_in_place

SOURCES = ("numpy", "torch")
_NEWLINE = re.compile(r"\r\n|\r|\n")


@dataclass
class Outcome:
    """What came of a corpus."""

    files: int = 0
    rewritten: int = 0
    refused: int = 0  # by Python as well
    lines: int = 0
    seconds: float = 0.0  # in `rewrite` alone, the first time
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        speed = self.lines / self.seconds if self.seconds else 0
        return (
            f"{self.files} files, {self.lines} lines: {self.rewritten} rewritten, "
            f"{self.refused} that Python cannot read either, {len(self.failures)} failures; "
            f"{speed:,.0f} lines per second"
        )


def folders() -> list[Path]:
    """Return where the corpus lies."""
    packages = [importlib.util.find_spec(name).origin for name in ("numpy", "scipy", "torch")]
    return [Path(sysconfig.get_path("stdlib")), *(Path(origin).parent for origin in packages)]


def files(folder: Path) -> list[Path]:
    """Return the modules under a folder, those of installed packages left out."""
    return [
        path
        for path in sorted(folder.rglob("*.py"))
        if "site-packages" not in path.relative_to(folder).parts and path.is_file()
    ]


def check(paths: Iterable[Path], *, doctests: bool = False) -> Outcome:
    """Rewrite files and check what comes out."""
    outcome = Outcome()
    for path in paths:
        outcome.files += 1
        text = _read(path)
        if text is None:
            outcome.refused += 1
            continue
        # The standard library does not use NumPy: a line more makes sure it is parsed.
        if not any(re.search(rf"\b{name}\b", text) for name in SOURCES):
            text += "\nimport numpy as np\n"
        outcome.lines += len(_NEWLINE.findall(text))
        begin = time.perf_counter()
        try:
            result = rewrite(text, to="jax", filename=str(path), doctests=doctests)
        except TranspileError as error:
            if _tree(text) is None:
                outcome.refused += 1
            else:
                outcome.failures.append(f"{path}: refused: {error}")
            continue
        outcome.seconds += time.perf_counter() - begin
        left = any("is left as it is: there is no" in note for note in result.notes)
        outcome.rewritten += result.code != text or left
        outcome.failures += [
            f"{path}: {fault}" for fault in _faults(text, result.code, doctests=doctests)
        ]
    return outcome


def _read(path: Path) -> str | None:
    try:
        with tokenize.open(path) as file:
            encoding = file.encoding
        return path.read_bytes().decode(encoding)
    except (SyntaxError, UnicodeDecodeError):
        return None


def _tree(text: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text.removeprefix("\ufeff"))
        except (SyntaxError, ValueError, RecursionError):
            return None


def _faults(text: str, code: str, *, doctests: bool) -> Iterator[str]:
    tree = _tree(code)
    if tree is None:
        yield "the result does not parse"
        return
    if rewrite(code, to="jax", doctests=doctests).code != code:
        yield "a second rewrite changes the result"
    in_place = rewrite_in_place(text, doctests=doctests).code
    before, after = _NEWLINE.split(text), _NEWLINE.split(in_place)
    if _NEWLINE.findall(text) != _NEWLINE.findall(in_place):
        yield "lines were added or lost"
        return
    importing = _importing_lines(_tree(text), doctests=doctests)
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        if old != new and number not in importing:
            yield f"line {number} is no import, and changed"
    if _without_setup(code) != in_place:
        yield "more than the lines that set the backend was put in"
    yield from _imports_left(_tree(in_place), after)


def _importing_lines(tree: ast.Module, *, doctests: bool) -> set[int]:
    """Return the lines on which something is imported, or stands as a string."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) or (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and (node.value.startswith(SOURCES) or doctests)
        ):
            lines.update(range(node.lineno, node.end_lineno + 1))
    return lines


def _without_setup(code: str) -> str:
    """Return the code without the two lines that set the backend, and what these let be used."""
    code = re.sub(r"[ \t]*@_*ivy_core\.array_protocol(?:\r\n|\r|\n)", "", code)
    return re.sub(
        r"import ivy_core(?: as _+ivy_core)?(?:; |\r\n|\r|\n)"
        r'_*ivy_core\.set_backend\("jax"\)(?:; |\r\n|\r|\n)',
        "",
        code,
        count=1,
    )


def _imports_left(tree: ast.Module, lines: list[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module]
        for name in names:
            if name.partition(".")[0] in SOURCES and not missing_module(name, source_frontends()):
                yield f"line {node.lineno} still imports {name}: {lines[node.lineno - 1]}"


def main(arguments: list[str]) -> int:
    """Check whole folders and say what came of it."""
    failures = 0
    for folder in [Path(name) for name in arguments] or folders():
        paths = files(folder)
        for doctests in (False, True):
            outcome = check(paths, doctests=doctests)
            print(f"{folder}{' with doctests' if doctests else ''}: {outcome}", flush=True)
            for failure in outcome.failures:
                print(f"  {failure}")
            failures += len(outcome.failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
