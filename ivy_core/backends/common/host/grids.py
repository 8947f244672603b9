"""Sampling of images at the points of a grid, on the host's memory, image by image.

Each image gets a border of zeros, which stands for all that is beyond it, so that nothing need be
asked of what was picked.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ivy_core.dtypes import as_dtype

from .. import grids
from .policy import GRID_BLOCK_ELEMENTS


def _element_picker(x):
    """Return a function of indices (N, K) that picks elements of ``x``, shape (N, C, elements)."""
    return lambda indices: np.take_along_axis(x, indices[:, None], axis=2)


_PRIMITIVES = grids.Primitives(
    picking=_element_picker,
    floor=np.floor,
    round=np.round,
    abs=np.abs,
    clip=np.clip,
    where=np.where,
    isfinite=np.isfinite,
    reshape=np.reshape,
    cast=lambda x, dtype: x.astype(dtype, copy=False),
    whole=np.int32,
    wide=np.float32,
)


def sample(x, grid, mode: str, padding_mode: str, align_corners: bool) -> np.ndarray:
    """Return the images at the points of the grid, both of one dtype, as :func:`grids.sample` does.

    Examples
    --------
    >>> x = np.arange(4.0).reshape(1, 1, 2, 2)
    >>> sample(x, np.zeros((1, 1, 1, 2)), "bilinear", "zeros", True)
    array([[[[1.5]]]])
    """
    dtype, (batch, channels), lengths = x.dtype, x.shape[:2], x.shape[2:]
    target, count = grid.shape[1:-1], math.prod(grid.shape[1:-1])
    wide = np.dtype("float32") if as_dtype(dtype).itemsize < 4 else dtype
    with np.errstate(invalid="ignore", over="ignore"):  # of points that are infinite or nan
        axes = grids.weighted_places(
            _PRIMITIVES, grid.astype(wide, copy=False), lengths, mode, padding_mode, align_corners,
            bounded=True,
        )  # fmt: skip
    taps = _flat_taps(axes, [n + 2 for n in lengths])
    border = np.zeros((channels, *[n + 2 for n in lengths]), wide)
    inner, flat = (slice(None), *[slice(1, -1)] * len(lengths)), border.reshape(channels, -1)
    y = np.empty((batch, channels, count), dtype)
    some = max(1, min(count, GRID_BLOCK_ELEMENTS // max(channels, 1)))
    total, term = np.empty((2, channels, some), wide)
    for n in range(batch):
        border[inner] = x[n]
        for begin in range(0, count, some):
            points = slice(begin, min(begin + some, count))
            width = points.stop - begin
            made, own = (total, term) if width == some else np.empty((2, channels, width), wide)
            for at, (places, weights) in enumerate(taps):
                into = own if at else made
                # no place is beyond the border; other modes than clip have NumPy copy once more
                np.take(flat, places[n, points], axis=1, out=into, mode="clip")
                if weights is not None:
                    into *= weights[n, points]
                if at:
                    made += own
            y[n, :, points] = made
    return y.reshape(batch, channels, *target)


def _flat_taps(axes, lengths):
    """Return indices into the flat, padded image and weights, for each mix of the axes' taps."""
    known = []
    for axis, taps in enumerate(axes):
        step, own = math.prod(lengths[axis + 1 :]), []
        for coordinate, weight in taps:
            coordinate = np.clip(coordinate, -1, lengths[axis] - 2)
            own.append(((coordinate.astype(np.intp) + 1) * step, weight))
        known.append(own)
    found = []
    for tap in itertools.product(*known):
        places, weights = tap[0]
        for more, weight in tap[1:]:
            places = places + more
            weights = grids.product_of(weights, weight)
        found.append((places, weights))
    return found
