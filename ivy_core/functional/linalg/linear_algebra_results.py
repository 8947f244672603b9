"""Results of the factorisations of linear algebra: named tuples of arrays."""

from __future__ import annotations

from typing import NamedTuple

from ivy_core.arrays.array import Array


class _Factors(NamedTuple):
    U: Array
    S: Array
    Vh: Array


class SVDResult(_Factors):
    """Factors of a singular value decomposition, ``x = U @ diag(S) @ Vh``."""

    __slots__ = ()

    def __new__(cls, *parts):
        # with compute_uv=False a backend gives the singular values alone, and so do we
        return super().__new__(cls, *parts) if len(parts) > 1 else parts[0]


class QRResult(NamedTuple):
    """Factors of a QR decomposition, ``x = Q @ R``."""

    Q: Array
    R: Array


class LUFactorResult(NamedTuple):
    """Triangular factors in one matrix, and the interchanges of its rows."""

    LU: Array
    pivots: Array


class SlogdetResult(NamedTuple):
    """Sign and logarithm of the absolute value of a determinant."""

    sign: Array
    logabsdet: Array


class EigResult(NamedTuple):
    """Eigenvalues, and eigenvectors as columns, of general matrices."""

    eigenvalues: Array
    eigenvectors: Array


class EighResult(NamedTuple):
    """Eigenvalues, ascending, and eigenvectors as columns, of Hermitian matrices."""

    eigenvalues: Array
    eigenvectors: Array


class LstsqResult(NamedTuple):
    """Least squares solution, sums of squared residuals, rank and singular values."""

    solution: Array
    residuals: Array
    rank: Array
    singular_values: Array
