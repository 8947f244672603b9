"""Histograms in compiled functions, whose edges only the program knows, against NumPy."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

RNG = real.random.default_rng(5)
VALUES = {
    "float64": (RNG.random(300), RNG.random(300)),
    "float32": (RNG.random((20, 9)).astype("float32"), RNG.integers(0, 9, (20, 9))),
    "int64": (RNG.integers(-20, 20, 200), RNG.random(200) + 1j),
    "equal": (real.full(7, 2.5), real.arange(7.0)),
    "on the edges": (real.repeat(real.linspace(0.0, 0.7, 8), 3), RNG.random(24)),
}


def histograms(values, weights, bins):
    counts, edges = np.histogram(values, bins)
    density, _ = np.histogram(values, bins, density=True)
    sums, _ = np.histogram(values, bins, weights=weights)
    return counts, edges, density, sums, np.histogram_bin_edges(values, bins)


@pytest.mark.parametrize("kind", VALUES)
def test_histograms(backend, kind, monkeypatch):
    values, weights = VALUES[kind]
    compiled = ivy.compile(histograms, fallback="raise")
    for bins in (1, 7):
        found = compiled(np.asarray(values), np.asarray(weights), bins)
        with monkeypatch.context() as patched:
            patched.setitem(histograms.__globals__, "np", real)
            wanted = histograms(values, weights, bins)
        for got, want in zip(found, wanted, strict=True):
            assert got.dtype == want.dtype
            tolerance = 1e-6 if kind == "float32" else 1e-12
            real.testing.assert_allclose(real.asarray(got), want, rtol=tolerance)


def test_a_range_that_is_not_finite_is_numpys_error(backend):
    compiled = ivy.compile(lambda values: np.histogram(values, 3)[0])
    assert compiled(np.asarray([1.0, 2.0, 4.0])).tolist() == [1, 1, 1]
    for value, shown in ((real.nan, r"\[nan, nan\]"), (real.inf, r"\[1.0, inf\]")):
        with pytest.raises(ValueError, match=f"autodetected range of {shown} is not finite"):
            compiled(np.asarray([1.0, value, 2.0]))
