"""The syntax trees of the project's files: parsed once for all tests that look at them."""

from __future__ import annotations

import ast
import functools
import gc
from pathlib import Path


@functools.cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a file; no test changes it."""
    gc.disable()  # it would go through all trees again and again, for most of the time
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.enable()


@functools.cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Return all nodes of a file's tree, in the order of ``ast.walk``."""
    return list(ast.walk(tree_of(path)))
