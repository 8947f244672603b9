"""Factorisations of matrices, and what is solved with them, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ..common.linear_algebra import (
    QR_MODES,
    check_choice,
    check_solve,
    guarded,
    linalg_dtype,
    require_matrix,
)

_guarded = guarded("numpy", np.linalg.LinAlgError)


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
