"""Linear algebra of the JAX backend: one compiled kernel a function.

XLA gives inf or nan where LAPACK says that a matrix is singular or not positive definite, so those
kernels also give a flag, which is looked at unless it is being traced.
"""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy_core.backends.common.linear_algebra import (
    LARGEST_NORM,
    MATRIX_ORDERS,
    check_choice,
    check_cond,
    check_cross,
    check_matmul,
    check_vector_order,
    dot_axes,
    inner_axes,
    linalg_dtype,
    matrix_axes,
    require_square,
    require_two_axes,
    require_vectors,
    tensordot_plan,
    vector_axes,
)
from ivy_core.utils.exceptions import IvyValueError, refuse, refuse_natively

from ..host.policy import MOST_HALVING_STEPS
from ..kernels.axes import normal_axis
from ..kernels.half_precision import in_single
from ..runtime.stored_programs import jit


# Products
@jit
def matmul(x1, x2, /):
    try:
        return jnp.matmul(x1, x2)
    except (TypeError, ValueError) as err:
        refuse(err, check_matmul, x1.shape, x2.shape)


def _contract_axes(x1, x2, axes):
    """Return ``tensordot``; where axes do not fit, JAX's own error is raised."""
    try:
        tensordot_plan(x1.shape, x2.shape, axes)
    except IvyValueError as known:
        refuse_natively(known, jnp.tensordot, x1, x2, axes)
    return jnp.tensordot(x1, x2, axes)  # axes that are cut stay so: none are put together


@partial(jit, static_argnames="axes")
def _tensordot(x1, x2, axes):
    return _contract_axes(x1, x2, axes)


def tensordot(x1, x2, /, *, axes=2):
    if isinstance(axes, (list, tuple)):
        axes = tuple(a if isinstance(a, int) else tuple(a) for a in axes)
    return _tensordot(x1, x2, axes)


@partial(jit, static_argnames="axis")
def vecdot(x1, x2, /, *, axis=-1):
    require_vectors(x1, x2, "vecdot")
    x1 = jnp.moveaxis(x1, normal_axis(axis, x1.ndim), -1)
    x2 = jnp.moveaxis(x2, normal_axis(axis, x2.ndim), -1)
    if x1.shape[-1] != x2.shape[-1]:
        raise IvyValueError(f"vecdot: vectors of {x1.shape[-1]} and {x2.shape[-1]} elements")
    return jnp.matmul(x1.conj()[..., None, :], x2[..., :, None])[..., 0, 0]


@jit
def outer(x1, x2, /):
    return x1.reshape(-1, 1) * x2.reshape(1, -1)


@jit
def inner(x1, x2, /):
    if not x1.ndim or not x2.ndim:
        return x1 * x2
    return _contract_axes(x1, x2, inner_axes(x1.ndim, x2.ndim))


@jit
def dot(x1, x2, /):
    if not x1.ndim or not x2.ndim:
        return x1 * x2
    return _contract_axes(x1, x2, dot_axes(x1.ndim, x2.ndim))


@partial(jit, static_argnames="axis")
def cross(x1, x2, /, *, axis=-1):
    require_vectors(x1, x2, "cross")
    normal_axis(axis, x1.ndim), normal_axis(axis, x2.ndim)
    check_cross(x1, x2, axis, x1.dtype == bool)
    return jnp.cross(x1, x2, axis=axis)


def _sum_dtype(dtype):
    """Return the dtype in which NumPy sums, that of the platform's integers or wider."""
    return np.zeros(0, dtype).sum().dtype if dtype.kind in "biu" else dtype


@partial(jit, static_argnames=("offset", "axis1", "axis2", "dtype"))
def trace(x, /, *, offset=0, axis1=0, axis2=1, dtype=None):
    diag = diagonal(x, offset=offset, axis1=axis1, axis2=axis2)
    return diag.sum(axis=-1, dtype=_sum_dtype(x.dtype) if dtype is None else dtype)


@partial(jit, static_argnames="conjugate")
def matrix_transpose(x, /, *, conjugate=False):
    require_two_axes(x.ndim)
    return x.mT.conj() if conjugate else x.mT


@partial(jit, static_argnames=("offset", "axis1", "axis2"))
def diagonal(x, /, *, offset=0, axis1=-2, axis2=-1):
    if x.ndim < 2:
        return jnp.diagonal(x)  # raises JAX's own error: the array has too few axes
    return jnp.diagonal(x, offset, normal_axis(axis1, x.ndim), normal_axis(axis2, x.ndim))


@jit
def kron(x1, x2, /):
    rank = max(x1.ndim, x2.ndim)
    shape1 = (1,) * (rank - x1.ndim) + x1.shape
    shape2 = (1,) * (rank - x2.ndim) + x2.shape
    blocks = x1.reshape([n for size in shape1 for n in (size, 1)])
    inside = x2.reshape([n for size in shape2 for n in (1, size)])
    return (blocks * inside).reshape([m * n for m, n in zip(shape1, shape2, strict=True)])


# Norms
def _as_floating(x, dtype=None):
    """Cast to ``dtype`` unless it is None; then integers and bools to float64."""
    if dtype is not None:
        x = x.astype(dtype)
    return x if jnp.issubdtype(x.dtype, jnp.inexact) else x.astype(jnp.float64)


@partial(jit, static_argnames=("ord", "axis", "keepdims", "dtype"))
def _matrix_norm(x, ord, axis, keepdims, dtype):
    check_choice("matrix_norm", "ord", ord, MATRIX_ORDERS)
    x = _as_floating(x, dtype)
    if ord in ("nuc", 2, -2):
        linalg_dtype(x.dtype.name, "matrix_norm")
    norm = in_single(jnp.linalg.norm)  # squares of float16 leave its range
    return norm(x, ord=ord, axis=matrix_axes(axis, x.ndim), keepdims=keepdims)


def matrix_norm(x, /, *, ord="fro", axis=(-2, -1), keepdims=False, dtype=None):
    return _matrix_norm(x, ord, tuple(axis), keepdims, dtype)


@partial(jit, static_argnames=("axis", "keepdims", "ord", "dtype"))
def _vector_norm(x, axis, keepdims, ord, dtype):
    check_vector_order(ord)
    x = _as_floating(x, dtype)
    axes, norm = vector_axes(axis, x.ndim), in_single(jnp.linalg.vector_norm)
    if not axes:
        return norm(x.reshape(1), ord=ord).reshape(())
    return norm(x, axis=axes, keepdims=keepdims, ord=ord)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2, dtype=None):
    return _vector_norm(x, tuple(axis) if isinstance(axis, list) else axis, keepdims, ord, dtype)


@partial(jit, static_argnames="p")
def cond(x, /, *, p=None):
    check_cond(x, p)
    x = x.astype(linalg_dtype(x.dtype.name, "cond"))
    found = jnp.linalg.cond(x, p)
    missing = jnp.isnan(found) & ~jnp.isnan(x).any((-2, -1))
    return jnp.where(missing, jnp.inf, found)


@jit
def matrix_exp(x, /):
    require_square(x, "matrix_exp")
    x = x.astype(linalg_dtype(x.dtype.name, "matrix_exp"))
    if not x.size:
        return x
    # squarings multiply what single precision rounds
    wide = x.astype(jnp.promote_types(x.dtype, jnp.float64))
    return _exponential(wide).astype(x.dtype)


@jit
def _exponential(x):
    """Return the exponentials of matrices of double precision.

    JAX's own halves a matrix once too few where its norm is no power of two times the limit: of the
    result 1e-9 is wrong then. Here what it gets is small enough.
    """
    norms = lax.stop_gradient(jnp.abs(x).sum(-2).max(-1, initial=0.0))
    halvings = jnp.maximum(jnp.ceil(jnp.log2(norms / LARGEST_NORM)), 0)[..., None, None]
    found = jax.scipy.linalg.expm(x * jnp.exp2(-halvings), max_squarings=1)

    def square_if_halved(done, found):
        return jnp.where(done < halvings, found @ found, found)

    found = lax.fori_loop(0, MOST_HALVING_STEPS, square_if_halved, found)
    return jnp.where(halvings <= MOST_HALVING_STEPS, found, jnp.nan)
