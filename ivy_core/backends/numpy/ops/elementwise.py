"""Arithmetic and rounding, element by element, of the NumPy backend."""

from __future__ import annotations

import numpy as np

abs = np.absolute
add = np.add
ceil = np.ceil
conj = np.conjugate
floor = np.floor
multiply = np.multiply
negative = np.negative
positive = np.positive
pow = np.power
round = np.round
sign = np.sign
sqrt = np.sqrt
square = np.square
subtract = np.subtract
trunc = np.trunc


def imag(x, /):
    return np.asarray(x).imag


def real(x, /):
    return np.asarray(x).real


fabs = np.fabs
heaviside = np.heaviside
rint = np.rint


def lerp(input, end, weight, /):
    dtype = np.result_type(input, end, weight)
    input, end, weight = (np.asarray(each, dtype) for each in (input, end, weight))
    gap = end - input  # from the nearer end, so that a weight of 1 gives it exactly
    return np.where(np.abs(weight) < 0.5, input + weight * gap, end - (1 - weight) * gap)
