"""Small eager calls of the JAX backend are done by NumPy, on the memory that the arrays lie on.

XLA compiles a kernel for each function, shape and dtype, in 20 to 500 ms. NumPy needs none, and is
the faster one for small arrays: 4 us a call, where a compiled kernel takes 5 and more. So a script
that runs once, or whose shapes change, never waits for a compiler.

Who computes is decided by the function, the dtypes and the shapes alone, or does not matter: the
same call on the same values gives the same bits each time.

* **by size**: arrays of up to :data:`SMALL` elements by NumPy, larger ones compiled; of reductions
  and what else NumPy does as quickly, up to :data:`LARGE`, of products up to :data:`_MOST_WORK`
  multiplications. So a factorisation that goes through a matrix by rows compiles next to nothing;
* **exact** functions give the same bits either way (subnormal numbers apart, which XLA takes for
  zero). Those of larger arrays are compiled only once they have come :data:`OFTEN` times; of
  ``where`` and outer products :data:`MANY` shapes are compiled at once;
* **on the host** always: what LAPACK does in both, and what NumPy does faster at each size.

Only eager calls, of arrays that lie whole on the CPU. What NumPy refuses goes to JAX, which says
why in its own words; NumPy's warnings of its arithmetic are off, because JAX gives none.
"""

from __future__ import annotations

import contextvars
import functools
import math
import threading
from collections.abc import Callable

import jax
import numpy as np
from jax.core import ShapedArray
from jax.sharding import SingleDeviceSharding

from ivy_core.backends.common.host import functions
from ivy_core.backends.loading import load_backend
from ivy_core.modes import current as modes
from ivy_core.registry import FUNCTIONS
from ivy_core.utils import routes
from ivy_core.utils.exceptions import IvyLinAlgError

from ..runtime.internals import (
    IS_COMPLETE,
    EagerArray,
    device_of,
    eval_trace,
    is_committed,
    put,
    trace_state,
)
from ..runtime.memory import (
    HELD,
    HOME,
    KEPT,
    GivenArray,
    HostArray,
    adopt,
    held,
    is_eager,
    looked_at,
    memory_on_host,
    settled,
    settled_within,
    settling,
    taken_over,
)

SMALL = 16384  # elements: up to here NumPy is as fast as a kernel for nearly every function
MEDIUM, LARGE = 1 << 17, 1 << 20  # up to which it is for some: `_LIMITS`
OFTEN = 100  # calls of an exact kernel, after which it is compiled
MANY = 16  # shapes that an exact function is compiled for at once, though they do not come again
_AGAIN = 8  # calls of a shape that make it one that comes again

_MOST = 4096  # shapes that are kept

_PLAIN = frozenset({bool, int, float, complex, str, type(None)} | {
    type(np.dtype(char)) for char in np.typecodes["All"]
})  # fmt: skip
_aval = functools.lru_cache(maxsize=_MOST)(ShapedArray)


# which functions

# The same bits from both, for real dtypes: tests/core/test_host_execution.py compares them.
EXACT = frozenset(
    "abs add bitwise_and bitwise_count bitwise_invert bitwise_left_shift bitwise_or "
    "bitwise_right_shift bitwise_xor ceil conj copysign divide equal fabs floor greater "
    "greater_equal isfinite isnan less less_equal logical_and logical_not logical_or logical_xor "
    "multiply negative not_equal positive rint sign signbit sqrt square subtract trunc".split()
)
BY_SIZE = frozenset(
    "clip fmax fmin heaviside isinf isreal maximum minimum nextafter "
    "divmod float_power floor_divide fmod pow reciprocal remainder round trunc_divide "
    "frexp ldexp modf spacing imag real "
    "acosh angle asinh atan2 atanh cos cosh deg2rad exp exp2 expm1 hypot log log10 log1p log2 "
    "logaddexp logaddexp2 rad2deg sin sinc tanh "
    "airy_ai betaln digamma entr erf erfc erfcx erfinv i0 i0e i1 i1e igamma igammac j0 j1 "
    "k0 k0e k1 k1e lgamma log_ndtr ndtr ndtri polygamma spherical_bessel_j0 "
    "xlog1py xlogy y0 y1 zeta "
    "cummax cummin cumprod cumsum cumulative_prod cumulative_sum max mean min nanmean nanprod "
    "nansum prod std sum var contract count_nonzero where roll tile "
    "cross diagonal dot inner kron matmul matrix_norm outer tensordot trace vecdot vector_norm "
    "fft ifft rfft irfft hfft ihfft fftn ifftn rfftn irfftn".split()
)
# On a million elements, two cores and AVX-512, XLA takes 3 to 80 times as long for those of the
# first lines: it searches and calls the C library one element at a time.
ON_HOST = frozenset(
    "acos asin atan cbrt sinh tan "
    "all any argmax argmin diff gcd lcm nanmax nanmin repeat isin "
    "cholesky det eig eigh eigvals eigvalsh inv lstsq matrix_rank pinv qr slogdet solve svd "
    "svdvals".split()
)
# Up to how many elements NumPy is no slower than XLA on two cores, measured in float32 and float64
# at 2**15, 2**17 and 2**20 elements; SMALL for the others. They have to be constants: a limit that
# moved while a program runs would change the last bits of its results.
_LIMITS = dict.fromkeys(
    "max mean min sum cumprod cumsum cumulative_prod cumulative_sum count_nonzero nanmean "
    "fmax fmin imag isinf maximum minimum diagonal real roll round tile trace vecdot".split(),
    LARGE,
) | dict.fromkeys(
    "clip cummax cummin matrix_norm nanprod nansum pow reciprocal std trunc_divide var "
    "vector_norm".split(), MEDIUM,
)  # fmt: skip
# the result has as many elements as there are pairs of the operands'
_MANY_OF_FEW, _MOST_PRODUCTS = frozenset({"kron", "outer"}), 1 << 16
# Exact functions that are compiled at once for their first shapes: NumPy takes several times as
# long for large arrays
_EXACT_OF_MANY_SHAPES = frozenset({"where"}) | _MANY_OF_FEW
_MOST_WORK = 1 << 22  # multiplications of a product that BLAS does as quickly as XLA
_OF_BLAS = frozenset("fdFD")
# what these do with no elements, or say of them, NumPy says by warnings and errors of its own
_NEVER_EMPTY = frozenset(
    "mean std var nanmean nanmax nanmin max min argmax argmin "
    "cummax cummin norm matrix_norm vector_norm".split()
)


def compose(implementations: dict[str, Callable]) -> None:
    """Put what decides who computes around the functions of the backend.

    A JAX without the names that this takes from it (``runtime/internals.py``) computes all of it
    itself.
    """
    if not IS_COMPLETE:
        return
    hosted = EXACT | BY_SIZE | ON_HOST
    for name, function in implementations.items():
        if name not in hosted and FUNCTIONS[name].view is None:
            implementations[name] = settling(function)
    for name in hosted:
        compiled, host = implementations.get(name), _of_numpy(name)
        if compiled is None:
            continue
        least = 1 if name in _NEVER_EMPTY else 0
        most = math.inf if name in ON_HOST else _LIMITS.get(name, SMALL)
        compiled = routes.exit_of("kernel", compiled)
        host = routes.exit_of(f"host ({_why(name, most)})", host)
        limit = _limit(least, most)
        spec = FUNCTIONS[name]
        arrays, names = spec.array_parameters, {p.name for p in spec.parameters}
        if spec.returns == "Array" and names <= {*arrays, "out", "alpha"} and len(arrays) < 3:
            made_of = _of_one if len(arrays) == 1 else _of_two
        else:
            made_of = _of_leading_and_others if len(arrays) == 1 else _of_arrays
        made = made_of(host, compiled, limit)
        if name in _WORK:
            larger = _within(host, _WORK[name], _MOST_WORK)
            made = made_of(host, made_of(larger, compiled, _limit(least, _MOST_WORK)), limit)
        elif name in EXACT:
            on_host = made_of(host, compiled, _any_size)
            made = made_of(host, _exact(on_host, made, compiled, name == "divide"), limit)
        elif name in _EXACT_OF_MANY_SHAPES:
            of_numpy = load_backend("numpy").implementations[name]
            on_host = made_of(of_numpy, compiled, _any_size)
            made = made_of(host, _of_many_shapes(on_host, compiled), limit)
        implementations[name] = functools.update_wrapper(made, compiled)


def _why(name: str, most: float) -> str:
    """Return the rule by which NumPy computes a function, as ``IVY_DEBUG=routes`` shows it."""
    if name in ON_HOST:
        return "always"
    rule = f"up to {most} elements"
    if name in EXACT or name in _EXACT_OF_MANY_SHAPES:
        return f"{rule}, or bits of a kernel not made yet"
    return f"{rule} or {_MOST_WORK} multiplications" if name in _WORK else rule


def _of_numpy(name: str) -> Callable:
    found = vars(functions).get(name)
    if found is None:
        found = load_backend("numpy").implementations[name]
    if name in _MANY_OF_FEW:
        return _within(found, _of_pairs, _MOST_PRODUCTS)
    is_lapack = name not in vars(functions) and FUNCTIONS[name].category == "decompositions"
    return _refusing(found, name) if is_lapack else found


def _within(host: Callable, work: Callable, most: int) -> Callable:
    """Return a function that leaves to JAX what takes more work than ``most``."""

    def call(a, b, *args, **kwargs):
        if work(a, b, *args, **kwargs) > most:
            raise _StaysOnJax
        return host(a, b, *args, **kwargs)

    return call


def _of_pairs(a, b) -> int:
    return a.size * b.size


def _of_product(a, b, common: int) -> int:
    # BLAS has four types; NumPy's own loops for others take some 16 times as long
    is_quick = a.dtype.char in _OF_BLAS and b.dtype.char in _OF_BLAS
    return a.size * b.size // max(1, common) * (1 if is_quick else 16)


def _of_matmul(a, b) -> int:
    common = b.shape[-2] if b.ndim > 1 else b.size
    return _of_product(a, b, common * math.prod(b.shape[:-2]))


def _of_dot(a, b) -> int:
    return _of_product(a, b, b.shape[-2] if b.ndim > 1 else b.size)


def _of_inner(a, b) -> int:
    return _of_product(a, b, b.shape[-1] if b.ndim else 1)


def _of_tensordot(a, b, *, axes=2) -> int:
    if isinstance(axes, int):
        common = b.shape[:axes]
    else:
        first = axes[0]
        common = [a.shape[i] for i in ([first] if isinstance(first, int) else first)]
    return _of_product(a, b, math.prod(common))


_WORK = {  # multiplications by the operands of a product
    "matmul": _of_matmul, "dot": _of_dot, "inner": _of_inner, "tensordot": _of_tensordot,
}  # fmt: skip


# who computes


class _Limit(dict):
    """Whether arrays of a shape are computed by NumPy; asked like a dict, which is no frame."""

    def __init__(self, least: int, most: float):
        self.least, self.most = least, most

    def __missing__(self, shape: tuple[int, ...]) -> bool:
        if len(self) > _MOST:
            self.clear()
        self[shape] = found = self.least <= math.prod(shape) <= self.most
        return found


_limit = functools.cache(_Limit)
_small, _any_size = _limit(0, SMALL), _limit(0, math.inf)


class _Quiet(threading.local):
    """``quiet.run(ufunc, x)`` calls without warnings: 0.1 us, where np.errstate takes 1.

    A context cannot be entered twice, so each thread has its own.
    """

    def __init__(self):
        context = contextvars.Context()
        context.run(np.seterr, all="ignore")
        self.run = context.run


_quiet = _Quiet()


def _exact(by_host: Callable, by_size: Callable, compiled: Callable, divides: bool) -> Callable:
    """Compose an exact function of large arrays: on the host until a kernel is wanted often.

    A compiled kernel takes half the time there; small arrays never come here.
    """
    often, wanted, device_arrays, none = set(), {}, EagerArray, ()

    def count(key, *operands):
        # what is small comes here when NumPy has refused it, or may not have it
        if _small[key[0]] and _small[key[-2]]:
            return compiled(*operands)
        # products and quotients of complex numbers are not exact; and where a divisor serves many
        # elements, XLA multiplies by its reciprocal
        if key[-1].kind == "c" or divides and _extends(*key[:2]):
            return by_size(*operands)
        if len(often) + len(wanted) > _MOST:
            often.clear()
            wanted.clear()
        wanted[key] = times = wanted.get(key, 0) + 1
        if times > OFTEN:
            del wanted[key]
            often.add(key)
        return by_host(*operands)

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

    return of_one if by_host.__code__.co_argcount == 1 else of_two


def _of_many_shapes(on_host: Callable, compiled: Callable) -> Callable:
    """Compose a function of large arrays whose shapes may be others at each call.

    So they are in a factorisation, or a substitution, that goes through a matrix by rows: a kernel
    takes 20 to 50 ms to compile, and NumPy some tens of microseconds.
    """
    times, kernels, single = {}, set(), set()
    arrays = frozenset({EagerArray, HostArray, GivenArray, np.ndarray})

    def call(*args, **kwargs):
        if trace_state.value is not eval_trace or not modes.host_execution:
            return compiled(*args, **kwargs)
        key = [(x.shape, x.dtype) if type(x) in arrays else x for x in args]
        # products of complex numbers are not exact
        if any(type(x) in arrays and x.dtype.kind == "c" for x in args):
            return compiled(*args, **kwargs)
        key = (*key, *kwargs.items())
        try:
            is_known = key in kernels
        except TypeError:  # lists of arrays among the operands
            return compiled(*args, **kwargs)
        if is_known:
            if key in single:
                count(key)
            return compiled(*args, **kwargs)
        if len(times) > _MOST:
            times.clear()
            kernels.clear()
            single.clear()
        if len(single) < MANY or times.get(key, 0) >= OFTEN:
            kernels.add(key)
        count(key)
        return (compiled if key in kernels else on_host)(*args, **kwargs)

    def count(key):
        times[key] = found = times.get(key, 0) + 1
        if found == 1:
            single.add(key)
        elif found == _AGAIN:
            single.discard(key)

    return call


def _extends(first, second) -> bool:
    """Return whether an operand of one shape makes the result larger than the other operand."""
    pairs = zip(reversed(first), reversed(second), strict=False)
    return len(first) > len(second) or any(a not in (b, 1) for a, b in pairs)


def _of_one(host, compiled, limit):
    """Compose a function of one array and no options."""
    quiet, array, one_device, device_arrays = _quiet, np.ndarray, SingleDeviceSharding, EagerArray
    to_jax, aval, kept, look = put, _aval, KEPT, looked_at
    trace, eager, least, most = trace_state, eval_trace, limit.least, limit.most
    waiting, given_to_jax, new, home = HostArray, GivenArray, object.__new__, HOME

    def call(x, /):
        if type(x) is waiting:
            a = x._npy_value
            if least <= a.size <= most and trace.value is eager and modes.host_execution:
                try:
                    y = quiet.run(host, a)
                    if type(y) is not array:
                        y = np.asarray(y)
                    elif y.base is not None:
                        y = y.copy()  # a view shares memory with somebody, who may write
                    if y.nbytes <= kept:
                        y.setflags(False)
                        made = new(waiting)
                        made._npy_value, made.dtype, made.shape, made.ndim = (
                            y, y.dtype, y.shape, y.ndim
                        )  # fmt: skip
                        return made
                    return to_jax(aval(y.shape, y.dtype), home.place, [y], [home.device], False)
                except IvyLinAlgError:
                    raise
                except Exception:  # JAX says below what is wrong
                    a = None
            x = x.settled()
        elif type(x) is given_to_jax:
            x = x._native
        if type(x) is device_arrays and trace.value is eager and modes.host_execution:
            place = x.sharding
            if type(place) is one_device:
                device, a = place._device, x._npy_value
                if device.platform != "cpu":
                    return compiled(x)
                if a is None or x.is_deleted():
                    if not limit[x.shape]:
                        return compiled(x)
                    a = look(x)
                if least <= a.size <= most and a.dtype.num < 24:  # bfloat16 and such are JAX's
                    try:
                        y = quiet.run(host, a)
                        if type(y) is not array:
                            y = np.asarray(y)
                        elif y.base is not None:
                            y = y.copy()  # a view shares memory with somebody, who may write
                        if device is HOME.device and not x._committed and y.nbytes <= kept:
                            return held(y)
                        made = to_jax(aval(y.shape, y.dtype), place, [y], [device], x._committed)
                        if y.nbytes <= kept:
                            y.setflags(False)
                            made._npy_value = y
                        return made
                    except IvyLinAlgError:
                        raise
                    except Exception:  # JAX says below what is wrong
                        a = None
        return compiled(x)

    return call


def _of_two(host, compiled, limit):
    """Compose a function of two operands and no options; one may be a number, on the host."""
    quiet, array, one_device, device_arrays = _quiet, np.ndarray, SingleDeviceSharding, EagerArray
    to_jax, aval, kept, look = put, _aval, KEPT, looked_at
    trace, eager, least, most = trace_state, eval_trace, limit.least, limit.most
    waiting, given_to_jax, new, home = HostArray, GivenArray, object.__new__, HOME

    def call(x1, x2, /):
        if type(x1) is waiting or type(x2) is waiting:
            a = x1._npy_value if type(x1) is waiting else near(x1)
            b = x2._npy_value if type(x2) is waiting else near(x2)
            if (
                type(a) is type(b) is array
                and least <= a.size <= most
                and least <= b.size <= most
                and trace.value is eager
                and modes.host_execution
            ):
                try:
                    y = quiet.run(host, a, b)
                    if type(y) is not array:
                        y = np.asarray(y)
                    elif y.base is not None:
                        y = y.copy()
                    if y.nbytes <= kept:
                        y.setflags(False)
                        made = new(waiting)
                        made._npy_value, made.dtype, made.shape, made.ndim = (
                            y, y.dtype, y.shape, y.ndim
                        )  # fmt: skip
                        return made
                    return to_jax(aval(y.shape, y.dtype), home.place, [y], [home.device], False)
                except IvyLinAlgError:
                    raise
                except Exception:  # JAX says below what is wrong
                    a = b = None
            x1, x2 = settled(x1), settled(x2)
        elif type(x1) is given_to_jax or type(x2) is given_to_jax:
            x1, x2 = settled(x1), settled(x2)
        if type(x1) is device_arrays:
            place, committed, a = x1.sharding, x1._committed, None
            if type(x2) is device_arrays:
                other = x2.sharding
                if other is not place and (
                    type(other) is not one_device
                    or type(place) is not one_device
                    or other._device is not place._device
                ):
                    return compiled(x1, x2)
                committed, b = committed or x2._committed, None
            elif type(x2) is array:
                b = x2
            else:
                return compiled(x1, x2)
        elif type(x2) is device_arrays and type(x1) is array:
            place, committed, a, b = x2.sharding, x2._committed, x1, None
        else:
            return compiled(x1, x2)
        if type(place) is one_device and trace.value is eager and modes.host_execution:
            device = place._device
            if device.platform == "cpu":
                if a is None:
                    a = x1._npy_value
                    if a is None or x1.is_deleted():
                        if not limit[x1.shape]:
                            return compiled(x1, x2)
                        a = look(x1)
                if b is None:
                    b = x2._npy_value
                    if b is None or x2.is_deleted():
                        if not limit[x2.shape]:
                            return compiled(x1, x2)
                        b = look(x2)
                if (
                    least <= a.size <= most
                    and least <= b.size <= most
                    and a.dtype.num < 24
                    and b.dtype.num < 24
                ):
                    try:
                        y = quiet.run(host, a, b)
                        if type(y) is not array:
                            y = np.asarray(y)
                        elif y.base is not None:
                            y = y.copy()
                        if device is HOME.device and not committed and y.nbytes <= kept:
                            return held(y)
                        made = to_jax(aval(y.shape, y.dtype), place, [y], [device], committed)
                        if y.nbytes <= kept:
                            y.setflags(False)
                            made._npy_value = y
                        return made
                    except IvyLinAlgError:
                        raise
                    except Exception:  # JAX says below what is wrong
                        a = b = None
        return compiled(x1, x2)

    return call


def near(x) -> np.ndarray | None:
    """Return what an operand beside a :class:`HostArray` has on the host, None if not there."""
    if type(x) is np.ndarray:
        return x
    if type(x) is GivenArray:
        x = x._native
    if type(x) is not EagerArray or x._committed or x.is_deleted():
        return None
    place = x.sharding
    if type(place) is not SingleDeviceSharding or place._device is not HOME.device:
        return None
    if not _any_size[x.shape] or x.size > SMALL or x.dtype.num >= 24:
        return None
    host = x._npy_value
    return looked_at(x) if host is None else host


def _of_leading(host, compiled, limit, general):
    """Compose a function of one array and of options; arrays among these are for ``general``."""
    quiet, array, one_device, device_arrays = _quiet, np.ndarray, SingleDeviceSharding, EagerArray
    to_jax, aval, kept, look, plain = put, _aval, KEPT, looked_at, _PLAIN.issuperset
    trace, eager, waiting, given_to_jax = trace_state, eval_trace, HostArray, GivenArray

    def call(x, /, *args, **kwargs):
        if type(x) is waiting:
            if (
                not args
                and limit[x.shape]
                and modes.host_execution
                and trace.value is eager
                and plain(map(type, kwargs.values()))
            ):
                try:
                    y = quiet.run(host, x._npy_value, **kwargs)
                    if type(y) is array:
                        if y.base is not None or not y.flags.c_contiguous:
                            y = y.copy()
                        if y.nbytes <= kept:
                            return held(y)
                    return given(y, x)
                except IvyLinAlgError:
                    raise
                except Exception:  # by the general path, or JAX says what is wrong
                    pass
            x = x.settled()
        elif type(x) is given_to_jax:
            x = x._native
        if type(x) is device_arrays and limit[x.shape] and not args and modes.host_execution:
            place = x.sharding
            if (
                type(place) is one_device
                and place._device.platform == "cpu"
                and trace.value is eager
                and plain(map(type, kwargs.values()))
            ):
                device, a = place._device, x._npy_value
                if a is None or x.is_deleted():
                    a = look(x)
                if a.dtype.num < 24:
                    try:
                        y = quiet.run(host, a, **kwargs)
                        if type(y) is not array:
                            if isinstance(y, (tuple, list)):
                                return given(y, x)
                            y = np.asarray(y)
                        elif y.base is not None:
                            y = y.copy()  # a view shares memory with somebody, who may write
                        if device is HOME.device and not x._committed and y.nbytes <= kept:
                            return held(y)
                        made = to_jax(aval(y.shape, y.dtype), place, [y], [device], x._committed)
                        if y.nbytes <= kept:
                            y.setflags(False)
                            made._npy_value = y
                        return made
                    except IvyLinAlgError:
                        raise
                    except Exception:  # by the general path, or JAX says what is wrong
                        a = None
        return general(x, *args, **kwargs)

    return call


def _of_leading_and_others(host, compiled, limit):
    """Compose a function of one array and of options, arrays among them too."""
    return _of_leading(host, compiled, limit, _of_arrays(host, compiled, limit))


def _of_arrays(host, compiled, limit):
    """Compose a function of arrays, in lists too, and of options."""
    quiet, array, one_device, device_arrays = _quiet, np.ndarray, SingleDeviceSharding, EagerArray
    to_jax, aval, kept, look, plain = put, _aval, KEPT, looked_at, _PLAIN
    waiting, given_to_jax = HostArray, GivenArray

    def call(*args, **kwargs):
        if not kwargs and modes.host_execution and is_eager():
            lent, device, committed = [], None, False
            for x in args:
                if type(x) is given_to_jax:
                    x = x._native
                if type(x) is waiting and limit[x.shape]:
                    if device is None:
                        place, device = HOME.place, HOME.device
                    elif HOME.device is not device:
                        break
                    x = x._npy_value
                elif type(x) is device_arrays and limit[x.shape]:
                    at = x.sharding
                    if type(at) is not one_device:
                        break
                    if device is None:
                        place, device = at, at._device
                    elif at._device is not device:
                        break
                    committed, array_of_jax = committed or x._committed, x
                    x = array_of_jax._npy_value
                    if x is None or array_of_jax.is_deleted():
                        x = look(array_of_jax)
                    if x.dtype.num >= 24:
                        break
                elif type(x) is not array and type(x) not in plain:
                    break
                lent.append(x)
            else:
                if device is not None and device.platform == "cpu":
                    try:
                        y = quiet.run(host, *lent)
                        if type(y) is not array or y.base is not None:
                            ours = map(settled, args)
                            return given(y, next(x for x in ours if type(x) is device_arrays))
                        if not committed and device is HOME.device and y.nbytes <= kept:
                            return held(y if y.flags.c_contiguous else y.copy())
                        made = to_jax(aval(y.shape, y.dtype), place, [y], [device], committed)
                        if y.nbytes <= kept:
                            y.setflags(False)
                            made._npy_value = y
                        return made
                    except IvyLinAlgError:
                        raise
                    except Exception:  # JAX says below what is wrong
                        lent = None
                    return compiled(*map(settled, args))
        return generally(*args, **kwargs)

    def generally(*args, **kwargs):
        if modes.host_execution and is_eager():
            lent = _Lent(limit)
            try:
                given_args = [lent.look(x) for x in args]
                given_kwargs = {key: lent.look(x) for key, x in kwargs.items()}
            except _StaysOnJax:
                given_args = None
            if given_args is not None and lent.like is not None:
                try:
                    return given(quiet.run(host, *given_args, **given_kwargs), lent.like)
                except IvyLinAlgError:
                    raise
                except Exception:  # JAX says below what is wrong
                    given_args = None
        return compiled(*map(settled_within, args), **kwargs)

    return call


def call_on_host(function, values, options, like, most, /):
    """Do what the contract says in one frame, by the names that `IS_COMPLETE` tells of."""
    if trace_state.value is not eval_trace:
        return None
    if type(like) is GivenArray:
        like = like._native
    if type(like) is HostArray:
        place, committed = HOME.place, False
    elif type(like) is EagerArray:
        place, committed = like.sharding, like._committed
        if type(place) is not SingleDeviceSharding:
            return None
    else:
        return None
    array, device, count, lent = np.ndarray, place._device, 0, []
    if device.platform != "cpu":
        return None
    for value in values:
        if type(value) is GivenArray:
            value = value._native
        if type(value) is HostArray:
            if HOME.device is not device:
                return None
            value = value._npy_value
            count += value.size
        elif type(value) is EagerArray:
            native, value = value, value._npy_value
            if native is not like:
                other = native.sharding
                if other is not place and (
                    type(other) is not SingleDeviceSharding or other._device is not device
                ):
                    return None
                committed = committed or native._committed
            if value is None or native.is_deleted():
                value = looked_at(native)
            if value.dtype.num >= 24:
                return None
            count += value.size
        elif type(value) is array:
            count += value.size
        lent.append(value)
    if count > most:
        return None
    result = function(*lent, **options) if options else function(*lent)
    # of other memory, in another order, or what it was given
    if type(result) is not array or result.base is not None or not result.flags.c_contiguous:
        return result, lent
    for value in lent:
        if value is result:
            return result, lent
    aval = _aval_of_held(result.shape, result.dtype)
    if aval is None:
        return result, lent
    if device is HOME.device and not committed and result.nbytes <= KEPT and modes.host_execution:
        return held(result), None
    native = put(aval, place, [result], [device], committed)
    if result.nbytes <= KEPT:
        result.setflags(False)
        native._npy_value = result
    return native, None


@functools.lru_cache(maxsize=_MOST)
def _aval_of_held(shape, dtype) -> ShapedArray | None:
    """Return what JAX calls a shape and a dtype; None of a dtype that it has not got."""
    return ShapedArray(shape, dtype) if dtype in HELD else None


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
        memory = getattr(base, "_memory", None)
        if memory is None:
            return None
    elif device.platform != "cpu" or native.is_deleted():
        return None
    seen, dtype = show(memory), memory.dtype
    if seen.nbytes > most or dtype.num >= 24:
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


def _refusing(host, name):
    """Return a function of linear algebra that raises as the library's what LAPACK finds."""

    def call(*args, **kwargs):
        try:
            return host(*args, **kwargs)
        except IvyLinAlgError as err:
            found = _FOUND.get(str(getattr(err, "native_error", "")))
            if found is None:
                raise _StaysOnJax from err
        raise IvyLinAlgError(f"jax: {name}: {found}")

    return call


class _StaysOnJax(Exception):
    """An argument is no array of the CPU, or too large."""


class _Lent:
    """Looks at the memory of the arrays of one call."""

    __slots__ = ("_limit", "like")

    def __init__(self, limit):
        self._limit, self.like = limit, None

    def look(self, x):
        """Return an argument as NumPy takes it."""
        cls = type(x)
        if cls is GivenArray:
            x, cls = x._native, EagerArray
        if cls is HostArray:
            if not self._limit[x.shape]:
                raise _StaysOnJax
            if self.like is None:
                self.like = x
            elif device_of(self.like.sharding) is not HOME.device:
                raise _StaysOnJax
            return x._npy_value
        if cls is EagerArray:
            place = x.sharding
            if self._limit[x.shape] and type(place) is SingleDeviceSharding:
                if device_of(place).platform == "cpu" and x.dtype.num < 24:
                    if self.like is None:
                        self.like = x
                    elif device_of(place) is not device_of(self.like.sharding):
                        raise _StaysOnJax
                    elif is_committed(x):
                        self.like = x
                    return np.asarray(x)
            raise _StaysOnJax
        if cls is np.ndarray or cls in _PLAIN:
            return x
        if cls is list or cls is tuple:
            return cls([self.look(each) for each in x])
        if isinstance(x, jax.Array):
            raise _StaysOnJax
        return x


def given(result, like):
    """Return what NumPy has computed as arrays of JAX's, on the device of ``like``."""
    if type(result) is np.ndarray:
        # a view shares memory with somebody, who may write
        return taken_over(result if result.base is None else result.copy(), like)
    if isinstance(result, (tuple, list)):
        return (list if type(result) is list else tuple)([given(each, like) for each in result])
    return taken_over(np.asarray(result), like)


# what is no function of the registry


def whole_memory(native) -> np.ndarray | None:
    """Return the memory of an array with which NumPy may do what this module is for, or None."""
    return memory_on_host(native) if modes.host_execution else None


def small_memory(native) -> np.ndarray | None:
    """Return it, if the array is small and of a dtype of NumPy's own."""
    kind = type(native)
    if kind is GivenArray:
        native, kind = native._native, EagerArray
    if (kind is HostArray or kind is EagerArray) and _small[native.shape] and native.dtype.num < 24:
        return whole_memory(native)
    return None


def converted(memory, dtype, like):
    """Return elements in another dtype, or a copy of them."""
    return adopt(_quiet.run(memory.astype, dtype), like)
