"""Sliding windows in programs, and extremes of the few elements that each has, against NumPy."""

from __future__ import annotations

import numpy as real
import pytest
import torch

import frontends.numpy as ours
import ivy_core as ivy

NAN, INF = real.nan, real.inf


def extremes(np, x):
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3))
    return windows.max(axis=(2, 3)), windows.min(axis=(2, 3)), windows.sum(axis=(2, 3))


def of_five(np, x):
    windows = np.lib.stride_tricks.sliding_window_view(x, (5, 5))
    return windows.max(axis=(2, 3)), windows.min(axis=(2, 3)), windows.sum(axis=(2, 3))


def other_axes(np, x):
    windows = np.lib.stride_tricks.sliding_window_view(x, (2, 4), (1, 0))
    return windows * 1.0, windows.max(axis=(2, 3), keepdims=True), windows[1:, 2, ::-1]


def along_one_axis(np, x):
    windows = np.lib.stride_tricks.sliding_window_view(x, 3, 1)[:, ::2]
    return windows.mean(axis=-1), windows.min(axis=2), windows.max(axis=(0, 2))


def along_an_axis_twice(np, x):
    windows = np.lib.stride_tricks.sliding_window_view(x, (2, 3), (0, 0))
    return windows.max(axis=(2, 3)), windows.shape


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64"])
@pytest.mark.parametrize(
    "function", [extremes, of_five, other_axes, along_one_axis, along_an_axis_twice]
)
def test_answers_are_those_of_numpy(backend, function, dtype):
    if backend == "numpy":
        pytest.skip("numpy: computes at once")
    x = real.random.default_rng(0).integers(-9, 9, (40, 30)).astype(dtype)
    if dtype != "int64":
        x[3, 4:6], x[20, 7], x[21, 8], x[39, 29] = NAN, INF, -INF, NAN
    compiled = ivy.compile(lambda y: function(ours, y), fallback="raise")
    with real.errstate(invalid="ignore"):
        wanted = function(real, x)
        for found, each in zip(compiled(ours.asarray(x)), wanted, strict=True):
            real.testing.assert_allclose(real.asarray(found), each, 1e-6)
            if isinstance(each, real.ndarray):
                assert found.dtype == each.dtype


@pytest.mark.parametrize("side", [3, 5])
@pytest.mark.parametrize("name", ["amax", "amin"])
def test_gradients_of_extremes_are_those_of_pytorch(backend, name, side):
    if backend == "numpy":
        pytest.skip("numpy: computes no gradients")
    import frontends.torch as mine

    values = real.random.default_rng(1).integers(-3, 3, (64, 9, side, side)).astype("float32")
    found = []
    for module in (mine, torch):
        x = module.tensor(values, requires_grad=True)
        (getattr(module, name)(x, (2, 3)) ** 2).sum().backward()
        found.append(x.grad.numpy())
    real.testing.assert_allclose(*found, 1e-6)
