"""The parts of floating-point numbers, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.half_precision import in_single

copysign = np.copysign
nextafter = np.nextafter
signbit = np.signbit
frexp = np.frexp
modf = np.modf
spacing = np.spacing


def ldexp(x1, x2, /):
    return _ldexp(x1, x2)


_ldexp = in_single(np.ldexp)  # NumPy takes bfloat16 beside an integer for float32
