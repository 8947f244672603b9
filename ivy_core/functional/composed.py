"""Primaries composed of others, for backends that do not have them natively.

Each is right on every backend that has what it calls, and slower than a native function would be.
The bodies are bound as those of compositional functions are: ``ivy`` means the backend's namespace.
"""

from __future__ import annotations

import math

import ivy_core as ivy

from ..backends.common.linear_algebra import check_cross, require_vectors
from ..registry import composed
from .operands import as_array, filled


def _scalar_zero_like(x):
    return ivy.zeros((), dtype=x.dtype)


# comparisons and logic


@composed
def not_equal(x1, x2, /, *, out=None):
    return ivy.logical_not(ivy.equal(x1, x2), out=out)


@composed
def greater(x1, x2, /, *, out=None):
    return ivy.less(x2, x1, out=out)


@composed
def greater_equal(x1, x2, /, *, out=None):
    return ivy.less_equal(x2, x1, out=out)


@composed
def logical_xor(x1, x2, /, *, out=None):
    return ivy.not_equal(ivy.logical_not(x1), ivy.logical_not(x2), out=out)


@composed
def isnan(x, /, *, out=None):
    return ivy.not_equal(x, x, out=out)


@composed
def isfinite(x, /, *, out=None):
    return ivy.equal(ivy.subtract(x, x), 0, out=out)  # inf - inf is nan


@composed
def isinf(x, /, *, detect_positive=True, detect_negative=True, out=None):
    if detect_positive and detect_negative:
        return ivy.logical_not(ivy.logical_or(ivy.isfinite(x), ivy.isnan(x)), out=out)
    if detect_positive or detect_negative:
        return ivy.equal(x, math.inf if detect_positive else -math.inf, out=out)
    return ivy.logical_and(ivy.isnan(x), False, out=out)


@composed
def isreal(x, /, *, out=None):
    return ivy.equal(ivy.imag(x), 0, out=out)


@composed
def count_nonzero(x, /, *, axis=None, keepdims=False, dtype=None, out=None):
    return ivy.sum(
        ivy.astype(ivy.not_equal(x, 0), "int64" if dtype is None else dtype),
        axis=axis, keepdims=keepdims, out=out,
    )  # fmt: skip


# arithmetic


@composed
def positive(x, /, *, out=None):
    return ivy.multiply(x, 1, out=out)


@composed
def negative(x, /, *, out=None):
    return ivy.subtract(_scalar_zero_like(as_array(x)), x, out=out)


@composed
def square(x, /, *, out=None):
    return ivy.multiply(x, x, out=out)


@composed
def reciprocal(x, /, *, out=None):
    divide = ivy.floor_divide if as_array(x).dtype.is_int else ivy.divide
    return divide(1, x, out=out)


@composed
def fabs(x, /, *, out=None):
    return ivy.abs(x, out=out)


@composed
def trunc(x, /, *, out=None):
    return ivy.where(ivy.less(x, 0), ivy.ceil(x), ivy.floor(x), out=out)


@composed
def rint(x, /, *, out=None):
    return ivy.round(x, out=out)


@composed
def exp2(x, /, *, out=None):
    return ivy.pow(2.0, x, out=out)


@composed
def float_power(x1, x2, /, *, out=None):
    x1 = as_array(x1)
    return ivy.pow(x1 if x1.dtype.is_complex else ivy.astype(x1, "float64"), x2, out=out)


@composed
def logaddexp2(x1, x2, /, *, out=None):
    found = ivy.logaddexp(ivy.multiply(x1, math.log(2)), ivy.multiply(x2, math.log(2)))
    return ivy.divide(found, math.log(2), out=out)


@composed
def sinc(x, /, *, out=None):
    turned = ivy.multiply(ivy.where(ivy.equal(x, 0), 1e-20, x), math.pi)
    return ivy.divide(ivy.sin(turned), turned, out=out)


@composed
def deg2rad(x, /, *, out=None):
    return ivy.multiply(x, math.pi / 180, out=out)


@composed
def rad2deg(x, /, *, out=None):
    return ivy.multiply(x, 180 / math.pi, out=out)


@composed
def angle(z, /, *, deg=False, out=None):
    found = ivy.atan2(ivy.imag(z), ivy.real(z), out=None if deg else out)
    return ivy.rad2deg(found, out=out) if deg else found


@composed
def tan(x, /, *, out=None):
    return ivy.divide(ivy.sin(x), ivy.cos(x), out=out)


@composed
def logaddexp(x1, x2, /, *, out=None):
    high, low = ivy.maximum(x1, x2), ivy.minimum(x1, x2)
    return ivy.add(high, ivy.log1p(ivy.exp(ivy.subtract(low, high))), out=out)


@composed
def divmod(x1, x2, /):
    return ivy.floor_divide(x1, x2), ivy.remainder(x1, x2)


@composed
def trunc_divide(x1, x2, /, *, out=None):
    return ivy.trunc(ivy.divide(x1, x2), out=out)


@composed
def fmod(x1, x2, /, *, out=None):
    return ivy.copysign(ivy.remainder(ivy.abs(x1), ivy.abs(x2)), x1, out=out)


@composed
def fmax(x1, x2, /, *, out=None):
    return ivy.where(ivy.isnan(x1), x2, ivy.where(ivy.isnan(x2), x1, ivy.maximum(x1, x2)), out=out)


@composed
def fmin(x1, x2, /, *, out=None):
    return ivy.where(ivy.isnan(x1), x2, ivy.where(ivy.isnan(x2), x1, ivy.minimum(x1, x2)), out=out)


@composed
def heaviside(x1, x2, /, *, out=None):
    step = ivy.where(ivy.less(x1, 0), 0.0, ivy.where(ivy.greater(x1, 0), 1.0, x2))
    return ivy.where(ivy.isnan(x1), x1, step, out=out)


@composed
def clip(x, /, min=None, max=None, *, out=None):
    if min is not None:
        x = ivy.maximum(x, min, out=out if max is None else None)
    if max is not None:
        x = ivy.minimum(x, max, out=out)
    return ivy.positive(x, out=out) if min is max is None else x


# creation


@composed
def empty_like(x, /, *, dtype=None, device=None, out=None):
    x = as_array(x)
    return ivy.empty(x.shape, dtype=dtype or x.dtype, device=device, out=out)


@composed
def full_like(x, /, fill_value, *, dtype=None, device=None, out=None):
    x = as_array(x)
    return ivy.full(x.shape, fill_value, dtype=dtype or x.dtype, device=device, out=out)


@composed
def ones_like(x, /, *, dtype=None, device=None, out=None):
    x = as_array(x)
    return ivy.ones(x.shape, dtype=dtype or x.dtype, device=device, out=out)


@composed
def zeros_like(x, /, *, dtype=None, device=None, out=None):
    x = as_array(x)
    return ivy.zeros(x.shape, dtype=dtype or x.dtype, device=device, out=out)


def _lower_mask(x, k):
    """Return a mask of the last two axes: true on the k-th diagonal and below it."""
    rows, columns = ivy.arange(x.shape[-2]), ivy.arange(x.shape[-1])
    return ivy.less_equal(columns, ivy.add(ivy.expand_dims(rows, axis=1), k))


@composed
def tril(x, /, *, k=0, out=None):
    x = as_array(x)
    return ivy.where(_lower_mask(x, k), x, _scalar_zero_like(x), out=out)


@composed
def triu(x, /, *, k=0, out=None):
    x = as_array(x)
    return ivy.where(_lower_mask(x, k - 1), _scalar_zero_like(x), x, out=out)


@composed
def diag(x, /, *, k=0, out=None):
    x = as_array(x)
    if x.ndim == 2:
        return ivy.positive(ivy.diagonal(x, offset=k, axis1=0, axis2=1), out=out)
    size = x.shape[0] + abs(k)
    row = ivy.concat([ivy.zeros((max(k, 0),), dtype=x.dtype), x])
    row = ivy.concat([row, ivy.zeros((size - row.shape[0],), dtype=x.dtype)])
    return ivy.where(ivy.eye(size, k=k, dtype="bool"), row, _scalar_zero_like(x), out=out)


@composed
def one_hot(
    indices, depth, /, *,
    on_value=None, off_value=None, axis=None, dtype=None, device=None, out=None,
):  # fmt: skip
    hot = ivy.equal(ivy.expand_dims(as_array(indices), axis=-1), ivy.arange(depth))
    given = [value for value in (on_value, off_value) if value is not None]
    dtype = dtype or (ivy.result_type(*given) if given else ivy.default_dtype())
    on = ivy.asarray(1 if on_value is None else on_value, dtype=dtype)
    off = ivy.asarray(0 if off_value is None else off_value, dtype=dtype)
    hot = ivy.where(hot, on, off, out=out if axis is None else None)
    return hot if axis is None else ivy.moveaxis(hot, -1, axis)


@composed
def meshgrid(*arrays, sparse=False, indexing="xy"):
    count = len(arrays)
    places = list(range(count))
    if indexing == "xy" and count > 1:
        places[:2] = 1, 0
    shaped = [
        ivy.reshape(as_array(x), [-1 if axis == place else 1 for axis in range(count)])
        for x, place in zip(arrays, places, strict=True)
    ]
    if sparse:
        return shaped
    return [ivy.positive(x) for x in ivy.broadcast_arrays(*shaped)]


@composed
def type_promote_arrays(x1, x2, /):
    dtype = ivy.result_type(x1, x2)
    return ivy.astype(as_array(x1), dtype), ivy.astype(as_array(x2), dtype)


# linear algebra


@composed
def vecdot(x1, x2, /, *, axis=-1, out=None):
    return ivy.sum(ivy.multiply(ivy.conj(x1), x2), axis=axis, out=out)


@composed
def outer(x1, x2, /, *, out=None):
    return ivy.multiply(ivy.reshape(x1, (-1, 1)), ivy.reshape(x2, (1, -1)), out=out)


@composed
def dot(x1, x2, /, *, out=None):
    x1, x2 = as_array(x1), as_array(x2)
    if not x1.ndim or not x2.ndim:
        return ivy.multiply(x1, x2, out=out)
    return ivy.tensordot(x1, x2, axes=([-1], [max(x2.ndim - 2, 0)]), out=out)


@composed
def inner(x1, x2, /, *, out=None):
    x1, x2 = as_array(x1), as_array(x2)
    if not x1.ndim or not x2.ndim:
        return ivy.multiply(x1, x2, out=out)
    return ivy.tensordot(x1, x2, axes=([-1], [-1]), out=out)


@composed
def cross(x1, x2, /, *, axis=-1, out=None):
    x1, x2 = as_array(x1), as_array(x2)
    require_vectors(x1, x2, "cross")
    x1, x2 = ivy.moveaxis(x1, axis, -1), ivy.moveaxis(x2, axis, -1)
    check_cross(x1, x2, -1, x1.dtype == "bool")
    (a1, a2, a3), (b1, b2, b3) = ([x[..., i] for i in range(3)] for x in (x1, x2))
    found = ivy.stack([a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1], axis=axis)
    return filled(out, found)


@composed
def tensordot(x1, x2, /, *, axes=2, out=None):
    x1, x2 = as_array(x1), as_array(x2)
    if isinstance(axes, int):
        axes = range(x1.ndim - axes, x1.ndim), range(axes)
    first, second = ([each] if isinstance(each, int) else list(each) for each in axes)
    first, second = [a % x1.ndim for a in first], [a % x2.ndim for a in second]
    free1 = [axis for axis in range(x1.ndim) if axis not in first]
    free2 = [axis for axis in range(x2.ndim) if axis not in second]
    length = math.prod([x1.shape[axis] for axis in first])
    rows = ivy.reshape(
        ivy.permute_dims(x1, (*free1, *first)),
        (-1, length) if length else (math.prod([x1.shape[axis] for axis in free1]), 0),
    )
    columns = ivy.reshape(
        ivy.permute_dims(x2, (*second, *free2)),
        (length, -1) if length else (0, math.prod([x2.shape[axis] for axis in free2])),
    )
    shape = [x1.shape[axis] for axis in free1] + [x2.shape[axis] for axis in free2]
    found = ivy.reshape(ivy.matmul(rows, columns), shape)
    return filled(out, found)


@composed
def trace(x, /, *, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    found = ivy.diagonal(x, offset=offset, axis1=axis1, axis2=axis2)
    return ivy.sum(found, axis=-1, dtype=dtype, out=out)


@composed
def kron(x1, x2, /, *, out=None):
    x1, x2 = as_array(x1), as_array(x2)
    ndim = max(x1.ndim, x2.ndim)
    x1, x2 = _with_ndim_at_least(x1, ndim), _with_ndim_at_least(x2, ndim)
    shape = [n * m for n, m in zip(x1.shape, x2.shape, strict=True)]
    for axis in range(ndim):
        x1 = ivy.expand_dims(x1, axis=2 * axis + 1)
        x2 = ivy.expand_dims(x2, axis=2 * axis)
    return ivy.positive(ivy.reshape(ivy.multiply(x1, x2), shape), out=out)


@composed
def svdvals(x, /, *, out=None):
    return ivy.positive(ivy.svd(x)[1], out=out)


@composed
def eigvalsh(x, /, *, UPLO="L", out=None):
    return ivy.positive(ivy.eigh(x, UPLO=UPLO)[0], out=out)


@composed
def vector_norm(x, /, *, axis=None, keepdims=False, ord=2, dtype=None, out=None):
    x = ivy.abs(as_array(x) if dtype is None else ivy.astype(as_array(x), dtype))
    x = x if x.dtype.is_float else ivy.astype(x, "float64")
    options = {"axis": axis, "keepdims": keepdims}
    if ord in (math.inf, -math.inf):
        return (ivy.max if ord > 0 else ivy.min)(x, out=out, **options)
    if ord == 0:
        return ivy.positive(ivy.astype(ivy.count_nonzero(x, **options), x.dtype), out=out)
    if ord == 2:
        return ivy.sqrt(ivy.sum(ivy.square(x), **options), out=out)
    return ivy.pow(ivy.sum(ivy.pow(x, float(ord)), **options), 1 / ord, out=out)


# joining and rolling


@composed
def stack(arrays, /, *, axis=0, out=None):
    return ivy.concat([ivy.expand_dims(x, axis=axis) for x in arrays], axis=axis, out=out)


def _with_ndim_at_least(x, count):
    """Return ``x`` as an Array with axes of length 1 put first until there are ``count``."""
    x = as_array(x)
    return ivy.reshape(x, (*[1] * (count - x.ndim), *x.shape)) if x.ndim < count else x


@composed
def hstack(arrays, /, *, out=None):
    arrays = [_with_ndim_at_least(x, 1) for x in arrays]
    return ivy.concat(arrays, axis=0 if arrays[0].ndim == 1 else 1, out=out)


@composed
def vstack(arrays, /, *, out=None):
    return ivy.concat([_with_ndim_at_least(x, 2) for x in arrays], axis=0, out=out)


@composed
def dstack(arrays, /, *, out=None):
    whole = [_with_ndim_at_least(x, 2) for x in arrays]
    arrays = [ivy.expand_dims(x, axis=2) if x.ndim == 2 else x for x in whole]
    return ivy.concat(arrays, axis=2, out=out)


@composed
def column_stack(arrays, /, *, out=None):
    arrays = [as_array(x) for x in arrays]
    columns = [ivy.reshape(x, (-1, 1)) if x.ndim < 2 else x for x in arrays]
    return ivy.concat(columns, axis=1, out=out)


@composed
def roll(x, /, shift, *, axis=None, out=None):
    x = as_array(x)
    if axis is None:
        found = ivy.reshape(ivy.roll(ivy.reshape(x, -1), shift, axis=0), x.shape)
        return filled(out, found)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    for by, along in zip(shifts, axes, strict=True):
        length = x.shape[along]
        places = [(place - by) % length for place in range(length)]
        x = ivy.take(x, ivy.asarray(places, dtype="int64"), axis=along)
    return ivy.positive(x, out=out)


@composed
def repeat(x, repeats, /, *, axis=None, out=None):
    x = as_array(x)
    x, axis = (ivy.reshape(x, -1), 0) if axis is None else (x, axis)
    counts = repeats.to_list() if isinstance(repeats, ivy.Array) else repeats
    counts = [counts] * x.shape[axis] if isinstance(counts, int) else list(counts)
    counts = counts * x.shape[axis] if len(counts) == 1 else counts
    places = [place for place, count in enumerate(counts) for _ in range(count)]
    return ivy.take(x, ivy.asarray(places, dtype="int64"), axis=axis, out=out)


@composed
def tile(x, repetitions, /, *, out=None):
    counts = [repetitions] if isinstance(repetitions, int) else list(repetitions)
    x = _with_ndim_at_least(x, len(counts))
    counts = [1] * (x.ndim - len(counts)) + counts
    for axis, count in enumerate(counts):
        empty = ivy.take(x, ivy.zeros((0,), dtype="int64"), axis=axis)
        x = ivy.concat([x] * count if count else [empty], axis=axis)
    return ivy.positive(x, out=out)


# reductions


@composed
def mean(x, /, *, axis=None, dtype=None, keepdims=False, out=None):
    x = as_array(x)
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    count = math.prod([x.shape[each] for each in axes])
    if dtype is None and not (x.dtype.is_float or x.dtype.is_complex):
        dtype = "float64"
    total = ivy.sum(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return ivy.divide(total, count, out=out)


@composed
def var(x, /, *, axis=None, correction=0.0, keepdims=False, out=None):
    x = as_array(x)
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    count = math.prod([x.shape[each] for each in axes])
    deviation = ivy.abs(ivy.subtract(x, ivy.mean(x, axis=axis, keepdims=True)))
    total = ivy.sum(ivy.square(deviation), axis=axis, keepdims=keepdims)
    return ivy.divide(total, float(max(count - correction, 0)), out=out)


@composed
def std(x, /, *, axis=None, correction=0.0, keepdims=False, out=None):
    return ivy.sqrt(ivy.var(x, axis=axis, correction=correction, keepdims=keepdims), out=out)


@composed
def nansum(x, /, *, axis=None, dtype=None, keepdims=False, out=None):
    x = as_array(x)
    x = ivy.where(ivy.isnan(x), _scalar_zero_like(x), x)
    return ivy.sum(x, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


@composed
def nanprod(x, /, *, axis=None, dtype=None, keepdims=False, out=None):
    x = as_array(x)
    x = ivy.where(ivy.isnan(x), ivy.ones((), dtype=x.dtype), x)
    return ivy.prod(x, axis=axis, dtype=dtype, keepdims=keepdims, out=out)


@composed
def nanmean(x, /, *, axis=None, dtype=None, keepdims=False, out=None):
    x = as_array(x)
    known = ivy.logical_not(ivy.isnan(x))
    total = ivy.nansum(x, axis=axis, keepdims=keepdims, dtype=dtype)
    return ivy.divide(total, ivy.count_nonzero(known, axis=axis, keepdims=keepdims), out=out)


@composed
def all(x, /, *, axis=None, keepdims=False, out=None):
    zeros = ivy.sum(ivy.astype(ivy.equal(x, 0), "int64"), axis=axis, keepdims=keepdims)
    return ivy.equal(zeros, 0, out=out)


@composed
def any(x, /, *, axis=None, keepdims=False, out=None):
    return ivy.not_equal(ivy.count_nonzero(x, axis=axis, keepdims=keepdims), 0, out=out)


@composed
def median(x, /, *, axis=None, keepdims=False, out=None):
    x = as_array(x)
    if not isinstance(axis, int):
        moved = tuple(range(x.ndim)) if axis is None else tuple(a % x.ndim for a in axis)
        kept = [a for a in range(x.ndim) if a not in moved]
        flat = ivy.permute_dims(x, (*kept, *moved))
        flat = ivy.reshape(flat, (*[x.shape[a] for a in kept], -1))
        shape = [1 if a in moved else n for a, n in enumerate(x.shape)]
        found = ivy.median(flat, axis=-1)
        found = ivy.reshape(found, shape) if keepdims else found
        return ivy.positive(found, out=out)
    length = x.shape[axis]
    ordered = ivy.sort(x, axis=axis)
    places = ivy.asarray([(length - 1) // 2, length // 2], dtype="int64")
    middle = ivy.mean(ivy.take(ordered, places, axis=axis), axis=axis, keepdims=keepdims)
    lost = ivy.any(ivy.isnan(x), axis=axis, keepdims=keepdims)
    return ivy.where(lost, ivy.asarray(math.nan, dtype=middle.dtype), middle, out=out)


@composed
def diff(x, /, *, n=1, axis=-1, prepend=None, append=None, out=None):
    x = as_array(x)
    edges = [prepend, append]
    for i, edge in enumerate(edges):
        if edge is not None and not as_array(edge).ndim:
            shape = [1 if a == axis % x.ndim else length for a, length in enumerate(x.shape)]
            edges[i] = ivy.broadcast_to(as_array(edge), shape)
    parts = [part for part in (edges[0], x, edges[1]) if part is not None]
    x = ivy.concat(parts, axis=axis) if len(parts) > 1 else x
    for _ in range(n):
        length = x.shape[axis]
        high = ivy.take(x, ivy.arange(min(1, length), length), axis=axis)
        low = ivy.take(x, ivy.arange(max(length - 1, 0)), axis=axis)
        subtract = ivy.not_equal if x.dtype.is_bool else ivy.subtract
        x = subtract(high, low)
    return ivy.positive(x, out=out) if not x.dtype.is_bool else ivy.logical_or(x, x, out=out)


# searching


@composed
def argwhere(x, /, *, out=None):
    return ivy.stack(ivy.nonzero(x), axis=1, out=out)


# running


@composed
def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False, out=None):
    x = as_array(x)
    found = ivy.cumsum(x, axis=0 if axis is None else axis, dtype=dtype)
    if include_initial:
        at = 0 if axis is None else axis % x.ndim
        shape = [1 if a == at else n for a, n in enumerate(x.shape)]
        found = ivy.concat([ivy.zeros(shape, dtype=found.dtype), found], axis=at)
    return ivy.positive(found, out=out)


@composed
def cumsum(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None, out=None):
    x = as_array(x)
    x, axis = (ivy.reshape(x, -1), 0) if axis is None else (x, axis)
    x = ivy.flip(x, axis=axis) if reverse else x
    found = ivy.cumulative_sum(x, axis=axis, dtype=dtype, include_initial=exclusive)
    if exclusive:
        found = ivy.take(found, ivy.arange(x.shape[axis]), axis=axis)
    found = ivy.flip(found, axis=axis) if reverse else found
    return ivy.positive(found, out=out)


@composed
def cumprod(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None, out=None):
    x = as_array(x)
    x, axis = (ivy.reshape(x, -1), 0) if axis is None else (x, axis)
    x = ivy.flip(x, axis=axis) if reverse else x
    found = ivy.cumulative_prod(x, axis=axis, dtype=dtype, include_initial=exclusive)
    if exclusive:
        found = ivy.take(found, ivy.arange(x.shape[axis]), axis=axis)
    found = ivy.flip(found, axis=axis) if reverse else found
    return ivy.positive(found, out=out)


# Fourier transforms


@composed
def fftshift(x, /, *, axes=None, out=None):
    x = as_array(x)
    axes = range(x.ndim) if axes is None else axes if isinstance(axes, (tuple, list)) else (axes,)
    return ivy.roll(x, [x.shape[axis] // 2 for axis in axes], axis=list(axes), out=out)


@composed
def ifftshift(x, /, *, axes=None, out=None):
    x = as_array(x)
    axes = range(x.ndim) if axes is None else axes if isinstance(axes, (tuple, list)) else (axes,)
    return ivy.roll(x, [-(x.shape[axis] // 2) for axis in axes], axis=list(axes), out=out)
