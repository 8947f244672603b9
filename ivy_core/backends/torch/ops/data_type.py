"""Data types of the PyTorch backend."""

from __future__ import annotations

from ivy_core.backends.common.axes import check_lengths
from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyBroadcastShapeError, standing_for

from .. import DTYPES, broadcast_native, to_native_dtype


def as_native_dtype(dtype_in, /):
    return to_native_dtype(dtype_in)


def broadcast_to(x, /, shape):
    check_lengths(shape)  # -1 would leave an axis as it is
    try:
        return broadcast_native(x, shape)
    except RuntimeError as err:
        raise standing_for(err, IvyBroadcastShapeError) from err


def type_promote_arrays(x1, x2, /):
    return x1, x2


def valid_dtype(dtype_in, /):
    return dtype_in is None or as_dtype(dtype_in) in DTYPES
