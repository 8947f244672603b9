"""``numpy.linalg`` on any backend."""

from __future__ import annotations

import numpy as np
from numpy.linalg import LinAlgError

from frontends.common.whole_module import present_whole as _present_whole
from ivy_core.utils.exceptions import IvyAttributeError

from .decompositions import cholesky, eig, eigh, eigvals, eigvalsh, qr, svd, svdvals
from .norms import cond, matrix_norm, norm, vector_norm
from .products import (
    cross,
    diagonal,
    matmul,
    matrix_transpose,
    multi_dot,
    outer,
    tensordot,
    trace,
    vecdot,
)
from .solving import (
    det,
    inv,
    lstsq,
    matrix_power,
    matrix_rank,
    pinv,
    slogdet,
    solve,
    tensorinv,
    tensorsolve,
)


def __getattr__(name: str):
    """Find what is not public there: NumPy's own object."""
    if name in globals():  # a module asks that has copied this function among all names
        raise IvyAttributeError(f"module 'numpy.linalg' has no attribute {name!r}")
    try:
        return getattr(np.linalg, name)
    except AttributeError:
        raise IvyAttributeError(f"module 'numpy.linalg' has no attribute {name!r}") from None


__all__ = [
    "LinAlgError", "cholesky", "cond", "cross", "det", "diagonal", "eig", "eigh", "eigvals",
    "eigvalsh", "inv", "lstsq", "matmul", "matrix_norm", "matrix_power", "matrix_rank",
    "matrix_transpose", "multi_dot", "norm", "outer", "pinv", "qr", "slogdet", "solve", "svd",
    "svdvals", "tensordot", "tensorinv", "tensorsolve", "trace", "vecdot", "vector_norm",
]  # fmt: skip

_present_whole(__name__, lambda: list(vars(np.linalg)))
