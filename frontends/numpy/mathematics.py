"""Mathematics: running sums and products, differences, rounding, convolution, interpolation."""

from __future__ import annotations

import builtins
import math
import operator
from typing import Any

import numpy as _np

from ivy_core import modes
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.write import store
from ivy_core.backends.holder import read
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from .arguments import along_axis, axes_of, axis_of, int_axis, value_or
from .conversion import as_array, as_float, flattened, is_inexact, real_and_imaginary
from .errors import entry
from .func_wrapper import asarray, ivy, numpy_function
from .host_call import REFUSALS, on_memory
from .ndarray import ndarray
from .one_calls import one_call
from .policy import CONVOLVED_PRODUCTS, HOST_ELEMENTS
from .reductions import prod
from .sums import has_no_options, sum
from .ufuncs.out import result_or_out, single_out
from .ufuncs.table import UFUNCS

ArrayLike = Scalar = Any
_NO_VALUE = _np._NoValue
_absolute, _add, _subtract, _multiply = (
    UFUNCS[name] for name in ("absolute", "add", "subtract", "multiply")
)
_maximum, _minimum, _divide = (UFUNCS[name] for name in ("maximum", "minimum", "divide"))


def _index_axis(x, axis: int, index):
    """Return ``x[..., index, ...]`` with the index at ``axis``."""
    return x[along_axis(axis, index)]


@numpy_function(kind="exact", keep_0d=True)
def amax(a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE, initial=_NO_VALUE, where=_NO_VALUE):
    """Largest element along axes; another name of ``max``."""
    return _maximum.reduce(a, axis, None, out, value_or(keepdims), initial, value_or(where, True))


@numpy_function(kind="exact", keep_0d=True)
def amin(a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE, initial=_NO_VALUE, where=_NO_VALUE):
    """Smallest element along axes; another name of ``min``."""
    return _minimum.reduce(a, axis, None, out, value_or(keepdims), initial, value_or(where, True))


@numpy_function(kind="exact", keep_0d=True)
def ptp(a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE):
    """Range of the values: largest minus smallest."""
    keepdims = value_or(keepdims)
    high = _maximum.reduce(a, axis, keepdims=keepdims)
    return result_or_out(
        _subtract(high, _minimum.reduce(a, axis, keepdims=keepdims)), out, "subtract"
    )


def _accumulate_along_axis(function, a, axis, dtype, out):
    """Accumulate by a ufunc along ``axis``; None flattens, and so does ``a`` without axes."""
    if axis is None:
        a, axis = flattened(a), 0
    axis = operator.index(axis)
    return function.accumulate(as_array(a) if a.ndim else flattened(a), axis, dtype, out)


@numpy_function(kind="scan", core="cumsum", keep_0d=True)
def cumsum(a: ArrayLike, axis=None, dtype=None, out=None):
    """Sums of the first elements; of the flattened array if no axis is given."""
    return _accumulate_along_axis(_add, a, axis, dtype, out)


@numpy_function(kind="composed", keep_0d=True)
def cumprod(a: ArrayLike, axis=None, dtype=None, out=None):
    """Products of the first elements; of the flattened array if no axis is given."""
    return _accumulate_along_axis(_multiply, a, axis, dtype, out)


def _accumulate_with_initial(function, x, axis, dtype, out, include_initial, start):
    """Accumulate by a ufunc, from ``start`` if asked for; an axis is needed unless ``x`` is 1-D."""
    x = as_array(x) if x.ndim else flattened(x)
    if axis is None:
        if x.ndim > 1:
            raise IvyValueError(
                "For arrays which have more than one dimension ``axis`` argument is required."
            )
        axis = 0
    axis = axis_of(axis, x.ndim)
    if not include_initial:
        return function.accumulate(x, axis, dtype, out)
    totals = function.accumulate(x, axis, dtype)
    shape = tuple(1 if i == axis else n for i, n in enumerate(x.shape))
    first = ivy.full(shape, start, dtype=totals.dtype)
    return result_or_out(ivy.concat([first, totals], axis=axis), out, function.__name__)


@numpy_function(kind="composed", keep_0d=True)
def cumulative_sum(x: ArrayLike, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Sums of the first elements; with ``include_initial`` from 0 on."""
    return _accumulate_with_initial(_add, x, axis, dtype, out, include_initial, 0)


@numpy_function(kind="composed", keep_0d=True)
def cumulative_prod(x: ArrayLike, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Products of the first elements; with ``include_initial`` from 1 on."""
    return _accumulate_with_initial(_multiply, x, axis, dtype, out, include_initial, 1)


def without_nan(a, value):
    """Return ``a`` with ``value`` in place of each nan."""
    if not is_inexact(a):
        return a
    return ivy.where(ivy.isnan(a), asarray(_np.asarray(value, a.dtype)), a)


@numpy_function(kind="composed", keep_0d=True)
def nansum(
    a: ArrayLike,
    axis=None,
    dtype=None,
    out=None,
    keepdims=_NO_VALUE,
    initial=_NO_VALUE,
    where=_NO_VALUE,
):
    """Sum along axes, nan counted as 0."""
    axis = int_axis(axis)  # an array of NumPy's compares with () element by element
    if has_no_options(dtype, out, initial, where) and a.ndim and axis != () and is_inexact(a):
        return ivy.nansum(a, axis=axis, keepdims=builtins.bool(value_or(keepdims)))
    return sum(without_nan(a, 0), axis, dtype, out, keepdims, initial, where)


@numpy_function(kind="composed", keep_0d=True)
def nanprod(
    a: ArrayLike,
    axis=None,
    dtype=None,
    out=None,
    keepdims=_NO_VALUE,
    initial=_NO_VALUE,
    where=_NO_VALUE,
):
    """Product along axes, nan counted as 1."""
    return prod(without_nan(a, 1), axis, dtype, out, keepdims, initial, where)


@numpy_function(kind="composed", keep_0d=True)
def nancumsum(a: ArrayLike, axis=None, dtype=None, out=None):
    """Sums of the first elements, nan counted as 0."""
    return cumsum(without_nan(a, 0), axis, dtype, out)


@numpy_function(kind="composed", keep_0d=True)
def nancumprod(a: ArrayLike, axis=None, dtype=None, out=None):
    """Products of the first elements, nan counted as 1."""
    return cumprod(without_nan(a, 1), axis, dtype, out)


# differences


def _diff_on_host(a, *args, **kwargs):
    """Compute NumPy's ``diff``; that of a vector of numbers by one subtraction."""
    if args or kwargs or a.ndim != 1 or a.dtype.kind not in "iuf":
        return _np.diff(a, *args, **kwargs)
    return a[1:] - a[:-1]


@numpy_function(kind="exact", host=_diff_on_host)
def diff(
    a: ArrayLike,
    n=1,
    axis=-1,
    prepend: ArrayLike = _NO_VALUE,
    append: ArrayLike = _NO_VALUE,
):
    """Differences of neighbours along an axis, ``n`` times over.

    >>> np.diff([1, 4, 9])
    array([3, 5])
    """
    if n == 0:
        return a
    if n < 0:
        raise IvyValueError(f"order must be non-negative but got {n!r}")
    if not a.ndim:
        raise IvyValueError("diff requires input that is at least one dimensional")
    axis = axis_of(axis, a.ndim)
    edge = tuple(1 if i == axis else length for i, length in enumerate(a.shape))
    parts = [a]
    if prepend is not _NO_VALUE:
        parts.insert(0, prepend if prepend.ndim else ivy.broadcast_to(as_array(prepend), edge))
    if append is not _NO_VALUE:
        parts.append(append if append.ndim else ivy.broadcast_to(as_array(append), edge))
    if len(parts) > 1:
        a = ivy.concat(parts, axis=axis)
    step = UFUNCS["not_equal"] if a.dtype.kind == "b" else _subtract
    for _ in range(n):
        a = step(_index_axis(a, axis, slice(1, None)), _index_axis(a, axis, slice(None, -1)))
    return a


@numpy_function(kind="exact")
def ediff1d(ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None):
    """Differences of neighbours in the flattened array, with ends put on."""
    ary = flattened(ary)
    parts = [_subtract(ary[1:], ary[:-1])]
    for name, end, place in (("to_begin", to_begin, 0), ("to_end", to_end, len(parts) + 1)):
        if end is None:
            continue
        if not _np.can_cast(end.dtype, ary.dtype, "same_kind"):
            raise IvyTypeError(
                f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule."
            )
        parts.insert(place, flattened(end).astype(ary.dtype))
    return parts[0] if len(parts) == 1 else ivy.concat(parts, axis=0)


@numpy_function(kind="composed")
@one_call
def gradient(f: ArrayLike, *varargs, axis=None, edge_order=1):
    """Gradient by central differences, one-sided at the edges.

    Parameters
    ----------
    f : ArrayLike
        Samples of a function.
    *varargs : float or ArrayLike
        Spacing: one number, one for each axis, or the coordinates along each axis.
    axis : int or tuple of int, optional
        Axes to differentiate along; all by default.
    edge_order : {1, 2}
        Order of accuracy at the edges.

    Returns
    -------
    ndarray or tuple of ndarray
        A tuple where there are several axes.
    """
    axes = axes_of(axis, f.ndim)
    spacings = _gradient_spacings(f, axes, [asarray(v) for v in varargs])
    if edge_order > 2:
        raise IvyValueError("'edge_order' greater than 2 not supported")
    kind = f.dtype.kind
    f = f if kind == "b" else as_float(f)  # NumPy leaves bools, and refuses their differences
    found = []
    for at, h in zip(axes, spacings, strict=True):
        length = f.shape[at]
        if length < edge_order + 1:
            raise IvyValueError(
                "Shape of array too small to calculate a numerical gradient, at least "
                "(edge_order + 1) elements are required."
            )
        along = _gradient_along_axis(f, at, h, edge_order)
        found.append(ivy.astype(along, "bool") if kind == "b" else along)
    if len(axes) == 1:
        return found[0]
    return tuple(found)


def _gradient_spacings(f, axes, varargs):
    """Return for each axis a number, or the array of distances between its points."""
    if not varargs:
        return [1.0] * len(axes)
    if len(varargs) == 1 and varargs[0].ndim == 0:
        return [_as_float_or_complex(varargs[0])] * len(axes)
    if len(varargs) != len(axes):
        raise TypeError("invalid number of arguments")
    spacings = []
    for at, distances in zip(axes, varargs, strict=True):
        if distances.ndim == 0:
            spacings.append(_as_float_or_complex(distances))
            continue
        if distances.ndim != 1:
            raise IvyValueError("distances must be either scalars or 1d")
        if len(distances) != f.shape[at]:
            raise IvyValueError(
                "when 1d, distances must match the length of the corresponding dimension"
            )
        spacings.append(as_float(_subtract(distances[1:], distances[:-1])))
    return spacings


def _as_float_or_complex(x: ndarray) -> float | complex:
    return float(x) if x.dtype.kind in "biuf" else complex(x)


def _gradient_along_axis(f, axis, h, edge_order):
    """Return the gradient along an axis >= 0; ``h`` is a number, or the array of all distances."""
    part = lambda *bounds: _index_axis(f, axis, slice(*bounds))  # noqa: E731
    length = f.shape[axis]
    if isinstance(h, (float, complex)):
        first = [part(1, 2), part(0, 1)]
        last = [part(length - 1, length), part(length - 2, length - 1)]
        middle = (part(2, None) - part(None, -2)) / (2.0 * h)
        if edge_order == 1:
            ends = (first[0] - first[1]) / h, (last[0] - last[1]) / h
        else:
            ends = (
                (-1.5 / h) * part(0, 1) + (2.0 / h) * part(1, 2) + (-0.5 / h) * part(2, 3),
                (0.5 / h) * part(-3, -2) + (-2.0 / h) * part(-2, -1) + (1.5 / h) * part(-1, None),
            )
        return ivy.concat([ends[0], middle, ends[1]], axis=axis)
    shape = tuple(-1 if i == axis else 1 for i in range(f.ndim))
    h1, h2 = ivy.reshape(h[:-1], shape), ivy.reshape(h[1:], shape)
    middle = (
        -h2 / (h1 * (h1 + h2)) * part(None, -2)
        + (h2 - h1) / (h1 * h2) * part(1, -1)
        + h1 / (h2 * (h1 + h2)) * part(2, None)
    )
    if edge_order == 1:
        ends = (part(1, 2) - part(0, 1)) / h[0], (part(-1, None) - part(-2, -1)) / h[-1]
    else:
        a, b = h[0], h[1]
        first = (
            -(2.0 * a + b) / (a * (a + b)) * part(0, 1)
            + (a + b) / (a * b) * part(1, 2)
            - a / (b * (a + b)) * part(2, 3)
        )
        a, b = h[-2], h[-1]
        last = (
            b / (a * (a + b)) * part(-3, -2)
            - (b + a) / (a * b) * part(-2, -1)
            + (2.0 * b + a) / (b * (a + b)) * part(-1, None)
        )
        ends = first, last
    return ivy.concat([ends[0], middle, ends[1]], axis=axis)


def _cross_on_host(a, b, *args, **kwargs):
    """Compute NumPy's ``cross``; that of two vectors of three floats in plain Python."""
    if (
        args
        or kwargs
        or not type(a) is type(b) is _np.ndarray
        or not a.dtype is b.dtype is _FLOAT
        or not a.shape == b.shape == (3,)
    ):
        return _np.cross(a, b, *args, **kwargs)
    a1, a2, a3 = a.tolist()
    b1, b2, b3 = b.tolist()
    return _np.array([a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1])


@numpy_function(kind="kernel", core="cross", host=_cross_on_host, keep_0d=True)
def cross(a: ArrayLike, b: ArrayLike, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Cross product of vectors of three (or two) components."""
    if axis is not None:
        axisa = axisb = axisc = axis
    if a.ndim < 1 or b.ndim < 1:
        raise IvyValueError("At least one array has zero dimension")
    if axisa != -1:
        a = ivy.moveaxis(a, axis_of(axisa, a.ndim), -1)
    if axisb != -1:
        b = ivy.moveaxis(b, axis_of(axisb, b.ndim), -1)
    sizes = a.shape[-1], b.shape[-1]
    if not {*sizes} <= {2, 3}:
        raise IvyValueError("incompatible dimensions for cross product: they must be 2 or 3")
    if sizes == (3, 3) and a.dtype == b.dtype != _np.bool_:
        result = ivy.cross(a, b)
        return result if axisc == -1 else ivy.moveaxis(result, -1, axis_of(axisc, result.ndim))
    a1, a2, b1, b2 = a[..., 0], a[..., 1], b[..., 0], b[..., 1]
    z = a1 * b2 - a2 * b1
    if sizes == (2, 2):
        return as_array(z)
    zero = _np.zeros((), a.dtype if sizes[0] == 2 else b.dtype)
    a3 = a[..., 2] if sizes[0] == 3 else None
    b3 = b[..., 2] if sizes[1] == 3 else None
    x = (a2 * b3 if b3 is not None else zero) - (a3 * b2 if a3 is not None else zero)
    y = (a3 * b1 if a3 is not None else zero) - (a1 * b3 if b3 is not None else zero)
    shape = _np.broadcast_shapes(x.shape, y.shape, z.shape)
    parts = [ivy.broadcast_to(as_array(c), shape) for c in (x, y, z)]
    result = ivy.stack(parts, axis=-1)
    return ivy.moveaxis(result, -1, axis_of(axisc, result.ndim))


@numpy_function(kind="composed")
@one_call
def trapezoid(y: ArrayLike, x: ArrayLike | None = None, dx: ArrayLike | Scalar = 1.0, axis=-1):
    """Integral along an axis by the trapezoidal rule."""
    axis = axis_of(axis, y.ndim)
    if x is None:
        d = dx
        if type(d) is float and y.ndim and y.dtype in (_np.float32, _np.float64):
            first, last = slice(None, -1), slice(1, None)  # two sums, and no array in between
            ends = [_add.reduce(_index_axis(y, axis, part), axis) for part in (first, last)]
            return (ends[0] + ends[1]) * d / 2.0
    elif x.ndim == 1:
        d = _subtract(x[1:], x[:-1])
        d = ivy.reshape(d, tuple(-1 if i == axis else 1 for i in range(y.ndim)))
    else:
        at = axis - y.ndim + x.ndim
        d = _subtract(_index_axis(x, at, slice(1, None)), _index_axis(x, at, slice(None, -1)))
    heights = _index_axis(y, axis, slice(1, None)) + _index_axis(y, axis, slice(None, -1))
    return _add.reduce(d * heights / 2.0, axis)


# rounding and replacing

_FLOAT = _np.dtype(_np.float64)
_FLOATS = frozenset({_np.dtype(_np.float32), _np.dtype(_np.float64)})
_BOUNDS = frozenset({int, float, type(None)})


@numpy_function(kind="exact", keep_0d=True)
def clip(
    a: ArrayLike,
    a_min: ArrayLike | Scalar = _NO_VALUE,
    a_max: ArrayLike | Scalar = _NO_VALUE,
    out=None,
    *,
    min: ArrayLike | Scalar = _NO_VALUE,
    max: ArrayLike | Scalar = _NO_VALUE,
    **kwargs,
):
    """Limit the values to an interval."""
    if a_min is _NO_VALUE and a_max is _NO_VALUE:
        a_min = None if min is _NO_VALUE else min
        a_max = None if max is _NO_VALUE else max
    elif a_min is _NO_VALUE:
        raise TypeError("clip() missing 1 required positional argument: 'a_min'")
    elif a_max is _NO_VALUE:
        raise TypeError("clip() missing 1 required positional argument: 'a_max'")
    elif min is not _NO_VALUE or max is not _NO_VALUE:
        raise IvyValueError(
            "Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is "
            "forbidden."
        )
    if out is None and not kwargs and a.dtype in _FLOATS and {type(a_min), type(a_max)} <= _BOUNDS:
        return ivy.clip(a, a_min, a_max)
    options = {"out": single_out(out)} if out is not None else {}
    options |= kwargs
    inner = {name: kwargs[name] for name in ("dtype", "casting") if name in kwargs}
    if a.dtype.kind in "iu":  # a bound beyond the dtype bounds nothing
        limits = _np.iinfo(a.dtype)
        a_min = None if type(a_min) is int and a_min < limits.min else a_min
        a_max = None if type(a_max) is int and a_max > limits.max else a_max
    if a_min is None and a_max is None:
        return UFUNCS["positive"](a, **options)
    if a_max is None:
        return _maximum(a, a_min, **options)
    return _minimum(a if a_min is None else _maximum(a, a_min, **inner), a_max, **options)


@numpy_function(keep_0d=True)
def round(a: ArrayLike, decimals=0, out=None):
    """Round to a number of decimals; halves go to the even neighbour."""
    return result_or_out(_rounded(a, operator.index(decimals)), out, "rint")


@numpy_function(keep_0d=True)
def around(a: ArrayLike, decimals=0, out=None):
    """Round to a number of decimals; another name of ``round``."""
    return result_or_out(_rounded(a, operator.index(decimals)), out, "rint")


def _rounded(a: ArrayLike, decimals: int):
    if decimals and a.dtype.kind == "b":
        _np.round(_np.zeros(1, bool), decimals)  # raises: the scaled bools are no bools
    return ivy.round(a, decimals=decimals)


@numpy_function(keep_0d=True)
def fix(x: ArrayLike, out=None):
    """Round towards zero."""
    return result_or_out(UFUNCS["trunc"](x), out, "trunc")


@numpy_function(keep_0d=True)
def real_if_close(a: ArrayLike, tol=100):
    """Return the real parts if all imaginary parts are close to zero."""
    if a.dtype.kind != "c":
        return as_array(a)
    if tol > 1:
        tol = tol * _np.finfo(a.dtype).eps
    a = as_array(a)
    return a.real.copy() if builtins.bool((_absolute(a.imag) < float(tol)).all()) else a


@numpy_function(kind="composed")
def angle(z: ArrayLike, deg=False):
    """Angle of complex numbers, counterclockwise from the real axis."""
    if z.dtype.kind == "c":
        found = UFUNCS["arctan2"](*real_and_imaginary(z)[::-1])
    else:
        found = UFUNCS["arctan2"](0, z)
    return found * (180 / math.pi) if deg else found


@numpy_function(kind="composed")
@one_call
def unwrap(p: ArrayLike, discont=None, axis=-1, *, period=2 * math.pi):
    """Take out jumps of more than half a period along an axis."""
    axis = axis_of(axis, p.ndim)
    steps = _subtract(_index_axis(p, axis, slice(1, None)), _index_axis(p, axis, slice(None, -1)))
    if discont is None:
        discont = period / 2
    dtype = _np.result_type(steps.dtype, period)
    if dtype.kind in "iu":
        high, rest = divmod(period, 2)
        at_boundary = rest == 0
    else:
        high, at_boundary = period / 2, True
    low = -high
    wrapped = UFUNCS["remainder"](steps - low, period) + low
    if at_boundary:
        wrapped = ivy.where((wrapped == low) & (steps > 0), high, wrapped)
    correction = wrapped - steps
    correction = ivy.where(_absolute(steps) < discont, 0, correction)
    first = _index_axis(p, axis, slice(0, 1)).astype(dtype)
    rest = _index_axis(p, axis, slice(1, None)) + _add.accumulate(correction, axis)
    return ivy.concat([first, rest.astype(dtype)], axis=axis)


@numpy_function(kind="composed")
def sinc(x: ArrayLike):
    """``sin(pi x) / (pi x)``, and 1 at 0."""
    y = math.pi * as_float(x)
    tiny = float(_np.finfo(y.dtype).eps)
    y = ivy.where(y == 0, asarray(_np.asarray(tiny, y.dtype)), y)
    return UFUNCS["sin"](y) / y


_ANGLES = _np.cos(math.pi * (_np.arange(160) + 0.5) / 160)


@numpy_function(keep_0d=True)
def i0(x: ArrayLike):
    """Modified Bessel function of the first kind, order 0.

    Notes
    -----
    The mean of ``exp(x cos t)`` over a period; the midpoint rule converges exponentially there.
    """
    if x.dtype.kind == "c":
        raise IvyTypeError("i0 not supported for complex values")
    x = as_array(as_float(x))
    size = _absolute(x)
    nodes = asarray(_ANGLES.astype(x.dtype))
    exponents = ivy.expand_dims(size, axis=-1) * (nodes - 1.0)
    means = _add.reduce(UFUNCS["exp"](exponents), -1) / float(len(_ANGLES))
    half = UFUNCS["exp"](size / 2.0)  # in two steps: exp(x) overflows before the product does
    return as_array(means * half * half)


@numpy_function(kind="in_place")  # with `copy=False` it writes
@one_call
def nan_to_num(
    x: ArrayLike,
    copy=True,
    nan: ArrayLike | Scalar = 0.0,
    posinf: ArrayLike | Scalar | None = None,
    neginf: ArrayLike | Scalar | None = None,
):
    """Replace nan by a number, and infinities by the largest ones or given ones."""
    if not is_inexact(x):
        return +as_array(x) if copy and x.dtype.kind != "b" else x
    if copy and modes.current.host_execution:
        try:
            return on_memory(_np.nan_to_num, (x, True, nan, posinf, neginf), {}, HOST_ELEMENTS)
        except REFUSALS:
            pass  # too many elements, or not on the host: as below
    limits = _np.finfo(x.dtype)
    high = float(limits.max) if posinf is None else posinf
    low = float(limits.min) if neginf is None else neginf

    def replaced(part):
        def number(value):
            return asarray(value).astype(part.dtype)

        result = ivy.where(ivy.isnan(part), number(nan), part)
        result = ivy.where(part == math.inf, number(high), result)
        return ivy.where(part == -math.inf, number(low), result)

    if x.dtype.kind == "c":
        real, imaginary = real_and_imaginary(x)
        result = (replaced(real) + 1j * replaced(imaginary)).astype(x.dtype)
    else:
        result = replaced(x)
    if not copy and type(x) is ndarray:
        store(x, read(result), exact=True)
        return x
    return result


# convolution and interpolation


def _convolution_mode(mode) -> str:
    """Return the whole name of a mode, for what else NumPy takes, too; else raise NumPy's error."""
    if mode in ("full", "same", "valid"):
        return mode
    _np.convolve([1.0], [1.0], mode)  # it may take a number, or, before 2.4, a first letter
    if isinstance(mode, str):
        return {"f": "full", "s": "same", "v": "valid"}[mode[0].lower()]
    return ("valid", "same", "full")[mode]


def _sliding_dot(a, v, mode):
    """Return the sums of products of ``v`` laid over ``a``, the longer one, at each offset."""
    n, m = a.shape[0], v.shape[0]
    dtype = _np.result_type(a.dtype, v.dtype)
    a, v = a.astype(dtype, copy=False), v.astype(dtype, copy=False)
    if mode == "full":
        before = after = m - 1
    elif mode == "same":
        before = m // 2
        after = m - 1 - before
    else:
        before = after = 0
    if before or after:
        zeros = lambda count: ivy.zeros((count,), dtype=dtype)  # noqa: E731
        a = ivy.concat([zeros(before), a, zeros(after)], axis=0)
    count = n + before + after - m + 1
    if m <= 32:  # few, long, cheap operations
        total = None
        for i in range(m):
            term = a[i : i + count] * v[i]
            total = term if total is None else (total | term if dtype.kind == "b" else total + term)
        return total
    rows = builtins.max(1, CONVOLVED_PRODUCTS // m)
    parts = []
    for start in range(0, count, rows):
        stop = builtins.min(start + rows, count)
        index = _np.arange(start, stop)[:, None] + _np.arange(m)
        windows = ivy.take(a, asarray(index.reshape(-1)), axis=0)
        windows = ivy.reshape(windows, index.shape)
        if dtype.kind == "b":
            parts.append(UFUNCS["logical_or"].reduce(windows & v, 1))
        else:
            parts.append(_add.reduce(windows * v, 1, dtype))
    return parts[0] if len(parts) == 1 else ivy.concat(parts, axis=0)


@numpy_function(kind="exact")
def convolve(a: ArrayLike, v: ArrayLike, mode="full"):
    """Convolution of two sequences.

    >>> np.convolve([1, 2, 3], [0, 1, 0.5])
    array([0. , 1. , 2.5, 4. , 1.5])
    """
    a, v = (x if x.ndim else flattened(x) for x in (a, v))
    if a.ndim > 1 or v.ndim > 1:
        raise IvyValueError("object too deep for desired array")
    if len(v) > len(a):
        a, v = v, a
    if not len(a):
        raise IvyValueError("a cannot be empty")
    if not len(v):
        raise IvyValueError("v cannot be empty")
    mode = _convolution_mode(mode)
    if mode != "same":
        return _sliding_dot(a, v[::-1], mode)
    start = (len(v) - 1) // 2
    return _sliding_dot(a, v[::-1], "full")[start : start + len(a)]


@numpy_function(kind="exact")
def correlate(a: ArrayLike, v: ArrayLike, mode="valid"):
    """Cross-correlation of two sequences."""
    if not (a.ndim and v.ndim):
        raise IvyValueError("object of too small depth for desired array")
    if a.ndim > 1 or v.ndim > 1:
        raise IvyValueError("object too deep for desired array")
    if not len(a) or not len(v):
        raise IvyValueError("first or second array argument cannot be empty")
    mode = _convolution_mode(mode)
    if v.dtype.kind == "c":
        v = UFUNCS["conjugate"](v)
    if len(a) >= len(v):
        return _sliding_dot(a, v, mode)
    return _sliding_dot(v, a, mode)[::-1]


@numpy_function(kind="exact")
@one_call(on_host=True)
def interp(
    x: ArrayLike,
    xp: ArrayLike,
    fp: ArrayLike,
    left: ArrayLike | Scalar | None = None,
    right: ArrayLike | Scalar | None = None,
    period=None,
):
    """Interpolate linearly between given points.

    Parameters
    ----------
    x : ArrayLike
        Where to interpolate.
    xp, fp : ArrayLike, shape (N,)
        The points, ``xp`` increasing.
    left, right : optional
        Values beyond the ends; the end points' own by default.
    period : float, optional
        Period of the coordinates; ``xp`` need not be sorted then.

    Returns
    -------
    ndarray, shape of x, float64 or complex128
    """
    dtype = _np.complex128 if fp.dtype.kind == "c" else _np.float64
    if "c" in (x.dtype.kind, xp.dtype.kind):
        raise TypeError(
            "Cannot cast array data from complex to double according to the rule 'safe'"
        )
    x, xp, fp = x.astype(_np.float64), as_array(xp.astype(_np.float64)), as_array(fp.astype(dtype))
    if period is not None:
        if period == 0:
            raise IvyValueError("period must be a non-zero value")
        if xp.ndim != 1 or fp.ndim != 1:
            raise IvyValueError("Data points must be 1-D sequences")
        if len(xp) != len(fp):
            raise IvyValueError("fp and xp are not of the same length")
        period, left, right = builtins.abs(period), None, None
        x, xp = x % period, xp % period
        order = ivy.argsort(xp)
        xp, fp = ivy.take(xp, order, axis=0), ivy.take(fp, order, axis=0)
        xp = ivy.concat([xp[-1:] - period, xp, xp[:1] + period], axis=0)
        fp = ivy.concat([fp[-1:], fp, fp[:1]], axis=0)
    if xp.ndim != 1 or fp.ndim != 1:
        raise IvyValueError("object too deep for desired array")
    if not len(xp):
        raise IvyValueError("array of sample points is empty")
    if len(xp) != len(fp):
        raise IvyValueError("fp and xp are not of the same length.")
    x = as_array(x)
    flat_x = flattened(x)
    left = fp[0] if left is None else asarray(left).astype(dtype)
    right = fp[-1] if right is None else asarray(right).astype(dtype)
    if len(xp) == 1:
        result = ivy.broadcast_to(fp, flat_x.shape)
    else:
        at = clip(ivy.searchsorted(xp, flat_x, side="right") - 1, 0, len(xp) - 2)
        x0, x1 = ivy.take(xp, at, axis=0), ivy.take(xp, at + 1, axis=0)
        y0, y1 = ivy.take(fp, at, axis=0), ivy.take(fp, at + 1, axis=0)
        slope = (y1 - y0) / (x1 - x0)
        result = slope * (flat_x - x0) + y0
        result = ivy.where(
            ivy.isnan(result) & ~ivy.isnan(flat_x), slope * (flat_x - x1) + y1, result
        )
        result = ivy.where(ivy.isnan(result) & (y0 == y1) & ~ivy.isnan(flat_x), y0, result)
        result = ivy.where(flat_x == x1, y1, ivy.where(flat_x == x0, y0, result))
    result = ivy.where(flat_x < xp[0], left, ivy.where(flat_x > xp[-1], right, result))
    result = ivy.where(ivy.isnan(flat_x), flat_x.astype(dtype), result)
    return ivy.reshape(result, x.shape)


# windows


def _window_positions_and_count(M):
    """Return (NumPy's array of the odd steps from ``1 - M`` to ``M - 1``, ``M`` as a float)."""
    count = float(to_numpy(M) if isinstance(M, Array) else M)
    return _np.arange(1 - count, count, 2), count


def _evaluate_window(M, function):
    """Return ``function`` of (positions, ``M - 1``); for ``M`` below 2 one element or none."""
    positions, count = _window_positions_and_count(M)
    dtype = _np.result_type(
        _np.float64, _np.float64 if type(M) in (int, float) else asarray(M).dtype
    )
    if count < 1:
        return ivy.zeros((0,), dtype=dtype)
    if count == 1:
        return ivy.ones((1,), dtype=dtype)
    return function(asarray(positions), count - 1)


@entry
def bartlett(M):
    """Bartlett window: a triangle from 0 to 1 and back.

    References: NumPy reference, numpy.bartlett.
    """
    return _evaluate_window(
        M, lambda n, last: ivy.where(UFUNCS["less_equal"](n, 0), 1 + n / last, 1 - n / last)
    )


@entry
def blackman(M):
    """Blackman window of ``M`` points.

    References: NumPy reference, numpy.blackman.
    """
    return _evaluate_window(
        M,
        lambda n, last: (
            0.42
            + 0.5 * UFUNCS["cos"](math.pi * n / last)
            + 0.08 * UFUNCS["cos"](2.0 * math.pi * n / last)
        ),
    )


@entry
def hamming(M):
    """Hamming window of ``M`` points.

    References: NumPy reference, numpy.hamming.
    """
    return _evaluate_window(M, lambda n, last: 0.54 + 0.46 * UFUNCS["cos"](math.pi * n / last))


@entry
def hanning(M):
    """Hann window of ``M`` points.

    References: NumPy reference, numpy.hanning.
    """
    return _evaluate_window(M, lambda n, last: 0.5 + 0.5 * UFUNCS["cos"](math.pi * n / last))


@entry
def kaiser(M, beta):
    """Kaiser window of ``M`` points with shape parameter ``beta``.

    References: NumPy reference, numpy.kaiser.
    """
    beta = float(beta)
    _, count = _window_positions_and_count(M)
    if count == 1:
        return ivy.ones((1,), dtype=_np.float64)
    n = asarray(2 * _np.arange(0, count) - (count - 1))  # of 4.5 points it has one more than others
    inside = 1 - (n / (count - 1)) ** 2.0
    return i0(beta * UFUNCS["sqrt"](inside)) / float(_np.i0(beta))


__all__ = [
    "amax", "amin", "angle", "around", "bartlett", "blackman", "clip", "convolve", "correlate",
    "cross", "cumprod", "cumsum", "cumulative_prod", "cumulative_sum", "diff", "ediff1d", "fix",
    "gradient", "hamming", "hanning", "i0", "interp", "kaiser", "nan_to_num",
    "nancumprod", "nancumsum", "nanprod", "nansum", "ptp", "real_if_close", "round", "sinc",
    "trapezoid", "unwrap",
]  # fmt: skip
