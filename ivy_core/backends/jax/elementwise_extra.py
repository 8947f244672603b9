"""Further elementwise functions of the jax backend."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .elementwise import divide_with_remainder, pow, truncated_remainder

_jit = jax.jit

bitwise_count = _jit(jnp.bitwise_count)
cbrt = _jit(jnp.cbrt)
deg2rad = _jit(jnp.deg2rad)
divmod = _jit(divide_with_remainder)
exp2 = _jit(jnp.exp2)
fabs = _jit(jnp.fabs)
float_power = pow
fmax = _jit(jnp.fmax)
fmin = _jit(jnp.fmin)
fmod = _jit(truncated_remainder)
gcd = _jit(jnp.gcd)
heaviside = _jit(jnp.heaviside)
isreal = _jit(jnp.isreal)
lcm = _jit(jnp.lcm)
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


frexp = _jit(jnp.frexp)
ldexp = _jit(jnp.ldexp)
modf = _jit(jnp.modf)


@_jit
def sinc(x, /):
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        x = x.astype(jnp.float64)
    x = x * np.asarray(np.pi, x.dtype)
    safe = jnp.where(x == 0, 1, x)
    return jnp.where(x == 0, 1, jnp.sin(safe) / safe)


@_jit
def spacing(x, /):
    info = jnp.finfo(x.dtype)
    integer = {16: jnp.int16, 32: jnp.int32, 64: jnp.int64}[info.bits]
    # by bits: the result may be subnormal, which compiled arithmetic flushes to zero
    bits = lax.bitcast_convert_type(x, integer)
    exponent = (bits & jnp.iinfo(integer).max) >> info.nmant
    normal = (exponent - info.nmant) << info.nmant
    tiny = jnp.ones_like(bits) << jnp.clip(exponent - 1, 0, info.nmant)
    found = jnp.where(exponent > info.nmant, normal, tiny) | (bits & jnp.iinfo(integer).min)
    return jnp.where(jnp.isfinite(x), lax.bitcast_convert_type(found, x.dtype), jnp.nan)


@_jit
def trunc_divide(x1, x2, /):
    if not jnp.issubdtype(x1.dtype, jnp.integer):
        return jnp.trunc(x1 / x2)
    x1, x2 = jnp.broadcast_arrays(x1, x2)
    zero = x2 == 0
    return jnp.where(zero, 0, lax.div(x1, jnp.where(zero, 1, x2)))
