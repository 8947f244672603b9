"""Further elementwise functions of the numpy backend."""

from __future__ import annotations

import numpy as np

angle = np.angle
bitwise_count = np.bitwise_count
cbrt = np.cbrt
deg2rad = np.deg2rad
divmod = np.divmod
exp2 = np.exp2
fabs = np.fabs
float_power = np.float_power
fmax = np.fmax
fmin = np.fmin
fmod = np.fmod
frexp = np.frexp
gcd = np.gcd
heaviside = np.heaviside
isreal = np.isreal
lcm = np.lcm
ldexp = np.ldexp
logaddexp2 = np.logaddexp2
modf = np.modf
rad2deg = np.rad2deg
rint = np.rint
sinc = np.sinc
spacing = np.spacing


def trunc_divide(x1, x2, /):
    dtype = np.result_type(x1, x2)
    if dtype.kind == "f":
        return np.trunc(np.divide(x1, x2))
    # what is left is a multiple of the divisor, for which every rounding agrees
    return np.floor_divide(np.subtract(x1, np.fmod(x1, x2)), x2)
