"""Reductions that most programs have: products and extremes along axes."""

from __future__ import annotations

from typing import Any

import numpy as _np

from .arguments import value_or
from .func_wrapper import numpy_function
from .ufuncs.table import UFUNCS

ArrayLike = Any
_NO_VALUE = _np._NoValue
_multiply, _maximum, _minimum = UFUNCS["multiply"], UFUNCS["maximum"], UFUNCS["minimum"]


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


__all__ = ["max", "min", "prod"]
