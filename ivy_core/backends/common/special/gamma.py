"""The gamma function's logarithm and derivatives, zeta, and the incomplete gamma functions."""

from __future__ import annotations

import functools
import math

from . import error, tables
from .series import (
    INFINITY,
    NAN,
    clenshaw,
    fold,
    horner,
    inside,
    sin_pi,
    where_it_serves,
)

_HALF_LOG_2PI = 0.5 * math.log(2.0 * math.pi)
# B_2k for k = 1 to 12 (DLMF 24.2(iv))
_BERNOULLI = (
    1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798,
    -174611 / 330, 854513 / 138, -236364091 / 2730,
)  # fmt: skip
_STIRLING = tuple(b / (2 * k * (2 * k - 1)) for k, b in enumerate(_BERNOULLI[:9], 1))
_DIGAMMA = tuple(b / (2 * k) for k, b in enumerate(_BERNOULLI[:9], 1))
_ZETA = tuple(b / math.factorial(2 * k) for k, b in enumerate(_BERNOULLI, 1))
_ENOUGH = 10.0  # from here on the asymptotic series have full precision


def stirling_rest(xp, x):
    """Compute the remainder of Stirling's formula, for ``x >= 10`` (DLMF 5.11.1)."""
    inverse = 1.0 / x
    return inverse * horner(_STIRLING, inverse * inverse)


def log1p_gamma(xp, x):
    """Return ``lgamma(1 + x)`` for ``0 <= x <= 2``, to full precision also near its zero at 0."""
    return x * (x - 1.0) * clenshaw(tables.LGAMMA, x - 1.0)


def _lgamma_of_positive(xp, x):
    small = inside(xp, x, 0.0, 3.0)
    fraction = xp.where(small < 1.0, small, small - 1.0)
    near = log1p_gamma(xp, fraction) - xp.where(small < 1.0, xp.log(small), 0.0)
    product, raised = 1.0, xp.maximum(x, 3.0)
    for _ in range(7):  # lgamma(x) = lgamma(x + 1) - log(x)
        below = raised < _ENOUGH
        product = product * xp.where(below, raised, 1.0)
        raised = xp.where(below, raised + 1.0, raised)
    far = (raised - 0.5) * (xp.log(raised) - 1.0) + (_HALF_LOG_2PI - 0.5)
    far = far + stirling_rest(xp, raised) - xp.log(product)
    return xp.where(x <= 3.0, near, far)


def lgamma(xp, x):
    """Return the logarithm of the gamma function's magnitude.

    A Chebyshev series with the zeros at 1 and 2 taken out up to 3, Stirling's series beyond (DLMF
    5.11.1), the reflection formula (DLMF 5.5.3) below 0.
    """
    size = xp.abs(x)
    positive = _lgamma_of_positive(xp, size)
    sine, _ = sin_pi(xp, inside(xp, x, -1e300, 1e300))
    # the magnitude is that of -pi / (x sin(pi x) gamma(-x))
    product = xp.abs(sine)
    reflected = math.log(math.pi) - xp.log(product) - xp.log(size) - positive
    reflected = xp.where((product == 0.0) | (size == INFINITY), INFINITY, reflected)
    return xp.where(x < 0.0, reflected, positive)


def digamma(xp, x):
    """Return the logarithmic derivative of the gamma function.

    A Chebyshev series on [1, 2], with the zero taken out; the recurrence (DLMF 5.5.2) to there
    and up to 10, the asymptotic series (DLMF 5.11.2) beyond, the reflection formula (DLMF 5.5.4)
    below 0. At the poles nan, at the two zeros an infinity of the other sign.
    """
    negative = x < 0.0
    positive = xp.where(negative, 1.0 - x, x)
    near = inside(xp, positive, 0.0, 2.0)
    unit = xp.where(near < 1.0, near + 1.0, near)
    head, rest = tables.DIGAMMA_ZERO
    low = ((unit - head) - rest) * clenshaw(tables.DIGAMMA, 2.0 * unit - 3.0)
    low = low - xp.where(near < 1.0, 1.0 / xp.where(near == 0.0, 1.0, near), 0.0)
    total, raised = 0.0, xp.maximum(positive, 2.0)
    for _ in range(8):
        below = raised < _ENOUGH
        total = total + xp.where(below, 1.0 / raised, 0.0)
        raised = xp.where(below, raised + 1.0, raised)
    square = (1.0 / raised) * (1.0 / raised)
    high = xp.log(raised) - 0.5 / raised - square * horner(_DIGAMMA, square) - total
    result = xp.where(positive <= 2.0, low, high)
    sine, cosine = sin_pi(xp, inside(xp, x, -1e300, 1e300))
    pole = sine == 0.0
    cotangent = math.pi * cosine / xp.where(pole, 1.0, sine)
    tiny = negative & (x > -1e-150)
    result = xp.where(
        negative, xp.where(tiny, -1.0 / xp.where(tiny, x, 1.0), result - cotangent), result
    )
    result = xp.where(negative & pole & ~tiny, NAN, result)
    return xp.where(x == 0.0, -1.0 / x, result)


def _hurwitz_zeta(xp, s, q):
    """Return the Hurwitz zeta function of ``s > 1``, ``q > 0`` by Euler and Maclaurin's formula.

    DLMF 25.11.28, 2.10(i); F. Johansson, Numerical Algorithms 69, 2015.
    """
    total = fold(xp, lambda k, total: total + xp.power(q + 1.0 * k, -s), 0.0 * q, 10)
    raised = q + 10.0
    power = xp.power(raised, -s)
    factor = s / raised
    correction = 0.5 + raised / (s - 1.0)
    for k, coefficient in enumerate(_ZETA):
        correction = correction + coefficient * factor
        factor = factor * ((s + (2 * k + 1.0)) / raised) * ((s + (2 * k + 2.0)) / raised)
    # what is negligible may overflow on its way
    return total + xp.where(power == 0.0, 0.0, power * correction)


def zeta(xp, s, q):
    """Return the Hurwitz zeta function, the sum of ``(k + q) ** -s`` over ``k = 0, 1, ...``.

    For negative ``q`` and whole ``s`` the terms before zero are a difference of two such sums.
    """
    usable = (s > 1.0) & (s < INFINITY)
    safe = xp.where(usable, s, 2.0)
    below = xp.floor(q)
    fraction = q - below
    negative = q <= 0.0
    other = 1.0 - xp.where(negative, fraction, 0.5)
    first = xp.where(negative, xp.where(fraction == 0.0, 1.0, fraction), q)
    result = _hurwitz_zeta(xp, safe, first)

    def terms_before(s, q, below):
        sums = _hurwitz_zeta(xp, s, xp.stack((q, q - below)))
        return (sums[0] - sums[1],)

    others = 2.0, 0.5, -1.0
    (before,) = where_it_serves(xp, negative, terms_before, (safe, other, below), others)
    odd = safe * 0.5 != xp.floor(safe * 0.5)
    result = xp.where(negative, result + xp.where(odd, -before, before), result)
    limit = xp.where(q == 1.0, 1.0, xp.where(q > 1.0, 0.0, INFINITY))  # for infinite s
    result = xp.where(s == INFINITY, xp.where(negative, NAN, limit), result)
    result = xp.where(negative & (safe != xp.floor(safe)), NAN, result)
    result = xp.where(negative & (fraction == 0.0), INFINITY, result)
    result = xp.where(q == INFINITY, 0.0, result)
    result = xp.where(q == -INFINITY, NAN, result)
    result = xp.where(s == 1.0, INFINITY, result)
    return xp.where((s >= 1.0) & ~xp.isnan(q), result, NAN)


def polygamma(xp, n, x, native=None):
    """Return the derivative of order ``n`` of :func:`digamma` (DLMF 5.15.2); nan for other n.

    ``native`` has functions ``zeta``, ``lgamma`` and ``digamma`` that stand for those here.
    """
    if native is None:
        size_of, zeta_of = functools.partial(_lgamma_of_positive, xp), functools.partial(zeta, xp)
        first = functools.partial(digamma, xp)
    else:
        size_of, zeta_of, first = native.lgamma, native.zeta, native.digamma
    order = xp.where(n > 0.0, n, 1.0)
    value = zeta_of(order + 1.0, x)
    size = size_of(order + 1.0)
    # the logarithms are added where the factorial alone would overflow
    whole = xp.exp(size) * value
    whole = xp.where((size > 700.0) & (value > 0.0), xp.exp(size + xp.log(value)), whole)
    odd = order * 0.5 != xp.floor(order * 0.5)
    result = xp.where(odd, whole, -whole)
    (of_order_0,) = where_it_serves(xp, n == 0.0, lambda x: (first(x),), (x,), (1.0,))
    result = xp.where(n == 0.0, of_order_0, result)
    return xp.where((n >= 0.0) & (n == xp.floor(n)), result, NAN)


def _log1p_minus_x(xp, x):
    """Return ``log1p(x) - x`` for ``x > -1``, to full precision for small x too."""
    small = inside(xp, x, -0.5, 0.5)
    # log1p(x) = 2 atanh(r), r = x / (2 + x), whose first term is taken together with -x
    ratio = small / (2.0 + small)
    square = ratio * ratio
    terms = tuple(2.0 / (2 * k + 3) for k in range(18))
    near = ratio * square * horner(terms, square) - small * ratio
    return xp.where(xp.abs(x) <= 0.5, near, xp.log1p(x) - x)


def _incomplete_gamma_prefactor(xp, a, x):
    """Return ``x**a * exp(-x) / gamma(a + 1)``."""
    large = xp.maximum(a, _ENOUGH)
    mu = (x - large) / large
    ratio = xp.where(xp.abs(mu) > 0.5, x / large, 1.0)  # not 1 + mu, which has lost a small x
    power = xp.where(xp.abs(mu) > 0.5, xp.log(ratio) - mu, _log1p_minus_x(xp, mu))
    by_stirling = xp.exp(large * power - stirling_rest(xp, large))
    by_stirling = by_stirling / xp.sqrt(2.0 * math.pi * large)
    small = xp.minimum(a, _ENOUGH)
    plain = xp.exp(small * xp.log(x) - x - _lgamma_of_positive(xp, small + 1.0))
    return xp.where(a >= _ENOUGH, by_stirling, plain)


def _lower_gamma_series(xp, a, x, terms):
    """Return P(a, x) over the prefactor: DLMF 8.7.1."""

    def step(n, state):
        total, term = state
        term = term * (x / (a + 1.0 * (n + 1)))
        return total + term, term

    one = 0.0 * x + 1.0
    return fold(xp, step, (one, one), terms - 1, steady=0)[0]


def _upper_gamma_fraction(xp, a, x, terms):
    """Return Q(a, x) over the prefactor, by a continued fraction (DLMF 8.9.2).

    The even part of the fraction is summed as a series from the front: the partial denominators
    of Lentz's method need no test here, as all are positive for ``x > a + 1``.
    """
    b = x + 1.0 - a
    d = 1.0 / b
    c = 0.0 * b + 1e300

    def step(n, state):
        b, c, d, result = state
        n = 1.0 * (n + 1)
        numerator = -n * (n - a)
        b = b + 2.0
        d = 1.0 / (numerator * d + b)
        c = b + numerator / c
        return b, c, d, result * (d * c)

    return fold(xp, step, (b, c, d, d), terms - 1, steady=3)[3] * a


def _upper_gamma_of_small(xp, a, x):
    """Return Q(a, x) for small a and x, where ``1 - P`` would cancel.

    ``Q = 1 - x**a / gamma(1 + a) - ...``, the first difference by ``expm1`` (DLMF 8.7.3).
    """
    logarithm = a * xp.log(x) - log1p_gamma(xp, inside(xp, a, 0.0, 2.0))

    def step(n, state):
        total, term = state
        n = 1.0 * (n + 1)
        term = term * (-x / n)
        return total + term / (a + n), term

    total, _ = fold(xp, step, (0.0 * x, 0.0 * x + 1.0), 29, steady=0)
    return -xp.expm1(logarithm) - xp.exp(logarithm) * a * total


def _incomplete_gamma_by_temme(xp, a, x) -> tuple:
    """Return P and Q for ``a >= 20`` and x near a, by Temme's uniform expansion.

    N. M. Temme, SIAM Journal on Mathematical Analysis 10, 1979; DLMF 8.12.3 to 8.12.11.
    """
    mu = (x - a) / a
    half = -_log1p_minus_x(xp, mu)  # eta**2 / 2
    eta = xp.sqrt(2.0 * xp.maximum(half, 0.0))
    eta = xp.where(mu < 0.0, -eta, eta)
    inverse = 1.0 / a
    rows = tables.TEMME
    table = xp.asarray(rows) if hasattr(xp, "fori_loop") else rows  # indexed by what is traced
    width = len(rows[0])

    def step(k, total):
        row = table[len(rows) - 1 - k]
        return total * inverse + horner([row[n] for n in range(width)], eta)

    total = fold(xp, step, 0.0 * eta, len(rows))
    root = xp.sqrt(a * half)
    rest = xp.exp(-a * half) / xp.sqrt(2.0 * math.pi * a) * total
    scaled = error.erfcx(xp, root) * xp.exp(-a * half)
    # Q is half of erfc(eta sqrt(a / 2)): the exponent is taken as it is, not squared again
    tail = 0.5 * scaled
    lower = xp.where(mu < 0.0, tail - rest, 1.0 - tail - rest)
    upper = xp.where(mu < 0.0, 1.0 - tail + rest, tail + rest)
    return lower, upper


def _incomplete_gammas(xp, a, x) -> tuple:
    """Return P(a, x) and Q(a, x) for finite positive a and x."""
    ratio = x / a
    near = (a >= 20.0) & (xp.abs(ratio - 1.0) < 0.4)
    # where the series serves: each method is given arguments of its own region
    small = ~near & (x < 1.5) & (a < x + 0.5)
    below = ~near & ~small & (x < a + 0.5)
    above = ~near & ~small & ~below

    def series_below(a, x):
        return (_lower_gamma_series(xp, a, x, 110) * _incomplete_gamma_prefactor(xp, a, x),)

    def fraction_above(a, x):
        return (_upper_gamma_fraction(xp, a, x, 90) * _incomplete_gamma_prefactor(xp, a, x),)

    def both_small(a, x):
        # P near 0 for small a and x: its own series
        direct = _lower_gamma_series(xp, a, x, 40) * _incomplete_gamma_prefactor(xp, a, x)
        return direct, _upper_gamma_of_small(xp, a, x)

    def of(mask, method, *others):
        return where_it_serves(xp, mask, method, (a, x), others)

    low_near, high_near = of(near, lambda a, x: _incomplete_gamma_by_temme(xp, a, x), 100.0, 100.0)
    (series,) = of(below, series_below, 1.0, 1.0)
    (fraction,) = of(above, fraction_above, 1.0, 3.0)
    direct, rest = of(small, both_small, 1.0, 1.0)
    lower = xp.where(
        near, low_near, xp.where(below, series, xp.where(small, direct, 1.0 - fraction))
    )
    upper = xp.where(
        near, high_near, xp.where(above, fraction, xp.where(small, rest, 1.0 - series))
    )
    return lower, upper


def _regularised_gamma(xp, a, x, upper):
    """Return P(a, x), or Q(a, x) if ``upper`` (a bool), limits included; nan of negative a or x."""
    usable = (a > 0.0) & (x > 0.0) & (a < INFINITY) & (x < INFINITY)
    found = _incomplete_gammas(xp, xp.where(usable, a, 1.0), xp.where(usable, x, 1.0))[upper]
    all_below = 0.0 if upper else 1.0  # the whole mass lies below x
    above = 1.0 - all_below
    result = xp.where(usable, found, NAN)
    known = (a >= 0.0) & (x >= 0.0)
    result = xp.where(known & (x == 0.0) & (a > 0.0), above, result)
    result = xp.where(known & (a == 0.0) & (x > 0.0), all_below, result)
    result = xp.where(known & (x == INFINITY) & (a < INFINITY), all_below, result)
    return xp.where(known & (a == INFINITY) & (x < INFINITY), above, result)


def igamma(xp, a, x):
    """Return the regularised lower incomplete gamma function P(a, x) (DLMF 8.2.4)."""
    return _regularised_gamma(xp, a, x, 0)


def igammac(xp, a, x):
    """Return the regularised upper incomplete gamma function Q(a, x) (DLMF 8.2.4)."""
    return _regularised_gamma(xp, a, x, 1)


def igamma_slope(xp, a, x):
    """Return the derivative of P(a, x) by x, the density of the gamma distribution."""
    positive = (x > 0.0) & (a > 0.0)
    safe, shape = xp.where(positive, x, 1.0), xp.where(positive, a, 1.0)
    slope = _incomplete_gamma_prefactor(xp, shape, safe) * shape / safe
    at_zero = xp.where(a == 1.0, 1.0, xp.where(a < 1.0, INFINITY, 0.0))
    return xp.where(positive, slope, xp.where((x == 0.0) & (a > 0.0), at_zero, NAN))


def betaln(xp, a, b):
    """Return the logarithm of the beta function's magnitude.

    References
    ----------
    A. R. DiDonato and A. H. Morris, "Significant digit computation of the incomplete beta function
    ratios", ACM Transactions on Mathematical Software 18, 1992: for large arguments the main terms
    of Stirling's formula are subtracted as formulas.
    """
    low, high = xp.minimum(a, b), xp.maximum(a, b)
    large = xp.where(high >= _ENOUGH, high, _ENOUGH)
    both = xp.where((low >= _ENOUGH) & (high < INFINITY), low, _ENOUGH)
    rest = stirling_rest(xp, large) - stirling_rest(xp, large + xp.maximum(low, 0.0))
    share = both / large
    two = (
        stirling_rest(xp, both) + stirling_rest(xp, large) - stirling_rest(xp, both + large)
        + _HALF_LOG_2PI - 0.5 * xp.log(large)
        - (both - 0.5) * xp.log1p(1.0 / share) - large * xp.log1p(share)
    )  # fmt: skip
    few = xp.where((low > 0.0) & (low < _ENOUGH), low, 1.0)
    one = _lgamma_of_positive(xp, few) + rest + few - few * xp.log(large + few)
    one = one - (large - 0.5) * xp.log1p(few / large)
    plain = lgamma(xp, low) + lgamma(xp, high) - lgamma(xp, low + high)
    result = xp.where(high >= _ENOUGH, xp.where(low >= _ENOUGH, two, one), plain)
    result = xp.where((low <= 0.0) & (high >= _ENOUGH), plain, result)
    result = xp.where((low > 0.0) & (high == INFINITY), -INFINITY, result)
    return xp.where(low == 0.0, INFINITY, result)


# the incomplete beta function


def _log_ratio_minus_change(xp, value, mean):
    """Return ``log(value / mean) - (value / mean - 1)``."""
    change = (value - mean) / mean
    far = xp.abs(change) > 0.5
    plain = xp.log(xp.where(far, value / mean, 1.0)) - change  # 1 + change has lost a small value
    return xp.where(far, plain, _log1p_minus_x(xp, change))


def _beta_density(xp, a, b, x, rest, log_x, log_rest):
    """Return ``x**a * rest**b / B(a, b)`` for ``rest = 1 - x``.

    Of large arguments the powers are taken together with Stirling's formula for the beta function,
    about the mean: by themselves they would lose as many digits as their logarithms have.
    """
    p, q = xp.maximum(a, _ENOUGH), xp.maximum(b, _ENOUGH)
    total = p + q
    power = p * _log_ratio_minus_change(xp, x * total, p) + q * _log_ratio_minus_change(
        xp, rest * total, q
    )
    less = stirling_rest(xp, total) - stirling_rest(xp, p) - stirling_rest(xp, q)
    by_stirling = xp.sqrt(p / total * q * (0.5 / math.pi)) * xp.exp(power + less)
    plain = xp.exp(a * log_x + b * log_rest - betaln(xp, a, b))
    return xp.where((a >= _ENOUGH) & (b >= _ENOUGH), by_stirling, plain)


def _beta_fraction(xp, a, b, x, terms):
    """Return I over the density and ``1 / a``: a continued fraction (DLMF 8.17.22).

    It takes two coefficients a step, and is for ``x < (a + 1) / (a + b + 2)``, where Lentz's
    method needs no test. Terms: the root of the larger of a and b, at most.
    """
    d = 1.0 / (1.0 - (a + b) * x / (a + 1.0))
    c = 0.0 * d + 1.0

    def step(n, state):
        c, d, result = state
        m = 1.0 * (n + 1)
        twice = a + 2.0 * m
        for numerator in (
            m * (b - m) * x / ((twice - 1.0) * twice),
            -(a + m) * (a + b + m) * x / (twice * (twice + 1.0)),
        ):
            d = 1.0 / (1.0 + numerator * d)
            c = 1.0 + numerator / c
            result = result * (c * d)
        return c, d, result

    return fold(xp, step, (c, d, d), terms, steady=2)[2]


def betainc(xp, a, b, x):
    """Return the regularised incomplete beta function I_x(a, b) (DLMF 8.17.2).

    Right to 1e-10 up to a and b of 1e5. Beyond its mean by the symmetry (DLMF 8.17.4).
    """
    usable = (a > 0.0) & (b > 0.0) & (a < INFINITY) & (b < INFINITY) & (x > 0.0) & (x < 1.0)
    p, q, y = xp.where(usable, a, 1.0), xp.where(usable, b, 1.0), xp.where(usable, x, 0.5)
    swapped = y > (p + 1.0) / (p + q + 2.0)
    rest, log_y, log_rest = 1.0 - y, xp.log(y), xp.log1p(-y)
    y, rest = xp.where(swapped, rest, y), xp.where(swapped, y, rest)
    log_y, log_rest = xp.where(swapped, log_rest, log_y), xp.where(swapped, log_y, log_rest)
    p, q = xp.where(swapped, q, p), xp.where(swapped, p, q)
    part = _beta_density(xp, p, q, y, rest, log_y, log_rest) / p * _beta_fraction(xp, p, q, y, 200)
    result = xp.where(usable, xp.where(swapped, 1.0 - part, part), NAN)
    # the whole mass lies at one end where one of a and b is 0, or infinite
    at_zero, at_one = (a == 0.0) | (b == INFINITY), (b == 0.0) | (a == INFINITY)
    result = xp.where(at_zero, 1.0, xp.where(at_one, 0.0, result))
    result = xp.where(x == 0.0, 0.0, xp.where(x == 1.0, 1.0, result))
    known = (a >= 0.0) & (b >= 0.0) & (x >= 0.0) & (x <= 1.0) & ~(at_zero & at_one)
    return xp.where(known, result, NAN)


def betainc_slope(xp, a, b, x):
    """Return the derivative of I_x(a, b) by x, the density of the beta distribution."""
    inside_unit = (a > 0.0) & (b > 0.0) & (x > 0.0) & (x < 1.0)
    p, q = xp.where(inside_unit, a, 1.0), xp.where(inside_unit, b, 1.0)
    y = xp.where(inside_unit, x, 0.5)
    rest = 1.0 - y
    slope = _beta_density(xp, p, q, y, rest, xp.log(y), xp.log1p(-y)) / (y * rest)
    shape = xp.where(x == 0.0, a, b)
    at_end = xp.where(shape < 1.0, INFINITY, xp.where(shape > 1.0, 0.0, xp.where(x == 0.0, b, a)))
    at_end = xp.where(((x == 0.0) | (x == 1.0)) & (a > 0.0) & (b > 0.0), at_end, NAN)
    return xp.where(inside_unit, slope, at_end)
