"""Sorting of NumPy arrays."""

from __future__ import annotations

import numpy as np

from ...utils.exceptions import IvyValueError
from ..common import host_kernels, host_searching
from ..common.searching import check_top_k

sort = host_kernels.sort
argsort = host_kernels.argsort


def lexsort(keys, /, *, axis=-1):
    return np.lexsort(keys, axis)


def searchsorted(x, v, /, *, side="left", sorter=None, ret_dtype=None):
    if x.ndim != 1:
        raise IvyValueError(f"searchsorted: the sorted array must have one axis, not {x.ndim}")
    at = np.searchsorted(x, v, side, sorter)
    return at if ret_dtype is None else at.astype(ret_dtype)


def top_k(x, k, /, *, axis=-1, largest=True, sorted=True):
    k, axis = check_top_k(x, k, axis)
    at = host_searching.top_k(x, k, axis, largest)
    return np.take_along_axis(x, at, axis), at
