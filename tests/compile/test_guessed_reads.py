"""Loops that read an element which one of their iterations may write to, against NumPy."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

RNG = real.random.default_rng(11)


def paths(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])
    return d


def reached(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i, j] = d[i, j] or (d[i, k] and d[k, j])
    return d


def subtracted(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            d[i, k] = d[i, k] - 0.5 * d[k, k]
    return d


def of_another_row(d):
    n = d.shape[0]
    for k in range(n):
        for j in range(n):
            d[n - 1 - k, j] = d[n - 1 - k, j] * d[k, 3]
    return d


def backwards(d):
    n = d.shape[0]
    for k in range(n):
        for j in range(n - 1, -1, -1):
            d[k, j] = max(d[k, j], d[k, k])
    return d


def with_a_total(d):
    n = d.shape[0]
    total, count = -100.0, 0
    for k in range(n):
        for j in range(n):
            d[0, j] = d[0, j] + 0.0 * d[0, k]
            if d[0, j] > total:
                total = d[0, j]
            count += 1
    return d, total, count


KERNELS = [paths, reached, subtracted, of_another_row, backwards, with_a_total]
SIZE = 18
VALUES = {
    "no negative ones": RNG.random((SIZE, SIZE)),
    "negative ones": RNG.normal(size=(SIZE, SIZE)),  # d[k, k] < 0: an iteration needs another one
    "integers": RNG.integers(-3, 40, (SIZE, SIZE)),
    "truths": RNG.random((SIZE, SIZE)) < 0.1,
    "with nan": real.where(RNG.random((SIZE, SIZE)) < 0.05, real.nan, RNG.random((SIZE, SIZE))),
    "zeros of both signs": real.where(RNG.random((SIZE, SIZE)) < 0.5, 0.0, -0.0),
}


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("kind", VALUES)
def test_guessed_reads(backend, kernel, kind, monkeypatch):
    values = VALUES[kind]
    if values.dtype == bool and kernel is not reached:
        values = values.astype(float)
    # a total that begins as a float is an int of the array's later: NumPy's dtype is by the values
    fallback = "silent" if kernel is with_a_total and kind == "integers" else "raise"
    found = ivy.compile(kernel, fallback=fallback)(np.array(values))
    with monkeypatch.context() as patched, real.errstate(all="ignore"):
        patched.setitem(kernel.__globals__, "np", real)
        wanted = kernel(values.copy())
    found, wanted = (each if type(each) is tuple else (each,) for each in (found, wanted))
    for got, want in zip(found, wanted, strict=True):
        got, want = real.asarray(got), real.asarray(want)
        real.testing.assert_array_equal(got, want)
        assert got.dtype == want.dtype
        assert (real.signbit(got) == real.signbit(want))[~real.isnan(got)].all()


def joined_rows(d, first):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            d[i] = d[i] ^ (d[i, k] & d[k])
    return d


def rows_from_the_end(d, first):
    n = d.shape[0]
    for i in range(n - 1, -1, -1):
        d[i] = np.logical_xor(d[i], d[first]) ^ d[first, i]
    return d


def some_rows(d, first):
    n = d.shape[0]
    for k in range(n):
        for i in range(first, first + 20):
            d[i] = d[i] | ~d[k]
    return d


def always_the_second(d, first):
    for i in range(d.shape[0]):
        d[i] = d[1] ^ d[i]
    return d


@pytest.mark.parametrize(
    "kernel",
    [joined_rows, rows_from_the_end, some_rows, always_the_second],
    ids=lambda kernel: kernel.__name__,
)
@pytest.mark.parametrize("first", [0, 7, 19])
@pytest.mark.parametrize("dtype", [bool, real.int8])
def test_rows_that_all_iterations_read(backend, kernel, first, dtype, monkeypatch):
    values = (RNG.random((40, 40)) * 99).astype(real.int8) % (2 if dtype is bool else 99)
    values = values.astype(dtype)
    found = ivy.compile(kernel, fallback="raise")(np.array(values), first)
    with monkeypatch.context() as patched:
        patched.setitem(kernel.__globals__, "np", real)
        wanted = kernel(values.copy(), first)
    found = real.asarray(found)
    assert found.dtype == wanted.dtype
    real.testing.assert_array_equal(found, wanted)
