"""Arrays joined, split and padded, of the JAX backend."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.shapes import joined
from ivy_core.utils.exceptions import refuse

from ..runtime.stored_programs import jit


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


_concat = jit(jnp.concatenate, static_argnums=1)
_stack = jit(jnp.stack, static_argnums=1)
hstack = jit(jnp.hstack)
vstack = jit(jnp.vstack)
dstack = jit(jnp.dstack)
column_stack = jit(jnp.column_stack)
