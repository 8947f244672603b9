"""Arrays of which only a part is read; parts that a statement reads and writes back."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy


def sums_in_a_view(np, x):
    total = np.zeros_like(x)[1:-2, 2:-2]
    for k in range(2):
        total[:, :, k:] += x[1 + k : -2 + k or None, 2:-2, k:] * 2.0
    return total


def ones_in_a_view(np, x):
    seen = np.full(x.shape, -0.0)[::2, 3:9]
    seen[1] = x[0, 3:9]
    seen[:, 2:4, 1:] = x[::2, 1:3, 1:]
    return seen[::-1] * 1.0, seen[0:3, ::2]


def a_base_that_comes_out(np, x):
    base = np.zeros_like(x)
    inner = base[2:-2, 2:-2]
    inner += x[2:-2, 2:-2]
    inner[0] = 4.0
    return inner[1:] + 1.0, base


def reads_before_writes(np, x):
    base = np.zeros((12, 11, 4))
    before = base[3:5] + 1.0
    base[2:6, 1:] = x[2:6, 1:]
    base[4:, 1] = x[0, 1]
    return before, base[3:5, 1:4], base[4]


def reads_in_a_loop(np, x):
    base = np.zeros((12, 11, 4))
    base[2:8] = x[2:8]
    total = np.zeros(4)
    for k in range(2, 7):
        total += base[k, 3]
    return total, base[3:4]


def parts_that_are_added_to(np, x):
    x[:, :, 0] += x[:, :, 1] / 2.0
    x[:, :, 1:3] -= np.abs(x[:, :, :2])
    x[:, 3, 2] = np.where(x[:, 3, 2] < 0.5, x[:, 0, 0], x[:, 3, 2])
    x[1:-1, 1:-1, 3] = np.maximum(0.5, x[1:-1, 1:-1, 3])
    return x[:, :, 2] * 1.0


def parts_of_other_dtypes(np, x):
    marks = np.zeros((12, 11, 4), dtype=np.uint8)
    marks[:, :, 1] |= x[:, :, 1] > 0.5
    marks[:, :, 1] += 250
    marks[:, :, 1] += marks[:, :, 1]
    y = np.ones((12, 11, 2), dtype=np.float32)
    y[:, :, 1] *= x[:, :, 0]
    return marks, y


def levels_written_in_steps(np, x):
    levels = np.zeros((96, 110, 3))
    levels[:, :, 0] = np.tile(x[:, :, 0], (8, 10))
    levels[1:-1, 1:-1, 1] = levels[:-2, 1:-1, 0] + 0.25
    was = levels[2:-2, -2, 1] < 0.75
    levels[2:-2, -2, 1] = np.maximum(0.5, levels[2:-2, -2, 1])
    levels[::2, :, 1] += levels[::2, :, 0]
    levels[3:, 4, 2] = 1.5
    return levels, was, levels[:, :, 1] * 2.0


PROGRAMS = [
    sums_in_a_view, ones_in_a_view, a_base_that_comes_out, reads_before_writes, reads_in_a_loop,
    parts_that_are_added_to, parts_of_other_dtypes, levels_written_in_steps,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_answers_are_those_of_numpy(backend, program):
    x = real.random.default_rng(3).random((12, 11, 4))
    given = x.copy()
    wanted = program(real, given)
    mine = ours.array(x)
    compiled = ivy.compile(lambda y: program(ours, y), fallback="raise")
    found = compiled(mine)
    pairs = [(mine, given)]
    pairs += zip(found, wanted, strict=True) if type(wanted) is tuple else [(found, wanted)]
    for one, other in pairs:
        assert one.dtype == other.dtype
        real.testing.assert_array_equal(real.asarray(one), other)
        if backend == "jax":  # whose passes choose what an array begins as
            real.testing.assert_array_equal(real.signbit(real.asarray(one)), real.signbit(other))
