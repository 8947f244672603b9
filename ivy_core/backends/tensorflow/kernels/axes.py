"""Axes of TensorFlow tensors, counted from the front."""

from __future__ import annotations

import functools

import tensorflow as tf

from ivy_core.backends.common.axes import normalizers

_raw = tf.raw_ops
_OF_TRUTH = (_raw.All, _raw.Any)


def _check_axis_natively(kernel, axis, ndim) -> None:
    """Raise TensorFlow's own error by a reduction along a bad axis."""
    dtype = tf.bool if kernel in _OF_TRUTH else tf.float32
    kernel(input=tf.ones((1,) * ndim, dtype), axis=axis)


normal_axis, normal_axes = normalizers(functools.partial(_check_axis_natively, _raw.Sum))


@functools.cache
def normal_axes_of(kernel):
    """Return ``normal_axes`` for a reduction by ``kernel``, whose own error a wrong axis raises."""
    return normalizers(functools.partial(_check_axis_natively, kernel))[1]
