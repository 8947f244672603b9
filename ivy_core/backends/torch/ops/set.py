"""Distinct elements of PyTorch tensors: by order, as torch.unique has no first indices."""

from __future__ import annotations

import torch

from ivy_core.backends.holder import unwrapped

from .sorting import argsort, sort


def _distinct_with_order(x) -> tuple:
    """Return distinct values, the sorting indices, and a mask of these: where a value begins."""
    flat = x.reshape(-1)
    order = argsort(flat)
    values = flat[order]
    is_first = torch.ones(values.shape, dtype=torch.bool, device=x.device)
    is_first[1:] = values[1:] != values[:-1]
    return values[is_first], order, is_first


def _inverse_indices(x, order, is_first):
    """Return each element's index among the distinct values, in ``x``'s shape."""
    inverse = torch.empty_like(order)
    inverse[order] = torch.cumsum(is_first, 0) - 1
    return inverse.reshape(x.shape)


def _counts_of_distinct(is_first):
    """Return the length of each run that the mask of sorted elements begins."""
    start = torch.nonzero(is_first)[:, 0]
    end = torch.tensor([is_first.shape[0]], device=is_first.device)
    return torch.diff(start, append=end)


_WHOLE = frozenset({torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64})


def unique_all(x, /):
    if x.dtype in _WHOLE and x.numel():
        values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)
        places = torch.arange(x.numel(), device=x.device)
        first = torch.empty_like(counts).scatter_reduce_(
            0, inverse.reshape(-1), places, "amin", include_self=False
        )
        return values, first, inverse, counts
    values, order, first = _distinct_with_order(x)
    return values, order[first], _inverse_indices(x, order, first), _counts_of_distinct(first)


def _distinct_values(x) -> tuple:
    """Return the distinct values, and a mask of where each begins in the sorted elements."""
    ordered = sort(x.reshape(-1))
    first = torch.ones(ordered.shape, dtype=torch.bool, device=x.device)
    torch.ne(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first], first


def unique_counts(x, /):
    values, first = _distinct_values(x)
    return values, _counts_of_distinct(first)


def unique_inverse(x, /):
    if x.dtype in _WHOLE:
        return torch.unique(x, return_inverse=True)
    values, order, first = _distinct_with_order(x)
    return values, _inverse_indices(x, order, first)


def unique_values(x, /):
    return _distinct_values(x)[0]


def unique_consecutive(x, /, *, axis=None):
    return torch.unique_consecutive(x, return_inverse=True, return_counts=True, dim=axis)


_KNOWN = frozenset("bool uint8 int8 int16 int32 int64 float32 float64".split())


def _allows_native_runs(x, /, *, axis=None) -> bool:
    """Return whether PyTorch knows the dtype and the axis, and no gradient is wanted."""
    native = unwrapped(x)
    return (
        0 not in x.shape
        and str(native.dtype).removeprefix("torch.") in _KNOWN
        and (axis is None or -len(x.shape) <= axis < len(x.shape))
        and not getattr(native, "requires_grad", False)
    )


unique_consecutive.partial_mixed_handler = _allows_native_runs
