"""Adapters of other packages: each is called with its module once that has been imported.

A library that tests for the very class of NumPy's arrays or of PyTorch's tensors needs a few of its
functions changed. That is done when the library is there, and nothing is imported for it.

The one finder of this project serves its packages with modules without files too: Python asks each
finder for each module that anybody imports.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec

_waiting: dict[str, list[Callable[[types.ModuleType], None]]] = {}
_packages: dict[str, Callable] = {}  # by what the names of a package's modules begin with
_being_found: set[str] = set()  # a finder that asks all finders in its turn must not come back here


def when_imported(name: str, adapter: Callable[[types.ModuleType], None]) -> None:
    """Call an adapter with a module: now if it has been imported, else as soon as it has been.

    Parameters
    ----------
    name : str
        The module's full name.
    adapter : callable
        What is called with the module, once.

    Examples
    --------
    >>> from ivy_core.utils.import_adapters import when_imported
    >>> when_imported("string", lambda module: print(module.digits))
    0123456789
    """
    module = sys.modules.get(name)
    if module is not None:
        adapter(module)
    else:
        _waiting.setdefault(name, []).append(adapter)
        _stand_before_other_finders()


def find_within(package: str, find_spec: Callable) -> None:
    """Have the modules within a package found by a function; it takes what finders are given."""
    _packages[f"{package}."] = find_spec
    _stand_before_other_finders()


def _stand_before_other_finders() -> None:
    """Put the finder first in ``sys.meta_path``; not where it is in that already."""
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)


def stand_first() -> None:
    """Put the finder first in ``sys.meta_path`` again, once another has been put before it.

    What it finds by that other one is adapted then; asked after it, it would hide the loader.
    """
    if _Finder in sys.meta_path:
        sys.meta_path.remove(_Finder)
        sys.meta_path.insert(0, _Finder)


class _Finder:
    """Find modules of packages that have asked for it, and those that an adapter waits for.

    The latter are found by the other finders; the adapter is called after the load.
    """

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in _waiting or fullname in _being_found:
            for start, find_spec in _packages.items():
                if fullname.startswith(start):
                    return find_spec(fullname, path, target)
            return None
        _being_found.add(fullname)
        try:
            finders = (getattr(f, "find_spec", None) for f in sys.meta_path if f is not _Finder)
            specs = (find(fullname, path, target) for find in finders if find)
            spec = next((spec for spec in specs if spec is not None), None)
        finally:
            _being_found.discard(fullname)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader:
    """Load a module by its own loader, which the module keeps, and have it adapted."""

    def __init__(self, loader):
        self._loader = loader

    def __getattr__(self, name: str):  # who looks for a module's file or source asks for more
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec):
        return self._loader.create_module(spec)

    def exec_module(self, module: types.ModuleType) -> None:
        module.__loader__ = module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        for adapter in _waiting.pop(module.__spec__.name, ()):
            adapter(module)
        if not _waiting and not _packages and _Finder in sys.meta_path:
            sys.meta_path.remove(_Finder)  # other imports need not ask it


__all__ = ["find_within", "stand_first", "when_imported"]
