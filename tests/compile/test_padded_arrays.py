"""Arrays between constants in compiled functions, against NumPy."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

RNG = real.random.default_rng(3)


def padded(x):
    x = np.pad(x, 2, mode="constant")
    return np.pad(x, ((1, 0), (0, 3)), constant_values=0)


def by_several_values(x):
    x = np.pad(x, ((1, 2), (2, 0)), constant_values=((1, 1), (0, 3)))
    return np.pad(np.pad(x, 1, constant_values=1), ((0, 0), (1, 1)), constant_values=1)


def between_constants(x):
    above, left = np.zeros((2, x.shape[1]), x.dtype), np.ones((x.shape[0], 1), x.dtype)
    both = np.concatenate((above, x, above)), np.concatenate((left, x), axis=-1)
    rows = np.concatenate((x, above, above), axis=0)
    return *both, rows, np.concatenate((x[0], np.zeros(3, x.dtype))), np.concatenate((above, above))


def not_one_value(x):
    numbers = np.arange(2 * x.shape[1]).reshape(2, x.shape[1]).astype(x.dtype)
    wider = np.concatenate((np.zeros((1, x.shape[1])), x))
    return np.concatenate((numbers, x)), wider, np.concatenate((x, x, numbers[:0]))


def in_a_loop(x):
    for _ in range(9):
        p = np.pad(x, 1, mode="constant")
        x = (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]) // 3
    return x


@pytest.mark.parametrize(
    "function",
    [padded, by_several_values, between_constants, not_one_value, in_a_loop],
    ids=lambda function: function.__name__,
)
@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "uint8", "complex128"])
def test_padded(backend, function, dtype, monkeypatch):
    x = (9 * RNG.random((4, 5))).astype(dtype)
    if dtype == "complex128" and function is in_a_loop:
        x = x.real
    found = ivy.compile(function, fallback="raise")(np.asarray(x))
    with monkeypatch.context() as patched:
        patched.setitem(function.__globals__, "np", real)
        wanted = function(x)
    found, wanted = (each if type(each) is tuple else (each,) for each in (found, wanted))
    for got, want in zip(found, wanted, strict=True):
        assert got.dtype == want.dtype
        real.testing.assert_array_equal(real.asarray(got), want)
