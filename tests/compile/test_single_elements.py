"""Loops over single elements: what branches write, what inner loops leave, what rounds add to."""

from __future__ import annotations

import re

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy

RNG = real.random.default_rng(23)


def clipped(np, x, low, out):
    for i in range(len(x)):
        if x[i] < low[i]:
            out[i] = low[i]
        elif x[i] > 1.0:
            out[i] = 1.0
            low[i] = -x[i]


def sorted_by_neighbours(np, x):
    for k in range(len(x)):
        for i in range(len(x) - 1 - k):
            if x[i] > x[i + 1]:
                kept = x[i]
                x[i] = x[i + 1]
                x[i + 1] = kept


def the_other_place(np, x, out):
    for i in range(1, len(x) - 1):
        if x[i] > 0.0:
            out[i - 1] += x[i]
        else:
            out[i + 1] -= out[i - 1]


def reads_what_it_wrote(np, x, out):
    last = 0.0
    for i in range(len(x)):
        if x[i] > last:
            out[i] = x[i]
            last = out[i] - 0.5
        else:
            out[i] = out[i - 1] + last
    return last


def told_of_writes(np, x, out):
    changed = 0
    for i in range(1, len(x)):
        if out[i - 1] + x[i] > out[i]:
            out[i] = out[i - 1] + x[i]
            changed += 1
    return changed


def queued(np, blocked, queue):
    """Write tuples to rows whose places the program cannot know to be within the array."""
    head, tail = 0, 1
    while head < tail:
        y, x = queue[head]
        head += 1
        for dy, dx in [(0, 1), (1, 0)]:
            if y + dy < 3 and x + dx < 20 and not blocked[20 * (y + dy) + x + dx] > 0.5:
                blocked[20 * (y + dy) + x + dx] = 1.0
                queue[tail] = y + dy, x + dx
                tail += 1
    return tail


def from_the_end(np, places, out):
    for k in range(len(places)):
        if places[k] % 3 != 0:
            out[-places[k]] = k


def longest_run(np, a, b, table):
    best = 0
    for i in range(len(a)):
        for j in range(len(b)):
            if a[i] == b[j]:
                table[i + 1, j + 1] = table[i, j] + 1
            else:
                table[i + 1, j + 1] = 0
            best = max(best, table[i + 1, j + 1])
    return best


def first_difference(np, a, b, out):
    for i in range(len(a)):
        for j in range(a.shape[1]):
            if a[i, j] != b[i, j]:
                out[i] = j if a[i, j] < b[i, j] else -j
                break


def where_it_was_left(np, a, out, places):
    for i in range(len(a)):
        j = 0
        while j < 5 and a[i, j] > 0:
            out[i] += a[i, j]
            j += 1
        places[i] = j


def upwards(np, a, out):
    rows = len(a)
    for i in range(rows):
        for j in range(6):
            out[rows - 1 - i, 2] += a[rows - 1 - i, 5 - j] * (j + 1)


def dotted(np, a, x, out):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[i] += a[i, j] * x[j]


def last_seen(np, a, out):
    for i in range(len(a)):
        for j in range(a.shape[1]):
            if a[i, j] > 0:
                out[1] = a[i, j]
            else:
                out[2] -= out[1]


def counted(np, x, counts):
    outside = 0
    for i in range(len(x)):
        place = int(x[i] * 6.0) + 4
        if place < 0 or place >= len(counts):
            outside += 1
            continue
        counts[place] += 1
    return outside


def weighed(np, groups, x, sums):
    for i in range(len(x)):
        sums[groups[i]] += x[i]
        if x[i] > 1.0:
            sums[groups[i]] -= 2.0  # rounded in between


def taken_off(np, groups, x, sums, found):
    for i in range(len(x)):
        sums[groups[i], groups[i] // 2] -= x[i]
        if x[i] < 0.0:
            found[-1 - groups[i]] += groups[i]


def counted_and_read(np, groups, counts, seen):
    for i in range(len(groups)):
        counts[groups[i]] += 1
        seen[i] = counts[groups[i]]


def numbered(np, x, counts):
    run = 0
    for i in range(1, len(x)):
        if x[i] * x[i - 1] < 0.0:
            run += 1
        counts[run] += 1
    return run


def bytes_that_wrap(np, data, sums):
    for i in range(len(data)):
        sums[i % 3] += data[i]


def halved(np, x, out):
    for i in range(len(x) - 1, -1, -1):  # more rounds than are run at a time
        n = x[i]
        while n > 1:
            n = n // 2
            out[i] += n % 2


def factorised(np, a):
    for i in range(1, len(a)):
        for j in range(i):
            a[i, j] -= np.dot(a[i, :j], a[j, :j])
            a[i, j] /= a[j, j]


def less_another_one(np, x, places):
    for i in range(len(places)):
        k = places[i]
        x[k] = x[k] * 0.5 + 1.0
        x[k] -= x[places[i - 1]]  # which may be the same, as it has just been written


def weighed_windows(np, x, weights, out):
    for i in range(len(out)):
        out[i] = np.sum(x[i : i + 100] * weights)


def weighed_tables(np, x, weights, out):
    for i in range(len(out)):
        out[i] = np.sum((x - x[i]) * weights)


VECTOR = RNG.standard_normal(60)
TABLE = RNG.integers(-1, 3, (50, 6))
GROUPS = RNG.integers(0, 5, 60)
CASES = {
    clipped: (VECTOR, RNG.standard_normal(60), real.zeros(60)),
    sorted_by_neighbours: (VECTOR,),
    the_other_place: (VECTOR, RNG.standard_normal(60)),
    reads_what_it_wrote: (VECTOR, RNG.standard_normal(60)),
    told_of_writes: (VECTOR, RNG.standard_normal(60)),
    queued: (VECTOR, real.zeros((70, 2), dtype=int)),
    from_the_end: (RNG.integers(1, 70, 40), real.zeros(70)),
    longest_run: (GROUPS[:30], GROUPS[::-2], real.zeros((31, 31), dtype=int)),
    first_difference: (TABLE, RNG.integers(-1, 3, (50, 6)), real.full(50, 9)),
    where_it_was_left: (TABLE, real.ones(50, dtype=int), real.zeros(50, dtype=int)),
    upwards: (RNG.random((40, 6)), real.zeros((40, 3))),
    dotted: (RNG.random((7, 90)), RNG.random(90), RNG.random(7)),
    last_seen: (TABLE, real.array([5, 6, 7, 8])),
    counted: (VECTOR, real.zeros(9, dtype=int)),
    weighed: (GROUPS, VECTOR, RNG.random(5)),
    taken_off: (GROUPS, VECTOR, RNG.random((5, 3)), real.zeros(7, dtype=int)),
    counted_and_read: (GROUPS, real.zeros(5, dtype=int), real.zeros(60, dtype=int)),
    numbered: (VECTOR, real.zeros(60, dtype=int)),
    factorised: (RNG.random((12, 12)) + 12.0 * real.eye(12),),
    less_another_one: (RNG.standard_normal(70), real.repeat(RNG.integers(-70, 70, 40), 2)),
    weighed_windows: (RNG.random(160), RNG.random(100), real.zeros(60)),
    weighed_tables: (RNG.random((60, 3)), RNG.random((60, 1)), real.zeros(60)),
    halved: (RNG.integers(1, 5000, 2101), real.zeros(2101, dtype=int)),
    bytes_that_wrap: (RNG.integers(0, 256, 60).astype("u1"), real.zeros(3, dtype="u1")),
}


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("kernel", CASES, ids=lambda kernel: kernel.__name__)
def test_elements_are_left_as_numpy_leaves_them(backend, kernel):
    plain = [each.copy() for each in CASES[kernel]]
    given = [ours.array(each) for each in CASES[kernel]]
    with real.errstate(over="ignore"):
        wanted = kernel(real, *plain)
    found = ivy.compile(kernel, fallback="raise")(ours, *given)
    if wanted is not None:
        real.testing.assert_allclose(real.asarray(found), wanted, rtol=1e-12)
    for mine, theirs in zip(given, plain, strict=True):
        assert mine.dtype == theirs.dtype
        real.testing.assert_allclose(real.asarray(mine), theirs, rtol=1e-12)


def added_at_pairs(x, rows, columns):
    for k in range(len(rows)):
        x[rows[k], columns[k]] += k
    return x


@pytest.mark.parametrize("check", ["none", "bounds"])
@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
def test_elements_at_two_traced_indices(backend, check):
    x, rows, columns = real.zeros((5, 4)), RNG.integers(-5, 5, 30), RNG.integers(-4, 4, 30)
    options = {} if check == "none" else {"check": check}
    compiled = ivy.compile(added_at_pairs, fallback="raise", **options)
    found = compiled(*map(ours.array, (x, rows, columns)))
    real.testing.assert_array_equal(real.asarray(found), added_at_pairs(x.copy(), rows, columns))
    if check == "bounds":
        rows[-1] = 5
        with pytest.raises(IndexError):
            added_at_pairs(x, rows, columns)
        with pytest.raises(IndexError):
            compiled(*map(ours.array, (x, rows, columns)))


def _steps(kernel) -> str:
    """Return the text of what is compiled of a kernel."""
    return ivy.compile(kernel).lower(ours, *map(ours.array, CASES[kernel])).as_text()


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(
    "kernel",
    [counted, weighed, taken_off, upwards, first_difference, weighed_windows, weighed_tables],
)
def test_rounds_that_need_nothing_of_one_another_are_no_loop(backend, kernel):
    # a round over a table of more than 64 elements is quicker by itself
    assert ("while" in _steps(kernel)) == (kernel in (weighed, weighed_tables))


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("kernel", [clipped, from_the_end, factorised, less_another_one])
def test_elements_are_written_without_a_branch(backend, kernel):
    branches = re.findall(r"\}\) : \(tensor<i32>\) -> (.*)", _steps(kernel))
    assert "x" not in "".join(branches).replace("1x", "")  # a read that is needed twice has one
