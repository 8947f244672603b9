"""Axes: brought to the form that kernels take, with one error wherever they do not fit."""

from __future__ import annotations

import operator

from .exceptions import IvyIndexError, IvyValueError


def normal_axis(axis: int, ndim: int) -> int:
    """Return ``axis``, counted from the front.

    Raises
    ------
    IvyIndexError
        If there is no such axis.
    """
    if -ndim <= axis < ndim:
        return axis + ndim if axis < 0 else operator.index(axis)
    raise IvyIndexError(f"axis {axis} is out of bounds for array of dimension {ndim}")


def normal_axes(axis: int | tuple[int, ...] | None, ndim: int) -> tuple[int, ...]:
    """Return the axes that a reduction runs over; None stands for all of them.

    An array without axes takes 0 and -1 as NumPy's reductions do.

    Raises
    ------
    IvyIndexError
        If there is no such axis.
    IvyValueError
        If an axis is given twice.
    """
    if axis is None:
        return tuple(range(ndim))
    if type(axis) is int:
        if not ndim and axis in (0, -1):
            return ()
        return (normal_axis(axis, ndim),)
    if not isinstance(axis, (tuple, list)):
        return normal_axes(operator.index(axis), ndim)
    axes = tuple([normal_axis(operator.index(each), ndim) for each in axis])
    if len(set(axes)) != len(axes):
        raise IvyValueError("duplicate value in 'axis'")
    return axes


def reduced_shape(shape, axes: tuple[int, ...], keepdims: bool) -> tuple[int, ...]:
    """Return the shape that is left when ``axes`` (normal ones) are reduced."""
    if keepdims:
        return tuple([1 if i in axes else n for i, n in enumerate(shape)])
    return tuple([n for i, n in enumerate(shape) if i not in axes])
