"""Assignments within expressions: ``if (n := f(x)) > 1``, ``while (err := f(x)) > tol``.

Converted code has the operands of ``and``, ``or``, ``if ... else`` and the tests of loops in
functions of their own, where ``:=`` would bind a name of that function. Here it becomes a statement
of its own, where nothing else is computed before it; where that is not so, the function is refused.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from ..trace.trace import Unsupported

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
# what has operands that converted code calls as functions
_LAZY = (ast.BoolOp, ast.IfExp, ast.Lambda)
# the expression of a statement that is computed first
_FIRST = {
    ast.If: "test", ast.While: "test", ast.Expr: "value", ast.Assign: "value",
    ast.AnnAssign: "value", ast.Return: "value", ast.For: "iter",
}  # fmt: skip


def without_named_expressions(node: ast.AST, copy_origin: Callable) -> ast.AST:
    """Return the tree of a function with statements for assignments within expressions.

    Parameters
    ----------
    node : ast.FunctionDef or ast.Lambda
    copy_origin : callable
        Lets new nodes stand for the line of another node.

    Raises
    ------
    Unsupported
        For one that is computed behind something else, in an operand that may be left out.
    """
    if any(isinstance(each, ast.NamedExpr) for each in ast.walk(node)):
        _Statements(copy_origin).visit(node)
        for each in ast.walk(node):
            _check_others(each)
    return node


class _Statements(ast.NodeTransformer):
    def __init__(self, copy_origin: Callable):
        self._copy_origin = copy_origin

    def generic_visit(self, node):
        super().generic_visit(node)
        field = _FIRST.get(type(node))
        value = None if field is None else getattr(node, field)
        if value is None:
            return node
        before = []
        while (found := _first_named(value)) is not None:
            before.append(ast.Assign([ast.Name(found.target.id, ast.Store())], found.value))
            value = _Replace(found).visit(value)
        if not before:
            return node
        setattr(node, field, value)
        if isinstance(node, ast.While):
            # from the last one on: those before it keep their indices
            for block, at in [(node.body, len(node.body)), *reversed([*_continues(node.body)])]:
                block[at:at] = self._place_at(node, copy.deepcopy(before))
        return [*self._place_at(node, before), node]

    def _place_at(self, node, statements: list) -> list:
        for each in statements:
            ast.copy_location(each, node)
            ast.fix_missing_locations(each)
            self._copy_origin(node, each)
        return statements


class _Replace(ast.NodeTransformer):
    """Has the name stand where it was assigned."""

    def __init__(self, named: ast.NamedExpr):
        self._named = named

    def visit_NamedExpr(self, node):
        if node is self._named:
            return ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        return self.generic_visit(node)


def _first_named(node: ast.AST) -> ast.NamedExpr | None:
    """Return the assignment that an expression computes before anything but names."""
    read: set[str] = set()
    for each in _in_order(node):
        if isinstance(each, ast.NamedExpr):
            inner = _first_named(each.value)
            if inner is not None:
                each = inner
            return None if each.target.id in read else each
        if isinstance(each, ast.Name):
            read.add(each.id)
        elif not isinstance(each, (ast.Constant, ast.Attribute)):
            return None
    return None


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what an expression computes, in order; what is more than a name ends the way."""
    match node:
        case ast.Compare():
            parts = [node.left, node.comparators[0]]
        case ast.BinOp():
            parts = [node.left, node.right]
        case ast.BoolOp():
            parts = [node.values[0]]
        case ast.UnaryOp():
            parts = [node.operand]
        case ast.IfExp():
            parts = [node.test]
        case ast.Call():
            parts = [node.func, *node.args, *[each.value for each in node.keywords]]
        case ast.Subscript():
            parts = [node.value, node.slice]
        case ast.Attribute():
            parts = [node.value]
        case ast.Tuple() | ast.List():
            parts = node.elts
        case _:
            parts = []
    for each in parts:
        yield from _in_order(each)
    yield node


def _continues(block: list) -> Iterator[tuple[list, int]]:
    """Yield (block, index) of each ``continue`` of the loop with this body."""
    for at, each in enumerate(block):
        if isinstance(each, ast.Continue):
            yield block, at
        elif not isinstance(each, (*_FUNCTIONS, *_LOOPS)):
            for inner in _blocks_of(each):
                yield from _continues(inner)
        elif isinstance(each, _LOOPS):
            yield from _continues(each.orelse)


def _blocks_of(statement: ast.AST) -> Iterator[list]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for each in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield each.body


def _check_others(node: ast.AST) -> None:
    """Raise Unsupported for an assignment that is left, in an operand that becomes a function."""
    lazy = [node.test] if isinstance(node, ast.While) else []
    is_chain = isinstance(node, ast.Compare) and len(node.ops) > 1
    lazy += [node] if is_chain or isinstance(node, _LAZY) else []
    for each in lazy:
        for inner in ast.walk(each):
            if isinstance(inner, ast.NamedExpr):
                raise Unsupported(
                    f"line {inner.lineno} binds {inner.target.id} within an expression"
                )
