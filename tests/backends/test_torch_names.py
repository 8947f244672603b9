"""Names that PyTorch may lose: what has no public name is asked for in one place, and replaced."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# PyTorch has no public name for its registry of pytrees, and loads it with itself
MAY_USE = {"backends/torch/runtime/internals.py", "container/pytree.py"}
CLASSES = (torch.Tensor, torch.UntypedStorage, torch.SymInt, type(torch.ops.aten.add.Tensor))
OF_OBJECTS = {
    name for each in CLASSES for name in dir(each) if name[0] == "_" and name[:2] != "__"
} | {"_schema"}

MISSING = (
    "_len_torch_dispatch_stack",
    "peek_interpreter_stack",
    "FakeTensor FakeTensorMode",
    "get_proxy_mode",
    "_ExcludeDispatchKeyGuard",
    "_disable_current_modes tree_map_only",
    "_standard_gamma _sample_dirichlet",
)
OF_TRACES = {"_len_torch_dispatch_stack", "peek_interpreter_stack", "FakeTensor"}
OF_PROGRAMS = {*OF_TRACES, "_ExcludeDispatchKeyGuard", "_disable_current_modes"}
on_torch = pytest.mark.parametrize("backend", ["torch"], indirect=True)


@pytest.fixture(scope="module")
def found_without(request) -> dict[str, dict]:
    """What a PyTorch without each of the run's sets of names gives, and one with all."""
    cases = [item for item in request.session.items if item.path == request.path]
    missing = [item.callspec.params["missing"] for item in cases if "missing" in item.fixturenames]
    program = [sys.executable, str(HERE / "torch_without_names.py"), "", *missing]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(program, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


@on_torch
@pytest.mark.parametrize("missing", MISSING)
def test_a_torch_without_a_name_gives_the_same(missing, found_without, backend):
    found, complete, names = found_without[missing], found_without[""], set(missing.split())
    assert found["arrays"] == complete["arrays"] and found["mapped"] == complete["mapped"]
    assert found["equal"] == [True, False]  # a seed decides what is drawn
    assert found["means"] == pytest.approx([1.5, 0.5], abs=0.1)
    assert found["tells"] is not bool(names & OF_TRACES)
    assert found["compiles"] is not bool(names & OF_PROGRAMS)


def private_names(path: Path) -> Iterator[str]:
    """Go through the names of PyTorch's in a file that are not public."""
    is_of_backend = "backends/torch" in path.as_posix()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "torch":
            names = [*node.module.split("."), *[each.name for each in node.names]]
            yield from [name for name in names if name[0] == "_"]
        if isinstance(node, ast.Attribute) and node.attr[0] == "_" and node.attr[:2] != "__":
            owner = ast.unparse(node.value)
            if owner.split(".")[0] == "torch":
                yield node.attr
            elif is_of_backend and node.attr in OF_OBJECTS and owner not in ("self", "cls", "aten"):
                yield node.attr


def test_private_names_have_their_place():
    core = ROOT / "ivy_core"
    using = {
        path.relative_to(core).as_posix(): sorted(set(private_names(path)))
        for path in core.rglob("*.py")
    }
    assert {path for path, names in using.items() if names} <= MAY_USE, using
