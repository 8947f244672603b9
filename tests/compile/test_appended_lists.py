"""Lists that a loop appends to: rolled where its rounds look at nothing of them, against NumPy."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

X, W = real.array([1.0, 2.0, 3.0]), real.array([[0.5, 0.1, 0.2], [0.0, 0.4, 0.3], [0.1, 0.2, 0.6]])


def numbers(x, w):
    losses, both, total = [], [0.5], 0
    for k in range(9):
        x = x - 0.1 * (w @ x)
        losses.append(np.sum(x * x))
        both.append(float(x[0]) * k)
        both.append((x.max(), x[1] > 0.5))
        total = total + x[0]
    both.append(total)
    return np.array(losses), np.mean(losses), losses[-1] - losses[0], len(losses), both


def carried_arrays(x, w):
    first, before, after = [x], [], []
    for _ in range(9):
        before.append(x)
        x = w @ x
        after.append(x)
    x[0] = 7.0  # it is the last of `after`
    before[0][1] = 3.0  # and this the argument
    return np.array(first), np.array(after), np.stack(before), np.vstack(after), after[8], x


def made_and_written(x, w):
    rows = []
    for k in range(9):
        y = np.zeros(3)
        y[k % 3] = x[0] * k
        rows.append(y)
        y[0] = 5.0
    rows[3][1] = 9.0
    return np.array(rows), rows[3], rows


def in_two_loops(x, w):
    found = {"all": [], "count": 0.0}
    for i in range(6):
        for j in range(7):
            x = x * 1.01 + i - j
            found["all"].append(x[i % 3] * j)
        found["count"] += x[0]
    return np.array(found["all"]), found


def of_other_types_later(x, w):
    sums, total = [], 0
    for _ in range(9):
        sums.append(total)
        total = total + x[0]
    return sums, np.array(sums)


def joined_and_written(x, w):
    rows = []
    for k in range(40):
        rows.append(x * k)
    joined = np.array(rows)
    joined[2] = 7.0
    rows[5] += 1.0
    return joined, rows[2], np.array(rows)


def ints_of_arrays(x, w):
    counts, both = [], []
    for k in range(9):
        x = x * 1.5
        counts.append(int(x.sum()))
        both.append((x[0] * k, bool(x[1] > 9.0)))
        for j in range(k % 3):
            x[j] += 1.0
    return np.array(counts), counts[-1] // 2, sum(counts), both, x


ROLLED = [
    numbers, carried_arrays, made_and_written, in_two_loops, of_other_types_later,
    joined_and_written, ints_of_arrays,
]  # fmt: skip


def one_array_all_along(x, w):
    rows = []
    for k in range(9):
        x[k % 3] += 1.0
        rows.append(x)
    return np.array(rows)


def written_in_the_next_round(x, w):
    rows, x = [], x * 1.0
    for _ in range(9):
        x += 1.0
        x = x * 2.0
        rows.append(x)
    return np.array(rows)


def views(x, w):
    rows = []
    for i in range(9):
        rows.append(w[i % 3])
    w[0] = 9.0
    return np.array(rows)


def in_two_lists(x, w):
    one, other = [], []
    for _ in range(9):
        x = x * 0.9
        one.append(x)
        other.append(x)
    one[3][0] = 100.0
    return other


def read_in_the_loop(x, w):
    found, last = [1.0], 0.0
    for k in range(9):
        x = x + np.sum(found[-3:]) + len(found) + len(found[:-1]) + (2.5 in found)
        last = found[-1] + last
        found.append(last * 0.5 + x[k % 3])
    return np.array(found), last


def of_another_name(x, w):
    def add(to, value):
        to.append(value)
        return len(to)

    found = []
    for _ in range(9):
        x = x + add(found, x.sum())
    return found


def ints_for_python(x, w):
    sizes = []
    for i in range(9):
        sizes.append(i * 2)
        x = x + 1.0
    return x, np.zeros(sizes[3])


def ints_that_are_known_at_first(x, w):
    counts, total = [], 0
    for _ in range(9):
        counts.append(total)
        total = total + int(x[2])
    return counts, np.array(counts)


UNROLLED = [
    one_array_all_along, written_in_the_next_round, views, in_two_lists, read_in_the_loop,
    of_another_name, ints_for_python, ints_that_are_known_at_first,
]  # fmt: skip


def parts(value) -> list:
    """Return the leaves of nested lists, with their dtypes, and the classes of the lists."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [type(value), *[leaf for each in value for leaf in parts(each)], "end"]
    return [type(value) is int, real.asarray(value).dtype, real.asarray(value)]


def assert_same(found, wanted):
    found, wanted = parts(found), parts(wanted)
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted, strict=True):
        if isinstance(want, real.ndarray):
            real.testing.assert_allclose(got, want, rtol=1e-12)
        else:
            assert got == want


@pytest.mark.parametrize("backend", ["jax", "torch"], indirect=True)
@pytest.mark.parametrize("function", ROLLED + UNROLLED, ids=lambda function: function.__name__)
def test_lists_hold_what_they_hold_in_python(backend, function, monkeypatch):
    plain, given = [X.copy(), W.copy()], [np.array(X), np.array(W)]
    with monkeypatch.context() as patched:
        patched.setitem(function.__globals__, "np", real)
        wanted = function(*plain)
    compiled = ivy.compile(function, fallback="raise")
    assert_same(compiled(*given), wanted)
    assert_same(given, plain)
    whats = {note.what for note in compiled.explain(np.array(X), np.array(W))}
    assert whats == {"rolled" if function in ROLLED else "unrolled"}


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_the_array_of_a_list_is_the_one_that_the_loop_has_written(backend):
    def losses(x, rounds):
        found = []
        for _ in range(rounds):
            x = x * 0.99
            found.append(x.sum())
        return np.array(found)

    text = ivy.compile(losses, fallback="raise").lower(np.array(X), 300).as_text()
    assert "concatenate" not in text


# what tells how long a list is, without a word to its elements
LENGTHS = {
    "compared": lambda found: found == [],
    "ordered": lambda found: found < [],
    "zipped": lambda found: len(list(zip(found, range(3), strict=False))),
    "counted": lambda found: sum(1 for _ in found),
    "listed": lambda found: len([0 for _ in found]),
    "starred": lambda found: (*found,) == (),
    "mapped": lambda found: len(list(map(id, found))),
    "asked by its method": lambda found: found.__len__(),
    "in a tuple": lambda found: sum(map(len, (found, found))),
}


def gone_through(found):
    count = 0
    for _ in found:
        count += 1
    return count


def unpacked(found):
    _, *rest = [0.0, *found]
    return len(rest)


LENGTHS |= {"gone through": gone_through, "unpacked": unpacked}


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("length", LENGTHS.values(), ids=LENGTHS)
def test_what_a_round_finds_of_a_lists_length(backend, length):
    def function(x):
        found = []
        for i in range(40):
            found.append(x[i] + length(found))
        return found

    x = real.arange(40.0)
    wanted = [x[i] + length([0.0] * i) for i in range(40)]
    assert_same(ivy.compile(function)(np.array(x)), wanted)
