"""Searching in TensorFlow tensors."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.axes import reduced_shape
from ivy_core.backends.common.host import kernels
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyValueError, standing_for

from ..kernels.axes import normal_axes, normal_axis
from ..kernels.reductions import axis_tensor, cast, complex_argextreme, is_nan, on_host, truth

_raw = tf.raw_ops


def argmax(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _find_argextreme(x, axis, keepdims, dtype, select_last_index, True)


def argmin(x, /, *, axis=None, keepdims=False, dtype=None, select_last_index=False):
    return _find_argextreme(x, axis, keepdims, dtype, select_last_index, False)


def _find_argextreme(x, axis, keepdims, dtype, last_equal, largest):
    """Return indices of the largest or smallest elements, nan counting; None flattens."""
    axes = normal_axes(axis, x.shape.rank)
    shape = reduced_shape(x.shape, axes, keepdims)
    if axis is None or not x.shape.rank:
        x, axis = tf.reshape(x, (-1,)), 0
    axis = normal_axis(axis, x.shape.rank)
    if not x.shape[axis]:
        name = "argmax" if largest else "argmin"
        raise IvyValueError(f"attempt to get {name} of an empty sequence")
    dtype = tf.int64 if dtype is None else dtype
    if on_host(x):  # by NumPy: TensorFlow's kernel ignores nan
        search = kernels.argmax if largest else kernels.argmin
        at = search(x.numpy(), axis=axis, select_last_index=last_equal)
        return tf.constant(at.reshape(shape), dtype)
    x = tf.reverse(x, [axis]) if last_equal else x
    at = _symbolic_argextreme(x, axis, largest)
    at = x.shape[axis] - 1 - at if last_equal else at
    return cast(tf.reshape(at, shape), dtype)


def _symbolic_argextreme(x, axis, largest):
    """Return first indices along an axis, not negative, by kernels; a nan counts as extreme."""
    kernel = tf.argmax if largest else tf.argmin
    if x.dtype.is_complex:
        order = [i for i in range(x.shape.rank) if i != axis] + [axis]
        return complex_argextreme(tf.transpose(x, order), largest)
    if not x.dtype.is_floating:
        return kernel(tf.cast(x, tf.uint8) if x.dtype == tf.bool else x, axis)
    missing = is_nan(x)
    at = kernel(x, axis)
    return tf.where(tf.reduce_any(missing, axis), tf.argmax(tf.cast(missing, tf.uint8), axis), at)


def argwhere(x, /):
    if on_host(x):
        return tf.constant(np.argwhere(x.numpy()))
    return _raw.Where(condition=truth(x))


def count_nonzero(x, /, *, axis=None, keepdims=False, dtype=None):
    dtype = tf.int64 if dtype is None else dtype
    axes = axis_tensor(normal_axes(axis, x.shape.rank))
    counted = _raw.Cast(x=truth(x), DstT=dtype)
    return _raw.Sum(input=counted, axis=axes, keep_dims=keepdims)


def nonzero(x, /, *, size=None, fill_value=0):
    if not x.shape.rank:
        raise IvyValueError("nonzero: an array without axes has no indices")
    if on_host(x):
        found = x.numpy().nonzero()
        found = found if size is None else kernels.sized(found, size, fill_value)
        return [tf.constant(at) for at in found]
    found = _raw.Where(condition=truth(x))
    if size is not None:
        missing = tf.maximum(size - tf.shape(found)[0], 0)
        found = tf.pad(found[:size], [[0, missing], [0, 0]], constant_values=fill_value)
        found = tf.ensure_shape(found, (size, x.shape.rank))
    return tf.unstack(found, axis=1)


def where(condition, x1, x2, /):
    if type(condition) is bool:
        condition = tf.constant(condition)
    try:
        return _raw.SelectV2(condition=truth(condition), t=x1, e=x2)
    except (tf.errors.InvalidArgumentError, ValueError) as err:
        raise standing_for(err, IvyBroadcastShapeError) from err
