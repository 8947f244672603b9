"""Views by strides: checks, and which elements of an array such a view shows."""

from __future__ import annotations

import operator

import numpy as np

from ivy_core.utils.exceptions import IvyValueError


def strided_steps(itemsize: int, shape, strides, offset) -> tuple[tuple, tuple, int]:
    """Return shape, steps and first place of a view by strides, in elements.

    Parameters
    ----------
    itemsize : int
        Bytes of an element.
    shape : int or sequence of int
        Shape of the view.
    strides : int or sequence of int
        Bytes from one element to the next along each axis.
    offset : int
        Bytes from the first element of the array to the first one of the view.

    Raises
    ------
    IvyValueError
        If a length is negative, the numbers of axes differ, or bytes lead into an element.

    Examples
    --------
    >>> strided_steps(8, (3, 2), (8, 16), 8)
    ((3, 2), (1, 2), 1)
    """
    shape = tuple(map(operator.index, shape if hasattr(shape, "__iter__") else (shape,)))
    strides = tuple(map(operator.index, strides if hasattr(strides, "__iter__") else (strides,)))
    if len(shape) != len(strides) or any(n < 0 for n in shape):
        raise IvyValueError(
            f"as_strided: shape {shape} and strides {strides} given; there must be as many of the "
            "one as of the other, and no negative length"
        )
    if any(step % itemsize for step in (*strides, offset)):
        raise IvyValueError(
            f"as_strided: strides {strides} and offset {offset} given; they must be multiples of "
            f"the {itemsize} bytes of an element"
        )
    return shape, tuple([step // itemsize for step in strides]), offset // itemsize


def strided_places(layout: tuple, shape: tuple, steps: tuple, first: int) -> np.ndarray:
    """List the elements of an array that a view by strides shows, counted in C order.

    Parameters
    ----------
    layout : tuple
        Shape of the array, and elements of memory from one to the next along each of its axes.
    shape, steps, first
        What :func:`strided_steps` returns.

    Returns
    -------
    ndarray of that shape, int64

    Raises
    ------
    IvyValueError
        If the view leads to memory that is none of the array's elements.

    Examples
    --------
    >>> strided_places(((4,), (1,)), (3, 2), (1, 1), 0).tolist()
    [[0, 1], [1, 2], [2, 3]]
    """
    wanted = _element_offsets(shape, steps) + first
    lengths, strides = layout
    if not wanted.size:
        return wanted
    own = _element_offsets(lengths, strides).reshape(-1)
    if strides == _c_order_element_strides(lengths):
        places, found = wanted, (wanted >= 0) & (wanted < own.size)
    else:
        order = np.argsort(own, kind="stable")
        at = np.searchsorted(own, wanted, sorter=order)
        places = order[np.minimum(at, own.size - 1)] if own.size else wanted
        found = own[places] == wanted if own.size else np.False_
    if not np.all(found):
        raise IvyValueError(
            f"as_strided: a view of shape {shape} would reach elements {wanted.min()} to "
            f"{wanted.max()} of the memory of an array of {own.size} elements; it may show the "
            "array's own elements only"
        )
    return places


def _element_offsets(shape: tuple, steps: tuple) -> np.ndarray:
    """Compute the distance of each element from the first one, in elements."""
    total = np.zeros((1,) * len(shape), np.int64)
    for axis, (n, step) in enumerate(zip(shape, steps, strict=True)):
        along = (np.arange(n) * step).reshape((n,) + (1,) * (len(shape) - axis - 1))
        total = total + along
    return np.broadcast_to(total, shape)


def _c_order_element_strides(shape: tuple) -> tuple:
    steps, step = [], 1
    for n in reversed(shape):
        steps.append(step)
        step *= n
    return tuple(steps[::-1])
