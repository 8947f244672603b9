"""Functions of NumPy as backends run them on the host: without warnings, exact, quick to begin."""

from __future__ import annotations

import math

import numpy as np

from ..half_precision import in_single, is_half
from ..linear_algebra import check_vector_order
from .policy import OUTER_ELEMENTS


def all(x, /, *, axis=None, keepdims=False):
    """Return whether all elements are true.

    Numbers are compared first, several at a time; NumPy's own loop takes each by itself.
    """
    return np.logical_and.reduce(_as_bool(x), _list_to_tuple(axis), keepdims=keepdims)


def any(x, /, *, axis=None, keepdims=False):
    """Return whether an element is true."""
    return np.logical_or.reduce(_as_bool(x), _list_to_tuple(axis), keepdims=keepdims)


def _as_bool(x):
    return x if x.dtype == np.bool_ else x != 0


def clip(x, /, min=None, max=None):
    """Return the elements, those out of bounds replaced by them.

    Examples
    --------
    >>> clip(np.array([1.0, 5.0]), None, 2.0)
    array([1., 2.])
    """
    if min is not None:
        x = np.maximum(x, min)
    return x if max is None else np.minimum(x, max)


def diff(x, /, *, n=1, axis=-1, prepend=None, append=None):
    """Return differences of neighbours.

    Examples
    --------
    >>> diff(np.array([1, 4, 9]))
    array([3, 5])
    """
    if n == 1 and prepend is None and append is None and -x.ndim <= axis < x.ndim:
        before = (slice(None),) * (axis % x.ndim)
        operate = np.not_equal if x.dtype == np.bool_ else np.subtract
        return operate(x[(*before, slice(1, None))], x[(*before, slice(None, -1))])
    given = {"prepend": prepend, "append": append}
    return np.diff(x, n, axis, **{key: edge for key, edge in given.items() if edge is not None})


def mean(x, /, *, axis=None, dtype=None, keepdims=False):
    """Return the mean, in half the time that NumPy's takes for a small array."""
    dtype = dtype or _inexact_dtype(x.dtype)
    total = np.add.reduce(x, axis, _at_least_single_dtype(dtype), None, keepdims)
    found = np.true_divide(total, x.size // total.size if total.size else 0)
    return found if found.dtype == dtype else found.astype(dtype)


def outer(x1, x2, /):
    """Return the products of each element of one with each of the other; many are refused."""
    if x1.size * x2.size > OUTER_ELEMENTS:
        raise ValueError("as large as this the framework's own kernel is faster")
    return np.multiply(x1.reshape(-1, 1), x2.reshape(1, -1))


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2, dtype=None):
    """Return norms of vectors; the usual one in a fifth of the time of NumPy's own.

    Examples
    --------
    >>> vector_norm(np.array([3.0, 4.0])).item()
    5.0
    """
    if x.dtype.itemsize == 2 and is_half(x):
        return _norm_of_half(x, axis=axis, keepdims=keepdims, ord=ord, dtype=dtype)
    if ord != 2 or dtype is not None or x.dtype.kind not in "fc":
        check_vector_order(ord)
        x = x if dtype is None else x.astype(dtype)
        return np.linalg.vector_norm(x, axis=_list_to_tuple(axis), keepdims=keepdims, ord=ord)
    squares = np.multiply(x, x) if x.dtype.kind == "f" else x.real**2 + x.imag**2
    return np.sqrt(np.add.reduce(squares, _list_to_tuple(axis), keepdims=keepdims))


_norm_of_half = in_single(vector_norm)


def log10(x, /):
    """Return the logarithm, which is whole for powers of ten: in single precision NumPy's is not.

    Examples
    --------
    >>> log10(np.array([1000.0], "float32"))
    array([3.], dtype=float32)
    """
    if x.dtype == np.float32:
        return np.log10(x.astype(np.float64)).astype(np.float32)
    return np.log10(x)


def nanmax(x, /, *, axis=None, keepdims=False):
    """Return the largest elements that are numbers, nan where there are none.

    Examples
    --------
    >>> nanmax(np.array([[1.0, np.nan], [np.nan, np.nan]]), axis=1)
    array([ 1., nan])
    """
    return np.fmax.reduce(x, _list_to_tuple(axis), keepdims=keepdims)


def nanmin(x, /, *, axis=None, keepdims=False):
    """Return the smallest elements that are numbers, nan where there are none."""
    return np.fmin.reduce(x, _list_to_tuple(axis), keepdims=keepdims)


def nanmean(x, /, *, axis=None, dtype=None, keepdims=False):
    """Return the mean of the elements that are numbers, nan where there are none."""
    axes, missing = _list_to_tuple(axis), np.isnan(x)
    dtype = dtype or _inexact_dtype(x.dtype)
    x = np.where(missing, np.zeros((), x.dtype), x)
    total = np.add.reduce(x, axes, _at_least_single_dtype(dtype), keepdims=keepdims)
    count = np.add.reduce(~missing, axes, np.int64, keepdims=keepdims)
    return np.asarray(total / count).astype(dtype)


def var(x, /, *, axis=None, correction=0.0, keepdims=False):
    """Return the variance: with too few elements nan or infinite, as the division has it.

    Examples
    --------
    >>> with np.errstate(all="ignore"):
    ...     var(np.array([2.0]), correction=1).item()
    nan
    """
    axes, dtype = _list_to_tuple(axis), _inexact_dtype(x.dtype)
    x = x.astype(_at_least_single_dtype(dtype), copy=False)
    shape = x.shape if axes is None else [x.shape[i] for i in np.atleast_1d(axes)]
    count = math.prod(shape)
    off = x - np.add.reduce(x, axes, keepdims=True) / count
    squares = off.real**2 + off.imag**2 if dtype.kind == "c" else off * off
    left = np.float64(max(count - correction, 0.0)).astype(squares.dtype)
    total = np.add.reduce(squares, axes, keepdims=keepdims) / left
    return total if dtype.kind == "c" else np.asarray(total).astype(dtype, copy=False)


def std(x, /, *, axis=None, correction=0.0, keepdims=False):
    """Return the square root of the variance."""
    return np.sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))


def _list_to_tuple(axis):
    return tuple(axis) if isinstance(axis, list) else axis


def _inexact_dtype(dtype):
    return dtype if dtype.kind in "fc" else np.dtype("float64")


def _at_least_single_dtype(dtype):
    """Return float32 for a dtype of two bytes, in which NumPy adds up in single; else ``dtype``."""
    return np.dtype("float32") if dtype.itemsize == 2 else dtype
