"""Slices of unknown length that meet others which begin elsewhere: places of arrays are moved."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

RNG = real.random.default_rng(21)
NAN, INF = real.nan, real.inf


def against_its_end(np, x, y, out):
    n = len(x)
    for k in range(1, n):
        out[k] = x[:k] @ y[n - k :] + x[n - k :] @ y[:k]
        out[:k] -= 0.25 * y[n - k :]


def turned_round(np, x, y, out):
    for k in range(1, len(x)):
        out[:k] += 0.5 * x[:k][::-1]
        out[k:] = out[k:] - y[k:][::-1] * y[k]


def through_functions(np, x, y, out):
    for k in range(1, len(x) - 1):
        here = np.exp(-np.abs(x[k:])) * 2.0 - 1
        there = np.cumsum(y[k:]) * 0.5
        scaled = y[1 : k + 1] / np.sum(y[1 : k + 1] ** 2)
        out[: len(x) - k] = here + there
        out[:k] += np.clip(scaled, -1.0, 1.0)


def of_a_matrix(np, x, y, out):
    rows = x[: 6 * 6].reshape(6, 6)
    for k in range(1, 5):
        rows[k:, 1:k] = rows[: 6 - k, 6 - k + 1 :] * 2.0
        out[k] = np.sum(rows[:k] * rows[6 - k :])
        out[:k] = rows[6 - k :, k]


def of_two_lengths(np, x, y, out):
    short = y[:7]
    for k in range(1, 7):
        out[k] = short[:k] @ x[-k:]
        short[k:] = x[10 : 17 - k] + y[3]
        out[30 : 30 + k] = short[7 - k :]


def written_meanwhile(np, x, y, out):
    for k in range(2, len(x)):
        old = x[:k]
        x[k - 1] = y[k]
        x[1 : k + 1] = old[:k] * 0.5
        out[k:] = np.where(out[k:] > y[k], out[k:], x[: len(x) - k] + y[k])


X, Y = RNG.standard_normal((2, 40))
HOLED = real.where(real.arange(40) == 11, NAN, real.where(real.arange(40) == 29, INF, X))
FUNCTIONS = [
    against_its_end, turned_round, through_functions, of_a_matrix, of_two_lengths,
    written_meanwhile,
]  # fmt: skip


@pytest.mark.parametrize("x", [X, HOLED], ids=["finite", "holed"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_moved_slices_are_what_numpy_gives(backend, function, x):
    plain = [x.copy(), Y.copy(), real.zeros(40)]
    given = [ours.array(each) for each in plain]
    with real.errstate(invalid="ignore"):
        function(real, *plain)
    ivy.compile(function, fallback="raise")(ours, *given)
    for mine, theirs in zip(given, plain, strict=True):
        real.testing.assert_allclose(real.asarray(mine), theirs, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_an_array_in_memory_is_moved_as_one_slice(backend):
    def taken(x, y):
        for k in range(1, len(x)):
            x[k:] = x[: len(x) - k] * 0.5 + y[k]

    def sums(x, y):
        for k in range(1, len(x)):
            x[k:] = ours.cumsum(x[: len(x) - k]) * 0.5 + y[k]

    x, y = ours.array(X), ours.array(Y)
    assert "stablehlo.gather" not in ivy.compile(taken).lower(x, y).as_text()
    assert "stablehlo.gather" in ivy.compile(sums).lower(x, y).as_text()


def windows(np, x, starts):
    return np.stack([x[i : i + 3] * 2 for i in starts]), x.reshape(6, 8)[:, : int(starts[0]) + 2]


def test_what_is_computed_has_memory_of_its_own_length(backend):
    """A view keeps the strides of the array that it shows."""
    compiled = ivy.compile(windows)
    for first in (1, 4):
        x, starts = real.arange(48.0), real.array([first, 0, 7])
        wanted = windows(real, x, starts)
        found = compiled(ours, ours.asarray(x), ours.asarray(starts))
        for got, want in zip(found, wanted, strict=True):
            real.testing.assert_array_equal(real.asarray(got), want)
            assert got.strides == want.strides and got.flags.c_contiguous == want.flags.c_contiguous
