"""Point calls that import, and look-ups of loaded modules, at the frontends."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from transpile.frameworks import can_import, missing_module
from transpile.rewrite.imports import Changes
from transpile.rewrite.scopes import Analysis, Scope
from transpile.rewrite.syntax import Module, root

_IMPORT_MODULE = "importlib.import_module"
_DUNDER_IMPORT = ("builtins.__import__", "importlib.__import__")
_SYS_MODULES = "sys.modules"

# Function -> its parameters; the first, or `package` for a relative name, says what it is about.
_PARAMETERS = {
    _IMPORT_MODULE: ("name", "package"),
    **dict.fromkeys(_DUNDER_IMPORT, ("name", "globals", "locals", "fromlist", "level")),
    "importlib.util.find_spec": ("name", "package"),
    "pkgutil.resolve_name": ("name",),
    "pytest.importorskip": ("modname",),
    "unittest.mock.patch": ("target",),
    "unittest.mock.patch.multiple": ("target",),
}
_IMPORTERS = {_IMPORT_MODULE, *_DUNDER_IMPORT, "pytest.importorskip"}
_LOOK_UPS = {"get", "pop", "setdefault", "__getitem__", "__setitem__", "__delitem__"}

_QUOTE = re.compile(r"""[rRuUfF]{0,2}(?:'''|\"\"\"|'|")""")

_FUNCTION_NAMES = {name.rpartition(".")[2] for name in _PARAMETERS}
_IMPORTER_WORDS = ("import_module", "__import__", "importorskip")
_LOOK_UP_WORDS = ("find_spec", "resolve_name", "patch", "modules")


def mentions_dynamic_import(text: str, frontends: Mapping[str, str]) -> bool:
    """Return whether it is worth the while to look at the expressions in `text`.

    Examples
    --------
    >>> mentions_dynamic_import("__import__(name)", {"numpy": "frontends.numpy"})
    True
    >>> mentions_dynamic_import("sys.modules['os']", {"numpy": "frontends.numpy"})
    False
    """
    if any(word in text for word in _IMPORTER_WORDS):
        return True
    is_quoted = any(f"{quote}{name}" in text for quote in "\"'" for name in frontends)
    return is_quoted and any(word in text for word in _LOOK_UP_WORDS)


def may_import(node: ast.AST) -> bool:
    """Return whether `node` has the form of what `rewrite_dynamic_imports` rewrites."""
    match node:
        case ast.Call():
            return True
        case ast.Subscript(value=ast.Name() | ast.Attribute(), slice=ast.Constant()):
            return True
        case ast.Compare(left=ast.Constant(), ops=[ast.In() | ast.NotIn()]):
            return True
    return False


def rewrite_dynamic_imports(
    module: Module, analysis: Analysis, frontends: Mapping[str, str], changes: Changes
) -> None:
    """Point calls that import, and keys of ``sys.modules``, at the frontends.

    Parameters
    ----------
    module : Module
        The module to look at.
    analysis : Analysis
        Its nodes that `may_import`.
    frontends : mapping of str to str
        Source module -> frontend package.
    changes : Changes
        Takes the edits.
    """
    rewriter = _Rewriter(module, frontends, changes)
    for node, scope in analysis.nodes:
        match node:
            case ast.Call():
                rewriter.rewrite_call(node, scope)
            case ast.Subscript():
                rewriter.rewrite_key(node.value, node.slice, scope)
            case ast.Compare():
                rewriter.rewrite_key(node.comparators[0], node.left, scope)


class _Rewriter:
    def __init__(self, module: Module, frontends: Mapping[str, str], changes: Changes) -> None:
        self._module = module
        self._frontends = frontends
        self._changes = changes

    def rewrite_call(self, call: ast.Call, scope: Scope) -> None:
        for mapping, key in _module_look_ups(call):
            self.rewrite_key(mapping, key, scope)
        if isinstance(call.func, ast.Attribute) and call.func.attr not in _FUNCTION_NAMES:
            return
        meanings = scope.qualified_names(call.func)
        known = meanings & _PARAMETERS.keys()
        if not known or self._module.is_kept(call):
            return
        function = known.pop()
        arguments = _arguments_by_parameter(call, _PARAMETERS[function])
        if len(meanings) > 1:
            self._note_unchanged(call, "the name may mean several things")
        elif function not in _DUNDER_IMPORT:
            self._rewrite_name(call, function, arguments)
        elif _is_absolute_import(arguments):
            frontend = self._rewrite_name(call, function, arguments)
            if frontend and _is_empty_fromlist(arguments.get("fromlist")):
                # It returns the outermost package, which is now the frontends' own.
                _, end = self._module.span(call)
                self._changes.edit(end, end, frontend[len(root(frontend)) :])

    def rewrite_key(self, mapping: ast.expr, key: ast.expr, scope: Scope) -> None:
        """Rewrite `key` if `mapping` is ``sys.modules``."""
        literal = _module_literal(key)
        if literal is None or literal.package not in self._frontends or self._module.is_kept(key):
            return
        is_patch_target = isinstance(mapping, ast.Constant) and mapping.value == _SYS_MODULES
        if is_patch_target or scope.qualified_names(mapping) == {_SYS_MODULES}:
            self._retarget_literal(literal)

    def _rewrite_name(
        self, call: ast.Call, function: str, arguments: Mapping[str, ast.expr]
    ) -> str | None:
        """Rewrite the argument that names a module; return the frontend it names now, if any."""
        literal = _module_literal(arguments.get(_PARAMETERS[function][0]))
        if literal is not None and literal.text.startswith("."):
            literal = _module_literal(arguments.get("package"))
            if literal is None:  # `__package__` or the like: the code's own
                return None
        if literal is None:
            if function in _IMPORTERS:
                self._note_unchanged(call, "what it imports is known only when it runs")
            return None
        if literal.package not in self._frontends:
            return None
        return self._retarget_literal(literal, imports=function in _IMPORTERS)

    def _retarget_literal(self, literal: _Literal, *, imports: bool = False) -> str | None:
        """Put the frontend's name into a literal and return it; None, with a note, if it stays."""
        package = literal.package
        # A name that is cut short says which module it begins with; an attribute is no module.
        module = literal.text if literal.is_whole else literal.text.rpartition(".")[0]
        missing = missing_module(module, self._frontends) if module else None
        if missing is not None and (imports or can_import(missing)):
            self._changes.note_missing(literal.node.lineno, repr(module), missing, self._frontends)
            return None
        start, _ = self._module.span(literal.node)
        quote = _QUOTE.match(self._module.text, start)
        place = start if quote is None else quote.end()
        if quote is None or not re.compile(rf"{package}\b").match(self._module.text, place):
            self._note_unchanged(literal.node, "the string is spelled unusually")
            return None
        frontend = self._frontends[package]
        self._changes.edit(place, place + len(package), frontend)
        self._changes.count += 1
        self._changes.modules.setdefault(frontend, literal.node.lineno)
        return frontend

    def _note_unchanged(self, node: ast.expr, why: str) -> None:
        """Note that a call or literal was left as it is, and why; nothing else."""
        source = ast.unparse(node.func) if isinstance(node, ast.Call) else ast.unparse(node)
        self._changes.notes.append((node.lineno, f"{source} is left as it is: {why}"))


def _module_look_ups(call: ast.Call) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each pair of a call that may be ``sys.modules`` and a key of it."""
    match call:
        case ast.Call(func=ast.Attribute(value=mapping, attr=name), args=[key, *_]):
            if name in _LOOK_UPS:
                yield mapping, key
    # `monkeypatch.setitem(sys.modules, "numpy", fake)`, `patch.dict(sys.modules, {"numpy": None})`
    match call.args:
        case [mapping, ast.Dict(keys=keys), *_]:
            yield from ((mapping, key) for key in keys if key is not None)
        case [ast.Name() | ast.Attribute() as mapping, ast.Constant() as key, *_]:
            yield mapping, key


def _arguments_by_parameter(call: ast.Call, parameters: tuple[str, ...]) -> dict[str, ast.expr]:
    """Return the arguments of `call` by parameter; none where ``*`` or ``**`` hides some."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in named or any(isinstance(argument, ast.Starred) for argument in call.args):
        return {}
    return {**dict(zip(parameters, call.args, strict=False)), **named}


class _Literal(NamedTuple):
    """A literal that names a module, or with which a module's name begins, and its text."""

    node: ast.expr
    text: str
    is_whole: bool

    @property
    def package(self) -> str:
        return re.match(r"\w*", self.text).group()


def _module_literal(node: ast.expr | None) -> _Literal | None:
    """Return as `_Literal` the string that a node is, or begins with if "." is in it; else None."""
    first = node
    while True:
        match first:
            case ast.Constant(value=str(text)) | ast.JoinedStr(values=[ast.Constant(text), *_]):
                break
            case ast.BinOp(left=left, op=ast.Add() | ast.Mod()):
                first = left
            case ast.Call(func=ast.Attribute(value=left, attr="format")):
                first = left
            case _:
                return None
    is_whole = isinstance(node, ast.Constant)
    return _Literal(first, text, is_whole) if is_whole or "." in text else None


def _is_absolute_import(arguments: Mapping[str, ast.expr]) -> bool:
    """Return whether ``level``, among arguments by parameter, is absent or 0."""
    match arguments.get("level"):
        case None | ast.Constant(value=0):
            return True
    return False


def _is_empty_fromlist(fromlist: ast.expr | None) -> bool:
    match fromlist:
        case None | ast.Constant(value=None) | ast.Tuple(elts=[]) | ast.List(elts=[]):
            return True
    return False
