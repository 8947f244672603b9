"""The one place that binds: which backend is set, and what the public namespaces hold then."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import types
from collections.abc import Callable, Iterator
from pathlib import Path

from . import modes
from .registry import FUNCTIONS, standalone
from .utils.exceptions import IvyBackendNotInstalled, IvyInvalidBackendException

BACKENDS = ("numpy", "jax", "torch", "tensorflow")
_DISTRIBUTIONS = {"jax": "jax", "torch": "torch", "tensorflow": "tensorflow", "numpy": "numpy"}
_OWNERS = {"numpy": "numpy", "jax": "jax", "jaxlib": "jax", "torch": "torch"} | {
    "tensorflow": "tensorflow"
}

_loaded: dict[str, types.ModuleType] = {}
_stack: list[types.ModuleType] = []
_class_backend: dict[type, str | None] = {}
_public: list[tuple[types.ModuleType, object]] = []  # (namespace, array flavour)


def load_backend(name: str) -> types.ModuleType:
    """Import a backend's package (and with it its framework) when it is first needed."""
    backend = _loaded.get(name)
    if backend is not None:
        return backend
    if name not in BACKENDS:
        raise IvyInvalidBackendException(
            f"set_backend: {name!r} is not a backend; allowed are {', '.join(BACKENDS)}"
        )
    if importlib.util.find_spec(name) is None:
        raise IvyBackendNotInstalled(
            f"backend '{name}' needs {_DISTRIBUTIONS[name]}, which is not installed: "
            f"pip install 'ivy-frontends[{name}]'"
        )
    backend = importlib.import_module(f".backends.{name}", __package__)
    _attach_implementations(backend)
    backend.namespaces = {}
    _register_pytrees(name)
    _loaded[name] = backend
    return backend


def _register_pytrees(framework: str) -> None:
    from .array.array import Array
    from .container import Container
    from .container.pytree import register

    register(framework, Array)
    register(framework, Container)


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


def _filling_out(native: Callable) -> Callable:
    """Return a framework's function as one that says so: ``elementwise.tan.support_native_out``.

    Functions written in C take no attributes. What is bound is the function itself.
    """
    made = functools.partial(native)
    made.support_native_out = True
    made.__name__, made.__doc__, made.__wrapped__ = native.__name__, native.__doc__, native
    return made


def namespace(backend: types.ModuleType, flavour) -> types.ModuleType:
    """Return the functions bound to ``backend`` that give arrays of ``flavour``; composed once."""
    found = backend.namespaces.get(flavour)
    if found is None:
        from .func_wrapper import compose_all

        found = backend.namespaces[flavour] = compose_all(backend, flavour)
    return found


def publish(module: types.ModuleType, flavour) -> None:
    """Keep ``module`` holding the functions of whichever backend is set."""
    _public.append((module, flavour))
    _fill(module, flavour)


def _fill(module: types.ModuleType, flavour) -> None:
    from .func_wrapper import ARRAY, in_modes, unset_functions

    if _stack:
        functions = namespace(_stack[-1], flavour).__dict__["__functions__"]
    else:
        functions = unset_functions(flavour)
    module.__dict__.update(in_modes(functions) if flavour is ARRAY else functions)


def _rebind() -> None:
    for module, flavour in _public:
        _fill(module, flavour)


modes.on_change["array"] = modes.on_change["soft_device"] = _rebind


@standalone(convenience=True)
def set_backend(backend: str, dynamic: bool = False) -> types.ModuleType:
    """Set the global backend.

    Parameters
    ----------
    backend : {'numpy', 'jax', 'torch', 'tensorflow'}
        Name of the framework that shall run everything from now on.
    dynamic : bool, optional
        Whether arrays alive now are converted to the new backend, in place.

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
    _stack.append(loaded)
    _rebind()
    if dynamic:
        from .array.conversions import convert_live_arrays

        convert_live_arrays(loaded)
    return _default_namespace(loaded)


set_framework = set_backend


@standalone(convenience=True)
def previous_backend():
    """Take back the last :func:`set_backend`; the one before it is in force again.

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
    if not _stack:
        return None
    last = _stack.pop()
    _rebind()
    return _default_namespace(last)


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
    from .func_wrapper import ARRAY

    return namespace(backend, ARRAY)


class _AtCall:
    """The namespace for functions that are given functions: their results wait for arrays."""

    def __getattr__(self, name: str):
        def make(*options):
            def call(*args, **kwargs):
                function = current_backend(*args, **kwargs).__dict__[name](*options)
                return function(*args, **kwargs)

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
    if args and not _stack and all(map(callable, args)):
        return _AtCall()
    return _default_namespace(active_backend(args, kwargs))


def active_backend(args=(), kwargs=None) -> types.ModuleType:
    """Return the backend package behind :func:`current_backend`."""
    if _stack:
        return _stack[-1]
    name = _find(args) or (_find(kwargs.values()) if kwargs else None)
    return load_backend(name or "numpy")


@standalone(convenience=True)
def current_backend_str() -> str:
    """Return the name of the set backend, the empty string if none is set.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.current_backend_str()
    ''
    """
    return _stack[-1].NAME if _stack else ""


def _find(values) -> str | None:
    fallback = None
    for value in values:
        found = backend_of(value)
        if found is None and isinstance(value, (list, tuple, dict)):
            found = _find(value.values() if isinstance(value, dict) else value)
        if found == "numpy":  # a constant beside an array of another framework
            fallback = found
        elif found is not None:
            return found
    return fallback


def backend_of(value) -> str | None:
    """Return the name of the backend that an Array or a native array belongs to."""
    cls = type(value)
    if cls in _class_backend:
        return _class_backend[cls]
    from .array.array import Array, read

    if isinstance(value, Array):
        return backend_of(read(value))
    owner = _OWNERS.get(cls.__module__.partition(".")[0])
    if owner is not None and not load_backend(owner).is_native(value):
        owner = None
    _class_backend[cls] = owner
    return owner


@standalone(convenience=True)
@contextlib.contextmanager
def with_backend(backend: str) -> Iterator[types.ModuleType]:
    """Set a backend for the length of a ``with`` block.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> with ivy.with_backend("numpy") as xp:
    ...     xp.sum(xp.asarray([1, 2, 3]))
    ivy.array(6)
    """
    bound = set_backend(backend)
    try:
        yield bound
    finally:
        previous_backend()
