"""Shared parts of the TensorFlow backend's reductions, searches and sorts."""

from __future__ import annotations

import functools
import math

import tensorflow as tf

from .. import is_tracer
from ..ops.creation import cast_as_numpy

_raw = tf.raw_ops

_axis_tensors = {}


@functools.cache
def _runs_on_cpu() -> bool:
    return not tf.config.list_physical_devices("GPU")


def on_host(*tensors) -> bool:
    """Return whether NumPy may do it: no tensor is symbolic, and all are in the host's memory.

    For indices only: what comes from the host has no gradient.
    """
    return _runs_on_cpu() and not any(map(is_tracer, tensors))


def axis_tensor(axes: tuple[int, ...]):
    """Return ``axes`` as a reduction takes them: an int, or a tensor made once (a tuple: 20 us)."""
    if len(axes) == 1:
        return axes[0]
    found = _axis_tensors.get(axes)
    if found is None:
        with tf.init_scope():
            found = _axis_tensors[axes] = tf.constant(axes, tf.int32, (len(axes),))
    return found


def cast(x, dtype):
    return x if x.dtype == dtype else cast_as_numpy(x, dtype)


def truth(x):
    """Compare elements with zero; a cast of complex ones looks at the real part only."""
    if x.dtype == tf.bool:
        return x
    return x != 0 if x.dtype.is_complex else _raw.Cast(x=x, DstT=tf.bool)


def complex_argextreme(x, largest):
    """Find the first largest (or smallest) complex element along the last axis: its index.

    Real parts are compared first, then imaginary ones; a nan is more extreme than anything.
    """
    real, imag = tf.math.real(x), tf.math.imag(x)
    worst = tf.constant(-math.inf if largest else math.inf, real.dtype)
    kernel = _raw.Max if largest else _raw.Min
    missing = is_nan(x)
    real = tf.where(missing, worst, real)
    best = real == kernel(input=real, axis=-1, keep_dims=True)
    imag = tf.where(best, tf.where(missing, worst, imag), worst)
    best &= imag == kernel(input=imag, axis=-1, keep_dims=True)
    at = tf.argmax(tf.cast(best, tf.int32), -1)
    missing_at = tf.argmax(tf.cast(missing, tf.int32), -1)
    return tf.where(tf.reduce_any(missing, -1), missing_at, at)


def is_nan(x):
    return _raw.NotEqual(x=x, y=x)  # for complex too, which tf.math.is_nan refuses
