"""Functions that take another kernel for many elements, or on the host, against NumPy's own."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core import modes

RNG = np.random.default_rng(5)
SIZES = [3, 5000]
SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, -1.5, 27.0])


def floats(size, dtype="float64"):
    made = RNG.normal(size=size)
    made[: len(SPECIAL)] = SPECIAL[:size]
    return made.astype(dtype)


def integers(size, dtype="int64"):
    low = 0 if dtype.startswith("u") else -9
    made = RNG.integers(low, 9, size).astype(dtype)
    made[:3] = [0, np.iinfo(dtype).max, np.iinfo(dtype).min]
    return made


UNARY = {
    "isfinite": np.isfinite, "cbrt": np.cbrt, "sign": np.sign,
    "any": np.any, "all": np.all, "count_nonzero": np.count_nonzero,
    "nansum": lambda x: np.nansum(np.where(np.isinf(x), 1, x)),
}  # fmt: skip


@pytest.fixture(params=[True, False], ids=["host", "framework"])
def computing(request, backend):
    with modes.set("host_execution", request.param):
        yield


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", UNARY)
def test_of_floats(name, dtype, size):
    x = floats(size, dtype)
    given = np.where(np.isinf(x), 1, x).astype(dtype) if name == "nansum" else x
    with np.errstate(all="ignore"):
        expected = UNARY[name](x)
    found = ivy.to_numpy(getattr(ivy, name)(ivy.asarray(given)))
    tolerance = 1e-5 if dtype == "float32" else 1e-12
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("truth", [True, False, None])
@pytest.mark.parametrize("name", ["any", "all"])
def test_truth(name, truth, size):
    x = np.full((size, 3), truth) if truth is not None else RNG.integers(0, 2, (size, 3)) > 0
    for axis in (None, 0, 1, (0, 1), -1):
        for keepdims in (False, True):
            found = getattr(ivy, name)(ivy.asarray(x), axis=axis, keepdims=keepdims)
            expected = getattr(np, name)(x, axis=axis, keepdims=keepdims)
            np.testing.assert_array_equal(ivy.to_numpy(found), expected)
            assert found.dtype == "bool"


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "uint16", "uint64"])
@pytest.mark.parametrize("name", ["floor_divide", "remainder", "fmod"])
def test_division_of_integers(name, dtype, size):
    x, y = integers(size, dtype), integers(size, dtype)[::-1].copy()
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(x, y)
        by_seven = getattr(np, name)(x, x.dtype.type(7))
    function = getattr(ivy, name)
    found = function(ivy.asarray(x), ivy.asarray(y))
    np.testing.assert_array_equal(ivy.to_numpy(found), expected)
    np.testing.assert_array_equal(ivy.to_numpy(function(ivy.asarray(x), 7)), by_seven)
    assert found.dtype == dtype


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint16", "uint64", "bool"])
def test_order(dtype, size):
    x = floats(size, dtype) if dtype.startswith("f") else RNG.integers(0, 99, size).astype(dtype)
    ordered = np.sort(x)
    np.testing.assert_array_equal(ivy.to_numpy(ivy.sort(ivy.asarray(x))), ordered)
    down = ivy.to_numpy(ivy.sort(ivy.asarray(x), descending=True))
    np.testing.assert_array_equal(down, ordered[::-1])
    found = ivy.searchsorted(ivy.asarray(ordered), ivy.asarray(x), side="right")
    np.testing.assert_array_equal(ivy.to_numpy(found), np.searchsorted(ordered, x, "right"))
    if dtype.startswith("f"):
        finite = np.where(np.isfinite(x), x, 0)
        found = ivy.median(ivy.asarray(finite))
        np.testing.assert_allclose(ivy.to_numpy(found), np.median(finite), rtol=1e-6)


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize("size", SIZES)
def test_extremes_without_nan(backend, size):
    x = floats(size)
    x[::2] = np.nan
    for values in (x, np.full(size, np.nan), np.where(np.isnan(x), x, -np.inf)):
        with np.errstate(all="ignore"):
            kept = values[~np.isnan(values)]
            expected = kept.max() if kept.size else np.nan, kept.min() if kept.size else np.nan
        array = ivy.asarray(values)
        np.testing.assert_array_equal(ivy.to_numpy(ivy.nanmax(array)), expected[0])
        np.testing.assert_array_equal(ivy.to_numpy(ivy.nanmin(array)), expected[1])


@pytest.mark.parametrize("size", SIZES)
def test_bounds(backend, size):
    x = floats(size)
    found = ivy.to_numpy(ivy.clip(ivy.asarray(x), -1, 1.5))
    np.testing.assert_array_equal(found, np.clip(x, -1, 1.5))
    np.testing.assert_array_equal(
        ivy.to_numpy(ivy.clip(ivy.asarray(x), ivy.asarray(np.nan), 1.0)), np.full(size, np.nan)
    )


@pytest.mark.parametrize("backend", ["torch"], indirect=True)  # it records on the tensor itself
def test_gradients_go_the_frameworks_way(backend):
    import torch

    x = torch.linspace(0.1, 2.0, 4000, dtype=torch.float64, requires_grad=True)
    for name in ("cbrt", "sign", "sort", "median", "max", "round", "nanmax", "mean"):
        result = getattr(ivy, name)(ivy.Array(x))
        (gradient,) = torch.autograd.grad(result._data.sum(), x)
        assert torch.isfinite(gradient).all()
        if name == "sort":
            assert (gradient == 1).all()
        if name == "cbrt":
            torch.testing.assert_close(gradient, x.detach() ** (-2 / 3) / 3)


@pytest.mark.parametrize("axes", [0, 1, 2, ([0], [1]), ((1, 0), (0, 1)), ([-1], [0])])
def test_products_planned_once(backend, axes):
    x, y = RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3))
    for _ in range(2):
        found = ivy.to_numpy(ivy.tensordot(ivy.asarray(x), ivy.asarray(y), axes=axes))
        np.testing.assert_allclose(found, np.tensordot(x, y, axes))


@pytest.mark.parametrize("name", ["dot", "inner"])
@pytest.mark.parametrize("dtype", ["float64", "int16", "bool", "complex64", "uint32"])
def test_products_of_all_dimensions(backend, name, dtype):
    shapes = [(), (3,), (2, 3), (4, 2, 3), (0,), (0, 3)]
    for first in shapes:
        for second in shapes:
            second = second[::-1] if name == "dot" and len(second) == 2 else second
            x, y = (RNG.integers(0, 3, shape).astype(dtype) for shape in (first, second))
            try:
                expected = getattr(np, name)(x, y)
            except ValueError:
                with pytest.raises(ValueError):
                    getattr(ivy, name)(ivy.asarray(x), ivy.asarray(y))
                continue
            found = getattr(ivy, name)(ivy.asarray(x), ivy.asarray(y))
            np.testing.assert_array_equal(ivy.to_numpy(found), expected)
            assert found.dtype == dtype


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize("rows", [3, 150])
@pytest.mark.parametrize("dtype", ["float32", "uint16", "uint64", "bool", "complex64"])
def test_triangles(dtype, rows):
    x = RNG.integers(0, 9, (2, rows, rows + 1)).astype(dtype)
    x[0, 0, 0] = np.inf if dtype[0] in "fc" else 1
    for k in (0, 1, -1, rows + 5, -rows - 5):
        for name in ("tril", "triu"):
            found = getattr(ivy, name)(ivy.asarray(x), k=k)
            np.testing.assert_array_equal(ivy.to_numpy(found), getattr(np, name)(x, k))
            assert found.dtype == dtype


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_lengths_of_pairs(dtype):
    x, y = floats(40_000, dtype), floats(40_000, dtype)[::-1].copy()
    limits = np.finfo(dtype)
    x[10_000:10_003] = [limits.max / 4, limits.tiny * 4, 0]
    y[10_000:10_003] = [limits.max / 4, limits.tiny * 4, 0]
    with np.errstate(all="ignore"):
        expected = np.hypot(x, y)
    found = ivy.to_numpy(ivy.hypot(ivy.asarray(x), ivy.asarray(y)))
    np.testing.assert_allclose(found, expected, rtol=4 * limits.eps)
    line = ivy.to_numpy(ivy.hypot(ivy.asarray(x[:200, None]), ivy.asarray(y[:200])))
    np.testing.assert_allclose(line, np.hypot(x[:200, None], y[:200]), rtol=4 * limits.eps)
