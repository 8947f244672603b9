"""Loops that look for the largest or the least, and what they bind with it, against NumPy."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

RNG = real.random.default_rng(9)


def largest_and_place(x, y):
    best, place, other = -1.0, -1, 0.0
    for i in range(len(x)):
        if y[i] > 0.2 and x[i] > best:
            best, place, other = x[i], i, y[i]
    return best, place, other


def least_of_changes(x, y):
    least = np.inf
    for i in range(1, len(x)):
        least = min(least, abs(x[i] - x[i - 1]))
    return least


def last_of_equals(x, y):
    best, place = x[0], 0
    for i in range(len(x)):
        if x[i] >= best:
            best, place = x[i], i
    return best, place


def bound_without_a_new_one(x, y):
    best, seen = x[0], 0.0
    for i in range(len(x)):
        if y[i] > 0.5:
            seen = y[i]
        elif x[i] > best:
            best = x[i]
    return best, seen


def used_besides(x, y):
    best, out = x[0], np.zeros_like(x)
    for i in range(len(x)):
        if x[i] > best:
            best = x[i]
        out[i] = best
    return best, out


def sides_that_write(x, y):
    out, best, where = np.zeros_like(x), x[0], -1
    for i in range(len(x) - 1, -1, -1):
        if y[i] > 0.3:
            out[i] = 2 * x[i] + y[i]
            if out[i] > best:
                best, where = out[i], i
        else:
            out[i] = -x[i]
    return out, best, where


def rows_of_distances(x, y):
    out = np.zeros((len(x), len(y)))
    most = 0.0
    for i in range(len(x)):
        for j in range(len(y)):
            out[i, j] = abs(x[i] - y[j])
            if out[i, j] > most:
                most = out[i, j]
    return out, most


KERNELS = [
    largest_and_place, least_of_changes, last_of_equals, bound_without_a_new_one, used_besides,
    sides_that_write, rows_of_distances,
]  # fmt: skip
# that begin with a float: of integers they are floats or ints, by the values
BEGIN_WITH_A_FLOAT = {largest_and_place, least_of_changes}
VALUES = {
    "drawn": RNG.random(40),
    "equal": real.full(40, 0.25),
    "integers": RNG.integers(-9, 9, 40),
    "float32": RNG.normal(size=40).astype("float32"),
    "with nan": real.where(RNG.random(40) < 0.3, real.nan, RNG.random(40)),
    "zeros of both signs": real.where(RNG.random(40) < 0.5, 0.0, -0.0),
    "infinite": real.full(40, -real.inf),
}


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("kind", VALUES)
def test_extremes(backend, kernel, kind, monkeypatch):
    x, y = VALUES[kind], VALUES["drawn"][::-1].copy()
    may_be_either = kind == "integers" and kernel in BEGIN_WITH_A_FLOAT
    fallback = "silent" if may_be_either else "raise"
    found = ivy.compile(kernel, fallback=fallback)(np.asarray(x), np.asarray(y))
    with monkeypatch.context() as patched:
        patched.setitem(kernel.__globals__, "np", real)
        wanted = kernel(x, y)
    found, wanted = (each if type(each) is tuple else (each,) for each in (found, wanted))
    for got, want in zip(found, wanted, strict=True):
        got, want = real.asarray(got), real.asarray(want)
        real.testing.assert_array_equal(got, want)
        assert got.dtype == want.dtype
        assert (real.signbit(got) == real.signbit(want)).all()
