"""Decompositions of tensors, the singular value decompositions they are made of, random tensors.

Factors are found by singular value decompositions of unfoldings, so their signs differ between
backends as those of singular vectors do.
"""

from __future__ import annotations

from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.common.axes import axis_of
from ivy_core.backends.common.linear_algebra import check_choice
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for
from ivy_core.dtypes import Dtype
from ivy_core.registry import compositional, handle_nestable
from ivy_core.utils.exceptions import IvyValueError

from ..linalg.linear_algebra_results import SVDResult
from ..operands import as_array
from .tensor_formats import CPTensor, Parafac2Tensor, TRTensor, TTTensor, TuckerTensor

# singular values


@compositional
@handle_nestable
def truncated_svd(
    x: Array, /, compute_uv: bool = True, n_eigenvecs: int | None = None
) -> Array | SVDResult:
    """The largest singular values of a matrix, and their vectors.

    Parameters
    ----------
    x, shape (M, N), floating or complex: Matrix.
    compute_uv: Whether the vectors are computed; otherwise the singular values alone are returned.
    n_eigenvecs : int, optional
        How many of them, K; as many as the longer side if None or if more are wanted. Beyond
        min(M, N) there are vectors of the longer side only, and no values.

    Returns
    -------
    SVDResult
        ``U`` of shape (M, K), ``S`` of shape (K,) and ``Vh`` of shape (K, N), each at most as long
        as it can be.

    Raises: IvyValueError if it is no matrix, or ``n_eigenvecs`` is negative.

    References: TensorLy, ``tensorly.tenalg.svd.truncated_svd``.

    >>> ivy.truncated_svd(ivy.asarray([[3.0, 0.0], [0.0, 4.0]]), n_eigenvecs=1).S
    ivy.array([4.])
    """
    x = as_array(x)
    if x.ndim != 2 or (n_eigenvecs is not None and n_eigenvecs < 0):
        raise IvyValueError(
            f"truncated_svd: an array of shape {x.shape} and n_eigenvecs={n_eigenvecs} were given; "
            "a matrix and no negative number are needed"
        )
    count = max(x.shape) if n_eigenvecs is None else min(n_eigenvecs, max(x.shape))
    if not compute_uv:
        return ivy.svdvals(x)[:count]
    U, S, Vh = ivy.svd(x, full_matrices=count > min(x.shape))
    return SVDResult(U[:, :count], S[:count], Vh[:count, :])


@compositional
@handle_nestable
def svd_flip(U: Array, V: Array, /, u_based_decision: bool = True) -> tuple[Array, Array]:
    """Singular vectors with the signs that make the largest element of each positive.

    Parameters
    ----------
    U, shape (M, K): Left vectors, a column each.
    V, shape (K, N): Right vectors, a row each.
    u_based_decision: Whether the left vectors decide; otherwise the right ones.

    Returns
    -------
    tuple of two Arrays
        Of the shapes of ``U`` and ``V``; the product of each pair of vectors is as it was. Complex
        ones are turned until their largest element is real.

    Raises: IvyValueError if the numbers of vectors differ.

    References
    ----------
    Bro, Acar and Kolda, Resolving the sign ambiguity in the singular value decomposition, J.
    Chemometrics 22, 2008; scikit-learn, ``sklearn.utils.extmath.svd_flip``.

    >>> ivy.svd_flip(ivy.asarray([[-1.0]]), ivy.asarray([[0.6, -0.8]]))
    (ivy.array([[1.]]), ivy.array([[-0.6,  0.8]]))
    """
    U, V = as_array(U), as_array(V)
    if U.ndim != 2 or V.ndim != 2 or U.shape[1] != V.shape[0]:
        raise IvyValueError(
            f"svd_flip: U of shape {U.shape} and V of shape {V.shape} were given; there must be as "
            "many columns of the one as rows of the other"
        )
    vectors, axis = (U, 0) if u_based_decision else (V, 1)
    at = ivy.argmax(ivy.abs(vectors), axis=axis, keepdims=True)
    signs = ivy.sign(ivy.take_along_axis(vectors, at, axis))
    signs = ivy.where(ivy.equal(signs, 0), ivy.ones_like(signs), signs)
    left, right = (ivy.conj(signs), signs) if u_based_decision else (signs, ivy.conj(signs))
    return ivy.multiply(U, ivy.reshape(left, (1, -1))), ivy.multiply(V, ivy.reshape(right, (-1, 1)))


@compositional
@handle_nestable
def make_svd_non_negative(
    x: Array, U: Array, S: Array, V: Array, /, *, nntype: str = "nndsvd"
) -> tuple[Array, Array]:
    """Factors without negative elements whose product is near to a matrix, of its decomposition.

    Parameters
    ----------
    x, shape (M, N): Matrix without negative elements.
    U, shape (M, K): Left singular vectors.
    S, shape (K,): Singular values.
    V, shape (K, N): Right singular vectors, a row each.
    nntype : {'nndsvd', 'nndsvda'}, optional
        Whether zeros stay, or the mean of ``x`` takes their places.

    Returns: tuple of two Arrays, shapes (M, K) and (K, N)

    Raises: IvyValueError if there is no such ``nntype``.

    References
    ----------
    Boutsidis and Gallopoulos, SVD based initialization: a head start for nonnegative matrix
    factorization, Pattern Recognition 41, 2008.

    >>> x = ivy.asarray([[4.0, 0.0], [0.0, 1.0]])
    >>> W, H = ivy.make_svd_non_negative(x, *ivy.svd(x))
    >>> ivy.matmul(W, H)
    ivy.array([[4., 0.],
               [0., 1.]])
    """
    check_choice("make_svd_non_negative", "nntype", nntype, ("nndsvd", "nndsvda"))
    x, U, S, V = (as_array(a) for a in (x, U, S, V))
    rows = ivy.matrix_transpose(U)  # a vector in each row, as V has them
    parts = []
    for sign in (1.0, -1.0):
        left, right = ivy.maximum(rows * sign, 0.0), ivy.maximum(V * sign, 0.0)
        parts.append((left, right, ivy.vector_norm(left, axis=1), ivy.vector_norm(right, axis=1)))
    # of each pair the part of one sign stays whose product is larger
    first, second = [p[2] * p[3] for p in parts]
    larger = ivy.greater(first, second)
    size = ivy.maximum(first, second)
    factors = []
    for i in (0, 1):
        vectors = ivy.where(ivy.expand_dims(larger, axis=-1), parts[0][i], parts[1][i])
        norms = ivy.where(larger, parts[0][2 + i], parts[1][2 + i])
        scale = ivy.sqrt(S * size) / ivy.where(ivy.equal(norms, 0), ivy.ones_like(norms), norms)
        factors.append(vectors * ivy.expand_dims(scale, axis=-1))
    tiny = ivy.finfo(x.dtype).eps
    fill = ivy.mean(x) if nntype == "nndsvda" else ivy.zeros((), dtype=x.dtype)
    left, right = (ivy.where(ivy.less(factor, tiny), fill, factor) for factor in factors)
    return ivy.matrix_transpose(left, copy=True), right


def _leading_singular_vectors(x, count, mask=None, mask_repeats=0):
    """Return left singular vectors of a matrix; unknown elements (mask False) are guessed."""
    U, S, Vh = ivy.truncated_svd(x, True, count)
    for _ in range(mask_repeats if mask is not None else 0):
        known = min(count, S.shape[0])
        guess = ivy.matmul(U[:, :known] * S[:known], Vh[:known, :])
        x = ivy.where(mask, x, guess)
        U, S, Vh = ivy.truncated_svd(x, True, count)
    return U


def _fill_masked_with_mean(x, mask):
    """Return a tensor with the mean of the known elements in place of those that are not known."""
    if mask is None:
        return x
    known = ivy.where(mask, x, ivy.zeros_like(x))
    count = ivy.astype(ivy.count_nonzero(mask), x.dtype)
    return ivy.where(mask, x, ivy.sum(known) / count)


# Tucker's decomposition


@compositional
@handle_nestable
def initialize_tucker(
    x: Array,
    rank: Sequence[int],
    modes: Sequence[int],
    /,
    *,
    init: str | TuckerTensor = "svd",
    seed: int | None = None,
    svd: str = "truncated_svd",
    non_negative: bool = False,
    mask: Array | None = None,
    svd_mask_repeats: int = 5,
) -> TuckerTensor:
    """Core and factors to start a Tucker decomposition with.

    Parameters
    ----------
    x, floating or complex: Tensor.
    rank: Length of each of the modes in the core.
    modes: The modes that are decomposed.
    init : {'svd', 'random'} or TuckerTensor, optional
        Singular vectors of each unfolding, numbers in [0, 1), or what is given here.
    seed: Start of a generator of the random numbers.
    svd : {'truncated_svd'}, optional
        How singular vectors are found.
    non_negative: Whether absolute values are taken.
    mask : Array of bool, of the shape of x, optional
        True where an element is known.
    svd_mask_repeats: How often unknown elements are estimated by the decomposition.

    Returns: ``core``, and a factor of shape (x.shape[mode], rank) for each mode.

    Raises: IvyValueError if an option is not known, or ranks and modes do not fit the tensor.

    References
    ----------
    De Lathauwer, De Moor and Vandewalle, A multilinear singular value decomposition, SIAM J. Matrix
    Anal. Appl. 21, 2000; TensorLy, ``tensorly.decomposition._tucker.initialize_tucker``.

    >>> start = ivy.initialize_tucker(ivy.ones((3, 4, 5)), (2, 2, 2), (0, 1, 2))
    >>> start.core.shape, [factor.shape for factor in start.factors]
    ((2, 2, 2), [(3, 2), (4, 2), (5, 2)])
    """
    x = as_array(x)
    modes, rank = _tucker_ranks("initialize_tucker", x, rank, modes)
    x = _fill_masked_with_mean(x, mask)
    check_choice("initialize_tucker", "svd", svd, ("truncated_svd",))
    if not isinstance(init, str):
        core, factors = init
        core, factors = as_array(core), [as_array(factor) for factor in factors]
    else:
        check_choice("initialize_tucker", "init", init, ("svd", "random"))
        if init == "random":
            core, factors = _random_tucker_core_and_factors(x, rank, modes, seed)
        else:
            factors = [
                _leading_singular_vectors(
                    ivy.unfold(x, mode),
                    length,
                    None if mask is None else ivy.unfold(mask, mode),
                    svd_mask_repeats,
                )
                for mode, length in zip(modes, rank, strict=True)
            ]
            core = ivy.multi_mode_dot(x, factors, modes, None, True)
    if non_negative:
        core, factors = ivy.abs(core), [ivy.abs(factor) for factor in factors]
    return TuckerTensor(core, factors)


def _random_tucker_core_and_factors(x, rank, modes, seed):
    """Return a random core, and a factor for each of ``modes``; the other modes stay whole."""
    lengths = dict(zip(modes, rank, strict=True))
    core_shape = tuple([lengths.get(mode, n) for mode, n in enumerate(x.shape)])
    shapes = [core_shape, *[(x.shape[mode], length) for mode, length in lengths.items()]]
    dtype = ivy.real(x).dtype if x.dtype.is_complex else x.dtype
    core, *factors = [
        ivy.astype(_random_uniform(shape, dtype, seed, i), x.dtype)
        for i, shape in enumerate(shapes)
    ]
    return core, factors


def _random_uniform(shape, dtype, seed, turn):
    """Return random numbers in [0, 1); array ``turn`` of a call has a seed of its own."""
    seed = None if seed is None else seed + 1_000_003 * turn
    return ivy.random_uniform(shape=shape, dtype=dtype, seed=seed)


def _tucker_ranks(function, x, rank, modes):
    """Return modes counted from the front, and the length of each in the core."""
    modes = range(x.ndim) if modes is None else modes
    modes = [axis_of(mode, x.ndim) for mode in modes]
    if rank is None:
        rank = [x.shape[mode] for mode in modes]
    rank = list(rank) if hasattr(rank, "__iter__") else [rank] * len(modes)
    lengths = [x.shape[mode] for mode in modes]
    if len(rank) != len(modes) or any(not 0 < r <= n for r, n in zip(rank, lengths, strict=False)):
        raise IvyValueError(
            f"{function}: ranks {rank} were given for modes of lengths {lengths}; there must be as "
            "many, positive and no larger"
        )
    return modes, rank


@compositional
@handle_nestable
def partial_tucker(
    x: Array,
    rank: Sequence[int] | int | None = None,
    modes: Sequence[int] | None = None,
    /,
    *,
    n_iter_max: int = 100,
    init: str | TuckerTensor = "svd",
    svd: str = "truncated_svd",
    seed: int | None = None,
    mask: Array | None = None,
    svd_mask_repeats: int = 5,
    tol: float | None = 1e-4,
    verbose: bool = False,
    return_errors: bool = False,
) -> TuckerTensor | tuple[TuckerTensor, list[Array]]:
    """Tucker decomposition along some modes, by higher order orthogonal iteration.

    Parameters
    ----------
    x, floating or complex: Tensor.
    rank: Length of each of the modes in the core; those of the tensor if None.
    modes: The modes that are decomposed; all if None.
    n_iter_max: How many iterations there are at most.
    init, svd, seed, mask, svd_mask_repeats
        As for :func:`initialize_tucker`.
    tol : float, optional
        The iteration ends when the relative error changes by less. Without it, and while a program
        is traced, all iterations are done.
    verbose: Whether the error is printed after each iteration.
    return_errors: Whether the errors of all iterations are returned as well.

    Returns
    -------
    TuckerTensor
        ``core``, and a factor with orthonormal columns for each mode; ``multi_mode_dot(core,
        factors, modes)`` is near to ``x``. With ``return_errors`` a tuple of it and a list.

    Raises: IvyValueError if an option is not known, or ranks and modes do not fit the tensor.

    References
    ----------
    De Lathauwer, De Moor and Vandewalle, On the best rank-1 and rank-(R1, ..., RN) approximation of
    higher-order tensors, SIAM J. Matrix Anal. Appl. 21, 2000; TensorLy,
    ``tensorly.decomposition.partial_tucker``.

    >>> x = ivy.reshape(ivy.arange(24, dtype="float64"), (2, 3, 4))
    >>> core, factors = ivy.partial_tucker(x, (2, 2), (1, 2))
    >>> error = ivy.abs(ivy.multi_mode_dot(core, factors, (1, 2)) - x)
    >>> core.shape, bool(ivy.max(error) < 1e-9)
    ((2, 2, 2), True)
    """
    x = as_array(x)
    modes, rank = _tucker_ranks("partial_tucker", x, rank, modes)
    x = _fill_masked_with_mean(x, mask)
    core, factors = ivy.initialize_tucker(
        x, rank, modes, init=init, seed=seed, svd=svd, mask=mask, svd_mask_repeats=svd_mask_repeats
    )
    factors, errors = list(factors), []
    norm = ivy.vector_norm(x)
    for _ in range(n_iter_max):
        if mask is not None:
            x = ivy.where(mask, x, ivy.multi_mode_dot(core, factors, modes))
        for i, mode in enumerate(modes):
            others = ivy.multi_mode_dot(x, factors, modes, i, True)
            factors[i] = _leading_singular_vectors(ivy.unfold(others, mode), rank[i])
        core = ivy.multi_mode_dot(x, factors, modes, None, True)
        # what orthonormal factors do not reach of the norm is the error
        missed = ivy.abs(ivy.square(norm) - ivy.square(ivy.vector_norm(core)))
        errors.append(ivy.sqrt(missed) / norm)
        if verbose:
            print(f"reconstruction error={errors[-1]}")
        if tol and len(errors) > 1 and _has_converged(errors, tol):
            break
    result = TuckerTensor(core, factors)
    return (result, errors) if return_errors else result


def _has_converged(errors, tol) -> bool:
    """Return whether the last two of two errors or more differ by less than ``tol``; not traced."""
    data = read(errors[-1])
    if backend_for(data).is_tracer(data):
        return False
    return bool(ivy.less(ivy.abs(errors[-1] - errors[-2]), tol))


@compositional
@handle_nestable
def tucker(
    x: Array,
    rank: Sequence[int] | int | None = None,
    /,
    *,
    fixed_factors: Sequence[int] | None = None,
    n_iter_max: int = 100,
    init: str | TuckerTensor = "svd",
    svd: str = "truncated_svd",
    seed: int | None = None,
    mask: Array | None = None,
    svd_mask_repeats: int = 5,
    tol: float | None = 1e-4,
    verbose: bool = False,
    return_errors: bool = False,
) -> TuckerTensor | tuple[TuckerTensor, list[Array]]:
    """Tucker decomposition along all modes, by higher order orthogonal iteration.

    Parameters
    ----------
    x, floating or complex: Tensor.
    rank: Length of each mode in the core; those of the tensor if None.
    fixed_factors : sequence of int, optional
        Modes whose factors are to stay what ``init``, a TuckerTensor, has; orthonormal ones.
    n_iter_max, init, svd, seed, mask, svd_mask_repeats, tol, verbose, return_errors
        As for :func:`partial_tucker`.

    Returns
    -------
    TuckerTensor
        ``core``, and a factor for each mode; ``multi_mode_dot(core, factors)`` is near to ``x``.
        With ``return_errors`` a tuple of it and a list.

    Raises
    ------
    IvyValueError
        If an option is not known, ranks do not fit the tensor, or factors are to be fixed and
        ``init`` has none.

    References: As for :func:`partial_tucker`; TensorLy, ``tensorly.decomposition.tucker``.

    >>> x = ivy.reshape(ivy.arange(24, dtype="float64"), (2, 3, 4))
    >>> core, factors = ivy.tucker(x, 2)
    >>> core.shape, bool(ivy.max(ivy.abs(ivy.multi_mode_dot(core, factors) - x)) < 1e-9)
    ((2, 2, 2), True)
    """
    x = as_array(x)
    options = {
        "n_iter_max": n_iter_max, "svd": svd, "seed": seed, "mask": mask, "tol": tol,
        "svd_mask_repeats": svd_mask_repeats, "verbose": verbose, "return_errors": True,
    }  # fmt: skip
    modes, rank = _tucker_ranks("tucker", x, rank, None)
    if not fixed_factors:
        result, errors = ivy.partial_tucker(x, rank, modes, init=init, **options)
        return (result, errors) if return_errors else result
    if isinstance(init, str):
        raise IvyValueError(
            f"tucker: fixed_factors {list(fixed_factors)} and init {init!r} were given; they are "
            "taken from a TuckerTensor as init"
        )
    if mask is not None:
        raise IvyValueError("tucker: fixed_factors and mask were given; one of them is allowed")
    fixed = sorted({axis_of(mode, x.ndim) for mode in fixed_factors})
    free = [mode for mode in modes if mode not in fixed]
    factors = [as_array(factor) for factor in init[1]]
    kept = [factors[mode] for mode in fixed]
    # along the fixed modes only what their factors reach can be approximated
    seen = ivy.multi_mode_dot(x, kept, fixed, None, True)
    start = TuckerTensor(init[0], [factors[mode] for mode in free])
    (core, found), errors = ivy.partial_tucker(
        seen, [rank[mode] for mode in free], free, init=start, **options
    )
    for mode, factor in zip(free, found, strict=True):
        factors[mode] = factor
    result = TuckerTensor(core, factors)
    return (result, errors) if return_errors else result


# tensor trains


@compositional
@handle_nestable
def tensor_train(
    input_tensor: Array,
    rank: int | Sequence[int],
    /,
    *,
    svd: str = "truncated_svd",
    verbose: bool = False,
) -> TTTensor:
    """Tensor train decomposition: a chain of cores, one for each mode.

    Parameters
    ----------
    input_tensor, floating or complex, at least one mode: Tensor.
    rank : int or sequence of int
        How long the axes between neighbouring cores are at most: one number, or one for each core
        and one more, the first and the last one being 1.
    svd : {'truncated_svd'}, optional
        How singular vectors are found.
    verbose: Whether the shape of each core is printed.

    Returns
    -------
    TTTensor
        ``factors``, cores of shapes (R_k, N_k, R_k+1). Multiplied with one another along the axes
        between them they are near to the tensor.

    Raises: IvyValueError if ranks do not fit the tensor, or ``svd`` is not known.

    References
    ----------
    Oseledets, Tensor-train decomposition, SIAM J. Sci. Comput. 33, 2011, algorithm 1; TensorLy,
    ``tensorly.decomposition.tensor_train``.

    >>> [core.shape for core in ivy.tensor_train(ivy.ones((3, 4, 5)), 2).factors]
    [(1, 3, 2), (2, 4, 2), (2, 5, 1)]
    """
    x = as_array(input_tensor)
    check_choice("tensor_train", "svd", svd, ("truncated_svd",))
    ranks = _chain_ranks("tensor_train", x.shape, rank, ends=1)
    cores, before, rest = [], 1, x
    for length, after in zip(x.shape[:-1], ranks[1:-1], strict=True):
        rows = before * length
        rest = ivy.reshape(rest, (rows, rest.size // max(rows, 1)))
        after = min(after, *rest.shape)
        U, S, Vh = ivy.truncated_svd(rest, True, after)
        cores.append(ivy.reshape(U, (before, length, after)))
        rest, before = ivy.expand_dims(S, axis=-1) * Vh, after
    cores.append(ivy.reshape(rest, (before, x.shape[-1], 1), copy=True))
    if verbose:
        for i, core in enumerate(cores):
            print(f"core {i}: {tuple(core.shape)}")
    return TTTensor(cores)


def _chain_ranks(function, shape, rank, ends=None):
    """Return the ranks on both sides of each core, with ``ends`` if given; raise for wrong ones."""
    count = len(shape)
    if not hasattr(rank, "__iter__"):
        ranks = [rank] * (count + 1)
        if ends is not None:
            ranks[0] = ranks[-1] = ends
    else:
        ranks = list(rank)
    wrong_ends = len(ranks) > 1 and (
        ranks[0] != ranks[-1] or (ends is not None and ranks[0] != ends)
    )
    if not count or len(ranks) != count + 1 or min(ranks) < 1 or wrong_ends:
        raise IvyValueError(
            f"{function}: ranks {ranks} were given for {count} modes; {count + 1} positive ones "
            f"are needed, and the first and the last must be {ends or 'equal'}"
        )
    return ranks


# random tensors


@compositional
def random_cp(
    shape: Sequence[int],
    rank: int,
    /,
    *,
    dtype: Dtype | None = None,
    full: bool = False,
    orthogonal: bool = False,
    seed: int | None = None,
    normalise_factors: bool = True,
) -> CPTensor | Array:
    """Random sum of rank-one tensors.

    Parameters
    ----------
    shape: Shape of the tensor.
    rank: How many rank-one tensors there are.
    dtype: Floating data type, the default one if None.
    full: Whether the tensor itself is returned.
    orthogonal: Whether the columns of each factor are orthonormal.
    seed: Start of a generator for this call alone.
    normalise_factors: Whether columns have norm one, and the weights what they had.

    Returns
    -------
    CPTensor
        ``weights`` of shape (rank,), and a factor of shape (N, rank) for each mode; or an Array.

    Raises
    ------
    IvyValueError
        If ``rank`` is not positive, or orthogonal columns would be longer than the shortest mode.

    References
    ----------
    Kolda and Bader, Tensor decompositions and applications, SIAM Review 51, 2009, section 3;
    TensorLy, ``tensorly.random.random_cp``.

    >>> ivy.random_cp((3, 4, 5), 2, seed=1, full=True).shape
    (3, 4, 5)
    """
    _check_ranks("random_cp", [rank], shape if orthogonal else ())
    factors = _random_factors([(n, rank) for n in shape], dtype, seed, orthogonal)
    weights = ivy.ones((rank,), dtype=factors[0].dtype)
    if normalise_factors:
        weights, factors = _normalize_columns(weights, factors)
    if not full:
        return CPTensor(weights, factors)
    product = ivy.expand_dims(weights, axis=0)
    for factor in factors:
        rows = product.shape[0] * factor.shape[0]
        pairs = ivy.expand_dims(product, axis=1) * ivy.expand_dims(factor, axis=0)
        product = ivy.reshape(pairs, (rows, rank))
    return ivy.reshape(ivy.sum(product, axis=-1), tuple(shape))


def _check_ranks(function, ranks, lengths) -> None:
    """Raise unless all ranks are positive and no larger than the least of ``lengths``."""
    if min(ranks) < 1 or (lengths and max(ranks) > min(lengths)):
        allowed = f"1 to {min(lengths)}" if lengths else "positive"
        raise IvyValueError(f"{function}: rank {max(ranks)} was given; allowed is {allowed}")


def _random_factors(shapes, dtype, seed, orthogonal=False, turn=0):
    """Return random arrays of ``shapes`` in [0, 1), or their Q; ``turn`` counts on for seeds."""
    drawn = [_random_uniform(shape, dtype, seed, turn + i) for i, shape in enumerate(shapes)]
    return [ivy.qr(factor).Q for factor in drawn] if orthogonal else drawn


def _normalize_columns(weights, factors):
    """Return the weights times the norms of the columns, and factors with columns of norm one."""
    found = []
    for factor in factors:
        norms = ivy.vector_norm(factor, axis=0)
        weights = weights * norms
        found.append(factor / ivy.where(ivy.equal(norms, 0), ivy.ones_like(norms), norms))
    return weights, found


@compositional(like=random_cp)
def random_tucker(
    shape: Sequence[int],
    rank: Sequence[int] | int,
    /,
    *,
    dtype: Dtype | None = None,
    full: bool = False,
    orthogonal: bool = False,
    seed: int | None = None,
    non_negative: bool = False,
) -> TuckerTensor | Array:
    """Random tensor as a core and factors.

    Parameters
    ----------
    rank: Shape of the core.
    non_negative: Whether no element is negative; none is but by ``orthogonal``.

    Returns
    -------
    TuckerTensor or Array
        Elements are drawn from [0, 1).

    Raises
    ------
    IvyValueError
        If ranks are not positive, not as many as modes, or for orthogonal columns larger than
        these; or both ``orthogonal`` and ``non_negative`` are wanted.

    References: TensorLy, ``tensorly.random.random_tucker``.

    >>> ivy.random_tucker((3, 4, 5), (1, 2, 3), seed=1).core.shape
    (1, 2, 3)
    """
    ranks = list(rank) if hasattr(rank, "__iter__") else [rank] * len(shape)
    too_large = orthogonal and any(r > n for r, n in zip(ranks, shape, strict=False))
    if len(ranks) != len(shape) or min(ranks, default=0) < 1 or too_large:
        raise IvyValueError(
            f"random_tucker: ranks {ranks} were given for the shape {tuple(shape)}; there must be "
            f"as many, positive{' and no larger' if orthogonal else ''}"
        )
    if orthogonal and non_negative:
        raise IvyValueError(
            "random_tucker: orthogonal and non_negative were given; one of them is allowed"
        )
    core = _random_uniform(tuple(ranks), dtype, seed, 0)
    factors = _random_factors(list(zip(shape, ranks, strict=True)), dtype, seed, orthogonal, 1)
    return ivy.multi_mode_dot(core, factors) if full else TuckerTensor(core, factors)


@compositional(like=random_cp)
def random_tt(
    shape: Sequence[int],
    rank: Sequence[int] | int,
    /,
    *,
    full: bool = False,
    dtype: Dtype | None = None,
    seed: int | None = None,
) -> TTTensor | Array:
    """Random tensor train.

    Parameters
    ----------
    rank : int or sequence of int
        How long the axes between neighbouring cores are: one number, or one for each core and one
        more, the first and the last one being 1.

    Returns
    -------
    TTTensor or Array
        Elements of the cores are drawn from [0, 1).

    Raises: IvyValueError if there are not as many ranks as that.

    References: TensorLy, ``tensorly.random.random_tt``.

    >>> [core.shape for core in ivy.random_tt((3, 4), 2, seed=1).factors]
    [(1, 3, 2), (2, 4, 1)]
    """
    cores = _random_cores("random_tt", shape, rank, dtype, seed, ends=1)
    return _contract_cores(cores) if full else TTTensor(cores)


@compositional(like=random_cp)
def random_tr(
    shape: Sequence[int],
    rank: Sequence[int] | int,
    /,
    *,
    dtype: Dtype | None = None,
    full: bool = False,
    seed: int | None = None,
) -> TRTensor | Array:
    """Random tensor ring.

    Parameters
    ----------
    rank : int or sequence of int
        How long the axes between neighbouring cores are: one number, or one for each core and one
        more, the first and the last one being equal.

    Returns
    -------
    TRTensor or Array
        Elements of the cores are drawn from [0, 1).

    Raises: IvyValueError if there are not as many ranks as that.

    References
    ----------
    Zhao, Zhou, Xie, Zhang and Cichocki, Tensor ring decomposition, arXiv:1606.05535, 2016;
    TensorLy, ``tensorly.random.random_tr``.

    >>> [core.shape for core in ivy.random_tr((3, 4), 2, seed=1).factors]
    [(2, 3, 2), (2, 4, 2)]
    """
    cores = _random_cores("random_tr", shape, rank, dtype, seed)
    return _contract_cores(cores) if full else TRTensor(cores)


def _random_cores(function, shape, rank, dtype, seed, ends=None):
    """Return random cores (r, n, r) of a tensor train or ring; raise for ranks that do not fit."""
    ranks = _chain_ranks(function, tuple(shape), rank, ends)
    shapes = list(zip(ranks[:-1], shape, ranks[1:], strict=True))
    return _random_factors(shapes, dtype, seed)


def _contract_cores(cores):
    """Contract the cores of a tensor train or ring to the full tensor."""
    matrices = [ivy.expand_dims(core, axis=2) for core in cores]
    full = ivy.tt_matrix_to_tensor(matrices)
    return ivy.reshape(full, full.shape[: len(cores)])


@compositional
def random_parafac2(
    shapes: Sequence[Sequence[int]],
    rank: int,
    /,
    *,
    dtype: Dtype | None = None,
    full: bool = False,
    seed: int | None = None,
    normalise_factors: bool = True,
) -> Parafac2Tensor | Array:
    """Random tensor in PARAFAC2's format, whose slices may have different numbers of rows.

    Parameters
    ----------
    shapes : sequence of pairs of int
        Shape of each slice; the second numbers are equal.
    rank: Number of components, at most the least number of rows.
    dtype: Floating data type, the default one if None.
    full: Whether the tensor itself is returned, with zeros below slices of fewer rows.
    seed: Start of a generator for this call alone.
    normalise_factors: Whether columns of factors have norm one, and the weights what they had.

    Returns
    -------
    Parafac2Tensor or Array
        ``weights`` of shape (rank,); ``factors`` A, B, C of shapes (I, rank), (rank, rank) and (K,
        rank); ``projections`` with orthonormal columns, of shapes (J_i, rank).

    Raises: IvyValueError if the shapes or the rank are not as that.

    References: Kiers, ten Berge and Bro, PARAFAC2 - part I, J. Chemometrics 13, 1999; TensorLy,
    ``tensorly.random.random_parafac2``.

    >>> ivy.random_parafac2([(3, 4), (5, 4)], 2, seed=1, full=True).shape
    (2, 5, 4)
    """
    shapes = [tuple(shape) for shape in shapes]
    if not shapes or any(len(s) != 2 for s in shapes) or len({s[1] for s in shapes}) > 1:
        raise IvyValueError(
            f"random_parafac2: slices of shapes {shapes} were given; at least one is needed, of "
            "two numbers each, the second ones being equal"
        )
    _check_ranks("random_parafac2", [rank], [rows for rows, _ in shapes])
    columns = shapes[0][1]
    factors = _random_factors([(len(shapes), rank), (rank, rank), (columns, rank)], dtype, seed)
    projections = _random_factors([(rows, rank) for rows, _ in shapes], dtype, seed, True, 3)
    weights = ivy.ones((rank,), dtype=factors[0].dtype)
    if normalise_factors:
        weights, factors = _normalize_columns(weights, factors)
    if not full:
        return Parafac2Tensor(weights, factors, projections)
    A, B, C = factors
    longest, slices = max(rows for rows, _ in shapes), []
    for i, projection in enumerate(projections):
        inner = ivy.matmul(B * (weights * A[i, :]), ivy.matrix_transpose(C))
        part = ivy.matmul(projection, inner)
        slices.append(ivy.pad(part, [(0, longest - part.shape[0]), (0, 0)]))
    return ivy.stack(slices, axis=0)
