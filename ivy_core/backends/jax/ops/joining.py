"""Arrays joined, split and padded, of the JAX backend."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.shapes import joined
from ivy_core.utils.exceptions import refuse


def concat(arrays, /, *, axis=0):
    try:
        return _concat(arrays, axis)
    except (TypeError, ValueError) as err:
        refuse(err, joined, np.concatenate, arrays, axis)


def stack(arrays, /, *, axis=0):
    try:
        return _stack(arrays, axis)
    except (TypeError, ValueError) as err:
        refuse(err, joined, np.stack, arrays, axis)


_concat = jax.jit(jnp.concatenate, static_argnums=1)
_stack = jax.jit(jnp.stack, static_argnums=1)
hstack = jax.jit(jnp.hstack)
vstack = jax.jit(jnp.vstack)
dstack = jax.jit(jnp.dstack)
column_stack = jax.jit(jnp.column_stack)
