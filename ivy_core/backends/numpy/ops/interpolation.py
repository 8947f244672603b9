"""Interpolation of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common import grids
from ivy_core.backends.common.host import grids as host_grids


def grid_sample(x, grid, /, *, mode="bilinear", padding_mode="zeros", align_corners=False):
    dtype = np.result_type(x, grid)
    x, grid = x.astype(dtype, copy=False), grid.astype(dtype, copy=False)
    grids.check(x, grid, mode, padding_mode)
    return host_grids.sample(x, grid, mode, padding_mode, align_corners)
