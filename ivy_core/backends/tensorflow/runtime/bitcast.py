"""Memory taken for another dtype; TensorFlow's tensors have no ``view`` of their own."""

from __future__ import annotations

import tensorflow as tf


def bitcast_native(x, dtype):
    """Return the bytes of ``x`` as elements of ``dtype``; the last axis grows or shrinks."""
    if x.dtype == tf.bool:
        x = tf.cast(x, tf.uint8)
    if dtype == tf.bool:
        return tf.not_equal(bitcast_native(x, tf.uint8), 0)
    old, new = x.dtype.size, dtype.size
    lead = tuple(x.shape)[:-1]
    if x.dtype.is_complex and dtype == x.dtype.real_dtype:  # `tf.bitcast` has no derivative
        both = tf.stack([tf.math.real(x), tf.math.imag(x)], axis=-1)
        return tf.reshape(both, (*lead, x.shape[-1] * 2))
    if dtype.is_complex and x.dtype == dtype.real_dtype:
        both = tf.reshape(x, (*lead, x.shape[-1] // 2, 2))
        return tf.complex(both[..., 0], both[..., 1])
    if old == new:
        return tf.bitcast(x, dtype)
    if old > new:
        return tf.reshape(tf.bitcast(x, dtype), (*lead, x.shape[-1] * old // new))
    count = x.shape[-1] * old // new
    return tf.bitcast(tf.reshape(x, (*lead, count, new // old)), dtype)
