"""Notebooks: their code is rewritten as one program, and put back where it stood in the file.

Only the lines that change are written anew: the order of keys, the indentation, outputs and ids of
cells stay as they are, byte for byte, as a notebook under version control wants it. (Writing
through a library means its own order and layout, and new random ids for cells without one.)
"""

from __future__ import annotations

import ast
import bisect
import dataclasses
import json
import re
import warnings
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from transpile.errors import TranspileError
from transpile.rewrite.rewriter import Rewrite
from transpile.rewrite.source import BOM

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
# What follows one of these on its first line is Python; other cell magics take other languages.
_PYTHON_MAGICS = {"capture", "prun", "time", "timeit"}
_CELL_MAGIC = re.compile(r"\s*%%(\w*)[^\n]*\n?")
_MAGIC = re.compile(
    r"""\s*(?:
        [%!?/,;]                                  # %magic  !shell  ?help  /call
      | [\w.,\s\[\]'"*]+=\s*[%!]                  # name = %magic, name = !shell
      | %{0,2}[^\W\d][\w.*\[\]]*\?\??\s*$         # name?
    )""",
    re.VERBOSE,
)
# What tells whether a statement goes on in the next line.
_LEXEME = re.compile(
    r"""\#.* | \"{3} | '{3} | "(?:\\.|[^"\\])*"? | '(?:\\.|[^'\\])*'? | [\[({] | [\])}] | \\$""",
    re.VERBOSE,
)
# Lines that stand for what is no Python, and between cells, while the whole is rewritten.
_KEPT = re.compile(r"^[ \t]*(?:pass  )?# transpile: kept line (\d+)$", re.MULTILINE)
_BOUNDARY = re.compile(r"^pass  # transpile: cell (\d+)\n", re.MULTILINE)
_NOTE = re.compile(r"<string>:(\d+): ")  # how the rewriter's notes begin
_BLANK = re.compile(r"[ \t]*(?:#.*)?\n?\Z")


def rewrite_notebook(
    text: str,
    *,
    rewrite: Callable[[str], Rewrite],
    words: Collection[str],
    clear_output: bool = False,
    filename: str = "<string>",
) -> Rewrite:
    """Rewrite the code cells of a notebook.

    Parameters
    ----------
    text : str
        The notebook, as it is in its file (format 3 or 4).
    rewrite : callable
        Rewrites a Python module: `transpile.rewrite.rewriter.rewrite` with its options, no
        name of a file.
    words : collection of str
        The names of the source frameworks: code without any is not parsed.
    clear_output : bool
        Whether to take out the outputs and the execution counts.
    filename : str
        The notebook's name in error messages.

    Returns
    -------
    Rewrite
        The notebook, and how many imports changed. The lines that set the backend stand in the
        first cell that imports the framework. Magics, shell lines, cells in other languages and
        notebooks for other languages are kept.

    Raises
    ------
    TranspileError
        Where `text` is no notebook, or a cell that names a framework is no Python; then the file
        is called ``book.ipynb:cell 3``, cells of all kinds counted from one.

    Examples
    --------
    >>> from functools import partial
    >>> from transpile.rewrite.rewriter import rewrite
    >>> cell = {"cell_type": "code", "source": "import numpy"}
    >>> book = json.dumps({"nbformat": 4, "cells": [cell]})
    >>> new = rewrite_notebook(book, rewrite=partial(rewrite, to="jax"), words=["numpy"])
    >>> print(json.loads(new.code)["cells"][0]["source"])
    import ivy_core
    ivy_core.set_backend("jax")
    import frontends.numpy as numpy
    """
    book = _read_notebook(text, filename)
    edits = [edit for cell in book.cells for edit in _clearing_edits(cell)] if clear_output else []
    result = Rewrite(text)
    mentions = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
    if book.is_python and any(mentions.search(cell.text) for cell in book.cells):
        result, sources = _rewrite_cells(book, rewrite, mentions, filename)
        edits += [
            _Edit(cell.source.start, cell.source.end, _source_as_json(cell, new, book.text))
            for cell, new in sources
            if new != cell.text
        ]
    return dataclasses.replace(result, code=_apply_edits(book.text, edits))


# reading


@dataclass(frozen=True, slots=True)
class _Node:
    """A JSON value: where it stands in the text, and its members, if it has any."""

    start: int
    end: int
    members: dict[str, _Node] | list[_Node] | None = None

    def __getitem__(self, key: str | int) -> _Node:
        return self.members[key]

    def get(self, key: str) -> _Node | None:
        return self.members.get(key) if isinstance(self.members, dict) else None


@dataclass(frozen=True, slots=True)
class _Cell:
    """A code cell: its number in the notebook, from one, its node and that of its source."""

    number: int
    node: _Node
    source: _Node
    text: str


@dataclass(frozen=True, slots=True)
class _Notebook:
    text: str
    cells: list[_Cell]
    is_python: bool


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    new: str


def _read_notebook(text: str, filename: str) -> _Notebook:
    """Return a notebook of format 3 or 4 with its code cells; raise if it is broken or another."""

    def refuse(why: str, line: int | None = None, column: int | None = None) -> TranspileError:
        return TranspileError(f"not a notebook: {why}", file=filename, line=line, column=column)

    blank = " " if text.startswith(BOM) else ""  # JSON knows no byte order mark
    try:
        content = json.loads(blank + text.removeprefix(BOM))
        root = _parse_positions(text, 1 if blank else 0)
    except json.JSONDecodeError as error:
        raise refuse(error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise refuse("nested too deeply") from None
    version = content.get("nbformat") if isinstance(content, dict) else None
    if version not in (3, 4):
        raise refuse("no nbformat" if version is None else f"nbformat {version!r} is not supported")
    try:
        cells = [
            _as_code_cell(number, value, node, version)
            for number, (value, node) in enumerate(_all_cells(content, root, version), start=1)
        ]
    except (KeyError, TypeError):
        raise refuse(f"not as format {version} wants it") from None
    return _Notebook(text, [cell for cell in cells if cell is not None], _is_in_python(content))


def _all_cells(content: dict, root: _Node, version: int) -> Iterator[tuple[dict, _Node]]:
    """Yield (cell, its node) for each cell of a notebook of format 3 or 4."""
    holders = [(content, root)]
    if version == 3:  # whose sheets, and whose sheets' cells, may be missing
        sheets = root.get("worksheets")
        holders = zip(content["worksheets"], sheets.members, strict=True) if sheets else []
    for holder, node in holders:
        if version == 4 or "cells" in holder:
            yield from zip(holder["cells"], node["cells"].members, strict=True)


def _as_code_cell(number: int, value: dict, node: _Node, version: int) -> _Cell | None:
    """Return a code cell; None for another one. KeyError and TypeError mean a bad notebook."""
    if value["cell_type"] != "code":
        return None
    key = "source" if version == 4 else "input"
    if not isinstance(value[key], (str, list)):
        raise TypeError(key)
    return _Cell(number, node, node[key], "".join(value[key]))


def _is_in_python(content: dict) -> bool:
    """Return whether a notebook is in Python, as it is where its metadata name no language."""
    metadata = content.get("metadata")
    for table, key in (("language_info", "name"), ("kernelspec", "language")):
        language = _get_if_dict(_get_if_dict(metadata, table), key)
        if isinstance(language, str):
            return language.lower() in ("python", "ipython")
    return True


def _get_if_dict(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _parse_positions(text: str, start: int) -> _Node:
    """Find the positions of the values in a valid JSON text."""
    tokens = _TOKEN.finditer(text, start)
    return _parse_node(next(tokens), tokens, text)


def _parse_node(token: re.Match[str], tokens: Iterator[re.Match[str]], text: str) -> _Node:
    """Return the node of the value that ``token`` begins, and take its members from ``tokens``."""
    start, first = token.start(), text[token.start()]
    if first == "{":
        members, key = {}, None
        for token in tokens:
            if token[0] == "}":
                break
            if key is None and token[0] not in ",:":
                key = json.loads(token[0])
            elif token[0] not in ",:":
                members[key] = _parse_node(token, tokens, text)
                key = None
        return _Node(start, token.end(), members)
    if first == "[":
        items = []
        for token in tokens:
            if token[0] == "]":
                break
            if token[0] != ",":
                items.append(_parse_node(token, tokens, text))
        return _Node(start, token.end(), items)
    return _Node(start, token.end())


# rewriting


@dataclass
class _Masked:
    """The Python of a cell: what is something else is masked, each line by a line."""

    cell: _Cell
    head: str  # a cell magic
    lines: list[str]
    indent: str = ""  # of the first statement, which notebooks allow
    indents: list[str] = field(default_factory=list)  # what was taken off each line for that
    kept: list[str] = field(default_factory=list)

    @property
    def body(self) -> str:
        return "".join(self.lines)

    def restored(self, body: str, setup: str = "") -> str:
        """Return the cell's text with `body`, as rewritten, in place of the old one.

        The lines of `setup`, which set the backend, go above the first statement that may follow
        them.
        """
        place = _count_lines_above_setup(body) if setup else 0
        lines = _LINE.findall(_KEPT.sub(lambda match: self.kept[int(match[1])], body))
        if self.indent:
            is_same_length = len(lines) == len(self.indents)
            indents = self.indents if is_same_length else [self.indent] * len(lines)
            lines = [indent + line for indent, line in zip(indents, lines, strict=True)]
        lines[place:place] = [self.indent + line for line in _LINE.findall(setup)]
        text = self.head + "".join(lines)
        return text if self.cell.text.endswith("\n") else text.removesuffix("\n")


def _rewrite_cells(
    book: _Notebook,
    rewrite: Callable[[str], Rewrite],
    mentions: re.Pattern[str],
    filename: str,
) -> tuple[Rewrite, list[tuple[_Cell, str]]]:
    """Return the rewrite's result, and (cell, new source) for each cell of Python."""
    masked = [
        part for cell in book.cells if (part := _mask_cell(cell, mentions, filename)) is not None
    ]
    # Cells share their names, so they are one program. It opens with a statement that is none of
    # theirs: what the rewriter puts before that is set apart.
    program = "".join(
        f"pass  # transpile: cell {number}\n{part.body}" for number, part in enumerate(masked)
    )
    try:
        result = rewrite(program)
    except TranspileError as error:
        raise _error_in_cell(error, program, masked, filename) from None
    notes = tuple(_note_in_cell(note, program, masked, filename) for note in result.notes)
    setup, *rest = _BOUNDARY.split(result.code)
    sources = [
        (masked[int(number)].cell, masked[int(number)].restored(body))
        for number, body in zip(rest[::2], rest[1::2], strict=True)
    ]
    if setup:
        changed = (i for i, (cell, new) in enumerate(sources) if new != cell.text)
        first = next(changed, 0)
        part, body = masked[int(rest[2 * first])], rest[2 * first + 1]
        sources[first] = (part.cell, part.restored(body, setup))
    return dataclasses.replace(result, notes=notes), sources


def _mask_cell(cell: _Cell, mentions: re.Pattern[str], filename: str) -> _Masked | None:
    """Return a cell with magics masked, None if no Python; raise if broken, naming a framework."""
    magic = _CELL_MAGIC.match(cell.text)
    if magic and magic[1] not in _PYTHON_MAGICS:
        return None
    head = magic[0] if magic else ""
    part = _Masked(cell, head, _LINE.findall(cell.text[len(head) :]))
    if part.lines and not part.lines[-1].endswith("\n"):
        part.lines[-1] += "\n"
    _dedent(part)
    if _syntax_error(part.body) is None:
        return part
    _mask_magics(part)
    fault = _syntax_error(part.body)
    if fault is None:
        return part
    if mentions.search(cell.text) is None:
        return None  # a draft, or an example of an error: nothing in it would change
    raise TranspileError(
        fault.msg,
        file=f"{filename}:cell {cell.number}",
        line=fault.lineno + head.count("\n"),
        column=fault.offset + len(part.indent),
    )


def _syntax_error(body: str) -> SyntaxError | None:
    """Return the error of a cell as a SyntaxError, also if nested too deeply; None without."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(body)
    except SyntaxError as error:
        return error
    except (ValueError, RecursionError, MemoryError) as error:
        return SyntaxError(str(error), ("", 1, 1, ""))
    return None


def _dedent(part: _Masked) -> None:
    """Remove the indentation of the first statement from all lines, as IPython does."""
    first = next((line for line in part.lines if not _BLANK.match(line)), "")
    part.indent = first[: len(first) - len(first.lstrip(" \t"))]
    if part.indent:
        part.indents = [part.indent * line.startswith(part.indent) for line in part.lines]
        part.lines = [line.removeprefix(part.indent) for line in part.lines]


def _mask_magics(part: _Masked) -> None:
    """Replace magics, shell lines and help by ``pass`` in place; put them into ``part.kept``."""
    depth, quote, goes_on, in_magic = 0, "", False, False
    for i, line in enumerate(part.lines):
        if in_magic or not (depth or quote or goes_on) and _MAGIC.match(line):
            indent = line[: len(line) - len(line.lstrip())]
            opening = "" if in_magic else f"{indent}pass  "
            part.lines[i] = f"{opening}# transpile: kept line {len(part.kept)}\n"
            part.kept.append(line.removesuffix("\n"))
            in_magic = line.rstrip().endswith("\\")
        else:
            depth, quote, goes_on = _lexical_state_after(line, depth, quote)


def _lexical_state_after(line: str, depth: int, quote: str) -> tuple[int, str, bool]:
    """Return, after a line: brackets open, the quotes of an open string, a backslash at its end."""
    position, goes_on = 0, False
    while True:
        if quote:
            end = re.compile(rf"(?:\\.|[^\\])*?{quote}", re.DOTALL).match(line, position)
            if end is None:
                return depth, quote, False
            position, quote = end.end(), ""
        lexeme = _LEXEME.search(line, position)
        if lexeme is None:
            return depth, "", goes_on
        position = lexeme.end()
        if lexeme[0] in ('"""', "'''"):
            quote = lexeme[0]
        elif lexeme[0] == "\\":
            goes_on = True
        elif lexeme[0] in "[({":
            depth += 1
        elif lexeme[0] in "])}":
            depth -= 1


def _count_lines_above_setup(body: str) -> int:
    """Count the lines of a cell that stay above the lines that set the backend."""
    statements = ast.parse(body).body
    first = statements[0]
    above = min(node.lineno for node in (first, *getattr(first, "decorator_list", []))) - 1
    for statement in statements:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            above = statement.end_lineno  # it must come first in its cell
    return above


def _error_in_cell(
    error: TranspileError, program: str, masked: list[_Masked], filename: str
) -> TranspileError:
    """Return an error in the program made of all cells as one with the cell's number and line."""
    if error.line is None:
        return TranspileError(error.message, file=filename)
    cell, line = _cell_and_line(error.line, program, masked)
    return TranspileError(
        error.message, file=f"{filename}:cell {cell}", line=line, column=error.column
    )


def _note_in_cell(note: str, program: str, masked: list[_Masked], filename: str) -> str:
    """Return a note with ``filename:cell N:line`` for the program's line; without one as it is."""
    match = _NOTE.match(note)
    if match is None:
        return note
    cell, line = _cell_and_line(int(match[1]), program, masked)
    return f"{filename}:cell {cell}:{line}: {note[match.end() :]}"


def _cell_and_line(line: int, program: str, masked: list[_Masked]) -> tuple[int, int]:
    """Return a cell's number, and the line in it, of a line in the program made of all cells."""
    starts = [program.count("\n", 0, match.start()) + 1 for match in _BOUNDARY.finditer(program)]
    which = max(bisect.bisect_right(starts, line) - 1, 0)
    part = masked[which]
    return part.cell.number, line - starts[which] + part.head.count("\n")


# writing


def _clearing_edits(cell: _Cell) -> Iterator[_Edit]:
    """Yield the edits that empty a cell's outputs and execution counts, where it has some."""
    for key, empty in (("outputs", "[]"), ("execution_count", "null"), ("prompt_number", "null")):
        node = cell.node.get(key)
        if node is not None:
            yield _Edit(node.start, node.end, empty)


def _source_as_json(cell: _Cell, new: str, text: str) -> str:
    """Return `new` as JSON in the layout that the cell's source has, its unchanged lines as is."""

    is_ascii = text.removeprefix(BOM).isascii()

    def dumps(line: str) -> str:
        return json.dumps(line, ensure_ascii=is_ascii)

    items = cell.source.members
    if items is None:
        return dumps(new)
    known = {}
    for item in items:
        literal = text[item.start : item.end]
        known[json.loads(literal)] = literal
    opening = text[cell.source.start + 1 : items[0].start]
    closing = text[items[-1].end : cell.source.end - 1]
    between = text[items[0].end : items[1].start] if len(items) > 1 else f",{opening or ' '}"
    lines = [known.get(line) or dumps(line) for line in _LINE.findall(new)]
    return f"[{opening}{between.join(lines)}{closing}]"


def _apply_edits(text: str, edits: list[_Edit]) -> str:
    pieces, position = [], 0
    for edit in sorted(edits, key=lambda edit: edit.start):
        pieces += [text[position : edit.start], edit.new]
        position = edit.end
    return "".join([*pieces, text[position:]])
