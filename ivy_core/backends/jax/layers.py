"""Layers as one compiled program each, where JAX has what they are made of."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ...dtypes import as_dtype
from ..common.predicates import of_one_float_dtype


@jax.jit
def _linear(x, weight, bias):
    outer = weight.ndim - 2
    inner = x.ndim - outer - 1
    matrix = jnp.matrix_transpose(weight)
    if outer:
        matrix = matrix.reshape(*weight.shape[:-2], *(1,) * (inner - 1), *matrix.shape[-2:])
    y = x @ matrix if inner or not outer else jnp.squeeze(x[..., None, :] @ matrix, -2)
    if bias is None:
        return y
    return y + (bias.reshape(*weight.shape[:-2], *(1,) * inner, -1) if outer else bias)


def linear(x, weight, /, *, bias=None):
    return _linear(x, weight, bias)


linear.partial_mixed_handler = lambda x, weight, *, bias=None, **_: (
    weight.ndim >= 2
    and x.ndim > weight.ndim - 2
    and x.shape[-1] == weight.shape[-1]
    and of_one_float_dtype(x, weight, bias)
)

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
