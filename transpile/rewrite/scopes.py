"""Resolves the names in a module: which are imported, from where, and which are shadowed."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from transpile.frameworks import PACKAGES
from transpile.rewrite.syntax import dotted, root

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_WITHOUT_NAMES = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop)
_NAME_ATTRIBUTE = {  # nodes that bind the name they hold as text
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
    ast.MatchMapping: "rest",
}


_ANNOTATED = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.AnnAssign})
_OPENING = frozenset(
    {ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, *_COMPREHENSIONS}
)
_BINDING = _NAME_ATTRIBUTE.keys() | {
    ast.Name,
    ast.NamedExpr,
    ast.Import,
    ast.ImportFrom,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Global,
    ast.Nonlocal,
}


@dataclass(eq=False, slots=True)
class Scope:
    """A module, class, function or comprehension, and what the names bound in it mean.

    A meaning is the qualified name of what an import binds; None is anything else.
    """

    parent: Scope | None = None
    is_class: bool = False
    is_comprehension: bool = False
    bindings: dict[str, set[str | None]] = field(default_factory=dict)
    global_names: set[str] = field(default_factory=set)
    nonlocal_names: set[str] = field(default_factory=set)

    def bind(self, name: str, meaning: str | None = None) -> None:
        """Record one meaning that `name` has in this scope."""
        self.bindings.setdefault(name, set()).add(meaning)

    def meanings(self, name: str) -> set[str | None]:
        """Return all that `name` can mean here; a name without a binding is Python's own.

        Examples
        --------
        >>> module = Scope()
        >>> module.bind("load", "importlib.import_module")
        >>> Scope(parent=module).meanings("load")
        {'importlib.import_module'}
        >>> module.meanings("print")
        {'builtins.print'}
        """
        scope = self._module_scope() if name in self.global_names else self
        while scope is not None:
            if name in scope.bindings and (scope is self or not scope.is_class):
                return scope.bindings[name]
            scope = scope.parent
        return {f"builtins.{name}"}

    def qualified_names(self, node: ast.expr) -> set[str | None]:
        """Return the qualified names of all that an expression can mean."""
        name = dotted(node)
        if name is None:
            return {None}
        rest = name[len(root(name)) :]
        return {meaning and meaning + rest for meaning in self.meanings(root(name))}

    def hand_over_outer_names(self) -> None:
        """Give what is bound under ``global`` and ``nonlocal`` to the scopes that own the names."""
        for name in self.global_names | self.nonlocal_names:
            found = self.bindings.pop(name, set())
            home = self._module_scope() if name in self.global_names else self._nonlocal_scope(name)
            for meaning in found:
                home.bind(name, meaning)

    def around_comprehensions(self) -> Scope:
        """Return the scope in which ``:=`` binds."""
        scope = self
        while scope.is_comprehension:
            scope = scope.parent
        return scope

    def _module_scope(self) -> Scope:
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def _nonlocal_scope(self, name: str) -> Scope:
        """Return the nearest scope around this one, no class's, with `name`; else the module's."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
            if not scope.is_class and name in scope.bindings:
                break
        return scope


@dataclass(slots=True)
class Analysis:
    """The nodes of a module that were asked for, and its annotations, each with its scope."""

    nodes: list[tuple[ast.AST, Scope]] = field(default_factory=list)
    annotations: list[tuple[ast.expr, Scope]] = field(default_factory=list)


def analyze(tree: ast.Module, wants: Callable[[ast.AST], bool]) -> Analysis:
    """Return the nodes that `wants` accepts, with scopes that know what each name means.

    Examples
    --------
    >>> tree = ast.parse("import sys as s\\ndef f(): s.exit()")
    >>> [(call, scope)] = analyze(tree, lambda node: isinstance(node, ast.Call)).nodes
    >>> scope.qualified_names(call.func)
    {'sys.exit'}
    """
    found = Analysis()
    module = Scope()
    scopes = [module]
    pending: list[tuple[ast.AST, Scope]] = [(tree, module)]
    while pending:  # a stack of our own: sums are deeper than Python's
        node, scope = pending.pop()
        if wants(node):
            found.nodes.append((node, scope))
        kind = type(node)
        if kind in _BINDING:
            _bind_names(node, scope)
        if kind in _ANNOTATED:
            found.annotations += [(annotation, scope) for annotation in _annotations_of(node)]
        inner = _inner_scope(node, scope) if kind in _OPENING else None
        if inner is None:
            pending += [(child, scope) for child in _children_to_visit(node)]
            continue
        scopes.append(inner)
        outside, inside = _split_children(node)
        pending += [(child, scope) for child in outside]
        pending += [(child, inner) for child in inside]
    for scope in scopes:
        scope.hand_over_outer_names()
    return found


def names_used(tree: ast.Module) -> set[str]:
    """Return the names a module uses or binds, this project's packages apart.

    `ivy_core` and `frontends` are among them only where they mean something else.

    Examples
    --------
    >>> sorted(names_used(ast.parse("import ivy_core, a.b\\nfrom c import d as e\\nx = y.z")))
    ['a', 'e', 'x', 'y']
    """
    names: set[str | None] = set()
    own: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name():
                names.add(node.id)
            case ast.arg() | ast.keyword():
                names.add(node.arg)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Import():
                names.update(alias.asname or root(alias.name) for alias in node.names)
                own.update(root(alias.name) for alias in node.names if not alias.asname)
            case ast.ImportFrom():
                names.update(alias.asname or alias.name for alias in node.names)
            case ast.Global() | ast.Nonlocal():
                names.update(node.names)
            case _ if type(node) in _NAME_ATTRIBUTE:
                names.add(getattr(node, _NAME_ATTRIBUTE[type(node)]))
    return names - (own & PACKAGES) - {None}


def _bind_names(node: ast.AST, scope: Scope) -> None:
    """Bind in a scope the names that one node binds, those of imports to what they stand for."""
    match node:
        case ast.Name(ctx=ast.Store()):
            scope.bind(node.id)
        case ast.NamedExpr():
            scope.around_comprehensions().bind(node.target.id)
        case ast.Import():
            for alias in node.names:
                package = root(alias.name)
                scope.bind(alias.asname or package, alias.name if alias.asname else package)
        case ast.ImportFrom():
            package = "." * node.level + (node.module or "")
            for alias in node.names:
                scope.bind(alias.asname or alias.name, f"{package}.{alias.name}")
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            scope.bind(node.name)
        case ast.Global():
            scope.global_names.update(node.names)
        case ast.Nonlocal():
            scope.nonlocal_names.update(node.names)
        case _ if type(node) in _NAME_ATTRIBUTE:
            if name := getattr(node, _NAME_ATTRIBUTE[type(node)]):
                scope.bind(name)


def _children_to_visit(node: ast.AST) -> list[ast.AST]:
    """Return a node's children but operators, contexts, and the names to which it assigns None."""
    match node:
        case ast.Name() | ast.Constant():
            return []
        case ast.Assign(value=ast.Constant(value=None)):
            # `except ImportError: sys = None` leaves `sys` with one meaning that can be used.
            return [target for target in node.targets if not isinstance(target, ast.Name)]
    found: list[ast.AST] = []
    for name in node._fields:
        child = getattr(node, name, None)
        if type(child) is list:
            found += [each for each in child if isinstance(each, ast.AST)]
        elif isinstance(child, ast.AST) and not isinstance(child, _WITHOUT_NAMES):
            found.append(child)
    return found


def _inner_scope(node: ast.AST, scope: Scope) -> Scope | None:
    """Return the scope that a node opens, with its parameters bound; None if it opens none."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            inner = Scope(scope)
            for parameter in _all_parameters(node.args):
                inner.bind(parameter.arg)
            return inner
        case ast.ClassDef():
            return Scope(scope, is_class=True)
        case _ if isinstance(node, _COMPREHENSIONS):
            return Scope(scope, is_comprehension=True)
    return None


def _split_children(node: ast.AST) -> tuple[list[ast.AST], list[ast.AST]]:
    """Return a scope's nodes evaluated outside of it, and those inside; parameters are left out."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [
                *node.decorator_list,
                *_all_defaults(node.args),
                *_annotations_of(node),
            ], node.body
        case ast.Lambda():
            return _all_defaults(node.args), [node.body]
        case ast.ClassDef():
            return [*node.decorator_list, *node.bases, *node.keywords], node.body
    first = node.generators[0]
    result = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    inside = [*result, first.target, *first.ifs, *node.generators[1:]]
    return [first.iter], inside


def _annotations_of(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            all_ = [parameter.annotation for parameter in _all_parameters(node.args)] + [
                node.returns
            ]
            return [annotation for annotation in all_ if annotation is not None]
        case ast.AnnAssign():
            return [node.annotation]
    return []


def _all_parameters(args: ast.arguments) -> list[ast.arg]:
    starred = [arg for arg in (args.vararg, args.kwarg) if arg is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *starred]


def _all_defaults(args: ast.arguments) -> list[ast.expr]:
    return [*args.defaults, *(default for default in args.kw_defaults if default is not None)]
