"""Norms of vectors and matrices, and what is measured by them."""

from __future__ import annotations

import math
from typing import Any

from ivy_core.utils.exceptions import IvyException

from ..autograd.bodies import note_unlooked
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast, shown
from ..operations import reductions
from ..operations.views import wrapped
from ..tensors.dtypes import as_dtype
from ..tensors.tensor import Tensor
from .checks import matrices
from .factors import threshold

TensorLike = Number = Any


def _cast_for_norm(x: Tensor, dtype, name: str) -> Tensor:
    """Return ``x`` in ``dtype`` (None: its own); RuntimeError if ``x`` has integers or bools."""
    if x.dtype.kind in "iub":
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got {shown(x.dtype)}"
        )
    return cast(x, as_dtype(dtype, x.dtype))


@torch_function
def vector_norm(
    input: TensorLike, ord: Number = 2, dim=None, keepdim: bool = False, *, dtype=None, out=None
) -> Tensor:
    """Compute a norm of vectors."""
    input = _cast_for_norm(input, dtype, "linalg.vector_norm")
    axes = reductions.axes_of(dim, input.ndim)
    lengths = input.shape if axes is None else [input.shape[a] for a in axes]
    if 0 in lengths and (ord < 0 or ord == math.inf):
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {ord} norm on an empty tensor because the "
            "operation does not have an identity"
        )
    return reductions.vector_norm(input, float(ord), axes, keepdim)


@torch_function
def matrix_norm(
    input: TensorLike, ord="fro", dim=(-2, -1), keepdim: bool = False, *, dtype=None, out=None
) -> Tensor:
    """Compute a norm of matrices."""
    return _matrix_norm(_cast_for_norm(input, dtype, "linalg.matrix_norm"), ord, dim, keepdim)


def _matrix_norm(x: Tensor, order, dim, keepdim: bool) -> Tensor:
    """Return the norm over two dimensions; raise for equal ones or an unknown ``order``."""
    if x.ndim < 2:
        raise RuntimeError(
            "linalg.matrix_norm: The input tensor A must have at least 2 dimensions."
        )
    dims = tuple(wrapped(d, x.ndim) for d in dim)
    if len(dims) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {list(dim)}")
    if dims[0] == dims[1]:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    if order == "fro":
        return reductions.vector_norm(x, 2.0, dims, keepdim)
    if order == "nuc" or order in (2, -2):
        moved = ivy.moveaxis(x, dims, (-2, -1))
        values = ivy.svdvals(moved)
        if order == "nuc" or order == 2 and not values.shape[-1]:
            found = ivy.sum(values, axis=-1)
        else:
            found = (ivy.max if order == 2 else ivy.min)(values, axis=-1)
        if keepdim:
            for d in sorted(dims):
                found = ivy.expand_dims(found, axis=d)
        return found
    if order not in (1, -1, math.inf, -math.inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {order} not supported.")
    if order > 0 and 0 in (x.shape[d] for d in dims):
        return ivy.sum(ivy.abs(x), axis=dims, keepdims=keepdim)  # zeros of that shape
    rows, columns = dims if abs(order) == 1 else dims[::-1]
    totals = ivy.sum(ivy.abs(x), axis=rows, keepdims=True)
    found = (ivy.max if order > 0 else ivy.min)(totals, axis=columns, keepdims=True)
    return found if keepdim else ivy.squeeze(found, axis=dims)


@torch_function
def norm(input: TensorLike, ord=None, dim=None, keepdim: bool = False, *, dtype=None, out=None):
    """Compute a norm of vectors or matrices."""
    x = _cast_for_norm(input, dtype, "linalg.norm")
    if dim is not None:
        dims = (dim,) if isinstance(dim, int) else tuple(dim)
        if len(dims) > 2 or not dims:
            raise RuntimeError(
                f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dims)}"
            )
    elif ord is not None and x.ndim not in (1, 2):
        raise RuntimeError(
            f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got "
            f"{x.ndim}D."
        )
    if ord is None:
        return reductions.vector_norm(x, 2.0, reductions.axes_of(dim, x.ndim), keepdim)
    dims = tuple(range(x.ndim)) if dim is None else dims
    if len(dims) == 2:
        return _matrix_norm(x, ord, dims, keepdim)
    if isinstance(ord, str):
        raise RuntimeError(f"linalg.matrix_norm: order {ord} needs matrices")
    return reductions.vector_norm(x, float(ord), reductions.axes_of(dims, x.ndim), keepdim)


@torch_function
def cond(input: TensorLike, p=None, *, out=None) -> Tensor:
    """Compute the condition number by a norm."""
    matrices(input, "linalg.cond")
    if p in (None, 2, -2):
        values = ivy.svdvals(input)
        great, small = values[..., 0], values[..., -1]
        return ivy.divide(small, great) if p == -2 else ivy.divide(great, small)
    if input.shape[-1] != input.shape[-2]:
        raise RuntimeError(
            f"linalg.cond: A must be batches of square matrices, but they are {input.shape[-2]} by "
            f"{input.shape[-1]} matrices"
        )
    if not input.shape[-1]:
        return ivy.zeros(tuple(input.shape[:-2]), dtype=input.dtype.to_real().core)
    note_unlooked()  # in a trace nothing fails
    try:
        inverse = ivy.inv(input)
    except (IvyException, ArithmeticError):  # of a singular one the number is infinite
        return ivy.full(tuple(input.shape[:-2]), math.inf, dtype=input.dtype.to_real().core)
    sizes = [_matrix_norm(x, p, (-2, -1), keepdim=False) for x in (input, inverse)]
    return ivy.multiply(*sizes)


@torch_function(differentiable=False)
def matrix_rank(
    input: TensorLike, tol: TensorLike | Number = None, hermitian: bool = False, *,
    atol: TensorLike | Number = None, rtol: TensorLike | Number = None, out=None,
) -> Tensor:  # fmt: skip
    """Count the singular values that are not zero."""
    matrices(input, "linalg.matrix_rank")
    if not input.shape.numel():
        return ivy.zeros(tuple(input.shape[:-2]), dtype="int64")
    values = ivy.abs(ivy.eigvalsh(input)) if hermitian else ivy.svdvals(input)
    if tol is not None:
        atol, rtol = tol, 0.0
    bound = threshold(input, values, atol, rtol)
    return ivy.sum(ivy.astype(ivy.greater(values, bound), "int64"), axis=-1)


__all__ = ["cond", "matrix_norm", "matrix_rank", "norm", "vector_norm"]
