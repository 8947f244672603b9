"""Sorting of NumPy arrays."""

from __future__ import annotations

import numpy as np

from ...utils.exceptions import IvyValueError


def sort(x, /, *, axis=-1, descending=False, stable=True):
    result = np.sort(x, axis, kind="stable" if stable else None)
    return np.flip(result, -1 if axis is None else axis).copy() if descending else result


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    kind = "stable" if stable else None
    if not descending:
        return np.argsort(x, axis, kind)
    if axis is None:
        x, axis = x.reshape(-1), -1
    # turned round twice, so that equal elements stay in order
    at = x.shape[axis] - 1 - np.argsort(np.flip(x, axis), axis, kind)
    return np.flip(at, axis).copy()


def lexsort(keys, /, *, axis=-1):
    return np.lexsort(keys, axis)


def searchsorted(x, v, /, *, side="left", sorter=None, ret_dtype=None):
    if x.ndim != 1:
        raise IvyValueError(f"searchsorted: the sorted array must have one axis, not {x.ndim}")
    at = np.searchsorted(x, v, side, sorter)
    return at if ret_dtype is None else at.astype(ret_dtype)
