"""Functions of SciPy's on arrays that a gradient is recorded of; those of its linear algebra.

SciPy computes the values, with its checks, errors and warnings, where they are known; a rule says
the same in functions that have derivatives. What has no rule raises, as values that a gradient
depends on cannot go to the host.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.host import shown
from ivy_core.backends.holder import read
from ivy_core.compilation.trace import trace as tracing
from ivy_core.utils.exceptions import IvyRecordedException
from ivy_core.utils.tracebacks import trim

from . import linalg
from .fallback import to_host
from .func_wrapper import asarray, ivy
from .indexing import where
from .linear_systems import (
    TOEPLITZ,
    TRIDIAGONAL,
    banded,
    hermitian_banded,
    solution,
    toeplitz_matrix,
)
from .matrices import diag, tril, triu

# Options that say how, not what, a function computes
_IGNORED = frozenset({
    "check_finite", "method", "overwrite_a", "overwrite_ab", "overwrite_b", "overwrite_data",
    "overwrite_x", "plan", "workers",
})  # fmt: skip


class NoRule(Exception):
    """A rule does not know these options."""


class NoDerivative:
    """A result of which no derivative is known: whatever is done with it raises."""

    def __getattr__(self, name):
        raise IvyRecordedException

    def _refuse(self, *args):
        raise IvyRecordedException

    __array__ = __iter__ = __len__ = __getitem__ = __float__ = __int__ = __index__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = __neg__ = _refuse
    __truediv__ = __rtruediv__ = __bool__ = __eq__ = __ne__ = __lt__ = __gt__ = _refuse
    __hash__ = None


def call_by_rule(function: Callable, rule: Callable, args, kwargs, *, checks=False, lapack=False):
    """Call a function of SciPy's by its rule.

    Parameters
    ----------
    function : callable
        Its parameters that the rule does not take must have their defaults, else it is called
        itself, and raises.
    rule : callable
        The same in functions that have derivatives.
    checks : bool, optional
        Whether the function raises for some values: a trace, which does not know them, ends then.
    lapack : bool, optional
        Whether it is a wrapper of LAPACK's, which has no signature.
    """
    try:
        given = (_lapack_arguments if lapack else _arguments)(rule, function, args, kwargs)
        known = values_by_scipy(function, args, kwargs)
        if checks and known is None and tracing.current is not None:
            raise NoRule  # ends the trace: SciPy's checks need the values
        return with_values(rule(**given), known)
    except NoRule:
        return function(*args, **kwargs)


def values_by_scipy(function: Callable, args, kwargs):
    """Return SciPy's results of the values; None where these are not known."""
    try:
        args = _shown(args)
        kwargs = {name: _shown(value) for name, value in kwargs.items()}
    except IvyRecordedException:
        return None
    try:
        return function(*args, **kwargs)
    except Exception as err:
        trim(err)
        raise


def _shown(value):
    if isinstance(value, Array):
        if tracing.current is not None and tracing.current.programs.is_tracer(read(value)):
            raise IvyRecordedException
        return shown(value)
    if type(value) in (list, tuple):
        return type(value)([_shown(each) for each in value])
    return to_host(value)


def _arguments(rule: Callable, function: Callable, args, kwargs) -> dict:
    """Return the arguments that a rule takes; raises NoRule where others are given."""
    signature, taken = inspect.signature(function), inspect.signature(rule).parameters
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError:
        raise NoRule from None  # SciPy says what is wrong
    for name, value in bound.arguments.items():
        if name not in taken and name not in _IGNORED:
            if value is not signature.parameters[name].default:
                raise NoRule
    return {name: value for name, value in bound.arguments.items() if name in taken}


def _lapack_arguments(rule: Callable, function: Callable, args, kwargs) -> dict:
    """Return the arguments of a wrapper of LAPACK, which has no signature."""
    names = [*inspect.signature(rule).parameters]
    given = dict(zip(names, args, strict=False)) | kwargs
    if len(args) > len(names) or not given.keys() <= _IGNORED | set(names):
        raise NoRule
    return {name: value for name, value in given.items() if name not in _IGNORED}


def with_values(found, known):
    """Return results of a rule with SciPy's values; what is no array is SciPy's."""
    if isinstance(found, tuple):
        values = [None] * len(found) if known is None else known
        return tuple(map(with_values, found, values))
    if not isinstance(found, Array):
        return found if known is None or isinstance(found, NoDerivative) else known
    if known is None:
        return found
    # the difference is 0: the values stay SciPy's
    known = asarray(known)
    difference = (found - ivy.stop_gradient(found)).astype(known.dtype)
    if np.isfinite(shown(found)).all():
        return known + difference
    # infinite ones have no difference
    return where(ivy.isfinite(difference), known + difference, found.astype(known.dtype))


def _matrix(value):
    """Return an array-like as a matrix of a floating dtype; SciPy's stacks of them have no rule."""
    value = asarray(value)
    if value.ndim != 2:
        raise NoRule
    return value if value.dtype.kind in "fc" else value.astype(np.float64)


def _adjoint(a):
    return a.T.conj()


def _hermitian(a, lower):
    """Return a Hermitian matrix by one of its triangles: the other one is not read."""
    strict = tril(a, -1) if lower else triu(a, 1)
    return strict + _adjoint(strict) + diag(diag(a))


# What `solve` reads of a matrix that is assumed to be something, and where the mirror is, that is
_READ = {
    "general": lambda a, lower: a,
    "gen": lambda a, lower: a,
    None: lambda a, lower: a,
    "diagonal": lambda a, lower: diag(diag(a)),
    "tridiagonal": lambda a, lower: triu(tril(a, 1), -1),
    "upper triangular": lambda a, lower: triu(a),
    "lower triangular": lambda a, lower: tril(a),
    **dict.fromkeys(("hermitian", "her", "positive definite", "pos"), _hermitian),
}  # fmt: skip


def _read_matrix(a, assume_a, lower):
    a = _matrix(a)
    if assume_a in ("symmetric", "sym"):
        assume_a = "her" if a.dtype.kind == "f" else assume_a
    if assume_a not in _READ:
        raise NoRule
    return _READ[assume_a](a, lower)


def _solve(a, b, lower=False, assume_a=None, transposed=False):
    a = _read_matrix(a, assume_a, lower)
    return linalg.solve(a.T if transposed else a, asarray(b))


def _solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False):
    a, b = _matrix(a), asarray(b)
    if trans in (0, "N"):
        return ivy.solve_triangular(a, b, upper=not lower, unit_diagonal=unit_diagonal)
    if trans in (1, "T"):
        a = a.conj()
    elif trans not in (2, "C"):
        raise NoRule
    return ivy.solve_triangular(a, b, upper=not lower, adjoint=True, unit_diagonal=unit_diagonal)


def _cholesky(a, lower=False):
    factor = linalg.cholesky(_hermitian(_matrix(a), lower))
    return factor if lower else _adjoint(factor)


def _cho_factor(a, lower=False):
    """The other triangle is that of ``a``."""
    a = _matrix(a)
    factor = _cholesky(a, lower)
    return (factor + triu(a, 1) if lower else factor + tril(a, -1)), lower


def _cho_solve(c_and_lower, b):
    c, lower = c_and_lower
    c, b = _matrix(c), asarray(b)
    half = ivy.solve_triangular(c, b, upper=not lower, adjoint=not lower)
    return ivy.solve_triangular(c, half, upper=not lower, adjoint=bool(lower))


def _lu_factor(a):
    factors, pivots = ivy.lu_factor(_matrix(a))
    return factors, pivots


def _lu_solve(lu_and_piv, b, trans=0):
    factors, pivots = lu_and_piv
    factors, pivots, b = _matrix(factors), asarray(pivots), asarray(b)
    if trans == 1:
        return ivy.lu_solve(factors.conj(), pivots, b, adjoint=True)
    if trans not in (0, 2):
        raise NoRule
    return ivy.lu_solve(factors, pivots, b, adjoint=trans == 2)


def _solve_banded(l_and_u, ab, b):
    lower, upper = l_and_u
    return solution(banded(int(lower), int(upper)), [_matrix(ab)], b)


def _solveh_banded(ab, b, lower=False):
    return solution(hermitian_banded(bool(lower)), [_matrix(ab)], b)


def _solve_toeplitz(c_or_cr, b):
    column, row = map(asarray, _column_and_row(c_or_cr))
    if column.ndim != 1 or row.ndim != 1:
        raise NoRule
    return solution(TOEPLITZ, [column, row], b)


def _column_and_row(c_or_cr):
    if isinstance(c_or_cr, tuple):
        return c_or_cr
    column = asarray(c_or_cr)
    return column, column.conj()


def _toeplitz(c, r=None):
    column = asarray(c)
    row = column.conj() if r is None else asarray(r)
    if column.ndim != 1 or row.ndim != 1:
        raise NoRule
    return toeplitz_matrix(column, row)


def _tridiagonal(dl, d, du, b):
    return (*_no_derivatives(3), solution(TRIDIAGONAL, [dl, d, du], b), 0)


def _general(a, b):
    return (*_no_derivatives(1), 0, _solve(a, b), 0)


def _positive(a, b, lower=0):
    return *_no_derivatives(1), _solve(a, b, lower, "pos"), 0


def _no_derivatives(count: int) -> list:
    return [NoDerivative() for _ in range(count)]


# By the name in `scipy.linalg`
RULES = {
    "cho_factor": _cho_factor,
    "cho_solve": _cho_solve,
    "cholesky": _cholesky,
    "det": lambda a: linalg.det(_matrix(a)),
    "eigvalsh": lambda a, lower=True: linalg.eigvalsh(_hermitian(_matrix(a), lower)),
    "expm": lambda A: ivy.matrix_exp(_matrix(A)),
    "inv": lambda a, assume_a=None, lower=False: linalg.inv(_read_matrix(a, assume_a, lower)),
    "lu_factor": _lu_factor,
    "lu_solve": _lu_solve,
    "norm": lambda a, ord=None, axis=None, keepdims=False: linalg.norm(a, ord, axis, keepdims),
    "pinv": lambda a: linalg.pinv(_matrix(a)),
    "solve": _solve,
    "solve_banded": _solve_banded,
    "solve_toeplitz": _solve_toeplitz,
    "solve_triangular": _solve_triangular,
    "solveh_banded": _solveh_banded,
    "svdvals": lambda a: linalg.svdvals(_matrix(a)),
    "toeplitz": _toeplitz,
}
# By the name in `scipy.linalg.lapack`, without the letter of the dtype
LAPACK_RULES = {"gesv": _general, "gtsv": _tridiagonal, "posv": _positive}


__all__ = [
    "LAPACK_RULES", "RULES", "NoDerivative", "NoRule", "call_by_rule", "values_by_scipy",
    "with_values",
]  # fmt: skip
