"""A nan stays one through maxima, minima and bounds, of few and of many elements.

XLA's kernels for the CPU give another number where there are several thousands of elements.
"""

from __future__ import annotations

import numpy
import pytest

import frontends.numpy as np
import frontends.torch as torch
import ivy_core as ivy

SIZES = (10, 3000, 20_000)


def _written(x):
    made = np.zeros(x.size + 2)
    made[1:-1] = x
    return made


def _summed_in_a_loop(x):
    total = 0.0
    for n in range(30):
        x = np.minimum(x, 1.0 + n)
        total = total + np.maximum(x, n * 0.01).sum()
    return total


def _summed_in_a_branch(x):
    held = np.maximum(x, 0.5)
    if x[0] < 0.5:
        return held.sum()
    return x[1] * 1.0


FUNCTIONS = {
    "max": lambda x: np.max(x),
    "min of columns": lambda x: np.min(x.reshape(-1, 5), axis=0).sum(),
    "max of rows": lambda x: np.max(x.reshape(-1, 5), axis=1).sum(),
    "maximum": lambda x: np.maximum(x, 0.5).sum(),
    "minimum": lambda x: np.minimum(0.5, x).sum(),
    "of two arrays": lambda x: np.maximum(np.zeros_like(x), x).sum(),
    "clip": lambda x: np.clip(x, 0.2, 0.8).sum(),
    "ptp": lambda x: np.ptp(x),
    "exponentials of a maximum": lambda x: np.exp(-np.maximum(x, 0.5)).mean(),
    "maximum of a minimum": lambda x: np.maximum(np.minimum(x, 0.9), x * x).sum(),
    "product with a vector": lambda x: np.maximum(x, 0.5) @ x[::-1].copy(),
    "maximum that is written": lambda x: _written(np.maximum(x, 0.5)).sum(),
    "sum in a loop": lambda x: _summed_in_a_loop(x),
    "sum on one side of a branch": lambda x: _summed_in_a_branch(x),
    "ivy.max": lambda x: ivy.max(x),
    "ivy.relu": lambda x: ivy.sum(ivy.relu(x)),
}
OF_TENSORS = {
    "max": lambda x: x.max(),
    "amin": lambda x: x.reshape(-1, 5).amin(0).sum(),
    "clamp": lambda x: x.clamp(0.2, 0.8).sum(),
    "relu": lambda x: torch.nn.functional.relu(x).sum(),
    "relu6": lambda x: torch.nn.functional.relu6(x).mean(),
    "maximum": lambda x: torch.maximum(x, torch.zeros_like(x)).sum(),
    "smooth_l1_loss": lambda x: torch.nn.functional.smooth_l1_loss(x.clamp(0.1), x * 0),
    "hinge": lambda x: torch.nn.functional.margin_ranking_loss(x, x * 2, torch.ones_like(x)),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_nan_is_seen(backend, name, size):
    function = FUNCTIONS[name]
    compiled = ivy.compile(function)
    for dtype in ("float32", "float64"):
        plain = numpy.linspace(0.0, 1.0, size).astype(dtype)
        holed = plain.copy()
        holed[size // 3] = numpy.nan
        for call in (function, compiled):
            assert numpy.isfinite(float(call(np.array(plain))))
            assert numpy.isnan(float(call(np.array(holed))))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", OF_TENSORS)
def test_a_nan_of_a_tensor_is_seen(backend, name, size):
    function = OF_TENSORS[name]
    compiled = ivy.compile(function)
    plain = numpy.linspace(0.0, 1.0, size)
    holed = plain.copy()
    holed[size // 3] = numpy.nan
    for call in (function, compiled):
        assert numpy.isfinite(call(torch.tensor(plain)).item())
        assert numpy.isnan(call(torch.tensor(holed)).item())


def test_infinities_are_no_missing_values(backend):
    """Their sum is a nan."""
    x = numpy.linspace(0.0, 1.0, 5000)
    x[[3, 4000]] = numpy.inf, -numpy.inf

    def extremes(x):
        return np.max(x), np.min(x)

    for call in (extremes, ivy.compile(extremes)):
        largest, least = call(np.array(x))
        assert float(largest) == numpy.inf
        assert float(least) == -numpy.inf


@pytest.mark.parametrize("size", SIZES)
def test_a_nan_of_a_module_and_its_gradient_is_seen(backend, size):
    """What a backward and a module that come again are compiled to keeps a nan, too."""
    if backend == "numpy":
        pytest.skip("NumPy has no gradients")
    layers = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Hardtanh(0.2, 0.8), torch.nn.ReLU6())
    for call in range(14):
        x = torch.linspace(0.0, 1.0, size)
        if call % 2:
            x[size // 3] = torch.nan
        x.requires_grad_(True)
        loss = (layers(x) * x).sum()
        loss.backward()
        assert torch.isnan(loss).item() == bool(call % 2)
        assert torch.isnan(x.grad).any().item() == bool(call % 2)
