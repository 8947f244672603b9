"""Covariances, correlations, histograms and extremes against NumPy's, on every backend."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyValueError

_rng = np.random.default_rng(5)
X, Y = _rng.normal(size=(3, 7)), _rng.normal(size=(2, 7))
COUNTS, WEIGHTS = np.array([1, 2, 1, 3, 1, 1, 2]), _rng.uniform(0.1, 2, 7)


def test_cov(backend, assert_matches):
    x, y = ivy.asarray(X), ivy.asarray(Y)
    assert_matches(ivy.cov(x), np.cov(X))
    assert_matches(ivy.cov(x, y), np.cov(X, Y))
    assert_matches(ivy.cov(x, rowVar=False), np.cov(X, rowvar=False))
    assert_matches(ivy.cov(x[0]), np.cov(X[0]))
    assert_matches(ivy.cov(x[0], y[0]), np.cov(X[0], Y[0]))
    z = X + 1j * X[::-1]
    assert_matches(ivy.cov(ivy.asarray(z)), np.cov(z))
    for options in (
        {"bias": True}, {"ddof": 0}, {"ddof": 2}, {"fweights": COUNTS}, {"aweights": WEIGHTS},
        {"fweights": COUNTS, "aweights": WEIGHTS}, {"fweights": COUNTS, "ddof": 2},
        {"aweights": WEIGHTS, "bias": True},
    ):  # fmt: skip
        given = {k: ivy.asarray(v) if k.endswith("weights") else v for k, v in options.items()}
        assert_matches(ivy.cov(x, **given), np.cov(X, **options))
    single = ivy.cov(ivy.asarray(X.astype(np.float32)))
    np.testing.assert_allclose(np.asarray(single), np.cov(X), rtol=1e-5, atol=1e-6)
    assert single.dtype == "float32"
    assert ivy.cov(x, dtype="float32").dtype == "float32"
    assert_matches(ivy.cov(ivy.asarray([[1, 2, 4], [3, 3, 0]])), np.cov([[1, 2, 4], [3, 3, 0]]))
    assert np.isnan(np.asarray(ivy.cov(x[:, :1]))).all()


def test_corrcoef(backend, assert_matches):
    x, y = ivy.asarray(X), ivy.asarray(Y)
    assert_matches(ivy.corrcoef(x), np.corrcoef(X))
    assert_matches(ivy.corrcoef(x, y=y), np.corrcoef(X, Y))
    assert_matches(ivy.corrcoef(x, rowvar=False), np.corrcoef(X, rowvar=False))
    assert_matches(ivy.corrcoef(x[0]), np.corrcoef(X[0]))
    z = X + 1j * X[::-1]
    assert_matches(ivy.corrcoef(ivy.asarray(z)), np.corrcoef(z))
    out = ivy.zeros((3, 3))
    assert ivy.corrcoef(x, out=out) is out
    assert_matches(out, np.corrcoef(X))


def test_gradient_of_the_correlation(backend, grad):
    if backend == "numpy":
        return
    found = np.asarray(grad(lambda x: ivy.sum(ivy.corrcoef(x)[0, 1]))(ivy.asarray(X)))
    h = 1e-6
    for i, j in ((0, 0), (1, 3), (2, 2)):
        step = np.zeros_like(X)
        step[i, j] = h
        expected = (np.corrcoef(X + step)[0, 1] - np.corrcoef(X - step)[0, 1]) / (2 * h)
        np.testing.assert_allclose(found[i, j], expected, atol=1e-8)


def test_refusals(backend):
    x = ivy.asarray(X)
    with pytest.raises(IvyValueError, match="3 dimensions .* 2"):
        ivy.cov(ivy.ones((2, 2, 2)))
    with pytest.raises(IvyValueError, match="7 and 4 observations"):
        ivy.corrcoef(x, y=ivy.ones((2, 4)))
    with pytest.raises(IvyValueError, match=r"fweights of shape \(3,\) .*\(7,\)"):
        ivy.cov(x, fweights=ivy.asarray([1, 2, 3]))
    with pytest.raises(IvyValueError, match="0 bins .* 1"):
        ivy.histogram(x, bins=0)
    with pytest.raises(IvyValueError, match=r"from 2.* to 1.* falls"):
        ivy.histogram(x, range=(2, 1))
    with pytest.raises(IvyValueError, match=r"shape \(2,\) .* \(3, 7\)"):
        ivy.histogram(x, weights=ivy.ones((2,)))
    with pytest.raises(IvyValueError, match=r"shape \(1,\) .* 2"):
        ivy.histogram(x, bins=ivy.asarray([1.0]))


A = _rng.normal(size=(4, 50))


@pytest.mark.parametrize(
    "options",
    [{}, {"bins": 7}, {"bins": 5, "range": (-1.0, 1.5)}, {"bins": np.array([-1.0, 0, 0.25, 2])},
     {"bins": 4, "density": True}, {"bins": np.array([-3.0, 0, 1]), "density": True}],
)  # fmt: skip
@pytest.mark.parametrize("weighted", [False, True])
def test_histogram(backend, assert_matches, options, weighted):
    theirs = dict(options)
    ours = {k: ivy.asarray(v) if isinstance(v, np.ndarray) else v for k, v in options.items()}
    weights = np.abs(A[::-1]) if weighted else None
    theirs["weights"] = weights
    if weighted:
        ours["weights"] = ivy.asarray(weights)
    expected = np.histogram(A, **theirs)[0]
    assert_matches(ivy.histogram(ivy.asarray(A), **ours), expected)
    for axis in (0, -1):
        given = {**ours, "range": options.get("range", (-2.0, 2.0))}
        single = {**options, "range": options.get("range", (-2.0, 2.0))}

        def along(rows, single=single):
            n = rows.shape[-1] // 2 if weighted else rows.shape[-1]
            with_weights = {"weights": rows[n:]} if weighted else {}
            return np.histogram(rows[:n], **single, **with_weights)[0]

        both = np.concatenate([A, weights], axis) if weighted else A
        expected = np.apply_along_axis(along, axis, both)
        assert_matches(ivy.histogram(ivy.asarray(A), axis=axis, **given), expected)


def test_histogram_of_edges_and_beyond(backend, assert_matches):
    a = np.array([0, 1, 1, 2, 3, -5, 9])
    edges = np.array([0, 1, 2, 3])
    assert_matches(
        ivy.histogram(ivy.asarray(a), bins=ivy.asarray(edges)), np.histogram(a, edges)[0]
    )
    found = ivy.histogram(
        ivy.asarray(a), bins=ivy.asarray(edges), extend_lower_interval=True,
        extend_upper_interval=True, dtype="float32",
    )  # fmt: skip
    assert_matches(found, np.array([2, 2, 3], np.float32))
    lonely = np.array([2.0, 2.0])
    assert_matches(ivy.histogram(ivy.asarray(lonely), bins=3), np.histogram(lonely, 3)[0])
    assert_matches(ivy.histogram(ivy.zeros((0,)), bins=3), np.histogram([], 3)[0])
    gaps = np.array([np.nan, 0.5, np.inf])
    assert_matches(ivy.histogram(ivy.asarray(gaps), bins=2, range=(0, 1)), np.array([0, 1]))


def test_histogram_traced(backend):
    """Neither the edges nor the counts are read while a program is traced."""

    def native(a):
        return ivy.to_native(ivy.histogram(ivy.asarray(a), bins=6))

    if backend == "jax":
        import jax

        found = jax.jit(native)(A)
    elif backend == "tensorflow":
        import tensorflow as tf

        found = tf.function(native, autograph=False)(tf.constant(A))
    else:
        found = native(ivy.to_native(ivy.asarray(A)))
    np.testing.assert_array_equal(np.asarray(found), np.histogram(A, 6)[0])


@pytest.mark.parametrize("name", ["amax", "amin"])
def test_extremes(backend, assert_matches, name):
    function, reference = getattr(ivy, name), getattr(np, name)
    for options in ({}, {"axis": 1}, {"axis": (0, 1)}, {"axis": 0, "keepdims": True}):
        assert_matches(function(ivy.asarray(X), **options), reference(X, **options))
    assert_matches(function(ivy.asarray(X), axis=[0, 1]), reference(X))
