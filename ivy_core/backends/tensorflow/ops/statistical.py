"""Statistics on TensorFlow tensors, by raw operations: ``tf.reduce_*`` takes twice as long."""

from __future__ import annotations

import math

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.axes import reduced_shape
from ivy_core.backends.common.quantiles import interpolated, neighbours
from ivy_core.backends.common.reductions import check_contraction
from ivy_core.backends.holder import unwrapped
from ivy_core.dtypes import as_dtype, promote_dtypes
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError, refuse

from .. import is_tracer, to_native_dtype
from ..kernels.axes import normal_axes, normal_axes_of, normal_axis
from ..kernels.reductions import axis_tensor, cast, complex_argextreme, is_nan
from .indexing import is_recorded
from .sorting import sort

_raw = tf.raw_ops

_HALF = (tf.float16, tf.bfloat16)
_SUM_DTYPES = {
    tf.bool: tf.int64, tf.int8: tf.int64, tf.int16: tf.int64, tf.int32: tf.int64,
    tf.uint8: tf.uint64, tf.uint16: tf.uint64, tf.uint32: tf.uint64,
}  # fmt: skip


def sum_dtype(dtype):
    """Return the dtype that NumPy sums a tensor of ``dtype`` in."""
    return _SUM_DTYPES.get(dtype, dtype)


def inexact(dtype):
    return dtype if dtype.is_floating or dtype.is_complex else tf.float64


def joined(x, axes):
    """Return ``x`` with the axes to reduce as one, at the end."""
    ndim = x.shape.rank
    if len(axes) == 1 and axes[0] == ndim - 1:
        return x
    kept = [i for i in range(ndim) if i not in axes]
    shape = [x.shape[i] for i in kept]
    return tf.reshape(tf.transpose(x, [*kept, *axes]), [*shape, _count_elements_along(x, axes)])


def _count_elements_along(x, axes):
    return math.prod([x.shape[i] for i in axes])


def _reduce_in_dtype(x, axis, dtype, keepdims, kernel):
    """Reduce by Sum or Prod (bools: Any or All); ``dtype`` None is what NumPy's sum has."""
    if dtype is None:
        dtype = _SUM_DTYPES.get(x.dtype, x.dtype)
    axes = axis_tensor(normal_axes_of(kernel)(axis, x.shape.rank))
    if dtype == tf.float16:  # summed in single precision, as NumPy does
        result = kernel(input=cast(x, tf.float32), axis=axes, keep_dims=keepdims)
    elif dtype == tf.bool:
        kernel = _raw.Any if kernel is _raw.Sum else _raw.All
        return kernel(input=cast(x, tf.bool), axis=axes, keep_dims=keepdims)
    else:
        return kernel(input=cast(x, dtype), axis=axes, keep_dims=keepdims)
    return cast(result, dtype)


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    return _reduce_in_dtype(x, axis, dtype, keepdims, _raw.Sum)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    return _reduce_in_dtype(x, axis, dtype, keepdims, _raw.Prod)


def mean(x, /, *, axis=None, dtype=None, keepdims=False):
    dtype = inexact(x.dtype) if dtype is None else dtype
    wide = tf.float32 if dtype == tf.float16 else inexact(dtype)
    axes = axis_tensor(normal_axes_of(_raw.Mean)(axis, x.shape.rank))
    return cast(_raw.Mean(input=cast(x, wide), axis=axes, keep_dims=keepdims), dtype)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    dtype = inexact(x.dtype)
    axes = normal_axes(axis, x.shape.rank)
    count = _count_elements_along(x, axes)
    axes = axis_tensor(axes)
    x = cast(x, tf.float32 if dtype == tf.float16 else dtype)
    off = _raw.Sub(x=x, y=_raw.Mean(input=x, axis=axes, keep_dims=True))
    squares = tf.math.real(off * tf.math.conj(off)) if dtype.is_complex else _raw.Square(x=off)
    total = _raw.Sum(input=squares, axis=axes, keep_dims=keepdims)
    left = count - correction if count > correction else 0
    # not a Python float: TensorFlow keeps those by value, and may give -0.0 for 0.0
    total = _raw.RealDiv(x=total, y=tf.constant(np.asarray(left, total.dtype.as_numpy_dtype)))
    return total if dtype.is_complex else cast(total, dtype)


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    return _raw.Sqrt(x=var(x, axis=axis, correction=correction, keepdims=keepdims))


def _reduce_to_extreme(x, axis, keepdims, largest):
    """Return the largest or smallest elements, nan winning; raise for none."""
    if x.dtype == tf.bool:
        kernel = _raw.Any if largest else _raw.All
    else:
        kernel = _raw.Max if largest else _raw.Min
    axes = normal_axes_of(kernel)(axis, x.shape.rank)
    if 0 in x.shape and not _count_elements_along(x, axes):
        name = "maximum" if largest else "minimum"
        raise IvyValueError(f"zero-size array to reduction operation {name} which has no identity")
    if x.dtype.is_complex:
        flat = joined(x, axes)
        flat = flat if axes else tf.reshape(x, (*x.shape, 1))
        result = pick(flat, complex_argextreme(flat, largest))
        return tf.reshape(result, reduced_shape(x.shape, axes, keepdims))
    axes = axis_tensor(axes)
    found = kernel(input=x, axis=axes, keep_dims=keepdims)
    if tf.executing_eagerly() or not x.dtype.is_floating:
        return found
    # a graph may be compiled by XLA, whose kernels lose a nan
    missing = _raw.Any(input=is_nan(x), axis=axes, keep_dims=keepdims)
    return tf.where(missing, tf.constant(math.nan, x.dtype), found)


def pick(x, at):
    """Return the element of each row that ``at`` says."""
    return tf.gather(x, at, axis=-1, batch_dims=x.shape.rank - 1)


def element(x, position):
    """Return one element of each row; ``x[..., position]`` takes five times as long."""
    return _raw.GatherV2(params=x, indices=position, axis=-1)


def max(x, /, *, axis=None, keepdims=False):
    return _reduce_to_extreme(x, axis, keepdims, True)


def min(x, /, *, axis=None, keepdims=False):
    return _reduce_to_extreme(x, axis, keepdims, False)


# without nan
def _can_hold_nan(dtype) -> bool:
    return dtype.is_floating or dtype.is_complex


def _replace_nan(x, value):
    """Return ``x`` with ``value`` for nan, itself if its dtype has none."""
    return tf.where(is_nan(x), tf.constant(value, x.dtype), x) if _can_hold_nan(x.dtype) else x


def nansum(x, /, *, axis=None, dtype=None, keepdims=False):
    return sum(_replace_nan(x, 0), axis=axis, dtype=dtype, keepdims=keepdims)


def nanprod(x, /, *, axis=None, dtype=None, keepdims=False):
    return prod(_replace_nan(x, 1), axis=axis, dtype=dtype, keepdims=keepdims)


def nanmean(x, /, *, axis=None, dtype=None, keepdims=False):
    if not _can_hold_nan(x.dtype):
        return mean(x, axis=axis, dtype=dtype, keepdims=keepdims)
    dtype = x.dtype if dtype is None else dtype
    wide = tf.float32 if dtype == tf.float16 else dtype
    total = nansum(cast(x, wide), axis=axis, keepdims=keepdims)
    count = sum(tf.logical_not(is_nan(x)), axis=axis, keepdims=keepdims)
    return cast(total / tf.cast(count, wide), dtype)


def _extreme_ignoring_nan(x, axis, keepdims, reduce, worst):
    """Reduce with ``worst``, an infinity, in place of nan; nan where there is nothing else."""
    if not _can_hold_nan(x.dtype):
        return reduce(x, axis=axis, keepdims=keepdims)
    value = complex(worst, worst) if x.dtype.is_complex else worst
    result = reduce(_replace_nan(x, value), axis=axis, keepdims=keepdims)
    axes = axis_tensor(normal_axes(axis, x.shape.rank))
    missing = _raw.All(input=is_nan(x), axis=axes, keep_dims=keepdims)
    return tf.where(missing, tf.constant(math.nan, x.dtype), result)


def nanmax(x, /, *, axis=None, keepdims=False):
    return _extreme_ignoring_nan(x, axis, keepdims, max, -math.inf)


def nanmin(x, /, *, axis=None, keepdims=False):
    return _extreme_ignoring_nan(x, axis, keepdims, min, math.inf)


# running
def _flatten_scalar_or_without_axis(x, axis) -> tuple:
    """Return (flat ``x``, 0) if it is 0-d or ``axis`` None, else x and its axis, not negative."""
    ndim = x.shape.rank
    if axis is None or (not ndim and axis in (0, -1)):
        return tf.reshape(x, (-1,)), 0
    return x, normal_axis(axis, ndim)


def _accumulate(x, axis, exclusive, reverse, dtype, kernel):
    """Accumulate in ``dtype`` (None: a sum's), half precision in single; axis None flattens."""
    dtype = sum_dtype(x.dtype) if dtype is None else dtype
    x, axis = _flatten_scalar_or_without_axis(x, axis)
    if dtype == tf.bool:
        x = tf.cast(tf.cast(x, tf.bool), tf.int64)
    else:
        x = cast(x, dtype)
    if x.dtype in _HALF:  # the kernel would add in it: ones stop at 256
        x = tf.cast(x, tf.float32)
    y = kernel(x=x, axis=axis, exclusive=exclusive, reverse=reverse)
    return y if y.dtype == dtype else tf.cast(y, dtype)


def cumsum(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None):
    return _accumulate(x, axis, exclusive, reverse, dtype, _raw.Cumsum)


def cumprod(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None):
    return _accumulate(x, axis, exclusive, reverse, dtype, _running_products)


def _running_products(x, axis, exclusive, reverse):
    """Accumulate products; traced or recorded floats by a way whose gradient is right at zeros."""
    if x.dtype != inexact(x.dtype) or not is_recorded(x):
        return _raw.Cumprod(x=x, axis=axis, exclusive=exclusive, reverse=reverse)
    # TensorFlow's gradient of it divides by the elements, which may be zero, and forgets to
    # conjugate: in log2(n) steps of products instead
    x = tf.reverse(x, [axis]) if reverse else x
    length = x.shape[axis]
    if exclusive and length:
        before, _ = tf.split(x, [length - 1, 1], axis)
        one = tf.ones_like(tf.gather(x, [0], axis=axis))
        x = tf.concat([one, before], axis)
    step = 1
    while step < length:
        first, rest = tf.split(x, [step, length - step], axis)
        earlier, _ = tf.split(x, [length - step, step], axis)
        x = tf.concat([first, earlier * rest], axis)
        step *= 2
    return tf.reverse(x, [axis]) if reverse else x


def _accumulate_with_initial(x, axis, dtype, include_initial, kernel, start, name):
    """Accumulate, with ``start`` put first if wanted; axis None is for one axis alone."""
    if axis is None and x.shape.rank > 1:
        raise IvyValueError(f"{name}: an array with {x.shape.rank} axes needs one of them named")
    x, axis = _flatten_scalar_or_without_axis(x, axis)
    y = _accumulate(x, axis, False, False, dtype, kernel)
    if not include_initial:
        return y
    shape = list(y.shape)
    shape[axis] = 1
    return tf.concat([tf.cast(tf.fill(shape, start), y.dtype), y], axis)


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    return _accumulate_with_initial(
        x, axis, dtype, include_initial, _raw.Cumsum, 0, "cumulative_sum"
    )


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    return _accumulate_with_initial(
        x, axis, dtype, include_initial, _raw.Cumprod, 1, "cumulative_prod"
    )


def _accumulate_extreme(x, axis, reverse, dtype, largest):
    """Return running maxima or minima along an axis (None: flat), nan winning."""
    x = x if dtype is None else cast(x, dtype)
    x, axis = _flatten_scalar_or_without_axis(x, axis)
    dtype = x.dtype
    x = tf.cast(x, tf.uint8) if dtype == tf.bool else x
    x = tf.reverse(x, [axis]) if reverse else x
    # in log2(n) steps: each element against the one 1, 2, 4 ... places before
    step, length = 1, x.shape[axis]
    while step < length:
        first, rest = tf.split(x, [step, length - step], axis)
        earlier, _ = tf.split(x, [length - step, step], axis)
        x = tf.concat([first, _elementwise_extreme(earlier, rest, largest)], axis)
        step *= 2
    x = tf.reverse(x, [axis]) if reverse else x
    return tf.cast(x, dtype) if dtype == tf.bool else x


def _elementwise_extreme(x1, x2, largest):
    if x1.dtype.is_complex:
        pair = tf.stack([x1, x2], -1)
        return pick(pair, complex_argextreme(pair, largest))
    return (_raw.Maximum if largest else _raw.Minimum)(x=x1, y=x2)


def cummax(x, /, *, axis=0, reverse=False, dtype=None):
    return _accumulate_extreme(x, axis, reverse, dtype, True)


def cummin(x, /, *, axis=0, reverse=False, dtype=None):
    return _accumulate_extreme(x, axis, reverse, dtype, False)


def _sort_over_axes(x, axes):
    """Return ``x`` in an inexact dtype, the axes joined as a last one and sorted along it."""
    flat = joined(x, axes) if axes else tf.reshape(x, (*x.shape, 1))
    return cast(sort(flat, axis=-1), inexact(x.dtype))


def median(x, /, *, axis=None, keepdims=False):
    axes = normal_axes(axis, x.shape.rank)
    values = _sort_over_axes(x, axes)
    count = values.shape[-1]
    if count:
        middle = (count - 1) // 2
        result = element(values, middle)
        if not count % 2:
            result = _raw.Mul(x=_raw.AddV2(x=result, y=element(values, middle + 1)), y=0.5)
        last = element(values, count - 1)
        result = _raw.SelectV2(condition=is_nan(last), t=last, e=result)
    else:
        result = tf.fill(values.shape[:-1], tf.constant(math.nan, values.dtype))
    return tf.reshape(result, reduced_shape(x.shape, axes, True)) if keepdims else result


def nanmedian(x, /, *, axis=None, keepdims=False):
    axes = normal_axes(axis, x.shape.rank)
    values = _sort_over_axes(x, axes)
    if x.dtype in _HALF:  # whose nan the kernel does not sort last
        values = _sort_over_axes(tf.cast(x, tf.float32), axes)
    if not values.shape[-1]:
        return median(x, axis=axis, keepdims=keepdims)
    count = tf.reduce_sum(tf.cast(tf.logical_not(is_nan(values)), tf.int64), -1)
    low, high = pick(values, tf.maximum((count - 1) // 2, 0)), pick(values, count // 2)
    result = tf.where(count == 0, element(values, 0), (low + high) / 2)
    return cast(tf.reshape(result, reduced_shape(x.shape, axes, keepdims)), inexact(x.dtype))


class _tf:
    """TensorFlow under the names that quantiles are worked out with."""

    floor = staticmethod(tf.floor)
    ceil = staticmethod(tf.math.ceil)
    round = staticmethod(tf.round)
    where = staticmethod(tf.where)


def quantile(a, q, /, *, axis=None, keepdims=False, interpolation="linear"):
    if a.dtype.is_complex:
        raise IvyTypeError("quantile: a must be an array of real numbers")
    axes = normal_axes(axis, a.shape.rank)
    values = _sort_over_axes(a, axes)
    q = unwrapped(q)
    if type(q) in (int, float):
        q = tf.constant(q, values.dtype)
    elif not isinstance(q, tf.Tensor):
        q = tf.constant(np.array(q, float))
    if not is_tracer(q) and not np.all((q.numpy() >= 0) & (q.numpy() <= 1)):
        raise IvyValueError("quantile: q must be between 0 and 1")
    dtype = tf.as_dtype(np.promote_types(q.dtype.as_numpy_dtype, values.dtype.as_numpy_dtype))
    q, values = cast(q, dtype), cast(values, dtype)
    shape = (*q.shape, *reduced_shape(a.shape, axes, keepdims))
    low, high, weight = neighbours(_tf, values.shape[-1], tf.reshape(q, (-1,)), interpolation)
    if not values.shape[-1]:
        return tf.fill(shape, tf.constant(math.nan, dtype))
    low, high = (tf.gather(values, tf.cast(at, tf.int64), axis=-1) for at in (low, high))
    result = interpolated(_tf, low, high, weight)
    result = tf.where(is_nan(values[..., -1:]), tf.constant(math.nan, dtype), result)
    order = [result.shape.rank - 1, *range(result.shape.rank - 1)]
    return tf.reshape(tf.transpose(result, order), shape)


def bincount(x, /, *, weights=None, minlength=0):
    if not is_tracer(x) and (weights is None or not is_tracer(weights)):
        weights = None if weights is None else weights.numpy()
        return tf.constant(np.bincount(x.numpy(), weights, minlength))
    x = tf.cast(x, tf.int64)
    length = tf.maximum(tf.reduce_max(x) + 1, minlength)
    if weights is None:
        return tf.math.unsorted_segment_sum(tf.ones_like(x), x, length)
    return tf.math.unsorted_segment_sum(tf.cast(weights, tf.float64), x, length)


_NARROW = (tf.bool, tf.int8, tf.int16, tf.uint8, tf.uint16, tf.uint32, tf.uint64)


def contract(equation, operands, /):
    try:
        return _einsum_promoted(equation, operands)
    except Exception as err:
        refuse(err, check_contraction, equation, operands)


def _einsum_promoted(equation, operands):
    """Return einsum in the promoted dtype; what kernels lack is computed in int64."""
    dtype = to_native_dtype(promote_dtypes(tuple([as_dtype(each.dtype) for each in operands])))
    wide = tf.int64 if dtype in _NARROW else dtype
    operands = [cast(each, wide) for each in operands]
    return cast(tf.einsum(equation.replace(" ", ""), *operands), dtype)
