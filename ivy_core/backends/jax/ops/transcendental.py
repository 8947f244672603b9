"""Exponentials, logarithms and trigonometry of the JAX backend."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..kernels.branch_cuts import with_signs
from .elementwise import pow
from .floating_point import layout

_jit = jax.jit

atan = _jit(jnp.arctan)
atan2 = _jit(jnp.arctan2)
atanh = _jit(jnp.arctanh)
cos = _jit(jnp.cos)
cosh = _jit(jnp.cosh)
exp = _jit(jnp.exp)
expm1 = _jit(jnp.expm1)
log = _jit(jnp.log)
log1p = _jit(jnp.log1p)
logaddexp = _jit(jnp.logaddexp)
sin = _jit(jnp.sin)
sinh = _jit(jnp.sinh)
tan = _jit(jnp.tan)
tanh = _jit(jnp.tanh)


@_jit
def hypot(x1, x2, /):
    if x1.dtype.itemsize > 2:
        return jnp.hypot(x1, x2)
    # the rounded root would leave the range of half precision
    return jnp.hypot(x1.astype("float32"), x2.astype("float32")).astype(x1.dtype)


acos = with_signs(jnp.arccos, imag=-1)
acosh = with_signs(jnp.arccosh, imag=1)
asin = with_signs(jnp.arcsin, real=1, imag=1)
asinh = with_signs(jnp.arcsinh, real=1, imag=1)


def _compile_logarithm(function):
    """Compile a logarithm that is exact for whole powers of its base.

    ``log(x) / log(10)``, which jax.numpy computes, is 2.9999999999999996 for 1000.
    """

    def apply(x):
        result = function(x)
        if jnp.iscomplexobj(x):
            return result
        whole = jnp.rint(result)
        error = whole - result
        near = jnp.abs(error) <= jnp.abs(whole) * (2 * jnp.finfo(x.dtype).eps)
        return result + lax.stop_gradient(jnp.where(near, error, 0))

    return _jit(apply)


log10 = _compile_logarithm(jnp.log10)
log2 = _compile_logarithm(jnp.log2)
cbrt = _jit(jnp.cbrt)
deg2rad = _jit(jnp.deg2rad)
float_power = pow
logaddexp2 = _jit(jnp.logaddexp2)
rad2deg = _jit(jnp.rad2deg)


@functools.partial(_jit, static_argnames="deg")
def angle(z, /, *, deg=False):
    if jnp.iscomplexobj(z):
        result = jnp.arctan2(z.imag, z.real)
    else:
        z = z.astype(np.angle(np.ones((), z.dtype)).dtype)
        result = jnp.arctan2(jnp.zeros_like(z), z)
    return result * np.asarray(180 / np.pi, result.dtype) if deg else result


@_jit
def exp2(x, /):
    if jnp.iscomplexobj(x):
        return jnp.exp2(x)
    # XLA goes through exp, which misses whole powers: those are put together from bits
    size, integer, _ = layout(x.dtype)
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
def sinc(x, /):
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        x = x.astype(jnp.float64)
    x = x * np.asarray(np.pi, x.dtype)
    safe = jnp.where(x == 0, 1, x)
    return jnp.where(x == 0, 1, jnp.sin(safe) / safe)
