"""Interpolation that TensorFlow has kernels for."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ivy_core.backends.common import grids
from ivy_core.dtypes import as_dtype

_raw = tf.raw_ops
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


def _allows_native_interpolate(
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


interpolate.partial_mixed_handler = _allows_native_interpolate


def _element_picker(x):
    """Return a function of indices (N, K) that picks elements of ``x``, shape (N, C, elements)."""
    rows = tf.transpose(x, (0, 2, 1))  # of channels: single elements take five times as long

    def pick(places):
        return tf.transpose(tf.gather(rows, places, axis=1, batch_dims=1), (0, 2, 1))

    return pick


_PRIMITIVES = grids.Primitives(
    picking=_element_picker,
    floor=tf.floor,
    round=tf.round,
    abs=tf.abs,
    clip=tf.clip_by_value,
    where=tf.where,
    isfinite=tf.math.is_finite,
    reshape=tf.reshape,
    cast=tf.cast,
    whole=tf.int32,
    wide=tf.float32,
)


def grid_sample(x, grid, /, *, mode="bilinear", padding_mode="zeros", align_corners=False):
    grids.check(x, grid, mode, padding_mode)
    return grids.sample(_PRIMITIVES, x, grid, mode, padding_mode, align_corners)
