"""Functions transformed into functions, of the JAX backend."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from ivy_core.backends.common import batching
from ivy_core.backends.common.outer_writes import noted
from ivy_core.utils.exceptions import InplaceUpdateException

from .indexing import is_tracer


def _vmap_without_writes(function, leaves, axes):
    """Return ``jax.vmap`` of a function of leaves; raise if it writes to outer arrays."""
    with noted(is_tracer) as writes:
        found = jax.vmap(function, in_axes=(axes,))(leaves)
    if writes.undo():
        raise InplaceUpdateException(
            "vmap: an array made outside of the function was written to inside: it would hold one "
            "value for each entry; return the values"
        )
    return found


def vmap(func, in_axes=0, out_axes=0):
    return batching.vmap("jax", _vmap_without_writes, jnp.stack, func, in_axes, out_axes)
