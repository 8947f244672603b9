"""Factors of matrices: triangular, orthonormal, eigenvectors, singular vectors."""

from __future__ import annotations

from typing import Any

from ivy_core.utils.exceptions import IvyException

from .. import return_types
from ..autograd import tape
from ..autograd.bodies import note_unlooked
from ..dispatch.errors import LinAlgError
from ..dispatch.func_wrapper import Function, ivy, published, torch_function, torch_name
from ..dispatch.outputs import cast
from ..operations.joining import broadcast_shapes
from ..tensors.tensor import Tensor
from .checks import info_of, matrices, refuse_singular, square

TensorLike = Number = Any


def _conjugate_transpose(x: Tensor) -> Tensor:
    turned = ivy.swapaxes(x, -2, -1)
    return ivy.conj(turned) if x.dtype.is_complex else turned


@torch_function
def cholesky(input: TensorLike, *, upper: bool = False, out=None) -> Tensor:
    """Return the Cholesky factor of positive definite matrices.

    Raises: LinAlgError if a matrix is not positive definite.
    """
    square(input, "linalg.cholesky")
    if 0 in input.shape:
        return ivy.copy_array(input)
    note_unlooked()  # in a trace nothing fails
    try:
        return ivy.cholesky(input, upper=upper)
    except (IvyException, ArithmeticError) as err:
        raise LinAlgError(_not_positive_definite_text(input, "linalg.cholesky")) from err


@torch_function
def cholesky_ex(input: TensorLike, *, upper: bool = False, check_errors: bool = False, out=None):
    """Return the Cholesky factor, and 0 for each matrix that has one.

    A matrix that has none gives what LAPACK leaves of it, and the order of its first leading minor
    that is not positive definite.
    """
    square(input, "linalg.cholesky_ex")
    try:
        factor = cholesky.function.body(input, upper=upper)
        return return_types.linalg_cholesky_ex((factor, info_of(input)))
    except LinAlgError:
        if check_errors:
            raise LinAlgError(_not_positive_definite_text(input, "linalg.cholesky_ex")) from None
    matrices_of_batch = ivy.reshape(input, (-1, *input.shape[-2:]))
    orders = [_order_without_factor(a) for a in matrices_of_batch]
    factors = [_partial_cholesky(*pair) for pair in zip(matrices_of_batch, orders, strict=True)]
    factor = ivy.reshape(ivy.stack(factors), input.shape)
    factor = _conjugate_transpose(factor) if upper else factor
    info = ivy.reshape(ivy.array(orders, dtype="int32"), input.shape[:-2])
    return return_types.linalg_cholesky_ex((factor, info))


def _not_positive_definite_text(A: Tensor, name: str) -> str:
    """Return PyTorch's message of the first matrix of a batch that has no Cholesky factor."""
    flat = ivy.reshape(A, (-1, *A.shape[-2:]))
    orders = (_order_without_factor(a) for a in flat)
    # what fails in a batch alone is said of its first matrix
    at, order = next(((at, order) for at, order in enumerate(orders) if order), (0, 1))
    element = f"(Batch element {at}): " if A.ndim > 2 else ""
    return (
        f"{name}: {element}The factorization could not be completed because the input is not "
        f"positive-definite (the leading minor of order {order} is not positive-definite)."
    )


def _order_without_factor(a: Tensor) -> int:
    """Return the order of a matrix's first leading minor without a Cholesky factor; 0 if none."""
    with_factor, order = 0, a.shape[-1] + 1
    while order - with_factor > 1:  # a minor has a factor where a greater one has
        middle = (with_factor + order) // 2
        try:
            ivy.cholesky(a[:middle, :middle])
        except (IvyException, ArithmeticError):
            order = middle
        else:
            with_factor = middle
    return order if order <= a.shape[-1] else 0


def _partial_cholesky(a: Tensor, order: int) -> Tensor:
    """Return the factor's columns before ``order``, behind them those of ``a``; 0: the factor."""
    if not order:
        return ivy.cholesky(a)
    done, rest = order - 1, ivy.tril(a[order - 1 :, order - 1 :])
    factor = ivy.cholesky(a[:done, :done])
    rows = _conjugate_transpose(ivy.solve_triangular(factor, a[:done, done:], upper=False))
    is_pivot = ivy.arange(a.shape[-1] - done) == 0
    rest = rest - ivy.diag(ivy.where(is_pivot, ivy.sum(ivy.abs(rows[:1]) ** 2), 0.0))
    above = ivy.zeros((done, a.shape[-1] - done), dtype=a.dtype.core)
    return ivy.concat([ivy.concat([factor, above], axis=1), ivy.concat([rows, rest], axis=1)])


@torch_function
def qr(A: TensorLike, mode: str = "reduced", *, out=None):
    """Return a factor with orthonormal columns and an upper triangular one."""
    matrices(A, "linalg.qr")
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', "
            "or 'complete'"
        )
    found = ivy.qr(A, mode="reduced" if mode == "r" else mode)
    q = ivy.zeros((0,), dtype=A.dtype.core) if mode == "r" else found[0]
    return return_types.linalg_qr((q, found[1]))


@torch_function
def svd(A: TensorLike, full_matrices: bool = True, *, driver: str | None = None, out=None):
    """Return singular vectors and values, ``A = U @ diag(S) @ Vh``."""
    matrices(A, "linalg.svd")
    return return_types.linalg_svd(tuple(ivy.svd(A, full_matrices=full_matrices)))


@torch_function
def svdvals(A: TensorLike, *, driver: str | None = None, out=None) -> Tensor:
    """Return singular values, the greatest first."""
    return ivy.svdvals(matrices(A, "linalg.svdvals"))


@torch_function
def eigh(input: TensorLike, UPLO: str = "L", *, out=None):
    """Return eigenvalues and eigenvectors of symmetric or Hermitian matrices."""
    square(input, "linalg.eigh")
    return return_types.linalg_eigh(tuple(ivy.eigh(_move_triangle_to_lower(input, UPLO), UPLO="L")))


def _move_triangle_to_lower(x: Tensor, which: str) -> Tensor:
    """Return matrices that have the triangle ``which`` in the lower one, which ``eigh`` reads."""
    if which.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {which}")
    if which.upper() == "L":
        return x
    return _conjugate_transpose(x)


class _WithVectors(Function):
    """A function of eigenvalues alone, whose gradients are by way of their vectors.

    As PyTorch has it: the values that are differentiated are then those that the script has, in
    their order, which another routine of the backend may not keep.
    """

    __slots__ = ("whole",)

    def by_body(self, args: tuple, kwargs: dict):
        if kwargs.get("out") is None and tape.wants_gradients(args, kwargs):
            return self.whole.by_body(args, kwargs)[0]
        return super().by_body(args, kwargs)


def _declare_without_vectors(with_vectors):
    """Return a decorator of ``eigvals...``: its gradient is that of ``with_vectors``."""

    def declare(body):
        function = _WithVectors(body, torch_name(body))
        function.whole = with_vectors.function
        return published(function, None, body)

    return declare


@_declare_without_vectors(eigh)
def eigvalsh(input: TensorLike, UPLO: str = "L", *, out=None) -> Tensor:
    """Return eigenvalues of symmetric or Hermitian matrices, the least first."""
    return ivy.eigvalsh(_move_triangle_to_lower(square(input, "linalg.eigvalsh"), UPLO))


@torch_function
def eig(input: TensorLike, *, out=None):
    """Return eigenvalues and eigenvectors, complex."""
    found = [_cast_to_complex(x) for x in ivy.eig(square(input, "linalg.eig"))]
    return return_types.linalg_eig(tuple(found))


def _cast_to_complex(x: Tensor) -> Tensor:
    return cast(x, x.dtype.to_complex())


@_declare_without_vectors(eig)
def eigvals(input: TensorLike, *, out=None) -> Tensor:
    """Return eigenvalues, complex."""
    return _cast_to_complex(ivy.eigvals(square(input, "linalg.eigvals")))


@torch_function
def inv(A: TensorLike, *, out=None) -> Tensor:
    """Return inverses.

    Raises: LinAlgError if a matrix is singular.
    """
    square(A, "linalg.inv")
    if 0 in A.shape:
        return ivy.copy_array(A)
    return refuse_singular(lambda: ivy.inv(A), "linalg.inv")


@torch_function
def inv_ex(A: TensorLike, *, check_errors: bool = False, out=None):
    """Return inverses, and 0 for each matrix that has one."""
    square(A, "linalg.inv_ex")
    try:
        return return_types.linalg_inv_ex((inv.function.body(A), info_of(A)))
    except LinAlgError:
        if check_errors or A.ndim > 2:
            raise
    packed = lu_factor_ex.function.body(A)
    return return_types.linalg_inv_ex((packed.LU, packed.info))


@torch_function
def pinv(
    input: TensorLike, *, atol: TensorLike | Number = None, rtol: TensorLike | Number = None,
    hermitian: bool = False, rcond: TensorLike | Number = None, out=None,
) -> Tensor:  # fmt: skip
    """Return pseudo-inverses."""
    matrices(input, "linalg.pinv")
    rtol = rcond if rtol is None else rtol
    if not input.shape.numel():
        return ivy.zeros(
            (*input.shape[:-2], input.shape[-1], input.shape[-2]), dtype=input.dtype.core
        )
    u, s, vh = _svd_by_eigh_if_hermitian(input, hermitian)
    bound = threshold(input, s, atol, rtol)
    kept = ivy.greater(s, bound)
    inverse = ivy.where(kept, ivy.divide(1.0, ivy.where(kept, s, 1.0)), 0.0)
    inverse = cast(ivy.expand_dims(inverse, axis=-2), input.dtype)
    return ivy.matmul(ivy.multiply(_conjugate_transpose(vh), inverse), _conjugate_transpose(u))


def _svd_by_eigh_if_hermitian(x: Tensor, hermitian: bool):
    """Return reduced (u, s, vh); those of ``eigh``, not in order, if ``hermitian``."""
    if not hermitian:
        return ivy.svd(x, full_matrices=False)
    values, vectors = ivy.eigh(x)
    sign = ivy.where(ivy.less(values, 0), -1.0, 1.0)
    signed = ivy.multiply(
        _conjugate_transpose(vectors), cast(ivy.expand_dims(sign, axis=-1), x.dtype)
    )
    return vectors, ivy.abs(values), signed


def threshold(x: Tensor, s: Tensor, atol, rtol) -> Tensor:
    """Return from where on singular values count, as PyTorch has it."""
    if rtol is None:
        given = atol is not None and not isinstance(atol, Tensor) and atol > 0
        eps = ivy.finfo(s.dtype.core).eps
        rtol = 0.0 if given else float(eps) * max(x.shape[-2:])
    greatest = ivy.max(ivy.abs(s), axis=-1, keepdims=True)
    rtol = ivy.expand_dims(rtol, axis=-1) if isinstance(rtol, Tensor) else rtol
    atol = ivy.expand_dims(atol, axis=-1) if isinstance(atol, Tensor) else atol
    bound = ivy.multiply(greatest, rtol)
    return bound if atol is None else ivy.maximum(bound, atol)


@torch_function
def lu_factor(A: TensorLike, *, pivot: bool = True, out=None):
    """Return both triangular factors in one matrix, and which rows were interchanged, from 1 on."""
    return return_types.linalg_lu_factor(_lu_factor(matrices(A, "torch.linalg.lu_factor"), pivot))


def _lu_factor(x: Tensor, pivot: bool):
    """Return (the packed factors, int32 pivots that count from 1)."""
    packed, rows = ivy.lu_factor(x, pivot=pivot)
    return packed, ivy.astype(ivy.add(rows, 1), "int32")


@torch_function
def lu_factor_ex(A: TensorLike, *, pivot: bool = True, check_errors: bool = False, out=None):
    """Factorise as :func:`lu_factor` does; also return 0 for each matrix that is not singular."""
    packed, pivots = _lu_factor(matrices(A, "torch.linalg.lu_factor_ex"), pivot)
    nothing = ivy.equal(ivy.diagonal(packed, axis1=-2, axis2=-1), 0)
    first = ivy.argmax(ivy.astype(nothing, "uint8"), axis=-1) if nothing.shape[-1] else None
    info = info_of(A)
    if first is not None:
        info = ivy.astype(ivy.where(ivy.any(nothing, axis=-1), ivy.add(first, 1), 0), "int32")
    return return_types.linalg_lu_factor_ex((packed, pivots, info))


@torch_function
def lu(A: TensorLike, *, pivot: bool = True, out=None):
    """Return a permutation and both triangular factors, ``A = P @ L @ U``."""
    matrices(A, "linalg.lu")
    packed, pivots = _lu_factor(A, pivot)
    order = rows_in_order(pivots, A.shape[-2])
    rows = ivy.arange(A.shape[-2], dtype="int64")
    permutation = ivy.equal(ivy.expand_dims(rows, axis=-1), ivy.expand_dims(order, axis=-2))
    lower, upper = triangles(packed)
    p = ivy.astype(permutation, A.dtype.core)
    if not pivot:
        p = ivy.zeros((0,), dtype=A.dtype.core)
    return return_types.linalg_lu((p, lower, upper))


def triangles(packed: Tensor) -> tuple[Tensor, Tensor]:
    """Return the two factors that one matrix holds."""
    m, n = packed.shape[-2:]
    k = min(m, n)
    ones = ivy.eye(m, k, dtype=packed.dtype.core)
    lower = ivy.add(ivy.tril(packed[..., :, :k], k=-1), ones)
    return lower, ivy.copy_array(ivy.triu(packed[..., :k, :]))


def rows_in_order(pivots: Tensor, count: int) -> Tensor:
    """Convert pivots, which are row interchanges in turn, to the order of the matrix's rows."""
    order = ivy.broadcast_to(ivy.arange(count, dtype="int64"), (*pivots.shape[:-1], count))
    for at in range(pivots.shape[-1]):
        other = ivy.subtract(ivy.astype(pivots[..., at : at + 1], "int64"), 1)
        numbers = ivy.arange(count, dtype="int64")
        here, there = order[..., at : at + 1], ivy.take_along_axis(order, other, -1)
        order = ivy.where(ivy.equal(numbers, at), there,
                          ivy.where(ivy.equal(numbers, other), here, order))  # fmt: skip
    return order


@torch_function
def lu_solve(
    LU: TensorLike, pivots: TensorLike, B: TensorLike, *, left: bool = True,
    adjoint: bool = False, out=None,
) -> Tensor:  # fmt: skip
    """Solve systems by the factors of :func:`lu_factor`."""
    square(LU, "torch.linalg.lu_solve", "LU")
    rows = ivy.subtract(pivots, 1)
    if not LU.shape.numel() or not B.shape.numel():
        batch = broadcast_shapes(tuple(LU.shape[:-2]), tuple(B.shape[:-2]))
        return ivy.zeros((*batch, *B.shape[-2:]), dtype=B.dtype.core)
    return ivy.lu_solve(LU, rows, B, adjoint=adjoint, left=left)


@torch_function
def householder_product(input: TensorLike, tau: TensorLike, *, out=None) -> Tensor:
    """Multiply reflections: the orthonormal factor that LAPACK's ``geqrf`` stands for.

    References: PyTorch documentation, torch.linalg.householder_product. Golub and Van Loan, Matrix
    Computations, 4th edition, section 5.1.
    """
    matrices(input, "torch.linalg.householder_product", "input")
    m, n = input.shape[-2:]
    if m < n:
        raise RuntimeError(
            "torch.linalg.householder_product: input.shape[-2] must be greater than or equal to "
            "input.shape[-1]"
        )
    if tau.shape[-1] > n:
        raise RuntimeError(
            "torch.linalg.householder_product: input.shape[-1] must be greater than or equal to "
            "tau.shape[-1]"
        )
    q = ivy.broadcast_to(ivy.eye(m, n, dtype=input.dtype.core), tuple(input.shape))
    for k in reversed(range(tau.shape[-1])):
        rows = ivy.arange(m, dtype="int64")
        vector = ivy.where(
            ivy.equal(rows, k), 1.0, ivy.where(ivy.less(rows, k), 0.0, input[..., :, k])
        )
        vector = ivy.expand_dims(cast(vector, input.dtype), axis=-1)
        factor = ivy.expand_dims(ivy.expand_dims(tau[..., k], axis=-1), axis=-1)
        shown = ivy.matmul(_conjugate_transpose(vector), q)
        q = ivy.subtract(q, ivy.multiply(factor, ivy.matmul(vector, shown)))
    return q


__all__ = [
    "cholesky", "cholesky_ex", "eig", "eigh", "eigvals", "eigvalsh", "householder_product", "inv",
    "inv_ex", "lu", "lu_factor", "lu_factor_ex", "lu_solve", "pinv", "qr", "rows_in_order", "svd",
    "svdvals", "threshold", "triangles",
]  # fmt: skip
