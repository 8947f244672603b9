"""What a function asks about the class of a value that only its program knows."""

from __future__ import annotations

import numbers

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy


def chosen(is_it, x):
    return x * 2 if is_it else x


def rolled(x):
    total = 0.5
    for _ in range(40):
        total = total + x[0]
    return total


ASKED = {
    "isinstance float": lambda np, x, s: chosen(isinstance(s, float), x),
    "isinstance of several": lambda np, x, s: chosen(isinstance(s, (str, numbers.Real)), x),
    "isinstance array": lambda np, x, s: chosen(isinstance(s, np.ndarray), x),
    "type": lambda np, x, s: chosen(type(s) is float, x),
    "isscalar": lambda np, x, s: chosen(np.isscalar(s), x),
    "hasattr": lambda np, x, s: chosen(hasattr(s, "shape"), x),
    "name": lambda np, x, s: (type(s).__name__, type(x.sum()).__name__),
    "type of an element": lambda np, x, s: chosen(type(x[0]) is np.float64, x),
    "isinstance of an element": lambda np, x, s: chosen(isinstance(x[0], np.floating), x),
    "item": lambda np, x, s: chosen(isinstance(x.sum().item(), float), x),
    "sum": lambda np, x, s: chosen(isinstance(rolled(x), np.float64), x),
    "type of an array": lambda np, x, s: chosen(type(x[1:]) is np.ndarray, x),
    "slice of a value's length": lambda np, x, s: isinstance(x[: int(x[1])], np.ndarray),
}


@pytest.mark.parametrize("given", [1.5, 2, real.float64(0.5)], ids=["float", "int", "float64"])
@pytest.mark.parametrize("asked", ASKED)
def test_classes_are_those_of_the_values(backend, asked, given):
    function = ASKED[asked]
    call = ivy.compile(function, fallback="raise")
    wanted = function(real, real.arange(3.0), given)
    for _ in range(2):
        found = call(ours, ours.arange(3.0), given)
        if isinstance(wanted, real.ndarray):
            real.testing.assert_array_equal(found, wanted)
        else:
            assert found == wanted


ON_NUMBERS = {
    "function": lambda np, x, s: np.multiply(x, s),
    "comparison with an element": lambda np, x, s: chosen(x.max() > s, x),
    "operator": lambda np, x, s: x * s + s**2,
}


@pytest.mark.parametrize("name", ON_NUMBERS)
def test_numbers_of_a_program_meet_arrays_as_numbers(backend, name):
    call = ivy.compile(ON_NUMBERS[name], fallback="raise")
    for given in (1.5, 2.5, 0.5):
        wanted = ON_NUMBERS[name](real, real.arange(3.0), given)
        real.testing.assert_array_equal(call(ours, ours.arange(3.0), given), wanted)
