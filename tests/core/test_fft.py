"""Fourier transforms against NumPy's, on every backend."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import ivy_core as ivy

INTEGERS = ("bool", "int8", "int32", "int64", "uint8", "uint64")
DTYPES = (*INTEGERS, "float16", "float32", "float64", "complex64", "complex128")
NORMS = ("backward", "ortho", "forward")
ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
SEVERAL = ("fftn", "ifftn", "rfftn", "irfftn")
REAL_ONLY = ("rfft", "ihfft", "rfftn")
LENGTHS = ((5, -1, None), (6, -1, 4), (6, 0, 9), (1, -1, None), (3, 1, 1), (8, 0, 8), (7, -1, 12))
AXES = (
    {}, {"axes": (0,)}, {"axes": (1, 0)}, {"s": (2, 5)}, {"s": (-1, 7), "axes": (0, 1)},
    {"s": (4, 2, 3), "axes": (2, 0, 1)}, {"axes": (1, 1)},
)  # fmt: skip


def values(shape, dtype) -> np.ndarray:
    rng = np.random.default_rng(len(shape))
    dtype = np.dtype(dtype)
    if dtype.kind in "biu":
        return rng.integers(0, 2 if dtype.kind == "b" else 50, shape).astype(dtype)
    real = rng.standard_normal(shape)
    return (real + 1j * rng.standard_normal(shape) if dtype.kind == "c" else real).astype(dtype)


def combinations(full, *axes):
    """Return all combinations, or without ``--full`` so many that each pair of neighbours meets."""
    rows = list(itertools.product(*axes))
    return rows if full else rows[:: max(len(rows) // 40, 1) | 1]


def pytest_generate_tests(metafunc):
    full = metafunc.config.getoption("--full")
    if metafunc.function is test_along_an_axis:
        rows = combinations(full, ONE, DTYPES, NORMS, LENGTHS)
        metafunc.parametrize("name,dtype,norm,lengths", rows)
    elif metafunc.function is test_along_axes:
        rows = combinations(full, SEVERAL, DTYPES, NORMS, AXES)
        metafunc.parametrize("name,dtype,norm,options", rows)


def check(assert_matches, name, x, **options):
    if np.iscomplexobj(x) and name in REAL_ONLY:
        with pytest.raises(TypeError):
            getattr(ivy, name)(ivy.asarray(x), **options)
        return
    expected = getattr(np.fft, name)(x, **options)
    # rounding goes with the largest element
    scale = float(np.abs(expected).max(initial=1.0))
    rtol = {2: 1e-2, 4: 1e-5}.get(expected.real.dtype.itemsize, 1e-11)
    if x.dtype == np.float16:
        rtol = 1e-2  # NumPy scales by 1 / n in half precision, even where the result is complex64
    assert_matches(
        getattr(ivy, name)(ivy.asarray(x), **options), expected, rtol=rtol, atol=rtol * scale
    )


def test_along_an_axis(backend, name, dtype, norm, lengths, assert_matches):
    size, axis, n = lengths
    if size == 1 and name in ("irfft", "hfft"):
        size = 3
    check(assert_matches, name, values((size, size), dtype), n=n, axis=axis, norm=norm)


@pytest.mark.filterwarnings("ignore:.*axes:DeprecationWarning")
def test_along_axes(backend, name, dtype, norm, options, assert_matches):
    check(assert_matches, name, values((3, 4, 5), dtype), norm=norm, **options)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", (*ONE, *SEVERAL))
def test_dtypes(backend, name, dtype, assert_matches):
    check(assert_matches, name, values((2, 4), dtype))


@pytest.mark.parametrize("name", (*ONE, *SEVERAL))
@pytest.mark.parametrize("shape", [(0, 4), (2, 0, 3)], ids=str)
def test_empty_stacks(backend, name, shape, assert_matches):
    options = {"axes": (-1,)} if name in SEVERAL else {}
    check(assert_matches, name, np.zeros(shape), **options)


@pytest.mark.parametrize("n", [17, 64, 97])
def test_other_lengths(backend, n, assert_matches):
    x = values((n,), "complex128")
    for name in ("fft", "ifft", "irfft"):
        check(assert_matches, name, x)
    check(assert_matches, "rfft", x.real.copy())


@pytest.mark.parametrize("name", (*ONE, *SEVERAL))
def test_refusals(backend, name):
    transform, x = getattr(ivy, name), ivy.asarray(np.ones((2, 3)))
    several = name in SEVERAL
    with pytest.raises(ValueError):
        transform(x, norm="both")
    with pytest.raises(ValueError):
        transform(x, **({"s": (0, 3)} if several else {"n": 0}))
    with pytest.raises(IndexError):
        transform(x, **({"axes": (2,)} if several else {"axis": 2}))
    if several:
        with pytest.raises(ValueError):
            transform(x, s=(2, 3), axes=(0,))
    with pytest.raises(ValueError):
        transform(ivy.asarray(np.ones((2, 0))))


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_frequencies(backend, n, assert_matches):
    for name in ("fftfreq", "rfftfreq"):
        function, reference = getattr(ivy, name), getattr(np.fft, name)
        assert_matches(function(n), reference(n))
        assert_matches(function(n, d=0.25), reference(n, d=0.25))
        assert_matches(function(n, dtype=ivy.float32), reference(n).astype("float32"))


def test_frequencies_refuse(backend):
    for n in (0, 2.5):
        with pytest.raises(ValueError):
            ivy.fftfreq(n)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("axes", [None, 0, -1, (0, 1), [1]], ids=str)
def test_shifts(backend, dtype, axes, assert_matches):
    x = values((3, 4), dtype)
    for name in ("fftshift", "ifftshift"):
        actual = getattr(ivy, name)(ivy.asarray(x), axes=axes)
        assert_matches(actual, getattr(np.fft, name)(x, axes=axes))


def test_shifts_refuse(backend):
    with pytest.raises(IndexError):
        ivy.fftshift(ivy.asarray([1, 2]), axes=1)


@pytest.mark.parametrize("name", (*ONE, *SEVERAL, "fftshift"))
def test_functions_can_be_traced(backend, name, assert_matches):
    if backend == "numpy":
        pytest.skip("NumPy does not trace")
    x = values((3, 4), "float64")

    def function(native):
        return getattr(ivy, name)(ivy.Array(native)).data

    if backend == "jax":
        function = pytest.importorskip("jax").jit(function)
    elif backend == "tensorflow":
        function = pytest.importorskip("tensorflow").function(function)
    else:
        function = pytest.importorskip("torch").compile(function, backend="eager")
    assert_matches(ivy.Array(function(ivy.asarray(x).data)), getattr(np.fft, name)(x))
