"""Padding: forms of its options, which element goes where, what a framework's function serves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ivy_core.dtypes import Dtype, as_dtype, to_numpy_dtype
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError


def pairs(pad_width, ndim: int) -> tuple[tuple[int, int], ...] | None:
    """Return the widths before and after each axis; None for forms that NumPy has to spell out."""
    if type(pad_width) is int:
        return ((pad_width, pad_width),) * ndim
    if not isinstance(pad_width, (tuple, list)) or len(pad_width) != ndim:
        return None
    found = []
    for pair in pad_width:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            return None
        first, last = pair
        if type(first) is not int or type(last) is not int:
            return None
        found.append((first, last))
    return tuple(found)


def covers_constant(x, pad_width, *, mode="constant", constant_values=0, **others) -> bool:
    """Return whether ``x`` is padded by one constant that its dtype holds, at plain widths.

    It is a ``partial_mixed_handler``: what else is given, and every mistake, is the body's.
    """
    if mode != "constant" or type(constant_values) not in (bool, int, float):
        return False
    found = pairs(pad_width, x.ndim)
    if found is None or not set(others) <= _IGNORED or any(min(pair) < 0 for pair in found):
        return False
    dtype = as_dtype(x.dtype)
    if dtype.kind in "fc" or not constant_values:
        return True
    if dtype.kind == "b" or type(constant_values) is float:
        return False
    info = np.iinfo(to_numpy_dtype(dtype))
    return info.min <= constant_values <= info.max


_IGNORED = frozenset({"stat_length", "end_values", "reflect_type"})


def every_pair(values, ndim: int, integral: bool = False) -> list[tuple]:
    """Return a pair (before, after) for each axis, of all forms that NumPy takes.

    Examples
    --------
    >>> every_pair({-1: 2}, 2), every_pair((1, 2), 2)
    ([(0, 0), (2, 2)], [(1, 2), (1, 2)])
    """
    if isinstance(values, dict):
        widths = [(0, 0)] * ndim
        for axis, pair in values.items():
            widths[axis] = (pair, pair) if isinstance(pair, int) else tuple(pair)
        values = widths
    found = np.asarray(values)
    if integral and found.dtype.kind not in "iu":
        raise IvyTypeError(f"pad: widths and lengths must be integers, not {values!r}")
    if integral and (found < 0).any():
        raise IvyValueError(f"pad: widths and lengths cannot be negative, as in {values!r}")
    return [tuple(pair) for pair in np.broadcast_to(found, (ndim, 2)).tolist()]


def as_assigned(value, dtype: Dtype):
    """Return a scalar as it is when assigned into an array of a dtype.

    Examples
    --------
    >>> as_assigned(2.75, as_dtype("int8"))
    2
    """
    return np.asarray(value).astype(to_numpy_dtype(dtype)).item()


def source_positions(length: int, pair: tuple[int, int], mode: str) -> np.ndarray:
    """Compute the source index of each element of a padded axis, by NumPy's ``pad``.

    Examples
    --------
    >>> source_positions(3, (2, 1), "wrap")
    array([1, 2, 0, 1, 2, 0])
    """
    return np.pad(np.arange(length), pair, mode)


def odd_factors(length: int, pair: tuple[int, int], mode: str) -> tuple[np.ndarray, ...]:
    """Count how often the element itself, the first and the last one add to each element.

    That is so for odd reflection, and does not depend on the values: NumPy's answer for unit
    vectors tells it.

    Examples
    --------
    >>> inner, first, last = odd_factors(3, (1, 0), "reflect")
    >>> inner.tolist(), first.tolist(), last.tolist()
    ([-1, 0, 1, 0], [2, 1, 0, 0], [0, 0, 0, 1])
    """
    here = source_positions(length, pair, mode)
    first, last = (
        np.pad((np.arange(length) == end).astype(np.int64), pair, mode, reflect_type="odd")
        for end in (0, length - 1)
    )
    return np.where((here == 0) | (here == length - 1), 0, 1 - first - last), first, last


def by_function(array: np.ndarray, widths, function: Callable, options: dict) -> np.ndarray:
    """Return an array padded by a user's function, which NumPy calls for each vector."""
    return np.pad(array, widths, function, **options)
