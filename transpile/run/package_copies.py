"""Installed packages imported a second time, rewritten, beside those that the program has."""

from __future__ import annotations

import contextlib
import importlib
import sys
import types
from collections.abc import Iterator, Sequence

from transpile.errors import TranspileError
from transpile.run.answers import install_answers
from transpile.run.hook import Finder, RunSettings, install


class PackageCopies:
    """The modules of installed packages, imported rewritten when they are first asked for.

    Parameters
    ----------
    to : str
        The backend that they run on.
    packages : sequence of str
        What is rewritten, with what it needs, as `choose_packages` takes it.
    sources : tuple of str
        The frameworks that are replaced.

    Notes
    -----
    Python finds a module by its name in ``sys.modules``, and a package imports parts of itself
    long after it has been imported: so the copies stand there `in_place` while code runs that uses
    them, and the program's own modules at all other times.
    """

    def __init__(self, to: str, packages: Sequence[str], sources: tuple[str, ...]) -> None:
        if isinstance(packages, str):
            raise TranspileError(f"packages must be a sequence of names, not {packages!r}")
        self._settings = RunSettings(to, sources=sources, packages=tuple(packages))
        self._finder = Finder(self._settings)
        install_answers()
        self._copies: dict[str, types.ModuleType] = {}
        self._originals: dict[str, types.ModuleType] = {}
        self._depth = 0

    def __contains__(self, name: str) -> bool:
        """Return whether a module of that name belongs to one of the packages."""
        return name.partition(".")[0] in self._finder.packages

    def module(self, name: str) -> types.ModuleType:
        """Return the copy of a module, imported now where it has not been."""
        with self.in_place():
            return importlib.import_module(name)

    def original(self, name: str) -> types.ModuleType | None:
        """Return the program's own module of a name; None where it has imported none."""
        return (self._originals if self._depth else sys.modules).get(name)

    @contextlib.contextmanager
    def in_place(self) -> Iterator[None]:
        """Within the context, have the copies stand in ``sys.modules`` and imports be rewritten."""
        self._depth += 1
        try:
            if self._depth == 1:
                self._originals = self._exchange(self._copies)
                install(self._settings, self._finder)
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                sys.meta_path.remove(self._finder)
                self._copies = self._exchange(self._originals)

    def _exchange(self, modules: dict[str, types.ModuleType]) -> dict[str, types.ModuleType]:
        """Put modules in place of the packages' that are loaded; return those."""
        loaded = {name: module for name, module in list(sys.modules.items()) if name in self}
        for name in loaded:
            del sys.modules[name]
        sys.modules.update(modules)
        return loaded


__all__ = ["PackageCopies"]
