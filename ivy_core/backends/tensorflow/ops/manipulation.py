"""Manipulation functions of the TensorFlow backend.

Its view functions come from their lenses: :func:`ivy_core.arrays.lens_builders.implementation`.
"""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.shapes import repetitions_of

from ..kernels.axes import normal_axis


def roll(x, /, shift, *, axis=None):
    if axis is None:
        return tf.reshape(
            roll(tf.reshape(x, (-1,)), np.sum(np.asarray(shift, np.int64)), axis=0), x.shape
        )
    axis = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    shift, axis = np.broadcast_arrays(
        np.asarray(shift, np.int64), [normal_axis(a, x.ndim) for a in axis]
    )
    return tf.roll(x, shift.reshape(-1).tolist(), axis.reshape(-1).tolist())


def repeat(x, repeats, /, *, axis=None):
    if axis is None:
        x, axis = tf.reshape(x, (-1,)), 0
    x = x if x.ndim else tf.reshape(x, (1,))
    axis = normal_axis(axis, x.ndim)
    # np.repeat of the positions says which element goes where, and raises what NumPy raises
    return tf.gather(x, np.repeat(np.arange(x.shape[axis]), repeats), axis=axis)


# TensorFlow repeats no unsigned integers; their bits may be repeated
_SIGNED = {tf.uint8: tf.int8, tf.uint16: tf.int16, tf.uint32: tf.int32, tf.uint64: tf.int64}


def tile(x, repetitions, /):
    repetitions = repetitions_of(repetitions)
    ndim = max(len(repetitions), x.ndim)
    x = tf.reshape(x, (1,) * (ndim - x.ndim) + tuple(x.shape))
    counts = (1,) * (ndim - len(repetitions)) + repetitions
    signed = _SIGNED.get(x.dtype)
    if signed is not None:
        return tf.bitcast(tf.tile(tf.bitcast(x, signed), counts), x.dtype)
    return tf.tile(x, counts)
