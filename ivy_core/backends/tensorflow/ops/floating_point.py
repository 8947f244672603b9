"""The parts of floating-point numbers, of the TensorFlow backend."""

from __future__ import annotations

import math

import tensorflow as tf

from ..kernels.raw_operations import BITS, MANTISSA, bitcast, constant, constant_of, select
from .elementwise import trunc
from .indexing import is_recorded

_raw = tf.raw_ops


def copysign(x1, x2, /):
    bits = BITS[x1.dtype]
    both = _raw.BitwiseXor(x=bitcast(x1, bits), y=bitcast(x2, bits))
    differ = _raw.Less(x=both, y=constant_of(bits, "0"))
    return _raw.SelectV2(condition=differ, t=_raw.Neg(x=x1), e=x1)


def nextafter(x1, x2, /):
    """Step through the bits, which are in order but for the sign."""
    dtype = BITS[x1.dtype]
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))
    x1, x2 = tf.broadcast_to(x1, shape), tf.broadcast_to(x2, shape)
    bits = bitcast(x1, dtype)
    zero = (bits & constant(dtype.max, bits)) == 0
    sign_bit = bitcast(x2, dtype) & dtype.min
    away = _is_less_with_subnormals(x1, x2) == (bits >= 0)
    step = select(away, tf.ones_like(bits), -1)
    moved = bitcast(select(zero, sign_bit | 1, bits + step), x1.dtype)
    both_zero = zero & ((bitcast(x2, dtype) & dtype.max) == 0)
    moved = select(both_zero | (bits == bitcast(x2, dtype)), x2, moved)
    if is_recorded(x1):  # bits have no derivative; a sum would flush subnormal numbers
        normal = 2.0 ** (2 - (1 << (x1.dtype.size * 8 - 2 - MANTISSA[x1.dtype])))
        plain = _raw.IsFinite(x=x1) & (tf.abs(moved) >= constant(normal, x1))
        moved = select(plain, moved + (x1 - tf.stop_gradient(x1)), moved)
    return select(_raw.IsNan(x=x1) | _raw.IsNan(x=x2), math.nan, moved)


def _is_less_with_subnormals(x1, x2):
    """Return ``x1 < x2`` by the bits: kernels flush subnormal numbers to zero."""
    dtype = BITS[x1.dtype]
    keys = []
    for x in (x1, x2):
        bits = bitcast(x, dtype)
        keys.append(select(bits < 0, tf.constant(dtype.min, dtype) - bits, bits))
    return keys[1] > keys[0]


def signbit(x, /):
    return bitcast(x, BITS[x.dtype]) < 0


def shift_left(x, places):
    return _raw.LeftShift(x=x, y=constant(places, x))


def shift_right(x, places):
    return _raw.RightShift(x=x, y=constant(places, x))


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
    if is_recorded(x):
        # bits have no derivative: that of x / 2**exponent, of which nothing is added
        power = tf.cast(tf.clip_by_value(-exponent, -100, 100), x.dtype)
        scale = tf.pow(tf.constant(2, x.dtype), power)
        mantissa += (x - tf.stop_gradient(x)) * tf.stop_gradient(scale)
    return select(plain, x, mantissa), tf.cast(select(plain, 0, exponent), tf.int32)


def ldexp(x1, x2, /):
    # three exact factors: one alone, 2**x2, may be infinite where the result is not
    wide = tf.cast(x1, tf.float64)
    power = tf.clip_by_value(tf.cast(x2, tf.int64), -2200, 2200)
    first = _raw.TruncateDiv(x=power, y=constant(3, power))
    for part in (first, first, power - 2 * first):
        wide = wide * bitcast(shift_left(part + 1023, 52), tf.float64)
    return tf.cast(wide, x1.dtype)


def modf(x, /):
    whole = trunc(x)
    fraction = select(_raw.IsInf(x=x), 0, x - whole)
    return copysign(fraction, x), whole


def spacing(x, /):
    size, dtype = MANTISSA[x.dtype], BITS[x.dtype]
    bits = bitcast(x, dtype)
    if x.dtype == tf.float16:  # as NumPy's: the distance to the next number upwards
        bits = tf.where(bits < 0, tf.maximum(bits & dtype.max, 1) - 1, bits)
    exponent = shift_right(bits & dtype.max, size)
    infinity = (dtype.max >> size) << size
    last = _raw.Equal(x=bits & dtype.max, y=constant(infinity - 1, bits))  # infinity comes after it
    normal = select(last, infinity, shift_left(exponent - size, size))
    tiny = _raw.LeftShift(x=tf.ones_like(bits), y=tf.clip_by_value(exponent - 1, 0, size))
    found = tf.where(exponent > size, normal, tiny) | (bits & dtype.min)
    return select(_raw.IsFinite(x=x), bitcast(found, x.dtype), math.nan)
