"""Bessel functions of order 0 and 1, and Airy's, in double precision.

Small arguments have Chebyshev series, large ones the factors of their asymptotic form: amplitude
and phase (DLMF 10.17, 9.7), or exponential decay (DLMF 10.40). Sine and cosine are taken of x
itself, as no rounded multiple of pi is then subtracted.
"""

from __future__ import annotations

import math

from . import tables
from .series import INFINITY, NAN, clenshaw, inside

_SMALL = 8.0


def _bessel_j_and_y_of_large(xp, x, order) -> tuple:
    """Return J and Y of ``x > 8`` (DLMF 10.17.3, 10.17.4)."""
    x = inside(xp, x, _SMALL, 1e300)
    ratio = _SMALL / x
    t = 2.0 * ratio * ratio - 1.0
    p_table = tables.BESSEL1_P if order else tables.BESSEL0_P
    q_table = tables.BESSEL1_Q if order else tables.BESSEL0_Q
    p, q = clenshaw(p_table, t), ratio * clenshaw(q_table, t)
    sine, cosine = xp.sin(x), xp.cos(x)
    total, difference = sine + cosine, sine - cosine
    scale = 1.0 / xp.sqrt(math.pi * x)
    if order:
        return scale * (p * difference + q * total), scale * (q * difference - p * total)
    return scale * (p * total - q * difference), scale * (p * difference + q * total)


def _series_argument_of_small(xp, x) -> tuple:
    """Return x clipped to its series' range, and the Chebyshev argument of its square."""
    near = inside(xp, x, -_SMALL, _SMALL)
    return near, near * near / 32.0 - 1.0


def j0(xp, x):
    """Return the Bessel function of the first kind of order 0 (DLMF 10.2.2)."""
    size = xp.abs(x)
    near = clenshaw(tables.J0_SMALL, _series_argument_of_small(xp, size)[1])
    far = xp.where(size == INFINITY, 0.0, _bessel_j_and_y_of_large(xp, size, 0)[0])
    return xp.where(size <= _SMALL, near, far)


def j1(xp, x):
    """Return the Bessel function of the first kind of order 1 (DLMF 10.2.2)."""
    size = xp.abs(x)
    near, t = _series_argument_of_small(xp, x)
    far = xp.where(size == INFINITY, 0.0, _bessel_j_and_y_of_large(xp, size, 1)[0])
    far = xp.where(x < 0.0, -far, far)
    return xp.where(size <= _SMALL, near * clenshaw(tables.J1_SMALL, t), far)


def _join_second_kind(xp, x, near, far):
    """Join Y's values for small and large x: -inf at 0, nan below 0."""
    result = xp.where(x <= _SMALL, near, xp.where(x == INFINITY, 0.0, far))
    result = xp.where(x == 0.0, -INFINITY, result)
    return xp.where(x >= 0.0, result, NAN)


def _one_where_not_positive(xp, x):
    """Replace elements that are not positive by 1, so that their logarithm is finite."""
    return xp.where(x > 0.0, x, 1.0)


def y0(xp, x):
    """Return the Bessel function of the second kind of order 0 (DLMF 10.8.2); nan below 0."""
    safe = _one_where_not_positive(xp, x)
    small, t = _series_argument_of_small(xp, safe)
    first = clenshaw(tables.J0_SMALL, t)
    near = (2.0 / math.pi) * xp.log(0.5 * small) * first + clenshaw(tables.Y0_SMALL, t)
    return _join_second_kind(xp, x, near, _bessel_j_and_y_of_large(xp, safe, 0)[1])


def y1(xp, x):
    """Return the Bessel function of the second kind of order 1 (DLMF 10.8.1); nan below 0."""
    safe = _one_where_not_positive(xp, x)
    small, t = _series_argument_of_small(xp, safe)
    first = small * clenshaw(tables.J1_SMALL, t)
    near = (2.0 / math.pi) * (xp.log(0.5 * small) * first - 1.0 / small)
    near = near + small * clenshaw(tables.Y1_SMALL, t)
    return _join_second_kind(xp, x, near, _bessel_j_and_y_of_large(xp, safe, 1)[1])


def _scaled_bessel_i(xp, size, small_table, large_table) -> tuple:
    """Return two series of ``exp(-x) I(x)``: one right for x below 8, one for x above."""
    near = clenshaw(small_table, xp.minimum(size, _SMALL) / 4.0 - 1.0)
    outer = xp.maximum(size, _SMALL)
    far = clenshaw(large_table, 16.0 / outer - 1.0) / xp.sqrt(outer)
    return near, far


def i0e(xp, x):
    """Return ``exp(-|x|) I0(x)`` (DLMF 10.25.2)."""
    size = xp.abs(x)
    near, far = _scaled_bessel_i(xp, size, tables.I0E_SMALL, tables.I0E_LARGE)
    return xp.where(size <= _SMALL, near, far)


def i1e(xp, x):
    """Return ``exp(-|x|) I1(x)`` (DLMF 10.25.2)."""
    size = xp.abs(x)
    near, far = _scaled_bessel_i(xp, size, tables.I1E_SMALL, tables.I1E_LARGE)
    return xp.where(size <= _SMALL, x * near, xp.where(x < 0.0, -far, far))


def i0(xp, x):
    """Return the modified Bessel function of the first kind of order 0 (DLMF 10.25.2)."""
    size = xp.abs(x)
    half = xp.exp(0.5 * size)
    return xp.where(size == INFINITY, INFINITY, half * i0e(xp, x) * half)


def i1(xp, x):
    """Return the modified Bessel function of the first kind of order 1 (DLMF 10.25.2)."""
    half = xp.exp(0.5 * xp.abs(x))
    return xp.where(xp.abs(x) == INFINITY, x, half * i1e(xp, x) * half)


def _bessel_k(xp, x, order, scaled):
    """Return the Bessel function K of an order, times ``exp(x)`` if ``scaled``; nan below 0."""
    safe = _one_where_not_positive(xp, x)
    small = xp.minimum(safe, 2.0)
    t = 0.5 * small * small - 1.0
    size = xp.exp(small)
    if order:
        first = i1e(xp, small) * size
        near = xp.log(0.5 * small) * first + small * clenshaw(tables.K1_SMALL, t)
        near = near + 1.0 / small
    else:
        first = i0e(xp, small) * size
        near = clenshaw(tables.K0_SMALL, t) - xp.log(0.5 * small) * first
    outer = xp.maximum(safe, 2.0)
    far = clenshaw(tables.K1E_LARGE if order else tables.K0E_LARGE, 4.0 / outer - 1.0)
    far = far / xp.sqrt(outer)
    if scaled:
        near = near * size
    else:
        far = far * xp.exp(-outer)
    result = xp.where(x <= 2.0, near, far)
    result = xp.where(x == 0.0, INFINITY, result)
    return xp.where(x >= 0.0, result, NAN)


def k0(xp, x):
    """Return the modified Bessel function of the second kind of order 0 (DLMF 10.31.2)."""
    return _bessel_k(xp, x, 0, False)


def k0e(xp, x):
    """Return ``exp(x) K0(x)``."""
    return _bessel_k(xp, x, 0, True)


def k1(xp, x):
    """Return the modified Bessel function of the second kind of order 1 (DLMF 10.31.1)."""
    return _bessel_k(xp, x, 1, False)


def k1e(xp, x):
    """Return ``exp(x) K1(x)``."""
    return _bessel_k(xp, x, 1, True)


def spherical_bessel_j0(xp, x):
    """Return ``sin(x) / x`` (DLMF 10.49.3)."""
    flat = xp.abs(x) < 1e-9
    finite = xp.where(xp.abs(x) == INFINITY, 1.0, x)
    quotient = xp.sin(finite) / xp.where(flat, 1.0, finite)
    result = xp.where(flat, 1.0, quotient)
    return xp.where(xp.abs(x) == INFINITY, 0.0, result)


def spherical_bessel_j1(xp, x):
    """Return ``sin(x) / x**2 - cos(x) / x`` (DLMF 10.49.3); by its power series up to 1."""
    small = inside(xp, x, -1.0, 1.0)
    square = small * small
    total, term = 0.0, small / 3.0
    for k in range(1, 12):
        total = total + term
        term = term * square * (-0.5 / (k * (2.0 * k + 3.0)))
    outer = xp.where((xp.abs(x) <= 1.0) | (xp.abs(x) == INFINITY), 1.0, x)
    far = (xp.sin(outer) / outer - xp.cos(outer)) / outer
    result = xp.where(xp.abs(x) <= 1.0, total, far)
    return xp.where(xp.abs(x) == INFINITY, 0.0, result)


def _airy_ai(xp, x, prime):
    """Return ``Ai(x)``, or its derivative if ``prime``, of any real x."""
    middle, negative, large, p_table, q_table = (
        (tables.AI_PRIME_MIDDLE, tables.AI_PRIME_NEGATIVE, tables.AI_PRIME_LARGE,
         tables.AI_PRIME_P, tables.AI_PRIME_Q)
        if prime else
        (tables.AI_MIDDLE, tables.AI_NEGATIVE, tables.AI_LARGE, tables.AI_P, tables.AI_Q)
    )  # fmt: skip
    near = clenshaw(middle, inside(xp, x, -2.0, 2.0) / 2.0)
    below = clenshaw(negative, (inside(xp, x, -10.0, -2.0) + 6.0) / 4.0)
    outer = inside(xp, x, 2.0, 1e200)
    root = xp.sqrt(outer)
    decay = clenshaw(large, 2.0 * (2.0 / outer) * xp.sqrt(2.0 / outer) - 1.0)
    decay = decay * xp.exp((-2.0 / 3.0) * outer * root) * (0.5 / math.sqrt(math.pi))
    fourth = xp.sqrt(root)
    decay = decay * fourth if prime else decay / fourth
    outer = inside(xp, -x, 10.0, 1e200)
    root = xp.sqrt(outer)
    phase = (2.0 / 3.0) * outer * root
    ratio = 20.0 / phase
    t = 2.0 * ratio * ratio - 1.0
    p, q = clenshaw(p_table, t), ratio * clenshaw(q_table, t)
    sine, cosine = xp.sin(phase), xp.cos(phase)
    total, difference = sine + cosine, sine - cosine  # of the phase less pi / 4
    fourth = xp.sqrt(root)
    if prime:
        wave = (p * difference - q * total) * fourth
    else:
        wave = (p * total + q * difference) / fourth
    wave = wave * math.sqrt(0.5 / math.pi)
    result = xp.where(x > 2.0, decay, xp.where(x >= -2.0, near, below))
    result = xp.where(x < -10.0, wave, result)
    limit = NAN if prime else 0.0
    result = xp.where(x == -INFINITY, limit, xp.where(x == INFINITY, 0.0, result))
    return xp.where(xp.isnan(x), NAN, result)


def airy_ai(xp, x):
    """Return Airy's function Ai (DLMF 9.2)."""
    return _airy_ai(xp, x, False)


def airy_ai_prime(xp, x):
    """Return the derivative of Ai."""
    return _airy_ai(xp, x, True)
