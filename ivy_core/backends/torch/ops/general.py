"""General functions of the PyTorch backend."""

from __future__ import annotations

import torch


def isin(elements, test_elements, /, *, assume_unique=False, invert=False):
    dtype = elements.dtype
    # torch.isin has no kernel for these dtypes
    if dtype.is_complex:
        found = (elements[..., None] == test_elements.reshape(-1)).any(-1)
        return ~found if invert else found
    if dtype in (torch.bool, torch.float16, torch.bfloat16):
        elements, test_elements = elements.float(), test_elements.float()
    return torch.isin(elements, test_elements, assume_unique=assume_unique, invert=invert)
