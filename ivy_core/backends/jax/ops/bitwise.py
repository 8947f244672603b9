"""Operations on the bits of integers, of the JAX backend."""

from __future__ import annotations

import jax.numpy as jnp

from ..runtime.stored_programs import jit

bitwise_and = jit(jnp.bitwise_and)
bitwise_invert = jit(jnp.invert)
bitwise_left_shift = jit(jnp.left_shift)
bitwise_or = jit(jnp.bitwise_or)
bitwise_right_shift = jit(jnp.right_shift)
bitwise_xor = jit(jnp.bitwise_xor)
bitwise_count = jit(jnp.bitwise_count)
