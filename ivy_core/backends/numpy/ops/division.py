"""Quotients, remainders and common divisors of the NumPy backend."""

from __future__ import annotations

import numpy as np

divide = np.divide
floor_divide = np.floor_divide
reciprocal = np.reciprocal


def remainder(x1, x2, /, *, modulus=True):
    return np.remainder(x1, x2) if modulus else np.fmod(x1, x2)


divmod = np.divmod
fmod = np.fmod
gcd = np.gcd
lcm = np.lcm


def trunc_divide(x1, x2, /):
    dtype = np.result_type(x1, x2)
    if dtype.kind == "f":
        return np.trunc(np.divide(x1, x2))
    # the dividend less its remainder is a multiple of the divisor: every rounding agrees
    return np.floor_divide(np.subtract(x1, np.fmod(x1, x2)), x2)
