"""The syntax trees of the project's files: parsed once for all tests that look at them."""

from __future__ import annotations

import ast
import contextlib
import functools
import gc
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector from what is made: a million nodes, all of which stay.

    It would go through all trees again and again, for most of the time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@functools.cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a file; no test changes it."""
    with _uncollected():
        return ast.parse(path.read_text(encoding="utf-8"))


def children_of(node: ast.AST) -> list[ast.AST]:
    """Return what ``ast.iter_child_nodes`` yields, for half of the time."""
    found = []
    for value in vars(node).values():
        if isinstance(value, ast.AST):
            found.append(value)
        elif isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
    return found


@functools.cache
def _nodes_by_class(path: Path) -> dict[type, list[ast.AST]]:
    found, by_class = [tree_of(path)], defaultdict(list)
    with _uncollected():
        for node in found:  # it grows meanwhile
            by_class[node.__class__].append(node)
            found += children_of(node)
    return by_class


def nodes_of(path: Path, *classes: type[ast.AST]) -> list[ast.AST]:
    """Return the nodes of a file's tree that are of the very classes; all where none is named."""
    by_class = _nodes_by_class(path)
    return [node for each in classes or by_class for node in by_class.get(each, ())]
