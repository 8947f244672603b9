"""Factorisations of matrices, and what is solved with them, of the TensorFlow backend."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

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
    order_of_rows,
    pivots_of,
)
from ivy_core.utils.exceptions import IvyException, IvyLinAlgError, IvyValueError, refuse_natively

from ..runtime.memory import memory_on_host
from ..runtime.transfer import taken_from_host
from .indexing import is_recorded, is_tracer

_guarded = guarded("tensorflow", tf.errors.InvalidArgumentError)
_LAPACK = frozenset({tf.float32, tf.float64, tf.complex64, tf.complex128})


def factorisable(x, function):
    """Return ``x`` in the dtype that NumPy would factorise it in."""
    if x.dtype in _LAPACK:
        return x
    return tf.cast(x, linalg_dtype(x.dtype.name, function))


def _check_and_cast_matrices(x, function_name):
    """Return ``x`` in the dtype of ``linalg``; raise TensorFlow's own error if it is no matrix."""
    try:
        require_matrix(x, function_name)
    except IvyLinAlgError as known:
        refuse_natively(known, getattr(tf.linalg, function_name, None), x)
    return factorisable(x, function_name)


def _check_and_cast_square_matrices(x, function_name):
    """Return ``x`` in the dtype of ``linalg``; raise TensorFlow's own error if not square."""
    try:
        require_square(x, function_name)
    except IvyLinAlgError as known:
        refuse_natively(known, getattr(tf.linalg, function_name, None), x)
    return factorisable(x, function_name)


def _identity_matrices(x, size):
    return tf.eye(size, batch_shape=x.shape[:-2], dtype=x.dtype)


def svd(x, /, *, full_matrices=True, compute_uv=True):
    x = _check_and_cast_matrices(x, "svd")
    if not compute_uv:
        return (tf.linalg.svd(x, compute_uv=False),)
    s, u, v = tf.linalg.svd(x, full_matrices=full_matrices)
    if full_matrices and 0 in x.shape[-2:]:
        return _identity_matrices(x, x.shape[-2]), s, _identity_matrices(x, x.shape[-1])
    return u, s, tf.linalg.adjoint(v)


def svdvals(x, /):
    return tf.linalg.svd(_check_and_cast_matrices(x, "svdvals"), compute_uv=False)


def qr(x, /, *, mode="reduced"):
    check_choice("qr", "mode", mode, QR_MODES)
    x = _check_and_cast_matrices(x, "qr")
    if mode == "complete" and 0 in x.shape[-2:]:
        return _identity_matrices(x, x.shape[-2]), x
    return tuple(tf.linalg.qr(x, full_matrices=mode == "complete"))


@_guarded
def inv(x, /):
    return tf.linalg.inv(_check_and_cast_square_matrices(x, "inv"))


def pinv(x, /, *, rtol=None, hermitian=False):
    x = (_check_and_cast_square_matrices if hermitian else _check_and_cast_matrices)(x, "pinv")
    check_rtol(rtol, x)
    if 0 in x.shape:
        return tf.zeros([*x.shape[:-2], x.shape[-1], x.shape[-2]], x.dtype)
    if rtol is None:
        rtol = max(x.shape[-2:]) * np.finfo(x.dtype.as_numpy_dtype).eps
    if hermitian:
        s, u = eigh(x)
        vh = tf.linalg.adjoint(u)
    else:
        u, s, vh = svd(x, full_matrices=False)
    size = tf.cast(tf.abs(s), tf.float64)
    cutoff = tf.cast(rtol, tf.float64)[..., None] * tf.reduce_max(size, -1, keepdims=True)
    inverse = _inverse_where_large(s, size > cutoff)
    v = tf.linalg.adjoint(vh) * tf.cast(inverse, x.dtype)[..., None, :]
    return tf.matmul(v, u, adjoint_b=True)


def _inverse_where_large(s, large):
    """Return ``1 / s`` where the mask ``large`` is True, and zero elsewhere."""
    return tf.where(large, 1 / tf.where(large, s, tf.ones_like(s)), tf.zeros_like(s))


def _to_common_dtype(x1, x2, function_name) -> tuple:
    """Return both in the dtype in which ``function_name`` of ``linalg`` computes them."""
    x1, x2 = factorisable(x1, function_name), factorisable(x2, function_name)
    if x1.dtype == x2.dtype:
        return x1, x2
    dtype = np.result_type(x1.dtype.as_numpy_dtype, x2.dtype.as_numpy_dtype)
    return tf.cast(x1, dtype), tf.cast(x2, dtype)


@_guarded
def solve(x1, x2, /):
    try:
        vector = check_solve(x1, x2)
    except IvyException as known:
        refuse_natively(known, tf.linalg.solve, x1, x2)
    x1, x2 = _to_common_dtype(x1, x2, "solve")
    x2 = x2[:, None] if vector else x2
    if x1.shape[:-2] != x2.shape[:-2]:
        batch = np.broadcast_shapes(tuple(x1.shape[:-2]), tuple(x2.shape[:-2]))
        x1 = tf.broadcast_to(x1, batch + tuple(x1.shape[-2:]))
        x2 = tf.broadcast_to(x2, batch + tuple(x2.shape[-2:]))
    found = tf.linalg.solve(x1, x2)
    return found[..., 0] if vector else found


def det(x, /):
    x = _check_and_cast_square_matrices(x, "det")
    if x.dtype.is_complex and is_recorded(x):
        return _differentiable_det(x)
    return tf.linalg.det(x)


@tf.custom_gradient
def _differentiable_det(x):
    """Compute complex determinants, which TensorFlow's gradient forgets to conjugate."""

    def gradient(by_found):
        by_found *= tf.math.conj(_differentiable_det(x))
        return tf.linalg.inv(x, adjoint=True) * by_found[..., None, None]

    return tf.linalg.det(x), gradient


def slogdet(x, /):
    sign, logarithm = tf.linalg.slogdet(_check_and_cast_square_matrices(x, "slogdet"))
    return sign, tf.math.real(logarithm)


def _move_to_lower_triangle(x, UPLO, function_name):
    """Return Hermitian matrices with the triangle to be read as the lower one."""
    x = _check_and_cast_square_matrices(x, function_name)
    return x if reads_lower(UPLO, function_name) else tf.linalg.adjoint(x)


def eigh(x, /, *, UPLO="L"):
    x = _move_to_lower_triangle(x, UPLO, "eigh")
    recorded = is_recorded(x)
    values, vectors = (_differentiable_eigh if recorded else tf.linalg.eigh)(x)
    return tf.math.real(values), vectors


def eigvalsh(x, /, *, UPLO="L"):
    x = _move_to_lower_triangle(x, UPLO, "eigvalsh")
    if is_recorded(x):
        return tf.math.real(_differentiable_eigh(x)[0])
    return tf.math.real(tf.linalg.eigvalsh(x))


@tf.custom_gradient
def _differentiable_eigh(x):
    """Factorize Hermitian matrices with a gradient; TensorFlow's covers one triangle only.

    Both triangles have their share here, as with other frameworks. The factors are computed anew
    for the gradient, whose own gradient is then by this rule too.
    """

    def gradient(by_values, by_vectors):
        values, vectors = _differentiable_eigh(x)
        inner = _divide_by_eigenvalue_gaps(values, tf.matmul(vectors, by_vectors, adjoint_a=True))
        inner += tf.linalg.diag(by_values)
        found = tf.matmul(vectors, tf.matmul(inner, vectors, adjoint_b=True))
        return (found + tf.linalg.adjoint(found)) / 2

    return tuple(tf.linalg.eigh(x)), gradient


@tf.custom_gradient
def _differentiable_eig(x):
    """Factorize matrices with a gradient that keeps the eigenvectors' length of one."""

    def gradient(by_values, by_vectors):
        values, vectors = _differentiable_eig(x)
        inner = tf.matmul(vectors, by_vectors, adjoint_a=True)
        length = tf.cast(tf.math.real(tf.linalg.diag_part(inner)), inner.dtype)
        inner -= tf.matmul(vectors, vectors, adjoint_a=True) * length[..., None, :]
        inner = _divide_by_eigenvalue_gaps(tf.math.conj(values), inner) + tf.linalg.diag(by_values)
        inner = tf.matmul(inner, vectors, adjoint_b=True)
        found = tf.linalg.solve(tf.linalg.adjoint(vectors), inner)
        return found if x.dtype.is_complex else tf.math.real(found)

    return tuple(tf.linalg.eig(x)), gradient


def _divide_by_eigenvalue_gaps(values, inner):
    """Return a matrix divided by the differences of values, its diagonal zero."""
    gaps = values[..., None, :] - values[..., :, None]
    same = tf.eye(gaps.shape[-1], dtype=gaps.dtype)
    return inner * (1 - same) / (gaps + same)


def _check_and_cast_finite_square_matrices(x, function_name):
    """Return square ``x`` in linalg's dtype; raise for inf and nan, except while tracing."""
    x = _check_and_cast_square_matrices(x, function_name)
    if not is_tracer(x) and not tf.reduce_all(tf.math.is_finite(tf.abs(x))):
        raise IvyLinAlgError(
            f"tensorflow: {function_name}: the matrix must not contain infs or nans"
        )
    return x


def _has_real_eigenvalues(x, values) -> bool:
    """Return whether a real matrix has real eigenvalues only; False while tracing."""
    return (
        not x.dtype.is_complex
        and not is_tracer(values)
        and not tf.reduce_any(tf.math.imag(values) != 0)
    )


def eig(x, /):
    x = _check_and_cast_finite_square_matrices(x, "eig")
    recorded = is_recorded(x)
    values, vectors = (_differentiable_eig if recorded else tf.linalg.eig)(x)
    if _has_real_eigenvalues(x, values):
        return tf.math.real(values), tf.math.real(vectors)
    return values, vectors


def eigvals(x, /):
    x = _check_and_cast_finite_square_matrices(x, "eigvals")
    if is_recorded(x):
        values = _differentiable_eig(x)[0]
    else:
        values = tf.linalg.eigvals(x)
    return tf.math.real(values) if _has_real_eigenvalues(x, values) else values


def cholesky(x, /, *, upper=False):
    x = _check_and_cast_square_matrices(x, "cholesky")
    found = tf.linalg.cholesky(tf.linalg.adjoint(x) if upper else x)
    # a failed factor has nan on its diagonal, or zeros where it is complex; looked at on the host,
    # where it takes an eighth of the time
    if not is_tracer(found) and not np.all(tf.linalg.diag_part(found).numpy().real > 0):
        if not tf.reduce_any(tf.math.is_nan(tf.abs(x))):
            raise IvyLinAlgError("tensorflow: cholesky: matrix is not positive definite")
    return tf.linalg.adjoint(found) if upper else found


def matrix_rank(x, /, *, rtol=None, atol=None, hermitian=False):
    if rtol is not None and atol is not None:
        raise IvyValueError("matrix_rank: rtol and atol cannot both be given")
    if x.shape.rank < 2:
        return tf.cast(tf.reduce_any(tf.cast(x, tf.bool)), tf.int64)
    values = tf.abs(eigvalsh(x)) if hermitian else svdvals(x)
    if atol is None:
        if rtol is None:
            rtol = max(x.shape[-2:]) * np.finfo(values.dtype.as_numpy_dtype).eps
        atol = tf.cast(tf.reduce_max(values, -1), tf.float64) * tf.cast(rtol, tf.float64)
    large = tf.cast(values, tf.float64) > tf.cast(atol, tf.float64)[..., None]
    return tf.reduce_sum(tf.cast(large, tf.int64), -1)


def lstsq(x1, x2, /, *, rcond=None):
    check_lstsq(x1, x2)
    a, b = _to_common_dtype(x1, x2, "lstsq")
    dtype, real = a.dtype, tf.math.real(a).dtype
    # in double precision, as NumPy does it: the rank depends on the precision
    wide = tf.complex128 if dtype.is_complex else tf.float64
    a, b = tf.cast(a, wide), tf.cast(b, wide)
    b = b[:, None] if x2.shape.rank == 1 else b
    rows, columns = a.shape
    u, s, vh = svd(a, full_matrices=False)
    eps = np.finfo(np.float64).eps
    # a negative one means the precision of the machine, as in LAPACK
    rcond = max(rows, columns) * eps if rcond is None else eps if rcond < 0 else rcond
    large = s > rcond * s[:1]
    inverse = tf.cast(_inverse_where_large(s, large), wide)[:, None]
    solution = tf.matmul(vh, inverse * tf.matmul(u, b, adjoint_a=True), adjoint_a=True)
    rank = tf.reduce_sum(tf.cast(large, tf.int32))
    if rows > columns and (is_tracer(rank) or int(rank) == columns):
        squares = tf.reduce_sum(tf.abs(b - tf.matmul(a, solution)) ** 2, 0)
        residuals = tf.cast(tf.where(rank == columns, squares, np.nan), real)
    else:
        residuals = tf.zeros([0], real)
    solution = solution[:, 0] if x2.shape.rank == 1 else solution
    return tf.cast(solution, dtype), residuals, rank, tf.cast(s, real)


def _solve_triangular(a, b, upper, unit, adjoint=False):
    """Solve ``a @ x = b``, or ``a.mH @ x = b``, by one triangle; ``unit``: its diagonal is ones."""
    if unit:
        a = tf.linalg.set_diag(a, tf.ones(a.shape[:-1], a.dtype))
    return tf.linalg.triangular_solve(a, b, lower=not upper, adjoint=adjoint)


def solve_triangular(x1, x2, /, *, upper=True, adjoint=False, left=True, unit_diagonal=False):
    dtype = x1.dtype
    if left and not unit_diagonal and x2.ndim > 1 and x2.dtype is dtype and dtype in _LAPACK:
        try:
            return tf.raw_ops.MatrixTriangularSolve(
                matrix=x1, rhs=x2, lower=not upper, adjoint=adjoint
            )
        except (tf.errors.InvalidArgumentError, ValueError):
            # checking before takes a tenth of what a system of 200 takes
            check_triangular(x1, x2, left)
            raise
    vector = check_triangular(x1, x2, left)
    x1, x2 = _to_common_dtype(x1, x2, "solve_triangular")
    if not left:  # the adjoint system
        found = _solve_triangular(x1, tf.linalg.adjoint(x2), upper, unit_diagonal, not adjoint)
        return tf.linalg.adjoint(found)
    found = _solve_triangular(x1, x2[:, None] if vector else x2, upper, unit_diagonal, adjoint)
    return found[..., 0] if vector else found


@tf.autograph.experimental.do_not_convert
def lu_factor(A, /, *, pivot=True):
    check_lu_factor(A)
    a = factorisable(A, "lu_factor")
    *batch, rows, columns = a.shape
    count = min(rows, columns)
    if not pivot or 0 in a.shape:
        pivots = tf.broadcast_to(tf.range(count), [*batch, count])
        return a if 0 in a.shape else _factorize_lu(a, False)[0], pivots
    # of complex columns TensorFlow takes the element of the largest size as pivot, LAPACK the one
    # whose parts have the largest sum of sizes
    if rows == columns and not a.dtype.is_complex:
        try:
            if is_recorded(a):
                return _differentiable_lu(a)
            lu, order = tf.linalg.lu(a)
            return lu, _row_order_to_pivots(order)
        except tf.errors.InvalidArgumentError:
            pass  # singular matrices have factors, which TensorFlow's kernel refuses to give
    return _factorize_lu(a, True)


@tf.custom_gradient
def _differentiable_lu(a):
    """Return L and U of square matrices, packed into one, and pivots: the rows swapped in turn."""
    packed, order = tf.linalg.lu(a)

    def gradient(by_lu, _):
        """Differentiate ``A[order] = L U``, for which TensorFlow has no rule of its own.

        With L' and U' the parts of ``by_lu`` it is, rows put back in order,
        ``L^-H (tril(L^H L', -1) + triu(U' U^H)) U^-H`` (Giles, Collected matrix derivative results
        for forward and reverse mode algorithmic differentiation, 2008, by the same steps).
        """
        lu = _differentiable_lu(a)[0]  # whose own gradient is then by this rule too
        below = tf.linalg.band_part(tf.ones_like(a), -1, 0) - _identity_matrices(a, a.shape[-1])
        lower, upper = lu * below, tf.linalg.band_part(lu, 0, -1)
        lower += _identity_matrices(a, a.shape[-1])
        inner = tf.matmul(lower, by_lu * below, adjoint_a=True) * below
        product = tf.matmul(tf.linalg.band_part(by_lu, 0, -1), upper, adjoint_b=True)
        inner += tf.linalg.band_part(product, 0, -1)
        found = _solve_triangular(lower, inner, False, False, adjoint=True)
        found = tf.linalg.adjoint(_solve_triangular(upper, tf.linalg.adjoint(found), True, False))
        return tf.gather(found, tf.argsort(order, -1), axis=-2, batch_dims=order.shape.rank - 1)

    return (packed, _row_order_to_pivots(order)), gradient


def _row_order_to_pivots(order):
    """Return LAPACK's pivots (the rows swapped in turn) that give an order of rows."""
    if not is_tracer(order):
        host = memory_on_host(order)
        return taken_from_host(pivots_of(order.numpy() if host is None else host))
    rows = order.shape[-1]
    every = tf.range(rows)

    def step(i, now, pivots):
        other = tf.argmax(now == order[..., i : i + 1], -1, tf.int32)[..., None]
        at = tf.gather(now, [i], axis=-1)
        now = tf.where(every == other, at, tf.where(every == i, order, now))
        pivots = tf.where(every == i, other, pivots)
        return i + 1, tf.ensure_shape(now, order.shape), tf.ensure_shape(pivots, order.shape)

    first = tf.ensure_shape(tf.broadcast_to(every, tf.shape(order)), order.shape)
    return tf.while_loop(lambda i, *_: i < rows, step, (0, first, tf.zeros_like(order)))[2]


def _factorize_lu(a, pivot):
    """Return factors and pivots, found column after column by a loop of TensorFlow's."""
    *batch, rows, columns = a.shape
    count = min(rows, columns)
    down, across = tf.range(rows)[:, None], tf.range(columns)
    zero, one = tf.zeros((), a.dtype), tf.ones((), a.dtype)

    def step(j, a, pivots):
        row = tf.gather(a, [j], axis=-2)
        if pivot:
            below = tf.gather(a, j, axis=-1)
            size = tf.abs(below)
            if a.dtype.is_complex:  # by the sum of the sizes of the parts, as in LAPACK
                size = tf.abs(tf.math.real(below)) + tf.abs(tf.math.imag(below))
            size = tf.where(tf.range(rows) >= j, size, -tf.ones((), size.dtype))
            other = tf.argmax(size, -1, tf.int32)[..., None]
            pivots = tf.where(tf.range(count) == j, other, pivots)
            best = tf.gather(a, other, axis=-2, batch_dims=len(batch))
            a = tf.where(down == other[..., None], row, a)
            a, row = tf.where(down == j, best, a), best
        divisor = tf.gather(row, [j], axis=-1)
        if pivot:  # a column of zeros below has nothing to be eliminated
            divisor = tf.where(divisor == zero, one, divisor)
        factors = tf.where(down > j, tf.gather(a, [j], axis=-1) / divisor, zero)
        a = tf.where((down > j) & (across > j), a - factors * row, a)
        return j + 1, tf.where((down > j) & (across == j), factors, a), pivots

    pivots = tf.broadcast_to(tf.range(count), [*batch, count])
    return tf.while_loop(lambda j, *_: j < count, step, (0, a, pivots))[1:]


def lu_solve(lu, p, b, /, *, adjoint=False, left=True):
    vector = check_lu_solve(lu, p, b, left)
    lu, b = _to_common_dtype(lu, b, "lu_solve")
    b = b[:, None] if vector else b
    if not left:
        b, adjoint = tf.linalg.adjoint(b), not adjoint
    batch = batch_of(lu, b)
    order = tf.broadcast_to(_pivots_to_row_order(p), (*batch, lu.shape[-1]))
    b = tf.broadcast_to(b, (*batch, *b.shape[-2:]))
    if adjoint:
        half = _solve_triangular(lu, b, True, False, adjoint=True)
        found = _solve_triangular(lu, half, False, True, adjoint=True)
        found = tf.gather(found, tf.argsort(order, -1), axis=-2, batch_dims=len(batch))
    else:
        half = tf.gather(b, order, axis=-2, batch_dims=len(batch))
        found = _solve_triangular(lu, _solve_triangular(lu, half, False, True), True, False)
    if not left:
        return tf.linalg.adjoint(found)
    return found[..., 0] if vector else found


def _pivots_to_row_order(pivots):
    """Return the order of rows that LAPACK's pivots (the rows swapped in turn) give."""
    if not is_tracer(pivots):
        return tf.constant(order_of_rows(pivots.numpy(), pivots.shape[-1]))
    rows = pivots.shape[-1]
    every, pivots = tf.range(rows, dtype=tf.int64), tf.cast(pivots, tf.int64)

    def step(i, order):
        other = tf.gather(pivots, [i], axis=-1)
        here = tf.gather(order, [i], axis=-1)
        there = tf.gather(order, other, axis=-1, batch_dims=pivots.shape.rank - 1)
        order = tf.where(every == i, there, tf.where(every == other, here, order))
        return i + 1, tf.ensure_shape(order, pivots.shape)

    first = tf.ensure_shape(tf.broadcast_to(every, tf.shape(pivots)), pivots.shape)
    start = tf.constant(0, tf.int64)
    return tf.while_loop(lambda i, _: i < rows, step, (start, first))[1]
