"""Loops over rows that need of the row itself little, and much of another one, against NumPy."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

RNG = real.random.default_rng(29)


def distances(d):
    n, m = d.shape
    for i in range(n):
        for j in range(m):
            if i > 0:
                d[i, j] = min(d[i, j], d[i - 1, j] + 3)
            if j > 0:
                d[i, j] = min(d[i, j], d[i, j - 1] + 3)
            if i > 0 and j > 0:
                d[i, j] = min(d[i, j], d[i - 1, j - 1] + 4)
    return d


def from_the_other_corner(d):
    n, m = d.shape
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            if i < n - 1:
                d[i, j] = min(d[i, j], d[i + 1, j] + 3)
            if j < m - 1:
                d[i, j] = min(d[i, j], d[i, j + 1] + 3)
            if i < n - 1 and j < m - 1:
                d[i, j] = min(d[i, j], d[i + 1, j + 1] + 4)
    return d


def around_the_edges(d):
    n, m = d.shape
    for i in range(n):
        for j in range(m):
            d[i, j] = (d[i, j] + 2 * d[i - 1, j] - d[i - 1, j - 1] * d[i, j - 1]) % 13
    return d


def later_elements_of_the_row(d):
    n, m = d.shape
    for i in range(1, n):
        for j in range(1, m - 1):
            of_others = d[i, j] + d[i, j + 1] + d[i - 1, j + 1] * 2 - d[i - 1, j]
            d[i, j] = of_others * d[i, j - 1] % 7
    return d


def columns_backwards(d):
    n, m = d.shape
    for j in range(1, m):
        for i in range(n - 2, -1, -1):
            d[i, j] = max(d[i + 1, j] - 2, d[i, j - 1] + d[i + 1, j - 1] * 3, d[i, j]) % 97
    return d


def two_rows_above(d):
    n, m = d.shape
    for i in range(n if n > 1 else 0):
        for j in range(m):
            of_others = d[i, j] + d[i - 2, j] * 3 + d[i - 1, j] * d[i - 2, j - 1]
            d[i, j] = (of_others % 11 + d[i, j - 1]) % 17
    return d


def with_what_else_is_carried(d):
    n, m = d.shape
    best, run, count = d[0, 0], 0, 0
    for i in range(1, n):
        for j in range(1, m):
            run = run % 5 + d[i - 1, j]
            d[i, j] = max(d[i, j - 1] + run, d[i - 1, j - 1] + 2, d[i - 1, j] + d[i, j], 0) % 50
            if d[i, j] > best:
                best = d[i, j]
                count += 1
    return d, best, run, count


KERNELS = [
    distances, from_the_other_corner, around_the_edges, later_elements_of_the_row,
    columns_backwards, two_rows_above, with_what_else_is_carried,
]  # fmt: skip
VALUES = {
    "integers": lambda *shape: RNG.integers(-20, 40, shape),
    "short integers": lambda *shape: RNG.integers(0, 30, shape, dtype="int32"),
    # small ones without a fraction: sums and products of them are exact, fused or not
    "floats": lambda *shape: RNG.integers(0, 9, shape).astype("float64"),
    "singles": lambda *shape: RNG.integers(0, 9, shape).astype("float32"),
    "nan and zeros": lambda *shape: real.where(
        RNG.random(shape) < 0.03, real.nan, RNG.choice([0.0, -0.0, 1.0], shape)
    ),
}


@pytest.fixture(autouse=True)
def split_all(monkeypatch, backend):
    """Have each loop split that can be, however little that moves out of it."""
    if backend == "jax":
        from ivy_core.backends.jax.compiler.passes import split_loops

        monkeypatch.setattr(split_loops, "SPLIT_LEAST_STEPS", 0)


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_values_are_those_of_numpy(kernel, values, backend):
    for shape in ((12, 23), (1, 20), (17, 2)):
        given = VALUES[values](*shape)
        with real.errstate(all="ignore"):
            wanted = kernel(given.copy())
        found = ivy.compile(kernel)(np.array(given))
        for one, other in zip(_listed(found), _listed(wanted), strict=True):
            one, other = real.asarray(one), real.asarray(other)
            assert one.dtype == other.dtype
            real.testing.assert_array_equal(one, other)
            assert (real.signbit(one) == real.signbit(other)).all()


def _listed(result) -> list:
    return list(result) if isinstance(result, tuple) else [result]


def test_an_index_outside_of_the_array_is_found(backend):
    def beyond(d):
        n, m = d.shape
        for i in range(n):
            for j in range(1, m):
                d[i, j] = max(d[i, j - 1] - 1, d[i + 1, j] * 2, d[i, j])
        return d

    with pytest.raises(IndexError):
        ivy.compile(beyond, check="bounds")(np.ones((12, 12)))


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_gradients_go_through(backend):
    def smoothed(x):
        d = x + 0.0
        n, m = d.shape
        for i in range(1, n):
            for j in range(1, m):
                d[i, j] = 0.5 * d[i, j - 1] + 0.25 * d[i - 1, j] * d[i - 1, j - 1] + d[i, j]
        return np.sum(d)

    x = np.array(0.1 * RNG.random((6, 9)))
    found = real.asarray(ivy.compile(ivy.grad(smoothed))(x))
    real.testing.assert_allclose(found, real.asarray(ivy.grad(smoothed)(x)), rtol=1e-12)
