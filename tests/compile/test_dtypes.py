"""Dtypes that differ by branch, iteration or operand: the answers of NumPy, or its errors."""

from __future__ import annotations

import warnings

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy


def by_an_expression(np, x, y):
    t = x if y[0] > 1 else y
    return t * 2


def by_a_branch(np, x, y):
    if y[1] > 1:
        x = y
    return x, x + x


def by_a_branch_in_a_loop(np, x, y):
    for k in range(5):
        if y[k % 3] > 2:
            x = np.cumsum(x)
    return x


def by_an_element(np, x, y):
    best = x[0]
    for k in range(len(x)):
        if x[k] > best:
            best = y[k]
    return best


def by_an_iteration(np, x, y):
    for k in range(9):
        x = x * x
        x = x / 4 + k
    return x


def within_a_tuple(np, x, y):
    pair = x, 1
    if y[1] > 0:
        pair = y, 2
    return pair[0] + pair[1]


def in_place_by_a_mask(np, x, y):
    x[y > 0.7] += y[0]
    return x


def in_place_by_a_mask_of_a_kind(np, x, y):
    x[y > 0.7] += np.int64(300)
    y[x > 3] *= 2
    return x, y


def one_by_one_at_an_index(np, x, y):
    np.add.at(x, np.array([0, 1, 1, 2]), np.float32(1.5))
    np.subtract.at(x, np.array([2, 2]), y[:2])
    np.multiply.at(y, np.array([0, 0, 1]), 3)
    return x, y


def truth_of_complex_numbers(np, x, y):
    z, found = y * 1j, x > 30
    found[:2] = z[1:]
    found[2] = z[0]
    masks = [found & False, found & False, found & False]
    masks[0][[0, 2]] = z[[1, 0]]
    masks[1][z != 0] = z[0]
    masks[2][z == z] = z
    return found, *masks


def by_the_first_iteration_before_a_break(np, x, y):
    count = np.zeros(3, int)
    for _ in range(60):
        x = x.astype(np.uint16) // 2
        count = y.astype(np.uint32) + count.astype(np.uint32)
        if count.sum() > 30:
            break
    return x, count


def by_the_first_iteration_of_a_while_loop(np, x, y):
    k = 0
    while k < 60:
        x = (np.abs(x) % 50 + y).astype(np.uint8)
        k += 1
        if x.sum() > 90:
            break
    return x


def by_a_loop_that_runs_or_not(np, x, y):
    z = x
    while y.sum() > 3:
        x = x * 0.5
        y = y - 1
    while y.sum() > 3:
        z = z * 0.5
        y = y - 1
    return x, z


def one_iteration_behind_another(np, x, y):
    z = x
    while y.sum() > 3:
        x = z
        z = z * 0.5
        y = y - 1
    return x, z


PROGRAMS = [
    by_the_first_iteration_before_a_break, by_the_first_iteration_of_a_while_loop,
    by_a_loop_that_runs_or_not, one_iteration_behind_another,
    truth_of_complex_numbers,
    one_by_one_at_an_index,
    by_an_expression, by_a_branch, by_a_branch_in_a_loop, by_an_element, by_an_iteration,
    within_a_tuple, in_place_by_a_mask, in_place_by_a_mask_of_a_kind,
]  # fmt: skip


def outcome(program, array):
    """Return the leaves of a program's results and its inputs, or the error that it raises."""
    given = array(real.array([100, 27, -3], "int8")), array(real.array([0.5, 2.5, 1.0]))
    try:
        found = program(*given)
    except Exception as err:
        return type(err).__name__, *given
    return *(found if type(found) is tuple else (found,)), *given


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_answers_are_those_of_numpy(backend, program):
    compiled = ivy.compile(lambda x, y: program(ours, x, y))
    with warnings.catch_warnings(), real.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        wanted = outcome(lambda x, y: program(real, x, y), real.array)
        found = outcome(compiled, ours.array)
        eagerly = outcome(lambda x, y: program(ours, x, y), ours.array)
    if type(wanted[0]) is str:
        assert "UFuncTypeError" in wanted[0] and type(found[0]) is str
        wanted, found, eagerly = wanted[1:], found[1:], eagerly[1:]
    for one, other in zip((*found, *eagerly), wanted * 2, strict=True):
        assert one.dtype == other.dtype
        real.testing.assert_array_equal(real.asarray(one), other)
