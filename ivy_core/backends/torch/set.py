"""Distinct elements of PyTorch tensors, by a stable sort: torch.unique has no first indices."""

from __future__ import annotations

import torch

from ..holder import unwrapped
from .sorting import argsort


def _parts(x):
    """Return the distinct values, the sorting indices, and where in these each value begins."""
    flat = x.reshape(-1)
    order = argsort(flat)
    values = flat[order]
    first = torch.ones(values.shape, dtype=torch.bool, device=x.device)
    first[1:] = values[1:] != values[:-1]
    return values[first], order, first


def _inverse(x, order, first):
    inverse = torch.empty_like(order)
    inverse[order] = torch.cumsum(first, 0) - 1
    return inverse.reshape(x.shape)


def _counts(first):
    start = torch.nonzero(first)[:, 0]
    end = torch.tensor([first.shape[0]], device=first.device)
    return torch.diff(start, append=end)


def unique_all(x, /):
    values, order, first = _parts(x)
    return values, order[first], _inverse(x, order, first), _counts(first)


def unique_counts(x, /):
    values, _, first = _parts(x)
    return values, _counts(first)


def unique_inverse(x, /):
    values, order, first = _parts(x)
    return values, _inverse(x, order, first)


def unique_values(x, /):
    return _parts(x)[0]


def unique_consecutive(x, /, *, axis=None):
    return torch.unique_consecutive(x, return_inverse=True, return_counts=True, dim=axis)


_KNOWN = frozenset("bool uint8 int8 int16 int32 int64 float32 float64".split())


def _covers_runs(x, /, *, axis=None):
    """Return whether PyTorch knows the dtype and the axis, and no gradient is wanted."""
    native = unwrapped(x)
    return (
        0 not in x.shape
        and str(native.dtype).removeprefix("torch.") in _KNOWN
        and (axis is None or -len(x.shape) <= axis < len(x.shape))
        and not getattr(native, "requires_grad", False)
    )


unique_consecutive.partial_mixed_handler = _covers_runs
