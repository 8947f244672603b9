"""Complex numbers of their parts, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.construction import dtype_of_parts


def complex(real, imag):
    part = dtype_of_parts(np.result_type(real, imag))
    shape = np.broadcast_shapes(np.shape(real), np.shape(imag))
    made = np.empty(shape, np.complex64 if part == "float32" else np.complex128)
    made.real, made.imag = real, imag
    return made
