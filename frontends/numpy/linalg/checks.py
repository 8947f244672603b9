"""Checks of shapes, with the errors that NumPy raises."""

from __future__ import annotations

from numpy.linalg import LinAlgError


def is_empty(x) -> bool:
    """Return whether the matrices have no elements."""
    return x.size == 0 and 0 in x.shape[-2:]


def require_matrix(x) -> None:
    """Raise unless ``x`` is a matrix, or a stack of them."""
    if x.ndim < 2:
        raise LinAlgError(
            f"{x.ndim}-dimensional array given. Array must be at least two-dimensional"
        )


def require_square(x) -> None:
    """Raise unless ``x`` is a square matrix, or a stack of them."""
    require_matrix(x)
    if x.shape[-1] != x.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")


__all__ = ["is_empty", "require_matrix", "require_square"]
