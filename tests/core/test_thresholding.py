"""What thresholds decide, and closeness, against plain NumPy, on every backend."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyValueError

X = np.array([[-2.0, 0.5, 3.0], [np.nan, -0.25, 0.0]])


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_binarizer(backend, assert_matches, dtype):
    x = np.nan_to_num(X).astype(dtype)
    for threshold in (0, 0.5, -1):
        found = ivy.binarizer(ivy.asarray(x), threshold=threshold)
        assert_matches(found, (x > threshold).astype(dtype))
    assert np.asarray(ivy.binarizer(ivy.asarray(X)))[1, 0] == 0


def test_soft_thresholding(backend, assert_matches):
    for threshold in (0.4, np.array([1.0, 0.1, 5.0])):
        given = threshold if isinstance(threshold, float) else ivy.asarray(threshold)
        expected = np.sign(X) * np.maximum(np.abs(X) - threshold, 0)
        assert_matches(ivy.soft_thresholding(ivy.asarray(X), given), expected)
    x = X[0].astype(np.float32)
    assert_matches(
        ivy.soft_thresholding(ivy.asarray(x), 1.0),
        torch.nn.functional.softshrink(torch.tensor(x), 1.0).numpy(),
    )


def test_sparsify_tensor(backend, assert_matches):
    x = np.array([[1.0, -4.0, 2.0], [3.0, 0.5, -2.0]])
    for card in range(8):
        found = np.asarray(ivy.sparsify_tensor(ivy.asarray(x), card))
        limit = np.sort(np.abs(x).ravel())[::-1][card - 1] if 0 < card < 6 else 0
        expected = np.where(np.abs(x) >= limit, x, 0) if card else np.zeros_like(x)
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(IvyValueError, match="card -1"):
        ivy.sparsify_tensor(ivy.asarray(x), -1)


NEAR = np.array([1.0, 1.0 + 1e-9, 1.1, np.inf, np.inf, -np.inf, np.nan, 0.0, 1e-9, 1e300])
OTHER = np.array([1.0, 1.0, 1.0, np.inf, -np.inf, 1.0, np.nan, 1e-9, 0.0, np.inf])


@pytest.mark.parametrize("options", [{}, {"equal_nan": True}, {"rtol": 0.2}, {"atol": 1e-10}])
def test_isclose(backend, assert_matches, options):
    found = ivy.isclose(ivy.asarray(NEAR), ivy.asarray(OTHER), **options)
    assert_matches(found, np.isclose(NEAR, OTHER, **options))
    for part in (slice(0, 2), slice(6, 7), slice(None)):
        given = ivy.asarray(NEAR[part]), ivy.asarray(OTHER[part])
        assert bool(ivy.allclose(*given, **options)) == np.allclose(
            NEAR[part], OTHER[part], **options
        )


def test_isclose_of_integers_and_complex_numbers(backend, assert_matches):
    a, b = np.array([0, 255, 3], np.uint8), np.array([255, 0, 3], np.uint8)
    assert_matches(ivy.isclose(ivy.asarray(a), ivy.asarray(b)), np.isclose(a, b))
    c = np.array([1 + 1j, 2.0])
    assert_matches(ivy.isclose(ivy.asarray(c), ivy.asarray(c + 1e-9)), np.isclose(c, c + 1e-9))
    assert_matches(ivy.isclose(ivy.asarray(NEAR[:2]), 1.0), np.isclose(NEAR[:2], 1.0))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_lerp(backend, assert_matches, dtype):
    rng = np.random.default_rng(1)
    start, end, weight = (rng.normal(size=shape).astype(dtype) for shape in ((4, 3), (3,), (4, 1)))
    expected = torch.lerp(*(torch.tensor(each) for each in (start, end, weight))).numpy()
    arrays = [ivy.asarray(each) for each in (start, end, weight)]
    assert_matches(ivy.lerp(*arrays), expected)
    assert_matches(ivy.lerp(*arrays[:2], 0.3), start + np.array(0.3, dtype) * (end - start))
    whole = ivy.lerp(ivy.asarray([1e16, 3.0]), ivy.asarray([1.0, 5.0]), 1.0)
    assert np.asarray(whole).tolist() == [1.0, 5.0]
    assert np.asarray(ivy.lerp(ivy.asarray([1, 2]), ivy.asarray([3, 6]), 0.5)).tolist() == [2, 4]
    assert_matches(
        ivy.lerp(ivy.asarray([1j, 2.0]), ivy.asarray([1.0, 4j]), 0.25 + 0j),
        np.array([0.25 + 0.75j, 1.5 + 1j]),
    )
    if backend == "numpy":
        return
    weights = ivy.grad(lambda w: ivy.sum(ivy.lerp(*arrays[:2], w)))(arrays[2])
    expected = (end - start).sum(1, keepdims=True)
    np.testing.assert_allclose(np.asarray(weights), expected, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_fix(backend, assert_matches, dtype):
    x = np.array([-2.7, -0.2, 0.0, 0.9, 5.5]).astype(dtype)
    assert_matches(ivy.fix(ivy.asarray(x)), np.fix(x))
