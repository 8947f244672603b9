"""Complex numbers of their parts, of the PyTorch backend."""

from __future__ import annotations

import torch

from ivy_core.backends.common.construction import dtype_of_parts


def complex(real, imag):
    part = torch.float32 if dtype_of_parts(real.dtype) == "float32" else torch.float64
    return torch.complex(real.to(part), imag.to(part))
