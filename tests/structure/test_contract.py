"""The contract between the core and its backends: all that is asked is there, and no more is."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import benchmarks.__main__ as benchmarks
import transpile.frameworks
from ivy_core.backends import contract
from ivy_core.backends.contract import NAMES, Backend, Capabilities
from ivy_core.backends.frameworks import BACKENDS, FRAMEWORKS
from ivy_core.backends.loading import load_backend
from tests import conftest
from tests.structure.trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]
FOUR = ("numpy", "jax", "torch", "tensorflow")
METHODS = sorted(name for name in NAMES if inspect.isfunction(getattr(Backend, name, None)))
CORE = [
    path
    for folder in ("ivy_core", "frontends")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not set(path.relative_to(ROOT).parts[2:-1]) & set(FOUR) or "frontends" in path.parts
]


def wanted(name: str) -> list[inspect.Parameter]:
    return list(inspect.signature(getattr(Backend, name)).parameters.values())[1:]


def differs(given: list[str], parameters: list[inspect.Parameter]) -> bool:
    """Return whether names are not those of parameters; positional ones may have any."""
    named = [p.name if p.kind is not p.POSITIONAL_ONLY else "" for p in parameters]
    return len(given) != len(named) or any(b and a != b for a, b in zip(given, named, strict=True))


@pytest.mark.parametrize("name", FOUR)
def test_a_backend_has_every_name_of_the_contract(name):
    backend = load_backend(name)
    assert NAMES - vars(backend).keys() == set()
    assert backend.NAME == name and isinstance(backend.CAPABILITIES, Capabilities)
    assert isinstance(backend, Backend)


@pytest.mark.parametrize("name", FOUR)
def test_a_backends_functions_have_the_parameters_of_the_contract(name):
    backend, differing = load_backend(name), {}
    for method in METHODS:
        given = list(inspect.signature(getattr(backend, method)).parameters)
        if differs(given, wanted(method)):
            differing[method] = (given, wanted(method))
    assert differing == {}


def test_every_name_is_documented():
    for name in METHODS:
        assert inspect.getdoc(getattr(Backend, name)), name


def nodes(*classes):
    """Yield each node of the core's files that is of the classes, behind the path of its file."""
    for path in CORE:
        name = path.relative_to(ROOT).as_posix()
        yield from ((name, node) for node in nodes_of(path, *classes))


GIVE_A_BACKEND = {"backend_for", "backend_of_class", "load_backend", "active_backend"}


def is_backend(node: ast.expr) -> bool:
    """Return whether an expression is a backend's package, by the names that these go by."""
    if isinstance(node, ast.Name):
        return node.id in ("ops", "backend")
    if isinstance(node, ast.Attribute):
        return node.attr == "backend"
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", getattr(node.func, "attr", "")) in GIVE_A_BACKEND
    return False


def test_the_core_asks_a_backend_for_no_other_name():
    asked = {}
    for path, node in nodes(ast.Attribute):
        if is_backend(node.value):
            asked.setdefault(node.attr, set()).add(path)
    modules = {"__name__", "__file__", "__path__"}
    assert {name: asked[name] for name in asked.keys() - NAMES - modules} == {}
    assert {"MUTABLE", "NATIVE_VIEWS"}.isdisjoint(asked)


def test_nothing_of_a_backend_is_found_by_looking_whether_it_is_there():
    found = []
    for path, node in nodes(ast.Call):
        if getattr(node.func, "id", "") in ("hasattr", "getattr"):
            if is_backend(node.args[0]) and isinstance(node.args[1], ast.Constant):
                found.append(f"{path}:{node.lineno}")
    assert found == []


def test_the_core_compares_no_backends_name_with_a_framework():
    found = []
    for path, node in nodes(ast.Compare):
        if isinstance(node.left, ast.Attribute):
            if node.left.attr == "NAME" and isinstance(node.comparators[0], ast.Constant):
                found.append(f"{path}:{node.lineno}")
    assert found == []


def test_every_capability_is_asked_for():
    text = "\n".join(path.read_text() for path in CORE if path.name != "contract.py")
    for field in dataclasses.fields(Capabilities):
        assert f".{field.name}" in text, field.name


def test_frameworks_are_listed_once():
    """Other lists of them are in packages that start without the core; they are the table's."""
    assert tuple(FRAMEWORKS)[:4] == FOUR
    assert transpile.frameworks.BACKENDS == conftest.BACKENDS == benchmarks.BACKENDS == FOUR
    lists = set()
    for path, node in nodes(ast.Tuple, ast.List, ast.Set, ast.Dict):
        elements = node.keys if isinstance(node, ast.Dict) else node.elts
        held = {each.value for each in elements if isinstance(each, ast.Constant)}
        if {"torch", "tensorflow"} <= held:
            lists.add(path)
    assert lists <= {"ivy_core/backends/frameworks.py"}


def test_the_table_is_seen_as_it_grows(monkeypatch):
    monkeypatch.setitem(FRAMEWORKS, "fifth", FRAMEWORKS["numpy"])
    assert "fifth" in BACKENDS


def test_registering_imports_nothing():
    code = """
import sys
import ivy_core
from ivy_core.backends import Framework, register_backend
before = set(sys.modules)
register_backend(Framework("fifth", ("xml",), "none", "Array", backend="wsgiref"))
print(set(sys.modules) - before)
"""
    shown = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
    assert shown.strip() == "set()"


def test_what_a_backend_must_have_is_in_the_contract():
    assert contract.REQUIRED <= NAMES
