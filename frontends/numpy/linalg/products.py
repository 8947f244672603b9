"""Products and parts of matrices, as the array API standard names them."""

from __future__ import annotations

import sys
from typing import Any

from numpy.linalg import LinAlgError

from ..func_wrapper import ivy, numpy_function
from ..ufuncs.out import fill_out, single_out
from ..ufuncs.table import UFUNCS

ArrayLike = Scalar = Any


@numpy_function(fills_out=False)
def multi_dot(arrays: list[ArrayLike], *, out=None):
    """Product of several matrices, in the order that takes the fewest multiplications.

    References: NumPy reference, numpy.linalg.multi_dot.

    Parameters
    ----------
    arrays : sequence of array_like
        Matrices; the first and the last may be vectors.
    out : ndarray, optional
        Filled with the result, and returned.

    Returns
    -------
    ndarray
        The product.
    """
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    for place, array in enumerate(arrays):
        inside = 0 < place < len(arrays) - 1
        if array.ndim != 2 and (inside or array.ndim != 1):
            raise LinAlgError(
                f"{array.ndim}-dimensional array given. Array must be two-dimensional"
            )
    result = ivy.multi_dot(arrays)
    if out is None:
        return result
    fill_out(single_out(out), result, "same_kind", "dot")
    return single_out(out)


@numpy_function(core="matmul")
def matmul(x1: ArrayLike, x2: ArrayLike, /):
    """Matrix product."""
    return UFUNCS["matmul"](x1, x2)


@numpy_function(keep_0d=True)
def tensordot(x1: ArrayLike, x2: ArrayLike, /, *, axes=2):
    """Sum of products over pairs of axes."""
    return _numpy_frontend().tensordot(x1, x2, axes)


@numpy_function(core="vecdot")
def vecdot(x1: ArrayLike, x2: ArrayLike, /, *, axis=-1):
    """Dot product of vectors along an axis; the first is conjugated."""
    return ivy.vecdot(x1, x2, axis=axis)


@numpy_function
def outer(x1: ArrayLike, x2: ArrayLike, /):
    """Products of each element of one vector with each of another."""
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(
            f"Input arrays must be one-dimensional, but they are x1.ndim={x1.ndim} and "
            f"x2.ndim={x2.ndim}."
        )
    return ivy.outer(x1, x2)


@numpy_function(core="cross")
def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis=-1):
    """Vector product of vectors of three elements."""
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
            f"{x1.shape[axis]} and {x2.shape[axis]} dimensional instead."
        )
    return ivy.cross(x1, x2, axis=axis)


@numpy_function(keep_0d=True)
def trace(x: ArrayLike, /, *, offset=0, dtype=None):
    """Sum along a diagonal of the last two axes."""
    return _numpy_frontend().trace(x, offset, -2, -1, dtype)


@numpy_function(keep_0d=True)
def diagonal(x: ArrayLike, /, *, offset=0):
    """Return a diagonal of each matrix; a view."""
    return _numpy_frontend().diagonal(x, offset, -2, -1)


@numpy_function(keep_0d=True)
def matrix_transpose(x: ArrayLike, /):
    """Swap the last two axes; a view."""
    return _numpy_frontend().matrix_transpose(x)


def _numpy_frontend():
    return sys.modules["frontends.numpy"]


__all__ = [
    "cross", "diagonal", "matmul", "matrix_transpose", "multi_dot", "outer", "tensordot", "trace",
    "vecdot",
]  # fmt: skip
