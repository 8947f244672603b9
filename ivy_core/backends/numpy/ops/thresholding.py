"""Activations that bound, shrink or threshold, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.activations import covering, tanhshrink_of_small

_PART = 1 << 14  # elements at a time: they stay in a core's cache


def hardshrink(x, /, *, lambd=0.5):
    return np.where((x >= -lambd) & (x <= lambd), np.zeros((), x.dtype), x)


def hardtanh(x, /, *, max_val=1, min_val=-1):
    return np.minimum(np.maximum(x, min_val), max_val)


def softshrink(x, /, *, lambd=0.5):
    return x - np.minimum(np.maximum(x, -lambd), lambd)


def tanhshrink(x, /):
    flat = np.ravel(x)
    result = np.empty_like(flat)
    for begin in range(0, flat.size, _PART):
        part, to = flat[begin : begin + _PART], result[begin : begin + _PART]
        np.tanh(part, out=to)
        np.subtract(part, to, out=to)
        small = np.flatnonzero(np.abs(part) < 0.5)
        if small.size:
            to[small] = tanhshrink_of_small(part[small])
    return result.reshape(np.shape(x))


def threshold(x, /, *, threshold, value):
    return np.where(x <= threshold, np.asarray(value, x.dtype), x)


def thresholded_relu(x, /, *, threshold=0):
    return np.where(x <= threshold, np.zeros((), x.dtype), x)


covering(hardshrink, hardtanh, softshrink, tanhshrink, threshold, thresholded_relu)
