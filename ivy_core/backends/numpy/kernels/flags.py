"""NumPy's functions for programs of frameworks that look at no floating-point flags.

What NumPy reports follows a variable of the context. It is set around each call: 0.2 us, where
``np.errstate`` takes 0.9. A context of its own would hide the program's variables from the call.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable

import numpy as np


def _variable_and_value() -> tuple:
    """Return NumPy's variable for the state of errors, and its value for 'ignore'."""
    context = contextvars.Context()
    context.run(np.seterr, all="ignore")
    return next(iter(context.items()))


_VARIABLE, _IGNORE = _variable_and_value()
_set, _reset = _VARIABLE.set, _VARIABLE.reset


def unreported(function: Callable) -> Callable:
    """Return a function that computes the same and reports no floating-point errors.

    Examples
    --------
    >>> unreported(np.log)(0.0)
    np.float64(-inf)
    """
    if isinstance(function, np.ufunc) and function.nout == 1 and function.nin < 3:
        return _one(function) if function.nin == 1 else _two(function)

    def call(*args, **kwargs):
        token = _set(_IGNORE)
        try:
            return function(*args, **kwargs)
        finally:
            _reset(token)

    return call


# with parameters of their own, as packing them takes a third of the time


def _one(function: np.ufunc) -> Callable:
    def call(x, /, out=None):
        token = _set(_IGNORE)
        try:
            return function(x) if out is None else function(x, out=out)
        finally:
            _reset(token)

    return call


def _two(function: np.ufunc) -> Callable:
    def call(x1, x2, /, out=None):
        token = _set(_IGNORE)
        try:
            return function(x1, x2) if out is None else function(x1, x2, out=out)
        finally:
            _reset(token)

    return call
