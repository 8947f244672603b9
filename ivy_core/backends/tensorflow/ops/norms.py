"""Normalization with as few of TensorFlow's operations as do."""

from __future__ import annotations

import math

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.predicates import of_one_float_dtype
from ivy_core.dtypes import as_dtype

_raw = tf.raw_ops


def _mean_and_variance(x, axes) -> tuple:
    """Return both with the reduced axes kept, of length 1; no correction."""
    axes = np.array(axes, np.int32)
    mean = _raw.Mean(input=x, axis=axes, keep_dims=True)
    squares = _raw.SquaredDifference(x=x, y=mean)
    return mean, _raw.Mean(input=squares, axis=axes, keep_dims=True)


def _normalize_and_scale(x, mean, variance, eps, scale, offset):
    factor = _raw.Rsqrt(x=variance + eps)
    factor = factor if scale is None else factor * scale
    x = _raw.Mul(x=_raw.Sub(x=x, y=mean), y=factor)
    return x if offset is None else _raw.AddV2(x=x, y=offset)


def _normalize_channels(
    first_reduced_axis, x, mean, variance, offset, scale, eps, momentum, training, data_format
) -> tuple:
    """Return (result, running mean, variance), reduced from an axis on (0: the batches too)."""
    rank = x.shape.rank
    channels = 1 if data_format == "NCS" else rank - 1
    reduced = [i for i in range(first_reduced_axis, rank) if i != channels]
    wide = [n if i == channels else 1 for i, n in enumerate(x.shape)]
    running = mean, variance
    if training:
        now = _mean_and_variance(x, reduced)
        count = math.prod(x.shape[i] for i in reduced)
        updates = now[0], now[1] * (count / max(count - 1, 1))
        if first_reduced_axis:
            updates = [tf.reduce_mean(each, 0) for each in updates]
        updates = [tf.reshape(each, (-1,)) for each in updates]
        running = [
            new if old is None else old * (1 - momentum) + new * momentum
            for old, new in zip(running, updates, strict=True)
        ]
    else:
        now = tf.reshape(mean, wide), tf.reshape(variance, wide)
    scale, offset = (None if v is None else tf.reshape(v, wide) for v in (scale, offset))
    return (_normalize_and_scale(x, *now, eps, scale, offset), *running)


def batch_norm(
    x, mean, variance, /, *, offset=None, scale=None, training=False, eps=1e-5, momentum=0.1,
    data_format="NSC",
):  # fmt: skip
    given = (mean, variance, offset, scale, eps, momentum, training, data_format)
    return _normalize_channels(0, x, *given)


def instance_norm(
    x, mean, variance, /, *, offset=None, scale=None, training=False, eps=0.0, momentum=0.1,
    data_format="NSC",
):  # fmt: skip
    given = (mean, variance, offset, scale, eps, momentum, training, data_format)
    return _normalize_channels(1, x, *given)


def _allows_native_channels_norm(min_ndim, x, mean, variance, offset, scale, training, data_format):
    """Return whether all are of one float dtype, statistics given unless training."""
    if x.ndim < min_ndim or data_format not in ("NSC", "NCS"):
        return False
    known = training or mean is not None and variance is not None
    return known and of_one_float_dtype(x, mean, variance, offset, scale)


batch_norm.partial_mixed_handler = (
    lambda x, mean, variance, /, *, offset=None, scale=None, training=False, data_format="NSC", **_: (  # noqa: E501
        _allows_native_channels_norm(2, x, mean, variance, offset, scale, training, data_format)
    )
)
instance_norm.partial_mixed_handler = (
    lambda x, mean, variance, /, *, offset=None, scale=None, training=False, data_format="NSC", **_: (  # noqa: E501
        _allows_native_channels_norm(3, x, mean, variance, offset, scale, training, data_format)
    )
)


def local_response_norm(
    x, size, /, *, bias=1.0, alpha=1.0, beta=0.5, average=False, data_format="NHWC"
):
    alpha = alpha / size if average else alpha
    return tf.nn.local_response_normalization(x, size // 2, bias, alpha, beta)


local_response_norm.partial_mixed_handler = lambda x, size, *, data_format="NHWC", **_: (
    size % 2 == 1 and data_format == "NHWC" and x.ndim == 4 and as_dtype(x.dtype) == "float32"
)
