"""Sets: distinct elements, unions, intersections, membership."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as _np

from frontends.common.conversion import is_sharded
from ivy_core.utils.exceptions import IvyValueError

from .arguments import axis_of
from .conversion import as_array, flattened
from .func_wrapper import asarray, ivy, numpy_function
from .sorting import lexsort
from .ufuncs.table import UFUNCS

ArrayLike = Scalar = Any


# NumPy's own classes of results: a program may look one up by its class
_NONE = _np.ones(0)
UniqueAllResult = type(_np.unique_all(_NONE))
UniqueCountsResult = type(_np.unique_counts(_NONE))
UniqueInverseResult = type(_np.unique_inverse(_NONE))


def _run_starts(ordered, equal_nan):
    """Return a mask of a sorted array: True for the first, and each unlike the one before it."""
    differs = ordered[1:] != ordered[:-1]
    if equal_nan and ordered.dtype.kind in "fc":
        differs = differs & ~(ivy.isnan(ordered[1:]) & ivy.isnan(ordered[:-1]))
    return ivy.concat([ivy.ones((1,), dtype="bool"), differs], axis=0)


def _sort_with_run_starts(x, equal_nan):
    """Return the sorted elements, the sorting order, and a mask where runs of equal ones start."""
    n = x.shape[0]
    order = ivy.argsort(x)
    ordered = ivy.take(x, order, axis=0)
    return ordered, order, (_run_starts(ordered, equal_nan) if n else ivy.zeros((0,), dtype="bool"))


def _unique_indices(order, first):
    """Return first positions, inverse and counts from the sorting order and the starts of runs."""
    n = order.shape[0]
    places = as_array(ivy.nonzero(first)[0])
    if n:
        group = ivy.cumulative_sum(first, axis=0, dtype="int64") - 1
        # argsort of a permutation is its inverse
        inverse = ivy.take(group, ivy.argsort(order), axis=0)
    else:
        inverse = ivy.zeros((0,), dtype="int64")
    ends = ivy.concat([places[1:], asarray(_np.array([n]))], axis=0) if n else places
    return ivy.take(order, places, axis=0), inverse, ends - places


@numpy_function(kind="exact")
def unique(
    ar: ArrayLike,
    return_index=False,
    return_inverse=False,
    return_counts=False,
    axis=None,
    *,
    equal_nan=True,
    sorted=True,
):
    """Return the distinct elements, sorted.

    Parameters
    ----------
    ar : ArrayLike
        Values; flattened unless ``axis`` is given.
    return_index, return_inverse, return_counts : bool
        Whether to return where each element occurs first, the positions that rebuild ``ar``, and
        how often each occurs.
    axis : int, optional
        Axis whose subarrays are compared.
    equal_nan : bool
        Whether all nan count as one.
    sorted : bool
        The result is sorted in any case.

    Returns
    -------
    ndarray, or a tuple of it and what was asked for

    >>> np.unique([3, 1, 3], return_counts=True)
    (array([1, 3]), array([1, 2]))
    """
    ar = as_array(ar)
    if axis is None:
        x = flattened(ar)
        if not (return_index or return_inverse or return_counts):
            ordered = ivy.sort(x)
            return ordered[_run_starts(ordered, equal_nan)] if x.shape[0] else ordered
        if is_sharded(x) and (not equal_nan or x.dtype.kind in "iub"):
            found = map(as_array, ivy.unique_all(x))  # by parts, without a gather
            wanted = (True, return_index, return_inverse, return_counts)
            values, index, inverse, counts = found
            found = (values, index, ivy.reshape(inverse, ar.shape), counts)
            return tuple(itertools.compress(found, wanted))
        ordered, order, first = _sort_with_run_starts(x, equal_nan)
        values, shape = ordered[first], ar.shape
    else:
        axis = axis_of(axis, ar.ndim)
        rows = ivy.moveaxis(ar, axis, 0)
        n = rows.shape[0]
        keys = ivy.reshape(rows, (n, -1 if n and rows.size else 0))
        order, first = _sort_rows_with_starts(keys)
        picked = ivy.take(rows, ivy.take(order, as_array(ivy.nonzero(first)[0]), axis=0), axis=0)
        values, shape = ivy.moveaxis(picked, 0, axis), (n,)
    if not (return_index or return_inverse or return_counts):
        return values
    index, inverse, counts = _unique_indices(order, first)
    result = [values]
    if return_index:
        result.append(index)
    if return_inverse:
        result.append(ivy.reshape(inverse, shape))
    if return_counts:
        result.append(counts)
    return tuple(result)


def _sort_rows_with_starts(keys):
    """Return the order that sorts rows, and a mask where runs of equal ones start in it."""
    n, width = keys.shape
    if not n:
        return ivy.zeros((0,), dtype="int64"), ivy.zeros((0,), dtype="bool")
    if not width:
        start = _np.arange(n) == 0
        return asarray(_np.arange(n)), asarray(start)
    order = lexsort([keys[:, i] for i in range(width - 1, -1, -1)])
    ordered = ivy.take(keys, order, axis=0)
    differs = UFUNCS["logical_or"].reduce(ordered[1:] != ordered[:-1], 1)
    return order, ivy.concat([ivy.ones((1,), dtype="bool"), as_array(differs)], axis=0)


@numpy_function(kind="exact")
def unique_values(x: ArrayLike):
    """Return the distinct elements; each nan counts."""
    return unique(x, equal_nan=False)


@numpy_function(kind="exact")
def unique_counts(x: ArrayLike):
    """Return the distinct elements and how often each occurs."""
    return UniqueCountsResult(*unique(x, return_counts=True, equal_nan=False))


@numpy_function(kind="exact")
def unique_inverse(x: ArrayLike):
    """Return the distinct elements and the positions that rebuild ``x`` of them."""
    return UniqueInverseResult(*unique(x, return_inverse=True, equal_nan=False))


@numpy_function(kind="exact")
def unique_all(x: ArrayLike):
    """Return the distinct elements, first positions, inverse and counts."""
    return UniqueAllResult(*unique(x, True, True, True, equal_nan=False))


def _concat_flattened(ar1, ar2):
    return ivy.concat([flattened(ar1), flattened(ar2)], axis=0)


@numpy_function(kind="exact")
def union1d(ar1: ArrayLike, ar2: ArrayLike):
    """Return the sorted elements of either array."""
    return unique(_concat_flattened(ar1, ar2))


@numpy_function(kind="exact")
def intersect1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique=False, return_indices=False):
    """Return the sorted elements that both arrays have."""
    ar1, ar2 = flattened(ar1), flattened(ar2)
    index1 = index2 = None
    if not assume_unique:
        ar1, index1 = unique(ar1, return_index=True)
        ar2, index2 = unique(ar2, return_index=True)
    both = _concat_flattened(ar1, ar2)
    order = ivy.argsort(both)
    ordered = ivy.take(both, order, axis=0)
    twice = ordered[1:] == ordered[:-1]
    result = ordered[:-1][twice]
    if not return_indices:
        return result
    at1, at2 = order[:-1][twice], order[1:][twice] - ar1.size
    if not assume_unique:
        at1, at2 = ivy.take(index1, at1, axis=0), ivy.take(index2, at2, axis=0)
    return result, at1, at2


@numpy_function(kind="exact")
def setxor1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique=False):
    """Return the sorted elements that only one of the arrays has."""
    if not assume_unique:
        ar1, ar2 = unique(ar1), unique(ar2)
    both = _concat_flattened(ar1, ar2)
    if not both.size:
        return both
    ordered = ivy.sort(both)
    edge = ivy.ones((1,), dtype="bool")
    flags = ivy.concat([edge, ordered[1:] != ordered[:-1], edge], axis=0)
    return ordered[flags[1:] & flags[:-1]]


@numpy_function(kind="exact", keep_0d=True)
def isin(
    element: ArrayLike, test_elements: ArrayLike, assume_unique=False, invert=False, *, kind=None
):
    """Test elements for membership in the test elements.

    >>> np.isin([1, 2, 3], [2, 4])
    array([False,  True, False])
    """
    if kind not in (None, "sort", "table"):
        raise IvyValueError(f"Invalid kind: '{kind}'. Please use None, 'sort' or 'table'.")
    if kind == "table" and not {element.dtype.kind, test_elements.dtype.kind} <= set("iub"):
        raise IvyValueError("The 'table' method is only supported for boolean or integer arrays.")
    dtype = _np.result_type(element.dtype, test_elements.dtype)
    x, tests = (
        flattened(element).astype(dtype, copy=False),
        flattened(test_elements).astype(dtype, copy=False),
    )
    if not tests.size:
        found = ivy.zeros(x.shape, dtype="bool")
    elif tests.size <= 8 or dtype.kind in "cb":
        found = UFUNCS["logical_or"].reduce(ivy.expand_dims(x, axis=-1) == tests, 1)
    else:
        ordered = ivy.sort(tests)
        at = UFUNCS["minimum"](ivy.searchsorted(ordered, x), tests.size - 1)
        found = ivy.take(ordered, at, axis=0) == x
    if invert:
        found = ~found
    return ivy.reshape(found, element.shape)


@numpy_function(kind="exact")
def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique=False):
    """Return the elements of the first array that the second has not."""
    ar1 = flattened(ar1) if assume_unique else unique(ar1)
    return ar1[isin(ar1, ar2, invert=True)]


__all__ = [
    "intersect1d", "isin", "setdiff1d", "setxor1d", "union1d", "unique", "unique_all",
    "unique_counts", "unique_inverse", "unique_values",
]  # fmt: skip
