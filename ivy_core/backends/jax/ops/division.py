"""Quotients, remainders and common divisors of the JAX backend."""

from __future__ import annotations

import functools

import jax.numpy as jnp
from jax import lax

from ..runtime.stored_programs import jit

divide = jit(jnp.divide)


@jit
def floor_divide(x1, x2, /):
    return divide_with_remainder(x1, x2)[0]


@jit
def reciprocal(x, /):
    if jnp.issubdtype(x.dtype, jnp.integer):
        return jnp.where(x == 0, x, lax.div(jnp.ones_like(x), jnp.where(x == 0, 1, x)))
    return jnp.reciprocal(x)


@functools.partial(jit, static_argnames="modulus")
def remainder(x1, x2, /, *, modulus=True):
    return divide_with_remainder(x1, x2)[1] if modulus else truncated_remainder(x1, x2)


def divide_with_remainder(x1, x2):
    """Return quotient and remainder by NumPy's rules: rounded down, 0 for integers over zero."""
    if jnp.issubdtype(x1.dtype, jnp.integer):
        zero = x2 == 0
        safe = jnp.where(zero, 1, x2)
        quotient, rest = lax.div(*jnp.broadcast_arrays(x1, safe)), truncated_remainder(x1, safe)
        if jnp.issubdtype(x1.dtype, jnp.signedinteger):
            down = (rest != 0) & ((rest < 0) != (safe < 0))
            quotient = jnp.where(down, quotient - 1, quotient)
            rest = jnp.where(down, rest + safe, rest)
        return jnp.where(zero, 0, quotient), jnp.where(zero, 0, rest)
    rest = truncated_remainder(x1, x2)
    quotient = (x1 - rest) / x2
    down = (rest != 0) & ((rest < 0) != (x2 < 0))
    quotient = jnp.where(down, quotient - 1, quotient)
    rest = jnp.where(down, rest + x2, rest)
    opposite = (rest == 0) & (jnp.signbit(rest) != jnp.signbit(x2))
    rest = jnp.where(opposite, jnp.copysign(jnp.zeros_like(rest), x2), rest)
    # (x1 - rest) / x2 is a whole number, but for an error of rounding
    whole = jnp.floor(quotient)
    whole = jnp.where(quotient - whole > 0.5, whole + 1, whole)
    plain = x1 / x2
    whole = jnp.where(quotient == 0, jnp.copysign(jnp.zeros_like(plain), plain), whole)
    return jnp.where(x2 == 0, plain, whole), jnp.where(x2 == 0, jnp.nan, rest)


def truncated_remainder(x1, x2):
    """Return the remainder with the dividend's sign, 0 for integers over zero."""
    x1, x2 = jnp.broadcast_arrays(x1, x2)
    if jnp.issubdtype(x1.dtype, jnp.integer):
        zero = x2 == 0
        return jnp.where(zero, 0, lax.rem(x1, jnp.where(zero, 1, x2)))
    return lax.rem(x1, x2)


divmod = jit(divide_with_remainder)
fmod = jit(truncated_remainder)


@jit
def gcd(x1, x2, /):
    dtype = x1.dtype
    # magnitudes as unsigned numbers: that of the smallest integer has no signed form
    unsigned = jnp.dtype(dtype.name if dtype.name.startswith("u") else "u" + dtype.name)
    pair = tuple(lax.bitcast_convert_type(jnp.abs(x), unsigned) for x in (x1, x2))

    def step(pair):
        a, b = pair
        return jnp.where(b == 0, a, b), jnp.where(b == 0, b, truncated_remainder(a, b))

    common, _ = lax.while_loop(
        lambda pair: jnp.any(pair[1] != 0), step, tuple(jnp.broadcast_arrays(*pair))
    )
    return lax.bitcast_convert_type(common, dtype)


@jit
def lcm(x1, x2, /):
    common = gcd(x1, x2)
    x1 = jnp.broadcast_to(jnp.abs(x1), common.shape)
    return lax.div(x1, jnp.where(common == 0, 1, common)) * jnp.abs(x2)


@jit
def trunc_divide(x1, x2, /):
    if not jnp.issubdtype(x1.dtype, jnp.integer):
        return jnp.trunc(x1 / x2)
    x1, x2 = jnp.broadcast_arrays(x1, x2)
    zero = x2 == 0
    return jnp.where(zero, 0, lax.div(x1, jnp.where(zero, 1, x2)))
