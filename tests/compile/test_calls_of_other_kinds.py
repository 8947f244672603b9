"""Calls of another kind each: what counts is traced, and what goes on changing is named."""

from __future__ import annotations

import warnings

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileWarning

step = 0
t = 0.5


@pytest.fixture
def compiles(backend):
    if backend == "numpy":
        pytest.skip("numpy: nothing is compiled")


class Plate:
    def __init__(self):
        self.level = np.ones(3)

    def step(self):
        self.level *= 2.0

    def t(self, x):
        return x + self.level


def test_a_global_with_the_name_of_an_attribute_is_not_read(compiles):
    """``self.step()`` says nothing of the global name ``step``."""
    global step, t
    plate = Plate()

    def advance(x):
        plate.step()
        return plate.t(x)

    function = ivy.compile(advance, fallback="raise")
    for n in range(5):
        step, t = n, str(n)
        got = function(np.arange(3.0))
        real.testing.assert_array_equal(got, real.arange(3.0) + 2.0 ** (n + 1))
    assert function.cache_info().misses == 1


def test_calls_of_another_kind_each_say_once_what_changes(compiles):
    mode = "a0"
    function = ivy.compile(lambda x, y: (x + y if mode else x).sum())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for n in range(9):
            mode = f"a{n}"
            function(np.arange(3.0), np.ones((n + 1, 1)))
    [said] = [each for each in caught if each.category is CompileWarning]
    assert "is compiled at each call" in str(said.message)
    assert "the argument 'y' has changed ((4, 1), then (5, 1))" in str(said.message)
    assert "'mode' of a closure has changed ('a3', then 'a4')" in str(said.message)
    assert said.filename == __file__


def test_calls_of_few_kinds_say_nothing(compiles):
    function = ivy.compile(lambda x: x * 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for n in range(4):
            for _ in range(2):
                function(np.ones(n + 1))
        for n in range(8, 12):
            function(np.ones(n))
            function(np.ones(1))


def test_a_method_that_is_replaced_again_and_again_is_named(compiles):
    plate = Plate()
    function = ivy.compile(lambda x: plate.t(x))
    with pytest.warns(CompileWarning, match=r"Plate\.t has changed"):
        for n in range(6):
            Plate.t = eval(f"lambda self, x: x + {n}")  # noqa: S307
            function(np.ones(2))


def counted(x, steps, *, by=1):
    total = x * 0
    for i in range(steps):
        total = total + x * i + by
    return total, steps * 2, steps


@pytest.mark.parametrize("by_name", [False, True])
def test_an_int_that_counts_is_traced_after_four_values(compiles, by_name):
    function = ivy.compile(counted, fallback="raise")
    x = np.arange(3.0)
    for n in range(12):
        got = function(x, steps=n) if by_name else function(x, n)
        want = counted(real.arange(3.0), n)
        real.testing.assert_allclose(got[0], want[0], rtol=1e-12)
        assert got[1:] == want[1:] and all(type(each) is int for each in got[1:])
    assert function.cache_info().misses == 5
    before = function.cache_info().misses
    assert function(x, steps=2)[1] == 4 if by_name else function(x, 2)[1] == 4
    assert function.cache_info().misses == before
    assert function(x, True)[1] == 2


def test_an_int_in_an_object_that_repeats(compiles):
    plate = Plate()
    function = ivy.compile(lambda plate, n: plate.level[0] * n, fallback="raise")
    for n in range(20):
        assert float(function(plate, n)) == n
    assert function.cache_info().misses == 5


def test_an_int_that_python_has_to_know_runs_eagerly_in_the_end(compiles):
    def spread(x, n):
        return np.zeros(n) + x

    function = ivy.compile(spread)
    with pytest.warns(CompileWarning, match="an int that Python has to know .* 'n'"):
        for n in range(1, 10):
            assert function(1.5, n).shape == (n,)
    info = function.cache_info()
    assert info.currsize <= 9
    assert function(2.5, 2).tolist() == [2.5, 2.5]


def test_an_int_that_is_static_has_a_program_a_value(compiles):
    function = ivy.compile(lambda x, n: x * n, static="n", fallback="raise")
    for n in range(7):
        assert function(np.ones(1), n).tolist() == [n]
    assert function.cache_info().misses == 7
