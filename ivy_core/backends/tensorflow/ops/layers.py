"""Layers that TensorFlow has kernels for."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common.predicates import is_plain_attention, of_one_float_dtype

_raw = tf.raw_ops


def linear(x, weight, /, *, bias=None):
    outer = weight.shape.rank - 2
    inner = x.shape.rank - outer - 1
    batches = tuple(weight.shape[:-2])
    if inner > 1 and outer:
        weight = tf.reshape(weight, (*batches, *(1,) * (inner - 1), *weight.shape[-2:]))
    y = tf.matmul(x if inner else tf.expand_dims(x, -2), weight, transpose_b=True)
    y = y if inner else tf.squeeze(y, -2)
    if bias is None:
        return y
    if outer:
        bias = tf.reshape(bias, (*batches, *(1,) * inner, bias.shape[-1]))
    return _raw.AddV2(x=y, y=bias)


linear.partial_mixed_handler = lambda x, weight, *, bias=None, **_: (
    weight.ndim >= 2
    and x.ndim > weight.ndim - 2
    and x.shape[-1] == weight.shape[-1]
    and of_one_float_dtype(x, weight, bias)
)


def scaled_dot_product_attention(
    query, key, value, /, *, scale=None, mask=None, dropout_p=0.0, is_causal=False, training=False
):
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    scaled = _raw.Mul(x=query, y=tf.constant(scale, query.dtype))
    weights = tf.nn.softmax(tf.matmul(scaled, key, transpose_b=True))
    return tf.matmul(weights, value)


def _allows_native_attention(query, key, value, /, *, is_causal=False, **options) -> bool:
    if is_causal or not is_plain_attention(query, key, value, **options):
        return False
    return query.shape[-1] is not None


scaled_dot_product_attention.partial_mixed_handler = _allows_native_attention
