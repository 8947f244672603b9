"""Derivatives and integrals of samples against NumPy's, on every backend."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyIndexError, IvyValueError

Y = np.random.default_rng(3).normal(size=(4, 5, 3))
POINTS = np.array([0.0, 0.5, 2.0, 2.25, 4.0])


@pytest.mark.parametrize("order", [1, 2])
def test_gradient(backend, assert_matches, order):
    assert_matches(ivy.gradient(ivy.asarray(Y), edge_order=order), np.gradient(Y, edge_order=order))
    found = ivy.gradient(ivy.asarray(Y), spacing=0.5, axis=1, edge_order=order)
    assert_matches(found, np.gradient(Y, 0.5, axis=1, edge_order=order))
    found = ivy.gradient(ivy.asarray(Y), spacing=[0.5, 3], axis=(1, -1), edge_order=order)
    assert_matches(found, np.gradient(Y, 0.5, 3, axis=(1, -1), edge_order=order))
    expected = np.gradient(Y, POINTS, axis=1, edge_order=order)
    for given in (ivy.asarray(POINTS), POINTS.tolist(), [ivy.asarray(POINTS)]):
        found = ivy.gradient(ivy.asarray(Y), spacing=given, axis=1, edge_order=order)
        assert_matches(found, expected)
    found = ivy.gradient(ivy.asarray(Y.astype(np.float32)), axis=0)
    assert_matches(found, np.gradient(Y.astype(np.float32), axis=0))
    whole = np.array([1, 4, 9, 16])
    assert_matches(
        ivy.gradient(ivy.asarray(whole), edge_order=order), np.gradient(whole, edge_order=order)
    )


def test_gradient_refuses(backend):
    x = ivy.asarray(Y)
    for match, options in {
        r"edge_order 3 .*1 and 2": {"edge_order": 3},
        r"2 spacings .* 3 axes": {"spacing": [1.0, 2.0]},
        r"shape \(5,\) .* 4 samples": {"spacing": ivy.asarray(POINTS), "axis": 0},
        r"3 samples|1 axis": {"spacing": ivy.asarray(POINTS)},
    }.items():
        with pytest.raises(IvyValueError, match=match):
            ivy.gradient(x, **options)
    with pytest.raises(IvyValueError, match=r"2 samples.* 3"):
        ivy.gradient(ivy.ones((2,)), edge_order=2)
    with pytest.raises(IvyIndexError):
        ivy.gradient(x, axis=3)


def test_trapz(backend, assert_matches):
    y = ivy.asarray(Y)
    assert_matches(ivy.trapz(y), np.trapezoid(Y))
    assert_matches(ivy.trapz(y, dx=0.5, axis=1), np.trapezoid(Y, dx=0.5, axis=1))
    assert_matches(ivy.trapz(y, x=ivy.asarray(POINTS), axis=1), np.trapezoid(Y, POINTS, axis=1))
    points = np.cumsum(np.abs(Y), 0)
    assert_matches(ivy.trapz(y, x=ivy.asarray(points), axis=0), np.trapezoid(Y, points, axis=0))
    assert_matches(ivy.trapz(ivy.asarray([1, 2, 4])), np.trapezoid([1, 2, 4]))
    out = ivy.zeros((4, 5))
    assert ivy.trapz(y, out=out) is out
    assert_matches(ivy.trapz(ivy.asarray([3.0])), np.array(0.0))


def test_gradients_of_both(backend, grad):
    if backend == "numpy":
        return
    weights = np.arange(5.0)

    def total(x):
        return ivy.sum(ivy.gradient(x) * ivy.asarray(weights)) + ivy.trapz(x)

    found = np.asarray(grad(total)(ivy.asarray(Y[0, :, 0])))
    # both are linear: the derivative is that of each unit vector
    units = np.eye(5)
    expected = [(np.gradient(u) * weights).sum() + np.trapezoid(u) for u in units]
    np.testing.assert_allclose(found, expected, atol=1e-12)
