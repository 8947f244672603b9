"""Linear systems that SciPy solves on the host by what it knows of the matrix, with derivatives.

Of a solution ``x`` of ``A x = b`` they need no more than products with ``A`` and solutions with the
transposed matrix: ``A dx = db - dA x``.

References
----------
Christianson, "Reverse accumulation and implicit functions", Optimization Methods and Software 9,
1998.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for

from .creation import zeros
from .func_wrapper import asarray
from .manipulation import concatenate
from .ndarray import ndarray


@dataclass(frozen=True)
class System:
    """Systems of one kind of matrix, which is made of some arrays, its parameters.

    Attributes
    ----------
    solve : callable
        From NumPy's arrays, a list of the parameters and the right hand sides, to the solution;
        nan where there is none.
    multiply : callable
        From arrays of this frontend, a list of the parameters and the solution, to the right hand
        sides.
    transpose : callable
        From a list of the parameters to the system of the transposed matrix and its parameters.
    """

    solve: Callable
    multiply: Callable
    transpose: Callable

    def product(self, parameters: Sequence, solution):
        """Multiply native arrays with the matrix."""
        return read(self.multiply([*map(_boxed, parameters)], _boxed(solution)))

    def transposed(self, parameters: Sequence) -> tuple[System, list]:
        """Return the system of the transposed matrix and its parameters, native arrays."""
        system, found = self.transpose([*map(_boxed, parameters)])
        return system, [*map(read, found)]


def _boxed(native):
    return new_array(ndarray, native)


def solution(system: System, parameters: Sequence, wanted):
    """Return the solution of a system, with derivatives by its parameters and right hand sides.

    They are array-likes, and become arrays of one floating dtype.
    """
    given = [asarray(each) for each in (*parameters, wanted)]
    dtype = np.result_type(np.float32, *[each.dtype for each in given])
    *parameters, wanted = [read(each.astype(dtype)) for each in given]
    backend = backend_for(wanted)
    # a constant may be of another class of the framework than what is recorded
    return _boxed(backend.solve_on_host(system, parameters, wanted))


def solution_or_nan(solve: Callable, *args):
    """Call a function of SciPy's; return nan where a matrix is singular."""
    try:
        return solve(*args, check_finite=False)
    except np.linalg.LinAlgError:
        return np.full_like(args[-1], np.nan)


def _linalg():
    return importlib.import_module("scipy.linalg")  # imported: its functions call these


# tridiagonal matrices by their diagonals, as LAPACK's gtsv takes them


def _solve_tridiagonal(parameters, wanted):
    gtsv = _linalg().get_lapack_funcs("gtsv", (wanted,))
    *_, found, info = gtsv(*parameters, wanted)
    return np.full_like(wanted, np.nan) if info else found


def _multiply_tridiagonal(parameters, x):
    lower, diagonal, upper = [_columns_like(each, x) for each in parameters]
    return diagonal * x + _shifted(lower * x[:-1], 1) + _shifted(upper * x[1:], -1)


TRIDIAGONAL = System(
    _solve_tridiagonal, _multiply_tridiagonal, lambda given: (TRIDIAGONAL, given[::-1])
)


def _columns_like(diagonal, x):
    """Return a diagonal so that it multiplies each column of right hand sides."""
    return diagonal[:, None] if x.ndim > 1 else diagonal


def _shifted(x, steps: int):
    """Return an array with so many zeros before it, or behind it where ``steps`` is negative."""
    if not steps:
        return x
    rows = zeros((abs(steps), *x.shape[1:]), dtype=x.dtype)
    return concatenate([rows, x] if steps > 0 else [x, rows])


# banded matrices, `ab[upper + i - j, j] == a[i, j]`


@functools.cache
def banded(lower: int, upper: int) -> System:
    """Return the systems with so many diagonals below and above the main one."""

    def solve(parameters, wanted):
        solve_banded = _linalg().solve_banded
        return solution_or_nan(solve_banded, (lower, upper), *parameters, wanted)

    return System(
        solve,
        lambda given, x: _multiply_banded(given[0], x, upper),
        lambda given: (banded(upper, lower), [_transpose_band(given[0], lower, upper)]),
    )


def _multiply_banded(band, x, upper: int):
    return sum(moved(_columns_like(row, x) * x, at - upper) for at, row in enumerate(band))


def moved(x, steps: int):
    """Return an array moved by some places, zeros behind it: what leaves it is cut off."""
    if abs(steps) >= len(x):
        return x * 0
    return _shifted(x[: len(x) - steps] if steps > 0 else x[-steps:], steps)


def _transpose_band(band, lower: int, upper: int):
    """Return the band of the transposed matrix: what stood in a row lies in a column."""
    rows = [moved(band[lower + upper - at], lower - at) for at in range(lower + upper + 1)]
    return concatenate([row[None] for row in rows])


# Hermitian banded matrices by one triangle


@functools.cache
def hermitian_banded(is_lower: bool) -> System:
    """Return the positive definite systems whose band is that of a triangle."""

    def solve(parameters, wanted):
        solveh_banded = functools.partial(_linalg().solveh_banded, lower=is_lower)
        return solution_or_nan(solveh_banded, *parameters, wanted)

    def multiply(parameters, x):
        (band,) = parameters
        most = len(band) - 1
        total = _columns_like(band[0 if is_lower else most], x) * x
        for k in range(1, most + 1):
            # the k-th diagonal of the triangle, from its first element on
            diagonal = band[k][: len(x) - k] if is_lower else band[most - k][k:]
            column = _columns_like(diagonal, x)
            below, above = (column, column.conj()) if is_lower else (column.conj(), column)
            total = total + _shifted(below * x[:-k], k) + _shifted(above * x[k:], -k)
        return total

    system = System(solve, multiply, lambda given: (system, [given[0].conj()]))
    return system


# Toeplitz matrices by their first column and first row


def _solve_toeplitz(parameters, wanted):
    return solution_or_nan(_linalg().solve_toeplitz, tuple(parameters), wanted)


def toeplitz_matrix(column, row):
    """Return the matrix with a first column and a first row, whose first element is not read."""
    values = concatenate([column[::-1], row[1:]])
    return values[len(column) - 1 - np.arange(len(column))[:, None] + np.arange(len(row))]


TOEPLITZ = System(
    _solve_toeplitz,
    lambda given, x: toeplitz_matrix(*given) @ x,
    lambda given: (TOEPLITZ, [concatenate([given[0][:1], given[1][1:]]), given[0]]),
)

__all__ = [
    "TOEPLITZ", "TRIDIAGONAL", "System", "banded", "hermitian_banded", "moved", "solution",
    "toeplitz_matrix",
]  # fmt: skip
