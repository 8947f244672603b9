"""Views that are given at other places from call to call: slices of one shape share a program."""

from __future__ import annotations

import numpy
import pytest

import frontends.numpy as np
import ivy_core as ivy

FUNCTIONAL = {"jax", "tensorflow"}  # backends whose views are seen through lenses


def rows(a, at):
    return (a[2 * at : 2 * at + 3],)


def columns(a, at):
    return (a[:, at : at + 2],)


def a_row(a, at):
    return (a[at],)


def a_window(a, at):
    return (a[at : at + 4, at : at + 5 : 2][:, 1:],)


def backwards(a, at):
    return (a[at + 3 : at : -1],)


def two_that_overlap(a, at):
    return a[at : at + 3], a[at + 1 : at + 4]


def two_that_change_places(a, at):
    return (a[0:3], a[5:8]) if at % 2 else (a[5:8], a[0:3])


def the_whole_and_a_part(a, at):
    return a, a[at : at + 2]


PARTS = (
    rows, columns, a_row, a_window, backwards, two_that_overlap, two_that_change_places,
    the_whole_and_a_part,
)  # fmt: skip


def summed(np, *parts):
    return sum(np.sum(part * part) for part in parts)


def scaled(np, *parts):
    for number, part in enumerate(parts):
        part *= 1.5 + number
        part[0] += 1.0
    return parts[0] + parts[-1].sum()


def moved_along(np, *parts):
    """Each write is read through the other part where they overlap."""
    first, last = parts[0], parts[-1]
    for i in range(1, len(first)):
        first[i] = first[i - 1] + last[min(i, len(last) - 1)]
    return first


def shown(np, *parts):
    return parts[-1][1:]


@pytest.mark.parametrize("function", [summed, scaled, moved_along, shown], ids=lambda f: f.__name__)
@pytest.mark.parametrize("parts", PARTS, ids=lambda parts: parts.__name__)
def test_results_and_effects_are_those_of_numpy(backend, parts, function):
    start = numpy.random.default_rng(0).random((12, 9))
    wanted, found = start.copy(), np.array(start)
    compiled = ivy.compile(lambda *given: function(np, *given))
    for at in (0, 3, 1, 4, 2):
        expected = function(numpy, *parts(wanted, at))
        result = compiled(*parts(found, at))
        numpy.testing.assert_allclose(numpy.asarray(result), expected, rtol=1e-10)
        numpy.testing.assert_allclose(numpy.asarray(found), wanted, rtol=1e-10)
    if backend in FUNCTIONAL:
        assert compiled.cache_info().misses <= 2


def test_a_result_that_is_a_view_shares_memory_with_what_was_given(backend):
    x = np.array(numpy.arange(10.0))
    compiled = ivy.compile(lambda part: part[1:3])
    for at in (0, 2, 4, 6):
        shown = compiled(x[at : at + 4])
        shown[...] = -1.0
    assert numpy.asarray(x).tolist() == [0, -1, -1, -1, -1, -1, -1, -1, -1, 9]


def test_many_slices_evict_nothing(backend):
    """A pass over more batches than programs are kept compiles no more than the first ones."""
    x = np.array(numpy.arange(1200.0))
    compiled = ivy.compile(lambda part: (part * 2).sum())
    for _ in range(2):
        for at in range(0, 1200, 4):
            compiled(x[at : at + 4])
    if backend != "numpy":
        assert compiled.cache_info().misses <= 3


def test_a_function_that_is_seen_through_one_window_alone_knows_it(backend):
    """Parts that never move are told apart while it is compiled: these two do not overlap."""
    x = np.array(numpy.arange(10.0))

    @ivy.compile
    def step(left, right):
        for _ in range(3):
            left[:] = left + right

    for _ in range(3):
        step(x[:5], x[5:])
    if backend in FUNCTIONAL:
        assert step.cache_info().misses == 1
    expected = numpy.arange(5.0) + 9 * numpy.arange(5.0, 10.0)
    numpy.testing.assert_allclose(numpy.asarray(x)[:5], expected)
