"""The floors of `transpile`: each of its packages imports from those below it, never from above."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import transpile
from ivy_core.backends import frameworks as core_frameworks
from tests.structure.trees import nodes_of
from transpile import frameworks

FOLDER = Path(transpile.__file__).parent
# The lowest first: what stands on one line knows nothing of what stands on another of that line.
FLOORS = [
    {"transpile.errors"},
    {"transpile.frameworks"},
    {"transpile.rewrite"},
    {"transpile.project"},
    {"transpile.reports", "transpile.run"},
    {"transpile.options", "transpile.screen", "transpile.pytest_plugin"},
    {"transpile.commands"},
    {"transpile.cli"},
    {"transpile.__main__", "transpile"},
]
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}


def _modules() -> dict[str, Path]:
    return {
        ".".join(("transpile", *path.relative_to(FOLDER).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for path in FOLDER.rglob("*.py")
    }


def _imports(path: Path):
    """Yield the modules of `transpile` that a file imports, those within functions too."""
    known = _modules()
    for node in nodes_of(path, ast.Import, ast.ImportFrom):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names if alias.name in known)
            case ast.ImportFrom(level=0, module=str(module)) if module in known:
                for alias in node.names:
                    inner = f"{module}.{alias.name}"
                    yield inner if inner in known else module
            case ast.ImportFrom(level=level) if level:
                raise AssertionError(f"{path}: a relative import")


def _part(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_each_package_imports_from_those_below_it():
    wrong = [
        f"{module} imports {imported}"
        for module, path in _modules().items()
        for imported in _imports(path)
        if _part(module) != _part(imported) and FLOOR[_part(imported)] >= FLOOR[_part(module)]
    ]
    assert wrong == []


def test_no_modules_import_one_another_in_a_circle():
    graph = {module: set(_imports(path)) - {module} for module, path in _modules().items()}
    while free := [module for module, imported in graph.items() if not imported & set(graph)]:
        for module in free:
            del graph[module]
    assert graph == {}


def test_only_what_costs_start_up_is_imported_within_a_function():
    inner = [
        (path.relative_to(FOLDER).as_posix(), node.module)
        for path in _modules().values()
        for function in nodes_of(path, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom)
    ]
    assert sorted(inner) == [
        ("cli.py", "transpile"),  # what rewrites files, and shows reports
        ("cli.py", "transpile.reports.compilation"),  # rich
        ("cli.py", "transpile.reports.packages"),
        ("cli.py", "transpile.run.processes"),  # socket, subprocess
        ("commands.py", "rich.console"),
        ("commands.py", "rich.progress"),
        ("options.py", "importlib"),  # importlib.metadata
        ("reports/report.py", "transpile.reports.terminal"),  # rich, too
        ("rewrite/imports.py", "transpile.rewrite.codemod"),  # libcst
        ("run/answers.py", "transpile.run.distributions"),  # importlib.metadata
        ("run/child_processes.py", "ivy_core"),  # only where it forks
        ("run/devices.py", "ivy_core.distributed.launchers"),  # the core
        ("run/hook.py", "frontends.common.compiled"),
        ("run/hook.py", "transpile.project.packages"),  # importlib.metadata, json, zipfile
        ("run/hook.py", "transpile.project.packages"),
        ("run/ipython.py", "IPython.core.error"),
        ("run/runner.py", "ivy_core.compilation.auto.watching"),  # what compiles
        ("screen.py", "rich.console"),
    ]


def test_no_package_has_the_name_of_a_public_function():
    packages = [info.name for info in pkgutil.iter_modules(transpile.__path__) if info.ispkg]
    assert sorted(packages) == ["project", "reports", "rewrite", "run"]
    for name in packages:
        assert name not in transpile.__all__
        assert getattr(transpile, name) is importlib.import_module(f"transpile.{name}")


def test_each_package_says_what_its_modules_are_for():
    for name in ("project", "reports", "rewrite", "run"):
        package = importlib.import_module(f"transpile.{name}")
        for module in pkgutil.iter_modules(package.__path__):
            assert f"`{module.name}`" in package.__doc__, f"{name}: {module.name}"


def test_backends_are_the_cores():
    """They are written down again: the core takes longer to import than most files to rewrite."""
    assert frameworks.BACKENDS == tuple(core_frameworks.BACKENDS)
