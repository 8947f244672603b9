"""Methods ``__array__`` of a program's classes: NumPy's C calls them, and wants NumPy's own array.

What they return is an array of a frontend once the program is rewritten, which NumPy refuses; so
each is decorated with ``ivy_core.array_protocol``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from transpile.frameworks import CORE
from transpile.rewrite.syntax import Edit, Module, dotted

METHOD = "__array__"
_DECORATOR = "array_protocol"


def decorate_text(module: Module, core: str, newline: str) -> Iterator[Edit]:
    """Yield the edits that put ``@core.array_protocol`` above the methods that lack it.

    Examples
    --------
    >>> code = "class A:\\n    def __array__(self): return self.x\\n"
    >>> [edit.text for edit in decorate_text(Module(code, "a.py"), "ivy_core", "\\n")]
    ['    @ivy_core.array_protocol\\n']
    """
    for method in _undecorated_array_methods(module.tree):
        place = module.line_starts[method.lineno - 1]
        start, _ = module.span(method)
        yield Edit(place, place, f"{module.text[place:start]}@{core}.{_DECORATOR}{newline}")


def decorate_tree(tree: ast.Module) -> None:
    """Decorate the methods in a tree that is going to run, no statement moved from its line."""
    for method in _undecorated_array_methods(tree):
        decorator = ast.parse(f"__import__({CORE!r}).{_DECORATOR}", mode="eval").body
        for node in ast.walk(decorator):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = method.lineno
                node.col_offset = node.end_col_offset = method.col_offset
        method.decorator_list.append(decorator)


def _undecorated_array_methods(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the methods ``__array__`` in classes that lack ``@ivy_core.array_protocol``."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found += [each for each in node.body if _is_undecorated_array_method(each)]
    return found


def _is_undecorated_array_method(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.FunctionDef) or statement.name != METHOD:
        return False
    names = [dotted(each) or "" for each in statement.decorator_list]
    return not any(name.rpartition(".")[2] == _DECORATOR for name in names)
