"""Exponentials, logarithms and trigonometry of the JAX backend."""

from __future__ import annotations

import functools

import jax.numpy as jnp
import numpy as np
from jax import lax

from ..kernels.branch_cuts import with_signs
from ..kernels.half_precision import in_single
from ..runtime.stored_programs import jit
from .elementwise import pow
from .floating_point import layout

atan = jit(jnp.arctan)
atan2 = jit(in_single(jnp.arctan2))
atanh = jit(in_single(jnp.arctanh))
cos = jit(jnp.cos)
cosh = jit(in_single(jnp.cosh))
exp = jit(jnp.exp)
expm1 = jit(in_single(jnp.expm1))
log = jit(jnp.log)
log1p = jit(in_single(jnp.log1p))
logaddexp = jit(in_single(jnp.logaddexp))
sin = jit(jnp.sin)
sinh = jit(in_single(jnp.sinh))
tan = jit(in_single(jnp.tan))
tanh = jit(jnp.tanh)


hypot = jit(in_single(jnp.hypot))


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

    return jit(in_single(apply))


log10 = _compile_logarithm(jnp.log10)
log2 = _compile_logarithm(jnp.log2)
cbrt = jit(in_single(jnp.cbrt))
deg2rad = jit(in_single(jnp.deg2rad))
float_power = pow
logaddexp2 = jit(in_single(jnp.logaddexp2))
rad2deg = jit(in_single(jnp.rad2deg))


@functools.partial(jit, static_argnames="deg")
def angle(z, /, *, deg=False):
    if jnp.iscomplexobj(z):
        result = jnp.arctan2(z.imag, z.real)
    else:
        z = z.astype(np.angle(np.ones((), z.dtype)).dtype)
        result = jnp.arctan2(jnp.zeros_like(z), z)
    return result * np.asarray(180 / np.pi, result.dtype) if deg else result


@jit
@in_single
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


@jit
@in_single
def sinc(x, /):
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        x = x.astype(jnp.float64)
    x = x * np.asarray(np.pi, x.dtype)
    safe = jnp.where(x == 0, 1, x)
    return jnp.where(x == 0, 1, jnp.sin(safe) / safe)
