"""The lines that set backend, device and default data type at the top of a module."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from transpile.frameworks import CORE, check_backend, check_device, check_float_dtype
from transpile.rewrite.syntax import Edit, Module

_BLANK = " \t\f"
_TO_LOGICAL_END = re.compile(r"(?:[ \t\f;]|\\(?:\r\n|\r|\n))*")
_SETTERS = ("set_backend", "set_default_device", "set_default_float_dtype")


@dataclass(frozen=True, slots=True)
class BackendSettings:
    """Settings that a module makes before it does anything else.

    Parameters
    ----------
    backend : str
        The backend.
    device, default_dtype : str, optional
        The default device and the default floating data type; None sets none.

    Raises
    ------
    TranspileError
        Where there is no such backend or data type, or the device's name cannot be one.
    """

    backend: str
    device: str | None = None
    default_dtype: str | None = None

    def __post_init__(self) -> None:
        check_backend(self.backend)
        check_device(self.device)
        check_float_dtype(self.default_dtype)

    def by_setter(self) -> dict[str, str]:
        """Return function of the core -> what to call it with, in the order of the calls."""
        values = (self.backend, self.device, self.default_dtype)
        pairs = zip(_SETTERS, values, strict=True)
        return {setter: value for setter, value in pairs if value is not None}


def edit_prologue(
    module: Module, settings: BackendSettings, *, newline: str, used: Container[str], wanted: bool
) -> Iterator[Edit]:
    """Yield the edits that make a module set what `settings` says.

    What the module sets already is changed where it stands; what it lacks is put after it, or,
    in a module that sets no backend, after the docstring and ``__future__`` imports.

    Parameters
    ----------
    module : Module
        The module.
    settings : BackendSettings
        What it is to set.
    newline : str
        What ends its lines.
    used : container of str
        The names it uses: one of them is not bound anew.
    wanted : bool
        Whether a module that sets no backend is to set one.
    """
    present = _existing_setter_calls(module.tree)
    backend = present.get("set_backend")
    if backend is None:
        if wanted:
            yield _insert_statements(module, _prologue_statements(settings, used), newline)
        return
    missing = []
    for setter, value in settings.by_setter().items():
        if setter in present:
            yield from _setter_argument_edits(module, present[setter], value)
        else:
            missing.append(_setter_call(backend.value.func.value.id, setter, value))
    if missing:
        yield _append_statements(module, backend, missing, newline)


def _existing_setter_calls(tree: ast.Module) -> Mapping[str, ast.Expr]:
    """Return the core's setter -> the first statement that calls it with a string alone."""
    cores = set()
    found: dict[str, ast.Expr] = {}
    for statement in tree.body:
        match statement:
            case ast.Import():
                cores.update(
                    alias.asname or CORE for alias in statement.names if alias.name == CORE
                )
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id=core), attr=setter),
                    args=[ast.Constant(value=str())],
                    keywords=[],
                )
            ) if core in cores and setter in _SETTERS:
                found.setdefault(setter, statement)
    return found


def _setter_argument_edits(module: Module, statement: ast.Expr, value: str) -> Iterator[Edit]:
    """Yield the edit that puts ``value`` into a setter's call, unless it is there already."""
    argument = statement.value.args[0]
    if argument.value != value:
        start, end = module.span(argument)
        quote = "'" if module.text[end - 1] == "'" else '"'
        yield Edit(start, end, f"{quote}{value}{quote}")


def _append_statements(module: Module, statement: ast.Expr, new: list[str], newline: str) -> Edit:
    """Return the edit that puts lines after `statement`, joined by ``;`` if it shares its line."""
    start, end = module.span(statement)
    line_start = module.line_starts[statement.lineno - 1]
    line_end = module.line_end(statement.end_lineno)
    before, after = module.text[line_start:start], module.text[end:line_end].strip(_BLANK)
    if not before.strip(_BLANK) and (not after or after.startswith("#")):
        return Edit(line_end, line_end, "".join(newline + line for line in new))
    return Edit(end, end, "".join(f"; {line}" for line in new))


def core_name(module: Module, used: Container[str]) -> str:
    """Return the name that a module has, or will have, for the core."""
    backend = _existing_setter_calls(module.tree).get("set_backend")
    return _unused_core_alias(used) if backend is None else backend.value.func.value.id


def _unused_core_alias(used: Container[str]) -> str:
    alias = CORE
    while alias in used:  # the script means something else by it
        alias = f"_{alias}"
    return alias


def _prologue_statements(settings: BackendSettings, used: Container[str]) -> list[str]:
    """Return the import of the core, under a free name, and the calls of its setters, as text."""
    alias = _unused_core_alias(used)
    import_ = f"import {CORE}" if alias == CORE else f"import {CORE} as {alias}"
    return [import_, *(_setter_call(alias, *pair) for pair in settings.by_setter().items())]


def _setter_call(core: str, setter: str, value: str) -> str:
    return f'{core}.{setter}("{value}")'


def _insert_statements(module: Module, new: list[str], newline: str) -> Edit:
    """Return the edit that puts lines below the docstring and ``__future__`` imports."""
    body = module.tree.body
    position = next((i for i in range(len(body)) if not _must_come_first(body, i)), len(body))
    following = body[position] if position < len(body) else None
    if position == 0:
        place = module.line_starts[_first_source_line(following) - 1]
        return Edit(place, place, "".join(line + newline for line in new))
    _, end = module.span(body[position - 1])
    end = _TO_LOGICAL_END.match(module.text, end).end()
    if following is not None and (start := module.span(following)[0]) <= end:
        return Edit(start, start, "".join(f"{statement}; " for statement in new))
    line = module.line_at(end) + 1
    if isinstance(following, ast.Import | ast.ImportFrom):
        # Imports take the new lines into their block, below the empty line that sets it apart.
        while line < following.lineno and not module.line(line).strip(_BLANK):
            line += 1
    if line > len(module.line_starts):  # the last line has no end
        return Edit(len(module.text), len(module.text), "".join(newline + part for part in new))
    place = module.line_starts[line - 1]
    return Edit(place, place, "".join(part + newline for part in new))


def _must_come_first(body: list[ast.stmt], position: int) -> bool:
    match body[position]:
        case ast.Expr(value=ast.Constant(value=str())):
            return position == 0  # the docstring
        case ast.ImportFrom(module="__future__", level=0):
            return True
    return False


def _first_source_line(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min(node.lineno for node in (statement, *decorators))
