"""Compile rewritten source so that tracebacks show the original."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from types import CodeType

from transpile.rewrite import introspection
from transpile.rewrite.array_methods import METHOD, decorate_tree
from transpile.rewrite.source import BOM

_FRONTENDS = "frontends"
_IMPORT = re.compile(r"\s*(?:from|import)\b")
_NEWLINE = re.compile(r"\r\n|\r|\n")  # what ends a line for Python; `str.splitlines` knows more


def compile_rewritten(
    original: str,
    path: str,
    rewritten: str,
    *,
    change: Callable[[ast.Module, str], None] | None = None,
    knows_numpy: bool = False,
) -> CodeType:
    """Compile a rewritten module that has each statement on the line it had.

    Parameters
    ----------
    original, rewritten : str
        The module before and after.
    path : str
        The original's file, where tracebacks look for lines.
    change : callable, optional
        Changes the tree of the rewritten source before it is compiled, in place.
    knows_numpy : bool
        Whether the code runs as a module of a program whose NumPy is the frontend: what it asks of
        classes and functions is answered as NumPy answers it.

    Raises
    ------
    SyntaxError
        Where the code needs more than the grammar to be right.

    Examples
    --------
    >>> code = compile_rewritten("import numpy", "a.py", "import frontends.numpy as numpy")
    >>> code.co_filename, code.co_names[0]
    ('a.py', 'frontends.numpy')
    """
    source = rewritten.removeprefix(BOM)
    asks = knows_numpy and introspection.asks(source)
    decorates = METHOD in source and (knows_numpy or _FRONTENDS in source)
    moved = _moved_lines(original.removeprefix(BOM), source)
    if change is None and not asks and not decorates and all(map(_IMPORT.match, moved.values())):
        # a tree takes thrice as long, and Python marks no columns beyond the end of a line
        return compile(source, path, "exec", dont_inherit=True)
    try:
        tree = ast.parse(source, path)
        _restore_columns(tree, moved)
        if decorates:
            decorate_tree(tree)
        if change is not None:
            change(tree, source)
        if asks:
            introspection.redirect(tree)
        return compile(tree, path, "exec", dont_inherit=True)
    except RecursionError:  # trees have a limit that text has not: only columns are lost
        return compile(source, path, "exec", dont_inherit=True)


def _moved_lines(original: str, rewritten: str) -> dict[int, str]:
    """Return the lines that were rewritten, as they were, by their numbers."""
    lines = zip(_NEWLINE.split(original), _NEWLINE.split(rewritten), strict=True)
    return {number: old for number, (old, new) in enumerate(lines, start=1) if old != new}


def _restore_columns(tree: ast.Module, lines: Mapping[int, str]) -> None:
    """Have tracebacks mark the whole line where it was rewritten: columns would be wrong."""
    moved = {
        number: (len(old.encode()) - len(old.lstrip().encode()), len(old.encode()))
        for number, old in lines.items()
    }
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", None)
        if last is not None:
            above = min(
                [each.lineno for each in getattr(node, "decorator_list", ())], default=first
            )
            if not any(above <= line <= last for line in moved):
                continue  # nor has any node within it: few lines are rewritten, of thousands
            if first in moved or last in moved:
                node.col_offset = moved.get(first, (node.col_offset, 0))[0]
                node.end_col_offset = moved.get(last, (0, node.end_col_offset))[1]
        waiting += ast.iter_child_nodes(node)
