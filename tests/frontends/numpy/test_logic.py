"""Truth testing, comparison of whole arrays, questions about types."""

from __future__ import annotations

import pytest

from tests.frontends.numpy.differential import names_of, same

pytestmark = pytest.mark.filterwarnings("ignore")


def table(np, dtype="i4"):
    return np.array([[0, 1, 2], [3, 4, 5]], dtype)


INF, NAN = float("inf"), float("nan")
CASES = [
    lambda np: np.all(table(np)),
    lambda np: np.any(table(np), axis=0),
    lambda np: np.all(table(np), axis=1, keepdims=True),
    lambda np: np.all([]),
    lambda np: np.any([]),
    lambda np: np.all(5),
    lambda np: np.any([NAN]),
    lambda np: np.all(table(np), where=table(np) > 0),
    lambda np: np.all(table(np), axis=0, out=np.zeros(3, bool)),
    lambda np: np.any(table(np), axis=0, out=np.zeros(3)),
    lambda np: table(np).all(),
    lambda np: table(np).any(1),
    lambda np: np.all(table(np), axis=2),
    lambda np: np.all(table(np), axis=(0, 1)),
    lambda np: np.any([1j, 0]),
    lambda np: np.all([[True, False], [True, True]], axis=0),
    lambda np: np.isclose([1, 2], [1 + 1e-9, 2.1]),
    lambda np: np.isclose(1, 1),
    lambda np: np.isclose([INF, NAN], [INF, NAN]),
    lambda np: np.isclose([NAN], [NAN], equal_nan=True),
    lambda np: np.isclose([1e10, 1e-7], [1.00001e10, 1e-8]),
    lambda np: np.isclose(table(np), table(np), rtol=[0, 0, 0]),
    lambda np: np.isclose([1, 2], [1]),
    lambda np: np.isclose([1, 2, 3], [1, 2]),
    lambda np: np.isclose([INF], [1.0]),
    lambda np: np.isclose([-INF], [INF]),
    lambda np: np.allclose([1, 2], [1, 2 + 1e-9]),
    lambda np: np.allclose([1, NAN], [1, NAN]),
    lambda np: np.allclose([1, NAN], [1, NAN], equal_nan=True),
    lambda np: np.allclose([1], [2], atol=2),
    lambda np: np.allclose([], []),
    lambda np: np.allclose(1, 1.0),
    # more elements than the host computes, and a scalar: NumPy has classes of its own for these
    lambda np: np.allclose(np.ones(5000), np.float64(1.0)),
    lambda np: np.allclose(np.float64(2.0), np.ones(5000), atol=np.float64(0.5)),
    lambda np: np.isclose(np.ones(5000), np.ones(5000)[3] + 1).any(),
    lambda np: np.interp(np.linspace(0, 1, 5000), [0.0, np.float64(1.0)], [1.0, 3.0])[-1],
    lambda np: np.interp(np.float64(0.5), np.linspace(0, 1, 5000), np.arange(5000.0)),
    lambda np: np.array_equal([1, 2], [1, 2]),
    lambda np: np.array_equal([1, 2], [[1, 2]]),
    lambda np: np.array_equal([NAN], [NAN]),
    lambda np: np.array_equal([NAN], [NAN], equal_nan=True),
    lambda np: np.array_equal([1], [1.0]),
    lambda np: np.array_equal(["a"], ["a"]),
    lambda np: np.array_equal([1, 2], [1, 2], equal_nan=True),
    lambda np: np.array_equiv([1, 2], [[1, 2], [1, 2]]),
    lambda np: np.array_equiv([1, 2], [1, 2, 3]),
    lambda np: np.array_equiv([1, 2], [1, 3]),
    lambda np: np.isneginf([INF, -INF, NAN, 1]),
    lambda np: np.isposinf([INF, -INF, NAN, 1]),
    lambda np: np.isposinf(INF),
    lambda np: np.isneginf([1j]),
    lambda np: np.isposinf([1, 2]),
    lambda np: np.isposinf([INF], np.zeros(1, bool)),
    lambda np: np.iscomplex([1, 1j, 2 + 0j]),
    lambda np: np.isreal([1, 1j, 2 + 0j]),
    lambda np: np.iscomplex(1),
    lambda np: np.isreal([1.5]),
    lambda np: np.iscomplexobj([1j]),
    lambda np: np.iscomplexobj(1),
    lambda np: np.isrealobj(table(np)),
    lambda np: np.iscomplexobj(np.array([1j])),
    lambda np: np.isrealobj(1j),
    lambda np: np.iscomplexobj(np.complex64(1)),
    lambda np: np.can_cast("i4", "f4"),
    lambda np: np.can_cast(np.int8, np.float64),
    lambda np: np.can_cast(3, "f4"),
    lambda np: np.can_cast("f8", "i4", "unsafe"),
    lambda np: np.can_cast(table(np), "f8"),
    lambda np: np.can_cast("f8", "i4", "no"),
    lambda np: np.result_type(table(np, "i1"), 3),
    lambda np: np.result_type(np.float32, 3.0),
    lambda np: np.result_type("i4", "f4"),
    lambda np: np.result_type(np.float32(1), np.int8(2)),
    lambda np: np.result_type(3, 2.5),
    lambda np: np.result_type(),
    lambda np: np.result_type(table(np), np.float16),
    lambda np: np.promote_types("i4", np.float32),
    lambda np: np.promote_types("u8", "i8"),
    lambda np: np.min_scalar_type(300),
    lambda np: np.min_scalar_type(-1),
    lambda np: np.min_scalar_type(table(np)),
    lambda np: np.min_scalar_type(1.5),
    lambda np: np.common_type(table(np)).__name__,
    lambda np: np.common_type(np.ones(2, "f4"), np.ones(2, "c8")).__name__,
    lambda np: np.common_type(np.array([True])),
]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_cases(backend, case):
    same(case)
