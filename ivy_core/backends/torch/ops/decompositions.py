"""Factorisations of matrices, and what is solved with them, of the PyTorch backend."""

from __future__ import annotations

import torch

from ivy_core.backends.common.linear_algebra import (
    QR_MODES,
    check_choice,
    check_lstsq,
    check_rtol,
    check_solve,
    guarded,
    linalg_dtype,
    reads_lower,
    require_matrix,
    require_square,
)
from ivy_core.backends.common.triangular import (
    batch_of,
    check_lu_factor,
    check_lu_solve,
    check_triangular,
)
from ivy_core.utils.exceptions import (
    IvyException,
    IvyLinAlgError,
    IvyValueError,
    refuse_natively,
)

from .indexing import is_tracer

_guarded = guarded("torch", torch.linalg.LinAlgError)


def dtype_name(dtype) -> str:
    return str(dtype).removeprefix("torch.")


_LAPACK = frozenset({torch.float32, torch.float64, torch.complex64, torch.complex128})


def _to_factorisable_dtype(x, function_name):
    """Return ``x`` in the dtype that NumPy would factorise it in; raise for half precision."""
    dtype = x.dtype
    if dtype in _LAPACK:
        return x
    return x.to(getattr(torch, linalg_dtype(dtype_name(dtype), function_name)))


def _check_and_cast_matrices(x, function_name):
    """Return ``x`` in the dtype of ``linalg``; raise PyTorch's own error if it is no matrix."""
    try:
        require_matrix(x, function_name)
    except IvyLinAlgError as known:
        refuse_natively(known, getattr(torch.linalg, function_name, None), x)
    return _to_factorisable_dtype(x, function_name)


def _check_and_cast_square_matrices(x, function_name):
    """Return ``x`` in the dtype of ``linalg``; raise PyTorch's own error if it is not square."""
    try:
        require_square(x, function_name)
    except IvyLinAlgError as known:
        refuse_natively(known, getattr(torch.linalg, function_name, None), x)
    return _to_factorisable_dtype(x, function_name)


def _to_common_dtype(x1, x2, function_name) -> tuple:
    """Return both in the dtype in which ``function_name`` of ``linalg`` computes them."""
    x1, x2 = _to_factorisable_dtype(x1, function_name), _to_factorisable_dtype(x2, function_name)
    if x1.dtype is x2.dtype:
        return x1, x2
    dtype = torch.promote_types(x1.dtype, x2.dtype)
    return x1.to(dtype), x2.to(dtype)


@_guarded
def svd(x, /, *, full_matrices=True, compute_uv=True):
    x = _check_and_cast_matrices(x, "svd")
    if not compute_uv:
        return (torch.linalg.svdvals(x),)
    return tuple(torch.linalg.svd(x, full_matrices=full_matrices))


@_guarded
def svdvals(x, /):
    return torch.linalg.svdvals(_check_and_cast_matrices(x, "svdvals"))


def qr(x, /, *, mode="reduced"):
    check_choice("qr", "mode", mode, QR_MODES)
    return tuple(torch.linalg.qr(_check_and_cast_matrices(x, "qr"), mode=mode))


@_guarded
def inv(x, /):
    return torch.linalg.inv(_check_and_cast_square_matrices(x, "inv"))


@_guarded
def pinv(x, /, *, rtol=None, hermitian=False):
    x = (_check_and_cast_square_matrices if hermitian else _check_and_cast_matrices)(x, "pinv")
    check_rtol(rtol, x)
    if not x.numel():
        return x.mT.clone()
    if rtol is None:
        rtol = max(x.shape[-2:]) * torch.finfo(x.dtype).eps
    if isinstance(rtol, torch.Tensor):
        rtol = rtol.to(x.abs().dtype)
    return torch.linalg.pinv(x, rtol=rtol, hermitian=hermitian)


@_guarded
def solve(x1, x2, /):
    try:
        vector = check_solve(x1, x2)
    except IvyException as known:
        refuse_natively(known, torch.linalg.solve, x1, x2)
    x1, x2 = _to_common_dtype(x1, x2, "solve")
    if vector:
        return torch.linalg.solve(x1, x2.unsqueeze(-1)).squeeze(-1)
    # with all its axes, a matrix is not taken for a stack of vectors
    return torch.linalg.solve(x1, x2.reshape((1,) * (x1.ndim - x2.ndim) + x2.shape))


def det(x, /):
    return torch.linalg.det(_check_and_cast_square_matrices(x, "det"))


def slogdet(x, /):
    return tuple(torch.linalg.slogdet(_check_and_cast_square_matrices(x, "slogdet")))


@_guarded
def eigh(x, /, *, UPLO="L"):
    reads_lower(UPLO, "eigh")
    return tuple(torch.linalg.eigh(_check_and_cast_square_matrices(x, "eigh"), UPLO=UPLO))


@_guarded
def eigvalsh(x, /, *, UPLO="L"):
    reads_lower(UPLO, "eigvalsh")
    return torch.linalg.eigvalsh(_check_and_cast_square_matrices(x, "eigvalsh"), UPLO=UPLO)


def _require_finite(x):
    """Return ``x``; raise if it holds inf or nan, except while tracing."""
    if not is_tracer(x) and not bool(torch.isfinite(x).all()):
        raise torch.linalg.LinAlgError("the matrix must not contain infs or nans")
    return x


def _has_real_eigenvalues(x, values) -> bool:
    """Return whether a real matrix has real eigenvalues only; False while tracing."""
    if x.is_complex() or is_tracer(values):
        return False
    return not bool(values.imag.any())


@_guarded
def eig(x, /):
    values, vectors = torch.linalg.eig(_require_finite(_check_and_cast_square_matrices(x, "eig")))
    return (values.real, vectors.real) if _has_real_eigenvalues(x, values) else (values, vectors)


@_guarded
def eigvals(x, /):
    values = torch.linalg.eigvals(_require_finite(_check_and_cast_square_matrices(x, "eigvals")))
    return values.real if _has_real_eigenvalues(x, values) else values


@_guarded
def cholesky(x, /, *, upper=False):
    return torch.linalg.cholesky(_check_and_cast_square_matrices(x, "cholesky"), upper=upper)


@_guarded
def matrix_rank(x, /, *, rtol=None, atol=None, hermitian=False):
    if rtol is not None and atol is not None:
        raise IvyValueError("matrix_rank: rtol and atol cannot both be given")
    if x.ndim < 2:
        return (x != 0).any().to(torch.int64)
    values = eigvalsh(x).abs() if hermitian else svdvals(x)
    if atol is None:
        if rtol is None:
            rtol = max(x.shape[-2:]) * torch.finfo(values.dtype).eps
        largest = values.amax(-1) if values.shape[-1] else values.new_zeros(values.shape[:-1])
        atol = largest * rtol
    atol = torch.as_tensor(atol, device=x.device)
    return (values > atol[..., None]).sum(-1)


@_guarded
def lstsq(x1, x2, /, *, rcond=None):
    check_lstsq(x1, x2)
    a, b = _to_factorisable_dtype(x1, "lstsq"), _to_factorisable_dtype(x2, "lstsq")
    dtype = torch.promote_types(a.dtype, b.dtype)
    real = torch.empty(0, dtype=dtype).abs().dtype
    # in double precision, as NumPy does it: the rank depends on the precision
    wide = torch.promote_types(dtype, torch.float64)
    a, b = a.to(wide), b.to(wide)
    b = b[:, None] if x2.ndim == 1 else b
    rows, columns = a.shape
    eps = torch.finfo(torch.float64).eps
    # a negative one means the precision of the machine, as in LAPACK
    rcond = max(rows, columns) * eps if rcond is None else eps if rcond < 0 else rcond
    if b.numel() and a.numel() and a.device.type == "cpu" and not is_tracer(a):
        if not (a.requires_grad or b.requires_grad or is_tracer(b)):
            return _lstsq_by_lapack(a, b, rcond, dtype, real, x2.ndim == 1)
    u, s, vh = torch.linalg.svd(a, full_matrices=False)
    large = s > rcond * s[:1]
    inverse = torch.where(large, 1 / torch.where(large, s, 1), 0)
    solution = vh.mH @ (inverse[:, None] * (u.mH @ b))
    rank = large.sum(dtype=torch.int32)
    if rows > columns and (is_tracer(rank) or int(rank) == columns):
        residuals = ((b - a @ solution).abs() ** 2).sum(0)
        residuals = torch.where(rank == columns, residuals, torch.nan).to(real)
    else:
        residuals = x1.new_zeros(0, dtype=real)
    solution = solution[:, 0] if x2.ndim == 1 else solution
    return solution.to(dtype), residuals, rank, s.to(real)


def _lstsq_by_lapack(a, b, rcond, dtype, real, vector) -> tuple:
    """Return (solution, residuals, rank, singular values) by the LAPACK call that NumPy makes."""
    solution, residuals, rank, s = torch.linalg.lstsq(a, b, rcond=rcond, driver="gelsd")
    if int(rank) != a.shape[1] or a.shape[0] <= a.shape[1]:
        residuals = residuals.new_zeros(0)
    solution = solution[:, 0] if vector else solution
    return solution.to(dtype), residuals.to(real), rank.to(torch.int32), s.to(real)


def solve_triangular(x1, x2, /, *, upper=True, adjoint=False, left=True, unit_diagonal=False):
    dtype = x1.dtype
    if x2.ndim > 1 and x2.dtype is dtype and dtype in _LAPACK and not adjoint:
        try:
            return torch.linalg.solve_triangular(
                x1, x2, upper=upper, left=left, unitriangular=unit_diagonal
            )
        except RuntimeError:  # checking before takes a tenth of what a system of 200 takes
            check_triangular(x1, x2, left)
            raise
    vector = check_triangular(x1, x2, left)
    x1, x2 = _to_common_dtype(x1, x2, "solve_triangular")
    if adjoint:
        x1, upper = x1.mH, not upper
    found = torch.linalg.solve_triangular(
        x1, x2.unsqueeze(-1) if vector else x2, upper=upper, left=left, unitriangular=unit_diagonal
    )
    return found.squeeze(-1) if vector else found


def lu_factor(A, /, *, pivot=True):
    check_lu_factor(A)
    a = _to_factorisable_dtype(A, "lu_factor")
    if pivot or a.is_cuda:
        lu, pivots, _ = torch.linalg.lu_factor_ex(a, pivot=pivot)
        return lu, pivots - 1
    rows = torch.arange(a.shape[-2], device=a.device)[:, None]
    columns = torch.arange(a.shape[-1], device=a.device)
    count = min(a.shape[-2:])
    for j in range(count):  # out of place, so that it has a gradient
        row = a[..., j : j + 1, :]
        factors = torch.where(rows > j, a[..., :, j : j + 1] / row[..., j : j + 1], 0)
        a = torch.where((rows > j) & (columns > j), a - factors * row, a)
        a = torch.where((rows > j) & (columns == j), factors, a)
    pivots = torch.arange(count, dtype=torch.int32, device=a.device)
    return a, pivots.expand(*a.shape[:-2], count).clone()


def lu_solve(lu, p, b, /, *, adjoint=False, left=True):
    vector = check_lu_solve(lu, p, b, left)
    lu, b = _to_common_dtype(lu, b, "lu_solve")
    b = b.unsqueeze(-1) if vector else b
    batch = batch_of(lu, b)
    pivots = (p + 1).to(torch.int32).expand(*batch, p.shape[-1])
    lu = lu.expand(*batch, *lu.shape[-2:])
    found = torch.linalg.lu_solve(lu, pivots.contiguous(), b, left=left, adjoint=adjoint)
    found = found.resolve_conj()  # NumPy's view of its memory would not know of a pending one
    return found.squeeze(-1) if vector else found
