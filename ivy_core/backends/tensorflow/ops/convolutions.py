"""Convolutions by TensorFlow's kernels for floating images, by products of matrices elsewhere.

On the CPU those kernels have no groups and no dilation that have gradients, except through oneDNN,
which an environment variable switches off; and none for integers and complex numbers.
"""

from __future__ import annotations

import math

import tensorflow as tf

from ivy_core.backends.common.convolutions import forward_of, planned, planned_transpose, turned
from ivy_core.dtypes import as_dtype

_raw = tf.raw_ops
_NATIVE = frozenset(("float32", "float64", "bfloat16"))


def conv_general_dilated(
    x, filters, strides, padding, /, *, dims=2, data_format="channel_last",
    filter_format="channel_last", feature_group_count=1, x_dilations=1, dilations=1, bias=None,
):  # fmt: skip
    plan = planned(
        x, filters, strides, padding, dims=dims, data_format=data_format,
        filter_format=filter_format, feature_group_count=feature_group_count,
        x_dilations=x_dilations, dilations=dilations, bias=bias,
    )  # fmt: skip
    return _convolve(x, filters, bias, plan)


def _convolve(x, filters, bias, plan):
    """Convolve as ``plan`` describes; float16 is summed in single. ``bias`` may be None."""
    x, dtype = _to_batched_channels_last(x, plan), x.dtype
    if not plan.filters_last:
        filters = tf.transpose(filters, (*range(2, plan.dims + 2), 1, 0))
    if dtype == tf.float16:  # which the kernel for the CPU sums in
        x, filters = tf.cast(x, tf.float32), tf.cast(filters, tf.float32)
    for axis, dilation in enumerate(plan.x_dilations, 1):
        x = _insert_zeros(x, axis, dilation)
    y = (
        _convolve_natively(x, filters, plan)
        if _has_kernel(x, plan)
        else _convolve_by_matmul(x, filters, plan)
    )
    return _add_bias_and_restore_layout(y, bias, plan, dtype)


def _add_bias_and_restore_layout(y, bias, plan, dtype):
    """Return a batched, channels-last result in ``dtype``, as the plan lays out axes."""
    y = tf.cast(y, dtype) if y.dtype != dtype else y
    y = y if bias is None else y + bias
    if not plan.channels_last:
        y = tf.transpose(y, (0, plan.dims + 1, *range(1, plan.dims + 1)))
    return y if plan.batched else y[0]


def _to_batched_channels_last(x, plan) -> tf.Tensor:
    x = x if plan.batched else x[None]
    return x if plan.channels_last else tf.transpose(x, (0, *range(2, plan.dims + 2), 1))


def _insert_zeros(x, axis, dilation):
    """Return an array with zeros between the elements along an axis."""
    length = x.shape[axis]
    if dilation == 1 or length < 2:
        return x
    pads = [[0, 0]] * (len(x.shape) + 1)
    pads[axis + 1] = [0, dilation - 1]
    shape = [-1 if n is None else n for n in x.shape]
    shape[axis] = length * dilation
    spread = tf.reshape(tf.pad(tf.expand_dims(x, axis + 1), pads), shape)
    return spread[(slice(None),) * axis + (slice((length - 1) * dilation + 1),)]


def _has_kernel(x, plan) -> bool:
    """Return whether TensorFlow has a CPU kernel of the convolution and of its gradient."""
    return (
        plan.groups == 1 and set(plan.dilations) == {1} and 0 not in x.shape
        and as_dtype(x.dtype) in _NATIVE
    )  # fmt: skip


def _convolve_natively(x, filters, plan):
    """Convolve, batched and channels last, by a kernel for one to three axes; cast nothing."""
    if plan.dims == 3:
        x = _pad_or_crop(x, plan.pads)
        strides = (1, *plan.strides, 1)
        return _raw.Conv3D(input=x, filter=filters, strides=strides, padding="VALID")
    strides, pads = plan.strides, plan.pads
    if min(map(min, pads)) < 0:
        x, pads = _pad_or_crop(x, pads), ((0, 0),) * plan.dims
    if plan.dims == 1:
        x, filters = tf.expand_dims(x, 1), tf.expand_dims(filters, 0)
        strides, pads = (1, *strides), ((0, 0), *pads)
    explicit = [0, 0, *pads[0], *pads[1], 0, 0] if any(map(any, pads)) else []
    y = _raw.Conv2D(
        input=x, filter=filters, strides=(1, *strides, 1),
        padding="EXPLICIT" if explicit else "VALID", explicit_paddings=explicit,
    )  # fmt: skip
    return tf.squeeze(y, 1) if plan.dims == 1 else y


def _pad_or_crop(x, pads):
    """Return an array with zeros around its spatial axes; a negative pad leaves elements out."""
    if not any(map(any, pads)):
        return x
    if min(map(min, pads)) < 0:
        axes = zip(x.shape[1:-1], pads, strict=True)
        kept = [slice(max(-before, 0), n - max(-behind, 0)) for n, (before, behind) in axes]
        x = x[(slice(None), *kept)]
    return tf.pad(x, [[0, 0], *([max(n, 0) for n in pair] for pair in pads), [0, 0]])


def _convolve_by_matmul(x, filters, plan):
    """Convolve by one product of matrices for each group: any dtype, any dilation."""
    x = _pad_or_crop(x, plan.pads)
    groups, taps = plan.groups, math.prod(plan.kernel)
    into, out = plan.channels // groups, plan.features // groups
    options = zip(plan.kernel, plan.dilations, plan.strides, plan.lengths, strict=True)
    for axis, (kernel, dilation, stride, length) in enumerate(options, 1):
        reach = (length - 1) * stride + 1
        index = (slice(None),) * axis
        parts = [
            x[(*index, slice(at * dilation, at * dilation + reach, stride))]
            for at in range(kernel)
        ]  # fmt: skip
        x = tf.stack(parts, -2)  # behind the axes that came before it, and before the channels
    batches = -1 if x.shape[0] is None else x.shape[0]
    rows = batches * math.prod(plan.lengths) if batches >= 0 else -1
    dtype = x.dtype
    if dtype.is_integer and dtype not in (tf.int32, tf.int64):  # those that there are products of
        x, filters = tf.cast(x, tf.int64), tf.cast(filters, tf.int64)
    if groups == 1:
        y = tf.reshape(x, (rows, taps * into)) @ tf.reshape(filters, (taps * into, out))
    else:
        x = tf.transpose(tf.reshape(x, (rows, taps, groups, into)), (2, 0, 1, 3))
        w = tf.transpose(tf.reshape(filters, (taps, into, groups, out)), (2, 0, 1, 3))
        y = tf.reshape(x, (groups, rows, taps * into)) @ tf.reshape(w, (groups, taps * into, out))
        y = tf.transpose(y, (1, 0, 2))
    y = tf.reshape(y, (batches, *plan.lengths, plan.features))
    return tf.cast(y, dtype) if y.dtype != dtype else y


def conv_general_transpose(
    x, filters, strides, padding, /, *, dims=2, output_shape=None, filter_format="channel_last",
    data_format="channel_last", dilations=1, feature_group_count=1, output_padding=0, bias=None,
):  # fmt: skip
    plan = planned_transpose(
        x, filters, strides, padding, dims=dims, output_shape=output_shape,
        filter_format=filter_format, data_format=data_format, dilations=dilations,
        feature_group_count=feature_group_count, output_padding=output_padding, bias=bias,
    )  # fmt: skip
    if dims == 3 or not _has_kernel(x, plan) or x.shape[0] is None or not _covers_full_result(plan):
        forward = turned(filters, plan, tf.transpose, tf.reverse, tf.reshape)
        return _convolve(x, forward, bias, forward_of(plan))
    return _convolve_transposed_natively(x, filters, bias, plan)


def _covers_full_result(plan) -> bool:
    """Return whether the kernel yields all of the result: no pad behind is ``-stride`` or less."""
    return all(-pair[1] < stride for pair, stride in zip(plan.pads, plan.strides, strict=True))


def _convolve_transposed_natively(x, filters, bias, plan):
    """Convolve transposed, along one or two axes, by the kernel of a convolution's gradient."""
    x, dtype = _to_batched_channels_last(x, plan), x.dtype
    if not plan.filters_last:
        filters = tf.transpose(filters, (*range(2, plan.dims + 2), 1, 0))
    strides, lengths = plan.strides, plan.lengths
    pads = tuple([(before, max(behind, 0)) for before, behind in plan.pads])
    if plan.dims == 1:
        x, filters = tf.expand_dims(x, 1), tf.expand_dims(filters, 0)
        strides, lengths, pads = (1, *strides), (1, *lengths), ((0, 0), *pads)
    explicit = [0, 0, *pads[0], *pads[1], 0, 0] if any(map(any, pads)) else []
    y = _raw.Conv2DBackpropInput(
        input_sizes=(x.shape[0], *lengths, plan.features), filter=filters, out_backprop=x,
        strides=(1, *strides, 1), padding="EXPLICIT" if explicit else "VALID",
        explicit_paddings=explicit,
    )  # fmt: skip
    return _add_bias_and_restore_layout(
        tf.squeeze(y, 1) if plan.dims == 1 else y, bias, plan, dtype
    )
