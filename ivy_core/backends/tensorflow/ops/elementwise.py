"""Arithmetic and rounding, element by element, of the TensorFlow backend."""

from __future__ import annotations

import math
import operator

import tensorflow as tf

from ..kernels.raw_operations import (
    COMPLEX,
    FLOATS,
    SIGNED,
    WHOLE,
    binary,
    bitcast,
    complex_sqrt,
    constant,
    differs_from_zero,
    select,
    unary,
    unary_unless,
    unless_bool,
)

_raw = tf.raw_ops

_UNSIGNED_OR_BOOL = frozenset({tf.bool, *SIGNED})
add = unless_bool(_raw.AddV2, _raw.LogicalOr)
ceil = unary_unless(WHOLE, _raw.Ceil, tf.identity)
conj = unary_unless(WHOLE | FLOATS, lambda x: _raw.Conj(input=x), tf.identity)
floor = unary_unless(WHOLE, _raw.Floor, tf.identity)
multiply = unless_bool(_raw.Mul, _raw.LogicalAnd)
positive = tf.identity
sqrt = unary_unless(COMPLEX, _raw.Sqrt, complex_sqrt)
square = unary(_raw.Square)
subtract = binary(_raw.Sub)


def abs(x, /):
    if x.dtype in COMPLEX:
        return _raw.ComplexAbs(x=x, Tout=x.dtype.real_dtype)
    return tf.identity(x) if x.dtype in _UNSIGNED_OR_BOOL else _raw.Abs(x=x)


def imag(x, /):
    return _raw.Imag(input=x, Tout=x.dtype.real_dtype) if x.dtype in COMPLEX else tf.zeros_like(x)


def negative(x, /):
    if x.dtype in SIGNED:
        return _raw.Sub(x=_raw.ZerosLike(x=x), y=x)
    return _raw.Neg(x=x)


def pow(x1, x2, /):
    if x1.dtype in SIGNED:
        signed = SIGNED[x1.dtype]
        exponent = bitcast(x2, signed)
        # modulo 2**n the odd numbers have an order that divides 2**(n-2), and the even ones vanish
        quarter = tf.constant(1 << (signed.size * 8 - 2), signed)
        exponent = select(exponent < 0, (exponent & (quarter - 1)) | quarter, exponent)
        return bitcast(_raw.Pow(x=bitcast(x1, signed), y=exponent), x1.dtype)
    if x1.dtype in COMPLEX:
        # TensorFlow goes through the logarithm, which zero has not
        zero = select(real(x2) > 0, constant(0, x1), complex(math.nan, math.nan))
        found = select(_raw.Equal(x=x1, y=constant(0, x1)), zero, _raw.Pow(x=x1, y=x2))
        return select(_raw.Equal(x=x2, y=constant(0, x2)), 1, found)
    return _raw.Pow(x=x1, y=x2)


def real(x, /):
    return _raw.Real(input=x, Tout=x.dtype.real_dtype) if x.dtype in COMPLEX else tf.identity(x)


def round(x, /, *, decimals=0):
    decimals = operator.index(decimals)
    if x.dtype in COMPLEX:
        return _raw.Complex(
            real=round(real(x), decimals=decimals),
            imag=round(imag(x), decimals=decimals),
            Tout=x.dtype,
        )
    if x.dtype not in FLOATS:
        if x.dtype == tf.bool:
            return tf.cast(x, tf.float16)
        if decimals >= 0:
            return tf.identity(x)
        power = 10.0**-decimals
        return tf.cast(_raw.Round(x=tf.cast(x, tf.float64) / power) * power, x.dtype)
    if decimals == 0:
        return _raw.Round(x=x)
    power = constant(10.0 ** (decimals if decimals > 0 else -decimals), x)
    return _raw.Round(x=x * power) / power if decimals > 0 else _raw.Round(x=x / power) * power


def sign(x, /):
    if x.dtype in SIGNED:
        return tf.cast(differs_from_zero(x), x.dtype)
    if x.dtype in FLOATS:
        return select(_raw.IsNan(x=x), x, _raw.Sign(x=x))
    return _raw.Sign(x=x)


def trunc(x, /):
    if x.dtype in WHOLE:
        return tf.identity(x)
    return select(x < 0, _raw.Ceil(x=x), _raw.Floor(x=x))


fabs = abs
rint = round


def heaviside(x1, x2, /):
    at_zero = select(_raw.IsNan(x=x1), x1, x2)
    return select(x1 < 0, 0, select(x1 > 0, 1, at_zero))


def lerp(input, end, weight, /):
    gap = _raw.Sub(x=end, y=input)  # from the nearer end, so that a weight of 1 gives it exactly
    near = tf.abs(weight) < tf.cast(0.5, tf.abs(weight).dtype)
    rest = tf.cast(1, weight.dtype) - weight
    return tf.where(near, input + weight * gap, end - rest * gap)
