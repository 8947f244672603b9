"""The source of a function as a tree, whose nodes know their lines of the file.

What diastatic-malt does for this splits the text into tokens four times, to find where the function
ends, to take its indentation away, and for comments: more than half of the time to parse it.
"""

from __future__ import annotations

import ast
import linecache
import types
from typing import NamedTuple


class ParsedFunction(NamedTuple):
    """A function's tree.

    Attributes
    ----------
    node : ast.FunctionDef or ast.Lambda
    path : str
        The file that it was found in.
    shift : int
        What is added to the lines of nodes for those of the file.
    """

    node: ast.AST
    path: str
    shift: int


def parsed(function: types.FunctionType) -> ParsedFunction:
    """Return the tree of a function, from its file or from text that is kept in memory.

    Raises
    ------
    OSError, SyntaxError, malt's errors
        If the source is not found, or a lambda is not the only one of its kind on its line.
    """
    code = function.__code__
    found = None if code.co_name == "<lambda>" else _parsed_definition(function)
    if found is None:
        from malt.pyct import parser

        node, _ = parser.parse_entity(function, ())
        first = min([each.lineno for each in [node, *getattr(node, "decorator_list", ())]])
        found = ParsedFunction(node, code.co_filename, code.co_firstlineno - first)
    return found


def _parsed_definition(function: types.FunctionType) -> ParsedFunction | None:
    """Parse the lines from a definition on that are further to the right; None if that fails.

    A line that is not, in brackets or in a string over several lines, leaves what stands before it
    incomplete: that is no Python then.
    """
    path, first = function.__code__.co_filename, function.__code__.co_firstlineno - 1
    linecache.checkcache(path)
    lines = linecache.getlines(path, function.__globals__)
    if not lines or first >= len(lines):
        return None
    indentation = _indentation(lines[first])
    block = _block(lines, first, indentation)
    if block is None:
        return None
    # lines keep their indentation, and with it strings over several lines
    before = ["if True:\n"] if indentation else []
    try:
        body = ast.parse("".join([*before, *block])).body
    except (SyntaxError, ValueError):
        return None
    if before:
        body = ast.increment_lineno(body[0], -1).body
    if len(body) != 1 or type(body[0]) is not ast.FunctionDef:
        return None
    if body[0].name != function.__code__.co_name:
        return None
    return ParsedFunction(body[0], path, first)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _block(lines: list[str], first: int, indentation: int) -> list[str] | None:
    """Return the lines of a definition and its decorators; None if these are not found so."""
    is_head, block = True, []
    for at in range(first, len(lines)):
        line = lines[at]
        text = line.lstrip(" ")
        if text[:1] in "\t\f":
            return None
        if text[:1] not in "\r\n#" and len(line) - len(text) <= indentation:
            if not is_head:
                break
            if text.startswith("def "):
                is_head = False
            elif not text.startswith("@"):
                return None
        block.append(line)
    return None if is_head else block
