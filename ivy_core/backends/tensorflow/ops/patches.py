"""Patches of images as columns of matrices, and back."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common.patches import planned, planned_back, put_back, taken


def im2col(x, kernel_size, /, *, dilation=1, padding=0, stride=1):
    plan = planned(x, kernel_size, dilation, padding, stride)
    return taken(x, plan, tf.pad, tf.stack, tf.reshape)


def col2im(x, output_size, kernel_size, /, *, dilation=1, padding=0, stride=1):
    plan = planned_back(x, output_size, kernel_size, dilation, padding, stride)
    return put_back(x, plan, tf.pad, tf.reshape)
