"""Statistics on NumPy arrays."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.half_precision import in_single, is_half
from ivy_core.backends.common.quantiles import neighbours
from ivy_core.backends.holder import unwrapped


def max(x, /, *, axis=None, keepdims=False):
    return np.maximum.reduce(x, axis, None, None, keepdims)


def min(x, /, *, axis=None, keepdims=False):
    return np.minimum.reduce(x, axis, None, None, keepdims)


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    if x.itemsize == 2 and is_half(x):
        return _sum_of_half(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return np.add.reduce(x, axis, dtype, None, keepdims)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    if x.itemsize == 2 and is_half(x):
        return _product_of_half(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return np.multiply.reduce(x, axis, dtype, None, keepdims)


def mean(x, /, *, axis=None, dtype=None, keepdims=False):
    if x.itemsize == 2 and is_half(x):
        return _mean_of_half(x, axis=axis, dtype=dtype, keepdims=keepdims)
    return x.mean(axis, dtype, keepdims=keepdims)


_sum_of_half, _product_of_half, _mean_of_half = map(in_single, (sum, prod, mean))


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    return x.std(axis, ddof=correction, keepdims=keepdims)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    return x.var(axis, ddof=correction, keepdims=keepdims)


def median(x, /, *, axis=None, keepdims=False):
    return np.median(x, axis, keepdims=keepdims)


def nanmax(x, /, *, axis=None, keepdims=False):
    return np.nanmax(x, axis, keepdims=keepdims)


def nanmin(x, /, *, axis=None, keepdims=False):
    return np.nanmin(x, axis, keepdims=keepdims)


def nanmean(x, /, *, axis=None, dtype=None, keepdims=False):
    return np.nanmean(x, axis, dtype, keepdims=keepdims)


def nanmedian(x, /, *, axis=None, keepdims=False):
    return np.nanmedian(x, axis, keepdims=keepdims)


def nansum(x, /, *, axis=None, dtype=None, keepdims=False):
    return np.nansum(x, axis, dtype, keepdims=keepdims)


def nanprod(x, /, *, axis=None, dtype=None, keepdims=False):
    return np.nanprod(x, axis, dtype, keepdims=keepdims)


def quantile(a, q, /, *, axis=None, keepdims=False, interpolation="linear"):
    neighbours(np, 1, np.zeros(1), interpolation)  # raises for an unknown interpolation
    q = q if type(q) in (int, float) else np.asarray(unwrapped(q))
    return np.quantile(a, q, axis=axis, method=interpolation, keepdims=keepdims)


def _accumulate(ufunc, x, axis, exclusive, reverse, dtype):
    """Accumulate along an axis; sums and products of half precision in single."""
    if x.itemsize == 2 and is_half(x) and ufunc not in (np.maximum, np.minimum):
        return _running_of_half(ufunc, x, axis, exclusive, reverse, dtype=dtype)
    return _accumulate_along_axis(ufunc, x, axis, exclusive, reverse, dtype)


def _accumulate_along_axis(ufunc, x, axis, exclusive, reverse, dtype=None):
    """Accumulate along an axis, None: flat; ``exclusive`` leaves each element out."""
    if axis is None:
        x, axis = x.reshape(-1), 0
    if not exclusive and not reverse:
        return ufunc.accumulate(np.atleast_1d(x), axis, dtype)
    x = np.flip(np.atleast_1d(x), axis) if reverse else np.atleast_1d(x)
    y = ufunc.accumulate(x, axis, dtype)
    if exclusive and y.shape[axis]:
        y = np.concatenate([np.full_like(y.take([0], axis), ufunc.identity), y], axis)
        y = np.delete(y, -1, axis)
    return np.flip(y, axis).copy() if reverse else y


_running_of_half = in_single(_accumulate_along_axis)


def cumsum(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None):
    return _accumulate(np.add, x, axis, exclusive, reverse, dtype or _sum_dtype(x))


def cumprod(x, /, axis=0, exclusive=False, reverse=False, *, dtype=None):
    return _accumulate(np.multiply, x, axis, exclusive, reverse, dtype or _sum_dtype(x))


def _sum_dtype(x):
    """Return the dtype of an array's sum: 64 bits of shorter integers and bools, else its own."""
    if x.dtype.kind in "biu" and x.dtype.itemsize < 8:
        return np.uint64 if x.dtype.kind == "u" else np.int64
    return x.dtype


def cummax(x, /, *, axis=0, reverse=False, dtype=None):
    return _accumulate(np.maximum, x, axis, False, reverse, dtype)


def cummin(x, /, *, axis=0, reverse=False, dtype=None):
    return _accumulate(np.minimum, x, axis, False, reverse, dtype)


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    return np.cumulative_sum(x, axis=axis, dtype=dtype, include_initial=include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    return np.cumulative_prod(x, axis=axis, dtype=dtype, include_initial=include_initial)


def bincount(x, /, *, weights=None, minlength=0):
    return np.bincount(x, weights, minlength)


def contract(equation, operands, /):
    result = np.einsum(equation, *operands)
    # einsum of one operand may give a view of it
    return result if result.flags.owndata else result.copy()
