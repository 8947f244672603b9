"""Activations that bound, shrink or threshold, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.activations import covering, tanhshrink_of_small

from ..host.policy import THRESHOLD_BLOCK_ELEMENTS


def hardshrink(x, /, *, lambd=0.5):
    return np.where((x >= -lambd) & (x <= lambd), np.zeros((), x.dtype), x)


def hardtanh(x, /, *, max_val=1, min_val=-1):
    return np.minimum(np.maximum(x, min_val), max_val)


def softshrink(x, /, *, lambd=0.5):
    return x - np.minimum(np.maximum(x, -lambd), lambd)


def tanhshrink(x, /):
    flat = np.ravel(x)
    result = np.empty_like(flat)
    for begin in range(0, flat.size, THRESHOLD_BLOCK_ELEMENTS):
        block = slice(begin, begin + THRESHOLD_BLOCK_ELEMENTS)
        part, to = flat[block], result[block]
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
