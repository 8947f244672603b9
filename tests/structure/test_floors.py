"""The floors of the code: a file imports from its own floor downwards, and nothing in a circle.

Imports inside functions count. The picture of the floors stands in ``docs/design.md``, in the block
behind the line ``<!-- floors -->``: one floor a line, highest first; the paths of a line are
separated by commas, one without a folder is in the folder before it, and behind two blanks a line
may say what a floor is for.
"""

from __future__ import annotations

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.structure.trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("ivy_core", "frontends", "transpile")

# The published namespace, `import ivy_core`, which bodies are written against: not a file's import.
NAMESPACE = "ivy_core"
NAMESPACES = (NAMESPACE, "frontends.numpy")
NAMESPACE_IS_KNOWN_TO = "ivy_core.functional."

# Imports that go upwards for good: (importer, imported) and why.
UPWARDS: dict[tuple[str, str], str] = {}
# Circles for good: their modules and why.
CIRCLES: dict[frozenset[str], str] = {}

# Modules that are looked up by their names, not imported: (file, module) and why.
LOOKED_UP = {
    ("frontends.numpy.adapters", ".scipy_areas"): "loads areas of functions: for gradients alone",
    ("frontends.numpy.adapters", ".scipy_special"): "loads areas of functions: for gradients alone",
    ("frontends.numpy.random", ".mtrand"): "NumPy's old module, loaded when it is first asked for",
}


@dataclass(frozen=True)
class Edge:
    """An import of one module of ours by another, or of a name from it."""

    importer: str
    imported: str
    name: str
    line: int

    def __str__(self):
        return f"{self.importer}:{self.line} imports {self.name or 'all'} of {self.imported}"


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def files() -> dict[str, Path]:
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {module_of(path): path for path in found}


def nodes(module: str, *classes: type[ast.AST]) -> list[ast.AST]:
    return nodes_of(files()[module], *classes)


def base_of(node: ast.ImportFrom, module: str) -> str:
    """Return the module that an import is from, made absolute."""
    if not node.level:
        return node.module or ""
    package = module.split(".")
    if files()[module].name != "__init__.py":
        package.pop()
    package = package[: len(package) - node.level + 1]
    return ".".join([*package, node.module] if node.module else package)


@functools.cache
def edges() -> tuple[Edge, ...]:
    found = []
    for module in files():
        for node in nodes(module, ast.Import, ast.ImportFrom):
            if isinstance(node, ast.ImportFrom):
                base = base_of(node, module)
                for alias in node.names:
                    whole = f"{base}.{alias.name}"
                    imported, name = (whole, "") if whole in files() else (base, alias.name)
                    found.append(Edge(module, imported, name, node.lineno))
            else:
                found += [Edge(module, alias.name, "", node.lineno) for alias in node.names]
    return tuple(e for e in found if e.imported in files() and e.imported != e.importer)


def is_of_namespace(edge: Edge) -> bool:
    return edge.imported == NAMESPACE


# floors


def picture() -> str:
    design = (ROOT / "docs" / "design.md").read_text()
    drawn = re.search(r"^<!-- floors -->\n+```\w*\n(.*?)^```", design, re.M | re.S)
    assert drawn, "docs/design.md has no picture of the floors"
    return drawn[1]


@functools.cache
def floors() -> dict[str, int]:
    """Return the number of the floor of each path in the picture; the lowest has the highest."""
    found = {}
    for number, line in enumerate(filter(str.strip, picture().splitlines())):
        folder = ""
        for path in re.split(r"\s{2,}", line.strip())[0].split(","):
            path = path.strip()
            if "/" in path:
                folder = path[: path.rindex("/") + 1]
            else:
                path = folder + path
            found[path] = number
    return found


@functools.cache
def floor_of(module: str) -> int | None:
    path = files()[module].relative_to(ROOT).as_posix()
    known = [p for p in floors() if path == p or p.endswith("/") and path.startswith(p)]
    return floors()[max(known, key=len)] if known else None


def test_every_path_of_the_picture_is_there():
    assert [path for path in floors() if not (ROOT / path).exists()] == []


def test_every_file_has_a_floor():
    assert [
        module for module in files() if module != "frontends" and floor_of(module) is None
    ] == []


def goes_upwards(edge: Edge) -> bool:
    if is_of_namespace(edge):
        return not edge.importer.startswith(NAMESPACE_IS_KNOWN_TO)
    return floor_of(edge.importer) > floor_of(edge.imported)


def test_imports_go_downwards():
    upwards = [edge for edge in edges() if goes_upwards(edge)]
    assert [str(e) for e in upwards if (e.importer, e.imported) not in UPWARDS] == []


def test_an_import_that_goes_upwards_would_be_found():
    assert goes_upwards(Edge("ivy_core.arrays.array", "ivy_core.backend_handler", "", 1))
    assert goes_upwards(Edge("ivy_core.utils.nests", "ivy_core.dtypes", "", 1))
    assert goes_upwards(Edge("ivy_core.arrays.array", NAMESPACE, "", 1))
    assert not goes_upwards(Edge("ivy_core.functional.array.general", NAMESPACE, "", 1))
    assert not goes_upwards(Edge("ivy_core.backend_handler", "ivy_core.arrays.array", "", 1))


def test_the_exceptions_are_needed_and_have_their_reasons():
    upwards = {(edge.importer, edge.imported) for edge in edges() if goes_upwards(edge)}
    assert set(UPWARDS) - upwards == set()
    assert set(CIRCLES) - set(circles()) == set()
    assert all({**UPWARDS, **CIRCLES}.values())


# circles


def circles_of(below: dict[str, set[str]]) -> list[frozenset[str]]:
    """Return the modules that import one another in a circle, by Tarjan's algorithm.

    References
    ----------
    R. Tarjan, "Depth-first search and linear graph algorithms", 1972.
    """
    number, lowest, stack, found = {}, {}, [], []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        stack.append(module)
        for other in below.get(module, ()):
            if other not in number:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in stack:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            members = frozenset(stack[stack.index(module) :])
            del stack[stack.index(module) :]
            if len(members) > 1:
                found.append(members)

    for module in below:
        if module not in number:
            visit(module)
    return found


@functools.cache
def circles() -> list[frozenset[str]]:
    below = defaultdict(set)
    for edge in edges():
        if not is_of_namespace(edge):
            below[edge.importer].add(edge.imported)
    return circles_of(dict(below))


def test_no_circle_of_imports():
    assert [sorted(members) for members in circles() if members not in CIRCLES] == []


def test_a_circle_would_be_found():
    graph = {
        "a": {"b"},
        "b": {"c", "d"},
        "c": {"a"},
        "d": {"e"},
        "e": {"f"},
        "f": {"e"},
        "g": {"a"},
    }
    assert set(circles_of(graph)) == {frozenset("abc"), frozenset("ef")}


# modules looked up by name


def looked_up() -> Iterator[tuple[str, str]]:
    """Yield each (file, module): ``sys.modules["..."]`` and ``import_module("...")`` of ours."""
    for module in files():
        for node in nodes(module, ast.Subscript, ast.Call):
            if isinstance(node, ast.Subscript):
                by_name = isinstance(node.value, ast.Attribute) and node.value.attr == "modules"
                name = node.slice
            elif node.args:
                by_name = isinstance(node.func, ast.Attribute) and node.func.attr == "import_module"
                name = node.args[0]
            else:
                continue
            if by_name and isinstance(name, ast.Constant) and is_ours(name.value):
                yield module, name.value


def is_ours(name: str) -> bool:
    return name not in NAMESPACES and name.partition(".")[0] in ("", *PACKAGES)


def test_no_import_is_hidden_in_a_look_up():
    assert set(looked_up()) == LOOKED_UP.keys()


# names


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def private_edges() -> Iterator[Edge]:
    """Yield the uses of another file's underscore names, imported or read from its module."""
    for edge in edges():
        if is_private(edge.name) and not is_of_namespace(edge):
            yield edge
    for module in files():
        yield from private_reads(module)


def private_reads(module: str) -> Iterator[Edge]:
    modules = {}
    for node in nodes(module, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.ImportFrom):
            base = base_of(node, module)
            for alias in node.names:
                if f"{base}.{alias.name}" in files():
                    modules[alias.asname or alias.name] = f"{base}.{alias.name}"
        else:
            for alias in node.names:
                if alias.name in files() and alias.name != NAMESPACE:
                    modules[alias.asname or alias.name] = alias.name
    for node in nodes(module, ast.Attribute):
        if is_private(node.attr):
            if isinstance(node.value, ast.Name) and node.value.id in modules:
                yield Edge(module, modules[node.value.id], node.attr, node.lineno)


def test_no_file_uses_another_files_underscore_names():
    assert [str(edge) for edge in private_edges()] == []


def test_a_category_is_said_by_the_files_name_alone():
    found = []
    for module in files():
        for node in nodes(module, ast.Assign, ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(t, ast.Name) and t.id == "CATEGORY" for t in targets):
                found.append(f"{module}:{node.lineno}")
    assert found == []
