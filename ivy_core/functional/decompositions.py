"""Linear algebra: factorisations, determinants, and the solution of linear systems.

They take whole numbers and booleans as float64, work in the precision of floating and complex
arrays otherwise, and refuse half precision.
"""

from __future__ import annotations

from ..arrays.array import Array
from ..backend_handler import current_backend
from ..registry import primary
from .linear_algebra_results import (
    EighResult,
    EigResult,
    LstsqResult,
    QRResult,
    SlogdetResult,
    SVDResult,
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
