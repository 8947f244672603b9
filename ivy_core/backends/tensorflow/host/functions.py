"""Host functions that differ from the NumPy backend's: without warnings, or faster."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.host.functions import (
    all,
    any,
    log10,
    nanmax,
    nanmean,
    nanmin,
    std,
    var,
)
from ivy_core.backends.common.memory import aligned_copy, aligned_empty
from ivy_core.utils.exceptions import IvyValueError

from .policy import EXACT_ELEMENTS, HYPOT_BLOCK_ELEMENTS, LOOP_FACTOR_ELEMENTS

__all__ = [
    "abs", "all", "any", "clip", "dot", "hypot", "inner", "log10", "matmul", "nanmax", "nanmean",
    "nanmedian", "nanmin", "sort", "std", "tensordot", "var", "vecdot",
]  # fmt: skip


def abs(x, /):
    """Return the absolute values: of many real numbers TensorFlow's."""
    if x.size > EXACT_ELEMENTS and x.dtype.kind != "c":
        raise IvyValueError("abs: TensorFlow's operation is faster for these numbers")
    return np.abs(x)


def clip(x, min=None, max=None, /):
    """Return the elements within bounds: two ufuncs, which np.clip takes longer to choose."""
    if min is not None:
        x = np.maximum(x, min)
    return x if max is None else np.minimum(x, max)


def hypot(x1, x2, /):
    """Return the square root of the sum of squares; of many elements, block by block.

    NumPy's own calls the C library for each element, which takes eight times as long, and every
    operation of TensorFlow's needs memory for a result. A block whose squares leave the range of
    its numbers is NumPy's.
    """
    if max(x1.size, x2.size) <= HYPOT_BLOCK_ELEMENTS:
        return np.hypot(x1, x2)
    plain = x1.flags.c_contiguous and x2.flags.c_contiguous and x1.shape == x2.shape
    if not plain or x1.dtype != x2.dtype or x1.dtype.char not in "fd":
        raise IvyValueError("hypot: TensorFlow's operations are faster for these arrays")
    limits = np.finfo(x1.dtype)
    least, most = float(limits.tiny / limits.eps**2), float(limits.max / 4)
    made = aligned_empty(x1.shape, x1.dtype)
    a, b, to = x1.reshape(-1), x2.reshape(-1), made.reshape(-1)
    squares = np.empty(HYPOT_BLOCK_ELEMENTS, x1.dtype)
    for at in range(0, a.size, HYPOT_BLOCK_ELEMENTS):
        block = slice(at, at + HYPOT_BLOCK_ELEMENTS)
        p, q, sums = a[block], b[block], to[block]
        np.multiply(p, p, sums)
        np.add(sums, np.multiply(q, q, squares[: len(q)]), sums)
        if least < sums.min() and sums.max() < most:  # False of nan
            np.sqrt(sums, sums)
        else:
            np.hypot(p, q, sums)
    return made


def sort(x, /, *, axis=-1, descending=False, stable=True):
    """Return the elements in order; as values they need no stable sort."""
    x = aligned_copy(x.reshape(-1) if axis is None else x)  # which a tensor takes as it is
    x.sort(-1 if axis is None else axis)
    return np.flip(x, -1 if axis is None else axis) if descending else x


def nanmedian(x, /, *, axis=None, keepdims=False):
    """Return the median of the numbers; TensorFlow answers where there are none, silently."""
    if x.dtype.kind in "fc" and np.isnan(x).all(axis).any():
        raise IvyValueError("nanmedian: NumPy would warn of slices that are all nan")
    return np.nanmedian(x, axis, keepdims=keepdims)


def _only_blas_products(product):
    """Return a product that refuses large matrices of dtypes that BLAS has no loops for."""

    def call(x1, x2, /, **options):
        if x1.dtype.char not in "fdFD" and x1.size > LOOP_FACTOR_ELEMENTS:
            raise IvyValueError("NumPy has slow loops for these numbers")
        return product(x1, x2, **options)

    return call


dot, inner, matmul = (
    _only_blas_products(np.dot),
    _only_blas_products(np.inner),
    _only_blas_products(np.matmul),
)
tensordot, vecdot = _only_blas_products(np.tensordot), _only_blas_products(np.vecdot)
