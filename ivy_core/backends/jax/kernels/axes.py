"""Axes of JAX arrays, counted from the front."""

from __future__ import annotations

import jax.numpy as jnp

from ivy_core.backends.common.axes import normalizers


def _raise_native_axis_error(axis, ndim):
    """Raise JAX's own error by a sum along a bad axis."""
    jnp.sum(jnp.empty((1,) * ndim), axis)


normal_axis, normal_axes = normalizers(_raise_native_axis_error)
