"""Reductions of rows that belong to one segment each."""

from __future__ import annotations

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.registry import compositional, handle_nestable, primary

from ..operands import as_array, filled


@primary(follows="tf.math")
def unsorted_segment_max(
    data: Array, segment_ids: Array, num_segments: int, *, out: Array | None = None
) -> Array:
    """Largest element of the rows of each segment.

    Parameters
    ----------
    data, shape (N, ...), real: Rows.
    segment_ids : Array, shape (N,), integer
        The segment of each row, below ``num_segments``; rows of negative ones are left out.
    num_segments: Number of segments.

    Returns
    -------
    Array, shape (num_segments, ...)
        Of the dtype of ``data``. With no rows it is the smallest finite number of the dtype.

    Raises
    ------
    IvyTypeError
        If ``data`` have no such dtype, or the segments are no integers.
    IvyBroadcastShapeError
        If there is not one segment for each row.
    IvyValueError
        If ``num_segments`` is negative, or a segment is not below it (if its value is known).

    >>> data, ids = ivy.asarray([1.0, 2.0, 4.0]), ivy.asarray([1, 0, 1])
    >>> ivy.unsorted_segment_max(data, ids, 2)
    ivy.array([2., 4.])
    """
    return current_backend(data, segment_ids).unsorted_segment_max(data, segment_ids, num_segments)


@compositional(follows="tf.math")
@handle_nestable
def unsorted_segment_mean(
    data: Array, segment_ids: Array, num_segments: int, *, out: Array | None = None
) -> Array:
    """Mean of the rows of each segment.

    Parameters
    ----------
    data, shape (N, ...), numeric: Rows.
    segment_ids : Array, shape (N,), integer
        The segment of each row, below ``num_segments``; rows of negative ones are left out.
    num_segments: Number of segments.

    Returns
    -------
    Array, shape (num_segments, ...)
        Of the dtype of ``data``, or the one that a quotient of integers has. Without rows it is 0.

    Raises
    ------
    IvyTypeError
        If ``data`` are boolean, or the segments are no integers.
    IvyBroadcastShapeError
        If there is not one segment for each row.
    IvyValueError
        If ``num_segments`` is negative, or a segment is not below it (if its value is known).

    >>> data, ids = ivy.asarray([1.0, 2.0, 4.0]), ivy.asarray([1, 0, 1])
    >>> ivy.unsorted_segment_mean(data, ids, 2)
    ivy.array([2. , 2.5])
    """
    data = as_array(data)
    ids = as_array(segment_ids)
    sums = ivy.unsorted_segment_sum(data, ids, num_segments)
    ones = ivy.ones(ids.shape, dtype="int64", device=data.device)
    counts = ivy.maximum(ivy.unsorted_segment_sum(ones, ids, num_segments), 1)
    counts = ivy.reshape(counts, (-1, *(1,) * (data.ndim - 1)))
    means = ivy.divide(sums, counts)
    if data.dtype.is_float or data.dtype.is_complex:
        means = ivy.astype(means, data.dtype, copy=False)
    return filled(out, means)


@primary(follows="tf.math", like=unsorted_segment_max)
def unsorted_segment_min(
    data: Array, segment_ids: Array, num_segments: int, *, out: Array | None = None
) -> Array:
    """Smallest element of the rows of each segment.

    Returns
    -------
    Array, shape (num_segments, ...)
        Of the dtype of ``data``. With no rows it is the largest finite number of the dtype.

    >>> data, ids = ivy.asarray([1.0, 2.0, 4.0]), ivy.asarray([1, 0, 1])
    >>> ivy.unsorted_segment_min(data, ids, 2)
    ivy.array([2., 1.])
    """
    return current_backend(data, segment_ids).unsorted_segment_min(data, segment_ids, num_segments)


@primary(follows="tf.math", like=unsorted_segment_max)
def unsorted_segment_sum(
    data: Array, segment_ids: Array, num_segments: int, *, out: Array | None = None
) -> Array:
    """Sum of the rows of each segment.

    Parameters
    ----------
    data, shape (N, ...), numeric: Rows.

    Returns
    -------
    Array, shape (num_segments, ...)
        Of the dtype of ``data``. Without rows it is 0.

    >>> data, ids = ivy.asarray([1.0, 2.0, 4.0]), ivy.asarray([1, 0, 1])
    >>> ivy.unsorted_segment_sum(data, ids, 2)
    ivy.array([2., 5.])
    """
    return current_backend(data, segment_ids).unsorted_segment_sum(data, segment_ids, num_segments)
