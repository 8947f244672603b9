"""Small eager calls of the JAX backend are done by NumPy, on the memory that the arrays lie on.

XLA compiles a kernel for each function, shape and dtype, in 20 to 500 ms. NumPy needs none, and is
the faster one for small arrays: so a script that runs once, or whose shapes change, never waits for
a compiler. Which calls these are is said by ``policy.py``.

A function becomes a closure with three exits. *Fast*: NumPy runs on the memory of
:class:`HostArray`, without another frame. *Policy*: :func:`_run_on_host` looks at each operand, and
has NumPy run if all of them lie whole on one CPU. *General*: JAX's kernel, which also gets what
NumPy refuses, because users are to see JAX's errors.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import jax
import numpy as np
from jax.core import ShapedArray
from jax.sharding import SingleDeviceSharding

from ivy_core.backends.common.host import functions, norms
from ivy_core.backends.common.host.float_errors import ReportedWarning, host_context
from ivy_core.backends.common.lengths import Lengths
from ivy_core.backends.common.memory import ALIGNMENT, aligned_copy, aligned_empty
from ivy_core.backends.common.patience import patience
from ivy_core.backends.loading import load_backend
from ivy_core.modes import current as modes
from ivy_core.registry import FUNCTIONS
from ivy_core.utils import routes
from ivy_core.utils.exceptions import IvyException, IvyLinAlgError

from ..runtime.deferred import STAND_INS, DeferredArray, call_later, for_kernel
from ..runtime.first_calls import CountedCalls
from ..runtime.internals import IS_COMPLETE, EagerArray, eval_trace, put, trace_state
from ..runtime.memory import (
    HELD,
    HOME,
    KEPT,
    GivenArray,
    HostArray,
    adopt,
    held,
    looked_at,
    memory_on_host,
    settling,
)
from ..runtime.padded import PaddedArray
from .policy import (
    BROADCAST_QUOTIENT_ELEMENTS,
    BY_SIZE,
    COUNTED_SHAPES,
    DEFERRED,
    EXACT,
    EXACT_HOST_CALLS,
    EXACT_OF_SHAPES,
    HELD_ELEMENTS,
    HOST_CALLS_OF_SHAPE,
    HOST_ELEMENTS,
    HOST_RESULT_BYTES,
    JOINED,
    KERNEL_SHAPES_OF_LENGTHS,
    LATE_ELEMENTS,
    LATE_MULTIPLICATIONS,
    LENGTHS_ELEMENTS,
    LENGTHS_MULTIPLICATIONS,
    MADE_LIKE,
    NORMS,
    OF_LENGTHS,
    OF_MEMORY,
    OF_SINGLE,
    ON_HOST,
    PAIRS,
    PAIRS_ELEMENTS,
    PRODUCT_MULTIPLICATIONS,
    UPDATED,
    WORK,
    SizeLimit,
    are_blas_operands,
    host_limit,
    host_rule,
    is_update_of_host,
    least_elements,
    pairs,
)

_NESTED_AXES = frozenset({list, tuple, int})
_NUMPYS_OWN = 24  # dtypes of NumPy's own have lower numbers than those of ml_dtypes
_PLAIN = frozenset({bool, int, float, complex, str, type(None)} | {
    type(np.dtype(char)) for char in np.typecodes["All"]
})  # fmt: skip
_ARRAYS = frozenset({HostArray, GivenArray, EagerArray, np.ndarray})
_OF_HOST = frozenset({HostArray, GivenArray})
_RESULT = HOST_RESULT_BYTES if KEPT > 0 else KEPT
_NOTHING, _NO_OPTIONS, _new = frozenset(), {}, object.__new__
_aval = functools.lru_cache(maxsize=COUNTED_SHAPES)(ShapedArray)
_limit = functools.cache(SizeLimit)
_small, _any_size = _limit(0, HOST_ELEMENTS), _limit(0, math.inf)


class _StaysOnJax(Exception):
    """A call takes more work than NumPy should do, or LAPACK has refused its shapes or dtypes."""


# What is no refusal, but the answer
_REPORTED = IvyLinAlgError, ReportedWarning
# What NumPy and the functions around it raise where they refuse operands or options; AttributeError
# of `UPLO=3`, which has no `upper`; a warning of theirs where warnings are errors
_REFUSALS = (
    _StaysOnJax, IvyException, TypeError, ValueError, LookupError, ArithmeticError, AttributeError,
    MemoryError, Warning,
)  # fmt: skip


def compose(implementations: dict[str, Callable]) -> None:
    """Put what decides who computes around the functions of the backend.

    A JAX without the names that this takes from it (``runtime/internals.py``) computes all of it
    itself.
    """
    if not IS_COMPLETE:
        return
    hosted = EXACT | BY_SIZE | ON_HOST
    for name, function in implementations.items():
        if name not in hosted | MADE_LIKE and FUNCTIONS[name].view is None:
            takes_padded = getattr(function, "takes_padded", False)
            implementations[name] = (
                _settling_others(function) if takes_padded else settling(function)
            )
    for name in hosted & implementations.keys():
        compiled = implementations[name]
        implementations[name] = composed = functools.update_wrapper(
            _compose_host_and_kernel(name, compiled), compiled
        )
        if name in OF_MEMORY:
            composed.takes_memory = functools.partial(are_blas_operands, WORK[name])
        if name in UPDATED:
            composed.updates_memory = functools.partial(is_update_of_host, name)


def _settling_others(function: Callable) -> Callable:
    """Return a function that is given JAX's own arrays and padded ones, no memory of the host."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        return function(*map(for_kernel, args), **kwargs)

    return call


def _compose_host_and_kernel(name: str, compiled: Callable) -> Callable:
    """Compose NumPy's function and JAX's kernel, chosen by the policy."""
    least, most = least_elements(name), host_limit(name)
    compiled = routes.exit_of("kernel", compiled)
    host = routes.exit_of(f"host ({host_rule(name)})", _numpy_function(name))
    limit = _limit(least, most)
    spec = FUNCTIONS[name]
    arrays, names = spec.array_parameters, spec.parameter_names
    if name in JOINED:
        made_of = _compose_joined
    elif name in NORMS:
        made_of = _compose_norm
    elif spec.returns == "Array" and names <= {*arrays, "out", "alpha"} and len(arrays) < 3:
        made_of = _compose_unary if len(arrays) == 1 else _compose_binary
    else:
        made_of = _compose_with_leading_array if len(arrays) == 1 else _compose_general
    made_of = functools.partial(made_of, later=_compose_later(name, compiled))
    if name in OF_LENGTHS:
        limited = (
            _limit_host_work(host, WORK[name], LENGTHS_MULTIPLICATIONS) if name in WORK else host
        )
        on_host = made_of(limited, compiled, _limit(least, LENGTHS_ELEMENTS))
        compiled = _compose_for_lengths(name, on_host, compiled)
    written = host
    if isinstance(host, np.ufunc) and host.nout == 1 and most > HELD_ELEMENTS:
        written = _write_aligned(host)
    if name in WORK:
        larger = _limit_host_work(host, WORK[name], PRODUCT_MULTIPLICATIONS)
        compiled = made_of(larger, compiled, _limit(least, PRODUCT_MULTIPLICATIONS))
    elif name in EXACT:
        on_host = made_of(written, compiled, _any_size)
        compiled = _compose_exact(on_host, compiled, name == "divide")
    elif name in EXACT_OF_SHAPES:
        of_numpy = load_backend("numpy").implementations[name]
        of_numpy = routes.exit_of(f"host ({host_rule(name)})", of_numpy)
        compiled = _compose_for_many_shapes(made_of(of_numpy, compiled, _any_size), compiled)
    if written is not host:
        compiled = _compose_large(written, compiled, limit)
        limit = _limit(least, HELD_ELEMENTS)
    return made_of(host, compiled, limit)


def _compose_large(host: Callable, compiled: Callable, limit) -> Callable:
    """Return a call of arrays that are larger than what is kept on the host."""

    def call_large(*operands):
        if trace_state.value is eval_trace and modes.host_execution:
            y = _run_on_host(host, operands, _NO_OPTIONS, limit, _NOTHING)
            if y is not None:
                return y
        return compiled(*operands)

    return call_large


def _compose_later(name: str, compiled: Callable) -> Callable:
    """Compose what has a function wait of slices in parts, None: it does not wait.

    See ``runtime/deferred.py``.
    """
    if name not in DEFERRED:
        return lambda *_: None
    later = routes.exit_of("within a later program", functools.partial(call_later, name, compiled))
    return lambda *operands: later(*operands) if DeferredArray in map(type, operands) else None


def _numpy_function(name: str) -> Callable:
    """Return the host's function by name, which may refuse large pairs or translate errors."""
    found = vars(functions).get(name) or vars(norms).get(name)
    if found is None:
        found = load_backend("numpy").implementations[name]
    if name in PAIRS:
        return _limit_host_work(found, pairs, PAIRS_ELEMENTS)
    if name in OF_SINGLE:
        return _limit_to_single(found)
    is_lapack = name not in vars(functions) and FUNCTIONS[name].category == "decompositions"
    return _translate_lapack_errors(found, name) if is_lapack else found


def _limit_host_work(host: Callable, work: Callable, most: int) -> Callable:
    """Return the host function; it raises ``_StaysOnJax`` where work(a, b) exceeds ``most``."""

    def call(a, b, *args, **kwargs):
        if work(a, b, *args, **kwargs) > most:
            raise _StaysOnJax
        return host(a, b, *args, **kwargs)

    return call


def _limit_to_single(host: Callable) -> Callable:
    """Return the host function; it raises ``_StaysOnJax`` for double precision."""

    def call(x, /, **kwargs):
        if x.dtype == np.float64:
            raise _StaysOnJax
        return host(x, **kwargs)

    return call


class _Bytes(np.ndarray):
    """The memory under a result that begins where JAX wants it; nothing else refers to it."""


def _write_aligned(ufunc: np.ufunc) -> Callable:
    """Return a ufunc whose large results lie on memory that JAX takes without a copy."""
    dtypes, most, new, whole = {}, HOST_RESULT_BYTES, np.ndarray, np.dtype(np.uint8)

    def call(*operands):
        kinds = tuple([x.dtype for x in operands])
        dtype = dtypes.get(kinds)
        if dtype is None:
            dtype = dtypes[kinds] = ufunc.resolve_dtypes((*kinds, None))[-1]
        shape = operands[0].shape
        if shape != operands[-1].shape:
            shape = np.broadcast_shapes(shape, operands[-1].shape)
        count = math.prod(shape) * dtype.itemsize
        if count <= most:
            return ufunc(*operands)
        memory = new.__new__(_Bytes, (count + ALIGNMENT,), whole)
        first = -memory.__array_interface__["data"][0] % ALIGNMENT
        return ufunc(*operands, out=new(shape, dtype, memory, first))

    return call


# kernels that are compiled when they have come often


def _compose_exact(on_host: Callable, compiled: Callable, divides: bool) -> Callable:
    """Return a call that takes the host for the first calls of a large shape, then the kernel."""
    often, wanted, device_arrays, none = set(), {}, EagerArray, ()

    def count(key, *operands):
        # what is small comes here when NumPy has refused it, or may not have it
        if _small[key[0]] and _small[key[-2]]:
            return compiled(*operands)
        # products and quotients of complex numbers are not exact; and where a divisor serves many
        # elements, XLA multiplies by its reciprocal
        if key[-1].kind == "c":
            return compiled(*operands)
        if divides and _broadcasts_larger(*key[:2]):
            is_short = math.prod(key[0]) <= BROADCAST_QUOTIENT_ELEMENTS
            return (on_host if is_short else compiled)(*operands)
        if len(often) + len(wanted) > COUNTED_SHAPES:
            often.clear()
            wanted.clear()
        wanted[key] = times = wanted.get(key, 0) + 1
        if times > EXACT_HOST_CALLS and not patience.extends(times, EXACT_HOST_CALLS):
            del wanted[key]
            often.add(key)
        return on_host(*operands)

    def of_one(x, /):
        if type(x) is not device_arrays:
            return compiled(x)
        key = x.shape, x.dtype
        return compiled(x) if key in often else count(key, x)

    def of_two(x1, x2, /):
        if type(x1) is device_arrays:
            key = x1.shape, x2.shape if type(x2) is device_arrays else none, x1.dtype
        elif type(x2) is device_arrays:
            key = none, x2.shape, x2.dtype
        else:
            return compiled(x1, x2)
        return compiled(x1, x2) if key in often else count(key, x1, x2)

    return of_one if on_host.__code__.co_argcount == 1 else of_two


def _compose_for_many_shapes(on_host: Callable, compiled: Callable) -> Callable:
    """Compose a function of large arrays that has the same bits from both: host, then kernel.

    A shape gets a kernel when it has come some times, and one of many lengths when it has come
    often. In a factorisation that goes through a matrix by rows, shapes change from call to call:
    a kernel takes 20 to 50 ms to compile, and NumPy some tens of microseconds.
    """
    times, kernels = {}, set()
    grows = _compose_growth()

    def call(*args, **kwargs):
        if trace_state.value is not eval_trace or not modes.host_execution:
            return compiled(*args, **kwargs)
        arrays = [x for x in args if type(x) in _ARRAYS]
        # products of complex numbers are not exact
        if any(x.dtype.kind == "c" for x in arrays):
            return compiled(*args, **kwargs)
        key = [(x.shape, x.dtype) if type(x) in _ARRAYS else x for x in args]
        key = (*key, *kwargs.items())
        try:
            is_known = key in kernels
        except TypeError:  # lists of arrays among the operands
            return compiled(*args, **kwargs)
        if is_known:
            return compiled(*args, **kwargs)
        if len(times) + len(kernels) > COUNTED_SHAPES:
            times.clear()
            kernels.clear()
        times[key] = found = times.get(key, 0) + 1
        if grows(args, kwargs):
            most = EXACT_HOST_CALLS
        else:
            is_large = any(math.prod(x.shape) > LENGTHS_ELEMENTS for x in arrays)
            most = 0 if is_large else HOST_CALLS_OF_SHAPE
        if found <= most or patience.extends(found, most):
            return on_host(*args, **kwargs)
        del times[key]
        kernels.add(key)
        return compiled(*args, **kwargs)

    return call


def _compose_for_lengths(name: str, on_host: Callable, compiled: Callable) -> Callable:
    """Compose a function of arrays, not small: kernels for the first lengths, then the host."""
    grows = _compose_growth(WORK.get(name))

    def call(*args, **kwargs):
        is_on_host = trace_state.value is eval_trace and modes.host_execution
        if is_on_host and grows(args, kwargs):
            return on_host(*args, **kwargs)
        return compiled(*args, **kwargs)

    return call


def _compose_growth(work: Callable | None = None) -> Callable:
    """Compose what says whether a call, by its arguments, is one of many lengths: no kernel's.

    ``work`` counts the multiplications of a product.
    """
    lengths = Lengths(KERNEL_SHAPES_OF_LENGTHS, COUNTED_SHAPES)
    of_any_number = Lengths(COUNTED_SHAPES, COUNTED_SHAPES)

    def is_light(shapes, args, kwargs) -> bool:
        if work is not None:
            return work(*args, **kwargs) <= LATE_MULTIPLICATIONS
        return max(map(math.prod, shapes)) <= LATE_ELEMENTS

    def grows(args, kwargs) -> bool:
        shapes, others, axes, known = [], [], 0, lengths
        operands = (*args[0], *args[1:]) if type(args[0]) in (list, tuple) else args
        for x in (*operands, *kwargs.values()) if kwargs else operands:
            kind = type(x)
            if kind in _ARRAYS:
                shapes.append(x.shape)
                others.append(x.dtype)
                axes = max(axes, len(x.shape))
                if x.dtype.kind in "cV":  # complex numbers, and what is not NumPy's own
                    return False
            elif kind in _PLAIN:
                others.append(x)
            elif kind in (list, tuple) and _PLAIN.issuperset(map(type, x)):
                others.append(tuple(x))
            elif kind in (list, tuple) and _NESTED_AXES.issuperset(map(type, x)):
                others.append(str(x))
                known = of_any_number  # axes of a product: of many widths, and seldom many lengths
            else:
                return False
        if axes < 2:  # of one axis, shapes differ in all that they have
            return False
        shapes = tuple(shapes)
        is_light_call = functools.partial(is_light, shapes, args, kwargs)
        return not known.are_compiled(shapes, (*others, *kwargs), is_light_call)

    return grows


def _broadcasts_larger(first, second) -> bool:
    """Return whether the first shape enlarges an operand of the second by broadcasting."""
    pairs = zip(reversed(first), reversed(second), strict=False)
    return len(first) > len(second) or any(a not in (b, 1) for a, b in pairs)


# the three exits


def _compose_unary(host, compiled, limit, later) -> Callable:
    """Return a call of one array: the host within ``limit``, the kernel else."""
    context, array, trace, eager, least, most, kept = (
        host_context, np.ndarray, trace_state, eval_trace, limit.least, limit.most, _RESULT
    )  # fmt: skip
    waiting, new, near, run_on_host = HostArray, object.__new__, _host_memory_of, _run_on_host
    stand_ins, raw = STAND_INS, _Bytes

    def call(x, /):
        if trace.value is eager and modes.host_execution:
            if type(x) is waiting:
                a, place = x._npy_value, None
            else:
                a, place = near(x, limit)
            if type(a) is array and least <= a.size <= most:
                try:
                    y = context.run(host, a)
                except _REPORTED:
                    raise
                except _REFUSALS:
                    a = x  # the kernel reports it below, where NumPy's error is no context
                else:
                    if type(y) is not array:
                        y = np.asarray(y)
                    elif y.base is not None and type(y.base) is not raw:
                        y = y.copy()
                    if y.nbytes > kept or place is not None:
                        return _box_host_result(y, place, place is not None)
                    # `held` in this frame: another one is a tenth of the call
                    y.setflags(False)
                    made = new(waiting)
                    made._npy_value, made.dtype, made.shape, made.ndim = y, y.dtype, y.shape, y.ndim
                    return made
            if a is None:
                y = run_on_host(host, (x,), _NO_OPTIONS, limit, _NOTHING)
                if y is not None:
                    return y
        if type(x) in stand_ins:
            y = later(x)
            if y is not None:
                return y
            x = for_kernel(x)
        return compiled(x)

    return call


def _compose_binary(host, compiled, limit, later) -> Callable:
    """Return a call of two operands, one maybe a number: host within ``limit``, kernel else."""
    context, array, trace, eager, least, most, kept = (
        host_context, np.ndarray, trace_state, eval_trace, limit.least, limit.most, _RESULT
    )  # fmt: skip
    waiting, new, near, run_on_host = HostArray, object.__new__, _host_memory_of, _run_on_host
    stand_ins, raw = STAND_INS, _Bytes

    def call(x1, x2, /):
        if trace.value is eager and modes.host_execution:
            place = other = None
            if type(x1) is waiting:
                a = x1._npy_value
            else:
                a, place = near(x1, limit)
            if type(x2) is waiting:
                b = x2._npy_value
            else:
                b, other = near(x2, limit)
            if (
                type(a) is type(b) is array
                and least <= a.size <= most
                and least <= b.size <= most
                and (a is not x1 or b is not x2)
            ):
                try:
                    y = context.run(host, a, b)
                except _REPORTED:
                    raise
                except _REFUSALS:
                    a, b = x1, x2  # as in `_compose_unary`
                else:
                    if type(y) is not array:
                        y = np.asarray(y)
                    elif y.base is not None and type(y.base) is not raw:
                        y = y.copy()
                    if y.nbytes > kept or place is not None or other is not None:
                        place = place or other
                        return _box_host_result(y, place, place is not None)
                    y.setflags(False)
                    made = new(waiting)
                    made._npy_value, made.dtype, made.shape, made.ndim = y, y.dtype, y.shape, y.ndim
                    return made
            if a is None or b is None:
                y = run_on_host(host, (x1, x2), _NO_OPTIONS, limit, _NOTHING)
                if y is not None:
                    return y
        if type(x1) in stand_ins or type(x2) in stand_ins:
            y = later(x1, x2)
            if y is not None:
                return y
            x1, x2 = for_kernel(x1), for_kernel(x2)
        return compiled(x1, x2)

    return call


def _compose_with_leading_array(host, compiled, limit, later) -> Callable:
    """Return a call of one array and keywords: host within ``limit``, kernel else."""
    context, array, trace, eager, least, most, plain = (
        host_context, np.ndarray, trace_state, eval_trace, limit.least, limit.most,
        _PLAIN.issuperset,
    )  # fmt: skip
    waiting, near = HostArray, _host_memory_of
    general = _compose_general(host, compiled, limit, later)

    def call(x, /, *args, **kwargs):
        if not args and trace.value is eager and modes.host_execution:
            if type(x) is waiting:
                a, place = x._npy_value, None
            else:
                a, place = near(x, limit)
            if (
                type(a) is array
                and least <= a.size <= most
                and a is not x
                and (plain(map(type, kwargs.values())) or _are_plain(kwargs.values()))
            ):
                try:
                    return _box_host_result(
                        context.run(host, a, **kwargs), place, place is not None
                    )
                except _REPORTED:
                    raise
                except _REFUSALS:
                    a = x  # as in `_compose_unary`
                return compiled(for_kernel(x), **kwargs)
        return general(x, *args, **kwargs)

    return call


def _compose_general(host, compiled, limit, later) -> Callable:
    """Return a call of any arguments: the host within ``limit``, the kernel else."""
    trace, eager, run_on_host = trace_state, eval_trace, _run_on_host
    flat, plain = (_ARRAYS | _PLAIN).issuperset, _PLAIN.issuperset

    def call(*args, **kwargs):
        if trace.value is eager and modes.host_execution:
            is_flat = not kwargs or plain(map(type, kwargs.values())) or _are_plain(kwargs.values())
            if is_flat:
                y = run_on_host(host, args, kwargs, limit, _PLAIN)
                if y is not None:
                    return y
                is_flat = flat(map(type, args))
            if not is_flat:
                leaves, tree = jax.tree.flatten((args, kwargs))
                others = {type(leaf) for leaf in leaves if not isinstance(leaf, jax.Array)}
                others -= _OF_HOST
                y = run_on_host(_call_on_leaves(host, tree), leaves, _NO_OPTIONS, limit, others)
                if y is not None:
                    return y
        y = None if kwargs else later(*args)
        return compiled(*map(for_kernel, args), **kwargs) if y is None else y

    return call


def _are_plain(options) -> bool:
    """Return whether options hold no arrays: numbers and names, or tuples of these, as axes are."""
    for value in options:
        if type(value) not in _PLAIN:
            if type(value) is not tuple or not _PLAIN.issuperset(map(type, value)):
                return False
    return True


def _compose_joined(host, compiled, limit, later) -> Callable:
    """Return a call of a list of arrays: the host within ``limit``, the kernel else."""
    trace, eager, run_on_host = trace_state, eval_trace, _run_on_host

    def joined(*arrays, **kwargs):
        if len({x.dtype for x in arrays}) > 1:
            raise _StaysOnJax  # they promote as JAX's do
        return host(arrays, **kwargs)

    def call(arrays, /, **kwargs):
        if trace.value is eager and modes.host_execution:
            y = run_on_host(joined, arrays, kwargs, limit, _NOTHING)
            if y is not None:
                return y
        return compiled(list(map(for_kernel, arrays)), **kwargs)

    return call


def _compose_norm(host, compiled, limit, later) -> Callable:
    """Return a call of an array and its axes, with others as options: the host within ``limit``."""
    trace, eager, run_on_host = trace_state, eval_trace, _run_on_host
    plain, missing = _PLAIN.issuperset, frozenset({type(None)})
    compiled = settling(compiled)

    def call(x, normalized_idxs, /, *, scale=None, offset=None, **options):
        if trace.value is eager and modes.host_execution and plain(map(type, options.values())):
            of_host = {"normalized_idxs": normalized_idxs, **options}
            y = run_on_host(host, (x, scale, offset), of_host, limit, missing)
            if y is not None:
                return y
        return compiled(x, normalized_idxs, scale=scale, offset=offset, **options)

    return call


def _call_on_leaves(host, tree) -> Callable:
    """Return a function of the flattened leaves of a call's arguments."""

    def call(*leaves):
        args, kwargs = tree.unflatten(leaves)
        return host(*args, **kwargs)

    return call


def _host_memory_of(x, limit) -> tuple:
    """Return an operand's memory on the default CPU (or False, None), and its committed sharding.

    In place of memory: False if the operand is JAX's alone, for its size or dtype, or as it is
    traced. None if it needs a closer look: it is elsewhere.
    """
    if type(x) is not EagerArray:
        if type(x) is not GivenArray:
            return x if type(x) is np.ndarray else False, None
        x = x._native
    place = x.sharding
    if type(place) is not SingleDeviceSharding or place._device is not HOME.device:
        return None, None
    memory = x._npy_value
    if memory is None or x.is_deleted():
        if not limit[x.shape]:
            return False, None
        memory = looked_at(x)
    if memory.dtype.num >= _NUMPYS_OWN:
        return False, None
    return memory, place if x._committed else None


def _run_on_host(host, operands, options, limit, others):
    """Run a NumPy function on its operands' memory, and box its results; None if it may not.

    None if NumPy refuses them, or may not have one: an array that is not whole on the CPU that the
    others are on, that is too large, or whose dtype is not NumPy's; and what is no array, unless
    its class is one of ``others``.
    """
    memories, place, committed = [], None, False
    least, most = limit.least, limit.most
    for x in operands:
        kind = type(x)
        if kind is HostArray:
            at, memory = HOME.sharding, x._npy_value
        elif kind in others:
            memories.append(x)
            continue
        elif kind is EagerArray or kind is GivenArray:
            x = x if kind is EagerArray else x._native
            memory = x._npy_value
            is_known = memory is not None and not x.is_deleted()
            if not is_known and not limit[x.shape]:
                return None
            at, committed = x.sharding, committed or x._committed
            if type(at) is not SingleDeviceSharding or at._device.platform != "cpu":
                return None
            if not is_known:
                memory = looked_at(x)
            if memory.dtype.num >= _NUMPYS_OWN:
                return None
        elif kind is np.ndarray and x.dtype.num < _NUMPYS_OWN:
            at, memory = place, x
        else:
            return None
        if not least <= memory.size <= most:
            return None
        if at is not place:
            if place is not None and at._device is not place._device:
                return None
            place = at
        memories.append(memory)
    if place is None:
        return None
    try:
        return _box_host_result(host_context.run(host, *memories, **options), place, committed)
    except _REPORTED:
        raise
    except _REFUSALS:
        return None


def _box_host_result(result, place=None, committed=False):
    """Own what NumPy computed (of a view a copy), and box it as a JAX array; also inside lists.

    A view shares memory with an array that may be written to: it is copied. The result lies on the
    default CPU unless a place is given.
    """
    if type(result) is not np.ndarray:
        if isinstance(result, (tuple, list)):
            kind = list if type(result) is list else tuple
            return kind([_box_host_result(each, place, committed) for each in result])
        result = np.asarray(result)
    is_kept = result.nbytes <= KEPT
    if not is_kept and result.__array_interface__["data"][0] % ALIGNMENT:
        result = aligned_copy(result)  # which JAX takes as it is; its own copy takes longer
    elif not result.flags.c_contiguous or not (result.base is None or type(result.base) is _Bytes):
        result = result.copy() if is_kept else aligned_copy(result)
    if is_kept and (place is None or not committed and place._device is HOME.device):
        result.setflags(False)
        native = _new(HostArray)  # as in `_compose_unary`
        native._npy_value, native.dtype, native.shape, native.ndim = (
            result, result.dtype, result.shape, result.ndim
        )  # fmt: skip
        return native
    if place is None:
        place = HOME.sharding
    aval = _aval(result.shape, result.dtype)
    native = put(aval, place, [result], [place._device], committed)
    if is_kept:
        result.setflags(False)
        native._npy_value = result
    return native


def call_on_host(function, values, options, like, most, /):
    """Do what the contract says in one frame, by the names that `IS_COMPLETE` tells of."""
    if trace_state.value is not eval_trace:
        return None
    if type(like) is GivenArray:
        like = like._native
    count, unwrapped, array = 0, [], np.ndarray
    if type(like) is HostArray:
        device, committed = HOME.device, False  # which is a CPU
    elif type(like) is EagerArray:
        place, committed = like.sharding, like._committed
        if type(place) is not SingleDeviceSharding or place._device.platform != "cpu":
            return None
        device = place._device
    else:
        return None
    for value in values:
        if type(value) is GivenArray:
            value = value._native
        if type(value) is HostArray:
            if HOME.device is not device:
                return None
            value = value._npy_value
        elif type(value) is EagerArray:
            native, value = value, value._npy_value
            if native is not like:
                at = native.sharding
                if type(at) is not SingleDeviceSharding or at._device is not device:
                    return None
                committed |= native._committed
            if value is None or native.is_deleted():
                value = looked_at(native)
            if value.dtype.num >= _NUMPYS_OWN:
                return None
        if type(value) is array:
            count += value.size
        elif isinstance(value, PaddedArray):
            return None
        unwrapped.append(value)
    if count > most:
        return None
    result = function(*unwrapped, **options)
    if not _may_be_owned(result, unwrapped):
        return result, unwrapped
    if committed or device is not HOME.device or result.nbytes > KEPT:
        return _box_host_result(result, like.sharding, committed), None
    return held(result), None


def _may_be_owned(result, unwrapped) -> bool:
    """Return whether a result is one array, no view or argument, of a dtype that JAX can hold."""
    if type(result) is not np.ndarray or result.base is not None:
        return False
    if not result.flags.c_contiguous or result.dtype not in HELD:
        return False
    return id(result) not in map(id, unwrapped)


def shown_on_host(show, base, native, most, /):
    """Do what the contract says by the same names, of what JAX or the array has on the host."""
    if type(native) is GivenArray:
        native = native._native
    if type(native) is HostArray:
        if trace_state.value is not eval_trace:
            return None
        seen = show(native._npy_value)
        return None if seen.nbytes > most else held(seen.copy())
    if type(native) is not EagerArray or trace_state.value is not eval_trace:
        return None
    place = native.sharding
    if type(place) is not SingleDeviceSharding:
        return None
    memory, device = native._npy_value, place._device
    if memory is None:
        if not hasattr(base, "_memory"):
            return None
        memory = base._memory.memory
    elif device.platform != "cpu" or native.is_deleted():
        return None
    seen, dtype = show(memory), memory.dtype
    if seen.nbytes > most or dtype.num >= _NUMPYS_OWN:
        return None
    seen = seen.copy()
    shown = put(_aval(seen.shape, dtype), place, [seen], [device], native._committed)
    seen.setflags(False)
    shown._npy_value = seen
    return shown


# what LAPACK finds in the values; what is said of shapes and dtypes is JAX's to say
_FOUND = {
    "Singular matrix": "singular matrix",
    "Matrix is not positive definite": "matrix is not positive definite",
    "SVD did not converge": "SVD did not converge",
    "SVD did not converge in Linear Least Squares": "SVD did not converge",
    "Eigenvalues did not converge": "eigenvalues did not converge",
}


def _translate_lapack_errors(host, name) -> Callable:
    """Return a host function whose LAPACK errors are the library's; others are ``_StaysOnJax``."""

    def call(*args, **kwargs):
        try:
            return host(*args, **kwargs)
        except IvyLinAlgError as err:
            found = _FOUND.get(str(getattr(err, "native_error", "")))
            if found is None:
                raise _StaysOnJax from err
        raise IvyLinAlgError(f"jax: {name}: {found}")

    return call


# what is no function of the registry


def whole_memory(native) -> np.ndarray | None:
    """Return the memory of an array with which NumPy may do what this module is for, or None."""
    return memory_on_host(native) if modes.host_execution else None


def small_memory(native) -> np.ndarray | None:
    """Return it, if the array is small and of a dtype of NumPy's own."""
    kind = type(native)
    if kind is GivenArray:
        native, kind = native._native, EagerArray
    if (
        (kind is HostArray or kind is EagerArray)
        and _small[native.shape]
        and native.dtype.num < _NUMPYS_OWN
    ):
        return whole_memory(native)
    return None


def cast_at_once(native, dtype: np.dtype) -> HostArray | None:
    """Convert a small array that waits on the host, in one frame; None for any other."""
    if trace_state.value is not eval_trace or not modes.host_execution:
        return None
    memory = native._npy_value
    if not _small[native.shape] or max(memory.dtype.num, dtype.num) >= _NUMPYS_OWN:
        return None
    if memory.dtype.kind == "c" or memory.nbytes * 16 > KEPT:
        return None
    return held(host_context.run(memory.astype, dtype))


_casts = Lengths(KERNEL_SHAPES_OF_LENGTHS, COUNTED_SHAPES)
_exact_casts = CountedCalls(EXACT_HOST_CALLS)
_EXACT_CASTS = frozenset({"bf", "bi", "bu", "ff", "if", "ii"})  # the same bits from both


def memory_to_cast(native, dtype: np.dtype) -> np.ndarray | None:
    """Return the memory of an array that NumPy is to convert to ``dtype``: small, or it grows."""
    memory = small_memory(native)
    if memory is not None or type(native) not in _ARRAYS or trace_state.value is not eval_trace:
        return memory
    shape = native.shape
    if max(native.dtype.num, dtype.num) >= _NUMPYS_OWN:
        return None
    if native.dtype.kind + dtype.kind in _EXACT_CASTS:
        return whole_memory(native) if _exact_casts.is_early((shape, native.dtype, dtype)) else None
    if len(shape) < 2 or math.prod(shape) > LENGTHS_ELEMENTS:
        return None
    if _casts.are_compiled((shape,), (native.dtype, dtype)):
        return None
    return whole_memory(native)


def converted(memory, dtype, like):
    """Return elements in another dtype, or a copy; a real dtype takes complex ones' real part."""
    if memory.dtype.kind == "c" and dtype.kind not in "cb":
        memory = memory.real  # NumPy would warn
    if memory.size * dtype.itemsize <= KEPT:
        return adopt(host_context.run(memory.astype, dtype), like)
    made = aligned_empty(memory.shape, dtype)  # JAX takes it as it is
    host_context.run(np.copyto, made, memory, "unsafe")
    return adopt(made, like)
