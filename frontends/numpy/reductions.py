"""Reductions that most programs have: sums, products and extremes along axes."""

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
_add, _multiply = UFUNCS["add"], UFUNCS["multiply"]
_maximum, _minimum = UFUNCS["maximum"], UFUNCS["minimum"]


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


@numpy_function(kind="reduction", core="prod", keep_0d=True)
def prod(
    a: ArrayLike,
    axis=None,
    dtype=None,
    out=None,
    keepdims=_NO_VALUE,
    initial=_NO_VALUE,
    where=_NO_VALUE,
):
    """Product along axes."""
    return _multiply.reduce(a, axis, dtype, out, value_or(keepdims), initial, value_or(where, True))


@numpy_function(kind="exact", core="max", keep_0d=True)
def max(a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE, initial=_NO_VALUE, where=_NO_VALUE):
    """Largest element along axes; nan if there is one."""
    return _maximum.reduce(a, axis, None, out, value_or(keepdims), initial, value_or(where, True))


@numpy_function(kind="exact", core="min", keep_0d=True)
def min(a: ArrayLike, axis=None, out=None, keepdims=_NO_VALUE, initial=_NO_VALUE, where=_NO_VALUE):
    """Smallest element along axes; nan if there is one."""
    return _minimum.reduce(a, axis, None, out, value_or(keepdims), initial, value_or(where, True))


__all__ = ["max", "min", "prod", "sum"]
