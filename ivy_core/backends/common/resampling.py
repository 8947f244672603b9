"""Resampling along one axis: which elements the new ones are made of, and with which weights.

All of it follows from lengths and options, so it is computed on the host, once for each
combination. A scale is the distance of two new elements, in old ones.
"""

from __future__ import annotations

import functools

import numpy as np


def output_sizes(old, size, scale_factor) -> tuple[int, ...]:
    """Return the new lengths: ``size``, or the old ones times the factors, rounded down."""
    given = scale_factor if size is None else size
    each = tuple(given) if isinstance(given, (tuple, list)) else (given,) * len(old)
    if size is not None:
        return each
    return tuple([int(np.floor(n * factor)) for n, factor in zip(old, each, strict=True)])


@functools.lru_cache(maxsize=128)
def nearest(mode: str, old: int, new: int, scale: float) -> np.ndarray:
    """Return the index of the element that each new one copies, as PyTorch finds it."""
    at = np.arange(new)
    if mode == "nearest" and new == 2 * old:
        return at // 2
    # PyTorch computes this in single precision, and that decides which element is next
    at = at.astype(np.float32) + np.float32(0.5 if mode == "nearest_exact" else 0)
    return np.minimum(np.floor(at * np.float32(scale)).astype(np.int64), old - 1)


@functools.lru_cache(maxsize=128)
def weights(
    mode: str, old: int, new: int, scale: float, align_corners: bool, antialias: bool
) -> np.ndarray:
    """Return the matrix, of shape (new, old), that maps the old elements to the new ones."""
    if mode == "area":
        return _adaptive_average_matrix(old, new)
    if mode == "tf_area":
        return coverage(old, new, old / new)
    if mode in ("linear", "bicubic"):
        if align_corners:
            scale = (old - 1) / (new - 1) if new > 1 else 0.0
        if antialias:
            return _antialiased_matrix(mode, old, new, scale)
        places = np.arange(new) * scale if align_corners else (np.arange(new) + 0.5) * scale - 0.5
        return _linear_matrix(places, old) if mode == "linear" else _cubic_matrix(places, old)
    return _scaled_kernel_matrix(mode, old, new, antialias)


def _adaptive_average_matrix(old, new):
    """Return the matrix of PyTorch's adaptive average pooling from ``old`` to ``new`` lengths."""
    start = np.arange(new) * old // new
    stop = -(-(np.arange(new) + 1) * old // new)
    at = np.arange(old)
    inside = (at >= start[:, None]) & (at < stop[:, None])
    return inside / (stop - start)[:, None]


def coverage(old: int, new: int, scale: float) -> np.ndarray:
    """Return the matrix of means over the intervals of new elements: TensorFlow's area method."""
    low = np.arange(new)[:, None] * scale
    at = np.arange(old)
    overlap = np.minimum(at + 1, low + scale) - np.maximum(at, low)
    return np.maximum(overlap, 0) / scale


def _linear_matrix(coords, old_length):
    """Return the (new, old) matrix that interpolates at ``coords``, clamped to the old elements."""
    coords = np.maximum(coords, 0)
    first = np.minimum(coords.astype(np.int64), old_length - 1)
    second = np.minimum(first + 1, old_length - 1)
    return _matrix_of_taps(old_length, [(first, 1 - (coords - first)), (second, coords - first)])


def _cubic_matrix(coords, old_length):
    """Return the (new, old) matrix that interpolates cubically; edge elements are repeated."""
    floor = np.floor(coords)
    taps = []
    for offset in (-1, 0, 1, 2):
        at = np.clip(floor + offset, 0, old_length - 1).astype(np.int64)
        taps.append((at, _keys_cubic_kernel(np.abs(coords - floor - offset), a=-0.75)))
    return _matrix_of_taps(old_length, taps)


def _matrix_of_taps(old_length, taps):
    """Return the (new, old) matrix with each tap's weights in the columns of its indices."""
    matrix = np.zeros((len(taps[0][0]), old_length))
    rows = np.arange(len(matrix))
    for at, weight in taps:
        np.add.at(matrix, (rows, at), weight)
    return matrix


def _antialiased_matrix(mode, old, new, scale):
    """Return PyTorch's antialiased resampling matrix: the kernel grows as the image shrinks."""
    kernel_scale = max(scale, 1.0)
    radius, kernel = (1, triangle) if mode == "linear" else (2, _keys_cubic_kernel)
    center = scale * (np.arange(new) + 0.5)
    start = np.maximum((center - radius * kernel_scale + 0.5).astype(np.int64), 0)
    stop = np.minimum((center + radius * kernel_scale + 0.5).astype(np.int64), old)
    at = np.arange(old)
    matrix = kernel(np.abs(at + 0.5 - center[:, None]) / kernel_scale)
    matrix[(at < start[:, None]) | (at >= stop[:, None])] = 0
    return matrix / matrix.sum(1, keepdims=True)


def _scaled_kernel_matrix(mode, old, new, antialias):
    """Return the matrix of TensorFlow's ScaleAndTranslate: kernels normalized inside the image."""
    scale = old / new
    kernel_scale = max(scale, 1.0) if antialias else 1.0
    distance = np.arange(old) + 0.5 - (np.arange(new)[:, None] + 0.5) * scale
    matrix = KERNELS[mode](np.abs(distance) / kernel_scale)
    return matrix / matrix.sum(1, keepdims=True)


def centers(count: int, align_corners: bool) -> np.ndarray:
    """Compute the centres of a line's elements, whose ends are at -1 and 1.

    With ``align_corners`` the ends are the centers of the outermost elements, else their borders.
    """
    if count == 1:
        return np.zeros(1)
    at = np.linspace(-1, 1, count)
    return at if align_corners else at * ((count - 1) / count)


def affine_points(size: tuple[int, ...], align_corners: bool) -> np.ndarray:
    """Return all points of an image with a 1 after their coordinates, the last axis first."""
    lines = [centers(n, align_corners) for n in size]
    points = [each.ravel() for each in np.meshgrid(*lines, indexing="ij")]
    return np.stack([*reversed(points), np.ones(points[0].shape)], axis=-1)


def triangle(x, xp=np):
    """Return the weight of linear interpolation at a distance, which is not negative."""
    return xp.where(x < 1, 1 - x, 0 * x)


def _keys_cubic_kernel(x, xp=np, a=-0.5):
    """Return Keys' cubic convolution kernel of distances ``x >= 0``; 0 from 2 on."""
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return xp.where(x < 1, near, xp.where(x < 2, far, 0 * x))


def _mitchell_kernel(x, xp=np):
    near = (7 * x - 12) * x * x / 6 + 8 / 9
    far = ((-7 * x / 18 + 2) * x - 10 / 3) * x + 16 / 9
    return xp.where(x < 1, near, xp.where(x < 2, far, 0 * x))


def _sinc(x, xp):
    """Return ``sin(pi x) / (pi x)``, 1 at zero, with a finite derivative."""
    angle = np.pi * xp.where(x == 0, 0 * x + 1, x)
    return xp.where(x == 0, 0 * x + 1, xp.sin(angle) / angle)


def _lanczos_kernel(radius):
    """Return a function of distances ``x >= 0``: Lanczos' kernel, 0 from ``radius`` on."""
    return lambda x, xp=np: xp.where(x < radius, _sinc(x, xp) * _sinc(x / radius, xp), 0 * x)


def _gaussian_kernel(x, xp=np):
    return xp.where(x < 1.5, xp.exp(-2 * x * x), 0 * x)


# Each takes a distance, which is not negative, and a namespace that has where, sin and exp.
KERNELS = {
    "tf_bicubic": _keys_cubic_kernel,
    "mitchellcubic": _mitchell_kernel,
    "lanczos3": _lanczos_kernel(3),
    "lanczos5": _lanczos_kernel(5),
    "gaussian": _gaussian_kernel,
}
