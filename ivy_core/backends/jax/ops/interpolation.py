"""Interpolation of the JAX backend: one compiled program each."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common import grids, resampling
from ivy_core.backends.common.predicates import of_one_float_dtype
from ivy_core.dtypes import as_dtype

from ..runtime.stored_programs import jit_of_layer

_METHODS = {
    "linear": "linear", "nd": "linear", "bilinear": "linear", "trilinear": "linear",
    "tf_bicubic": "cubic", "lanczos3": "lanczos3", "lanczos5": "lanczos5",
}  # fmt: skip
_COVERED = frozenset((*_METHODS, "bicubic"))
_NEAREST = ("nearest", "nearest_exact")


def interpolate(
    x, size, /, *, mode="linear", scale_factor=None, recompute_scale_factor=None,
    align_corners=False, antialias=False,
):  # fmt: skip
    size = (size,) * (x.ndim - 2) if isinstance(size, int) else tuple(size)
    if mode in _NEAREST:
        return _resize_nearest(x, size, mode)
    if mode == "bicubic":
        return _resize_by_matrices(x, size, mode, bool(antialias))
    return _resize(x, (*x.shape[:2], *size), _METHODS[mode], bool(antialias))


@functools.partial(jit_of_layer, static_argnames=("shape", "method", "antialias"))
def _resize(x, shape, method, antialias):
    return jax.image.resize(x, shape, method, antialias)


@functools.partial(jit_of_layer, static_argnames=("size", "mode"))
def _resize_nearest(x, size, mode):
    """Resize all axes but the first two to ``size``, by one selection of indices an axis."""
    for axis, (old, new) in enumerate(zip(x.shape[2:], size, strict=True), 2):
        places = resampling.nearest(mode, old, new, old / new)
        x = jnp.take(x, places, axis=axis, mode="clip")  # in half the time of jax.image.resize
    return x


@functools.partial(jit_of_layer, static_argnames=("size", "mode", "antialias"))
def _resize_by_matrices(x, size, mode, antialias):
    """Resize the last two of four axes to ``size``: a matrix product along each."""
    (height, width), (rows, columns) = x.shape[2:], size
    of_rows = resampling.weights(mode, height, rows, height / rows, False, antialias)
    of_columns = resampling.weights(mode, width, columns, width / columns, False, antialias)
    x = of_rows.astype(x.dtype) @ x  # the other order takes a quarter longer
    return x @ of_columns.T.astype(x.dtype)


def _allows_native_interpolate(
    x, size, /, *, mode="linear", scale_factor=None, align_corners=False, antialias=False, **_
) -> bool:
    """Return whether kernels cover it: lengths alone, no aligned corners, one float dtype."""
    axes = x.ndim - 2
    if {"bilinear": 2, "trilinear": 3}.get(mode, axes) != axes or axes < 1:
        return False
    fits = isinstance(size, int) or size is not None and len(size) == axes
    if not fits or scale_factor is not None or align_corners or 0 in x.shape or np.min(size) < 1:
        return False
    if mode in _NEAREST:
        return not antialias and of_one_float_dtype(x)
    if mode == "bicubic" and axes != 2:
        return False
    return mode in _COVERED and of_one_float_dtype(x) and as_dtype(x.dtype).itemsize > 2


interpolate.partial_mixed_handler = _allows_native_interpolate


def _element_picker(x):
    """Return a function that picks from ``x`` (N, C, flat) the elements at flat indices."""
    return lambda places: jnp.take_along_axis(x, places[:, None], axis=2, mode="clip")


_PRIMITIVES = grids.Primitives(
    picking=_element_picker,
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


@functools.partial(jit_of_layer, static_argnames=("mode", "padding_mode", "align_corners"))
def _grid_sample(x, grid, mode, padding_mode, align_corners):
    return grids.sample(_PRIMITIVES, x, grid, mode, padding_mode, align_corners)


def grid_sample(x, grid, /, *, mode="bilinear", padding_mode="zeros", align_corners=False):
    grids.check(x, grid, mode, padding_mode)
    return _grid_sample(x, grid, mode, padding_mode, bool(align_corners))
