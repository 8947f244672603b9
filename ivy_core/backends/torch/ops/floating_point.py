"""The parts of floating-point numbers, of the PyTorch backend."""

from __future__ import annotations

import math

import torch

from ..kernels.dtype_sets import BITS

copysign = torch.copysign
nextafter = torch.nextafter
signbit = torch.signbit


def frexp(x, /):
    mantissa, exponent = torch.frexp(x)
    ordinary = torch.isfinite(x)
    return torch.where(ordinary, mantissa, x), torch.where(ordinary, exponent, 0)


def ldexp(x1, x2, /):
    # three exact factors: one alone, 2**x2, may be infinite where the result is not
    wide = x1.to(torch.float64)
    x2 = torch.clamp(x2, -2200, 2200).to(torch.int64)
    first = torch.div(x2, 3, rounding_mode="trunc")
    for part in (first, first, x2 - 2 * first):
        wide = wide * ((part + 1023) << 52).view(torch.float64)
    return wide.to(x1.dtype)


def modf(x, /):
    whole = torch.trunc(x)
    fraction = torch.where(torch.isinf(x), torch.zeros_like(x), x - whole)
    return torch.copysign(fraction, x), whole


def spacing(x, /):
    size = _MANTISSA[x.dtype]
    bits = x.view(BITS[x.dtype])
    info = torch.iinfo(bits.dtype)
    if x.dtype == torch.float16:  # as NumPy's: the distance to the next number upwards
        bits = torch.where(bits < 0, torch.clamp((bits & info.max) - 1, min=0), bits)
    exponent = (bits & info.max) >> size
    normal = (exponent - size) << size
    tiny = torch.ones_like(bits) << torch.clamp(exponent - 1, 0, size)
    last = (bits & info.max) == ((info.max >> size) << size) - 1  # after it comes infinity
    normal = torch.where(last, (info.max >> size) << size, normal)
    found = (torch.where(exponent > size, normal, tiny) | (bits & info.min)).view(x.dtype)
    return torch.where(torch.isfinite(x), found, math.nan)


_MANTISSA = {torch.float16: 10, torch.bfloat16: 7, torch.float32: 23, torch.float64: 52}
