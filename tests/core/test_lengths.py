"""Axes that grow by one: a few lengths are compiled, NumPy computes the others, each always so."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.common.lengths import Lengths
from ivy_core.backends.common.patience import patience

only_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)

# More elements than are always NumPy's
GROWING = {
    "tanh": (lambda np_, a, n: np_.tanh(a[:, :n]), 1e-6),
    "matmul": (lambda np_, a, n: np_.matmul(a[0, :n], a[0].T), 1e-4),
    "matmul of what grows": (lambda np_, a, n: np_.matmul(a[0].T[:, :n], a[0, :n]), 1e-4),
    "concat": (lambda np_, a, n: np_.concat([a[:, :n], a], axis=1), 0),
    "astype": (lambda np_, a, n: np_.astype(a[:, :n], np_.float64), 0),
}  # fmt: skip


@pytest.fixture
def programs(backend):
    """Return a list that grows by one with each program that XLA compiles."""
    import jax

    seen = []

    def listen(event, seconds, **_):
        if event == "/jax/core/compile/backend_compile_duration":
            seen.append(seconds)

    jax.monitoring.register_event_duration_secs_listener(listen)
    yield seen
    jax.monitoring.unregister_event_duration_listener(listen)


@only_jax
@pytest.mark.parametrize("name", GROWING)
def test_a_growing_axis_compiles_a_few_lengths(programs, name):
    call, tolerance = GROWING[name]
    drawn = np.random.default_rng(0).normal(size=(2, 300, 300)).astype(np.float32)
    x = ivy.array(drawn)
    before = len(programs)
    for n in range(190, 210):
        found = np.asarray(call(ivy, x, n))
        wanted = call(np, drawn, n)
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)
    assert len(programs) <= before + 4


@only_jax
@pytest.mark.parametrize("name", ["softmax", "gelu", "layer_norm"])
def test_layers_of_a_growing_axis_are_those_of_numpy(programs, name):
    def call(x):
        if name == "layer_norm":
            return ivy.layer_norm(x, [2], scale=x[0, 0], offset=x[0, 1])
        return getattr(ivy, name)(x)

    drawn = np.random.default_rng(0).normal(size=(1, 80, 300)).astype(np.float32)
    before = len(programs)
    for n in range(60, 80):
        found = np.asarray(call(ivy.array(drawn[:, :n])))
        with ivy.with_backend("numpy"):
            wanted = np.asarray(call(ivy.array(drawn[:, :n])))
        np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=2e-6)
    assert len(programs) <= before + 4


@only_jax
def test_equal_calls_give_equal_bits_whatever_came_between(backend):
    drawn = np.random.default_rng(0).normal(size=(1, 260, 100)).astype(np.float32)
    given = [ivy.array(drawn[:, :n]) for n in range(200, 212)]
    first = [np.asarray(ivy.softmax(x)).tobytes() for x in given]
    for _ in range(3):
        assert [np.asarray(ivy.softmax(x)).tobytes() for x in reversed(given)] == first[::-1]


def test_shapes_that_differ_in_two_lengths_are_no_family(backend):
    lengths = Lengths(1, 100)
    shapes = [(8, 16, 64, 64), (8, 32, 48, 48), (8, 64, 24, 24)]  # of one network
    assert all(lengths.are_compiled((shape,), "float32") for shape in shapes * 2)


def test_dtypes_and_options_have_families_of_their_own(backend):
    lengths = Lengths(1, 100)
    assert lengths.are_compiled(((4, 9),), ("float32", 0))
    assert lengths.are_compiled(((4, 7),), ("float64", 0))
    assert lengths.are_compiled(((4, 7),), ("float32", 1))
    assert not lengths.are_compiled(((4, 7),), ("float32", 0))


def test_a_decision_outlives_the_table_of_decisions(backend):
    lengths = Lengths(2, 4)
    decided = {n: lengths.are_compiled(((n, 3),), None) for n in range(5, 25)}
    assert list(decided.values()) == [True, True, *[False] * 18]
    assert {n: lengths.are_compiled(((n, 3),), None) for n in reversed(decided)} == decided


@only_jax
def test_nothing_is_compiled_while_lengths_are_known_to_change(programs):
    drawn = np.random.default_rng(0).normal(size=(2, 400, 400)).astype(np.float32)
    x = ivy.array(drawn)
    before = len(programs)
    with patience.while_lengths_change():
        inside = [np.asarray(ivy.tanh(x[:, :n])) for n in (201, 207)]
    assert len(programs) == before
    for n, found in zip((201, 207), inside, strict=True):  # equal calls give equal bits
        np.testing.assert_array_equal(np.asarray(ivy.tanh(x[:, :n])), found)
    assert len(programs) == before


def test_what_is_light_and_new_behind_a_long_training_is_not_compiled():
    lengths = Lengths(2, 4)  # so few families that all it knows of calls is soon forgotten
    calls = [((n, 48),) for n in (8, 9)]
    assert [lengths.are_compiled(calls[0], "float32", lambda: True)] == [True]
    patience.begin(1, 0)
    try:
        assert not lengths.are_compiled(calls[1], "float32", lambda: True)
        assert lengths.are_compiled(((7, 48),), "float32", lambda: False)
        for n in range(6):
            lengths.are_compiled(((n + 2, 3 + n, 5),), "float32", lambda: True)
        assert lengths.are_compiled(calls[0], "float32", lambda: True)
    finally:
        patience.begin(8, 0)
    assert not lengths.are_compiled(calls[1], "float32", lambda: True)


@only_jax
def test_copies_with_the_same_bits_are_not_compiled_for_a_new_shape(programs):
    drawn = np.random.default_rng(0).normal(size=(3, 70, 90)).astype(np.float32)
    x, before = ivy.array(drawn), len(programs)
    wide = ivy.broadcast_to(x, (5, 3, 70, 90))
    np.testing.assert_array_equal(np.asarray(wide), np.broadcast_to(drawn, wide.shape))
    np.testing.assert_array_equal(np.asarray(ivy.astype(x, "float64")), drawn.astype(np.float64))
    truth = ivy.astype(ivy.greater(x, 0), "float32")
    np.testing.assert_array_equal(np.asarray(truth), (drawn > 0).astype(np.float32))
    assert len(programs) == before


@only_jax
def test_products_over_given_axes_are_not_compiled_behind_a_long_training(programs):
    drawn = np.random.default_rng(0).normal(size=(2, 7, 150, 200)).astype(np.float32)
    x, y = map(ivy.array, drawn)
    patience.begin(32, 0, True)
    before = len(programs)
    try:
        found = ivy.tensordot(x, y, axes=((0, 1), (0, 1)))
    finally:
        patience.begin(32, 0)
    assert len(programs) == before
    wanted = np.tensordot(*drawn, axes=((0, 1), (0, 1)))
    np.testing.assert_allclose(np.asarray(found), wanted, atol=1e-3)
