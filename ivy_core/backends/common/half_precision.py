"""Functions of NumPy's arrays that compute in single precision where they are given half."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

_SINGLE = np.dtype(np.float32)


def is_half(x) -> bool:
    """Return whether an array is of float16 or bfloat16, whose kind NumPy calls ``V``."""
    return x.itemsize == 2 and x.dtype.kind in "fV"


def in_single(native: Callable) -> Callable:
    """Compose a function that computes in float32 where it is given half precision.

    What it gives in float32 is rounded to the dtype of its operands, if they have one; with a
    ``dtype`` among the options, to that.
    """
    array = np.ndarray

    @functools.wraps(native)
    def call(*args, **options):
        for value in args:
            if type(value) is array:
                if value.itemsize == 2 and value.dtype.kind in "fV":
                    return _call_in_single(native, args, options)
            elif type(value) is list or type(value) is tuple:
                for each in value:
                    if type(each) is array and is_half(each):
                        return _call_in_single(native, args, options)
        return native(*args, **options)

    return call


def _call_in_single(native, args, options):
    """Return ``native(...)`` in single, rounded to its arguments' dtype unless given another."""
    found: set[np.dtype] = set()
    args = [_to_single(value, found) for value in args]
    options = {name: _to_single(value, found) for name, value in options.items()}
    half = next(iter(found)) if len(found) == 1 else _SINGLE
    wanted = options.get("dtype")
    if wanted == half:
        del options["dtype"]
    elif wanted is not None:
        return native(*args, **options)
    with np.errstate(over="ignore"):  # of what is rounded; the loops of half precision say nothing
        return rounded(native(*args, **options), half)


def _to_single(value, found_dtypes):
    """Widen half precision, in lists too; add the dtypes of inexact arrays to ``found_dtypes``."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "fcV":
            found_dtypes.add(value.dtype)
        return value.astype(_SINGLE) if is_half(value) else value
    if type(value) is list or type(value) is tuple:
        return type(value)([_to_single(each, found_dtypes) for each in value])
    return value


def rounded(result, half: np.dtype):
    """Return float32 of a result, and of tuples and lists of them, in another dtype."""
    if isinstance(result, (np.ndarray, np.generic)):
        return result.astype(half) if result.dtype == _SINGLE else result
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        return type(result)(*[rounded(each, half) for each in result])
    if isinstance(result, (tuple, list)):
        return type(result)([rounded(each, half) for each in result])
    return result
