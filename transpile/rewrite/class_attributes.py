"""Attributes of classes that are functions of a framework written in C, which bind no instance.

With ``activation = torch.tanh`` in a class, ``self.activation(x)`` is ``torch.tanh(x)``: functions
written in C do not take the instance. The frontends' are written in Python, and would; so the value
is put into ``staticmethod(...)``. In an enumeration such a function is a member, and stays one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from transpile.rewrite.builtin_functions import BUILT_IN
from transpile.rewrite.imports import Changes
from transpile.rewrite.scopes import Scope, analyze
from transpile.rewrite.syntax import Module, root

_ASSIGNED = re.compile(r"=[ \t]*(?:\w+[ \t]*\.[ \t]*)*(\w+)[ \t]*(?=[;#\\\r\n]|$)", re.MULTILINE)
_LAST_NAMES = frozenset(name.rpartition(".")[2] for name in BUILT_IN)
_ENUMERATIONS = frozenset({"enum.Enum", "enum.Flag"})
_MEMBER = '__import__("enum").member'
# Classes and decorators under which the default of an annotated attribute is read as an attribute
# is: others (NamedTuple, attrs, pydantic) take it from the body of the class, and bind it nowhere.
_PLAIN_BASES = frozenset({"builtins.object", "abc.ABC", "typing.Protocol", "typing.Generic"})
_PLAIN_DECORATORS = frozenset({"dataclasses.dataclass", "typing.final"})


def may_assign_built_in(text: str) -> bool:
    r"""Return whether it is worth the while to look at the classes in `text`.

    Examples
    --------
    >>> may_assign_built_in("class A:\n    f = torch.tanh\n")
    True
    >>> may_assign_built_in("class A:\n    f = torch.tanh(x)\n")
    False
    """
    return "class " in text and any(name in _LAST_NAMES for name in _ASSIGNED.findall(text))


def unbind_built_ins(module: Module, frontends: Mapping[str, str], changes: Changes) -> None:
    """Put built-in functions that are attributes of classes into ``staticmethod(...)``.

    Parameters
    ----------
    module : Module
        The module to look at.
    frontends : mapping of str to str
        Source module -> frontend package.
    changes : Changes
        Takes the edits.
    """
    sources = {name for name in BUILT_IN if root(name) in frontends}
    kinds = ast.ClassDef | ast.Assign | ast.AnnAssign
    scopes = dict(analyze(module.tree, lambda node: isinstance(node, kinds)).nodes)
    for cls in [node for node in scopes if isinstance(node, ast.ClassDef)]:
        bases = _meanings(cls.bases, scopes[cls])
        is_plain = bases <= _PLAIN_BASES and not cls.keywords
        is_plain &= _meanings(cls.decorator_list, scopes[cls]) <= _PLAIN_DECORATORS
        wrapper = "staticmethod" if bases.isdisjoint(_ENUMERATIONS) else _MEMBER
        for statement in _assignments(cls):
            value = statement.value
            if value is None or not scopes[statement].qualified_names(value) <= sources:
                continue
            if (is_plain or isinstance(statement, ast.Assign)) and not module.is_kept(statement):
                start, end = module.span(value)
                changes.edit(start, start, f"{wrapper}(")
                changes.edit(end, end, ")")


def _meanings(nodes: list[ast.expr], scope: Scope) -> set[str | None]:
    """Return the qualified names of bases or decorators, subscripted and called ones, too."""
    found = set()
    for node in nodes:
        match node:
            case ast.Subscript(value=name) | ast.Call(func=name) | name:
                found |= scope.qualified_names(name)
    return found


def _assignments(cls: ast.ClassDef) -> Iterator[ast.Assign | ast.AnnAssign]:
    """Yield the assignments that the body of a class runs, those in its blocks among them."""
    pending: list[ast.AST] = [*cls.body]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Assign | ast.AnnAssign):
            yield node
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            pending += ast.iter_child_nodes(node)
