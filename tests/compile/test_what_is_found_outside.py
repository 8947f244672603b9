"""Iterators, caches, default arguments and slots that a function finds: none is a constant."""

from __future__ import annotations

import functools
import itertools

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.call.closure_state import ClosureState


class Slotted:
    __slots__ = ("calls", "level")

    def __init__(self, level):
        self.level, self.calls = level, 0


def slots(np):
    found = Slotted(np.ones(2))

    def step(x):
        found.level += x
        found.level = found.level * 2
        found.calls += 1
        return found.level.sum()

    return step, lambda: [found.level, found.calls]


def iterators(np):
    numbers, rows = itertools.count(), iter(list(np.arange(12.0)))

    def step(x):
        return x * next(rows) + next(numbers)

    return step, list


def defaults(np):
    seen, weights = [], np.ones(2)

    def step(x, kept=seen, *, by=weights):
        kept[:] = [x.sum()]
        by += 1
        return x * by

    return step, lambda: [*seen, weights]


def cached_arrays(np):
    @functools.cache
    def window(n):
        return np.arange(n) + 0.5

    def step(x):
        return x * window(2) + window(2).sum()

    return step, lambda: [window(2)]


def cached_numbers(np):
    @functools.lru_cache
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    def step(x):
        return x * fibonacci(9)

    return step, lambda: [fibonacci(9)]


@pytest.mark.parametrize("make", [slots, iterators, defaults, cached_arrays, cached_numbers])
def test_calls_in_a_row_are_those_of_numpy(backend, make):
    found = []
    for np in (real, ours):
        step, state = make(np)
        step = step if np is real else ivy.compile(step, fallback="silent")
        found.append([])
        for at in range(4):
            values = [step(np.arange(2.0) + at), *state()]
            found[-1] += [real.array(each).tolist() for each in values]
    assert found[1] == found[0]


def test_what_is_read_outside_comes_in_one_order(backend):
    """A set of strings has another order in each process; XLA's programs lie on disk by theirs."""
    names = [f"array_{at}" for at in range(9)]
    scope = {name: ours.ones(2) for name in reversed(names)}
    exec("def f(x):\n    return x + " + " + ".join(reversed(names)), scope)
    assert [name for _, name in ClosureState(scope["f"]).slots] == names
