"""Arithmetic and rounding of the JAX backend: compiled, as eager dispatch costs more than a call.

``jax.jit(jnp.add)`` takes 3.3 us where ``jnp.add`` takes 4.1; what is composed of several
operations becomes one kernel. Branches on the dtype are taken while tracing and cost nothing.
"""

from __future__ import annotations

import functools
import operator

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..kernels.branch_cuts import with_signs
from ..runtime.stored_programs import jit

add = jit(jnp.add)
ceil = jit(jnp.ceil)
conj = jit(jnp.conjugate)
floor = jit(jnp.floor)
imag = jit(jnp.imag)
multiply = jit(jnp.multiply)
negative = jit(jnp.negative)
positive = jit(jnp.positive)
real = jit(jnp.real)
square = jit(jnp.square)
subtract = jit(jnp.subtract)
trunc = jit(jnp.trunc)
sqrt = with_signs(jnp.sqrt, imag=1)


@jax.custom_jvp
def _absolute_value(x):
    """Return absolute values; the derivative at zero is defined below."""
    return jnp.abs(x)


@_absolute_value.defjvp
def _derivative_of_absolute_value(primals, tangents) -> tuple:
    """Return absolute values and their tangents; the slope at zero is 0, where JAX's is 1."""
    return _absolute_value(*primals), tangents[0] * jnp.sign(primals[0])


@jit
def abs(x, /):
    return _absolute_value(x) if jnp.issubdtype(x.dtype, jnp.floating) else jnp.abs(x)


def pow(x1, x2, /):
    # a Python number arrives as a NumPy array; squares are frequent, and faster than powers
    if type(x2) is np.ndarray and not x2.ndim:
        if x2 == 2:
            return square(x1)
        # in a program XLA multiplies for a cube alone, and takes 10 ns for another power: of so few
        # factors the product is within 4 units of the last place, which float16 has not to lose
        is_precise = x1.dtype.kind == "f" and x1.dtype.itemsize > 2
        if is_precise and isinstance(x1, jax.core.Tracer) and x2.item() in _FEW_FACTORS:
            return lax.integer_pow(x1, int(x2))
    return _power(x1, x2)


_FEW_FACTORS = frozenset(range(3, 9))


@jit
def _power(x1, x2):
    """Return ``x1 ** x2`` of one dtype; integers by squaring, powers of a complex 0 as NumPy's."""
    if jnp.issubdtype(x1.dtype, jnp.integer):
        return _integer_power(x1, x2)
    result = jnp.power(x1, x2)
    if jnp.iscomplexobj(x1):
        # the logarithm, through which XLA goes, is infinite at zero
        zero = jnp.where(x2.real > 0, 0, complex(np.nan, np.nan)).astype(x1.dtype)
        result = jnp.where(x2 == 0, 1, jnp.where(x1 == 0, zero, result))
    return result


def _integer_power(x1, x2):
    """Return ``x1 ** x2`` of integers by squaring; of negative exponents truncated: 0, 1 or -1."""
    x1, x2 = jnp.broadcast_arrays(x1, x2)
    one = jnp.ones_like(x1)

    def step(state):
        result, square, left = state
        result = jnp.where(left & 1 == 1, result * square, result)
        return result, square * square, left >> 1

    start = (one, x1, jnp.maximum(x2, 0))
    result, _, _ = lax.while_loop(lambda state: jnp.any(state[2] > 0), step, start)
    if jnp.issubdtype(x1.dtype, jnp.signedinteger):
        # 1 / x1**-x2, rounded to 0 unless x1 is 1 or -1
        unit = jnp.where(x1 == 1, 1, jnp.where(x1 == -1, 1 - 2 * (x2 & 1), 0)).astype(x1.dtype)
        result = jnp.where(x2 < 0, unit, result)
    return result


def round(x, /, *, decimals=0):
    decimals = operator.index(decimals)
    # the power is data: XLA divides by a constant as it multiplies by its reciprocal, 1 ulp off
    return _round(x, 10.0 ** (decimals if decimals > 0 else -decimals), decimals)


@functools.partial(jit, static_argnums=2)
def _round(x, power, decimals):
    """Round half to even; ``power`` is ``10 ** abs(decimals)``. Bools become float16."""
    if x.dtype == jnp.bool_:
        return x.astype(jnp.float16)
    if jnp.iscomplexobj(x):
        parts = (_round(part, power, decimals) for part in (x.real, x.imag))
        return lax.complex(*parts)
    if jnp.issubdtype(x.dtype, jnp.integer):
        if decimals >= 0:
            return x
        return (jnp.rint(x.astype(jnp.float64) / power) * power).astype(x.dtype)
    if decimals == 0:
        return jnp.rint(x)
    power = jnp.asarray(power, x.dtype)
    return jnp.rint(x * power) / power if decimals > 0 else jnp.rint(x / power) * power


@jit
def sign(x, /):
    return jnp.where(x == 0, 0, jnp.sign(x)).astype(x.dtype)  # 0 for -0.0 too


fabs = jit(jnp.fabs)
heaviside = jit(jnp.heaviside)
rint = jit(jnp.rint)


@jit
def lerp(input, end, weight, /):
    gap = end - input  # from the nearer end, so that a weight of 1 gives it exactly
    result = jnp.where(jnp.abs(weight) < 0.5, input + weight * gap, end - (1 - weight) * gap)
    return result.astype(input.dtype)
