"""Axes: brought to the form that kernels take, with one class of error wherever they do not fit.

A backend that needs them in this form has its own :func:`normalizers`, so that it is the framework
that says what is wrong with an axis.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

from ivy_core.utils.exceptions import IvyIndexError, IvyValueError


def axis_of(axis, ndim: int) -> int:
    """Return an axis counted from the front; NumPy's AxisError if it is out of bounds.

    It is for shapes and checks, where no kernel of a framework is at hand that has its own words.

    Examples
    --------
    >>> axis_of(-1, 3)
    2
    """
    return np.lib.array_utils.normalize_axis_index(operator.index(axis), ndim)


def normalizers(refuse: Callable) -> tuple[Callable, Callable]:
    """Return ``normal_axis`` and ``normal_axes`` of a backend.

    Parameters
    ----------
    refuse : callable
        ``refuse(axis, ndim)`` has the framework reduce an array with that many axes along ``axis``,
        an int or a tuple of them, that is not right. It is called when a call has failed already.

    Returns
    -------
    (callable, callable)
        ``normal_axis(axis, ndim)``: the axis counted from the front. ``normal_axes(axis, ndim)``:
        the axes that a reduction runs over as a tuple; None stands for all of them, and an array
        without axes takes 0 and -1, as NumPy's reductions do. What does not fit is the framework's
        error, else IvyIndexError, or IvyValueError for an axis that is given twice.
    """

    def normal_axis(axis, ndim):
        if type(axis) is not int:
            axis = operator.index(axis)
        if -ndim <= axis < ndim:
            return axis + ndim if axis < 0 else axis
        if ndim:
            refuse(axis, ndim)
        raise IvyIndexError(f"axis {axis} is out of bounds for array of dimension {ndim}")

    def normal_axes(axis, ndim):
        if axis is None:
            return tuple(range(ndim))
        if type(axis) is int:
            if not ndim and axis in (0, -1):
                return ()
            return (normal_axis(axis, ndim),)
        if not isinstance(axis, (tuple, list)):
            return normal_axes(operator.index(axis), ndim)
        axes = tuple([normal_axis(each, ndim) for each in axis])
        if len(set(axes)) != len(axes):
            refuse(axes, ndim)
            raise IvyValueError("duplicate value in 'axis'")
        return axes

    return normal_axis, normal_axes


def reduced_shape(shape, axes: tuple[int, ...], keepdims: bool) -> tuple[int, ...]:
    """Return the shape that is left when ``axes`` (normal ones) are reduced."""
    if keepdims:
        return tuple([1 if i in axes else n for i, n in enumerate(shape)])
    return tuple([n for i, n in enumerate(shape) if i not in axes])


def check_lengths(shape: tuple[int, ...]) -> None:
    """Raise IvyValueError if a shape has a negative length."""
    if any(n < 0 for n in shape):
        raise IvyValueError(f"negative dimensions are not allowed, {shape} was given")
