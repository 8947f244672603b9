"""The functions that the standard has; the core composes others of them."""

from __future__ import annotations

import array_api_strict as xp

from . import cast

abs = xp.abs
acos = xp.acos
acosh = xp.acosh
add = xp.add
argmax = xp.argmax
argmin = xp.argmin
asin = xp.asin
asinh = xp.asinh
atan = xp.atan
atan2 = xp.atan2
atanh = xp.atanh
bitwise_and = xp.bitwise_and
bitwise_invert = xp.bitwise_invert
bitwise_left_shift = xp.bitwise_left_shift
bitwise_or = xp.bitwise_or
bitwise_right_shift = xp.bitwise_right_shift
bitwise_xor = xp.bitwise_xor
ceil = xp.ceil
copysign = xp.copysign
cos = xp.cos
cosh = xp.cosh
divide = xp.divide
equal = xp.equal
exp = xp.exp
expm1 = xp.expm1
floor = xp.floor
floor_divide = xp.floor_divide
hypot = xp.hypot
less = xp.less
less_equal = xp.less_equal
log = xp.log
log10 = xp.log10
log1p = xp.log1p
log2 = xp.log2
matmul = xp.matmul
maximum = xp.maximum
minimum = xp.minimum
multiply = xp.multiply
nextafter = xp.nextafter
nonzero = xp.nonzero
pow = xp.pow
sign = xp.sign
signbit = xp.signbit
sin = xp.sin
sinh = xp.sinh
sqrt = xp.sqrt
subtract = xp.subtract
tanh = xp.tanh
where = xp.where


def conj(x, /):
    return xp.conj(x) if xp.isdtype(x.dtype, "complex floating") else xp.asarray(x, copy=True)


def remainder(x1, x2, /, *, modulus=True):
    return xp.remainder(x1, x2) if modulus else xp.subtract(x1, x2 * xp.trunc(x1 / x2))


def _true(x):
    return cast(x, xp.bool)


def logical_and(x1, x2, /):
    return xp.logical_and(_true(x1), _true(x2))


def logical_or(x1, x2, /):
    return xp.logical_or(_true(x1), _true(x2))


def logical_not(x, /):
    return xp.logical_not(_true(x))


def concat(arrays, /, *, axis=0):
    return xp.concat(arrays, axis=axis)


def _number(x):
    """Return what is summed: the standard has no sum of booleans."""
    return cast(x, xp.int64) if x.dtype == xp.bool else x


def round(x, /, *, decimals=0):
    if not decimals:
        return xp.round(x)
    scale = 10.0**decimals
    return xp.round(x * scale) / scale


def sum(x, /, *, axis=None, dtype=None, keepdims=False):
    return xp.sum(_number(x), axis=axis, dtype=dtype, keepdims=keepdims)


def prod(x, /, *, axis=None, dtype=None, keepdims=False):
    return xp.prod(_number(x), axis=axis, dtype=dtype, keepdims=keepdims)


def max(x, /, *, axis=None, keepdims=False):
    return xp.max(x, axis=axis, keepdims=keepdims)


def min(x, /, *, axis=None, keepdims=False):
    return xp.min(x, axis=axis, keepdims=keepdims)


def cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False):
    axis = 0 if axis is None else axis
    return xp.cumulative_sum(_number(x), axis=axis, dtype=dtype, include_initial=include_initial)


def cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False):
    axis = 0 if axis is None else axis
    return xp.cumulative_prod(_number(x), axis=axis, dtype=dtype, include_initial=include_initial)


def sort(x, /, *, axis=-1, descending=False, stable=True):
    return xp.sort(x, axis=axis, descending=descending, stable=stable)


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    return xp.argsort(x, axis=axis, descending=descending, stable=stable)


def inv(x, /, *, adjoint=False):
    return xp.linalg.inv(xp.matrix_transpose(x) if adjoint else x)


def solve(x1, x2, /):
    return xp.linalg.solve(x1, x2)


def unique_values(x, /):
    return xp.unique_values(x)
