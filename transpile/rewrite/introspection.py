"""Questions that code asks: ``type(x)``, ``x.__class__``, ``x.__module__``, ``sys.modules[k]``.

Python answers them from the object itself. NumPy's own arrays, which libraries give a program, are
of another class than the frontend's, functions of the frontend are defined elsewhere than NumPy's,
and a framework's name in ``sys.modules`` means the framework; so code that is going to run asks
``frontends.numpy.introspection``. So does ``__import__`` of a name that only the running program
knows, ``exec`` or ``compile`` of a text that it has made, ``memoryview`` of an array, which a class
of Python's gives only from Python 3.12 on, and ``x.view(np.ndarray)``, where NumPy's own array or
scalar takes the frontend's class for a data type. (Names that stand in the text `dynamic_imports`
has rewritten.)
"""

from __future__ import annotations

import ast
import builtins
import re

from transpile.rewrite.scopes import Scope, analyze

_MODULE = "frontends.numpy.introspection"
_CLASS_OF, _CLASSED = "class_of", "classed"
_ORIGINAL_OF, _MODULE_KEY = "original_of", "module_key"
_IMPORT, _GENERATED, _BUFFER = "import_by_name", "generated_source", "with_buffer"
_VIEWED, _ARRAY_CLASS = "viewed", {"frontends.numpy.ndarray"}
_SYS_MODULES = {"sys.modules"}
_LOOK_UPS = frozenset({"get", "pop", "setdefault", "__getitem__", "__contains__"})
_PLACES = frozenset({"__module__", "__qualname__"})
# by a part of their text that is found quickly: questions, and what might be some
_QUESTIONS = {
    "type(": re.compile(r"(?<![\w.])type\("),
    "__class__": re.compile(r"(?<!\bself\.)(?<!\bcls\.)__class__\b"),
    "modules": re.compile(r"\bsys\b"),
    "memoryview(": re.compile(r"(?<![\w.])memoryview\("),
    ".view(": re.compile(r"\.view\((?:type\s*=\s*)?[\w.]*\bndarray\)"),
    "exec(": re.compile(r"(?<![\w.])exec\("),
    "compile(": re.compile(r"(?<![\w.])compile\("),
    "__import__(": re.compile(r"__import__\(\s*[^'\"\s]"),
    **{place: re.compile(place) for place in _PLACES},
}
# functions of Python whose first argument is changed, and what changes it
_CHANGED_FIRST = {"exec": _GENERATED, "compile": _GENERATED, "memoryview": _BUFFER}
_CLASSES = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and value is not type
)


def asks(source: str) -> bool:
    """Return whether it is worth the while to look at the expressions in a text."""
    return any(part in source and found.search(source) for part, found in _QUESTIONS.items())


def redirect(tree: ast.Module) -> None:
    """Have the questions in a tree that is going to run answered by the frontend, in place.

    No statement leaves its line.

    Examples
    --------
    >>> tree = ast.parse("known = table[type(x)], f.__module__, type(x) is int")
    >>> redirect(tree)
    >>> print(ast.unparse(tree).replace(_MODULE, "..."))
    from ... import class_of as _ivy_class_of, original_of as _ivy_original_of
    known = (table[_ivy_class_of(x)], _ivy_original_of(f).__module__, type(x) is int)
    """
    analysis = analyze(
        tree, lambda node: isinstance(node, ast.Call | ast.Attribute | ast.Compare | ast.Subscript)
    )
    plain = {
        id(node.left)
        for node, scope in analysis.nodes
        if isinstance(node, ast.Compare) and _are_builtin_classes(node.comparators, scope)
    }
    used = set()
    for node, scope in analysis.nodes:
        match node:
            case ast.Call(func=ast.Name(id="__import__"), args=[name, *_]):
                is_import = scope.qualified_names(node.func) == {"builtins.__import__"}
                if is_import and not isinstance(name, ast.Constant):
                    used.add(_IMPORT)
                    node.func = _prefixed_helper_node(_IMPORT, node.func)
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _CHANGED_FIRST:
                is_builtin = scope.qualified_names(node.func) == {f"builtins.{name}"}
                if is_builtin and not isinstance(first, ast.Starred):
                    used.add(_CHANGED_FIRST[name])
                    node.args[0] = _helper_call_node(_CHANGED_FIRST[name], first)
            case ast.Call(func=ast.Attribute(attr="view", value=owner)) if _is_array_view(
                node, scope
            ):
                used.add(_VIEWED)
                node.func.value = _helper_call_node(_VIEWED, owner)
            case ast.Call(func=ast.Name() | ast.Attribute(), args=[argument], keywords=[]):
                is_plain = id(node) in plain or isinstance(argument, ast.Starred)
                if not is_plain and scope.qualified_names(node.func) == {"builtins.type"}:
                    used.add(_CLASS_OF)
                    node.func = _prefixed_helper_node(_CLASS_OF, node.func)
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(name), *_]):
                is_getattr = scope.qualified_names(node.func) == {"builtins.getattr"}
                if name in _PLACES and is_getattr and not isinstance(owner, ast.Starred):
                    used.add(_ORIGINAL_OF)
                    node.args[0] = _helper_call_node(_ORIGINAL_OF, owner)
            case ast.Attribute(attr=name, ctx=ast.Load(), value=owner) if name in _PLACES:
                used.add(_ORIGINAL_OF)
                node.value = _helper_call_node(_ORIGINAL_OF, owner)
            case ast.Attribute(attr="__class__", ctx=ast.Load(), value=owner):
                if not _is_self_cls_or_super(owner):
                    used.add(_CLASSED)
                    node.value = _helper_call_node(_CLASSED, owner)
        if _rewrite_module_key(node, scope):
            used.add(_MODULE_KEY)
    if used:
        _insert_import(tree, sorted(used))


def _is_array_view(node: ast.Call, scope: Scope) -> bool:
    """Return whether a call of a method ``view`` asks for the class ``ndarray``."""
    match node:
        case (
            ast.Call(args=[kind], keywords=[])
            | ast.Call(args=[], keywords=[ast.keyword("type", kind)])
        ):
            return scope.qualified_names(kind) == _ARRAY_CLASS
    return False


def _is_self_cls_or_super(node: ast.expr) -> bool:
    match node:
        case ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super")):
            return True
    return False


def _rewrite_module_key(node: ast.AST, scope: Scope) -> bool:
    """Wrap a node's key of ``sys.modules``; return whether it has one."""
    match node:
        case ast.Subscript(value=modules, slice=key):
            if is_key := scope.qualified_names(modules) == _SYS_MODULES:
                node.slice = _helper_call_node(_MODULE_KEY, key)
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[modules]):
            if is_key := scope.qualified_names(modules) == _SYS_MODULES:
                node.left = _helper_call_node(_MODULE_KEY, key)
        case ast.Call(func=function, args=[key, *_]) if not isinstance(key, ast.Starred):
            is_look_up = isinstance(function, ast.Attribute) and function.attr in _LOOK_UPS
            if is_key := is_look_up and scope.qualified_names(function.value) == _SYS_MODULES:
                node.args[0] = _helper_call_node(_MODULE_KEY, key)
        case _:
            is_key = False
    return is_key


def _are_builtin_classes(nodes: list[ast.expr], scope: Scope) -> bool:
    """Return whether expressions are Python's own classes, ``type`` apart, or tuples of them."""
    for node in nodes:
        match node:
            case ast.Tuple(elts=members) | ast.List(elts=members) | ast.Set(elts=members):
                if not _are_builtin_classes(members, scope):
                    return False
            case ast.Name(id=name) if name in _CLASSES:
                if scope.qualified_names(node) != {f"builtins.{name}"}:
                    return False
            case _:
                return False
    return True


def _prefixed_helper_node(name: str, like: ast.expr) -> ast.Name:
    return ast.copy_location(ast.Name(f"_ivy_{name}", ast.Load()), like)


def _helper_call_node(name: str, owner: ast.expr) -> ast.Call:
    """Return the node of ``_ivy_NAME(owner)``, placed where ``owner`` is."""
    return ast.copy_location(ast.Call(_prefixed_helper_node(name, owner), [owner], []), owner)


def _insert_import(tree: ast.Module, names: list[str]) -> None:
    """Import functions as ``_ivy_NAME`` in a tree, below docstring and ``__future__`` imports."""
    place = 0
    for statement in tree.body:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) if place == 0:
                place = 1
            case ast.ImportFrom(module="__future__"):
                place += 1
            case _:
                break
    statement = ast.ImportFrom(_MODULE, [ast.alias(name, f"_ivy_{name}") for name in names], 0)
    line = tree.body[min(place, len(tree.body) - 1)].lineno
    for node in ast.walk(statement):
        if isinstance(node, ast.stmt | ast.alias):
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = 0
    tree.body.insert(place, statement)
