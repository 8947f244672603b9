"""Further elementwise functions of the tensorflow backend."""

from __future__ import annotations

import math

import numpy as np
import tensorflow as tf

from .elementwise import (
    BITS,
    COMPLEX,
    FLOATS,
    MANTISSA,
    SIGNED,
    abs,
    add_logarithms,
    atan2,
    bitcast,
    constant,
    copysign,
    divide_with_remainder,
    imag,
    isnan,
    lexicographic,
    maximum,
    minimum,
    pow,
    real,
    round,
    select,
    trunc,
    truncated_quotient,
    truncated_remainder,
)

_raw = tf.raw_ops


def shift_left(x, places):
    return _raw.LeftShift(x=x, y=constant(places, x))


def shift_right(x, places):
    return _raw.RightShift(x=x, y=constant(places, x))


divmod = divide_with_remainder
fabs = abs
float_power = pow
fmod = truncated_remainder
rint = round


def angle(z, /, *, deg=False):
    if z.dtype in COMPLEX:
        result = atan2(imag(z), real(z))
    else:
        z = tf.cast(z, np.angle(np.ones((), z.dtype.as_numpy_dtype)).dtype)
        result = atan2(tf.zeros_like(z), z)
    return result * (180 / math.pi) if deg else result


def bitwise_count(x, /):
    return _raw.PopulationCount(x=abs(x))


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


def _prefer_numbers(extremum, compare):
    """Return maximum or minimum of which nan wins only over nan."""

    def choose(x1, x2, /):
        if x1.dtype in FLOATS:
            x1, x2 = select(_raw.IsNan(x=x1), x2, x1), select(_raw.IsNan(x=x2), x1, x2)
        elif x1.dtype in COMPLEX:
            return select(lexicographic(compare, x1, x2) | isnan(x2), x1, x2)
        return extremum(x1, x2)

    return choose


fmax = _prefer_numbers(maximum, _raw.GreaterEqual)
fmin = _prefer_numbers(minimum, _raw.LessEqual)


def frexp(x, /):
    """Take the exponent out of the bits; subnormal numbers by their highest bit."""
    size, dtype = MANTISSA[x.dtype], BITS[x.dtype]
    half = (1 << (dtype.size * 8 - 2 - size)) - 2  # the exponent field of 0.5
    bits = bitcast(x, dtype)
    field = shift_right(bits & dtype.max, size)
    fraction = bits & ((1 << size) - 1)
    plain = (field == 2 * half + 3) | ((field == 0) & (fraction == 0))  # infinite, nan or zero
    # as an integer, a subnormal's fraction is a normal number, with the exponent to be read
    wide = tf.cast(fraction, tf.float64)
    wide_bits = bitcast(wide, tf.int64)
    highest = tf.cast(shift_right(wide_bits, 52), dtype) - 1023
    subnormal = (field == 0) & (fraction != 0)
    shift = tf.where(subnormal, size - highest, tf.zeros_like(bits))
    fraction = tf.where(
        subnormal, _raw.LeftShift(x=fraction, y=shift) & ((1 << size) - 1), fraction
    )
    exponent = tf.where(subnormal, 1 - shift, field) - half
    mantissa = bitcast((bits & dtype.min) | tf.constant(half << size, dtype) | fraction, x.dtype)
    return select(plain, x, mantissa), tf.cast(select(plain, 0, exponent), tf.int32)


def gcd(x1, x2, /):
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))
    # by magnitudes as unsigned numbers: that of the smallest integer is no signed one
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


def heaviside(x1, x2, /):
    at_zero = select(_raw.IsNan(x=x1), x1, x2)
    return select(x1 < 0, 0, select(x1 > 0, 1, at_zero))


def isreal(x, /):
    if x.dtype in COMPLEX:
        part = imag(x)
        return _raw.Equal(x=part, y=constant(0, part))
    return tf.fill(tf.shape(x), True)


def lcm(x1, x2, /):
    return truncated_quotient(abs(x1), gcd(x1, x2)) * abs(x2)


def ldexp(x1, x2, /):
    # three exact factors: one alone, 2**x2, may be infinite where the result is not
    wide = tf.cast(x1, tf.float64)
    power = tf.clip_by_value(tf.cast(x2, tf.int64), -2200, 2200)
    first = _raw.TruncateDiv(x=power, y=constant(3, power))
    for part in (first, first, power - 2 * first):
        wide = wide * bitcast(shift_left(part + 1023, 52), tf.float64)
    return tf.cast(wide, x1.dtype)


def logaddexp2(x1, x2, /):
    factor = constant(1 / math.log(2), x1)
    return add_logarithms(x1, x2, exp2, lambda x: _raw.Log1p(x=x) * factor, 1)


def modf(x, /):
    whole = trunc(x)
    fraction = select(_raw.IsInf(x=x), 0, x - whole)
    return copysign(fraction, x), whole


def rad2deg(x, /):
    return x * constant(180 / math.pi, x)


def sinc(x, /):
    if x.dtype not in FLOATS and x.dtype not in COMPLEX:
        x = tf.cast(x, tf.float64)
    x = x * constant(math.pi, x)
    zero = _raw.Equal(x=x, y=constant(0, x))
    safe = select(zero, 1, x)
    return select(zero, 1, _raw.Sin(x=safe) / safe)


def spacing(x, /):
    size, dtype = MANTISSA[x.dtype], BITS[x.dtype]
    bits = bitcast(x, dtype)
    exponent = shift_right(bits & dtype.max, size)
    infinity = (dtype.max >> size) << size
    last = _raw.Equal(x=bits & dtype.max, y=constant(infinity - 1, bits))  # infinity comes after it
    normal = select(last, infinity, shift_left(exponent - size, size))
    tiny = _raw.LeftShift(x=tf.ones_like(bits), y=tf.clip_by_value(exponent - 1, 0, size))
    found = tf.where(exponent > size, normal, tiny) | (bits & dtype.min)
    return select(_raw.IsFinite(x=x), bitcast(found, x.dtype), math.nan)


def trunc_divide(x1, x2, /):
    return trunc(x1 / x2) if x1.dtype in FLOATS else truncated_quotient(x1, x2)
