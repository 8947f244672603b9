"""Augmented assignments that PyTorch computes in the memory of a tensor."""

from __future__ import annotations

import numpy as np
import torch

from .indexing import is_read_only, is_tracer, share_memory

_FLOATS = frozenset({torch.float32, torch.float64})
_NUMBERS = _FLOATS | {torch.int32, torch.int64}
_UPDATES = {
    "add": (torch.Tensor.add_, _NUMBERS),
    "subtract": (torch.Tensor.sub_, _NUMBERS),
    "multiply": (torch.Tensor.mul_, _NUMBERS),
    "divide": (torch.Tensor.div_, _FLOATS),
}
_REALS = frozenset({float, np.float64})
_LARGE = 2**31


def in_place(core: str):
    kernel, dtypes = _UPDATES.get(core, (None, None))
    if kernel is None:
        return None

    def update(x, y) -> bool:
        dtype = x.dtype
        if type(x) is not torch.Tensor or dtype not in dtypes or x.requires_grad or is_tracer(x):
            return False
        kind = type(y)
        if kind is torch.Tensor:
            # what shares memory with the result would have to be read first
            if y.dtype is not dtype or x.shape != y.shape or y.requires_grad:
                return False
            if x is not y and (is_tracer(y) or share_memory(x, y)):
                return False
        elif kind in _REALS:
            if dtype is not torch.float64:
                return False
        elif kind is not int or dtype is torch.float32 or not -_LARGE <= y < _LARGE:
            return False
        if is_read_only(x):
            return False
        kernel(x, y)
        return True

    return update
