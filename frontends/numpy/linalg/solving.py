"""Linear systems, inverses, determinants, ranks and powers."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy import _NoValue
from numpy.linalg import LinAlgError

from ..func_wrapper import ivy, numpy_function
from .checks import is_empty, require_square
from .decompositions import svd

ArrayLike = Scalar = Any
SlogdetResult = type(np.linalg.slogdet(np.ones((1, 1))))  # NumPy's own class


@numpy_function(kind="composed")
def solve(a: ArrayLike, b: ArrayLike):
    """Solution of linear systems, ``a @ solution = b``.

    References: NumPy reference, numpy.linalg.solve.

    Parameters
    ----------
    a : array_like, shape (..., N, N)
        Coefficients.
    b : array_like, shape (N,) or (..., N, K)
        Right hand sides; a single vector only if it has one dimension.

    Returns
    -------
    ndarray, shape (..., N) or (..., N, K)
        The solutions.

    Raises: LinAlgError if a matrix is singular, or not square.

    >>> np.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 8.0])
    array([1., 2.])
    """
    return ivy.solve(a, b)


@numpy_function(kind="composed")
def lstsq(a: ArrayLike, b: ArrayLike, rcond=None):
    """Least squares solution of ``a @ solution = b``, the shortest where there are several.

    References: NumPy reference, numpy.linalg.lstsq.

    Parameters
    ----------
    a : array_like, shape (M, N)
        Coefficients.
    b : array_like, shape (M,) or (M, K)
        Right hand sides.
    rcond : float, optional
        Singular values up to ``rcond`` times the largest count as zero.

    Returns
    -------
    tuple
        Solution, sums of squared residuals, rank and singular values.
    """
    rcond = None if rcond is None else float(rcond)
    return tuple(ivy.lstsq(a, b, rcond=rcond))


@numpy_function(kind="composed")
def inv(a: ArrayLike):
    """Inverse of each matrix."""
    return ivy.inv(a)


@numpy_function(kind="composed")
def pinv(a: ArrayLike, rcond: ArrayLike | Scalar | None = None, hermitian=False, *, rtol=_NoValue):
    """Pseudo-inverse (Moore and Penrose) of each matrix.

    References: NumPy reference, numpy.linalg.pinv.

    Parameters
    ----------
    a : array_like, shape (..., M, N)
        Matrices.
    rcond, rtol : array_like of float, optional
        Singular values up to this times the largest count as zero: 1e-15 by default, and max(M, N)
        times the dtype's epsilon for ``rtol=None``.
    hermitian : bool, optional
        Whether the matrices are Hermitian.

    Returns
    -------
    ndarray, shape (..., N, M)
        The pseudo-inverses.
    """
    if rcond is not None and rtol is not _NoValue:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    if rcond is None:
        rcond = 1e-15 if rtol is _NoValue else rtol
    if is_empty(a):
        return ivy.zeros((*a.shape[:-2], a.shape[-1], a.shape[-2]), dtype=a.dtype)
    if rcond is None:
        rcond = max(a.shape[-2:]) * float(np.finfo(a.dtype).eps)
    u, s, vh = svd(a, full_matrices=False, hermitian=hermitian)
    rcond = ivy.expand_dims(ivy.asarray(rcond), axis=-1).astype(s.dtype)
    kept = s > rcond * ivy.max(s, axis=-1, keepdims=True)
    inverted = ivy.where(kept, 1.0 / ivy.where(kept, s, ivy.ones_like(s)), ivy.zeros_like(s))
    adjoint = ivy.conj(ivy.matrix_transpose(u))
    return ivy.matmul(ivy.conj(ivy.matrix_transpose(vh)), inverted[..., None] * adjoint)


@numpy_function(kind="composed")
def det(a: ArrayLike):
    """Determinant of each matrix."""
    return ivy.det(a)


@numpy_function
def slogdet(a: ArrayLike):
    """Sign, and logarithm of the absolute value, of each matrix's determinant.

    References: NumPy reference, numpy.linalg.slogdet.

    Returns
    -------
    SlogdetResult
        ``sign`` and ``logabsdet``; 0 and minus infinity for singular matrices.
    """
    return SlogdetResult(*ivy.slogdet(a))


@numpy_function(kind="composed")
def matrix_rank(
    A: ArrayLike,
    tol: ArrayLike | Scalar | None = None,
    hermitian=False,
    *,
    rtol: ArrayLike | Scalar | None = None,
):
    """Number of singular values that do not count as zero.

    References: NumPy reference, numpy.linalg.matrix_rank.

    Parameters
    ----------
    A : array_like, shape (..., M, N)
        Matrices; the rank of a vector is 1 unless it is zero.
    tol, rtol : array_like of float, optional
        Singular values up to ``tol``, or up to ``rtol`` times the largest, count as zero; by
        default ``rtol`` is max(M, N) times the dtype's epsilon.
    hermitian : bool, optional
        Whether the matrices are Hermitian.

    Returns
    -------
    int or ndarray of int64
        Ranks.
    """
    if rtol is not None and tol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    if A.ndim < 2:
        return int(bool(ivy.any(A != 0)))
    values = svd(A, compute_uv=False, hermitian=hermitian)
    if tol is None:
        if rtol is None:
            rtol = max(A.shape[-2:]) * float(np.finfo(values.dtype).eps)
        else:
            rtol = ivy.expand_dims(ivy.asarray(rtol), axis=-1)
        largest = ivy.max(values, axis=-1, keepdims=True) if values.shape[-1] else 0.0
        tol = largest * rtol
    else:
        tol = ivy.expand_dims(ivy.asarray(tol), axis=-1)
    return ivy.sum(values > tol, axis=-1, dtype=np.dtype(np.int64))


@numpy_function(kind="composed")
def matrix_power(a: ArrayLike, n):
    """Square matrices to an integer power, a negative one of the inverse."""
    require_square(a)
    try:
        n = operator.index(n)
    except TypeError as err:
        raise TypeError("exponent must be an integer") from err
    if n == 1:
        return a
    return ivy.matrix_power(a, n)


@numpy_function(kind="composed")
def tensorinv(a: ArrayLike, ind=2):
    """Inverse of an array as a linear map between its last axes and its first ``ind``."""
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    first, last = a.shape[:ind], a.shape[ind:]
    return inv(ivy.reshape(a, (math.prod(last), -1))).reshape((*last, *first))


@numpy_function(kind="composed")
def tensorsolve(a: ArrayLike, b: ArrayLike, axes=None):
    """Solution ``x`` of ``tensordot(a, x, x.ndim) = b``.

    References: NumPy reference, numpy.linalg.tensorsolve.

    Parameters
    ----------
    a : array_like, shape b.shape + Q
        Coefficients, as many of them as make a square matrix.
    b : array_like
        Right hand side.
    axes : tuple of int, optional
        Axes of ``a`` that are moved to the end first.

    Returns
    -------
    ndarray, shape Q
        The solution.
    """
    if axes is not None:
        order = list(range(a.ndim))
        for axis in axes:
            order.remove(axis)
            order.insert(a.ndim, axis)
        a = ivy.permute_dims(a, tuple(order))
    shape = a.shape[b.ndim - a.ndim :]
    size = math.prod(shape)
    if a.size != size**2:
        raise LinAlgError(
            "Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == "
            "prod(a.shape[:b.ndim])"
        )
    return ivy.solve(ivy.reshape(a, (size, size)), ivy.reshape(b, (-1,))).reshape(shape)


__all__ = [
    "det", "inv", "lstsq", "matrix_power", "matrix_rank", "pinv", "slogdet", "solve", "tensorinv",
    "tensorsolve",
]  # fmt: skip
