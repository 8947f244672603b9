"""Sets: the distinct elements of an array."""

from __future__ import annotations

from typing import NamedTuple

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common.axes import axis_of
from ivy_core.registry import handle_nestable, handle_partial_mixed_function, mixed, primary

from ..operands import as_array


class UniqueAll(NamedTuple):
    """Result of :func:`unique_all`."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    """Result of :func:`unique_counts`."""

    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    """Result of :func:`unique_inverse`."""

    values: Array
    inverse_indices: Array


class UniqueConsecutive(NamedTuple):
    """Result of :func:`unique_consecutive`."""

    output: Array
    inverse_indices: Array
    counts: Array


@primary(follows="array_api")
def unique_all(x: Array, /) -> UniqueAll:
    """Distinct elements, where each occurs first, which one each element is, and their counts.

    Parameters
    ----------
    x: Values, of any shape. Each nan is distinct from every other.

    Returns
    -------
    UniqueAll
        ``values``, sorted, ``indices`` into the flattened ``x``, ``inverse_indices`` of the shape
        of ``x`` and ``counts``; all but the values int64.

    >>> ivy.unique_all(ivy.asarray([3, 1, 3])).indices
    ivy.array([1, 0])
    """
    return current_backend(x).unique_all(x)


@primary(follows="array_api")
def unique_counts(x: Array, /) -> UniqueCounts:
    """Distinct elements, and how often each occurs.

    Parameters
    ----------
    x: Values, of any shape. Each nan is distinct from every other.

    Returns: ``values``, sorted, and ``counts``, int64.

    >>> ivy.unique_counts(ivy.asarray([3, 1, 3]))
    UniqueCounts(values=ivy.array([1, 3]), counts=ivy.array([1, 2]))
    """
    return current_backend(x).unique_counts(x)


@primary(follows="array_api")
def unique_inverse(x: Array, /) -> UniqueInverse:
    """Distinct elements, and which one each element is.

    Parameters
    ----------
    x: Values, of any shape. Each nan is distinct from every other.

    Returns: ``values``, sorted, and ``inverse_indices`` of the shape of ``x``, int64.

    >>> ivy.unique_inverse(ivy.asarray([3, 1, 3]))
    UniqueInverse(values=ivy.array([1, 3]), inverse_indices=ivy.array([1, 0, 1]))
    """
    return current_backend(x).unique_inverse(x)


@primary(follows="array_api")
def unique_values(x: Array, /, *, out: Array | None = None) -> Array:
    """Distinct elements.

    Parameters
    ----------
    x: Values, of any shape. Each nan is distinct from every other.

    Returns: one-dimensional, sorted.

    >>> ivy.unique_values(ivy.asarray([3, 1, 3]))
    ivy.array([1, 3])
    """
    return current_backend(x).unique_values(x, out=out)


@mixed(follows="torch")
@handle_partial_mixed_function
@handle_nestable
def unique_consecutive(x: Array, /, *, axis: int | None = None) -> UniqueConsecutive:
    """First one of each run of equal elements, which run each element is in, and their lengths.

    Parameters
    ----------
    x, any dtype: Values. Each nan is distinct from every other.
    axis: Axis along which slices are compared; None is all elements in C order.

    Returns
    -------
    UniqueConsecutive
        ``output``, of one dimension without ``axis``; ``inverse_indices``, of the shape of ``x``,
        or of the length of the axis; ``counts``, of the number of runs. Both are int64.

    Raises: IvyIndexError if the axis is out of bounds.

    >>> ivy.unique_consecutive(ivy.asarray([1, 1, 2, 1])).counts
    ivy.array([2, 1, 1])
    """
    x = as_array(x)
    flat = ivy.reshape(x, (-1,)) if axis is None else x
    axis_ = 0 if axis is None else axis_of(axis, x.ndim)
    count = flat.shape[axis_]
    lead = (slice(None),) * axis_
    differ = ivy.not_equal(flat[(*lead, slice(1, None))], flat[(*lead, slice(None, -1))])
    others = tuple([i for i in range(flat.ndim) if i != axis_])
    differ = ivy.any(differ, axis=others) if others else differ
    first = ivy.concat([ivy.ones((min(count, 1),), dtype="bool"), differ], axis=0)
    starts = ivy.nonzero(first)[0]
    ends = ivy.concat([starts[1:], ivy.asarray([count][: min(count, 1)], dtype="int64")], axis=0)
    inverse = ivy.subtract(ivy.cumsum(first, axis=0, dtype="int64"), 1)
    inverse = ivy.reshape(inverse, x.shape) if axis is None else inverse
    return UniqueConsecutive(
        ivy.take(flat, starts, axis=axis_), inverse, ivy.subtract(ends, starts)
    )
