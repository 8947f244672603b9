"""A loop at module level put into a function, by libcst: its text stays what it was."""

from __future__ import annotations

import ast
from collections.abc import Collection

import libcst as cst

from transpile.rewrite.indented_loops import (
    Outlined,
    loop_arguments,
    loop_end_line,
    names_bound_by_loop,
)
from transpile.rewrite.syntax import Module

# as many rounds as a range may have, for a `while` loop
_WITHOUT_END = "range(2**63 - 1)"


def outlined(
    module: Module, loop: ast.For | ast.While, name: str, rounds: str, number: str
) -> Outlined:
    """Return a loop as a function of the range that it goes through.

    Parameters
    ----------
    module : Module
        Whose loop it is.
    loop : ast.For or ast.While
        The loop, which has no ``else``.
    name, rounds, number : str
        What the function and its parameter are called, and the number of a round of ``while``.
    """
    start = module.line_starts[loop.lineno - 1]
    place, _ = module.span(loop)
    indent = module.text[start:place]
    end = loop_end_line(module, loop)
    text = module.text[start : module.line_end(end)] + "\n"
    tree = cst.parse_module(f"if True:\n{text}" if indent else text)
    block = tree.body[0].body if indent else tree
    node = block.body[0]
    breaks = _BreaksReturn()
    body = node.body.visit(breaks)
    names = names_bound_by_loop(loop)
    first = [cst.SimpleStatementLine([_global_statement(names)])] if names else []
    header = 1 + len(first)
    if isinstance(node, cst.While):
        goes_through = _WITHOUT_END
        new = cst.For(cst.Name(number), cst.Name(rounds), _prepend_condition(node.test, body))
        header += 1 + isinstance(node.body, cst.SimpleStatementSuite)  # on the loop's own line
    else:
        goes_through = loop_arguments(module, loop.iter)
        new = node.with_changes(body=body, iter=cst.Name(rounds), leading_lines=())
    is_left = breaks.found or isinstance(node, cst.While)
    last = [cst.SimpleStatementLine([cst.Return(cst.Name("False"))])] if is_left else []
    function = cst.FunctionDef(
        name=cst.Name(name),
        params=cst.Parameters([cst.Param(cst.Name(rounds))]),
        body=cst.IndentedBlock([*first, new, *last]),
    )
    made = tree.with_deep_changes(block, body=[function]).code
    if indent:
        made = made.partition("\n")[2]
    return Outlined(loop, name, made, goes_through, header, indent, end)


def _prepend_condition(test: cst.BaseExpression, body: cst.BaseSuite) -> cst.IndentedBlock:
    """Return the body of a ``while`` loop that begins with its condition, on a line of its own."""
    leaves = cst.SimpleStatementSuite([cst.Return(cst.Name("True"))])
    if isinstance(body, cst.SimpleStatementSuite):
        line = cst.SimpleStatementLine(body.body, trailing_whitespace=body.trailing_whitespace)
        return cst.IndentedBlock([cst.If(_negate_test(test), leaves), line])
    leaves = leaves.with_changes(trailing_whitespace=body.header)
    return body.with_changes(
        body=[cst.If(_negate_test(test), leaves), *body.body], header=cst.TrailingWhitespace()
    )


def _negate_test(test: cst.BaseExpression) -> cst.UnaryOperation:
    weak = cst.BooleanOperation | cst.IfExp | cst.Lambda | cst.NamedExpr
    if isinstance(test, weak) and not test.lpar:
        test = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.UnaryOperation(cst.Not(), test)


def _global_statement(names: Collection[str]) -> cst.Global:
    return cst.Global([cst.NameItem(cst.Name(name)) for name in names])


class _BreaksReturn(cst.CSTTransformer):
    """Has the ``break`` of a loop say, by what its function returns, that no round is to follow."""

    def __init__(self) -> None:
        super().__init__()
        self.found = False

    def visit_For(self, node: cst.For) -> bool:
        return False  # a `break` within is its own

    def visit_While(self, node: cst.While) -> bool:
        return False

    def leave_Break(self, original_node: cst.Break, updated_node: cst.Break) -> cst.Return:
        self.found = True
        return cst.Return(cst.Name("True"), semicolon=original_node.semicolon)
