"""Namespaces: every function composed for a backend and a dialect, for no backend, for a mode."""

from __future__ import annotations

import functools
import types
import warnings
from collections.abc import Callable

from ..arrays.array import Array
from ..arrays.host import holds_nan
from ..backends.frameworks import native_classes
from ..backends.holder import unwrapped
from ..backends.loading import LOADING
from ..modes import current as modes
from ..modes import value as mode_value
from ..registry import FUNCTIONS, NON_WRAPPED_FUNCTIONS, FunctionSpec
from ..utils.boundaries import error_boundary, trim_traceback
from ..utils.calls import translate_errors
from ..utils.exceptions import IvyNotImplementedException, IvyValueError, backend_name, locate
from ..utils.nests import leaves_of, map_leaves
from ..utils.tracebacks import trim
from .binding import Binding
from .bodies import before_body, clone_body, in_dialect, native_where_covered
from .dialect import ARRAY, Dialect
from .naming import named

# What a namespace has beside functions: classes, constants, dtypes. The package fills it.
CONSTANTS: dict[str, object] = {}


def compose_all(
    backend: types.ModuleType, dialect: Dialect, plain: types.ModuleType | None = None
) -> types.ModuleType:
    """Return a namespace holding every function, bound to one backend in one dialect.

    Parameters
    ----------
    plain : module, optional
        The namespace of plain Arrays in the same rules, which compositional bodies are written on;
        the new one by default.
    """
    bound = _namespace_without_functions(backend)
    functions = bound.__dict__["__functions__"] = {}
    clones: dict = {}
    for name, spec in FUNCTIONS.items():
        functions[name] = _wrap_function(spec, backend, dialect, plain or bound, clones, functions)
    _attach_fft_functions(functions)
    bound.__dict__.update(functions)
    bound.__dict__["__getattr__"] = mode_value
    return bound


def compose_on_demand(backend: types.ModuleType, dialect: Dialect) -> types.ModuleType:
    """Return a namespace each function of which is bound when it is first asked for.

    It is for one that is not published, which bodies are written on: a program needs a few dozen of
    its 740 functions, and to bind all takes 14 ms.
    """
    bound = _namespace_without_functions(backend)
    functions = bound.__dict__["__functions__"] = _OnDemand(backend, dialect, bound)

    def find(name: str):
        return functions[name] if name in FUNCTIONS else mode_value(name)

    bound.__dict__["__getattr__"] = find
    return bound


class _OnDemand(dict):
    """The functions of a namespace by name, bound as they are asked for."""

    def __init__(self, backend: types.ModuleType, dialect: Dialect, bound: types.ModuleType):
        super().__init__()
        self._backend, self._dialect, self._bound, self._clones = backend, dialect, bound, {}

    def __missing__(self, name: str) -> Callable:
        with LOADING:  # no thread sees the globals of a body half cloned
            if name not in self:
                self[name] = made = _wrap_function(
                    FUNCTIONS[name], self._backend, self._dialect, self._bound, self._clones, self
                )
                if name == "fft":
                    _attach_fft_functions(self)
                self._bound.__dict__[name] = made
            return self[name]


def _namespace_without_functions(backend: types.ModuleType) -> types.ModuleType:
    """Return a namespace that holds what it has beside functions."""
    bound = types.ModuleType(f"ivy_core[{backend.NAME}]")
    others = CONSTANTS | native_classes(backend.NAME)
    bound.__dict__.update({name: each for name, each in others.items() if name not in FUNCTIONS})
    bound.backend = backend.NAME
    return bound


def _wrap_function(spec, backend, dialect, plain, clones, functions) -> Callable:
    """Return a function's callable; bodies call ``plain``; ``clones`` are clone_body's globals."""
    if spec.name in NON_WRAPPED_FUNCTIONS:
        return spec.body
    if spec.kind == "standalone":
        return without_backend(spec)
    native = backend.implementations.get(spec.name)
    callee = backend.NAME, spec.name
    if spec.kind == "primary" and native is not None:
        return _apply_dialect(Binding(spec, backend, dialect, functions).call, spec, dialect)
    body = spec.composed if spec.kind == "primary" else spec.body
    if body is None:
        return _make_missing_function(spec, backend)
    composed = before_body(clone_body(body, plain, clones), spec)
    if dialect.array is not Array:
        composed = in_dialect(composed, spec, dialect)
    if spec.kind == "compositional" or native is None:
        composed = translate_errors(composed, callee, spec.body, _takes_no_function(spec))
        composed = named(composed, spec.body, spec.wrappers)
        return _apply_dialect(_with_dialect_errors(composed, spec, dialect), spec, dialect)
    call = Binding(spec, backend, dialect, functions).call
    covers = getattr(native, "partial_mixed_handler", None)
    if covers is None:
        return _apply_dialect(call, spec, dialect)
    either = native_where_covered(call, composed, covers, spec)
    either = translate_errors(either, callee, spec.body, _takes_no_function(spec))
    either = named(either, spec.body, spec.native_wrappers)
    return _apply_dialect(_with_dialect_errors(either, spec, dialect), spec, dialect)


@functools.cache  # asked for each namespace
def _takes_no_function(spec: FunctionSpec) -> bool:
    """Return whether no parameter is annotated as a function: no error is from a user's code."""
    return not any("Function" in a or "Callable" in a for a in spec.body.__annotations__.values())


def _with_dialect_errors(function: Callable, spec: FunctionSpec, dialect: Dialect) -> Callable:
    """Wrap a body in the error boundary of a dialect, which translates the core's errors."""
    errors, name = dialect.errors, spec.name
    if errors is None:
        return function

    def translation(err, args, kwargs):
        return err if errors.already_handled(err, name) else errors.translate(err, name)

    return named(error_boundary(function, translation), spec.body, spec.wrappers)


def _apply_dialect(call: Callable, spec: FunctionSpec, dialect: Dialect) -> Callable:
    """Wrap a function with a dialect's default dtype and its recorder, if it has them."""
    if dialect.default_dtype is not None and "dtype" in spec.parameter_names:
        call = _with_default_dtype(call, spec, dialect.default_dtype)
    if dialect.record is not None:
        call = _with_recorder(call, spec, dialect.record)
    return call


def _with_default_dtype(function: Callable, spec: FunctionSpec, choose_dtype: Callable):
    """Wrap a function: a call without a dtype gets that of ``choose_dtype``, if it is not None."""
    places = spec.positional_names
    at = places.index("dtype") if "dtype" in places else len(places)

    def call(*args, **kwargs):
        if kwargs.get("dtype") is None and len(args) <= at:
            found = choose_dtype(spec, args, kwargs)
            if found is not None:
                kwargs["dtype"] = found
        return function(*args, **kwargs)

    return named(trim_traceback(call, is_named=False), spec.body, spec.wrappers)


def _with_recorder(function: Callable, spec: FunctionSpec, record: Callable) -> Callable:
    """Wrap a function: after a call, call ``record(spec, args, kwargs, result)``."""

    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        record(spec, args, kwargs, result)
        return result

    return named(trim_traceback(call, is_named=False), spec.body, spec.wrappers)


def _make_missing_function(spec: FunctionSpec, backend: types.ModuleType) -> Callable:
    """Make the function that raises IvyNotImplementedException: the backend has none."""

    def call(*args, **kwargs):
        raise IvyNotImplementedException(f"{backend.NAME}: {spec.name}: not available there")

    return call


def _attach_fft_functions(functions: dict[str, Callable]) -> None:
    """Set the functions of the namespace ``fft`` as attributes of the function ``ivy.fft``."""
    for name, spec in FUNCTIONS.items():
        if spec.category == "fft":
            setattr(functions["fft"], name, functions[name])


def without_backend(spec: FunctionSpec) -> Callable:
    """Return a function as it stands while no backend is set: it looks at its arguments."""
    if spec.name in NON_WRAPPED_FUNCTIONS:
        return spec.body
    body = spec.body if spec.kind == "primary" else before_body(spec.body, spec)
    names_itself = spec.kind in ("compositional", "mixed") and _takes_no_function(spec)
    body = translate_errors(body, (None, spec.name), spec.body, names_itself)
    return named(body, spec.body, spec.wrappers)


@functools.cache
def unset_functions(dialect: Dialect, namespace_for: Callable) -> dict[str, Callable]:
    """Return the functions as they stand while no backend is set: they look at their arguments.

    ``namespace_for(args, kwargs)`` gives the namespace of a dialect that a call belongs to.
    """
    if dialect is ARRAY:
        functions = {name: without_backend(spec) for name, spec in FUNCTIONS.items()}
        _attach_fft_functions(functions)
        return functions

    def deferred(name):
        def call(*args, **kwargs):
            return namespace_for(dialect, args, kwargs).__dict__[name](*args, **kwargs)

        return call

    return {name: deferred(name) for name in FUNCTIONS}


def dispatching_functions(selected: Callable, at: int) -> dict[str, Callable]:
    """Return functions that call those of the backend that the calling context has in force.

    They are published while contexts have different backends: a call costs 0.14 us more.

    Parameters
    ----------
    selected : callable
        Returns the context's selection, which has its functions.
    at : int
        Where in these the functions of the dialect are.
    """

    def dispatching(spec):
        name = spec.name

        def call(*args, **kwargs):
            try:  # as `trim_traceback` does it, without its frame
                return selected().functions[at][name](*args, **kwargs)
            except Exception as err:
                trim(err)
                raise

        return named(call, spec.body, spec.wrappers)

    functions = {
        name: spec.body if spec.name in NON_WRAPPED_FUNCTIONS else dispatching(spec)
        for name, spec in FUNCTIONS.items()
    }
    _attach_fft_functions(functions)
    return functions


def in_modes(functions: dict[str, Callable]) -> dict[str, Callable]:
    """Return the functions as array mode, soft device mode and the nan policy will have them.

    Composed when a mode changes; in the usual modes they are what was bound.
    """
    if modes.array and not modes.soft_device and modes.nan_policy == "nothing":
        return functions
    return {
        name: function if name in NON_WRAPPED_FUNCTIONS else _apply_modes(function, functions)
        for name, function in functions.items()
    }


def _apply_modes(function: Callable, functions: dict[str, Callable]) -> Callable:
    """Wrap a function with the modes as they are now: nan policy, soft device, native results."""
    move, native = functions["handle_soft_device_variable"], not modes.array
    if not modes.soft_device or function is move:
        move = None
    policy = modes.nan_policy

    def call(*args, **kwargs):
        if policy != "nothing" and any(map(holds_nan, leaves_of((args, kwargs)))):
            _report_nan_found(function.__name__, policy, args)
        made = move(*args, fn=function, **kwargs) if move else function(*args, **kwargs)
        return map_leaves(unwrapped, made) if native else made

    return functools.wraps(function)(trim_traceback(call, is_named=False))


def _report_nan_found(name: str, policy: str, args) -> None:
    """Warn if ``policy`` is "warns", else raise IvyValueError; the caller has found the nan."""
    if policy == "warns":
        warnings.warn(f"{name}: nan in an argument", RuntimeWarning, stacklevel=4)
        return
    err = IvyValueError(f"nan in an argument; set_nan_policy({policy!r}) allows none")
    locate(err, backend_name(args), name)
    raise err
