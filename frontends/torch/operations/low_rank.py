"""Factors of matrices that are nearly of low rank, by random projections.

References
----------
N. Halko, P. Martinsson and J. Tropp, "Finding structure with randomness", 2011.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

from ..linalg.factors import qr, svd
from ..random.functions import randn
from ..tensors.dtypes import get_default_dtype
from .reductions import mean


def _cast_to_inexact(A):
    inexact = A.dtype.is_floating_point or A.dtype.is_complex
    return A if inexact else A.to(get_default_dtype())


def _approximate_range_basis(A, q: int, niter: int):
    """Return ``q`` orthonormal columns that nearly span the range of ``A``, found at random."""
    drawn = randn(A.shape[-1], q, dtype=A.dtype)
    Q = qr(A @ drawn).Q
    for _ in range(niter):
        Q = qr(A @ qr(A.mH @ Q).Q).Q
    return Q


@citing("torch.{}; N. Halko et al., 2011, algorithm 5.1")
def svd_lowrank(A, q: int | None = 6, niter: int | None = 2, M=None):
    """Return nearly the first singular vectors and values of matrices.

    Parameters
    ----------
    A : Tensor, shape (..., m, n)
    q : int
        How many: a little more than the rank.
    niter : int
        How often the basis is improved.
    M : Tensor, optional
        What is subtracted first, such as the means of the columns.

    Returns
    -------
    U : Tensor, shape (..., m, q)
    S : Tensor, shape (..., q)
    V : Tensor, shape (..., n, q)

    >>> U, S, V = torch.svd_lowrank(torch.diag(torch.tensor([3.0, 2.0, 0.0])), 2)
    >>> [round(s, 4) for s in S.tolist()]
    [3.0, 2.0]
    """
    A = _cast_to_inexact(A)
    if M is not None:
        A = A - M.broadcast_to(A.size())
    wide = A.shape[-2] < A.shape[-1]
    if wide:
        A = A.mH
    Q = _approximate_range_basis(A, 6 if q is None else q, 2 if niter is None else niter)
    U, S, Vh = svd(Q.mH @ A, full_matrices=False)
    U, V = Q @ U, Vh.mH
    return (V, S, U) if wide else (U, S, V)


@citing("torch.{}")
def pca_lowrank(A, q: int | None = None, center: bool = True, niter: int = 2):
    """Return nearly the principal components of samples, which are rows.

    Parameters
    ----------
    A : Tensor, shape (..., m, n)
    q : int, optional
        How many, by default at most 6.
    center : bool
        Whether the means of the columns are subtracted.
    niter : int

    Returns
    -------
    U, S, V : Tensor
        As :func:`svd_lowrank`.

    Raises: ValueError if ``q`` or ``niter`` is negative, or ``q`` too large.

    >>> U, S, V = torch.pca_lowrank(torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), q=1)
    >>> round(S.item(), 4)
    4.0
    """
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(
            f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}"
        )
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    A = _cast_to_inexact(A)
    return svd_lowrank(A - mean(A, -2, True) if center else A, q, niter=niter)


__all__ = ["pca_lowrank", "svd_lowrank"]
