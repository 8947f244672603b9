"""The functions within a converted one: each body runs in a scope, which its calls are handed."""

from __future__ import annotations

import ast
from collections.abc import Callable

from .nodes import arguments, located, operator_call, variable


def _options(is_outermost: bool) -> ast.Call:
    """Return the expression of the options of a function's scope."""
    values = {
        "recursive": ast.Constant(True),
        "user_requested": ast.Constant(is_outermost),
        # `print` is one of the calls
        "optional_features": variable("ag__.Feature.BUILTIN_FUNCTIONS", ast.Load()),
        "internal_convert_user_code": ast.Constant(True),
    }
    call = operator_call("ConversionOptions")
    call.keywords = [ast.keyword(key, value) for key, value in values.items()]
    return call


class Functions(ast.NodeTransformer):
    """Gives the functions of a tree scopes; those within say that they are converted.

    Parameters
    ----------
    new_name : callable
        Gives a name like a given one that is not taken.
    has_inner : bool
        Whether there are functions within.
    """

    def __init__(self, new_name: Callable, has_inner: bool):
        self._new_name, self._has_inner, self._depth = new_name, has_inner, 0

    def _visit_inner(self, node):
        if self._has_inner:
            self._depth += 1
            self.generic_visit(node)
            self._depth -= 1

    def visit_Lambda(self, node):
        self._visit_inner(node)
        if self._depth:
            return operator_call("autograph_artifact", node)
        node.scope_name = self._new_name("lscope")
        node.body = operator_call(
            "with_function_scope", ast.Lambda(arguments(node.scope_name), node.body),
            ast.Constant(node.scope_name), _options(True),
        )  # fmt: skip
        return node

    def visit_FunctionDef(self, node):
        node.scope_name = self._new_name("fscope")
        self._visit_inner(node)
        if self._depth:
            node.decorator_list.append(variable("ag__.autograph_artifact", ast.Load()))
        else:  # what is converted is what they were handed
            node.decorator_list = []
        first = node.body[0]
        has_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        given = ast.Constant(node.name), ast.Constant(node.scope_name), _options(not self._depth)
        manager = ast.withitem(
            operator_call("FunctionScope", *given), ast.Name(node.scope_name, ast.Store())
        )
        inside = located(ast.With([manager], node.body[has_text:] or [ast.Pass()]), node)
        node.body = [*node.body[:has_text], inside]
        return node
