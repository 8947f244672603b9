"""Activations that bound, shrink or threshold, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ..common.activations import covering


def hardshrink(x, /, *, lambd=0.5):
    return np.where((x >= -lambd) & (x <= lambd), np.zeros((), x.dtype), x)


def hardtanh(x, /, *, max_val=1, min_val=-1):
    return np.minimum(np.maximum(x, min_val), max_val)


def softshrink(x, /, *, lambd=0.5):
    return x - np.minimum(np.maximum(x, -lambd), lambd)


def tanhshrink(x, /):
    if x.dtype == np.float16:  # the difference would keep few digits
        wide = x.astype(np.float32)
        return (wide - np.tanh(wide)).astype(np.float16)
    return x - np.tanh(x)


def threshold(x, /, *, threshold, value):
    return np.where(x <= threshold, np.asarray(value, x.dtype), x)


def thresholded_relu(x, /, *, threshold=0):
    return np.where(x <= threshold, np.zeros((), x.dtype), x)


covering(hardshrink, hardtanh, softshrink, tanhshrink, threshold, thresholded_relu)
