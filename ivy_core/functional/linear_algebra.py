"""Linear algebra: products, factorisations, norms, and the solution of linear systems.

Products keep the dtype of their operands. Factorisations take whole numbers and booleans as
float64, work in the precision of floating and complex arrays otherwise, and refuse half precision.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

import ivy_core as ivy

from ..array.array import Array, read
from ..array.lenses import diagonal_lens, matrix_transpose_lens
from ..array.views import write
from ..backend_handler import current_backend
from ..dtypes import Dtype
from ..registry import compositional, primary
from .linear_algebra_errors import chain_product, require_square
from .linear_algebra_results import (
    EighResult,
    EigResult,
    LstsqResult,
    QRResult,
    SlogdetResult,
    SVDResult,
)


@primary(ufunc="matmul")
def matmul(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Matrix product of the last two axes, ``x1 @ x2``.

    Parameters
    ----------
    x1 : Array, shape (..., M, K) or (K,), any numeric or boolean dtype
        First operand; axes before the last two broadcast.
    x2 : Array, shape (..., K, N) or (K,), any numeric or boolean dtype
        Second operand.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Shape (..., M, N), without M or N where an operand is a vector, of the promoted dtype; sums
        of integers wrap around as NumPy's do.

    Raises
    ------
    IvyValueError
        If an operand has no dimensions, or the shapes do not fit.

    References
    ----------
    Array API standard 2024.12, ``matmul``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.matmul(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1]))
    ivy.array([3, 7])
    """
    return current_backend(x1, x2).matmul(x1, x2, out=out)


@primary(view=matrix_transpose_lens)
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
    x : Array, shape (..., M, N), any dtype
        Stack of matrices.
    conjugate : bool
        Whether elements are conjugated too; if they are complex, that copies.
    copy : bool, optional
        Whether the result has memory of its own.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., N, M)
        A view of ``x``.

    Raises
    ------
    IvyValueError
        If there are fewer than two dimensions.

    References
    ----------
    Array API standard 2024.12, ``matrix_transpose``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.matrix_transpose(ivy.asarray([[1, 2, 3]])).shape
    (3, 1)
    """
    return current_backend(x).matrix_transpose(x, conjugate=conjugate, copy=copy, out=out)


@primary(promote=("x1", "x2"))
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
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        The axes of ``x1`` that are left, then those of ``x2``; of the promoted dtype.

    Raises
    ------
    IvyValueError
        If axes that are paired differ in length.

    References
    ----------
    Array API standard 2024.12, ``tensordot``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.tensordot(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1]), axes=1)
    ivy.array([3, 7])
    """
    return current_backend(x1, x2).tensordot(x1, x2, axes=axes, out=out)


@primary(promote=("x1", "x2"))
def vecdot(x1: Array, x2: Array, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Dot product of vectors along an axis, ``sum(conj(x1) * x2)``.

    Parameters
    ----------
    x1, x2 : Array, shapes that broadcast but for ``axis``, any numeric or boolean dtype
        Operands; the first is conjugated.
    axis : int
        Axis of the vectors, in each operand.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        The broadcast shape without ``axis``, of the promoted dtype.

    Raises
    ------
    IvyValueError
        If the vectors differ in length.

    References
    ----------
    Array API standard 2024.12, ``vecdot``.

    Examples
    --------
    >>> import ivy_core as ivy
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
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (M, N)
        Of the promoted dtype.

    References
    ----------
    Array API standard 2024.12, ``outer``; NumPy, ``numpy.outer``, flattens.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.outer(ivy.asarray([2]), ivy.asarray([3, 4]))
    ivy.array([[6, 8]])
    """
    return current_backend(x1, x2).outer(x1, x2, out=out)


@primary(promote=("x1", "x2"))
def inner(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Sum of products over the last axes.

    Parameters
    ----------
    x1, x2 : Array, shape (..., K), any numeric or boolean dtype
        Operands; neither is conjugated.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Shape ``x1.shape[:-1] + x2.shape[:-1]``; the plain product if an operand has no dimensions.

    Raises
    ------
    IvyValueError
        If the last axes differ in length.

    References
    ----------
    NumPy, ``numpy.inner``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.inner(ivy.asarray([1, 2]), ivy.asarray([3, 4]))
    ivy.array(11)
    """
    return current_backend(x1, x2).inner(x1, x2, out=out)


@primary(promote=("x1", "x2"))
def dot(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Sum of products over the last axis of ``x1`` and the last but one of ``x2``.

    Parameters
    ----------
    x1, x2 : Array, shapes (..., K), and (..., K, N) or (K,), any numeric or boolean dtype
        Operands.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        The axes of ``x1`` that are left, then those of ``x2``; the plain product if an operand has
        no dimensions.

    Raises
    ------
    IvyValueError
        If the axes differ in length.

    References
    ----------
    NumPy, ``numpy.dot``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.dot(ivy.asarray([1, 2]), ivy.asarray([3, 4]))
    ivy.array(11)
    """
    return current_backend(x1, x2).dot(x1, x2, out=out)


@primary(promote=("x1", "x2"))
def cross(x1: Array, x2: Array, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Vector product of vectors of three elements.

    Parameters
    ----------
    x1, x2 : Array, any numeric dtype
        Operands, with three elements along ``axis``; the other axes broadcast.
    axis : int
        Axis of the vectors, in each operand and in the result.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        The broadcast shape, of the promoted dtype.

    Raises
    ------
    IvyValueError
        If there are not three elements along ``axis``.
    IvyTypeError
        For booleans.

    References
    ----------
    Array API standard 2024.12, ``cross``.

    Examples
    --------
    >>> import ivy_core as ivy
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
    x : Array, at least two dimensions, any numeric or boolean dtype
        Operand.
    offset : int
        Diagonals above the main one are positive.
    axis1, axis2 : int
        Axes of the matrices.
    dtype : Dtype, optional
        Of the sum; small integers are summed in 64 bits by default.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        The shape of ``x`` without the two axes.

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``trace``, for the last two axes; NumPy, ``numpy.trace``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.trace(ivy.asarray([[1, 2], [3, 4]]))
    ivy.array(5)
    """
    return current_backend(x).trace(
        x, offset=offset, axis1=axis1, axis2=axis2, dtype=dtype, out=out
    )


@primary(view=diagonal_lens)
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
    x : Array, at least two dimensions, any dtype
        Stack of matrices.
    offset : int
        Diagonals above the main one are positive.
    axis1, axis2 : int
        Axes of the matrices.
    copy : bool, optional
        Whether the result has memory of its own.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        The shape of ``x`` without the two axes, and the diagonal as the last axis. Unlike NumPy's,
        the view may be written to.

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``diagonal``; NumPy, ``numpy.diagonal``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.diagonal(ivy.asarray([[1, 2], [3, 4]]), offset=1)
    ivy.array([2])
    """
    return current_backend(x).diagonal(
        x, offset=offset, axis1=axis1, axis2=axis2, copy=copy, out=out
    )


@primary(promote=("x1", "x2"))
def kron(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Kronecker product: ``x1`` with each element replaced by its product with ``x2``.

    Parameters
    ----------
    x1, x2 : Array, any numeric or boolean dtype
        Operands; axes of length one are put before those of the one with fewer dimensions.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Its shape is the product of the shapes.

    References
    ----------
    NumPy, ``numpy.kron``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.kron(ivy.asarray([1, 10]), ivy.asarray([1, 2]))
    ivy.array([ 1,  2, 10, 20])
    """
    return current_backend(x1, x2).kron(x1, x2, out=out)


@primary
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
    x : Array, shape (..., M, N), floating, complex, integer or boolean
        Stack of matrices.
    ord : {'fro', 'nuc', 1, -1, 2, -2, inf, -inf}
        Frobenius or nuclear norm; the largest (or smallest) sum of a column, singular value, or sum
        of a row.
    axis : tuple of two int
        Axes of the matrices.
    keepdims : bool
        Whether the two axes stay, with length one.
    dtype : Dtype, optional
        ``x`` is cast to it first.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Real, floating.

    Raises
    ------
    IvyValueError
        If that norm is not defined.

    References
    ----------
    Array API standard 2024.12, ``matrix_norm``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.matrix_norm(ivy.asarray([[3, 0], [0, 4]]))
    ivy.array(5.)
    """
    return current_backend(x).matrix_norm(
        x, ord=ord, axis=axis, keepdims=keepdims, dtype=dtype, out=out
    )


@primary
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
    x : Array, floating, complex, integer or boolean
        Operand.
    axis : int or sequence of int, optional
        Axes of the vectors; several are taken as one, None takes all.
    keepdims : bool
        Whether the axes stay, with length one.
    ord : int or float
        Order; inf and -inf give the largest and the smallest magnitude, 0 counts what is not zero.
    dtype : Dtype, optional
        ``x`` is cast to it first.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Real, floating.

    Raises
    ------
    IvyIndexError
        If an axis is out of bounds.

    References
    ----------
    Array API standard 2024.12, ``vector_norm``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.vector_norm(ivy.asarray([3, 4]))
    ivy.array(5.)
    """
    return current_backend(x).vector_norm(
        x, axis=axis, keepdims=keepdims, ord=ord, dtype=dtype, out=out
    )


@primary
def svd(x: Array, /, *, full_matrices: bool = True, compute_uv: bool = True) -> SVDResult:
    """Singular value decomposition, ``x = U @ diag(S) @ Vh``.

    Parameters
    ----------
    x : Array, shape (..., M, N), floating, complex, integer or boolean
        Stack of matrices.
    full_matrices : bool
        Whether U and Vh are square; otherwise they have K = min(M, N) columns and rows.
    compute_uv : bool
        Whether the vectors are computed; otherwise the singular values alone are returned.

    Returns
    -------
    SVDResult
        ``U`` of shape (..., M, M) or (..., M, K), ``S`` of shape (..., K), real and descending, and
        ``Vh`` of shape (..., N, N) or (..., K, N). Signs of vectors differ between backends.

    Raises
    ------
    IvyLinAlgError
        If there are fewer than two dimensions.
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``svd``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.svd(ivy.asarray([[3.0, 0.0], [0.0, 4.0]])).S
    ivy.array([4., 3.])
    """
    return current_backend(x).svd(x, full_matrices=full_matrices, compute_uv=compute_uv)


@primary
def svdvals(x: Array, /, *, out: Array | None = None) -> Array:
    """Singular values of each matrix.

    Parameters
    ----------
    x : Array, shape (..., M, N), floating, complex, integer or boolean
        Stack of matrices.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., min(M, N))
        Real, descending.

    Raises
    ------
    IvyLinAlgError
        If there are fewer than two dimensions.
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``svdvals``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.svdvals(ivy.asarray([[3.0, 0.0], [0.0, 4.0]]))
    ivy.array([4., 3.])
    """
    return current_backend(x).svdvals(x, out=out)


@primary
def qr(x: Array, /, *, mode: str = "reduced") -> QRResult:
    """QR decomposition: ``Q`` with orthonormal columns, ``R`` upper triangular, ``x = Q @ R``.

    Parameters
    ----------
    x : Array, shape (..., M, N), floating, complex, integer or boolean
        Stack of matrices.
    mode : {'reduced', 'complete'}
        Whether ``Q`` has K = min(M, N) columns, or M.

    Returns
    -------
    QRResult
        ``Q`` of shape (..., M, K) or (..., M, M), ``R`` of shape (..., K, N) or (..., M, N). Signs
        differ between backends.

    Raises
    ------
    IvyValueError
        If there is no such mode.
    IvyLinAlgError
        If there are fewer than two dimensions.
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``qr``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> Q, R = ivy.qr(ivy.asarray([[3.0, 1.0], [4.0, 2.0]]))
    >>> bool(abs(abs(R[0, 0]) - 5.0) < 1e-12)
    True
    """
    return current_backend(x).qr(x, mode=mode)


@primary
def inv(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse of each matrix.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of matrices.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., N, N)
        The inverses.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square, or one is exactly singular (not told while tracing).
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``inv``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.inv(ivy.asarray([[4]]))
    ivy.array([[0.25]])
    """
    return current_backend(x).inv(x, out=out)


@primary
def pinv(
    x: Array,
    /,
    *,
    rtol: float | Array | None = None,
    hermitian: bool = False,
    out: Array | None = None,
) -> Array:
    """Pseudo-inverse (Moore and Penrose) of each matrix.

    Parameters
    ----------
    x : Array, shape (..., M, N), floating, complex, integer or boolean
        Stack of matrices.
    rtol : float or Array, shape (...), optional
        Singular values up to ``rtol`` times the largest count as zero; by default max(M, N) times
        the dtype's epsilon.
    hermitian : bool
        Whether the matrices are Hermitian, so that eigenvalues serve.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., N, M)
        The pseudo-inverses.

    Raises
    ------
    IvyLinAlgError
        If there are fewer than two dimensions.
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``pinv``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.pinv(ivy.asarray([[2.0], [0.0]]))
    ivy.array([[0.5, 0. ]])
    """
    return current_backend(x).pinv(x, rtol=rtol, hermitian=hermitian, out=out)


@primary
def solve(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Solution of systems of linear equations, ``x1 @ solution = x2``.

    Parameters
    ----------
    x1 : Array, shape (..., N, N), floating, complex, integer or boolean
        Coefficients.
    x2 : Array, shape (N,) or (..., N, K), floating, complex, integer or boolean
        Right hand sides; one vector only if it has one dimension.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., N) or (..., N, K)
        The solutions.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square, or one is exactly singular (not told while tracing).
    IvyTypeError
        For half precision.
    IvyValueError
        If the shapes do not fit.

    References
    ----------
    Array API standard 2024.12, ``solve``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.solve(ivy.asarray([[2, 0], [0, 4]]), ivy.asarray([2, 2]))
    ivy.array([1. , 0.5])
    """
    return current_backend(x1, x2).solve(x1, x2, out=out)


@primary
def det(x: Array, /, *, out: Array | None = None) -> Array:
    """Determinant of each matrix.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of matrices.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (...)
        The determinants; 1 for a matrix without elements.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square.
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``det``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.det(ivy.asarray([[2, 0], [0, 4]]))
    ivy.array(8.)
    """
    return current_backend(x).det(x, out=out)


@primary
def slogdet(x: Array, /) -> SlogdetResult:
    """Sign and logarithm of the absolute value of the determinant of each matrix.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of matrices.

    Returns
    -------
    SlogdetResult
        ``sign`` of shape (...), 0 or of magnitude one, and ``logabsdet`` of shape (...), real.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square.
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``slogdet``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.slogdet(ivy.asarray([[0, 1], [1, 0]]))
    SlogdetResult(sign=ivy.array(-1.), logabsdet=ivy.array(0.))
    """
    return current_backend(x).slogdet(x)


@primary
def eigh(x: Array, /, *, UPLO: str = "L") -> EighResult:
    """Eigenvalues and eigenvectors of symmetric or Hermitian matrices.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of matrices.
    UPLO : {'L', 'U'}
        Which triangle is read; the other one is taken to be its conjugate transpose.

    Returns
    -------
    EighResult
        ``eigenvalues`` of shape (..., N), real and ascending, and ``eigenvectors`` of shape
        (..., N, N), a column each. Signs differ between backends.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square.
    IvyTypeError
        For half precision.
    IvyValueError
        If ``UPLO`` is another letter.

    References
    ----------
    Array API standard 2024.12, ``eigh``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.eigh(ivy.asarray([[3.0, 0.0], [0.0, 1.0]])).eigenvalues
    ivy.array([1., 3.])
    """
    return current_backend(x).eigh(x, UPLO=UPLO)


@primary
def eigvalsh(x: Array, /, *, UPLO: str = "L", out: Array | None = None) -> Array:
    """Eigenvalues of symmetric or Hermitian matrices.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of matrices.
    UPLO : {'L', 'U'}
        Which triangle is read; the other one is taken to be its conjugate transpose.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., N)
        Real, ascending.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square.
    IvyTypeError
        For half precision.
    IvyValueError
        If ``UPLO`` is another letter.

    References
    ----------
    Array API standard 2024.12, ``eigvalsh``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.eigvalsh(ivy.asarray([[3.0, 0.0], [0.0, 1.0]]))
    ivy.array([1., 3.])
    """
    return current_backend(x).eigvalsh(x, UPLO=UPLO, out=out)


@primary
def eig(x: Array, /) -> EigResult:
    """Eigenvalues and right eigenvectors of general matrices.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of matrices.

    Returns
    -------
    EigResult
        ``eigenvalues`` of shape (..., N), in no particular order, and ``eigenvectors`` of shape
        (..., N, N), a column each. Complex; real for real matrices whose eigenvalues are all real,
        except while tracing, when values cannot be looked at.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square.
    IvyTypeError
        For half precision.

    References
    ----------
    NumPy, ``numpy.linalg.eig``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.eig(ivy.asarray([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
    ivy.array([2., 3.])
    """
    return current_backend(x).eig(x)


@primary
def eigvals(x: Array, /, *, out: Array | None = None) -> Array:
    """Eigenvalues of general matrices.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of matrices.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., N)
        In no particular order. Complex; real for real matrices whose eigenvalues are all real,
        except while tracing, when values cannot be looked at.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square.
    IvyTypeError
        For half precision.

    References
    ----------
    NumPy, ``numpy.linalg.eigvals``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.eigvals(ivy.asarray([[2.0, 0.0], [0.0, 3.0]]))
    ivy.array([2., 3.])
    """
    return current_backend(x).eigvals(x, out=out)


@primary
def cholesky(x: Array, /, *, upper: bool = False, out: Array | None = None) -> Array:
    """Cholesky factor of positive definite matrices, ``x = L @ L.mH``.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of symmetric or Hermitian matrices; only the triangle of the result's is read.
    upper : bool
        Whether the upper triangular factor is returned, ``x = U.mH @ U``.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., N, N)
        The factors; zero in the other triangle.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square, or one is not positive definite (not told while tracing).
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``cholesky``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.cholesky(ivy.asarray([[4.0, 2.0], [2.0, 5.0]]))
    ivy.array([[2., 0.],
               [1., 2.]])
    """
    return current_backend(x).cholesky(x, upper=upper, out=out)


@compositional
def matrix_power(x: Array, n: int, /, *, out: Array | None = None) -> Array:
    """Square matrices to an integer power.

    Parameters
    ----------
    x : Array, shape (..., N, N), any numeric or boolean dtype
        Stack of matrices.
    n : int
        Exponent; a negative one takes powers of the inverse.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (..., N, N)
        Of the dtype of ``x``, or that of its inverse.

    Raises
    ------
    IvyLinAlgError
        If the matrices are not square, or singular where ``n`` is negative.

    References
    ----------
    Array API standard 2024.12, ``matrix_power``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.matrix_power(ivy.asarray([[2]]), 5)
    ivy.array([[32]])
    """
    x = x if isinstance(x, Array) else ivy.asarray(x)
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
    return _own(result, out)


def _own(result: Array, out: Array | None) -> Array:
    """Return ``out`` filled with ``result``, or else a copy of ``result``."""
    if out is None:
        return ivy.asarray(result, copy=True)
    write(out, read(result), exact=True)
    return out


@primary
def matrix_rank(
    x: Array,
    /,
    *,
    rtol: float | Array | None = None,
    atol: float | Array | None = None,
    hermitian: bool = False,
    out: Array | None = None,
) -> Array:
    """Number of singular values that do not count as zero.

    Parameters
    ----------
    x : Array, shape (..., M, N), floating, complex, integer or boolean
        Stack of matrices. For a vector the result is 1 unless all of it is zero.
    rtol, atol : float or Array, shape (...), optional
        Singular values up to ``atol``, or ``rtol`` times the largest, count as zero; by default
        ``rtol`` is max(M, N) times the dtype's epsilon.
    hermitian : bool
        Whether the matrices are Hermitian, so that eigenvalues serve.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array, shape (...)
        Of dtype int64.

    Raises
    ------
    IvyValueError
        If both tolerances are given.
    IvyTypeError
        For half precision.

    References
    ----------
    Array API standard 2024.12, ``matrix_rank``; NumPy, ``numpy.linalg.matrix_rank``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.matrix_rank(ivy.asarray([[1.0, 2.0], [2.0, 4.0]]))
    ivy.array(1)
    """
    return current_backend(x).matrix_rank(x, rtol=rtol, atol=atol, hermitian=hermitian, out=out)


@primary
def lstsq(x1: Array, x2: Array, /, *, rcond: float | None = None) -> LstsqResult:
    """Least squares solution of ``x1 @ solution = x2``, the shortest where there are several.

    Parameters
    ----------
    x1, x2 : Array, shapes (M, N), and (M,) or (M, K), floating, complex, integer or boolean
        Coefficients and right hand sides.
    rcond : float, optional
        Singular values up to ``rcond`` times the largest count as zero; by default max(M, N) times
        the epsilon of float64, in which the work is done.

    Returns
    -------
    LstsqResult
        ``solution`` of shape (N,) or (N, K); ``residuals``, the sums of squares, of shape (1,) or
        (K,), or (0,) where M <= N or the rank is less than N (nan, while tracing); ``rank``, an
        int32 without dimensions; ``singular_values`` of shape (min(M, N),).

    Raises
    ------
    IvyLinAlgError
        If the shapes do not fit.
    IvyTypeError
        For half precision.

    References
    ----------
    NumPy, ``numpy.linalg.lstsq``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> x = ivy.asarray([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
    >>> ivy.lstsq(x, ivy.asarray([1.0, 3.0, 5.0])).rank
    ivy.array(2)
    """
    return current_backend(x1, x2).lstsq(x1, x2, rcond=rcond)


@compositional
def multi_dot(x: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Product of several matrices, in the order that takes the fewest multiplications.

    Parameters
    ----------
    x : sequence of Array, any numeric or boolean dtype
        Matrices whose shapes fit; the first and the last may be vectors, a row and a column.
    out : Array, optional
        Filled with the result, and returned.

    Returns
    -------
    Array
        Their product.

    Raises
    ------
    IvyValueError
        If there are fewer than two matrices, or the shapes do not fit.
    IvyLinAlgError
        If one has not two dimensions.

    References
    ----------
    NumPy, ``numpy.linalg.multi_dot``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> ivy.multi_dot([ivy.asarray([1, 1]), ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([1, 1])])
    ivy.array(10)
    """
    arrays = [a if isinstance(a, Array) else ivy.asarray(a) for a in x]
    return chain_product(arrays, ivy.matmul, out)
