"""Polynomials as coefficients from the highest power down: poly, roots, polyval, polyfit ..."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as _np

from frontends.common.conversion import holds_recorded, is_recorded
from ivy_core.arrays.host import shown
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError
from ivy_core.utils.tracebacks import level_of_user

from .conversion import as_array, as_float, flattened, real_and_imaginary
from .fallback import UnsupportedDtype
from .func_wrapper import asarray, ivy, numpy_function
from .mathematics import convolve
from .one_calls import one_call
from .ufuncs.table import UFUNCS

ArrayLike = Scalar = Any


def _linalg_frontend():
    return sys.modules["frontends.numpy"].linalg


def _coefficient_array(p):
    """Return ``p`` as a flattened array; leave NumPy's ``poly1d`` to real NumPy."""
    if isinstance(p, _np.poly1d):
        raise UnsupportedDtype  # real NumPy keeps the class
    return flattened(asarray(p))


def _trim_leading_zeros(p):
    """Return ``p`` without leading zeros; its values are looked at."""
    nonzero = _np.flatnonzero(shown(p))
    return p[int(nonzero[0]) :] if len(nonzero) else p[:0]


@numpy_function(kind="composed", keep_0d=True)
@one_call
def polyval(p, x):
    """Evaluate a polynomial.

    >>> np.polyval([3, 0, 1], 5)
    np.int64(76)
    """
    p = _coefficient_array(p)
    if isinstance(x, _np.poly1d):
        raise UnsupportedDtype
    x = asarray(x)
    y = ivy.zeros_like(as_array(x))
    for i in range(p.shape[0]):
        y = y * x + p[i]
    return y


@numpy_function
def poly(seq_of_zeros: ArrayLike):
    """Return the coefficients of the monic polynomial with given roots."""
    zeros = seq_of_zeros
    if zeros.ndim == 2 and zeros.shape[0] == zeros.shape[1] and zeros.shape[0]:
        zeros = _linalg_frontend().eigvals(zeros)
    elif zeros.ndim != 1:
        if zeros.ndim:
            raise IvyValueError("input must be 1d or non-empty square 2d array.")
        zeros = flattened(zeros)
    if not zeros.shape[0]:
        return 1.0
    zeros = as_float(zeros)
    dtype = zeros.dtype
    result = ivy.ones((1,), dtype=dtype)
    one = ivy.ones((1,), dtype=dtype)
    for i in range(zeros.shape[0]):
        result = convolve(result, ivy.concat([one, -zeros[i : i + 1]], axis=0), "full")
    if dtype.kind == "c":
        roots_ = _np.asarray(shown(zeros))
        if _np.all(_np.sort(roots_) == _np.sort(roots_.conjugate())):
            result = real_and_imaginary(result)[0].copy()
    return result


@numpy_function
def roots(p):
    """Return the roots of a polynomial: eigenvalues of its companion matrix."""
    if isinstance(p, (list, tuple)) and holds_recorded(p):
        p = asarray(p)
    if _np.ndim(p) > 1:
        raise IvyValueError("Input must be a rank-1 array.")
    p = _coefficient_array(p)
    nonzero = _np.flatnonzero(shown(p))
    if not len(nonzero):
        return ivy.zeros((0,), dtype="float64")
    trailing = p.shape[0] - int(nonzero[-1]) - 1
    p = as_float(p[int(nonzero[0]) : int(nonzero[-1]) + 1])
    n = p.shape[0]
    if n > 1:
        below = ivy.eye(n - 2, n - 1, dtype=p.dtype) if n > 2 else ivy.zeros((0, 1), dtype=p.dtype)
        top = ivy.reshape(-p[1:] / p[0], (1, n - 1))
        found = _linalg_frontend().eigvals(ivy.concat([top, below], axis=0))
    else:
        found = ivy.zeros((0,), dtype="float64")
    if trailing:
        found = ivy.concat([found, ivy.zeros((trailing,), dtype=found.dtype)], axis=0)
    return found


def _pad_front_to_equal_length(a1, a2) -> tuple:
    a1, a2 = _coefficient_array(a1), _coefficient_array(a2)
    missing = a2.shape[0] - a1.shape[0]
    if missing > 0:
        a1 = ivy.concat([ivy.zeros((missing,), dtype=a1.dtype), a1], axis=0)
    elif missing < 0:
        a2 = ivy.concat([ivy.zeros((-missing,), dtype=a2.dtype), a2], axis=0)
    return a1, a2


@numpy_function
def polyadd(a1, a2):
    """Return the sum of two polynomials."""
    a1, a2 = _pad_front_to_equal_length(a1, a2)
    return a1 + a2


@numpy_function
def polysub(a1, a2):
    """Return the difference of two polynomials."""
    a1, a2 = _pad_front_to_equal_length(a1, a2)
    return a1 - a2


@numpy_function
def polymul(a1, a2):
    """Return the product of two polynomials."""
    a1, a2 = (
        _trim_leading_zeros(_coefficient_array(a1)),
        _trim_leading_zeros(_coefficient_array(a2)),
    )
    a1, a2 = (x if x.shape[0] else ivy.zeros((1,), dtype="float64") for x in (a1, a2))
    return convolve(a1, a2)


@numpy_function
def polydiv(u, v):
    """Return quotient and remainder of two polynomials."""
    u, v = as_float(_coefficient_array(u)), as_float(_coefficient_array(v))
    dtype = _np.result_type(u.dtype, v.dtype)
    m, n = u.shape[0] - 1, v.shape[0] - 1
    scale = 1.0 / v[0]
    rest = u.astype(dtype, copy=True)
    quotient = []
    for k in range(m - n + 1):
        factor = scale * rest[k]
        quotient.append(as_array(factor))
        rest[k : k + n + 1] -= factor * v
    q = ivy.stack(quotient, axis=0) if quotient else ivy.zeros((1,), dtype=dtype)
    near_zero = _np.isclose(shown(rest), 0, rtol=1e-14)
    first = 0
    while first < len(near_zero) - 1 and near_zero[first]:
        first += 1
    return q, rest[first:]


@numpy_function
def polyder(p, m=1):
    """Return a derivative of a polynomial."""
    m = int(m)
    if m < 0:
        raise IvyValueError("Order of derivative must be positive (see polyint)")
    p = _coefficient_array(p)
    for _ in range(m):
        powers = asarray(_np.arange(p.shape[0] - 1, 0, -1))
        p = p[:-1] * powers
    return p


@numpy_function
def polyint(p, m=1, k=None):
    """Return an antiderivative of a polynomial, with constants of integration ``k``."""
    m = int(m)
    if m < 0:
        raise IvyValueError("Order of integral must be positive (see polyder)")
    constants = flattened(asarray(0.0 if k is None else k))
    if constants.shape[0] == 1 and m > 1:
        constants = ivy.broadcast_to(constants, (m,))
    if constants.shape[0] < m:
        raise IvyValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    p = _coefficient_array(p)
    for i in range(m):
        powers = asarray(_np.arange(p.shape[0], 0, -1))
        p = ivy.concat([p / powers, constants[i : i + 1]], axis=0)
    return p


@numpy_function
def polyfit(x: ArrayLike, y: ArrayLike, deg, rcond=None, full=False, w=None, cov=False):
    """Fit a polynomial by least squares.

    Parameters
    ----------
    x : ArrayLike, shape (M,)
        Places of the samples.
    y : ArrayLike, shape (M,) or (M, K)
        Samples.
    deg : int
        Degree.
    rcond : float, optional
        Singular values smaller than this part of the largest one are ignored.
    full : bool
        Whether to return residuals, rank, singular values and rcond too.
    w : ArrayLike, shape (M,), optional
        Weights.
    cov : bool or 'unscaled'
        Whether to return the covariance matrix too.

    Returns
    -------
    ndarray, shape (deg + 1,) or (deg + 1, K), highest power first
    """
    order = int(deg) + 1
    x, y = x + 0.0, y + 0.0
    if deg < 0:
        raise IvyValueError("expected deg >= 0")
    if x.ndim != 1:
        raise IvyTypeError("expected 1D vector for x")
    if not x.size:
        raise IvyTypeError("expected non-empty vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise IvyTypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise IvyTypeError("expected x and y to have same length")
    if rcond is None:
        rcond = _np.float64(len(x) * _np.finfo(x.dtype).eps)
    powers = [as_array(x**i) if i else ivy.ones_like(x) for i in range(order - 1, -1, -1)]
    lhs, rhs = ivy.stack(powers, axis=-1), y
    if w is not None:
        w = asarray(w) + 0.0
        if w.ndim != 1:
            raise IvyTypeError("expected a 1-d array for weights")
        if w.shape[0] != y.shape[0]:
            raise IvyTypeError("expected w and y to have the same length")
        lhs = lhs * ivy.expand_dims(w, axis=-1)
        rhs = rhs * (ivy.expand_dims(w, axis=-1) if rhs.ndim == 2 else w)
    scale = UFUNCS["sqrt"](UFUNCS["add"].reduce(lhs * lhs, 0))
    c, residuals, rank, s = _linalg_frontend().lstsq(lhs / scale, rhs, float(rcond))
    c = (c.T / scale).T
    if not full and not is_recorded(rank) and int(rank) != order:
        warnings.warn(
            "Polyfit may be poorly conditioned",
            _np.exceptions.RankWarning,
            stacklevel=level_of_user(sys._getframe()),
        )
    if full:
        return c, residuals, rank, s, rcond
    if not cov:
        return c
    base = _linalg_frontend().inv((lhs / scale).T @ (lhs / scale)) / UFUNCS["multiply"].outer(
        scale, scale
    )
    factor = 1
    if cov != "unscaled":
        if len(x) <= order:
            raise IvyValueError(
                "the number of data points must exceed order to scale the covariance matrix"
            )
        factor = residuals / (len(x) - order)
    if y.ndim == 1:
        return c, base * factor
    return c, ivy.expand_dims(base, axis=-1) * factor


__all__ = [
    "poly", "polyadd", "polyder", "polydiv", "polyfit", "polyint", "polymul", "polysub", "polyval",
    "roots",
]  # fmt: skip
