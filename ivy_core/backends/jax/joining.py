"""Arrays joined, split and padded, of the JAX backend."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from ...arrays import lens_builders as lenses
from ...arrays.lens_builders import implementation
from ...utils.exceptions import refuse

unstack = implementation(lenses.unstack_lens)
split = implementation(lenses.split_lens)
array_split = implementation(lenses.array_split_lens)
hsplit = implementation(lenses.hsplit_lens)
vsplit = implementation(lenses.vsplit_lens)
dsplit = implementation(lenses.dsplit_lens)
sliding_window_view = implementation(lenses.sliding_window_lens)


def concat(arrays, /, *, axis=0):
    try:
        return _concat(arrays, axis)
    except (TypeError, ValueError) as err:
        refuse(err, lenses.joined, np.concatenate, arrays, axis)


def stack(arrays, /, *, axis=0):
    try:
        return _stack(arrays, axis)
    except (TypeError, ValueError) as err:
        refuse(err, lenses.joined, np.stack, arrays, axis)


_concat = jax.jit(jnp.concatenate, static_argnums=1)
_stack = jax.jit(jnp.stack, static_argnums=1)
hstack = jax.jit(jnp.hstack)
vstack = jax.jit(jnp.vstack)
dstack = jax.jit(jnp.dstack)
column_stack = jax.jit(jnp.column_stack)
