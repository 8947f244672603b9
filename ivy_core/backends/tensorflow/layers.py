"""Layers that TensorFlow has kernels for."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ...dtypes import as_dtype
from ...utils.coverage import alike

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
    and alike(x, weight, bias)
)

_METHODS = {
    "linear": "bilinear", "nd": "bilinear", "bilinear": "bilinear", "tf_area": "area",
    "tf_bicubic": "bicubic", "mitchellcubic": "mitchellcubic", "lanczos3": "lanczos3",
    "lanczos5": "lanczos5", "gaussian": "gaussian",
}  # fmt: skip


def interpolate(
    x, size, /, *, mode="linear", scale_factor=None, recompute_scale_factor=None,
    align_corners=False, antialias=False,
):  # fmt: skip
    size = (size, size) if isinstance(size, int) else tuple(size)
    images = tf.transpose(x, (0, 2, 3, 1))
    resized = tf.image.resize(images, size, _METHODS[mode], antialias=antialias)
    return tf.transpose(resized, (0, 3, 1, 2))


def _covers_interpolate(
    x, size, /, *, mode="linear", scale_factor=None, align_corners=False, antialias=False, **_
):
    """Return whether TensorFlow has the mode, for images in single precision.

    Its bicubic kernel without antialiasing is read off a table, and some 1e-3 off.
    """
    fits = isinstance(size, int) or size is not None and len(size) == 2
    return (
        mode in _METHODS and fits and scale_factor is None and not align_corners
        and x.ndim == 4 and 0 not in x.shape and np.min(size) > 0 and as_dtype(x.dtype) == "float32"
        and (antialias or mode != "tf_bicubic")
    )  # fmt: skip


interpolate.partial_mixed_handler = _covers_interpolate
