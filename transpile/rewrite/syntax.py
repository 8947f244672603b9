"""A parsed module, where in its text each node stands, and edits of that text.

The tree comes from `ast`, so whatever Python itself can run can be read, and the text changes only
where an edit says so: nothing is ever printed from a tree.
"""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from transpile.errors import TranspileError

NEWLINE = re.compile(r"\r\n|\r|\n")  # what ends a line for Python; `str.splitlines` knows more
_KEEP = re.compile(r"#[^\r\n]*?\btranspile:\s*keep\b")
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Edit(NamedTuple):
    """Replace what stands between two offsets by `text`."""

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with edits made that do not overlap; insertions at one place keep their order.

    Examples
    --------
    >>> apply_edits("a + b", [Edit(4, 5, "c"), Edit(0, 0, "(")])
    '(a + c'
    """
    pieces, at = [], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        pieces += (text[at:start], new)
        at = end
    return "".join((*pieces, text[at:]))


class Module:
    """A module's text, without byte order mark, and its tree.

    Parameters
    ----------
    text : str
        Python source.
    filename : str
        Its name in error messages.

    Raises
    ------
    TranspileError
        Where `text` is not Python.

    Examples
    --------
    >>> module = Module("x = 'é'; import numpy\\n", "a.py")
    >>> module.span(module.tree.body[1])
    (9, 21)
    """

    def __init__(self, text: str, filename: str) -> None:
        self.text = text
        self.tree = _parse_source(text, filename)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset at which each line begins."""
        return [0, *(match.end() for match in NEWLINE.finditer(self.text))]

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return the offsets in the text at which `node` begins and ends."""
        return (
            self._text_offset(node.lineno, node.col_offset),
            self._text_offset(node.end_lineno, node.end_col_offset),
        )

    def line_at(self, offset: int) -> int:
        """Return the number of the line that holds `offset`, counted from one."""
        return bisect_right(self.line_starts, offset)

    def line_end(self, line: int) -> int:
        """Return the offset of a line's end, before the characters that end it."""
        match = NEWLINE.search(self.text, self.line_starts[line - 1])
        return match.start() if match else len(self.text)

    def line(self, line: int) -> str:
        """Return the text of a line, without the characters that end it."""
        return self.text[self.line_starts[line - 1] : self.line_end(line)]

    def is_kept(self, node: ast.stmt | ast.expr) -> bool:
        """Return whether ``# transpile: keep`` stands on a line of `node`."""
        return any(node.lineno <= line <= node.end_lineno for line in self._kept_lines)

    @cached_property
    def _kept_lines(self) -> set[int]:
        """Return the numbers of lines with ``# transpile: keep`` in a comment."""
        if "transpile:" not in self.text:
            return set()
        marks = [match.start() for match in _KEEP.finditer(self.text)]
        strings = [
            self.span(node)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.JoinedStr)
            or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
        ]
        return {
            self.line_at(mark)
            for mark in marks
            if not any(start <= mark < end for start, end in strings)
        }

    def _text_offset(self, line: int, column: int) -> int:
        """Return the text's offset of a line and column of `ast`, which counts bytes of UTF-8."""
        start = self.line_starts[line - 1]
        if self._is_ascii:
            return start + column
        head = self.text[start : start + column].encode()[:column]
        return start + len(head.decode(errors="ignore"))

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii()


def statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield every statement at any depth, without a look at expressions.

    Examples
    --------
    >>> tree = ast.parse("if x:\\n    import numpy\\n")
    >>> [type(statement).__name__ for statement in statements(tree)]
    ['If', 'Import']
    """
    pending: list[ast.AST] = [*reversed(tree.body)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt):
            yield node
        for name in _BLOCKS:
            if children := getattr(node, name, None):
                pending += reversed(children)


def dotted(node: ast.expr) -> str | None:
    """Return the dotted name that `node` spells, None where it is no name.

    Examples
    --------
    >>> dotted(ast.parse("sys.modules", mode="eval").body)
    'sys.modules'
    """
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(parts)])


def root(name: str) -> str:
    """Return the package a dotted name begins with."""
    return name.partition(".")[0]


def _parse_source(text: str, filename: str) -> ast.Module:
    """Parse a text without warnings; raise a `TranspileError` with line and column."""
    null = text.find("\0")
    if null >= 0:
        before = NEWLINE.split(text[:null])
        raise TranspileError(
            "null character in source",
            file=filename,
            line=len(before),
            column=len(before[-1]) + 1,
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the code's own, shown when it runs
            return ast.parse(text)
    except SyntaxError as error:
        raise TranspileError(
            error.msg, file=filename, line=error.lineno, column=error.offset
        ) from None
    except (RecursionError, MemoryError):  # Python cannot compile it either
        raise TranspileError("expressions are nested too deeply", file=filename) from None
    except ValueError as error:  # lone surrogates, which no file can hold
        raise TranspileError(f"cannot be parsed: {error}", file=filename) from None


def is_of_operands(goes_through: ast.expr) -> bool:
    """Return whether a loop goes through ``zip`` or ``enumerate`` of something.

    Its function is handed both, as there is no telling by what they give.

    Examples
    --------
    >>> is_of_operands(ast.parse("zip(xs, ys)", mode="eval").body)
    True
    """
    match goes_through:
        case ast.Call(func=ast.Name("zip" | "enumerate"), args=[_, *_]):
            return True
    return False
