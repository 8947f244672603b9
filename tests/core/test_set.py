"""Distinct elements against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip


def reference(a):
    values, indices, inverse, counts = np.unique(
        a, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    return values, indices, inverse.reshape(a.shape), counts


def check(assert_matches, a):
    values, indices, inverse, counts = reference(a)
    x = ivy.asarray(a)
    assert_matches(ivy.unique_all(x), (values, indices, inverse, counts))
    assert_matches(ivy.unique_counts(x), (values, counts))
    assert_matches(ivy.unique_inverse(x), (values, inverse))
    assert_matches(ivy.unique_values(x), values)


@pytest.mark.parametrize("dtype", DTYPES)
def test_unique(backend, assert_matches, dtype):
    rng = np.random.default_rng(5)
    a = rng.integers(0, 4, (3, 4))
    if np.dtype(dtype).kind == "c":
        a = a + 1j * rng.integers(0, 2, (3, 4))
    check(assert_matches, a.astype(dtype))


def test_unique_edges(backend, assert_matches):
    for a in (np.zeros(0), np.array(3), np.zeros((2, 0)), np.array([0.0, -0.0]), np.ones(5)):
        check(assert_matches, a)


def test_each_nan_is_distinct(backend, assert_matches):
    check(assert_matches, np.array([np.nan, 1.0, np.nan, np.inf, 1.0]))


def test_names(backend):
    found = ivy.unique_all(ivy.asarray([1, 2]))
    assert found._fields == ("values", "indices", "inverse_indices", "counts")
    assert ivy.unique_counts(ivy.asarray([1]))._fields == ("values", "counts")
    assert ivy.unique_inverse(ivy.asarray([1]))._fields == ("values", "inverse_indices")


def test_compiled(backend, assert_matches, compiled):
    if backend == "jax":
        pytest.skip("JAX compiles nothing whose shape depends on values")
    a = np.array([[3.0, 1.0, np.nan], [1.0, 3.0, np.nan]])
    assert_matches(compiled(lambda x: list(ivy.unique_all(x)), a), list(reference(a)))


def test_out(backend, assert_matches):
    out = ivy.zeros((2,), dtype="int64")
    assert ivy.unique_values(ivy.asarray([3, 1, 3]), out=out) is out
    assert_matches(out, np.array([1, 3]))
