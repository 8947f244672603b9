# ruff: noqa: E711, UP031 (what users write)
"""Scalar types: construction, text, hashing, arithmetic, Python's protocols."""

from __future__ import annotations

import copy
import math
import operator
import pickle
from collections import abc

import numpy as real
import pytest

import frontends.numpy as fnp
from tests.frontends.numpy.differential import names_of, same

pytestmark = pytest.mark.filterwarnings("ignore")

CASES = [
    lambda np: np.float64(1.5),
    lambda np: np.float64("nan"),
    lambda np: np.float64("1e3"),
    lambda np: np.float64(),
    lambda np: np.int64(3.9),
    lambda np: np.int8(True),
    lambda np: np.bool_(2),
    lambda np: np.complex64(1 + 2j),
    lambda np: np.int8(300),
    lambda np: np.uint8(-1),
    lambda np: np.int64("x"),
    lambda np: np.int64("12"),
    lambda np: np.float32(np.float64(0.1)),
    lambda np: np.float64([1, 2]),
    lambda np: np.int64([1.5]),
    lambda np: np.float64(np.array(3)),
    lambda np: np.float64(np.array([1, 2], "i4")),
    lambda np: np.int64(float("nan")),
    lambda np: np.int64(float("inf")),
    lambda np: np.int64(2**70),
    lambda np: np.float16(1e10),
    lambda np: np.number(1),
    lambda np: np.generic(),
    lambda np: repr(np.float64(1.5)),
    lambda np: repr(np.int8(3)),
    lambda np: str(np.float32(0.1)),
    lambda np: f"{np.float64(3.14159):.2f}",
    lambda np: f"{np.int64(42):05d}",
    lambda np: format(np.float64(2), ""),
    lambda np: "%d %s" % (np.int64(3), np.float64(2)),
    lambda np: repr(np.bool_(True)),
    lambda np: repr(np.complex128(1j)),
    lambda np: str(np.bool_(False)),
    lambda np: f"{np.float64(1e-3)!r}",
    lambda np: hash(np.float64(1.5)) == hash(1.5),
    lambda np: hash(np.int64(7)) == hash(7),
    lambda np: {1.5: "a"}[np.float64(1.5)],
    lambda np: {np.int64(3): "a"}[3],
    lambda np: [10, 20, 30][np.int64(1)],
    lambda np: [10, 20][np.float64(1)],
    lambda np: list(range(np.int64(3))),
    lambda np: "ab" * np.int64(2),
    lambda np: [1, 2] * np.int64(2),
    lambda np: np.int64(2) * [1, 2],
    lambda np: np.float64(2) * [1, 2],
    lambda np: np.float64(2) + [1, 2],
    lambda np: [1, 2] + np.int64(1),
    lambda np: np.float64(2) + 1,
    lambda np: 1 + np.float64(2),
    lambda np: np.int8(2) + 1,
    lambda np: np.int8(2) + 1.5,
    lambda np: np.int8(2) + np.int16(3),
    lambda np: np.float32(2) * 1.5,
    lambda np: np.float32(2) * np.float64(1.5),
    lambda np: np.int64(7) // 2,
    lambda np: np.int64(7) / 2,
    lambda np: -np.int64(7) % 3,
    lambda np: np.int64(2) ** 3,
    lambda np: np.int64(2) ** -1,
    lambda np: 2 ** np.int64(3),
    lambda np: np.float64(2) ** 0.5,
    lambda np: divmod(np.int64(7), 2),
    lambda np: np.uint8(200) + np.uint8(100),
    lambda np: np.uint8(3) + 300,
    lambda np: np.int64(3) & 1,
    lambda np: ~np.int8(3),
    lambda np: np.int64(1) << 4,
    lambda np: np.bool_(True) + np.bool_(True),
    lambda np: np.bool_(True) - np.bool_(True),
    lambda np: np.bool_(True) & False,
    lambda np: ~np.bool_(True),
    lambda np: -np.float32(1),
    lambda np: abs(np.int8(-3)),
    lambda np: np.float64(1) / 0,
    lambda np: np.int64(1) // 0,
    lambda np: np.float64(2) * np.array([1, 2]),
    lambda np: np.array([1, 2]) * np.float32(2),
    lambda np: np.float64(2) * real.array([1, 2]),
    lambda np: np.int64(2) + np.array(3),
    lambda np: np.float64(2) + None,
    lambda np: np.float64(2) + "a",
    lambda np: np.int8(2) + 1j,
    lambda np: np.float64(2) + real.float32(1),
    lambda np: np.float64(2) == 2,
    lambda np: np.float64(2) < 3,
    lambda np: 1 < np.float64(2) < 3,
    lambda np: np.int64(2) == 2.0,
    lambda np: np.float64(2) == "a",
    lambda np: np.float64(2) != None,
    lambda np: np.float64("nan") == np.float64("nan"),
    lambda np: np.float64(2) > np.array([1, 3]),
    lambda np: np.float64(2) < "a",
    lambda np: np.uint8(3) < 300,
    lambda np: np.uint8(3) == -1,
    lambda np: max(np.float64(1), np.float64(2)),
    lambda np: sum([np.float64(1), np.float64(2)]),
    lambda np: sorted([np.int64(3), np.int64(1)])[0],
    lambda np: bool(np.float64(0)),
    lambda np: not np.int64(0),
    lambda np: int(np.float64(2.7)),
    lambda np: float(np.int64(2)),
    lambda np: complex(np.float64(2)),
    lambda np: int(np.float64("nan")),
    lambda np: operator.index(np.int64(3)),
    lambda np: operator.index(np.float64(3)),
    lambda np: operator.index(np.bool_(True)),
    lambda np: float(np.complex64(1)) if False else 0,
    lambda np: round(np.float64(2.567), 2),
    lambda np: round(np.float64(2.5)),
    lambda np: round(np.int64(25), -1),
    lambda np: round(np.float32(2.567), 1),
    lambda np: math.floor(np.float64(2.5)),
    lambda np: math.ceil(np.float64(2.5)),
    lambda np: math.trunc(np.float64(-2.5)),
    lambda np: math.sqrt(np.float64(4)),
    lambda np: math.isnan(np.float64("nan")),
    lambda np: math.gcd(np.int64(12), 18),
    lambda np: np.float64(2.5).is_integer(),
    lambda np: np.int64(3).is_integer(),
    lambda np: np.float64(0.5).as_integer_ratio(),
    lambda np: np.float64(1.5).hex(),
    lambda np: np.float64.fromhex("0x1.8p+0"),
    lambda np: np.int64(5).bit_count(),
    lambda np: np.int64(5).numerator,
    lambda np: np.float64(1.5).item(),
    lambda np: np.int64(3).tolist(),
    lambda np: np.float64(1.5).dtype,
    lambda np: np.float64.dtype if False else 0,
    lambda np: np.int8(3).itemsize,
    lambda np: np.float64(2).shape,
    lambda np: np.float64(2).ndim,
    lambda np: np.float64(2).size,
    lambda np: np.float64(2).nbytes,
    lambda np: np.complex128(1 + 2j).real,
    lambda np: np.complex128(1 + 2j).imag,
    lambda np: np.complex128(1 + 2j).conjugate(),
    lambda np: np.float64(2).real,
    lambda np: np.float64(2).imag,
    lambda np: np.float64(2).astype("i4"),
    lambda np: np.float64(2).sum(),
    lambda np: np.float64(2).mean(),
    lambda np: np.int64(2).max(),
    lambda np: np.float64(2.567).round(1),
    lambda np: np.float64(2).reshape(1, 1),
    lambda np: np.float64(2).flatten(),
    lambda np: np.float64(2).T,
    lambda np: np.float64(2).copy(),
    lambda np: np.float64(2).any(),
    lambda np: np.float64(5).clip(1, 3),
    lambda np: np.float64(2).tobytes(),
    lambda np: np.float64(2)[()],
    lambda np: np.float64(2)[...],
    lambda np: np.float64(2)[None],
    lambda np: np.float64(2)[0],
    lambda np: len(np.float64(2)),
    lambda np: list(np.float64(2)),
    lambda np: np.float64(2).strides,
    lambda np: np.float64(2).base,
    lambda np: np.sin(np.float64(1)),
    lambda np: np.sqrt(np.int64(4)),
    lambda np: np.add(np.float32(1), np.float32(2)),
    lambda np: np.arange(5)[np.int64(2)],
    lambda np: np.arange(5)[: np.int64(2)],
    lambda np: np.zeros(np.int64(2)),
    lambda np: np.ones((np.int64(2), np.int8(1))),
    lambda np: np.arange(5).sum() / 2,
    lambda np: np.array([np.float32(1), np.float32(2)]),
    lambda np: np.array([np.int8(1), 2]),
    lambda np: np.isscalar(np.float64(1)),
    lambda np: np.ndim(np.float64(1)),
    lambda np: np.dtype(np.float32),
    lambda np: np.zeros(2, np.int8),
    lambda np: np.issubdtype(np.float32, np.floating),
    lambda np: np.issubdtype(np.float64(1).dtype, np.integer),
    lambda np: np.iinfo(np.int8).max,
    lambda np: float(np.finfo(np.float32(1).dtype).eps),
]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_cases(backend, case):
    same(case, array_class=real.ndarray)


@pytest.mark.parametrize("name", [
    "bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
    "float32", "float64", "complex64", "complex128",
])  # fmt: skip
def test_hierarchy(backend, name):
    ours, theirs = getattr(fnp, name), getattr(real, name)
    for parent in (
        "generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating",
        "complexfloating",
    ):  # fmt: skip
        assert issubclass(ours, getattr(fnp, parent)) == issubclass(theirs, getattr(real, parent))
    value = ours(1)
    assert type(value) is ours and isinstance(value, fnp.generic)
    assert value.dtype == theirs and real.dtype(ours) == theirs
    assert not isinstance(value, fnp.ndarray) and isinstance(value.item(), type(theirs(1).item()))
    assert ours is theirs


def test_elements_and_reductions_are_scalars(backend):
    x = fnp.array([[1.0, 2.0], [3.0, 4.0]])
    for value in (
        x[0, 0],
        x.sum(),
        x.mean(),
        fnp.max(x),
        x[0] @ x[1],
        x[0, 0] + 1,
        fnp.sin(x[0, 0]),
    ):
        assert type(value) is fnp.float64
    assert type(x.argmax()) is fnp.int64 and type(x.all()) is fnp.bool_


def test_immutable(backend):
    x = fnp.array([1.0, 2.0])
    s = x[0]
    t = s
    s += 1
    assert (s, t) == (2, 1) and x.tolist() == [1, 2]
    x[0] = 9
    assert t == 1
    with pytest.raises(TypeError):
        t[...] = 3


def test_copies_and_pickles(backend):
    for value in (fnp.float32(1.5), fnp.int64(3), fnp.bool_(True)):
        for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert other == value and type(other) is type(value)


def test_truth_steers_programs(backend):
    x = fnp.array([3, 1, 2])
    assert (x[0] > x[1]) is not None and bool(x[0] > x[1])
    total = 0
    while total < x[0]:
        total += 1
    assert total == 3
    assert [v for v in x if v > 1] == [3, 2]


def test_numpys_own_loops_are_found_on_the_numpy_backend():
    """Scalars and in-place operators go to them directly; without them all is right, but slow."""
    import ivy_core
    from frontends.numpy.func_wrapper import ivy
    from frontends.numpy.ufuncs.native import find_native

    for name, expected in (("numpy", real.multiply), ("torch", None)):
        ivy_core.set_backend(name)
        try:
            assert find_native(ivy.multiply, "multiply") is expected
        finally:
            ivy_core.unset_backend()


def test_a_scalar_is_no_collection(backend):
    x, a = fnp.float64(1.5), real.float64(1.5)
    for protocol in (abc.Sized, abc.Iterable, abc.Collection, abc.Sequence):
        assert isinstance(x, protocol) == isinstance(a, protocol)
    for function in (len, iter, list):
        with pytest.raises(TypeError):
            function(x)
    assert x == pytest.approx(1.5 + 1e-12)
    assert 1.5 == pytest.approx(x)
