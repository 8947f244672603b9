"""The array API standard's ``linalg`` extension: functions of the functional API."""

from __future__ import annotations

import sys

_NAMES = (
    "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm",
    "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve",
    "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm",
)  # fmt: skip


def __getattr__(name: str):
    """Return the function as it is bound now, so that it follows ``set_backend``."""
    if name not in _NAMES:
        raise AttributeError(f"module 'ivy_core.linalg' has no attribute {name!r}")
    return sys.modules["ivy_core"].__dict__[name]


def __dir__():
    return list(_NAMES)
