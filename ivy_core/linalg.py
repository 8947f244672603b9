"""The array API standard's ``linalg`` extension: functions of the functional API."""

from __future__ import annotations

import sys

_NAMES = (
    "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm",
    "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve",
    "svd", "svdvals", "tensordot", "vecdot", "vector_norm",
)  # fmt: skip


def trace(x, /, *, offset: int = 0, dtype=None):
    """Return the sums of the diagonals of matrices.

    Parameters
    ----------
    x : Array, shape (..., M, N)
        Matrices; ``ivy.trace`` takes the first two axes by default.
    offset : int
        Which diagonal: those above the main one are positive.
    dtype : dtype-like, optional
        What is summed in.

    Returns
    -------
    Array, shape (...)

    References
    ----------
    Array API standard, ``linalg.trace``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.linalg.trace(ivy.asarray([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]))
    ivy.array([ 5, 13])
    """
    ivy = sys.modules["ivy_core"].__dict__
    return ivy["trace"](x, offset=offset, axis1=-2, axis2=-1, dtype=dtype)


def __getattr__(name: str):
    """Return the function as it is bound now, so that it follows ``set_backend``."""
    if name not in _NAMES:
        raise AttributeError(f"module 'ivy_core.linalg' has no attribute {name!r}")
    return sys.modules["ivy_core"].__dict__[name]


def __dir__():
    return sorted((*_NAMES, "trace"))
