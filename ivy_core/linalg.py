"""The array API standard's ``linalg`` extension: names of the functional API under ``ivy.linalg``."""

from __future__ import annotations

import sys

__all__ = [
    "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm",
    "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve",
    "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm",
]  # fmt: skip


def __getattr__(name: str):
    """Return the function as it is bound now, so that it follows ``set_backend``."""
    if name not in __all__:
        raise AttributeError(f"module 'ivy_core.linalg' has no attribute {name!r}")
    return sys.modules["ivy_core"].__dict__[name]
