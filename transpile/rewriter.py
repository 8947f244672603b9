"""Rewrite the imports of a framework to the frontend that replaces it, and nothing else.

Rewriting happens in two steps. The first points imports at the frontends and keeps every statement
on its line, which is all that running a script needs; the second puts in the two lines that set
the backend.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider, ScopeProvider

from transpile.errors import TranspileError
from transpile.frameworks import CORE, check_backend, enabled_frontends
from transpile.source import decode

T = TypeVar("T")

_KEEP = re.compile(r"#\s*transpile:\s*keep\b")
_DYNAMIC = re.compile(r"\b(?:import_module|__import__)\b")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
# libcst drops these at the edges of a file: they are taken off before parsing and put back after.
_HEAD = re.compile(r"\ufeff?(?:[ \t]*\f)*")
_TAIL = re.compile(r"(?:(?:\r\n|\r|\n)[ \t\f]*)*\Z")
_DEEP_RECURSION = 100_000


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A rewritten module: its text, and how many imports now name a frontend."""

    code: str
    imports: int = 0


def transpile_source(code: str | bytes, *, to: str, filename: str = "<string>") -> str:
    """Rewrite the imports of NumPy in `code` to the NumPy frontend, running on backend `to`.

    Parameters
    ----------
    code : str or bytes
        A Python module. Bytes are decoded as its byte order mark or coding cookie says.
    to : str
        The backend: ``"numpy"``, ``"jax"``, ``"torch"`` or ``"tensorflow"``.
    filename : str
        The module's name in error messages.

    Returns
    -------
    str
        The module with its imports changed and all else kept, byte order mark and line endings
        included. Code without NumPy comes back as it is; so do imports on a line that says
        ``# transpile: keep``.

    Raises
    ------
    TranspileError
        Where `code` is not Python or not text, or `to` is no backend.

    Examples
    --------
    >>> print(transpile_source("import numpy as np\\nx = np.ones(3)\\n", to="jax"), end="")
    import ivy_core
    ivy_core.set_backend("jax")
    import frontends.numpy as np
    x = np.ones(3)
    """
    text = decode(code, filename).text if isinstance(code, bytes) else code
    return rewrite(text, to=to, filename=filename).code


def rewrite(text: str, *, to: str, filename: str = "<string>") -> Rewrite:
    """Rewrite a module's imports and have it set backend `to`: `transpile_source` with the count.

    Examples
    --------
    >>> rewrite("from numpy import array, linalg\\n", to="torch").imports
    1
    """
    check_backend(to)
    return _rewrite(text, to, filename)


def rewrite_in_place(text: str, *, filename: str = "<string>") -> Rewrite:
    """Rewrite a module's imports without setting a backend, every statement kept on its line.

    Examples
    --------
    >>> rewrite_in_place("import os; import numpy\\n").code
    'import os; import frontends.numpy as numpy\\n'
    """
    return _rewrite(text, None, filename)


def _rewrite(text: str, to: str | None, filename: str) -> Rewrite:
    frontends = enabled_frontends()
    if not re.search(rf"\b(?:{'|'.join(frontends)})\b", text):
        return Rewrite(text)
    head = _HEAD.match(text).group()
    tail = _TAIL.search(text, len(head)).group()
    if text[: len(text) - len(tail)].rstrip().endswith("\\"):
        tail = ""  # the last line is continued into it
    core = text[len(head) : len(text) - len(tail)]
    newline = re.search(r"\r\n|\r|\n|\Z", text).group() or "\n"
    result = _with_room_to_recurse(lambda: _rewrite_core(core, to, newline, filename), filename)
    return Rewrite(head + result.code + tail, result.imports)


def _rewrite_core(text: str, to: str | None, newline: str, filename: str) -> Rewrite:
    frontends = enabled_frontends()
    module = _parse(text, filename)
    names = _names(module) if _mentions(text, (CORE, *_packages(frontends))) else _Names()
    imports = _imports_rewriter(module, text, frontends, names)
    changed = module.visit(imports)
    new_lines: list[str] = []
    if to is not None and (imports.count or any(name in text for name in frontends.values())):
        literal = _find_backend(changed)
        if literal is not None:
            changed = _replace_backend(changed, literal, to)
        elif imports.count:
            setup = _setup(to, names)
            line, column = _anchor(changed)
            if column:  # code follows the docstring on its line, and must find the backend set
                changed = _insert_inline(changed, line, column, setup)
            else:
                new_lines = setup
    if changed is module:
        return Rewrite(text)
    lines = _splice(text, module.code, changed.code, filename)
    if new_lines:
        at = _line_number(module, line)
        lines[at:at] = [statement + newline for statement in new_lines]
    return Rewrite("".join(lines), imports.count)


def _parse(text: str, filename: str) -> cst.Module:
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise _syntax_error(text, error, filename) from None


def _syntax_error(text: str, error: cst.ParserSyntaxError, filename: str) -> TranspileError:
    # Python's own message says far more than a list of tokens that were expected.
    if "\0" in text:
        before = text[: text.index("\0")]
        line, column = len(_LINE.findall(before + "\0")), len(_LINE.findall(before + "\0")[-1])
        return TranspileError("null character in source", file=filename, line=line, column=column)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as own:
        return TranspileError(own.msg, file=filename, line=own.lineno, column=own.offset)
    except (ValueError, RecursionError, MemoryError):
        pass
    return TranspileError(
        "syntax not supported", file=filename, line=error.editor_line, column=error.editor_column
    )


def _with_room_to_recurse(function: Callable[[], T], filename: str) -> T:
    # Trees as deep as their longest sum need more Python frames than the usual limit allows.
    try:
        return function()
    except RecursionError:
        pass
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEP_RECURSION))
    try:
        return function()
    except RecursionError:
        raise TranspileError("expressions are nested too deeply", file=filename) from None
    finally:
        sys.setrecursionlimit(limit)


def _mentions(text: str, words: Collection[str]) -> bool:
    return any(word in text for word in words)


def _packages(frontends: Mapping[str, str]) -> set[str]:
    return {_root(frontend) for frontend in frontends.values()}


def _root(name: str) -> str:
    return name.partition(".")[0]


def _dotted(node: cst.BaseExpression) -> str:
    """Return the dotted name that a Name or a chain of Attributes spells."""
    if isinstance(node, cst.Attribute):
        return f"{_dotted(node.value)}.{node.attr.value}"
    return node.value


@dataclass
class _Names(cst.CSTVisitor):
    """The names a module uses, apart from the modules its import statements name."""

    used: set[str] = field(default_factory=set)
    imports_core: bool = False

    def visit_Name(self, node: cst.Name) -> None:
        self.used.add(node.value)

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        node.value.visit(self)
        return False

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        if not isinstance(node.names, cst.ImportStar):
            self.used.update(alias.evaluated_alias or alias.evaluated_name for alias in node.names)
        return False

    def visit_ImportAlias(self, node: cst.ImportAlias) -> bool:
        bound = node.evaluated_alias or _root(node.evaluated_name)
        if node.asname is None and bound == CORE:
            self.imports_core = True
        else:
            self.used.add(bound)
        return False


def _names(module: cst.Module) -> _Names:
    names = _Names()
    module.visit(names)
    return names


def _imports_rewriter(
    module: cst.Module, text: str, frontends: Mapping[str, str], names: _Names
) -> _RewriteImports:
    wants_scopes = _DYNAMIC.search(text) is not None
    wants_positions = _KEEP.search(text) is not None
    wrapper = MetadataWrapper(module, unsafe_skip_copy=True)  # nobody else holds this tree
    scopes = wrapper.resolve(ScopeProvider) if wants_scopes else {}
    positions = wrapper.resolve(PositionProvider) if wants_positions else {}
    return _RewriteImports(frontends, names.used, scopes if wants_scopes else None, positions)


class _RewriteImports(cst.CSTTransformer):
    """Point imports of a framework at its frontend, each on the lines it had.

    Parameters
    ----------
    frontends : mapping of str to str
        Source module -> frontend package.
    used : container of str
        The names the module uses; no import may bind one of these anew.
    scopes : mapping or None
        Node -> scope, to tell `importlib.import_module` from a namesake; None if the text has no
        such call, and expressions need not be visited.
    positions : mapping
        Node -> position, if there are ``# transpile: keep`` comments to honour.
    """

    def __init__(
        self,
        frontends: Mapping[str, str],
        used: Container[str],
        scopes: Mapping[cst.CSTNode, object] | None,
        positions: Mapping[cst.CSTNode, object],
    ) -> None:
        super().__init__()
        self.count = 0
        self._frontends = frontends
        self._used = used
        self._scopes = scopes
        self._positions = positions
        self._kept_lines = {
            place.start.line
            for node, place in positions.items()
            if isinstance(node, cst.Comment) and _KEEP.match(node.value)
        }

    def on_visit(self, node: cst.CSTNode) -> bool:
        if self._scopes is None and isinstance(node, cst.BaseExpression):
            return False  # only calls hide imports: without any, most of the tree is skipped
        return super().on_visit(node)

    def leave_Import(self, original_node: cst.Import, updated_node: cst.Import) -> cst.Import:
        if self._is_kept(original_node):
            return updated_node
        aliases = list(self._import_aliases(updated_node.names))
        if len(aliases) == len(updated_node.names) and all(
            new is old for new, old in zip(aliases, updated_node.names, strict=True)
        ):
            return updated_node
        self.count += 1
        return updated_node.with_changes(names=aliases)

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom:
        if updated_node.relative or self._is_kept(original_node):
            return updated_node
        if self._frontend_of(updated_node.module) is None:
            return updated_node
        self.count += 1
        return updated_node.with_changes(module=self._retarget(updated_node.module))

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        function = self._import_function(original_node)
        if function is None or self._is_kept(original_node):
            return updated_node
        new = (
            self._import_module(updated_node)
            if function == "importlib.import_module"
            else self._dunder_import(updated_node)
        )
        self.count += new is not updated_node
        return new

    # import statements

    def _import_aliases(self, aliases: Collection[cst.ImportAlias]) -> Iterator[cst.ImportAlias]:
        bare = [alias for alias in aliases if not alias.asname and self._frontend_of(alias.name)]
        # `import numpy.linalg` binds `numpy`: so must what takes its place.
        last_submodule = {
            _root(_dotted(alias.name)): alias
            for alias in bare
            if isinstance(alias.name, cst.Attribute)
        }
        bound = {alias.name.value for alias in bare if isinstance(alias.name, cst.Name)}
        for alias in aliases:
            frontend = self._frontend_of(alias.name)
            if frontend is None:
                yield alias
                continue
            root = _root(_dotted(alias.name))
            new = alias.with_changes(name=self._retarget(alias.name))
            if alias.asname is not None:
                yield new
                continue
            taken = _root(frontend) in self._used  # then `frontends` must not be bound either
            if taken or isinstance(alias.name, cst.Name):
                new = new.with_changes(asname=_as(root))
            if last_submodule.get(root) is alias and (taken or root not in bound):
                yield new.with_changes(comma=_comma())
                new = _alias(frontend, root).with_changes(comma=alias.comma)
            yield new

    def _frontend_of(self, name: cst.BaseExpression) -> str | None:
        return self._frontends.get(_root(_dotted(name)))

    def _retarget(self, name: cst.Name | cst.Attribute) -> cst.Name | cst.Attribute:
        if isinstance(name, cst.Attribute):
            return name.with_changes(value=self._retarget(name.value))
        return cst.parse_expression(self._frontends[name.value])

    def _is_kept(self, node: cst.CSTNode) -> bool:
        if not self._kept_lines:
            return False
        place = self._positions[node]
        return any(line in self._kept_lines for line in range(place.start.line, place.end.line + 1))

    # importing functions

    def _import_function(self, call: cst.Call) -> str | None:
        """Return which function that imports `call` calls, if its name can mean nothing else."""
        scope = (self._scopes or {}).get(call)
        if scope is None:
            return None
        meanings = {name.name for name in scope.get_qualified_names_for(call.func)}
        for function in ("importlib.import_module", "builtins.__import__"):
            if meanings == {function}:
                return function
        return None

    def _import_module(self, call: cst.Call) -> cst.Call:
        arguments = _arguments(call, ("name", "package"))
        name = _literal(arguments.get("name"))
        if name is None:
            return call
        wanted = "package" if name.startswith(".") else "name"
        return self._retarget_literal(call, arguments.get(wanted))

    def _dunder_import(self, call: cst.Call) -> cst.BaseExpression:
        arguments = _arguments(call, ("name", "globals", "locals", "fromlist", "level"))
        level = arguments.get("level")
        if level is not None and not _is_literal(level.value, 0):
            return call  # relative, or not to be known
        new = self._retarget_literal(call, arguments.get("name"))
        fromlist = arguments.get("fromlist")
        if new is call or not (fromlist is None or _is_empty(fromlist.value)):
            return new
        # Without a fromlist it returns the outermost package, which is now the frontends' own.
        frontend = self._frontends[_root(_literal(arguments["name"]))]
        for part in frontend.split(".")[1:]:
            new = cst.Attribute(value=new, attr=cst.Name(part))
        return new

    def _retarget_literal(self, call: cst.Call, argument: cst.Arg | None) -> cst.Call:
        name = _literal(argument)
        frontend = self._frontends.get(_root(name)) if name else None
        if frontend is None or not argument.value.raw_value.startswith(_root(name)):
            return call
        return call.with_deep_changes(
            argument.value, value=_with_content(argument.value, frontend + name[len(_root(name)) :])
        )


def _alias(name: str, asname: str) -> cst.ImportAlias:
    return cst.ImportAlias(name=cst.parse_expression(name), asname=_as(asname))


def _as(name: str) -> cst.AsName:
    return cst.AsName(name=cst.Name(name))


def _comma() -> cst.Comma:
    return cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))


def _arguments(call: cst.Call, parameters: tuple[str, ...]) -> dict[str, cst.Arg]:
    """Return the arguments of `call` by parameter; none where ``*`` or ``**`` hides some."""
    if any(argument.star for argument in call.args):
        return {}
    named = {arg.keyword.value: arg for arg in call.args if arg.keyword}
    return {
        **dict(zip(parameters, (arg for arg in call.args if not arg.keyword), strict=False)),
        **named,
    }


def _literal(argument: cst.Arg | None) -> str | None:
    if argument is None or not isinstance(argument.value, cst.SimpleString):
        return None
    value = argument.value.evaluated_value
    return value if isinstance(value, str) else None


def _with_content(string: cst.SimpleString, content: str) -> str:
    return f"{string.prefix}{string.quote}{content}{string.quote}"


def _is_literal(node: cst.BaseExpression, value: int) -> bool:
    return isinstance(node, cst.Integer) and node.evaluated_value == value


def _is_empty(node: cst.BaseExpression) -> bool:
    return (isinstance(node, (cst.Tuple, cst.List)) and not node.elements) or (
        isinstance(node, cst.Name) and node.value == "None"
    )


def _setup(to: str, names: _Names) -> list[str]:
    alias = CORE
    if CORE in names.used and not names.imports_core:  # the script means something else by it
        while alias in names.used:
            alias = f"_{alias}"
    import_ = f"import {CORE}" if alias == CORE else f"import {CORE} as {alias}"
    return [import_, f'{alias}.set_backend("{to}")']


def _find_backend(module: cst.Module) -> cst.SimpleString | None:
    """Return the backend's name in the first statement of the module that sets one."""
    cores = set()
    for line in module.body:
        for statement in getattr(line, "body", ()) if _is_simple(line) else ():
            if isinstance(statement, cst.Import):
                cores.update(
                    alias.evaluated_alias or CORE
                    for alias in statement.names
                    if alias.evaluated_name == CORE
                )
            elif (call := _set_backend_call(statement)) and call.func.value.value in cores:
                return call.args[0].value
    return None


def _set_backend_call(statement: cst.BaseSmallStatement) -> cst.Call | None:
    match statement:
        case cst.Expr(
            value=cst.Call(
                func=cst.Attribute(value=cst.Name(), attr=cst.Name(value="set_backend")),
                args=[cst.Arg(value=cst.SimpleString(), keyword=None, star="")],
            ) as call
        ):
            return call
    return None


def _replace_backend(module: cst.Module, literal: cst.SimpleString, to: str) -> cst.Module:
    if literal.evaluated_value == to:
        return module
    return module.with_deep_changes(literal, value=_with_content(literal, to))


def _anchor(module: cst.Module) -> tuple[int, int]:
    """Return the first statement after docstring and ``__future__`` imports: line, place in it."""
    for i, line in enumerate(module.body):
        if not _is_simple(line):
            return i, 0
        for j, statement in enumerate(line.body):
            is_docstring = i == j == 0 and _is_string(statement)
            if not is_docstring and not _is_future_import(statement):
                return i, j
    return len(module.body), 0


def _is_simple(line: cst.BaseStatement) -> bool:
    return isinstance(line, cst.SimpleStatementLine)


def _is_string(statement: cst.BaseSmallStatement) -> bool:
    match statement:
        case cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString()):
            return isinstance(statement.value.evaluated_value, str)  # neither bytes nor f-string
    return False


def _is_future_import(statement: cst.BaseSmallStatement) -> bool:
    return (
        isinstance(statement, cst.ImportFrom)
        and not statement.relative
        and _dotted(statement.module) == "__future__"
    )


def _insert_inline(module: cst.Module, line: int, column: int, setup: list[str]) -> cst.Module:
    old = module.body[line]
    separator = cst.Semicolon(whitespace_after=cst.SimpleWhitespace(" "))
    new = [
        cst.parse_statement(statement).body[0].with_changes(semicolon=separator)
        for statement in setup
    ]
    body = [*old.body[:column], *new, *old.body[column:]]
    lines = [*module.body[:line], old.with_changes(body=body), *module.body[line + 1 :]]
    return module.with_changes(body=lines)


def _splice(original: str, before: str, after: str, filename: str) -> list[str]:
    """Return the lines of `original` with those replaced that differ from `before` to `after`.

    libcst does not keep all of a file (the space in ``except E :`` is lost), so what it returns
    unchanged is taken from the original.
    """
    old, parsed, new = (_LINE.findall(text) for text in (original, before, after))
    if not len(old) == len(parsed) == len(new):
        raise TranspileError("cannot be rewritten with every line kept", file=filename)
    return [
        line if same == changed else changed
        for line, same, changed in zip(old, parsed, new, strict=True)
    ]


def _line_number(module: cst.Module, statement: int) -> int:
    """Return how many lines stand before the place to insert at, ahead of `statement`."""
    preceding = (*module.header, *module.body[:statement])
    above = "".join(module.code_for_node(node) for node in preceding)
    following = module.body[statement]
    blank = 0
    if _is_simple(following) and isinstance(following.body[0], (cst.Import, cst.ImportFrom)):
        # Imports take the new lines into their block, below the empty line that sets it apart.
        for line in following.leading_lines:
            if line.comment is not None:
                break
            blank += 1
    return len(_LINE.findall(above)) + blank
