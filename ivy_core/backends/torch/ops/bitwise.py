"""Operations on the bits of integers, of the PyTorch backend."""

from __future__ import annotations

import torch

from ..kernels.bits import SIGNED
from ..kernels.dtype_sets import by_bits, unary_by_bits
from .elementwise import abs

bitwise_and = torch.bitwise_and
bitwise_invert = unary_by_bits(torch.bitwise_not)
bitwise_left_shift = by_bits(torch.bitwise_left_shift)
bitwise_or = torch.bitwise_or
bitwise_xor = torch.bitwise_xor


def bitwise_right_shift(x1, x2, /):
    if x1.dtype not in SIGNED:
        return torch.bitwise_right_shift(x1, x2)
    if x1.dtype is not torch.uint64:
        return torch.bitwise_right_shift(x1.to(torch.int64), x2.to(torch.int64)).to(x1.dtype)
    x1, x2 = x1.view(torch.int64), x2.view(torch.int64)
    # the sign is shifted in too: one place less, the sign bit cleared, and the last place
    first = (x1 >> 1) & torch.iinfo(torch.int64).max
    inside = (x2 > 0) & (x2 < 64)
    shifted = torch.where(inside, first >> torch.where(inside, x2 - 1, 0), 0)
    return torch.where(x2 == 0, x1, shifted).view(torch.uint64)


def bitwise_count(x, /):
    bits = abs(x)
    bits = bits.view(torch.int64) if x.dtype is torch.uint64 else bits.to(torch.int64)
    if x.dtype in (torch.int8, torch.int16, torch.int32):
        bits = bits & (2 * -torch.iinfo(x.dtype).min - 1)  # |smallest| is still negative
    # neighbouring counts are added up, in fields of 2, 4, 8 bits and then by one product
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bits * 0x0101010101010101) >> 56).to(torch.uint8)
