"""Truth and differences against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyIndexError

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["all", "any"])
def test_truth(backend, assert_matches, light, name, dtype):
    a = np.array([[0, 1, 2], [1, 1, 1], [0, 0, 0]]).astype(dtype)
    if a.dtype.kind == "c":
        a[2] = 1j
    x = ivy.asarray(a)
    for axis in (None, 1):
        assert_matches(getattr(ivy, name)(x, axis=axis), getattr(np, name)(a, axis))


@pytest.mark.parametrize("name", ["all", "any"])
def test_truth_axes(backend, assert_matches, name):
    a = np.arange(12).reshape(2, 3, 2) % 5
    function, expected = getattr(ivy, name), getattr(np, name)
    for axis in (None, 0, -1, (0, 2), ()):
        for keepdims in (False, True):
            actual = function(ivy.asarray(a), axis=axis, keepdims=keepdims)
            assert_matches(actual, expected(a, axis=axis, keepdims=keepdims))
    for a in (np.zeros(0), np.zeros((2, 0)), np.array(0), np.array(np.nan), np.array(0.5)):
        assert_matches(function(ivy.asarray(a)), np.asarray(expected(a)))
    assert_matches(function(ivy.asarray(True), axis=0), np.asarray(True))
    for axis in (2, -3):
        with pytest.raises(IvyIndexError, match=rf"(axis|got|dimension) \(?{axis}\b"):
            function(ivy.ones((2, 2)), axis=axis)
    with pytest.raises(ValueError):
        function(ivy.ones((2, 2)), axis=(0, 0))


@pytest.mark.parametrize("dtype", DTYPES)
def test_diff(backend, assert_matches, light, dtype):
    a = np.array([[1, 4, 0, 2], [3, 3, 1, 0]]).astype(dtype)
    for n in (0, 1, 2):
        assert_matches(ivy.diff(ivy.asarray(a), n=n), np.diff(a, n))
    assert_matches(ivy.diff(ivy.asarray(a), axis=0), np.diff(a, axis=0))


def test_diff_options(backend, assert_matches):
    a = np.array([[1, 4, 9], [2, 3, 5]])
    x = ivy.asarray(a)
    assert_matches(ivy.diff(x, n=5), np.diff(a, 5))
    assert_matches(ivy.diff(x, prepend=0), np.diff(a, prepend=0))
    assert_matches(ivy.diff(x, axis=0, append=0.5), np.diff(a, axis=0, append=0.5))
    edge = np.array([[7], [8]], "i4")
    actual = ivy.diff(x, prepend=ivy.asarray(edge), append=ivy.asarray(edge), n=2)
    assert_matches(actual, np.diff(a, 2, prepend=edge, append=edge))
    assert_matches(ivy.diff(ivy.zeros((0,))), np.diff(np.zeros(0)))
    with pytest.raises(ValueError):
        ivy.diff(x, n=-1)
    with pytest.raises(ValueError):
        ivy.diff(ivy.asarray(1))
    with pytest.raises(IvyIndexError, match=r"(axis|got|dimension) \(?2\b"):
        ivy.diff(x, axis=2)


def test_compiled(backend, assert_matches, compiled):
    a = np.array([[1, 4, 9], [2, 0, 5]])
    assert_matches(compiled(lambda x: ivy.all(x, axis=1), a), np.all(a, 1))
    assert_matches(compiled(ivy.diff, a), np.diff(a))


def test_out(backend, assert_matches):
    out = ivy.zeros((2,), dtype="bool")
    assert ivy.all(ivy.asarray([[1, 2], [0, 3]]), axis=1, out=out) is out
    assert_matches(out, np.array([True, False]))
