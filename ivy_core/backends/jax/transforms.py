"""Functions transformed into functions, of the JAX backend."""

from __future__ import annotations

import jax

from ..common import batching


def _map(function, leaves, axes):
    return jax.vmap(function, in_axes=(axes,))(leaves)


def vmap(func, in_axes=0, out_axes=0):
    return batching.vmap("jax", _map, func, in_axes, out_axes)
