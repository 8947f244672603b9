# ruff: noqa: B023 (the cases are called at once)
"""Statistics: averages, spread, quantiles, correlation, histograms."""

from __future__ import annotations

import pytest

import frontends.numpy as fnp
from tests.frontends.numpy.differential import names_of, same

pytestmark = pytest.mark.filterwarnings("ignore")


def table(np, dtype="f8"):
    return np.array([[3, 1, 2, 9], [6, 5, 4, 4], [1, 0, 7, 1]], dtype)


def holes(np):
    nan = float("nan")
    return np.array([[1, nan, 3, 8], [nan, nan, nan, nan], [nan, 2, 2.5, 1]])


NAN_TOO = ["mean", "std", "var", "median", "max", "min"]


@pytest.mark.parametrize("name", [*NAN_TOO, *("nan" + n for n in NAN_TOO)])
def test_averages(backend, full, name):
    for dtype in ("f8", "i4", "f4", "f2", "u1", "?", "c16") if full else ("f8", "i4", "f2"):
        if "median" in name and dtype in "?c16":
            continue
        for options in ({}, {"axis": 0}, {"axis": (0, 1), "keepdims": True}, {"axis": -1}):
            same(lambda np: getattr(np, name)(table(np, dtype), **options))
    for options in ({}, {"axis": 0}, {"axis": 1, "keepdims": True}, {"axis": 3}):
        same(lambda np: getattr(np, name)(holes(np), **options))
    same(lambda np: getattr(np, name)([1, 2, 4]))
    same(lambda np: getattr(np, name)(5))
    same(lambda np: getattr(np, name)([]))
    same(lambda np: getattr(np, name)(table(np), 0, out=np.zeros(4)))


CASES = [
    lambda np: np.digitize([1, 2], [1, 2, 3 + 1j]),
    lambda np: np.mean(table(np, "i1"), dtype="f4"),
    lambda np: np.mean(table(np), where=table(np) > 2),
    lambda np: np.mean(table(np), axis=0, where=table(np) > 2),
    lambda np: table(np).mean(1),
    lambda np: table(np).std(ddof=1),
    lambda np: np.std(table(np), ddof=1),
    lambda np: np.var(table(np), axis=0, correction=1),
    lambda np: np.var(table(np), ddof=1, correction=1),
    lambda np: np.var(table(np), ddof=20),
    lambda np: np.std(table(np), axis=0, mean=np.mean(table(np), axis=0, keepdims=True)),
    lambda np: np.var([1j, 2, 3 + 1j]),
    lambda np: np.std(table(np), where=table(np) > 2),
    lambda np: np.nanvar(holes(np), axis=0, ddof=1),
    lambda np: np.nanmean(holes(np), where=[True, False, True, True]),
    lambda np: np.nanmax(holes(np), initial=5, axis=0),
    lambda np: np.nanargmax(holes(np)[::2], axis=1),
    lambda np: np.nanargmin(holes(np)[::2], axis=1),
    lambda np: np.nanargmax(holes(np), axis=1),
    lambda np: np.nanargmin([3, 1, 2]),
    lambda np: np.nanargmax([float("nan"), 2.0]),
    lambda np: np.average([1, 2, 3]),
    lambda np: np.average([1, 2, 3], weights=[1, 1, 2]),
    lambda np: np.average(table(np), axis=0, weights=[1, 2, 3]),
    lambda np: np.average(table(np), axis=1, returned=True),
    lambda np: np.average(table(np), weights=[1, 2, 3]),
    lambda np: np.average([1, 2], weights=[1, -1]),
    lambda np: np.average(table(np), axis=0, weights=table(np), returned=True),
    lambda np: np.average(table(np), axis=1, keepdims=True),
    lambda np: np.average(table(np, "i4"), axis=0, weights=[1, 2]),
    lambda np: np.average([1, 2, 3], weights=[1, 1, 2], returned=True),
    lambda np: np.quantile(table(np), 0.3),
    lambda np: np.quantile(table(np), [0.25, 0.5, 1]),
    lambda np: np.quantile(table(np), [[0.1], [0.2]], axis=1),
    lambda np: np.quantile(np.float32([1, 2, 4]), 0.5),
    lambda np: np.quantile(np.float32([1, 2, 4]), [0.5]),
    lambda np: np.quantile([1, 2, 3], 1.5),
    lambda np: np.quantile(table(np, "i4"), 1, axis=1),
    lambda np: np.quantile(table(np, "f4"), [0, 1], axis=0),
    lambda np: np.nanquantile(holes(np), [1, 0]),
    lambda np: np.quantile(holes(np), 1, axis=1),
    lambda np: np.quantile([True, False], 1),
    lambda np: np.quantile([], 1),
    lambda np: np.nanquantile([], 0),
    lambda np: np.quantile(table(np), 0.3, axis=(0, 1), keepdims=True),
    lambda np: np.quantile(table(np), [0.3, 1], axis=0, keepdims=True),
    lambda np: np.quantile([1, 2, 3], 0.5, method="no"),
    lambda np: np.quantile(holes(np), 0.4, axis=1),
    lambda np: np.quantile([1j], 0.5),
    lambda np: np.percentile(table(np), 30),
    lambda np: np.percentile(table(np), [10, 50.5], axis=0),
    lambda np: np.percentile(table(np), 101),
    lambda np: np.percentile(table(np, "i4"), 50, method="lower"),
    lambda np: np.percentile([1, 2, 3], 25, out=np.zeros(())),
    lambda np: np.nanquantile(holes(np), 0.4, axis=1),
    lambda np: np.nanquantile(holes(np), [0.4, 0.9], axis=0),
    lambda np: np.nanpercentile(holes(np), 40),
    lambda np: np.nanpercentile(holes(np), [40, 60], axis=1, keepdims=True),
    lambda np: np.nanquantile([1, 2, 3], 0.4),
    lambda np: np.quantile([1.0, 2, 3, 4], 0.4, method="inverted_cdf", weights=[1, 2, 1, 1]),
    lambda np: np.quantile([1.0, 2], 0.4, weights=[1, 2]),
    lambda np: np.cov(table(np)),
    lambda np: np.cov([1, 2, 4]),
    lambda np: np.cov(table(np), rowvar=False),
    lambda np: np.cov(table(np), bias=True),
    lambda np: np.cov(table(np), ddof=0),
    lambda np: np.cov([1.0, 2, 3], [3.0, 1, 2]),
    lambda np: np.cov(table(np), fweights=[1, 2, 1, 3]),
    lambda np: np.cov(table(np), aweights=[1, 2, 0.5, 3]),
    lambda np: np.cov(table(np), fweights=[1, 2]),
    lambda np: np.cov(np.ones((2, 2, 2))),
    lambda np: np.cov(table(np), aweights=[1, 2, 0.5, 3], fweights=[1, 2, 1, 3], ddof=0),
    lambda np: np.cov([1j, 2, 3]),
    lambda np: np.cov(table(np), dtype="f4"),
    lambda np: np.corrcoef(table(np)),
    lambda np: np.corrcoef([1.0, 2, 3], [3.0, 1, 2]),
    lambda np: np.corrcoef([1, 2, 3]),
    lambda np: np.corrcoef(table(np) * 1j + table(np)[::-1]),
    lambda np: np.bincount([0, 1, 1, 5]),
    lambda np: np.bincount([]),
    lambda np: np.bincount([1], minlength=4),
    lambda np: np.bincount([-1]),
    lambda np: np.bincount([0, 1, 1], weights=[0.5, 1, 2]),
    lambda np: np.bincount(np.array([1.5])),
    lambda np: np.bincount([[1]]),
    lambda np: np.bincount([1], [1, 2]),
    lambda np: np.bincount(np.array([1, 2], "u1")),
    lambda np: np.bincount([1], minlength=-1),
    lambda np: np.digitize([0.2, 6.4, 3.0, 1.6], [0, 1, 2.5, 4, 10]),
    lambda np: np.digitize(1.5, [1, 2, 3]),
    lambda np: np.digitize([1, 2], [1, 2, 3], right=True),
    lambda np: np.digitize([1, 2, 0], [3, 2, 1]),
    lambda np: np.digitize([1, 2], [1, 3, 2]),
    lambda np: np.digitize(table(np), [2, 4], True),
    lambda np: np.digitize([1, 2, 0], [3, 2, 1], right=True),
    lambda np: np.histogram([1, 2, 1]),
    lambda np: np.histogram([1, 2, 1], bins=2, density=True),
    lambda np: np.histogram([1, 2, 1], bins=2, weights=[1, 2, 3.5]),
    lambda np: np.histogram(table(np), bins=[0, 2, 4, 9]),
    lambda np: np.histogram(table(np), bins=5, range=(0, 10)),
    lambda np: np.histogram([], bins=3),
    lambda np: np.histogram(table(np), bins="auto"),
    lambda np: np.histogram([1.0], bins=[3, 1]),
    lambda np: np.histogram([1.0, float("nan")]),
    lambda np: np.histogram([1, 2], bins=0),
    lambda np: np.histogram([1, 1, 1], bins=4),
    lambda np: np.histogram(table(np), bins=3, density=True, weights=table(np)),
    lambda np: np.histogram([1, 2], weights=[1]),
    lambda np: np.histogram_bin_edges(table(np), bins=4),
    lambda np: np.histogram_bin_edges([1, 2, 5], "fd"),
    lambda np: np.histogram_bin_edges([1, 2, 5], [1, 2, 3]),
    lambda np: np.histogram(np.linspace(0, 1, 101), 10),
    lambda np: np.histogram2d([1, 2, 3], [1, 1, 2], bins=2),
]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_cases(backend, case):
    same(case)


METHODS = [
    "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf",
    "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased", "lower", "higher",
    "midpoint", "nearest",
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_quantile_methods(backend, method):
    q = [0, 0.1, 0.25, 0.5, 0.6, 0.75, 1]
    same(lambda np: np.quantile(table(np), q, method=method))
    same(lambda np: np.quantile(table(np, "i4"), 0.3, axis=1, method=method))
    same(lambda np: np.nanquantile(holes(np), [0.3, 0.5], axis=1, method=method))


def test_result_of_median_is_not_the_input(backend):
    x = fnp.array([3.0, 1.0, 2.0])
    fnp.median(x, overwrite_input=True)
    assert backend == "numpy" or x.tolist() == [3, 1, 2]  # NumPy's own takes it for scratch
