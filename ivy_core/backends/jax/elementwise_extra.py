"""Further elementwise functions of the jax backend."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .elementwise import divide_with_remainder, extremum, pow, truncated_remainder

_jit = jax.jit

bitwise_count = _jit(jnp.bitwise_count)
cbrt = _jit(jnp.cbrt)
deg2rad = _jit(jnp.deg2rad)
divmod = _jit(divide_with_remainder)
fabs = _jit(jnp.fabs)
float_power = pow
fmax = extremum(jnp.fmax, jnp.greater_equal, numbers_win=True)
fmin = extremum(jnp.fmin, jnp.less_equal, numbers_win=True)
fmod = _jit(truncated_remainder)
heaviside = _jit(jnp.heaviside)
isreal = _jit(jnp.isreal)
logaddexp2 = _jit(jnp.logaddexp2)
rad2deg = _jit(jnp.rad2deg)
rint = _jit(jnp.rint)


@functools.partial(_jit, static_argnames="deg")
def angle(z, /, *, deg=False):
    if jnp.iscomplexobj(z):
        result = jnp.arctan2(z.imag, z.real)
    else:
        z = z.astype(np.angle(np.ones((), z.dtype)).dtype)
        result = jnp.arctan2(jnp.zeros_like(z), z)
    return result * np.asarray(180 / np.pi, result.dtype) if deg else result


@_jit
def frexp(x, /):
    """Take the exponent out of the bits: arithmetic flushes subnormal numbers to zero."""
    size, integer, info = _layout(x.dtype)
    bits = lax.bitcast_convert_type(x, integer)
    field = (bits & info.max) >> size
    fraction = bits & ((1 << size) - 1)
    plain = (field == info.max >> size) | ((field == 0) & (fraction == 0))  # infinite, nan or zero
    shift = jnp.where(field == 0, lax.clz(fraction) - (info.bits - 1 - size), 0)
    fraction = (fraction << shift) & ((1 << size) - 1)
    half = (info.max >> (size + 1)) - 1  # the exponent field of 0.5
    exponent = jnp.where(field == 0, 1 - shift, field) - half
    found = (bits & info.min) | (half << size) | fraction
    mantissa = jnp.where(plain, x, lax.bitcast_convert_type(found.astype(integer), x.dtype))
    return mantissa, jnp.where(plain, 0, exponent).astype(jnp.int32)


def _layout(dtype):
    """Return the length of the mantissa, and the integer of the same width with its limits."""
    info = jnp.finfo(dtype)
    integer = {16: jnp.int16, 32: jnp.int32, 64: jnp.int64}[info.bits]
    return info.nmant, integer, jnp.iinfo(integer)


@_jit
def exp2(x, /):
    if jnp.iscomplexobj(x):
        return jnp.exp2(x)
    # XLA goes through exp, which misses whole powers: those are put together from bits
    size, integer, _ = _layout(x.dtype)
    bias = 1 - jnp.finfo(x.dtype).minexp
    ordinary = jnp.isfinite(x)
    whole = jnp.clip(jnp.where(ordinary, jnp.rint(x), 0), -2 * bias + 2, 2 * bias)
    places = whole.astype(integer)
    first = places >> 1
    result = jnp.exp2(jnp.where(ordinary, x - whole, x))
    for part in (first, places - first):
        result = result * lax.bitcast_convert_type((part + bias) << size, x.dtype)
    return result


@_jit
def gcd(x1, x2, /):
    dtype = x1.dtype
    # by magnitudes as unsigned numbers: that of the smallest integer is no signed one
    unsigned = jnp.dtype(dtype.name if dtype.name.startswith("u") else "u" + dtype.name)
    pair = tuple(lax.bitcast_convert_type(jnp.abs(x), unsigned) for x in (x1, x2))

    def step(pair):
        a, b = pair
        return jnp.where(b == 0, a, b), jnp.where(b == 0, b, truncated_remainder(a, b))

    common, _ = lax.while_loop(
        lambda pair: jnp.any(pair[1] != 0), step, tuple(jnp.broadcast_arrays(*pair))
    )
    return lax.bitcast_convert_type(common, dtype)


@_jit
def lcm(x1, x2, /):
    common = gcd(x1, x2)
    x1 = jnp.broadcast_to(jnp.abs(x1), common.shape)
    return lax.div(x1, jnp.where(common == 0, 1, common)) * jnp.abs(x2)


@_jit
def ldexp(x1, x2, /):
    # three exact factors: one alone, 2**x2, may be infinite where the result is not
    wide = x1.astype(jnp.float64)
    x2 = jnp.clip(x2, -2200, 2200).astype(jnp.int64)
    first = lax.div(x2, jnp.full_like(x2, 3))
    for part in (first, first, x2 - 2 * first):
        wide = wide * lax.bitcast_convert_type((part + 1023) << 52, jnp.float64)
    return wide.astype(x1.dtype)


@_jit
def modf(x, /):
    whole = jnp.trunc(x)
    fraction = jnp.where(jnp.isinf(x), 0, x - whole)
    return jnp.copysign(fraction, x), whole


@_jit
def sinc(x, /):
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        x = x.astype(jnp.float64)
    x = x * np.asarray(np.pi, x.dtype)
    safe = jnp.where(x == 0, 1, x)
    return jnp.where(x == 0, 1, jnp.sin(safe) / safe)


@_jit
def spacing(x, /):
    size, integer, info = _layout(x.dtype)
    # by bits: the result may be subnormal, which compiled arithmetic flushes to zero
    bits = lax.bitcast_convert_type(x, integer)
    exponent = (bits & info.max) >> size
    infinity = (info.max >> size) << size
    last = (bits & info.max) == infinity - 1  # infinity comes after it
    normal = jnp.where(last, infinity, (exponent - size) << size)
    tiny = jnp.ones_like(bits) << jnp.clip(exponent - 1, 0, size)
    found = jnp.where(exponent > size, normal, tiny) | (bits & info.min)
    return jnp.where(jnp.isfinite(x), lax.bitcast_convert_type(found, x.dtype), jnp.nan)


@_jit
def trunc_divide(x1, x2, /):
    if not jnp.issubdtype(x1.dtype, jnp.integer):
        return jnp.trunc(x1 / x2)
    x1, x2 = jnp.broadcast_arrays(x1, x2)
    zero = x2 == 0
    return jnp.where(zero, 0, lax.div(x1, jnp.where(zero, 1, x2)))
