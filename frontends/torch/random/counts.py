"""Counts of Poisson and binomial distributions, of PyTorch's numbers of a seed.

How many uniform numbers a count takes depends on them, so counts are drawn one after the other.

References
----------
D. E. Knuth, "The Art of Computer Programming", volume 2, 3.4.1; W. Hoermann, "The transformed
rejection method for generating Poisson random variables", Insurance: Mathematics and Economics 12,
1993; W. Hoermann, "The generation of binomial random variates", Journal of Statistical Computation
and Simulation 46, 1993; L. Devroye, "Non-Uniform Random Variate Generation", 1986, X.4.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

Uniform = Callable[[], float]  # the next number in [0, 1)


def poisson(rate: float, uniform: Uniform) -> float:
    """Draw a count of a Poisson distribution."""
    if rate >= 10:  # PyTorch's bound
        return _reject_poisson(rate, uniform)
    if rate == 0:
        return 0.0
    least, product, count = math.exp(-rate), uniform(), 0
    while product > least:
        count += 1
        product *= uniform()
    return float(count)


def _reject_poisson(rate: float, uniform: Uniform) -> float:
    root, logarithm = math.sqrt(rate), math.log(rate)
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    v_r = 0.9277 - 3.6224 / (b - 2)
    while True:
        u = uniform() - 0.5
        v = uniform()
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + rate + 0.43) if us else -1
        if us >= 0.07 and v <= v_r:
            return float(k)
        if k < 0 or (us < 0.013 and v > us):
            continue
        accepted = -rate + k * logarithm - math.lgamma(k + 1)
        if _log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b) <= accepted:
            return float(k)


def binomial(count: float, probability: float, uniform: Uniform) -> float:
    """Draw the number of successes among ``count`` trials."""
    if not (count > 0 and probability > 0):
        return math.nan if math.isnan(probability) and count > 0 else 0.0
    if probability >= 1:
        return count
    p = min(probability, 1 - probability)
    draw = _reject_binomial if count * p >= 10 else _count_waits
    found = draw(count, p, uniform)
    return found if p == probability else count - found


def _count_waits(count: float, p: float, uniform: Uniform) -> float:
    """Add up times to the next success until ``count`` trials are over."""
    scale, over, found = math.log1p(-p), 0.0, 0
    while True:
        over += math.ceil(_log(uniform()) / scale)
        if over > count:
            return float(found)
        found += 1


def _reject_binomial(count: float, p: float, uniform: Uniform) -> float:
    deviation = math.sqrt(count * p * (1 - p))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    v_r, r = 0.92 - 4.2 / b, p / (1 - p)
    alpha = (2.83 + 5.1 / b) * deviation
    m = math.floor((count + 1) * p)
    while True:
        u = uniform() - 0.5
        v = uniform()
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + count * p + 0.5) if us else -1
        if k < 0 or k > count:
            continue
        if us >= 0.07 and v <= v_r:
            return float(k)
        bound = (
            (m + 0.5) * math.log((m + 1) / (r * (count - m + 1)))
            + (count + 1) * math.log((count - m + 1) / (count - k + 1))
            + (k + 0.5) * math.log(r * (count - k + 1) / (k + 1))
            + _stirling_rest(m)
            + _stirling_rest(count - m)
            - _stirling_rest(k)
            - _stirling_rest(count - k)
        )
        if _log(v * alpha / (a / (us * us) + b)) <= bound:
            return float(k)


@functools.lru_cache(maxsize=4096)
def _stirling_rest(k: float) -> float:
    """Return ``log(k!)`` less what Stirling's formula gives for it."""
    n = k + 1
    if k <= 9:
        return math.lgamma(n) - (k + 0.5) * math.log(n) + n - 0.5 * math.log(2 * math.pi)
    square = n * n
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / n


def _log(x: float) -> float:
    return math.log(x) if x > 0 else -math.inf


__all__ = ["binomial", "poisson"]
