"""Functions that NumPy's programs for many lengths (:mod:`.growing_host`) call."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..host.policy import ERROR_FUNCTION_ELEMENTS


class OutsideError(Exception):
    """A call looks up what is not there: the function itself says what becomes of it."""


def of_few(function: Callable, rule: Callable, x):
    """Compute a special function of few elements one by one, else by a rule's series."""
    if x.size > ERROR_FUNCTION_ELEMENTS:
        return rule(x)
    return np.array([function(each) for each in x.ravel().tolist()], x.dtype).reshape(x.shape)


def whole_numbers(x, dtype):
    """Return floats as ints.

    What is too small is the least one, as everywhere; for what is too large, and for nan,
    processors differ.
    """
    limits = np.iinfo(dtype)
    if not (x < float(limits.max)).all():
        raise OutsideError
    return np.where(x <= float(limits.min), dtype.type(limits.min), x.astype(dtype))


def taken_at(x, indices, is_checked: bool):
    """Return the elements at indices of the first axes, the nearest ones for those outside."""
    which = []
    for n, size in enumerate(x.shape[: indices.shape[-1]]):
        at = indices[..., n]
        clipped = at.clip(0, size - 1)
        if is_checked and (at != clipped).any():
            raise OutsideError
        which.append(clipped)
    return x[tuple(which)]


def taken(x, indices, axis: int, is_checked: bool):
    """Return the elements at indices of an axis, the nearest ones for those outside."""
    which = indices[..., 0]
    size = x.shape[axis]
    made = x.take(which, axis, mode="clip")
    if is_checked and ((which < 0) | (which >= size)).any():
        raise OutsideError
    return made


def written(x, indices, updates):
    """Return a copy of an array with others at indices of all its axes."""
    which = [indices[..., n] for n in range(x.ndim)]
    if any(((at < 0) | (at >= size)).any() for at, size in zip(which, x.shape, strict=True)):
        raise OutsideError
    made = x.copy()
    made[tuple(which)] = updates
    return made


def row(x, at: int, is_checked: bool):
    """Return a row of an array, the nearest one for an index outside."""
    if 0 <= at < len(x):
        return x[at]
    if is_checked:
        raise OutsideError
    return x[0 if at < 0 else -1]


def full(x, shape: tuple, dtype):
    """Return an array of a shape that repeats another one."""
    made = np.empty(shape, dtype)
    made[...] = x
    return made


def window(start: int, size: int, most: int) -> slice:
    """Return the slice of a window, which begins at ``most`` at the latest."""
    start = min(max(start, 0), most)
    return slice(start, start + size)


__all__ = [
    "OutsideError",
    "full",
    "of_few",
    "row",
    "taken",
    "taken_at",
    "whole_numbers",
    "window",
    "written",
]
