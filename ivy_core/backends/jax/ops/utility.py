"""Truth and differences on JAX arrays."""

from __future__ import annotations

import functools

import jax.numpy as jnp
from jax import lax

from ivy_core.utils.exceptions import IvyValueError

from ..kernels.axes import normal_axes, normal_axis
from ..kernels.reductions import truth
from ..runtime.stored_programs import jit

_static = functools.partial(jit, static_argnames=("axis", "keepdims"))


@_static
def all(x, /, *, axis=None, keepdims=False):
    axis = axis if x.ndim else normal_axes(axis, 0)  # NumPy takes axis 0 of an array without axes
    return jnp.all(truth(x), axis=axis, keepdims=keepdims)


@_static
def any(x, /, *, axis=None, keepdims=False):
    axis = axis if x.ndim else normal_axes(axis, 0)
    return jnp.any(truth(x), axis=axis, keepdims=keepdims)


@functools.partial(jit, static_argnames=("n", "axis"))
def diff(x, /, *, n=1, axis=-1, prepend=None, append=None):
    if n < 0 or not x.ndim:
        raise IvyValueError(f"diff: n ({n}) must not be negative, and x needs an axis")
    axis = normal_axis(axis, x.ndim)
    parts = [_as_edge_slice(prepend, x, axis), x, _as_edge_slice(append, x, axis)]
    x = jnp.concatenate([part for part in parts if part is not None], axis) if n else x
    for _ in range(min(n, x.shape[axis])):
        later = lax.slice_in_dim(x, 1, None, axis=axis)
        earlier = lax.slice_in_dim(x, 0, later.shape[axis], axis=axis)
        x = later != earlier if x.dtype == bool else later - earlier
    return x


def _as_edge_slice(value, x, axis):
    """Return a scalar (not None) as a slice of length 1 along an axis; else itself."""
    if value is None or value.ndim:
        return value
    return jnp.broadcast_to(value, (*x.shape[:axis], 1, *x.shape[axis + 1 :]))
