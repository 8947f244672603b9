"""Functions of NumPy's API that PyTorch has as one call, each with NumPy's parameters."""

from __future__ import annotations

import torch

from ..ops import indexing


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if not copy:
        return NotImplemented
    return torch.nan_to_num(x, nan, posinf, neginf)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    if x is None:
        return torch.trapezoid(y, dx=dx, dim=axis)
    return torch.trapezoid(y, x, dim=axis)


def average(a, axis=None, weights=None):
    if axis is not None or weights is None or weights.shape != a.shape:
        return NotImplemented
    total = weights.sum()
    if not total:
        return NotImplemented  # division by zero: NumPy raises
    return torch.dot(a.reshape(-1), weights.reshape(-1)) / total


def pad(array, pad_width, mode="constant", constant_values=0):
    plain = type(pad_width) is int and type(constant_values) in (int, float)
    if mode != "constant" or not plain or pad_width < 0:
        return NotImplemented
    widths = [pad_width] * (2 * array.ndim)
    return torch.nn.functional.pad(array, widths, value=float(constant_values))


def take_along_axis(arr, indices, axis=-1):
    if type(axis) is not int:
        return NotImplemented
    return indexing.take_along_axis(arr, indices, axis)


def polyval(p, x):
    if p.ndim != 1 or p.numel() < 2 or not isinstance(x, torch.Tensor) or p.requires_grad:
        return NotImplemented
    first, second, *others = p.unbind()
    y = torch.addcmul(second, first, x)
    for each in others:
        y = torch.addcmul(each, y, x)
    return y


ONE_CALLS = {
    "average": average,
    "nan_to_num": nan_to_num,
    "pad": pad,
    "polyval": polyval,
    "take_along_axis": take_along_axis,
    "trapezoid": trapezoid,
}
