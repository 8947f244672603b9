"""Layers that TensorFlow has kernels for."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ...dtypes import as_dtype
from ..common.predicates import of_one_float_dtype

_raw = tf.raw_ops


def linear(x, weight, /, *, bias=None):
    outer = weight.shape.rank - 2
    inner = x.shape.rank - outer - 1
    batches = tuple(weight.shape[:-2])
    if inner > 1 and outer:
        weight = tf.reshape(weight, (*batches, *(1,) * (inner - 1), *weight.shape[-2:]))
    y = tf.matmul(x if inner else tf.expand_dims(x, -2), weight, transpose_b=True)
    y = y if inner else tf.squeeze(y, -2)
    if bias is None:
        return y
    if outer:
        bias = tf.reshape(bias, (*batches, *(1,) * inner, bias.shape[-1]))
    return _raw.AddV2(x=y, y=bias)


linear.partial_mixed_handler = lambda x, weight, *, bias=None, **_: (
    weight.ndim >= 2
    and x.ndim > weight.ndim - 2
    and x.shape[-1] == weight.shape[-1]
    and of_one_float_dtype(x, weight, bias)
)

_BILINEAR = ("linear", "nd", "bilinear")
_LAST, _SECOND = np.array([0, 2, 3, 1], np.int32), np.array([0, 3, 1, 2], np.int32)


def interpolate(
    x, size, /, *, mode="linear", scale_factor=None, recompute_scale_factor=None,
    align_corners=False, antialias=False,
):  # fmt: skip
    size = np.array((size, size) if isinstance(size, int) else size, np.int32)
    images = _raw.Transpose(x=x, perm=_LAST)
    resized = _raw.ResizeBilinear(images=images, size=size, half_pixel_centers=True)
    return _raw.Transpose(x=resized, perm=_SECOND)


def _covers_interpolate(
    x, size, /, *, mode="linear", scale_factor=None, align_corners=False, antialias=False, **_
):
    """Return whether it is bilinear interpolation of images in single precision.

    The other kernels lack something: ResizeArea a gradient, ResizeBicubic three digits of precision
    (it reads a table), and ScaleAndTranslate is slower than the body's matrices when images grow.
    """
    fits = isinstance(size, int) or size is not None and len(size) == 2
    return (
        mode in _BILINEAR and fits and scale_factor is None and not align_corners and not antialias
        and x.ndim == 4 and 0 not in x.shape and np.min(size) > 0
        and as_dtype(x.dtype) == "float32"
    )  # fmt: skip


interpolate.partial_mixed_handler = _covers_interpolate
