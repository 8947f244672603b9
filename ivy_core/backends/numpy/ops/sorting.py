"""Sorting of NumPy arrays."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.host import kernels, searching
from ivy_core.backends.common.searching import check_top_k
from ivy_core.utils.exceptions import IvyValueError

sort = kernels.sort
argsort = kernels.argsort


def lexsort(keys, /, *, axis=-1):
    return np.lexsort([kernels.sortable(key) for key in keys], axis)


def searchsorted(x, v, /, *, side="left", sorter=None, ret_dtype=None):
    if x.ndim != 1:
        raise IvyValueError(f"searchsorted: the sorted array must have one axis, not {x.ndim}")
    at = np.searchsorted(kernels.sortable(x), kernels.sortable(v), side, sorter)
    return at if ret_dtype is None else at.astype(ret_dtype)


def top_k(x, k, /, *, axis=-1, largest=True, sorted=True):
    k, axis = check_top_k(x, k, axis)
    at = searching.top_k(x, k, axis, largest)
    return np.take_along_axis(x, at, axis), at
