"""Slices whose length only the program knows, against NumPy: read, written, computed with."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

RNG = real.random.default_rng(11)
X, Y, A, B = RNG.random(9), RNG.random(14), RNG.random((6, 9)), RNG.random((9, 6))


def in_two_axes(a, b, out):
    for k in range(1, 6):
        part = a[k - 1 :, : k + 1] * 2.0
        out[k, 0] = part.sum() + part.max() - part[:, 1:].min()
        out[k, : k + 1] += part.sum(axis=0)
        out[k:, k] -= (part @ b[: k + 1, k])[1:]
        a[k:, :k] += np.outer(b[k:6, 0], a[0, :k])


def moved_within_itself(x, y):
    for k in range(1, 8):
        x[1 : k + 1] = x[:k]
        y[k : 2 * k] = x[:k][::-1] - y[:k]
        x[:k] *= y[k : 2 * k]
        x[::-1][:k] += 1.0


def written_after_it_was_computed(x, y):
    total = 0.0
    for k in range(2, 9):
        part = x[:k] * 2.0
        before = part.sum()
        part[1] = 5.0
        part[: k - 1] += y[1:k]
        for i in range(k):
            part[i] += part[-1] * i
            total = total + part[i] - before
    return total


def a_copy_and_a_view(x, y):
    for k in range(1, 9):
        copy, view = x[:k].copy(), x[:k]
        x[0] = x[0] + 1.0
        y[k] = copy.sum() - view.sum()
        view[0] = 3.0 + copy[0]


def of_no_elements(x, y):
    for k in range(9):
        y[k] = x[:k].sum() + x[k:8].prod() + x[:k] @ y[:k] + len(x[k + 1 :])
        x[k + 1 : 4] = 1.5


def products_beside_missing_values(x, y):
    x[0], y[8] = np.nan, np.inf
    for k in range(2, 8):
        y[k] = x[1:k] @ y[: k - 1] + np.dot(x[1:k], x[1:k])


def of_one_element(x, y):
    for k in range(3, 9):
        y[:k] = x[k - 1 : k]
        y[3:k] += x[:1]


def conditions(x, y):
    best = 0.0
    for k in range(2, 9):
        place = k - 2 + np.argmax(x[k - 2 :])
        small = x[:k] < y[:k]
        if small.any():
            best = best + np.count_nonzero(small) + place
        y[:k] = np.where(small, np.sqrt(x[:k]), y[:k] - 1.0)
        y[k] = np.cumsum(x[:k])[k - 1] + np.mean(y[:k]) + y[:k].std() + np.linalg.norm(x[k - 1 :])
    return best


def in_another_dtype(x, counts):
    for k in range(1, 9):
        counts[:k] += np.round(x[:k] * 9.0).astype(np.int32)
        counts[k:] = counts[k:] // 2 + k


def with_steps(x, y):
    for k in range(1, 5):
        x[k::2] = 0.5 * x[k::2] + k
        y[k::2] *= 2.0
        x[k::2] += y[:9][k::2] + x[k::2].sum()


def bounds_of_an_array(x, y, ends):
    for i in range(len(ends) - 1):
        begin, end = ends[i], ends[i + 1]
        y[i] = x[begin:end] @ x[begin:end]
        x[begin:end] -= np.dot(x[begin:end], np.ones(9)[begin:end])


def known_in_two_loops(a, out):
    for i in range(3):
        for k in range(3):
            out[:4, :6] += a[i : i + 4, k : k + 6] * (i + k)


def assigned_to_several_targets(a, c, x):
    for i in range(5):
        c[i + 1 :, i] = c[i, i + 1 :] = a[:, i] @ a[:, i + 1 :]
        (x[: i + 1], [x[i + 2], last]), c[i, i] = (x[1 : i + 2] * 2.0, [x[0], x[i]]), a[0, i]
        k, x[k] = i + 1, last


def turned_round(x, y, a):
    for k in range(1, 9):
        x[k] = np.dot(np.flip(x[:k]), y[:k])
        y[:k] += x[k] * np.flip(y[:k]) - np.flipud(x[:k])
        a[:k, :k] -= np.flip(a[: k + 1, 1 : k + 1][1:]).T + np.fliplr(a[:k, :k]).transpose()
        a[0, k] += np.flip(a[:k, :k], axis=1)[0, 0] + np.diff(y[: k + 2], 2).sum()
        copy, view = y[:k].flatten(), y[:k].ravel()
        view += 1.0
        copy.fill(0.5)
        a[k, :k] = copy - view


def within_a_known_window(a, b, out):
    for j in range(4, 8):
        out[j] = a[3, 4:j] @ a[j - 4, 4:j] + a[2, j:8].sum() + b[2, 3 : j + 1].max()
        a[0, j - 4 : 5] += b[1, 4 : 13 - j].sum()
        a[1, 5:j] = 2.0 * a[2, 5:j] - a[0, j]
        part = b[0, j - 3 : j]
        part[0] += len(a[4, j:7])
        part[1:] *= a[5, j - 2 : j]
        out[0] += a[1, 6 : j - 2].sum() + b[0, j:6].sum()


ENDS = real.array([0, 2, 2, 5, 9])
CASES = {
    in_two_axes: (A, B, real.zeros((6, 9))), moved_within_itself: (X, Y),
    written_after_it_was_computed: (X, Y), a_copy_and_a_view: (X, Y), of_no_elements: (X, Y),
    of_one_element: (X, Y), conditions: (X, Y), products_beside_missing_values: (X, Y),
    in_another_dtype: (X, real.arange(9, dtype=real.int32)), with_steps: (X, Y),
    bounds_of_an_array: (X, Y, ENDS), known_in_two_loops: (A, real.zeros((6, 9))),
    turned_round: (X, Y, RNG.random((9, 9))),
    assigned_to_several_targets: (A, real.zeros((9, 9)), X),
    within_a_known_window: (RNG.random((6, 20)), RNG.random((3, 18)), real.zeros(8)),
}  # fmt: skip


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_slices(backend, function, monkeypatch):
    args = CASES[function]
    plain = [each.copy() for each in args]
    with monkeypatch.context() as patched:
        patched.setitem(function.__globals__, "np", real)
        wanted = function(*plain)
    given = [np.asarray(each.copy()) for each in args]  # NumPy's would share their memory
    compiled = ivy.compile(function, loops="roll", fallback="raise")
    found = compiled(*given)
    if wanted is not None:
        real.testing.assert_allclose(real.asarray(found), wanted, rtol=1e-12)
    for got, want in zip(given, plain, strict=True):
        assert got.dtype == want.dtype
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-12)
    if backend == "torch" and function in (in_two_axes, bounds_of_an_array):
        text = compiled.lower(*[np.asarray(each) for each in args]).as_text()
        assert "where" not in text  # nothing of it is masked


def what_a_mask_picks(x, y, places):
    large = x > 0.5
    p, q = x[large], x[large]
    p += 1.0
    q[...] = q * 2.0
    x[:] = 0.25
    np.add(y[large], p, out=p)
    return p.sum(), q.sum(), p.max()


def outputs_by_position(x, y, places):
    for k in range(2, 6):
        np.multiply(x[:k], y[:k], x[:k])
        np.add(y[k:], 1.0, y[k:])


def where_some_ints_say(x, y, places):
    for k in range(1, 6):
        x[places[:k]] = 5.0 + k
        x[places[k:]] += y[k:]
        y[places[:k] - 3] = x[:k] * 2.0


def those_that_stay(x, y, places):
    z, c = np.zeros(6), x * 1.5
    for n in range(9):
        if not len(z):
            break
        np.multiply(z, z, z)
        np.add(z, c, z)
        gone = abs(z) > 1.5
        x[places[gone]] = n + 1
        y[places[gone]] = z[gone]
        np.logical_not(gone, gone)
        z, c, places = z[gone], c[gone], places[gone]
    return len(z), z.sum(), (z * c).sum()


def smaller_and_smaller(x, y, places):
    a, b, last = x.copy(), y.copy(), 0.0
    for n in range(5):
        stay = a > 0.1 * n
        a, b = a[stay], b[stay] * 2.0
        a[b > 3.0] = 0.3
        b[b > 3.0] -= a[b > 3.0]
        high = b[a > 0.2]
        high += 1.0
        last = high.sum()
    return a.sum(), (a * b).sum(), last


def two_masks_that_differ(x, y, places):
    a, b = x.copy(), y.copy()
    for n in range(4):
        stay = a > 0.1 * n
        a, b = a[stay], b[b > 0.05 * n]
    return a.sum(), b.sum(), len(b)


SIX = X[:6].copy(), Y[:6].copy()  # the other tests write to X and Y on NumPy
WRITTEN = (
    what_a_mask_picks, outputs_by_position, where_some_ints_say, those_that_stay,
    smaller_and_smaller, two_masks_that_differ,
)  # fmt: skip


@pytest.mark.parametrize("function", WRITTEN)
def test_parts_that_are_copies_and_parts_that_are_written_to(backend, function, monkeypatch):
    args = [*(each.copy() for each in SIX), real.array([3, 1, 5, 0, 4, 2])]
    plain = [each.copy() for each in args]
    with monkeypatch.context() as patched:
        patched.setitem(function.__globals__, "np", real)
        wanted = function(*plain)
    given = [np.asarray(each.copy()) for each in args]  # NumPy's would share their memory
    compiled = ivy.compile(function, loops="roll", fallback="silent")
    found = compiled(*given)
    assert backend != "jax" or not compiled.explain(*map(np.asarray, args)).eager
    if backend == "jax" and function in (those_that_stay, smaller_and_smaller):
        assert compiled.lower(*map(np.asarray, args)).as_text().count("stablehlo.while") == 1
    if wanted is not None:
        real.testing.assert_allclose(list(map(real.asarray, found)), wanted, rtol=1e-12)
    for got, want in zip(given, plain, strict=True):
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-12)


def digits(x):
    total = 0
    for i in range(len(x)):
        total = (total * 3 + int(x[i])) % 9973
    return total


def test_small_ints_are_numbers(backend):
    x = RNG.integers(0, 255, 40).astype(real.uint8)
    compiled = ivy.compile(digits, loops="roll", fallback="raise")
    assert int(compiled(np.asarray(x))) == digits(x)
    if backend == "torch":  # read from memory: none of them becomes a tensor
        text = compiled.lower(np.asarray(x)).as_text()
        assert "clone" not in text and "item" not in text


def columns_that_a_mask_picks(np, d, m, k):
    total = d[:, m].sum(axis=1)
    rest = d[:, m].max(axis=1), d[:, m].mean(axis=1) + d[:, m].argmin(axis=1), d[:, m].shape[1]
    d[:, m] *= 2.0
    d[1, m] = 7.0
    d[m, 2] += 1.0
    d[:, ~m] -= total[:, None]
    return *rest, d[:, m].T.sum(axis=0), d[2, m].sum(), d[m, 1].prod()


def products_of_rows_that_a_mask_picks(np, d, m, k):
    rows = d[m]
    square, right = rows.T @ rows, rows.T @ k[m]
    fitted = rows @ np.linalg.solve(square + np.eye(5), right)
    k[m] = np.where(fitted > k[m], fitted, k[m] - 1.0)
    centred = (rows - rows.mean(axis=0)) * fitted[:, None]
    return square, right, centred.sum(axis=0), rows.T.max(axis=1), (rows.T * fitted).sum(axis=1)


def stacks_of_what_a_mask_picks(np, d, m, k):
    x = k[m]
    basis = np.stack([np.ones_like(x), x, x * x], axis=1)
    both, pairs = np.vstack([x, x + 1.0]), np.array([x, x * 3.0])
    found = basis.T @ basis, basis.sum(axis=0), np.column_stack((x, x**2)).T @ x
    return *found, both @ x, both.sum(axis=1), pairs.max(axis=1), basis.shape[1], both.shape[0]


def places_where_it_is_true(np, d, m, k):
    x, at, low = k[m], np.flatnonzero(m), np.nonzero(k > 0.3)[0]
    found = x[0] + x[-1] * 2.0 + x[1] + at[0] + np.where(m)[0][-1] * 10 + low[2]
    k[:] = k + at.sum() * 0.5
    best = at[x.argmax()], x.argmin(), np.cumsum(x)[-1]
    return found, len(at), *best, d[at].sum(axis=0), low.size, d[0, at].sum()


@pytest.mark.parametrize("backend", ["jax", "torch"], indirect=True)
@pytest.mark.parametrize(
    "function",
    [
        columns_that_a_mask_picks, products_of_rows_that_a_mask_picks,
        stacks_of_what_a_mask_picks, places_where_it_is_true,
    ],
)  # fmt: skip
def test_masks_of_one_axis(backend, function):
    table, mask = RNG.random((5, 5)), real.array([True, False, True, True, False])
    plain = [table, mask, real.array([0.9, 0.1, 0.5, 0.4, 0.2])]
    given = [np.asarray(each.copy()) for each in plain]
    wanted = function(real, *plain)
    found = ivy.compile(function, fallback="raise")(np, *given)
    for got, want in zip([*found, *given], [*wanted, *plain], strict=True):
        assert real.asarray(got).dtype == real.asarray(want).dtype
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-10)


def halves(np, x):
    n = len(x)
    while n > 1:
        half = n // 2
        x[:half], x[half:n] = x[0:n:2] + x[1:n:2], x[0:n:2] - x[1:n:2]
        n = half
    return x


def blocks(np, x):
    a = np.outer(x, x) + 128 * np.eye(len(x))
    for s in range(0, len(x), 10):
        e = min(s + 10, len(x))
        a[s:e, s:e] = np.linalg.cholesky(a[s:e, s:e])
    return a


@pytest.mark.parametrize("function", [halves, blocks])
def test_lengths_that_have_to_be_known_are_known_where_the_loop_is_written_out(backend, function):
    x = RNG.random(128)[: 128 if function is halves else 64]
    wanted = function(real, x.copy())
    found = ivy.compile(function, fallback="raise")(np, np.asarray(x.copy()))
    real.testing.assert_allclose(real.asarray(found), wanted, rtol=1e-12)
