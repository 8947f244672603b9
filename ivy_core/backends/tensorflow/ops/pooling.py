"""Pooling by TensorFlow's kernels of images, and by folding slices elsewhere."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common.pooling import (
    Operations,
    least,
    planned,
    planned_adaptive,
    pooled,
    pooled_with_places,
)  # fmt: skip

_raw = tf.raw_ops


def _pad(x, pairs, value):
    return tf.pad(x, pairs, constant_values=tf.cast(value, x.dtype))


def _take(x, indices, axis):
    return tf.gather(x, indices, axis=axis)


def _as_tensor_like(array, like):
    return tf.constant(array, None if like is None else like.dtype)


_OPERATIONS = Operations(_pad, tf.where, tf.maximum, _take, _as_tensor_like)


def _pool(x, plan):
    dtype = x.dtype
    if plan.kind == "AVG" and dtype.size == 2:  # sums of half precision lose digits
        return tf.cast(_pool(tf.cast(x, tf.float32), plan), dtype)
    return _pool_natively(x, plan) if _has_kernel(x, plan) else pooled(x, plan, _OPERATIONS)


def _has_kernel(x, plan) -> bool:
    """Return whether a kernel fits: two spatial axes, single or double, no dilation, not empty."""
    return (
        plan.dims == 2
        and x.dtype in (tf.float32, tf.float64)
        and all(axis.dilation == 1 and axis.bounds is None for axis in plan.axes)
        and 0 not in x.shape
    )


def _pool_natively(x, plan):
    """Pool by TensorFlow's kernel; maxima of an array with nan by the common windows."""
    if plan.kind == "AVG":
        return _pool_by_kernel(x, plan)
    # TensorFlow's kernel passes over elements that are not a number; a sum shows whether some are
    if tf.executing_eagerly():
        if tf.math.is_nan(tf.reduce_sum(x)):
            return pooled(x, plan, _OPERATIONS)
        return _pool_by_kernel(x, plan)
    return tf.cond(
        tf.math.is_nan(tf.reduce_sum(x)),
        lambda: pooled(x, plan, _OPERATIONS),
        lambda: _pool_by_kernel(x, plan),
    )


def _pool_by_kernel(x, plan):
    """Pool by a kernel; means of padding and of windows cut off are put right afterwards."""
    x = x if plan.batched else x[None]
    x = x if plan.channels_last else tf.transpose(x, (0, 2, 3, 1))
    if any(map(any, plan.pads)):
        value = 0 if plan.kind == "AVG" else least(x.dtype)
        x = _pad(x, [(0, 0), *plan.pads, (0, 0)], value)
    kernel = [axis.kernel for axis in plan.axes]
    options = {
        "ksize": (1, *kernel, 1),
        "strides": (1, *[axis.stride for axis in plan.axes], 1),
        "padding": "VALID",
    }
    if plan.kind == "MAX":
        y = _raw.MaxPool(input=x, **options)
    else:
        y = _raw.AvgPool(value=x, **options)
        counts = plan._replace(channels_last=True).divisors()
        elements = kernel[0] * kernel[1]
        if (counts != elements).any():
            y *= tf.constant(elements / counts, y.dtype)
    y = y if plan.channels_last else tf.transpose(y, (0, 3, 1, 2))
    return y if plan.batched else y[0]


def pool(
    x, window_shape, pool_type, /, *, dims=None, strides=None, padding="VALID", data_format=None,
    dilations=None, ceil_mode=False, count_include_pad=False, divisor_override=None,
):  # fmt: skip
    plan = planned(
        x, window_shape, strides, padding, pool_type, dims=dims, data_format=data_format,
        dilation=dilations, ceil_mode=ceil_mode, count_include_pad=count_include_pad,
        divisor_override=divisor_override,
    )  # fmt: skip
    return _pool(x, plan)


def max_pool_with_indices(
    x, window_shape, /, *, dims=None, strides=None, padding="VALID", data_format=None,
    dilations=None, ceil_mode=False,
):  # fmt: skip
    plan = planned(
        x, window_shape, strides, padding, "MAX", dims=dims, data_format=data_format,
        dilation=dilations, ceil_mode=ceil_mode,
    )  # fmt: skip
    return _pool_with_indices(x, plan)


def _pool_with_indices(x, plan):
    return pooled_with_places(x, plan, _OPERATIONS)


def adaptive_pool(x, output_size, pool_type, /, *, dims=None, data_format=None):
    plan = planned_adaptive(x, output_size, pool_type, dims=dims, data_format=data_format)
    return _pool(x, plan)


def adaptive_max_pool_with_indices(x, output_size, /, *, dims=None, data_format=None):
    plan = planned_adaptive(x, output_size, "MAX", dims=dims, data_format=data_format)
    return _pool_with_indices(x, plan)
