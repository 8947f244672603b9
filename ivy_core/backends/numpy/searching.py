"""Searching in NumPy arrays."""

from __future__ import annotations

import numpy as np


def argmax(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _argextreme(np.ndarray.argmax, x, axis, keepdims, dtype, select_last_index)


def argmin(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _argextreme(np.ndarray.argmin, x, axis, keepdims, dtype, select_last_index)


def _argextreme(search, x, axis, keepdims, dtype, last):
    if last:
        count = x.size if axis is None else x.shape[axis]
        at = count - 1 - search(np.flip(x, axis), axis, keepdims=keepdims)
    else:
        at = search(x, axis, keepdims=keepdims)
    return at if dtype is None else at.astype(dtype)


def argwhere(x, /):
    return np.argwhere(x)


def count_nonzero(x, /, *, axis=None, keepdims=False, dtype=None):
    count = np.count_nonzero(x, axis=axis, keepdims=keepdims)
    return np.asarray(count, np.int64 if dtype is None else dtype)


def nonzero(x, /, *, size=None, fill_value=0):
    found = x.nonzero()
    return found if size is None else sized(found, size, fill_value)


def sized(found, size, fill_value):
    """Return index arrays of a given length."""
    missing = max(size - len(found[0]), 0)
    return [np.pad(at[:size], (0, missing), constant_values=fill_value) for at in found]


def where(condition, x1, x2, /):
    return np.where(condition, x1, x2)
