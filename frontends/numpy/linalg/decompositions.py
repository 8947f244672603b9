"""Factorisations and eigenvalues."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ..fallback import host_call
from ..func_wrapper import ivy, numpy_function

ArrayLike = Scalar = Any

# NumPy's own classes of results: a program may look one up by its class
_ONE = np.ones((1, 1))
SVDResult, QRResult = type(np.linalg.svd(_ONE)), type(np.linalg.qr(_ONE))
EigResult, EighResult = type(np.linalg.eig(_ONE)), type(np.linalg.eigh(_ONE))


@numpy_function
def svd(a: ArrayLike, full_matrices=True, compute_uv=True, hermitian=False):
    """Singular value decomposition, ``a = U @ diag(S) @ Vh``.

    References: NumPy reference, numpy.linalg.svd.

    Parameters
    ----------
    a : array_like, shape (..., M, N)
        Matrices.
    full_matrices : bool, optional
        Whether U and Vh are square.
    compute_uv : bool, optional
        Whether U and Vh are wanted; otherwise S alone is returned.
    hermitian : bool, optional
        Whether the matrices are Hermitian, so that a faster way may be taken.

    Returns
    -------
    SVDResult
        ``U``, ``S`` (descending) and ``Vh``; signs of vectors differ between backends.

    >>> np.linalg.svd([[3.0, 0.0], [0.0, 4.0]]).S
    array([4., 3.])
    """
    if hermitian:
        return _svd_of_hermitian(a, compute_uv)
    if not compute_uv:
        return ivy.svdvals(a)
    return SVDResult(*ivy.svd(a, full_matrices=bool(full_matrices)))


def _svd_of_hermitian(a, compute_uv):
    """Return SVDResult, or the singular values alone, largest first, by eigenvalues."""
    if not compute_uv:
        return ivy.sort(ivy.abs(ivy.eigvalsh(a)), axis=-1, descending=True)
    values, vectors = ivy.eigh(a)
    order = ivy.argsort(ivy.abs(values), axis=-1, descending=True)
    values = ivy.take_along_axis(values, order, axis=-1)
    vectors = ivy.take_along_axis(vectors, ivy.expand_dims(order, axis=-2), axis=-1)
    signs = ivy.expand_dims(ivy.where(values < 0, -1.0, 1.0).astype(values.dtype), axis=-2)
    vh = ivy.matrix_transpose(ivy.conj(vectors * signs))
    return SVDResult(vectors, ivy.abs(values), vh)


@numpy_function
def svdvals(x: ArrayLike, /):
    """Singular values of each matrix, in descending order."""
    return ivy.svdvals(x)


@numpy_function
def qr(a: ArrayLike, mode="reduced"):
    """QR decomposition: ``Q`` with orthonormal columns, ``R`` upper triangular.

    References: NumPy reference, numpy.linalg.qr.

    Parameters
    ----------
    a : array_like, shape (..., M, N)
        Matrices.
    mode : {'reduced', 'complete', 'r', 'raw'}, optional
        Number of columns of Q: min(M, N) or M; R alone; or LAPACK's Householder reflectors (``h``,
        ``tau``), which NumPy computes on the host.

    Returns
    -------
    QRResult, ndarray or tuple of ndarray
        ``Q`` and ``R``, or what ``mode`` says.
    """
    if mode in ("f", "full"):
        warnings.warn(
            "The 'full' option is deprecated in favor of 'reduced'.",
            DeprecationWarning,
            stacklevel=3,
        )
        mode = "reduced"
    if mode in ("raw", "e", "economic"):
        return host_call(np.linalg.qr, (a, mode), {})
    if mode not in ("reduced", "complete", "r"):
        raise ValueError(f"Unrecognized mode '{mode}'")
    if mode == "r":
        return ivy.qr(a, mode="reduced").R
    return QRResult(*ivy.qr(a, mode=mode))


@numpy_function
def cholesky(a: ArrayLike, /, *, upper=False):
    """Cholesky factor: ``L`` with ``a = L @ L.mT.conj()``, or its conjugate transpose."""
    return ivy.cholesky(a, upper=bool(upper))


@numpy_function
def eig(a: ArrayLike):
    """Eigenvalues and, as columns, right eigenvectors of square matrices.

    References: NumPy reference, numpy.linalg.eig.

    Parameters
    ----------
    a : array_like, shape (..., N, N)
        Matrices.

    Returns
    -------
    EigResult
        ``eigenvalues``, in no order, and ``eigenvectors`` of length one; real if all imaginary
        parts of the eigenvalues are zero.
    """
    return EigResult(*ivy.eig(a))


@numpy_function
def eigvals(a: ArrayLike):
    """Eigenvalues of square matrices."""
    return ivy.eigvals(a)


@numpy_function
def eigh(a: ArrayLike, UPLO="L"):
    """Eigenvalues, ascending, and eigenvectors of Hermitian matrices.

    References: NumPy reference, numpy.linalg.eigh.

    Parameters
    ----------
    a : array_like, shape (..., N, N)
        Matrices.
    UPLO : {'L', 'U'}, optional
        Which triangle is read.

    Returns
    -------
    EighResult
        ``eigenvalues`` and, as columns, ``eigenvectors``.
    """
    return EighResult(*ivy.eigh(a, UPLO=_valid_triangle(UPLO)))


@numpy_function
def eigvalsh(a: ArrayLike, UPLO="L"):
    """Eigenvalues, ascending, of Hermitian matrices."""
    return ivy.eigvalsh(a, UPLO=_valid_triangle(UPLO))


def _valid_triangle(UPLO):
    """Return "L" or "U", which may be given in lower case; raise ValueError for another."""
    found = UPLO.upper()
    if found not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return found


__all__ = ["cholesky", "eig", "eigh", "eigvals", "eigvalsh", "qr", "svd", "svdvals"]
