"""What a program computes on the way is kept for no longer than it is needed."""

from __future__ import annotations

import re

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

LARGE, SMALL = (64, 64), (4, 4)


@pytest.fixture
def frees(backend):
    if backend != "torch":
        pytest.skip(f"{backend}: XLA frees by itself")


def chained(np, x):
    y = np.sin(x) * 2.0
    part = y.T[1:]  # a view keeps the memory
    z = part + 1.0
    return z, part.sum(), np.exp(z)[0]


def looped(np, x, n):
    total = np.zeros_like(x)
    scale = x * 0.5
    for i in range(n):
        step = scale * i
        other = step + total
        if other[0, 0] > 100.0:
            total = total + other
        else:
            total = total + step * step
    return total


def freed(function, *args):
    """Return what a program computes into variables, and what of that it frees."""
    text = function.lower(ours, *args).as_text()
    return set(re.findall(r"(v\d+) = \w+\(", text)), re.findall(r"del (.*)", text), text


def test_intermediate_results_are_freed(frees):
    compiled = ivy.compile(chained, fallback="raise")
    x = real.random.default_rng(0).random(LARGE)
    for got, want in zip(compiled(ours, ours.asarray(x)), chained(real, x), strict=True):
        real.testing.assert_allclose(got, want, rtol=1e-12)
    made, gone, text = freed(compiled, ours.asarray(x))
    names = [name for line in gone for name in line.split(", ")]
    results = re.findall(r"v\d+", text.splitlines()[-1])
    assert len(names) == len(set(names)) and set(names) <= made - set(results)
    assert len(names) == 5  # sin, y, its transpose, the part, exp; of that a row comes out


def test_small_arrays_are_worth_no_statement(frees):
    compiled = ivy.compile(chained, fallback="raise")
    assert not freed(compiled, ours.ones(SMALL))[1]


@pytest.mark.parametrize("shape", [LARGE, SMALL])
def test_what_the_next_round_needs_is_kept(frees, shape):
    compiled = ivy.compile(looped, fallback="raise")
    x = real.random.default_rng(1).random(shape)
    for _ in range(2):
        got = compiled(ours, ours.asarray(x), 40)
        real.testing.assert_allclose(got, looped(real, x, 40), rtol=1e-12)
    assert bool(freed(compiled, ours.asarray(x), 40)[1]) == (shape == LARGE)


def test_steps_of_large_programs_are_ordered_for_the_least_memory(backend):
    if backend != "jax":
        pytest.skip(f"{backend}: no order of steps is chosen")

    def multiplied(x):
        y, parts = x, [(x + float(n)) @ x for n in range(8)]
        for part in parts:
            y = y @ part
        return y

    arrays = {}
    for n in (512, 64):
        compiled, x = ivy.compile(multiplied, fallback="raise"), real.full((n, n), 1e-3)
        got = compiled(ours.array(x))
        real.testing.assert_allclose(real.asarray(got), multiplied(x), rtol=1e-9)
        analysis = compiled.lower(ours.array(x)).compile().memory_analysis()
        arrays[n] = analysis.temp_size_in_bytes / x.nbytes
    assert arrays[512] <= 3 < arrays[64], arrays  # small ones are ordered to run at once
