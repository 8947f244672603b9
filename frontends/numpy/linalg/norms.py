"""Norms and the condition number."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.linalg import LinAlgError

from ..func_wrapper import ivy, numpy_function
from .checks import is_empty, require_square

ArrayLike = Scalar = Any


@numpy_function(kind="kernel", core="vector_norm")  # with options it refuses
def norm(x: ArrayLike, ord=None, axis=None, keepdims=False):
    """Norm of a matrix or of a vector.

    References: NumPy reference, numpy.linalg.norm.

    Parameters
    ----------
    x : array_like
        Input; of one or two dimensions unless ``axis`` is given or ``ord`` is None.
    ord : {int, float, inf, -inf, 'fro', 'nuc'}, optional
        Order. By default the 2-norm of the elements, of matrices the Frobenius norm.
    axis : int or tuple of two int, optional
        Axes of the vectors or of the matrices.
    keepdims : bool, optional
        Whether these axes stay, with length one.

    Returns
    -------
    float or ndarray
        Norms, real.

    >>> float(np.linalg.norm([3, 4]))
    5.0
    """
    ndim = x.ndim
    if axis is None:
        if ord is None or (ord == 2 and ndim == 1) or (ord in ("f", "fro") and ndim == 2):
            return ivy.vector_norm(x, keepdims=bool(keepdims))
        axes = tuple(range(ndim))
    else:
        axes = _axes_as_tuple(axis)
    if len(axes) == 1:
        if isinstance(ord, str):
            raise ValueError(f"Invalid norm order '{ord}' for vectors")
        return _vector_norm(x, axes[0], 2 if ord is None else ord, keepdims)
    if len(axes) == 2:
        return _matrix_norm(x, axes, "fro" if ord in (None, "f") else ord, keepdims)
    raise ValueError("Improper number of dimensions to norm.")


def _axes_as_tuple(axis) -> tuple:
    """Return a tuple as it is, another value as one int; TypeError for what is none, None too."""
    if isinstance(axis, tuple):
        return axis
    try:
        return (int(axis),)
    except (TypeError, ValueError):
        raise TypeError("'axis' must be None, an integer or a tuple of integers") from None


def _vector_norm(x, axis, order, keepdims):
    """Return the norm of a number ``order``; of order 0 integers are counted in float64."""
    if x.dtype.kind in "biu" and order == 0:
        x = x.astype(np.float64)
    return ivy.vector_norm(x, axis=axis, ord=_as_python_number(order), keepdims=bool(keepdims))


def _matrix_norm(x, axes, order, keepdims):
    """Return the norm over two ``axes``; ValueError if they are equal, or for None as order."""
    if not isinstance(order, str):
        order = _as_python_number(order)
    if order not in ("fro", "nuc", 1, -1, 2, -2, math.inf, -math.inf):
        raise ValueError("Invalid norm order for matrices.")
    first, second = (np.lib.array_utils.normalize_axis_index(a, x.ndim) for a in axes)
    if first == second:
        raise ValueError("Duplicate axes given.")
    if order == "fro":  # of any floating dtype, half precision too
        return ivy.vector_norm(x, axis=(first, second), keepdims=bool(keepdims))
    return ivy.matrix_norm(x, ord=order, axis=(first, second), keepdims=bool(keepdims))


def _as_python_number(order):
    """Return an order that may be a scalar of ours as a Python number."""
    return order.item() if hasattr(order, "item") else order


@numpy_function
def matrix_norm(x: ArrayLike, /, *, keepdims=False, ord="fro"):
    """Norm of each matrix."""
    return _matrix_norm(x, (-2, -1), "fro" if ord in (None, "f") else ord, keepdims)


@numpy_function
def vector_norm(x: ArrayLike, /, *, axis=None, keepdims=False, ord=2):
    """Norm of vectors along one axis, or several taken as one."""
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    if axis is None and x.ndim == 0:
        return _vector_norm(x.reshape(1), 0, 2 if ord is None else ord, False)
    return _vector_norm(x, axis, 2 if ord is None else ord, keepdims)


@numpy_function(kind="composed")
def cond(x: ArrayLike, p=None):
    """Condition number: the norm of a matrix times that of its inverse.

    References: NumPy reference, numpy.linalg.cond.

    Parameters
    ----------
    x : array_like, shape (..., M, N)
        Matrices; square ones unless ``p`` is None, 2 or -2.
    p : {None, 1, -1, 2, -2, inf, -inf, 'fro'}, optional
        Order of the norm; the ratio of the extreme singular values by default.

    Returns
    -------
    float or ndarray
        Infinity for singular matrices.
    """
    if is_empty(x):
        raise LinAlgError("cond is not defined on empty arrays")
    if p is None or p in (2, -2):
        values = ivy.svdvals(x)
        least, largest = values[..., -1], values[..., 0]
        with np.errstate(all="ignore"):
            ratio = least / largest if p == -2 else largest / least
    else:
        require_square(x)
        ratio = norm(x, p, axis=(-2, -1)) * norm(_inverse_or_nan(x), p, axis=(-2, -1))
    unknown = ivy.any(ivy.isnan(x), axis=(-2, -1))
    return ivy.where(ivy.logical_and(ivy.isnan(ratio), ~unknown), math.inf, ratio)


def _inverse_or_nan(x):
    """Return the inverses; those of singular matrices are nan."""
    if x.dtype.kind in "biu":
        x = x.astype(np.float64)
    singular = ivy.expand_dims(ivy.det(x) == 0, axis=(-2, -1))
    inverse = ivy.inv(ivy.where(singular, ivy.eye(x.shape[-1], dtype=x.dtype), x))
    return ivy.where(singular, math.nan, inverse)


__all__ = ["cond", "matrix_norm", "norm", "vector_norm"]
