"""Sorting, searching and counting."""

from __future__ import annotations

import builtins
import operator
from typing import Any

import numpy as _np

from ivy_core.arrays.host import shown
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from .arguments import axes_of, axis_of, value_or
from .conversion import as_array, flattened
from .func_wrapper import asarray, ivy, numpy_function
from .ndarray import ndarray
from .ufuncs.out import result_or_out, single_out
from .ufuncs.table import UFUNCS

ArrayLike = Scalar = Any
_NO_VALUE = _np._NoValue
_KINDS = (None, "quicksort", "heapsort", "stable", "mergesort")


def _check_sort_options(kind, order, stable) -> None:
    """Raise IvyValueError for any ``order``, ``kind`` beside ``stable``, or an unknown ``kind``."""
    if order is not None:
        raise IvyValueError("Cannot specify order when the array has no fields.")
    if kind is not None and stable is not None:
        raise IvyValueError("`kind` and `stable` parameters can't be provided at the same time.")
    if kind not in _KINDS and not (isinstance(kind, str) and kind[:1].lower() in "qhms"):
        raise IvyValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got {kind!r})")


def _array_and_sort_axis(a, axis):
    """Return the array and the axis to sort along; None flattens."""
    return (flattened(a), 0) if axis is None else (as_array(a), axis_of(axis, a.ndim))


@numpy_function(kind="exact", keep_0d=True)
def sort(a: ArrayLike, axis=-1, kind=None, order=None, *, stable=None):
    """Return a sorted copy; nan comes last.

    >>> np.sort([3, 1, 2])
    array([1, 2, 3])
    """
    _check_sort_options(kind, order, stable)
    a, axis = _array_and_sort_axis(a, axis)
    return ivy.sort(a, axis=axis)


@numpy_function(kind="exact", keep_0d=True)
def argsort(a: ArrayLike, axis=-1, kind=None, order=None, *, stable=None):
    """Return the indices that sort an array; equal elements keep their order."""
    _check_sort_options(kind, order, stable)
    a, axis = _array_and_sort_axis(a if a.ndim else flattened(a), axis)
    return ivy.argsort(a, axis=axis)


@numpy_function(kind="composed")
def lexsort(keys: ArrayLike | list[ArrayLike], axis=-1):
    """Return the indices that sort by several keys, the last one first."""
    rows = list(keys)
    if not rows:
        raise IvyTypeError("need sequence of keys with len > 0 in lexsort")
    if not rows[0].ndim:
        return ivy.zeros((), dtype="int64")
    axis = axis_of(axis, rows[0].ndim)
    return ivy.lexsort(rows, axis=axis)


def _check_kth(kth, length, kind) -> None:
    """Raise for no integer, or one out of [-length, length), among those of ``kth``."""
    if kind != "introselect":
        _np.partition([0], 0, kind=kind)  # NumPy knows no other kind, and raises its own error
    for k in _np.atleast_1d(_np.asarray(kth)):
        if k.dtype.kind not in "iu":
            raise IvyTypeError("Partition index must be integer")
        if not -length <= k < length:
            raise IvyValueError(
                f"kth(={int(k) + (length if k < 0 else 0)}) out of bounds ({length})"
            )


@numpy_function(kind="exact", keep_0d=True)
def partition(a: ArrayLike, kth, axis=-1, kind="introselect", order=None):
    """Return a copy with each ``kth`` element in its sorted place, smaller ones before it."""
    a, axis = _array_and_sort_axis(a, axis)
    _check_kth(kth, a.shape[axis], kind)
    return ivy.sort(a, axis=axis)  # a sorted array is partitioned at every kth


@numpy_function(kind="exact", keep_0d=True)
def argpartition(a: ArrayLike, kth, axis=-1, kind="introselect", order=None):
    """Return indices that partition an array as ``partition`` does."""
    a, axis = _array_and_sort_axis(a, axis)
    _check_kth(kth, a.shape[axis], kind)
    return ivy.argsort(a, axis=axis)


@numpy_function(kind="exact")
def sort_complex(a: ArrayLike):
    """Return the sorted array in a complex dtype; by real parts, then by imaginary ones."""
    ordered = ivy.sort(as_array(a), axis=-1)
    if ordered.dtype.kind == "c":
        return ordered
    small = ordered.dtype.char in "bhBHF"
    return ordered.astype(_np.complex64 if small else _np.complex128)


@numpy_function(kind="composed")
def searchsorted(a: ArrayLike, v: ArrayLike, side="left", sorter: ArrayLike | None = None):
    """Find where elements go in a sorted array.

    >>> np.searchsorted([1, 3, 5], [0, 3, 9], side="right")
    array([0, 2, 3])
    """
    if side not in ("left", "right", "l", "r"):
        raise IvyValueError(f"search side must be 'left' or 'right' (got {side!r})")
    if a.ndim != 1:
        raise IvyValueError("object too deep for desired array")
    if sorter is not None:
        if sorter.dtype.kind not in "iub":
            raise IvyTypeError("sorter must only contain integers")
        if sorter.shape != a.shape:
            raise IvyValueError("sorter.size must equal a.size")
        _check_sorter(sorter)
        a = ivy.take(a, sorter, axis=0)
    dtype = _np.result_type(a.dtype, v.dtype)
    a, v = a.astype(dtype, copy=False), as_array(v.astype(dtype, copy=False))
    side = "left" if side[0] == "l" else "right"
    found = ivy.searchsorted(a, flattened(v), side=side)
    return ivy.reshape(found, v.shape).astype(_np.int64, copy=False)


def _check_sorter(sorter) -> None:
    """Raise NumPy's error for a permutation that points outside, where its values are known."""
    native = held(sorter)
    if sorter.size and not backend_for(native).is_tracer(native):
        host = shown(sorter)
        if host.min() < 0 or host.max() >= sorter.size:
            raise IvyValueError("Sorter index out of range.")


def _argmin_or_argmax(name, a, axis, out, keepdims):
    """Return the index of the first extreme, or ``out``; no axis flattens, an empty one raises."""
    keepdims = builtins.bool(value_or(keepdims))
    a = as_array(a)
    ndim = a.ndim
    if axis is None:
        if keepdims:
            found = as_array(getattr(ivy, name)(_check_not_empty(flattened(a), name, 0), axis=0))
            found = ivy.reshape(found, (1,) * ndim)
        else:
            found = getattr(ivy, name)(_check_not_empty(flattened(a), name, 0), axis=0)
    else:
        if not ndim and axis in (0, -1):
            a = flattened(a)
            found = getattr(ivy, name)(a, axis=0)
        else:
            axis = axis_of(operator.index(axis), ndim)
            found = getattr(ivy, name)(
                _check_not_empty(a, name, axis), axis=axis, keepdims=keepdims
            )
    if out is not None:
        _check_out_of_indices(single_out(out), found, name)
    return result_or_out(found, out, name, "unsafe")


def _check_out_of_indices(out, found, name):
    """Raise NumPy's error where ``out`` has another shape, or a dtype that indices do not take."""
    if not isinstance(out, (ndarray, _np.ndarray)):
        raise IvyTypeError("output must be an array")
    if out.shape != found.shape:
        raise IvyValueError(f"output array does not match result of np.{name}.")
    if not _np.can_cast(out.dtype, _np.intp):
        raise IvyTypeError(
            f"Cannot cast array data from {out.dtype!r} to {_np.dtype(_np.intp)!r} according to "
            "the rule 'safe'"
        )


def _check_not_empty(a, name, axis):
    """Return ``a``; raise NumPy's error for the function ``name`` if the axis has no elements."""
    if not a.shape[axis]:
        raise IvyValueError(f"attempt to get {name} of an empty sequence")
    return a


@numpy_function(kind="exact", keep_0d=True)
def argmax(a: ArrayLike, axis=None, out=None, *, keepdims=_NO_VALUE):
    """Return the index of the first largest element; of the first nan, if there is one."""
    return _argmin_or_argmax("argmax", a, axis, out, keepdims)


@numpy_function(kind="exact", keep_0d=True)
def argmin(a: ArrayLike, axis=None, out=None, *, keepdims=_NO_VALUE):
    """Return the index of the first smallest element; of the first nan, if there is one."""
    return _argmin_or_argmax("argmin", a, axis, out, keepdims)


@numpy_function(kind="exact")
def count_nonzero(a: ArrayLike, axis=None, *, keepdims=False):
    """Count the elements that are not zero."""
    truth = a if a.dtype.kind == "b" else UFUNCS["not_equal"](a, asarray(_np.zeros((), a.dtype)))
    axes = axes_of(axis, a.ndim)
    return UFUNCS["add"].reduce(as_array(truth), axes, _np.int64, keepdims=keepdims)


__all__ = [
    "argmax", "argmin", "argpartition", "argsort", "count_nonzero", "lexsort", "partition",
    "searchsorted", "sort", "sort_complex",
]  # fmt: skip
