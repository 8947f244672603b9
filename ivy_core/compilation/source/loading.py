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
    """

    def __init__(self, node, name: str, function, given: dict, features, inner: str, outer: str):
        self._names, self._given = function.__code__.co_freevars, given
        nodes = [*_imports(features), _in_functions(node, name, self._names, given, inner, outer)]
        for each in nodes:
            ast.fix_missing_locations(each)
        source = "\n".join(["# coding=utf-8", *[ast.unparse(each).strip() for each in nodes]])
        tree, filename = ast.parse(source), _file_name()
        linecache.cache[filename] = len(source), None, source.splitlines(True), filename
        self.lines = _origins_of_lines(nodes, tree.body)
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
    own = _function(inner, list(given), [node, ast.Return(ast.Name(name, ast.Load()))])
    free = [ast.Assign([ast.Name(each, ast.Store())], ast.Constant(None)) for each in names]
    return _function(outer, [], [*free, own, ast.Return(ast.Name(inner, ast.Load()))])


def _function(name: str, parameters: list[str], body: list) -> ast.FunctionDef:
    """Return the definition of a function."""
    found = ast.parse(f"def {name}({', '.join(parameters)}): pass").body[0]
    found.body = body
    return found


def _origins_of_lines(nodes: list, parsed: list) -> dict:
    """Return malt's origins of nodes by the lines on which the parsed ones begin.

    Of several nodes of a line, the leftmost one counts.
    """
    from malt.pyct import anno

    lines: dict = {}
    waiting = list(zip(nodes, parsed, strict=True))
    while waiting:
        one, other = waiting.pop()
        origin = anno.getanno(one, anno.Basic.ORIGIN, default=None)
        line = getattr(other, "lineno", None)
        if origin is not None and line is not None and _comes_first(lines.get(line), origin):
            lines[line] = origin
        for field in one._fields:
            first, second = getattr(one, field, None), getattr(other, field, None)
            if isinstance(first, ast.AST):
                waiting.append((first, second))
            elif isinstance(first, list):
                pairs = zip(first, second, strict=True)
                waiting += [pair for pair in pairs if isinstance(pair[0], ast.AST)]
    return lines


def _comes_first(known, origin) -> bool:
    """Return whether an origin takes the place of the one that is known of a line."""
    if known is None:
        return True
    if known.loc.line_loc == origin.loc.line_loc and known.loc.lineno >= origin.loc.lineno:
        return False
    return known.loc.col_offset > origin.loc.col_offset
