"""Sorting, searching and counting."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as fnp
from tests.frontends.numpy.differential import names_of, same

pytestmark = pytest.mark.filterwarnings("ignore")


def table(np, dtype="f8"):
    return np.array([[3, 1, 2], [6, 5, 5]], dtype)


NAN = float("nan")
CASES = [
    lambda np: np.sort([3, 1, 2]),
    lambda np: np.sort(table(np), axis=0),
    lambda np: np.sort(table(np), axis=None),
    lambda np: np.sort([3.0, NAN, 1]),
    lambda np: np.sort(5),
    lambda np: np.sort(np.array(5), axis=None),
    lambda np: np.sort([2 + 1j, 2, 1 + 5j]),
    lambda np: np.sort([True, False]),
    lambda np: np.sort([3, 1], kind="stable"),
    lambda np: np.sort([3, 1], kind="x"),
    lambda np: np.sort([3, 1], stable=True),
    lambda np: np.sort([3, 1], kind="stable", stable=True),
    lambda np: np.sort([3, 1], order="a"),
    lambda np: np.sort([]),
    lambda np: np.sort(np.array([3, 1, 2], "u1")),
    lambda np: np.sort(table(np), axis=3),
    lambda np: np.sort(["b", "a"]),
    lambda np: np.sort(np.float32([1, -NAN, -1])),
    lambda np: np.sort(np.array([2, 1, 3], "u8")),
    lambda np: np.argsort([3, 1, 2]),
    lambda np: np.argsort([3, 1, 3, 1], kind="stable"),
    lambda np: np.argsort(table(np), axis=0, kind="stable"),
    lambda np: np.argsort([NAN, 1, 0]),
    lambda np: np.argsort(5),
    lambda np: np.argsort(table(np), axis=None, stable=True),
    lambda np: table(np).argsort(axis=1, kind="stable"),
    lambda np: np.argsort([True, False]),
    lambda np: np.argsort([2 + 1j, 2, 1 + 5j]),
    lambda np: np.lexsort(([1, 2, 1, 2], [4, 3, 3, 4])),
    lambda np: np.lexsort(table(np)),
    lambda np: np.lexsort([[3, 1, 2]]),
    lambda np: np.lexsort(()),
    lambda np: np.lexsort(([[1, 2], [2, 1]], [[0, 0], [1, 1]]), axis=0),
    lambda np: np.partition([3, 1, 2], 1)[1],
    lambda np: np.partition([3, 1, 2], 5),
    lambda np: np.partition([3, 1, 2], [0, -1])[[0, 2]],
    lambda np: np.partition(table(np), 0, axis=None)[0],
    lambda np: np.argpartition([3, 1, 2], 1)[1],
    lambda np: np.argpartition([3, 1, 2], 1.5),
    lambda np: np.argmax(table(np), axis=0, out=np.zeros(5, int)),
    lambda np: np.argmin(table(np), axis=0, out=np.zeros(3)),
    lambda np: np.argmax(table(np), 0, np.zeros(3, "i4")),
    lambda np: table(np).argmax(axis=0, out=np.zeros((1, 3), int), keepdims=True),
    lambda np: table(np).argmax(axis=0, out=np.zeros(3, int), keepdims=True),
    lambda np: np.searchsorted([3, 1, 2], 2, sorter=[1, 2, 0]),
    lambda np: np.searchsorted([3, 1, 2], 2, sorter=[-1, 2, 0]),
    lambda np: np.sort_complex([3, 1, 2]),
    lambda np: np.sort_complex([2 + 1j, 2, 1]),
    lambda np: np.sort_complex(np.float32([2, 1])),
    lambda np: np.sort_complex(np.array([2, 1], "i1")),
    lambda np: np.searchsorted([1, 3, 5], 3),
    lambda np: np.searchsorted([1, 3, 5], [0, 3, 9], side="right"),
    lambda np: np.searchsorted([1, 3, 5], table(np)),
    lambda np: np.searchsorted([5, 1, 3], [2, 4], sorter=[1, 2, 0]),
    lambda np: np.searchsorted([1, 3], 2.5),
    lambda np: np.searchsorted([1.0, NAN], NAN),
    lambda np: np.searchsorted([1, 2], 1, side="x"),
    lambda np: np.searchsorted([[1]], 1),
    lambda np: np.searchsorted([1, 2], 1, sorter=[0]),
    lambda np: np.array([1, 3, 5]).searchsorted(4),
    lambda np: np.searchsorted([], [1]),
    lambda np: np.searchsorted([1, 2, 3], []),
    lambda np: np.searchsorted([1, 2, 3], 2, "right"),
    lambda np: np.argmax([1, 3, 3]),
    lambda np: np.argmax(table(np), axis=0),
    lambda np: np.argmax(table(np), axis=1, keepdims=True),
    lambda np: np.argmax([1, NAN, 3]),
    lambda np: np.argmax([]),
    lambda np: np.argmax(np.ones((0, 3)), axis=1),
    lambda np: np.argmax(5),
    lambda np: np.argmax(table(np), axis=2),
    lambda np: np.argmax([True, False]),
    lambda np: np.argmax(table(np), keepdims=True),
    lambda np: np.argmax(table(np), axis=0, out=np.zeros(3, int)),
    lambda np: np.argmin(table(np)),
    lambda np: np.argmin(table(np), axis=1),
    lambda np: np.argmin([1, NAN]),
    lambda np: table(np).argmax(),
    lambda np: np.argmin(np.array([3, 1], "u1")),
    lambda np: np.argmin([]),
    lambda np: np.argmax(np.ones((0, 3)), axis=0),
    lambda np: np.argmax([1 + 1j, 1 + 2j]),
    lambda np: np.count_nonzero([1, 0, 2]),
    lambda np: np.count_nonzero(table(np) > 2, axis=1),
    lambda np: np.count_nonzero([[1, 0]], keepdims=True),
    lambda np: np.count_nonzero(0),
    lambda np: np.count_nonzero([NAN, 0.0]),
    lambda np: np.count_nonzero([True, False]),
    lambda np: np.count_nonzero(table(np), axis=(0, 1)),
    lambda np: np.count_nonzero(table(np), axis=2),
]


@pytest.mark.parametrize("case", CASES, ids=names_of(CASES))
def test_cases(backend, case):
    same(case)


def test_sort_in_place_reaches_aliases(backend):
    x = fnp.array([[3, 1, 2], [6, 5, 4]])
    x[1].sort()
    assert x.tolist() == [[3, 1, 2], [4, 5, 6]]
    x.sort(axis=0)
    assert x.tolist() == [[3, 1, 2], [4, 5, 6]]


def test_sort_copies(backend):
    x = fnp.array([3, 1, 2])
    y = fnp.sort(x)
    y[0] = 9
    assert x.tolist() == [3, 1, 2]


@pytest.mark.parametrize("kth", [0, 3, -1, (1, 4)])
def test_partition_contract(backend, kth):
    values = real.array([4, 2, 6, 1, 9, 3])
    parted = real.asarray(fnp.partition(fnp.array(values), kth))
    chosen = real.asarray(fnp.array(values)[fnp.argpartition(fnp.array(values), kth)])
    for result in (parted, chosen):
        for k in real.atleast_1d(kth) % 6:
            assert (result[:k] <= result[k]).all() and (result[k:] >= result[k]).all()
        assert sorted(result.tolist()) == sorted(values.tolist())
