"""Inner loops whose steps differ by iteration: what they leave is what NumPy leaves.

Where it is known how many steps there are at most, all iterations run at once.
"""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

np_ = real
pytestmark = pytest.mark.usefixtures("backend")


def filters(x, taps):
    out = np_.zeros((len(taps), len(x)))
    for c in range(len(taps)):
        for i in range(len(x)):
            for k in range(min(taps.shape[1], i + 1)):
                out[c, i] += taps[c, k] * x[i - k]
    return out


def neighbours(board, taps):
    n, m = board.shape
    out = np_.zeros_like(board)
    for i in range(n):
        for j in range(m):
            total = 0
            for a in range(max(i - 1, 0), min(i + 2, n)):
                for b in range(max(j - 2, 0), min(j + 2, m)):
                    total += board[a, b] * (1 + b - j)
            out[i, j] = total - board[i, j]
    return out


def last_ones(x, taps):
    out, at = np_.zeros_like(x), np_.zeros(len(x), dtype=np_.int64)
    for i in range(len(x)):
        k = -1
        for k in range(max(i - 3, 2), min(i + 2, len(x) - 4)):
            if x[k] > out[i]:
                out[i] = x[k]
        at[i] = k
    return out, at


def of_no_step(x, taps):
    out = x.copy()
    for i in range(len(x)):
        for k in range(min(i, 4), min(3, len(x) - i)):
            out[i] = out[i] * 0.5 + x[k - 1]
    return out


def products_of_elements_behind_the_end(x, taps):
    n = len(x)
    out = np_.ones(n)
    for i in range(n):
        for k in range(min(n - i, 5)):
            out[i] *= x[i + k] if x[i + k] > 0.0 else 1.0 / (x[i + k] - 1.0)
    return out


def as_many_as_there_are(x, taps):
    out = np_.zeros(len(x))
    for i in range(len(x)):
        for k in range(i):
            out[i] += x[k] * x[i - k]
    return out


def least_about(board, near):
    n, m = board.shape
    rows, columns = near.shape
    out = np_.zeros_like(board)
    for i in range(n):
        for j in range(m):
            value = board[i, j - 1]
            for a in range(rows):
                for b in range(columns):
                    p, q = i + a - 1, j + 2 * b - 3
                    if near[a, b] > 0 and 0 <= p < n and 0 <= q < m:
                        value = min(value, board[p, q])
            out[i, j] = value
    return out


FUNCTIONS = [
    filters, last_ones, of_no_step, products_of_elements_behind_the_end, as_many_as_there_are,
]  # fmt: skip


def _check(function, *given, monkeypatch):
    wanted = function(*map(real.copy, given))
    monkeypatch.setitem(globals(), "np_", np)
    found = ivy.compile(function, fallback="raise")(*map(np.asarray, given))
    pairs = zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]
    for one, other in pairs:
        assert real.asarray(one).dtype == other.dtype
        real.testing.assert_allclose(real.asarray(one), other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_loops(function, monkeypatch):
    rng = real.random.default_rng(3)
    _check(function, rng.normal(size=40), rng.normal(size=(3, 5)), monkeypatch=monkeypatch)


def test_loops_of_a_border(monkeypatch):
    board = real.random.default_rng(5).integers(-9, 9, (18, 21))
    _check(neighbours, board, board, monkeypatch=monkeypatch)


@pytest.mark.parametrize("m", [4, 21])
def test_loops_that_ask_for_the_border(m, monkeypatch):
    rng = real.random.default_rng(5)
    board, near = rng.integers(-9, 9, (7, m)), rng.integers(0, 2, (3, 5))
    _check(least_about, board, near, monkeypatch=monkeypatch)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_elements_behind_the_border_are_not_gathered(monkeypatch):
    # XLA takes minutes to compile 15 gathers one behind the other
    monkeypatch.setitem(globals(), "np_", np)
    board, near = np.asarray(real.ones((18, 21))), np.asarray(real.ones((3, 5)))
    text = ivy.compile(least_about).lower(board, near).as_text()
    assert "stablehlo.gather" not in text


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_few_steps_are_written_out(monkeypatch):
    monkeypatch.setitem(globals(), "np_", np)
    board = np.asarray(real.ones((18, 21)))
    text = ivy.compile(neighbours).lower(board, board).as_text()
    assert text.count("stablehlo.while") == 1  # that of the rows
