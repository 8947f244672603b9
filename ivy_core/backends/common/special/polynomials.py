"""Orthogonal polynomials of many degrees at once, by their recurrences in the degree."""

from __future__ import annotations

import numpy as np

from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

# name: what the first two are, and the factors of x, of 1 and of the one before, at a degree
# (DLMF 18.9.1, 18.9(i)); in Chebyshev's each is twice x less the one before
_RECURRENCES = {
    "chebyshev_polynomial_t": (lambda x: x, lambda n: (2.0, 0.0, 1.0)),
    "chebyshev_polynomial_u": (lambda x: 2.0 * x, lambda n: (2.0, 0.0, 1.0)),
    "chebyshev_polynomial_v": (lambda x: 2.0 * x - 1.0, lambda n: (2.0, 0.0, 1.0)),
    "chebyshev_polynomial_w": (lambda x: 2.0 * x + 1.0, lambda n: (2.0, 0.0, 1.0)),
    "hermite_polynomial_h": (lambda x: 2.0 * x, lambda n: (2.0, 0.0, 2.0 * n)),
    "hermite_polynomial_he": (lambda x: x, lambda n: (1.0, 0.0, 1.0 * n)),
    "laguerre_polynomial_l": (
        lambda x: 1.0 - x,
        lambda n: (-1.0 / (n + 1), (2.0 * n + 1.0) / (n + 1), n / (n + 1)),
    ),
    "legendre_polynomial_p": (
        lambda x: x,
        lambda n: ((2.0 * n + 1.0) / (n + 1), 0.0, n / (n + 1)),
    ),
}
NAMES = (*_RECURRENCES, *(f"shifted_chebyshev_polynomial_{kind}" for kind in "tuvw"))


def polynomial(xp, name, x, degrees):
    """Return the polynomial of a name, of floating ``x``, in each of the degrees.

    Parameters
    ----------
    degrees : int or numpy.ndarray
        They broadcast with x; negative ones have the polynomial 0.
    """
    if name.startswith("shifted_"):
        name, x = name.removeprefix("shifted_"), 2.0 * x - 1.0
    first, factors = _RECURRENCES[name]
    degrees = np.asarray(degrees)
    highest = int(degrees.max(initial=0))
    previous, current = x * 0.0 + 1.0, first(x)
    if not degrees.ndim:
        if highest < 2:
            return current if degrees == 1 else previous if degrees == 0 else x * 0.0
        for n in range(1, highest):
            previous, current = current, _next_by_recurrence(factors(n), x, previous, current)
        return current
    result = xp.where(xp.asarray(degrees == 0), previous, 0.0 * x)
    for n in range(1, highest + 1):
        result = xp.where(xp.asarray(degrees == n), current, result)
        previous, current = current, _next_by_recurrence(factors(n), x, previous, current)
    return result


def _next_by_recurrence(factors, x, previous, current):
    """``(slope * x + constant) * current - before * previous``, with the three ``factors``."""
    slope, constant, before = factors
    return (slope * x + constant) * current - before * previous


def check_degrees(name, degrees):
    """Return the degrees as an integer array of NumPy.

    Raises
    ------
    IvyTypeError
        If they are not whole.
    IvyValueError
        If they are so high that a recurrence is no method.
    """
    degrees = np.asarray(degrees)
    if degrees.dtype.kind == "f" and np.all(degrees == np.floor(degrees)):
        degrees = degrees.astype(np.int64)
    if degrees.dtype.kind not in "iub":
        raise IvyTypeError(
            f"{name}: degrees of dtype {degrees.dtype} were given; integers are allowed"
        )
    if degrees.size and degrees.max() > 10_000:
        raise IvyValueError(f"{name}: degree {degrees.max()} was given; up to 10000 is allowed")
    return degrees
