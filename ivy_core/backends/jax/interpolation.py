"""Interpolation of the JAX backend: one compiled program each."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ...dtypes import as_dtype
from ..common import grids
from ..common.predicates import of_one_float_dtype

_METHODS = {
    "linear": "linear", "nd": "linear", "bilinear": "linear", "trilinear": "linear",
    "tf_bicubic": "cubic", "lanczos3": "lanczos3", "lanczos5": "lanczos5",
}  # fmt: skip


def interpolate(
    x, size, /, *, mode="linear", scale_factor=None, recompute_scale_factor=None,
    align_corners=False, antialias=False,
):  # fmt: skip
    size = (size,) * (x.ndim - 2) if isinstance(size, int) else tuple(size)
    return _resized(x, (*x.shape[:2], *size), _METHODS[mode], bool(antialias))


@functools.partial(jax.jit, static_argnames=("shape", "method", "antialias"))
def _resized(x, shape, method, antialias):
    return jax.image.resize(x, shape, method, antialias)


def _covers_interpolate(
    x, size, /, *, mode="linear", scale_factor=None, align_corners=False, antialias=False, **_
):
    axes = x.ndim - 2
    if {"bilinear": 2, "trilinear": 3}.get(mode, axes) != axes or axes < 1:
        return False
    fits = isinstance(size, int) or size is not None and len(size) == axes
    return (
        mode in _METHODS and fits and scale_factor is None and not align_corners
        and 0 not in x.shape and np.min(size) > 0
        and of_one_float_dtype(x) and as_dtype(x.dtype).itemsize > 2
    )  # fmt: skip


interpolate.partial_mixed_handler = _covers_interpolate


_PRIMITIVES = grids.Primitives(
    pick=lambda x, places: jnp.take_along_axis(x, places[:, None], axis=2, mode="clip"),
    floor=jnp.floor,
    round=jnp.round,
    abs=jnp.abs,
    clip=jnp.clip,
    where=jnp.where,
    isfinite=jnp.isfinite,
    reshape=jnp.reshape,
    cast=lambda x, dtype: x.astype(dtype),
    whole=jnp.int32,
    wide=jnp.float32,
)


@functools.partial(jax.jit, static_argnames=("mode", "padding_mode", "align_corners"))
def _grid_sample(x, grid, mode, padding_mode, align_corners):
    return grids.sample(_PRIMITIVES, x, grid, mode, padding_mode, align_corners)


def grid_sample(x, grid, /, *, mode="bilinear", padding_mode="zeros", align_corners=False):
    grids.check(x, grid, mode, padding_mode)
    return _grid_sample(x, grid, mode, padding_mode, bool(align_corners))
