# ruff: noqa: B023 (the cases are called at once)
"""Operators of the frontend's arrays and scalars, each against real NumPy."""

from __future__ import annotations

import operator

import numpy as real
import pytest

import frontends.numpy as fnp
from tests.frontends.numpy.differential import compare, same

pytestmark = pytest.mark.filterwarnings("ignore")


def test_reflected_operators(backend):
    same(lambda np: 1 - np.arange(3))
    same(lambda np: 2.0 ** np.arange(3))
    same(lambda np: [1, 2, 3] + np.arange(3))
    same(lambda np: (1, 2, 3) / np.arange(1, 4))
    same(lambda np: 7 % np.arange(1, 4))
    same(lambda np: True & np.array([True, False]))


@pytest.mark.parametrize(
    "shapes",
    [((3, 3), (3, 3)), ((3, 3), (3, 1)), ((2, 3, 3), (1, 3, 3)), ((2, 3, 3), (2, 3, 1)),
     ((1, 3), (3, 3)), ((3, 1, 3), (3, 3, 3)), ((3,), (3, 3)), ((3,), (2, 3, 3)), ((3,), (3,)),
     ((3, 3), (2, 2))],
)  # fmt: skip
def test_products_in_place_keep_their_shape(backend, shapes):
    def case(np):
        x, y = (np.arange(real.prod(shape)).reshape(shape).astype(float) for shape in shapes)
        x @= y
        return x

    same(case)


def test_bool_of_a_comparison(backend):
    def case(np):
        a = np.arange(3)
        found = []
        if a[1] == 1:
            found.append("equal")
        if not a[0]:
            found.append("zero")
        if (a >= 0).all() and np.any(a > 1):
            found.append("all")
        while a[2] > 0:
            a[2] -= 1
        try:
            bool(a == a)
        except ValueError:
            found.append("ambiguous")
        return found

    same(case)


def test_a_scalar_times_an_array_goes_at_once(backend):
    same(lambda np: np.float64(2) * np.arange(3))
    same(lambda np: np.float32(2) * np.arange(3.0))
    same(lambda np: np.float64(3) * [1, 2])
    a = real.float64(2) * fnp.arange(3)  # NumPy's own scalar
    assert type(a) is fnp.ndarray and a.tolist() == [0, 2, 4]


@pytest.mark.parametrize(
    "op", ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lt", "eq"]
)
def test_operators_with_everything(backend, op, assert_matches):
    f = getattr(operator, op)
    others = [
        lambda np: 2, lambda np: 2.5, lambda np: np.float32(2), lambda np: np.int64(3),
        lambda np: [1, 2, 3], lambda np: (1.0, 2.0, 3.0), lambda np: real.array([1, 2, 3], "f4"),
        lambda np: np.array(2), lambda np: np.array([[1], [2]]), lambda np: True,
    ]  # fmt: skip
    for other in others:
        for x in (
            lambda np: np.array([4, 5, 6]),
            lambda np: np.float64(4),
            lambda np: np.array(4.0),
        ):
            compare(lambda np: f(x(np), other(np)), assert_matches)
            compare(lambda np: f(other(np), x(np)), assert_matches)


IN_PLACE = [
    ("add", [1, 2, 3], 1), ("sub", [1.0, 2, 3], [1, 1, 1]), ("mul", [1, 2, 3], 1.5),
    ("truediv", [1, 2, 3], 2), ("truediv", [1.0, 2, 3], 2), ("floordiv", [7, 8, 9], 2),
    ("mod", [7, 8, 9], 4), ("pow", [1, 2, 3], 2), ("pow", [1, 2, 3], -1), ("and", [1, 2, 3], 1),
    ("or", [1, 2, 3], 4), ("xor", [1, 2, 3], 1), ("lshift", [1, 2, 3], 1), ("add", [1, 2, 3], 1j),
    ("add", [1, 2, 3], [[1, 1, 1], [2, 2, 2]]), ("add", [1, 2, 3], 2**70),
    ("mul", [1.0, 2.0], real.float32(2)),
]  # fmt: skip


@pytest.mark.parametrize(("op", "start", "other"), IN_PLACE)
def test_augmented_assignment(backend, op, start, other, assert_matches):
    def case(np):
        x = np.array(start)
        row = x[:]
        y = getattr(operator, f"i{op}")(x, np.array(other) if isinstance(other, list) else other)
        assert y is x
        return row

    compare(case, assert_matches)


def test_foreign_operands_decide(backend):
    masked = real.ma.array([1.0, 2.0], mask=[True, False])
    assert isinstance(fnp.sqrt(masked), real.ma.MaskedArray)

    class Unit:
        __array_ufunc__ = None

        def __radd__(self, other):
            return "added"

    assert fnp.array([1, 2]) + Unit() == "added"
    assert fnp.float64(1) + Unit() == "added"


def test_objects_run_on_the_host(backend):
    from fractions import Fraction

    result = fnp.array([1, 2]) * Fraction(1, 2)
    assert result.dtype == object and result.tolist() == [Fraction(1, 2), Fraction(1)]


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64"])
def test_zeros_beside_arrays_keep_their_signs_and_types(backend, dtype):
    def case(np):
        x = np.array([1, 2, 3], dtype)
        numbers = [0, 0.0, -0.0, False, np.float64(-0.0), np.float32(0.0), -0.0, 0.0, 0, False]
        return [
            (np.signbit(x * y), np.copysign(x + 1.0, y), x * y, y * x, x > y, np.maximum(x, y))
            for y in numbers
        ]

    same(case)
