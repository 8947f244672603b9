"""The frontends: what they share, and the floors of the NumPy frontend."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy

import frontends.numpy
from tests.structure.trees import nodes_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "frontends").rglob("*.py"))

# Files and packages of frontends/numpy from the lowest floor on; what is not here stands above.
FLOORS = (
    "errors", "fallback", "scalar_types", "ndarray", "func_wrapper", "arguments", "conversion",
    "ufuncs.loops", "ufuncs.gufunc", "ufuncs.out", "ufuncs.native", "ufuncs.reduction",
    "ufuncs.at", "ufuncs.dispatch", "ufuncs.table", "operators",
)  # fmt: skip


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path):
    """Yield (module, name, line) of each import from a module of ours, those in functions too."""
    package = module_of(path)
    if path.name != "__init__.py":
        package = package.rpartition(".")[0]
    for node in nodes_of(path, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, "", node.lineno
        else:
            module = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                module = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                yield module, alias.name, node.lineno


def floor(module: str) -> int | None:
    """Return the number of a module's floor; None if it is not of the NumPy frontend."""
    head, _, name = module.partition("frontends.numpy.")
    if head or not name:
        return None
    return FLOORS.index(name) if name in FLOORS else len(FLOORS)


def test_what_the_frontends_share_knows_none_of_them():
    for path in (ROOT / "frontends" / "common").glob("*.py"):
        for module, name, line in imports(path):
            whole = f"{module}.{name}"
            assert not whole.startswith("frontends.") or whole.startswith("frontends.common."), (
                f"{path}:{line}"
            )


def test_the_numpy_frontend_stands_on_floors():
    upwards = []
    for path in (ROOT / "frontends" / "numpy").rglob("*.py"):
        own = floor(module_of(path))
        if own is None or own == len(FLOORS):
            continue
        for module, name, line in imports(path):
            for imported in (module, f"{module}.{name}"):
                other = floor(imported)
                if other is not None and other != len(FLOORS) and other > own:
                    upwards.append(f"{path}:{line} imports {imported}")
    assert not upwards


def test_frontend_functions_import_no_file_of_the_frontend():
    """What a lower file needs of a higher one is registered or handed in, when it is imported."""
    late = []
    for path in FILES:
        for function in nodes_of(path, ast.FunctionDef, ast.AsyncFunctionDef):
            late += [
                f"{path}:{node.lineno}"
                for node in ast.walk(function)
                if isinstance(node, ast.ImportFrom) and node.level
            ]
    assert late == []


def test_no_frontend_file_imports_a_private_name():
    private = [
        f"{path}:{line} {name}"
        for path in FILES
        for module, name, line in imports(path)
        if name.startswith("_") and module.split(".")[0] in ("ivy_core", "frontends")
        if not name.endswith("__")  # a protocol's
    ]
    assert not private


def test_what_an_area_exports_is_found():
    """A function that `_AREAS` does not name would leave the host fallback to answer."""
    root = ROOT / "frontends" / "numpy" / "__init__.py"
    found = {name for _, name, _ in imports(root)}
    found |= {name for names in frontends.numpy._AREAS.values() for name in names.split()}
    missing = [
        f"{path.name}: {name}"
        for path in sorted(root.parent.glob("*.py"))
        for name in exported(path)
        if hasattr(numpy, name) and name not in found
    ]
    assert missing == []


def exported(path: Path) -> list[str]:
    """Return the names in a file's `__all__`, where that is a list of texts."""
    for node in tree_of(path).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            if isinstance(node.value, ast.List):
                return [e.value for e in node.value.elts if isinstance(e, ast.Constant)]
    return []
