"""Writes to arrays that a program computes whole, and writes that leave nothing of what was."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

RNG = real.random.default_rng(8)


def ends(np, x, y):
    for k in range(1, len(x)):
        x[:k] = x[:k] + y[:k]
        x[k] = y[k] * 2.0
        x[-k] -= 1.0


def of_one_row(np, x, y):
    z = x * y[:, None] + 1.0
    z[2] = 5.0
    z[:, 3] = y
    z[-1, 1:2] = -1.0
    z[3:5] = y  # of more than one row
    x[:] = z


def at_moving_places(np, x, y):
    for k in range(len(y)):
        z = np.abs(x) + y
        z[-k] = y[k] * 2.0
        z[k // 2] += 1
        x[:] = z


def halves(np, x, y):
    for _ in range(3):
        low = x[:6] + y[6:]
        x[6:] = x[:6] - y[6:]
        x[:6] = low


def quarters(np, x, y):
    blocks = x.reshape(2, 4, -1)
    a, b, c, d = [blocks[:, k].copy() for k in range(4)]
    blocks[:, 2] = a + b
    blocks[:, 0] = c - d
    blocks[:, 2] = a - b  # once more
    y[:2] = blocks[:, 3, 0]
    blocks[:, 3] = a * d
    blocks[:, 1] = b


def three_of_four(np, x, y):
    blocks = x.reshape(4, -1)
    blocks[0] = blocks[1] * 2.0
    blocks[3] = blocks[2]
    blocks[1] = y[0]


def pieces_of_two_sizes(np, x, y):
    x[2:4] = y[:2]
    x[:2] = y[2:4]
    x[4:] = y[4:] + x[:8]


VECTOR = RNG.standard_normal(12)
CASES = {
    ends: (VECTOR, VECTOR[::-1]),
    of_one_row: (RNG.standard_normal((12, 12)), VECTOR),
    at_moving_places: (VECTOR, VECTOR[::-1]),
    halves: (VECTOR, VECTOR[::-1]),
    quarters: (RNG.standard_normal(24), VECTOR),
    three_of_four: (RNG.standard_normal((4, 12)), VECTOR),
    pieces_of_two_sizes: (VECTOR, VECTOR[::-1]),
}


@pytest.mark.parametrize("loops", ["auto", "roll"])
@pytest.mark.parametrize("dtype", ["float64", "complex64", "int64"])
@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_writes_leave_what_numpy_does(backend, function, dtype, loops):
    values = [(each * 3).astype(dtype) for each in CASES[function]]
    plain, given = [each.copy() for each in values], [ours.array(each) for each in values]
    function(real, *plain)
    ivy.compile(function, fallback="raise", loops=loops)(ours, *given)
    for mine, theirs in zip(given, plain, strict=True):
        assert real.asarray(mine).dtype == theirs.dtype
        real.testing.assert_allclose(real.asarray(mine), theirs, rtol=1e-5)


def writes(function) -> int:
    """Return how many parts of arrays XLA's program of a function writes to."""
    given = [ours.array(each) for each in CASES[function]]

    def program(x, y):
        function(ours, x, y)

    text = ivy.compile(program, loops="roll").lower(*given).compile().as_text()
    return text.count(" dynamic-update-slice(")


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_pieces_that_cover_an_array_are_put_together_at_once(backend):
    assert writes(halves) == 0
    assert writes(three_of_four) > 0
    assert writes(pieces_of_two_sizes) > 0


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_elements_of_a_computed_array_are_chosen_as_it_is_computed(backend):
    assert writes(ends) == 0
    assert writes(at_moving_places) == 0


def heat_of_two_axes(np, u):
    for _ in range(9):
        u[1:-1, 2:-1] += 3 * (u[:-2, 2:-1] - u[2:, 2:-1]) + u[1:-1, 1:-2] * u[1:-1, 3:] % 5


def heat_beside_walls(np, u):
    for _ in range(9):
        v = u.copy()
        v[:, 1:] = (u[:, :-1] + 2 * u[:, 1:]) % 1000
        u[:-1] = (v[1:] - v[:-1]) % 1000


def two_steps_of_one_array(np, u):
    for _ in range(3):
        u[1:-1] = (u[:-2] + u[2:]) % 1000
        u[2:-2] = (u[:-4] + 3 * u[4:]) % 1000


@pytest.mark.parametrize("function", [heat_of_two_axes, heat_beside_walls, two_steps_of_one_array])
@pytest.mark.parametrize("loops", ["roll", "unroll"])
def test_interiors_computed_from_their_own_array(backend, function, loops):
    plain = RNG.integers(0, 1000, (40, 50))
    mine = ours.array(plain)

    def program(u):
        function(ours, u)

    ivy.compile(program, loops=loops, fallback="raise")(mine)
    function(real, plain)
    real.testing.assert_array_equal(real.asarray(mine), plain)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_an_interior_is_selected_where_it_is_computed_from_its_array(backend):
    def program(u):
        heat_of_two_axes(ours, u)

    text = ivy.compile(program).lower(ours.ones((40, 50))).compile().as_text()
    assert " dynamic-update-slice(" not in text
