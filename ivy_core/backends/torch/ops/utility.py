"""Truth and differences on PyTorch tensors."""

from __future__ import annotations

import builtins

import torch

from ivy_core.utils.exceptions import IvyValueError

from ..host.policy import TRUTH_ELEMENTS
from ..kernels.axes import normal_axes, normal_axis
from ..kernels.reductions import comparable
from .indexing import is_tracer


def _reduce_truth(x, axis, keepdims, kernel):
    """Reduce by ``torch.all`` or ``torch.any``, nonzero elements counting as True; no view."""
    if x.dtype is not torch.bool:
        x = x.to(torch.bool)  # torch.all of uint8 is uint8
    if x.numel() > TRUTH_ELEMENTS and not is_tracer(x) and axis != ():
        # extremes of bytes are found 70 times as fast as truth is
        extreme = torch.amin if kernel is torch.all else torch.amax
        axes = normal_axes(axis, x.ndim)
        if builtins.all(x.shape[i] for i in axes):
            return extreme(x.view(torch.uint8), axes, keepdims).view(torch.bool)
    if axis is None:
        if not keepdims:
            return kernel(x)
        axis = tuple(range(x.ndim))
    return x.clone() if axis == () else kernel(x, axis, keepdims)


def all(x, /, *, axis=None, keepdims=False):
    return _reduce_truth(x, axis, keepdims, torch.all)


def any(x, /, *, axis=None, keepdims=False):
    return _reduce_truth(x, axis, keepdims, torch.any)


def diff(x, /, *, n=1, axis=-1, prepend=None, append=None):
    if n < 0 or not x.ndim:
        raise IvyValueError(f"diff: n ({n}) must not be negative, and x needs an axis")
    axis = normal_axis(axis, x.ndim)
    if not n:
        return x.clone()
    if prepend is not None and prepend.ndim:
        normal_axis(axis, prepend.ndim)  # the axis is checked against the operand that comes first
    dtype = x.dtype
    # differences of unsigned values wrap around alike in any wider dtype
    prepend, x, append = (
        None if part is None else comparable(_as_edge_slice(part, x, axis))
        for part in (prepend, x, append)
    )
    length = sum(part.numel() for part in (prepend, x, append) if part is not None)
    x = torch.diff(x, min(n, max(length, 1)), axis, prepend, append)
    return x.view(dtype) if dtype is torch.uint64 else x.to(dtype)


def _as_edge_slice(value, x, axis):
    """Broadcast a 0-d value to ``x``'s shape with length 1 at ``axis``; leave others."""
    return value if value.ndim else value.expand(*x.shape[:axis], 1, *x.shape[axis + 1 :])
