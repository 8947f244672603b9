"""Short loops whose numbers give slices or inner loops their lengths: they are written out on JAX.

Each function is called with NumPy, as it stands, and compiled with the frontend.
"""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

np_ = real
pytestmark = pytest.mark.usefixtures("backend")
RNG = real.random.default_rng(17)


def least_neighbours(x, r):
    n, m = x.shape
    low = x.copy()
    for a in range(-r, r + 1):
        for b in range(-r, r + 1):
            p, q = max(0, -a), max(0, -b)
            s, t = n - max(0, a), m - max(0, b)
            low[p:s, q:t] = np_.minimum(low[p:s, q:t], x[p + a : s + a, q + b : t + b])
    return x - low


def in_a_long_loop(x, r):
    out = x.copy()
    for k in range(20):
        for a in range(1, r + 5):
            out[a:] = 0.5 * (out[a:] + out[:-a])
        out[k % len(out)] += k
    return out


def triangles(x, r):
    out = np_.zeros(len(x))
    work = np_.zeros(r + 5)
    for i in range(len(x)):
        for k in range(r + 5):
            work[k] = x[i, k]
        for k in range(r + 4, 0, -1):
            for j in range(k):
                work[j] = 0.25 * work[j] + 0.75 * work[j + 1]
        out[i] = work[0]
    return out


def left_early(x, r):
    out = x.copy()
    for a in range(r + 5):
        if out[a, 0] > 0.9:
            break
        out[: a + 1] *= 0.5
    return out


def of_two_lengths(x, r):
    def spread(out, most):
        for a in range(1, most):
            out[a:] += out[:-a]

    out = x.copy()
    spread(out, 6)
    spread(out, 12)  # too long
    spread(out, 7)
    return out


def lengths_of_the_data(x, r):
    total = 0.0
    for a in range(r + 4):
        total += np_.sum(x[: int(10 * x[a, 0]), 0])
    return np_.array([total])


CASES = [
    least_neighbours, in_a_long_loop, triangles, left_early, of_two_lengths, lengths_of_the_data,
]  # fmt: skip


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_they_leave_what_numpy_leaves(backend, function, monkeypatch):
    x = RNG.random((40, 30))
    wanted = function(x, 2)
    monkeypatch.setitem(globals(), "np_", np)
    found = ivy.compile(function, fallback="raise")(np.asarray(x), 2)
    real.testing.assert_allclose(real.asarray(found), wanted, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_slices_have_their_own_lengths(backend, monkeypatch):
    monkeypatch.setitem(globals(), "np_", np)
    x = np.asarray(RNG.random((40, 30)))
    text = ivy.compile(least_neighbours).lower(x, 2).as_text()
    assert "stablehlo.while" not in text
    assert "tensor<38x28xf64>" in text
    text = ivy.compile(in_a_long_loop).lower(x, 2).as_text()
    assert text.count("stablehlo.while") == 1


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(("loops", "count"), [("roll", 2), ("auto", 1), ("unroll", 0)])
def test_loops_are_what_the_option_says(backend, loops, count, monkeypatch):
    monkeypatch.setitem(globals(), "np_", np)
    x = np.asarray(RNG.random((40, 30)))
    text = ivy.compile(in_a_long_loop, loops=loops).lower(x, 2).as_text()
    assert text.count("stablehlo.while") == count
