"""Quotients, remainders and common divisors of the PyTorch backend."""

from __future__ import annotations

import numpy as np
import torch

from ..host.kernels import of_two
from ..kernels.bits import SIGNED
from ..kernels.dtype_sets import FLOATS, INTEGERS
from .elementwise import abs, multiply

divide = torch.divide


def floor_divide(x1, x2, /):
    if x1.dtype in FLOATS:
        # a step function, of which PyTorch has no derivative: it is 0
        return torch.floor_divide(x1.detach(), x2.detach())
    return divide_integers(x1, x2, "floor")


def reciprocal(x, /):
    if x.dtype in INTEGERS:
        unit = (x == 1) | (x == -1) if x.dtype.is_signed else x == 1
        return torch.where(unit, x, 0)  # 1 over anything else rounds to 0
    return torch.reciprocal(x)


def remainder(x1, x2, /, *, modulus=True):
    if x1.dtype in INTEGERS:
        return integer_remainder(x1, x2, torch.remainder if modulus else torch.fmod)
    if not modulus:
        return torch.fmod(x1, x2)
    rest = torch.remainder(x1, x2)
    # zeros take the divisor's sign; the gradient would be lost there
    return rest if rest.requires_grad else rest.copysign_(x2)


def divide_integers(x1, x2, rounding):
    """Return the quotient of integers, 0 over zero."""
    if rounding == "floor" and (found := of_two(np.floor_divide, x1, x2)) is not None:
        return found
    dtype = x1.dtype
    if dtype in SIGNED:
        if dtype is torch.uint64:
            return _divide_uint64(x1.view(torch.int64), x2.view(torch.int64))[0].view(dtype)
        x1, x2 = x1.to(torch.int64), x2.to(torch.int64)
    trivial, safe = _mask_trivial_divisors(x2)
    quotient = torch.div(x1, safe, rounding_mode=rounding)
    quotient = torch.where(trivial, x1 * x2, quotient)
    return quotient.to(dtype) if dtype in SIGNED else quotient


def integer_remainder(x1, x2, function):
    """Return the remainder of integers, 0 over zero."""
    kernel = np.fmod if function is torch.fmod else np.remainder
    if (found := of_two(kernel, x1, x2)) is not None:
        return found
    dtype = x1.dtype
    if dtype in SIGNED:
        if dtype is torch.uint64:
            return _divide_uint64(x1.view(torch.int64), x2.view(torch.int64))[1].view(dtype)
        x1, x2 = x1.to(torch.int64), x2.to(torch.int64)
    rest = function(x1, _mask_trivial_divisors(x2)[1])
    return rest.to(dtype) if dtype in SIGNED else rest


def _mask_trivial_divisors(x2) -> tuple:
    """Return a mask of divisors 0 and -1, which trap, and the divisor with 1 in their positions."""
    trivial = ((x2 + 1) & -2) == 0 if x2.dtype.is_signed else x2 == 0
    return trivial, torch.where(trivial, 1, x2)


def _divide_uint64(x1, x2) -> tuple:
    """Return quotient and rest of uint64 held in int64, by a halved ``x1``; zeros for divisor 0."""
    flip = torch.iinfo(torch.int64).min
    large = x2 < 0  # 2**63 or more: goes into x1 once at most
    zero = x2 == 0
    safe = torch.where(large | zero, 1, x2)
    half = (x1 >> 1) & torch.iinfo(torch.int64).max
    quotient = torch.div(half, safe, rounding_mode="floor") << 1
    rest = x1 - quotient * safe
    again = (rest ^ flip) >= (safe ^ flip)
    quotient = torch.where(again, quotient + 1, quotient)
    rest = torch.where(again, rest - safe, rest)
    once = ((x1 ^ flip) >= (x2 ^ flip)).to(torch.int64)
    quotient = torch.where(large, once, quotient)
    rest = torch.where(large, x1 - once * x2, rest)
    return torch.where(zero, 0, quotient), torch.where(zero, 0, rest)


def divmod(x1, x2, /):
    if x1.dtype in FLOATS:
        return floor_divide(x1, x2), remainder(x1, x2)
    return divide_integers(x1, x2, "floor"), integer_remainder(x1, x2, torch.remainder)


def fmod(x1, x2, /):
    if x1.dtype in INTEGERS:
        return integer_remainder(x1, x2, torch.fmod)
    return torch.fmod(x1, x2)


def gcd(x1, x2, /):
    if x1.dtype is torch.uint64:
        # three steps of Euclid's algorithm bring both below 2**63, or the second to 0
        for _ in range(3):
            rest = integer_remainder(x1, x2, torch.fmod)
            done = x2 == 0
            x1, x2 = torch.where(done, x1, x2), torch.where(done, x2, rest)
        common = torch.gcd(x1.view(torch.int64), x2.view(torch.int64)).view(x1.dtype)
        return torch.where(x2 == 0, x1, common)
    if x1.dtype in (torch.uint16, torch.uint32):
        return torch.gcd(x1.to(torch.int64), x2.to(torch.int64)).to(x1.dtype)
    return torch.abs(torch.gcd(x1, x2))  # torch.gcd gives -1 where the smallest integer takes part


def lcm(x1, x2, /):
    return multiply(divide_integers(abs(x1), gcd(x1, x2), "trunc"), abs(x2))


def trunc_divide(x1, x2, /):
    if x1.dtype in FLOATS:
        return torch.div(x1, x2, rounding_mode="trunc")
    return divide_integers(x1, x2, "trunc")
