"""Which dtypes functions support, what dtype objects are; and the checklist's lines on dtypes."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.dtypes import DTYPES, Dtype
from ivy_core.utils.exceptions import IvyException

SQUARE = np.array([[2, 1], [1, 3]])


def array(dtype, values=SQUARE):
    return ivy.asarray(np.eye(2) if dtype == "bool" and values is SQUARE else values, dtype=dtype)


# name: a call with an array of each dtype
CALLS = {
    "add": lambda x: ivy.add(x, x),
    "bincount": lambda x: ivy.bincount(x[0]),
    "bitwise_and": lambda x: ivy.bitwise_and(x, x),
    "bitwise_left_shift": lambda x: ivy.bitwise_left_shift(x, x),
    "cholesky": lambda x: ivy.cholesky(x),
    "clip": lambda x: ivy.clip(x, x, x),
    "constant_pad": lambda x: ivy.constant_pad(x, 1),
    "cross_entropy": lambda x: ivy.cross_entropy(x, x),
    "cumsum": lambda x: ivy.cumsum(x),
    "floor": lambda x: ivy.floor(x),
    "isin": lambda x: ivy.isin(x, x),
    "l1_loss": lambda x: ivy.l1_loss(x, x),
    "logaddexp": lambda x: ivy.logaddexp(x, x),
    "matmul": lambda x: ivy.matmul(x, x),
    "nan_to_num": lambda x: ivy.nan_to_num(x),
    "negative": lambda x: ivy.negative(x),
    "one_hot": lambda x: ivy.one_hot(x[0], 3),
    "rfft": lambda x: ivy.rfft(x),
    "sin": lambda x: ivy.sin(x),
    "solve": lambda x: ivy.solve(x, x),
    "sort": lambda x: ivy.sort(x),
    "subtract": lambda x: ivy.subtract(x, x),
    "where": lambda x: ivy.where(x > x, x, x),
    "zeros_like": lambda x: ivy.zeros_like(x),
}
ON_JAX = ("add", "bitwise_and", "cholesky", "floor", "rfft", "subtract")


def works(call, dtype) -> bool:
    try:
        call(array(dtype))
    except IvyException:
        return False
    return True


@pytest.mark.parametrize("name", CALLS)
def test_what_is_said_of_functions_is_true(backend, name, full):
    """Each function is called with each dtype that the backend has."""
    if backend == "jax" and not full and name not in ON_JAX:
        pytest.skip("with --full: a compilation for each dtype")
    supported = ivy.function_supported_dtypes(getattr(ivy, name))
    unsupported = ivy.function_unsupported_dtypes(getattr(ivy, name))
    assert all(type(dtype) is Dtype for dtype in supported + unsupported)
    assert sorted(supported + unsupported) == sorted(DTYPES)
    working = [dtype for dtype in DTYPES if ivy.valid_dtype(dtype) and works(CALLS[name], dtype)]
    assert list(supported) == working


def test_dtypes_that_the_backend_does_not_have_are_not_supported(backend):
    for name in ("sin", "zeros", "reshape", "astype"):
        supported = ivy.function_supported_dtypes(getattr(ivy, name))
        assert [d for d in supported if not ivy.valid_dtype(d)] == []
    lacking = [d for d in DTYPES if not ivy.valid_dtype(d)]
    assert set(lacking) <= set(ivy.function_unsupported_dtypes(ivy.reshape))


def of_integers(x):
    return ivy.bitwise_left_shift(x, 1)


def of_reals(x):
    def inner(y):
        return ivy.floor(y)

    return ivy.add(inner(x), 1)


def with_a_mask(x):
    mask = ivy.bitwise_and(ivy.greater(x, 0), ivy.less(x, 5))
    return ivy.where(mask, x, 0)


def by_helper(x):
    return of_integers(x) + 1


def test_functions_of_users(backend):
    assert ivy.function_supported_dtypes(of_integers) == ivy.function_supported_dtypes(
        ivy.bitwise_left_shift
    )
    assert ivy.function_supported_dtypes(by_helper) == ivy.function_supported_dtypes(of_integers)
    complexes = {"complex64", "complex128"}
    for function in (of_reals, lambda x: ivy.floor(x)):
        assert complexes <= set(ivy.function_unsupported_dtypes(function))
        assert not complexes & set(ivy.function_unsupported_dtypes(function, recurse=False))
        assert "float32" in ivy.function_supported_dtypes(function)
    for dtype in ("float64", "int32"):
        assert works(with_a_mask, dtype) and dtype in ivy.function_supported_dtypes(with_a_mask)


def test_what_a_function_declares_counts(backend):
    def declared(x):
        return ivy.floor(x)

    declared.unsupported_dtypes = ("int8",)
    assert "int8" not in ivy.function_supported_dtypes(declared)
    assert "complex64" in ivy.function_supported_dtypes(declared)
    assert "int8" not in ivy.function_supported_dtypes(lambda x: declared(x))


def test_partial_mixed_functions_have_two_answers(backend, monkeypatch):
    from ivy_core.backends.loading import load_backend

    def native(x, /, pad_width):
        return x

    native.partial_mixed_handler = lambda x, pad_width: True
    native.unsupported_dtypes = ("float16",)
    monkeypatch.setitem(load_backend(backend).implementations, "pad", native)
    found = ivy.function_supported_dtypes(ivy.pad)
    assert set(found) == {"primary", "compositional"}
    assert "float16" not in found["primary"] and "float16" in found["compositional"]
    assert "float16" in ivy.function_unsupported_dtypes(ivy.pad)["primary"]


def test_a_namespace_answers_for_its_own_backend():
    with ivy.with_backend("numpy"):
        torch = pytest.importorskip("torch") and ivy.get_backend("torch")
        assert "bfloat16" in torch.function_supported_dtypes(torch.sin)
        assert "bfloat16" not in ivy.function_supported_dtypes(ivy.sin)
        assert torch.is_native_dtype(torch.as_native_dtype("int8"))
        assert not ivy.is_native_dtype(torch.as_native_dtype("int8"))


def test_is_native_dtype(backend):
    for name in DTYPES:
        if ivy.valid_dtype(name):
            assert ivy.is_native_dtype(ivy.as_native_dtype(name))
    assert ivy.is_native_dtype(ivy.zeros(1).data.dtype)
    for other in ("float32", ivy.float32, float, np.float32, None, ["float32"], "nonsense"):
        assert not ivy.is_native_dtype(other)
    assert ivy.is_native_dtype(np.dtype("float32")) == (backend in ("numpy", "jax"))


def test_is_hashable_dtype(backend):
    for dtype in ("float32", ivy.int8, float, ivy.as_native_dtype("float32")):
        assert ivy.is_hashable_dtype(dtype)
    assert not ivy.is_hashable_dtype(["float32"])


# the checklist's lines on functions of dtypes


@pytest.mark.checklist("F32")
def test_default_dtypes(backend):
    assert ivy.default_dtype() == "float64" == ivy.zeros(2).dtype
    ivy.set_default_dtype("float32")
    try:
        assert ivy.default_dtype() == "float32" == ivy.zeros(2).dtype
        assert ivy.default_dtype(dtype="int8") == "int8"
        assert ivy.default_dtype(item=ivy.asarray([1], dtype="int16")) == "int16"
        assert ivy.default_dtype(item=[1, 2]) == "int64"
        assert ivy.default_dtype(item=[1.0, 2]) == "float32"
        assert ivy.default_dtype(item=True) == "bool"
        assert ivy.default_dtype(as_native=True) == ivy.as_native_dtype("float32")
    finally:
        ivy.unset_default_dtype()
    assert ivy.default_dtype() == "float64"


@pytest.mark.checklist("F34")
def test_can_cast_follows_numpy(backend):
    names = [name for name in DTYPES if name != "bfloat16"]
    for from_ in names:
        found = {to: ivy.can_cast(from_, to) for to in names}
        assert found == {to: np.can_cast(from_, to) for to in names}
    x = ivy.asarray([1], dtype="int32")
    assert ivy.can_cast(x, "float64") and not ivy.can_cast(x, "int16")
    assert ivy.can_cast(ivy.as_native_dtype("int32"), ivy.as_native_dtype("int64"))


@pytest.mark.checklist("F35")
def test_dtype_of_arrays(backend):
    for name in DTYPES:
        if ivy.valid_dtype(name):
            x = ivy.zeros(2, dtype=name)
            assert ivy.dtype(x) == ivy.dtype(x.data) == name == x.dtype
            assert ivy.dtype(x, as_native=True) == ivy.as_native_dtype(name) == x.data.dtype


@pytest.mark.checklist("F41")
def test_promote_types_of_inputs(backend, assert_matches):
    pairs = (("int8", "uint8"), ("int64", "float32"), ("float32", "complex64"), ("bool", "int16"))
    for first, second in pairs:
        a, b = np.ones((2, 1), first), np.zeros(3, second)
        common = np.result_type(a, b)
        found = ivy.promote_types_of_inputs(ivy.asarray(a), ivy.asarray(b))
        assert_matches(found, (a.astype(common), b.astype(common)))
    x = ivy.asarray(np.ones(2, "float32"))
    for scalar in (2, 2.5, True):
        found = ivy.promote_types_of_inputs(x, scalar)
        assert_matches(found, (np.ones(2, "float32"), np.asarray(scalar, "float32")))
    found = ivy.promote_types_of_inputs(1, ivy.asarray([0.5]))
    assert_matches(found, (np.asarray(1.0), np.array([0.5])))
    assert all(isinstance(each, ivy.Array) for each in found)
