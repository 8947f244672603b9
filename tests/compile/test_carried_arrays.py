"""What a loop carries is written to in place: XLA copies no carried array in its rounds."""

from __future__ import annotations

import re

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core.compilation.trace.regions import Body

LENGTH = 4099  # of no other array in the programs


def recurrence(x, y):
    for i in range(1, len(x)):
        x[i] = y[i] - 0.5 * x[i - 1]


def one_side(x, y):
    for i in range(1, len(x)):
        if y[i] > 0.5:
            x[i] = x[i - 1] + 1.0


def two_sides(x, y):
    for i in range(1, len(x)):
        if y[i] > 0.5:
            x[i] = x[i - 1] + 1.0
        else:
            x[i] = x[i - 1] * 0.5


def three_sides(x, y):
    for i in range(1, len(x)):
        if y[i] > 0.5:
            x[i] = x[i - 1] + 1.0
        elif x[i - 1] > x[i]:
            x[i] = x[i - 1]
        else:
            x[i - 1] = x[i]


def filtered(x, y):
    """A section of a filter: what was read is needed for two numbers that are carried as well."""
    first = second = 0.0
    for i in range(len(x)):
        value = 0.5 * x[i] + first
        first = 0.25 * x[i] - 0.1 * value + second
        second = 0.125 * x[i] - 0.2 * value
        x[i] = value


def gaps_sorted(x, y):
    gap = len(x) // 512
    while gap > 0:
        for i in range(gap, len(x)):
            value = x[i]
            j = i
            while j >= gap and x[j - gap] > value:
                x[j] = x[j - gap]
                j -= gap
            x[j] = value
        gap //= 2


def exchanged_in_branches(x, y):
    for i in range(len(x) - 7):
        other = i ^ 4
        if other > i:
            if x[i] > x[other]:
                x[i], x[other] = x[other], x[i]


def never_written(x, y, writes=False):
    for i in range(1, len(y)):
        if writes:
            x[i] = 0.0
        y[i] = y[i - 1] + x[0]


def by_another_name(x, y):
    z = x[:]
    for i in range(1, len(x)):
        z[i] = y[i] + x[i - 1]


def copies_within(text: str, length: int = LENGTH) -> list[str]:
    """Return the lines of a compiled program's functions, its first one left out, that copy."""
    found, is_entry = [], False
    for line in text.splitlines():
        if line.endswith("{"):
            is_entry = line.startswith("ENTRY")
        if not is_entry and re.search(rf"= f64\[{length}\]\S* copy\(", line):
            found.append(line.strip())
    return found


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(
    "program",
    [recurrence, one_side, two_sides, three_sides, filtered, gaps_sorted, exchanged_in_branches],
)
def test_no_round_copies_a_carried_array(backend, program):
    compiled = ivy.compile(program)
    x, y = real.random.default_rng(0).random((2, LENGTH))
    ours = np.array(x), np.array(y)
    compiled(*ours)
    program(x, y)
    real.testing.assert_allclose(real.asarray(ours[0]), x, rtol=1e-12)
    assert copies_within(compiled.lower(*ours).compile().as_text()) == []


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_no_round_copies_a_short_array(backend):
    def seasons(x, table):
        for i in range(len(x)):
            k = i % len(table)
            level = x[i] - table[k]
            table[k] = 0.1 * level + 0.9 * table[k]
            x[i] = level + table[k]

    x, table = real.random.default_rng(0).random(100), real.zeros(20)
    ours = np.array(x), np.array(table)
    compiled = ivy.compile(seasons)
    text = compiled.lower(*ours).compile().as_text()
    compiled(*ours)
    seasons(x, table)
    real.testing.assert_allclose(real.asarray(ours[0]), x, rtol=1e-12)
    real.testing.assert_allclose(real.asarray(ours[1]), table, rtol=1e-12)
    assert copies_within(text, 20) == []


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(
    ("program", "trials"),
    [(recurrence, 1), (two_sides, 1), (never_written, 2), (by_another_name, 2)],
)
def test_body_is_traced_once_where_its_source_names_what_it_writes_to(
    backend, program, trials, monkeypatch
):
    traced, found = Body._trace_once, []
    monkeypatch.setattr(Body, "_trace_once", lambda self: found.append(self) or traced(self))
    x, y = real.random.default_rng(0).random((2, 40))
    ours = np.array(x), np.array(y)
    ivy.compile(program, fallback="raise")(*ours)
    program(x, y)
    assert len(found) == trials
    real.testing.assert_allclose(real.asarray(ours[0]), x, rtol=1e-12)
    real.testing.assert_allclose(real.asarray(ours[1]), y, rtol=1e-12)


def bubble_sort(x):
    swaps = 0
    for i in range(len(x)):
        swapped = False
        for j in range(len(x) - 1 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
                swaps += 1
                swapped = True
        if not swapped:
            break
    return swaps


def palindromes(x):
    n = len(x)
    is_one, longest = np.zeros((n, n), dtype=bool), 1
    for i in range(n - 1, -1, -1):
        for j in range(i, n):
            if x[i] == x[j] and (j - i < 2 or is_one[i + 1, j - 1]):
                is_one[i, j] = True
                longest = max(longest, j - i + 1)
    return longest


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(("program", "trials"), [(bubble_sort, 5), (palindromes, 10)])
def test_nested_bodies_are_traced_with_what_earlier_traces_have_learned(
    backend, program, trials, monkeypatch
):
    traced, found = Body._trace_once, []
    monkeypatch.setattr(Body, "_trace_once", lambda self: found.append(self) or traced(self))
    x = real.random.default_rng(0).integers(0, 3, 20).astype(float)
    ours = np.array(x)
    got = ivy.compile(program, fallback="raise")(ours)
    assert got == program(x)
    assert len(found) == trials
    real.testing.assert_array_equal(real.asarray(ours), x)
