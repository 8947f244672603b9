"""Errors, shape checks and plans of linear algebra, the same on every backend."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable

import numpy as np

from ivy_core.utils.exceptions import (
    IvyBroadcastShapeError,
    IvyLinAlgError,
    IvyTypeError,
    IvyValueError,
    native_text,
)

from .axes import axis_of


def linalg_error(err: Exception, function: str, backend: str) -> IvyLinAlgError:
    """Return the exception that stands for a backend's own linear algebra error."""
    raised = IvyLinAlgError(f"{backend}: {function}: {native_text(err)}")
    raised.native_error = err
    return raised


def guarded(backend: str, native: type[Exception]) -> Callable:
    """Return a decorator that turns errors of class ``native`` into :class:`IvyLinAlgError`."""

    def decorate(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except native as err:
                raise linalg_error(err, function.__name__, backend) from err

        return call

    return decorate


def require_matrix(x, function: str) -> None:
    """Raise unless ``x`` is a stack of matrices."""
    if len(x.shape) < 2:
        raise IvyLinAlgError(
            f"{function}: {len(x.shape)} dimensions given, at least two are needed"
        )


def require_vectors(x1, x2, function: str) -> None:
    """Raise unless both have an axis, along which their vectors lie."""
    if not len(x1.shape) or not len(x2.shape):
        raise IvyValueError(f"{function}: an array without axes was given; at least one is needed")


def check_rtol(rtol, x) -> None:
    """Raise unless a tolerance is one number, or one for each matrix of the stack ``x``."""
    given, stack = tuple(getattr(rtol, "shape", ())), tuple(x.shape[:-2])
    if given and np.broadcast_shapes(given, stack) != stack:
        raise IvyBroadcastShapeError(f"pinv: rtol of shape {given} given for matrices {stack}")


def require_two_axes(ndim: int) -> None:
    """Raise unless there are axes to swap."""
    if ndim < 2:
        raise IvyValueError(f"matrix_transpose: {ndim} dimensions given, at least two are needed")


def require_square(x, function: str) -> None:
    """Raise unless ``x`` is a stack of square matrices."""
    require_matrix(x, function)
    if x.shape[-1] != x.shape[-2]:
        raise IvyLinAlgError(
            f"{function}: the last two dimensions must be equal, they are "
            f"{x.shape[-2]} and {x.shape[-1]}"
        )


# 1-norm of a matrix up to which the Pade approximant of degree 13 is its exponential in double
# precision (Higham, SIAM J. Matrix Anal. Appl. 26, 2005, table 2.3)
LARGEST_NORM = 5.371920351148152


def linalg_dtype(name: str, function: str) -> str:
    """Return the dtype in which matrices of dtype ``name`` are factorised: 64 bits for ints.

    Raises
    ------
    IvyTypeError
        For half precision, which LAPACK does not have.
    """
    if name in ("float16", "bfloat16"):
        raise IvyTypeError(f"{function}: array type {name} is unsupported in linalg")
    return name if name.startswith(("float", "complex")) else "float64"


def check_matmul(shape1, shape2) -> None:
    """Raise where matrix multiplication is not defined for these shapes."""
    shape1, shape2 = tuple(shape1), tuple(shape2)
    if not shape1 or not shape2:
        raise IvyValueError("matmul: an array without dimensions is not allowed")
    inner = shape2[-2] if len(shape2) > 1 else shape2[0]
    if shape1[-1] != inner:
        raise IvyValueError(
            f"matmul: shapes {shape1} and {shape2} are not aligned: {shape1[-1]} != {inner}"
        )
    np.broadcast_shapes(shape1[:-2], shape2[:-2])


def check_solve(x1, x2) -> bool:
    """Return whether ``x2`` is a single vector; raise where the system is not defined."""
    require_square(x1, "solve")
    vector = len(x2.shape) == 1
    rows = x2.shape[0] if vector else x2.shape[-2] if len(x2.shape) else None
    if rows != x1.shape[-1]:
        raise IvyValueError(
            f"solve: shapes {tuple(x1.shape)} and {tuple(x2.shape)} do not fit together"
        )
    return vector


def check_lstsq(x1, x2) -> None:
    """Raise unless ``x1`` is a matrix and ``x2`` has as many rows."""
    if len(x1.shape) != 2 or len(x2.shape) not in (1, 2):
        raise IvyLinAlgError(
            f"lstsq: dimensions {len(x1.shape)} and {len(x2.shape)} given; a matrix, and a vector "
            "or matrix, are needed"
        )
    if x1.shape[0] != x2.shape[0]:
        raise IvyLinAlgError(f"lstsq: {x1.shape[0]} rows and {x2.shape[0]} rows given")


def check_cross(x1, x2, axis: int, is_bool: bool) -> None:
    """Raise unless both have vectors of three elements along ``axis``."""
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise IvyValueError(
            f"cross: vectors need 3 elements, they have {x1.shape[axis]} and {x2.shape[axis]}"
        )
    if is_bool:
        raise IvyTypeError("cross: not defined for bool")


def vector_axes(axis, ndim: int) -> tuple[int, ...]:
    """Return the axes of a vector norm, counted from the front; None is all of them."""
    if axis is None:
        return tuple(range(ndim))
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    axes = tuple(axis_of(a, ndim) for a in axes)
    if len(set(axes)) != len(axes):
        raise IvyValueError("vector_norm: an axis is given twice")
    return axes


def matrix_axes(axis, ndim: int) -> tuple[int, int]:
    """Return the two different axes of a matrix norm, counted from the front."""
    if len(axis) != 2:
        raise IvyValueError(f"matrix_norm: two axes are needed, not {axis!r}")
    first, second = (axis_of(a, ndim) for a in axis)
    if first == second:
        raise IvyValueError("matrix_norm: an axis is given twice")
    return first, second


def check_choice(function: str, name: str, value, allowed: tuple) -> None:
    """Raise unless an option has one of the values allowed."""
    if value not in allowed:
        shown = ", ".join(repr(a) for a in allowed)
        raise IvyValueError(f"{function}: {name} {value!r} is not defined; allowed are {shown}")


def reads_lower(UPLO: str, function: str) -> bool:
    """Return whether it is the lower triangle that shall be read."""
    check_choice(function, "UPLO", UPLO.upper(), ("L", "U"))
    return UPLO.upper() == "L"


QR_MODES = ("reduced", "complete")
MATRIX_ORDERS = ("fro", "nuc", 1, -1, 2, -2, float("inf"), -float("inf"))


def check_cond(x, p) -> bool:
    """Return whether singular values serve for the condition number in the norm ``p``.

    Raises
    ------
    IvyValueError
        If there is no such norm.
    IvyLinAlgError
        If ``x`` is no stack of matrices, of square ones for other norms, or has no elements.
    """
    check_choice("cond", "p", p, (None, *MATRIX_ORDERS))
    by_values = p in (None, 2, -2)
    (require_matrix if by_values else require_square)(x, "cond")
    if 0 in x.shape[-2:]:
        raise IvyLinAlgError(
            f"cond: matrices of {x.shape[-2]} rows and {x.shape[-1]} columns given; it is not "
            "defined without elements"
        )
    return by_values


def check_vector_order(order) -> None:
    """Raise for an order that is no number."""
    if isinstance(order, str) or order is None:
        raise IvyValueError(f"vector_norm: ord {order!r} is not a number")


def tensordot_plan(shape1, shape2, axes) -> tuple:
    """Plan a contraction as one matrix product.

    Returns
    -------
    tuple
        Order of the first operand's axes and its shape as a matrix, the same of the second, and
        the shape of the result.

    Raises
    ------
    IvyValueError
        If contracted axes differ in length.
    """
    if hasattr(axes, "__iter__"):
        first, second = axes
        axes = (
            first if isinstance(first, int) else tuple([int(axis) for axis in first]),
            second if isinstance(second, int) else tuple([int(axis) for axis in second]),
        )
    try:
        return _cached_tensordot_plan(shape1, shape2, axes)
    except TypeError:  # lengths that are not known yet are no keys
        return _cached_tensordot_plan.__wrapped__(shape1, shape2, axes)


@functools.lru_cache(maxsize=1024)
def _cached_tensordot_plan(shape1, shape2, axes) -> tuple:
    """Return (permutation, matrix shape) of both operands, flat, then the shape of the result."""
    ndim1, ndim2 = len(shape1), len(shape2)
    if isinstance(axes, tuple):
        first, second = ([a] if isinstance(a, int) else list(a) for a in axes)
    else:
        axes = operator.index(axes)
        if axes < 0:
            raise IvyValueError(f"tensordot: axes {axes} is negative")
        first, second = list(range(-axes, 0)), list(range(axes))
    first = [axis_of(a, ndim1) for a in first]
    second = [axis_of(a, ndim2) for a in second]
    lengths1, lengths2 = [shape1[a] for a in first], [shape2[a] for a in second]
    if lengths1 != lengths2:
        raise IvyValueError(
            f"tensordot: shapes {tuple(shape1)} and {tuple(shape2)} do not fit along {axes!r}"
        )
    kept1 = [a for a in range(ndim1) if a not in first]
    kept2 = [a for a in range(ndim2) if a not in second]
    inner = math.prod(lengths1)
    rows = [shape1[a] for a in kept1]
    columns = [shape2[a] for a in kept2]
    return (
        tuple(kept1 + first),
        (math.prod(rows), inner),
        tuple(second + kept2),
        (inner, math.prod(columns)),
        tuple(rows + columns),
    )


@functools.lru_cache(maxsize=256)
def is_turned(order: tuple[int, ...], lengths: tuple[int, ...], columns: int) -> bool:
    """Return whether axes in an order, as a matrix of so many columns, are a matrix transposed.

    Its columns are the first axes then, and nothing else is moved.
    """
    count, first = len(order), order[0] if order else 0
    is_rotated = first > 0 and order == (*range(first, count), *range(first))
    return is_rotated and math.prod(lengths[:first]) == columns


def dot_axes(ndim1: int, ndim2: int) -> tuple[list[int], list[int]]:
    """Return the axes that ``dot`` contracts."""
    return [ndim1 - 1], [max(ndim2 - 2, 0)]


def inner_axes(ndim1: int, ndim2: int) -> tuple[list[int], list[int]]:
    """Return the axes that ``inner`` contracts."""
    return [ndim1 - 1], [ndim2 - 1]


@functools.lru_cache(maxsize=256)
def chain_splits(shapes) -> dict[tuple[int, int], int]:
    """Choose the split of each run of a chain of matrices, by dynamic programming.

    Parameters
    ----------
    shapes : tuple of tuple of int
        Two dimensions each; the first and the last may have one, a row and a column.

    Returns
    -------
    dict
        From (first, last) matrix of a run to the last one of its left part.

    Raises
    ------
    IvyValueError
        If there are fewer than two matrices.
    IvyLinAlgError
        If one has not two dimensions.
    """
    count = len(shapes)
    if count < 2:
        raise IvyValueError("multi_dot: at least two matrices are needed")
    for i, shape in enumerate(shapes):
        if len(shape) != 2 and not (i in (0, count - 1) and len(shape) == 1):
            raise IvyLinAlgError(f"multi_dot: operand {i} has {len(shape)} dimensions, not 2")
    sizes = [shapes[0][0] if len(shapes[0]) == 2 else 1, shapes[0][-1]]
    sizes += [shape[1] if len(shape) == 2 else 1 for shape in shapes[1:]]
    cost = {(i, i): 0 for i in range(count)}
    splits = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            cost[i, j], splits[i, j] = min(
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            )
    return splits


def chain_product(arrays: list, product: Callable, out=None):
    """Return the product of a chain of matrices, in the order of the fewest multiplications."""
    shapes = tuple([array.shape for array in arrays])
    plain = all(isinstance(shape, tuple) for shape in shapes)  # of Containers they are none
    splits = (chain_splits if plain else chain_splits.__wrapped__)(shapes)

    def run(i, j, out=None):
        if i == j:
            return arrays[i]
        k = splits[i, j]
        return product(run(i, k), run(k + 1, j), out=out)

    return run(0, len(arrays) - 1, out)
