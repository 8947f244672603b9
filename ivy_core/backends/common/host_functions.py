"""Functions of NumPy as other backends have them: without warnings, and where these are exact."""

from __future__ import annotations

import math

import numpy as np


def all(x, /, *, axis=None, keepdims=False):
    """Return whether all elements are true.

    Numbers are compared first, several at a time; NumPy's own loop takes each by itself.
    """
    return np.logical_and.reduce(_truth(x), _axes(axis), keepdims=keepdims)


def any(x, /, *, axis=None, keepdims=False):
    """Return whether an element is true."""
    return np.logical_or.reduce(_truth(x), _axes(axis), keepdims=keepdims)


def _truth(x):
    return x if x.dtype == np.bool_ else x != 0


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
    return np.fmax.reduce(x, _axes(axis), keepdims=keepdims)


def nanmin(x, /, *, axis=None, keepdims=False):
    """Return the smallest elements that are numbers, nan where there are none."""
    return np.fmin.reduce(x, _axes(axis), keepdims=keepdims)


def nanmean(x, /, *, axis=None, dtype=None, keepdims=False):
    """Return the mean of the elements that are numbers, nan where there are none."""
    axes, missing = _axes(axis), np.isnan(x)
    dtype = dtype or _inexact(x.dtype)
    x = np.where(missing, np.zeros((), x.dtype), x)
    total = np.add.reduce(x, axes, _wide(dtype), keepdims=keepdims)
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
    axes, dtype = _axes(axis), _inexact(x.dtype)
    x = x.astype(_wide(dtype), copy=False)
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


def _axes(axis):
    return tuple(axis) if isinstance(axis, list) else axis


def _inexact(dtype):
    return dtype if dtype.kind in "fc" else np.dtype("float64")


def _wide(dtype):
    # NumPy adds up half precision in single
    return np.dtype("float32") if dtype.itemsize == 2 else dtype
