"""A loop at module level put into a function, by libcst: its text stays what it was."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Collection
from dataclasses import dataclass

import libcst as cst

from transpile.rewrite.syntax import Module, is_of_operands

# as many rounds as a range may have, for a `while` loop
_WITHOUT_END = "range(2**63 - 1)"


@dataclass(frozen=True, slots=True)
class Outlined:
    """A loop in a function.

    Attributes
    ----------
    loop : ast.For or ast.While
        What it was.
    name : str
        What the function is called.
    function : str
        The function's text, its first line the one with ``def``, with the loop's indentation.
    goes_through : str
        The text of what it is to be called with: a range, or ``zip`` and its operands.
    header : int
        How many of its lines come before the one that was the loop's first.
    indent : str
        The loop's indentation.
    end : int
        Its last line, comments that belong to it by their indentation among it.
    """

    loop: ast.For | ast.While
    name: str
    function: str
    goes_through: str
    header: int
    indent: str
    end: int


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
    end = _loop_end_line(module, loop)
    text = module.text[start : module.line_end(end)] + "\n"
    tree = cst.parse_module(f"if True:\n{text}" if indent else text)
    block = tree.body[0].body if indent else tree
    node = block.body[0]
    breaks = _BreaksReturn()
    body = node.body.visit(breaks)
    names = _names_bound_by_loop(loop)
    first = [cst.SimpleStatementLine([_global_statement(names)])] if names else []
    header = 1 + len(first)
    if isinstance(node, cst.While):
        goes_through = _WITHOUT_END
        new = cst.For(cst.Name(number), cst.Name(rounds), _prepend_condition(node.test, body))
        header += 1 + isinstance(node.body, cst.SimpleStatementSuite)  # on the loop's own line
    else:
        goes_through = _loop_arguments(module, loop.iter)
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


def _loop_arguments(module: Module, goes_through: ast.expr) -> str:
    """Return a call's arguments as text: the iterable; for ``zip(a, b)`` instead ``zip, a, b``."""
    start, end = module.span(goes_through)
    if not is_of_operands(goes_through):
        return module.text[start:end]
    _, behind = module.span(goes_through.func)
    operands = module.text[behind:end].lstrip()[1:-1]
    return f"{goes_through.func.id}, {operands.lstrip()}"


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


def _loop_end_line(module: Module, loop: ast.For | ast.While) -> int:
    """Return a loop's last line, with comments below it that are indented more than the loop."""
    end = line = loop.end_lineno
    while line < len(module.line_starts):
        line += 1
        text = module.line(line)
        stripped = text.lstrip()
        if stripped and not (
            stripped.startswith("#") and len(text) - len(stripped) > loop.col_offset
        ):
            break
        if stripped:
            end = line
    return end


def _global_statement(names: Collection[str]) -> cst.Global:
    return cst.Global([cst.NameItem(cst.Name(name)) for name in names])


def _names_bound_by_loop(loop: ast.For | ast.While) -> list[str]:
    """Return the names that a loop binds at module level, those of outer statements first."""
    table = symtable.symtable(ast.unparse(loop), "<loop>", "exec")
    names = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}
    # what `:=` in a comprehension binds is bound around it
    names |= {node.target.id for node in ast.walk(loop) if isinstance(node, ast.NamedExpr)}
    order = [
        node.id if isinstance(node, ast.Name) else node.name
        for node in ast.walk(loop)
        if isinstance(node, ast.Name) or isinstance(getattr(node, "name", None), str)
    ]
    return [*dict.fromkeys(n for n in order if n in names), *sorted(names - set(order))]


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
