"""Unsigned 16, 32 and 64-bit integers, for which PyTorch has few kernels: moved as signed ones."""

from __future__ import annotations

import torch

SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


def moving(function):
    """Return a function that only moves elements, for the dtypes its kernel lacks too."""

    def apply(x, *args, **kwargs):
        signed = SIGNED.get(x.dtype)
        if signed is None:
            return function(x, *args, **kwargs)
        return function(x.view(signed), *args, **kwargs).view(x.dtype)

    return apply


def flip(x, axes):
    signed = SIGNED.get(x.dtype)
    return torch.flip(x, axes) if signed is None else torch.flip(x.view(signed), axes).view(x.dtype)


index_select = moving(torch.index_select)
repeat_interleave = moving(torch.repeat_interleave)
take_along_dim = moving(torch.take_along_dim)
gather = moving(torch.gather)
