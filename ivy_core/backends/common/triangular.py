"""Triangular systems and LU factors: checks, plans, and the two forms of a permutation of rows."""

from __future__ import annotations

import numpy as np

from ivy_core.utils.exceptions import IvyValueError

from .host.policy import INTERCHANGE_MATRICES
from .linear_algebra import require_matrix, require_square


def check_triangular(x1, x2, left: bool) -> bool:
    """Return whether ``x2`` is one vector; raise where ``solve_triangular`` is not defined."""
    require_square(x1, "solve_triangular")
    return _check_right_hand_sides(x1, x2, left, "solve_triangular")


def _check_right_hand_sides(x1, x2, left, function) -> bool:
    """Check the shapes; return whether the right hand side is a single vector."""
    vector = len(x2.shape) == 1 and left
    axis = "rows" if left else "columns"
    if len(x2.shape) < 2 and not vector:
        raise IvyValueError(
            f"{function}: right hand sides of {len(x2.shape)} dimensions given; at least "
            f"{1 if left else 2} are needed"
        )
    length = x2.shape[-2 if left and not vector else -1]
    if length != x1.shape[-1]:
        raise IvyValueError(
            f"{function}: matrices of {x1.shape[-1]} rows and right hand sides of {length} {axis} "
            "given; these numbers must be the same"
        )
    return vector


def check_lu_solve(lu, pivots, b, left: bool) -> bool:
    """Return whether ``b`` is one vector; raise where ``lu_solve`` is not defined."""
    require_square(lu, "lu_solve")
    if tuple(pivots.shape) != tuple(lu.shape[:-1]):
        raise IvyValueError(
            f"lu_solve: factors of shape {tuple(lu.shape)} and pivots of shape "
            f"{tuple(pivots.shape)} given; pivots of shape {tuple(lu.shape[:-1])} are needed"
        )
    return _check_right_hand_sides(lu, b, left, "lu_solve")


def check_lu_factor(A) -> None:
    """Raise unless ``A`` is a stack of matrices."""
    require_matrix(A, "lu_factor")


def batch_of(*arrays) -> tuple[int, ...]:
    """Broadcast the leading axes of stacks of matrices."""
    return np.broadcast_shapes(*[tuple(map(int, x.shape[:-2])) for x in arrays])


def order_of_rows(pivots: np.ndarray, rows: int) -> np.ndarray:
    """Return the order in which the interchanges of rows that are done one by one leave them.

    Parameters
    ----------
    pivots : ndarray, shape (..., K), integer
        Row ``i`` is interchanged with row ``pivots[..., i]``.
    rows : int
        Number of rows.

    Examples
    --------
    >>> order_of_rows(np.array([2, 2, 2]), 3)
    array([2, 0, 1])
    """
    order = np.empty((*pivots.shape[:-1], rows), np.int64)
    stack, steps = order.reshape(-1, rows), pivots.reshape(-1, pivots.shape[-1])
    if len(steps) < INTERCHANGE_MATRICES:
        for each, moves in enumerate(steps.tolist()):
            now = list(range(rows))
            for i, other in enumerate(moves):
                now[i], now[other] = now[other], now[i]
            stack[each] = now
        return order
    order[...] = np.arange(rows)
    all_of = np.arange(len(stack))
    for i in range(steps.shape[-1]):
        other = steps[:, i]
        kept = stack[:, i].copy()
        stack[:, i] = stack[all_of, other]
        stack[all_of, other] = kept
    return order


def pivots_of(order: np.ndarray) -> np.ndarray:
    """Return the interchanges of rows, done one by one, that leave them in an order; int32.

    Examples
    --------
    >>> pivots_of(np.array([2, 0, 1]))
    array([2, 2, 2], dtype=int32)
    """
    rows = order.shape[-1]
    wanted = order.reshape(-1, rows)
    pivots = np.empty(wanted.shape, np.int32)
    if len(wanted) < INTERCHANGE_MATRICES:
        for each, found in enumerate(wanted.tolist()):
            for i, row in enumerate(found):
                if row < i:  # interchanged before, and so where that step brought it
                    while row < i:
                        row = found[row]
                    found[i] = row
            pivots[each] = found
        return pivots.reshape(order.shape)
    now = np.empty_like(wanted)
    now[...] = np.arange(rows)
    all_of = np.arange(len(wanted))
    for i in range(rows):
        other = i + (now[:, i:] == wanted[:, i : i + 1]).argmax(-1)
        pivots[:, i] = other
        now[all_of, other] = now[:, i]
    return pivots.reshape(order.shape)
