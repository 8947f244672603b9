"""The one place that wraps: composes one callable a function and backend out of its traits.

What a call may need, in this order (:data:`FN_DECORATORS`), is decided when the backend is bound. A
call with plain arrays and nothing special reads ``_data``, calls native and wraps; everything else
(Containers, lists, native arrays, mixed dtypes, ``out``, functional views) goes to
:meth:`Binding.slow`. A wrapper's name is what a function declares: ``ivy.add.handle_nestable``.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from . import dtypes
from . import functional as _functional  # noqa: F401  it declares the functions, read below
from .arrays.array import Array
from .arrays.views import is_read_only, write
from .backend_handler import active_backend, namespace
from .backends.holder import read
from .backends.loading import backend_for, backend_of
from .binding.nestable import holds_container, is_container, map_function
from .binding.special_arguments import (
    SPECIAL,
    call_override,
    call_with_containers,
    overrides_in,
    without_out,
)  # fmt: skip
from .functional import namespace_info as _namespace_info  # noqa: F401  likewise
from .modes import current as modes
from .modes import value as mode_value
from .native_types import of as native_types
from .registry import (
    FN_DECORATORS,
    FUNCTIONS,
    FunctionSpec,
    handle_nestable,
    handle_partial_mixed_function,
    handle_view_indexing,
)
from .utils.boundaries import guarded
from .utils.calls import misfit, refusal
from .utils.exceptions import (
    IvyBroadcastShapeError,
    IvyDtypePromotionError,
    IvyException,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
)
from .utils.nests import map_leaves
from .utils.tracebacks import already_handled, take_place_of, trim

__all__ = [
    "ARRAY", "FN_DECORATORS", "NON_WRAPPED_FUNCTIONS", "Flavour", "compose_all", "handle_nestable",
    "handle_partial_mixed_function", "handle_view_indexing", "unset_functions",
]  # fmt: skip

# Bound as they are written: they work on no array.
NON_WRAPPED_FUNCTIONS = frozenset(
    name for name, spec in FUNCTIONS.items() if spec.kind == "standalone" and spec.convenience
)

_SCALARS = (bool, int, float, complex)
_WEAK = frozenset({int, float})
_NO_SCALARS = frozenset({"creation", "manipulation", "general", "data_type", "indexing", "set"})


@dataclass(frozen=True, eq=False)
class Flavour:
    """Which class of array the composed functions take on the fast path, and give.

    ``scalar`` makes a result without dimensions, where the source framework has a class for it.
    """

    cls: type[Array]
    scalar: Callable | None = None
    scalar_classes: frozenset[type] = frozenset()

    @property
    def plain(self) -> frozenset[type]:
        """The exact classes that the fast path takes."""
        return self.scalar_classes | {self.cls}


ARRAY = Flavour(Array)


def compose_all(backend: types.ModuleType, flavour: Flavour) -> types.ModuleType:
    """Return a namespace holding every function, bound to one backend and one array class."""
    bound = types.ModuleType(f"ivy_core[{backend.NAME}]")
    functions = bound.__dict__["__functions__"] = {}
    clones = {}
    plain = bound if flavour is ARRAY else namespace(backend, ARRAY)
    for name, spec in FUNCTIONS.items():
        functions[name] = _wrap_function(spec, backend, flavour, plain, clones)
    bound.__dict__.update(_constants())
    bound.__dict__.update(native_types(backend.NAME))
    _attach_extensions(functions)
    bound.__dict__.update(functions)
    bound.backend = backend.NAME
    bound.__dict__["__getattr__"] = mode_value
    return bound


def _wrap_function(spec, backend, flavour, plain, clones) -> Callable:
    """Return the one callable of a function on a backend.

    ``plain`` is the backend's namespace that compositional bodies are written on, ``clones`` keeps
    their modules' globals.
    """
    if spec.name in NON_WRAPPED_FUNCTIONS:
        return spec.body
    if spec.kind == "standalone":
        return _unbound(spec)
    native = backend.implementations.get(spec.name)
    place = backend.NAME, spec.name
    if spec.kind == "primary":
        if native is None:
            return _missing(spec, backend)
        return Binding(spec, backend, flavour).compose()
    composed = _before_body(_clone(spec.body, plain, clones), spec)
    if flavour is not ARRAY:
        composed = _reclassed(composed, spec, flavour)
    if spec.kind == "compositional" or native is None:
        return _named(guarded(composed, place, spec.body), spec.body, spec.wrappers)
    call = Binding(spec, backend, flavour).compose()
    covers = getattr(native, "partial_mixed_handler", None)
    if covers is None:
        return call
    either = guarded(_either(call, composed, covers, spec), place, spec.body)
    return _named(either, spec.body, spec.native_wrappers)


def _either(native: Callable, composed: Callable, covers: Callable, spec: FunctionSpec) -> Callable:
    """Compose a partial mixed function: native where ``covers`` the inputs, else composed."""
    arrays = frozenset(spec.array_parameters)
    names = tuple(p.name for p in spec.parameters if p.positional)

    def call(*args, **kwargs):
        if holds_container(args) or holds_container(kwargs.values()):
            return call_with_containers(spec.name, call, args, kwargs)
        for value in (*args, *kwargs.values()):
            if SPECIAL[type(value)]:
                return call_override(call, overrides_in((args, kwargs)), args, kwargs)
        if len(args) > len(names):
            raise IvyTypeError(misfit(spec.body, args, kwargs))
        args = [
            _as_array(value) if name in arrays and value is not None else value
            for name, value in zip(names, args, strict=False)
        ]
        if covers(*args, **{name: value for name, value in kwargs.items() if name != "out"}):
            return native(*args, **kwargs)
        return composed(*args, **kwargs)

    return _named(call, spec.body, spec.native_wrappers)


def _as_array(value):
    if isinstance(value, Array) or hasattr(value, "ndim"):
        return value
    array = np.asarray(value)
    if array.dtype.kind not in "biufcV":
        raise IvyTypeError(f"an array is needed, not {type(value).__name__}")
    return array


def _before_body(body: Callable, spec: FunctionSpec) -> Callable:
    """Compose what looks at the arguments of a body: Containers, and objects of other classes.

    An explicitly nestable function is called once a leaf. Else Containers as arrays reach the inner
    calls, and only one that is an option, which the body itself reads, has it called once a leaf.
    """
    if spec.kind == "standalone" and not spec.nestable:
        return body
    every, special = spec.nestable, SPECIAL
    mapped = frozenset(p.name for p in spec.parameters) if every else frozenset(spec.options)
    places = tuple(p.name for p in spec.parameters if p.positional)
    sequences = any(p.positional and p.carries == "arrays" for p in spec.parameters)

    def call(*args, **kwargs):
        for value in args:
            if special[type(value)]:
                return apart(args, kwargs)
        if kwargs:
            for value in kwargs.values():
                if special[type(value)]:
                    return apart(args, kwargs)
        if sequences and overrides_in((args, kwargs)):
            return apart(args, kwargs)
        return body(*args, **kwargs)

    def apart(args, kwargs):
        overrides = overrides_in((args, kwargs)) if spec.kind != "standalone" else []
        if overrides:
            return call_override(call, overrides, args, kwargs)
        names = (*places, *places[-1:] * (len(args) - len(places)))  # `*arrays` is the last place
        given = [*zip(names, args, strict=False), *kwargs.items()]
        if any(name in mapped and is_container(value) for name, value in given):
            if every:
                return call_with_containers(spec.name, call, args, kwargs)
            return map_function(call, args, *without_out(kwargs))
        return body(*args, **kwargs)

    return _named(call, spec.body, spec.wrappers)


def _unbound(spec: FunctionSpec) -> Callable:
    """Return a function as it stands while no backend is set."""
    if spec.name in NON_WRAPPED_FUNCTIONS:
        return spec.body
    body = spec.body if spec.kind == "primary" else _before_body(spec.body, spec)
    return _named(guarded(body, (None, spec.name), spec.body), spec.body, spec.wrappers)


@functools.cache
def unset_functions(flavour: Flavour) -> dict[str, Callable]:
    """Return the functions as they stand while no backend is set: they look at their arguments."""
    if flavour is ARRAY:
        functions = {name: _unbound(spec) for name, spec in FUNCTIONS.items()}
        _attach_extensions(functions)
        return functions

    def deferred(name):
        def call(*args, **kwargs):
            bound = namespace(active_backend(args, kwargs), flavour)
            return bound.__dict__[name](*args, **kwargs)

        return call

    return {name: deferred(name) for name in FUNCTIONS}


def dispatching_functions(flavour: Flavour, selected: Callable, at: int) -> dict[str, Callable]:
    """Return functions that call those of the backend that the calling context has in force.

    They are published while contexts have different backends: a call costs 0.14 us more.

    Parameters
    ----------
    selected : callable
        Returns the context's selection, which has its functions.
    at : int
        Where in these the functions of ``flavour`` are.
    """

    def dispatching(spec):
        name = spec.name

        def call(*args, **kwargs):
            try:
                return selected().functions[at][name](*args, **kwargs)
            except Exception as err:
                trim(err)
                raise

        return _named(call, spec.body, spec.wrappers)

    functions = {
        name: spec.body if name in NON_WRAPPED_FUNCTIONS else dispatching(spec)
        for name, spec in FUNCTIONS.items()
    }
    _attach_extensions(functions)
    return functions


def in_modes(functions: dict[str, Callable]) -> dict[str, Callable]:
    """Return the functions as ``set_array_mode`` and ``set_soft_device_mode`` will have them.

    Composed when a mode changes; in the usual modes they are what was bound.
    """
    if modes.array and not modes.soft_device:
        return functions
    return {
        name: function if name in NON_WRAPPED_FUNCTIONS else _in_modes(function, functions)
        for name, function in functions.items()
    }


def _in_modes(function: Callable, functions: dict[str, Callable]) -> Callable:
    move, native = functions["handle_soft_device_variable"], not modes.array
    if not modes.soft_device or function is move:
        move = None

    def call(*args, **kwargs):
        try:
            made = move(*args, fn=function, **kwargs) if move else function(*args, **kwargs)
            return map_leaves(_native_leaf, made) if native else made
        except Exception as err:
            trim(err)
            raise

    return functools.wraps(function)(call)


def _attach_extensions(functions: dict[str, Callable]) -> None:
    """Make ``ivy.fft``, a function, also the namespace that the array API calls ``fft``."""
    for name, spec in FUNCTIONS.items():
        if spec.category == "fft":
            setattr(functions["fft"], name, functions[name])


def _constants() -> dict[str, object]:
    import ivy_core

    names = (name for name in ivy_core.__all__ if name not in FUNCTIONS)
    return {name: ivy_core.__dict__[name] for name in names}


def _missing(spec: FunctionSpec, backend: types.ModuleType) -> Callable:
    def call(*args, **kwargs):
        raise IvyNotImplementedException(f"{backend.NAME}: {spec.name}: not available there")

    return call


def _clone(body: Callable, bound: types.ModuleType, clones: dict) -> Callable:
    """Return ``body`` with the name ``ivy`` in its module meaning ``bound``.

    A compositional function then calls the bound functions of its own backend, whichever backend
    is set globally, and pays nothing for it.
    """
    source = body.__globals__
    scope = clones.get(source["__name__"])
    if scope is None:
        scope = clones[source["__name__"]] = dict(source)
        scope["ivy"] = bound
        for name, value in source.items():
            if isinstance(value, types.FunctionType) and value.__globals__ is source:
                scope[name] = _with_globals(value, scope)
    return scope[body.__name__]


def _with_globals(function: types.FunctionType, scope: dict) -> types.FunctionType:
    copy = types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__doc__ = function.__doc__
    copy.__annotations__ = function.__annotations__
    copy.__module__ = function.__module__
    return copy


def _reclassed(body: Callable, spec: FunctionSpec, flavour: Flavour) -> Callable:
    """Return a compositional body that sees plain Arrays and gives arrays of ``flavour``."""
    finish = _finisher(spec, flavour)

    def call(*args, out=None, **kwargs):
        args = [_plain(a) for a in args]
        kwargs = {name: _plain(value) for name, value in kwargs.items()}
        if out is not None:
            body(*args, out=out, **kwargs)
            return out
        result = body(*args, **kwargs)
        return finish(_natives(result))

    return call


def _plain(value):
    if isinstance(value, Array) and type(value) is not Array:
        return Array(read(value))
    if type(value) in (list, tuple):
        return type(value)([_plain(v) for v in value])
    return value


def _natives(result):
    if isinstance(result, Array):
        return read(result)
    if isinstance(result, (list, tuple)):
        return [_natives(r) for r in result]
    return result


def _finisher(spec: FunctionSpec, flavour: Flavour, backend=None) -> Callable:
    """Return what turns a native result into the public one."""
    wrap = _wrapper(spec, flavour)
    returns = spec.returns
    if "Nest[" in returns and backend is not None:
        leaf = _leaf_wrapper(backend, flavour)
        if "ArrayFunction" in returns:

            def either(value):
                return _array_function(value, leaf) if callable(value) else leaf(value)

            return lambda nest: map_leaves(either, nest)
        return lambda nest: map_leaves(leaf, nest)
    if "ArrayFunction" in returns and backend is not None:
        leaf = _leaf_wrapper(backend, flavour)
        return lambda function: _array_function(function, leaf)
    if returns == "Array":
        return wrap
    if returns.startswith(("list[Array", "tuple[Array")):
        if returns == "tuple[Array, Array]":
            return lambda pair: (wrap(pair[0]), wrap(pair[1]))
        kind = list if returns.startswith("list") else tuple
        return lambda results: kind(map(wrap, results))
    named = spec.body.__globals__.get(returns)
    if isinstance(named, type) and hasattr(named, "_fields"):
        return lambda results: named(*map(wrap, results))
    return lambda result: result


def _array_function(native: Callable, wrap: Callable) -> Callable:
    """Return a backend's function of native arrays as one of Arrays."""

    def call(*args, **kwargs):
        args, kwargs = map_leaves(_native_leaf, args), map_leaves(_native_leaf, kwargs)
        return map_leaves(wrap, native(*args, **kwargs))

    return functools.wraps(native, updated=())(call)


def _wrapper(spec: FunctionSpec, flavour: Flavour) -> Callable:
    cls, scalar = flavour.cls, flavour.scalar
    new = object.__new__
    if scalar is not None and spec.category not in _NO_SCALARS:

        def wrap(native):
            if not native.ndim:
                return scalar(native)
            array = new(cls)
            array._data = native
            return array

        return wrap

    ndarray, asarray = np.ndarray, np.asarray

    def wrap_any(native):
        array = new(cls)
        if type(native) is not ndarray and isinstance(native, np.generic):
            native = asarray(native)  # NumPy's reductions give scalars
        array._data = native
        return array

    return wrap_any


class Binding:
    """One function on one backend, giving arrays of one class."""

    def __init__(self, spec: FunctionSpec, backend: types.ModuleType, flavour: Flavour):
        self.spec = spec
        self.backend = backend
        self.flavour = flavour
        self.name = spec.name
        self.place = backend.NAME, spec.name
        self.native = backend.implementations[spec.name]
        self.wrappers = spec.native_wrappers
        self.finish = _finisher(spec, flavour, backend)
        if spec.kind == "mixed" and "outputs_to_ivy_arrays" not in self.wrappers:
            self.finish = _identity
        # whether a result is boxed as it is, also one without dimensions
        self.bare = spec.returns == "Array" and (
            flavour.scalar is None or spec.category in _NO_SCALARS
        )
        self.has_out = spec.has_out and "handle_out_argument" in self.wrappers
        self.promotes = bool(spec.ufunc or spec.promote) and backend.NAME != "numpy"
        self.operands = spec.promote or (spec.array_parameters if spec.ufunc else ())
        self.table = _converters(backend, flavour)
        converters = {p.name: self._converter(p) for p in spec.parameters}
        self.positional = tuple(
            (p.name, converters[p.name]) for p in spec.parameters if p.positional
        )
        self.converters = {name: convert for name, convert in converters.items() if convert}
        places = [name for name, _ in self.positional]
        self.operand_positions = tuple(  # a keyword-only operand comes after all positions
            places.index(name) if name in places else len(places) for name in self.operands
        )
        code, defaults = spec.body.__code__, spec.body.__defaults__ or ()
        needed = spec.parameters[: code.co_argcount - len(defaults)]
        annotations = spec.body.__annotations__
        self.needed_arrays = tuple(
            i
            for i, p in enumerate(needed)
            if p.carries == "array" and "None" not in annotations.get(p.name, "")
        )
        self.nests = any(p.carries == "nest" for p in spec.parameters)
        self.variadic = bool(spec.body.__code__.co_flags & inspect.CO_VARARGS)
        self.sequences = tuple(
            i for i, p in enumerate(spec.parameters) if p.carries == "arrays" and p.positional
        )
        scalars_pass = self.promotes or spec.ufunc is not None
        self.lone_scalars = () if scalars_pass else self._lone_scalars(spec)
        self.native_out = bool(
            spec.has_out
            and getattr(self.native, "support_native_out", backend.alias_fills_out(self.native))
        )
        views = backend.FUNCTIONAL_VIEWS if spec.view is not None else ()
        self.functional_view = views is True or bool(views) and spec.name in views
        self.stacks_views = bool(views)
        self.takes_copy = spec.view is not None and not _has_parameter(self.native, "copy")
        self.plans = {}
        self.weak_operands = {}
        self.call = None  # what is composed: Containers are mapped over with it

    def _lone_scalars(self, spec) -> tuple[bool, ...]:
        """Say for each positional parameter whether a Python scalar becomes an array by itself."""
        arrays = {p.name for p in spec.parameters if p.carries == "array"}
        kept = self.operands if self.backend.NAME == "numpy" else ()
        return tuple(name in arrays and name not in kept for name, _ in self.positional)

    def _converter(self, parameter):
        if parameter.carries in _ARRAYS and "inputs_to_native_arrays" not in self.wrappers:
            return None if self.spec.kind == "mixed" else self.table[parameter.carries]
        return self.table.get(parameter.carries)

    def compose(self) -> Callable:
        """Return the callable; its first lines are the fast path."""
        names = tuple(p.name for p in self.spec.parameters)
        arrays, count = self.spec.array_parameters, len(self.positional)
        leading = 0  # how many arrays come first; further ones are options
        for name, (positional, _) in zip(arrays, self.positional, strict=False):
            if name != positional:
                break
            leading += 1
        if self.spec.category == "random":
            call = self.slow  # what draws is called once: `recover` may call twice
        elif self.functional_view:
            call = self._view_call()
        elif self.stacks_views:
            call = _leading(self, self._view_call(only_stack=True))
        elif set(names) - {"alpha"} == {*arrays, "out"} and len(arrays) == count in (1, 2):
            call = self._elementwise()
        elif len(self.operands) == count == len(arrays) in (1, 2):
            call = _with_options(self._elementwise(), self)
        elif self.variadic or not leading or self.promotes and self.spec.ufunc is not None:
            call = self.slow
        elif leading == 1 and not self.promotes:
            call = _leading(self)
        elif all(convert is None for _, convert in self.positional[leading:]):
            call = _arrays(self, leading)
        else:
            call = self.slow
        self.call = _named(call, self.spec.body, self.wrappers)
        self.call.support_native_out = self.native_out
        return self.call

    def _elementwise(self) -> Callable:
        if len(self.positional) == 1:
            return (_checked_unary if self.promotes else _unary)(self)
        return (_checked_binary if self.promotes else _binary)(self)

    def _view_call(self, only_stack=False):
        """Compose a view function that makes functional views.

        With ``only_stack`` of functional views alone: plain arrays have native ones there.
        """
        from .arrays.views import functional_view, read_through

        lens, cls, slow, place = self.spec.view, self.flavour.cls, self.slow, self.place
        several, has_out = self.spec.returns != "Array", self.has_out
        sequence = list if self.spec.returns.startswith("list") else tuple

        def call(x, /, *args, copy=None, out=None, **kwargs):
            try:
                special = is_container(copy) or kwargs and holds_container(kwargs.values())
                special = special or out is not None and not has_out  # which `slow` refuses
                if not isinstance(x, Array) or special or only_stack and not hasattr(x, "_view"):
                    options = (("copy", copy), ("out", out))
                    given = {name: value for name, value in options if value is not None}
                    return slow(x, *args, **given, **kwargs)
                lenses = lens(x, *args, **kwargs)
                if lenses is None:
                    return slow(x, *args, **({"out": out} if out is not None else {}), **kwargs)
                if out is not None:
                    write(out, read_through(x, lenses), exact=True)
                    return out
                if copy:
                    made = [read_through(x, each) for each in (lenses if several else (lenses,))]
                    return self.finish(made if several else made[0])
                if several:
                    return sequence([functional_view(x, each, cls, copy) for each in lenses])
                return functional_view(x, lenses, cls, copy)
            except Exception as err:
                if already_handled(err, place):
                    raise
                try:
                    return self.recover(err, (x, *args), {"copy": copy, "out": out, **kwargs})
                except Exception as raised:
                    take_place_of(raised, err)
                    raise

        return call

    def slow(self, *args, **kwargs):
        """Do a call the long way: convert, promote, call, fill ``out``, wrap."""
        try:
            return self._slow(args, kwargs)
        except Exception as err:
            if already_handled(err, self.place):
                raise
            try:
                raise refusal(err, self.spec.body, self.backend.NAME, args, kwargs, self.name)
            except IvyException as raised:
                take_place_of(raised, err)
                raise

    def _slow(self, args, kwargs):
        for value in args:
            if SPECIAL[type(value)] and not self.nests:
                return self._elsewhere(args, kwargs)
        for position in self.sequences:
            for value in args[position] if position < len(args) else ():
                if SPECIAL[type(value)]:
                    return self._elsewhere(args, kwargs)
        out = copy = None
        if kwargs:
            for value in kwargs.values():
                if SPECIAL[type(value)] and not self.nests:
                    return self._elsewhere(args, kwargs)
            if self.has_out:
                out = kwargs.pop("out", None)
            elif "out" in kwargs and not self.spec.has_out:
                raise IvyTypeError(f"{self.name}: takes no out; it returns {self.spec.returns}")
            if self.takes_copy:
                copy = kwargs.pop("copy", None)
            for name, value in kwargs.items():
                convert = self.converters.get(name)
                if convert is not None and value is not None:
                    kwargs[name] = convert(value)
        for position in self.needed_arrays:
            if position < len(args) and args[position] is None:
                raise IvyTypeError(f"{self.name}: an array is needed, not None")
        positional = self.positional
        if len(args) > len(positional):
            if not self.variadic:
                raise IvyTypeError(misfit(self.spec.body, args, kwargs))
            positional += positional[-1:] * (len(args) - len(positional))
        args = [
            value if convert is None or value is None else convert(value)
            for value, (_, convert) in zip(args, positional, strict=False)
        ]
        if self.promotes:
            self._promote(args, kwargs)
        elif self.lone_scalars:
            for position, lone in enumerate(self.lone_scalars[: len(args)]):
                if lone and type(args[position]) in _SCALARS:
                    scalar = self.backend.from_scalar(args[position], None)
                    # on JAX that is an array of NumPy's, which has no lenses
                    args[position] = (
                        self.backend.copy_native(scalar) if self.functional_view else scalar
                    )
        if out is not None:
            return self._fill(out, args, kwargs)
        result = self.native(*args, **kwargs)
        if copy:
            copy_native = self.backend.copy_native
            several = type(result) in (list, tuple)
            result = [copy_native(r) for r in result] if several else copy_native(result)
        return self.finish(result)

    def _elsewhere(self, args, kwargs):
        """Do a call with Containers, or with an object that has its own implementation."""
        if "handle_nestable" in self.wrappers and modes.nestable:
            values = (*args, *[v for name, v in kwargs.items() if name != "out"])
            if holds_container(values):
                return call_with_containers(self.name, self.call, args, kwargs)
        if overrides := overrides_in((args, kwargs)):
            return call_override(self.call, overrides, args, kwargs)
        given = [type(v).__name__ for v in (*args, *kwargs.values()) if SPECIAL[type(v)]]
        raise IvyTypeError(f"{self.name}: takes no {', '.join(given) or 'Container'}")

    def _fill(self, out, args, kwargs):
        if isinstance(out, (tuple, list)) and self.spec.returns.startswith("tuple[Array"):
            return self._fill_several(out, self.native(*args, **kwargs))
        if not isinstance(out, Array):
            raise IvyTypeError(f"{self.name}: out must be an Array, not {type(out).__name__}")
        if is_read_only(out):
            raise IvyValueError(f"{self.name}: out: assignment destination is read-only")
        if backend_of(read(out)) != self.backend.NAME:
            result = self.native(*args, **kwargs)
            write(out, backend_for(read(out)).from_host(self.backend.to_host(result)), exact=True)
            return out
        if self.native_out and hasattr(out, "_data") and not hasattr(out, "_view"):
            if self.backend.fills_out(self.native, args, out._data):
                self.native(*args, out=out._data, **kwargs)
                return out
        write(out, self.native(*args, **kwargs), exact=True)
        return out

    def _fill_several(self, outs, results):
        for out in outs:
            if not isinstance(out, Array):
                raise IvyTypeError(f"{self.name}: out must hold Arrays, not {type(out).__name__}")
            if is_read_only(out):
                raise IvyValueError(f"{self.name}: out: assignment destination is read-only")
        given = [tuple(out.shape) for out in outs]
        made = [tuple(result.shape) for result in results]
        if given != made:
            raise IvyBroadcastShapeError(
                f"{self.name}: out has the shapes {given}, the results {made}; they must be equal"
            )
        for out, result in zip(outs, results, strict=True):
            write(out, result, exact=True)
        return tuple(outs)

    def _places(self, args, kwargs):
        """Yield the operands that are given: (container, key) each."""
        for name, position in zip(self.operands, self.operand_positions, strict=True):
            if position < len(args):
                yield args, position
            elif name in kwargs:
                yield kwargs, name

    def _promote(self, args, kwargs):
        """Bring the operands to the dtypes that NumPy would compute in."""
        places, values = [], []
        for holder, key in self._places(args, kwargs):
            value = holder[key]
            if value is None:
                continue
            if isinstance(value, list):
                places += [(value, i) for i in range(len(value))]
                values += value
            else:
                places.append((holder, key))
                values.append(value)
        key = tuple([type(v) if type(v) in _SCALARS else v.dtype for v in values])
        plan = self.plans.get(key)
        if plan is None:
            if not values and (said := misfit(self.spec.body, args, kwargs)):
                raise IvyTypeError(said)
            plan = self.plans[key] = self._plan(values)
        for (holder, at), value, target in zip(places, values, plan, strict=True):
            if type(value) in _SCALARS:
                holder[at] = self.backend.from_scalar(value, target)
            elif value.dtype != target:
                holder[at] = self.backend.cast(value, target)

    def _plan(self, values):
        if not values:
            raise IvyValueError(f"{self.name}: at least one array is needed")
        kinds = tuple(
            type(v) if type(v) in _SCALARS else self.backend.ivy_dtype(v.dtype) for v in values
        )
        wanted = None
        if self.spec.ufunc is not None:
            wanted = dtypes.ufunc_dtypes(self.spec.ufunc, kinds)
            if wanted is None:
                shown = ", ".join(k.__name__ if isinstance(k, type) else k for k in kinds)
                raise IvyDtypePromotionError(
                    f"{self.backend.NAME}: {self.name}: not defined for {shown}"
                )
        else:
            arrays = tuple(k for k in kinds if not isinstance(k, type))
            scalars = frozenset(k for k in kinds if isinstance(k, type))
            wanted = (dtypes.promote_dtypes(arrays, scalars),) * len(kinds)
        return tuple(self.backend.to_native_dtype(d) for d in wanted)

    def is_direct(self, dtype) -> bool:
        """Return whether equal operands of a native dtype need no conversion."""
        if self.spec.ufunc is None:
            return True
        ivy_dtype = self.backend.ivy_dtype(dtype)
        loop = dtypes.ufunc_dtypes(self.spec.ufunc, (ivy_dtype,) * len(self.operands))
        return loop is not None and set(loop) == {ivy_dtype}

    def remember_weak(self, dtype, value, place):
        """Return a Python scalar as a native operand beside an array; None if it promotes.

        Operands are kept, so that ``2.0 * x`` in a loop converts its constant once. Zeros are not:
        0.0 and -0.0 are one dictionary key. ``place`` is where the array, of ``dtype``, stands.
        """
        ops = self.backend
        ivy_dtype = ops.ivy_dtype(dtype)
        kinds = (ivy_dtype, type(value)) if place == 0 else (type(value), ivy_dtype)
        loop = dtypes.ufunc_dtypes(self.spec.ufunc, kinds) if self.spec.ufunc else None
        if loop is None or set(loop) != {ivy_dtype}:
            return None
        native = ops.from_scalar(value, dtype)
        if value and not ops.is_tracer(native):
            if len(self.weak_operands) > 1024:
                self.weak_operands.clear()
            cls = type(value)
            key = (dtype, cls, value) if place == 0 else (cls, value, dtype)
            self.weak_operands[key] = native
        return native

    def scaled(self, x2, alpha):
        """Return ``alpha * x2`` for a function with that option."""
        if all(p.name != "alpha" for p in self.spec.parameters):
            raise IvyTypeError(f"{self.name}: got an unexpected keyword argument 'alpha'")
        return namespace(self.backend, self.flavour).multiply(x2, alpha)

    def recover(self, err, args, kwargs=None, slow=None):
        """Do a call the long way whose arguments the fast path could not read or native not take:
        a functional view not read yet, an array of another backend, a Container as an option. Else
        raise the error translated.

        What comes here fills no ``out``, calls no function of the user's and draws no number, so
        that native may be called again.
        """
        kwargs, slow = kwargs or {}, slow or self.slow
        if isinstance(err, AttributeError) and any(
            isinstance(a, Array) and not hasattr(a, "_data") for a in args
        ):
            return slow(*args, **kwargs)
        if isinstance(err, FloatingPointError):  # native has computed: this is its answer
            raise refusal(err, self.spec.body, self.backend.NAME, args, kwargs, self.name)
        if any(isinstance(a, Array) and backend_of(a) != self.backend.NAME for a in args):
            return slow(*args, **{n: value for n, value in kwargs.items() if value is not None})
        if any(type(a) in _WEAK for a in args) and any(
            isinstance(a, Array) and self.backend.is_tracer(read(a)) for a in args
        ):
            # PyTorch's FakeTensors do not mix with constants that were made before the trace
            return slow(*args, **kwargs)
        if holds_container(args) or holds_container(kwargs.values()):
            given = {name: value for name, value in kwargs.items() if value is not None}
            return slow(*args, **given)
        raise refusal(err, self.spec.body, self.backend.NAME, args, kwargs, self.name)


# A closure below is a boundary: what fails is translated once, trimmed, and raised on by a bare
# `raise`, which leaves the closure's own frame to the trace mode.


def _unary(binding):
    cls, plain, native, slow, recover, place = _parts(binding)
    new, finish, array = object.__new__, binding.finish, np.ndarray

    def call(x, /, *, out=None):
        try:
            if type(x) in plain and out is None:
                result = native(x._data)
                if type(result) is array:
                    y = new(cls)
                    y._data = result
                    return y
                return finish(result)
            return slow(x) if out is None else slow(x, out=out)
        except Exception as err:
            if already_handled(err, place):
                raise
            try:
                return recover(err, (x,))
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _binary(binding):
    cls, plain, native, slow, recover, place = _parts(binding)
    new, finish, array = object.__new__, binding.finish, np.ndarray

    def call(x1, x2, /, *, out=None, alpha=None):
        try:
            if out is not None or alpha is not None:
                return slow(x1, x2 if alpha is None else binding.scaled(x2, alpha), out=out)
            if type(x1) in plain:
                if type(x2) in plain:
                    result = native(x1._data, x2._data)
                elif type(x2) in _WEAK:
                    result = native(x1._data, x2)
                else:
                    return slow(x1, x2)
            elif type(x2) in plain and type(x1) in _WEAK:
                result = native(x1, x2._data)
            else:
                return slow(x1, x2)
            if type(result) is array:
                y = new(cls)
                y._data = result
                return y
            return finish(result)
        except Exception as err:
            if already_handled(err, place):
                raise
            try:
                return recover(err, (x1, x2))
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _checked_unary(binding):
    cls, plain, native, slow, recover, place = _parts(binding)
    new, finish, direct = object.__new__, binding.finish, _Direct(binding.is_direct)
    single = binding.spec.returns == "Array"

    def call(x, /, *, out=None):
        try:
            if type(x) in plain and out is None:
                data = x._data
                if direct[data.dtype]:
                    result = native(data)
                    if single and result.ndim:
                        y = new(cls)
                        y._data = result
                        return y
                    return finish(result)
            return slow(x) if out is None else slow(x, out=out)
        except Exception as err:
            if already_handled(err, place):
                raise
            try:
                return recover(err, (x,))
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _checked_binary(binding):
    cls, plain, native, slow, recover, place = _parts(binding)
    new, finish, direct = object.__new__, binding.finish, _Direct(binding.is_direct)
    weak, remember = binding.weak_operands, binding.remember_weak
    single = binding.spec.returns == "Array"

    def call(x1, x2, /, *, out=None, alpha=None):
        try:
            if out is not None or alpha is not None:
                return slow(x1, x2 if alpha is None else binding.scaled(x2, alpha), out=out)
            if type(x1) in plain:
                a = x1._data
                if type(x2) in plain:
                    b = x2._data
                    if a.dtype is not b.dtype or not direct[a.dtype]:
                        return slow(x1, x2)
                elif type(x2) in _WEAK:
                    b = weak.get((a.dtype, type(x2), x2)) if x2 else None
                    if b is None:
                        b = remember(a.dtype, x2, 0)
                        if b is None:
                            return slow(x1, x2)
                else:
                    return slow(x1, x2)
            elif type(x2) in plain and type(x1) in _WEAK:
                b = x2._data
                a = weak.get((type(x1), x1, b.dtype)) if x1 else None
                if a is None:
                    a = remember(b.dtype, x1, 1)
                    if a is None:
                        return slow(x1, x2)
            else:
                return slow(x1, x2)
            result = native(a, b)
            if single and result.ndim:
                y = new(cls)
                y._data = result
                return y
            return finish(result)
        except Exception as err:
            if already_handled(err, place):
                raise
            try:
                return recover(err, (x1, x2))
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _with_options(fast, binding):
    """Compose a function of operands and keyword-only options: fast while none is given."""
    slow, place, body = binding.slow, binding.place, binding.spec.body

    def call(*args, **options):
        try:
            return slow(*args, **options) if options else fast(*args)
        except Exception as err:
            if already_handled(err, place):
                raise
            try:
                raise refusal(err, body, place[0], args, options)
            except IvyException as raised:
                take_place_of(raised, err)
                raise

    return call


def _leading(binding, slow=None):
    """Compose a function of one array, first, and of options that are passed on as they are."""
    plain, native, slow = binding.flavour.plain, binding.native, slow or binding.slow
    finish = binding.finish
    special = frozenset(binding.converters) | {"out"} | ({"copy"} if binding.takes_copy else set())
    options = binding.positional[1:]
    passed_on = len(options) if all(convert is None for _, convert in options) else 0
    recover, place, bare = binding.recover, binding.place, binding.bare
    new, cls, array = object.__new__, binding.flavour.cls, np.ndarray
    asarray, is_special = np.asarray, SPECIAL
    gives_scalars = binding.backend.NAME == "numpy"  # its reductions do
    # a native function takes a Container for a true flag; for any other option it fails
    flags = frozenset(n for n, a in binding.spec.body.__annotations__.items() if "bool" in a)

    def call(x, /, *args, **kwargs):
        try:
            if type(x) in plain:
                if not kwargs and not args:
                    result = native(x._data)
                    if bare:
                        if gives_scalars and type(result) is not array:
                            result = asarray(result)
                        y = new(cls)
                        y._data = result
                        return y
                    return finish(result)
                if special.isdisjoint(kwargs) and (not args or len(args) <= passed_on):
                    if not args and flags.isdisjoint(kwargs):
                        return finish(native(x._data, **kwargs))
                    for option in (*args, *kwargs.values()):
                        if is_special[type(option)]:
                            break
                    else:
                        return finish(native(x._data, *args, **kwargs))
            return slow(x, *args, **kwargs)
        except Exception as err:
            if already_handled(err, place):
                raise
            try:
                return recover(err, (x, *args), kwargs, slow)
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _arrays(binding, count):
    """Compose a function of up to ``count`` leading arrays; options are passed on as they are."""
    plain, native, slow, recover, place = _parts(binding)[1:]
    finish, operands = binding.finish, binding.operand_positions if binding.promotes else ()
    special, look = frozenset(binding.converters) | {"out"}, SPECIAL.__getitem__

    def call(*args, **kwargs):
        try:
            given = len(args)
            if given == 1 and not kwargs and type(args[0]) in plain:
                return finish(native(args[0]._data))
            if given == 2 and not kwargs:
                x1, x2 = args
                if type(x1) in plain and type(x2) in plain:
                    a, b = x1._data, x2._data
                    if not operands or a.dtype is b.dtype:
                        return finish(native(a, b))
            if given <= count and special.isdisjoint(kwargs):
                natives = [x._data for x in args if type(x) in plain]
                nested = any(map(look, map(type, kwargs.values()))) if kwargs else False
                if len(natives) == given > 0 and not nested:
                    if not operands or len({natives[i].dtype for i in operands if i < given}) == 1:
                        return finish(native(*natives, **kwargs))
            return slow(*args, **kwargs)
        except Exception as err:
            if already_handled(err, place):
                raise
            try:
                return recover(err, args, kwargs)
            except Exception as raised:
                take_place_of(raised, err)
                raise

    return call


def _parts(binding):
    flavour = binding.flavour
    return (
        flavour.cls, flavour.plain, binding.native, binding.slow, binding.recover, binding.place,
    )  # fmt: skip


def _named(call: Callable, body: Callable, wrappers: tuple[str, ...]) -> Callable:
    """Give the composed callable the name, signature and docstring of what it serves."""
    if inspect.ismethod(call):
        method = call

        def call(*args, **kwargs):
            try:
                return method(*args, **kwargs)
            except Exception as err:
                trim(err)  # takes this wrapper's own frame out of the traceback
                raise

    call.__name__ = call.__qualname__ = body.__name__
    call.__doc__ = body.__doc__
    call.__module__ = body.__module__
    call.__wrapped__ = body
    if hasattr(body, "mixed_backend_wrappers"):
        call.mixed_backend_wrappers = body.mixed_backend_wrappers
    return _declared(call, wrappers)


def _declared(call: Callable, wrappers: tuple[str, ...]) -> Callable:
    for name in wrappers:
        setattr(call, name, True)
    return call


class _Direct(dict):
    """By native dtype: whether operands need no conversion. Found out once a dtype."""

    def __init__(self, find: Callable):
        super().__init__()
        self.find = find

    def __missing__(self, dtype):
        found = self[dtype] = self.find(dtype)
        return found


def _identity(result):
    return result


_ARRAYS = frozenset({"array", "varargs", "arrays", "nest", "function"})


@functools.cache
def _converters(backend: types.ModuleType, flavour: Flavour) -> dict[str, Callable]:
    """Return by what a parameter carries how it is brought to a backend."""
    to_native = _to_native(backend)
    return {
        "array": to_native,
        "varargs": to_native,
        "arrays": lambda values: [to_native(value) for value in values],
        "nest": lambda nest: map_leaves(_native_leaf, nest),
        "function": lambda function: _native_function(function, backend, flavour),
        "dtype": backend.to_native_dtype,
        "device": backend.to_native_device,
        "shape": _shape,
    }


def _to_native(backend: types.ModuleType) -> Callable:
    """Return what reads an Array's native array, and makes one of anything else."""
    convert, native_class = backend.to_native, backend.NativeArray

    def to_native(value):
        if isinstance(value, Array):
            value = read(value)
            if type(value) is native_class:
                return value
        return convert(value)

    return to_native


def _native_leaf(value):
    return read(value) if isinstance(value, Array) else value


def _native_function(function: Callable, backend, flavour: Flavour) -> Callable:
    """Return a user's function of arrays as one of native arrays, for the backend to transform."""
    if not callable(function):
        return _native_leaf(function)  # a condition may be a value
    wrap = _leaf_wrapper(backend, flavour)

    def call(*args, **kwargs):
        args = map_leaves(wrap, args)
        kwargs = map_leaves(wrap, kwargs)
        return map_leaves(_native_leaf, function(*args, **kwargs))

    return functools.wraps(function, updated=())(call)


def _leaf_wrapper(backend, flavour: Flavour) -> Callable:
    cls, is_native = flavour.cls, backend.is_native
    return lambda leaf: _new(cls, leaf) if is_native(leaf) else leaf


def _new(cls: type[Array], native) -> Array:
    array = object.__new__(cls)
    array._data = native
    return array


def _has_parameter(function, name) -> bool:
    code = getattr(function, "__code__", None)
    return (
        code is not None and name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    )


def _shape(value) -> tuple[int, ...]:
    if isinstance(value, int):
        return (value,)
    try:
        return tuple([int(n) for n in value])
    except (TypeError, ValueError):
        try:
            return (value.__index__(),)
        except AttributeError:
            raise IvyTypeError(f"a shape is an int or a sequence of ints, not {value!r}") from None
