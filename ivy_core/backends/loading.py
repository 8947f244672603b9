"""Backends are loaded here, and here a class is told the backend that its instances belong to."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import sys
import threading
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from ..registry import FUNCTIONS
from ..utils import collector
from ..utils.assertions import set_host_reader
from ..utils.exceptions import (
    IvyBackendNotInstalled,
    IvyInvalidBackendException,
    IvyTypeError,
)
from ..utils.tracebacks import add_library_folder
from .frameworks import BACKEND_OF_PACKAGE, FRAMEWORKS, Framework, choices, on_register
from .holder import Holder, held, unwrapped

_loaded: dict[str, types.ModuleType] = {}
_class_backend: dict[type, str | None] = {}
on_register.append(_class_backend.clear)  # classes without a backend may belong to it
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
        return _loaded.get(name) or _import_and_register_backend(name)


def no_collections() -> contextlib.AbstractContextManager[None]:
    """Return a ``with`` block that puts garbage collections off while much is loaded."""
    return collector.loading(Holder)


@functools.cache
def programs_of(backend: types.ModuleType) -> types.ModuleType | None:
    """Return the file by which a backend makes compiled programs, None if it makes none."""
    name = f"{backend.__name__}.compiler.programs"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # a backend in one file
        found = None
    if found is None:
        return None
    programs = importlib.import_module(name)
    return programs if getattr(programs, "CAN_TRACE", True) else None  # PyTorch's private names


def is_one_process(backend: types.ModuleType) -> bool:
    """Return whether a backend's arrays lie in this process alone.

    Where they do not, all processes must decide alike, and so not by the clock.
    """
    group = backend.process_group()
    return group is None or group.count == 1


def loaded_backends() -> list[types.ModuleType]:
    """Return the backends that are in use."""
    return list(_loaded.values())


def _import_and_register_backend(name: str) -> types.ModuleType:
    """Import a backend, add the defaults, tell observers; raise if unknown or not installed."""
    if name not in FRAMEWORKS:
        raise IvyInvalidBackendException(
            f"set_backend: {name!r} is not a backend; allowed are {', '.join(choices())}"
        )
    framework = FRAMEWORKS[name]
    if importlib.util.find_spec(framework.module) is None:
        raise IvyBackendNotInstalled(
            f"backend '{name}' needs {framework.distribution}, which is not installed: "
            f"{framework.installation}"
        )
    backend = importlib.import_module(framework.implementation)
    _check_required_names(backend, framework)
    # imported here, because `import ivy_core` alone would pay for it and need none of it
    from .common import defaults

    defaults.add_names(backend, framework.native_class("array"))
    _attach_implementations(backend, defaults)
    backend.compose(backend.implementations)
    backend.namespaces = {}
    add_library_folder(str(Path(backend.__file__).parent))
    for tell in on_load:
        tell(name)
    _loaded[name] = backend
    return backend


def _check_required_names(backend: types.ModuleType, framework: Framework) -> None:
    """Raise if a backend's package lacks a name that all must have, or has another NAME."""
    from . import contract  # each backend imports it, `import ivy_core` does not

    missing = contract.missing_names(backend)
    if missing:
        raise IvyInvalidBackendException(
            f"set_backend: {backend.__name__} lacks {', '.join(missing)}, which a backend must have"
        )
    if framework.name != backend.NAME:
        raise IvyInvalidBackendException(
            f"set_backend: {backend.__name__}.NAME is {backend.NAME!r}; it is registered as "
            f"{framework.name!r}"
        )


def _attach_implementations(backend: types.ModuleType, defaults: types.ModuleType) -> None:
    """Collect the functions of a backend in ``backend.implementations``.

    They are in the file of their category, in the package or in its ``ops``, or in
    ``functions.py``; where neither has one, it may have a default. Not as attributes of the
    package: ``all`` or ``sum`` would hide Python's own there. An alias of a framework's function
    that fills ``out`` itself is marked so in its module.
    """
    found = backend.implementations = {}
    files = {
        path.stem: f"{package}.{path.stem}"
        for package, folders in _packages_of_functions(backend)
        for folder in folders
        for path in Path(folder).glob("*.py")
    }
    modules = {}
    for name, spec in FUNCTIONS.items():
        for file in (spec.category, "functions"):
            if file not in files:
                continue
            module = modules.get(file)
            if module is None:
                module = modules[file] = importlib.import_module(files[file])
            if name in vars(module):
                given = getattr(module, name)
                native = given.func if isinstance(given, functools.partial) else given
                found[name] = native
                if backend.alias_fills_out(native):
                    setattr(module, name, _mark_native_out(native))
                break
    defaults.add_functions(found, backend, functools.partial(load_backend, "numpy"))
    for name, spec in FUNCTIONS.items():
        if spec.kind == "primary" and name not in found:
            made = next((f for derive in derived_implementations if (f := derive(spec))), None)
            if made is not None:
                found[name] = made


def _packages_of_functions(backend: types.ModuleType) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the name and the folders of each package with a backend's functions."""
    yield backend.__name__, backend.__path__
    ops = f"{backend.__name__}.ops"
    found = importlib.util.find_spec(ops)
    if found is not None:
        yield ops, found.submodule_search_locations


def _mark_native_out(native: Callable) -> Callable:
    """Return a native function that takes ``out`` itself: ``support_native_out`` is set.

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
        return backend_of(held(value))
    owner = _backend_of_class(cls)
    if owner is not None and not (_is_imported(owner) and load_backend(owner).is_native(value)):
        owner = None
    _class_backend[cls] = owner
    return owner


def _is_imported(owner: str) -> bool:
    """Return whether a backend's framework is there; a frontend's Size only says it is torch's."""
    row = FRAMEWORKS.get(owner)
    return owner in _loaded or row is None or row.module in sys.modules


@functools.cache
def backend_of_class(cls: type) -> types.ModuleType | None:
    """Return the backend package to whose framework a class belongs, None if to none.

    A cached call is no Python frame: hot paths ask by ``backend_of_class(type(native))``.
    """
    owner = _backend_of_class(cls)
    if owner is None and issubclass(cls, _NUMPYS):  # a user's subclass
        owner = "numpy"
    return None if owner is None else load_backend(owner)


def _backend_of_class(cls: type) -> str | None:
    """Return a native class's backend, by its package or ``ivy_backend``; None for any other."""
    found = BACKEND_OF_PACKAGE.get(cls.__module__.partition(".")[0])
    return found or cls.__dict__.get("ivy_backend")


on_register.append(backend_of_class.cache_clear)


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
    """Get the value of an array of any backend, or a Python value; None if it is traced."""
    native = unwrapped(value)
    name = backend_of(native)
    if name is None:
        return np.asarray(native)
    backend = load_backend(name)
    return None if backend.is_tracer(native) else np.asarray(backend.to_host(native))


set_host_reader(host_value)
