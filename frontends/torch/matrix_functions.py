"""Functions of matrices under the names that they have outside torch.linalg."""

from __future__ import annotations

from typing import Any

from . import return_types
from .func_wrapper import ivy, torch_function
from .linalg import factors, products, solutions
from .pointwise import copy_of_function
from .tensors import Tensor

TensorLike = Number = Any


def _as(name: str, function):
    return torch_function(copy_of_function(function.function.body, name), name=f"torch.{name}")


det, inverse = _as("det", solutions.det), _as("inverse", factors.inv)
matrix_exp, matrix_power = (
    _as("matrix_exp", products.matrix_exp), _as("matrix_power", products.matrix_power)
)  # fmt: skip


@torch_function
def slogdet(input: TensorLike):
    """Compute signs and logarithms of determinants.

    References: PyTorch documentation, torch.slogdet.
    """
    return return_types.slogdet(tuple(solutions.slogdet.function.body(input)))


@torch_function
def logdet(input: TensorLike) -> Tensor:
    """Compute logarithms of determinants: nan where these are negative.

    References: PyTorch documentation, torch.logdet.
    """
    sign, size = solutions.slogdet.function.body(input)
    if input.dtype.is_complex:
        return ivy.add(ivy.log(sign), size)
    return ivy.where(ivy.equal(sign, -1), float("nan"), size)


@torch_function
def pinverse(input: TensorLike, rcond: float = 1e-15) -> Tensor:
    """Return pseudo-inverses.

    References: PyTorch documentation, torch.pinverse.
    """
    return factors.pinv.function.body(input, rcond=rcond)


@torch_function
def cholesky(input: TensorLike, upper: bool = False, *, out=None) -> Tensor:
    """Return the Cholesky factor of positive definite matrices.

    References: PyTorch documentation, torch.cholesky.
    """
    return factors.cholesky.function.body(input, upper=upper)


def _of_factor(factor: Tensor, upper: bool) -> Tensor:
    """Return the lower factor, whichever is given."""
    if not upper:
        return ivy.tril(factor)
    turned = ivy.swapaxes(factor, -2, -1)
    return ivy.tril(ivy.conj(turned) if factor.dtype.is_complex else turned)


@torch_function
def cholesky_solve(B: TensorLike, L: TensorLike, upper: bool = False, *, out=None) -> Tensor:
    """Solve systems of positive definite matrices by their Cholesky factors.

    References: PyTorch documentation, torch.cholesky_solve.
    """
    lower = _of_factor(L, upper)
    first = ivy.solve_triangular(lower, B, upper=False)
    return ivy.solve_triangular(lower, first, upper=False, adjoint=True)


@torch_function
def cholesky_inverse(L: TensorLike, upper: bool = False, *, out=None) -> Tensor:
    """Invert positive definite matrices by their Cholesky factors.

    References: PyTorch documentation, torch.cholesky_inverse.
    """
    eye = ivy.broadcast_to(ivy.eye(L.shape[-1], dtype=L.dtype.core), tuple(L.shape))
    return cholesky_solve.function.body(eye, L, upper)


@torch_function
def qr(input: TensorLike, some: bool = True, *, out=None):
    """Return a factor with orthonormal columns and an upper triangular one.

    References: PyTorch documentation, torch.qr.
    """
    found = factors.qr.function.body(input, "reduced" if some else "complete")
    return return_types.qr(tuple(found))


@torch_function
def svd(input: TensorLike, some: bool = True, compute_uv: bool = True, *, out=None):
    """Return singular vectors and values, ``input = U @ diag(S) @ V.mH``.

    References: PyTorch documentation, torch.svd.
    """
    u, s, vh = factors.svd.function.body(input, full_matrices=not some)
    v = ivy.swapaxes(vh, -2, -1)
    v = ivy.conj(v) if input.dtype.is_complex else v
    if not compute_uv:
        u, v = ivy.zeros_like(u), ivy.zeros_like(v)
    return return_types.svd((u, s, v))


@torch_function
def triangular_solve(
    b: TensorLike, A: TensorLike, upper: bool = True, transpose: bool = False,
    unitriangular: bool = False, *, out=None,
):  # fmt: skip
    """Solve systems of triangular matrices; the matrix comes back too.

    References: PyTorch documentation, torch.triangular_solve.
    """
    matrix = ivy.swapaxes(A, -2, -1) if transpose else A
    found = ivy.solve_triangular(matrix, b, upper=upper != transpose, unit_diagonal=unitriangular)
    return return_types.triangular_solve((found, ivy.copy_array(A)))


@torch_function
def lu_solve(b: TensorLike, LU_data: TensorLike, LU_pivots: TensorLike, *, out=None) -> Tensor:
    """Solve systems by their triangular factors.

    References: PyTorch documentation, torch.lu_solve.
    """
    return factors.lu_solve.function.body(LU_data, LU_pivots, b)


@torch_function
def lu_unpack(
    LU_data: TensorLike, LU_pivots: TensorLike, unpack_data: bool = True,
    unpack_pivots: bool = True, *, out=None,
):  # fmt: skip
    """Return a permutation and both triangular factors of what ``lu_factor`` gives.

    References: PyTorch documentation, torch.lu_unpack.
    """
    empty = ivy.zeros((0,), dtype=LU_data.dtype.core)
    p = lower = upper = empty
    if unpack_data:
        lower, upper = factors.triangles(LU_data)
    if unpack_pivots:
        count = LU_data.shape[-2]
        order = factors.rows_in_order(LU_pivots, count)
        rows = ivy.expand_dims(ivy.arange(count, dtype="int64"), axis=-1)
        p = ivy.astype(ivy.equal(rows, ivy.expand_dims(order, axis=-2)), LU_data.dtype.core)
    return return_types.lu_unpack((p, lower, upper))


@torch_function
def orgqr(input: TensorLike, input2: TensorLike, *, out=None) -> Tensor:
    """Multiply reflections: the orthonormal factor that ``geqrf`` stands for.

    References: PyTorch documentation, torch.orgqr.
    """
    return factors.householder_product.function.body(input, input2)


@torch_function
def lu(A: TensorLike, pivot: bool = True, get_infos: bool = False, *, out=None):
    """Return both triangular factors in one matrix, and which rows were interchanged.

    With ``get_infos`` also 0 for each matrix that is not singular.

    References: PyTorch documentation, torch.lu.
    """
    found = factors.lu_factor_ex.function.body(A, pivot=pivot)
    if get_infos:
        return return_types.result_type("_lu_with_info")(tuple(found))
    return tuple(found)[:2]


__all__ = [
    "cholesky", "cholesky_inverse", "cholesky_solve", "det", "inverse", "logdet", "lu", "lu_solve",
    "lu_unpack", "matrix_exp", "matrix_power", "orgqr", "pinverse", "qr", "slogdet", "svd",
    "triangular_solve",
]  # fmt: skip
