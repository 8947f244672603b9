"""What a compiled function leaves behind: arguments, aliases, views, globals, objects."""

from __future__ import annotations

import dataclasses

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.call.function import CompileError, CompileWarning

COMPILES = {"jax", "tensorflow", "torch"}


def strict(function, **options):
    """Compile a function that must not run eagerly."""
    return ivy.compile(function, fallback="raise", **options)


def same(got, want):
    real.testing.assert_array_equal(real.asarray(got), want)


def shift_and_add(np, x, y):
    x[1:] = x[:-1] * 2
    y += x
    return y


@pytest.mark.parametrize("np", [real, ours])
def test_one_array_given_twice(backend, np):
    x = np.arange(5.0)
    function = shift_and_add if np is real else strict(shift_and_add)
    result = function(np, x, x)
    assert result is x
    same(x, [0.0, 0.0, 4.0, 8.0, 12.0])


def test_view_and_base_are_given(backend):
    for _ in range(2):
        results = []
        for np, function in ((real, shift_and_add), (ours, strict(shift_and_add))):
            base = np.arange(6.0)
            function(np, base[:-1], base[1:])
            results.append(base)
        same(results[1], results[0])


def views_out(np, x):
    row = x[1]
    row += 1
    return row, x[:, 0], row


def test_a_view_that_comes_out_writes_to_the_argument(backend):
    function = strict(views_out)
    for _ in range(2):
        x = ours.asarray(real.zeros((3, 2)))
        row, column, again = function(ours, x)
        column[2] = 9
        row[0] = 7
        same(x, [[0, 0], [7, 1], [9, 0]])
        same(again, [7, 1])


def fresh(np, x):
    made = x * 2
    return made, made[1:]


def test_views_of_what_was_made_inside(backend):
    function = strict(fresh)
    for _ in range(2):
        made, part = function(ours, ours.arange(3.0))
        part[0] = 50
        same(made, [0, 50, 4])


table = ours.zeros(3)
counter = 0


def uses_globals(x):
    global counter
    counter += 1
    table[0] += x[0]
    return table * 2


def test_globals_are_read_and_written_on_each_call(backend):
    global table, counter
    table, counter = ours.zeros(3), 0
    function = strict(uses_globals)
    for i in range(1, 4):
        same(function(ours.ones(2)), [2.0 * i, 0, 0])
        assert counter == i
    table = ours.ones(3)
    same(function(ours.ones(2)), [4, 2, 2])


def test_closures(backend):
    total = ours.zeros(2)
    calls = 0

    def add(x):
        nonlocal calls
        calls += 1
        total[...] += x
        return calls

    function = strict(add)
    assert [function(ours.ones(2)) for _ in range(3)] == [1, 2, 3]
    same(total, [3, 3])
    assert calls == 3


class Filter:
    def __init__(self, np):
        self.weights = np.ones(3)
        self.state = np.zeros(3)
        self.history = []
        self.rate = 0.5

    def step(self, x):
        self.state = self.state * self.rate + self.weights * x
        self.weights[0] += 1
        self.history.append(self.state.sum())
        return self.state


def test_attributes_and_lists_of_objects(backend):
    plain, compiled = Filter(real), Filter(ours)
    step = strict(Filter.step)
    for i in range(4):
        want = plain.step(float(i))
        got = step(compiled, float(i))
        same(got, want)
        assert got is compiled.state
    same(compiled.weights, plain.weights)
    assert compiled.history == plain.history
    compiled.rate = plain.rate = 0.25
    same(step(compiled, 1.0), plain.step(1.0))


def test_a_method_is_compiled_by_decoration(backend):
    class Scaled:
        def __init__(self):
            self.factor = ours.asarray([2.0])

        @ivy.compile(fallback="raise")
        def __call__(self, x):
            return x * self.factor

    same(Scaled()(ours.ones(2)), [2, 2])


@dataclasses.dataclass
class Pair:
    first: object
    second: object


def nested(np, given):
    given["pair"].first += given["list"][0]
    given["list"][1] = given["list"][1] * 2
    given["new"] = given["pair"].second - 1
    return {"sum": given["pair"].first.sum(), "same": given["list"]}


def test_nests_of_arguments(backend):
    found = []
    for np, function in ((real, nested), (ours, strict(nested))):
        for _ in range(2):
            given = {"pair": Pair(np.ones(2), np.zeros(2)), "list": [np.ones(2), np.ones(2)]}
            result = function(np, given)
            assert result["same"] is given["list"]
        found.append((given, result))
    (theirs, want), (mine, got) = found
    same(mine["pair"].first, theirs["pair"].first)
    same(mine["list"][1], theirs["list"][1])
    same(mine["new"], theirs["new"])
    assert float(got["sum"]) == want["sum"]


def test_numpys_own_arrays_and_native_ones(backend):
    def add(np, x, y):
        x[0] = 5
        return x + y

    host = real.ones(2)
    same(strict(add)(ours, host, ours.ones(2)), [6, 2])
    same(host, [5, 1])
    native = ours.ones(2).data
    same(strict(lambda x: x + 1)(ivy.asarray(native)), [2, 2])


def test_containers_of_arrays(backend):
    def step(weights):
        weights["a"] += 1
        return weights["a"].sum()

    weights = ivy.Container(a=ivy.asarray([1.0, 2.0]), b=ivy.asarray([3.0]))
    function = strict(step)
    assert [float(function(weights)) for _ in range(2)] == [5.0, 7.0]
    same(weights["a"], [3.0, 4.0])


def test_buffers_of_others_are_not_taken(backend):
    def scale(np, x):
        x *= 2

    x = ours.arange(40000.0)
    other, native = ours.asarray(x.data), x.data
    part = x[:3]
    kept = real.array(native)
    function = strict(scale)
    for _ in range(3):
        function(ours, x)
    same(part, kept[:3] * 8)
    if backend in ("jax", "tensorflow"):  # PyTorch's tensors are written in place, as eagerly
        same(native, kept)
        same(other, kept)


def test_what_is_carried_by_name_keeps_its_alias(backend):
    def rebind(np, x, n):
        y = x
        for _ in range(n):
            x = x + y
        y[0] = 100
        return x, y

    want = rebind(real, real.ones(3), 9)
    mine = ours.ones(3)
    got = strict(rebind)(ours, mine, 9)
    same(got[0], want[0])
    assert got[1] is mine
    same(mine, want[1])


def test_an_array_that_may_be_one_of_two_is_not_written(backend):
    def either(np, x, y):
        if x[0] > 0:
            z = x
        else:
            z = y
        z[0] = 7
        return x, y

    if backend not in COMPILES:
        pytest.skip("only where functions are compiled there is something to refuse")
    with pytest.raises(CompileError, match="one of two arrays"):
        strict(either)(ours, ours.ones(2), ours.zeros(2))
    x, y = ours.ones(2), ours.zeros(2)
    with pytest.warns(CompileWarning, match=r"test_effects.py:\d+\): 'z' may be one of two"):
        ivy.compile(either)(ours, x, y)
    same(x, [7, 1])
    same(y, [0, 0])


def items_of_a_list(np, x, y):
    pair = [y, x + 1.0]
    for _ in range(6):
        pair[0] = (pair[0] + pair[1]) % 3.0
    return pair[0], len(pair)


def count_in_a_dictionary(np, x, found):
    for i in range(len(x)):
        if x[i] > 1:
            _count(found, x[i])
    return found["sum"]


def _count(found, value):
    found["number"] += 1
    found["sum"] = found["sum"] + value


def one_of_two_views(np, x, y, i):
    if x[0] > y[0]:
        row = x[1:3]
    else:
        row = y[2:4]
    return row * 2, x[i]


def view_at_a_traced_place(np, x):
    row = x[0]
    for i in range(len(x)):
        row = x[i]
        row[1] += i
    return row


def part_of_traced_length(np, x):
    count = 0
    for i in range(len(x)):
        if x[i] > 0:
            x[count] = x[i]
            count += 1
    return x[:count], x[x > 2.5]


@pytest.mark.parametrize(
    ("function", "make"),
    [
        (items_of_a_list, lambda np: (np.arange(3.0), np.ones(3))),
        (count_in_a_dictionary, lambda np: (np.arange(6.0), {"number": 0, "sum": 0.0})),
        (one_of_two_views, lambda np: (np.arange(5.0), np.ones(5), 2)),
        (one_of_two_views, lambda np: (np.arange(5.0) + 2, np.ones(5), 2)),
        (view_at_a_traced_place, lambda np: (np.zeros((7, 3)),)),
        (part_of_traced_length, lambda np: (np.asarray([-1.0, 3, -2, 4, 2, -1, 1]),)),
    ],
)
def test_what_loops_and_branches_bind(backend, function, make):
    compiled = strict(function)
    for _ in range(2):
        theirs, mine = make(real), make(ours)
        want, got = function(real, *theirs), compiled(ours, *mine)
        for ours_, numpys in zip((*mine, got), (*theirs, want), strict=True):
            _compare(ours_, numpys)


def _compare(got, want):
    if isinstance(want, dict):
        assert {k: float(v) for k, v in got.items()} == want
    elif isinstance(want, tuple):
        for pair in zip(got, want, strict=True):
            _compare(*pair)
    else:
        same(got, want)


def test_a_view_at_a_traced_place_writes_to_the_argument(backend):
    x = ours.zeros((7, 3))
    row = strict(view_at_a_traced_place)(ours, x)
    row[0] = 5
    same(x[6], [5, 6, 0])


def counted(z, by):
    """Write to an array, and say whether it is large by now."""
    z[0] += by
    return z[0] > 3.0


def asks_and_writes(x, y):
    passed = 0
    for i in range(8):
        if x[i] > 2.0 or counted(y, 1.0):
            passed += 1
        if x[i] < 5.0 and counted(y, 0.5) and counted(x, 0.25):
            passed += 10
    return passed


def test_what_decides_in_conditions_is_called_only_if_it_is_needed(backend):
    x = real.array([1.0, 6.0, 2.5, 0.0, 7.0, 1.0, 3.0, 4.0])
    for _ in range(2):
        results = []
        for np, function in ((real, asks_and_writes), (ours, strict(asks_and_writes))):
            one, other = np.array(x), np.zeros(2)
            results.append((function(one, other), one, other))
        for got, want in zip(results[1], results[0], strict=True):
            same(got, want)
