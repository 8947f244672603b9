"""Conversion of calls alone: for a trace in which no statement depends on traced values.

A function is converted in 50 ms, most of it for branches and loops. Where none of these depends on
what only the program knows, it is enough that calls are seen: they say which code is the user's,
and whether it has effects. A condition that is traced raises an error, as it does of tracers.
"""

from __future__ import annotations

import ast
import contextlib
import threading
from collections.abc import Iterator


class _Mode(threading.local):
    is_on = False


_mode = _Mode()
# statements whose meaning conversion keeps by what stands for them
_OTHERS = (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.ClassDef)
_FUNCTIONS = (ast.FunctionDef, ast.Lambda)


@contextlib.contextmanager
def calls_alone() -> Iterator[None]:
    """Have functions that are converted within this block keep their statements."""
    before, _mode.is_on = _mode.is_on, True
    try:
        yield
    finally:
        _mode.is_on = before


def is_on() -> bool:
    """Return whether statements are kept."""
    return _mode.is_on


def may_keep_statements(node) -> bool:
    """Return whether a function means the same if its calls alone are converted.

    Examples
    --------
    >>> may_keep_statements(ast.parse("def f(x): return g(x)"))
    True
    """
    found = list(ast.walk(node))
    if any(isinstance(each, _OTHERS) for each in found):
        return False
    has_super = any(isinstance(each, ast.Name) and each.id == "super" for each in found)
    return not has_super or sum(isinstance(each, _FUNCTIONS) for each in found) == 1


def _operator(name: str, *given) -> ast.Call:
    function = ast.Attribute(ast.Name("ag__", ast.Load()), name, ast.Load())
    return ast.Call(function, list(given), [])


class Calls(ast.NodeTransformer):
    """Rewrites ``f(x, *y, key=z)`` to ``ag__.converted_call(f, (x, *y), {"key": z}, None)``.

    ``super()`` says whose it is, and what an ``except`` catches is looked at.
    """

    def __init__(self, first: str | None):
        self._first = first  # parameter of the function

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            if not node.args:
                names = "__class__", self._first
                node.args = [ast.Name(each, ast.Load()) for each in names]
            return node
        names = [each.arg for each in node.keywords]
        keywords = ast.Constant(None)
        if names:
            keywords = ast.Dict(
                [None if name is None else ast.Constant(name) for name in names],
                [each.value for each in node.keywords],
            )
        given = node.func, ast.Tuple(node.args, ast.Load()), keywords, ast.Constant(None)
        return ast.copy_location(_operator("converted_call", *given), node)

    def visit_ExceptHandler(self, node):
        self.generic_visit(node)
        node.body.insert(0, ast.copy_location(ast.Expr(_operator("caught")), node))
        return node


def with_calls(node):
    """Return the definition of a function, its calls converted, without its decorators."""
    first = None
    if isinstance(node, ast.FunctionDef):
        node.decorator_list = []
        found = [*node.args.posonlyargs, *node.args.args]
        first = found[0].arg if found else None
    return ast.fix_missing_locations(Calls(first).visit(node))


__all__ = ["calls_alone", "is_on", "may_keep_statements", "with_calls"]
