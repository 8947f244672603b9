"""Lists whose length only the program knows, against what the same functions give by NumPy."""

from __future__ import annotations

import copy
from typing import NamedTuple

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

X = real.random.default_rng(3).random(700)


def some(x, least=0.5):
    found = []
    for i in range(len(x)):
        if x[i] > least:
            found.append(x[i])
    return found


class Box:
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    @property
    def size(self):
        return len(self.items)


class Pair(NamedTuple):
    a: float
    b: float


GL = []


def positives(x):
    out = []
    for i in range(len(x)):
        if x[i] > 0.5:
            out.append(x[i])
    return np.array(out)


def pairs(x):
    pairs = []
    n = len(x)
    for i in range(n):
        for j in range(i + 1, n):
            if abs(x[i] - x[j]) < 0.01:
                pairs.append((i, j))
    return (np.array(pairs), len(pairs))


def times_of_events(x):
    t = 0.0
    ts = [0.0]
    i = 0
    while t < 20.0:
        t += x[i % len(x)] + 0.01
        ts.append(t)
        i += 1
    return np.array(ts)


def adaptive_simpson(x):
    stack = [(0.0, float(x[0]) + 1.0)]
    total = 0.0
    while stack:
        a, b = stack.pop()
        m = 0.5 * (a + b)
        whole = (b - a) / 6 * (np.sin(a) + 4 * np.sin(m) + np.sin(b))
        h = 0.5 * (a + m)
        k = 0.5 * (m + b)
        two = (m - a) / 6 * (np.sin(a) + 4 * np.sin(h) + np.sin(m)) + (b - m) / 6 * (
            np.sin(m) + 4 * np.sin(k) + np.sin(b)
        )
        if abs(two - whole) < 1e-09:
            total += two
        else:
            stack.append((a, m))
            stack.append((m, b))
    return total


def means_and_ends(x):
    out = []
    for v in x:
        if v > 0.2:
            out.append(v)
    return (np.mean(out), out[-1], out[0], len(out), np.max(out))


def reads_its_last(x):
    out = [1.0]
    for i in range(len(x)):
        if x[i] > 0.5:
            out.append(out[-1] * 0.5 + 1.0)
    return out


def by_two_names(x):
    L = []
    M = L
    for i in range(len(x)):
        if x[i] > 0.5:
            M.append(i)
    return (L, M is L, len(L))


def length_by_a_method(x):
    box = Box()
    for i in range(len(x)):
        if x[i] > 0.5:
            box.items.append(i)
    return len(box)


def length_by_a_property(x):
    box = Box()
    for i in range(len(x)):
        if x[i] > 0.5:
            box.items.append(i)
    return box.size


def truth_by_a_method(x):
    box = Box()
    for i in range(len(x)):
        if x[i] > 2.0:
            box.items.append(i)
    return not box, 1 if box else 2


def alias_of_an_attribute(x):
    box = Box()
    found = box.items
    for i in range(len(x)):
        if x[i] > 0.5:
            found.append(i)
    return len(box)


def narrowed(x):
    found = []
    for i in range(len(x)):
        if x[i] > 0.5:
            found.append(i)
    return np.array(found, dtype=np.int8)


def read_and_of_two_types(x):
    found, total = [0.0], 0.0
    for i in range(len(x)):
        if x[i] > 0.5:
            total += found[-1] * 2
            found.append(x[i])
    return total


def of_two_tuples(x):
    found = [(1.0, 2.0)]
    for i in range(len(x)):
        if x[i] > 0.5:
            found.append(Pair(1.0, 2.0))
    return [type(each).__name__ for each in found]


def of_an_object(x):
    b = Box()
    for i in range(len(x)):
        if x[i] > 0.9:
            b.items.append(x[i])
    return (b.items, len(b.items))


def two_of_a_list(x):
    B = [[], []]
    for i in range(len(x)):
        if x[i] > 0.5:
            B[0].append(i)
        else:
            B[1].append(x[i])
    return B


def within_others(x):
    L = some(x)
    M = some(x, 0.9)
    return ([L, M], {"a": L, "b": (M, 1)})


def by_a_closure(x):
    L = []

    def add(v):
        if v > 0.5:
            L.append(v)

    for i in range(len(x)):
        add(x[i])
    return L


def by_a_bound_method(x):
    L = []
    push = L.append
    for i in range(len(x)):
        if x[i] > 0.5:
            push(i)
    return L


def two_lists(x):
    A, B = ([], [])
    for i in range(len(x)):
        if x[i] > 0.5:
            A.append(i)
            A.append(i + 1)
        elif x[i] > 0.2:
            B.append(x[i])
        else:
            A.append(-1)
    return (A, B, len(A) + len(B))


def one_each_iteration(x):
    tot = 0
    m = 0.0
    for i in range(20):
        row = []
        for j in range(20):
            if x[i * 20 + j] > 0.5:
                row.append(x[i * 20 + j])
        tot += len(row)
        if row:
            m += np.mean(np.array(row))
    return (tot, m)


def longest_increasing(x):
    tails = []
    for i in range(len(x)):
        if not tails or tails[-1] < x[i]:
            tails.append(x[i])
        else:
            lo, hi = (0, len(tails) - 1)
            while lo < hi:
                mid = (lo + hi) // 2
                if tails[mid] < x[i]:
                    lo = mid + 1
                else:
                    hi = mid
            tails[lo] = x[i]
    return (len(tails), tails)


def primes(x):
    primes = [2]
    for n in range(3, 600):
        for p in primes:
            if n % p == 0:
                break
        else:
            primes.append(n)
    return primes


def breadth_first(x):
    n = 20
    adj = x[:400].reshape(20, 20) > 0.8
    dist = np.full(n, -1)
    q = [3]
    dist[3] = 0
    while q:
        u = q.pop(0)
        for v in range(n):
            if adj[u, v] and dist[v] < 0:
                dist[v] = dist[u] + 1
                q.append(v)
    return (dist, q)


def hull(x):
    px = x[:40]
    py = x[40:80]
    order = np.argsort(px)
    h = []
    for k in range(40):
        i = order[k]
        while (
            len(h) >= 2
            and (px[h[-1]] - px[h[-2]]) * (py[i] - py[h[-2]])
            - (py[h[-1]] - py[h[-2]]) * (px[i] - px[h[-2]])
            <= 0
        ):
            h.pop()
        h.append(i)
    return np.array(h)


def heap(x):
    h = []
    for i in range(60):
        h.append(x[i])
        k = len(h) - 1
        while k > 0 and h[(k - 1) // 2] > h[k]:
            h[k], h[(k - 1) // 2] = (h[(k - 1) // 2], h[k])
            k = (k - 1) // 2
    return h


def indices(x):
    L = some(x)
    return (L[3], L[-2], L[int(x[0] * 3)], L[-1 - int(x[1] * 3)])


def longer_than_expected(x):
    L = []
    t = 0.0
    i = 0
    while t < 9000.0:
        t += x[i % len(x)]
        i += 1
        L.append(t)
    return (len(L), L[-1])


def runs(x):
    s = (x * 3).astype(int)
    vals = []
    runs = []
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        vals.append(s[i])
        runs.append(j - i)
        i = j
    return (np.array(vals), np.array(runs))


def loops_in_branches(x):
    L = []
    if x[0] > 0.05:
        for i in range(len(x)):
            if x[i] > 0.5:
                L.append(i)
    else:
        for i in range(50):
            if x[i] > 0.2:
                L.append(i * 2)
    return (L, len(L))


def made_in_a_branch(x):
    n = 0
    M = []
    for k in range(10):
        if x[k] > 0.5:
            L = []
            for i in range(30):
                if x[i + k] > 0.5:
                    L.append(i)
            n += len(L)
            for j in range(40):
                if x[j * 3 + k] > 0.8:
                    M.append(j)
    return (n, M)


def sliding_largest(x):
    k = 5
    out = []
    dq = []
    for i in range(len(x)):
        while dq and x[dq[-1]] <= x[i]:
            dq.pop()
        dq.append(i)
        if dq[0] <= i - k:
            dq.pop(0)
        if i >= k - 1:
            out.append(x[dq[0]])
    return np.array(out)


def sparse_rows(x):
    A = np.where(x[:400].reshape(20, 20) > 0.7, x[:400].reshape(20, 20), 0.0)
    data, idx, ptr = ([], [], [0])
    for i in range(20):
        for j in range(20):
            if A[i, j] != 0:
                data.append(A[i, j])
                idx.append(j)
        ptr.append(len(data))
    return (np.array(data), np.array(idx), np.array(ptr))


def rows_of_two(x):
    pts = []
    for i in range(len(x) - 1):
        if x[i] > 0.5:
            pts.append((x[i], x[i + 1]))
    P = np.array(pts)
    return (P, P[:, 0].sum(), P.mean(axis=0))


def calculator(x):
    st = []
    for i in range(100):
        k = int(x[i] * 4)
        if k < 2 or len(st) < 2:
            st.append(x[i])
        elif k == 2:
            b = st.pop()
            a = st.pop()
            st.append(a + b)
        else:
            b = st.pop()
            a = st.pop()
            st.append(a * b)
    return (st, len(st))


def arrays_of_it(x):
    L = []
    for i in range(len(x)):
        if x[i] > 0.5:
            L.append(i)
    return (
        np.array(L, dtype=np.float32),
        np.asarray(L),
        np.sum(L),
        np.array(L)[1:3],
        np.array(L) * 2,
    )


def in_a_branch_alone(x):
    L = []
    if x[0] > 0.5:
        L.append(1)
    else:
        L.append(0)
        L.append(3)
    return L


def of_a_global(x):
    for i in range(len(x)):
        if x[i] > 0.9:
            GL.append(i)
    return (len(GL), list(map(int, GL)) if False else len(GL))


def raises(x):
    L = []
    for i in range(len(x)):
        if x[i] > 0.99:
            raise ValueError("too large")
        if x[i] > 0.5:
            L.append(i)
    return L


def pops_from_none(x):
    L = some(x, 2.0)
    return L.pop()


def index_beyond(x):
    L = some(x)
    return L[int(x[0] * 3) + 100000]


def empty_array(x):
    L = []
    for i in range(len(x)):
        if x[i] > 2:
            L.append(i)
    return (np.array(L), len(L))


def mean_of_none(x):
    return np.mean(some(x, 2.0))


def left_by_break(x):
    todo, i = [0], 0
    while len(todo) > 0:
        i = todo.pop()
        if i == 11:
            break
        todo.append(i + 1)
    return i, todo


def paths_of_a_grid(x):
    n, m, count, todo = 20, 30, 0, [(0, 0)]
    while todo:
        i, j = todo.pop()
        if x[i * m + j] > 0.9:
            continue
        for step in ((1, 0), (0, 1)):
            a, b = i + step[0], j + step[1]
            if 0 <= a < n and 0 <= b < m and not x[a * m + b] < 0.2:
                todo.append((a, b))
        count += 1
        if count > 40:
            break
    return count, todo


COMPILED = [
    left_by_break,
    paths_of_a_grid,
    positives,
    pairs,
    times_of_events,
    adaptive_simpson,
    means_and_ends,
    reads_its_last,
    by_two_names,
    two_of_a_list,
    within_others,
    by_a_closure,
    by_a_bound_method,
    two_lists,
    one_each_iteration,
    longest_increasing,
    primes,
    breadth_first,
    hull,
    heap,
    indices,
    longer_than_expected,
    runs,
    loops_in_branches,
    made_in_a_branch,
    sliding_largest,
    sparse_rows,
    rows_of_two,
    calculator,
    arrays_of_it,
    in_a_branch_alone,
    raises,
    pops_from_none,
    index_beyond,
    empty_array,
    mean_of_none,
]


def element_set(x):
    L = some(x)
    L[0] = 3.0
    return L


def element_deleted(x):
    L = some(x)
    del L[0]
    return L


def inserted(x):
    L = some(x)
    L.insert(0, 1.0)
    return L


def joined_in_place(x):
    L = some(x)
    L += [1.0]
    return L


def joined(x):
    L = some(x)
    M = L + [1.0]
    return (M[1], M)


def parts(x):
    L = some(x)
    return (L[1:], L[:2], L[::-1])


def searched(x):
    L = some(x)
    return (3.0 in L, x[0] in L)


def as_tuple(x):
    return tuple(some(x))


def summed(x):
    L = some(x)
    return (sum(L), min(L), max(L))


def comprehension(x):
    L = some(x)
    return [v * 2 for v in L]


def starred(x):
    L = some(x)
    M = [*L, 5.0]
    return (M[1], len(M))


def unpacked(x):
    L = some(x, 0.99)
    a, *b = L
    return (a, b)


def of_two_types(x):
    L = []
    for i in range(len(x)):
        if x[i] > 0.5:
            L.append(1)
        else:
            L.append(2.5)
    return L


def views(x):
    L = []
    for i in range(len(x) - 3):
        if x[i] > 0.9:
            L.append(x[i : i + 3])
    x[:] = 0
    return np.array(L)


def lists(x):
    L = []
    for i in range(len(x)):
        if x[i] > 0.9:
            L.append([i, x[i]])
    L[0][0] = 99
    return L


def gone_through_and_changed(x):
    L = some(x, 0.9)
    n = 0
    for v in L:
        n += 1
        if v > 0.95 and n < 40:
            L.append(v - 0.06)
    return L


def of_a_default(x, L=None):
    if L is None:
        L = [7.0]
    for i in range(len(x)):
        if x[i] > 0.9:
            L.append(x[i])
    return L


def zipped(x):
    L = some(x)
    s = 0.0
    for a, b in zip(L, range(5), strict=False):
        s += a * b
    return s


def copied(x):
    L = some(x)
    M = L.copy()
    N = copy.copy(L)
    M.append(1.0)
    return (len(L), len(M), len(N))


def known_to_python(x):
    L = []
    for i in range(10):
        if i % 3:
            L.append(i)
    return (np.zeros(len(L)), L)


def pairs_behind_numbers(x):
    found = [0.25, 0.75]
    for i in range(9):
        if x[i] > 0.5:
            found.append((i, x[i]))
    return len(found), found[1]


def truths_behind_a_number(x):
    found, others = [0.5], []
    for v in x[:9]:
        if v > 0.5:
            others.append(v)
            found.append(True)
    return np.asarray(found).shape, np.array(others)


EAGER = [
    pairs_behind_numbers,
    truths_behind_a_number,
    of_an_object,
    of_a_global,
    length_by_a_method,
    length_by_a_property,
    truth_by_a_method,
    alias_of_an_attribute,
    narrowed,
    read_and_of_two_types,
    of_two_tuples,
    element_set,
    element_deleted,
    inserted,
    joined_in_place,
    joined,
    parts,
    searched,
    as_tuple,
    summed,
    comprehension,
    starred,
    unpacked,
    of_two_types,
    views,
    lists,
    gone_through_and_changed,
    of_a_default,
    zipped,
    copied,
]


def assert_same(found, wanted):
    if isinstance(wanted, (list, tuple)):
        assert type(found) is type(wanted) and len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            assert_same(one, other)
    elif isinstance(wanted, dict):
        assert_same(list(found.items()), list(wanted.items()))
    elif isinstance(wanted, str):
        assert found == wanted
    else:
        assert (type(found) is type(wanted)) or type(wanted) not in (bool, int, float)
        assert real.asarray(found).dtype == real.asarray(wanted).dtype
        assert real.shape(found) == real.shape(wanted)
        real.testing.assert_allclose(real.asarray(found), wanted, rtol=1e-12)


def results(function, x, monkeypatch):
    """Return what a function gives by NumPy, and what it leaves in a global list, or its error."""
    GL.clear()
    with monkeypatch.context() as patched, real.errstate(all="ignore"):
        patched.setitem(function.__globals__, "np", real)
        try:
            return function(x.copy()), list(GL)
        except Exception as err:
            return err


def assert_gives(call, x, wanted):
    GL.clear()
    if isinstance(wanted, Exception):
        with pytest.raises(type(wanted)):
            call(np.array(x))
        return
    assert_same((call(np.array(x)), list(GL)), wanted)


@pytest.mark.filterwarnings("ignore:Mean of empty slice", "ignore:invalid value")
@pytest.mark.parametrize("function", COMPILED, ids=lambda function: function.__name__)
def test_compiled(backend, function, monkeypatch):
    call = ivy.compile(function, fallback="raise")
    for x in (X, X[::-1]):
        assert_gives(call, x, results(function, x, monkeypatch))


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("function", EAGER, ids=lambda function: function.__name__)
def test_what_no_program_can_have(backend, function, monkeypatch):
    call = ivy.compile(function, fallback="silent")
    assert_gives(call, X, results(function, X, monkeypatch))
    assert call.explain(np.array(X)).eager


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_length_that_python_has_to_know(backend, monkeypatch):
    call = ivy.compile(known_to_python, fallback="raise")
    assert_gives(call, X, results(known_to_python, X, monkeypatch))
