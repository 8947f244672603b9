"""Converted code as functions: it is compiled from memory, and found there by its line.

What diastatic-malt does for this copies all nodes into a template, writes a file, imports that and
parses it twice more: a third of the time of a conversion.
"""

from __future__ import annotations

import ast
import itertools
import linecache
import os
import tempfile
import types
from collections.abc import Iterator

from .nodes import function

_BLOCKS = "body", "handlers", "orelse", "finalbody"
_numbers = itertools.count()


def _file_name() -> str:
    """Return a name for the next converted code, which no file has."""
    name = f"__autograph_generated_file_{os.getpid()}_{next(_numbers)}.py"
    return os.path.join(tempfile.gettempdir(), name)


class Factory:
    """Makes functions of converted code, which share it.

    Parameters
    ----------
    node : ast.FunctionDef or ast.Assign
        The definition of a function, or of a name for a lambda.
    name : str
        That it defines.
    function : function
        Whose code was converted.
    given : dict
        Values by the names under which converted code finds them.
    features : tuple of str
        Names imported from ``__future__``.
    inner, outer : str
        Names that the code does not use.
    path : str
        The file of the function's source.
    shift : int
        What is added to the lines of nodes for those of the file.

    Attributes
    ----------
    lines : dict
        File and line that a line of the converted code stands for.
    """

    def __init__(
        self, node, name: str, function, given: dict, features, inner: str, outer: str, path: str,
        shift: int,
    ):  # fmt: skip
        self._names, self._given = function.__code__.co_freevars, given
        nodes = [*_imports(features), _in_functions(node, name, self._names, given, inner, outer)]
        statements = list(_statements(nodes))
        lines = list(map(_leftmost_line, statements))
        for each in statements:
            each.lineno = 0  # which unparse() asks for
        source = "\n".join(["# coding=utf-8", *[ast.unparse(each).strip() for each in nodes]])
        tree, filename = ast.parse(source), _file_name()
        linecache.cache[filename] = len(source), None, source.splitlines(True), filename
        parsed = [each.lineno for each in _statements(tree.body)]
        pairs = zip(parsed, lines, strict=True)
        self.lines = {at: (path, line + shift) for at, line in pairs if line is not None}
        scope: dict = {}
        exec(compile(tree, filename, "exec", dont_inherit=True), scope)
        self._code = scope[outer]().__code__
        self._name = name

    def function(self, like: types.FunctionType) -> types.FunctionType:
        """Return a function with the globals, the closure and the defaults of another one."""
        cells = dict(zip(self._names, like.__closure__ or (), strict=True))
        closure = tuple([cells[name] for name in self._code.co_freevars])
        bound = types.FunctionType(self._code, like.__globals__, self._name, (), closure)
        made = bound(**self._given)
        made.__defaults__, made.__kwdefaults__ = like.__defaults__, like.__kwdefaults__
        return made


def _imports(features) -> list:
    if not features:
        return []
    names = [ast.alias(name, None) for name in features]
    return [ast.ImportFrom("__future__", names, 0)]


def _in_functions(node, name: str, names, given: dict, inner: str, outer: str) -> ast.FunctionDef:
    """Return a function that returns one which takes what is given, and returns what is defined.

    The outer one binds the names of the closure, so that they are free in the inner one.
    """
    own = function(inner, given, [node, ast.Return(ast.Name(name, ast.Load()))])
    free = [ast.Assign([ast.Name(each, ast.Store())], ast.Constant(None)) for each in names]
    return function(outer, [], [*free, own, ast.Return(ast.Name(inner, ast.Load()))])


def _statements(nodes: list) -> Iterator[ast.AST]:
    """Yield statements and handlers, with those in their blocks."""
    for each in nodes:
        yield each
        for field in _BLOCKS:
            block = getattr(each, field, None)
            if type(block) is list:  # a lambda's body is none
                yield from _statements(block)


def _leftmost_line(statement: ast.AST) -> int | None:
    """Return the line that a statement stands for: its own, or that of its leftmost expression."""
    line = getattr(statement, "lineno", None)
    if line is not None or hasattr(statement, "body"):
        return line
    found = [
        (each.col_offset, each.lineno)
        for each in ast.walk(statement)
        if getattr(each, "lineno", None) is not None
    ]
    return min(found)[1] if found else None
