"""Linear algebra of the TensorFlow backend, around the dtypes and shapes its kernels lack."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ...arrays.views import Diagonal
from ...utils.exceptions import IvyException, IvyLinAlgError, IvyValueError, refuse, refuse_natively
from ..common.linear_algebra import (
    MATRIX_ORDERS,
    QR_MODES,
    check_choice,
    check_cross,
    check_lstsq,
    check_matmul,
    check_rtol,
    check_solve,
    check_vector_order,
    dot_axes,
    guarded,
    inner_axes,
    linalg_dtype,
    matrix_axes,
    reads_lower,
    require_matrix,
    require_square,
    require_two_axes,
    require_vectors,
    tensordot_plan,
    vector_axes,
)
from . import indexing
from .axes import normal_axis
from .indexing import is_tracer

_guarded = guarded("tensorflow", tf.errors.InvalidArgumentError)
_product = tf.raw_ops.BatchMatMulV2

# Products. A narrow integer multiplies as a wider one, whose low bits are the same.
_WIDER = {tf.int8: tf.int32, tf.int16: tf.int32, tf.uint8: tf.int32, tf.uint16: tf.int32}
_SIGNED = {tf.uint32: tf.int32, tf.uint64: tf.int64}
_DETOUR = frozenset({tf.bool, *_WIDER, *_SIGNED})


def matmul(x1, x2, /):
    try:
        if x1.dtype not in _DETOUR and x1.shape.rank > 1 and x2.shape.rank > 1:
            return _product(x=x1, y=x2)
    except (tf.errors.InvalidArgumentError, ValueError) as err:
        refuse(err, check_matmul, x1.shape, x2.shape)
    try:
        check_matmul(x1.shape, x2.shape)
    except IvyException as known:
        refuse_natively(known, tf.matmul, x1, x2)
    squeezed = []
    if x2.shape.rank == 1:
        x2 = tf.expand_dims(x2, -1)
        squeezed.append(-1)
    if x1.shape.rank == 1:
        x1 = tf.expand_dims(x1, 0)
        squeezed.append(-2)
    found = _any_product(x1, x2)
    return tf.squeeze(found, squeezed) if squeezed else found


def _any_product(x1, x2):
    dtype = x1.dtype
    if dtype == tf.bool:
        # a sum of zeros and ones is zero only where all of them are
        return _product(x=tf.cast(x1, tf.float32), y=tf.cast(x2, tf.float32)) != 0
    if dtype in _WIDER:
        wider = _WIDER[dtype]
        return tf.cast(_product(x=tf.cast(x1, wider), y=tf.cast(x2, wider)), dtype)
    if dtype in _SIGNED:
        signed = _SIGNED[dtype]
        return tf.bitcast(_product(x=tf.bitcast(x1, signed), y=tf.bitcast(x2, signed)), dtype)
    return _product(x=x1, y=x2)


def _contract(x1, x2, axes):
    try:
        plan = tensordot_plan(tuple(x1.shape), tuple(x2.shape), axes)
    except IvyValueError as known:
        refuse_natively(known, tf.tensordot, x1, x2, axes)
    order1, shape1, order2, shape2, shape = plan
    rows = tf.reshape(tf.transpose(x1, order1), shape1)
    columns = tf.reshape(tf.transpose(x2, order2), shape2)
    return tf.reshape(_any_product(rows, columns), shape)


def tensordot(x1, x2, /, *, axes=2):
    return _contract(x1, x2, axes)


def _moved(x, axis, to=-1):
    """Return ``x`` with one axis moved."""
    rank = x.shape.rank
    axis, to = normal_axis(axis, rank), normal_axis(to, rank)
    if axis == to:
        return x
    order = [i for i in range(rank) if i != axis]
    order.insert(to, axis)
    return tf.transpose(x, order)


def _conj(x):
    return tf.math.conj(x) if x.dtype.is_complex else x


def vecdot(x1, x2, /, *, axis=-1):
    require_vectors(x1, x2, "vecdot")
    x1, x2 = _moved(x1, axis), _moved(x2, axis)
    if x1.shape[-1] != x2.shape[-1]:
        raise IvyValueError(f"vecdot: vectors of {x1.shape[-1]} and {x2.shape[-1]} elements")
    found = _any_product(tf.expand_dims(_conj(x1), -2), tf.expand_dims(x2, -1))
    return tf.squeeze(found, [-2, -1])


def _times(x1, x2):
    return tf.logical_and(x1, x2) if x1.dtype == tf.bool else tf.multiply(x1, x2)


def outer(x1, x2, /):
    return _times(tf.reshape(x1, [-1, 1]), tf.reshape(x2, [1, -1]))


def inner(x1, x2, /):
    if not x1.shape.rank or not x2.shape.rank:
        return _times(x1, x2)
    return _contract(x1, x2, inner_axes(x1.shape.rank, x2.shape.rank))


def dot(x1, x2, /):
    if not x1.shape.rank or not x2.shape.rank:
        return _times(x1, x2)
    return _contract(x1, x2, dot_axes(x1.shape.rank, x2.shape.rank))


def cross(x1, x2, /, *, axis=-1):
    require_vectors(x1, x2, "cross")
    x1, x2 = _moved(x1, axis), _moved(x2, axis)
    check_cross(x1, x2, -1, x1.dtype == tf.bool)
    a, b = tf.unstack(x1, axis=-1), tf.unstack(x2, axis=-1)
    parts = [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    found = tf.stack(parts, axis=-1)
    return _moved(found, -1, axis)


def _sum_dtype(dtype):
    """Return the dtype in which NumPy sums, that of the platform's integers or wider."""
    if dtype.is_floating or dtype.is_complex:
        return dtype
    return tf.uint64 if dtype.is_unsigned else tf.int64


def trace(x, /, *, offset=0, axis1=0, axis2=1, dtype=None):
    diag = diagonal(x, offset=offset, axis1=axis1, axis2=axis2)
    return tf.reduce_sum(tf.cast(diag, dtype or _sum_dtype(x.dtype)), -1)


def matrix_transpose(x, /, *, conjugate=False):
    require_two_axes(x.shape.rank)
    return _moved(_conj(x) if conjugate else x, -1, -2)


def diagonal(x, /, *, offset=0, axis1=-2, axis2=-1):
    # NumPy knows the shape, and which axes are not allowed
    shape = np.broadcast_to(False, tuple(x.shape)).diagonal(offset, axis1, axis2).shape
    if 0 in shape:
        return tf.zeros(shape, x.dtype)
    return Diagonal(offset, axis1, axis2, shape).read(indexing, x, ())


def kron(x1, x2, /):
    rank = max(x1.shape.rank, x2.shape.rank)
    shape1 = (1,) * (rank - x1.shape.rank) + tuple(x1.shape)
    shape2 = (1,) * (rank - x2.shape.rank) + tuple(x2.shape)
    blocks = tf.reshape(x1, [n for size in shape1 for n in (size, 1)])
    inside = tf.reshape(x2, [n for size in shape2 for n in (1, size)])
    return tf.reshape(_times(blocks, inside), [m * n for m, n in zip(shape1, shape2, strict=True)])


# Norms


def _floating(x, dtype=None):
    if dtype is not None:
        x = tf.cast(x, dtype)
    return x if x.dtype.is_floating or x.dtype.is_complex else tf.cast(x, tf.float64)


def matrix_norm(x, /, *, ord="fro", axis=(-2, -1), keepdims=False, dtype=None):
    check_choice("matrix_norm", "ord", ord, MATRIX_ORDERS)
    x, axes = _floating(x, dtype), matrix_axes(axis, x.shape.rank)
    if ord == "fro":
        return _power_norm(x, 2, axes, keepdims)
    if ord in ("nuc", 2, -2):
        return _singular_norm(x, ord, axes, keepdims)
    summed, kept = axes if abs(ord) == 1 else axes[::-1]
    sums = tf.reduce_sum(tf.abs(x), summed, keepdims=True)
    reduce = _largest if ord > 0 else _smallest
    found = reduce(sums, kept, keepdims=True)
    return found if keepdims else tf.squeeze(found, axes)


def _singular_norm(x, ord, axes, keepdims):
    rank = x.shape.rank
    order = [i for i in range(rank) if i not in axes] + list(axes)
    values = svdvals(_lapack(tf.transpose(x, order), "matrix_norm"))
    if ord == "nuc":
        found = tf.reduce_sum(values, -1)
    else:
        found = (_largest if ord == 2 else _smallest)(values, -1)
    if not keepdims:
        return found
    return tf.reshape(found, [1 if i in axes else n for i, n in enumerate(x.shape)])


def _largest(x, axis, keepdims=False):
    _require_some(x, axis)
    return tf.reduce_max(x, axis, keepdims=keepdims)


def _smallest(x, axis, keepdims=False):
    _require_some(x, axis)
    return tf.reduce_min(x, axis, keepdims=keepdims)


def _require_some(x, axis):
    axes = (axis,) if isinstance(axis, int) else axis
    if 0 in [x.shape[a] for a in axes]:
        raise IvyValueError("norm: the largest or smallest of no elements is not defined")


def _power_norm(x, ord, axes, keepdims):
    size = tf.abs(x)
    if ord == 1:
        return tf.reduce_sum(size, axes, keepdims=keepdims)
    if ord == 2:
        return tf.sqrt(tf.reduce_sum(size * size, axes, keepdims=keepdims))
    order = tf.constant(ord, size.dtype)
    return tf.reduce_sum(size**order, axes, keepdims=keepdims) ** (1 / order)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2, dtype=None):
    check_vector_order(ord)
    x = _floating(x, dtype)
    axes = vector_axes(axis, x.shape.rank)
    if ord == 0:
        counted = tf.cast(x != 0, tf.math.real(x).dtype)
        return tf.reduce_sum(counted, axes, keepdims=keepdims)
    if ord in (float("inf"), -float("inf")):
        return (_largest if ord > 0 else _smallest)(tf.abs(x), axes, keepdims)
    return _power_norm(x, ord, axes, keepdims)


# Factorisations


_LAPACK = frozenset({tf.float32, tf.float64, tf.complex64, tf.complex128})


def _lapack(x, function):
    """Return ``x`` in the dtype that NumPy would factorise it in."""
    if x.dtype in _LAPACK:
        return x
    return tf.cast(x, linalg_dtype(x.dtype.name, function))


def _matrix(x, function):
    try:
        require_matrix(x, function)
    except IvyLinAlgError as known:
        refuse_natively(known, getattr(tf.linalg, function, None), x)
    return _lapack(x, function)


def _square(x, function):
    try:
        require_square(x, function)
    except IvyLinAlgError as known:
        refuse_natively(known, getattr(tf.linalg, function, None), x)
    return _lapack(x, function)


def _identities(x, size):
    return tf.eye(size, batch_shape=x.shape[:-2], dtype=x.dtype)


def svd(x, /, *, full_matrices=True, compute_uv=True):
    x = _matrix(x, "svd")
    if not compute_uv:
        return (tf.linalg.svd(x, compute_uv=False),)
    s, u, v = tf.linalg.svd(x, full_matrices=full_matrices)
    if full_matrices and 0 in x.shape[-2:]:
        return _identities(x, x.shape[-2]), s, _identities(x, x.shape[-1])
    return u, s, tf.linalg.adjoint(v)


def svdvals(x, /):
    return tf.linalg.svd(_matrix(x, "svdvals"), compute_uv=False)


def qr(x, /, *, mode="reduced"):
    check_choice("qr", "mode", mode, QR_MODES)
    x = _matrix(x, "qr")
    if mode == "complete" and 0 in x.shape[-2:]:
        return _identities(x, x.shape[-2]), x
    return tuple(tf.linalg.qr(x, full_matrices=mode == "complete"))


@_guarded
def inv(x, /):
    return tf.linalg.inv(_square(x, "inv"))


def pinv(x, /, *, rtol=None, hermitian=False):
    x = (_square if hermitian else _matrix)(x, "pinv")
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
    inverse = _inverse(s, size > cutoff)
    v = tf.linalg.adjoint(vh) * tf.cast(inverse, x.dtype)[..., None, :]
    return tf.matmul(v, u, adjoint_b=True)


def _inverse(s, large):
    """Return ``1 / s`` where it is large, and zero elsewhere."""
    return tf.where(large, 1 / tf.where(large, s, tf.ones_like(s)), tf.zeros_like(s))


def _common(x1, x2, function):
    x1, x2 = _lapack(x1, function), _lapack(x2, function)
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
    x1, x2 = _common(x1, x2, "solve")
    x2 = x2[:, None] if vector else x2
    if x1.shape[:-2] != x2.shape[:-2]:
        batch = np.broadcast_shapes(tuple(x1.shape[:-2]), tuple(x2.shape[:-2]))
        x1 = tf.broadcast_to(x1, batch + tuple(x1.shape[-2:]))
        x2 = tf.broadcast_to(x2, batch + tuple(x2.shape[-2:]))
    found = tf.linalg.solve(x1, x2)
    return found[..., 0] if vector else found


def det(x, /):
    return tf.linalg.det(_square(x, "det"))


def slogdet(x, /):
    sign, logarithm = tf.linalg.slogdet(_square(x, "slogdet"))
    return sign, tf.math.real(logarithm)


def _lower(x, UPLO, function):
    """Return Hermitian matrices with what shall be read in the lower triangle."""
    x = _square(x, function)
    return x if reads_lower(UPLO, function) else tf.linalg.adjoint(x)


def eigh(x, /, *, UPLO="L"):
    values, vectors = tf.linalg.eigh(_lower(x, UPLO, "eigh"))
    return tf.math.real(values), vectors


def eigvalsh(x, /, *, UPLO="L"):
    return tf.math.real(tf.linalg.eigvalsh(_lower(x, UPLO, "eigvalsh")))


def _general(x, function):
    x = _square(x, function)
    if not is_tracer(x) and not tf.reduce_all(tf.math.is_finite(tf.abs(x))):
        raise IvyLinAlgError(f"tensorflow: {function}: the matrix must not contain infs or nans")
    return x


def _all_real(x, values) -> bool:
    return (
        not x.dtype.is_complex
        and not is_tracer(values)
        and not tf.reduce_any(tf.math.imag(values) != 0)
    )


def eig(x, /):
    values, vectors = tf.linalg.eig(_general(x, "eig"))
    if _all_real(x, values):
        return tf.math.real(values), tf.math.real(vectors)
    return values, vectors


def eigvals(x, /):
    values = tf.linalg.eigvals(_general(x, "eigvals"))
    return tf.math.real(values) if _all_real(x, values) else values


def cholesky(x, /, *, upper=False):
    x = _square(x, "cholesky")
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
    a, b = _common(x1, x2, "lstsq")
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
    inverse = tf.cast(_inverse(s, large), wide)[:, None]
    solution = tf.matmul(vh, inverse * tf.matmul(u, b, adjoint_a=True), adjoint_a=True)
    rank = tf.reduce_sum(tf.cast(large, tf.int32))
    if rows > columns and (is_tracer(rank) or int(rank) == columns):
        squares = tf.reduce_sum(tf.abs(b - tf.matmul(a, solution)) ** 2, 0)
        residuals = tf.cast(tf.where(rank == columns, squares, np.nan), real)
    else:
        residuals = tf.zeros([0], real)
    solution = solution[:, 0] if x2.shape.rank == 1 else solution
    return tf.cast(solution, dtype), residuals, rank, tf.cast(s, real)
