"""Algebra of tensors of many modes: as matrices, products along a mode, products of many factors.

A mode is an axis. Tensors are unfolded in C order: the last mode varies fastest.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import ivy_core as ivy
from ivy_core.arrays.array import Array
from ivy_core.backends.common.axes import axis_of
from ivy_core.registry import compositional, handle_nestable
from ivy_core.utils.exceptions import IvyValueError

from ..operands import as_array, filled

Shape = Sequence[int]


def _as_arrays(function: str, given) -> list[Array]:
    """Convert each of several inputs to an Array; raise if there are none."""
    arrays = [as_array(x) for x in given]
    if not arrays:
        raise IvyValueError(f"{function}: no arrays were given; at least one is needed")
    return arrays


def _without_skipped(given, skip) -> list:
    """Return the list without indices ``skip``: None, an int or ints, negative ones allowed."""
    skipped = () if skip is None else tuple(skip) if hasattr(skip, "__iter__") else (skip,)
    skipped = {i + len(given) if i < 0 else i for i in skipped}
    return [x for i, x in enumerate(given) if i not in skipped]


# tensors as matrices


@compositional
@handle_nestable
def unfold(x: Array, /, mode: int = 0, *, out: Array | None = None) -> Array:
    """Matrix with a row for each index along a mode: the mode's unfolding.

    Parameters
    ----------
    x, at least one dimension: Tensor.
    mode: Mode that becomes the rows.

    Returns: Array, shape (x.shape[mode], product of the other lengths)

    Raises: IvyIndexError if there is no such mode.

    References
    ----------
    Kolda and Bader, Tensor decompositions and applications, SIAM Review 51, 2009, section 2.4, with
    columns in C order; TensorLy, ``tensorly.unfold``.

    >>> ivy.unfold(ivy.reshape(ivy.arange(8), (2, 2, 2)), 1)
    ivy.array([[0, 1, 4, 5],
               [2, 3, 6, 7]])
    """
    return ivy.partial_unfold(x, mode, 0, out=out)


@compositional(follows="tensorly")
@handle_nestable
def fold(x: Array, /, mode: int, shape: Shape, *, out: Array | None = None) -> Array:
    """Tensor of which a matrix is a mode's unfolding: :func:`unfold` undone.

    Parameters
    ----------
    x: The unfolding.
    mode: Mode that the rows become.
    shape: Shape of the tensor.

    Returns: Array, of that shape

    Raises: IvyIndexError if there is no such mode.
    Raises: IvyValueError if the numbers of elements differ.

    >>> ivy.fold(ivy.asarray([[1, 2], [3, 4]]), 1, (2, 2))
    ivy.array([[1, 3],
               [2, 4]])
    """
    return ivy.partial_fold(x, mode, shape, 0, out=out)


@compositional(follows="tensorly")
@handle_nestable
def partial_unfold(
    x: Array,
    /,
    mode: int = 0,
    skip_begin: int = 1,
    skip_end: int = 0,
    ravel_tensors: bool = False,
    *,
    out: Array | None = None,
) -> Array:
    """Unfoldings of many tensors, which are numbered along modes of their own.

    Parameters
    ----------
    x: Tensors.
    mode: Mode of each that becomes the rows, counted without those that are skipped.
    skip_begin, skip_end : int, optional
        How many modes at the front, and at the back, number the tensors.
    ravel_tensors: Whether rows come one behind the other, as a vector.

    Returns: the skipped modes at the front, rows and columns (or their product), those at the back.

    Raises: IvyIndexError if there is no such mode.
    Raises: IvyValueError if more modes are skipped than there are, or a negative number.

    >>> ivy.partial_unfold(ivy.ones((5, 2, 3, 4)), 1).shape
    (5, 3, 8)
    """
    x = as_array(x)
    shape = x.shape
    inner = len(shape) - skip_begin - skip_end
    if min(skip_begin, skip_end, inner) < 0:
        raise IvyValueError(
            f"partial_unfold: {skip_begin} and {skip_end} modes of {len(shape)} are to be skipped; "
            "there must be as many"
        )
    end = skip_begin + inner
    mode = skip_begin + axis_of(mode, inner)
    rows, count = shape[mode], math.prod(shape[skip_begin:end])
    others = math.prod([n for i, n in enumerate(shape[skip_begin:end], skip_begin) if i != mode])
    matrix = (count,) if ravel_tensors else (rows, others)
    moved = ivy.moveaxis(x, mode, skip_begin)
    return _reshape_copy(moved, (*shape[:skip_begin], *matrix, *shape[end:]), out)


def _reshape_copy(x, shape, out):
    """Return an array of another shape with memory of its own, or ``out`` filled with it."""
    return ivy.reshape(x, shape, copy=True) if out is None else ivy.reshape(x, shape, out=out)


@compositional(follows="tensorly")
@handle_nestable
def partial_fold(
    x: Array, /, mode: int, shape: Shape, skip_begin: int = 1, *, out: Array | None = None
) -> Array:
    """Tensors of which these are the unfoldings: :func:`partial_unfold` undone.

    Parameters
    ----------
    x: The unfoldings.
    mode: Mode of each tensor that the rows become, counted without those that are skipped.
    shape: Shape of the result, the skipped modes included.
    skip_begin: How many modes at the front number the tensors.

    Returns: Array, of that shape

    Raises: IvyIndexError if there is no such mode.
    Raises: IvyValueError if the numbers of elements differ.

    >>> ivy.partial_fold(ivy.ones((5, 3, 8)), 1, (5, 2, 3, 4)).shape
    (5, 2, 3, 4)
    """
    x, shape = as_array(x), tuple(shape)
    mode = axis_of(mode, len(shape) - skip_begin)
    order = [*shape[:skip_begin], shape[skip_begin + mode]]
    order += [n for i, n in enumerate(shape[skip_begin:]) if i != mode]
    if math.prod(order) != x.size:
        raise IvyValueError(
            f"partial_fold: {x.size} elements were given for the shape {shape} of "
            f"{math.prod(order)}; there must be as many"
        )
    moved = ivy.moveaxis(ivy.reshape(x, tuple(order)), skip_begin, skip_begin + mode)
    return _reshape_copy(moved, shape, out)


@compositional(follows="tensorly", like=partial_unfold)
@handle_nestable
def partial_tensor_to_vec(
    x: Array, /, skip_begin: int = 1, skip_end: int = 0, *, out: Array | None = None
) -> Array:
    """Many tensors as vectors, numbered along modes of their own.

    Returns: the skipped modes at the front, the elements of each tensor, those at the back.

    Raises: IvyValueError if more modes are skipped than there are.

    >>> ivy.partial_tensor_to_vec(ivy.ones((5, 2, 3))).shape
    (5, 6)
    """
    return ivy.partial_unfold(x, 0, skip_begin, skip_end, True, out=out)


@compositional(follows="tensorly")
@handle_nestable
def partial_vec_to_tensor(
    x: Array, /, shape: Shape, skip_begin: int = 1, *, out: Array | None = None
) -> Array:
    """Tensors of which these are the vectors: :func:`partial_tensor_to_vec` undone.

    Parameters
    ----------
    x: The vectors.
    shape: Shape of the result, the skipped modes included.
    skip_begin: How many modes at the front number the tensors.

    Returns: Array, of that shape

    Raises: IvyValueError if the numbers of elements differ.

    >>> ivy.partial_vec_to_tensor(ivy.ones((5, 6)), (5, 2, 3)).shape
    (5, 2, 3)
    """
    return ivy.partial_fold(x, 0, shape, skip_begin, out=out)


@compositional
@handle_nestable
def matricize(
    x: Array,
    /,
    row_modes: Sequence[int],
    column_modes: Sequence[int] | None = None,
    *,
    out: Array | None = None,
) -> Array:
    """Matrix of a tensor, with some modes as rows and the others as columns.

    Parameters
    ----------
    x: Tensor.
    row_modes : int or sequence of int
        Modes that become rows, the last one varying fastest.
    column_modes : int or sequence of int, optional
        Those that become columns; if None all others, in ascending order.

    Returns: Array, two dimensions

    Raises: IvyIndexError if there is no such mode.
    Raises: IvyValueError if a mode is given twice, or is missing.

    References: TensorLy, ``tensorly.base.matricize``.

    >>> ivy.matricize(ivy.ones((2, 3, 4, 5)), (0, 2)).shape
    (8, 15)
    """
    x = as_array(x)
    rows = [axis_of(mode, x.ndim) for mode in _as_tuple(row_modes)]
    if column_modes is None:
        columns = [mode for mode in range(x.ndim) if mode not in rows]
    else:
        columns = [axis_of(mode, x.ndim) for mode in _as_tuple(column_modes)]
    if sorted(rows + columns) != list(range(x.ndim)):
        raise IvyValueError(
            f"matricize: modes {rows} and {columns} were given; each of the {x.ndim} modes must be "
            "given once"
        )
    shape = [math.prod([x.shape[mode] for mode in modes]) for modes in (rows, columns)]
    return _reshape_copy(ivy.permute_dims(x, (*rows, *columns)), tuple(shape), out)


def _as_tuple(modes) -> tuple:
    return tuple(modes) if hasattr(modes, "__iter__") else (modes,)


# products along modes


@compositional
@handle_nestable
def mode_dot(
    x: Array,
    /,
    matrix_or_vector: Array,
    mode: int,
    transpose: bool = False,
    *,
    out: Array | None = None,
) -> Array:
    """Product of a matrix, or of a vector, with all vectors of a tensor along a mode.

    Parameters
    ----------
    x, numeric: Tensor.
    matrix_or_vector, shape (M, x.shape[mode]) or (x.shape[mode],): What it is multiplied with.
    mode: The mode.
    transpose : bool, optional
        Whether the conjugate transpose of the matrix takes its place, of shape (x.shape[mode], M);
        of a vector, its conjugate.

    Returns
    -------
    Array, of the promoted dtype
        The mode has length M; with a vector it is gone.

    Raises: IvyIndexError if there is no such mode.
    Raises: IvyValueError if the lengths differ, or it is neither a matrix nor a vector.

    References
    ----------
    Kolda and Bader, Tensor decompositions and applications, SIAM Review 51, 2009, section 2.5;
    TensorLy, ``tensorly.tenalg.mode_dot``.

    >>> ivy.mode_dot(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([[1, 0], [0, 1], [1, 1]]), 0)
    ivy.array([[1, 2],
               [3, 4],
               [4, 6]])
    """
    x, factor = as_array(x), as_array(matrix_or_vector)
    mode = axis_of(mode, x.ndim)
    if factor.ndim not in (1, 2):
        raise IvyValueError(
            f"mode_dot: a factor of {factor.ndim} dimensions was given; a matrix or a vector is "
            "needed"
        )
    contracted = 0 if transpose or factor.ndim == 1 else 1
    if factor.shape[contracted] != x.shape[mode]:
        raise IvyValueError(
            f"mode_dot: {factor.shape[contracted]} elements of a factor of shape {factor.shape} "
            f"and {x.shape[mode]} along mode {mode} were given; these must be as many"
        )
    if transpose and factor.dtype.is_complex:
        factor = ivy.conj(factor)
    product = ivy.tensordot(x, factor, axes=([mode], [contracted]))
    if factor.ndim == 1:
        return filled(out, product)
    return ivy.moveaxis(product, -1, mode, out=out)


@compositional
@handle_nestable
def multi_mode_dot(
    x: Array,
    mat_or_vec_list: Sequence[Array],
    /,
    modes: Sequence[int] | None = None,
    skip: int | Sequence[int] | None = None,
    transpose: bool = False,
    *,
    out: Array | None = None,
) -> Array:
    """Product of a tensor with several matrices or vectors, each along a mode.

    Parameters
    ----------
    x, numeric: Tensor.
    mat_or_vec_list: Factors, as for :func:`mode_dot`.
    modes: Their modes; if None the first ones in order.
    skip: Positions of factors that are left out.
    transpose: Whether the conjugate transposes of the factors take their places.

    Returns
    -------
    Array, of the promoted dtype
        Modes that are multiplied with a vector are gone.

    Raises: IvyIndexError if there is no such mode.
    Raises: IvyValueError if the lengths differ, or there are not as many modes as factors.

    References: TensorLy, ``tensorly.tenalg.multi_mode_dot``.

    >>> x = ivy.ones((2, 3, 4))
    >>> ivy.multi_mode_dot(x, [ivy.ones((5, 2)), ivy.ones((4,))], modes=(0, 2)).shape
    (5, 3)
    """
    x = as_array(x)
    factors = [as_array(factor) for factor in mat_or_vec_list]
    modes = range(len(factors)) if modes is None else modes
    modes = [axis_of(mode, x.ndim) for mode in modes]
    if len(modes) != len(factors):
        raise IvyValueError(
            f"multi_mode_dot: {len(factors)} factors and {len(modes)} modes were given; there must "
            "be as many"
        )
    gone: list[int] = []
    result = x
    for factor, mode in _without_skipped(list(zip(factors, modes, strict=True)), skip):
        at = mode - sum(other < mode for other in gone)
        result = ivy.mode_dot(result, factor, at, transpose)
        if factor.ndim == 1:
            gone.append(mode)
    if out is not None:
        return filled(out, result)
    return ivy.asarray(x, copy=True) if result is x else result


# products of many factors


@compositional
@handle_nestable
def kronecker(
    x: Sequence[Array],
    skip_matrix: int | None = None,
    reverse: bool = False,
    *,
    out: Array | None = None,
) -> Array:
    """Kronecker product of several matrices.

    Parameters
    ----------
    x: Matrices.
    skip_matrix: Position of one that is left out.
    reverse: Whether the last one comes first.

    Returns
    -------
    Array, of the promoted dtype
        Lengths are the products of those of the matrices.

    Raises: IvyValueError if there is none.

    References: NumPy, ``numpy.kron``, of two; TensorLy, ``tensorly.tenalg.kronecker``.

    >>> ivy.kronecker([ivy.asarray([[1, 2]]), ivy.asarray([[1], [10]])])
    ivy.array([[ 1,  2],
               [10, 20]])
    """
    matrices = _as_arrays("kronecker", _without_skipped(list(x), skip_matrix))
    product = functools.reduce(ivy.kron, matrices[::-1] if reverse else matrices)
    if out is not None:
        return filled(out, product)
    return product if len(matrices) > 1 else ivy.asarray(product, copy=True)


@compositional
@handle_nestable
def khatri_rao(
    x: Sequence[Array],
    weights: Array | None = None,
    skip_matrix: int | Sequence[int] | None = None,
    mask: Array | None = None,
    *,
    out: Array | None = None,
) -> Array:
    """Product of matrices column by column: each column the Kronecker product of theirs.

    Parameters
    ----------
    x, shapes (N, R): Matrices, at least two, with as many columns.
    weights, shape (R,): What each column is multiplied with.
    skip_matrix: Positions of matrices that are left out.
    mask, broadcasts to the result: What its elements are multiplied with.

    Returns: Array, shape (product of all N, R), of the promoted dtype

    Raises
    ------
    IvyValueError
        If there are fewer than two, one is no matrix, or the numbers of columns differ.

    References
    ----------
    Kolda and Bader, Tensor decompositions and applications, SIAM Review 51, 2009, section 2.6;
    SciPy, ``scipy.linalg.khatri_rao``, of two.

    >>> ivy.khatri_rao([ivy.asarray([[1, 2]]), ivy.asarray([[1, 1], [3, 5]])])
    ivy.array([[ 1,  2],
               [ 3, 10]])
    """
    matrices = _as_arrays("khatri_rao", _without_skipped(list(x), skip_matrix))
    shapes = [matrix.shape for matrix in matrices]
    if len(shapes) < 2 or any(len(n) != 2 for n in shapes) or len({n[1] for n in shapes}) > 1:
        raise IvyValueError(
            f"khatri_rao: arrays of shapes {shapes} were given; at least two matrices are needed, "
            "with as many columns"
        )
    columns = shapes[0][1]
    product = matrices[0]
    for matrix in matrices[1:]:
        rows = product.shape[0] * matrix.shape[0]
        pairs = ivy.multiply(ivy.expand_dims(product, axis=1), ivy.expand_dims(matrix, axis=0))
        product = ivy.reshape(pairs, (rows, columns))
    for factor in (weights, mask):
        if factor is not None:
            product = ivy.multiply(product, factor)
    return filled(out, product)


@compositional
@handle_nestable
def batched_outer(tensors: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Outer products of tensors with the same number, which is counted along their first axis.

    Parameters
    ----------
    tensors, shapes (N, ...): Tensors.

    Returns: Array, shape (N, all other lengths one after the other), of the promoted dtype

    Raises: IvyValueError if there is none, one has no axis, or the numbers differ.

    References: TensorLy, ``tensorly.tenalg.batched_outer``.

    >>> ivy.batched_outer([ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([[1, 10], [1, 10]])])
    ivy.array([[[ 1, 10],
                [ 2, 20]],
    <BLANKLINE>
               [[ 3, 30],
                [ 4, 40]]])
    """
    arrays = _as_arrays("batched_outer", tensors)
    shapes = [x.shape for x in arrays]
    if not all(shapes) or len({shape[0] for shape in shapes}) > 1:
        raise IvyValueError(
            f"batched_outer: arrays of shapes {shapes} were given; their first axes must be as long"
        )
    product = arrays[0]
    for x in arrays[1:]:
        left = ivy.reshape(product, (*product.shape, *(1,) * (x.ndim - 1)))
        right = ivy.reshape(x, (x.shape[0], *(1,) * (product.ndim - 1), *x.shape[1:]))
        product = ivy.multiply(left, right)
    if out is not None:
        return filled(out, product)
    return product if len(arrays) > 1 else ivy.asarray(product, copy=True)


@compositional
@handle_nestable
def general_inner_product(
    a: Array, b: Array, n_modes: int | None = None, /, *, out: Array | None = None
) -> Array:
    """Sum of the products of two tensors over modes that they share.

    Parameters
    ----------
    a, b : Array, numeric
        Tensors.
    n_modes : int, optional
        How many modes are summed over, the last ones of ``a`` and the first ones of ``b``; if None
        all, of tensors of one shape.

    Returns
    -------
    Array, of the promoted dtype
        The other modes of ``a``, and those of ``b``. Nothing is conjugated.

    Raises: IvyValueError if the lengths of these modes differ.

    References: TensorLy, ``tensorly.tenalg.inner``.

    >>> ivy.general_inner_product(ivy.asarray([[1, 2], [3, 4]]), ivy.asarray([[1, 0], [0, 1]]))
    ivy.array(5)
    """
    a, b = as_array(a), as_array(b)
    count = a.ndim if n_modes is None else n_modes
    alike = a.shape == b.shape if n_modes is None else a.shape[a.ndim - count :] == b.shape[:count]
    if not alike or not 0 <= count <= min(a.ndim, b.ndim):
        raise IvyValueError(
            f"general_inner_product: tensors of shapes {a.shape} and {b.shape} were given; the "
            f"lengths of {'all' if n_modes is None else count} modes must be the same"
        )
    return ivy.tensordot(a, b, axes=count, out=out)


@compositional
@handle_nestable
def higher_order_moment(x: Array, order: int, /, *, out: Array | None = None) -> Array:
    """Mean over samples of the outer products of each with itself.

    Parameters
    ----------
    x, shape (N, ...), numeric: Samples, numbered along the first axis.
    order: How many factors a product has, at least one.

    Returns: Array, the shape of a sample ``order`` times

    Raises: IvyValueError if ``order`` is not positive, or there is no axis.

    References: TensorLy, ``tensorly.tenalg.higher_order_moment``.

    >>> ivy.higher_order_moment(ivy.asarray([[1.0, 2.0], [3.0, 4.0]]), 2)
    ivy.array([[ 5.,  7.],
               [ 7., 10.]])
    """
    if order < 1:
        raise IvyValueError(f"higher_order_moment: order {order} was given; at least 1 is needed")
    return ivy.mean(ivy.batched_outer([x] * order), axis=0, out=out)


@compositional
@handle_nestable
def tt_matrix_to_tensor(tt_matrix: Sequence[Array], /, *, out: Array | None = None) -> Array:
    """Tensor that a matrix in tensor train format stands for.

    Parameters
    ----------
    tt_matrix : sequence of Array, shapes (R_k, M_k, N_k, R_k+1)
        The cores; the first R and the last one are equal, 1 as a rule.

    Returns: Array, shape (M_1, ..., M_d, N_1, ..., N_d)

    Raises: IvyValueError if a core has not four axes, or neighbours do not fit.

    References: Oseledets, Tensor-train decomposition, SIAM J. Sci. Comput. 33, 2011; TensorLy,
    ``tensorly.tt_matrix.tt_matrix_to_tensor``.

    >>> cores = [ivy.ones((1, 2, 3, 4)), ivy.ones((4, 5, 6, 1))]
    >>> ivy.tt_matrix_to_tensor(cores).shape
    (2, 5, 3, 6)
    """
    cores = _as_arrays("tt_matrix_to_tensor", tt_matrix)
    shapes = [core.shape for core in cores]
    if any(len(shape) != 4 for shape in shapes) or any(
        before[3] != shape[0] for before, shape in zip([shapes[-1], *shapes], shapes, strict=False)
    ):
        raise IvyValueError(
            f"tt_matrix_to_tensor: cores of shapes {shapes} were given; each needs four axes, and "
            "its last one must be as long as the first one of the next"
        )
    flat = [
        ivy.reshape(core, (n[0], n[1] * n[2], n[3])) for core, n in zip(cores, shapes, strict=True)
    ]
    full = _contract_ring(flat)
    lengths = [n for shape in shapes for n in shape[1:3]]
    order = [*range(0, len(lengths), 2), *range(1, len(lengths), 2)]
    tensor = ivy.permute_dims(ivy.reshape(full, tuple(lengths)), tuple(order))
    return _reshape_copy(tensor, tensor.shape, out)


def _contract_ring(cores):
    """Contract a tensor ring, cores of shape (r, n, r), to the full tensor."""
    first = cores[0].shape[0]
    product = cores[0]
    for core in cores[1:]:
        product = ivy.tensordot(product, core, axes=1)
    if first == 1:
        return ivy.reshape(product, product.shape[1:-1])
    return ivy.trace(product, axis1=0, axis2=product.ndim - 1)
