"""The rooms stay tidy: few branches, short files, reference counts in one file, live links."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import pytest

from tests.structure.trees import children_of, nodes_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("ivy_core", "frontends", "transpile")
MOST_BRANCHES = 25
DEEPEST_NESTING = 5
MOST_LINES = 1200
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DECISIONS = {
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.IfExp,
    ast.match_case,
}
_COUNTED_APART = {*FUNCTIONS, ast.Lambda, ast.ClassDef}
_INNER = (ast.stmt, ast.ExceptHandler, ast.match_case)  # no block stands within an expression
_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


@functools.cache
def files() -> dict[str, Path]:
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path for path in paths}


def functions():
    """Yield ``file:line name`` and the tree of each function of the product."""
    for name, path in files().items():
        for node in nodes_of(path, *FUNCTIONS):
            yield f"{name}:{node.lineno} {node.name}", node


def complexity(function: ast.AST) -> int:
    """Return McCabe's number of a function's own statements; inner functions count by themselves.

    References
    ----------
    .. [1] T. McCabe, "A Complexity Measure", IEEE Transactions on Software Engineering, 1976.
    """
    count, waiting = 1, children_of(function)
    while waiting:
        node = waiting.pop()
        kind = node.__class__  # asked in sets, a million times
        if kind in _COUNTED_APART:
            continue
        count += kind in _DECISIONS
        if kind is ast.BoolOp:
            count += len(node.values) - 1
        elif kind is ast.comprehension:
            count += len(node.ifs) + 1
        waiting += children_of(node)
    return count


def nesting(node: ast.AST) -> int:
    """Return how many blocks stand within each other; an ``elif`` is no deeper than its ``if``."""
    deepest = 0
    for field, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        is_elif = isinstance(node, ast.If) and field == "orelse" and len(children) == 1
        for child in children:
            if isinstance(child, (*FUNCTIONS, ast.ClassDef)) or not isinstance(child, _INNER):
                continue
            deeper = isinstance(child, _BLOCKS) and not (is_elif and isinstance(child, ast.If))
            deepest = max(deepest, nesting(child) + deeper)
    return deepest


def test_complexity_of_known_functions():
    text = "def f(x):\n if x and x.y:\n  return [a for a in x if a]\n elif x:\n  pass"
    (function,) = ast.parse(text).body
    assert complexity(function) == 6
    assert nesting(function) == 1


def test_no_function_has_too_many_branches():
    counted = ((complexity(node), where) for where, node in functions())
    assert sorted(found for found in counted if found[0] > MOST_BRANCHES) == []


def test_no_function_is_nested_too_deeply():
    counted = ((nesting(node), where) for where, node in functions())
    assert sorted(found for found in counted if found[0] > DEEPEST_NESTING) == []


def test_no_file_is_too_long():
    lengths = {name: len((ROOT / name).read_text().splitlines()) for name in files()}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def test_reference_counts_are_read_in_one_file():
    readers = {
        name
        for name, path in files().items()
        for node in nodes_of(path, ast.Attribute, ast.Name)
        if "getrefcount" in (getattr(node, "attr", ""), getattr(node, "id", ""))
    }
    assert readers == {"ivy_core/backends/buffer.py"}


# pages

PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub gives a page's headings."""
    found = re.findall(r"^#+ (.+)$", path.read_text(), re.M)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in found)
    return {text.replace(" ", "-") for text in kept}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    broken = []
    for target, anchor in _LINK.findall(page.read_text()):
        path = (page.parent / target) if target else page
        if not path.exists() or anchor and path.suffix == ".md" and anchor not in anchors(path):
            broken.append((target, anchor))
    assert broken == []


def test_the_design_page_can_be_read_in_ten_minutes():
    lines = (ROOT / "docs" / "design.md").read_text().splitlines()
    assert len(lines) <= 150
    assert [line for line in lines if len(line) > 120] == []
