"""Data types of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.dtypes import as_dtype

from .. import DTYPES, to_native_dtype


def as_native_dtype(dtype_in, /):
    return to_native_dtype(dtype_in)


def broadcast_to(x, /, shape):
    return np.broadcast_to(x, shape)


def type_promote_arrays(x1, x2, /):
    dtype = np.result_type(x1, x2)
    return np.asarray(x1, dtype), np.asarray(x2, dtype)


def valid_dtype(dtype_in, /):
    return dtype_in is None or as_dtype(dtype_in) in DTYPES
