"""Exponentials, logarithms and trigonometry of the TensorFlow backend."""

from __future__ import annotations

import math

import numpy as np
import tensorflow as tf

from ..kernels.raw_operations import COMPLEX, FLOATS, MANTISSA, constant, select, unary
from .elementwise import imag, pow, real
from .floating_point import copysign

_raw = tf.raw_ops

acos = unary(_raw.Acos)
acosh = unary(_raw.Acosh)
asin = unary(_raw.Asin)
asinh = unary(_raw.Asinh)
atan = unary(_raw.Atan)
atanh = unary(_raw.Atanh)
cos = unary(_raw.Cos)
cosh = unary(_raw.Cosh)
exp = unary(_raw.Exp)
expm1 = unary(_raw.Expm1)
log = unary(_raw.Log)
log1p = unary(_raw.Log1p)
sin = unary(_raw.Sin)
sinh = unary(_raw.Sinh)
tan = unary(_raw.Tan)
tanh = unary(_raw.Tanh)


def atan2(x1, x2, /):
    return _raw.Atan2(y=x1, x=x2)


def hypot(x1, x2, /):
    if x1.dtype.size == 2:  # whose range the rounded root would leave
        return tf.cast(hypot(tf.cast(x1, tf.float32), tf.cast(x2, tf.float32)), x1.dtype)
    a, b = _raw.Abs(x=x1), _raw.Abs(x=x2)
    large, small = _raw.Maximum(x=a, y=b), _raw.Minimum(x=a, y=b)
    one, infinity = constant(1, a), constant(math.inf, a)
    zero = _raw.Equal(x=large, y=constant(0, a))
    ratio = _raw.RealDiv(x=small, y=select(zero, 1, large))
    length = _raw.Mul(x=large, y=_raw.Sqrt(x=_raw.AddV2(x=one, y=_raw.Square(x=ratio))))
    infinite = _raw.LogicalOr(x=_raw.Equal(x=a, y=infinity), y=_raw.Equal(x=b, y=infinity))
    return _raw.SelectV2(condition=infinite, t=infinity, e=length)


def _logarithm_to_base(base):
    """Return the logarithm to a base, exact for whole powers of the base."""

    def apply(x, /):
        natural = _raw.Log(x=x)
        if x.dtype in COMPLEX:  # a complex product has nan at infinity
            factor = 1 / math.log(base)
            parts = real(natural) * factor, imag(natural) * factor
            return _raw.Complex(real=parts[0], imag=parts[1], Tout=x.dtype)
        result = _raw.RealDiv(x=natural, y=constant(math.log(base), x))
        whole = _raw.Round(x=result)
        error = _raw.Sub(x=whole, y=result)
        limit = _raw.Mul(x=_raw.Abs(x=whole), y=constant(2.0 ** (1 - MANTISSA[x.dtype]), x))
        near = _raw.LessEqual(x=_raw.Abs(x=error), y=limit)
        # the derivative stays that of the logarithm
        return _raw.AddV2(x=result, y=tf.stop_gradient(select(near, error, 0)))

    return apply


log2 = _logarithm_to_base(2)
log10 = _logarithm_to_base(10)


def logaddexp(x1, x2, /):
    return add_logarithms(x1, x2, exp, log1p, math.log(2))


def add_logarithms(x1, x2, power, logarithm, two):
    """Return the logarithm of the sum of two powers.

    ``logarithm`` is that of ``1 + x``; ``two`` is that of 2.
    """
    # equal operands apart: the difference of infinities is nan, and each has half of the gradient
    equal = _raw.Equal(x=x1, y=x2)
    half = constant(0.5, x1)
    mean = _raw.AddV2(x=_raw.Mul(x=x1, y=half), y=_raw.Mul(x=x2, y=half))
    gap = _raw.Neg(x=_raw.Abs(x=_raw.Sub(x=x1, y=x2)))
    added = logarithm(power(select(equal, 0, gap)))
    return _raw.SelectV2(
        condition=equal,
        t=_raw.AddV2(x=mean, y=constant(two, x1)),
        e=_raw.AddV2(x=_raw.Maximum(x=x1, y=x2), y=added),
    )


float_power = pow


def angle(z, /, *, deg=False):
    if z.dtype in COMPLEX:
        result = atan2(imag(z), real(z))
    else:
        z = tf.cast(z, np.angle(np.ones((), z.dtype.as_numpy_dtype)).dtype)
        result = atan2(tf.zeros_like(z), z)
    return result * (180 / math.pi) if deg else result


def cbrt(x, /):
    wide = tf.cast(x, tf.float64)
    root = copysign(_raw.Pow(x=_raw.Abs(x=wide), y=constant(1 / 3, wide)), wide)
    # one step of Newton makes cubes exact; 0 and infinities are their own roots
    better = root - (root * root * root - wide) / (3 * root * root)
    return tf.cast(select(_raw.IsFinite(x=better), better, root), x.dtype)


def deg2rad(x, /):
    return x * constant(math.pi / 180, x)


def exp2(x, /):
    return pow(constant(2, x), x)


def logaddexp2(x1, x2, /):
    factor = constant(1 / math.log(2), x1)
    return add_logarithms(x1, x2, exp2, lambda x: _raw.Log1p(x=x) * factor, 1)


def rad2deg(x, /):
    return x * constant(180 / math.pi, x)


def sinc(x, /):
    if x.dtype not in FLOATS and x.dtype not in COMPLEX:
        x = tf.cast(x, tf.float64)
    x = x * constant(math.pi, x)
    zero = _raw.Equal(x=x, y=constant(0, x))
    safe = select(zero, 1, x)
    return select(zero, 1, _raw.Sin(x=safe) / safe)
