"""Linear algebra: factorisations, determinants, and the solution of linear systems.

They take whole numbers and booleans as float64, work in the precision of floating and complex
arrays otherwise, and refuse half precision.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backend_handler import current_backend
from ivy_core.backends.common.axes import axis_of
from ivy_core.backends.common.linear_algebra import check_choice
from ivy_core.registry import compositional, handle_nestable, primary
from ivy_core.utils.exceptions import IvyLinAlgError, IvyValueError

from ..operands import as_array, filled
from .linear_algebra_results import (
    EighResult,
    EigResult,
    LstsqResult,
    LUFactorResult,
    QRResult,
    SlogdetResult,
    SVDResult,
)


@primary(follows="array_api")
def svd(x: Array, /, *, full_matrices: bool = True, compute_uv: bool = True) -> SVDResult:
    """Singular value decomposition, ``x = U @ diag(S) @ Vh``.

    Parameters
    ----------
    x, shape (..., M, N), floating, complex, integer or boolean: Stack of matrices.
    full_matrices : bool
        Whether U and Vh are square; otherwise they have K = min(M, N) columns and rows.
    compute_uv : bool
        Whether the vectors are computed; otherwise the singular values alone are returned.

    Returns
    -------
    SVDResult
        ``U`` of shape (..., M, M) or (..., M, K), ``S`` of shape (..., K), real and descending, and
        ``Vh`` of shape (..., N, N) or (..., K, N). Signs of vectors differ between backends.

    Raises: IvyLinAlgError if there are fewer than two dimensions.
    Raises: IvyTypeError for half precision.

    >>> ivy.svd(ivy.asarray([[3.0, 0.0], [0.0, 4.0]])).S
    ivy.array([4., 3.])
    """
    return current_backend(x).svd(x, full_matrices=full_matrices, compute_uv=compute_uv)


@primary(follows="array_api", like=svd)
def svdvals(x: Array, /, *, out: Array | None = None) -> Array:
    """Singular values of each matrix.

    Returns
    -------
    Array, shape (..., min(M, N))
        Real, descending.

    >>> ivy.svdvals(ivy.asarray([[3.0, 0.0], [0.0, 4.0]]))
    ivy.array([4., 3.])
    """
    return current_backend(x).svdvals(x, out=out)


@primary(follows="array_api")
def qr(x: Array, /, *, mode: str = "reduced") -> QRResult:
    """QR decomposition: ``Q`` with orthonormal columns, ``R`` upper triangular, ``x = Q @ R``.

    Parameters
    ----------
    x, shape (..., M, N), floating, complex, integer or boolean: Stack of matrices.
    mode : {'reduced', 'complete'}
        Whether ``Q`` has K = min(M, N) columns, or M.

    Returns
    -------
    QRResult
        ``Q`` of shape (..., M, K) or (..., M, M), ``R`` of shape (..., K, N) or (..., M, N). Signs
        differ between backends.

    Raises: IvyValueError if there is no such mode.
    Raises: IvyLinAlgError if there are fewer than two dimensions.
    Raises: IvyTypeError for half precision.

    >>> Q, R = ivy.qr(ivy.asarray([[3.0, 1.0], [4.0, 2.0]]))
    >>> bool(abs(abs(R[0, 0]) - 5.0) < 1e-12)
    True
    """
    return current_backend(x).qr(x, mode=mode)


@primary(follows="array_api")
def inv(x: Array, /, *, out: Array | None = None) -> Array:
    """Inverse of each matrix.

    Parameters
    ----------
    x, shape (..., N, N), floating, complex, integer or boolean: Stack of matrices.

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

    >>> ivy.inv(ivy.asarray([[4]]))
    ivy.array([[0.25]])
    """
    return current_backend(x).inv(x, out=out)


@primary(follows="array_api")
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
    x, shape (..., M, N), floating, complex, integer or boolean: Stack of matrices.
    rtol : float or Array, shape (...), optional
        Singular values up to ``rtol`` times the largest count as zero; by default max(M, N) times
        the dtype's epsilon.
    hermitian : bool
        Whether the matrices are Hermitian, so that eigenvalues serve.

    Returns
    -------
    Array, shape (..., N, M)
        The pseudo-inverses.

    Raises: IvyLinAlgError if there are fewer than two dimensions.
    Raises: IvyTypeError for half precision.

    >>> ivy.pinv(ivy.asarray([[2.0], [0.0]]))
    ivy.array([[0.5, 0. ]])
    """
    return current_backend(x).pinv(x, rtol=rtol, hermitian=hermitian, out=out)


@primary(follows="array_api")
def solve(x1: Array, x2: Array, /, *, out: Array | None = None) -> Array:
    """Solution of systems of linear equations, ``x1 @ solution = x2``.

    Parameters
    ----------
    x1, shape (..., N, N), floating, complex, integer or boolean: Coefficients.
    x2 : Array, shape (N,) or (..., N, K), floating, complex, integer or boolean
        Right hand sides; one vector only if it has one dimension.

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

    >>> ivy.solve(ivy.asarray([[2, 0], [0, 4]]), ivy.asarray([2, 2]))
    ivy.array([1. , 0.5])
    """
    return current_backend(x1, x2).solve(x1, x2, out=out)


@primary(follows="array_api")
def det(x: Array, /, *, out: Array | None = None) -> Array:
    """Determinant of each matrix.

    Parameters
    ----------
    x, shape (..., N, N), floating, complex, integer or boolean: Stack of matrices.

    Returns
    -------
    Array, shape (...)
        The determinants; 1 for a matrix without elements.

    Raises: IvyLinAlgError if the matrices are not square.
    Raises: IvyTypeError for half precision.

    >>> ivy.det(ivy.asarray([[2, 0], [0, 4]]))
    ivy.array(8.)
    """
    return current_backend(x).det(x, out=out)


@primary(follows="array_api")
def slogdet(x: Array, /) -> SlogdetResult:
    """Sign and logarithm of the absolute value of the determinant of each matrix.

    Parameters
    ----------
    x, shape (..., N, N), floating, complex, integer or boolean: Stack of matrices.

    Returns: ``sign`` of shape (...), 0 or of magnitude one, and ``logabsdet`` of shape (...), real.

    Raises: IvyLinAlgError if the matrices are not square.
    Raises: IvyTypeError for half precision.

    >>> ivy.slogdet(ivy.asarray([[0, 1], [1, 0]]))
    SlogdetResult(sign=ivy.array(-1.), logabsdet=ivy.array(0.))
    """
    return current_backend(x).slogdet(x)


@primary(follows="array_api")
def eigh(x: Array, /, *, UPLO: str = "L") -> EighResult:
    """Eigenvalues and eigenvectors of symmetric or Hermitian matrices.

    Parameters
    ----------
    x, shape (..., N, N), floating, complex, integer or boolean: Stack of matrices.
    UPLO : {'L', 'U'}
        Which triangle is read; the other one is taken to be its conjugate transpose.

    Returns: ``eigenvalues`` of shape (..., N), real and ascending, and ``eigenvectors`` of shape
        (..., N, N), a column each. Signs differ between backends.

    Raises: IvyLinAlgError if the matrices are not square.
    Raises: IvyTypeError for half precision.
    Raises: IvyValueError if ``UPLO`` is another letter.

    >>> ivy.eigh(ivy.asarray([[3.0, 0.0], [0.0, 1.0]])).eigenvalues
    ivy.array([1., 3.])
    """
    return current_backend(x).eigh(x, UPLO=UPLO)


@primary(follows="array_api", like=eigh)
def eigvalsh(x: Array, /, *, UPLO: str = "L", out: Array | None = None) -> Array:
    """Eigenvalues of symmetric or Hermitian matrices.

    Returns
    -------
    Array, shape (..., N)
        Real, ascending.

    >>> ivy.eigvalsh(ivy.asarray([[3.0, 0.0], [0.0, 1.0]]))
    ivy.array([1., 3.])
    """
    return current_backend(x).eigvalsh(x, UPLO=UPLO, out=out)


@primary(follows="numpy.linalg")
def eig(x: Array, /) -> EigResult:
    """Eigenvalues and right eigenvectors of general matrices.

    Parameters
    ----------
    x, shape (..., N, N), floating, complex, integer or boolean: Stack of matrices.

    Returns
    -------
    EigResult
        ``eigenvalues`` of shape (..., N), in no particular order, and ``eigenvectors`` of shape
        (..., N, N), a column each. Complex; real for real matrices whose eigenvalues are all real,
        except while tracing, when values cannot be looked at.

    Raises: IvyLinAlgError if the matrices are not square.
    Raises: IvyTypeError for half precision.

    >>> ivy.eig(ivy.asarray([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
    ivy.array([2., 3.])
    """
    return current_backend(x).eig(x)


@primary(follows="numpy.linalg")
def eigvals(x: Array, /, *, out: Array | None = None) -> Array:
    """Eigenvalues of general matrices.

    Parameters
    ----------
    x, shape (..., N, N), floating, complex, integer or boolean: Stack of matrices.

    Returns
    -------
    Array, shape (..., N)
        In no particular order. Complex; real for real matrices whose eigenvalues are all real,
        except while tracing, when values cannot be looked at.

    Raises: IvyLinAlgError if the matrices are not square.
    Raises: IvyTypeError for half precision.

    >>> ivy.eigvals(ivy.asarray([[2.0, 0.0], [0.0, 3.0]]))
    ivy.array([2., 3.])
    """
    return current_backend(x).eigvals(x, out=out)


@primary(follows="array_api")
def cholesky(x: Array, /, *, upper: bool = False, out: Array | None = None) -> Array:
    """Cholesky factor of positive definite matrices, ``x = L @ L.mH``.

    Parameters
    ----------
    x : Array, shape (..., N, N), floating, complex, integer or boolean
        Stack of symmetric or Hermitian matrices; only the triangle of the result's is read.
    upper : bool
        Whether the upper triangular factor is returned, ``x = U.mH @ U``.

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

    >>> ivy.cholesky(ivy.asarray([[4.0, 2.0], [2.0, 5.0]]))
    ivy.array([[2., 0.],
               [1., 2.]])
    """
    return current_backend(x).cholesky(x, upper=upper, out=out)


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

    Returns
    -------
    Array, shape (...)
        Of dtype int64.

    Raises: IvyValueError if both tolerances are given.
    Raises: IvyTypeError for half precision.

    References: Array API standard 2024.12, ``matrix_rank``; NumPy, ``numpy.linalg.matrix_rank``.

    >>> ivy.matrix_rank(ivy.asarray([[1.0, 2.0], [2.0, 4.0]]))
    ivy.array(1)
    """
    return current_backend(x).matrix_rank(x, rtol=rtol, atol=atol, hermitian=hermitian, out=out)


@primary(follows="numpy.linalg")
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

    Raises: IvyLinAlgError if the shapes do not fit.
    Raises: IvyTypeError for half precision.

    >>> x = ivy.asarray([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
    >>> ivy.lstsq(x, ivy.asarray([1.0, 3.0, 5.0])).rank
    ivy.array(2)
    """
    return current_backend(x1, x2).lstsq(x1, x2, rcond=rcond)


@primary
def solve_triangular(
    x1: Array,
    x2: Array,
    /,
    *,
    upper: bool = True,
    adjoint: bool = False,
    left: bool = True,
    unit_diagonal: bool = False,
    out: Array | None = None,
) -> Array:
    """Solution of systems whose matrix is triangular, ``x1 @ solution = x2``.

    Parameters
    ----------
    x1 : Array, shape (..., N, N), floating, complex, integer or boolean
        Coefficients, of which one triangle is read.
    x2 : Array, shape (N,) or (..., N, K), floating, complex, integer or boolean
        Right hand sides; one vector only if it has one dimension. Shape (..., K, N) without
        ``left``.
    upper: Whether it is the upper triangle of ``x1`` that is read.
    adjoint: Whether the conjugate transpose of what is read takes its place.
    left: Whether the matrix stands on the left; otherwise ``solution @ x1 = x2``.
    unit_diagonal: Whether ones are taken for the diagonal, which is not read then.

    Returns
    -------
    Array, of the shape of x2, with the leading axes broadcast
        The solutions; a zero on the diagonal divides, and gives inf and nan.

    Raises: IvyLinAlgError if the matrices are not square.
    Raises: IvyTypeError for half precision.
    Raises: IvyValueError if the numbers of rows differ.

    References
    ----------
    PyTorch, ``torch.linalg.solve_triangular``; SciPy, ``scipy.linalg.solve_triangular``.

    >>> ivy.solve_triangular(ivy.asarray([[2.0, 1.0], [9.0, 4.0]]), ivy.asarray([4.0, 8.0]))
    ivy.array([1., 2.])
    """
    return current_backend(x1, x2).solve_triangular(
        x1, x2, upper=upper, adjoint=adjoint, left=left, unit_diagonal=unit_diagonal, out=out
    )


@primary
def lu_factor(A: Array, /, *, pivot: bool = True) -> LUFactorResult:
    """Triangular factors of a matrix whose rows are interchanged, ``A[order] = L @ U``.

    Parameters
    ----------
    A, shape (..., M, N), floating, complex, integer or boolean: Stack of matrices.
    pivot : bool, optional
        Whether rows are interchanged so that the largest element of what is left of a column is
        divided by (of complex ones, in one of two senses: their choice of rows differs between
        backends). Without it the factors need not exist: a zero divides, and gives inf and nan.

    Returns
    -------
    LUFactorResult
        ``LU`` of shape (..., M, N): U in the upper triangle, L below it, whose diagonal of ones is
        not stored. ``pivots`` of shape (..., K), K = min(M, N), int32: row ``i`` was interchanged
        with row ``pivots[..., i]``, one after the other, counted from 0. (PyTorch and LAPACK count
        from 1.)

    Raises: IvyLinAlgError if there are fewer than two dimensions.
    Raises: IvyTypeError for half precision.

    References
    ----------
    SciPy, ``scipy.linalg.lu_factor``; PyTorch, ``torch.linalg.lu_factor``. Golub and Van Loan,
    Matrix Computations, 4th edition, section 3.4.

    >>> ivy.lu_factor(ivy.asarray([[1.0, 3.0], [2.0, 4.0]]))
    LUFactorResult(LU=ivy.array([[2. , 4. ],
               [0.5, 1. ]]), pivots=ivy.array([1, 1]))
    """
    return current_backend(A).lu_factor(A, pivot=pivot)


@primary
def lu_solve(
    lu: Array,
    p: Array,
    b: Array,
    /,
    *,
    adjoint: bool = False,
    left: bool = True,
    out: Array | None = None,
) -> Array:
    """Solution of linear systems, ``A @ solution = b``, by the factors of :func:`lu_factor`.

    Parameters
    ----------
    lu, shape (..., N, N), floating or complex: The factors.
    p, shape (..., N), integer: The pivots, counted from 0.
    b : Array, shape (N,) or (..., N, K), floating, complex, integer or boolean
        Right hand sides; one vector only if it has one dimension. Shape (..., K, N) without
        ``left``.
    adjoint: Whether the conjugate transpose of ``A`` takes its place.
    left: Whether ``A`` stands on the left; otherwise ``solution @ A = b``.

    Returns
    -------
    Array, of the shape of b, with the leading axes broadcast
        The solutions; factors of a singular matrix give inf and nan.

    Raises: IvyLinAlgError if the factors are not square.
    Raises: IvyTypeError for half precision.
    Raises: IvyValueError if the shapes do not fit together.

    References: SciPy, ``scipy.linalg.lu_solve``; PyTorch, ``torch.linalg.lu_solve``.

    >>> LU, pivots = ivy.lu_factor(ivy.asarray([[1.0, 3.0], [2.0, 4.0]]))
    >>> ivy.lu_solve(LU, pivots, ivy.asarray([7.0, 10.0]))
    ivy.array([1., 2.])
    """
    return current_backend(lu, p, b).lu_solve(lu, p, b, adjoint=adjoint, left=left, out=out)


@compositional
@handle_nestable
def eigh_tridiagonal(
    alpha: Array,
    beta: Array,
    /,
    *,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: Sequence[float] | None = None,
    tol: float | None = None,
) -> Array | EighResult:
    """Eigenvalues, and eigenvectors if wanted, of Hermitian tridiagonal matrices.

    Parameters
    ----------
    alpha : Array, shape (..., N), floating or integer
        The diagonals. Of complex ones the real part is read.
    beta, shape (..., N - 1), floating, complex or integer: The elements below the diagonals.
    eigvals_only: Whether the eigenvalues alone are returned.
    select : {'a', 'i', 'v'}, optional
        Which eigenvalues: all; those with the indices from ``select_range[0]`` to
        ``select_range[1]``, both included; those above ``select_range[0]`` and up to
        ``select_range[1]``, whose number depends on the values (one matrix only).
    select_range : pair of numbers, optional
        Ends of what ``select`` picks.
    tol : float, optional
        How far from the exact eigenvalues the result may be. It is always at the precision of the
        data type.

    Returns
    -------
    Array, shape (..., K)
        Eigenvalues, ascending. Without ``eigvals_only`` an EighResult of them and of the
        eigenvectors, shape (..., N, K), a column each, whose signs differ between backends.

    Raises
    ------
    IvyValueError
        If the lengths do not fit, there is no such ``select``, its range is missing or empty, or
        ``tol`` is negative.
    IvyTypeError
        For half precision.

    References
    ----------
    SciPy, ``scipy.linalg.eigh_tridiagonal``; TensorFlow, ``tf.linalg.eigh_tridiagonal``.

    >>> ivy.eigh_tridiagonal(ivy.asarray([2.0, 2.0]), ivy.asarray([1.0]))
    ivy.array([1., 3.])
    """
    alpha, beta = (as_array(x) for x in (alpha, beta))
    check_choice("eigh_tridiagonal", "select", select, ("a", "i", "v"))
    n = alpha.shape[-1] if alpha.ndim else 0
    if not n or not beta.ndim or beta.shape[-1] != n - 1:
        raise IvyValueError(
            f"eigh_tridiagonal: alpha of shape {alpha.shape} and beta of shape {beta.shape} given; "
            "beta must have one element less along its last axis"
        )
    if tol is not None and tol < 0:
        raise IvyValueError(f"eigh_tridiagonal: tol {tol} given; it must not be negative")
    if alpha.dtype.is_complex:
        alpha = ivy.real(alpha)
    below = ivy.multiply(ivy.expand_dims(beta, axis=-1), ivy.eye(n - 1, n, dtype=beta.dtype))
    below = ivy.pad(below, [(0, 0)] * (below.ndim - 2) + [(1, 0), (0, 0)])
    # both triangles: gradients of a symmetric matrix's are halves at each of two elements
    matrix = ivy.add(
        ivy.multiply(ivy.expand_dims(alpha, axis=-1), ivy.eye(n, dtype=alpha.dtype)),
        ivy.add(below, ivy.matrix_transpose(below, conjugate=True)),
    )
    if eigvals_only:
        values, vectors = ivy.eigvalsh(matrix), None
    else:
        values, vectors = ivy.eigh(matrix)
    if select != "a":
        at = _index_of_selected(values, select, select_range)
        values = values[..., at]
        vectors = None if vectors is None else vectors[..., at]
    return values if eigvals_only else EighResult(values, vectors)


def _index_of_selected(values, select, select_range):
    """Return an index of eigenvalues in ``select_range``: a slice for "i", a mask for "v"."""
    if select_range is None or len(select_range) != 2:
        raise IvyValueError(
            f"eigh_tridiagonal: select_range {select_range!r} given; select={select!r} needs two "
            "numbers"
        )
    n = values.shape[-1]
    first, last = select_range
    if select == "i":
        if not 0 <= first <= last < n:
            raise IvyValueError(
                f"eigh_tridiagonal: indices from {first} to {last} given; they must ascend and lie "
                f"in 0 to {n - 1}"
            )
        return slice(int(first), int(last) + 1)
    if values.ndim > 1 or not first < last:
        raise IvyValueError(
            f"eigh_tridiagonal: values from {first} to {last} of matrices {values.shape[:-1]} "
            "given; the first must be less, and there must be one matrix"
        )
    return ivy.logical_and(ivy.greater(values, first), ivy.less_equal(values, last))


@compositional(follows="numpy.linalg")
@handle_nestable
def tensorsolve(
    x1: Array, x2: Array, /, *, axes: Sequence[int] | None = None, out: Array | None = None
) -> Array:
    """Solution of ``tensordot(x1, solution, axes=solution.ndim) = x2``.

    Parameters
    ----------
    x1 : Array, shape (*x2.shape, *Q), floating, complex, integer or boolean
        Coefficients; as many elements in Q as in ``x2``.
    x2, floating, complex, integer or boolean: Right hand side.
    axes: Axes of ``x1`` that are moved to the end first.

    Returns
    -------
    Array, shape Q
        The solution.

    Raises
    ------
    IvyLinAlgError
        If the numbers of elements do not fit, or the system is singular (not told while tracing).
    IvyTypeError
        For half precision.

    >>> x1 = ivy.reshape(ivy.eye(4) * 2.0, (2, 2, 4))
    >>> ivy.tensorsolve(x1, ivy.asarray([[2.0, 4.0], [6.0, 8.0]]))
    ivy.array([1., 2., 3., 4.])
    """
    x1, x2 = (as_array(x) for x in (x1, x2))
    if axes is not None:
        kept = [axis_of(axis, x1.ndim) for axis in axes]
        others = [axis for axis in range(x1.ndim) if axis not in kept]
        x1 = ivy.permute_dims(x1, axes=(*others, *kept))
    shape = x1.shape[x2.ndim :]
    count = math.prod(shape)
    rows = math.prod(x1.shape[: x2.ndim])
    if rows != count or math.prod(x2.shape) != rows:
        raise IvyLinAlgError(
            f"tensorsolve: {rows} equations for {count} unknowns and {math.prod(x2.shape)} right "
            "hand sides given; these numbers must be the same"
        )
    found = ivy.solve(ivy.reshape(x1, (rows, count)), ivy.reshape(x2, (rows,)))
    found = ivy.reshape(found, shape)
    return filled(out, found)
