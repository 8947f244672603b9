"""Searching against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyIndexError

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip


def values(dtype, shape=(3, 4, 2)):
    rng = np.random.default_rng(3)
    a = rng.integers(0, 4, shape)
    if np.dtype(dtype).kind == "c":
        a = a - 2 + 1j * rng.integers(-2, 3, shape)
    a = a.astype(dtype)
    if dtype == "uint64":
        a[a == 3] = 2**63 + 1
    return a


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_argextremes(backend, assert_matches, light, name, dtype, full):
    a = values(dtype)
    x = ivy.asarray(a)
    axes = (None, 0, 1, -1) if full or backend != "jax" else (None, 1)
    for axis in axes:
        assert_matches(getattr(ivy, name)(x, axis=axis), getattr(np, name)(a, axis))
    if full or dtype == "float64":
        for axis in (None, 1):
            actual = getattr(ivy, name)(x, axis=axis, keepdims=True)
            assert_matches(actual, getattr(np, name)(a, axis, keepdims=True))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_argextremes_of_nan(backend, assert_matches, compiled, name, dtype):
    a = values(dtype, (4, 6))
    a[0, 3] = a[0, 1] = np.nan
    a[2, 5] = np.inf
    a[3, 0] = np.nan
    expected = getattr(np, name)(a, 1)
    assert_matches(getattr(ivy, name)(ivy.asarray(a), axis=1), expected)
    assert_matches(compiled(lambda x: getattr(ivy, name)(x, axis=1), a), expected)


@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_argextreme_options(backend, assert_matches, name):
    a = np.array([[1, 3, 3, 1], [2, 2, 2, 2]])
    function, x = getattr(ivy, name), ivy.asarray(a)
    turned = a.shape[1] - 1 - getattr(np, name)(a[:, ::-1], 1)
    assert_matches(function(x, axis=1, select_last_index=True), turned)
    assert_matches(function(x, axis=1, dtype="int32"), getattr(np, name)(a, 1).astype("i4"))
    assert_matches(function(ivy.asarray(5)), np.array(0))
    for axis in (2, -3):
        with pytest.raises(IvyIndexError, match=rf"(axis|got|dimension) \(?{axis}\b"):
            function(x, axis=axis)
    with pytest.raises(ValueError):
        function(ivy.zeros((0,)))
    with pytest.raises(ValueError):
        function(ivy.zeros((2, 0)), axis=1)


@pytest.mark.parametrize("dtype", DTYPES)
def test_nonzero(backend, assert_matches, light, dtype):
    a = values(dtype)
    x = ivy.asarray(a)
    assert_matches(ivy.nonzero(x), np.nonzero(a))
    assert_matches(ivy.argwhere(x), np.argwhere(a))
    assert_matches(ivy.count_nonzero(x), np.asarray(np.count_nonzero(a)))


def test_nonzero_edges(backend, assert_matches):
    for a in (np.zeros(3), np.zeros((0, 2)), np.array([np.nan, 0.0, -0.0])):
        assert_matches(ivy.nonzero(ivy.asarray(a)), np.nonzero(a))
        assert_matches(ivy.argwhere(ivy.asarray(a)), np.argwhere(a))
    for a in (np.array(0), np.array(2)):
        assert_matches(ivy.argwhere(ivy.asarray(a)), np.argwhere(a))
        with pytest.raises(ValueError):
            ivy.nonzero(ivy.asarray(a))


def test_nonzero_of_a_size(backend, assert_matches, compiled):
    a = np.array([[0, 1], [2, 3]])
    for x in (ivy.asarray(a),):
        assert_matches(ivy.nonzero(x, size=2), [np.array([0, 1]), np.array([1, 0])])
        expected = [np.array([0, 1, 1, -1]), np.array([1, 0, 1, -1])]
        assert_matches(ivy.nonzero(x, size=4, fill_value=-1), expected)
    assert_matches(compiled(lambda x: list(ivy.nonzero(x, size=4, fill_value=-1)), a), expected)


def test_count_nonzero(backend, assert_matches):
    a = values("int64")
    x = ivy.asarray(a)
    for axis in (0, (0, 2), -1, None):
        for keepdims in (False, True):
            expected = np.asarray(np.count_nonzero(a, axis=axis, keepdims=keepdims))
            assert_matches(ivy.count_nonzero(x, axis=axis, keepdims=keepdims), expected)
    assert_matches(ivy.count_nonzero(x, dtype="int32"), np.asarray(np.count_nonzero(a), "i4"))
    with pytest.raises(IvyIndexError):
        ivy.count_nonzero(x, axis=3)


@pytest.mark.parametrize("dtype", DTYPES)
def test_where(backend, assert_matches, light, dtype):
    a, b = values(dtype, (3, 4)), values(dtype, (4,))[::-1]
    c = values("int64", (3, 1)) > 1
    assert_matches(ivy.where(ivy.asarray(c), ivy.asarray(a), ivy.asarray(b)), np.where(c, a, b))


def test_where_promotes(backend, assert_matches):
    c = np.array([True, False, True])
    x, a = ivy.asarray(c), np.array([1, 2, 3], "f4")
    assert_matches(ivy.where(x, ivy.asarray(a), 2.5), np.where(c, a, 2.5))
    assert_matches(ivy.where(x, 1, 2), np.where(c, 1, 2))
    assert_matches(ivy.where(x, 1, 2.5), np.where(c, 1, 2.5))
    assert_matches(ivy.where(x, ivy.asarray(a), np.arange(3)), np.where(c, a, np.arange(3)))
    numbers = np.array([0, 2, -1])
    assert_matches(ivy.where(ivy.asarray(numbers), 1, 0), np.where(numbers, 1, 0))
    assert_matches(ivy.where(True, ivy.asarray(a), 0), np.where(True, a, 0))
    assert_matches(ivy.where([True, False, True], ivy.asarray(a), 0), np.where(c, a, 0))
    with pytest.raises(ValueError):
        ivy.where(x, ivy.ones((2,)), 0)


def test_compiled(backend, assert_matches, compiled):
    a = np.array([[3, 1, 2], [0, 7, 7]])
    assert_matches(compiled(lambda x: ivy.argmax(x, axis=1), a), np.argmax(a, 1))
    assert_matches(compiled(ivy.count_nonzero, a), np.asarray(np.count_nonzero(a)))
    assert_matches(compiled(lambda x: ivy.where(x > 1, x, 0), a), np.where(a > 1, a, 0))


def test_out(backend, assert_matches):
    out = ivy.zeros((2,), dtype="int64")
    assert ivy.argmax(ivy.asarray([[1, 2], [4, 3]]), axis=1, out=out) is out
    assert_matches(out, np.array([1, 0]))
