"""Creation functions against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyException

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip

ARANGES = [
    (5,), (0,), (-3,), (2, 8), (2, 8, 3), (8, 2, -1), (8, 2), (2, 8, -1), (1.5,), (0.1, 1, 0.1),
    (5, 0, -0.5), (0, 1, 1 / 3), (-1, 2.5), (True,), (0, 2**40, 2**38),
]  # fmt: skip


@pytest.mark.parametrize("args", ARANGES)
def test_arange(backend, assert_matches, args):
    assert_matches(ivy.arange(*args), np.arange(*args), rtol=3e-16, atol=0)


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d != "bool"])
def test_arange_with_dtype(backend, assert_matches, dtype):
    assert_matches(ivy.arange(1, 9, 2, dtype=dtype), np.arange(1, 9, 2, dtype))


def test_large_arange(backend, assert_matches):
    assert_matches(ivy.arange(3, 100_000, 1), np.arange(3, 100_000))


def test_arange_without_step(backend):
    with pytest.raises((ZeroDivisionError, IvyException)):
        ivy.arange(0, 3, 0)


@pytest.mark.parametrize(
    "obj",
    [
        3, 2.5, True, 1 + 2j, [], [1, 2], [[1, 2.5], [3, 4]], (True, False), [1, 2j], [[]],
        2**63, np.float32(2), np.arange(6).reshape(2, 3)[:, ::-1], np.arange(3, dtype=">i4"),
    ],
)  # fmt: skip
def test_asarray(backend, assert_matches, obj):
    expected = np.asarray(obj)
    assert_matches(ivy.asarray(obj), expected.astype(expected.dtype.newbyteorder("=")))


@pytest.mark.parametrize("dtype", DTYPES)
def test_asarray_with_dtype(backend, assert_matches, light, dtype):
    values = [[0, 1, 2], [3, 4, 5]]
    expected = np.asarray(values, dtype)
    assert_matches(ivy.asarray(values, dtype=dtype), expected)
    assert_matches(ivy.asarray(expected), expected)
    assert_matches(ivy.asarray(ivy.asarray(expected), dtype="float64"), expected.real.astype("f8"))


def test_asarray_of_nested_arrays(backend, assert_matches):
    x = ivy.asarray([1, 2])
    assert_matches(ivy.asarray([x, x]), np.array([[1, 2], [1, 2]]))
    assert_matches(ivy.asarray([x[0], 2.5]), np.array([1, 2.5]))
    assert_matches(ivy.asarray(([x, [3, 4]], [x, x])), np.array([[[1, 2], [3, 4]], [[1, 2]] * 2]))


def test_asarray_of_array_is_itself(backend):
    x = ivy.asarray([1, 2])
    assert ivy.asarray(x) is x
    assert ivy.asarray(x, copy=False) is x
    assert ivy.asarray(x, dtype="int64") is x
    assert ivy.asarray(x, dtype="int32") is not x


def test_asarray_copies_numpy_memory(backend):
    source = np.arange(4.0)
    x = ivy.asarray(source, copy=None if backend != "numpy" else True)
    source[0] = 9
    assert np.asarray(x)[0] == 0
    x[1] = 5
    assert source[1] == 1


def test_copies_own_their_memory(backend):
    x = ivy.asarray([1, 2, 3])
    for y in (ivy.asarray(x, copy=True), ivy.array(x), ivy.asarray(x.data, copy=True)):
        y[0] = 9
        assert np.asarray(x)[0] == 1


def test_copy_refused(backend):
    with pytest.raises(ValueError):
        ivy.asarray([1, 2], copy=False)
    with pytest.raises(ValueError):
        ivy.asarray(ivy.asarray([1, 2]), dtype="float64", copy=False)
    if backend in ("jax", "tensorflow"):
        with pytest.raises(ValueError):
            ivy.asarray(np.arange(3), copy=False)
    else:
        source = np.arange(3)
        ivy.asarray(source, copy=False)[0] = 7
        assert source[0] == 7


def test_asarray_fills_out(backend, assert_matches):
    out = ivy.zeros((2,))
    assert ivy.asarray([1, 2], out=out) is out
    assert_matches(out, np.array([1.0, 2.0]))


@pytest.mark.parametrize("obj", ["text", ["a"], [[1], [1, 2]], object()])
def test_asarray_refuses(backend, obj):
    with pytest.raises(IvyException):
        ivy.asarray(obj)


def test_asarray_overflow(backend):
    with pytest.raises((OverflowError, IvyException)):
        ivy.asarray([300], dtype="uint8")


@pytest.mark.parametrize("dtype", [None, *DTYPES])
def test_shapes_alone(backend, assert_matches, dtype):
    for shape in (3, (), (2, 3), (0, 2), [2, 2]):
        assert_matches(ivy.zeros(shape, dtype=dtype), np.zeros(shape, dtype))
        assert_matches(ivy.ones(shape, dtype=dtype), np.ones(shape, dtype))
        assert ivy.empty(shape, dtype=dtype).shape == np.empty(shape).shape
    assert_matches(ivy.full((2, 2), 1, dtype=dtype), np.full((2, 2), 1, dtype))
    assert_matches(ivy.eye(3, dtype=dtype), np.eye(3, dtype=dtype or float))
    assert_matches(ivy.eye(2, 4, k=-1, dtype=dtype), np.eye(2, 4, -1, dtype=dtype or float))


@pytest.mark.parametrize("dtype", DTYPES)
def test_like(backend, assert_matches, dtype):
    a = np.arange(6).reshape(2, 3).astype(dtype)
    x = ivy.asarray(a)
    assert_matches(ivy.zeros_like(x), np.zeros_like(a))
    assert_matches(ivy.ones_like(x), np.ones_like(a))
    assert_matches(ivy.ones_like(x, dtype="float32"), np.ones_like(a, "f4"))
    assert_matches(ivy.full_like(x, 1), np.full_like(a, 1))
    assert (ivy.empty_like(x).shape, ivy.empty_like(x).dtype) == (a.shape, dtype)


def test_eye_batch(backend, assert_matches):
    assert_matches(ivy.eye(2, batch_shape=(3, 1)), np.broadcast_to(np.eye(2), (3, 1, 2, 2)))
    assert_matches(ivy.eye(300, 300, k=2), np.eye(300, k=2))


@pytest.mark.parametrize("value", [7, 2.5, True, 1j, -1, 2**40, np.inf])
def test_full(backend, assert_matches, value):
    assert_matches(ivy.full((2, 3), value), np.full((2, 3), value))
    assert_matches(ivy.full((300, 300), value), np.full((300, 300), value))


def test_full_of_arrays(backend, assert_matches):
    x = ivy.asarray([1, 2], dtype="int32")
    assert_matches(ivy.full((3, 2), x), np.full((3, 2), np.array([1, 2], "i4")))
    assert_matches(ivy.full((2,), ivy.asarray(2.5)), np.full((2,), 2.5))
    assert_matches(ivy.full((2,), x, dtype="float64"), np.full((2,), [1.0, 2.0]))
    with pytest.raises((OverflowError, IvyException)):
        ivy.full((2,), 300, dtype="uint8")


def test_results_are_independent(backend):
    x = ivy.full((2,), ivy.asarray([1, 2]))
    x[0] = 5
    for make in (ivy.zeros, ivy.ones):
        y, z = make((2,)), make((2,))
        y[0] = 5
        assert np.asarray(z)[0] != 5


LINSPACES = [
    (0, 1, 5), (0, 1, 1), (0, 1, 0), (3, 3, 4), (-1, 1, 101), (0.1, 0.7, 7), (1, 0, 3), (1j, 2, 5),
    (0, 5e-324, 4), (1e300, -1e300, 5),
]  # fmt: skip


@pytest.mark.parametrize("endpoint", [True, False])
@pytest.mark.parametrize("args", LINSPACES)
def test_linspace(backend, assert_matches, args, endpoint):
    expected = np.linspace(*args, endpoint=endpoint)
    assert_matches(ivy.linspace(*args, endpoint=endpoint), expected, rtol=2.3e-16, atol=2.3e-16)


def test_linspace_of_arrays(backend, assert_matches):
    start, stop = np.array([0.0, 1.0], "f4"), np.array([[1.0], [5.0]], "f4")
    for axis in (0, 1, -1):
        expected = np.linspace(start, stop, 4, axis=axis)
        assert_matches(ivy.linspace(ivy.asarray(start), ivy.asarray(stop), 4, axis=axis), expected)
    assert_matches(ivy.linspace(ivy.asarray(start), 3, 4), np.linspace(start, 3, 4))
    ends = ivy.asarray([0, 4])
    assert_matches(ivy.linspace(ends, 9, 4, dtype="int32"), np.linspace([0, 4], 9, 4, dtype="i4"))
    assert_matches(ivy.linspace(0, -5, 4, dtype="int64"), np.linspace(0, -5, 4, dtype="i8"))


def test_logspace(backend, assert_matches):
    assert_matches(ivy.logspace(0, 2, 5), np.logspace(0, 2, 5))
    assert_matches(ivy.logspace(0, 3, 4, base=2, endpoint=False), np.logspace(0, 3, 4, False, 2.0))
    assert_matches(ivy.logspace(0, 3, 4, dtype="int64"), np.logspace(0, 3, 4, dtype="i8"))


@pytest.mark.parametrize("indexing", ["xy", "ij"])
@pytest.mark.parametrize("sparse", [True, False])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_meshgrid(backend, assert_matches, count, sparse, indexing):
    axes = [np.arange(3), np.array([0.5, 1.5], "f4"), np.array(7, "i2")][:count]
    expected = np.meshgrid(*axes, sparse=sparse, indexing=indexing)
    actual = ivy.meshgrid(*map(ivy.asarray, axes), sparse=sparse, indexing=indexing)
    assert_matches(actual, expected)


def test_meshgrid_gives_copies(backend):
    x = ivy.asarray([1, 2])
    first, _ = ivy.meshgrid(x, x)
    first[0, 0] = 9
    assert np.asarray(first).tolist() == [[9, 2], [1, 2]]
    assert np.asarray(x).tolist() == [1, 2]
    with pytest.raises(ValueError):
        ivy.meshgrid(x, x, indexing="yx")


@pytest.mark.parametrize("dtype", DTYPES)
def test_triangles(backend, assert_matches, light, dtype):
    a = np.arange(1, 13).reshape(3, 4).astype(dtype)
    for k in (0, 1, -2, 9):
        assert_matches(ivy.tril(ivy.asarray(a), k=k), np.tril(a, k))
        assert_matches(ivy.triu(ivy.asarray(a), k=k), np.triu(a, k))
    stack = np.stack([a, a])
    assert_matches(ivy.tril(ivy.asarray(stack)), np.tril(stack))
    assert_matches(ivy.triu(ivy.asarray(a[0])), np.triu(a[0]))


@pytest.mark.parametrize("dtype", DTYPES)
def test_diag(backend, assert_matches, light, dtype):
    a = np.arange(1, 13).reshape(3, 4).astype(dtype)
    for k in (0, 1, -1, 3, -2, 5, -4):
        assert_matches(ivy.diag(ivy.asarray(a), k=k), np.diag(a, k))
        assert_matches(ivy.diag(ivy.asarray(a[0]), k=k), np.diag(a[0], k))


def test_diag_copies(backend):
    x = ivy.ones((2, 2))
    ivy.diag(x)[0] = 5
    assert np.asarray(x)[0, 0] == 1
    with pytest.raises(ValueError):
        ivy.diag(ivy.ones((2, 2, 2)))


@pytest.mark.parametrize("args", [(3,), (2, 4), (3, 3, 1), (3, 2, -1), (0,)])
def test_triangle_indices(backend, assert_matches, args):
    n, m, k = (*args, None, 0) if len(args) == 1 else (*args, 0)[:3]
    assert_matches(ivy.tril_indices(*args), np.tril_indices(n, k, m))
    assert_matches(ivy.triu_indices(*args), np.triu_indices(n, k, m))


def test_indices(backend, assert_matches):
    assert_matches(ivy.indices((2, 3)), np.indices((2, 3)))
    assert_matches(ivy.indices((2, 3), dtype="int32"), np.indices((2, 3), dtype="i4"))
    assert_matches(ivy.indices((2, 3), sparse=True), np.indices((2, 3), sparse=True))


def test_one_hot(backend, assert_matches):
    x = ivy.asarray([[0, 2], [1, 5]])
    expected = np.array([[[1, 0, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 0]]], float)
    assert_matches(ivy.one_hot(x, 3), expected)
    assert_matches(ivy.one_hot(x, 3, axis=0), np.moveaxis(expected, -1, 0))
    actual = ivy.one_hot(x, 3, on_value=5, off_value=-1)
    assert_matches(actual, np.where(expected == 1, 5, -1))
    assert_matches(ivy.one_hot(x, 3, dtype="uint16"), expected.astype("u2"))
    assert_matches(ivy.one_hot(ivy.asarray(-1), 2), np.zeros(2))


def test_frombuffer(backend, assert_matches):
    data = np.arange(6, dtype="i4").tobytes()
    assert_matches(ivy.frombuffer(data, "int32"), np.arange(6, dtype="i4"))
    expected = np.frombuffer(data, "i4", 2, 4)
    assert_matches(ivy.frombuffer(data, "int32", count=2, offset=4), expected)
    with pytest.raises(ValueError):
        ivy.frombuffer(data[:3], "int32")


def test_from_dlpack(backend, assert_matches):
    source = np.arange(6.0).reshape(2, 3)
    assert_matches(ivy.from_dlpack(source), source)
    x = ivy.asarray(source)
    assert_matches(ivy.from_dlpack(x), source)


def test_native_array(backend):
    native = ivy.native_array([1, 2])
    assert isinstance(native, type(ivy.asarray([1, 2]).data))


def test_default_dtypes(backend):
    with ivy.set_default_float_dtype("float32"):
        assert ivy.zeros((2,)).dtype == "float32"
        assert ivy.asarray([1.5]).dtype == "float32"
        assert ivy.asarray(1.5).dtype == "float32"
        assert ivy.asarray([]).dtype == "float32"
        assert ivy.asarray(np.array([1.5])).dtype == "float64"
        assert ivy.arange(2.0).dtype == "float32"
        assert ivy.linspace(0, 1, 3).dtype == "float32"
        assert ivy.full((2,), 1.5).dtype == "float32"
        assert ivy.arange(3).dtype == "int64"
    with ivy.set_default_dtype("float16"), ivy.set_default_int_dtype("int32"):
        assert ivy.ones((2,)).dtype == "float16"
        assert ivy.asarray([1, 2]).dtype == "int32"
        assert ivy.asarray([True]).dtype == "bool"
        assert ivy.arange(3).dtype == "int32"
        assert ivy.full((2,), 7).dtype == "int32"
        assert ivy.eye(2).dtype == "float16"
    assert ivy.zeros((2,)).dtype == "float64"


def test_out(backend, assert_matches):
    for make, expected in (
        (lambda out: ivy.zeros((3,), out=out), np.zeros(3)),
        (lambda out: ivy.arange(3, out=out), np.arange(3.0)),
        (lambda out: ivy.linspace(0, 1, 3, out=out), np.linspace(0, 1, 3)),
        (lambda out: ivy.full((3,), 4, out=out), np.full(3, 4.0)),
    ):
        out = ivy.full((3,), 9.0)
        assert make(out) is out
        assert_matches(out, expected)


def test_other_backends_arrays(backend, assert_matches):
    with ivy.with_backend("numpy"):
        x = ivy.asarray([1.5, 2.5])
    y = ivy.asarray(x)
    assert_matches(y, np.array([1.5, 2.5]))
    assert isinstance(y.data, type(ivy.asarray([1]).data))
