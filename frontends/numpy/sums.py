"""Sums along axes, in a file of their own: most programs call no other reduction."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as _np

from .arguments import int_axis, value_or
from .func_wrapper import ivy, numpy_function
from .ndarray import ndarray
from .ufuncs.table import UFUNCS

ArrayLike = Any
_NO_VALUE = _np._NoValue
_add = UFUNCS["add"]


def has_no_options(dtype, out, initial, where) -> bool:
    """Return whether a reduction is given no option but its axis and ``keepdims``."""
    return dtype is None and out is None and initial is _NO_VALUE and where is _NO_VALUE


@numpy_function(kind="reduction", core="sum", keep_0d=True)
def sum(
    a: ArrayLike,
    axis=None,
    dtype=None,
    out=None,
    keepdims=_NO_VALUE,
    initial=_NO_VALUE,
    where=_NO_VALUE,
):
    """Sum along axes.

    >>> np.sum([[1, 2], [3, 4]], axis=0)
    array([4, 6])
    """
    if axis is not None and type(axis) is not int:
        axis = int_axis(axis)
    if has_no_options(dtype, out, initial, where) and type(a) is ndarray and axis != ():
        return ivy.sum(a, axis=axis, keepdims=builtins.bool(value_or(keepdims)))
    return _add.reduce(a, axis, dtype, out, value_or(keepdims), initial, value_or(where, True))


__all__ = ["sum"]
