"""Elementwise functions of the numpy backend: NumPy's own, as ufuncs wherever there is one."""

from __future__ import annotations

import numpy as np

abs = np.absolute
acos = np.arccos
acosh = np.arccosh
add = np.add
asin = np.arcsin
asinh = np.arcsinh
atan = np.arctan
atan2 = np.arctan2
atanh = np.arctanh
bitwise_and = np.bitwise_and
bitwise_invert = np.invert
bitwise_left_shift = np.left_shift
bitwise_or = np.bitwise_or
bitwise_right_shift = np.right_shift
bitwise_xor = np.bitwise_xor
ceil = np.ceil
clip = np.clip
conj = np.conjugate
copysign = np.copysign
cos = np.cos
cosh = np.cosh
divide = np.divide
equal = np.equal
exp = np.exp
expm1 = np.expm1
floor = np.floor
floor_divide = np.floor_divide
greater = np.greater
greater_equal = np.greater_equal
hypot = np.hypot
isfinite = np.isfinite
isnan = np.isnan
less = np.less
less_equal = np.less_equal
log = np.log
log10 = np.log10
log1p = np.log1p
log2 = np.log2
logaddexp = np.logaddexp
logical_and = np.logical_and
logical_not = np.logical_not
logical_or = np.logical_or
logical_xor = np.logical_xor
maximum = np.maximum
minimum = np.minimum
multiply = np.multiply
negative = np.negative
nextafter = np.nextafter
not_equal = np.not_equal
positive = np.positive
pow = np.power
reciprocal = np.reciprocal
round = np.round
sign = np.sign
signbit = np.signbit
sin = np.sin
sinh = np.sinh
sqrt = np.sqrt
square = np.square
subtract = np.subtract
tan = np.tan
tanh = np.tanh
trunc = np.trunc


def imag(x, /):
    return np.asarray(x).imag


def isinf(x, /, *, detect_positive=True, detect_negative=True):
    if (detect_positive and detect_negative) or np.iscomplexobj(x):
        return np.isinf(x)
    if detect_positive:
        return np.equal(x, np.inf)
    if detect_negative:
        return np.equal(x, -np.inf)
    return np.zeros(np.shape(x), np.bool_)


def real(x, /):
    return np.asarray(x).real


def remainder(x1, x2, /, *, modulus=True):
    return np.remainder(x1, x2) if modulus else np.fmod(x1, x2)
