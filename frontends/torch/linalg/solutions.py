"""Determinants, and solutions of linear systems."""

from __future__ import annotations

import math
from typing import Any

from .. import return_types
from ..dispatch.func_wrapper import ivy, torch_function
from ..tensors.tensor import Tensor
from .checks import info_of, matrices, refuse_singular, square

TensorLike = Number = Any


@torch_function
def det(A: TensorLike, *, out=None) -> Tensor:
    """Compute determinants."""
    if not square(A, "linalg.det").shape[-1]:  # an empty product
        return ivy.ones(tuple(A.shape[:-2]), dtype=A.dtype.core)
    return ivy.det(A)


@torch_function
def slogdet(A: TensorLike, *, out=None):
    """Compute signs and logarithms of determinants."""
    return return_types.linalg_slogdet(tuple(ivy.slogdet(square(A, "linalg.slogdet"))))


def _is_vector_batch(A: Tensor, B: Tensor) -> bool:
    """Return whether the right side is a stack of vectors, as PyTorch decides it."""
    return B.ndim == 1 or (A.ndim - 1 == B.ndim and tuple(B.shape) == tuple(A.shape[:-1]))


@torch_function
def solve(A: TensorLike, B: TensorLike, *, left: bool = True, out=None) -> Tensor:
    """Solve linear systems.

    Raises: LinAlgError if a matrix is singular.
    """
    square(A, "linalg.solve")
    if A.dtype is not B.dtype:
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of type "
            f"{A.dtype} and B of type {B.dtype} instead"
        )
    vector = left and _is_vector_batch(A, B)
    b = ivy.expand_dims(B, axis=-1) if vector else B
    rows = b.shape[-2] if left else b.shape[-1]
    if rows != A.shape[-1]:
        raise RuntimeError(
            "linalg.solve: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({A.shape[-2]}x{A.shape[-1]} and "
            f"{b.shape[-2]}x{b.shape[-1]})"
        )
    if not left:
        turned = ivy.swapaxes(A, -2, -1), ivy.swapaxes(b, -2, -1)
        found = refuse_singular(lambda: ivy.solve(*turned), "torch.linalg.solve")
        return ivy.copy_array(ivy.swapaxes(found, -2, -1))
    found = refuse_singular(lambda: ivy.solve(A, b), "torch.linalg.solve")
    return ivy.squeeze(found, axis=-1) if vector else found


@torch_function
def solve_ex(A: TensorLike, B: TensorLike, *, left: bool = True, check_errors: bool = False,
             out=None):  # fmt: skip
    """Solve linear systems, and give 0 for each matrix that is not singular."""
    found = solve.function.body(A, B, left=left)
    return return_types.linalg_solve_ex((found, info_of(A)))


@torch_function
def solve_triangular(
    input: TensorLike, B: TensorLike, *, upper: bool, left: bool = True,
    unitriangular: bool = False, out=None,
) -> Tensor:  # fmt: skip
    """Solve systems of triangular matrices."""
    square(input, "linalg.solve_triangular")
    return ivy.solve_triangular(input, B, upper=upper, left=left, unit_diagonal=unitriangular)


@torch_function
def lstsq(
    input: TensorLike, b: TensorLike, rcond: float | None = None, *, driver: str | None = None
):
    """Solve least squares problems."""
    matrices(input, "torch.linalg.lstsq", "input")
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError(
            "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)"
        )
    vector = input.ndim - 1 == b.ndim
    b = ivy.expand_dims(b, axis=-1) if vector else b
    m, n = input.shape[-2:]
    u, s, vh = ivy.svd(input, full_matrices=False)
    eps = float(ivy.finfo(s.dtype.core).eps)
    share = eps * max(m, n) if rcond is None else rcond
    bound = ivy.multiply(ivy.max(s, axis=-1, keepdims=True), share)
    kept = ivy.greater(s, bound)
    inverse = ivy.where(kept, ivy.divide(1.0, ivy.where(kept, s, 1.0)), 0.0)
    uh, v = [ivy.swapaxes(t, -2, -1) for t in (u, vh)]
    uh, v = [ivy.conj(t) if input.dtype.is_complex else t for t in (uh, v)]
    inverse = ivy.astype(ivy.expand_dims(inverse, axis=-1), input.dtype.core)
    solution = ivy.matmul(v, ivy.multiply(inverse, ivy.matmul(uh, b)))
    residuals = ivy.zeros((0,), dtype=s.dtype.core)
    # gels takes the rank for granted; the others leave residuals out where a column is lost
    wanted = m > n and driver in ("gels", "gelsd", "gelss")
    if wanted and (driver == "gels" or bool(ivy.all(kept))):
        error = ivy.abs(ivy.subtract(ivy.matmul(input, solution), b))
        residuals = ivy.sum(ivy.square(error), axis=-2)
    rank = ivy.zeros((0,), dtype="int64")
    if driver in ("gelsy", "gelsd", "gelss", None):
        rank = ivy.sum(ivy.astype(kept, "int64"), axis=-1)
    values = s if driver in ("gelsd", "gelss") else ivy.zeros((0,), dtype=s.dtype.core)
    solution = ivy.squeeze(solution, axis=-1) if vector else solution
    return return_types.linalg_lstsq((solution, residuals, rank, values))


@torch_function
def tensorinv(input: TensorLike, ind: int = 2, *, out=None) -> Tensor:
    """Invert what a tensor does to others by ``tensordot``."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind', but got " + str(ind))
    first, last = tuple(input.shape[:ind]), tuple(input.shape[ind:])
    if math.prod(first) != math.prod(last):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
            f"prod(self.shape[:ind]), but got {math.prod(last)} != {math.prod(first)}"
        )
    flat = ivy.reshape(input, (math.prod(first), -1))
    inverse = refuse_singular(lambda: ivy.inv(flat), "linalg.inv")
    return ivy.reshape(inverse, last + first)


@torch_function
def tensorsolve(input: TensorLike, other: TensorLike, dims=None, *, out=None) -> Tensor:
    """Solve ``tensordot(A, X, X.ndim) = B``."""
    x = input
    if dims is not None:
        order = [d for d in range(input.ndim) if d not in {k % input.ndim for k in dims}]
        x = ivy.permute_dims(input, (*order, *[k % input.ndim for k in dims]))
    shape = tuple(x.shape[other.ndim :])
    flat = ivy.reshape(x, (-1, math.prod(shape)))
    if flat.shape[0] != flat.shape[1]:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {flat.shape[1]} != {flat.shape[0]}"
        )
    found = refuse_singular(lambda: ivy.solve(flat, ivy.reshape(other, (-1,))), "linalg.solve")
    return ivy.reshape(found, shape)


__all__ = [
    "det", "lstsq", "slogdet", "solve", "solve_ex", "solve_triangular", "tensorinv",
    "tensorsolve",
]  # fmt: skip
