"""Functions of matrices under the names that they have outside torch.linalg."""

from __future__ import annotations

from typing import Any

from .. import return_types
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast
from ..linalg import factors, products, solutions
from ..tensors.tensor import Tensor
from .pointwise import declare_alias

TensorLike = Number = Any


det, inverse = (
    declare_alias("det", solutions.det, name="torch.det"),
    declare_alias("inverse", factors.inv, name="torch.inverse"),
)
matrix_exp, matrix_power = (
    declare_alias("matrix_exp", products.matrix_exp, name="torch.matrix_exp"),
    declare_alias("matrix_power", products.matrix_power, name="torch.matrix_power"),
)


@torch_function
def slogdet(input: TensorLike):
    """Compute signs and logarithms of determinants."""
    return return_types.slogdet(tuple(solutions.slogdet.function.body(input)))


@torch_function
def logdet(input: TensorLike) -> Tensor:
    """Compute logarithms of determinants: nan where these are negative."""
    sign, size = solutions.slogdet.function.body(input)
    if input.dtype.is_complex:
        return ivy.add(ivy.log(sign), size)
    return ivy.where(ivy.equal(sign, -1), float("nan"), size)


@torch_function
def pinverse(input: TensorLike, rcond: float = 1e-15) -> Tensor:
    """Return pseudo-inverses."""
    return factors.pinv.function.body(input, rcond=rcond)


@torch_function
def cholesky(input: TensorLike, upper: bool = False, *, out=None) -> Tensor:
    """Return the Cholesky factor of positive definite matrices."""
    return factors.cholesky.function.body(input, upper=upper)


def _as_lower_factor(factor: Tensor, upper: bool) -> Tensor:
    """Return a lower factor; if ``upper``, the (conjugate) transpose of the one given."""
    if not upper:
        return ivy.tril(factor)
    turned = ivy.swapaxes(factor, -2, -1)
    return ivy.tril(ivy.conj(turned) if factor.dtype.is_complex else turned)


@torch_function
def cholesky_solve(B: TensorLike, L: TensorLike, upper: bool = False, *, out=None) -> Tensor:
    """Solve systems of positive definite matrices by their Cholesky factors."""
    lower = _as_lower_factor(L, upper)
    first = ivy.solve_triangular(lower, B, upper=False)
    return ivy.solve_triangular(lower, first, upper=False, adjoint=True)


@torch_function
def cholesky_inverse(L: TensorLike, upper: bool = False, *, out=None) -> Tensor:
    """Invert positive definite matrices by their Cholesky factors."""
    eye = ivy.broadcast_to(ivy.eye(L.shape[-1], dtype=L.dtype.core), tuple(L.shape))
    return cholesky_solve.function.body(eye, L, upper)


@torch_function
def qr(input: TensorLike, some: bool = True, *, out=None):
    """Return a factor with orthonormal columns and an upper triangular one."""
    found = factors.qr.function.body(input, "reduced" if some else "complete")
    return return_types.qr(tuple(found))


@torch_function
def svd(input: TensorLike, some: bool = True, compute_uv: bool = True, *, out=None):
    """Return singular vectors and values, ``input = U @ diag(S) @ V.mH``."""
    if not compute_uv:
        kind, batch = input.dtype.core, tuple(input.shape[:-2])
        u, v = (ivy.zeros((*batch, n, n), dtype=kind) for n in input.shape[-2:])
        return return_types.svd((u, factors.svdvals.function.body(input), v))
    u, s, vh = factors.svd.function.body(input, full_matrices=not some)
    v = ivy.swapaxes(vh, -2, -1)
    v = ivy.conj(v) if input.dtype.is_complex else v
    return return_types.svd((u, s, v))


svd.function.differentiated_as = "svd_with_v"  # torch.linalg.svd has other results


@torch_function
def triangular_solve(
    b: TensorLike, A: TensorLike, upper: bool = True, transpose: bool = False,
    unitriangular: bool = False, *, out=None,
):  # fmt: skip
    """Solve systems of triangular matrices; the matrix comes back too."""
    matrix = ivy.swapaxes(A, -2, -1) if transpose else A
    found = ivy.solve_triangular(matrix, b, upper=upper != transpose, unit_diagonal=unitriangular)
    return return_types.triangular_solve((found, ivy.copy_array(A)))


@torch_function
def lu_solve(b: TensorLike, LU_data: TensorLike, LU_pivots: TensorLike, *, out=None) -> Tensor:
    """Solve systems by their triangular factors."""
    return factors.lu_solve.function.body(LU_data, LU_pivots, b)


@torch_function
def lu_unpack(
    LU_data: TensorLike, LU_pivots: TensorLike, unpack_data: bool = True,
    unpack_pivots: bool = True, *, out=None,
):  # fmt: skip
    """Return a permutation and both triangular factors of what ``lu_factor`` gives."""
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
    """Multiply reflections: the orthonormal factor that ``geqrf`` stands for."""
    return factors.householder_product.function.body(input, input2)


@torch_function
def lu(A: TensorLike, pivot: bool = True, get_infos: bool = False, *, out=None):
    """Return both triangular factors in one matrix, and which rows were interchanged.

    With ``get_infos`` also 0 for each matrix that is not singular.
    """
    found = factors.lu_factor_ex.function.body(A, pivot=pivot)
    if get_infos:
        return return_types.result_type("_lu_with_info")(tuple(found))
    return tuple(found)[:2]


@torch_function(differentiable=False)
def geqrf(input: TensorLike, *, out=None):
    """Return the factor R above the diagonal, reflections below it, and their factors.

    References: PyTorch documentation, torch.geqrf. Golub and Van Loan, Matrix Computations,
    4th edition, algorithm 5.2.1.
    """
    if input.ndim < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    m, n = input.shape[-2:]
    a, taus = input, []
    rows = ivy.arange(m, dtype="int64")
    for k in range(min(m, n)):
        column = a[..., :, k]
        first = column[..., k]
        below = ivy.where(ivy.greater(rows, k), column, 0)
        rest = ivy.sum(ivy.square(ivy.abs(below)), axis=-1)
        imaginary = ivy.imag(first) if input.dtype.is_complex else ivy.zeros_like(first)
        flat = ivy.logical_and(ivy.equal(rest, 0), ivy.equal(imaginary, 0))
        real = ivy.real(first) if input.dtype.is_complex else first
        length = ivy.sqrt(ivy.add(rest, ivy.square(ivy.abs(first))))
        beta = ivy.where(flat, real, ivy.where(ivy.less(real, 0), length, ivy.negative(length)))
        safe = ivy.where(flat, 1, beta)
        tau = ivy.where(flat, 0, ivy.divide(ivy.subtract(beta, first), safe))
        scale = ivy.where(flat, 1, ivy.subtract(first, beta))
        vector = ivy.divide(below, ivy.expand_dims(scale, axis=-1))
        vector = ivy.where(ivy.equal(rows, k), 1, vector)
        vector = ivy.expand_dims(cast(vector, input.dtype), axis=-1)
        factor = ivy.expand_dims(ivy.expand_dims(cast(tau, input.dtype), axis=-1), axis=-1)
        changed = _apply_reflector(
            vector, ivy.conj(factor) if input.dtype.is_complex else factor, a
        )
        kept = ivy.less(ivy.arange(n, dtype="int64"), k)
        a = ivy.where(kept, a, changed)
        # the reflection is kept in the place of the zeros that it makes
        stored = ivy.logical_and(
            ivy.greater(ivy.expand_dims(rows, axis=-1), k),
            ivy.equal(ivy.arange(n, dtype="int64"), k),
        )
        a = ivy.where(stored, vector, a)
        taus.append(cast(tau, input.dtype))
    empty = ivy.zeros((*input.shape[:-2], 0), dtype=input.dtype.core)
    return return_types.geqrf((ivy.copy_array(a), ivy.stack(taus, axis=-1) if taus else empty))


def _apply_reflector(vector: Tensor, factor: Tensor, x: Tensor) -> Tensor:
    """Return ``(I - factor * vector @ vector^H) @ x``."""
    turned = ivy.swapaxes(vector, -1, -2)
    turned = ivy.conj(turned) if vector.dtype.is_complex else turned
    return ivy.subtract(x, ivy.multiply(factor, ivy.matmul(vector, ivy.matmul(turned, x))))


@torch_function
def ormqr(
    input: TensorLike, tau: TensorLike, other: TensorLike, left: bool = True,
    transpose: bool = False, *, out=None,
) -> Tensor:  # fmt: skip
    """Multiply by the orthogonal matrix that reflections make, from the left or the right."""
    for name, x, least in (("input", input, 2), ("other", other, 2)):
        if x.ndim < least:
            raise RuntimeError(f"torch.ormqr: {name} must have at least {least} dimensions.")
    rows = -2 if left else -1
    if other.shape[rows] < tau.shape[-1]:
        raise RuntimeError(
            f"torch.ormqr: other.shape[{rows}] must be greater than or equal to tau.shape[-1]"
        )
    if other.shape[rows] != input.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{rows}] must be equal to input.shape[-2]")
    if tau.shape[-1] != min(other.shape[rows], input.shape[-1]):
        raise RuntimeError(
            f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{rows}], input.shape[-1])"
        )
    m = input.shape[-2]
    indices = ivy.arange(m, dtype="int64")
    found = other if left else ivy.swapaxes(other, -1, -2)
    # from the right it is the transposed product from the left, of transposed reflections
    order = range(tau.shape[-1])
    for k in order if left == transpose else reversed(order):
        vector = ivy.where(
            ivy.equal(indices, k), 1, ivy.where(ivy.less(indices, k), 0, input[..., :, k])
        )
        vector = ivy.expand_dims(cast(vector, input.dtype), axis=-1)
        factor = ivy.expand_dims(ivy.expand_dims(tau[..., k], axis=-1), axis=-1)
        if input.dtype.is_complex:
            factor = ivy.conj(factor) if transpose else factor
            vector = vector if left else ivy.conj(vector)
        found = _apply_reflector(vector, factor, found)
    return found if left else ivy.swapaxes(found, -1, -2)


__all__ = [
    "cholesky", "cholesky_inverse", "cholesky_solve", "det", "geqrf", "inverse", "logdet", "lu",
    "lu_solve", "lu_unpack", "matrix_exp", "matrix_power", "orgqr", "ormqr", "pinverse", "qr",
    "slogdet", "svd", "triangular_solve",
]  # fmt: skip
