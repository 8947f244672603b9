"""A loop at module level put into a function, by its text: each line goes a level deeper."""

from __future__ import annotations

import ast
import re
import symtable
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from transpile.rewrite.syntax import NEWLINE, Edit, Module, apply_edits, is_of_operands

# as many rounds as a range may have, for a `while` loop
_WITHOUT_END = "range(2**63 - 1)"
_STEP = " " * 4  # deeper, where the loop's own lines do not tell
_WEAK = ast.BoolOp | ast.IfExp | ast.Lambda | ast.NamedExpr  # `not` binds closer than these
_OWN_BREAKS = ast.For | ast.While | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_SPACE = " \t\f\\\r\n"  # with what joins lines
_INDENT = re.compile(r"[ \t\f]*")


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
        The loop; neither it nor one within it has an ``else``.
    name, rounds, number : str
        What the function and its parameter are called, and the number of a round of ``while``.

    Examples
    --------
    >>> module = Module("while x[0]:  # not yet\\n    x -= 1\\n    if y: break\\n", "a.py")
    >>> print(outlined(module, module.tree.body[0], "_loop", "rounds", "_").function, end="")
    def _loop(rounds):
        global x
        for _ in rounds:
            if not x[0]: return True  # not yet
            x -= 1
            if y: return True
        return False
    """
    end = loop_end_line(module, loop)
    text = _LoopText(module, loop, end)
    indent, step = text.indent, text.indent or text.body_indent or _STEP
    edits = [Edit(*text.span(each), "return True") for each in _own_breaks(loop.body)]
    is_left = bool(edits) or isinstance(loop, ast.While)
    names = names_bound_by_loop(loop)
    above = [f"{indent}def {name}({rounds}):"]
    above += [f"{indent}{step}global {', '.join(names)}"] if names else []
    if isinstance(loop, ast.For):
        goes_through, replaced = loop_arguments(module, loop.iter), text.within_header
        new = rounds if text.code[replaced.start - 1].isspace() else f" {rounds}"
    else:
        goes_through, replaced = _WITHOUT_END, slice(len(indent), text.behind_header)
        above.append(f"{indent}{step}for {number} in {rounds}:")
        deeper = (text.body_indent or indent + step).removeprefix(indent)
        new = f"{deeper}if not {text.negatable(loop.test, step + deeper)}: return True"
    lost = NEWLINE.subn("", text.code[replaced])[1] - NEWLINE.subn("", new)[1]
    header = len(above) - lost  # so that the body's lines stand where they stood
    if isinstance(loop, ast.While) and text.body_indent is None:  # all stands on one line
        header += 1
        behind = text.code[replaced.stop :]
        skipped = replaced.stop + len(behind) - len(behind.lstrip(" \t"))
        edits.append(Edit(replaced.stop, skipped, f"\n{indent}{step}{step}"))
    edits.append(Edit(replaced.start, replaced.stop, new))
    edits += [
        Edit(at, stop, step) for at, stop in text.moved if not replaced.start < at < replaced.stop
    ]
    body = NEWLINE.split(apply_edits(text.code, edits))
    below = [f"{indent}{step}return False"] if is_left else []
    function = "\n".join([*above, *body, *below]) + "\n"
    return Outlined(loop, name, function, goes_through, header, indent, end)


class _LoopText:
    """The lines of a loop, offsets counted from the beginning of the first.

    Attributes
    ----------
    code : str
        The text, without what ends the last line.
    indent, body_indent : str
        The indentation of the loop, and of its body, None where that stands behind the header.
    within_header : slice
        Where the header says what the loop goes through, or while what it runs.
    behind_header : int
        Where the header's colon ends.
    moved : list of (int, int)
        The places where lines are put deeper: their beginnings, form feeds there left out. Lines of
        strings are not among them, nor are those that go on in an odd place, which may stay there.
    """

    def __init__(self, module: Module, loop: ast.For | ast.While, end: int) -> None:
        self._module = module
        self._start = module.line_starts[loop.lineno - 1]
        place, _ = module.span(loop)
        self.code = module.text[self._start : module.line_end(end)]
        self.indent = module.text[self._start : place]
        self.moved = [(0, 0)]
        self._line_starts = [0, *(each.end() for each in NEWLINE.finditer(self.code))]
        what = loop.iter if isinstance(loop, ast.For) else loop.test
        opening = self.span(loop.target)[1] if isinstance(loop, ast.For) else len(self.indent)
        begin, colon = self._read_tokens(opening, self.span(what))
        inner = self.code[begin:colon]
        self.within_header = slice(
            begin + len(inner) - len(inner.lstrip(_SPACE)), begin + len(inner.rstrip(_SPACE))
        )
        self.behind_header = colon + 1
        first = loop.body[0]
        decorators = getattr(first, "decorator_list", ())
        line = min(each.lineno for each in (first, *decorators))
        self.body_indent = None
        if line > module.line_at(self._start + colon):
            self.body_indent = _INDENT.match(module.line(line)).group().replace("\f", "")

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return the offsets at which a node begins and ends."""
        start, end = self._module.span(node)
        return start - self._start, end - self._start

    def negatable(self, test: ast.expr, deeper: str) -> str:
        """Return a loop's test as an operand of ``not``, its own lines put deeper."""
        start, stop = self.within_header.start, self.within_header.stop
        moved = [Edit(at - start, at - start, deeper) for at, _ in self.moved if start < at < stop]
        text = apply_edits(self.code[self.within_header], moved)
        return f"({text})" if isinstance(test, _WEAK) and self.span(test) == (start, stop) else text

    def _read_tokens(self, opening: int, what: tuple[int, int]) -> tuple[int, int]:
        """Fill ``moved``; return where ``in`` or ``while`` ends, and where the header's colon is.

        ``opening`` is an offset behind which the word comes, ``what`` the span of what follows it.
        """
        skipped = len("if 1:\n") if self.indent else 0
        source = f"if 1:\n{self.code}" if self.indent else self.code
        # Python ends lines so, and only so
        lines = StringIO(NEWLINE.sub("\n", source) + "\n", newline="\n")
        begin = colon = None
        depth, statement = 0, self.indent
        for token in tokenize.generate_tokens(lines.readline):
            row = token.start[0] - 1 - bool(skipped)
            if row < 0 or row >= len(self._line_starts):
                continue
            at = self._line_starts[row] + token.start[1]
            if token.type == tokenize.OP:
                depth += (token.string in "([{") - (token.string in ")]}")
                if colon is None and token.string == ":" and not depth and at >= what[1]:
                    colon = at
            elif token.string in ("in", "while") and opening <= at < what[0] and not depth:
                begin = at + len(token.string)
            if token.type in (tokenize.NL, tokenize.NEWLINE) and row + 1 < len(self._line_starts):
                start = self._line_starts[row + 1]
                spaces = _INDENT.match(self.code, start).group()
                is_empty = not self.code[start : start + len(spaces) + 1].strip()
                if not depth and not is_empty:
                    statement = spaces
                if not is_empty and spaces.startswith(statement):
                    feeds = spaces.rfind("\f") + 1  # what stands before is no indentation
                    self.moved.append((start, start + feeds))
        return begin, colon


def _own_breaks(body: list[ast.stmt]) -> Iterator[ast.Break]:
    """Yield the ``break`` statements that leave a loop of that body."""
    for statement in body:
        if isinstance(statement, ast.Break):
            yield statement
        elif not isinstance(statement, _OWN_BREAKS):
            for child in ast.iter_child_nodes(statement):
                if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                    yield from _own_breaks([child])


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
