"""Complex numbers of their parts, of the TensorFlow backend."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common.construction import dtype_of_parts


def complex(real, imag):
    part = dtype_of_parts(real.dtype)
    made = tf.complex64 if part == "float32" else tf.complex128
    return tf.raw_ops.Complex(real=tf.cast(real, part), imag=tf.cast(imag, part), Tout=made)
