"""Interpolation of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ..common import grids

_PRIMITIVES = grids.Primitives(
    pick=lambda x, places: np.take_along_axis(x, places[:, None], axis=2),
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


def grid_sample(x, grid, /, *, mode="bilinear", padding_mode="zeros", align_corners=False):
    dtype = np.result_type(x, grid)
    x, grid = x.astype(dtype, copy=False), grid.astype(dtype, copy=False)
    grids.check(x, grid, mode, padding_mode)
    with np.errstate(invalid="ignore"):  # of points that are infinite or nan
        return grids.sample(_PRIMITIVES, x, grid, mode, padding_mode, align_corners)
