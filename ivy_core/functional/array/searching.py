"""Searching: for extremes, and for elements that meet a condition."""

from __future__ import annotations

from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.dtypes import Dtype
from ivy_core.registry import primary


@primary(follows="array_api")
def argmax(
    x: Array,
    /,
    *,
    axis: int | None = None,
    keepdims: bool = False,
    dtype: Dtype | None = None,
    select_last_index: bool = False,
    out: Array | None = None,
) -> Array:
    """Index of the largest element; the first one if there are several, a nan before all others.

    Parameters
    ----------
    x: Values; complex ones compare by their real, then by their imaginary parts.
    axis: Axis to search along; None is all elements in C order.
    keepdims: Keep the axis, with length one (all axes if ``axis`` is None).
    dtype: Data type of the result, int64 if None.
    select_last_index: Of several take the last one.

    Returns: of the shape of ``x`` without the axis.

    Raises: IvyValueError if there are no elements to search.
    Raises: IvyIndexError if the axis is out of bounds.

    >>> ivy.argmax(ivy.asarray([[1, 5], [3, 2]]), axis=1)
    ivy.array([1, 0])
    """
    return current_backend(x).argmax(
        x, axis=axis, keepdims=keepdims, dtype=dtype, select_last_index=select_last_index, out=out
    )


@primary(follows="array_api", like=argmax)
def argmin(
    x: Array,
    /,
    *,
    axis: int | None = None,
    keepdims: bool = False,
    dtype: Dtype | None = None,
    select_last_index: bool = False,
    out: Array | None = None,
) -> Array:
    """Index of the smallest element; the first one if there are several, a nan before all others.

    >>> ivy.argmin(ivy.asarray([[1, 5], [3, 2]]), axis=1)
    ivy.array([0, 1])
    """
    return current_backend(x).argmin(
        x, axis=axis, keepdims=keepdims, dtype=dtype, select_last_index=select_last_index, out=out
    )


@primary(follows="numpy")
def argwhere(x: Array, /, *, out: Array | None = None) -> Array:
    """Indices of the elements that are not zero, one row for each.

    Parameters
    ----------
    x: Values.

    Returns: of shape (number of them, number of axes), int64.

    >>> ivy.argwhere(ivy.asarray([[0, 1], [2, 0]]))
    ivy.array([[0, 1],
               [1, 0]])
    """
    return current_backend(x).argwhere(x, out=out)


@primary(follows="array_api")
def count_nonzero(
    x: Array,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: bool = False,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Number of elements that are not zero.

    Parameters
    ----------
    x: Values; a nan is not zero.
    axis: Axes to count along; None is all of them.
    keepdims: Keep these axes, with length one.
    dtype: Data type of the result, int64 if None.

    Returns: of the shape of ``x`` without these axes.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.count_nonzero(ivy.asarray([0, 1, 2]))
    ivy.array(2)
    """
    return current_backend(x).count_nonzero(x, axis=axis, keepdims=keepdims, dtype=dtype, out=out)


@primary
def nonzero(x: Array, /, *, size: int | None = None, fill_value: int = 0) -> tuple[Array, ...]:
    """Indices of the elements that are not zero, one array for each axis.

    Parameters
    ----------
    x, with at least one axis: Values.
    size : int, optional
        How many indices to return: further ones are left out, missing ones filled up. With it the
        shape of the result is known beforehand, so that it can be compiled on every backend.
    fill_value: Index that stands for the missing ones.

    Returns
    -------
    tuple of Array
        In C order, int64.

    Raises: IvyValueError if ``x`` has no axes.

    References: Array API standard 2024.12, ``nonzero``; ``size`` as ``jax.numpy.nonzero``.

    >>> ivy.nonzero(ivy.asarray([0, 3, 0, 4]))
    (ivy.array([1, 3]),)
    """
    return current_backend(x).nonzero(x, size=size, fill_value=fill_value)


@primary(promote=("x1", "x2"), follows="array_api")
def where(
    condition: Array | bool,
    x1: Array | complex,
    x2: Array | complex,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Elements of ``x1`` where a condition is true, of ``x2`` elsewhere.

    Parameters
    ----------
    condition : Array
        True or not zero: take ``x1``.
    x1, x2 : Array or scalar
        What to take; all three broadcast, and these two promote.

    Returns: of the broadcast shape and the promoted dtype.

    Raises: IvyBroadcastShapeError if the shapes do not broadcast.

    >>> ivy.where(ivy.asarray([True, False]), ivy.asarray([1, 2]), 0.5)
    ivy.array([1. , 0.5])
    """
    return current_backend(condition, x1, x2).where(condition, x1, x2, out=out)
