"""The type stubs: current, in the wheel, and understood by a type checker."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from tools import stubs
from tools.stub_text import default_text, union

ROOT = Path(__file__).resolve().parents[2]
# line of a user's program: what mypy says of it, nothing for a line that is fine
PROGRAM = {
    "import numpy as np": "",
    "import ivy_core as ivy": "",
    "x = ivy.asarray([1.0, 2.0])": "",
    "c = ivy.Container(a=x, b={'c': x})": "",
    "reveal_type(x.sum)": r"def \(\*, axis: int .* keepdims: bool =, out: .*\) -> .*\.Array",
    "reveal_type(ivy.Array.sum)": r"def \(self: .*\.Array, \*, axis: .*\) -> .*\.Array",
    "reveal_type(ivy.add(x, 1))": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(ivy.add(np.ones(2), [1, 2]))": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(2 * x[1:] - x)": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(x.shape)": r"tuple\[int, \.\.\.\]",
    "reveal_type(ivy.split(x, num_or_size_splits=2))": r"list\[.*\.Array\]",
    "reveal_type(ivy.linalg.svd(x).S)": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(ivy.fft.ifft(ivy.fft(x)))": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(ivy.zeros((2, 3), dtype=np.float32).dtype)": r"ivy_core\._classes\.Dtype",
    "reveal_type(ivy.add(1, c))": r"ivy_core\.container\.container\.Container",
    "reveal_type(x + c)": r"ivy_core\.container\.container\.Container",
    "reveal_type(c.add(x, out=c, key_chains=['a'], to_apply=False))": r".*\.Container",
    "reveal_type(ivy.Container.static_add(x, c, prune_unapplied=True))": r".*\.Container",
    "reveal_type(ivy.split(c, num_or_size_splits=2))": r"list\[.*\.Container\]",
    "reveal_type(ivy.concat([c, x]))": r".*\.Container",
    "reveal_type(x.concat([x]).stack())": r".*\.Array",
    "reveal_type(c.cont_map(lambda v, _: v).cont_to_dict())": r"dict\[Any, Any\]",
    "reveal_type(ivy.float32)": r"ivy_core\._classes\.Dtype",
    "reveal_type(ivy.min_base)": "float",
    "with ivy.set_inplace_mode('strict'), ivy.with_backend('jax') as xp: xp.add(x, 1)": "",
    "if isinstance(x.data, ivy.NativeArray): reveal_type(x.data)": r".*\.NativeArray",
    "ivy.add(x, 1, axes=2)": 'Unexpected keyword argument "axes" for overloaded function "add"',
    "x.sum(axes=0)": 'Unexpected keyword argument "axes" for "sum" of "Array"',
    "c.sum(axes=0)": 'Unexpected keyword argument "axes" for "sum" of "Container"',
    "ivy.sum(object())": 'No overload variant of "sum" matches argument type "object"',
    "ivy.ad(x, 1)": 'Module has no attribute "ad"',
    "x.summ()": '"Array" has no attribute "summ"',
    "try: ivy.inplace_update(x, x, keep_input_dtype=True)": "",
    "except ivy.exceptions.InplaceUpdateException: pass": "",
}


def test_the_stubs_are_current():
    stale = [str(path) for path in stubs.stale()]
    assert stale == [], "run `make stubs`"


def test_the_check_names_what_is_stale(capsys, monkeypatch):
    assert stubs.main(["--check"]) == 0
    monkeypatch.setattr(stubs, "stubs", lambda: {Path("ivy_core/linalg.pyi"): "other"})
    assert stubs.main(["--check"]) == 1
    assert capsys.readouterr().out == "ivy_core/linalg.pyi is stale: run `make stubs`\n"


def _defined(stub: str) -> dict[str, ast.AST]:
    names = {}
    for node in ast.parse((ROOT / "ivy_core" / stub).read_text()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = node
        elif isinstance(node, ast.Assign):
            names[node.targets[0].id] = node
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname: node for alias in node.names if alias.asname}
    return names


def test_nothing_public_is_missing():
    assert set(ivy.__all__) - set(_defined("__init__.pyi")) == set()
    for cls, stub in (("Array", "arrays/array.pyi"), ("Container", "container/container.pyi")):
        members = {n.name for n in _defined(stub)[cls].body if isinstance(n, ast.FunctionDef)}
        names = {n for n in FUNCTIONS if n in vars(getattr(ivy, cls))}
        assert len(names) > 200 and names - members == set(), cls


def test_methods_of_containers_take_what_they_take_beyond_functions():
    members = _defined("container/container.pyi")["Container"].body
    for name in ("add", "static_add", "sum"):
        (method,) = [m for m in members if isinstance(m, ast.FunctionDef) and m.name == name]
        given = [argument.arg for argument in method.args.kwonlyargs]
        assert given[-4:] == ["key_chains", "to_apply", "prune_unapplied", "map_sequences"]
        assert [d.id for d in method.decorator_list] == ["staticmethod"] * ("static" in name)
        assert ast.get_docstring(method) is None


def test_annotations_are_those_of_checkers():
    assert union(["ArrayLike", "float", "None", "str"]) == "ArrayLike | str | None"
    assert union(["None", "Any"]) == "Any"
    values = (None, "mean", (1, "a"), 0.5, float("nan"), print)
    assert [default_text(v) for v in values] == ["None", '"mean"', '(1, "a")', "0.5", "...", "..."]


def test_the_stubs_are_in_the_wheel():
    setuptools = pytest.importorskip("setuptools")
    project = setuptools.dist.Distribution({"src_root": str(ROOT)})
    project.parse_config_files([str(ROOT / "pyproject.toml")])
    build = project.get_command_obj("build_py")
    build.finalize_options()
    build.manifest_files = {}
    found = []
    for package in ("", "arrays", "container", "utils"):
        name = f"ivy_core.{package}".rstrip(".")
        found += build.find_data_files(name, str(ROOT / "ivy_core" / package))
    found = {str(Path(file).relative_to(ROOT)) for file in found}
    assert found >= {str(path) for path in stubs.stubs()}
    assert found >= {"ivy_core/py.typed", "ivy_core/_typing.pyi"}


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What mypy says, by line, of the program and of the stubs."""
    pytest.importorskip("mypy")
    program = tmp_path_factory.mktemp("user") / "program_of_a_user.py"
    program.write_text("\n".join(PROGRAM) + "\n")
    files = [str(ROOT / path) for path in [*stubs.stubs(), "ivy_core/_typing.pyi"]]
    # an empty configuration, and a cache of its own: NumPy's stubs take seconds
    options = ["--config-file=", f"--cache-dir={ROOT / '.mypy_cache'}", "--hide-error-context"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *files, str(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    by_line = {}
    for line in done.stdout.splitlines():
        if found := re.match(r"(.+?):(\d+): (?:error|note): (.+)", line):
            # by its name: what is cached is said of the folder of an earlier run
            place = int(found[2]) if Path(found[1]).name == program.name else found[1]
            by_line.setdefault(place, []).append(found[3])
    return by_line


def test_a_checker_finds_no_fault_in_the_stubs(said):
    assert [place for place in said if isinstance(place, str)] == []


@pytest.mark.parametrize("at", range(len(PROGRAM)), ids=list(PROGRAM))
def test_a_checker_understands_a_program(said, at):
    expected = list(PROGRAM.values())[at]
    messages = said.get(at + 1, [])
    if expected.startswith(("Unexpected", "No overload", "Module", '"Array"')):
        assert expected in messages[0]
    elif expected:
        assert len(messages) == 1
        assert re.fullmatch(f'Revealed type is "{expected}"', messages[0])
    else:
        assert messages == []
