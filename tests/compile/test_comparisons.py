"""Tuples and lists of numbers that only the program knows: compared as Python compares them."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy


def pairs(x):
    pair = int(x[0] * 4), int(x[3] * 4)
    return (
        pair == (3, 2), pair != (3, 2), pair == (3, 2, 1), pair == 3, [pair[0], 1] == [3, 1],
        pair in [(3, 2), (1, 1)], pair not in ((0, 0), pair), (pair, "a") == ((3, 2), "a"),
        (pair, "a") == ((3, 2), "b"),
    )  # fmt: skip


def indices_of_a_grid(x):
    hits, i, j, goal = 0, 0, 0, (2, 1)
    for k in range(20):
        if (i, j) == goal or goal == (j, i):
            hits += 1
        i, j = (i + int(x[k % 4] * 3)) % 3, (j + 1) % 2
    return hits


@pytest.mark.parametrize("program", [pairs, indices_of_a_grid], ids=lambda each: each.__name__)
def test_tuples_are_compared_by_the_program(backend, program):
    compiled = ivy.compile(program, fallback="raise")
    for given in ([0.9, 0.1, 0.8, 0.7], [0.9, 0.1, 0.2, 0.1]):
        found, wanted = compiled(np.array(given)), program(real.array(given))
        assert (found, type(found)) == (wanted, type(wanted))


@pytest.mark.filterwarnings("ignore:.*runs eagerly")
@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_branch_within_an_expression_is_told_by_the_users_line(backend):
    def asked(x):
        found = []

        def is_large(value):
            found.extend([value])
            return value > 0.2

        return x[0] > 0.5 and is_large(x[1])

    compiled = ivy.compile(asked)
    (note,) = compiled.explain(np.array([0.9, 0.3])).eager
    assert note.file == __file__
