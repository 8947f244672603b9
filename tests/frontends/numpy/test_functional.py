"""Functions of functions."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as fnp
from tests.frontends.numpy.differential import names_of, same

pytestmark = pytest.mark.filterwarnings("ignore")


def table(np):
    return np.array([[3.0, 1, 2], [6, 5, 4]])


def step(x):
    return x if x > 2 else 0


def shifted(x, y, by=1):
    """Add three numbers."""
    return x + y + by


CASES = [
    lambda np: np.vectorize(step)([1, 2, 3]),
    lambda np: np.vectorize(step)(table(np)),
    lambda np: np.vectorize(step, otypes=[float])([1, 2, 3]),
    lambda np: np.vectorize(step, otypes="f")([1, 3]),
    lambda np: np.vectorize(shifted)([1, 2], [[1], [2]]),
    lambda np: np.vectorize(shifted)([1, 2], 2, by=3),
    lambda np: np.vectorize(lambda x: (x, x * 2.5))([1, 2]),
    lambda np: np.vectorize(lambda x: x + 1)(5),
    lambda np: np.vectorize(step)([]),
    lambda np: np.vectorize(step, otypes=[int])([]),
    lambda np: np.vectorize(shifted).__doc__,
    lambda np: np.vectorize(lambda p, x: sum(p) + x, excluded=[0])([1, 2], [1, 2]),
    lambda np: np.vectorize(lambda v: v.sum(), signature="(n)->()")(table(np)),
    lambda np: np.vectorize(lambda v: v[::-1], signature="(n)->(n)")(table(np)),
    lambda np: np.vectorize(step, otypes="?!")([1]),
    lambda np: np.vectorize(lambda s: s.upper())(["a", "b"]),
    lambda np: np.vectorize(step, cache=True)([1, 5]),
    lambda np: np.apply_along_axis(lambda v: v.max() - v.min(), 1, table(np)),
    lambda np: np.apply_along_axis(lambda v: v.sum(), 0, table(np)),
    lambda np: np.apply_along_axis(sorted, 1, [[3, 1], [2, 5]]),
    lambda np: np.apply_along_axis(lambda v: np.outer(v, v), 0, table(np)),
    lambda np: np.apply_along_axis(lambda v, k: v + k, 0, table(np), 2),
    lambda np: np.apply_along_axis(sum, 3, table(np)),
    lambda np: np.apply_along_axis(lambda v: 1, 0, np.ones((2, 0))),
    lambda np: np.apply_along_axis(lambda v: v[:2] * 2, 1, np.arange(12).reshape(2, 3, 2)),
    lambda np: np.apply_over_axes(np.sum, np.arange(12).reshape(2, 3, 2), [0, 2]),
    lambda np: np.apply_over_axes(np.sum, table(np), 0),
    lambda np: np.piecewise(
        [-1.0, 0.5, 2],
        [np.array([-1.0, 0.5, 2]) < 0, np.array([-1.0, 0.5, 2]) > 1],
        [-1, lambda x: x * 2, 7],
    ),
    lambda np: np.piecewise(table(np), [table(np) > 2, table(np) <= 2], [lambda x: x**2, 0]),
    lambda np: np.piecewise(3.0, [True], [5]),
    lambda np: np.piecewise([1, 2, 3], [[True, False, True]], [1.7, 4.2]),
    lambda np: np.piecewise([1, 2], [[True, False]], [1, 2, 3]),
    lambda np: np.piecewise(table(np), table(np) > 2, [1, lambda x, k: x + k], 10),
    lambda np: np.piecewise(np.array(3.0), [False, True], [1, lambda x: x + 1]),
    lambda np: np.frompyfunc(lambda x: x + 1, 1, 1)(np.array([1, 2])),
    lambda np: np.apply_along_axis(lambda row: "a" + str(row[0]), 0, table(np)),
    lambda np: np.apply_along_axis(lambda row: np.ma.array(row, mask=row > 2), 1, table(np)).sum(),
    lambda np: np.apply_along_axis(lambda row: row.sum(), 1, np.matrix([[1, 2], [3, 4]])).tolist(),
]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_cases(backend, case):
    same(case)


def test_vectorize_as_decorator(backend):
    @fnp.vectorize
    def double(x):
        return 2 * x

    @fnp.vectorize(otypes=[float])
    def halve(x):
        return x / 2

    assert double([1, 2]).tolist() == [2, 4] and double.__name__ == "double"
    assert halve([1, 2]).dtype == real.float64
    with pytest.raises(ValueError):
        fnp.vectorize(otypes="?!")
