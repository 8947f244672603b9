"""Statistics against NumPy."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyException, IvyIndexError

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip
FEW = ("bool", "int32", "uint64", "float16", "float64", "complex64")
REDUCTIONS = ("sum", "prod", "mean", "max", "min", "std", "var", "median")
AXES = (None, 0, -1, (0, 2), ())
NAN_REDUCTIONS = ("nansum", "nanprod", "nanmean", "nanmax", "nanmin", "nanmedian")


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def values(dtype, shape=(2, 3, 2)):
    rng = np.random.default_rng(7)
    a = rng.integers(0, 5, shape)
    if np.dtype(dtype).kind in "if":
        a = a - 2
    if np.dtype(dtype).kind == "c":
        a = a - 2 + 1j * rng.integers(-2, 3, shape)
    a = a.astype(dtype)
    if dtype == "uint64":
        a[a == 4] = 2**63 + 1
    return a


def both(name, a, **options):
    return getattr(ivy, name)(ivy.asarray(a), **options), getattr(np, name)(a, **options)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_dtypes(backend, assert_matches, light, name, dtype):
    if name in ("std", "var", "median") and dtype == "bool":
        pytest.skip("NumPy does not subtract booleans")
    a = values(dtype)
    assert_matches(*both(name, a))
    assert_matches(*both(name, a, axis=1))


@pytest.mark.parametrize("name", REDUCTIONS)
def test_axes(backend, assert_matches, name, full):
    for dtype in DTYPES if full else ("float64",):
        if dtype == "bool" and name in ("std", "var", "median"):
            continue
        a = values(dtype)
        for axis in AXES:
            if axis == () and name == "median":
                continue  # NumPy takes it for None there
            for keepdims in (False, True):
                assert_matches(*both(name, a, axis=axis, keepdims=keepdims))


@pytest.mark.parametrize("name", REDUCTIONS)
def test_scalars(backend, assert_matches, name):
    for dtype in ("int64", "float64", "complex128"):
        a = np.array(3, dtype)
        assert_matches(*both(name, a))
    actual = getattr(ivy, name)(ivy.asarray(3.0), axis=None, keepdims=True)
    assert_matches(actual, np.asarray(getattr(np, name)(np.array(3.0), keepdims=True)))


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
def test_axis_of_scalar(backend, assert_matches, name):
    assert_matches(*both(name, np.array(3.0), axis=0))
    assert_matches(*both(name, np.array(3.0), axis=-1))


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "std", "median", "nansum", "nanmean"])
def test_empty(backend, assert_matches, name):
    for shape, axis in (((0,), None), ((0, 3), 0), ((3, 0), 0), ((2, 0), 1)):
        assert_matches(*both(name, np.zeros(shape), axis=axis))
    if name in ("sum", "prod"):
        assert_matches(*both(name, np.zeros((0,), "i4")))


@pytest.mark.parametrize("name", ["max", "min", "nanmax", "nanmin"])
def test_extremes_of_nothing(backend, assert_matches, name):
    with pytest.raises(ValueError):
        getattr(ivy, name)(ivy.zeros((0,)))
    with pytest.raises(ValueError):
        getattr(ivy, name)(ivy.zeros((2, 0)), axis=1)
    assert_matches(*both(name, np.zeros((2, 0)), axis=0))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("name", [*REDUCTIONS, *NAN_REDUCTIONS])
def test_nan(backend, assert_matches, light, name, dtype):
    a = values(dtype, (4, 5))
    a[0, 1] = np.nan
    a[2, 3] = np.inf
    a[:, 2] = np.nan
    if np.dtype(dtype).kind == "c":
        a[2, 3] = 2.0
        a[1, 4] = complex(1, np.nan)
        if name in ("max", "min", "median", "nanmedian") and backend == "jax":
            a[1, 4] = np.nan
        if name in ("nanmax", "nanmin"):
            a[:, 2] = 1  # of nothing but nan NumPy gives the first, ours a nan
    for axis in (None, 0, 1):
        expected = getattr(np, name)(a, axis=axis)
        actual = getattr(ivy, name)(ivy.asarray(a), axis=axis)
        if np.dtype(dtype).kind == "c":  # which part is nan is not defined
            expected, got = np.asarray(expected), np.asarray(actual)
            np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))
            good = ~np.isnan(expected)
            np.testing.assert_allclose(got[good], expected[good], rtol=1e-4, atol=1e-4)
            assert got.dtype == expected.dtype
        else:
            assert_matches(actual, expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", NAN_REDUCTIONS)
def test_nan_functions_without_nan(backend, assert_matches, light, name, dtype):
    if name == "nanmedian" and dtype == "bool":
        pytest.skip("NumPy does not average booleans so")
    a = values(dtype)
    assert_matches(*both(name, a, axis=1))
    assert_matches(*both(name, a, axis=(0, 2), keepdims=True))


def test_nan_in_long_arrays(backend):
    a = np.arange(1000.0)
    for at in (0, 1, 500, 997, 999):
        b = a.copy()
        b[at] = np.nan
        x = ivy.asarray(b)
        for name in ("max", "min", "median", "sum"):
            assert np.isnan(np.asarray(getattr(ivy, name)(x)))


@pytest.mark.parametrize("wanted", ["float32", "float64", "int64", "int16", "uint8", "complex128"])
@pytest.mark.parametrize("name", ["sum", "prod", "mean", "cumsum", "cumprod", "cumulative_sum"])
def test_dtype_argument(backend, assert_matches, name, wanted):
    if name == "mean" and np.dtype(wanted).kind in "iu":
        pytest.skip("a mean of ints in an integer dtype")
    a = values("int32", (6,)) if np.dtype(wanted).kind != "u" else values("uint8", (6,))
    assert_matches(*both(name, a, dtype=wanted))


def test_sums_wrap_around(backend, assert_matches):
    assert_matches(*both("sum", np.full(3, 2**63 + 5, "u8")))
    assert_matches(*both("sum", np.full(300, 127, "i1")))
    assert_matches(*both("prod", np.full(9, 255, "u1")))
    assert_matches(*both("sum", np.full(3, 200, "u1"), dtype="uint8"))


@pytest.mark.parametrize("correction", [0, 1, 0.5, 3, 7])
def test_correction(backend, assert_matches, correction):
    a = values("float64", (3, 4))
    for name in ("std", "var"):
        actual = getattr(ivy, name)(ivy.asarray(a), axis=0, correction=correction)
        assert_matches(actual, getattr(np, name)(a, axis=0, ddof=correction))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_running(backend, assert_matches, light, name, dtype):
    a = values(dtype, (3, 4))
    for axis in (0, 1, None):
        assert_matches(*both(name, a, axis=axis))
    assert_matches(*both(name, np.zeros((0, 2), dtype), axis=0))


@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_running_options(backend, assert_matches, name):
    a = np.array([[1.0, 2, 3], [4, 5, 6]])
    x, run, start = ivy.asarray(a), getattr(np, name), float(name == "cumprod")
    function = getattr(ivy, name)
    assert_matches(function(x, 1, reverse=True), run(a[:, ::-1], 1)[:, ::-1])
    shifted = np.concatenate([np.full((2, 1), start), run(a, 1)[:, :-1]], 1)
    assert_matches(function(x, 1, True), shifted)
    turned = np.concatenate([np.full((2, 1), start), run(a[:, ::-1], 1)[:, :-1]], 1)[:, ::-1]
    assert_matches(function(x, axis=1, exclusive=True, reverse=True), turned)


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_cumulative(backend, assert_matches, name):
    for dtype in FEW:
        a = values(dtype, (2, 3))
        for initial in (False, True):
            assert_matches(*both(name, a, axis=1, include_initial=initial))
        assert_matches(*both(name, a[0]))
    assert_matches(*both(name, np.array(3.0)))
    with pytest.raises(ValueError):
        getattr(ivy, name)(ivy.ones((2, 2)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_running_extremes(backend, assert_matches, light, dtype):
    a = values(dtype, (5, 3))
    for name, ufunc in (("cummax", np.maximum), ("cummin", np.minimum)):
        function = getattr(ivy, name)
        for axis in (0, -1):
            assert_matches(function(ivy.asarray(a), axis=axis), ufunc.accumulate(a, axis))
        expected = ufunc.accumulate(a[::-1], 0)[::-1]
        assert_matches(function(ivy.asarray(a), reverse=True), expected)


def test_running_extremes_of_nan(backend, assert_matches):
    a = np.array([1.0, 3, np.nan, 5, -1])
    assert_matches(ivy.cummax(ivy.asarray(a)), np.maximum.accumulate(a))
    assert_matches(ivy.cummin(ivy.asarray(a)), np.minimum.accumulate(a))
    assert_matches(ivy.cummax(ivy.asarray(a[:0])), a[:0])


METHODS = (
    "linear", "lower", "higher", "nearest", "midpoint", "hazen", "weibull", "median_unbiased",
    "normal_unbiased", "interpolated_inverted_cdf",
)  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_quantile(backend, assert_matches, method):
    a = values("float64", (4, 5)) + np.linspace(0, 1, 20).reshape(4, 5)
    for q in (0.0, 0.3, 1, [0.1, 0.9], np.array([[0.5, 0.25]])):
        for axis in (None, 1, (0, 1)):
            expected = np.quantile(a, q, axis=axis, method=method, keepdims=True)
            actual = ivy.quantile(ivy.asarray(a), q, axis=axis, interpolation=method, keepdims=True)
            assert_matches(actual, expected)


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d[0] not in "bc"])
def test_quantile_dtypes(backend, assert_matches, dtype):
    a = values(dtype, (7,))
    assert_matches(ivy.quantile(ivy.asarray(a), 0.3), np.quantile(a, 0.3))
    assert_matches(ivy.quantile(ivy.asarray(a), ivy.asarray([0.3])), np.quantile(a, [0.3]))


def test_quantile_edges(backend, assert_matches):
    a = np.array([[1.0, np.nan, 2.0], [3.0, 4.0, 5.0]])
    assert_matches(ivy.quantile(ivy.asarray(a), 0.5, axis=1), np.quantile(a, 0.5, axis=1))
    x = ivy.asarray([1.0, 2.0])
    for bad in (-0.1, 1.5):
        with pytest.raises(ValueError):
            ivy.quantile(x, bad)
    with pytest.raises(ValueError):
        ivy.quantile(x, 0.5, interpolation="none such")


def test_bincount(backend, assert_matches):
    a = np.array([1, 1, 3, 0])
    for dtype in ("int8", "int64", "uint8", "uint16"):
        assert_matches(*both("bincount", a.astype(dtype)))
    assert_matches(*both("bincount", a, minlength=6))
    assert_matches(*both("bincount", a[:0]))
    for weights in (np.array([0.5, 1, 2, 4]), np.array([1, 2, 3, 4]), np.ones(4, "f4")):
        actual = ivy.bincount(ivy.asarray(a), weights=ivy.asarray(weights), minlength=5)
        assert_matches(actual, np.bincount(a, weights, 5))
    for bad in ([-1, 2], [[1]]):
        with pytest.raises(ValueError):
            ivy.bincount(ivy.asarray(bad))
    with pytest.raises(TypeError):
        ivy.bincount(ivy.asarray([0.5]))


EQUATIONS = [
    ("ij,jk->ik", (2, 3), (3, 4)), ("ij,jk", (2, 3), (3, 4)), ("ij->ji", (2, 3)), ("ii", (3, 3)),
    ("ii->i", (3, 3)), ("i,j->ij", (2,), (3,)), ("...ij,...jk->...ik", (2, 2, 3), (3, 2)),
    ("...i,...i", (2, 3), (2, 3)), ("ij->", (2, 3)), ("i , i ->", (3,), (3,)),
    ("abc,cd,db->a", (2, 3, 4), (4, 2), (2, 3)),
]  # fmt: skip


@pytest.mark.parametrize("case", EQUATIONS, ids=lambda case: case[0])
def test_einsum(backend, assert_matches, case):
    equation, *shapes = case
    operands = [values("float64", shape) for shape in shapes]
    expected = np.einsum(equation, *operands)
    assert_matches(ivy.einsum(equation, *map(ivy.asarray, operands)), expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_einsum_dtypes(backend, assert_matches, light, dtype):
    a = values(dtype, (2, 3))
    expected = np.einsum("ij,kj->ik", a, a)
    assert_matches(ivy.einsum("ij,kj->ik", ivy.asarray(a), ivy.asarray(a)), expected)
    mixed = ivy.einsum("ij,kj->ik", ivy.asarray(a), ivy.ones((2, 3), dtype="float32"))
    assert_matches(mixed, np.einsum("ij,kj->ik", a, np.ones((2, 3), "f4")))


def test_einsum_result_is_no_view(backend):
    x = ivy.asarray([[1, 2], [3, 4]])
    y = ivy.einsum("ij->ji", x)
    y[0, 0] = 9
    assert np.asarray(x)[0, 0] == 1


ALL = (*REDUCTIONS, *NAN_REDUCTIONS, "cumsum", "cumprod", "cumulative_sum", "cummax")


@pytest.mark.parametrize("name", ALL)
def test_axis_out_of_bounds(backend, name):
    for axis in (2, -3):
        with pytest.raises(IvyIndexError, match=rf"(axis|got|dimension) \(?{axis}\b"):
            getattr(ivy, name)(ivy.ones((2, 2)), axis=axis)


@pytest.mark.parametrize("name", ["sum", "max", "mean"])
def test_duplicate_axis(backend, name):
    with pytest.raises(ValueError):
        getattr(ivy, name)(ivy.ones((2, 2)), axis=(0, -2))


def test_out(backend, assert_matches):
    a = np.arange(6.0).reshape(2, 3)
    for name in ("sum", "mean", "max", "median"):
        out = ivy.zeros((3,))
        assert getattr(ivy, name)(ivy.asarray(a), axis=0, out=out) is out
        assert_matches(out, getattr(np, name)(a, axis=0))


def test_methods_and_lists(backend, assert_matches):
    assert_matches(ivy.sum([1, 2, 3]), np.sum([1, 2, 3]))
    assert_matches(ivy.asarray([1, 2, 3]).sum(), np.sum([1, 2, 3]))
    assert_matches(ivy.max(ivy.asarray([[1, 2], [0, 5]])[:, ::-1], axis=0), np.array([5, 1]))


TRACED = [
    ("sum", {}), ("mean", {"axis": 0}), ("var", {"axis": 1}), ("max", {"axis": (0, 1)}),
    ("median", {"axis": 0}), ("nanmedian", {}), ("nanmax", {}), ("cumsum", {}), ("cummax", {}),
    ("prod", {"axis": 1}), ("nanmean", {"axis": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options"), TRACED)
def test_compiled(backend, assert_matches, compiled, name, options):
    a = np.array([[3.0, 1.0, 2.0], [0.5, np.nan, 7.0]])
    function = getattr(ivy, name)
    actual = compiled(lambda x: function(x, **options), a)
    if name in ("cummax",):
        assert_matches(actual, np.maximum.accumulate(a, 0))
    else:
        expected = np.cumsum(a, 0) if name == "cumsum" else getattr(np, name)(a, **options)
        assert_matches(actual, expected)


def test_compiled_quantile(backend, assert_matches, compiled):
    a = np.array([[3.0, 1.0, 2.0], [0.5, 4.0, 7.0]])
    actual = compiled(lambda x: ivy.quantile(x, 0.3, axis=1), a)
    assert_matches(actual, np.quantile(a, 0.3, axis=1))


def test_wrong_kinds(backend):
    with pytest.raises((IvyException, TypeError)):
        ivy.sum("text")
