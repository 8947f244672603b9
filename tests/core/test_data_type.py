"""Data type functions against NumPy."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyException

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
def test_astype(backend, assert_matches, light, dtype):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy warns of imaginary parts that are lost
        for source in (
            np.array([[0, 1, 2], [3, 100, 0]]),
            np.array([0.0, 1.5, 2.7]),
            np.array([1j, 0]),
        ):
            for start in (
                ("int32", "float64", "complex64") if source.dtype.kind != "c" else ("c16",)
            ):
                a = source.astype(start)
                assert_matches(ivy.astype(ivy.asarray(a), dtype), a.astype(dtype))


def test_astype_copy(backend):
    x = ivy.asarray([1, 2])
    assert ivy.astype(x, "int64", copy=False) is x
    y = ivy.astype(x, "int64")
    y[0] = 9
    assert np.asarray(x)[0] == 1
    assert ivy.astype(x, "float32", copy=False).dtype == "float32"
    out = ivy.zeros((2,))
    assert ivy.astype(x, "int32", out=out) is out
    assert out.dtype == "float64"


def test_broadcast_to(backend, assert_matches):
    a = np.array([[1], [2]])
    x = ivy.asarray(a)
    for shape in ((2, 3), (4, 2, 1), (2, 0)):
        assert_matches(ivy.broadcast_to(x, shape), np.broadcast_to(a, shape))
    view = ivy.broadcast_to(x, (2, 2))
    x[0, 0] = 7
    assert np.asarray(view).tolist() == [[7, 7], [2, 2]]
    with pytest.raises(ValueError):
        ivy.broadcast_to(x, (3, 3))


def test_broadcast_arrays(backend, assert_matches):
    arrays = np.array([[1], [2]]), np.array([0.5, 1.5, 2.5]), np.array(3, "i1")
    actual = ivy.broadcast_arrays(*map(ivy.asarray, arrays))
    assert_matches(actual, np.broadcast_arrays(*arrays))
    with pytest.raises(ValueError):
        ivy.broadcast_arrays(ivy.ones((2,)), ivy.ones((3,)))


def test_can_cast():
    for first, second in itertools.product(DTYPES, DTYPES):
        assert ivy.can_cast(first, second) == np.can_cast(first, second)
    assert ivy.can_cast(ivy.asarray([1], dtype="int8"), "int16")
    assert ivy.can_cast("bfloat16", "float32") and not ivy.can_cast("float32", "bfloat16")


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "complex128"])
def test_finfo(dtype):
    ours, theirs = ivy.finfo(dtype), np.finfo(dtype)
    for name in ("bits", "eps", "max", "min", "smallest_normal", "tiny"):
        assert getattr(ours, name) == float(getattr(theirs, name))
    assert ours.resolution == pytest.approx(float(theirs.resolution), rel=1e-3)
    assert ours.dtype == str(theirs.dtype)
    assert isinstance(ours.eps, float)


def test_limits_of_others():
    for dtype in DTYPES[1:9]:
        ours, theirs = ivy.iinfo(dtype), np.iinfo(dtype)
        assert (ours.bits, ours.max, ours.min) == (theirs.bits, theirs.max, theirs.min)
    assert ivy.finfo(ivy.asarray([1.0])).dtype == "float64"
    assert ivy.finfo("bfloat16").bits == 16
    for function, bad in ((ivy.finfo, "int8"), (ivy.iinfo, "float32"), (ivy.iinfo, "bool")):
        with pytest.raises(TypeError):
            function(bad)


KINDS = {
    "bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu",
    "real floating": "f", "complex floating": "c", "numeric": "iufc",
}  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
def test_isdtype(dtype):
    for kind, letters in KINDS.items():
        assert ivy.isdtype(dtype, kind) == (np.dtype(dtype).kind in letters)
    assert ivy.isdtype(dtype, dtype) and ivy.isdtype(dtype, ("bool", "numeric"))
    with pytest.raises(ValueError):
        ivy.isdtype(dtype, "none such")


def test_result_type(backend):
    for first, second in itertools.product(DTYPES, DTYPES):
        assert ivy.result_type(first, second) == str(np.result_type(first, second))
        assert ivy.promote_types(first, second) == str(np.promote_types(first, second))
    for dtype in DTYPES:
        x = ivy.asarray([1], dtype=dtype)
        a = np.ones(1, dtype)
        for scalar in (True, 1, 1.5, 1j):
            assert ivy.result_type(x, scalar) == str(np.result_type(a, scalar))
    assert ivy.result_type(1, 2.0) == "float64"
    with pytest.raises((IvyException, TypeError)):
        ivy.result_type()


def test_promoted_inputs(backend, assert_matches):
    x1, x2 = ivy.asarray([1, 2], dtype="int8"), ivy.asarray([0.5], dtype="float32")
    for function in (ivy.promote_types_of_inputs, ivy.type_promote_arrays):
        assert_matches(function(x1, x2), [np.array([1, 2], "f4"), np.array([0.5], "f4")])
        assert_matches(function(x2, 2), [np.array([0.5], "f4"), np.array(2, "f4")])


def test_dtype_questions(backend):
    x = ivy.asarray([1.5], dtype="float32")
    assert ivy.dtype(x) == "float32" and x.dtype == ivy.float32
    assert ivy.dtype(x, as_native=True) == x.data.dtype == ivy.as_native_dtype("float32")
    assert ivy.as_ivy_dtype(ivy.as_native_dtype("uint16")) == "uint16"
    assert ivy.is_float_dtype(x) and ivy.is_float_dtype(x.data) and not ivy.is_int_dtype(x)
    assert ivy.is_int_dtype("uint8") and ivy.is_uint_dtype("uint8") and ivy.is_int_dtype(3)
    assert ivy.is_bool_dtype(True) and ivy.is_complex_dtype(1j) and ivy.is_float_dtype([1.5])
    assert ivy.valid_dtype("float32") and ivy.valid_dtype(None) and not ivy.invalid_dtype("int8")
    assert ivy.valid_dtype("bfloat16") == (backend != "numpy")
    assert ivy.closest_valid_dtype("int8") == "int8" and ivy.closest_valid_dtype() == "float64"
    with pytest.raises(ValueError):
        ivy.as_native_dtype("none such")


def test_defaults(backend):
    assert ivy.default_dtype() == "float64" and ivy.default_int_dtype() == "int64"
    with ivy.set_default_dtype("float32"):
        assert ivy.default_dtype() == ivy.default_float_dtype() == "float32"
        assert ivy.default_float_dtype(as_native=True) == ivy.as_native_dtype("float32")
        with ivy.set_default_dtype("int8"):
            assert ivy.default_dtype() == ivy.default_int_dtype() == "int8"
            assert ivy.default_float_dtype() == "float64"
        assert ivy.infer_default_dtype("float64") == "float32"
    for kind, dtype in (
        ("float", "float16"),
        ("int", "int8"),
        ("uint", "uint8"),
        ("complex", "complex64"),
    ):
        getattr(ivy, f"set_default_{kind}_dtype")(dtype)
        read = getattr(ivy, f"default_{kind}_dtype")
        assert read() == dtype == ivy.infer_default_dtype(dtype)
        getattr(ivy, f"unset_default_{kind}_dtype")()
        assert read() != dtype
        with pytest.raises(ValueError):
            getattr(ivy, f"set_default_{kind}_dtype")("bool")
    assert ivy.default_float_dtype(float_dtype="float16") == "float16"
    assert ivy.default_float_dtype(input=ivy.asarray([1.0], dtype="float32")) == "float32"
    assert ivy.default_dtype(item=ivy.asarray([1], dtype="int16")) == "int16"
    assert ivy.default_dtype(item=2.5) == "float64"
    ivy.unset_default_dtype()
    assert ivy.default_dtype() == "float64"
