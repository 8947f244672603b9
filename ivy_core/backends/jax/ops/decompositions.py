"""Factorisations of matrices, and what is solved with them, of the JAX backend."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import lax

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
from ivy_core.utils.exceptions import IvyException, IvyLinAlgError, IvyValueError, refuse_natively

from ..runtime.processes import gathered
from ..runtime.stored_programs import jit
from .indexing import is_tracer


def _require_matrices(x, function):
    """Return ``x`` in the dtype of ``linalg``; raise JAX's own error if it is no matrix."""
    try:
        require_matrix(x, function)
    except IvyLinAlgError as known:
        refuse_natively(known, getattr(jnp.linalg, function, None), x)
    return x.astype(linalg_dtype(x.dtype.name, function))


def _require_square_matrices(x, function):
    """Return ``x`` in the dtype of ``linalg``; raise JAX's own error if it is not square."""
    try:
        require_square(x, function)
    except IvyLinAlgError as known:
        refuse_natively(known, getattr(jnp.linalg, function, None), x)
    return x.astype(linalg_dtype(x.dtype.name, function))


def _raise_if(flag, function, what) -> None:
    """Raise where the flag of a kernel is up; a flag that is being traced is not looked at."""
    if not is_tracer(flag) and flag:
        raise IvyLinAlgError(f"jax: {function}: {what}")


@partial(jit, static_argnames=("full_matrices", "compute_uv"))
def svd(x, /, *, full_matrices=True, compute_uv=True):
    found = jnp.linalg.svd(
        _require_matrices(x, "svd"), full_matrices=full_matrices, compute_uv=compute_uv
    )
    return tuple(found) if compute_uv else (found,)


@jit
def svdvals(x, /):
    return jnp.linalg.svd(_require_matrices(x, "svdvals"), compute_uv=False)


@partial(jit, static_argnames="mode")
def qr(x, /, *, mode="reduced"):
    check_choice("qr", "mode", mode, QR_MODES)
    return tuple(jnp.linalg.qr(_require_matrices(x, "qr"), mode=mode))


def _to_common_dtype(x1, x2, function) -> tuple:
    """Return two arrays in the dtype in which ``function`` of ``linalg`` computes both."""
    dtype = np.result_type(
        linalg_dtype(x1.dtype.name, function), linalg_dtype(x2.dtype.name, function)
    )
    return x1.astype(dtype), x2.astype(dtype)


def _lu_solve(a, b) -> tuple:
    """Return the solution of ``a @ x = b``, and a flag: whether a pivot is exactly zero."""
    lu, _, order = lax.linalg.lu(a)
    singular = (jnp.diagonal(lu, axis1=-2, axis2=-1) == 0).any()
    batch = jnp.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    lu = jnp.broadcast_to(lu, batch + lu.shape[-2:])
    order = jnp.broadcast_to(order, batch + order.shape[-1:])
    b = jnp.take_along_axis(jnp.broadcast_to(b, batch + b.shape[-2:]), order[..., None], axis=-2)
    half = lax.linalg.triangular_solve(lu, b, left_side=True, lower=True, unit_diagonal=True)
    return lax.linalg.triangular_solve(lu, half, left_side=True, lower=False), singular


@jit
def _inv(x):
    """Return the inverse, and a flag: whether the matrix is singular."""
    x = _require_square_matrices(x, "inv")
    return _lu_solve(x, jnp.eye(x.shape[-1], dtype=x.dtype))


def inv(x, /):
    found, singular = _inv(x)
    _raise_if(singular, "inv", "singular matrix")
    return found


@jit
def _solve(x1, x2) -> tuple:
    """Return the solution, and a flag: whether the matrix is singular."""
    try:
        vector = check_solve(x1, x2)
    except IvyException as known:
        refuse_natively(known, jnp.linalg.solve, x1, x2)
    x1, x2 = _to_common_dtype(x1, x2, "solve")
    found, singular = _lu_solve(x1, x2[:, None] if vector else x2)
    return found[..., 0] if vector else found, singular


def solve(x1, x2, /):
    found, singular = _solve(x1, x2)
    _raise_if(singular, "solve", "singular matrix")
    return found


@partial(jit, static_argnames="hermitian")
def _pinv(x, rtol, hermitian):
    """Return the pseudo-inverse; ``rtol`` None is the longer side times the dtype's eps."""
    x = (_require_square_matrices if hermitian else _require_matrices)(x, "pinv")
    if not x.size:
        return x.mT
    if rtol is None:
        rtol = max(x.shape[-2:]) * jnp.finfo(x.dtype).eps
    return jnp.linalg.pinv(x, rtol=rtol, hermitian=hermitian)


def pinv(x, /, *, rtol=None, hermitian=False):
    check_rtol(rtol, x)
    return _pinv(x, rtol, hermitian)


@jit
def det(x, /):
    return jnp.linalg.det(_require_square_matrices(x, "det"))


@jit
def slogdet(x, /):
    return tuple(jnp.linalg.slogdet(_require_square_matrices(x, "slogdet")))


@partial(jit, static_argnames="UPLO")
def eigh(x, /, *, UPLO="L"):
    x = _mirror_triangle(_require_square_matrices(x, "eigh"), reads_lower(UPLO, "eigh"))
    vectors, values = lax.linalg.eigh(x, symmetrize_input=False)
    return values, vectors


def _mirror_triangle(x, lower):
    """Return one triangle as a Hermitian matrix; its derivative is that of ``(x + x.mH) / 2``.

    JAX's derivative is that of the mean of both triangles, whichever it reads, for its own kernel
    too: of a matrix of one triangle both the value and the slope would be others.
    """
    adjoint = jnp.conj(jnp.swapaxes(x, -1, -2))
    rows, columns = jnp.arange(x.shape[-1])[:, None], jnp.arange(x.shape[-1])
    own = rows >= columns if lower else rows <= columns
    diagonal = jnp.where(rows == columns, jnp.real(x).astype(x.dtype), adjoint)
    mean = (x + adjoint) / 2
    return mean + lax.stop_gradient(jnp.where(own & (rows != columns), x, diagonal) - mean)


@partial(jit, static_argnames="UPLO")
def eigvalsh(x, /, *, UPLO="L"):
    return eigh(x, UPLO=UPLO)[0]


# On the host: XLA has general eigenvalues on the CPU only, and never gives real ones.
_guarded = guarded("jax", np.linalg.LinAlgError)


@jit
def _eig(x) -> tuple:
    # JAX asks to be told that eigenvectors are differentiated, as they are up to their phase
    return tuple(
        lax.linalg.eig(
            _require_square_matrices(x, "eig"),
            compute_left_eigenvectors=False,
            enable_eigvec_derivs=True,
        )
    )


@_guarded
def eig(x, /):
    if is_tracer(x):
        return _eig(x)
    linalg_dtype(x.dtype.name, "eig")
    values, vectors = np.linalg.eig(gathered(x))
    return jnp.asarray(values), jnp.asarray(vectors)


@_guarded
def eigvals(x, /):
    if is_tracer(x):
        return _eig(x)[0]  # by way of the vectors: only so is there a second derivative
    linalg_dtype(x.dtype.name, "eigvals")
    return jnp.asarray(np.linalg.eigvals(gathered(x)))


@partial(jit, static_argnames="upper")
def _cholesky(x, upper) -> tuple:
    """Return the factor, and a flag: whether it failed for a matrix without nan."""
    x = _require_square_matrices(x, "cholesky")
    lower = lax.linalg.cholesky(x.mT.conj() if upper else x, symmetrize_input=False)
    failed = jnp.isnan(jnp.diagonal(lower, axis1=-2, axis2=-1)).any() & ~jnp.isnan(x).any()
    return lower.mT.conj() if upper else lower, failed


def cholesky(x, /, *, upper=False):
    found, failed = _cholesky(x, upper)
    _raise_if(failed, "cholesky", "matrix is not positive definite")
    return found


@partial(jit, static_argnames="hermitian")
def _matrix_rank(x, rtol, atol, hermitian):
    """Return int64 ranks, of a scalar or vector 0 or 1; ``atol``, if given, replaces ``rtol``."""
    if x.ndim < 2:
        return (x != 0).any().astype(jnp.int64)
    if hermitian:
        values = jnp.abs(eigvalsh(_require_square_matrices(x, "matrix_rank")))
    else:
        values = jnp.linalg.svd(_require_matrices(x, "matrix_rank"), compute_uv=False)
    if atol is None:
        if rtol is None:
            rtol = max(x.shape[-2:]) * jnp.finfo(values.dtype).eps
        atol = values.max(axis=-1, initial=0) * rtol
    return (values > jnp.asarray(atol)[..., None]).sum(axis=-1, dtype=jnp.int64)


def matrix_rank(x, /, *, rtol=None, atol=None, hermitian=False):
    if rtol is not None and atol is not None:
        raise IvyValueError("matrix_rank: rtol and atol cannot both be given")
    return _matrix_rank(x, rtol, atol, hermitian)


@jit
def _lstsq(x1, x2, rcond) -> tuple:
    """Return (solution, residuals, rank, singular values), computed in double precision."""
    check_lstsq(x1, x2)
    dtype = np.result_type(
        linalg_dtype(x1.dtype.name, "lstsq"), linalg_dtype(x2.dtype.name, "lstsq")
    )
    real = np.zeros(0, dtype).real.dtype
    # in double precision, as NumPy does it: the rank depends on the precision
    wide = np.result_type(dtype, np.float64)
    a, b = x1.astype(wide), x2.astype(wide)
    b = b[:, None] if x2.ndim == 1 else b
    rows, columns = a.shape
    u, s, vh = jnp.linalg.svd(a, full_matrices=False)
    eps = np.finfo(np.float64).eps
    # a negative one means the precision of the machine, as in LAPACK
    rcond = max(rows, columns) * eps if rcond is None else jnp.where(rcond < 0, eps, rcond)
    large = s > rcond * s.max(initial=0)
    inverse = jnp.where(large, 1 / jnp.where(large, s, 1), 0)
    solution = vh.conj().T @ (inverse[:, None] * (u.conj().T @ b))
    rank = large.sum(dtype=jnp.int32)
    if rows > columns:
        residuals = (jnp.abs(b - a @ solution) ** 2).sum(axis=0)
        residuals = jnp.where(rank == columns, residuals, jnp.nan).astype(real)
    else:
        residuals = jnp.zeros(0, real)
    solution = solution[:, 0] if x2.ndim == 1 else solution
    return solution.astype(dtype), residuals, rank, s.astype(real)


def lstsq(x1, x2, /, *, rcond=None):
    solution, residuals, rank, values = _lstsq(x1, x2, rcond)
    if not is_tracer(rank) and int(rank) < x1.shape[1]:
        residuals = residuals[:0]
    return solution, residuals, rank, values


def _broadcast_batches(a, b) -> tuple:
    batch = batch_of(a, b)
    return tuple(jnp.broadcast_to(x, batch + x.shape[-2:]) for x in (a, b))


def _solve_triangular(a, b, upper, unit, adjoint=False, left=True):
    """Solve ``a @ x = b``, ``a.mH`` if adjoint, ``x @ a = b`` if not left; broadcasts batches."""
    # it broadcasts nothing, and refuses matrices without elements
    a, b = _broadcast_batches(a, b)
    if not b.size:
        return b
    return lax.linalg.triangular_solve(
        a, b, left_side=left, lower=not upper, transpose_a=adjoint, conjugate_a=adjoint,
        unit_diagonal=unit,
    )  # fmt: skip


@partial(jit, static_argnames=("upper", "adjoint", "left", "unit_diagonal"))
def solve_triangular(x1, x2, /, *, upper=True, adjoint=False, left=True, unit_diagonal=False):
    vector = check_triangular(x1, x2, left)
    x1, x2 = _to_common_dtype(x1, x2, "solve_triangular")
    x2 = x2[:, None] if vector else x2
    found = _solve_triangular(x1, x2, upper, unit_diagonal, adjoint, left)
    return found[..., 0] if vector else found


@partial(jit, static_argnames="pivot")
def lu_factor(A, /, *, pivot=True):
    check_lu_factor(A)
    a = A.astype(linalg_dtype(A.dtype.name, "lu_factor"))
    if pivot and a.size:
        lu, pivots, _ = lax.linalg.lu(a)
        return lu, pivots
    rows, columns = jnp.arange(a.shape[-2])[:, None], jnp.arange(a.shape[-1])
    count = min(a.shape[-2:])

    def step(j, a):
        row = lax.dynamic_slice_in_dim(a, j, 1, axis=-2)
        column = lax.dynamic_slice_in_dim(a, j, 1, axis=-1)
        factors = jnp.where(rows > j, column / lax.dynamic_slice_in_dim(row, j, 1, axis=-1), 0)
        a = jnp.where((rows > j) & (columns > j), a - factors * row, a)
        return jnp.where((rows > j) & (columns == j), factors, a)

    pivots = jnp.broadcast_to(jnp.arange(count, dtype=jnp.int32), (*a.shape[:-2], count))
    return lax.fori_loop(0, count, step, a) if a.size else a, pivots


@partial(jit, static_argnames=("adjoint", "left"))
def lu_solve(lu, p, b, /, *, adjoint=False, left=True):
    vector = check_lu_solve(lu, p, b, left)
    lu, b = _to_common_dtype(lu, b, "lu_solve")
    b = b[:, None] if vector else b
    if not left:  # the adjoint system
        b, adjoint = b.mT.conj(), not adjoint
    lu, b = _broadcast_batches(lu, b)
    order = lax.linalg.lu_pivots_to_permutation(p.astype(jnp.int32), lu.shape[-1])
    order = jnp.broadcast_to(order, lu.shape[:-1])[..., None]
    if adjoint:
        half = _solve_triangular(lu, b, True, False, adjoint=True)
        found = _solve_triangular(lu, half, False, True, adjoint=True)
        found = jnp.take_along_axis(found, jnp.argsort(order, axis=-2), axis=-2)
    else:
        half = _solve_triangular(lu, jnp.take_along_axis(b, order, axis=-2), False, True)
        found = _solve_triangular(lu, half, True, False)
    if not left:
        return found.mT.conj()
    return found[..., 0] if vector else found
