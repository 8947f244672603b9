"""The syntax trees of the project's files: parsed once for all tests that look at them."""

from __future__ import annotations

import ast
import functools
from pathlib import Path


@functools.cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a file; no test changes it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Return all nodes of a file's tree, in the order of ``ast.walk``."""
    return list(ast.walk(tree_of(path)))
