"""Complex numbers of their parts, of the JAX backend."""

from __future__ import annotations

import jax.numpy as jnp
from jax import lax

from ivy_core.backends.common.construction import dtype_of_parts

from ..runtime.stored_programs import jit


@jit
def complex(real, imag):
    part = dtype_of_parts(real.dtype)
    return lax.complex(*jnp.broadcast_arrays(real.astype(part), imag.astype(part)))
