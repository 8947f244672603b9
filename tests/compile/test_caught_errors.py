"""Errors that a function catches: those of values, and those that only tracing raises."""

from __future__ import annotations

import contextlib

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy


def shape_of_a_value(np, x):
    try:
        return np.zeros(int(x.sum()))
    except TypeError:
        return np.zeros(1)


def list_of_values(np, x):
    try:
        first = x.tolist()[0]
    except Exception:
        first = -1.0
    return first * x


def singular(np, x):
    try:
        np.linalg.inv(np.outer(x, x))
    except np.linalg.LinAlgError:
        return -x
    return x


def out_of_bounds(np, x):
    try:
        return x[7]
    except IndexError:
        return x[0] - 1


def raised_on_a_branch(np, x):
    found = []
    for i in range(4):
        try:
            if x[i % 3] < 2:
                raise ValueError("small")
            found.append(x[i % 3])
        except ValueError:
            found.append(-1.0)
    return np.array(found)


def suppressed(np, x):
    found = x * 0
    with contextlib.suppress(IndexError):
        found[0] = x[5]
        found += 1
    return found


def missing_key(np, x, table={"one": 1}):  # noqa: B006 - nobody writes to it
    try:
        by = table["two"]
    except KeyError:
        by = 5
    return x * by


CASES = (
    shape_of_a_value, list_of_values, singular, out_of_bounds, raised_on_a_branch, suppressed,
    missing_key,
)  # fmt: skip


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_the_handler_runs_where_it_does_eagerly(backend, function):
    x = real.array([1.0, 2.0, 3.0])
    call = ivy.compile(function, fallback="silent")
    for _ in range(2):
        real.testing.assert_array_equal(call(ours, ours.array(x)), function(real, x))


def test_an_error_of_python_itself_is_caught_in_a_program(backend):
    call = ivy.compile(missing_key, fallback="raise")
    real.testing.assert_array_equal(call(ours, ours.arange(3.0)), real.arange(3.0) * 5)
