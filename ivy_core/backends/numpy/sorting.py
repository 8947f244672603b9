"""Sorting of NumPy arrays."""

from __future__ import annotations

import numpy as np

from ...utils.exceptions import IvyValueError
from ..common import host_kernels

sort = host_kernels.sort
argsort = host_kernels.argsort


def lexsort(keys, /, *, axis=-1):
    return np.lexsort(keys, axis)


def searchsorted(x, v, /, *, side="left", sorter=None, ret_dtype=None):
    if x.ndim != 1:
        raise IvyValueError(f"searchsorted: the sorted array must have one axis, not {x.ndim}")
    at = np.searchsorted(x, v, side, sorter)
    return at if ret_dtype is None else at.astype(ret_dtype)
