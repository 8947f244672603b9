"""New nodes of trees: statements and expressions that stand for the line of another node."""

from __future__ import annotations

import ast
from collections.abc import Iterable


def name(text: str) -> ast.Name:
    """Return the expression that reads a name."""
    return ast.Name(text, ast.Load())


def stored(text: str) -> ast.Name:
    """Return the target that binds a name."""
    return ast.Name(text, ast.Store())


def variable(text: str, context: ast.expr_context) -> ast.expr:
    """Return the expression or target of a name, or of an attribute of one.

    Examples
    --------
    >>> ast.unparse(variable("self.x.y", ast.Load()))
    'self.x.y'
    """
    first, *attributes = text.split(".")
    found: ast.expr = ast.Name(first, context if not attributes else ast.Load())
    for each in attributes:
        found = ast.Attribute(found, each, ast.Load())
    found.ctx = context
    return found


def operator_call(operator: str, *args) -> ast.Call:
    """Return the expression ``ag__.operator(*args)``, a call of one of our operators."""
    return ast.Call(ast.Attribute(name("ag__"), operator, ast.Load()), list(args), [])


def arguments(*names: str) -> ast.arguments:
    """Return the parameters of a function that has no others."""
    return ast.arguments(
        posonlyargs=[], args=[ast.arg(each) for each in names], vararg=None, kwonlyargs=[],
        kw_defaults=[], kwarg=None, defaults=[],
    )  # fmt: skip


def function(text: str, parameters: Iterable[str], body: list) -> ast.FunctionDef:
    """Return the definition of a function.

    Examples
    --------
    >>> print(ast.unparse(located(function("f", ["x"], [ast.Return(name("x"))]), ast.Pass())))
    def f(x):
        return x
    """
    found = ast.FunctionDef(text, arguments(*parameters), body, [])
    if "type_params" in ast.FunctionDef._fields:  # Python 3.12
        found.type_params = []
    return found


def without_parameters(value: ast.expr) -> ast.Lambda:
    """Return ``lambda: value``."""
    return ast.Lambda(arguments(), value)


def assignment(text: str, value: ast.expr) -> ast.Assign:
    """Return the statement that binds a name."""
    return ast.Assign([stored(text)], value)


def located(node: ast.AST, like: ast.AST) -> ast.AST:
    """Let a new statement stand for the line of another node, and return it."""
    node.lineno = getattr(like, "lineno", None)
    node.col_offset = getattr(like, "col_offset", None)
    return node


def place_all_at(like: ast.AST, node: ast.AST) -> None:
    """Let a node, and all nodes in it, stand for the line of another node."""
    for each in ast.walk(node):
        if each._attributes:  # operators and contexts are the same objects in all trees
            located(each, like)
