"""Sorting, and searching in what is sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

from ..operands import as_array


class TopK(NamedTuple):
    """Result of :func:`top_k`."""

    values: Array
    indices: Array


@primary(follows="array_api")
def argsort(
    x: Array,
    /,
    *,
    axis: int | None = -1,
    descending: bool = False,
    stable: bool = True,
    out: Array | None = None,
) -> Array:
    """Indices that sort an array along an axis.

    A nan counts as larger than everything else, so it comes last, or first if ``descending``;
    complex numbers compare by their real, then by their imaginary parts.

    Parameters
    ----------
    x, with at least one axis: Values.
    axis : int or None, optional
        Axis to sort along; None is all elements in C order.
    descending: Largest first.
    stable: Leave equal elements in the order that they are in.

    Returns: of the shape of ``x`` (one-dimensional if ``axis`` is None), int64.

    Raises: IvyIndexError if the axis is out of bounds.

    >>> ivy.argsort(ivy.asarray([3, 1, 2]))
    ivy.array([1, 2, 0])
    """
    return current_backend(x).argsort(x, axis=axis, descending=descending, stable=stable, out=out)


@primary(follows="numpy")
def lexsort(keys: Sequence[Array], /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Indices that sort by several keys, the last one first.

    Parameters
    ----------
    keys : sequence of Array, all of one shape, or Array
        Keys; equal elements of the last are sorted by the one before, and so on.
    axis: Axis to sort along.

    Returns: of the shape of a key, int64.

    Raises: IvyTypeError if there is no key.
    Raises: IvyIndexError if the axis is out of bounds.

    >>> ivy.lexsort([ivy.asarray([3, 1, 2]), ivy.asarray([0, 1, 0])])
    ivy.array([2, 0, 1])
    """
    return current_backend(*keys).lexsort(keys, axis=axis, out=out)


@compositional(follows="torch")
def msort(a: Array, /, *, out: Array | None = None) -> Array:
    """Sort along the first axis.

    Parameters
    ----------
    a, with at least one axis: Values.

    Returns: of the shape of ``a``.

    >>> ivy.msort(ivy.asarray([[3, 1], [2, 5]]))
    ivy.array([[2, 1],
               [3, 5]])
    """
    return ivy.sort(a, axis=0, out=out)


@primary(promote=("x", "v"), follows="array_api")
def searchsorted(
    x: Array,
    v: Array | complex,
    /,
    *,
    side: str = "left",
    sorter: Array | None = None,
    ret_dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Indices at which elements go into sorted values so that these stay sorted.

    Parameters
    ----------
    x, shape (N,): Sorted values (or values that ``sorter`` sorts).
    v: Elements to put in.
    side : {'left', 'right'}, optional
        Whether before or after elements that are equal.
    sorter, shape (N,), integer: Indices that sort ``x``.
    ret_dtype: Data type of the result, int64 if None.

    Returns: of the shape of ``v``, with values from 0 to N.

    Raises: IvyValueError if ``x`` has not one axis, or there is no such side.

    >>> ivy.searchsorted(ivy.asarray([1, 2, 2, 4]), ivy.asarray([2, 3]), side="right")
    ivy.array([3, 3])
    """
    return current_backend(x, v).searchsorted(
        x, v, side=side, sorter=sorter, ret_dtype=ret_dtype, out=out
    )


@primary(follows="array_api", like=argsort)
def sort(
    x: Array,
    /,
    *,
    axis: int | None = -1,
    descending: bool = False,
    stable: bool = True,
    out: Array | None = None,
) -> Array:
    """Sort an array along an axis.

    A nan counts as larger than everything else, so it comes last, or first if ``descending``;
    complex numbers compare by their real, then by their imaginary parts.

    Returns: of the shape of ``x`` (one-dimensional if ``axis`` is None).

    >>> ivy.sort(ivy.asarray([3, 1, 2]))
    ivy.array([1, 2, 3])
    """
    return current_backend(x).sort(x, axis=axis, descending=descending, stable=stable, out=out)


@primary
def top_k(
    x: Array,
    k: int,
    /,
    *,
    axis: int = -1,
    largest: bool = True,
    sorted: bool = True,
) -> TopK:
    """The largest elements along an axis, and where they stand.

    Parameters
    ----------
    x : Array, with at least one axis
        Values. A nan counts as larger than any number; complex numbers compare by their real, then
        by their imaginary parts.
    k: How many elements are returned, from 0 to the length of the axis.
    axis: Axis to look along.
    largest: Whether it is the largest elements; otherwise the smallest ones, smallest first.
    sorted: Whether they must come in order. In none they may come sooner.

    Returns
    -------
    TopK
        ``values``, of the dtype of ``x``, and ``indices``, int64; the axis has length ``k``. Which
        ones of equal elements are found differs between backends.

    Raises: IvyIndexError if the axis is out of bounds.
    Raises: IvyValueError if ``k`` is negative, or larger than the axis is long.

    References: PyTorch, ``torch.topk``; JAX, ``jax.lax.top_k``; TensorFlow, ``tf.math.top_k``.

    >>> ivy.top_k(ivy.asarray([3, 1, 4, 2]), 2)
    TopK(values=ivy.array([4, 3]), indices=ivy.array([2, 0]))
    """
    return current_backend(x).top_k(x, k, axis=axis, largest=largest, sorted=sorted)


@compositional(follows="tf.math")
@handle_nestable
def invert_permutation(x: Array, /, *, out: Array | None = None) -> Array:
    """Permutation that undoes another one: ``result[x[i]] == i``.

    Parameters
    ----------
    x, shape (N,), integer: Each of the numbers from 0 to N - 1, once.

    Returns: Array, shape (N,), int64

    Raises: IvyValueError if ``x`` has not one axis.
    Raises: IvyTypeError if its elements are no integers.

    >>> ivy.invert_permutation(ivy.asarray([2, 0, 1]))
    ivy.array([1, 2, 0])
    """
    x = as_array(x)
    if x.ndim != 1:
        raise IvyValueError(f"invert_permutation: {x.ndim} dimensions given; one is needed")
    if not x.dtype.is_int:
        raise IvyTypeError(f"invert_permutation: elements of {x.dtype} given, not integers")
    return ivy.argsort(x, out=out)
