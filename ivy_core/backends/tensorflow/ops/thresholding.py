"""Activations that bound, shrink or threshold, of the TensorFlow backend."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common.activations import covering

from ..kernels.raw_operations import constant, in_single, select

_raw = tf.raw_ops


def hardshrink(x, /, *, lambd=0.5):
    low, high = constant(-float(lambd), x), constant(float(lambd), x)
    small = _raw.LogicalAnd(x=_raw.GreaterEqual(x=x, y=low), y=_raw.LessEqual(x=x, y=high))
    return select(small, 0.0, x)


def _clip_to_bounds(x, low, high):
    """Clip between Python numbers; at both the derivative is zero, as PyTorch has it."""
    low, high = constant(float(low), x), constant(float(high), x)
    below = _raw.SelectV2(condition=_raw.LessEqual(x=x, y=low), t=low, e=x)
    return _raw.SelectV2(condition=_raw.GreaterEqual(x=x, y=high), t=high, e=below)


def hardtanh(x, /, *, max_val=1, min_val=-1):
    return _clip_to_bounds(x, min_val, max_val)


def softshrink(x, /, *, lambd=0.5):
    return _raw.Sub(x=x, y=_clip_to_bounds(x, -lambd, lambd))


@in_single
def tanhshrink(x, /):
    # near zero it cancels; each operation of a series would take as long as these two
    return _raw.Sub(x=x, y=_raw.Tanh(x=x))


def threshold(x, /, *, threshold, value):
    return select(_raw.LessEqual(x=x, y=constant(float(threshold), x)), float(value), x)


def thresholded_relu(x, /, *, threshold=0):
    return select(_raw.LessEqual(x=x, y=constant(float(threshold), x)), 0.0, x)


covering(hardshrink, hardtanh, softshrink, tanhshrink, threshold, thresholded_relu)
