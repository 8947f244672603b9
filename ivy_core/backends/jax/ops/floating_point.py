"""The parts of floating-point numbers, of the JAX backend."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from ..runtime.stored_programs import jit

copysign = jit(jnp.copysign)
signbit = jit(jnp.signbit)


@jax.custom_jvp
def _next_after(x1, x2):
    return jnp.nextafter(x1, x2)


@_next_after.defjvp
def _derivative_of_next_after(primals, tangents) -> tuple:
    """Return the numbers and their tangents: they go along with the first ones, by one step."""
    found = _next_after(*primals)
    return found, jnp.broadcast_to(tangents[0], found.shape).astype(found.dtype)


@jit
def nextafter(x1, x2, /):
    return _next_after(x1, x2)


@jit
def frexp(x, /):
    """Take the exponent out of the bits: arithmetic flushes subnormal numbers to zero."""
    size, integer, info = layout(x.dtype)
    bits = lax.bitcast_convert_type(x, integer)
    field = (bits & info.max) >> size
    fraction = bits & ((1 << size) - 1)
    plain = (field == info.max >> size) | ((field == 0) & (fraction == 0))  # infinite, nan or zero
    shift = jnp.where(field == 0, lax.clz(fraction) - (info.bits - 1 - size), 0)
    fraction = (fraction << shift) & ((1 << size) - 1)
    half = (info.max >> (size + 1)) - 1  # the exponent field of 0.5
    exponent = jnp.where(field == 0, 1 - shift, field) - half
    found = (bits & info.min) | (half << size) | fraction
    mantissa = lax.bitcast_convert_type(found.astype(integer), x.dtype)
    # bits have no derivative: that of x / 2**exponent, of which nothing is added
    scale = jnp.exp2(jnp.clip(-exponent, -100, 100).astype(x.dtype))
    mantissa = jnp.where(plain, x, mantissa + (x - lax.stop_gradient(x)) * scale)
    return mantissa, jnp.where(plain, 0, exponent).astype(jnp.int32)


def layout(dtype):
    """Return the length of the mantissa, and the integer of the same width with its limits."""
    info = jnp.finfo(dtype)
    integer = {16: jnp.int16, 32: jnp.int32, 64: jnp.int64}[info.bits]
    return info.nmant, integer, jnp.iinfo(integer)


@jit
def ldexp(x1, x2, /):
    # three exact factors: one alone, 2**x2, may be infinite where the result is not
    wide = x1.astype(jnp.float64)
    x2 = jnp.clip(x2, -2200, 2200).astype(jnp.int64)
    first = lax.div(x2, jnp.full_like(x2, 3))
    for part in (first, first, x2 - 2 * first):
        wide = wide * lax.bitcast_convert_type((part + 1023) << 52, jnp.float64)
    return wide.astype(x1.dtype)


@jit
def modf(x, /):
    whole = jnp.trunc(x)
    fraction = jnp.where(jnp.isinf(x), 0, x - whole)
    return jnp.copysign(fraction, x), whole


@jit
def spacing(x, /):
    size, integer, info = layout(x.dtype)
    # by bits: the result may be subnormal, which compiled arithmetic flushes to zero
    bits = lax.bitcast_convert_type(x, integer)
    if x.dtype == jnp.float16:  # as NumPy's: the distance to the next number upwards
        bits = jnp.where(bits < 0, jnp.maximum((bits & info.max) - 1, 0), bits)
    exponent = (bits & info.max) >> size
    infinity = (info.max >> size) << size
    last = (bits & info.max) == infinity - 1  # infinity comes after it
    normal = jnp.where(last, infinity, (exponent - size) << size)
    tiny = jnp.ones_like(bits) << jnp.clip(exponent - 1, 0, size)
    found = jnp.where(exponent > size, normal, tiny) | (bits & info.min)
    return jnp.where(jnp.isfinite(x), lax.bitcast_convert_type(found, x.dtype), jnp.nan)
