"""Exponentials, logarithms and trigonometry of the PyTorch backend."""

from __future__ import annotations

import math

import numpy as np
import torch

from ..host.kernels import unary
from ..kernels.dtype_sets import COMPLEX, FLOATS
from .elementwise import pow

acos = torch.acos
acosh = torch.acosh
asin = torch.asin
asinh = torch.asinh
atan = torch.atan
atan2 = torch.atan2
atanh = torch.atanh
cos = torch.cos
cosh = torch.cosh
exp = torch.exp
expm1 = torch.expm1
hypot = torch.hypot
log = torch.log
log10 = torch.log10
log1p = torch.log1p
log2 = torch.log2
logaddexp = torch.logaddexp
sin = torch.sin
sinh = torch.sinh
tan = torch.tan
tanh = torch.tanh
deg2rad = torch.deg2rad
exp2 = torch.exp2
float_power = pow
logaddexp2 = torch.logaddexp2
rad2deg = torch.rad2deg


def angle(z, /, *, deg=False):
    if z.dtype in COMPLEX:
        result = torch.atan2(z.imag, z.real)
    else:
        if z.dtype not in FLOATS:
            z = z.to(_FLOAT_OF.get(z.dtype, torch.float64))
        result = torch.atan2(torch.zeros_like(z), z)
    return result * (180 / math.pi) if deg else result


_FLOAT_OF = {
    torch.int8: torch.float16, torch.uint8: torch.float16,
    torch.int16: torch.float32, torch.uint16: torch.float32,
}  # fmt: skip


def _cbrt(x):
    """Return real cube roots, computed in double precision, in the dtype of ``x``."""
    wide = x.to(torch.float64) if x.dtype is not torch.float64 else x
    root = torch.copysign(torch.pow(torch.abs(wide), 1 / 3), wide)
    # one step of Newton makes cubes exact; 0 and infinities are their own roots
    better = root - (root * root * root - wide) / (3 * root * root)
    return torch.where(torch.isfinite(better), better, root).to(x.dtype)


cbrt = unary(np.cbrt, _cbrt)


def sinc(x, /):
    if x.dtype not in FLOATS and x.dtype not in COMPLEX:
        x = x.to(torch.float64)
    x = x * math.pi
    zero = x == 0
    safe = torch.where(zero, 1, x)
    return torch.where(zero, 1, torch.sin(safe) / safe)
