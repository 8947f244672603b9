"""Axes of JAX arrays, counted from the front."""

from __future__ import annotations

import jax.numpy as jnp

from ivy_core.backends.common.axes import normalizers


def _check_axis_natively(axis, ndim) -> None:
    """Raise JAX's own error by a sum along a bad axis."""
    jnp.sum(jnp.empty((1,) * ndim), axis)


normal_axis, normal_axes = normalizers(_check_axis_natively)
