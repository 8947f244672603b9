"""Settings of a process or a context that compiled functions look at before each call."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import frontends.numpy as ours
import ivy_core as ivy


def test_default_types(backend):
    def plus_a_tenth(x):
        return x + ivy.ones(3) * 0.1

    compiled, x = ivy.compile(plus_a_tenth), ivy.array([1, 2, 3])
    for name in ["float32", "float64"] * 4:
        with ivy.set_default_float_dtype(name):
            assert (compiled(x) == plus_a_tenth(x)).all()
            assert compiled(ivy.ones(3)).dtype == name


def quotient(x, y):
    return x / y


def quotient_that_is_watched(x, y):
    with ours.errstate(all="raise"):
        return x / y


def outcome(np, function, *values) -> str:
    try:
        function(*map(np.asarray, values))
    except FloatingPointError:
        return "raised"
    return "done"


@pytest.mark.parametrize("state", ["raise", "call", "warn", "ignore"])
def test_floating_point_errors_that_are_asked_for(backend, state):
    compiled, told = ivy.compile(quotient), []
    x, good, bad = [1.0] * 3, [2.0] * 3, [0.0] * 3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the one that says why it runs eagerly, and NumPy's own
        for _ in range(4):
            before = [outcome(ours, compiled, x, y) for y in (good, bad)]
            with ours.errstate(divide=state, call=lambda *args: told.append(args[0])):
                found = [outcome(ours, compiled, x, y) for y in (good, bad)]
            with np.errstate(divide=state, call=lambda *args: None):
                expected = [outcome(np, quotient, x, y) for y in (good, bad)]
            assert before == ["done", "done"] and found == expected
    assert told == (["divide by zero"] * 4 if state == "call" else [])


def test_a_function_that_asks_for_floating_point_errors_itself(backend):
    compiled = ivy.compile(quotient_that_is_watched, fallback="silent")
    for _ in range(3):
        assert outcome(ours, compiled, [1.0], [2.0]) == "done"
        assert outcome(ours, compiled, [1.0], [0.0]) == "raised"
