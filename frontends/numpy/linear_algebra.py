"""Products of arrays: dot and its kin, tensordot, kron, trace, and einsum."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any

import numpy as np

from ivy_core import modes
from ivy_core.backends.holder import read

from .conversion import as_ndarray
from .func_wrapper import asarray, ivy, numpy_function
from .host_call import REFUSALS, on_memory
from .linalg import subscripts
from .ndarray import ndarray
from .policy import HOST_ELEMENTS, OUTER_PRODUCTS
from .ufuncs.out import fill_out, single_out
from .unwrapping import NotNative

ArrayLike = Scalar = Any


@numpy_function(kind="kernel", core="dot")
def dot(a: ArrayLike, b: ArrayLike, out=None):
    """Sum of products over the last axis of ``a`` and the last but one of ``b``.

    References: NumPy reference, numpy.dot.

    Parameters
    ----------
    a, b : array_like
        Operands; with a scalar among them, the plain product.
    out : ndarray, optional
        Filled with the result, and returned; it must have the result's shape and dtype.

    Returns
    -------
    ndarray or scalar
        The axes of ``a`` that are left, then those of ``b``.

    >>> np.dot([[1, 2], [3, 4]], [1, 1])
    array([3, 7])
    """
    if out is None:
        return ivy.dot(a, b)
    out = single_out(out)
    result = ivy.dot(a, b)
    if out.dtype != result.dtype or out.shape != result.shape or not out.flags.c_contiguous:
        raise ValueError(
            "output array is not acceptable (must have the right datatype, number of dimensions, "
            "and be a C-Array)"
        )
    fill_out(out, result, "no", "dot")
    return out


@numpy_function(kind="kernel")
def vdot(a: ArrayLike, b: ArrayLike, /):
    """Dot product of two arrays taken as vectors; the first is conjugated."""
    if a.ndim != 1 or b.ndim != 1:
        a, b = ivy.reshape(a, (-1,)), ivy.reshape(b, (-1,))
    if a.shape != b.shape:
        raise ValueError("cannot reshape array: vectors have different lengths")
    return ivy.vecdot(a, b)


@numpy_function(kind="kernel", core="inner")
def inner(a: ArrayLike, b: ArrayLike, /):
    """Sum of products over the last axes."""
    return ivy.inner(a, b)


def _outer_on_host(a, b):
    """Compute NumPy's ``outer``; raise NotNative for two vectors with many products."""
    if type(a) is type(b) is np.ndarray and a.ndim == b.ndim == 1:
        if a.size * b.size > OUTER_PRODUCTS:
            raise NotNative
        return a[:, None] * b
    return np.outer(a, b)


@numpy_function(kind="kernel", core="outer", host=_outer_on_host)
def outer(a: ArrayLike, b: ArrayLike, out=None):
    """Products of each element of one array with each of another, both taken as vectors."""
    result = ivy.outer(a, b)
    if out is None:
        return result
    fill_out(single_out(out), result, "same_kind", "multiply")
    return single_out(out)


@numpy_function(kind="composed", keep_0d=True)
def tensordot(a: ArrayLike, b: ArrayLike, axes=2):
    """Sum of products over pairs of axes.

    References: NumPy reference, numpy.tensordot.

    Parameters
    ----------
    a, b : array_like
        Operands.
    axes : int or (2,) array_like
        The last ``axes`` of ``a`` with the first of ``b``; or the axes of ``a`` and those of ``b``.

    Returns
    -------
    ndarray
        The axes of ``a`` that are left, then those of ``b``.
    """
    if type(axes) is int:
        found = axes
    else:
        try:
            first, second = axes
            found = _axes_as_tuple(first), _axes_as_tuple(second)
        except TypeError:
            found = operator.index(axes)
    try:
        pairs = _summed_axes(a.shape, b.shape, found)
    except TypeError:  # lengths that are not known while tracing are no keys
        pairs = _summed_axes.__wrapped__(a.shape, b.shape, found)
    result = ivy.tensordot(a, b, axes=pairs)
    return as_ndarray(result)


def _axes_as_tuple(axes) -> tuple[int, ...]:
    try:
        return tuple([operator.index(axis) for axis in axes])
    except TypeError:
        return (operator.index(axes),)


@functools.lru_cache(maxsize=1024)
def _summed_axes(shape1, shape2, axes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return both operands' axes that tensordot sums, of a count or pair; raise if these differ."""
    if type(axes) is int:
        if axes > min(len(shape1), len(shape2)):
            raise IndexError("tuple index out of range")
        axes = tuple(range(len(shape1) - axes, len(shape1))), tuple(range(axes))
    first, second = axes
    if len(first) != len(second):
        raise ValueError("shape-mismatch for sum")
    if any(shape1[i] != shape2[j] for i, j in zip(first, second, strict=True)):
        raise ValueError("shape-mismatch for sum")
    return axes


@numpy_function(kind="kernel", core="kron", keep_0d=True)
def kron(a: ArrayLike, b: ArrayLike):
    """Kronecker product: ``a`` with each element replaced by its product with ``b``."""
    return ivy.kron(a, b)


@numpy_function(kind="kernel", core="trace")
def trace(a: ArrayLike, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """Sum along a diagonal.

    References: NumPy reference, numpy.trace.

    Parameters
    ----------
    a : array_like, of at least two dimensions
        Operand.
    offset : int, optional
        Diagonals above the main one are positive.
    axis1, axis2 : int, optional
        Axes of the matrices.
    dtype : dtype-like, optional
        Of the sum; small integers are summed in 64 bits by default.
    out : ndarray, optional
        Filled with the result, and returned.

    Returns
    -------
    ndarray or scalar
        The shape of ``a`` without the two axes.
    """
    if a.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    dtype = None if dtype is None else np.dtype(dtype)
    axis1, axis2 = operator.index(axis1), operator.index(axis2)
    result = ivy.trace(a, offset=operator.index(offset), axis1=axis1, axis2=axis2, dtype=dtype)
    if out is None:
        return result
    fill_out(single_out(out), result, "unsafe", "add")
    return single_out(out)


@numpy_function
def einsum(*operands, out=None, optimize=False, **kwargs):
    """Sum of products by Einstein's convention.

    References: NumPy reference, numpy.einsum.

    Parameters
    ----------
    subscripts : str
        Labels of the operands' axes, as in ``"ij,jk->ik"``; or each operand is followed by a list
        of ints, and the last of these lists names the axes of the result.
    *operands : array_like
        Operands.
    out : ndarray, optional
        Filled with the result, and returned.
    optimize : bool, str or list, optional
        Three operands and more are always taken in a good order; a list may choose another.
    dtype : dtype-like, optional
        In which to compute.
    order : {'C', 'F', 'A', 'K'}, optional
        Memory layout of a new result; ``'K'`` leaves it to the backend.
    casting : str, optional
        Which casts ``dtype`` and ``out`` allow, ``'safe'`` by default.

    Returns
    -------
    ndarray or scalar
        The sum; a view of a single operand where nothing is summed.

    >>> np.einsum("ij,j", [[1, 2], [3, 4]], [1, 1])
    array([3, 7])
    """
    dtype, casting, order = None, "safe", "K"
    if kwargs:
        dtype, casting = kwargs.pop("dtype", None), kwargs.pop("casting", "safe")
        order = kwargs.pop("order", None) or "K"
        if kwargs:
            raise TypeError(f"Did not understand the following kwargs: {list(kwargs)}")
        np.einsum("i", _ONE, casting=casting, order=order)  # NumPy knows both, or raises
    text, operands = subscripts.as_text(operands)
    arrays = [a if type(a) is ndarray else asarray(a) for a in operands]
    found = subscripts.plan(text, tuple([a.shape for a in arrays]))
    # where something is summed the result is no view of an operand
    sums = len(arrays) > 1 or set(found.inputs[0]) != set(found.output)
    if sums and out is None and dtype is None and order == "K" and modes.current.host_execution:
        try:
            return on_memory(np.einsum, (text, *arrays), {}, HOST_ELEMENTS)
        except REFUSALS:
            pass  # too many elements, or not on the host: as below
    result = _contract_by_plan(found, _cast_to_common_dtype(arrays, dtype, casting), optimize)
    if out is None:
        return result if order == "K" else _laid_out(result, order, arrays)
    out = single_out(out)
    fill_out(out, result, casting, "einsum")
    return out


_ONE = np.ones(1)


def _laid_out(result, order: str, arrays):
    """Return a result in the memory order that is asked for; "A": Fortran's if all have it."""
    order = order.upper()
    if order == "A":
        order = "F" if all(a.flags.fnc for a in arrays) else "C"
    if order == "K" or result.ndim < 2 or result.flags[f"{order}_CONTIGUOUS"]:
        return result
    return result.copy(order)


def _cast_to_common_dtype(arrays, dtype, casting):
    """Return arrays in ``dtype`` (None: the promoted one); TypeError if ``casting`` forbids it."""
    if dtype is None:
        dtypes = {a.dtype for a in arrays}
        if len(dtypes) == 1:
            return arrays
        dtype = np.result_type(*dtypes)
    dtype = np.dtype(dtype)
    for place, a in enumerate(arrays):
        if not np.can_cast(a.dtype, dtype, casting):
            raise TypeError(
                f"Iterator operand {place} dtype could not be cast from {a.dtype!r} to {dtype!r} "
                f"according to the rule '{casting}'"
            )
    return [a if a.dtype == dtype else a.astype(dtype) for a in arrays]


def _contract_by_plan(plan: subscripts.EinsumPlan, arrays, optimize):
    """Return ``einsum`` by a plan: in one call of the core, or by pairs where these are faster."""
    if len(arrays) > 1 and plan.text is not None and not _pairs_are_faster(plan, arrays, optimize):
        return ivy.contract(plan.text, arrays)
    terms = [_merge_equal_labels(a, labels) for a, labels in zip(arrays, plan.inputs, strict=True)]
    for step in plan.contractions:
        taken = [terms[i] for i in step]
        terms = [term for i, term in enumerate(terms) if i not in step]
        needed = set(plan.output).union(*[labels for _, labels in terms])
        x, labels = taken[0]
        for place, (y, y_labels) in enumerate(taken[1:], 1):
            kept = needed.union(*[later for _, later in taken[place + 1 :]])
            x, labels = _contract_pair(x, labels, y, y_labels, kept)
        terms.append((x, labels))
    ((x, labels),) = terms
    x, labels = _sum_unneeded_labels(x, labels, set(plan.output))
    order = tuple([labels.index(label) for label in plan.output])
    return x if len(arrays) > 1 and order == tuple(range(x.ndim)) else ivy.permute_dims(x, order)


def _pairs_are_faster(plan: subscripts.EinsumPlan, arrays, optimize) -> bool:
    """Return whether to contract pairs; only for NumPy: other backends order it themselves."""
    # 2e5 multiplications take np.einsum 0.2 ms, pairs of 20 us each by BLAS 0.05 ms
    return isinstance(read(arrays[0]), np.ndarray) and (bool(optimize) or plan.cost > 200_000)


def _merge_equal_labels(x, labels):
    """Take diagonals of ``x`` until no label comes twice; return the array and its labels."""
    labels = list(labels)
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            x = ivy.diagonal(x, axis1=first, axis2=second)
            del labels[second], labels[first]
            labels.append(label)
    return asarray(x), labels


def _sum_unneeded_labels(x, labels, kept):
    """Return ``x`` summed over the axes whose label is not ``kept``, and the labels left."""
    axes = tuple([i for i, label in enumerate(labels) if label not in kept])
    if not axes:
        return x, labels
    labels = [label for label in labels if label in kept]
    if x.dtype == np.bool_:
        return asarray(ivy.any(x, axis=axes)), labels
    return asarray(ivy.sum(x, axis=axes, dtype=x.dtype)), labels


def _contract_pair(x, labels, y, y_labels, kept):
    """Return the product of two operands, summed over labels not ``kept``, and its labels."""
    x, labels = _squeeze_broadcast_axes(x, labels, y, y_labels)
    y, y_labels = _squeeze_broadcast_axes(y, y_labels, x, labels)
    x, labels = _sum_unneeded_labels(x, labels, kept.union(y_labels))
    y, y_labels = _sum_unneeded_labels(y, y_labels, kept.union(labels))
    both = [label for label in labels if label in y_labels]
    summed = [label for label in both if label not in kept]
    batch = [label for label in both if label in kept]
    rows = [label for label in labels if label not in y_labels]
    columns = [label for label in y_labels if label not in labels]
    x = _transpose_to_labels(x, labels, batch + rows + summed)
    y = _transpose_to_labels(y, y_labels, batch + summed + columns)
    shape, at = x.shape, len(batch)
    heights, widths = shape[at : at + len(rows)], y.shape[at + len(summed) :]
    if summed:
        inner_size = math.prod(shape[at + len(rows) :])
        x = ivy.reshape(x, (*shape[:at], math.prod(heights), inner_size))
        y = ivy.reshape(y, (*shape[:at], inner_size, math.prod(widths)))
        product = ivy.matmul(x, y)
    else:
        x = ivy.reshape(x, (*shape, *[1] * len(widths)))
        y = ivy.reshape(y, (*shape[:at], *[1] * len(heights), *widths))
        product = ivy.multiply(x, y)
    return asarray(ivy.reshape(product, (*shape[:at], *heights, *widths))), batch + rows + columns


def _squeeze_broadcast_axes(x, labels, y, y_labels):
    """Drop axes of length one that ``y`` has longer; return ``x`` and the labels left."""
    ones = tuple([
        i for i, label in enumerate(labels)
        if x.shape[i] == 1 and label in y_labels and y.shape[y_labels.index(label)] != 1
    ])  # fmt: skip
    if not ones:
        return x, labels
    labels = [label for i, label in enumerate(labels) if i not in ones]
    return ivy.squeeze(x, axis=ones), labels


def _transpose_to_labels(x, labels, wanted) -> ndarray:
    if labels == wanted:
        return x
    return ivy.permute_dims(x, tuple([labels.index(label) for label in wanted]))


@numpy_function
def einsum_path(*operands, optimize="greedy", einsum_call=False):
    """Return an order of contractions that takes few operations, and a report on it."""
    text, arrays = subscripts.as_text(operands)
    blank = [np.broadcast_to(np.float64(0), asarray(a).shape) for a in arrays]
    return np.einsum_path(text, *blank, optimize=optimize, einsum_call=einsum_call)


__all__ = [
    "dot", "einsum", "einsum_path", "inner", "kron",  "outer", "tensordot",
    "trace", "vdot",
]  # fmt: skip
