"""Quotients, remainders and common divisors of the TensorFlow backend."""

from __future__ import annotations

import tensorflow as tf

from ..kernels.raw_operations import (
    COMPLEX,
    FLOATS,
    SIGNED,
    WHOLE,
    binary,
    bitcast,
    complex_reciprocal,
    constant,
    select,
)
from .elementwise import abs, trunc
from .floating_point import copysign

_raw = tf.raw_ops

divide = binary(_raw.RealDiv)


def floor_divide(x1, x2, /):
    if x1.dtype not in FLOATS:
        return _safe_integer_quotient(_raw.FloorDiv, x1, x2)
    rest = truncated_remainder(x1, x2)
    plain = _raw.RealDiv(x=x1, y=x2)
    # x1 - rest is a multiple of x2: the quotient is whole, but for an error of rounding
    whole = _raw.Round(x=_raw.RealDiv(x=_raw.Sub(x=x1, y=rest), y=x2))
    signs = _raw.Mul(x=_raw.Sign(x=rest), y=_raw.Sign(x=x2))
    down = _raw.Less(x=signs, y=constant(0, x2))
    whole = _raw.SelectV2(condition=down, t=_raw.Sub(x=whole, y=constant(1, x2)), e=whole)
    zero = _raw.Equal(x=x2, y=constant(0, x2))
    return _raw.SelectV2(condition=zero, t=plain, e=copysign(_raw.Abs(x=whole), plain))


def reciprocal(x, /):
    if x.dtype in WHOLE:
        # 1 over anything but 1 and -1 rounds to 0
        unit = _raw.Equal(x=x if x.dtype in SIGNED else _raw.Abs(x=x), y=constant(1, x))
        return select(unit, x, 0)
    return complex_reciprocal(x) if x.dtype in COMPLEX else _raw.Reciprocal(x=x)


def remainder(x1, x2, /, *, modulus=True):
    if not modulus:
        return truncated_remainder(x1, x2)
    if x1.dtype not in FLOATS:
        return _raw.FloorMod(x=x1, y=_mask_trivial_divisors(x2)[1])
    rest = truncated_remainder(x1, x2)
    zero = constant(0, x2)
    negative = _raw.Less(x=x2, y=zero)
    differ = _raw.NotEqual(x=_raw.Less(x=rest, y=zero), y=negative)
    found = _raw.SelectV2(condition=differ, t=_raw.AddV2(x=rest, y=x2), e=rest)
    signed_zero = _raw.SelectV2(condition=negative, t=constant(-0.0, x2), e=zero)
    return _raw.SelectV2(condition=_raw.Equal(x=rest, y=zero), t=signed_zero, e=found)


_WIDER = {tf.float16: tf.float32, tf.bfloat16: tf.float32}


@tf.RegisterGradient("TruncateMod")
def _truncated_remainder_gradient(operation, gradient) -> list:
    """Return gradients by both operands, summed to their shapes: TensorFlow has none."""
    x, y = operation.inputs
    quotient = trunc(_raw.RealDiv(x=x, y=y))
    axes = _raw.BroadcastGradientArgs(s0=tf.shape(x), s1=tf.shape(y))
    parts = gradient, -gradient * quotient
    return [
        tf.reshape(tf.reduce_sum(part, axis), tf.shape(operand))
        for part, axis, operand in zip(parts, axes, (x, y), strict=True)
    ]


def truncated_remainder(x1, x2):
    """Return the remainder with the dividend's sign, 0 for integers over zero."""
    dtype = x1.dtype
    if dtype in FLOATS:
        wider = _WIDER.get(dtype)
        if wider is None:
            return _raw.TruncateMod(x=x1, y=x2)
        return tf.cast(_raw.TruncateMod(x=tf.cast(x1, wider), y=tf.cast(x2, wider)), dtype)
    _, safe = _mask_trivial_divisors(x2)
    return _raw.Sub(x=x1, y=_raw.Mul(x=_raw.TruncateDiv(x=x1, y=safe), y=safe))


def truncated_quotient(x1, x2):
    """Return the quotient of integers, rounded towards zero, 0 over zero."""
    return _safe_integer_quotient(_raw.TruncateDiv, x1, x2)


def _safe_integer_quotient(operation, x1, x2):
    """Return ``operation(x1, x2)``, but ``x1 * x2`` for the divisors 0 and -1."""
    trivial, safe = _mask_trivial_divisors(x2)
    product = _raw.Mul(x=x1, y=x2)
    return _raw.SelectV2(condition=trivial, t=product, e=operation(x=x1, y=safe))


def _mask_trivial_divisors(x2) -> tuple:
    """Return a mask of divisors 0 and -1, which trap, and the divisor with 1 in their positions."""
    zero, one = constant(0, x2), constant(1, x2)
    if x2.dtype in SIGNED:
        trivial = _raw.Equal(x=x2, y=zero)
    else:
        above = _raw.AddV2(x=x2, y=one)  # 0 or 1: no bit but the last one
        trivial = _raw.Equal(x=_raw.BitwiseAnd(x=above, y=constant(-2, x2)), y=zero)
    return trivial, _raw.SelectV2(condition=trivial, t=one, e=x2)


def divide_with_remainder(x1, x2, /):
    return floor_divide(x1, x2), remainder(x1, x2)


divmod = divide_with_remainder
fmod = truncated_remainder


def gcd(x1, x2, /):
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))
    # magnitudes as unsigned numbers: that of the smallest integer has no signed form
    dtype = x1.dtype
    unsigned = _UNSIGNED.get(dtype, dtype)
    a, b = (tf.broadcast_to(bitcast(abs(x), unsigned), shape) for x in (x1, x2))

    def step(a, b):
        done = _raw.Equal(x=b, y=constant(0, b))
        rest = truncated_remainder(a, b)
        return select(done, a, b), select(done, b, rest)

    def unfinished(a, b):
        return tf.reduce_any(_raw.NotEqual(x=b, y=constant(0, b)))

    common, _ = tf.while_loop(unfinished, step, (a, b))
    return bitcast(common, dtype)


_UNSIGNED = {signed: unsigned for unsigned, signed in SIGNED.items()}


def lcm(x1, x2, /):
    return truncated_quotient(abs(x1), gcd(x1, x2)) * abs(x2)


def trunc_divide(x1, x2, /):
    return trunc(x1 / x2) if x1.dtype in FLOATS else truncated_quotient(x1, x2)
