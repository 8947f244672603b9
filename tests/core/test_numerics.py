"""Numerically safe arithmetic and tests on values, against NumPy's formulas."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyValueError


@pytest.mark.checklist("F24")
def test_stable_divide(backend, assert_matches):
    a, b = np.array([1.0, -2.0, 0.0], "f4"), np.array([0.0, 4.0, 0.0], "f4")
    x, y = ivy.asarray(a), ivy.asarray(b)
    assert_matches(ivy.stable_divide(x, y, min_denominator=0.5), a / (b + np.float32(0.5)))
    assert_matches(ivy.stable_divide(x, 4), a / 4)
    assert_matches(ivy.stable_divide(1, ivy.asarray([1, 2])), 1 / np.array([1, 2]))
    assert_matches(ivy.stable_divide(x.data, y.data, min_denominator=1.0), a / (b + 1))
    assert_matches(ivy.stable_divide([1.0, 2.0], [4.0, 4.0]), np.array([0.25, 0.5]))
    assert_matches(x.stable_divide(y, min_denominator=ivy.asarray(2.0)), a.astype("f8") / (b + 2.0))
    quotient = ivy.stable_divide(1, 3)
    assert type(quotient) is float
    assert quotient == pytest.approx(1 / 3)


@pytest.mark.checklist("F24")
def test_stable_divide_adds_the_default_constant(backend):
    assert ivy.stable_divide(1.0, 0.0) == 1.0 / ivy.min_denominator
    with ivy.set_min_denominator(0.25):
        assert ivy.stable_divide(1.0, 0.0) == 4.0
        assert float(ivy.stable_divide(1.0, ivy.asarray(0.0))) == 4.0
    assert ivy.function_kind("stable_divide") == "standalone"


def test_stable_pow(backend, assert_matches):
    a = np.array([0.0, 1.0, 3.0])
    assert_matches(ivy.stable_pow(ivy.asarray(a), -1, min_base=0.5), (a + 0.5) ** -1)
    assert_matches(ivy.stable_pow(ivy.asarray(a), 2), (a + ivy.min_base) ** 2)
    assert_matches(ivy.stable_pow(2, 2, min_base=1), np.asarray(9))


def test_clip_vector_norm(backend, assert_matches):
    a = np.array([[1.1, 2.2, 3.3], [-4.4, -5.5, -6.6]])
    x = ivy.asarray(a)
    for p, max_norm in ((2.0, 3.0), (3.0, 1.0), (np.inf, 2.0)):
        norm = np.linalg.norm(a.ravel(), p)
        assert_matches(ivy.clip_vector_norm(x, max_norm, p=p), a * (max_norm / norm))
    assert_matches(ivy.clip_vector_norm(x, 100.0), a)
    assert_matches(ivy.clip_vector_norm(ivy.zeros((2,)), 1.0), np.zeros(2))
    out = ivy.zeros((2, 3))
    assert ivy.clip_vector_norm(x, 1.0, out=out) is out
    assert_matches(out, a / np.linalg.norm(a))
    small = ivy.asarray(a.astype("f4"))
    assert_matches(ivy.clip_vector_norm(small, 1.0), (a / np.linalg.norm(a)).astype("f4"))


def test_clip_matrix_norm(backend, assert_matches):
    a = np.arange(12.0).reshape(2, 3, 2)
    x = ivy.asarray(a)
    for p in (2, 1, np.inf):
        ratio = np.minimum(5.0 / np.linalg.norm(a, p, axis=(1, 2), keepdims=True), 1)
        assert_matches(ivy.clip_matrix_norm(x, 5.0, p=p), a * ratio)
    out = ivy.zeros((2, 3, 2))
    assert ivy.clip_matrix_norm(x, 100.0, out=out) is out
    assert_matches(out, a)


def reference_encoding(a, stops, num_bands, linear):
    rows = [
        np.linspace(1, s / 2, num_bands) if linear else np.geomspace(1, s / 2, num_bands)
        for s in stops
    ]
    angles = a[..., None] * np.array(rows).astype(a.dtype) * np.array(np.pi, a.dtype)
    return np.sin(angles), np.cos(angles)


@pytest.mark.parametrize("linear", [False, True])
def test_fourier_encode(backend, assert_matches, linear):
    a = np.linspace(-1, 1, 6).reshape(3, 2)
    for max_freq, dtype in ((16.0, "f8"), (ivy.asarray([8.0, 16.0]), "f8"), (16.0, "f4")):
        b = a.astype(dtype)
        x = ivy.asarray(b)
        stops = np.broadcast_to(np.asarray(max_freq), (2,))
        sin, cos = reference_encoding(b, stops, 3, linear)
        options = {"num_bands": 3, "linear": linear}
        joined = np.concatenate([b[..., None], sin, cos], -1)
        atol = 1e-5 if dtype == "f4" else 1e-12
        assert_matches(ivy.fourier_encode(x, max_freq, **options), joined, atol=atol)
        parts = ivy.fourier_encode(x, max_freq, concat=False, **options)
        assert_matches(parts, (sin, cos), atol=atol)
        flat = ivy.fourier_encode(x, max_freq, flatten=True, **options)
        wide = np.concatenate([b, sin.reshape(3, 6), cos.reshape(3, 6)], -1)
        assert_matches(flat, wide, atol=atol)
    assert ivy.fourier_encode(ivy.asarray([1, 2]), 4.0).dtype == "float64"


def test_values(backend):
    x = ivy.asarray([1.0, 3.0e38, 3.0e38], dtype="float32")
    assert ivy.has_nans(x) is False  # their sum would be infinite
    x[0] = float("inf")
    assert ivy.has_nans(x) is True
    assert ivy.has_nans(x, include_infs=False) is False
    x[1] = float("nan")
    assert x.has_nans(include_infs=False) is True
    assert ivy.has_nans(ivy.asarray([1, 2])) is False
    assert ivy.value_is_nan(float("-inf")) is True
    assert ivy.value_is_nan(float("-inf"), include_infs=False) is False
    assert ivy.value_is_nan(ivy.asarray([[451]])) is False
    assert ivy.value_is_nan(ivy.asarray(float("nan")), include_infs=False) is True
    with pytest.raises(IvyValueError):
        ivy.value_is_nan(ivy.asarray([1.0, 2.0]))
