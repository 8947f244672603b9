# ruff: noqa: B023 (the cases are called at once)
"""Ufuncs: values, promotion, keywords, methods and errors, each against real NumPy."""

from __future__ import annotations

import operator
import pickle
import warnings

import numpy as real
import pytest

import frontends.numpy as fnp
from frontends.numpy.ufuncs.table import UFUNCS
from tests.frontends.numpy.differential import compare, outcome, same

DTYPES = ("?", "i1", "u1", "i2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16")
FEW = ("?", "u1", "i4", "i8", "f4", "f8", "c16")
NAMES = sorted({u.__name__ for u in UFUNCS.values()})
UNARY = [n for n in NAMES if getattr(real, n).nin == 1]
BINARY = [n for n in NAMES if getattr(real, n).nin == 2 and getattr(real, n).signature is None]

pytestmark = pytest.mark.filterwarnings("ignore")


def values(np, dtype, shift=0):
    """Return six values that every function likes, and that are different in every operand."""
    base = [1, 0, 2, 3, 1, 2] if shift else [0, 1, 3, 2, 1, 2]
    return np.array(base[:1] + base[2:] if shift is True else base, dtype)


LOOSE = {"f2": 2e-2, "f4": 1e-4, "c8": 1e-4}


@pytest.mark.parametrize("name", UNARY)
def test_unary_over_dtypes(backend, full, name, assert_matches):
    for dtype in DTYPES if full else FEW:
        compare(
            lambda np: getattr(np, name)(values(np, dtype, name == "reciprocal")),
            assert_matches,
            LOOSE.get(dtype, 1e-10),
        )


@pytest.mark.parametrize("name", BINARY)
def test_promotion_of_pairs(backend, full, name, assert_matches):
    dtypes = DTYPES if full else ("?", "u1", "i8", "f4")
    for first in dtypes:
        for second in dtypes:
            if name in ("power", "float_power") and {first, second} & {"c8", "c16"}:
                continue  # 0 ** complex is nan here and there, in other parts
            compare(
                lambda np: getattr(np, name)(values(np, first), values(np, second, 1)),
                assert_matches,
                2e-2 if "f2" in (first, second) else 1e-4,
            )


@pytest.mark.parametrize("number", [True, 2, 1.5, 1 + 2j])
@pytest.mark.parametrize("dtype", ["?", "u1", "i8", "f4"])
def test_python_numbers_are_weak(backend, dtype, number, assert_matches):
    for name in ("add", "multiply", "divide", "power", "maximum", "equal", "floor_divide"):
        compare(lambda np: getattr(np, name)(values(np, dtype, 1), number), assert_matches, 1e-4)
        compare(
            lambda np: getattr(np, name)(number, values(np, dtype, 1) + 1), assert_matches, 1e-4
        )


SPECIAL = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan")]


@pytest.mark.parametrize("name", [
    "add", "multiply", "divide", "floor_divide", "remainder", "fmod", "maximum", "minimum", "fmax",
    "fmin", "equal", "less", "logical_and", "arctan2", "hypot", "copysign", "nextafter",
    "heaviside", "logaddexp", "power",
])  # fmt: skip
def test_special_values(backend, name, assert_matches):
    compare(
        lambda np: getattr(np, name)(np.array(SPECIAL)[:, None], np.array(SPECIAL)), assert_matches
    )


@pytest.mark.parametrize("name", ["floor_divide", "remainder", "fmod", "divmod", "gcd", "lcm"])
@pytest.mark.parametrize("dtype", ["i4", "u1"])
def test_integer_division_by_zero_and_of_negatives(backend, name, dtype, assert_matches):
    numbers = [7, 0, 3, 8] if dtype == "u1" else [7, -7, 0, 8]
    divisors = [0, 2, 5, 3] if dtype == "u1" else [0, 3, -3, -5]
    compare(
        lambda np: getattr(np, name)(np.array(numbers, dtype)[:, None], np.array(divisors, dtype)),
        assert_matches,
    )


CALLS = [
    lambda np: np.add([1, 2], [3, 4]),
    lambda np: np.add(1, 2),
    lambda np: np.add(np.float32(1), 2),
    lambda np: np.sqrt(4),
    lambda np: np.sqrt(np.array(4.0)),
    lambda np: np.add(np.ones(3), 1, dtype="f4"),
    lambda np: np.add(np.ones(3, "i4"), 1, dtype=np.float64),
    lambda np: np.add(np.ones(3), 1, signature="ff->f"),
    lambda np: np.add(np.ones(3), 1, casting="unsafe", dtype="i4"),
    lambda np: np.add(np.ones(3), 1, dtype="i4"),
    lambda np: np.add(np.ones(3), 1, signature=(None, None, "f4")),
    lambda np: np.add(1, 2, signature="d"),
    lambda np: np.add(1, 2, dtype="f4", signature="dd->d"),
    lambda np: np.equal(np.ones(3), 1, dtype=bool),
    lambda np: np.add(np.ones(3), 1, order="F"),
    lambda np: np.add(np.ones(3), 1, order="X"),
    lambda np: np.add(np.ones(3), 1, casting="none"),
    lambda np: np.add(np.ones(3), 1, foo=1),
    lambda np: np.add(np.ones(3)),
    lambda np: np.add(),
    lambda np: np.sin(),
    lambda np: np.add(np.ones(3), 1, 2, 3),
    lambda np: np.add(np.ones(3), np.ones(2)),
    lambda np: np.add("a", 1),
    lambda np: np.add(None, 1),
    lambda np: np.add(np.ones(3), None),
    lambda np: np.bitwise_and(np.ones(3), 1),
    lambda np: np.subtract(np.array([True]), np.array([True])),
    lambda np: np.negative(np.array([True])),
    lambda np: np.invert(np.ones(3)),
    lambda np: np.add(np.ones(3), 1, out=[1, 2, 3]),
    lambda np: np.add(np.ones(3), 1, out=(np.ones(3), np.ones(3))),
    lambda np: np.add(np.ones(3), 1, np.ones(3), out=np.ones(3)),
    lambda np: np.add(np.ones((2, 3)), 1, out=np.ones(3)),
    lambda np: np.add(np.ones(3), 1, out=np.ones(3, "i4")),
    lambda np: np.modf(np.ones(3), out=np.ones(3)),
    lambda np: np.add(np.ones(3), 1, out=np.zeros((2, 3))),
    lambda np: np.add(np.ones(3), 1, out=np.zeros(3, "f4")),
    lambda np: np.add(np.ones(3), 1, out=np.zeros(3, "i4"), casting="unsafe"),
    lambda np: np.add(1, 1, out=np.zeros(())),
    lambda np: np.add(np.arange(3), 1, np.zeros(3)),
    lambda np: np.sin(np.arange(3), np.zeros(3)),
    lambda np: np.add(np.arange(3), 1, out=(None,)),
    lambda np: np.add(np.arange(3), 1, out=np.zeros(3), where=[True, False, True]),
    lambda np: np.add(np.arange(3), 1, out=np.full(3, 9), where=np.array([True, False, True])),
    lambda np: np.add(np.arange(3), 1, out=np.zeros(3), where=np.array([1, 0, 1])),
    lambda np: np.add(1, 2, out=np.zeros((2, 3)), where=[[True], [False]]),
    lambda np: np.divide(np.ones(3), np.arange(3), out=np.zeros(3), where=np.arange(3) != 0),
    lambda np: np.modf(np.array([1.5, -2.25])),
    lambda np: np.modf(1.5),
    lambda np: np.frexp(np.array([1.5, 8.0])),
    lambda np: np.modf([1.5, 2.5], out=(None, np.zeros(2))),
    lambda np: np.modf([1.5, 2.5], np.zeros(2)),
    lambda np: np.divmod(np.array([7, -7]), 3, out=(np.zeros(2, int), np.zeros(2))),
    lambda np: np.divmod(7, 3),
    lambda np: np.arange(3) ** 2,
    lambda np: np.arange(3) ** -1,
    lambda np: np.power(np.arange(3), -1),
    lambda np: np.arange(1.0, 3) ** -1,
    lambda np: 2 ** np.arange(3),
    lambda np: np.add(np.ones(3), 10**400),
    lambda np: np.uint8(3) + 300,
    lambda np: np.uint8(3) < 300,
    lambda np: np.array([1, 2]) == "x",
    lambda np: np.array([1, 2]) != "x",
    lambda np: np.array([1, 2]) == None,  # noqa: E711
    lambda np: np.array([1, 2]) < "x",
    lambda np: np.array([1, 2]) + "x",
    lambda np: np.array([1, 2]) + None,
    lambda np: np.array([1, 2]) == np.array([1, 2, 3]),
    lambda np: -np.array([True]),
    lambda np: abs(np.array([-1, 2])),
    lambda np: ~np.array([1, 2]),
    lambda np: +np.array([1.5]),
    lambda np: divmod(np.array([7.5]), 2),
    lambda np: divmod(7, np.array([2, 3])),
    lambda np: np.isnan([1.0, float("nan")]),
    lambda np: np.logical_not([0, 2]),
    lambda np: np.ldexp(np.array([1.0, 2.0], "f4"), 3),
    lambda np: np.ldexp(3, np.array([1, 2])),
    lambda np: np.bitwise_count(np.array([1, 255, -3])),
    lambda np: np.spacing(np.array([1.0, 1e10])),
]


@pytest.mark.parametrize("case", CALLS)
def test_calls(backend, case, assert_matches):
    compare(case, assert_matches)


@pytest.mark.parametrize("dtype", ["u1", "i1", "i8", "u8", "f4", "?"])
def test_python_integers_out_of_range(backend, dtype, assert_matches):
    for number in (300, -1, 2**70, -(2**70)):
        for f in (operator.add, operator.lt, operator.eq, operator.ne, operator.ge):
            if dtype == "f4" and abs(number) > 2**60 and f is operator.add:
                continue
            compare(lambda np: f(np.array([1, 0], dtype), number), assert_matches, 1e-4)
            compare(lambda np: f(number, np.array([1, 0], dtype)), assert_matches, 1e-4)


GUFUNCS = [
    lambda np: np.matmul(np.ones((2, 3)), np.ones((3, 2))),
    lambda np: np.matmul(np.ones(3), np.ones(3)),
    lambda np: np.matmul(np.ones(3), 2),
    lambda np: np.ones(2) @ 2,
    lambda np: np.float64(2) @ np.ones(2),
    lambda np: np.matmul(np.ones((2, 3)), np.ones((2, 3))),
    lambda np: np.matmul(np.ones((2, 3)), np.ones((3, 2)), out=np.zeros((2, 2))),
    lambda np: np.matmul(
        np.arange(6.0).reshape(2, 3), np.ones((2, 3)), axes=[(1, 0), (0, 1), (0, 1)]
    ),
    lambda np: np.matmul(
        np.arange(6.0).reshape(2, 3), np.ones((3, 4)), axes=[(0, 1), (0, 1), (1, 0)]
    ),
    lambda np: np.matmul(np.ones((2, 3)), np.ones((3, 2)), axis=1),
    lambda np: np.matmul(np.ones((2, 3)), np.ones((3, 2)), where=True),
    lambda np: np.vecdot(np.arange(6.0).reshape(2, 3), np.ones((2, 3))),
    lambda np: np.vecdot(np.arange(6.0).reshape(2, 3), np.ones((2, 3)), axis=0),
    lambda np: np.vecdot(np.arange(6.0).reshape(2, 3), np.ones((2, 3)), axis=1, keepdims=True),
    lambda np: np.vecdot(np.array([1 + 2j, 3]), np.array([2.0, 1j])),
    lambda np: np.vecdot(np.ones(3), np.ones(3)),
    lambda np: np.matvec(np.arange(6.0).reshape(2, 3), np.arange(3.0)),
    lambda np: np.matvec(np.ones((2, 3)), np.ones(2)),
    lambda np: np.vecmat(np.array([1j, 2]), np.arange(6.0).reshape(2, 3)),
    lambda np: np.vecmat([1, 2], [[1, 2, 3], [4, 5, 6]]),
]


@pytest.mark.parametrize("case", GUFUNCS)
def test_core_dimensions(backend, case, assert_matches):
    compare(case, assert_matches)


def table(np, dtype="i4"):
    return np.array([[3, 1, 2], [6, 5, 4]], dtype)


REDUCTIONS = [
    lambda np: np.add.reduce([1, 2, 3]),
    lambda np: np.add.reduce(5),
    lambda np: np.add.reduce(table(np)),
    lambda np: np.add.reduce(table(np), axis=1),
    lambda np: np.add.reduce(table(np), axis=None),
    lambda np: np.add.reduce(table(np), axis=(0, 1)),
    lambda np: np.add.reduce(table(np, "i1"), axis=()),
    lambda np: np.add.reduce(table(np), axis=-1, keepdims=True),
    lambda np: np.add.reduce(table(np), axis=None, keepdims=True),
    lambda np: np.add.reduce(table(np), axis=2),
    lambda np: np.add.reduce(table(np), axis=(0, 0)),
    lambda np: np.add.reduce(table(np), axis=1.0),
    lambda np: np.add.reduce(table(np, "u1")),
    lambda np: np.add.reduce(table(np, "?")),
    lambda np: np.add.reduce(table(np), dtype="f4"),
    lambda np: np.add.reduce(table(np), initial=10),
    lambda np: np.add.reduce(table(np), initial=1.7),
    lambda np: np.add.reduce(table(np, "f8"), dtype="i4"),
    lambda np: np.add.reduce(table(np), where=[True, False, True]),
    lambda np: np.add.reduce(table(np), axis=1, where=[True, False, True], initial=100),
    lambda np: np.add.reduce(table(np), out=np.zeros(3)),
    lambda np: np.add.reduce(table(np), out=np.zeros(3, "i1")),
    lambda np: np.add.reduce(table(np), out=np.zeros(2)),
    lambda np: np.add.reduce([]),
    lambda np: np.add.reduce([], initial=None),
    lambda np: np.multiply.reduce([]),
    lambda np: np.maximum.reduce([]),
    lambda np: np.maximum.reduce([], initial=3),
    lambda np: np.maximum.reduce(np.zeros((0, 3))),
    lambda np: np.maximum.reduce(np.zeros((3, 0)), axis=0),
    lambda np: np.maximum.reduce(table(np), initial=4),
    lambda np: np.maximum.reduce(table(np), where=[True, False, True]),
    lambda np: np.minimum.reduce(table(np), where=[True, False, True], initial=7),
    lambda np: np.maximum.reduce(np.array([1.0, float("nan"), 0])),
    lambda np: np.fmax.reduce(np.array([1.0, float("nan"), 0])),
    lambda np: np.logical_and.reduce(table(np)),
    lambda np: np.logical_or.reduce([]),
    lambda np: np.logical_and.reduce(table(np), axis=None),
    lambda np: np.less.reduce([1, 2, 3]),
    lambda np: np.subtract.reduce(np.ones((2, 2)), axis=(0, 1)),
    lambda np: np.subtract.reduce([10, 2, 3]),
    lambda np: np.divide.reduce([8, 2, 2]),
    lambda np: np.bitwise_or.reduce(table(np)),
    lambda np: np.bitwise_and.reduce(table(np), axis=None),
    lambda np: np.hypot.reduce([3.0, 4.0]),
    lambda np: np.gcd.reduce([12, 18]),
    lambda np: np.logaddexp.reduce([1.0, 2.0]),
    lambda np: np.power.reduce([2, 3, 2], initial=None),
    lambda np: np.sin.reduce([1]),
    lambda np: np.divmod.reduce([1]),
    lambda np: np.matmul.reduce([1]),
    lambda np: np.add.accumulate(table(np, "i1")),
    lambda np: np.add.accumulate(table(np), axis=1),
    lambda np: np.add.accumulate([1, 2, 3], dtype="f4"),
    lambda np: np.add.accumulate([1, 2, 3], out=np.zeros(3)),
    lambda np: np.add.accumulate(5),
    lambda np: np.add.accumulate(table(np), axis=None),
    lambda np: np.add.accumulate(table(np), axis=2),
    lambda np: np.multiply.accumulate(table(np)),
    lambda np: np.maximum.accumulate(table(np), axis=1),
    lambda np: np.minimum.accumulate([3.0, 1.0, 2.0]),
    lambda np: np.subtract.accumulate([10, 2, 3]),
    lambda np: np.logical_and.accumulate([1, 0, 1]),
    lambda np: np.add.reduceat(np.arange(8), [0, 4, 1, 5]),
    lambda np: np.add.reduceat(table(np), [0, 2], axis=1),
    lambda np: np.maximum.reduceat([3, 1, 2], [0, 1], out=np.zeros(2)),
    lambda np: np.add.outer([1, 2], [10, 20, 30]),
    lambda np: np.add.outer(np.ones(2, "i1"), 1),
    lambda np: np.multiply.outer(2.0, [1, 2]),
    lambda np: np.subtract.outer(np.arange(2), np.arange(4).reshape(2, 2)),
    lambda np: np.divmod.outer([7, 8], [2, 3]),
    lambda np: np.add.outer([1, 2], [1], out=np.zeros((2, 1))),
    lambda np: np.sin.outer(1, 2),
    lambda np: np.matmul.outer([1], [2]),
]


@pytest.mark.parametrize("case", REDUCTIONS)
def test_methods(backend, case, assert_matches):
    compare(case, assert_matches)


def test_every_binary_function_reduces_and_accumulates(backend, full, assert_matches):
    for name in BINARY:
        if getattr(real, name).nout > 1:
            continue
        for dtype in ("i4", "f8") if full else ("f8" if name not in _INTEGER else "i4",):
            array = lambda np: np.array([[4, 2], [1, 3], [2, 2]], dtype)  # noqa: E731
            compare(lambda np: getattr(np, name).reduce(array(np)), assert_matches)
            compare(lambda np: getattr(np, name).accumulate(array(np)), assert_matches)


_INTEGER = ("bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "lcm", "left_shift", "right_shift")


def at(np, name, dtype, *args):
    x = np.array([1, 2, 3, 4], dtype)
    getattr(np, name).at(x, *args)
    return x


AT = [
    lambda np: at(np, "add", "f8", [0, 0, 1], 1),
    lambda np: at(np, "add", "f8", ([0, 0, 3],), [1.5, 2, 3]),
    lambda np: at(np, "add", "i4", slice(1, 3), 5),
    lambda np: at(np, "maximum", "i4", np.array([1, 1]), np.array([7, 3])),
    lambda np: at(np, "negative", "i4", [0, 0, 1]),
    lambda np: at(np, "add", "i4", [4], 1),
    lambda np: np.add.at([1, 2], [0], 1),
]


@pytest.mark.parametrize("case", AT)
def test_at(backend, case, assert_matches):
    if outcome(case, real) is None:
        return
    compare(case, assert_matches)


def test_at_reaches_aliases(backend):
    x = fnp.array([[1.0, 2.0], [3.0, 4.0]])
    fnp.add.at(x[1], [0, 0], 10)
    assert x.tolist() == [[1, 2], [23, 4]]


def test_out_reaches_aliases(backend):
    x = fnp.zeros((2, 3))
    result = fnp.add(fnp.arange(3), 1, out=x[1])
    assert x.tolist() == [[0, 0, 0], [1, 2, 3]] and result.tolist() == [1, 2, 3]
    fnp.multiply(x, 2, x)
    assert x.tolist() == [[0, 0, 0], [2, 4, 6]]
    fnp.add(x[1], x[1, ::-1], out=x[1])
    assert x.tolist() == [[0, 0, 0], [8, 8, 8]]


@pytest.mark.filterwarnings("ignore:'where' used without 'out'")
def test_where_without_out_of_several_results(backend):
    for name, operands in {"modf": [1.5], "frexp": [3.0], "divmod": [7.0, 2.0]}.items():
        given = [fnp.full(3, value) for value in operands]
        found = getattr(fnp, name)(*given, where=fnp.array([True, False, True]))
        expected = getattr(real, name)(*operands)
        for ours, theirs in zip(found, expected, strict=True):
            assert [ours[0], ours[2]] == [theirs, theirs] and ours.dtype == theirs.dtype


def test_out_is_returned_itself(backend):
    out = fnp.zeros(3)
    assert fnp.add([1, 2, 3], 1, out=out) is out
    assert fnp.add.reduce([[1, 2, 3]], out=out) is out
    assert fnp.add.accumulate([1, 2, 3], out=out) is out
    host = real.zeros(3)
    assert fnp.add(fnp.array([1, 2, 3]), 1, out=host) is host
    assert host.tolist() == [2, 3, 4]


def test_attributes():
    for name in NAMES:
        ours, theirs = getattr(fnp, name), getattr(real, name)
        for attribute in ("nin", "nout", "nargs", "identity", "types", "ntypes", "signature"):
            assert getattr(ours, attribute) == getattr(theirs, attribute), name
        assert ours.__name__ == theirs.__name__ and repr(ours) == repr(theirs)
        assert isinstance(ours, fnp.ufunc)
    assert pickle.loads(pickle.dumps([fnp.ufunc, fnp.add])) == [fnp.ufunc, fnp.add]
    assert repr(fnp.ufunc) == repr(real.ufunc) and isinstance(real.add, fnp.ufunc)
    aliases = [n for n in dir(real) if isinstance(getattr(real, n), real.ufunc)]
    for alias in aliases:
        assert alias == "isnat" or getattr(fnp, alias) is getattr(
            fnp, getattr(real, alias).__name__
        )


def test_errors_are_numpys_classes(backend):
    errors = real._core._exceptions
    for case, cls in (
        (lambda np: np.add("a", 1), errors._UFuncNoLoopError),
        (lambda np: np.add(np.ones(2), 1, out=np.ones(2, int)), errors._UFuncOutputCastingError),
        (lambda np: np.ones(2, int).__itruediv__(2), errors._UFuncOutputCastingError),
        (lambda np: np.add(np.ones(2), 1.5, dtype=int), errors._UFuncInputCastingError),
    ):
        with pytest.raises(cls):
            case(fnp)


def test_errstate_does_not_disturb(backend):
    with fnp.errstate(divide="ignore", invalid="ignore"):
        assert fnp.divide(fnp.array([1.0]), 0.0).tolist() == [float("inf")]


def test_where_without_out_warns(backend):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fnp.add(fnp.ones(2), 1, where=fnp.array([True, False]))
    assert any("without 'out'" in str(w.message) for w in caught)


def test_methods_under_a_tracer(backend):
    if backend != "jax":
        pytest.skip("traced with jax.jit")
    import jax

    from ivy_core.backends.holder import read

    def program(np, x):
        np.add.at(x, ([0, 0, 1], [1, 1, 2]), [1.0, 2.0, 3.0])
        y = np.maximum.accumulate(x, axis=1) + np.subtract.reduce(x, axis=1)[:, None]
        return np.add(y, np.logaddexp.reduce(x, axis=0), where=x > 2, out=np.zeros((2, 3)))

    x = real.array([[3.0, 1, 2], [6, 5, 5.5]])
    traced = jax.jit(lambda native: read(program(fnp, fnp.asarray(native))))(x)
    real.testing.assert_allclose(traced, program(real, x.copy()))


def test_positional_out(backend):
    def case(np):
        a = np.arange(3.0)
        b = np.empty(3)
        assert np.multiply(a, 2, b) is b
        np.add(b, a, b)
        np.sqrt(b, b)
        np.maximum(a, b, out=a)
        np.dot(np.eye(3), a, b)
        return a, b

    same(case)


def test_outer_products_of_ufuncs(backend):
    same(lambda np: np.add.outer([1, 2], [10, 20, 30]))
    same(lambda np: np.multiply.outer(np.arange(2), np.arange(3.0)))
    same(lambda np: np.add.reduce([[1, 2], [3, 4]], axis=1))
    same(lambda np: np.maximum.accumulate([1, 3, 2]))


def test_functions_in_a_class_body(backend):
    def case(np):
        class Maths:
            array = np.array
            zeros = np.zeros
            total = np.sum
            root = np.sqrt
            minimum = np.minimum

        return Maths.array([1, 2]), Maths.total([1, 2]), Maths.root(4.0), Maths.minimum(1, [0, 2])

    same(case)


def test_a_ufunc_in_a_class_body_is_no_method(backend):
    def case(np):
        class Maths:
            root = np.sqrt

        return Maths().root(4.0)

    same(case)


@pytest.mark.parametrize("name", ["minimum", "maximum", "add", "sqrt"])
def test_out_by_keyword_does_not_warn(backend, name):
    def case(np):
        a, out = np.array([1.0, 4.0, 9.0]), np.zeros(3)
        operands = (a, a[::-1]) if getattr(real, name).nin == 2 else (a,)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = getattr(np, name)(*operands, out=out)
        return result is out, out

    same(case)


def test_ellipsis_as_out_asks_for_arrays(backend):
    def case(np):
        results = (
            np.add(1, 2, out=...), np.add(np.ones(2), 2, out=...), *np.divmod(7, 2, out=...),
            np.add.reduce(np.ones(3), out=...), np.sin(np.float64(1), out=...),
            np.add.accumulate(np.ones(3), out=...),
        )  # fmt: skip
        assert all(isinstance(x, np.ndarray) for x in results)
        with pytest.raises(TypeError):
            np.negative(1, out=(...,))
        return results

    same(case)
