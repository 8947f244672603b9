"""Manipulation functions of the TensorFlow backend.

The view functions serve native tensors here: the lens that makes the view of an Array is read.
"""

from __future__ import annotations

import operator

import numpy as np
import tensorflow as tf

from ...arrays import lens_builders as lenses
from ...arrays.lens_builders import implementation
from ...utils.exceptions import refuse
from ..common import padding
from .axes import normal_axis

# views

reshape = implementation(lenses.reshape_lens)
ravel = implementation(lenses.ravel_lens)
flatten = implementation(lenses.flatten_lens)
unflatten = implementation(lenses.unflatten_lens)
expand_dims = implementation(lenses.expand_dims_lens)
squeeze = implementation(lenses.squeeze_lens)
expand = implementation(lenses.expand_lens)
permute_dims = implementation(lenses.permute_dims_lens)
swapaxes = implementation(lenses.swapaxes_lens)
moveaxis = implementation(lenses.moveaxis_lens)
flip = implementation(lenses.flip_lens)
fliplr = implementation(lenses.fliplr_lens)
flipud = implementation(lenses.flipud_lens)
rot90 = implementation(lenses.rot90_lens)
unstack = implementation(lenses.unstack_lens)
split = implementation(lenses.split_lens)
array_split = implementation(lenses.array_split_lens)
hsplit = implementation(lenses.hsplit_lens)
vsplit = implementation(lenses.vsplit_lens)
dsplit = implementation(lenses.dsplit_lens)
sliding_window_view = implementation(lenses.sliding_window_lens)

# joining


def concat(arrays, /, *, axis=0):
    if axis is None:
        arrays, axis = [tf.reshape(x, (-1,)) for x in arrays], 0
    if any(not x.ndim for x in arrays):
        lenses.joined(np.concatenate, arrays, axis)
    if len(arrays) == 1:  # TensorFlow does not look at the axis then
        normal_axis(axis, arrays[0].ndim)
    try:
        return tf.concat(arrays, operator.index(axis))
    except (tf.errors.InvalidArgumentError, ValueError) as err:
        refuse(err, lenses.joined, np.concatenate, arrays, axis)


def stack(arrays, /, *, axis=0):
    try:
        return tf.stack(arrays, operator.index(axis))
    except (tf.errors.InvalidArgumentError, ValueError) as err:
        refuse(err, lenses.joined, np.stack, arrays, axis)


def _at_least(x, ndim):
    if ndim == 1 or x.ndim >= ndim:
        return x if x.ndim else tf.reshape(x, (1,))
    if ndim == 2:
        return tf.reshape(x, (1, -1))
    return x[..., None] if x.ndim == 2 else tf.reshape(x, (1, -1, 1))


def hstack(arrays, /):
    arrays = [_at_least(x, 1) for x in arrays]
    return concat(arrays, axis=0 if arrays and arrays[0].ndim == 1 else 1)


def vstack(arrays, /):
    return concat([_at_least(x, 2) for x in arrays], axis=0)


def dstack(arrays, /):
    return concat([_at_least(x, 3) for x in arrays], axis=2)


def column_stack(arrays, /):
    return concat([x if x.ndim > 1 else tf.reshape(x, (-1, 1)) for x in arrays], axis=1)


# rolling and repeating


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
    # NumPy says which element comes to stand where, and what is not allowed
    return tf.gather(x, np.repeat(np.arange(x.shape[axis]), repeats), axis=axis)


# TensorFlow repeats no unsigned integers; their bits may be repeated
_SIGNED = {tf.uint8: tf.int8, tf.uint16: tf.int16, tf.uint32: tf.int32, tf.uint64: tf.int64}


def tile(x, repetitions, /):
    repetitions = lenses.repetitions_of(repetitions)
    ndim = max(len(repetitions), x.ndim)
    x = tf.reshape(x, (1,) * (ndim - x.ndim) + tuple(x.shape))
    counts = (1,) * (ndim - len(repetitions)) + repetitions
    signed = _SIGNED.get(x.dtype)
    if signed is not None:
        return tf.bitcast(tf.tile(tf.bitcast(x, signed), counts), x.dtype)
    return tf.tile(x, counts)


# padding


def pad(x, pad_width, /, *, mode="constant", constant_values=0, **_):
    value = np.asarray(constant_values).astype(x.dtype.as_numpy_dtype)
    return tf.raw_ops.PadV2(
        input=x, paddings=padding.pairs(pad_width, x.shape.rank), constant_values=value
    )


pad.partial_mixed_handler = padding.covers_constant
