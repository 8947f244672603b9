"""Elementwise functions of the torch backend: torch's own wherever they mean the same.

Unsigned integers of 16, 32 and 64 bits have few kernels there. Arithmetic that wraps around takes
the signed kernel of the same width (the bits agree), order is that of the bits with the first one
flipped, and division goes through int64.
"""

from __future__ import annotations

import math
import operator

import torch

from .bits import SIGNED as _SIGNED

_BITS = {
    torch.float16: torch.int16, torch.bfloat16: torch.int16,
    torch.float32: torch.int32, torch.float64: torch.int64,
}  # fmt: skip
_COMPLEX = frozenset({torch.complex64, torch.complex128})
_FLOATS = frozenset(_BITS)
# torch's own division of these traps on zero and on the smallest integer over -1
_INTEGERS = frozenset({torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, *_SIGNED})
_ORDERED_WITHOUT_KERNEL = frozenset({*_SIGNED, *_COMPLEX})
_WHOLE = frozenset({*_INTEGERS, torch.bool})


def unary_by_bits(function):
    """Let unsigned integers take the signed kernel of their width."""

    def apply(x, /):
        if x.dtype in _SIGNED:
            return function(x.view(_SIGNED[x.dtype])).view(x.dtype)
        return function(x)

    return apply


def by_bits(function):
    """Let unsigned integers take the signed kernel of their width."""

    def apply(x1, x2, /):
        dtype = x1.dtype
        if dtype in _SIGNED:
            signed = _SIGNED[dtype]
            return function(x1.view(signed), x2.view(signed)).view(dtype)
        return function(x1, x2)

    return apply


def _by_parts(function):
    """Add or subtract complex numbers part by part.

    torch multiplies the second operand by ``alpha``, a complex 1, which makes nan of infinities.
    """
    integers = by_bits(function)

    def apply(x1, x2, /):
        dtype = x1.dtype
        if dtype in _ORDERED_WITHOUT_KERNEL:
            if dtype in _COMPLEX:
                parts = function(_parts(x1), _parts(x2))
                return torch.view_as_complex(parts)
            return integers(x1, x2)
        return function(x1, x2)

    return apply


def _parts(x):
    return torch.view_as_real(x.resolve_conj())


def _unless(dtypes, function, detour):
    """Return ``function`` for arrays of most dtypes, ``detour`` for those of ``dtypes``."""

    def apply(x, /):
        return detour(x) if x.dtype in dtypes else function(x)

    return apply


def ordered(x):
    """Return signed integers in the order of the unsigned ``x``."""
    signed = _SIGNED[x.dtype]
    return x.view(signed) ^ torch.iinfo(signed).min


def disordered(x, dtype):
    """Undo :func:`ordered`."""
    return (x ^ torch.iinfo(x.dtype).min).view(dtype)


def lexicographic(compare, x1, x2):
    """Compare complex numbers as NumPy does: by real, then by imaginary part."""
    strictly = operator.lt if compare in (torch.lt, torch.le) else operator.gt
    a, b = x1.real, x2.real
    ordinary = ~(torch.isnan(x1.imag) | torch.isnan(x2.imag))
    return (strictly(a, b) & ordinary) | ((a == b) & compare(x1.imag, x2.imag))


def _compares(function, python):
    """Return a comparison of all dtypes, int64 with uint64 included."""

    def compare(x1, x2, /):
        if x1.dtype in _ORDERED_WITHOUT_KERNEL or x2.dtype in _ORDERED_WITHOUT_KERNEL:
            if x1.dtype in _COMPLEX:
                return lexicographic(function, x1, x2)
            if x1.dtype is x2.dtype:
                return function(ordered(x1), ordered(x2))
            # a negative number lies below all unsigned ones
            signed, answer = (x1, python(-1, 0)) if x1.dtype is torch.int64 else (x2, python(0, -1))
            found = function(ordered(x1.view(torch.uint64)), ordered(x2.view(torch.uint64)))
            return torch.where(signed < 0, answer, found)
        return function(x1, x2)

    return compare


def _equality(function, differ):
    def compare(x1, x2, /):
        if x1.dtype is x2.dtype:
            return function(x1, x2)
        signed = x1 if x1.dtype is torch.int64 else x2
        return torch.where(signed < 0, differ, function(x1.view(torch.int64), x2.view(torch.int64)))

    return compare


def _extremum(function, compare):
    """Return maximum or minimum of all dtypes; nan wins."""

    def choose(x1, x2, /):
        if x1.dtype in _ORDERED_WITHOUT_KERNEL:
            if x1.dtype in _COMPLEX:
                return torch.where(lexicographic(compare, x1, x2) | torch.isnan(x1), x1, x2)
            return disordered(function(ordered(x1), ordered(x2)), x1.dtype)
        return function(x1, x2)

    return choose


def _logical(function):
    def apply(x1, x2, /):
        if x1.dtype in _SIGNED:
            return function(x1 != 0, x2 != 0)
        return function(x1, x2)

    return apply


abs = _unless(frozenset({torch.bool, *_SIGNED}), torch.abs, torch.clone)
acos = torch.acos
acosh = torch.acosh
add = _by_parts(torch.add)
asin = torch.asin
asinh = torch.asinh
atan = torch.atan
atan2 = torch.atan2
atanh = torch.atanh
bitwise_and = torch.bitwise_and
bitwise_invert = unary_by_bits(torch.bitwise_not)
bitwise_left_shift = by_bits(torch.bitwise_left_shift)
bitwise_or = torch.bitwise_or
bitwise_xor = torch.bitwise_xor
ceil = _unless(_WHOLE, torch.ceil, torch.clone)
conj = _unless(_COMPLEX, torch.clone, torch.conj_physical)
copysign = torch.copysign
cos = torch.cos
cosh = torch.cosh
divide = torch.divide
equal = _equality(torch.eq, False)
exp = torch.exp
expm1 = torch.expm1
floor = _unless(_WHOLE, torch.floor, torch.clone)
greater = _compares(torch.gt, operator.gt)
greater_equal = _compares(torch.ge, operator.ge)
hypot = torch.hypot
isfinite = torch.isfinite
isnan = torch.isnan
less = _compares(torch.lt, operator.lt)
less_equal = _compares(torch.le, operator.le)
log = torch.log
log10 = torch.log10
log1p = torch.log1p
log2 = torch.log2
logaddexp = torch.logaddexp
logical_and = _logical(torch.logical_and)
logical_not = _unless(_SIGNED, torch.logical_not, lambda x: x == 0)
logical_or = _logical(torch.logical_or)
logical_xor = _logical(torch.logical_xor)
maximum = _extremum(torch.maximum, torch.ge)
minimum = _extremum(torch.minimum, torch.le)
multiply = torch.multiply
negative = unary_by_bits(torch.negative)
nextafter = torch.nextafter
not_equal = _equality(torch.ne, True)
positive = torch.clone
real = torch.real
sin = torch.sin
sinh = torch.sinh
sqrt = torch.sqrt
square = unary_by_bits(torch.square)
signbit = torch.signbit
subtract = _by_parts(torch.subtract)
tan = torch.tan
tanh = torch.tanh
trunc = _unless(_WHOLE, torch.trunc, torch.clone)


def bitwise_right_shift(x1, x2, /):
    if x1.dtype not in _SIGNED:
        return torch.bitwise_right_shift(x1, x2)
    if x1.dtype is not torch.uint64:
        return torch.bitwise_right_shift(x1.to(torch.int64), x2.to(torch.int64)).to(x1.dtype)
    x1, x2 = x1.view(torch.int64), x2.view(torch.int64)
    # the sign is shifted in too: one place less, the sign bit cleared, and the last place
    first = (x1 >> 1) & torch.iinfo(torch.int64).max
    inside = (x2 > 0) & (x2 < 64)
    shifted = torch.where(inside, first >> torch.where(inside, x2 - 1, 0), 0)
    return torch.where(x2 == 0, x1, shifted).view(torch.uint64)


def clip(x, /, min=None, max=None):
    if min is None and max is None:
        return x.clone()
    if min is not None:
        x = maximum(x, min)
    return x if max is None else minimum(x, max)


def floor_divide(x1, x2, /):
    if x1.dtype in _FLOATS:
        return torch.floor_divide(x1, x2)
    return divide_integers(x1, x2, "floor")


def imag(x, /):
    return torch.imag(x) if x.dtype in _COMPLEX else torch.zeros_like(x)


def isinf(x, /, *, detect_positive=True, detect_negative=True):
    if (detect_positive and detect_negative) or x.dtype in _COMPLEX:
        return torch.isinf(x)
    if x.dtype in _FLOATS and detect_positive:
        return torch.isposinf(x)
    if x.dtype in _FLOATS and detect_negative:
        return torch.isneginf(x)
    return torch.zeros_like(x, dtype=torch.bool)


def pow(x1, x2, /):
    if x1.dtype in _SIGNED:
        signed = _SIGNED[x1.dtype]
        return torch.pow(x1.view(signed), _wrapped_exponent(x2.view(signed))).view(x1.dtype)
    if x1.dtype in _COMPLEX:
        # torch goes through the logarithm, which zero has not
        zero = torch.where(x2.real > 0, 0, complex(math.nan, math.nan))
        found = torch.where(x1 == 0, zero.to(x1.dtype), torch.pow(x1, x2))
        return torch.where(x2 == 0, 1, found)
    return torch.pow(x1, x2)


def reciprocal(x, /):
    if x.dtype in _INTEGERS:
        unit = (x == 1) | (x == -1) if x.dtype.is_signed else x == 1
        return torch.where(unit, x, 0)  # 1 over anything else rounds to 0
    return torch.reciprocal(x)


def remainder(x1, x2, /, *, modulus=True):
    if x1.dtype in _INTEGERS:
        return integer_remainder(x1, x2, torch.remainder if modulus else torch.fmod)
    if not modulus:
        return torch.fmod(x1, x2)
    rest = torch.remainder(x1, x2)
    # zeros take the divisor's sign; the gradient would be lost there
    return rest if rest.requires_grad else torch.copysign(rest, x2)


def round(x, /, *, decimals=0):
    decimals = operator.index(decimals)
    if x.dtype in _COMPLEX:
        return torch.complex(round(x.real, decimals=decimals), round(x.imag, decimals=decimals))
    if x.dtype in _INTEGERS:
        if decimals >= 0:
            return x.clone()
        power = 10.0**-decimals
        return (torch.round(x.to(torch.float64) / power) * power).to(x.dtype)
    if x.dtype is torch.bool:
        return x.to(torch.float16)
    if decimals == 0:
        return torch.round(x)
    if decimals > 0:
        return torch.round(x * 10.0**decimals) / 10.0**decimals
    return torch.round(x / 10.0**-decimals) * 10.0**-decimals


def sign(x, /):
    if x.dtype in _SIGNED:
        return (x != 0).to(x.dtype)
    if x.dtype in _FLOATS:
        return torch.where(x != x, x, torch.sgn(x))  # nan, of which torch says 0
    return torch.sgn(x)


def _wrapped_exponent(x):
    """Return a signed exponent of the same power, for unsigned bits that read as negative.

    Modulo 2**n the odd numbers have an order that divides 2**(n-2), and the even ones vanish.
    """
    quarter = torch.iinfo(x.dtype).max // 2 + 1
    return torch.where(x < 0, (x & (quarter - 1)) | quarter, x)


def divide_integers(x1, x2, rounding):
    """Return the quotient of integers, 0 over zero."""
    dtype = x1.dtype
    if dtype in _SIGNED:
        if dtype is torch.uint64:
            return _divide_uint64(x1.view(torch.int64), x2.view(torch.int64))[0].view(dtype)
        x1, x2 = x1.to(torch.int64), x2.to(torch.int64)
    trivial, safe = _divisor(x2)
    quotient = torch.div(x1, safe, rounding_mode=rounding)
    quotient = torch.where(trivial, x1 * x2, quotient)
    return quotient.to(dtype) if dtype in _SIGNED else quotient


def integer_remainder(x1, x2, function):
    """Return the remainder of integers, 0 over zero."""
    dtype = x1.dtype
    if dtype in _SIGNED:
        if dtype is torch.uint64:
            return _divide_uint64(x1.view(torch.int64), x2.view(torch.int64))[1].view(dtype)
        x1, x2 = x1.to(torch.int64), x2.to(torch.int64)
    rest = function(x1, _divisor(x2)[1])
    return rest.to(dtype) if dtype in _SIGNED else rest


def _divisor(x2):
    """Return where the divisor is 0 or -1, and the divisor with 1 in these places.

    Dividing by them is a product; the division itself raises for zero, and traps for the smallest
    integer over -1.
    """
    trivial = ((x2 + 1) & -2) == 0 if x2.dtype.is_signed else x2 == 0
    return trivial, torch.where(trivial, 1, x2)


def _divide_uint64(x1, x2):
    """Divide unsigned numbers held in int64: half of ``x1`` first, which is never negative."""
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
