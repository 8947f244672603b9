"""Operations on the bits of integers, of the JAX backend."""

from __future__ import annotations

import jax
import jax.numpy as jnp

_jit = jax.jit

bitwise_and = _jit(jnp.bitwise_and)
bitwise_invert = _jit(jnp.invert)
bitwise_left_shift = _jit(jnp.left_shift)
bitwise_or = _jit(jnp.bitwise_or)
bitwise_right_shift = _jit(jnp.right_shift)
bitwise_xor = _jit(jnp.bitwise_xor)
bitwise_count = _jit(jnp.bitwise_count)
