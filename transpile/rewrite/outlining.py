"""A loop at module level put into a function, by libcst: its text stays what it was."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Collection
from dataclasses import dataclass

import libcst as cst

from transpile.rewrite.syntax import Module


@dataclass(frozen=True, slots=True)
class Outlined:
    """A loop in a function.

    Attributes
    ----------
    loop : ast.For
        What it was.
    name : str
        What the function is called.
    function : str
        The function's text, its first line the one with ``def``, with the loop's indentation.
    header : int
        How many of its lines come before the loop.
    indent : str
        The loop's indentation.
    end : int
        Its last line, comments that belong to it by their indentation among it.
    """

    loop: ast.For
    name: str
    function: str
    header: int
    indent: str
    end: int


def outlined(module: Module, loop: ast.For, name: str, rounds: str) -> Outlined:
    """Return a loop as a function of the range that it goes through.

    Parameters
    ----------
    module : Module
        Whose loop it is.
    loop : ast.For
        The loop, which has no ``else``.
    name, rounds : str
        What the function and its parameter are called.
    """
    start = module.line_starts[loop.lineno - 1]
    place, _ = module.span(loop)
    indent = module.text[start:place]
    end = _end(module, loop)
    text = module.text[start : module.line_end(end)] + "\n"
    tree = cst.parse_module(f"if True:\n{text}" if indent else text)
    block = tree.body[0].body if indent else tree
    node = block.body[0]
    breaks = _BreaksReturn()
    body = node.with_changes(body=node.body.visit(breaks), iter=cst.Name(rounds), leading_lines=())
    last = [cst.SimpleStatementLine([cst.Return(cst.Name("False"))])] if breaks.found else []
    names = _bound(loop)
    first = [cst.SimpleStatementLine([_global(names)])] if names else []
    function = cst.FunctionDef(
        name=cst.Name(name),
        params=cst.Parameters([cst.Param(cst.Name(rounds))]),
        body=cst.IndentedBlock([*first, body, *last]),
    )
    new = tree.with_deep_changes(block, body=[function]).code
    if indent:
        new = new.partition("\n")[2]
    return Outlined(loop, name, new, 1 + len(first), indent, end)


def _end(module: Module, loop: ast.For) -> int:
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


def _global(names: Collection[str]) -> cst.Global:
    return cst.Global([cst.NameItem(cst.Name(name)) for name in names])


def _bound(loop: ast.For) -> list[str]:
    """Return the names that a loop binds at module level, in the order of the text."""
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
