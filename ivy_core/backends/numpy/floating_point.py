"""The parts of floating-point numbers, of the NumPy backend."""

from __future__ import annotations

import numpy as np

copysign = np.copysign
nextafter = np.nextafter
signbit = np.signbit
frexp = np.frexp
ldexp = np.ldexp
modf = np.modf
spacing = np.spacing
