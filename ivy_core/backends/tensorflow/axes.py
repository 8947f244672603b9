"""Axes of TensorFlow tensors, counted from the front."""

from __future__ import annotations

import tensorflow as tf

from ...utils.axes import normalizers


def _refuse(axis, ndim):
    tf.raw_ops.Sum(input=tf.ones((1,) * ndim), axis=axis)


normal_axis, normal_axes = normalizers(_refuse)
