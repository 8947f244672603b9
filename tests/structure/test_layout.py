"""The layout stays honest: who imports whom, what is where, and what an import costs."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS
from tests.structure.trees import nodes_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
PRIMARIES = sorted(name for name, spec in FUNCTIONS.items() if spec.kind == "primary")


def _imports(path: Path):
    """Yield the modules that a file imports, relative imports made absolute."""
    package = path.relative_to(ROOT).with_suffix("").parts
    for node in nodes_of(path, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif node.level:
            base = package[: len(package) - node.level]
            module = ".".join((*base, node.module)) if node.module else ".".join(base)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
        else:
            yield node.module


def _files(folder: str):
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("name", BACKENDS)
def test_every_primary_is_in_every_backend(name):
    backend = load_backend(name)
    assert [p for p in PRIMARIES if p not in backend.implementations] == []


def _defined(path: Path):
    """Yield the names that a file defines by a function or an assignment; no imported ones."""
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (name.id for name in node.targets if isinstance(name, ast.Name))


AREAS = {p.name for p in (ROOT / "ivy_core/functional").iterdir() if (p / "__init__.py").exists()}


def test_a_category_is_the_name_of_one_file():
    stems = [p.stem for p in _files("ivy_core/functional") if p.stem != "__init__"]
    assert len(stems) == len(set(stems))
    for name, spec in FUNCTIONS.items():
        if spec.body.__module__.startswith("ivy_core.functional."):
            area, file = spec.body.__module__.removeprefix("ivy_core.functional.").split(".")
            assert (file, area in AREAS) == (spec.category, True), name
    for path in _files("ivy_core/functional"):
        assert "CATEGORY" not in _defined(path), path


@pytest.mark.parametrize("name", BACKENDS)
def test_a_function_is_implemented_in_the_file_it_is_declared_in(name):
    """``functional/<area>/<category>.py`` and ``backends/X/ops/<category>.py``: one file name."""
    folder = ROOT / "ivy_core/backends" / name / "ops"
    defined = {path.stem: set(_defined(path)) for path in folder.glob("*.py")}
    for function, native in load_backend(name).implementations.items():
        if getattr(native, "__module__", "") == "ivy_core.arrays.lens_builders":
            continue  # a view function that the backend has no function for: its lens, read
        assert function in defined[FUNCTIONS[function].category], function
    categories = {spec.category for spec in FUNCTIONS.values()}
    elsewhere = {
        (category, function)
        for category in categories & set(defined)
        for function in defined[category] & set(FUNCTIONS)
        if FUNCTIONS[function].category != category
    }
    assert elsewhere == set()


@pytest.mark.parametrize("name", BACKENDS)
def test_signatures_agree_with_the_functional_api(name):
    """A backend's function takes the same parameters; ``out`` and ``copy`` may be the wrapper's.

    An alias of a native function has the native names; the wrapper passes arrays by position.
    """
    backend = load_backend(name)
    differing = {}
    for function in PRIMARIES:
        implementation = backend.implementations[function]
        if not inspect.isfunction(implementation):
            continue
        module = getattr(implementation, "__module__", "")
        if not module.startswith("ivy_core.") or implementation.__name__ != function:
            continue
        wanted = _parameters(FUNCTIONS[function].body)
        given = _parameters(implementation)
        if {**wanted, **given} != wanted or set(wanted) - set(given) - {"out", "copy"}:
            differing[function] = (list(wanted), list(given))
    assert differing == {}


def _parameters(function):
    return {p.name: p.default for p in inspect.signature(function).parameters.values()}


def test_backends_never_import_array():
    for path in _files("ivy_core/backends"):
        top = [n for n in tree_of(path).body if isinstance(n, (ast.Import, ast.ImportFrom))]
        for node in top:
            names = [a.name for a in node.names]
            assert "Array" not in names, f"{path.relative_to(ROOT)} imports Array"


def test_the_core_never_imports_frontends():
    for path in _files("ivy_core"):
        for module in _imports(path):
            assert not module.startswith(("frontends", "transpile")), path


def test_frontends_never_import_transpile():
    for path in _files("frontends"):
        for module in _imports(path):
            assert not module.startswith("transpile"), path


@pytest.mark.parametrize("name", BACKENDS)
def test_a_backend_knows_only_its_framework(name):
    others = {"jax", "torch", "tensorflow"} - {name}
    packages = tuple(f"ivy_core.backends.{other}" for other in BACKENDS if other != name)
    for path in _files(f"ivy_core/backends/{name}"):
        for module in _imports(path):
            assert module.partition(".")[0] not in others, path
            assert not module.startswith(packages), path  # what they share is in backends/common


def test_backends_do_not_know_the_functions_that_they_implement():
    for path in _files("ivy_core/backends"):
        for module in _imports(path):
            assert not module.startswith(("ivy_core.functional", "ivy_core.container")), path


def test_functions_do_not_know_containers():
    for path in _files("ivy_core/functional"):
        for module in _imports(path):
            assert not module.startswith(("ivy_core.container", "frontends")), path


def test_every_function_has_a_docstring_with_an_example():
    lacking = [
        name
        for name, spec in FUNCTIONS.items()
        if not spec.body.__doc__ or ">>>" not in spec.body.__doc__
    ]
    assert lacking == []


def test_every_function_of_an_array_is_a_method():
    lacking = [
        name
        for name, spec in FUNCTIONS.items()
        if spec.array_parameters and not hasattr(ivy.Array, name)
    ]
    assert lacking == []


@pytest.mark.parametrize(
    "statement", ["import ivy_core", "import frontends.numpy", "import transpile"]
)
def test_importing_loads_no_framework(statement):
    names = "('jax', 'torch', 'tensorflow')"
    code = f"{statement}\nimport sys\nprint([m for m in {names} if m in sys.modules])"
    shown = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
    assert shown.strip() == "[]"


def test_files_stay_readable():
    long = [
        f"{path.relative_to(ROOT)}: {count}"
        for folder in ("ivy_core", "frontends", "transpile", "tests", "benchmarks")
        for path in _files(folder)
        if (count := len(path.read_text().splitlines())) > 1200
    ]
    assert long == []


def test_an_absent_backend_is_named_with_its_extra(monkeypatch):
    import importlib.util

    from ivy_core.backends import loading

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(loading, "_loaded", {})
    with pytest.raises(ImportError) as caught:
        ivy.set_backend("jax")
    assert str(caught.value) == (
        "backend 'jax' needs jax, which is not installed: pip install 'ivy-frontends[jax]'"
    )


def test_an_unknown_backend_is_refused_with_the_allowed_ones():
    with pytest.raises(ValueError, match="allowed are numpy, jax, torch, tensorflow"):
        ivy.set_backend("mxnet")


def test_the_extra_of_each_compiling_backend_brings_what_compile_needs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for name in ("jax", "torch", "tensorflow"):
        assert f"{project['name']}[compile]" in extras[name]
    assert any(each.startswith("diastatic-malt") for each in extras["compile"])
