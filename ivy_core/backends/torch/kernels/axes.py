"""Axes of PyTorch tensors, counted from the front."""

from __future__ import annotations

import torch

from ivy_core.backends.common.axes import normalizers


def _raise_native_axis_error(axis, ndim):
    torch.empty((1,) * ndim).sum(axis)


normal_axis, normal_axes = normalizers(_raise_native_axis_error)
