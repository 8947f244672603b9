"""JAX's import, without what a program on one CPU does not use.

JAX looks for plugins of ROCm by the names of all packages, and parses the metadata of each: with
119 packages 25 of the 290 ms that its import takes. It is shown those alone that can be one. And
some of the modules that it imports are executed when something is first asked of them: those that
serve TPUs, GPUs, and a limit for JAX's cache on disk, 16 ms.

Measured with JAX 0.10.2 (``jax/_src/numpy/array_constructors.py``). To be retired when JAX looks
for names without parsing, and imports these modules where it uses them.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import sys
import threading
import types
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader

# CPU milliseconds, with what each imports that nothing else does. None puts another module in its
# place as it is executed, as `pygments.lexers` (4 ms) does.
LATER = {
    "filelock": 6.9,  # of `lru_cache.py`, where `jax_compilation_cache_max_size` is set
    "jaxlib.mosaic.python.tpu": 5.3,  # of `lib/__init__.py`: lowering for TPUs
    "jaxlib.mosaic.python.mosaic_gpu": 3.8,  # the same for GPUs
}
# What the import system has given a module before it is executed
_OF_IMPORT = frozenset({
    "__class__", "__file__", "__loader__", "__name__", "__package__",
    "__path__", "__spec__", "__cached__",
})  # fmt: skip
_all_packages = importlib.metadata.distributions


def _packages(*args, **kwargs) -> Iterable:
    """Return the installed packages; if JAX asks, those whose path has ``rocm`` in it."""
    found = _all_packages(*args, **kwargs)
    if not sys._getframe(1).f_globals.get("__name__", "").startswith("jax."):
        return found
    return (each for each in found if "rocm" in str(getattr(each, "_path", "rocm")).lower())


@contextlib.contextmanager
def showing_few_packages() -> Iterator[None]:
    """Have JAX find those packages alone in a ``with`` block that can be plugins of ROCm."""
    if importlib.metadata.distributions is not _all_packages:  # another's
        yield
        return
    importlib.metadata.distributions = _packages
    try:
        yield
    finally:
        importlib.metadata.distributions = _all_packages


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


class _Finder:
    """Find the modules that wait."""

    @staticmethod
    def find_spec(fullname: str, path=None, target=None) -> ModuleSpec | None:
        if fullname not in LATER:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader:
            return None
        spec.loader = _LaterLoader(spec.loader)
        return spec


@contextlib.contextmanager
def executing_later() -> Iterator[None]:
    """Have modules of ``LATER`` that are imported in a ``with`` block wait until they are used."""
    sys.meta_path.insert(0, _Finder)
    try:
        yield
    finally:
        sys.meta_path.remove(_Finder)


with showing_few_packages(), executing_later():
    import jax  # noqa: F401
