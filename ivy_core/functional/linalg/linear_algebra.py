"""Linear algebra: products, norms, and what they are made of.

Products keep the dtype of their operands; norms of whole numbers are float64. Factorisations are in
:mod:`.decompositions`.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.arrays.lens_builders import diagonal_lens, matrix_transpose_lens
from ivy_core.arrays.write import store
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common.linear_algebra import chain_product, require_square
from ivy_core.backends.holder import read
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array, filled
from .linear_algebra_results import SVDResult as SVDResult


@primary(ufunc="matmul", follows="array_api")
def matmul(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Matrix product of the last two axes, ``x1 @ x2``.

    Parameters
    ----------
    x1 : Array, shape (..., M, K) or (K,), any numeric or boolean dtype
        First operand; axes before the last two broadcast.
    x2, shape (..., K, N) or (K,), any numeric or boolean dtype: Second operand.

    Returns
    -------
    Array
        Shape (..., M, N), without M or N where an operand is a vector, of the promoted dtype; sums
        of integers wrap around as NumPy's do.

    Raises: IvyValueError if an operand has no dimensions, or the shapes do not fit.

    >>> ivy.matmul(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1]))
    ivy.array([3, 7])
    """
    return current_backend(x1, x2).matmul(x1, x2, out=out)


@primary(view=matrix_transpose_lens, follows="array_api")
def matrix_transpose(
    x: Array,
    /,
    *,
    conjugate: bool = False,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Swap the last two axes; a view.

    Parameters
    ----------
    x, shape (..., M, N), any dtype: Stack of matrices.
    conjugate : bool
        Whether elements are conjugated too; if they are complex, that copies.
    copy: Whether the result has memory of its own.

    Returns
    -------
    Array, shape (..., N, M)
        A view of ``x``.

    Raises: IvyValueError if there are fewer than two dimensions.

    >>> ivy.matrix_transpose(ivy.asarray([[1, 2, 3]])).shape
    (3, 1)
    """
    return current_backend(x).matrix_transpose(x, conjugate=conjugate, copy=copy, out=out)


@primary(promote=("x1", "x2"), follows="array_api")
def tensordot(
    x1: Array,
    x2: Array,
    /,
    *,
    axes: int | tuple[Sequence[int], Sequence[int]] = 2,
    out: Array | None = None,
) -> Array:
    """Sum of products over pairs of axes.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands.
    axes : int or tuple of two sequences of int
        An int N pairs the last N axes of ``x1`` with the first N of ``x2``, in order; otherwise the
        axes of ``x1`` and those of ``x2`` that are paired.

    Returns: the axes of ``x1`` that are left, then those of ``x2``; of the promoted dtype.

    Raises: IvyValueError if axes that are paired differ in length.

    >>> ivy.tensordot(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1]), axes=1)
    ivy.array([3, 7])
    """
    return current_backend(x1, x2).tensordot(x1, x2, axes=axes, out=out)


@primary(promote=("x1", "x2"), follows="array_api")
def vecdot(x1: Array, x2: Array, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Dot product of vectors along an axis, ``sum(conj(x1) * x2)``.

    Parameters
    ----------
    x1, x2 : Array, shapes that broadcast but for ``axis``, any numeric or boolean dtype
        Operands; the first is conjugated.
    axis : int
        Axis of the vectors, in each operand.

    Returns: the broadcast shape without ``axis``, of the promoted dtype.

    Raises: IvyValueError if the vectors differ in length.

    >>> ivy.vecdot(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1]))
    ivy.array([3, 7])
    """
    return current_backend(x1, x2).vecdot(x1, x2, axis=axis, out=out)


@primary(promote=("x1", "x2"))
def outer(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Products of each element of one vector with each of another.

    Parameters
    ----------
    x1, x2 : Array, of M and of N elements, any numeric or boolean dtype
        Operands; flattened where they are no vectors.

    Returns
    -------
    Array, shape (M, N)
        Of the promoted dtype.

    References: Array API standard 2024.12, ``outer``; NumPy, ``numpy.outer``, flattens.

    >>> ivy.outer(ivy.asarray([2]), ivy.asarray([3, 4]))
    ivy.array([[6, 8]])
    """
    return current_backend(x1, x2).outer(x1, x2, out=out)


@primary(promote=("x1", "x2"), follows="numpy")
def inner(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Sum of products over the last axes.

    Parameters
    ----------
    x1, x2 : Array, shape (..., K), any numeric or boolean dtype
        Operands; neither is conjugated.

    Returns
    -------
    Array
        Shape ``x1.shape[:-1] + x2.shape[:-1]``; the plain product if an operand has no dimensions.

    Raises: IvyValueError if the last axes differ in length.

    >>> ivy.inner(ivy.asarray([1, 2]), ivy.asarray([3, 4]))
    ivy.array(11)
    """
    return current_backend(x1, x2).inner(x1, x2, out=out)


@primary(promote=("x1", "x2"), follows="numpy")
def dot(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Sum of products over the last axis of ``x1`` and the last but one of ``x2``.

    Parameters
    ----------
    x1, x2 : Array, shapes (..., K), and (..., K, N) or (K,), any numeric or boolean dtype
        Operands.

    Returns
    -------
    Array
        The axes of ``x1`` that are left, then those of ``x2``; the plain product if an operand has
        no dimensions.

    Raises: IvyValueError if the axes differ in length.

    >>> ivy.dot(ivy.asarray([1, 2]), ivy.asarray([3, 4]))
    ivy.array(11)
    """
    return current_backend(x1, x2).dot(x1, x2, out=out)


@primary(promote=("x1", "x2"), follows="array_api")
def cross(x1: Array, x2: Array, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Vector product of vectors of three elements.

    Parameters
    ----------
    x1, x2 : Array, any numeric dtype
        Operands, with three elements along ``axis``; the other axes broadcast.
    axis : int
        Axis of the vectors, in each operand and in the result.

    Returns: the broadcast shape, of the promoted dtype.

    Raises: IvyValueError if there are not three elements along ``axis``.
    Raises: IvyTypeError for booleans.

    >>> ivy.cross(ivy.asarray([1, 0, 0]), ivy.asarray([0, 1, 0]))
    ivy.array([0, 0, 1])
    """
    return current_backend(x1, x2).cross(x1, x2, axis=axis, out=out)


@primary
def trace(
    x: Array,
    /,
    *,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Sum along a diagonal.

    Parameters
    ----------
    x, at least two dimensions, any numeric or boolean dtype: Operand.
    offset : int
        Diagonals above the main one are positive.
    axis1, axis2 : int
        Axes of the matrices.
    dtype: Of the sum; small integers are summed in 64 bits by default.

    Returns: the shape of ``x`` without the two axes.

    Raises: IvyIndexError if an axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``trace``, for the last two axes; NumPy, ``numpy.trace``.

    >>> ivy.trace(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array(5)
    """
    return current_backend(x).trace(
        x, offset=offset, axis1=axis1, axis2=axis2, dtype=dtype, out=out
    )


@primary(view=diagonal_lens, like=trace)
def diagonal(
    x: Array,
    /,
    *,
    offset: int = 0,
    axis1: int = -2,
    axis2: int = -1,
    copy: bool | None = None,
    out: Array | None = None,
) -> Array:
    """Return a diagonal of each matrix; a view.

    Parameters
    ----------
    x, at least two dimensions, any dtype: Stack of matrices.
    copy: Whether the result has memory of its own.

    Returns
    -------
    Array
        The shape of ``x`` without the two axes, and the diagonal as the last axis. Unlike NumPy's,
        the view may be written to.

    References: Array API standard 2024.12, ``diagonal``; NumPy, ``numpy.diagonal``.

    >>> ivy.diagonal(ivy.asarray([[1, 2], [3, 4]]), offset=1)
    ivy.array([2])
    """
    return current_backend(x).diagonal(
        x, offset=offset, axis1=axis1, axis2=axis2, copy=copy, out=out
    )


@primary(promote=("x1", "x2"), follows="numpy")
def kron(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Kronecker product: ``x1`` with each element replaced by its product with ``x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; axes of length one are put before those of the one with fewer dimensions.

    Returns: its shape is the product of the shapes.

    >>> ivy.kron(ivy.asarray([1, 10]), ivy.asarray([1, 2]))
    ivy.array([ 1,  2, 10, 20])
    """
    return current_backend(x1, x2).kron(x1, x2, out=out)


@primary(follows="array_api")
def matrix_norm(
    x: Array,
    /,
    *,
    ord: int | float | str = "fro",
    axis: tuple[int, int] = (-2, -1),
    keepdims: bool = False,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Norm of each matrix.

    Parameters
    ----------
    x, shape (..., M, N), floating, complex, integer or boolean: Stack of matrices.
    ord : {'fro', 'nuc', 1, -1, 2, -2, inf, -inf}
        Frobenius or nuclear norm; the largest (or smallest) sum of a column, singular value, or sum
        of a row.
    axis : tuple of two int
        Axes of the matrices.
    keepdims : bool
        Whether the two axes stay, with length one.
    dtype: ``x`` is cast to it first.

    Returns: real, floating.

    Raises: IvyValueError if that norm is not defined.

    >>> ivy.matrix_norm(ivy.asarray([[3, 0], [0, 4]]))
    ivy.array(5.)
    """
    return current_backend(x).matrix_norm(
        x, ord=ord, axis=axis, keepdims=keepdims, dtype=dtype, out=out
    )


@primary(follows="array_api")
def vector_norm(
    x: Array,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    ord: int | float = 2,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Norm of vectors, ``sum(abs(x) ** ord) ** (1 / ord)``.

    Parameters
    ----------
    x, floating, complex, integer or boolean: Operand.
    axis: Axes of the vectors; several are taken as one, None takes all.
    keepdims : bool
        Whether the axes stay, with length one.
    ord : int or float
        Order; inf and -inf give the largest and the smallest magnitude, 0 counts what is not zero.
    dtype: ``x`` is cast to it first.

    Returns: real, floating.

    Raises: IvyIndexError if an axis is out of bounds.

    >>> ivy.vector_norm(ivy.asarray([3, 4]))
    ivy.array(5.)
    """
    return current_backend(x).vector_norm(
        x, axis=axis, keepdims=keepdims, ord=ord, dtype=dtype, out=out
    )


@compositional(follows="array_api")
@handle_nestable
def matrix_power(x: Array, n: int, /, *, out: Array | None = None) -> Array:
    """Square matrices to an integer power.

    Parameters
    ----------
    x, shape (..., N, N), any numeric or boolean dtype: Stack of matrices.
    n: Exponent; a negative one takes powers of the inverse.

    Returns
    -------
    Array, shape (..., N, N)
        Of the dtype of ``x``, or that of its inverse.

    Raises: IvyLinAlgError if the matrices are not square, or singular where ``n`` is negative.

    >>> ivy.matrix_power(ivy.asarray([[2]]), 5)
    ivy.array([[32]])
    """
    x = as_array(x)
    n = operator.index(n)
    require_square(x, "matrix_power")
    if n < 0:
        x, n = ivy.inv(x), -n
    result = None
    while n:
        if n & 1:
            result = x if result is None else ivy.matmul(result, x)
        n >>= 1
        if n:
            x = ivy.matmul(x, x)
    if result is None:
        result = ivy.broadcast_to(ivy.eye(x.shape[-1], dtype=x.dtype), x.shape)
    return _copy_or_fill(result, out)


def _copy_or_fill(result: Array, out: Array | None) -> Array:
    """Return ``out`` filled with ``result``, or else a copy of ``result``."""
    if out is None:
        return ivy.asarray(result, copy=True)
    store(out, read(result), exact=True)
    return out


@compositional(follows="numpy.linalg")
def multi_dot(x: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Product of several matrices, in the order that takes the fewest multiplications.

    Parameters
    ----------
    x : sequence of Array, any numeric or boolean dtype
        Matrices whose shapes fit; the first and the last may be vectors, a row and a column.

    Returns: their product.

    Raises: IvyValueError if there are fewer than two matrices, or the shapes do not fit.
    Raises: IvyLinAlgError if one has not two dimensions.

    >>> ivy.multi_dot([ivy.asarray([1, 1]), ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1])])
    ivy.array(10)
    """
    arrays = [as_array(a) for a in x]
    return chain_product(arrays, ivy.matmul, out)


@compositional(follows="torch")
def adjoint(x: Array, /, *, out: Array | None = None) -> Array:
    """Conjugate transpose of each matrix.

    Parameters
    ----------
    x, shape (..., M, N), any dtype: Stack of matrices.

    Returns
    -------
    Array, shape (..., N, M)
        Of the dtype of ``x``; no view of it.

    Raises: IvyValueError if there are fewer than two dimensions.

    >>> ivy.adjoint(ivy.asarray([[1 + 2j, 3], [4, 5j]]))
    ivy.array([[1.-2.j, 4.-0.j],
               [3.-0.j, 0.-5.j]])
    """
    return ivy.matrix_transpose(x, conjugate=True, copy=True, out=out)


@primary
def cond(x: Array, /, *, p: float | str | None = None, out: Array | None = None) -> Array:
    """Condition number of each matrix, the norm of it times the norm of its inverse.

    Parameters
    ----------
    x : Array, shape (..., M, N), floating, complex, integer or boolean
        Stack of matrices; square ones for other norms than None, 2 and -2.
    p : {None, 'fro', 'nuc', 1, -1, 2, -2, inf, -inf}, optional
        The norm, as for :func:`matrix_norm`; None is 2: the largest singular value over the
        smallest one.

    Returns
    -------
    Array, shape (...)
        Real; inf for a singular matrix.

    Raises
    ------
    IvyLinAlgError
        If there are fewer than two dimensions, no elements, or the matrices are not square.
    IvyTypeError
        For half precision.
    IvyValueError
        If there is no such norm.

    References: NumPy, ``numpy.linalg.cond``; PyTorch, ``torch.linalg.cond``.

    >>> ivy.cond(ivy.asarray([[4.0, 0.0], [0.0, 2.0]]), p=1)
    ivy.array(2.)
    """
    return current_backend(x).cond(x, p=p, out=out)


@primary
def matrix_exp(x: Array, /, *, out: Array | None = None) -> Array:
    """Exponential of each square matrix, ``1 + x + x @ x / 2 + x @ x @ x / 6 + ...``.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of matrices. On JAX, of 1-norms up to 2e10; others give nan.

    Returns
    -------
    Array, shape (..., N, N)
        The exponentials.

    Raises: IvyLinAlgError if the matrices are not square.
    Raises: IvyTypeError for half precision.

    References
    ----------
    PyTorch, ``torch.linalg.matrix_exp``; SciPy, ``scipy.linalg.expm``. Higham, The scaling and
    squaring method for the matrix exponential revisited, SIAM J. Matrix Anal. Appl. 26, 2005.

    >>> ivy.matrix_exp(ivy.asarray([[0.0, 1.0], [0.0, 0.0]]))
    ivy.array([[1., 1.],
               [0., 1.]])
    """
    return current_backend(x).matrix_exp(x, out=out)


@compositional
@handle_nestable
def diagflat(
    x: Array,
    /,
    *,
    offset: int = 0,
    padding_value: complex = 0,
    num_rows: int = -1,
    num_cols: int = -1,
    out: Array | None = None,
) -> Array:
    """Matrix with all elements of an array on one diagonal.

    Parameters
    ----------
    x, any dtype: Elements, taken in C order.
    offset: Which diagonal: above the main one if positive, below it if negative.
    padding_value : complex, optional
        What stands elsewhere, in the dtype of ``x``.
    num_rows, num_cols : int, optional
        Shape of the matrix; -1 is the smallest number that holds the elements, of a square matrix
        if both are -1. Where the diagonal is longer than ``x`` its end is padding.

    Returns: Array, shape (num_rows, num_cols)

    Raises: IvyValueError if the elements do not fit.

    References: NumPy, ``numpy.diagflat``; TensorFlow, ``tf.linalg.diag``.

    >>> ivy.diagflat(ivy.asarray([1, 2]), offset=1)
    ivy.array([[0, 1, 0],
               [0, 0, 2],
               [0, 0, 0]])
    """
    x = ivy.reshape(as_array(x), (-1,))
    count, down, right = x.shape[0], max(-offset, 0), max(offset, 0)
    square = num_rows == -1 == num_cols
    rows = count + (max(down, right) if square else down) if num_rows == -1 else num_rows
    columns = count + (max(down, right) if square else right) if num_cols == -1 else num_cols
    if rows < count + down or columns < count + right:
        raise IvyValueError(
            f"diagflat: {count} elements on diagonal {offset} of {rows} rows and {columns} columns "
            f"given; at least {count + down} and {count + right} are needed"
        )
    # each element is followed by as many others as lead to the next place of the diagonal
    others = ivy.full((count, columns), padding_value, dtype=x.dtype)
    spaced = ivy.concat([ivy.expand_dims(x, axis=-1), others], axis=1)
    before = down * columns + right
    after = rows * columns - before - count * (columns + 1)
    parts = [ivy.full((before,), padding_value, dtype=x.dtype), ivy.reshape(spaced, (-1,))]
    if after > 0:
        parts.append(ivy.full((after,), padding_value, dtype=x.dtype))
    flat = ivy.concat(parts, axis=0)[: rows * columns]
    return ivy.reshape(flat, (rows, columns), out=out)


@compositional
@handle_nestable
def vander(
    x: Array, /, *, N: int | None = None, increasing: bool = False, out: Array | None = None
) -> Array:
    """Vandermonde matrix: in each row the powers of one element.

    Parameters
    ----------
    x, shape (..., M), any dtype: Elements; whole numbers are taken as int64 at least.
    N: Number of columns; M if None.
    increasing: Whether the powers ascend from 0; otherwise they descend to 0.

    Returns: Array, shape (..., M, N)

    Raises: IvyValueError if there are no dimensions, or ``N`` is negative.

    References: NumPy, ``numpy.vander``; PyTorch, ``torch.linalg.vander``.

    >>> ivy.vander(ivy.asarray([1, 2, 3]))
    ivy.array([[1, 1, 1],
               [4, 2, 1],
               [9, 3, 1]])
    """
    x = as_array(x)
    if not x.ndim:
        raise IvyValueError("vander: an array without dimensions was given; one is needed")
    count = x.shape[-1] if N is None else operator.index(N)
    if count < 0:
        raise IvyValueError(f"vander: N {count} was given; it must not be negative")
    if not (x.dtype.is_float or x.dtype.is_complex):
        x = ivy.astype(x, ivy.promote_types(x.dtype, "int64"))
    step = ivy.expand_dims(x, axis=-1)
    powers = ivy.ones_like(step)
    # twice as many columns each time: products only, whose gradients exist at zero as well
    while (width := powers.shape[-1]) < count:
        powers = ivy.concat([powers, powers[..., : count - width] * step], axis=-1)
        step = step * step
    if not count:
        powers = powers[..., :0]
    if not increasing:
        return ivy.flip(powers, axis=-1, out=out)
    return filled(out, powers)


@compositional
@handle_nestable
def vector_to_skew_symmetric_matrix(vector: Array, /, *, out: Array | None = None) -> Array:
    """Matrix whose product with a vector is the cross product: ``matrix @ v = cross(vector, v)``.

    Parameters
    ----------
    vector, shape (..., 3), any numeric dtype: Vectors.

    Returns
    -------
    Array, shape (..., 3, 3)
        Skew-symmetric matrices.

    Raises: IvyValueError if the vectors have not three elements.

    References: Golub and Van Loan, Matrix Computations, 4th edition, section 1.1.

    >>> ivy.vector_to_skew_symmetric_matrix(ivy.asarray([1, 2, 3]))
    ivy.array([[ 0, -3,  2],
               [ 3,  0, -1],
               [-2,  1,  0]])
    """
    vector = as_array(vector)
    if not vector.ndim or vector.shape[-1] != 3:
        raise IvyValueError(
            f"vector_to_skew_symmetric_matrix: an array of shape {vector.shape} was given; its "
            "last axis must have 3 elements"
        )
    a, b, c = (vector[..., i] for i in range(3))
    zero = ivy.zeros_like(a)
    elements = [zero, -c, b, c, zero, -a, -b, a, zero]
    return ivy.reshape(ivy.stack(elements, axis=-1), (*vector.shape, 3), out=out)
