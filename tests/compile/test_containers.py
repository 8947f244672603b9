"""Lists, dictionaries, sets and their subclasses that a function fills, or gives."""

from __future__ import annotations

import collections

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

CALLS = 4


def plain(value):
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, collections.deque)):
        return [plain(each) for each in value]
    return value if isinstance(value, set) else float(value)


def count(counts, x):
    counts["calls"] += 1
    counts["elements"] += len(x)
    return x.sum()


def collect(by_name, x):
    by_name["last"] = [x.sum()]
    return x[0]


@pytest.mark.parametrize(
    ("function", "make"),
    [
        (count, collections.Counter),
        (count, lambda: collections.defaultdict(int)),
        (collect, collections.OrderedDict),
        (collect, lambda: collections.defaultdict(list)),
    ],
    ids=["Counter", "defaultdict of int", "OrderedDict", "defaultdict of list"],
)
def test_subclasses_of_dict_hold_what_the_function_puts_there(backend, function, make):
    found = []
    for np, call in ((real, function), (ours, ivy.compile(function, fallback="silent"))):
        held, steps = make(), []
        for at in range(CALLS):
            steps += [float(call(held, np.arange(3.0) + at)), plain(held)]
        found.append((steps, type(held), getattr(held, "default_factory", None)))
    assert found[1] == found[0]


def groups(x):
    found = collections.defaultdict(list)
    found["sum"].append(x.sum())
    return found, collections.Counter(a=2), {1, x.shape[0]}


def window(x):
    return collections.deque([x.sum(), x[0]], maxlen=2)


def test_what_comes_out_is_another_in_each_call(backend):
    call = ivy.compile(groups, fallback="silent")
    for at in range(CALLS):
        x = real.arange(3.0) + at
        (found, counts, members), wanted = call(ours.asarray(x)), groups(x)
        assert [plain(found), counts, members] == [plain(wanted[0]), *wanted[1:]]
        assert (type(found), found["another"]) == (collections.defaultdict, [])
        counts["a"] += 1
        members.add("another")


def test_a_deque_that_comes_out(backend):
    call = ivy.compile(window, fallback="silent")
    for at in range(CALLS):
        x = real.arange(3.0) + at
        found = call(ours.asarray(x))
        assert (plain(found), found.maxlen) == (plain(window(x)), 2)


def test_a_list_that_goes_on_growing_compiles_no_more(backend):
    def step(x):
        x += 1
        sums.append(x.sum())
        return sums[-1]

    sums: list = []
    call = ivy.compile(step, fallback="silent")
    x, wanted = ours.zeros(3), [3.0 * at for at in range(1, 21)]
    assert [float(call(x)) for _ in wanted] == wanted
    assert [float(each) for each in sums] == wanted
    assert call.cache_info().misses < 8
    sums.clear()
    call.cache_clear()
    assert float(call(x)) == 63.0 and len(sums) == 1


def members(np, x, y):
    found = 0
    for v in x:
        found += 1 if int(v) in (2, 5, 7) else 0
        found += 10 * (v not in [1, 3]) + 100 * (int(v) in range(9, 1, -2))
        if v in y or 3 in (int(v), 5):
            found += 1000
        if 1 < v in {3, 4}:
            found += 10000
    return found


def until_equal(np, x, y):
    rounds = 0
    while not np.array_equal(x, y):
        x = np.minimum(x + 1, y)
        rounds += 1 + 10 * np.allclose(x, y - 1) + 100 * np.array_equiv(x, x[0])
    return rounds, np.array_equal(x, y[1:]), np.allclose(x, y)


def lists_for_arrays(np, x, y):
    three = [x.sum(), x[0], 2]
    total = np.sqrt(np.sum(three)) + np.max(three) + np.dot(three, y) + (y * three).sum()
    return total, np.concatenate([three, (y[0], 1)]), np.maximum([three, three], y)


@pytest.mark.parametrize("backend", ["jax", "torch"], indirect=True)
@pytest.mark.parametrize("function", [members, until_equal, lists_for_arrays])
def test_collections_beside_values_that_only_the_program_knows(backend, function):
    x, y = real.array([1, 2, 7, 4, 3, 9, 5]), real.array([4, 9, 3])
    if function is until_equal:
        x = y - 6
    wanted = function(real, x, y)
    found = ivy.compile(function, fallback="raise")(ours, ours.asarray(x), ours.asarray(y))
    if not isinstance(wanted, tuple):
        found, wanted = (found,), (wanted,)
    for got, want in zip(found, wanted, strict=True):
        assert real.asarray(got).dtype == real.asarray(want).dtype
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-12)
