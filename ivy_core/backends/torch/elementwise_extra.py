"""Further elementwise functions of the torch backend."""

from __future__ import annotations

import math

import torch

from .elementwise import (
    _BITS,
    _COMPLEX,
    _FLOATS,
    _INTEGERS,
    _ORDERED_WITHOUT_KERNEL,
    abs,
    divide_integers,
    floor_divide,
    integer_remainder,
    lexicographic,
    maximum,
    minimum,
    multiply,
    pow,
    remainder,
    round,
)

deg2rad = torch.deg2rad
exp2 = torch.exp2
fabs = torch.abs
float_power = pow
logaddexp2 = torch.logaddexp2
rad2deg = torch.rad2deg
rint = round


def angle(z, /, *, deg=False):
    if z.dtype in _COMPLEX:
        result = torch.atan2(z.imag, z.real)
    else:
        if z.dtype not in _FLOATS:
            z = z.to(_FLOAT_OF.get(z.dtype, torch.float64))
        result = torch.atan2(torch.zeros_like(z), z)
    return result * (180 / math.pi) if deg else result


_FLOAT_OF = {
    torch.int8: torch.float16, torch.uint8: torch.float16,
    torch.int16: torch.float32, torch.uint16: torch.float32,
}  # fmt: skip


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


def cbrt(x, /):
    wide = x.to(torch.float64) if x.dtype is not torch.float64 else x
    root = torch.copysign(torch.pow(torch.abs(wide), 1 / 3), wide)
    # one step of Newton makes cubes exact; 0 and infinities are their own roots
    better = root - (root * root * root - wide) / (3 * root * root)
    return torch.where(torch.isfinite(better), better, root).to(x.dtype)


def divmod(x1, x2, /):
    if x1.dtype in _FLOATS:
        return floor_divide(x1, x2), remainder(x1, x2)
    return divide_integers(x1, x2, "floor"), integer_remainder(x1, x2, torch.remainder)


def fmax(x1, x2, /):
    if x1.dtype not in _ORDERED_WITHOUT_KERNEL:
        return torch.fmax(x1, x2)
    if x1.dtype in _COMPLEX:
        return torch.where(lexicographic(torch.ge, x1, x2) | torch.isnan(x2), x1, x2)
    return maximum(x1, x2)


def fmin(x1, x2, /):
    if x1.dtype not in _ORDERED_WITHOUT_KERNEL:
        return torch.fmin(x1, x2)
    if x1.dtype in _COMPLEX:
        return torch.where(lexicographic(torch.le, x1, x2) | torch.isnan(x2), x1, x2)
    return minimum(x1, x2)


def fmod(x1, x2, /):
    if x1.dtype in _INTEGERS:
        return integer_remainder(x1, x2, torch.fmod)
    return torch.fmod(x1, x2)


def frexp(x, /):
    mantissa, exponent = torch.frexp(x)
    ordinary = torch.isfinite(x)
    return torch.where(ordinary, mantissa, x), torch.where(ordinary, exponent, 0)


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
    return torch.abs(torch.gcd(x1, x2))  # -1 where the smallest integer takes part


def heaviside(x1, x2, /):
    return torch.where(torch.isnan(x1), x1, torch.heaviside(x1, x2))


def isreal(x, /):
    return x.imag == 0 if x.dtype in _COMPLEX else torch.ones_like(x, dtype=torch.bool)


def lcm(x1, x2, /):
    return multiply(divide_integers(abs(x1), gcd(x1, x2), "trunc"), abs(x2))


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


def sinc(x, /):
    if x.dtype not in _FLOATS and x.dtype not in _COMPLEX:
        x = x.to(torch.float64)
    x = x * math.pi
    zero = x == 0
    safe = torch.where(zero, 1, x)
    return torch.where(zero, 1, torch.sin(safe) / safe)


def spacing(x, /):
    size = _MANTISSA[x.dtype]
    bits = x.view(_BITS[x.dtype])
    info = torch.iinfo(bits.dtype)
    exponent = (bits & info.max) >> size
    normal = (exponent - size) << size
    tiny = torch.ones_like(bits) << torch.clamp(exponent - 1, 0, size)
    last = (bits & info.max) == ((info.max >> size) << size) - 1  # after it comes infinity
    normal = torch.where(last, (info.max >> size) << size, normal)
    found = (torch.where(exponent > size, normal, tiny) | (bits & info.min)).view(x.dtype)
    return torch.where(torch.isfinite(x), found, math.nan)


_MANTISSA = {torch.float16: 10, torch.bfloat16: 7, torch.float32: 23, torch.float64: 52}


def trunc_divide(x1, x2, /):
    if x1.dtype in _FLOATS:
        return torch.div(x1, x2, rounding_mode="trunc")
    return divide_integers(x1, x2, "trunc")
