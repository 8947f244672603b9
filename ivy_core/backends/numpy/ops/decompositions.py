"""Factorisations of matrices, and what is solved with them, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.linear_algebra import (
    QR_MODES,
    check_choice,
    check_solve,
    guarded,
    linalg_dtype,
    require_matrix,
)
from ivy_core.backends.common.triangular import (
    batch_of,
    check_lu_factor,
    check_lu_solve,
    check_triangular,
    order_of_rows,
)

from ..host.policy import LU_PANEL_COLUMNS, TRIANGULAR_BLOCK_ROWS

_guarded = guarded("numpy", np.linalg.LinAlgError)


@_guarded
def svd(x, /, *, full_matrices=True, compute_uv=True):
    found = np.linalg.svd(x, full_matrices=full_matrices, compute_uv=compute_uv)
    return tuple(found) if compute_uv else (found,)


@_guarded
def svdvals(x, /):
    return np.linalg.svd(x, compute_uv=False)


@_guarded
def qr(x, /, *, mode="reduced"):
    check_choice("qr", "mode", mode, QR_MODES)
    return np.linalg.qr(x, mode=mode)


@_guarded
def inv(x, /):
    return np.linalg.inv(x)


@_guarded
def pinv(x, /, *, rtol=None, hermitian=False):
    require_matrix(x, "pinv")
    x = x.astype(linalg_dtype(x.dtype.name, "pinv"), copy=False)
    return np.linalg.pinv(x, rtol=rtol, hermitian=hermitian)


@_guarded
def solve(x1, x2, /):
    check_solve(x1, x2)
    return np.linalg.solve(x1, x2)


@_guarded
def det(x, /):
    return np.linalg.det(x)


@_guarded
def slogdet(x, /):
    return np.linalg.slogdet(x)


@_guarded
def eigh(x, /, *, UPLO="L"):
    return np.linalg.eigh(x, UPLO=UPLO)


@_guarded
def eigvalsh(x, /, *, UPLO="L"):
    return np.linalg.eigvalsh(x, UPLO=UPLO)


@_guarded
def eig(x, /):
    return np.linalg.eig(x)


@_guarded
def eigvals(x, /):
    return np.linalg.eigvals(x)


@_guarded
def cholesky(x, /, *, upper=False):
    return np.linalg.cholesky(x, upper=upper)


@_guarded
def matrix_rank(x, /, *, rtol=None, atol=None, hermitian=False):
    return np.asarray(np.linalg.matrix_rank(x, tol=atol, rtol=rtol, hermitian=hermitian))


@_guarded
def lstsq(x1, x2, /, *, rcond=None):
    return np.linalg.lstsq(x1, x2, rcond=rcond)


# Triangular systems. NumPy has LAPACK's general solver only: in a triangular block it finds every
# pivot on the diagonal, so that what it does is the substitution, and the blocks are few rows.


def _to_common_dtype(x1, x2, function_name) -> tuple:
    """Return both in the dtype in which ``function_name`` of ``linalg`` computes them."""
    dtype = np.result_type(
        linalg_dtype(x1.dtype.name, function_name), linalg_dtype(x2.dtype.name, function_name)
    )
    return x1.astype(dtype, copy=False), x2.astype(dtype, copy=False)


def _conjugate_transpose(x):
    return x.swapaxes(-1, -2).conj()


def _solve_triangular(a, b, upper, unit):
    """Solve triangular systems recursively, half of the rows after the other half."""
    n = a.shape[-1]
    if n <= TRIANGULAR_BLOCK_ROWS:
        return _solve_triangular_block(a, b, upper, unit)
    head, tail = slice(None, n // 2), slice(n // 2, None)
    first, then = (tail, head) if upper else (head, tail)
    known = _solve_triangular(a[..., first, first], b[..., first, :], upper, unit)
    rest = b[..., then, :] - a[..., then, first] @ known
    found = _solve_triangular(a[..., then, then], rest, upper, unit)
    known = np.broadcast_to(known, (*found.shape[:-2], *known.shape[-2:]))
    return np.concatenate([found, known] if upper else [known, found], axis=-2)


def _solve_triangular_block(a, b, upper, unit):
    """Solve by one triangle of ``a``; a zero on its diagonal gives inf or nan, no error."""
    if not upper:  # turned round it is an upper one
        a, b = a[..., ::-1, ::-1], b[..., ::-1, :]
    if unit:
        a = np.triu(a, 1) + np.eye(a.shape[-1], dtype=a.dtype)
    else:
        a = np.triu(a)
    if np.diagonal(a, axis1=-2, axis2=-1).all():
        found = np.linalg.solve(a, b)
    else:
        found = _solve_singular_triangular(a, b)
    return found if upper else found[..., ::-1, :]


def _solve_singular_triangular(a, b):
    """Solve row by row, so that a zero on the diagonal gives inf or nan as a division does."""
    found = np.empty((*batch_of(a, b), *b.shape[-2:]), a.dtype)
    with np.errstate(all="ignore"):
        for i in reversed(range(a.shape[-1])):
            known = (a[..., i : i + 1, i + 1 :] @ found[..., i + 1 :, :])[..., 0, :]
            found[..., i, :] = (b[..., i, :] - known) / a[..., i, i, None]
    return found


def solve_triangular(x1, x2, /, *, upper=True, adjoint=False, left=True, unit_diagonal=False):
    vector = check_triangular(x1, x2, left)
    x1, x2 = _to_common_dtype(x1, x2, "solve_triangular")
    if adjoint:
        x1, upper = _conjugate_transpose(x1), not upper
    if not left:  # the transposed system
        found = _solve_triangular(
            x1.swapaxes(-1, -2), x2.swapaxes(-1, -2), not upper, unit_diagonal
        )
        return found.swapaxes(-1, -2)
    found = _solve_triangular(x1, x2[:, None] if vector else x2, upper, unit_diagonal)
    return found[..., 0] if vector else found


def lu_factor(A, /, *, pivot=True):
    check_lu_factor(A)
    lu = np.array(A, linalg_dtype(A.dtype.name, "lu_factor"), order="C")
    *batch, rows, columns = lu.shape
    count = min(rows, columns)
    pivots = np.empty((*batch, count), np.int32)
    pivots[...] = np.arange(count)
    if lu.size:
        with np.errstate(all="ignore"):
            _factorize_lu_in_place(lu.reshape(-1, rows, columns), pivots.reshape(-1, count), pivot)
    return lu, pivots


def _factorize_lu_in_place(a, pivots, pivot) -> None:
    """Factorize matrices in place, panel by panel of columns; if ``pivot``, write ``pivots``."""
    count = pivots.shape[-1]
    for start in range(0, count, LU_PANEL_COLUMNS):
        end = min(start + LU_PANEL_COLUMNS, count)
        _factorize_lu_panel(a, pivots, start, end, pivot)
        right = a[:, start:end, end:]
        if right.size:
            right[...] = _solve_triangular(a[:, start:end, start:end], right, False, True)
            a[:, end:, end:] -= a[:, end:, start:end] @ right


def _factorize_lu_panel(a, pivots, start, end, pivot) -> None:
    """Eliminate columns ``start`` to ``end`` of a stack in place; swap whole rows if ``pivot``."""
    every = np.arange(len(a))
    one = len(a) == 1
    for j in range(start, end):
        if pivot:
            below = a[:, j:, j]
            # LAPACK compares complex numbers by the sum of the sizes of their parts
            size = np.abs(below.real) + np.abs(below.imag) if a.dtype.kind == "c" else np.abs(below)
            other = j + size.argmax(-1)
            pivots[:, j] = other
            if one:
                at = int(other[0])
                if at != j:
                    a[0, [j, at]] = a[0, [at, j]]
            else:
                row = a[:, j].copy()
                a[:, j] = a[every, other]
                a[every, other] = row
        divisor = a[:, j, j, None]
        if pivot:  # a column of zeros below has nothing to be eliminated
            divisor = np.where(divisor == 0, 1, divisor)
        factors = a[:, j + 1 :, j]
        factors /= divisor
        if j + 1 < end:
            a[:, j + 1 :, j + 1 : end] -= factors[:, :, None] * a[:, j, None, j + 1 : end]


def lu_solve(lu, p, b, /, *, adjoint=False, left=True):
    vector = check_lu_solve(lu, p, b, left)
    lu, b = _to_common_dtype(lu, b, "lu_solve")
    b = b[:, None] if vector else b
    if not left:  # the adjoint system
        b, adjoint = _conjugate_transpose(b), not adjoint
    order = order_of_rows(p, lu.shape[-1])
    batch = batch_of(lu, b)
    b = np.broadcast_to(b, (*batch, *b.shape[-2:]))
    order = np.broadcast_to(order, (*batch, order.shape[-1]))[..., None]
    if adjoint:
        upper = _conjugate_transpose(lu)
        found = _solve_triangular(upper, _solve_triangular(upper, b, False, False), True, True)
        found = np.take_along_axis(found, np.argsort(order, -2), -2)
    else:
        half = _solve_triangular(lu, np.take_along_axis(b, order, -2), False, True)
        found = _solve_triangular(lu, half, True, False)
    if not left:
        return _conjugate_transpose(found)
    return found[..., 0] if vector else found
