"""Indexing by arrays of positions along one axis."""

from __future__ import annotations

from ..array.array import Array
from ..backend_handler import current_backend
from ..registry import primary


@primary
def take(
    x: Array,
    indices: Array,
    /,
    *,
    axis: int | None = None,
    mode: str = "raise",
    fill_value: complex | None = None,
    out: Array | None = None,
) -> Array:
    """Pick the elements at some places along an axis.

    Parameters
    ----------
    x : Array, any dtype
        Array to pick from.
    indices : Array, integer
        Places; negative ones count from the end.
    axis : int, optional
        Axis that they lie along; by default they are places in the flattened array.
    mode : {'raise', 'wrap', 'clip', 'fill'}
        What happens out of bounds: an error; the index is taken modulo the length; the nearest end
        is taken (and negative ones are 0); ``fill_value`` is taken. Compiled code cannot raise:
        there 'raise' works as 'fill'.
    fill_value : scalar, optional
        By default NaN, the least value of signed integers, the greatest of unsigned ones, or True.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x
        The shape of ``x`` with that of ``indices`` in place of the axis.

    Raises
    ------
    IvyIndexError
        If an index or the axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``take``; NumPy, ``numpy.take``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.take(ivy.asarray([1, 2, 3]), ivy.asarray([0, -1]), axis=0)
    ivy.array([1, 3])
    """
    return current_backend(x).take(
        x, indices, axis=axis, mode=mode, fill_value=fill_value, out=out
    )


@primary
def take_along_axis(
    x: Array,
    indices: Array,
    /,
    axis: int | None = -1,
    *,
    mode: str = "raise",
    out: Array | None = None,
) -> Array:
    """Pick an element for each index, from the line along an axis that the index lies in.

    Parameters
    ----------
    x : Array, any dtype
        Array to pick from.
    indices : Array, integer, of as many dimensions as x
        Places along the axis; the other axes broadcast with those of ``x``.
    axis : int or None
        Axis that the places lie along; None for the flattened array.
    mode : {'raise', 'wrap', 'clip', 'fill'}
        What happens out of bounds, as in :func:`take`.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the dtype of x

    Raises
    ------
    IvyIndexError
        If an index or the axis is out of bounds.
    IvyValueError
        If the numbers of dimensions differ.

    References
    ----------
    Array API standard 2024.12, ``take_along_axis``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([[1, 2], [3, 4]])
    >>> ivy.take_along_axis(x, ivy.asarray([[0], [1]]), axis=1)
    ivy.array([[1],
               [4]])
    """
    return current_backend(x).take_along_axis(x, indices, axis, mode=mode, out=out)


@primary
def put_along_axis(
    x: Array,
    indices: Array,
    values: Array,
    axis: int | None,
    /,
    *,
    mode: str = "replace",
    out: Array | None = None,
) -> Array:
    """Put a value at each index, into the line along an axis that the index lies in.

    The result is an array of its own; ``out=x`` writes in place, as ``numpy.put_along_axis`` does.

    Parameters
    ----------
    x : Array, any dtype
        Array into whose copy is put.
    indices : Array, integer, of as many dimensions as x
        Places along the axis; the other axes broadcast with those of ``x``.
    values : Array
        Broadcast with the indices, cast to the dtype of ``x``.
    axis : int or None
        Axis that the places lie along; None for the flattened array.
    mode : {'replace', 'sum', 'mul', 'min', 'max', 'mean'}
        How a value meets what is there; where an index comes repeatedly, 'replace' leaves the last.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, of the shape and dtype of x

    Raises
    ------
    IvyIndexError
        If an index or the axis is out of bounds.
    IvyValueError
        If the numbers of dimensions differ.

    References
    ----------
    NumPy, ``numpy.put_along_axis``; PyTorch, ``torch.scatter_reduce``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([[1, 2], [3, 4]])
    >>> ivy.put_along_axis(x, ivy.asarray([[0], [1]]), 9, 1)
    ivy.array([[9, 2],
               [3, 9]])
    """
    return current_backend(x).put_along_axis(x, indices, values, axis, mode=mode, out=out)
