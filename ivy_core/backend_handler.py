"""The one place that binds: which backend is set, and what the public namespaces hold then."""

from __future__ import annotations

import contextlib
import threading
import types
from collections.abc import Iterator

from . import contexts, modes
from .arrays.conversions import convert_live_arrays
from .backends.loading import LOADING, backend_of, load_backend, no_collections
from .backends.out_of_memory import explain
from .binding.dialect import ARRAY, Dialect
from .binding.namespaces import (
    compose_all,
    compose_on_demand,
    dispatching_functions,
    in_modes,
    unset_functions,
)
from .registry import standalone
from .utils.exceptions import set_backend_name_source, set_shortage_explainer

_public: list[tuple[types.ModuleType, Dialect]] = []  # (namespace, array dialect)
# For each published namespace, a dictionary of functions: by backend, and those that look.
_tables: dict[types.ModuleType | None, list[dict]] = {}
_dispatchers: list[dict] = []
_filling = threading.RLock()  # held while the published namespaces are filled; imports nothing


def namespace(backend: types.ModuleType, dialect: Dialect) -> types.ModuleType:
    """Return the functions bound to ``backend`` that give arrays of ``dialect``; composed once."""
    found = backend.namespaces.get(dialect)
    if found is None:
        plain_dialect = dialect.of_plain_arrays()
        plain = None if dialect is plain_dialect else namespace(backend, plain_dialect)
        with LOADING, no_collections():
            found = backend.namespaces.get(dialect)
            if found is None:
                if plain is None and dialect is not ARRAY:  # bodies alone are written on it
                    found = compose_on_demand(backend, dialect)
                else:
                    found = compose_all(backend, dialect, plain)
                backend.namespaces[dialect] = found
    return found


def publish(module: types.ModuleType, dialect: Dialect) -> None:
    """Keep ``module`` holding the functions of whichever backend is set.

    They are the bound functions themselves while all contexts have the backend of the process, else
    functions that look for the backend of the context that calls them.
    """
    with LOADING:
        _public.append((module, dialect))
        for backend, table in _tables.items():
            table.append(_functions_in_modes(backend, dialect))
        if _dispatchers:
            _compose_dispatchers()
    contexts.PROCESS.functions = _function_dicts(contexts.PROCESS.backend)
    _refill_namespaces()


def dialects() -> list[Dialect]:
    """Return the dialects of the published namespaces."""
    return [dialect for _, dialect in _public]


def _namespace_for(dialect: Dialect, args, kwargs) -> types.ModuleType:
    """Return the dialect's namespace of functions for the backend of a call's arguments."""
    return namespace(active_backend(args, kwargs), dialect)


def _functions_in_modes(backend: types.ModuleType | None, dialect) -> dict:
    """Return a backend's functions (None: of no set backend); the core's wrapped as modes ask."""
    if backend is None:
        functions = unset_functions(dialect, _namespace_for)
    else:
        functions = namespace(backend, dialect).__dict__["__functions__"]
    return in_modes(functions) if dialect is ARRAY else functions


def _function_dicts(backend: types.ModuleType | None) -> list[dict]:
    """Return a list of dicts, one for each of ``_public``: made once, refilled in place."""
    table = _tables.get(backend)
    if table is None:
        with LOADING:
            table = _tables.get(backend)
            if table is None:
                table = [_functions_in_modes(backend, dialect) for _, dialect in _public]
                _tables[backend] = table
    return table


def _compose_dispatchers() -> None:
    """Compose the dispatching functions of the published namespaces that have none yet."""
    if len(_dispatchers) < len(_public):
        with LOADING:
            for at in range(len(_dispatchers), len(_public)):
                _dispatchers.append(dispatching_functions(contexts.selected.get, at))


class _Filling:
    """State of the published namespaces: their contents, and whether they are being filled."""

    held: tuple | None = None
    is_wanted = is_running = False


def _fill_namespaces() -> None:
    """Fill the published namespaces with functions; dispatchers if contexts have other backends."""
    with _filling:
        _Filling.is_wanted = True
        if _Filling.is_running:  # a garbage collection has ended a context meanwhile
            return
        _Filling.is_running = True
        try:
            while _Filling.is_wanted:
                _Filling.is_wanted = False
                differ, backend = contexts.are_different(), contexts.PROCESS.backend
                on_host = backend is None or backend.CAPABILITIES.on_host
                contexts.common.on_host = on_host and not differ
                functions = _dispatchers if differ else contexts.PROCESS.functions
                if _Filling.held is not functions:
                    _Filling.held = functions
                    for (module, _), each in zip(_public, functions, strict=False):
                        module.__dict__.update(each)
        finally:
            _Filling.is_running = False


def _refill_namespaces() -> None:
    """Fill the published namespaces even if they hold these functions already."""
    _Filling.held = None
    _fill_namespaces()


def _rebuild_function_dicts() -> None:
    """Compose the functions of all backends anew, by the modes; fill the namespaces with them."""
    with LOADING:
        for backend, table in _tables.items():
            table[:] = [_functions_in_modes(backend, dialect) for _, dialect in _public]
    _refill_namespaces()


contexts.on_change.append(_fill_namespaces)
modes.on_change["array"] = modes.on_change["soft_device"] = _rebuild_function_dicts
modes.on_change["nan_policy"] = _rebuild_function_dicts


@standalone(convenience=True)
def set_backend(backend: str, dynamic: bool | None = None) -> types.ModuleType:
    """Set the backend.

    At top level it is that of the process: of all threads and tasks that have set none of their
    own, those that run already among them. In another thread than the main one, in an asyncio task
    and in a :func:`with_backend` block it is the context's own.

    Parameters
    ----------
    backend : {'numpy', 'jax', 'torch', 'tensorflow'}
        Name of the framework that shall run everything from now on.
    dynamic : bool, optional
        Whether arrays alive now are converted to the new backend, in place; as
        :func:`set_dynamic_backend` says by default.

    Returns
    -------
    module
        The namespace bound to that backend.

    Raises
    ------
    IvyInvalidBackendException
        If there is no such backend.
    IvyBackendNotInstalled
        If its framework is not installed; the message names the extra to install.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> with ivy.with_backend("numpy"):
    ...     ivy.current_backend_str()
    'numpy'
    """
    loaded = load_backend(backend)
    if not contexts.is_top_level():
        _compose_dispatchers()
    contexts.push(loaded, _function_dicts(loaded))
    if modes.current.dynamic_backend if dynamic is None else dynamic:
        convert_live_arrays(loaded)
    return _default_namespace(loaded)


set_framework = set_backend


@standalone(convenience=True)
def previous_backend():
    """Take back the last :func:`set_backend`; the one before it is in force again.

    Where that would be the process's own (see there), only this context is without it.

    Returns
    -------
    module or None
        Namespace of the backend that was taken back, None if none was set.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> _ = ivy.set_backend("numpy")
    >>> ivy.previous_backend().backend
    'numpy'
    """
    if not contexts.is_top_level():
        _compose_dispatchers()
    last = contexts.pop(_function_dicts)
    return None if last is None else _default_namespace(last)


unset_backend = previous_backend


@standalone(convenience=True)
def get_backend(backend: str | None = None) -> types.ModuleType:
    """Return a namespace bound to one backend (the current one by default).

    Examples
    --------
    >>> import ivy_core as ivy
    >>> xp = ivy.get_backend("numpy")
    >>> xp.add(xp.asarray([1, 2]), 1)
    ivy.array([2, 3])
    """
    return current_backend() if backend is None else _default_namespace(load_backend(backend))


def _default_namespace(backend: types.ModuleType) -> types.ModuleType:
    """Return the namespace of a backend in the core's own dialect, not a frontend's."""
    return namespace(backend, ARRAY)


class _AtCall:
    """The namespace for functions that are given functions: their results wait for arrays."""

    def __getattr__(self, name: str):
        def make(*options, **named):
            made = {}

            def call(*args, **kwargs):
                place = current_backend(*args, **kwargs)
                if not named.get("checkpoints"):
                    return place.__dict__[name](*options, **named)(*args, **kwargs)
                if place not in made:  # a program, which is compiled once
                    made[place] = place.__dict__[name](*options, **named)
                return made[place](*args, **kwargs)

            return call

        return make


@standalone(convenience=True)
def current_backend(*args, **kwargs) -> types.ModuleType:
    """Return the namespace of the set backend, else of the one that the arguments belong to.

    Without a set backend and without an array among the arguments it is NumPy's.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.current_backend(ivy.asarray([1.0])).backend
    'numpy'
    """
    if args and contexts.selected.get().backend is None and all(map(callable, args)):
        return _AtCall()
    return _default_namespace(active_backend(args, kwargs))


def active_backend(args=(), kwargs=None) -> types.ModuleType:
    """Return the backend package behind :func:`current_backend`."""
    backend = contexts.selected.get().backend
    if backend is not None:
        return backend
    name = _find_backend_name(args) or (_find_backend_name(kwargs.values()) if kwargs else None)
    return load_backend(name or "numpy")


set_backend_name_source(lambda args, kwargs: active_backend(args, kwargs).NAME)
set_shortage_explainer(explain)


@standalone(convenience=True)
def current_backend_str() -> str:
    """Return the name of the backend set in this context, the empty string if none is.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.current_backend_str()
    ''
    """
    backend = contexts.selected.get().backend
    return "" if backend is None else backend.NAME


def _find_backend_name(values) -> str | None:
    """Return the first array's backend, in nests too: "numpy" if no other; None if none."""
    fallback = None
    for value in values:
        found = backend_of(value)
        if found is None and isinstance(value, (list, tuple, dict)):
            found = _find_backend_name(value.values() if isinstance(value, dict) else value)
        if found == "numpy":  # a constant beside an array of another framework
            fallback = found
        elif found is not None:
            return found
    return fallback


@standalone(convenience=True)
@contextlib.contextmanager
def with_backend(backend: str) -> Iterator[types.ModuleType]:
    """Set a backend for the length of a ``with`` block, in this thread or task alone.

    Tasks started in the block have it too. A thread started there has the process's, as with any
    context variable; ``contextvars.copy_context().run`` takes the block's along.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> with ivy.with_backend("numpy") as xp:
    ...     xp.sum(xp.asarray([1, 2, 3]))
    ivy.array(6)
    """
    loaded = load_backend(backend)
    _compose_dispatchers()
    block = contexts.enter(loaded, _function_dicts(loaded))
    try:
        yield _default_namespace(loaded)
    finally:
        contexts.leave(block)
