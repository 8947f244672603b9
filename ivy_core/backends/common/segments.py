"""Checks of the functions of segments, and the values of empty segments."""

from __future__ import annotations

import operator

import numpy as np

from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyTypeError, IvyValueError

from ..loading import backend_for


def checked_number(function: str, data, segment_ids, num_segments) -> int:
    """Return the number of segments, if the arguments fit one another.

    ``data`` and ``segment_ids`` are native arrays; the values of these are looked at where they
    are known.

    Raises
    ------
    IvyTypeError
        If the data have no numbers, or the segments no integers.
    IvyBroadcastShapeError
        If there is not one segment for each row.
    IvyValueError
        If the number of segments is negative, or a segment is not below it.
    """
    dtype, of_ids = as_dtype(data.dtype), as_dtype(segment_ids.dtype)
    if dtype.is_bool or dtype.is_complex and not function.endswith("sum"):
        raise IvyTypeError(f"{function}: data of {dtype} were given; integers or reals are needed")
    if not of_ids.is_int:
        raise IvyTypeError(f"{function}: segment_ids of {of_ids} were given; integers are needed")
    shape, rows = tuple(segment_ids.shape), tuple(data.shape)
    if len(shape) != 1 or shape != rows[:1]:
        raise IvyBroadcastShapeError(
            f"{function}: segment_ids of shape {shape} were given for data of shape {rows}; "
            "one is needed for each row"
        )
    number = operator.index(num_segments)
    if number < 0:
        raise IvyValueError(
            f"{function}: {number} segments were given; not less than 0 are allowed"
        )
    backend = backend_for(segment_ids)
    if shape[0] and not backend.is_tracer(segment_ids):
        largest = int(np.max(backend.to_host(segment_ids)))
        if largest >= number:
            raise IvyValueError(
                f"{function}: segment {largest} was given; it must be below num_segments, {number}"
            )
    return number


def extreme(dtype, largest: bool):
    """Return the largest or smallest finite number of a dtype, what an empty segment's extreme is.

    Examples
    --------
    >>> extreme("int8", True), extreme("int8", False)
    (127, -128)
    """
    dtype = as_dtype(dtype)
    if dtype.is_float:
        known = dtype != "bfloat16"  # NumPy does not know it
        limit = float(np.finfo(dtype.as_numpy_dtype).max) if known else (2 - 2**-7) * 2.0**127
        return limit if largest else -limit
    info = np.iinfo(dtype.as_numpy_dtype)
    return int(info.max if largest else info.min)
