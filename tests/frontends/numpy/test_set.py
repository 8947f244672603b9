"""Sets: distinct elements, unions, intersections, membership."""

from __future__ import annotations

import pytest

from tests.frontends.numpy.differential import names_of, same

pytestmark = pytest.mark.filterwarnings("ignore")


def table(np):
    return np.array([[1, 2, 1], [3, 2, 1], [1, 2, 1]])


NAN = float("nan")
CASES = [
    lambda np: np.unique([3, 1, 3, 2]),
    lambda np: np.unique(table(np)),
    lambda np: np.unique([NAN, 1, NAN]),
    lambda np: np.unique([NAN, 1, NAN], equal_nan=False),
    lambda np: np.unique([]),
    lambda np: np.unique(5),
    lambda np: np.unique([True, False, True]),
    lambda np: np.unique(["b", "a", "b"]),
    lambda np: np.unique([1j, 1, 1j]),
    lambda np: np.unique(table(np), return_index=True),
    lambda np: np.unique(table(np), return_inverse=True),
    lambda np: np.unique(table(np), return_counts=True),
    lambda np: np.unique([3, 1, 3], True, True, True),
    lambda np: np.unique(table(np), axis=0),
    lambda np: np.unique(table(np), axis=1, return_inverse=True),
    lambda np: np.unique(
        table(np), axis=0, return_index=True, return_inverse=True, return_counts=True
    ),
    lambda np: np.unique(table(np), axis=2),
    lambda np: np.unique([], return_counts=True),
    lambda np: np.unique(np.ones((2, 0)), axis=0),
    lambda np: np.unique([NAN, 1, NAN], return_inverse=True, return_counts=True),
    lambda np: np.unique(np.ones((2, 2, 2)), axis=-1),
    lambda np: np.unique_values([3, 1, 3]),
    lambda np: tuple(np.unique_counts([3, 1, 3])),
    lambda np: tuple(np.unique_inverse([[3, 1], [3, 2]])),
    lambda np: tuple(np.unique_all([3, 1, NAN, NAN])),
    lambda np: np.unique_counts([3, 1, 3]).counts,
    lambda np: np.unique_all([3, 1, 3]).inverse_indices,
    lambda np: np.union1d([1, 3], [2, 3.5]),
    lambda np: np.intersect1d([1, 3, 4, 3], [3, 1, 1]),
    lambda np: np.intersect1d([1, 3, 4, 3], [3, 1, 1], return_indices=True),
    lambda np: np.intersect1d([1, 3], [3, 2], assume_unique=True),
    lambda np: np.intersect1d([1, 3], [3, 2], assume_unique=True, return_indices=True),
    lambda np: np.intersect1d([], [1]),
    lambda np: np.setdiff1d([1, 2, 3, 2, 4, 1], [3, 4, 5]),
    lambda np: np.setdiff1d([4, 1], [1], assume_unique=True),
    lambda np: np.setxor1d([1, 2, 3, 2], [2, 5]),
    lambda np: np.setxor1d([], []),
    lambda np: np.setxor1d([1, 2], [2, 3], assume_unique=True),
    lambda np: np.setdiff1d(table(np), [1]),
    lambda np: np.isin([1, 2, 3], [2, 4]),
    lambda np: np.isin(table(np), [1], invert=True),
    lambda np: np.isin(table(np), list(range(2, 30))),
    lambda np: np.isin([], [1]),
    lambda np: np.isin([1, 2], []),
    lambda np: np.isin(2, [1, 2]),
    lambda np: np.isin([1.5, NAN], [NAN, 1.5]),
    lambda np: np.isin([1, 2], [1], kind="table"),
    lambda np: np.isin([1, 2], [1], kind="x"),
    lambda np: np.isin(["a"], ["a", "b"]),
    lambda np: np.isin([1, 2], {1}),
    lambda np: np.isin([1.0], [1], kind="table"),
]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_cases(backend, case):
    same(case)
