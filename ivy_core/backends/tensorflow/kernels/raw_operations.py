"""TensorFlow's raw operations as functions, and sets of dtypes by what they take.

A raw operation takes 5 us where ``tf.add``, which converts its arguments first, takes 10. Looking a
dtype up in a set takes 0.3 us, so the frequent functions compare with ``is``.
"""

from __future__ import annotations

import ast
import functools
import math

import numpy as np
import tensorflow as tf

_raw = tf.raw_ops

BITS = {tf.float16: tf.int16, tf.bfloat16: tf.int16, tf.float32: tf.int32, tf.float64: tf.int64}
MANTISSA = {tf.float16: 10, tf.bfloat16: 7, tf.float32: 23, tf.float64: 52}
SIGNED = {tf.uint8: tf.int8, tf.uint16: tf.int16, tf.uint32: tf.int32, tf.uint64: tf.int64}
COMPLEX = frozenset({tf.complex64, tf.complex128})
FLOATS = frozenset(BITS)
WHOLE = frozenset({tf.bool, tf.int8, tf.int16, tf.int32, tf.int64, *SIGNED})


def unary(operation):
    """Return a function of one tensor that runs a raw operation."""

    def apply(x, /):
        return operation(x=x)

    return apply


def binary(operation):
    """Return a function of two tensors that runs a raw operation."""

    def apply(x1, x2, /):
        return operation(x=x1, y=x2)

    return apply


def in_single(function):
    """Let a function compute in single precision what has fewer digits: it would lose them.

    Its first argument is a floating tensor, and it gives one.
    """

    @functools.wraps(function)
    def apply(x, /, *args, **options):
        if x.dtype.size > 2:
            return function(x, *args, **options)
        return tf.cast(function(tf.cast(x, tf.float32), *args, **options), x.dtype)

    return apply


def select(condition, x1, x2):
    """Return ``x1`` where the condition holds, else ``x2``; at most one is a Python number."""
    if not isinstance(x1, tf.Tensor):
        x1 = constant(x1, x2)
    elif not isinstance(x2, tf.Tensor):
        x2 = constant(x2, x1)
    return _raw.SelectV2(condition=condition, t=x1, e=x2)


def constant(value, like):
    """Return a number as a tensor of the dtype that another one has; made once (10 us)."""
    return constant_of(like.dtype, repr(value))


@functools.lru_cache(maxsize=1024)
def constant_of(dtype, value):
    """Return the number that a text stands for as a tensor of a dtype; made once."""
    number = _NUMBERS.get(value) or ast.literal_eval(value)
    with tf.init_scope():  # an eager tensor, also while a graph is traced
        # through NumPy: TensorFlow keeps Python numbers by value, and gives 0.0 for -0.0
        return tf.constant(np.asarray(number, dtype.as_numpy_dtype))


_NUMBERS = {
    "inf": math.inf, "-inf": -math.inf, "nan": math.nan, "(nan+nanj)": complex(math.nan, math.nan),
}  # fmt: skip


def bitcast(x, dtype):
    return _raw.Bitcast(input=x, type=dtype)


def unary_unless(dtypes, operation, detour):
    """Return the raw operation for most dtypes, ``detour`` for those in ``dtypes``."""

    def apply(x, /):
        return detour(x) if x.dtype in dtypes else operation(x=x)

    return apply


def _with_slope(operation, slope_at):
    """Return a raw operation on complex numbers with its slope as a function of its result.

    XLA leaves the conjugate out of TensorFlow's own derivative.
    """

    @tf.custom_gradient
    def apply(x, /):
        def pull(gradient):
            return gradient * tf.math.conj(slope_at(apply(x)))  # which has a derivative, too

        return operation(x=x), pull

    return apply


complex_sqrt = _with_slope(_raw.Sqrt, lambda root: 0.5 / root)
complex_reciprocal = _with_slope(_raw.Reciprocal, lambda part: -part * part)


def unless_bool(operation, logical):
    """Return the raw operation, and another one for booleans."""
    boolean = tf.bool

    def apply(x1, x2, /):
        if x1.dtype is boolean:
            return logical(x=x1, y=x2)
        return operation(x=x1, y=x2)

    return apply


def differs_from_zero(x):
    """Return whether elements are not zero."""
    return _raw.NotEqual(x=x, y=constant(0, x))
