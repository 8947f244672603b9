"""What the state machine of views has found, once and for all."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as ours

VIEWS = {
    "all": lambda x: x,
    "rows reversed": lambda x: x[::-1],
    "both reversed": lambda x: x[::-1, ::-1],
    "columns reversed": lambda x: x[:, ::-1],
    "T": lambda x: x.T,
    "rows": lambda x: x[1:],
    "columns": lambda x: x[:, 1:],
    "steps": lambda x: x[::2, 0],
    "row": lambda x: x[0],
    "element": lambda x: x[1:2, 1:2],
    "column": lambda x: x[:, 0:1],
}


@pytest.mark.parametrize("order", "CFAK")
@pytest.mark.parametrize("name", VIEWS)
def test_ravel_is_a_view_where_numpys_is(backend, name, order):
    """NumPy's ravel copies strided memory, even where a reshape would see it."""
    a = real.arange(12.0).reshape(3, 4)
    x = ours.array(a)
    expected, actual = VIEWS[name](a).ravel(order), VIEWS[name](x).ravel(order)
    VIEWS[name](a)[...] = -1
    VIEWS[name](x)[...] = -1
    real.testing.assert_array_equal(real.asarray(actual), expected)


def test_a_read_only_view_refuses_even_its_own_values(backend):
    windows = ours.lib.stride_tricks.sliding_window_view(ours.arange(4.0), 2)
    with pytest.raises(ValueError, match="read-only"):
        windows[::-1] = windows[::-1]


def test_a_refused_write_through_integers_leaves_the_base_as_it_was(backend):
    x = ours.arange(4.0)
    windows = ours.lib.stride_tricks.sliding_window_view(x, 2)
    with pytest.raises(ValueError, match="read-only"):
        windows[[0, -1, 0]] = 9.0
    real.testing.assert_array_equal(real.asarray(x), [0.0, 1.0, 2.0, 3.0])
    real.testing.assert_array_equal(real.asarray(windows)[:, 0], [0.0, 1.0, 2.0])


def test_put_and_place_reach_a_view_without_dimensions(backend):
    x = ours.arange(4.0)
    ours.put(x[..., 0], [0, -1], [3.0, 4.0])
    ours.place(x[..., 1], [True], [5.0])
    real.testing.assert_array_equal(real.asarray(x), [4.0, 5.0, 2.0, 3.0])


def test_a_read_only_view_says_so_before_it_looks_at_the_index(backend):
    a, x = real.broadcast_to(real.zeros(4), (2, 4)), ours.broadcast_to(ours.zeros(4), (2, 4))
    for index, value in (((2, 0), [0.0] * 4), ((2, 0), 1.0), (5, 1.0), ((slice(None), 9), 1.0)):
        for array in (a, x):
            with pytest.raises(ValueError, match="read-only"):
                array[index] = value


PARTS = {
    "a slice": lambda x: x[1:-1],
    "rows": lambda x: x[16:],  # which begin where memory that is shared may
    "inner": lambda x: x[1:-1, 1:-1],
    "every other": lambda x: x[::2, ::-1],
    "all": lambda x: x[...],
    "flipped": lambda x: x[::-1],
    "transposed": lambda x: x.T,
    "few": lambda x: x[:2, :3],
}


@pytest.mark.parametrize("is_read", [False, True])
@pytest.mark.parametrize("part", PARTS)
def test_a_copy_of_a_view_shares_nothing(backend, part, is_read):
    for np in (real, ours):
        x = np.arange(90_000.0).reshape(300, 300)
        view = PARTS[part](x)
        if is_read:
            float(view.sum())
        copy, twice = view.copy(), view.copy()
        copy += 1.0
        x[...] = 0.0
        if np is real:
            expected = copy, twice
            continue
        for found, wanted in zip((copy, twice), expected, strict=True):
            real.testing.assert_array_equal(real.asarray(found), wanted)
        assert not real.asarray(view).any()
