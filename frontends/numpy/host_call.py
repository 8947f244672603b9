"""NumPy's functions on the host's memory of other frameworks' arrays, and the core's on theirs.

A route is a function of a call's positional and keyword arguments that gives NotImplemented where
it refuses. Nothing is written by one, so that whoever calls may go on with the next.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

import numpy as np

from frontends.common.conversion import PYTHON_NUMBERS
from ivy_core import contexts, modes
from ivy_core.arrays.memory import host_view
from ivy_core.backends.frameworks import on_register
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_of_class
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyException, means_axis
from ivy_core.utils.routes import exit_named, exit_of

from .fallback import from_host
from .ndarray import ivy, ndarray
from .options import WRITTEN, are_options, is_operand, is_option
from .policy import (
    EXACT_ALONG_AXIS,
    EXACT_REDUCTIONS,
    EXPLAINED_ELEMENTS,
    HOST_ELEMENTS,
    JOINED_ARRAYS,
    MOVED_ELEMENTS,
    POLICIES,
)
from .scalar_types import HELD_DTYPES, BackendScalar, numpy_dtype
from .unwrapping import PLAIN, UNBOXED, NotNative, unwrap

# What NumPy raises for a call that it refuses: the body then says why. A FloatingPointError is no
# refusal, but what `np.errstate` asks for.
REFUSALS = (NotNative, TypeError, ValueError, LookupError, OverflowError, ZeroDivisionError)
# What a wrong call raises: PyTorch most of it as RuntimeError.
MISTAKES = (TypeError, ValueError, LookupError, ArithmeticError, RuntimeError)

_new, _selected, _modes, _core = object.__new__, contexts.selected.get, modes.current, ivy.__dict__
_AXIS_CLASSES = frozenset({int, type(None)})
# options that are no arrays, told without a frame of Python's
_NAMES, _CLASSES = frozenset({"axis", "keepdims"}), frozenset({int, bool, tuple, type(None)})


class _Compiles(dict):
    """Whether the framework of a class has a kernel for each shape, or costs as much."""

    def __missing__(self, cls: type) -> bool:
        backend = backend_of_class(cls)
        self[cls] = found = backend is None or backend.CAPABILITIES.compiles
        return found


compiles = _Compiles()  # a look-up, where a call takes 0.1 us more
on_register.append(compiles.clear)


def on_few(real: Callable, most: float, compiling_only: bool) -> Callable:
    """Compose a call of a function of NumPy's on the memory of arrays, in one frame.

    For arrays, numbers and options alone; whatever else there is, or NumPy refuses, is left to the
    caller.

    Parameters
    ----------
    most : float
        Up to how many elements.
    compiling_only : bool
        Whether only arrays of frameworks that compile kernels are taken.
    """

    def route(args, kwargs):
        values, like = [], None
        for value in args:
            kind = type(value)
            if kind is ndarray:
                try:
                    native = value = value._data
                except AttributeError:  # a functional view that has not been read
                    native = value._view.base._data
                if like is None:
                    like, cls = native, type(native)
                    backend = backend_of_class(cls)
                    if backend is None or compiling_only and not compiles[cls]:
                        return NotImplemented
                    chosen = _selected().backend
                    if chosen is not backend and chosen is not None:
                        return NotImplemented
                elif type(native) is not cls and backend_of_class(type(native)) is not backend:
                    return NotImplemented
                if value is not native:
                    value = _host_array_of_view(value, backend, most)
                    if value is None:
                        return NotImplemented
            elif kind not in PLAIN and not is_option(value):
                return NotImplemented
            values.append(value)
        if like is None or not _modes.host_execution:
            return NotImplemented
        if kwargs:
            plain = _NAMES.issuperset(kwargs) and _CLASSES.issuperset(map(type, kwargs.values()))
            if not plain and not are_options(kwargs):
                return NotImplemented
        try:
            found = backend.call_on_host(real, values, kwargs, like, most)
        except REFUSALS:  # the body says what is wrong
            return NotImplemented
        if found is None:
            return NotImplemented
        result, memories = found
        if memories is None:
            array = _new(ndarray)
            array._data = result
            return array
        return _box_with_own_memory(result, memories, backend, like)

    return exit_of("NumPy on the memory of few elements", route)


def _host_array_of_view(view, backend, most):
    """Return NumPy's array of a view; None off the host or, of immutable memory, over ``most``."""
    if backend.CAPABILITIES.mutable:
        return backend.memory_on_host(read(view))
    host = host_view(view, backend)
    if host is None or host.size > most:
        return None
    # sums and products of memory in another order are other sums
    return host if host.flags.c_contiguous else host.copy()


class _Memories:
    """The memory on the host of one call's arrays, all of one framework, that of the context."""

    __slots__ = ("backend", "count", "like")

    def __init__(self):
        self.backend = self.like = None
        self.count = 0

    def unwrap(self, value):
        """Return a value with the memory of the arrays in it; raises NotNative without any."""
        kind = type(value)
        if kind is ndarray or kind is BackendScalar:
            native = held(value)
            backend = backend_of_class(type(native))
            if self.like is None:
                self.like, self.backend = native, backend
                chosen = _selected().backend
                if chosen is not backend and chosen is not None:
                    raise NotNative
            elif backend is not self.backend:
                raise NotNative
            memory = backend.memory_on_host(native)
            if memory is None:
                raise NotNative
            self.count += memory.size
            return memory if kind is ndarray else memory[()]
        if (kind is list or kind is tuple) and ndarray in map(type, value):
            return kind([self.unwrap(each) for each in value])
        return value if kind in PLAIN else unwrap(value)


@exit_named("NumPy on the memory")
def on_memory(real: Callable, args, kwargs, most: float | None = None):
    """Call a function of NumPy's on the memory of arrays, nested ones too; own the result.

    It is for functions whose results do not depend on who computes them, or which no framework has,
    and that give fresh arrays.

    Raises
    ------
    NotNative
        If there is an argument without memory of its own on the host (a traced one, one on another
        device, one that gradients are recorded for), or there are more than ``most`` elements.
    """
    if not WRITTEN.isdisjoint(kwargs):
        raise NotNative
    memories = _Memories()
    natives = [value if type(value) in PLAIN else memories.unwrap(value) for value in args]
    options = kwargs
    if not PLAIN.issuperset(map(type, kwargs.values())):
        options = {n: v if type(v) in PLAIN else memories.unwrap(v) for n, v in kwargs.items()}
    if memories.like is None or most is not None and memories.count > most:
        raise NotNative
    result = real(*natives, **options)
    return _box_with_own_memory(
        result, (*natives, *options.values()), memories.backend, memories.like
    )


def moved_on_host(real: Callable, is_grid: bool = False) -> Callable:
    """Compose a call of NumPy's function, which copies elements alone, on small arrays' memory.

    A grid has as many elements as the product of their sizes.
    """

    def route(args, kwargs):
        natives, backend, like, product = [], None, None, 1
        for value in args:
            if type(value) is ndarray:
                like = held(value)
                owner = backend_of_class(type(like))
                if owner is not backend and backend is not None:
                    return NotImplemented
                backend, value = owner, owner.memory_on_host(like)
                if value is None or value.size > MOVED_ELEMENTS:
                    return NotImplemented
                product *= value.size
            elif type(value) not in PYTHON_NUMBERS and not is_operand(value):
                return NotImplemented
            natives.append(value)
        if backend is None or not _modes.host_execution:
            return NotImplemented
        if is_grid and product > MOVED_ELEMENTS and not backend.CAPABILITIES.compiles:
            return NotImplemented  # the framework copies with all its threads
        if kwargs and ("copy" in kwargs or not are_options(kwargs)):
            return NotImplemented
        # its result shares no memory with an argument
        return _box_with_own_memory(real(*natives, **kwargs), (), backend, like)

    return exit_of("NumPy on the memory, moves alone", route)


def reduced_exactly(method: Callable, kinds: frozenset, along_axis: bool) -> Callable:
    """Compose a reduction of EXACT_REDUCTIONS, of few elements, by NumPy's method.

    A kernel of a framework, and what makes a scalar of its result, take twice as long.
    """
    is_exact = _DtypeKinds(kinds)

    def route(args, kwargs):
        x, axis = args[0], kwargs.get("axis") if along_axis and len(kwargs) == 1 else None
        if len(args) > 1 or kwargs and type(axis) is not int:
            return NotImplemented
        data = getattr(x, "_data", None)
        if data is None or not is_exact[data.dtype] or not _modes.host_execution:
            return NotImplemented
        backend = backend_of_class(type(data))
        memory = backend.memory_on_host(data)
        if memory is None or not 0 < memory.size <= HOST_ELEMENTS:
            return NotImplemented
        if axis is None:
            return method(memory)
        return _box_with_own_memory(method(memory, axis), (), backend, data)

    return exit_of("NumPy on the memory, an exact reduction", route)


class _DtypeKinds(dict):
    """Whether a dtype, as the framework has it, is of some of NumPy's kinds; looked up once."""

    def __init__(self, kinds: frozenset):
        self.kinds = kinds

    def __missing__(self, dtype) -> bool:
        self[dtype] = found = numpy_dtype(dtype).kind in self.kinds
        return found


def refused_by_numpy(err: Exception, real: Callable, args, kwargs) -> Exception | None:
    """Return NumPy's error for a call that has failed, for its words.

    Frameworks word the same mistake each in its own way. None where NumPy is not to be asked (of
    many elements, of arrays elsewhere, of what writes), takes the call, or says the same; and for
    an axis that is not there, which each framework words as well as NumPy does.
    """
    if isinstance(err, IndexError) and means_axis(str(err)):
        return None
    try:
        with np.errstate(all="ignore"):
            on_memory(real, args, kwargs, EXPLAINED_ELEMENTS)
    except NotNative:
        return None
    except MISTAKES as own:
        return None if str(own) in str(err) else own
    return None


def _shares_memory(result, natives) -> bool:
    """Return whether a result is one of the arrays ``natives``, or shows one's memory."""
    is_view = not result.flags.owndata
    for native in natives:
        if native is result:
            return True
        if is_view and type(native) is np.ndarray and np.may_share_memory(result, native):
            return True
    return False


def _box_with_own_memory(result, natives, backend, like):
    """Return NumPy's result with its arrays boxed for a backend, copied if they share memory."""
    kind = type(result)
    if kind in UNBOXED:
        return result
    if kind is np.ndarray:
        if result.dtype not in HELD_DTYPES:  # strings, of a choice between two
            return from_host(result)
        if natives and (not result.flags.c_contiguous or _shares_memory(result, natives)):
            result = result.copy()
        array = _new(ndarray)
        array._data = backend.taken_from_host(result, like)
        return array
    if isinstance(result, (tuple, list)):
        parts = [_box_with_own_memory(each, natives, backend, like) for each in result]
        return kind(*parts) if hasattr(result, "_fields") else kind(parts)
    return from_host(result)


def mean_of_few(a, axis=None, **kwargs):
    """Return NumPy's mean; of float64 along one axis, or all, without its frames."""
    if kwargs or not a.size or a.dtype != _FLOAT64 or type(axis) not in _AXIS_CLASSES:
        return np.ndarray.mean(a, axis, **kwargs)
    total = np.add.reduce(a, axis)
    return total / (a.size if axis is None else a.shape[axis])


_FLOAT64 = np.dtype(np.float64)


# the other routes of a kind


def _sequence_route_on_host(real: Callable, most: float, compiling_only: bool) -> Callable:
    """Return a route: ``real`` of the host memory of a sequence's arrays, or NotImplemented."""
    run = on_few(lambda *members, **options: real(members, **options), most, compiling_only)

    def route(args, kwargs):
        if len(args) > 2 or len(args[0]) >= JOINED_ARRAYS:
            return NotImplemented
        return run(args[0], {**kwargs, "axis": args[1]} if len(args) == 2 else kwargs)

    return route


def _core_route_for_array(core: str) -> Callable:
    """Return a route: the core's function of an array and options, or NotImplemented."""

    def route(args, kwargs):
        if kwargs or not are_options(args[1:]):
            return NotImplemented
        try:
            return _core[core](*args)
        except IvyException:
            return NotImplemented  # the body says it in NumPy's words

    return route


def _core_route_for_arrays(core: str) -> Callable:
    """Return a route: the core's function of arrays alone, or NotImplemented."""
    parameters = inspect.signature(FUNCTIONS[core].body).parameters.values()
    least = sum(p.default is p.empty and p.kind <= p.POSITIONAL_OR_KEYWORD for p in parameters)

    def route(args, kwargs):
        if kwargs or len(args) < least:  # as `where` of a condition alone
            return NotImplemented
        for value in args:
            if type(value) is not ndarray:
                return NotImplemented
        try:
            return _core[core](*args)
        except IvyException:
            return NotImplemented  # the body says it in NumPy's words

    return route


def _core_route_for_sequence(core: str) -> Callable:
    """Return a route: the core's function of a sequence and an axis, or NotImplemented."""

    def route(args, kwargs):
        if kwargs or len(args) > 2 or not are_options(args[1:]):
            return NotImplemented
        for value in args[0]:
            if type(value) is not ndarray:
                return NotImplemented
        try:
            if len(args) == 2:
                return _core[core](args[0], axis=args[1])
            return _core[core](args[0])
        except IvyException:
            return NotImplemented  # the body says it in NumPy's words

    return route


def _core_route_for_reduction(core: str) -> Callable:
    """Return a route: the core's function with ``axis`` and ``keepdims``, or NotImplemented."""
    axis = inspect.signature(FUNCTIONS[core].body).parameters["axis"]
    takes_all_axes = axis.default is None  # without an option, which takes less time

    def route(args, kwargs):
        try:
            if len(args) > 1:
                if len(args) > 2 or kwargs or type(args[1]) not in _AXIS_CLASSES:
                    return NotImplemented
                return _core[core](args[0], axis=args[1])
            if not kwargs:
                return _core[core](*args) if takes_all_axes else _core[core](*args, axis=None)
            for option, value in kwargs.items():
                if option == "axis":
                    if type(value) not in _AXIS_CLASSES:
                        return NotImplemented
                elif option != "keepdims" or type(value) is not bool:
                    return NotImplemented
            if "axis" in kwargs:
                return _core[core](*args, **kwargs)
            return _core[core](*args, axis=None, **kwargs)
        except IvyException:
            return NotImplemented  # the body says it in NumPy's words

    return route


_OF_CORE = {"array": _core_route_for_array, "sequence": _core_route_for_sequence}


def routes(
    kind: str, signature: str, name: str, real: Callable, core=None, host=None
) -> tuple[tuple, tuple]:
    """Compose the routes of a function: for frameworks that run kernels as they are, at False, and
    for those that compile them, at True.

    Parameters
    ----------
    kind, core, host
        As :class:`.func_wrapper.Declared` has them.
    signature : str
        Which arguments are arrays: ``'array'``, ``'sequence'``, or what else.
    real : callable
        NumPy's own function.
    """
    policy, of_core = POLICIES[kind], _OF_CORE.get(signature, _core_route_for_arrays)
    tried = {*policy.compiling, *policy.eager}
    is_exact = signature == "array" and name in EXACT_REDUCTIONS and "exact" in tried
    found: dict[str, Callable] = {}
    if core is not None:
        found["core"] = of_core(core)
        if signature == "array" and "reduction" in policy.eager:
            found["reduction"] = _core_route_for_reduction(core)
    if is_exact:
        method, along_axis = getattr(np.ndarray, name), name in EXACT_ALONG_AXIS
        found["exact"] = reduced_exactly(method, EXACT_REDUCTIONS[name], along_axis)
    if "host" in tried:
        on_host = _sequence_route_on_host if signature == "sequence" else on_few
        found["host"] = on_host(host or real, policy.host_elements, not policy.hosts_any)
    if "move" in tried:
        found["move"] = moved_on_host(real, kind == "grid")
    return (
        tuple(filter(None, map(found.get, policy.eager))),
        tuple(filter(None, map(found.get, policy.compiling))),
    )
