"""Searching in NumPy arrays."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.host import kernels

argmax = kernels.argmax
argmin = kernels.argmin


def argwhere(x, /):
    return np.argwhere(x)


def count_nonzero(x, /, *, axis=None, keepdims=False, dtype=None):
    count = np.count_nonzero(x, axis=axis, keepdims=keepdims)
    return np.asarray(count, np.int64 if dtype is None else dtype)


def nonzero(x, /, *, size=None, fill_value=0):
    found = x.nonzero()
    return found if size is None else kernels.sized(found, size, fill_value)


def where(condition, x1, x2, /):
    return np.where(condition, x1, x2)
