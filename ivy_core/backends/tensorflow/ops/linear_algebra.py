"""Linear algebra of the TensorFlow backend, around the dtypes and shapes its kernels lack."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.lens_folding import read_diagonal
from ivy_core.backends.common.linear_algebra import (
    LARGEST_NORM,
    MATRIX_ORDERS,
    check_choice,
    check_cond,
    check_cross,
    check_matmul,
    check_vector_order,
    dot_axes,
    inner_axes,
    is_turned,
    matrix_axes,
    require_square,
    require_two_axes,
    require_vectors,
    tensordot_plan,
    vector_axes,
)
from ivy_core.utils.exceptions import IvyException, IvyValueError, refuse, refuse_natively

from ..kernels.axes import normal_axis
from . import indexing
from .decompositions import factorisable, svdvals

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
    found = _matmul_of_any_dtype(x1, x2)
    return tf.squeeze(found, squeezed) if squeezed else found


def _matmul_of_any_dtype(x1, x2):
    """Return the product in the operands' one dtype; where no kernel has it, in another one."""
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


def _contract_axes(x1, x2, axes):
    """Return ``tensordot``; where axes do not fit, TensorFlow's own error is raised."""
    try:
        plan = tensordot_plan(tuple(x1.shape), tuple(x2.shape), axes)
    except IvyValueError as known:
        refuse_natively(known, tf.tensordot, x1, x2, axes)
    order1, shape1, order2, shape2, shape = plan
    found = _matmul_of_any_dtype(_as_matrix(x1, order1, shape1), _as_matrix(x2, order2, shape2))
    return found if len(shape) == 2 else tf.reshape(found, shape)


def _as_matrix(x, order, shape):
    """Return ``x`` with its axes in an order and put together to two."""
    if is_turned(order, tuple(x.shape), shape[1]):
        return tf.transpose(tf.reshape(x, shape[::-1]))  # of two axes: a flag of the product
    return tf.reshape(tf.transpose(x, order), shape)


def tensordot(x1, x2, /, *, axes=2):
    return _contract_axes(x1, x2, axes)


def _move_axis(x, axis, to=-1):
    """Return ``x`` with one axis moved."""
    rank = x.shape.rank
    axis, to = normal_axis(axis, rank), normal_axis(to, rank)
    if axis == to:
        return x
    order = [i for i in range(rank) if i != axis]
    order.insert(to, axis)
    return tf.transpose(x, order)


def _conj_if_complex(x):
    return tf.math.conj(x) if x.dtype.is_complex else x


def vecdot(x1, x2, /, *, axis=-1):
    require_vectors(x1, x2, "vecdot")
    x1, x2 = _move_axis(x1, axis), _move_axis(x2, axis)
    if x1.shape[-1] != x2.shape[-1]:
        raise IvyValueError(f"vecdot: vectors of {x1.shape[-1]} and {x2.shape[-1]} elements")
    found = _matmul_of_any_dtype(tf.expand_dims(_conj_if_complex(x1), -2), tf.expand_dims(x2, -1))
    return tf.squeeze(found, [-2, -1])


def _multiply_or_and(x1, x2):
    return tf.logical_and(x1, x2) if x1.dtype == tf.bool else tf.multiply(x1, x2)


def outer(x1, x2, /):
    return _multiply_or_and(tf.reshape(x1, [-1, 1]), tf.reshape(x2, [1, -1]))


def inner(x1, x2, /):
    if not x1.shape.rank or not x2.shape.rank:
        return _multiply_or_and(x1, x2)
    return _contract_axes(x1, x2, inner_axes(x1.shape.rank, x2.shape.rank))


def dot(x1, x2, /):
    if not x1.shape.rank or not x2.shape.rank:
        return _multiply_or_and(x1, x2)
    return _contract_axes(x1, x2, dot_axes(x1.shape.rank, x2.shape.rank))


def cross(x1, x2, /, *, axis=-1):
    require_vectors(x1, x2, "cross")
    x1, x2 = _move_axis(x1, axis), _move_axis(x2, axis)
    check_cross(x1, x2, -1, x1.dtype == tf.bool)
    a, b = tf.unstack(x1, axis=-1), tf.unstack(x2, axis=-1)
    parts = [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    found = tf.stack(parts, axis=-1)
    return _move_axis(found, -1, axis)


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
    return _move_axis(_conj_if_complex(x) if conjugate else x, -1, -2)


def diagonal(x, /, *, offset=0, axis1=-2, axis2=-1):
    # NumPy knows the shape, and which axes are not allowed
    shape = np.broadcast_to(False, tuple(x.shape)).diagonal(offset, axis1, axis2).shape
    if 0 in shape:
        return tf.zeros(shape, x.dtype)
    return read_diagonal(indexing, x, offset, axis1, axis2, shape)


def kron(x1, x2, /):
    rank = max(x1.shape.rank, x2.shape.rank)
    shape1 = (1,) * (rank - x1.shape.rank) + tuple(x1.shape)
    shape2 = (1,) * (rank - x2.shape.rank) + tuple(x2.shape)
    blocks = tf.reshape(x1, [n for size in shape1 for n in (size, 1)])
    inside = tf.reshape(x2, [n for size in shape2 for n in (1, size)])
    return tf.reshape(
        _multiply_or_and(blocks, inside), [m * n for m, n in zip(shape1, shape2, strict=True)]
    )


# Norms
def _as_floating(x, dtype=None):
    """Cast to ``dtype`` unless it is None; then integers and bools to float64."""
    if dtype is not None:
        x = tf.cast(x, dtype)
    return x if x.dtype.is_floating or x.dtype.is_complex else tf.cast(x, tf.float64)


def matrix_norm(x, /, *, ord="fro", axis=(-2, -1), keepdims=False, dtype=None):
    check_choice("matrix_norm", "ord", ord, MATRIX_ORDERS)
    x, axes = _as_floating(x, dtype), matrix_axes(axis, x.shape.rank)
    if ord == "fro":
        return _power_norm(x, 2, axes, keepdims)
    if ord in ("nuc", 2, -2):
        return _norm_of_singular_values(x, ord, axes, keepdims)
    summed, kept = axes if abs(ord) == 1 else axes[::-1]
    sums = tf.reduce_sum(tf.abs(x), summed, keepdims=True)
    reduce = _max_of_nonempty if ord > 0 else _min_of_nonempty
    found = reduce(sums, kept, keepdims=True)
    return found if keepdims else tf.squeeze(found, axes)


def _norm_of_singular_values(x, ord, axes, keepdims):
    """Return norm "nuc", 2 or -2 of the matrices along two axes."""
    rank = x.shape.rank
    order = [i for i in range(rank) if i not in axes] + list(axes)
    values = svdvals(factorisable(tf.transpose(x, order), "matrix_norm"))
    if ord == "nuc":
        found = tf.reduce_sum(values, -1)
    else:
        found = (_max_of_nonempty if ord == 2 else _min_of_nonempty)(values, -1)
    if not keepdims:
        return found
    return tf.reshape(found, [1 if i in axes else n for i, n in enumerate(x.shape)])


def _max_of_nonempty(x, axis, keepdims=False):
    _require_elements(x, axis)
    return tf.reduce_max(x, axis, keepdims=keepdims)


def _min_of_nonempty(x, axis, keepdims=False):
    _require_elements(x, axis)
    return tf.reduce_min(x, axis, keepdims=keepdims)


def _require_elements(x, axis) -> None:
    axes = (axis,) if isinstance(axis, int) else axis
    if 0 in [x.shape[a] for a in axes]:
        raise IvyValueError("norm: the largest or smallest of no elements is not defined")


def _power_norm(x, ord, axes, keepdims):
    """Return ``sum(abs(x) ** ord) ** (1 / ord)`` along axes."""
    size = tf.abs(x)
    if ord == 1:
        return tf.reduce_sum(size, axes, keepdims=keepdims)
    if ord == 2:
        return tf.sqrt(tf.reduce_sum(size * size, axes, keepdims=keepdims))
    order = tf.constant(ord, size.dtype)
    return tf.reduce_sum(size**order, axes, keepdims=keepdims) ** (1 / order)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2, dtype=None):
    check_vector_order(ord)
    x = _as_floating(x, dtype)
    axes = vector_axes(axis, x.shape.rank)
    if ord == 0:
        counted = tf.cast(x != 0, tf.math.real(x).dtype)
        return tf.reduce_sum(counted, axes, keepdims=keepdims)
    if ord in (float("inf"), -float("inf")):
        return (_max_of_nonempty if ord > 0 else _min_of_nonempty)(tf.abs(x), axes, keepdims)
    return _power_norm(x, ord, axes, keepdims)


def cond(x, /, *, p=None):
    by_values = check_cond(x, p)
    x = factorisable(x, "cond")
    if by_values:
        values = svdvals(x)
        ends = (values[..., 0], values[..., -1])
        found = ends[1] / ends[0] if p == -2 else ends[0] / ends[1]
    else:
        try:
            found = matrix_norm(x, ord=p) * matrix_norm(tf.linalg.inv(x), ord=p)
        except tf.errors.InvalidArgumentError:
            # the inverse of one of the matrices does not exist: infinite, and no gradient
            with np.errstate(all="ignore"):
                return tf.constant(np.asarray(np.linalg.cond(x.numpy(), p)))
    missing = tf.math.is_nan(found) & ~tf.reduce_any(tf.math.is_nan(tf.abs(x)), (-2, -1))
    return tf.where(missing, tf.constant(np.inf, found.dtype), found)


def matrix_exp(x, /):
    require_square(x, "matrix_exp")
    x = factorisable(x, "matrix_exp")
    # squarings multiply what single precision rounds
    wide = {tf.float32: tf.float64, tf.complex64: tf.complex128}.get(x.dtype, x.dtype)
    return tf.cast(_exponential(tf.cast(x, wide)), x.dtype)


def _exponential(x):
    """Return the exponentials of matrices of double precision.

    TensorFlow's own halves a matrix once too few where its norm is no power of two times the limit:
    of the result 1e-9 is wrong then. Here what it gets is small enough.
    """
    if not x.shape.num_elements():
        return x
    norms = tf.stop_gradient(tf.reduce_max(tf.reduce_sum(tf.abs(x), -2), -1))
    halvings = tf.maximum(tf.math.ceil(tf.math.log(norms / LARGEST_NORM) / np.log(2.0)), 0.0)
    halvings = tf.where(tf.math.is_finite(halvings), halvings, 0.0)
    scale = tf.cast(tf.pow(tf.constant(2.0, tf.float64), -halvings), x.dtype)
    most = tf.cast(tf.reduce_max(tf.reshape(halvings, (-1,))), tf.int32)

    def square_if_halved(done, found):
        is_halved = tf.cast(done, tf.float64) < halvings
        return done + 1, tf.where(is_halved[..., None, None], found @ found, found)

    found = tf.linalg.expm(x * scale[..., None, None])
    return tf.while_loop(lambda done, _: done < most, square_if_halved, (0, found))[1]
