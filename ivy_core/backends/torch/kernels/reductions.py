"""Shared parts of the PyTorch backend's reductions, searches and sorts."""

from __future__ import annotations

import math

import torch

_INT64, _UINT64 = torch.int64, torch.uint64

# Dtypes that few kernels know, and a wider one of the same order. uint64 has none: its bits move.
WIDER = {torch.uint16: torch.int32, torch.uint32: torch.int64}
_SIGN = -(2**63)


def comparable(x):
    """Return ``x`` with elements that every comparing kernel knows, in the same order.

    ``restored`` takes the way back. Bits of uint64 are moved so that 0 becomes the least int64.
    """
    wider = WIDER.get(x.dtype)
    if wider is not None:
        return x.to(wider)
    return x.view(_INT64) ^ _SIGN if x.dtype is _UINT64 else x


def restored(x, dtype):
    """Convert a kernel's result of ``comparable`` values back to their own dtype."""
    if dtype is _UINT64:
        return (x ^ _SIGN).view(_UINT64)
    return x.to(dtype) if dtype in WIDER else x


def complex_argextreme(x, largest):
    """Find the first largest (or smallest) complex element along the last axis: its index.

    Real parts are compared first, then imaginary ones; a nan is more extreme than anything.
    """
    worst = -math.inf if largest else math.inf
    kernel = torch.amax if largest else torch.amin
    missing = torch.isnan(x)
    real = torch.where(missing, worst, x.real)
    best = real == kernel(real, -1, keepdim=True)
    imag = torch.where(best, torch.where(missing, worst, x.imag), worst)
    best &= imag == kernel(imag, -1, keepdim=True)
    at = torch.argmax(best.to(torch.uint8), -1)
    return torch.where(missing.any(-1), torch.argmax(missing.to(torch.uint8), -1), at)
