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
FUNCTIONS = {
    "max": lambda x: np.max(x),
    "min of columns": lambda x: np.min(x.reshape(-1, 5), axis=0).sum(),
    "max of rows": lambda x: np.max(x.reshape(-1, 5), axis=1).sum(),
    "maximum": lambda x: np.maximum(x, 0.5).sum(),
    "minimum": lambda x: np.minimum(0.5, x).sum(),
    "of two arrays": lambda x: np.maximum(np.zeros_like(x), x).sum(),
    "clip": lambda x: np.clip(x, 0.2, 0.8).sum(),
    "ptp": lambda x: np.ptp(x),
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
