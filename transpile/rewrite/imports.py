"""Point import statements at the frontends."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from os.path import commonprefix

from transpile.frameworks import can_import, missing_module
from transpile.rewrite.syntax import Edit, Module, root, statements

# What binds the same names whatever the module is called: only the module's name is replaced.
_PLAIN = re.compile(r"(import (?=[\w.]+ as \w+$)|from (?=[\w.]+ import[ (*]))(\w+)(.*)", re.DOTALL)
# One of the modules of an `import`, with the spaces around it
_ALIAS = re.compile(r"([ \t]*)(\w+)((?:\.\w+)*)([ \t]+as[ \t]+\w+)?([ \t]*)")
_AFTER_FROM = re.compile(r"from(?:[ \t\f]|\\(?:\r\n|\r|\n))*")


@dataclass(slots=True)
class Changes:
    """Changes to a module's imports, and what was found on the way.

    Attributes
    ----------
    edits : list of Edit
        The changes of the text.
    count : int
        How many imports they change.
    notes : list of (int, str)
        Lines, and what was left as it is there, and why.
    modules : dict of str to int
        The frontends' modules that the code now imports -> line of the first such import.
    """

    edits: list[Edit] = field(default_factory=list)
    count: int = 0
    notes: list[tuple[int, str]] = field(default_factory=list)
    modules: dict[str, int] = field(default_factory=dict)

    def edit(self, start: int, end: int, text: str) -> None:
        """Replace what stands from `start` to `end`."""
        self.edits.append(Edit(start, end, text))

    def note_missing(self, line: int, what: str, module: str, frontends: Mapping[str, str]) -> None:
        """Note that `what` stays the framework's own, its frontend having no such `module`."""
        package = root(module)
        frontend = frontends[package] + module[len(package) :]
        self.notes.append((line, f"{what} is left as it is: there is no {frontend}"))


def rewrite_imports(
    module: Module, frontends: Mapping[str, str], changes: Changes, *, name_taken: bool
) -> None:
    """Point every import statement of a source framework at its frontend.

    Parameters
    ----------
    module : Module
        The module to look at.
    frontends : mapping of str to str
        Source module -> frontend package.
    changes : Changes
        Takes the edits.
    name_taken : bool
        Whether the module uses the name ``frontends`` itself: then no import may bind it.
    """
    for statement in statements(module.tree):
        match statement:
            case ast.Import():
                places = {alias.name: module.span(alias)[0] for alias in statement.names}
            case ast.ImportFrom(level=0):
                start, _ = module.span(statement)
                places = {statement.module: _AFTER_FROM.match(module.text, start).end()}
            case _:
                continue
        places = {name: at for name, at in places.items() if root(name) in frontends}
        if places and not module.is_kept(statement):
            _rewrite_import(module, statement, places, frontends, changes, name_taken)


def plainly_rewritten(
    text: str, frontends: Mapping[str, str], *, name_taken: bool = True
) -> str | None:
    """Return an import statement rewritten if it is written as most are, else None.

    Parameters
    ----------
    text : str
        One statement, without indentation or what follows it.
    frontends : mapping of str to str
        Source module -> frontend package.
    name_taken : bool
        Whether the module uses the name ``frontends`` itself: then the statement must not bind it.

    Examples
    --------
    >>> plainly_rewritten("import os, numpy", {"numpy": "frontends.numpy"})
    'import os, frontends.numpy as numpy'
    >>> plainly_rewritten("import numpy.linalg", {"numpy": "frontends.numpy"})
    """
    found = _PLAIN.fullmatch(text)
    if found is not None:
        before, package, after = found.groups()
        return f"{before}{frontends.get(package, package)}{after}"
    if not text.startswith("import "):
        return None
    aliases = [_ALIAS.fullmatch(part) for part in text.removeprefix("import ").split(",")]
    parts: list[str] = []
    for alias in aliases:
        if alias is None:  # continued on another line, or spelled with spaces around its dots
            return None
        before, package, submodule, name, after = alias.groups()
        frontend = frontends.get(package)
        if frontend is None:
            parts.append(alias.group())
        elif name is not None:
            parts.append(f"{before}{frontend}{submodule}{name}{after}")
        elif not submodule:
            parts.append(f"{before}{frontend} as {package}{after}")
        elif name_taken or len(aliases) > 1:
            return None
        else:  # it binds the package
            parts.append(f"{before}{frontend}{submodule}, {frontend} as {package}{after}")
    return f"import {','.join(parts)}"


def _rewrite_import(
    module: Module,
    statement: ast.Import | ast.ImportFrom,
    places: Mapping[str, int],
    frontends: Mapping[str, str],
    changes: Changes,
    name_taken: bool,
) -> None:
    """Add a statement's edits, notes and modules to ``changes``; ``places``: name -> offset."""
    start, end = module.span(statement)
    text = module.text[start:end]
    missing = {name: part for name in places if (part := missing_module(name, frontends))}
    new = None if missing else plainly_rewritten(text, frontends, name_taken=name_taken)
    if new is None:
        # imported here: libcst takes longer to import than all else, and most programs need it not
        from transpile.rewrite.codemod import rewrite_statement

        new = rewrite_statement(text, frontends, name_taken=name_taken, missing=missing)
    if new != text:
        _edit_lines(changes, start, text, new)
        changes.count += 1
    for name, place in places.items():
        package = root(name)
        if name in missing:
            changes.note_missing(statement.lineno, f"import of {name}", missing[name], frontends)
        elif module.text.startswith(package, place):
            target = frontends[package] + name[len(package) :]
            changes.modules.setdefault(target, statement.lineno)
        else:  # Python reads ｎｕｍｐｙ as numpy
            note = f"import of {name} is left as it is: spelled unusually"
            changes.notes.append((statement.lineno, note))
    if isinstance(statement, ast.ImportFrom):
        for alias in statement.names:
            name = f"{statement.module}.{alias.name}"
            if (
                statement.module not in missing
                and can_import(name)
                and missing_module(name, frontends)
            ):
                changes.note_missing(statement.lineno, name, name, frontends)


def _edit_lines(changes: Changes, start: int, old: str, new: str) -> None:
    """Add an edit for each line that differs: a docstring has prompts between the lines."""
    for before, after in zip(old.splitlines(True), new.splitlines(True), strict=True):
        if before != after:
            head = len(commonprefix([before, after]))
            tail = len(commonprefix([before[head:][::-1], after[head:][::-1]]))
            stop = len(before) - tail
            changes.edit(start + head, start + stop, after[head : len(after) - tail])
        start += len(before)
