"""Axes of PyTorch tensors, counted from the front."""

from __future__ import annotations

import torch

from ivy_core.backends.common.axes import normalizers


def _check_axis_natively(axis, ndim) -> None:
    """Raise PyTorch's own error by a sum along a bad axis."""
    torch.empty((1,) * ndim).sum(axis)


normal_axis, normal_axes = normalizers(_check_axis_natively)
