"""Calls between NumPy's API and the core: arrays in and out, errors, and host fallback.

``ivy`` here is the core bound to this frontend's array class: its functions take ``ndarray`` on the
fast path and give ``ndarray`` (scalars, where a result has no dimensions) without another box.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frontends.common.conversion import (
    PYTHON_NUMBERS,
    array_parameters,
    holds_tracer,
    host_array,
    native_copy,
)
from ivy_core import backend_handler, modes
from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array, planned, view_of_plain
from ivy_core.backend_handler import active_backend
from ivy_core.backends.frameworks import on_register
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_of, backend_of_class
from ivy_core.binding.dialect import Dialect
from ivy_core.compilation.trace import trace as tracing
from ivy_core.compilation.trace.growing_lists import rows_of_loop
from ivy_core.contexts import common
from ivy_core.defaults import current as defaults
from ivy_core.dtypes import HOST_SCALARS
from ivy_core.utils.exceptions import IvyException
from ivy_core.utils.routes import entry_of, exit_named, exit_of
from ivy_core.utils.tracebacks import replace_exception

from .errors import NUMPY_ERRORS
from .fallback import UnsupportedDtype, from_host, host_call
from .native_route import (
    EXACT,
    EXACT_ALONG,
    GIVEN,
    MISTAKES,
    PLAIN,
    REFUSALS,
    SMALL,
    SUPPORTED,
    NotNative,
    applies,
    given_back,
    lent,
    lent_options,
    lent_without_out,
    of_few_exactly,
    on_few,
    on_memory,
    refused_by_numpy,
)
from .ndarray import ivy, ndarray
from .options import (
    OPTIONS,
    are_options,
    is_long_of_floats,
    is_numeric,
    is_operand,
    is_option,
    written_at,
)
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

BackendScalar.array_class = ndarray
silent.add(ndarray)
NUMPY = Dialect(ndarray, scalar_on, frozenset({BackendScalar}))
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
    elif tracing.current is not None and holds_tracer(value):
        return stacked(value, dtype)
    host = host_array(value, dtype)
    if host.dtype not in HELD_DTYPES:
        if not host.dtype.isnative and host.dtype.newbyteorder("=") in HELD_DTYPES:
            host = host.astype(host.dtype.newbyteorder("="))
        else:
            raise UnsupportedDtype(host.dtype)
    return ivy.asarray(host)


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
def _backend_array(value):
    if type(value) not in _PLAIN_CLASSES or not value.dtype.isnative:
        return value
    if common.on_host and type(value) is np.ndarray and value.dtype in HELD_DTYPES:
        array = object.__new__(ndarray)  # its memory is the array's
        array._data = value
        return array
    try:
        return asarray(value)
    except UnsupportedDtype:
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What a function of this frontend declares beside its body: by which ways it may be answered.

    The body is the general way. Where arrays are NumPy's own, NumPy's own function is called
    (:mod:`.native_route`), unless ``direct`` says no. Elsewhere a call of plain arrays and options
    takes the first of these ways that is declared and does not refuse: ``core`` alone, ``lens``, an
    exact reduction (:data:`.native_route.EXACT`), ``reduction``, the memory of few elements
    (``on_host``, ``hosts_few``, ``few``), ``moves`` where there is no ``core`` or a kernel would be
    compiled, ``core``, ``moves``.

    Parameters
    ----------
    keep_0d : bool
        Whether a result without dimensions stays an array (creation and manipulation do so).
    core : str, optional
        Name of the core's function that does the same with an array, or a sequence of them, and
        positional options. Where it fails, the body says what is wrong as NumPy says it.
    reduction : str, optional
        Name of the core's function that does the same with an array, ``axis`` and ``keepdims``,
        where the framework's own takes as little time as NumPy's.
    kind : {'sequence', 'creation', 'shape', 'like', 'value'}, optional
        What the first argument is: a sequence of arrays, an option as all others are, a shape, an
        array that gives shape and dtype, or what an array is made of. By default the annotations
        tell.
    direct : bool
        Whether it writes to ``out`` alone.
    moves : bool
        Whether it copies elements and computes nothing: then NumPy's own function does it on the
        memory of small arrays of any backend, where that is the host's and nothing is recorded.
        ``"grid"``: it makes arrays of as many elements as the sizes' product.
    fills_out : bool
        Whether NumPy's own function gives ``out`` back, as those that have it should.
    on_host : bool or int
        Whether NumPy's own function also runs on the host's memory of other frameworks' arrays:
        where its result does not depend on who computes it, or the framework has no such function.
        A number says up to how many elements: for functions that the body composes of many calls.
    hosts_few : bool
        Whether it does so up to :data:`.native_route.SMALL` elements of frameworks that compile,
        whose backends compute those on the host themselves.
    few : callable, optional
        What then takes the place of NumPy's own function: quicker than it, or refusing by
        ``NotNative`` what shall be the body's.
    lens : callable, optional
        Builder of the lens that the body shows an array through, which checks the options too.
    """

    keep_0d: bool = False
    core: str | None = None
    reduction: str | None = None
    kind: str | None = None
    direct: bool = True
    moves: bool | str = False
    fills_out: bool = True
    on_host: bool | int = False
    hosts_few: bool = False
    few: Callable | None = None
    lens: Callable | None = None


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
        What is :class:`Declared`.
    """
    if function is None:
        return functools.partial(numpy_function, **options)
    declared = Declared(**options)
    keep_0d, on_host = declared.keep_0d, declared.on_host
    arrays_at, sequences_at = array_parameters(function, "ArrayLike")
    # None is an object like another where an array must be given, and no array where one may be
    body = inspect.unwrap(function)
    required = body.__code__.co_argcount - len(body.__defaults__ or ())
    arrays_at = [(at, name, keeps, at < required) for at, name, keeps in arrays_at]
    real = _real_function(function.__module__, function.__name__)
    most_elements = None if on_host is True else on_host
    lend, most = lent_options if declared.fills_out else lent_without_out, written_at(function)

    makes_arrays = function.__module__.rpartition(".")[2] in _MAKING_ARRAYS
    may_be_overridden = hasattr(real, "_implementation")
    convert = functools.partial(_array_of_operand, function.__name__)
    convert = convert if may_be_overridden else _array
    takes_scalars = bool(arrays_at) and not (sequences_at or makes_arrays) and real is not None

    run_body, numpys = exit_of("body", function), exit_of("NumPy", real)
    takes_like = "like" in body.__code__.co_varnames[: _count_of_parameters(body)]

    def general(args, kwargs):
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
        own = real is not None and write.observer is None and (common.on_host or applies())
        if own:
            try:
                natives = [value if type(value) in PLAIN else lent(value) for value in args]
                given = lend(kwargs) if kwargs else kwargs
            except NotNative:
                pass
            else:
                return given_back(numpys(*natives, **given), natives, args, kwargs, given)
        elif on_host and modes.current.host_execution and len(args) <= most:
            try:
                return on_memory(real, args, kwargs, most_elements)
            except REFUSALS:  # nothing was written: the body answers, or says what is wrong
                pass
        asked = None
        try:
            args = list(args)
            for at, name, keeps, is_required in arrays_at:
                if at < len(args):
                    value = args[at]
                    if type(value) is not ndarray and (is_required or value is not None):
                        args[at] = convert(value, keeps, not at)
                elif name in kwargs:
                    value = kwargs[name]
                    if type(value) is not ndarray and (is_required or value is not None):
                        kwargs[name] = convert(value, keeps, not at)
            for at, name in sequences_at:
                if at < len(args):
                    args[at] = [convert(v, False) for v in args[at]]
                elif name in kwargs:
                    kwargs[name] = [convert(v, False) for v in kwargs[name]]
            if own:  # what was no array is one now
                try:
                    natives, given = [lent(value) for value in args], lend(kwargs)
                except NotNative:
                    pass
                else:
                    return given_back(numpys(*natives, **given), natives, args, kwargs, given)
            result = run_body(*args, **kwargs)
            if keep_0d or type(result) is not ndarray or result.ndim:
                return brought_to_host(result)
            if any(result is argument for argument in (*args, *kwargs.values())):
                return result  # it was given as `out`
            return scalar(held(result))
        except UnsupportedDtype:
            pass  # real NumPy answers, outside of this clause: its errors have no context then
        except AskedFirst as asking:
            asked = asking.args[0]
        except MISTAKES as err:
            said = None if real is None or own else refused_by_numpy(err, real, args, kwargs)
            if said is None:
                raise
            refusal = NUMPY_ERRORS.translate(err, function.__name__, said)
            replace_exception(refusal, err)
            raise refusal from err
        if asked is not None:
            return call_asking_first(real, asked, args, kwargs)
        return fallback(real, args, kwargs)

    kind = declared.kind
    if kind is None and len(arrays_at) == 1 and arrays_at[0][0] == 0 and not sequences_at:
        kind = "array"
    compose = _KINDS[kind if declared.direct and real is not None else None]
    call = compose(Ways(function, declared, general, real, lend, most))
    call = entry_of(function.__name__, functools.wraps(function)(call))
    call.handle_exceptions = True
    call.real, call.is_numpys_own, call.runs_on_host = real, real is not None, on_host
    return call


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


class Ways:
    """What a function's closure chooses from: its general way, NumPy's own function, the core's.

    Attributes
    ----------
    core, reduction, moves : as :class:`Declared`
    general, real : callable
        The general way, and NumPy's own function.
    method, options : callable, int
        NumPy's method that does the same while no option has its name, and how many it takes by
        position; where there is none, ``real`` and -1.
    few, hosts, compiled : callable, float, bool
        What is done on the host's memory, of how many elements, and whether of frameworks that
        compile alone.
    plan : callable, optional
        What gives the lens for an array's shape and options.
    lend : callable
        What looks at options for NumPy's function.
    most : float
        How many arguments by position come before ``out``.
    """

    __slots__ = (
        "compiled", "core", "few", "general", "host", "hosts", "lend", "method", "most", "moves",
        "name", "options", "plan", "real", "reduction",
    )  # fmt: skip

    def __init__(self, function, declared: Declared, general, real, lend, most):
        name = self.name = function.__name__
        self.general, self.lend, self.most = general, lend, most
        self.real = real and exit_of("NumPy", real)
        self.core, self.reduction, self.moves = declared.core, declared.reduction, declared.moves
        self.plan = declared.lens and planned(declared.lens)
        is_method = name in _BY_METHOD and real is getattr(np, name)
        method = getattr(np.ndarray, name) if is_method else real
        self.method = method and exit_of("NumPy", method)
        self.options = _BY_METHOD[name] if is_method else -1
        few = declared.few or (method if is_method and name in _METHODS else None)
        hosts = math.inf if declared.on_host is True else declared.on_host
        self.hosts = hosts or (SMALL if declared.hosts_few or few else 0)
        self.few, self.compiled = few or real, not declared.on_host
        self.host = real  # what runs on the memory of other frameworks' arrays


fallback = exit_of("NumPy on a copy", host_call)
_SHORT = frozenset({int, type(None)})
_MANY = 64  # members of a sequence: to look at more of them takes longer than a kernel
_MISSING, _INT, _REAL = object(), frozenset({int}), frozenset({int, float})
_LAYOUT = frozenset({"order", "retstep", "device"})  # of these the general way knows more
_SMALL = 1 << 15  # elements: more are moved by all the threads that a framework has


@exit_named("NumPy on the memory, moves alone")
def moved_on_host(real, args, kwargs, moves=True):
    """Call NumPy's own function on the memory of small arrays; None if it cannot.

    It copies elements: its result is on memory of its own, and has the bits that any other way to
    it has.
    """
    natives, backend, like, size = [], None, None, 1
    for value in args:
        if type(value) is ndarray:
            like = held(value)
            owner = backend_of_class(type(like))
            if owner is not backend and backend is not None:
                return None
            backend, value = owner, owner.memory_on_host(like)
            if value is None or value.size > _SMALL:
                return None
            size *= value.size
        elif type(value) not in PYTHON_NUMBERS and not is_operand(value):
            return None
        natives.append(value)
    if moves == "grid" and backend and size > _SMALL and not backend.CAPABILITIES.compiles:
        return None  # the framework copies with all its threads
    if backend is None or not modes.current.host_execution:
        return None
    if kwargs and ("copy" in kwargs or not are_options(kwargs)):
        return None
    return handed_over(real(*natives, **kwargs), backend, like)


@functools.cache
def compiles(cls: type) -> bool:
    """Return whether the framework of a class has a kernel for each shape, or costs as much."""
    backend = backend_of_class(cls)
    return backend is None or backend.CAPABILITIES.compiles


on_register.append(compiles.cache_clear)


def has_kernels(value) -> bool:
    """Return whether a value is an array of a framework that compiles nothing."""
    return type(value) is ndarray and not compiles(type(getattr(value, "_data", None)))


def handed_over(result, backend, like=None):
    """Move host arrays without another reference to a backend."""
    if type(result) is np.ndarray:
        if result.dtype not in SUPPORTED:  # strings, of a choice between two
            return from_host(result)
        return new_array(ndarray, backend.taken_from_host(result, like))
    if type(result) in (tuple, list):
        return type(result)([handed_over(each, backend, like) for each in result])
    return scalar(result) if isinstance(result, np.generic) else result


def options_of_reduction(args, kwargs) -> dict | None:
    """Return ``axis`` and ``keepdims`` of a call that has no other options, else None."""
    if args:
        is_axis = len(args) == 1 and not kwargs and type(args[0]) in _AXES
        return {"axis": args[0]} if is_axis else None
    for option, value in kwargs.items():
        if option == "axis":
            if type(value) not in _AXES:
                return None
        elif option != "keepdims" or type(value) is not bool:
            return None
    return kwargs if "axis" in kwargs else {"axis": None, **kwargs}


_AXES = frozenset({int, type(None)})


# the closures of each kind: what is direct, else the general way, in the boundary of the frontend


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


def _of_array(ways):
    """Compose a function of one array, first, and options."""
    name, general, real, core, moves = ways.name, ways.general, ways.real, ways.core, ways.moves
    new, array, functions, is_numpy = object.__new__, np.ndarray, ivy.__dict__, common
    most, hosts, few, compiled = ways.most, ways.hosts, ways.few, ways.compiled
    view = exit_of("view", view_of_plain)
    reduction, plan, host = ways.reduction, ways.plan, ways.host
    method, options_of_method = ways.method, ways.options
    exact, lines = EXACT.get(name), name in EXACT_ALONG
    only_core = core is not None and not (plan or reduction or hosts or moves or exact)

    def call(a=_MISSING, /, *args, **kwargs):
        try:
            if type(a) is ndarray:
                try:
                    data = a._data
                except AttributeError:  # a functional view that nobody has looked at
                    data = None
                if only_core and not kwargs and type(data) is not array and len(args) < most:
                    if _SHORT.issuperset(map(type, args)):
                        try:
                            return functions[core](a, *args)
                        except IvyException:
                            return general((a, *args), kwargs)  # it says that in NumPy's words
                if plan is not None and not kwargs and type(data) is not array:
                    shown = plan(a, args, kwargs)
                    if shown is not None:
                        return view(a, shown, ndarray)
                if exact is not None and not args and type(data) is not array:
                    along = kwargs.get("axis") if lines and len(kwargs) == 1 else None
                    if (not kwargs or type(along) is int) and not compiles(type(data)):
                        found = of_few_exactly(exact, a, method, along)
                        if found is not None:
                            return found
                if reduction is not None and type(data) is not array and not compiles(type(data)):
                    options = options_of_reduction(args, kwargs)
                    if options is not None:
                        try:
                            return functions[reduction](a, **options)
                        except IvyException:
                            pass  # the general way says it in NumPy's words
                few_only = hosts and type(data) is not array and len(args) < most
                if few_only and (not compiled or compiles(type(data))):
                    found = on_few(few, (a, *args), kwargs, hosts, compiled)
                    if found is not NotImplemented:
                        return found
                given = args
                for option in args:
                    if type(option) not in OPTIONS and not is_option(option):
                        given = natives_of(args)
                        break
                moving = moves and type(data) is not array and len(args) < most
                if moving and (core is None or compiles(type(data))):
                    moving, found = False, moved_on_host(host, (a, *args), kwargs)
                    if found is not None:
                        return found
                if given is not None and len(args) < most:
                    if type(data) is array:
                        if is_numpy.on_host and (not kwargs or are_options(kwargs)):
                            if not kwargs and len(given) <= options_of_method:
                                result = method(data, *given)
                            else:
                                result = real(data, *given, **kwargs)
                            if type(result) is array and result is not data:
                                y = new(ndarray)
                                y._data = result
                                return y
                            if type(result) in GIVEN:
                                return result
                            return a if result is data else given_back(result)
                    elif given is args and core is not None and not kwargs:
                        try:
                            return functions[core](a, *args)
                        except IvyException:
                            pass  # the general way says it in NumPy's words
                if moving:
                    found = moved_on_host(host, (a, *args), kwargs)
                    if found is not None:
                        return found
            return general((a, *args) if a is not _MISSING else args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _of_sequence(ways):
    """Compose a function of a sequence of arrays, first, and options."""
    name, general, real, core = ways.name, ways.general, ways.real, ways.core
    host = ways.host
    new, array, functions, is_numpy = object.__new__, np.ndarray, ivy.__dict__, common

    def of_members(*members, **options):
        return host(members, **options)

    def call(arrays=_MISSING, /, *args, **kwargs):
        try:
            if (type(arrays) is tuple or type(arrays) is list) and arrays:
                if not is_numpy.on_host and len(args) < 2 and len(arrays) < _MANY:
                    options = {**kwargs, "axis": args[0]} if args else kwargs
                    found = on_few(of_members, arrays, options)
                    if found is not NotImplemented:
                        return found
                for x in arrays:
                    if type(x) is not ndarray:
                        break
                else:
                    if is_numpy.on_host:
                        natives = [getattr(x, "_data", None) for x in arrays]
                        for native in natives:
                            if type(native) is not array:
                                break
                        else:
                            if (not args or are_options(args)) and are_options(kwargs):
                                result = real(natives, *args, **kwargs)
                                if type(result) is not array:
                                    return given_back(result)
                                y = new(ndarray)
                                y._data = result
                                return y
                    elif core is not None and not kwargs and len(args) < 2 and are_options(args):
                        try:
                            if args:
                                return functions[core](arrays, axis=args[0])
                            return functions[core](arrays)
                        except IvyException:
                            pass  # the general way says it in NumPy's words
            return general((arrays, *args) if arrays is not _MISSING else args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _of_options(ways):
    """Compose a function that makes arrays: no argument is one."""
    name, general, real = ways.name, ways.general, ways.real
    new, array, is_numpy, fills = object.__new__, np.ndarray, common, ways.name == "full"

    def call(*args, **kwargs):
        try:
            for option in args:
                if type(option) not in OPTIONS and not is_option(option):
                    break
            else:
                if not kwargs or are_options(kwargs):
                    if is_numpy.on_host:
                        result = real(*args, **kwargs)
                        if type(result) is array and result.dtype in SUPPORTED:
                            y = new(ndarray)
                            y._data = result
                            return y
                        return given_back(result)
                    if defaults.device is not None or not _LAYOUT.isdisjoint(kwargs):
                        return general(args, kwargs)
                    backend = active_backend()
                    if not (fills and args and _is_long(args[0])) or backend.CAPABILITIES.compiles:
                        result = real(*args, **kwargs)
                        if type(result) is array and result.dtype in SUPPORTED:
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


def _is_long(shape) -> bool:
    """Return whether a shape has many elements: a framework fills them with all its threads."""
    if type(shape) is tuple:
        return _INT.issuperset(map(type, shape)) and math.prod(shape) > _SMALL
    return type(shape) is int and shape > _SMALL


def _of_shape(ways):
    """Compose a function that makes an array of a shape, in a dtype."""
    name, general, real = ways.name, ways.general, ways.real
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
                        pass  # the general way says it in NumPy's words
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


def _of_model(ways):
    """Compose a function that makes an array in the shape and dtype of another."""
    name, of_array = ways.name, _of_array(ways)
    functions, is_numpy, count = ivy.__dict__, common, 2 if ways.name == "full_like" else 1

    def call(*args, **kwargs):
        given = len(args) == count and not kwargs and not is_numpy.on_host
        if given and type(args[0]) is ndarray:
            model = args[0]
            data = getattr(model, "_data", None)
            backend = backend_of_class(type(data))
            fits = count == 1 or type(args[1]) in _REAL and model.dtype.kind == "f"
            in_order = fits and backend is not None and backend.strides_of(data) is None
            if in_order and not hasattr(model, "_view"):  # which may show another order
                try:
                    return functions[name](*args)
                except IvyException:
                    pass  # the general way says it in NumPy's words
        return of_array(*args, **kwargs)

    return call


def _of_value(ways):
    """Compose a function that makes an array of a value: ``array`` copies what is one."""
    name, general, real = ways.name, ways.general, ways.real
    new, array, is_numpy, copies = (
        object.__new__,
        np.ndarray,
        common,
        ways.name in ("array", "copy"),
    )
    takes_dtype = ways.name != "copy"

    def call(value=_MISSING, /, *args, **kwargs):
        try:
            kind = type(value)
            if kind is ndarray and not args and not kwargs:
                if not copies:
                    return value
                data = getattr(value, "_data", None)
                if type(data) is array:
                    y = new(ndarray)
                    y._data = real(data)
                    return y
                backend = backend_of_class(type(data))
                in_order = backend is not None and backend.strides_of(data) is None
                if in_order and not hasattr(value, "_view"):  # which may show another order
                    y = new(ndarray)
                    y._data = native_copy(data)
                    return y
            elif takes_dtype and len(args) < 2 and (kind is list or kind in PYTHON_NUMBERS):
                if kind is list and not args and not kwargs and is_long_of_floats(value):
                    y = new(ndarray)
                    if is_numpy.on_host:
                        y._data = np.fromiter(value, np.float64, len(value))
                        return y
                    if defaults.device is None:
                        y._data = _floats_on(active_backend(), value)
                        return y
                elif is_numeric(value) and (not kwargs or len(kwargs) == 1 and "dtype" in kwargs):
                    dtype = args[0] if args else kwargs.get("dtype")
                    if dtype is None or is_option(dtype):
                        host = real(value, dtype)
                        if host.dtype in SUPPORTED:
                            if is_numpy.on_host:
                                y = new(ndarray)
                                y._data = host
                                return y
                            if defaults.device is None:
                                y = new(ndarray)
                                y._data = active_backend().taken_from_host(host)
                                return y
            return general((value, *args) if value is not _MISSING else args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _floats_on(backend, values):
    """Return a list of floats as a native array."""
    convert = backend.one_calls.get("array")
    if convert is not None and backend.is_eager():
        return convert(values)
    return backend.taken_from_host(np.fromiter(values, np.float64, len(values)))


def _of_anything(ways):
    """Compose a function of arrays, numbers and options in any order."""
    name, general, real, core, moves = ways.name, ways.general, ways.real, ways.core, ways.moves
    new, array, functions, is_numpy = object.__new__, np.ndarray, ivy.__dict__, common
    is_direct, lend, most, is_short = real is not None, ways.lend, ways.most, core or moves
    hosts, few, compiled, host = ways.hosts, ways.few, ways.compiled, ways.host

    def call(*args, **kwargs):
        try:
            if is_direct and is_numpy.on_host and write.observer is None:
                try:
                    natives = []
                    for value in args:
                        if type(value) is ndarray and type(value._data) is array:
                            natives.append(value._data)
                        else:
                            natives.append(value if type(value) in PLAIN else lent(value))
                    given = lend(kwargs) if kwargs else kwargs
                except (NotNative, AttributeError):  # a functional view may have no data
                    pass
                else:
                    result = real(*natives, **given)
                    kind = type(result)
                    if kind is array and given is kwargs and result.dtype in SUPPORTED:
                        for value, native in zip(args, natives, strict=True):
                            if native is result and type(value) is ndarray:
                                return value
                        y = new(ndarray)
                        y._data = result
                        return y
                    elif kind in GIVEN:
                        return result
                    return given_back(result, natives, args, kwargs, given)
            is_other = not is_numpy.on_host and 0 < len(args) <= most
            if (
                hosts
                and is_other
                and (
                    not compiled
                    or type(args[0]) is not ndarray  # `has_kernels` without its frame
                    or compiles(type(getattr(args[0], "_data", None)))
                )
            ):
                found = on_few(few, args, kwargs, hosts, compiled)
                if found is not NotImplemented:
                    return found
            if is_short and is_other:
                moving = moves
                if moves and (core is None or not has_kernels(args[0])):
                    moving, found = False, moved_on_host(host, args, kwargs, moves)
                    if found is not None:
                        return found
                if core is not None and not kwargs:
                    for value in args:
                        if type(value) is not ndarray:
                            break
                    else:
                        try:
                            return functions[core](*args)
                        except IvyException:
                            pass  # the general way says it in NumPy's words
                if moving:
                    found = moved_on_host(host, args, kwargs, moves)
                    if found is not None:
                        return found
            return general(args, kwargs)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, name)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


_KINDS = {
    None: _of_anything,
    "array": _of_array,
    "sequence": _of_sequence,
    "creation": _of_options,
    "shape": _of_shape,
    "like": _of_model,
    "value": _of_value,
}


def _count_of_parameters(function) -> int:
    return function.__code__.co_argcount + function.__code__.co_kwonlyargcount


def _real_function(module: str, name: str):
    """Return NumPy's own function of that name, for the fallback and for signature checks."""
    namespace = np
    for part in module.split(".")[2:]:
        if part in ("linalg", "fft", "lib", "random", "stride_tricks"):
            namespace = getattr(namespace, part)
    return getattr(namespace, name, None)


def _array(value, keep_scalar: bool, is_first: bool = False):
    if keep_scalar and type(value) in PYTHON_NUMBERS:
        return value
    return asarray(value)


class AskedFirst(Exception):
    """An operand, its argument, answers a function of NumPy's by a method of its own."""


def _array_of_operand(name: str, value, keep_scalar: bool, is_first: bool = False):
    """Do the same for a function, by its name, that NumPy lets its operands override."""
    if is_asked_first(value, name, is_first):
        raise AskedFirst(value)
    return _array(value, keep_scalar)
