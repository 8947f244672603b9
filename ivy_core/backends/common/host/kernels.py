"""Host kernels, of the NumPy backend and others: sorts, extremes, distinct elements."""

from __future__ import annotations

import functools

import numpy as np


def sortable(x):
    """Convert bfloat16 to float32, which sorts with nan; return other arrays as they are.

    NumPy's sorts and searches take ml_dtypes' elements by ``<`` alone, and order nothing about nan.
    """
    is_bfloat16 = isinstance(x, np.ndarray) and x.dtype.kind == "V"  # or a number that is sought
    return x.astype(np.float32) if is_bfloat16 else x


def sort(x, /, *, axis=-1, descending=False, stable=True):
    """Return the elements in order; nan comes last, or first where it descends."""
    keys = sortable(x)
    result = _sort_keeping_zero_signs(keys, axis) if stable else np.sort(keys, axis)
    if keys is not x:
        result = result.astype(x.dtype)
    return np.flip(result, -1 if axis is None else axis).copy() if descending else result


def _sort_keeping_zero_signs(x, axis):
    """Sort along an axis; -0.0 and 0.0 keep the order in which they stood.

    Of other real values alone a stable order cannot be told from another, and NumPy's sort that
    need not be is 25 times as fast.
    """
    if x.dtype.kind not in "biuf":
        return np.sort(x, axis, kind="stable")
    if x.dtype.kind == "f":
        zero = x == 0  # not asked of the result: with AVX2 NumPy's sort makes 0.0 of -0.0 or back
        if zero.any():
            signs = np.signbit(x[zero])
            if signs.any() and not signs.all():
                return np.sort(x, axis, kind="stable")
    return np.sort(x, axis)


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    """Return the indices that sort; equal elements stay in order, also where it descends."""
    kind, x = "stable" if stable else None, sortable(x)
    if not descending:
        return np.argsort(x, axis, kind)
    if axis is None:
        x, axis = x.reshape(-1), -1
    # turned round twice, so that equal elements stay in order
    at = x.shape[axis] - 1 - np.argsort(np.flip(x, axis), axis, kind)
    return np.flip(at, axis).copy()


def argmax(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
    """Find the index of the largest element: the first, or the last one of several."""
    return _argextreme(np.ndarray.argmax, x, axis, keepdims, dtype, select_last_index)


def argmin(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
    """Find the index of the smallest element: the first, or the last one of several."""
    return _argextreme(np.ndarray.argmin, x, axis, keepdims, dtype, select_last_index)


def _argextreme(search, x, axis, keepdims, dtype, last_equal):
    """Return positions, of equal elements the last or first; ``search`` is np.argmax or argmin."""
    if last_equal:
        count = x.size if axis is None else x.shape[axis]
        at = count - 1 - search(np.flip(x, axis), axis, keepdims=keepdims)
    else:
        at = search(x, axis, keepdims=keepdims)
    return at if dtype is None else at.astype(dtype)


def sized(found, size, fill_value):
    """Return index arrays of a given length."""
    missing = max(size - len(found[0]), 0)
    return [np.pad(at[:size], (0, missing), constant_values=fill_value) for at in found]


_unique = functools.partial(np.unique, equal_nan=False)


def unique_all(x, /):
    """Return distinct elements, their first places, where each element went, and counts."""
    values, indices, inverse, counts = _unique(
        x, return_index=True, return_inverse=True, return_counts=True
    )
    return values, indices, inverse.reshape(x.shape), counts


def unique_counts(x, /):
    """Return distinct elements, and how often each is there."""
    return _unique(x, return_counts=True)


def unique_inverse(x, /):
    """Return distinct elements, and where each element went."""
    values, inverse = _unique(x, return_inverse=True)
    return values, inverse.reshape(x.shape)


def unique_values(x, /):
    """Return distinct elements; each nan is one."""
    return _unique(x)
