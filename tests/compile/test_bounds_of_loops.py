"""Loops over elements between bounds that follow another loop's counter, against NumPy."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

RNG = real.random.default_rng(17)
X, Y, A = RNG.random(20), RNG.normal(size=23), RNG.random((20, 20))
INTS = RNG.integers(0, 9, 20)


def triangles(x, a):
    n = len(x)
    for i in range(n):
        for j in range(i, n):
            a[i, j] = x[j] - a[j, i]
        for j in range(i):
            a[i, j] += x[i] * x[j]
        for j in range(n - 1, i, -1):
            a[j, i] = a[j, i] + x[n - 1 - j]
        for j in range(i - 1, -1, -1):
            a[n - 1 - j, i] = 2.0 * a[n - 1 - j, i]


def bands(x, y):
    n = len(x)
    for d in range(-6, 7):
        low, high = max(0, -d), min(n, n - d)
        for i in range(low, high):
            y[i] += x[i + d] * d
        for i in range(max(d, 2), min(n - 1, n + d, 18)):
            y[i + 1] = y[i + 1] - x[i - 1]


def totals_and_extremes(x, counts):
    n = len(x)
    best, at, seen = -1.0, -1, 0
    for i in range(n):
        for j in range(i + 1, n):
            if x[i] < x[j]:
                seen += 1
                counts[j % 7] += 1
            if abs(x[i] - x[j]) > best:
                best, at = abs(x[i] - x[j]), i * n + j
    return best, at, seen


def palindromes(s, table):
    n = len(s)
    longest = 1
    for i in range(n - 1, -1, -1):
        for j in range(i, n):
            if s[i] % 2 == s[j] % 2 and (j - i < 2 or table[i + 1, j - 1]):
                table[i, j] = True
                longest = max(longest, j - i + 1)
    return longest


def of_no_iterations(x, y):
    n = len(x)
    for i in range(n):
        for j in range(i + 5, n - i):
            y[j] += x[i]
        for j in range(n + i, n):
            y[j] = 100.0
        y[i] += 1.0


def sums_in_order(x, y):
    n = len(x)
    for i in range(n):
        total = 0.0
        for j in range(i, n):
            total += x[j] / (1.0 + i)
        y[i] = total
        for j in range(i + 1, n):
            y[j] += y[j - 1]


def from_the_end(x, y):
    n = len(x)
    for i in range(n):
        y[i] = x[i - 1] + 2.0 * x[i - 3] - x[i - n]
    for i in range(n):
        y[n - 1 - i] += x[n - 5 - i] + x[i - 19]
    for i in range(n):
        for j in range(i, n):
            y[j] += x[j - 2]


def left_early(x, y):
    n = len(x)
    for i in range(n):
        for j in range(i, n):
            if x[j] > 0.9:
                break
            y[j] += x[i]


def steps(x, y):
    n = len(y)
    for d in range(1, n):
        for j in range(d, n, d):
            y[j] += x[d % 20] * j
        for j in range(3, 2 * d, d * d):
            y[j % n] -= j
        for j in range(n, 5, d):
            y[j] = 9.0


def sieve(x, is_prime):
    is_prime[:] = True
    is_prime[:2] = False
    count = 0
    for i in range(2, len(is_prime)):
        if is_prime[i]:
            count += 1
            for j in range(i * i, len(is_prime), i):
                is_prime[j] = False
    return count


def butterflies(x, y):
    h = 1
    while h < 16:
        for i in range(0, 16, 2 * h):
            for j in range(i, i + h):
                y[j], y[j + h] = y[j] + y[j + h], y[j] - y[j + h]
        h *= 2


CASES = {
    triangles: (X, A), bands: (X, Y), totals_and_extremes: (X, real.zeros(7, int)),
    palindromes: (INTS, real.zeros((20, 20), bool)), of_no_iterations: (X, Y),
    sums_in_order: (X, Y), left_early: (X, Y), from_the_end: (X, Y),
    steps: (X, Y), sieve: (X, real.zeros(90, bool)), butterflies: (X, Y),
}  # fmt: skip


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_bounds(backend, function, monkeypatch):
    plain = [each.copy() for each in CASES[function]]
    with monkeypatch.context() as patched:
        patched.setitem(function.__globals__, "np", real)
        wanted = function(*plain)
    given = [np.array(each) for each in CASES[function]]
    found = ivy.compile(function, fallback="raise")(*given)
    for got, want in zip(given, plain, strict=True):
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-13)
    if wanted is not None:
        real.testing.assert_array_equal(real.asarray(found), wanted)


def test_draws_between_bounds_are_those_of_the_order(backend):
    def drawn(x):
        for i in range(len(x)):
            for j in range(i, len(x)):
                x[j] += np.random.rand()
        return x

    np.random.seed(3)
    found = ivy.compile(drawn)(np.zeros(18))
    np.random.seed(3)
    real.testing.assert_allclose(real.asarray(found), real.asarray(drawn(np.zeros(18))))


def test_an_index_outside_of_the_bounds_is_not_read(backend):
    def beyond(x, y):
        n = len(x)
        for i in range(n):
            for j in range(n - i):
                y[j] += x[i + j]
        return y

    found = ivy.compile(beyond, fallback="raise")(np.arange(20.0), np.zeros(20))
    wanted = [sum(range(j, 20)) for j in range(20)]
    assert found.tolist() == wanted
