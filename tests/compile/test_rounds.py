"""Loops of which the rounds are run side by side, written out, or share arrays in memory."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

RNG = real.random.default_rng(11)


def smoothed(np, x, out):
    for i in range(2, len(x) - 2):
        out[i] = np.sum(x[i - 2 : i + 3]) / 5.0


def backwards(np, x, out):
    for i in range(len(x) - 1, -1, -1):
        out[i] = 2.0 * x[i] + out[i]


def into_columns(np, x, out):
    for j in range(out.shape[1]):
        out[1:3, j] = x[j] + out[1:3, j]


def next_to_it(np, x, out):
    for i in range(1, len(x)):
        out[i] = out[i - 1] + x[i]  # of the round before


def twice_to_one(np, x, out):
    for i in range(len(x)):
        out[i // 2] = x[i]


def only_where_it_ends(np, x, out):
    for i in range(len(x)):
        n = 0
        if x[i] > 0.0:
            while n * x[i] < 3.0:  # for other elements it would not end
                n += 1
        out[i] = n


def rows_of_two(np, x, out):
    for i in range(len(x)):
        out[i] = x[i] - out[i]
        x[i] = out[i] * 3.0


def summed_slices(np, bounds, x, out):
    for i in range(len(out)):
        out[i] = np.sum(x[bounds[i] : bounds[i + 1]] ** 2)
        x[i] = out[i]


def transposed(np, x, out):
    seen = x.T
    for i in range(1, seen.shape[0]):
        seen[i] = seen[i - 1] + out[i]
        seen[:, i] *= 0.5


def pairs(np, x, out):
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            if x[i, 0] < x[j, 0]:
                out[i, 0] += x[i, 1]
                out[i, 1] -= x[j, 1]
                out[j, 0] += out[i, 1]
                out[j, 1] = out[j, 0] - out[i, 0]


def next_ones(np, x, out):
    for i in range(len(x) - 1):
        out[i] = out[i + 1] * x[i] + out[i]


def down_to_the_first(np, x, out):
    for i in range(len(x) - 1, 0, -1):
        out[i] = out[i - 1] * x[i]


def down_from_the_last(np, x, out):
    for i in range(len(x) - 2, -1, -1):
        out[i] = out[i + 1] * x[i]  # of the round before


def products_with_later_rows(np, x, out):
    for i in range(len(out)):
        for j in range(out.shape[1]):
            out[i, j] += np.dot(x[i + 1 :, i], out[i + 1 :, j])


def products_with_earlier_rows(np, x, out):
    for i in range(len(out) - 1, -1, -1):
        for j in range(out.shape[1]):
            out[i, j] -= np.dot(x[i, :i], out[:i, j])


def products_with_own_row(np, x, out):
    for i in range(len(out)):
        for j in range(out.shape[1]):
            out[i, j] += np.dot(x[i:, i], out[i:, j])


def products_of_later_rows(np, x, out):
    for i in range(len(out)):
        out[i] += x[i + 1 :, i] @ out[i + 1 :]


def products_of_two_that_change(np, x, out):
    for i in range(len(out)):
        x[i] *= 0.5
        out[i] -= x[i, i + 1 :] @ out[i + 1 :]


def products_of_vectors(np, x, out):
    for i in range(len(out)):
        out[i] -= np.dot(x[i, i + 1 :], out[i + 1 :])


def rows_read_behind_writes(np, x, out):
    for k in range(1, len(out) - 2):
        out[k] = x[k] * 0.25
        x[k + 1] = out[k - 1] + out[k + 1]
        out[k] = (x[k + 1] - out[k]) * 0.5


def blocks_read_behind_writes(np, x, out):
    for k in range(2, len(out) - 4):
        out[k : k + 2] = x[k : k + 2] * 0.25
        x[k] = out[k + 1] - out[k - 1]
        x[k + 1 : k + 3] += out[k + 2 : k + 4] + out[k - 2 : k]
        out[k + 1 : k + 3] = x[k : k + 2] + out[k : k + 2]


def whole_grids(np, x, out):
    for k in range(7):
        out += (k + 1) * x[k : k + len(out)]


def bound_in_an_inner_loop(np, x, out):
    for i in range(len(x)):
        for k in range(40):
            near = x[i] * (k + 1.0)
        out[i] = near - 1.0


def read_behind_the_loop(np, x, out):
    last, place = 0.0, -1
    for i in range(len(x)):
        last, place = x[i] * x[i], 2 * i
        out[i] = last + 1.0
    out[0] = last + place


def rows_read_behind_the_loop(np, x, out):
    row = np.zeros(x.shape[1])
    for i in range(len(x)):
        row = x[i] * 2.0
        out[i] = row[1:3] - 1.0
    out[0] = row[2:4]


def of_rounds_that_may_be_none(np, x, out):
    for j in range(len(out)):
        last = 7.0
        for k in range(min(j, 30)):
            last = x[k] * 3.0
        out[j] = last


def of_the_round_before(np, x, out):
    one = other = 0.0
    for i in range(len(x)):
        one = other
        other = x[i]
        out[i] = 2.0 * x[i]
    out[0] = one


def sums_that_are_seen(np, x, out):
    total = seen = 0.0
    for i in range(len(x)):
        total += x[i]
        seen = total
        out[i] = 2.0 * x[i]
    out[0] = seen


def with_a_loop_within_a_short_one(np, x, out):
    for i in range(len(x)):
        value = x[i]
        for _ in range(6):
            p, q = 1.0, 0.0
            for _ in range(30):
                p, q = value * p - 0.5 * q, p
            value -= 0.25 * p
        out[i] = value


def ten_long_rounds(np, x, out):
    for i in range(1, 11):
        if x[i] > 0.0:
            count = 0
            for a in range(-1, 2):
                for b in range(-1, 2):
                    if x[i + a] + x[2 * i + b] > 0.25 * a * b:
                        count += 1
            if count > 3 or count == 1:
                out[i] = count
        elif x[i] > -1.0:
            out[i] = x[i] * 2.0
        else:
            out[i] = -x[i] - out[i]


def copies_of_neighbours(np, board, out):
    n, m = board.shape
    for _ in range(7):
        new = board.copy()
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                if board[i, j] == 1:
                    new[i, j] = 2
                elif board[i, j] == 0:
                    count = board[i - 1, j] % 2 + board[i, j + 1] + board[i + 1, j - 1] // 2
                    if count == 1 or count == 3:
                        new[i, j] = 1
                else:
                    new[i, j] -= board[i, j - 1]
        board = new
    out[:] = board


VECTOR = RNG.standard_normal(40)
SQUARE = RNG.standard_normal((20, 20)) / 5
CASES = {
    smoothed: (VECTOR, real.zeros(40)),
    backwards: (VECTOR, RNG.random(40)),
    into_columns: (VECTOR, RNG.random((4, 40))),
    next_to_it: (VECTOR, RNG.random(40)),
    twice_to_one: (VECTOR, RNG.random(40)),
    only_where_it_ends: (VECTOR, real.zeros(40)),
    rows_of_two: (VECTOR, RNG.random(40)),
    summed_slices: (RNG.integers(-9, 310, 41), RNG.random(300), real.zeros(40)),
    transposed: (RNG.random((9, 9)), RNG.random(9)),
    pairs: (RNG.random((40, 2)), real.zeros((40, 2))),
    next_ones: (VECTOR, RNG.random(40)),
    down_to_the_first: (VECTOR, RNG.random(40)),
    down_from_the_last: (VECTOR, RNG.random(40)),
    products_with_later_rows: (SQUARE, RNG.random((20, 18))),
    products_with_earlier_rows: (SQUARE, RNG.random((20, 18))),
    products_with_own_row: (SQUARE, RNG.random((20, 18))),
    products_of_later_rows: (SQUARE, RNG.random((20, 18))),
    products_of_two_that_change: (SQUARE, RNG.random((20, 18))),
    products_of_vectors: (SQUARE, RNG.random(20)),
    rows_read_behind_writes: (RNG.random((20, 7)), RNG.random((20, 7))),
    blocks_read_behind_writes: (RNG.random((20, 7)), RNG.random((20, 7))),
    bound_in_an_inner_loop: (VECTOR, real.zeros(40)),
    read_behind_the_loop: (VECTOR, real.zeros(40)),
    rows_read_behind_the_loop: (SQUARE, real.zeros((20, 2))),
    of_rounds_that_may_be_none: (VECTOR, real.zeros(40)),
    of_the_round_before: (VECTOR, real.zeros(40)),
    sums_that_are_seen: (VECTOR, real.zeros(40)),
    with_a_loop_within_a_short_one: (real.linspace(-0.5, 0.5, 40), real.zeros(40)),
    ten_long_rounds: (VECTOR, RNG.random(40)),
    copies_of_neighbours: (RNG.integers(0, 3, (40, 30)), real.zeros((40, 30), dtype=int)),
    whole_grids: (RNG.random(5006), real.zeros(5000)),
}


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("kernel", CASES, ids=lambda kernel: kernel.__name__)
def test_rounds_leave_what_numpy_does(backend, kernel):
    plain = [each.copy() for each in CASES[kernel]]
    given = [ours.array(each) for each in CASES[kernel]]
    kernel(real, *plain)
    ivy.compile(kernel, fallback="raise")(ours, *given)
    for mine, theirs in zip(given, plain, strict=True):
        real.testing.assert_allclose(real.asarray(mine), theirs, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(
    "kernel",
    [bound_in_an_inner_loop, read_behind_the_loop, rows_read_behind_the_loop, ten_long_rounds],
    ids=lambda kernel: kernel.__name__,
)
def test_rounds_are_no_loop_of_the_program(backend, kernel):
    text = ivy.compile(kernel).lower(ours, *map(ours.array, CASES[kernel])).as_text()
    assert "stablehlo.while" not in text


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_short_loop_about_another_one_is_not_written_out(backend):
    kernel = with_a_loop_within_a_short_one
    text = ivy.compile(kernel).lower(ours, *map(ours.array, CASES[kernel])).as_text()
    assert text.count("stablehlo.while") == 2


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("value", [real.nan, real.inf], ids=str)
@pytest.mark.parametrize(
    "kernel",
    [products_with_later_rows, products_of_later_rows, products_of_two_that_change],
    ids=lambda kernel: kernel.__name__,
)
def test_rows_that_are_not_shown_are_multiplied_by_nothing(backend, kernel, value):
    plain = [SQUARE.copy(), RNG.random((20, 18))]
    plain[1][7, 2] = value
    given = [ours.array(each) for each in plain]
    kernel(real, *plain)
    ivy.compile(kernel, fallback="raise")(ours, *given)
    assert real.isfinite(plain[1][:, 3]).all() and not real.isfinite(plain[1][:7, 2]).any()
    for mine, theirs in zip(given, plain, strict=True):
        real.testing.assert_allclose(real.asarray(mine), theirs, rtol=1e-12, atol=1e-14)
