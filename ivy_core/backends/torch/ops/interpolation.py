"""Interpolation that PyTorch has kernels for."""

from __future__ import annotations

import torch

from ivy_core.backends.common import grids
from ivy_core.backends.common.predicates import of_one_float_dtype
from ivy_core.backends.common.resampling import output_sizes
from ivy_core.dtypes import as_dtype

_functional = torch.nn.functional

_MODES = {
    ("linear", 1): "linear", ("linear", 2): "bilinear", ("linear", 3): "trilinear",
    ("nd", 1): "linear", ("nd", 2): "bilinear", ("nd", 3): "trilinear",
    ("bilinear", 2): "bilinear", ("trilinear", 3): "trilinear", ("bicubic", 2): "bicubic",
} | {
    (mode, axes): mode.replace("_", "-")
    for mode in ("nearest", "nearest_exact", "area") for axes in (1, 2, 3)
}  # fmt: skip
_WITH_CORNERS = ("linear", "bilinear", "trilinear", "bicubic")


def interpolate(
    x, size, /, *, mode="linear", scale_factor=None, recompute_scale_factor=None,
    align_corners=False, antialias=False,
):  # fmt: skip
    mode = _MODES[mode, x.ndim - 2]
    return _functional.interpolate(
        x, size if size is None or isinstance(size, int) else tuple(size), scale_factor, mode,
        align_corners if mode in _WITH_CORNERS else None, recompute_scale_factor, antialias,
    )  # fmt: skip


def _allows_native_interpolate(
    x, size, /, *, mode="linear", scale_factor=None, align_corners=False, antialias=False, **_
):
    """Return whether PyTorch has the mode and all arguments are in order, else the body raises."""
    axes = x.ndim - 2
    native = _MODES.get((mode, axes))
    given = scale_factor if size is None else size
    fits = not isinstance(given, (list, tuple)) or len(given) == axes
    if (
        native is None
        or not fits
        or (size is None) == (scale_factor is None)
        or not of_one_float_dtype(x)
    ):
        return False
    new = output_sizes(x.shape[2:], size, scale_factor)
    if as_dtype(x.dtype).itemsize < 4 or 0 in x.shape or min(new) < 1:
        return False
    if align_corners and native not in _WITH_CORNERS:
        return False
    return not antialias or native in ("bilinear", "bicubic")


interpolate.partial_mixed_handler = _allows_native_interpolate


def grid_sample(x, grid, /, *, mode="bilinear", padding_mode="zeros", align_corners=False):
    grids.check(x, grid, mode, padding_mode)
    if 0 in grid.shape or not x.shape[1]:  # PyTorch refuses images without channels or points
        return x.new_zeros((*x.shape[:2], *grid.shape[1:-1]))
    return _functional.grid_sample(x, grid, mode, padding_mode, bool(align_corners))
