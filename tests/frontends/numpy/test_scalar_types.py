# ruff: noqa: E711, UP031 (what users write)
"""Scalar types: construction, text, hashing, arithmetic, Python's protocols."""

from __future__ import annotations

import copy
import datetime
import decimal
import json
import math
import operator
import pickle
from collections import abc

import numpy as real
import pytest

import frontends.numpy as fnp
from frontends.numpy.scalar_types import BackendScalar
from tests.frontends.numpy.differential import names_of, outcome, same

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


# elements and reductions of arrays on the host: NumPy's own scalars


def values(np):
    return np.array([[1.5, 2.0, 4.0], [3.0, 0.5, 6.0]]), np.array([3, 1, 2])


ELEMENTS = [
    lambda np, x, n: x[0, 1],
    lambda np, x, n: x[-1][2],
    lambda np, x, n: x[1:, ::-1][0, 0],
    lambda np, x, n: x.T[2, 1],
    lambda np, x, n: x[np.int64(1), np.int8(-1)],
    lambda np, x, n: n[np.argmax(n)],
    lambda np, x, n: x.sum(),
    lambda np, x, n: x.mean(),
    lambda np, x, n: x.max(),
    lambda np, x, n: np.sum(n),
    lambda np, x, n: n.argmin(),
    lambda np, x, n: (x > 0).all(),
    lambda np, x, n: x[0] @ x[1],
    lambda np, x, n: np.dot(x[0], x[1]),
    lambda np, x, n: np.linalg.norm(x),
    lambda np, x, n: np.median(x),
    lambda np, x, n: np.add.reduce(n),
    lambda np, x, n: np.array(2.5) * 2,
    lambda np, x, n: np.array(2.5)[()],
    lambda np, x, n: np.sqrt(np.array(4)),
    lambda np, x, n: list(n)[1],
    lambda np, x, n: x.flat[4],
    lambda np, x, n: x.astype("f4")[0, 0] * np.float32(3),
    lambda np, x, n: (x + 1j)[1, 1],
    lambda np, x, n: np.random.default_rng(0).standard_normal() * x[0, 0],
]


@pytest.mark.parametrize("case", ELEMENTS, ids=names_of(ELEMENTS))
def test_a_value_on_the_host_is_numpys_own_scalar(backend, case):
    found, expected = case(fnp, *values(fnp)), case(real, *values(real))
    assert type(found) is type(expected) and isinstance(found, fnp.generic)
    real.testing.assert_allclose(found, expected, rtol=1e-6)


def test_what_asks_for_pythons_floats_takes_elements(backend):
    x, n = values(fnp)
    assert isinstance(x[0, 0], float) and isinstance(x[0, 0], fnp.floating)
    assert json.loads(json.dumps([x[0, 1], x.sum()])) == [2.0, 17.0]
    assert x.dtype.type is fnp.float64 is real.float64
    assert {fnp.float64: "double"}[type(x[0, 0])] == "double"
    assert fnp.float64(fnp.array(3.0)) == 3.0 and type(fnp.float64(fnp.array(3.0))) is fnp.float64
    assert pickle.loads(pickle.dumps(x[0, 0])) == 1.5 and x[0, 0].item() == 1.5
    assert datetime.timedelta(seconds=x[0, 0]) == datetime.timedelta(seconds=1.5)
    assert math.hypot(x[1, 0], x[0, 2]) == 5.0 and f"{x[0, 0]:.3f}" == "1.500"
    assert "abc"[n[1]] == "b" and decimal.Decimal(x[0, 0]) == decimal.Decimal(1.5)


def test_arrays_without_dimensions_stay_arrays(backend):
    for made in (fnp.array(3.0), fnp.asarray(3.0), fnp.zeros(()), fnp.array(3.0)[...],
                 fnp.array([3.0]).reshape(()), fnp.squeeze(fnp.array([3.0]))):  # fmt: skip
        assert type(made) is fnp.ndarray and made.shape == ()


MIXED = [
    lambda np, x, s: x * s, lambda np, x, s: s * x, lambda np, x, s: s - x,
    lambda np, x, s: x / s, lambda np, x, s: s / x, lambda np, x, s: x // s,
    lambda np, x, s: s % x, lambda np, x, s: divmod(x, s), lambda np, x, s: divmod(s, x),
    lambda np, x, s: x**s, lambda np, x, s: s**x, lambda np, x, s: pow(x, s),
    lambda np, x, s: x < s, lambda np, x, s: s < x, lambda np, x, s: s == x,
    lambda np, x, s: x != s, lambda np, x, s: np.add(x, s), lambda np, x, s: np.add(s, x),
    lambda np, x, s: np.maximum(s, x), lambda np, x, s: np.hypot(x, s),
    lambda np, x, s: np.add(x, s, dtype="f8"), lambda np, x, s: np.add(s, s, out=x[0]),
    lambda np, x, s: np.where(x > s, x, s), lambda np, x, s: np.clip(x, s, s + 1),
    lambda np, x, s: np.log(s), lambda np, x, s: np.multiply(s, s),
    lambda np, x, s: np.clip(s, 0, 1), lambda np, x, s: np.append(x, s),
    lambda np, x, s: np.array([s, s]), lambda np, x, s: np.stack([x[0], s * x[1]]),
    lambda np, x, s: np.full(2, s), lambda np, x, s: np.sum([s, 1]),
    lambda np, x, s: np.add(s, s, where=x > 2, out=np.zeros((2, 3), "f8")),
]  # fmt: skip
SCALARS = ["float64", "float32", "float16", "int64", "int8", "uint8", "bool", "complex64"]


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "u1"])
@pytest.mark.parametrize("name", SCALARS)
def test_numpys_scalars_beside_arrays(backend, name, dtype):
    for case in MIXED:

        def run(np):
            return case(np, np.array([[1, 2, 4], [3, 1, 6]], dtype), getattr(np, name)(1))  # noqa: B023

        same_to_single(run)


def same_to_single(case):
    with real.errstate(all="ignore"):
        expected, found = outcome(case, real), outcome(case, fnp)
    if isinstance(expected, Exception):
        assert isinstance(found, Exception), (expected, found)
        return
    if isinstance(found, Exception):
        raise found
    for e, f in zip(*[v if type(v) is tuple else (v,) for v in (expected, found)], strict=True):
        assert e.dtype == f.dtype and e.shape == f.shape
        assert isinstance(e, real.generic) == isinstance(f, real.generic)
        real.testing.assert_allclose(real.asarray(f), e, rtol=2e-3 if e.itemsize < 4 else 1e-5)


def test_augmented_assignments_beside_scalars(backend):
    x, s = fnp.array([1.0, 2.0]), fnp.float64(3)
    y = x
    x += s
    x *= fnp.float32(2)
    assert y is x and x.tolist() == [8.0, 10.0]
    s += x
    assert type(s) is fnp.ndarray and s.tolist() == [11.0, 13.0]
    with pytest.raises(TypeError):
        n = fnp.array([1, 2])
        n += fnp.float64(1)


def test_values_of_a_loop_beside_an_array(backend):
    x = fnp.ones(2)
    for s in (0.0, -0.0, math.nan, 1.5, 1.5, -1.5, math.inf):
        for made in (fnp.float64(s), fnp.float32(s), s):
            for found, expected in (
                (x * made, real.ones(2) * made),
                (fnp.copysign(x, made), real.copysign(real.ones(2), made)),
            ):
                assert found.dtype == expected.dtype
                real.testing.assert_array_equal(real.asarray(found), expected)


def test_overflow_of_scalars_warns_as_numpys(backend):
    with pytest.warns(RuntimeWarning, match="overflow"):
        assert fnp.array([200], "u1")[0] + fnp.uint8(100) == 44


def test_numpys_own_arrays_mix_with_ours(backend):
    made = fnp.uint8([1, 2, 3])  # what NumPy's class gives
    assert isinstance(made, fnp.ndarray) and not isinstance(fnp.float64(1), fnp.ndarray)
    x = fnp.array([10, 20, 30])
    assert (x + made).tolist() == (made + x).tolist() == [11, 22, 33]
    assert type(x + made) is type(made + x) is fnp.ndarray
    assert fnp.add(made, made).tolist() == [2, 4, 6] and fnp.sum(made) == 6
    assert x[made - 1].tolist() == [10, 20, 30]
    x[made - 1] = made
    assert x.tolist() == [1, 2, 3]
    x += made
    assert x.tolist() == [2, 4, 6]
    made += x.astype("u1")
    assert made.tolist() == [3, 6, 9] and fnp.concatenate([x, made]).tolist() == [2, 4, 6, 3, 6, 9]


# values that the host has not got


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_traced_element_answers_as_numpys(backend):
    import jax

    seen = []

    def f(a):
        s = fnp.asarray(a).sum()
        seen.append((isinstance(s, fnp.float64), isinstance(s, fnp.floating), type(s)))
        seen.append((isinstance(s, fnp.ndarray), isinstance(s, fnp.integer), fnp.isscalar(s)))
        return (s * 2 + s**2).data

    assert jax.jit(f)(jax.numpy.ones(3)) == 15.0
    assert seen[0] == (True, True, BackendScalar) and seen[1] == (False, False, True)


@pytest.mark.parametrize("backend", ["torch"], indirect=True)
def test_an_element_that_requires_a_gradient_stays_with_pytorch(backend):
    import torch

    t = torch.ones(3, dtype=torch.float64, requires_grad=True)
    s = (fnp.asarray(t) * 2)[1]
    assert type(s) is BackendScalar and isinstance(s, fnp.float64)
    (s * s).data.backward()
    assert t.grad.tolist() == [0.0, 8.0, 0.0]


@pytest.mark.parametrize("backend", ["tensorflow"], indirect=True)
def test_an_element_that_a_tape_watches_stays_with_tensorflow(backend):
    import tensorflow as tf

    t = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(t)
        s = (fnp.asarray(t) * 3)[1]
        assert type(s) is BackendScalar and isinstance(s, fnp.float32)
        result = (s * s).data
    assert tape.gradient(result, t).numpy().tolist() == [0.0, 36.0]
