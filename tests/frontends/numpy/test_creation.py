"""Creation functions against real NumPy."""

from __future__ import annotations

import inspect

import numpy as real
import pytest

import frontends.numpy as ours
from frontends.numpy import creation, grids, matrices
from tests.frontends.numpy.differential import names_of, same

CASES = [
    lambda np: np.array(3),
    lambda np: np.array(3.5),
    lambda np: np.array(True),
    lambda np: np.array(1 + 2j),
    lambda np: np.array([]),
    lambda np: np.array([[]]),
    lambda np: np.array([[1, 2], [3, 4.5]]),
    lambda np: np.array([1, 2, 3], dtype="f4"),
    lambda np: np.array([1, 2, 3], np.uint8),
    lambda np: np.array([1, 2, 3], dtype=float),
    lambda np: np.array([1.7, 2.2], dtype=int),
    lambda np: np.array((1, (2))),
    lambda np: np.array(range(4)),
    lambda np: np.array([np.array([1, 2]), np.array([3, 4])]),
    lambda np: np.array([np.float32(1), 2]),
    lambda np: np.array([np.float32(1), np.float32(2)]),
    lambda np: np.array([np.float32(1), 2.5]),
    lambda np: np.array([np.int8(1), np.uint8(2)]),
    lambda np: np.array([[np.arange(3), [1, 2, 3]], [(4, 5, 6), np.ones(3)]]),
    lambda np: np.array([2**62, 1]),
    lambda np: np.array([2**63, 1]),
    lambda np: np.array([True, 2]),
    lambda np: np.array([1, 2, 3], ndmin=2),
    lambda np: np.array(5, ndmin=3),
    lambda np: np.array(np.arange(3), dtype=np.float32),
    lambda np: np.array([[1, 2], [3, 4]], order="F").flags["F"],
    lambda np: np.array([[1, 2, 3], [3, 4, 5]], order="F").strides,
    lambda np: np.array([[1, 2, 3], [3, 4, 5]], order="F"),
    lambda np: np.array([[1], [2, 3]]),
    lambda np: np.array([1, 2], copy=False),
    lambda np: np.array(["a", "bc"]),
    lambda np: np.array([None, 1]),
    lambda np: np.array([1, 2], dtype=object),
    lambda np: np.array([1, 300], dtype=np.uint8),
    lambda np: np.array("5", dtype=float),
    lambda np: np.array([b"ab"]).dtype.kind,
    lambda np: np.asarray([1, 2]),
    lambda np: np.asarray([1, 2], dtype="int16"),
    lambda np: np.asarray(real.arange(3)),
    lambda np: np.asarray(real.array(["x"])),
    lambda np: np.asarray(4),
    lambda np: np.asarray(np.float64(4)),
    lambda np: np.asanyarray([1, 2]),
    lambda np: np.ascontiguousarray(3),
    lambda np: np.ascontiguousarray(np.arange(6).reshape(2, 3).T).flags["C"],
    lambda np: np.asfortranarray(np.arange(6).reshape(2, 3)).strides,
    lambda np: np.asfortranarray([1, 2]),
    lambda np: np.asarray_chkfinite([1, 2.0]),
    lambda np: np.asarray_chkfinite([1, np.nan]),
    lambda np: np.asarray([1], device="gpu"),
    lambda np: np.zeros(3),
    lambda np: np.zeros((2, 3), int),
    lambda np: np.zeros([2, 3], dtype=bool),
    lambda np: np.zeros(()),
    lambda np: np.zeros(np.int64(2)),
    lambda np: np.zeros(np.array([2, 3])),
    lambda np: np.zeros((2, 3), order="F").strides,
    lambda np: np.zeros((2, 3), order="F"),
    lambda np: np.zeros(-1),
    lambda np: np.zeros(2.0),
    lambda np: np.zeros((2, 2.0)),
    lambda np: np.zeros(2, dtype="S3"),
    lambda np: np.zeros(2, dtype=[("a", int)]),
    lambda np: np.zeros(2, order="X"),
    lambda np: np.ones((2, 2), dtype=np.complex64),
    lambda np: np.ones(3, dtype="i2"),
    lambda np: np.empty((2, 0)),
    lambda np: np.empty((2, 3), dtype="f4").shape,
    lambda np: np.full(3, 7),
    lambda np: np.full((2, 2), 1.5),
    lambda np: np.full(100_000, 7),
    lambda np: np.full((300, 300), 1.5, dtype=int),
    lambda np: np.full((300, 300), 300, dtype=np.uint8),
    lambda np: np.full((2, 2), 1.5, dtype=int),
    lambda np: np.full((2, 3), [1, 2, 3]),
    lambda np: np.full(2, np.float32(3)),
    lambda np: np.full(2, True),
    lambda np: np.full(2, 300, dtype=np.uint8),
    lambda np: np.full(2, "x"),
    lambda np: np.full((), 5),
    lambda np: np.zeros_like(np.arange(3)),
    lambda np: np.zeros_like([1.0, 2.0]),
    lambda np: np.zeros_like(np.arange(3), dtype=float),
    lambda np: np.zeros_like(np.arange(3), shape=(2, 2)),
    lambda np: np.zeros_like(np.zeros((2, 3), order="F")).strides,
    lambda np: np.zeros_like(np.zeros((2, 3, 4)).transpose(1, 0, 2)).strides,
    lambda np: np.zeros_like(np.zeros((2, 3), order="F"), order="C").strides,
    lambda np: np.zeros_like(5),
    lambda np: np.ones_like(np.float32(5)),
    lambda np: np.ones_like(np.array([[1, 2]])),
    lambda np: np.empty_like(np.ones((2, 3))).shape,
    lambda np: np.full_like(np.arange(3), 9),
    lambda np: np.full_like(np.arange(3), 9.7),
    lambda np: np.full_like(np.arange(3), 9.5, dtype=float),
    lambda np: np.full_like(np.ones((2, 3)), [1, 2, 3]),
    lambda np: np.full_like(np.arange(3, dtype=np.uint8), 300),
    lambda np: np.arange(5),
    lambda np: np.arange(5.0),
    lambda np: np.arange(1, 5),
    lambda np: np.arange(1, 5, 2),
    lambda np: np.arange(5, 1, -1),
    lambda np: np.arange(0, 1, 0.1),
    lambda np: np.arange(0.5, 3),
    lambda np: np.arange(3, dtype=np.float32),
    lambda np: np.arange(3, dtype="u1"),
    lambda np: np.arange(start=1, stop=5),
    lambda np: np.arange(stop=4),
    lambda np: np.arange(1, stop=5, step=2),
    lambda np: np.arange(5, step=2),
    lambda np: np.arange(np.int64(4)),
    lambda np: np.arange(np.float32(3)),
    lambda np: np.arange(0),
    lambda np: np.arange(3, 1),
    lambda np: np.arange(1, 10, 0),
    lambda np: np.arange(),
    lambda np: np.arange(2**40, 2**40 + 3),
    lambda np: np.arange(3) / 2,
    lambda np: np.arange("2020-01-01", "2020-01-04", dtype="datetime64[D]"),
    lambda np: np.linspace(0, 1, 5),
    lambda np: np.linspace(0, 1, 5, endpoint=False),
    lambda np: np.linspace(0, 10, 5, dtype=int),
    lambda np: np.linspace(0, 1, 3, retstep=True),
    lambda np: np.linspace([0, 1], [2, 5], 3),
    lambda np: np.linspace(np.array([0, 1]), 5, 3, axis=1),
    lambda np: np.linspace(np.float32(0), np.float32(1), 3),
    lambda np: np.linspace(0, 1 + 1j, 3),
    lambda np: np.linspace(0, 1, 1),
    lambda np: np.linspace(0, 1, 0),
    lambda np: np.linspace(0, 1, -1),
    lambda np: np.linspace(0, 1, 2.5),
    lambda np: np.logspace(0, 3, 4),
    lambda np: np.logspace(0, 3, 4, base=2, dtype=int),
    lambda np: np.logspace(np.array([0.0, 1]), 3, 4, endpoint=False),
    lambda np: np.geomspace(1, 1000, 4),
    lambda np: np.geomspace(-1, -1000, 4),
    lambda np: np.geomspace(1j, 1000j, 4),
    lambda np: np.geomspace(0, 2, 4),
    lambda np: np.eye(3),
    lambda np: np.eye(2, 4, 1, dtype=int),
    lambda np: np.eye(3, k=-1),
    lambda np: np.eye(3, k=5),
    lambda np: np.eye(2, dtype=bool),
    lambda np: np.eye(2, 3, order="F").strides,
    lambda np: np.eye(0),
    lambda np: np.identity(2),
    lambda np: np.identity(2, dtype=int),
    lambda np: np.diag([1, 2, 3]),
    lambda np: np.diag([1, 2], 1),
    lambda np: np.diag([1.5, 2], -2),
    lambda np: np.diag(np.arange(9).reshape(3, 3)),
    lambda np: np.diag(np.arange(6).reshape(2, 3), 1),
    lambda np: np.diag(np.arange(6).reshape(2, 3), -1),
    lambda np: np.diag(5),
    lambda np: np.diag([]),
    lambda np: np.diagflat([[1, 2], [3, 4]]),
    lambda np: np.diagflat([1, 2], 1),
    lambda np: np.tri(3),
    lambda np: np.tri(2, 4, 1, dtype=int),
    lambda np: np.tri(3, k=-1, dtype=bool),
    lambda np: np.tril(np.arange(9).reshape(3, 3)),
    lambda np: np.tril(np.arange(9).reshape(3, 3), -1),
    lambda np: np.triu(np.arange(9.0).reshape(3, 3), 1),
    lambda np: np.triu(np.ones((2, 2, 3))),
    lambda np: np.tril([1, 2, 3]),
    lambda np: np.triu(3),
    lambda np: np.vander([1, 2, 3]),
    lambda np: np.vander([1, 2, 3.0], 2),
    lambda np: np.vander([1, 2, 3], 4, increasing=True),
    lambda np: np.vander(np.array([1, 2], np.int8), 3),
    lambda np: np.vander([[1]]),
    lambda np: np.vander([1, 2], 0),
    lambda np: np.meshgrid([1, 2, 3], [4, 5]),
    lambda np: np.meshgrid([1, 2, 3], [4.0, 5], indexing="ij"),
    lambda np: np.meshgrid([1, 2, 3], [4, 5], sparse=True),
    lambda np: np.meshgrid([1, 2, 3], [4, 5], [6, 7]),
    lambda np: np.meshgrid([1, 2, 3], [4, 5], copy=False),
    lambda np: np.meshgrid([1, 2]),
    lambda np: np.meshgrid(),
    lambda np: np.meshgrid(1, [2, 3]),
    lambda np: np.meshgrid([1], indexing="xx"),
    lambda np: np.mgrid[0:2, 0:3],
    lambda np: np.mgrid[0:1:3j, 0:2],
    lambda np: np.mgrid[-1:1:5j],
    lambda np: np.mgrid[0 : np.int64(3)],
    lambda np: np.ogrid[0:2, 0:3],
    lambda np: np.ogrid[0:5:2],
    lambda np: np.r_[1:4, 0, 4],
    lambda np: np.r_[np.array([1, 2, 3]), 0, 0, np.array([4.5])],
    lambda np: np.r_[-1:1:3j, [0] * 3],
    lambda np: np.r_["-1", np.ones((2, 2)), np.zeros((2, 1))],
    lambda np: np.r_["0,2", [1, 2, 3], [4, 5, 6]],
    lambda np: np.r_["0,2,0", [1, 2, 3], [4, 5, 6]],
    lambda np: np.r_["1,2,0", [1, 2, 3], [4, 5, 6]],
    lambda np: np.r_[np.float32(1), np.array([2], np.float32)],
    lambda np: np.r_[np.array([2], np.float32), 1.5],
    lambda np: np.r_[5],
    lambda np: np.c_[np.array([1, 2, 3]), np.array([4, 5, 6])],
    lambda np: np.c_[np.ones((2, 2)), [5, 6]],
    lambda np: np.c_[0:3, 1],
    lambda np: np.c_[[[1, 2, 3]], 0, 0, [[4, 5, 6]]],
    lambda np: np.indices((2, 3)),
    lambda np: np.indices((2, 3), sparse=True),
    lambda np: np.indices((2,), dtype=float),
    lambda np: np.indices(()),
    lambda np: np.fromfunction(lambda i, j: i + j, (2, 3)),
    lambda np: np.fromfunction(lambda i, j: i == j, (3, 3), dtype=int),
    lambda np: np.fromfunction(lambda i, k: i * k, (3,), k=2, dtype=int),
    lambda np: np.fromfunction(lambda i: 3, (4,)),
    lambda np: np.fromiter((i * i for i in range(4)), float),
    lambda np: np.fromiter((v for v in np.arange(3)), dtype=int, count=2),
    lambda np: np.fromiter([1], int, count=3),
    lambda np: np.frombuffer(b"\x01\x02\x03", dtype=np.uint8),
    lambda np: np.frombuffer(b"\x01\x02\x03\x04", np.int16, offset=2),
    lambda np: np.frombuffer(b"\x00" * 8),
    lambda np: np.frombuffer(b"\x00" * 7),
    lambda np: np.frombuffer(b"\x00" * 8).flags.writeable,
    lambda np: np.frombuffer(bytearray(8)).flags.writeable,
    lambda np: np.frombuffer(b"\x00" * 8).__setitem__(0, 1),
    lambda np: np.fromstring("1 2 3", sep=" "),
    lambda np: np.fromstring("1,2", dtype=int, sep=","),
    lambda np: np.copy([1, 2]),
    lambda np: np.copy(np.asfortranarray([[1, 2], [3, 4]])).strides,
    lambda np: np.copy(np.asfortranarray([[1, 2], [3, 4]]), order="C").strides,
    lambda np: np.copy(5),
    lambda np: np.tril_indices(3),
    lambda np: np.tril_indices(3, -1, 4),
    lambda np: np.triu_indices(3, 1),
    lambda np: np.triu_indices(2, m=4),
    lambda np: np.tril_indices_from(np.ones((2, 3))),
    lambda np: np.triu_indices_from(np.ones((3, 3)), k=1),
    lambda np: np.triu_indices_from(np.ones(3)),
    lambda np: np.diag_indices(3),
    lambda np: np.diag_indices(2, 3),
    lambda np: np.diag_indices_from(np.ones((3, 3))),
    lambda np: np.diag_indices_from(np.ones((2, 3))),
    lambda np: np.diag_indices_from(np.ones(2)),
    lambda np: np.mask_indices(3, np.triu),
    lambda np: np.mask_indices(3, np.tril, -1),
    lambda np: np.require([1, 2], dtype=float, requirements=["C", "W"]),
    lambda np: np.require(np.arange(4).reshape(2, 2), requirements="F").flags["F"],
    lambda np: np.require([1], requirements=["C", "F"]),
    lambda np: np.from_dlpack(np.arange(3)),
    lambda np: np.from_dlpack(real.arange(3)),
    lambda np: np.ndarray((2, 3), dtype=int).shape,
    lambda np: np.ndarray(3, np.float32).dtype,
    lambda np: np.ndarray((2, 2), order="F").flags["F"],
    lambda np: np.ndarray(2, np.uint8, b"abc", 1),
]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_creation_matches_numpy(backend, case):
    same(case)


DTYPES = "? i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split()


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_can_be_made(backend, dtype):
    same(lambda np: np.zeros((2, 3), dtype))
    same(lambda np: np.ones((2, 3), dtype))
    same(lambda np: np.full((2, 3), 1, dtype))
    same(lambda np: np.array([[0, 1, 1], [1, 0, 1]], dtype))
    same(lambda np: np.eye(3, dtype=dtype))
    same(lambda np: np.arange(2, dtype=dtype))
    same(lambda np: np.array([[0, 1, 1], [1, 0, 1]], dtype).astype("f4"))


def test_array_copies_and_asarray_does_not(backend):
    x = ours.arange(3)
    assert ours.asarray(x) is x
    assert ours.asarray(x, dtype=int) is x
    y = ours.array(x)
    y[0] = 9
    assert x.tolist() == [0, 1, 2]
    z = ours.array(x, copy=None)
    z[0] = 7
    assert x.tolist() == [7, 1, 2]


def test_array_of_a_scalar_owns_its_memory(backend):
    x = ours.arange(3)
    s = x[1]
    a = ours.asarray(s)
    a[...] = 9
    assert int(s) == 1 and x.tolist() == [0, 1, 2]
    x[1] = 5
    assert int(s) == 1


def test_grids_without_copy_are_views(backend):
    x = ours.arange(3)
    first, _ = ours.meshgrid(x, [4, 5], copy=False)
    x[0] = 9
    assert first.tolist() == [[9, 1, 2], [9, 1, 2]]


def test_fortran_arrays_take_writes(backend):
    x = ours.zeros((2, 3), order="F")
    x[0, 1] = 5
    x[1] = 2
    assert x.tolist() == [[0, 5, 0], [2, 2, 2]]
    assert x.ravel("K").tolist() == [0, 2, 5, 2, 0, 2]


def test_signatures_are_numpys():
    for name in [*creation.__all__, *grids.__all__, *matrices.__all__]:
        function = getattr(ours, name)
        try:
            expected = inspect.signature(getattr(real, name))
        except (ValueError, TypeError):
            continue
        found = inspect.signature(function)
        assert list(found.parameters) == list(expected.parameters), name
        for each, wanted in expected.parameters.items():
            default = found.parameters[each].default
            assert default is wanted.default or default == wanted.default, (name, each)
            assert found.parameters[each].kind == wanted.kind, (name, each)


@pytest.mark.parametrize("order", [None, "c", "f", "C", "F"])
def test_spellings_of_memory_order(backend, order):
    same(lambda np: np.full((2, 3), 7.0, order=order))
    same(lambda np: np.zeros((2, 3), order=order).flags.f_contiguous)


def test_grids_and_newaxis(backend):
    same(lambda np: np.mgrid[0:3, 0:2].sum(axis=0))
    same(lambda np: np.ogrid[0:3, 0:2])
    same(lambda np: np.arange(3)[:, np.newaxis] * np.arange(2)[np.newaxis])


@pytest.mark.parametrize(
    "dtype",
    ["f4", "float32", "<f4", "=f8", "d", "int", "i8", "uint8", "B", "?", "bool", "complex", "c8",
     "e", float, int, bool, complex, real.float32, real.dtype("i2")],
)  # fmt: skip
def test_spellings_of_dtypes(backend, dtype):
    same(lambda np: np.zeros(2, dtype))
    same(lambda np: np.arange(2).astype(dtype))
    same(lambda np: np.dtype(dtype))


def test_lists_of_arrays_and_numbers(backend):
    def case(np):
        a = np.arange(3.0)
        rows = []
        for i in range(2):
            rows.append(a + i)
        return np.array(rows), np.vstack(rows), np.array([a[0], 2, a[1]]), np.array([[a[0]], [1]])

    same(case)


LONG_LONG = {
    "a large number": lambda np: np.array([2**63, 2**64 - 1]),
    "unsigned": lambda np: np.array([1, 2], "Q") + 1,
    "signed": lambda np: np.zeros(2, np.longlong) - 1,
    "sorted": lambda np: np.sort(np.array([3, 1], np.ulonglong)),
    "without dimensions": lambda np: np.array(2**63),
    "of real arrays": lambda np: np.asarray(real.ones(2, "Q")),
}


@pytest.mark.parametrize("name", LONG_LONG)
def test_the_other_name_of_64_bits(backend, name):
    """C's ``long long`` is a class of its own in NumPy, and equals the dtype of ``long``."""
    same(lambda np: LONG_LONG[name](np))


@pytest.mark.parametrize("shape", [(2, 3), (4,), (2, 3, 4)])
@pytest.mark.parametrize("order", "CFA")
def test_arrays_like_one_of_fortrans_order(backend, order, shape):
    def flags(np):
        x = np.ones_like(np.ones((2, 3), order="F"), order=order, shape=shape)
        return x.flags.c_contiguous, x.flags.f_contiguous

    assert flags(ours) == flags(real)


def test_classes_of_dtypes(backend):
    x = ours.zeros((2, 3), real.dtypes.Float32DType, order="F")
    assert type(x) is ours.ndarray and x.dtype == "f4" and x.flags.fnc
