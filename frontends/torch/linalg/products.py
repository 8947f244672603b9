"""Products and powers of matrices and vectors."""

from __future__ import annotations

from typing import Any

from ..dispatch.func_wrapper import ivy, torch_function
from ..operations import linear_algebra, views
from ..operations.views import wrapped
from ..tensors.tensor import Tensor
from .checks import refuse_singular, square

TensorLike = Number = Any


@torch_function
def matmul(input: TensorLike, other: TensorLike, *, out=None) -> Tensor:
    """Multiply matrices, vectors, or stacks of them."""
    return linear_algebra.matmul.function.body(input, other)


@torch_function
def vecdot(x: TensorLike, y: TensorLike, *, dim: int = -1, out=None) -> Tensor:
    """Multiply vectors along a dimension, the first conjugated."""
    first = ivy.conj(x) if x.dtype.is_complex else x
    found = ivy.multiply(first, y)
    return ivy.sum(found, axis=wrapped(dim, found.ndim), dtype=found.dtype.core)


@torch_function
def cross(input: TensorLike, other: TensorLike, *, dim: int = -1, out=None) -> Tensor:
    """Compute the cross product along a dimension of length three."""
    return linear_algebra.cross.function.body(input, other, dim)


@torch_function(view=True)
def diagonal(A: TensorLike, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Return diagonals of matrices, as a view."""
    return views.diagonal.function.body(A, offset, dim1, dim2)


@torch_function
def multi_dot(tensors: list[TensorLike], *, out=None) -> Tensor:
    """Multiply several matrices, in the order that takes least."""
    if len(tensors) < 2:
        raise RuntimeError("multi_dot(): expected at least 2 tensors but got " + str(len(tensors)))
    return ivy.multi_dot(tensors)


@torch_function
def matrix_power(input: TensorLike, n: int, *, out=None) -> Tensor:
    """Multiply a matrix with itself, or its inverse, so many times."""
    if input.ndim < 2 or input.shape[-1] != input.shape[-2]:
        square(input, "linalg.matrix_power")
    if n < 0:
        square(input, "linalg.matrix_power")
        input, n = refuse_singular(lambda: ivy.inv(input), "linalg.inv"), -n
    if not n:
        eye = ivy.eye(input.shape[-1], dtype=input.dtype.core)
        return ivy.copy_array(ivy.broadcast_to(eye, tuple(input.shape)))
    found, power = None, input
    while n:
        if n & 1:
            found = power if found is None else linear_algebra.product(found, power)
        n >>= 1
        power = linear_algebra.product(power, power) if n else power
    return ivy.copy_array(found) if found is input else found


@torch_function
def matrix_exp(input: TensorLike) -> Tensor:
    """Compute the exponential of matrices."""
    return ivy.matrix_exp(square(input, "linalg.matrix_exp"))


@torch_function
def vander(x: TensorLike, N: int | None = None) -> Tensor:
    """Return the powers of elements, the constant first, along a last dimension."""
    count = x.shape[-1] if N is None else N
    if count <= 1:
        raise RuntimeError("N must be greater than 1.")
    if x.dtype.kind in "iub":
        x = ivy.astype(x, "int64")
    x = x if x.ndim else ivy.reshape(x, (1,))
    columns = [ivy.ones_like(x)]
    for _ in range(count - 1):
        columns.append(ivy.multiply(columns[-1], x))
    return ivy.stack(columns, axis=-1)


__all__ = [
    "cross", "diagonal", "matmul", "matrix_exp", "matrix_power", "multi_dot", "vander",
    "vecdot",
]  # fmt: skip
