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


def never_written(x, y, writes=False):
    for i in range(1, len(y)):
        if writes:
            x[i] = 0.0
        y[i] = y[i - 1] + x[0]


def by_another_name(x, y):
    z = x[:]
    for i in range(1, len(x)):
        z[i] = y[i] + x[i - 1]


def copies_within(text: str) -> list[str]:
    """Return the lines of a compiled program's functions, its first one left out, that copy."""
    found, is_entry = [], False
    for line in text.splitlines():
        if line.endswith("{"):
            is_entry = line.startswith("ENTRY")
        if not is_entry and re.search(rf"= f64\[{LENGTH}\]\S* copy\(", line):
            found.append(line.strip())
    return found


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("program", [recurrence, one_side, two_sides, three_sides])
def test_no_round_copies_a_carried_array(backend, program):
    compiled = ivy.compile(program)
    x, y = real.random.default_rng(0).random((2, LENGTH))
    ours = np.array(x), np.array(y)
    compiled(*ours)
    program(x, y)
    real.testing.assert_allclose(real.asarray(ours[0]), x, rtol=1e-12)
    assert copies_within(compiled.lower(*ours).compile().as_text()) == []


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
