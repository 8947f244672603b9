"""Calls between NumPy's API and the core: arrays in and out, errors, and host fallback.

``ivy`` here is the core bound to this frontend's array class: its functions take ``ndarray`` on the
fast path and give ``ndarray`` (scalars, where a result has no dimensions) without another box.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from frontends.common.conversion import (
    PYTHON_NUMBERS,
    array_parameters,
    holds_recorded,
    host_array,
    native_copy,
)
from ivy_core import backend_handler, modes
from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array, planned, view_of_plain
from ivy_core.backend_handler import active_backend
from ivy_core.backends.common.memory import aligned_copy
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_of, backend_of_class
from ivy_core.binding.dialect import Dialect
from ivy_core.binding.handing import for_numpys_arrays
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.growing_lists import rows_of_loop
from ivy_core.contexts import common
from ivy_core.defaults import current as defaults
from ivy_core.dtypes import HOST_SCALARS
from ivy_core.utils.exceptions import IvyException, IvyRecordedException
from ivy_core.utils.routes import ARE_SHOWN, entry_of, exit_of
from ivy_core.utils.tracebacks import replace_exception

from .docstrings import complete
from .errors import NUMPY_ERRORS
from .fallback import UnsupportedDtype, from_host, give_implementation, host_call
from .host_call import MISTAKES, REFUSALS, compiles, on_memory, refused_by_numpy, routes
from .native_route import applies
from .ndarray import ivy, ndarray
from .options import (
    OPTIONS,
    are_options,
    is_all_floats,
    is_numeric,
    is_operand,
    is_option,
    written_at,
)
from .policy import COPIED_ONCE_ELEMENTS, COUNTED_FLOATS, FILLED_ELEMENTS, POLICIES
from .protocols import (
    PlainView,
    answered,
    answered_like,
    call_asking_first,
    is_asked_first,
    may_override,
    silent,
)
from .scalar_types import HELD_DTYPES, BackendScalar, brought_to_host, on_backend, scalar, scalar_on
from .unwrapping import (
    PLAIN,
    UNBOXED,
    NotNative,
    rewrap,
    unwrap,
    unwrap_options,
    unwrap_options_without_out,
)
from .watching import run_body_watched, watch

BackendScalar.array_class = ndarray
silent.add(ndarray)
NUMPY = watch.dialect = Dialect(ndarray, scalar_on, frozenset({BackendScalar}))
for_numpys_arrays["frontends.numpy"] = NUMPY
backend_handler.publish(ivy, NUMPY)

_MAKING_ARRAYS = frozenset({"creation", "grids", "matrices"})  # areas: also large ones of scalars
_KNOWN = PYTHON_NUMBERS | HOST_SCALARS | {type(None)}  # classes of values that the host has


def asarray(value, dtype=None):
    """Return ``value`` as ndarray; a scalar as one of the backend.

    UnsupportedDtype is raised for strings and the like, and for a masked array or another subclass
    of NumPy's ndarray: real NumPy lets it compute as it sees fit.
    """
    kind = type(value)
    if kind is ndarray or kind is BackendScalar:
        return value if dtype is None else value.astype(dtype)
    if kind is np.ndarray:
        made = _taken_over(value, dtype)
        if made is not None:
            return made
    if issubclass(kind, np.generic) and value.dtype in HELD_DTYPES:
        return on_backend(value if dtype is None else value.astype(dtype))
    if isinstance(value, Array):
        if getattr(value, "requires_grad", False):
            value.numpy()  # raises where gradients are recorded: an array would lose them
        return new_array(ndarray, read(value))
    if backend_of(value) not in (None, "numpy"):
        return ivy.asarray(value)
    if is_real_subclass(value):
        raise UnsupportedDtype(f"class {type(value).__name__}")
    if kind is not list and kind is not tuple:
        makes = getattr(getattr(kind, "__array__", None), "unconverted", None)
        if makes is not None and isinstance(made := makes(value), Array):
            return asarray(made, dtype)
    elif tracing.current is not None and holds_recorded(value):
        return stacked(value, dtype)
    try:
        host = host_array(value, dtype)
    except IvyRecordedException:
        if kind is not list and kind is not tuple:
            raise
        return stacked(value, dtype)
    if host.dtype not in HELD_DTYPES:
        if not host.dtype.isnative and host.dtype.newbyteorder("=") in HELD_DTYPES:
            host = host.astype(host.dtype.newbyteorder("="))
        else:
            raise UnsupportedDtype(host.dtype)
    return ivy.asarray(host)


def _taken_over(value: np.ndarray, dtype) -> ndarray | None:
    """Return a copy of NumPy's own array as ours; None where another way makes it."""
    backend = active_backend()
    can = backend.CAPABILITIES
    if dtype is not None or defaults.device is not None or not can.compiles or can.assignable:
        return None
    # on JAX a copy becomes the array's memory: half of what the core's function takes
    if value.dtype not in HELD_DTYPES:
        return None
    return new_array(ndarray, backend.taken_from_host(owned_copy(value)))


def owned_copy(host: np.ndarray) -> np.ndarray:
    """Return a copy in C order that a backend may take over, without another one if it is large."""
    return np.array(host, order="C") if host.size <= COPIED_ONCE_ELEMENTS else aligned_copy(host)


def stacked(values, dtype=None):
    """Return the array of nested sequences, some of whose elements are not known yet."""
    result = rows_of_loop(values)
    if result is None:
        parts = [stacked(v) if isinstance(v, (list, tuple)) else asarray(v) for v in values]
        parts = [x if type(x) is ndarray else new_array(ndarray, read(x)) for x in parts]
        result = ivy.stack(parts, axis=0)
    else:
        result = new_array(ndarray, read(result))
    return result if dtype is None or dtype == result.dtype else ivy.astype(result, dtype)


def is_real_subclass(value) -> bool:
    """Return whether ``value`` is an array of a class derived from NumPy's, a file's apart."""
    if not isinstance(value, np.ndarray) or type(value) in _PLAIN_CLASSES:
        return False
    return not isinstance(value, np.memmap)


_PLAIN_CLASSES = frozenset({np.ndarray, PlainView})


@from_host.register(np.ndarray)
def _box_numpy_array(value):
    """Return a NumPy array as ndarray; as it is if its class or dtype cannot be held."""
    if type(value) not in _PLAIN_CLASSES or not value.dtype.isnative:
        return value
    if common.on_host and type(value) is np.ndarray and value.dtype in HELD_DTYPES:
        array = object.__new__(ndarray)  # its memory is the array's
        array._data = value
        return array
    try:
        if value.ndim > 1 and value.flags.fnc:
            return ivy.permute_dims(asarray(value.T), tuple(range(value.ndim))[::-1])
        return asarray(value)
    except UnsupportedDtype:
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """The meaning of a function of this frontend; who computes a call follows (:mod:`.policy`).

    The body is the general way. Where arrays are NumPy's own, NumPy's own function is called
    (:mod:`.native_route`). Elsewhere the routes of the kind come first.

    Parameters
    ----------
    kind : str
        Of :data:`.policy.POLICIES`.
    core : str, optional
        Name of the core's function that does the same with an array, or a sequence of them, and
        positional options; a reduction with an array, ``axis`` and ``keepdims``.
    lens : callable, optional
        Builder of the lens that the body shows an array through, which checks the options too.
    host : callable, optional
        What computes it on the host in place of NumPy's own function: quicker than that, or
        refusing by ``NotNative`` what shall be the body's.
    keep_0d : bool
        Whether a result without dimensions stays an array (creation and manipulation do so).
    fills_out : bool
        Whether NumPy's own function gives ``out`` back, as those that have it should.
    """

    kind: str = "core"
    core: str | None = None
    lens: Callable | None = None
    host: Callable | None = None
    keep_0d: bool = False
    fills_out: bool = True


def numpy_function(function=None, **options):
    """Make a NumPy function of a body written with ``ivy``.

    Parameters annotated ``ArrayLike`` arrive as arrays (a Python scalar stays one where the
    annotation is ``ArrayLike | Scalar``), ``list[ArrayLike]`` as a list of them. An ``out``
    parameter is filled by the body. What the backend cannot hold goes to real NumPy on the host.

    Parameters
    ----------
    function : callable, optional
        The body; without it a decorator is returned.
    **options
        The fields of :class:`Declared`.
    """
    if function is None:
        return functools.partial(numpy_function, **options)
    declared = Declared(**options)
    # NumPy's own function of that name, for the fallback and for signature checks
    real = getattr(_real_namespace(function.__module__), function.__name__, None)
    complete(function)
    parameters = array_parameters(function, "ArrayLike")
    most = written_at(function)
    numpys, run_body = real, function
    if ARE_SHOWN:
        numpys, run_body = exit_of("NumPy", real), exit_of("body", function)
    general = _compose_general_path(function, declared, real, numpys, run_body, parameters, most)
    parts = ClosureParts(function, declared, real, numpys, general, parameters, most)
    is_view = parts.plan is not None
    compose = _compose_view_function if is_view else _CLOSURES[parts.signature]
    call = functools.wraps(function)(compose(parts))
    call = entry_of(function.__name__, call)
    call.handle_exceptions = True
    give_implementation(call, real)
    call.real, call.is_numpys_own = real, real is not None
    inspect.unwrap(function).__annotations__.clear()  # NumPy's functions have none
    for name in _SIGNATURES:
        if hasattr(real, name):
            setattr(call, name, getattr(real, name))
    call.runs_on_host = POLICIES[declared.kind].hosts_any
    return call


_SIGNATURES = ("__signature__", "__text_signature__")  # as functions of NumPy in C have them


def _compose_general_path(
    function, declared: Declared, real: Callable | None, numpys, run_body, parameters, most: int
):
    """Compose the general path: overrides, NumPy on native or host memory, then the body.

    ``numpys`` and ``run_body`` are ``real`` and the function, marked as exits. ``parameters`` are
    those that are arrays, and ``most`` is the position of the first one that may be written to, as
    :func:`array_parameters` and :func:`written_at` find them.
    """
    name, keep_0d, policy = function.__name__, declared.keep_0d, POLICIES[declared.kind]
    unwrap_given = unwrap_options if declared.fills_out else unwrap_options_without_out
    may_be_overridden = hasattr(real, "_implementation")
    convert = _argument_converter(function, real, *parameters)
    makes_arrays = function.__module__.rpartition(".")[2] in _MAKING_ARRAYS
    takes_scalars = not makes_arrays and real is not None and convert.takes_arrays_alone
    code = inspect.unwrap(function).__code__
    takes_like = "like" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    def watched(*args, **kwargs):
        return run_body_watched(run_body, real, args, kwargs)

    bodies = run_body, run_body if declared.kind == "in_place" else watched

    def answered_first(args, kwargs):
        if takes_like and kwargs.get("like") is not None:
            answer = answered_like(real, args, kwargs)
            if answer is not NotImplemented:
                return answer
            del kwargs["like"]
        if may_be_overridden and may_override(args, kwargs):
            answer = answered(real, args, kwargs)
            if answer is not NotImplemented:
                return answer
        if takes_scalars and args and _KNOWN.issuperset(map(type, args)):
            if not kwargs or PLAIN.issuperset(map(type, kwargs.values())):
                return from_host(numpys(*args, **kwargs))  # of scalars alone: on the host anyway
        return NotImplemented

    def of_numpys_memory(args, kwargs):
        natives: list = []
        try:
            for value in args:  # a comprehension would be another frame
                natives.append(value if type(value) in PLAIN else unwrap(value))
            given = unwrap_given(kwargs) if kwargs else kwargs
        except NotNative:
            return NotImplemented
        return rewrap(numpys(*natives, **given), natives, args, kwargs, given)

    def in_numpys_words(err, args, kwargs):
        numpy_error = real and refused_by_numpy(err, real, args, kwargs)
        if numpy_error is None:
            return None
        refusal = NUMPY_ERRORS.translate(err, name, numpy_error)
        replace_exception(refusal, err)
        return refusal

    def general(args, kwargs):
        found = answered_first(args, kwargs)
        if found is not NotImplemented:
            return found
        own = real is not None and write.observer is None and (common.on_host or applies())
        if own:
            found = of_numpys_memory(args, kwargs)
            if found is not NotImplemented:
                return found
        elif policy.hosts_any and modes.current.host_execution and len(args) <= most:
            try:
                return on_memory(real, args, kwargs, policy.host_elements)
            except REFUSALS:  # nothing was written: the body answers, or says what is wrong
                pass
        asking = None
        try:
            args = convert(args, kwargs)
            if own:  # what was no array is one now
                found = of_numpys_memory(args, kwargs)
                if found is not NotImplemented:
                    return found
            result = bodies[watch.is_on](*args, **kwargs)
            if keep_0d or type(result) is not ndarray or result.ndim:
                return brought_to_host(result)
            if any(result is argument for argument in (*args, *kwargs.values())):
                return result  # it was given as `out`
            return scalar(held(result))
        except UnsupportedDtype:
            pass  # real NumPy answers, outside of this clause: its errors have no context then
        except AskedFirst as err:
            asking = err.args[0]
        except MISTAKES as err:
            refusal = None if own else in_numpys_words(err, args, kwargs)
            if refusal is None:
                raise
            raise refusal from err
        if asking is not None:
            return call_asking_first(real, asking, args, kwargs)
        return fallback(real, args, kwargs)

    return general


def _argument_converter(
    function, real: Callable | None, arrays_at: Sequence, sequences_at: Sequence
):
    """Return a function that converts the arguments which are annotated as arrays.

    Keyword arguments are changed. Its attribute ``takes_arrays_alone`` says whether each array is
    an argument by itself.
    """
    # None is an object like another where an array must be given, and no array where one may be
    body = inspect.unwrap(function)
    required = body.__code__.co_argcount - len(body.__defaults__ or ())
    array = functools.partial(_as_array_unless_asked, function.__name__)
    array = array if hasattr(real, "_implementation") else _as_array_or_number

    def convert(args, kwargs):
        args = list(args)
        for index, name, keeps in arrays_at:
            values, key = (args, index) if index < len(args) else (kwargs, name)
            if values is args or name in kwargs:
                value = values[key]
                if type(value) is not ndarray and (index < required or value is not None):
                    values[key] = array(value, keeps, not index)
        for index, name in sequences_at:
            if index < len(args):
                args[index] = [array(v, False) for v in args[index]]
            elif name in kwargs:
                kwargs[name] = [array(v, False) for v in kwargs[name]]
        return args

    convert.takes_arrays_alone = bool(arrays_at) and not sequences_at
    return convert


# Functions of which NumPy's method does the same, without the function's frames.
_METHODS = frozenset(
    "all any argmax argmin argsort cumprod cumsum max min prod std sum trace var".split()
)
# Functions that call NumPy's method while no option is given by its name, and how many options the
# method takes by position.
_BY_METHOD = dict.fromkeys(_METHODS, 8) | {
    "diagonal": 3, "mean": 4, "nonzero": 0, "ravel": 1, "repeat": 2, "reshape": 1, "round": 2,
    "searchsorted": 3, "squeeze": 1, "swapaxes": 2, "take": 4, "transpose": 1,
}  # fmt: skip


_CREATIONS = frozenset({"creation", "shape", "like", "value"})


class ClosureParts:
    """The values from which the closure of a function is composed.

    Attributes
    ----------
    name : str
    signature : {'array', 'sequence', 'creation', 'shape', 'like', 'value', 'any'}
        What the first argument is: the only array, a sequence of arrays, an option as all others
        are, a shape, an array that gives shape and dtype, what an array is made of; or none of it.
    general, real : callable
        The general path, and NumPy's own function.
    method, options_of_method : callable, int
        NumPy's method that does the same while no option is given by its name, and how many it
        takes by position; where there is none, ``real`` and -1.
    most : int
        How many arguments by position come before ``out``.
    unwrap_options : callable
        Function that gives keyword arguments as NumPy's function takes them.
    tried : tuple
        The routes before the general path (:func:`.host_call.routes`).
    always : tuple, optional
        These routes, where they are the same for arrays of all frameworks.
    core : str, optional
        The core's function, where it is the only route.
    plan : callable, optional
        Function that gives the lens of a view (:func:`.views.planned`), where one is declared.
    """

    __slots__ = (
        "always", "core", "general", "method", "most", "name", "options_of_method", "plan", "real",
        "signature", "tried", "unwrap_options",
    )  # fmt: skip

    def __init__(self, function, declared: Declared, real, numpys, general, parameters, most: int):
        name = self.name = function.__name__
        self.general, self.real = general, real and numpys
        self.signature = "any"
        if real is not None:
            self.signature = _kind_of_signature(function, declared.kind, *parameters)
        self.most = most
        self.unwrap_options = unwrap_options if declared.fills_out else unwrap_options_without_out
        is_method = name in _BY_METHOD and real is getattr(np, name)
        method = getattr(np.ndarray, name) if is_method else real
        self.method = method if is_method else self.real
        if is_method and ARE_SHOWN:
            self.method = exit_of("NumPy", method)
        self.options_of_method = _BY_METHOD[name] if is_method else -1
        host = declared.host or (method if is_method and name in _METHODS else None)
        self.tried = routes(declared.kind, self.signature, name, real, declared.core, host)
        self.always = self.tried[0] if self.tried[0] == self.tried[1] else None
        self.core = declared.core if self.always is not None else None
        self.plan = planned(declared.lens) if declared.lens is not None else None


def _kind_of_signature(function, kind: str, arrays: Sequence, sequences: Sequence) -> str:
    """Return the kind of a function's signature: a creation's, "array", "sequence" or "any"."""
    first = next(iter(function.__annotations__.values()), "")
    if kind in _CREATIONS:
        return kind
    if kind == "join" or POLICIES[kind].hosts_any and "list[" in first:
        return "sequence"
    is_array = len(arrays) == 1 and arrays[0][0] == 0 and not sequences
    return "array" if kind == "view" or is_array and kind != "in_place" else "any"


fallback = exit_of("NumPy on a copy", host_call)
_MISSING, _INT, _REAL = object(), frozenset({int}), frozenset({int, float})
_LAYOUT = frozenset({"order", "retstep", "device"})  # of these the general path knows more


# The closures of each kind of signature, in the error boundary of the frontend. Each has three
# exits: the fast path on NumPy's own memory (or to the core, where nothing else is to be tried),
# the routes of the function's policy, and the general path.


def natives_of(args) -> list | None:
    """Return options with NumPy's own array for each array; None if one is not on its memory."""
    natives = []
    for value in args:
        if type(value) is ndarray:
            value = getattr(value, "_data", None)
            if type(value) is not np.ndarray:
                return None
        elif not is_operand(value):
            return None
        natives.append(value)
    return natives


def _are_numpy_operands(args) -> bool:
    """Return whether each option is a plain value, or an ndarray on NumPy's own memory."""
    for value in args:
        if type(value) not in OPTIONS:
            return natives_of(args) is not None
    return True


def _compose_array_function(parts: ClosureParts) -> Callable:
    """Compose a function of one array, first, and options."""
    name, general, real, core = parts.name, parts.general, parts.real, parts.core
    tried, most = parts.tried, parts.most
    method, options_of_method = parts.method, parts.options_of_method
    new, array, functions, is_numpy = object.__new__, np.ndarray, ivy.__dict__, common

    def call(a=_MISSING, /, *args, **kwargs):
        try:
            if type(a) is ndarray and len(args) < most:
                try:
                    data = a._data
                except AttributeError:  # a functional view that has not been read
                    data = None
                if type(data) is array:
                    given = args
                    for option in args:
                        if type(option) not in OPTIONS:
                            given = natives_of(args)
                            break
                    usable = given is not None and is_numpy.on_host
                    if usable and (not kwargs or are_options(kwargs)):
                        if not kwargs and len(given) <= options_of_method:
                            result = method(data, *given)
                        else:
                            result = real(data, *given, **kwargs)
                        if result is data:
                            return a
                        if type(result) is array:
                            y = new(ndarray)
                            y._data = result
                            return y
                        return result if type(result) in UNBOXED else rewrap(result)
                elif core is None:
                    given = (a, *args)
                    for route in tried[compiles[type(data)]]:
                        found = route(given, kwargs)
                        if found is not NotImplemented:
                            return found
                elif not kwargs and _are_numpy_operands(args):
                    try:
                        return functions[core](a, *args)
                    except IvyException:
                        pass  # the general path says it in NumPy's words
            return general((a, *args) if a is not _MISSING else args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _compose_view_function(parts: ClosureParts) -> Callable:
    """Compose a function that shows an array through a lens, given by a plan."""
    of_array, plan, is_numpy = _compose_array_function(parts), parts.plan, common
    view = exit_of("view", view_of_plain)

    def call(a=_MISSING, /, *args, **kwargs):
        if not kwargs and type(a) is ndarray:
            if is_numpy.on_host:
                return of_array(a, *args)
            try:
                lens = plan(a, args, kwargs)
                if lens is not None:
                    return view(a, lens, ndarray)
            except MISTAKES:
                pass  # the general path says it in NumPy's words
        return of_array(*args, **kwargs) if a is _MISSING else of_array(a, *args, **kwargs)

    return call


def _compose_sequence_function(parts: ClosureParts) -> Callable:
    """Compose a function of a sequence of arrays, first, and options."""
    name, general, real = parts.name, parts.general, parts.real
    tried, always = parts.tried, parts.always
    new, array, is_numpy = object.__new__, np.ndarray, common

    def call(arrays=_MISSING, /, *args, **kwargs):
        try:
            if (type(arrays) is tuple or type(arrays) is list) and arrays:
                if is_numpy.on_host:
                    natives = [
                        data
                        for x in arrays
                        if type(x) is ndarray and type(data := getattr(x, "_data", None)) is array
                    ]
                    has_options = (not args or are_options(args)) and are_options(kwargs)
                    if has_options and len(natives) == len(arrays):
                        result = real(natives, *args, **kwargs)
                        if type(result) is not array:
                            return rewrap(result)
                        y = new(ndarray)
                        y._data = result
                        return y
                else:
                    given, x, chosen = (arrays, *args), arrays[0], always
                    if chosen is None:
                        data = getattr(x, "_data", None) if type(x) is ndarray else None
                        chosen = tried[compiles[type(data)]]
                    for route in chosen:
                        found = route(given, kwargs)
                        if found is not NotImplemented:
                            return found
                    return general(given, kwargs)
            return general((arrays, *args) if arrays is not _MISSING else args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _compose_creation(parts: ClosureParts) -> Callable:
    """Compose a function that makes arrays: no argument is one."""
    name, general, real = parts.name, parts.general, parts.real
    new, array, is_numpy, fills = object.__new__, np.ndarray, common, parts.name == "full"

    def call(*args, **kwargs):
        try:
            for option in args:
                if type(option) not in OPTIONS and not is_option(option):
                    break
            else:
                if not kwargs or are_options(kwargs):
                    if is_numpy.on_host:
                        result = real(*args, **kwargs)
                        if type(result) is array and result.dtype in HELD_DTYPES:
                            y = new(ndarray)
                            y._data = result
                            return y
                        return rewrap(result)
                    if defaults.device is not None or not _LAYOUT.isdisjoint(kwargs):
                        return general(args, kwargs)
                    backend = active_backend()
                    if (
                        not (fills and args and _has_many_elements(args[0]))
                        or backend.CAPABILITIES.compiles
                    ):
                        result = real(*args, **kwargs)
                        if type(result) is array and result.dtype in HELD_DTYPES:
                            y = new(ndarray)
                            y._data = backend.taken_from_host(result)
                            return y
            return general(args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _has_many_elements(shape) -> bool:
    """Return whether a shape has so many elements that a framework's threads fill it sooner."""
    if type(shape) is tuple:
        return _INT.issuperset(map(type, shape)) and math.prod(shape) > FILLED_ELEMENTS
    return type(shape) is int and shape > FILLED_ELEMENTS


def _compose_creation_of_shape(parts: ClosureParts) -> Callable:
    """Compose a function that makes an array of a shape, in a dtype."""
    name, general, real = parts.name, parts.general, parts.real
    new, is_numpy, functions = object.__new__, common, ivy.__dict__

    def call(shape=_MISSING, dtype=None, order="C", **kwargs):
        try:
            if not kwargs and order == "C" and (dtype is None or is_option(dtype)):
                kind = type(shape)
                if is_numpy.on_host:
                    if kind is tuple or kind is int:
                        y = new(ndarray)
                        y._data = real(shape, dtype)
                        return y
                elif kind is int or kind is tuple and _INT.issuperset(map(type, shape)):
                    try:
                        return functions[name](shape, dtype="float64" if dtype is None else dtype)
                    except IvyException:
                        pass  # the general path says it in NumPy's words
            if "like" in kwargs:  # what answers is given the options that have been given
                given = {"dtype": dtype} if dtype is not None else {}
                given |= {"order": order} if order != "C" else {}
                return general(() if shape is _MISSING else (shape,), kwargs | given)
            if shape is not _MISSING:
                kwargs["shape"] = shape
            return general((), {**kwargs, "dtype": dtype, "order": order})
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _compose_creation_like(parts: ClosureParts) -> Callable:
    """Compose a function that makes an array in the shape and dtype of another."""
    name, of_array = parts.name, _compose_array_function(parts)
    functions, is_numpy, count = ivy.__dict__, common, 2 if parts.name == "full_like" else 1

    def call(*args, **kwargs):
        given = len(args) == count and not kwargs and not is_numpy.on_host
        if given and type(args[0]) is ndarray:
            model = args[0]
            fits = count == 1 or type(args[1]) in _REAL and model.dtype.kind == "f"
            if fits and _is_whole_in_c_order(model, getattr(model, "_data", None)):
                try:
                    return functions[name](*args)
                except IvyException:
                    pass  # the general path says it in NumPy's words
        return of_array(*args, **kwargs)

    return call


def _compose_creation_of_value(parts: ClosureParts) -> Callable:
    """Compose ``array``, ``copy`` or the like of an Array or numbers; these two copy an Array."""
    name, general, real = parts.name, parts.general, parts.real
    new, array, is_numpy = object.__new__, np.ndarray, common
    copies, takes_dtype = name in ("array", "copy"), name != "copy"

    def of_numbers(value, args, kwargs):
        """Return the native array of a number, or a nested list of such; None of another value."""
        is_list = type(value) is list
        if is_list and len(value) >= COUNTED_FLOATS and not args and not kwargs:
            if is_all_floats(value):
                if is_numpy.on_host:
                    return np.fromiter(value, np.float64, len(value))
                return (
                    _native_of_floats(active_backend(), value) if defaults.device is None else None
                )
        if is_list and not PYTHON_NUMBERS.issuperset(map(type, value)):
            for each in value:
                if not is_numeric(each):
                    return None
        if kwargs and (len(kwargs) > 1 or "dtype" not in kwargs):
            return None
        dtype = args[0] if args else kwargs.get("dtype")
        if dtype is not None and not is_option(dtype):
            return None
        host = real(value, dtype)
        if host.dtype not in HELD_DTYPES:
            return None
        if is_numpy.on_host:
            return host
        return active_backend().taken_from_host(host) if defaults.device is None else None

    def call(value=_MISSING, /, *args, **kwargs):
        try:
            kind, native = type(value), None
            if kind is ndarray and not args and not kwargs:
                if not copies:
                    return value
                data = getattr(value, "_data", None)
                if type(data) is array:
                    native = real(data)
                elif _is_whole_in_c_order(value, data):
                    native = native_copy(data)
            elif takes_dtype and len(args) < 2 and (kind is list or kind in PYTHON_NUMBERS):
                native = of_numbers(value, args, kwargs)
            if native is not None:
                y = new(ndarray)
                y._data = native
                return y
            return general((value, *args) if value is not _MISSING else args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _is_whole_in_c_order(x, data) -> bool:
    """Return whether an array is no view, and its native array is in C order."""
    backend = backend_of_class(type(data))
    if backend is None or backend.strides_of(data) is not None:
        return False
    return not hasattr(x, "_view")  # which may show another order


def _native_of_floats(backend, values):
    """Return a list of floats as a native array."""
    convert = backend.one_calls.get("array")
    if convert is not None and backend.is_eager():
        return convert(values)
    return backend.taken_from_host(np.fromiter(values, np.float64, len(values)))


def _compose_any_function(parts: ClosureParts) -> Callable:
    """Compose a function of arrays, numbers and options in any order."""
    name, general, real, most = parts.name, parts.general, parts.real, parts.most
    tried, always, unwrap_given = parts.tried, parts.always, parts.unwrap_options
    new, array, is_numpy, is_direct = object.__new__, np.ndarray, common, real is not None

    def call(*args, **kwargs):
        try:
            if is_numpy.on_host:
                if not is_direct or write.observer is not None:
                    return general(args, kwargs)
                try:
                    natives = []
                    for value in args:
                        if type(value) is ndarray and type(value._data) is array:
                            natives.append(value._data)
                        else:
                            natives.append(value if type(value) in PLAIN else unwrap(value))
                    given = unwrap_given(kwargs) if kwargs else kwargs
                except (NotNative, AttributeError):  # a functional view may have no data
                    return general(args, kwargs)
                result = real(*natives, **given)
                if type(result) in UNBOXED:
                    return result
                if type(result) is array and given is kwargs and result.dtype in HELD_DTYPES:
                    for value, native in zip(args, natives, strict=True):
                        if native is result and type(value) is ndarray:
                            return value
                    y = new(ndarray)
                    y._data = result
                    return y
                return rewrap(result, natives, args, kwargs, given)
            elif 0 < len(args) <= most:
                x, chosen = args[0], always
                if chosen is None:
                    data = getattr(x, "_data", None) if type(x) is ndarray else None
                    chosen = tried[compiles[type(data)]]
                for route in chosen:
                    found = route(args, kwargs)
                    if found is not NotImplemented:
                        return found
            return general(args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


_CLOSURES = {
    "any": _compose_any_function,
    "array": _compose_array_function,
    "sequence": _compose_sequence_function,
    "creation": _compose_creation,
    "shape": _compose_creation_of_shape,
    "like": _compose_creation_like,
    "value": _compose_creation_of_value,
}


@functools.cache
def _real_namespace(module: str):
    """Return NumPy's module with the functions of a frontend's module, given by its name."""
    namespace = np
    for part in module.split(".")[2:]:
        if part in ("linalg", "fft", "lib", "random", "stride_tricks"):
            namespace = getattr(namespace, part)
    return namespace


def _as_array_or_number(value, keep_scalar: bool, is_first: bool = False):
    """Return a value as ndarray; a Python number as it is if ``keep_scalar``."""
    if keep_scalar and type(value) in PYTHON_NUMBERS:
        return value
    return asarray(value)


class AskedFirst(Exception):
    """An operand, its argument, answers a function of NumPy's by a method of its own."""


def _as_array_unless_asked(name: str, value, keep_scalar: bool, is_first: bool = False):
    """Return a value as ndarray; raise AskedFirst if its class answers the function itself."""
    if is_asked_first(value, name, is_first):
        raise AskedFirst(value)
    return _as_array_or_number(value, keep_scalar)
