"""Matrices: diagonals, triangles, powers of a vector, and the positions of their elements."""

from __future__ import annotations

import math
import operator
import sys
from typing import Any

import numpy as np

from ivy_core.utils.tracebacks import owner

from .arguments import lengths, supported_dtype
from .conversion import array_from_host, as_ndarray
from .creation import arange
from .fallback import to_host
from .func_wrapper import ivy, numpy_function
from .indexing import diagonal, nonzero
from .ufuncs.table import UFUNCS
from .unwrapping import NotNative

ArrayLike = Scalar = Any


def _matrix_with_diagonal(v, k=0):
    """Return a matrix with a vector on a diagonal; raise NotNative for a matrix."""
    if v.ndim != 1:
        raise NotNative
    return np.diag(v, k)


@numpy_function(kind="kernel", host=_matrix_with_diagonal)
def diag(v: ArrayLike, k=0):
    """Take a diagonal, or make a matrix with one."""
    if v.ndim == 1:
        return ivy.diag(v, k=operator.index(k))
    if v.ndim == 2:
        return diagonal(v, k)
    raise ValueError("Input must be 1- or 2-d.")


@numpy_function(kind="move")
def diagflat(v: ArrayLike, k=0):
    """Return a matrix with the flattened values on a diagonal."""
    return diag.__wrapped__(ivy.reshape(as_ndarray(v), (-1,)), k)


@numpy_function(kind="creation")
def tri(N, M=None, k=0, dtype=float, *, like=None):
    """Return ones at and below a diagonal, zeros above it."""
    dtype = supported_dtype(float if dtype is None else dtype)
    rows, columns = (_round_to_int(n, math.ceil) for n in (N, N if M is None else M))
    ones = ivy.ones(lengths((max(rows, 0), max(columns, 0))), dtype=dtype)
    return ivy.tril(ones, k=_round_to_int(k, math.floor))


def _round_to_int(number, floor_or_ceil):
    """Return the int that NumPy's comparison of ranges makes of a number: floats are rounded."""
    try:
        return operator.index(number)
    except TypeError:
        if isinstance(number, float | np.floating) or getattr(number, "ndim", None) == 0:
            return floor_or_ceil(float(number))
        raise


@numpy_function(kind="move")
def tril(m: ArrayLike, k=0):
    """Return an array with the elements above a diagonal set to zero."""
    return ivy.tril(_repeat_vector_as_rows(m), k=_round_to_int(k, math.floor))


@numpy_function(kind="move")
def triu(m: ArrayLike, k=0):
    """Return an array with the elements below a diagonal set to zero."""
    return ivy.triu(_repeat_vector_as_rows(m), k=_round_to_int(k, math.floor))


def _repeat_vector_as_rows(m):
    """Return a matrix as it is; of n numbers n equal rows; TypeError of a scalar."""
    if m.ndim == 0:
        raise TypeError("tri() missing 1 required positional argument: 'N'")
    return ivy.broadcast_to(m, (m.shape[0],) * 2) if m.ndim == 1 else m


@numpy_function
def bmat(obj, ldict=None, gdict=None):
    """Return the matrix of blocks that a string, a nest of sequences or an array says."""
    if isinstance(obj, str) and gdict is None:  # names of the caller's
        frame = sys._getframe(1)
        while owner(frame.f_code.co_filename) in ("frontend", "ivy"):
            frame = frame.f_back
        ldict, gdict = frame.f_locals, frame.f_globals
    return np.bmat(to_host(obj), to_host(ldict), gdict)


@numpy_function(kind="composed")
def vander(x: ArrayLike, N=None, increasing=False):
    """Return the matrix of the powers of a vector's elements."""
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    count = len(x) if N is None else operator.index(N)
    dtype = np.promote_types(x.dtype, int)
    result = ivy.ones((len(x), count), dtype=dtype)
    if count > 1:
        columns = ivy.broadcast_to(ivy.astype(x, dtype)[:, None], (len(x), count - 1))
        result[:, 1:] = UFUNCS["multiply"].accumulate(columns, axis=1)
    return result if increasing else ivy.flip(result, axis=1)


@numpy_function
def tril_indices(n, k=0, m=None):
    """Return the positions of the lower triangle of a matrix."""
    return tuple([array_from_host(i) for i in np.tril_indices(to_host(n), to_host(k), to_host(m))])


@numpy_function
def triu_indices(n, k=0, m=None):
    """Return the positions of the upper triangle of a matrix."""
    return tuple([array_from_host(i) for i in np.triu_indices(to_host(n), to_host(k), to_host(m))])


@numpy_function
def tril_indices_from(arr: ArrayLike, k=0):
    """Return the positions of the lower triangle of an array."""
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return tril_indices.__wrapped__(arr.shape[-2], k, arr.shape[-1])


@numpy_function
def triu_indices_from(arr: ArrayLike, k=0):
    """Return the positions of the upper triangle of an array."""
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return triu_indices.__wrapped__(arr.shape[-2], k, arr.shape[-1])


@numpy_function
def diag_indices(n, ndim=2):
    """Return the positions of the main diagonal."""
    return (arange(n),) * ndim


@numpy_function
def diag_indices_from(arr: ArrayLike):
    """Return the positions of the main diagonal of an array."""
    if not arr.ndim >= 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(arr.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices.__wrapped__(arr.shape[0], arr.ndim)


@numpy_function
def mask_indices(n, mask_func, k=0):
    """Return the positions that a mask function leaves in an n by n array."""
    return nonzero(mask_func(ivy.ones((n, n), dtype=np.dtype(int)), k) != 0)


__all__ = [
    "diag", "diag_indices", "diag_indices_from", "diagflat", "mask_indices", "tri", "tril",
    "tril_indices", "tril_indices_from", "triu", "triu_indices", "triu_indices_from", "vander",
]  # fmt: skip
