"""The error function, its kin and inverses, and the normal distribution's, in double precision."""

from __future__ import annotations

import math

from . import tables
from .series import INFINITY, NAN, clenshaw, exp_minus_square, fold, inside, where_it_serves

_ROOT = math.sqrt(2.0)
_SLOPE = 2.0 / math.sqrt(math.pi)


def erf(xp, x):
    """Return the error function: a Chebyshev series in ``x**2`` up to 1, else ``1 - erfc(x)``."""
    size = xp.abs(x)
    beyond = 1.0 - _erfc_of_positive(xp, size)
    return xp.where(size <= 1.0, _erf_of_small(xp, x), xp.where(x < 0.0, -beyond, beyond))


def _erf_of_small(xp, x):
    """Return erf where ``-1 <= x <= 1``; elsewhere the numbers mean nothing."""
    near = inside(xp, x, -1.0, 1.0)
    return near * clenshaw(tables.ERF, 2.0 * near * near - 1.0)


def _erfcx(xp, x):
    """Return ``exp(x**2) * erfc(x)`` for ``x >= 0``, by a Chebyshev series.

    M. M. Shepherd and J. G. Laframboise, Mathematics of Computation 36, 1981.
    """
    finite = xp.minimum(x, 1e300)
    series = clenshaw(tables.ERFCX, (finite - 4.0) / (finite + 4.0))
    return xp.where(x == INFINITY, 0.0, series / (1.0 + 2.0 * finite))


def _erfc_of_positive(xp, x):
    return exp_minus_square(xp, x) * _erfcx(xp, x)


def erfcx(xp, x):
    """Return ``exp(x**2) * erfc(x)``; of negative numbers by ``erfc(-x) = 2 - erfc(x)``."""
    scaled = _erfcx(xp, xp.abs(x))
    negative = xp.maximum(xp.minimum(x, 0.0), -30.0)
    head = xp.floor(-negative * 16.0) / 16.0
    square = xp.exp(head * head) * xp.exp((-negative - head) * (-negative + head))
    return xp.where(x < 0.0, 2.0 * square - scaled, scaled)


def erfc(xp, x):
    """Return ``1 - erf(x)`` without its cancellation."""
    beyond = _erfc_of_positive(xp, xp.abs(x))
    outer = xp.where(x < 0.0, 2.0 - beyond, beyond)
    return xp.where(xp.abs(x) < 0.5, 1.0 - _erf_of_small(xp, x), outer)


def ndtr(xp, x):
    """Return the normal distribution function (DLMF 7.18, Abramowitz and Stegun 26.2.29)."""
    return 0.5 * erfc(xp, x * -(0.5 * _ROOT))


def log_ndtr(xp, x):
    """Return the logarithm of :func:`ndtr`; below -1 from the scaled function, which is never 0."""
    scaled = x * (0.5 * _ROOT)
    tail = xp.log(0.5 * _erfcx(xp, xp.abs(scaled))) - 0.5 * x * x
    tail = xp.where(x == -INFINITY, -INFINITY, tail)
    return xp.where(x < -1.0, tail, xp.log1p(-0.5 * erfc(xp, xp.maximum(scaled, -1.0))))


def _approximate_erfinv(xp, logarithm):
    """Return the inverse of erf, to three digits and not negative, from ``log(1 - y**2)``.

    S. Winitzki, "A handy approximation for the error function and its inverse", 2008.
    """
    middle = 2.0 / (math.pi * 0.147) + 0.5 * logarithm
    width = -logarithm / 0.147
    root = xp.sqrt(middle * middle + width)
    # the difference of root and middle, by the form that does not cancel
    square = xp.where(middle > 0.0, width / (root + xp.abs(middle)), root - middle)
    return xp.sqrt(square)


def _erfinv_of_small(xp, y):
    """Return the inverse of erf for ``|y| <= 0.5``, by Halley's method."""
    y = inside(xp, y, -0.5, 0.5)
    x = _approximate_erfinv(xp, xp.log1p(-y * y))
    x = xp.where(y < 0.0, -x, x)
    x = xp.where(xp.abs(y) < 1e-8, y / _SLOPE, x)

    def step(_, x):
        newton = (_erf_of_small(xp, x) - y) / (_SLOPE * xp.exp(-x * x))
        return x - newton / (1.0 + x * newton)

    return fold(xp, step, x, 3)


def _erfcinv_of_small(xp, q):
    """Return x with ``erfc(x) = q``, for ``0 < q <= 0.5``, by Halley's method on the logarithm."""
    q = inside(xp, q, 5e-324, 0.5)
    target = xp.log(q)

    def step(_, x):
        scaled = _erfcx(xp, x)
        slope = -_SLOPE / scaled  # of log(erfc(x))
        newton = (xp.log(scaled) - x * x - target) / slope
        curve = -2.0 * x - slope  # the second derivative over the first
        return x - newton / (1.0 - 0.5 * newton * curve)

    return fold(xp, step, _approximate_erfinv(xp, xp.log(2.0 - q) + target), 3)


def erfinv(xp, y):
    """Return the inverse of the error function; nan outside of [-1, 1]."""
    size = xp.abs(y)
    far = size > 0.5
    (tail,) = where_it_serves(xp, far, lambda q: (_erfcinv_of_small(xp, q),), (1.0 - size,), (0.5,))
    tail = xp.where(size == 1.0, INFINITY, tail)
    tail = xp.where(y < 0.0, -tail, tail)
    (center,) = where_it_serves(xp, ~far, lambda y: (_erfinv_of_small(xp, y),), (y,), (0.0,))
    result = xp.where(far, tail, center)
    return xp.where(size <= 1.0, result, NAN)


def erfcinv(xp, q):
    """Return the inverse of erfc; nan outside of [0, 2]."""
    small = xp.minimum(q, 2.0 - q)
    tail = xp.where(small == 0.0, INFINITY, _erfcinv_of_small(xp, small))
    tail = xp.where(q > 1.0, -tail, tail)
    result = xp.where(small >= 0.5, _erfinv_of_small(xp, 1.0 - q), tail)
    return xp.where(small >= 0.0, result, NAN)


def ndtri(xp, p):
    """Return the inverse of the normal distribution function; nan outside of [0, 1]."""
    return 0.0 - _ROOT * erfcinv(xp, 2.0 * p)
