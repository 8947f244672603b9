"""Functions of Python's ``math`` of numbers that only the program knows, against Python."""

from __future__ import annotations

import math

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

NAMES = [
    "erf", "erfc", "asinh", "atanh", "degrees", "radians", "cbrt", "lgamma", "sqrt", "log1p", "tan",
]  # fmt: skip
X = real.array([0.9, -0.1, 0.8, 0.25])


def distribution(x):
    total = 0.0
    for k in range(40):
        total += 0.5 * (1.0 + math.erf((x[k % 4] * k - 3.0) / math.sqrt(2.0)))
    return total, math.copysign(2, x[1]), math.fmod(x[1] * 10, 0.7), math.acosh(x[0] + 1)


def test_math_functions_are_steps_of_the_program(backend):
    def each_of(x):
        return [getattr(math, name)(abs(x[k])) for name in NAMES for k in range(4)]

    for program in (each_of, distribution):
        found, wanted = ivy.compile(program, fallback="raise")(np.array(X)), program(X)
        assert list(map(type, found)) == list(map(type, wanted))
        real.testing.assert_allclose(found, wanted, rtol=1e-13)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(
    "call", [lambda x: math.acosh(x[0]), lambda x: math.fmod(x[0], x[1] - x[1]),
             lambda x: math.atanh(x[0] / x[0]), lambda x: math.lgamma(int(x[1]))],
)  # fmt: skip
def test_outside_of_their_domains_they_raise_as_pythons(backend, call):
    with pytest.raises(ValueError) as wanted:
        call(X)
    with pytest.raises(ValueError) as found:
        ivy.compile(call)(np.array(X))
    assert str(found.value) == str(wanted.value)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@pytest.mark.parametrize("power", [3, 4, 5.0, 8, 9, -3])
def test_powers_of_few_factors(backend, power, dtype):
    """In a program they are products, where XLA's own powers take ten times as long."""
    x = real.random.default_rng(0).uniform(-3, 3, 200).astype(dtype)
    x[:6] = 0.0, -0.0, real.inf, -real.inf, real.nan, 1e-7
    found = real.asarray(ivy.compile(lambda v: v**power)(np.array(x)))
    with real.errstate(all="ignore"):
        wanted = x**power
    assert found.dtype == wanted.dtype
    real.testing.assert_array_equal(real.signbit(found[:4]), real.signbit(wanted[:4]))
    units = 1 if dtype == "float16" else 4
    real.testing.assert_allclose(found, wanted, rtol=units * real.finfo(dtype).eps)
