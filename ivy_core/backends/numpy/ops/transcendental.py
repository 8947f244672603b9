"""Exponentials, logarithms and trigonometry of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.half_precision import in_single

acos = np.arccos
acosh = np.arccosh
asin = np.arcsin
asinh = np.arcsinh
atan = np.arctan
atan2 = np.arctan2
atanh = np.arctanh
cos = np.cos
cosh = np.cosh
exp = np.exp
expm1 = np.expm1
hypot = np.hypot
log = np.log
log10 = np.log10
log1p = np.log1p
log2 = np.log2
logaddexp = np.logaddexp
sin = np.sin
sinh = np.sinh
tan = np.tan
tanh = np.tanh
angle = np.angle
cbrt = np.cbrt
deg2rad = np.deg2rad
exp2 = np.exp2
float_power = np.float_power
logaddexp2 = np.logaddexp2
rad2deg = np.rad2deg


def sinc(x, /):
    return _sinc(x)


_sinc = in_single(np.sinc)
