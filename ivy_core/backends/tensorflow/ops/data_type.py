"""Data types of the TensorFlow backend."""

from __future__ import annotations

from ivy_core.backends.common.axes import check_lengths
from ivy_core.dtypes import as_dtype

from .. import DTYPES, broadcast_native, to_native_dtype


def as_native_dtype(dtype_in, /):
    return to_native_dtype(dtype_in)


def broadcast_to(x, /, shape):
    check_lengths(shape)
    return broadcast_native(x, shape)


def type_promote_arrays(x1, x2, /):
    return x1, x2


def valid_dtype(dtype_in, /):
    return dtype_in is None or as_dtype(dtype_in) in DTYPES
