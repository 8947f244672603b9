"""Modules that are executed when something is first asked of them.

A framework imports much that most programs never use: its packages for other devices and older
versions of itself. In a ``with`` block of :func:`executing_later` such a module is made and found
as ever, and waits; what is asked of it later has it executed, and answers.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import types
from collections.abc import Collection, Iterator
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader

# What the import system has given a module before it is executed
_OF_IMPORT = frozenset({
    "__class__", "__file__", "__loader__", "__name__", "__package__",
    "__path__", "__spec__", "__cached__",
})  # fmt: skip


class _Later(types.ModuleType):
    """A module that is executed when something is first asked of it, or put into it."""

    def __getattribute__(self, name: str):
        if name not in _OF_IMPORT:
            _execute(self)
        return types.ModuleType.__getattribute__(self, name)

    def __setattr__(self, name: str, value) -> None:
        if name not in _OF_IMPORT and not isinstance(value, types.ModuleType):
            _execute(self)
        types.ModuleType.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        _execute(self)
        types.ModuleType.__delattr__(self, name)


def _execute(module: _Later) -> None:
    """Execute a module that waits; other threads that ask something of it wait until it is done."""
    loader = module.__spec__.loader
    if not isinstance(loader, _LaterLoader):  # another thread has executed it
        return
    with loader.lock:
        if module.__spec__.loader is loader and not loader.is_executing:
            loader.is_executing = True
            try:
                loader.own.exec_module(module)
            finally:
                loader.is_executing = False
            module.__spec__.loader = module.__loader__ = loader.own
            module.__class__ = types.ModuleType


class _LaterLoader:
    """Make a module, and leave it to be executed by :func:`_execute`."""

    def __init__(self, own: SourceFileLoader):
        self.own, self.lock, self.is_executing = own, threading.RLock(), False

    def __getattr__(self, name: str):  # who looks for a module's file or source asks for more
        return getattr(self.own, name)

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        return _Later(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Do nothing yet."""


class _RefusingLoader:
    """Tell of a module where it lies, and raise when it is to be executed."""

    def __init__(self, own: SourceFileLoader):
        self.own = own

    def __getattr__(self, name: str):
        return getattr(self.own, name)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the import system."""

    def exec_module(self, module: types.ModuleType) -> None:
        raise ImportError(f"{module.__name__} is not imported here", name=module.__name__)


class _Finder:
    """Find the modules of the given names; they wait, or are refused as if not installed."""

    def __init__(self, names: Collection[str], refused: Collection[str]):
        self.names, self.refused, self.thread = names, refused, threading.get_ident()

    def find_spec(self, fullname: str, path=None, target=None) -> ModuleSpec | None:
        if fullname not in self.names and fullname not in self.refused:
            return None
        if self.thread != threading.get_ident():  # it imports what it needs itself
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader:
            return None
        kind = _LaterLoader if fullname in self.names else _RefusingLoader
        spec.loader = kind(spec.loader)
        return spec


@contextlib.contextmanager
def executing_later(names: Collection[str], refused: Collection[str] = ()) -> Iterator[None]:
    """Have modules that are imported in a ``with`` block wait until they are used.

    Parameters
    ----------
    names
        Their full names.
    refused
        Names of modules that are found, but whose import raises ImportError within the block, in
        the thread that runs it.
    """
    finder = _Finder(names, refused)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
