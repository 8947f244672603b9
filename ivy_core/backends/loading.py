"""Backends are loaded here, and here a class is told the backend that its instances belong to."""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import importlib.util
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from ..registry import FUNCTIONS
from ..utils.assertions import set_host_reader
from ..utils.exceptions import (
    IvyBackendNotInstalled,
    IvyInvalidBackendException,
    IvyTypeError,
)
from .frameworks import BACKEND_OF_PACKAGE, BACKENDS, FRAMEWORKS
from .holder import Holder, read, unwrapped

_loaded: dict[str, types.ModuleType] = {}
_class_backend: dict[type, str | None] = {}
LOADING = threading.RLock()  # held while a backend is imported, or functions are composed
# Each is called with the spec of a primary that a loaded backend has no function for, and returns
# one of native arrays, or None: view functions come from their lenses.
derived_implementations: list[Callable] = []
on_load: list[Callable[[str], None]] = []  # called with the name of each backend that was loaded


def load_backend(name: str) -> types.ModuleType:
    """Import a backend's package (and with it its framework) when it is first needed."""
    backend = _loaded.get(name)
    if backend is not None:
        return backend
    with LOADING, no_collections():
        return _loaded.get(name) or _load(name)


@contextlib.contextmanager
def no_collections() -> Iterator[None]:
    """Put garbage collections off: a framework, or a namespace, is a great many objects that stay.

    With JAX they take a sixth of the time until the first call.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _load(name: str) -> types.ModuleType:
    if name not in BACKENDS:
        raise IvyInvalidBackendException(
            f"set_backend: {name!r} is not a backend; allowed are {', '.join(BACKENDS)}"
        )
    if importlib.util.find_spec(name) is None:
        raise IvyBackendNotInstalled(
            f"backend '{name}' needs {FRAMEWORKS[name].distribution}, which is not installed: "
            f"pip install 'ivy-frontends[{name}]'"
        )
    backend = importlib.import_module(f".{name}", __package__)
    _attach_implementations(backend)
    backend.namespaces = {}
    for tell in on_load:
        tell(name)
    _loaded[name] = backend
    return backend


def _attach_implementations(backend: types.ModuleType) -> None:
    """Collect the functions of ``backends/X/<category>.py`` in ``backend.implementations``.

    Not as attributes of the package: ``all`` or ``sum`` would hide Python's own there. An alias of
    a framework's function that fills ``out`` itself is marked so in its module.
    """
    backend.implementations = {}
    files = {path.stem for path in Path(backend.__file__).parent.glob("*.py")}
    modules = {}
    for name, spec in FUNCTIONS.items():
        if spec.category in files:
            module = modules.get(spec.category)
            if module is None:
                module = importlib.import_module(f"{backend.__name__}.{spec.category}")
                modules[spec.category] = module
            if hasattr(module, name):
                found = getattr(module, name)
                native = found.func if isinstance(found, functools.partial) else found
                backend.implementations[name] = native
                if backend.alias_fills_out(native):
                    setattr(module, name, _filling_out(native))
                continue
        if spec.kind == "primary":
            made = next((f for derive in derived_implementations if (f := derive(spec))), None)
            if made is not None:
                backend.implementations[name] = made


def _filling_out(native: Callable) -> Callable:
    """Return a framework's function as one that says so: ``transcendental.tan.support_native_out``.

    Functions written in C take no attributes. What is bound is the function itself.
    """
    made = functools.partial(native)
    made.support_native_out = True
    made.__name__, made.__doc__, made.__wrapped__ = native.__name__, native.__doc__, native
    return made


_NUMPYS = (np.ndarray, np.generic)


def backend_of(value) -> str | None:
    """Return the name of the backend that an Array or a native array belongs to."""
    cls = type(value)
    if cls in _class_backend:
        return _class_backend[cls]
    if issubclass(cls, _NUMPYS):  # not kept: PyTorch's tracer cannot read a dict with these as keys
        return "numpy"
    if isinstance(value, Holder):
        return backend_of(read(value))
    owner = BACKEND_OF_PACKAGE.get(cls.__module__.partition(".")[0])
    if owner is not None and not load_backend(owner).is_native(value):
        owner = None
    _class_backend[cls] = owner
    return owner


@functools.cache
def backend_of_class(cls: type) -> types.ModuleType | None:
    """Return the backend package to whose framework a class belongs, None if to none.

    A cached call is no Python frame: hot paths ask by ``backend_of_class(type(native))``.
    """
    owner = BACKEND_OF_PACKAGE.get(cls.__module__.partition(".")[0])
    return None if owner is None else load_backend(owner)


def backend_for(native) -> types.ModuleType:
    """Return the backend package whose native array this is.

    Raises
    ------
    IvyTypeError
        If it is no array of a framework.
    """
    backend = backend_of_class(type(native))
    if backend is None:
        raise IvyTypeError(f"an array is needed, not {type(native).__name__}")
    return backend


def host_value(value) -> np.ndarray | None:
    """Return what an array of any backend, or a Python value, holds; None if it is traced."""
    native = unwrapped(value)
    name = backend_of(native)
    if name is None:
        return np.asarray(native)
    backend = load_backend(name)
    return None if backend.is_tracer(native) else np.asarray(backend.to_host(native))


set_host_reader(host_value)
