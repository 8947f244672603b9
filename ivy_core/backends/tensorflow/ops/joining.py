"""Arrays joined, split and padded, of the TensorFlow backend."""

from __future__ import annotations

import operator

import numpy as np
import tensorflow as tf

from ivy_core.backends.common import padding
from ivy_core.backends.common.shapes import joined
from ivy_core.utils.exceptions import refuse

from ..kernels.axes import normal_axis


def concat(arrays, /, *, axis=0):
    if axis is None:
        arrays, axis = [tf.reshape(x, (-1,)) for x in arrays], 0
    if any(not x.ndim for x in arrays):
        joined(np.concatenate, arrays, axis)
    if len(arrays) == 1:  # tf.concat of one tensor does not check the axis
        normal_axis(axis, arrays[0].ndim)
    try:
        return tf.concat(arrays, operator.index(axis))
    except (tf.errors.InvalidArgumentError, ValueError) as err:
        refuse(err, joined, np.concatenate, arrays, axis)


def stack(arrays, /, *, axis=0):
    try:
        return tf.stack(arrays, operator.index(axis))
    except (tf.errors.InvalidArgumentError, ValueError) as err:
        refuse(err, joined, np.stack, arrays, axis)


def _atleast_nd(x, ndim):
    """Return ``x`` with 1, 2 or 3 axes at least, added where NumPy adds them."""
    if ndim == 1 or x.ndim >= ndim:
        return x if x.ndim else tf.reshape(x, (1,))
    if ndim == 2:
        return tf.reshape(x, (1, -1))
    return x[..., None] if x.ndim == 2 else tf.reshape(x, (1, -1, 1))


def hstack(arrays, /):
    arrays = [_atleast_nd(x, 1) for x in arrays]
    return concat(arrays, axis=0 if arrays and arrays[0].ndim == 1 else 1)


def vstack(arrays, /):
    return concat([_atleast_nd(x, 2) for x in arrays], axis=0)


def dstack(arrays, /):
    return concat([_atleast_nd(x, 3) for x in arrays], axis=2)


def column_stack(arrays, /):
    return concat([x if x.ndim > 1 else tf.reshape(x, (-1, 1)) for x in arrays], axis=1)


def pad(x, pad_width, /, *, mode="constant", constant_values=0, **_):
    value = np.asarray(constant_values).astype(x.dtype.as_numpy_dtype)
    return tf.raw_ops.PadV2(
        input=x, paddings=padding.pairs(pad_width, x.shape.rank), constant_values=value
    )


pad.partial_mixed_handler = padding.covers_constant
