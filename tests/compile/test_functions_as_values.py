"""Functions that are arguments, stand in containers, or come out: what they are bound to counts."""

from __future__ import annotations

import functools

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

CALLS = 3


class Gauge:
    def __init__(self, np):
        self.level, self.readings = np.ones(2), 0

    def fill(self, x):
        self.level += x
        self.readings += 1
        return self.level * 2

    def state(self):
        return self.level, self.readings


class Filter(Gauge):
    def __call__(self, x):
        return self.fill(x)


def apply(function, x):
    return function(x)


def apply_first(functions, x):
    return functions["first"](x)


def closure(np):
    weights, seen = np.ones(2), []

    def scaled(x):
        seen[:] = [x.sum()]
        return x * weights

    return scaled, lambda: weights.__iadd__(1.0), lambda: seen


def method(np):
    gauge = Gauge(np)
    return gauge.fill, lambda: gauge.level.__iadd__(1.0), gauge.state


def callable_object(np):
    made = Filter(np)
    return made, lambda: made.level.__iadd__(1.0), made.state


def partly_given(np):
    gauge, weights = Gauge(np), np.ones(2)
    made = functools.partial(lambda w, g, x, by: g.fill(x * w) * by, weights, gauge, by=2.0)
    return made, lambda: weights.__iadd__(1.0), gauge.state


def values(np, convert, make, call, wrap):
    function, change, state = make(np)
    call, found = convert(call), []
    for _ in range(CALLS):
        found += [real.array(each) for each in (call(wrap(function), np.arange(2.0)), *state())]
        change()
    return found


@pytest.mark.parametrize("make", [closure, method, callable_object, partly_given])
@pytest.mark.parametrize("call", [apply, apply_first])
def test_what_a_function_is_bound_to_is_no_constant(backend, make, call):
    def wrap(function):
        return function if call is apply else {"first": function}

    want = values(real, lambda f: f, make, call, wrap)
    got = values(ours, lambda f: ivy.compile(f, fallback="raise"), make, call, wrap)
    for one, other in zip(got, want, strict=True):
        real.testing.assert_array_equal(one, other)


GLOBAL_GAUGE = Gauge(real)
global_fill = GLOBAL_GAUGE.fill


def fill_global(x):
    return global_fill(x)


def test_a_method_that_a_global_name_holds(backend):
    global GLOBAL_GAUGE, global_fill
    found = []
    for np, convert in ((real, lambda f: f), (ours, ivy.compile)):
        GLOBAL_GAUGE = Gauge(np)
        global_fill = GLOBAL_GAUGE.fill
        call = convert(fill_global)
        found.append([real.array(call(np.arange(2.0))) for _ in range(CALLS)])
        found[-1] += list(GLOBAL_GAUGE.state())
    for one, other in zip(found[1], found[0], strict=True):
        real.testing.assert_array_equal(real.asarray(one), other)


def build_counter(x):
    calls = []

    def count(y):
        calls.append(1)
        return (x + y) * len(calls)

    return count


def build_partial(x):
    return functools.partial(lambda a, b: a * b, x * 2)


def build_method(x):
    gauge = Gauge(ours if isinstance(x, ours.ndarray) else real)
    gauge.level = x * 3
    return gauge.fill


@pytest.mark.parametrize("build", [build_counter, build_partial, build_method])
def test_functions_that_come_out_are_those_of_the_call(backend, build):
    found = []
    for np, make in ((real, build), (ours, ivy.compile(build, fallback="silent"))):
        one, other = make(np.ones(2)), make(np.arange(2.0))
        found.append([real.array(f(np.ones(2))) for f in (one, other, one)])
    real.testing.assert_array_equal(found[1], found[0])


def scaled_sum(by, x, less=0.0):
    x *= by
    return x.sum() - less


def test_a_partial_function_is_compiled(backend):
    run = ivy.compile(functools.partial(scaled_sum, 3.0, less=1.0))
    x = ivy.ones((4,))
    assert [float(run(x)), float(run(x, less=2.0)), float(run(x))] == [11.0, 34.0, 107.0]
    assert [float(each) for each in x] == [27.0] * 4
    assert run.func.cache_info().misses >= 1 or backend == "numpy"
