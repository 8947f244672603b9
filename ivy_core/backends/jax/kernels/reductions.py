"""Shared parts of the JAX backend's reductions, searches and sorts."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp

from .. import is_tracer
from ..runtime.sharding import is_sharded


@functools.cache
def _runs_on_cpu() -> bool:
    return jax.default_backend() == "cpu"


def on_host(*arrays) -> bool:
    """Return whether NumPy may do it: none is traced, and each is whole in the host's memory.

    Values that need sorting are dealt with there several times faster than by a compiled sort, and
    nothing needs compiling for each shape.
    """
    return _runs_on_cpu() and not (any(map(is_tracer, arrays)) or any(map(is_sharded, arrays)))


def truth(x):
    """Compare elements with zero; jnp.all looks at the real part of complex ones only."""
    return x != 0 if jnp.iscomplexobj(x) else x.astype(bool)


def complex_argextreme(x, largest):
    """Find the first largest (or smallest) complex element along the last axis: its index.

    Real parts are compared first, then imaginary ones; a nan is more extreme than anything.
    """
    worst = -jnp.inf if largest else jnp.inf
    reduce = jnp.max if largest else jnp.min
    missing = jnp.isnan(x)
    real = jnp.where(missing, worst, x.real)
    best = real == reduce(real, -1, keepdims=True)
    imag = jnp.where(best, jnp.where(missing, worst, x.imag), worst)
    best &= imag == reduce(imag, -1, keepdims=True)
    return jnp.where(missing.any(-1), jnp.argmax(missing, -1), jnp.argmax(best, -1))
