"""Sorting against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.common.host import kernels
from ivy_core.utils.exceptions import IvyIndexError

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip


def values(dtype, shape=(4, 6)):
    rng = np.random.default_rng(11)
    a = rng.integers(0, 4, shape)
    kind = np.dtype(dtype).kind
    if kind in "if":
        a = a - 2
    if kind == "c":
        a = a - 2 + 1j * rng.integers(-2, 3, shape)
    a = a.astype(dtype)
    if dtype == "uint64":
        a[a == 3] = 2**63 + 1
    if dtype == "int64":
        a[a == 1] = -(2**63)
    if kind in "fc" and a.ndim == 2:
        a[0, 1] = a[0, 3] = np.nan
        a[1, 2], a[1, 4] = np.inf, -np.inf
        a[2, 0] = -0.0
    if kind == "c" and a.ndim == 2:
        a[2, 1], a[2, 3], a[2, 5] = complex(1, np.nan), complex(np.nan, 1), complex(np.nan, -1)
    return a


def descending(a, axis):
    at = np.argsort(np.flip(a, axis), axis, kind="stable")
    return np.flip(a.shape[axis] - 1 - at, axis)


@pytest.mark.parametrize("dtype", DTYPES)
def test_sort_and_argsort(backend, assert_matches, dtype):
    a = values(dtype)
    x = ivy.asarray(a)
    for axis in (0, -1):
        assert_matches(ivy.sort(x, axis=axis), np.sort(a, axis))
        assert_matches(ivy.argsort(x, axis=axis), np.argsort(a, axis, kind="stable"))
        at = descending(a, axis)
        assert_matches(ivy.argsort(x, axis=axis, descending=True), at)
        expected = np.take_along_axis(a, at, axis)
        assert_matches(ivy.sort(x, axis=axis, descending=True), expected)
        assert_matches(ivy.sort(x, axis=axis, stable=False), np.sort(a, axis))


def test_sort_on_the_host_keeps_zeros_of_either_sign_in_their_order():
    a = np.array([[0.0, 3.0, -0.0, -1.0, 0.0, -0.0], [1.0, -0.0, -0.0, 2.0, 5.0, 4.0]])
    for axis in (0, 1, None):
        found, wanted = kernels.sort(a, axis=axis), np.sort(a, axis, kind="stable")
        np.testing.assert_array_equal(found, wanted)
        np.testing.assert_array_equal(np.signbit(found), np.signbit(wanted))


def test_sort_compiled(backend, assert_matches, compiled, full):
    for dtype in DTYPES if full else ("bool", "uint64", "float64", "complex64"):
        a = values(dtype)
        if dtype == "complex64" and backend == "jax":
            a[~np.isfinite(a)] = 0
        expected = np.argsort(a, 0, kind="stable")
        assert_matches(compiled(lambda x: ivy.sort(x, axis=0), a), np.sort(a, 0))
        assert_matches(compiled(lambda x: ivy.argsort(x, axis=0), a), expected)
        actual = compiled(lambda x: ivy.argsort(x, axis=0, descending=True), a)
        assert_matches(actual, descending(a, 0))


def test_sort_edges(backend, assert_matches):
    a = values("int64")
    x = ivy.asarray(a)
    assert_matches(ivy.sort(x, axis=None), np.sort(a, None))
    assert_matches(ivy.argsort(x, axis=None), np.argsort(a, None, kind="stable"))
    assert_matches(ivy.msort(x), np.sort(a, 0))
    for shape in ((0,), (0, 3), (1,)):
        assert_matches(ivy.sort(ivy.zeros(shape)), np.zeros(shape))
        assert_matches(ivy.argsort(ivy.zeros(shape)), np.argsort(np.zeros(shape)))
    for name in ("sort", "argsort"):
        with pytest.raises(IvyIndexError, match=r"(axis|got|dimension) \(?2\b"):
            getattr(ivy, name)(x, axis=2)
    with pytest.raises(IvyIndexError):
        ivy.sort(ivy.asarray(1))


def test_sort_copies(backend):
    x = ivy.asarray([1, 2, 3])
    ivy.sort(x)[0] = 9
    assert np.asarray(x).tolist() == [1, 2, 3]


def test_stability_of_long_arrays(backend, assert_matches):
    a = np.tile(np.array([2, 1, 3, 1]), 50)
    assert_matches(ivy.argsort(ivy.asarray(a)), np.argsort(a, kind="stable"))
    assert_matches(ivy.argsort(ivy.asarray(a), descending=True), descending(a, 0))


@pytest.mark.parametrize("dtype", DTYPES)
def test_searchsorted(backend, assert_matches, dtype):
    a = np.sort(values(dtype, (8,)))
    v = values(dtype, (2, 5)) if dtype[0] not in "fc" else np.sort(values(dtype, (5, 6))[2:])
    for side in ("left", "right"):
        actual = ivy.searchsorted(ivy.asarray(a), ivy.asarray(v), side=side)
        assert_matches(actual, np.searchsorted(a, v, side))


def test_searchsorted_options(backend, assert_matches):
    a = np.array([3.0, 1.0, np.nan, 2.0])
    sorter = np.argsort(a)
    v = np.array([2.0, np.nan, -np.inf, 9.0])
    x = ivy.asarray(a)
    for side in ("left", "right"):
        expected = np.searchsorted(a, v, side, sorter)
        actual = ivy.searchsorted(x, ivy.asarray(v), side=side, sorter=ivy.asarray(sorter))
        assert_matches(actual, expected)
    ints = ivy.asarray([1, 2, 4])
    assert_matches(ivy.searchsorted(ints, 3), np.array(2))
    assert_matches(ivy.searchsorted(ints, 1.5), np.array(1))
    actual = ivy.searchsorted(ints, ivy.asarray([0, 9]), ret_dtype="int32")
    assert_matches(actual, np.array([0, 3], "i4"))
    with pytest.raises(ValueError):
        ivy.searchsorted(ivy.ones((2, 2)), 1)
    with pytest.raises(ValueError):
        ivy.searchsorted(ints, 1, side="middle")


def test_searchsorted_compiled(backend, assert_matches, compiled):
    a, v = np.array([1.0, 2.0, 2.0, np.inf, np.nan]), np.array([[2.0, 0.0], [np.nan, 3.0]])
    for side in ("left", "right"):
        actual = compiled(lambda x, y, side=side: ivy.searchsorted(x, y, side=side), a, v)
        assert_matches(actual, np.searchsorted(a, v, side))


def test_lexsort(backend, assert_matches, compiled):
    first, second = np.array([3, 1, 2, 1]), np.array([0.5, 0.5, 0.25, 0.5])
    keys = [ivy.asarray(first), ivy.asarray(second)]
    assert_matches(ivy.lexsort(keys), np.lexsort([first, second]))
    a = values("uint32", (3, 5))
    assert_matches(ivy.lexsort(ivy.asarray(a)), np.lexsort(a))
    stack = values("int8", (2, 3, 4))
    assert_matches(ivy.lexsort(ivy.asarray(stack), axis=0), np.lexsort(stack, 0))
    actual = compiled(lambda x, y: ivy.lexsort([x, y]), first, second)
    assert_matches(actual, np.lexsort([first, second]))
    with pytest.raises(TypeError):
        ivy.lexsort([])
    with pytest.raises(ivy.IvyValueError, match="shape"):  # keys of one element broadcast nowhere
        ivy.lexsort([ivy.asarray([1.0]), ivy.asarray(second)])


def test_out(backend, assert_matches):
    out = ivy.zeros((3,))
    assert ivy.sort(ivy.asarray([3.0, 1.0, 2.0]), out=out) is out
    assert_matches(out, np.array([1.0, 2.0, 3.0]))


def test_sort_has_a_gradient(backend, assert_matches):
    a = np.array([3.0, 1.0, 2.0])
    weights = np.array([1.0, 10.0, 100.0])
    expected = np.array([100.0, 1.0, 10.0])
    if backend == "jax":
        import jax

        gradient = jax.grad(lambda x: (ivy.sort(ivy.Array(x)).data * weights).sum())(a)
    elif backend == "torch":
        x = ivy.asarray(a).data.requires_grad_()
        (ivy.sort(ivy.Array(x)).data * ivy.asarray(weights).data).sum().backward()
        gradient = x.grad
    elif backend == "tensorflow":
        import tensorflow as tf

        x = tf.constant(a)
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(ivy.sort(ivy.Array(x)).data * weights)
        gradient = tape.gradient(total, x)
    else:
        pytest.skip("NumPy has no gradients")
    np.testing.assert_allclose(np.asarray(gradient), expected)
