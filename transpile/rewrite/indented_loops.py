"""Loops at module level that become functions by indentation alone, and what the others need too.

A ``for`` loop without ``break``, comments and statements of several lines is the same text in its
function, a level deeper. The other ones are :mod:`.outlining`'s: libcst takes 0.15 s to load.
"""

from __future__ import annotations

import ast
import symtable
import tokenize
from dataclasses import dataclass
from io import StringIO

from transpile.rewrite.syntax import Module, is_of_operands


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


def indented(module: Module, loop: ast.For | ast.While, name: str, rounds: str) -> Outlined | None:
    """Return a loop as a function of the range that it goes through; None for a loop of libcst's.

    Parameters
    ----------
    module : Module
        Whose loop it is.
    loop : ast.For or ast.While
        The loop, which has no ``else``.
    name, rounds : str
        What the function and its parameter are called.

    Examples
    --------
    >>> text = "for i in range(3):\\n    x[i] += 1\\n"
    >>> module = Module(text, "a.py")
    >>> print(indented(module, module.tree.body[0], "_loop", "rounds").function, end="")
    def _loop(rounds):
        global i
        for i in rounds:
            x[i] += 1
    """
    if not isinstance(loop, ast.For) or any(isinstance(each, ast.Break) for each in ast.walk(loop)):
        return None
    start = module.line_starts[loop.lineno - 1]
    place, _ = module.span(loop)
    indent, end = module.text[start:place], loop_end_line(module, loop)
    lines = module.text[start : module.line_end(end)].splitlines()
    first, last = module.span(loop.iter)
    behind = module.text[last : module.line_end(loop.lineno)]
    if not behind.startswith(":") or not _has_a_statement_a_line(lines, indent):
        return None
    body = lines[1][: len(lines[1]) - len(lines[1].lstrip())]
    step = indent or body
    if not body.startswith(indent) or body == indent:
        return None
    names = names_bound_by_loop(loop)
    above = [f"{indent}def {name}({rounds}):"]
    above += [f"{indent}{step}global {', '.join(names)}"] if names else []
    header = f"{module.text[start:first]}{rounds}{behind}"
    inside = [step + line if line else "" for line in [header, *lines[1:]]]
    text = "\n".join([*above, *inside]) + "\n"
    return Outlined(loop, name, text, loop_arguments(module, loop.iter), len(above), indent, end)


def _has_a_statement_a_line(lines: list[str], indent: str) -> bool:
    """Return whether each line is empty, or one statement or header without a comment."""
    if len(lines) < 2 or not lines[1].strip():
        return False
    text = "\n".join(line.removeprefix(indent) for line in lines) + "\n"
    ends = 0
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if (
            token.type == tokenize.COMMENT
            or token.start[0] != token.end[0]
            and token.string.strip()
        ):
            return False
        ends += token.type == tokenize.NEWLINE
    return ends == sum(map(bool, lines)) and "\f" not in text and "\t" not in text


def loop_arguments(module: Module, goes_through: ast.expr) -> str:
    """Return a call's arguments as text: the iterable; for ``zip(a, b)`` instead ``zip, a, b``."""
    start, end = module.span(goes_through)
    if not is_of_operands(goes_through):
        return module.text[start:end]
    _, behind = module.span(goes_through.func)
    operands = module.text[behind:end].lstrip()[1:-1]
    return f"{goes_through.func.id}, {operands.lstrip()}"


def loop_end_line(module: Module, loop: ast.For | ast.While) -> int:
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


def names_bound_by_loop(loop: ast.For | ast.While) -> list[str]:
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
