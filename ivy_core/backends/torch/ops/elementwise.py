"""Arithmetic and rounding, element by element, of the PyTorch backend."""

from __future__ import annotations

import math
import operator

import numpy as np
import torch

from ..host.kernels import host_memory, unary
from ..host.policy import SIGN_ELEMENTS
from ..kernels.bits import SIGNED
from ..kernels.dtype_sets import (
    COMPLEX,
    FLOATS,
    INTEGERS,
    WHOLE,
    WITHOUT_ORDER,
    by_bits,
    unary_by_bits,
    unless,
)


def _by_complex_parts(function):
    """Compose an addition or subtraction, of complex numbers part by part.

    torch multiplies the second operand by ``alpha``, a complex 1, which makes nan of infinities.
    """
    integers = by_bits(function)

    def apply(x1, x2, /):
        dtype = x1.dtype
        if dtype in WITHOUT_ORDER:
            if dtype in COMPLEX:
                parts = function(_real_and_imaginary(x1), _real_and_imaginary(x2))
                return torch.view_as_complex(parts)
            return integers(x1, x2)
        return function(x1, x2)

    return apply


def _real_and_imaginary(x):
    """Return a real tensor, a view if it can be, whose last axis of two holds both parts."""
    return torch.view_as_real(x.resolve_conj())


abs = unless(frozenset({torch.bool, *SIGNED}), torch.abs, torch.clone)
add = _by_complex_parts(torch.add)
ceil = unless(WHOLE, torch.ceil, torch.clone)
conj = unless(COMPLEX, torch.clone, torch.conj_physical)
floor = unless(WHOLE, torch.floor, torch.clone)
multiply = torch.multiply
negative = unary_by_bits(torch.negative)
positive = torch.clone
real = torch.real
sqrt = torch.sqrt
square = unary_by_bits(torch.square)
subtract = _by_complex_parts(torch.subtract)
trunc = unless(WHOLE, torch.trunc, torch.clone)


def imag(x, /):
    return torch.imag(x) if x.dtype in COMPLEX else torch.zeros_like(x)


def pow(x1, x2, /):
    if x1.dtype in SIGNED:
        signed = SIGNED[x1.dtype]
        return torch.pow(x1.view(signed), _nonnegative_exponent(x2.view(signed))).view(x1.dtype)
    if x1.dtype in COMPLEX:
        # torch goes through the logarithm, which zero has not
        zero = torch.where(x2.real > 0, 0, complex(math.nan, math.nan))
        found = torch.where(x1 == 0, zero.to(x1.dtype), torch.pow(x1, x2))
        return torch.where(x2 == 0, 1, found)
    return torch.pow(x1, x2)


def round(x, /, *, decimals=0):
    decimals = operator.index(decimals)
    if x.dtype in COMPLEX:
        return torch.complex(round(x.real, decimals=decimals), round(x.imag, decimals=decimals))
    if x.dtype in INTEGERS:
        if decimals >= 0:
            return x.clone()
        power = 10.0**-decimals
        return (torch.round(x.to(torch.float64) / power) * power).to(x.dtype)
    if x.dtype is torch.bool:
        return x.to(torch.float16)
    if decimals == 0:
        return torch.round(x)
    # in place: further memory of a large array costs more than what is computed
    if decimals > 0:
        return (x * 10.0**decimals).round_().div_(10.0**decimals)
    return (x / 10.0**-decimals).round_().mul_(10.0**-decimals)


def _sign(x):
    """Return signs, ``x / abs(x)`` of complex numbers; wide unsigned ones too."""
    if x.dtype in SIGNED:
        return (x != 0).to(x.dtype)
    return torch.sgn(x)


# torch.sgn(nan) is 0
_sign_of_floats = unary(np.sign, lambda x: torch.where(x != x, x, torch.sgn(x)))


def sign(x, /):
    if x.dtype in FLOATS:
        if x.numel() > SIGN_ELEMENTS and host_memory(x) is not None:
            # PyTorch's own takes a third of the time, but gives 0 for nan, which a sum shows
            total = x.sum()
            if total == total:
                return torch.sgn(x)
        return _sign_of_floats(x)
    return _sign(x)


def _nonnegative_exponent(x):
    """Return a nonnegative exponent with the same power, for bits that read as negative.

    Modulo 2**n the odd numbers have an order that divides 2**(n-2), and the even ones vanish.
    """
    quarter = torch.iinfo(x.dtype).max // 2 + 1
    return torch.where(x < 0, (x & (quarter - 1)) | quarter, x)


fabs = torch.abs
rint = round


def heaviside(x1, x2, /):
    if x1.requires_grad or x2.requires_grad:  # PyTorch has no derivative of it
        return torch.where(x1 == 0, x2, torch.heaviside(x1.detach(), x2.detach()))
    return torch.where(torch.isnan(x1), x1, torch.heaviside(x1, x2))


def lerp(input, end, weight, /):
    if input.dtype.is_floating_point or input.dtype.is_complex:
        return torch.lerp(input, end, weight)
    gap = end - input
    return torch.where(abs(weight) < 0.5, input + weight * gap, end - (1 - weight) * gap)
