"""Linear algebra of the NumPy backend: NumPy's own, with its errors as the library's."""

from __future__ import annotations

import numpy as np

from ..common.linear_algebra import (
    MATRIX_ORDERS,
    QR_MODES,
    check_choice,
    check_solve,
    check_vector_order,
    guarded,
    linalg_dtype,
    matrix_axes,
    require_matrix,
    require_two_axes,
    require_vectors,
    vector_axes,
)

_guarded = guarded("numpy", np.linalg.LinAlgError)

matmul = np.matmul
inner = np.inner
dot = np.dot
kron = np.kron


def matrix_transpose(x, /, *, conjugate=False):
    require_two_axes(x.ndim)
    x = x.swapaxes(-2, -1)
    return x.conj() if conjugate else x


def tensordot(x1, x2, /, *, axes=2):
    return np.tensordot(x1, x2, axes=axes)


def vecdot(x1, x2, /, *, axis=-1):
    return np.vecdot(x1, x2, axis=axis)


def outer(x1, x2, /):
    return np.outer(x1, x2)


def cross(x1, x2, /, *, axis=-1):
    require_vectors(x1, x2, "cross")
    return np.linalg.cross(x1, x2, axis=axis)


def trace(x, /, *, offset=0, axis1=0, axis2=1, dtype=None):
    return np.trace(x, offset=offset, axis1=axis1, axis2=axis2, dtype=dtype)


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
    x = x if dtype is None else x.astype(dtype)
    axes = None if axis is None else vector_axes(axis, x.ndim)
    return np.linalg.vector_norm(x, axis=axes, keepdims=keepdims, ord=ord)


@_guarded
def svd(x, /, *, full_matrices=True, compute_uv=True):
    found = np.linalg.svd(x, full_matrices=full_matrices, compute_uv=compute_uv)
    return tuple(found) if compute_uv else (found,)


@_guarded
def svdvals(x, /):
    return np.linalg.svd(x, compute_uv=False)


@_guarded
def qr(x, /, *, mode="reduced"):
    check_choice("qr", "mode", mode, QR_MODES)
    return np.linalg.qr(x, mode=mode)


@_guarded
def inv(x, /):
    return np.linalg.inv(x)


@_guarded
def pinv(x, /, *, rtol=None, hermitian=False):
    require_matrix(x, "pinv")
    x = x.astype(linalg_dtype(x.dtype.name, "pinv"), copy=False)
    return np.linalg.pinv(x, rtol=rtol, hermitian=hermitian)


@_guarded
def solve(x1, x2, /):
    check_solve(x1, x2)
    return np.linalg.solve(x1, x2)


@_guarded
def det(x, /):
    return np.linalg.det(x)


@_guarded
def slogdet(x, /):
    return np.linalg.slogdet(x)


@_guarded
def eigh(x, /, *, UPLO="L"):
    return np.linalg.eigh(x, UPLO=UPLO)


@_guarded
def eigvalsh(x, /, *, UPLO="L"):
    return np.linalg.eigvalsh(x, UPLO=UPLO)


@_guarded
def eig(x, /):
    return np.linalg.eig(x)


@_guarded
def eigvals(x, /):
    return np.linalg.eigvals(x)


@_guarded
def cholesky(x, /, *, upper=False):
    return np.linalg.cholesky(x, upper=upper)


@_guarded
def matrix_rank(x, /, *, rtol=None, atol=None, hermitian=False):
    return np.asarray(np.linalg.matrix_rank(x, tol=atol, rtol=rtol, hermitian=hermitian))


@_guarded
def lstsq(x1, x2, /, *, rcond=None):
    return np.linalg.lstsq(x1, x2, rcond=rcond)
