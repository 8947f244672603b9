"""Linear algebra of the NumPy backend: NumPy's own, with its errors as the library's."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.half_precision import in_single, is_half
from ivy_core.backends.common.linear_algebra import (
    MATRIX_ORDERS,
    check_choice,
    check_cond,
    check_vector_order,
    guarded,
    linalg_dtype,
    matrix_axes,
    require_square,
    require_two_axes,
    require_vectors,
    vector_axes,
)

from ..kernels.matrix_exponential import expm

_guarded = guarded("numpy", np.linalg.LinAlgError)

inner = np.inner
dot = np.dot
kron = np.kron
_matmul_of_half = in_single(np.matmul)


def matmul(x1, x2, /):
    try:
        half = x1.itemsize == 2 or x2.itemsize == 2
    except AttributeError:  # a number, which NumPy refuses in its own words
        half = False
    return _matmul_of_half(x1, x2) if half else np.matmul(x1, x2)


def matrix_transpose(x, /, *, conjugate=False):
    require_two_axes(x.ndim)
    x = x.swapaxes(-2, -1)
    return x.conj() if conjugate else x


def tensordot(x1, x2, /, *, axes=2):
    return np.tensordot(x1, x2, axes=axes)


def vecdot(x1, x2, /, *, axis=-1):
    if x1.itemsize == 2 or x2.itemsize == 2:
        return _vecdot_of_half(x1, x2, axis=axis)
    return np.vecdot(x1, x2, axis=axis)


_vecdot_of_half = in_single(np.vecdot)


def outer(x1, x2, /):
    return np.outer(x1, x2)


def cross(x1, x2, /, *, axis=-1):
    require_vectors(x1, x2, "cross")
    return np.linalg.cross(x1, x2, axis=axis)


def trace(x, /, *, offset=0, axis1=0, axis2=1, dtype=None):
    if x.itemsize == 2 and is_half(x):
        return _trace_of_half(x, offset=offset, axis1=axis1, axis2=axis2, dtype=dtype)
    return np.trace(x, offset=offset, axis1=axis1, axis2=axis2, dtype=dtype)


_trace_of_half = in_single(np.trace)


def diagonal(x, /, *, offset=0, axis1=-2, axis2=-1):
    found = np.diagonal(x, offset=offset, axis1=axis1, axis2=axis2)
    if x.flags.writeable:
        found.flags.writeable = True
    return found


@_guarded
def matrix_norm(x, /, *, ord="fro", axis=(-2, -1), keepdims=False, dtype=None):
    check_choice("matrix_norm", "ord", ord, MATRIX_ORDERS)
    x = x if dtype is None else x.astype(dtype)
    return np.linalg.norm(x, ord=ord, axis=matrix_axes(axis, x.ndim), keepdims=keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2, dtype=None):
    check_vector_order(ord)
    if x.itemsize == 2 and is_half(x):
        return _norm_of_half(x, axis=axis, keepdims=keepdims, ord=ord, dtype=dtype)
    x = x if dtype is None else x.astype(dtype)
    axes = None if axis is None else vector_axes(axis, x.ndim)
    return np.linalg.vector_norm(x, axis=axes, keepdims=keepdims, ord=ord)


_norm_of_half = in_single(vector_norm)


def cond(x, /, *, p=None):
    check_cond(x, p)
    x = x.astype(linalg_dtype(x.dtype.name, "cond"), copy=False)
    with np.errstate(all="ignore"):
        return np.asarray(np.linalg.cond(x, p))


def matrix_exp(x, /):
    require_square(x, "matrix_exp")
    dtype = np.dtype(linalg_dtype(x.dtype.name, "matrix_exp"))
    # squarings multiply what single precision rounds
    return expm(x.astype(np.promote_types(dtype, np.float64), copy=False)).astype(dtype)
