"""Sums and other reductions that a program computes in another form than they are written in."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

RNG = real.random.default_rng(5)
NAN, INF = real.nan, real.inf


def around(np, x, y, out):
    for i in range(len(out)):
        out[i] = np.sum(x[i, :i]) + x[i, i] * y[i] + x[i, i + 1 :] @ y[i + 1 :] + np.sum(y[:i])


def twice_used(np, x, y, out):
    for i in range(len(out)):
        left = np.sum(x[i, : i + 1])
        both = left + np.sum(y[i:])
        out[i] = both * left


def of_ints(np, x, y, out):
    for i in range(len(out)):
        out[i] = np.sum(x[i, :i]) + np.prod(y[:i]) + np.sum(x[i, i:]) + np.sum(y[i:])


def of_a_branch(np, x, y, out):
    for i in range(len(out)):
        if y[i] > 0:
            out[i] = np.sum(x[i, :i] * 2) + np.sum(y[i:] * 3)


def few_places(np, x, y, out):
    square = x.reshape(-1, 3)[:, :2]
    out[0] = np.sum(np.sum(square * square, axis=1) > 1.0)
    out[2] = np.sum(np.any(x > 1.5, axis=1)) - np.sum(np.all(x > -0.5, axis=1))
    out[3] = np.sum(np.prod(x.T, axis=0))
    y[:] = np.sum(x, axis=1)


def extremes(np, x, y, out):
    out[0] = np.sum(np.min(x, axis=1))
    y[:] = np.max(x.T, axis=0)


def few_columns(np, x, y, out):
    while out[3] < 3.0:
        out[:3] += np.sum(x, axis=0)
        out[3] += 1.0
    out[4:7] = np.sum(x[:-1] * 2.0, axis=0)  # as many rows as no small number divides


SQUARE, VECTOR = RNG.standard_normal((30, 30)), RNG.standard_normal(30)
HOLED = real.where(real.eye(30, k=4) > 0, NAN, real.where(real.eye(30, k=-7) > 0, INF, SQUARE))
INTS = RNG.integers(-(2**62), 2**62, (30, 30))
ROWS = RNG.standard_normal((10_008, 3))
HOLED_ROWS = real.where(real.arange(30_024).reshape(-1, 3) == 7, NAN, ROWS)
CASES = {
    "around": (around, SQUARE, VECTOR, real.zeros(30)),
    "around_nan": (around, HOLED, VECTOR, real.zeros(30)),
    "twice_used": (twice_used, SQUARE, VECTOR, real.zeros(30)),
    "of_ints": (of_ints, INTS, INTS[0] | 1, real.zeros(30, int)),
    "of_a_branch": (of_a_branch, SQUARE, VECTOR, real.zeros(30)),
    "few_places": (few_places, ROWS, real.zeros(10_008), real.zeros(7)),
    "few_places_nan": (few_places, HOLED_ROWS, real.zeros(10_008), real.zeros(7)),
    "extremes": (extremes, ROWS, real.zeros(10_008), real.zeros(7)),
    "few_columns": (few_columns, ROWS, real.zeros(1), real.zeros(7)),
    "few_columns_nan": (few_columns, HOLED_ROWS, real.zeros(1), real.zeros(7)),
}


@pytest.mark.parametrize("name", CASES)
def test_sums_are_what_numpy_gives(backend, name):
    function, *values = CASES[name]
    plain, given = [each.copy() for each in values], [ours.array(each) for each in values]
    with real.errstate(over="ignore"):
        function(real, *plain)
    ivy.compile(function, fallback="raise")(ours, *given)
    for mine, theirs in zip(given, plain, strict=True):
        assert real.asarray(mine).dtype == theirs.dtype
        real.testing.assert_allclose(real.asarray(mine), theirs, rtol=1e-10, atol=1e-12)


def program_of(function, *values) -> str:
    """Return the rewritten program of a function of JAX's arrays."""
    import jax

    from ivy_core.backends.jax.compiler.passes.reductions import rewrite

    return str(rewrite(jax.make_jaxpr(function)(*values)))


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_what_is_summed_is_gone_through_once(backend):
    def joined(x, y):
        return (x * 2).sum() + (y + x).sum() + (y * y).sum()

    def used_otherwise(x, y):
        first = (x * 2).sum()
        return first * (first + (y + x).sum())

    def given(x, y):
        return x.sum() + (y + x).sum()  # x is in memory as it is

    assert program_of(joined, SQUARE, SQUARE).count("reduce_sum") == 1
    assert program_of(used_otherwise, SQUARE, SQUARE).count("reduce_sum") == 2
    assert program_of(given, SQUARE, SQUARE).count("reduce_sum") == 2


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_slices_along_a_short_axis_are_added(backend):
    def largest(x):
        return x.max(1)

    assert "reduce_max" not in program_of(largest, ROWS)
    assert "reduce_max" in program_of(largest, ROWS[:20])  # of few elements
    assert "reduce_max" in program_of(largest, ROWS.reshape(-1, 12))


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_loops_and_branches_are_rewritten_too(backend):
    from jax import lax

    def step(n, x):
        return lax.cond(x[0] > n, lambda: x + ((x * 2).sum() + (x * 3).sum()), lambda: x)

    assert program_of(lambda x: lax.fori_loop(0, 9, step, x), VECTOR).count("reduce_sum") == 1
