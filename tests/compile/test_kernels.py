"""Compiled kernels against NumPy itself: results, and what they leave in their arguments."""

from __future__ import annotations

import warnings

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.compilation.function import CompileWarning
from tests.compile import kernels

RNG = real.random.default_rng(7)
GRID = RNG.random((9, 11))
GRAPH = real.where(RNG.random((8, 8)) < 0.4, RNG.random((8, 8)) * 9, real.inf)
DEFINITE = GRID @ GRID.T + 9 * real.eye(9)
SPARSE = (RNG.random(9), real.array([0, 2, 1, 3, 0, 1, 2, 3, 3]), real.array([0, 2, 2, 5, 9]))

CASES = {
    "jacobi": (12, GRID, GRID * 0),
    "heat_through_views": (GRID, real.empty((7, 9)), 0.2, 9),
    "recurrence": (RNG.standard_normal(40) * 2, 0.8),
    "newton": (real.array([1.0, 3.0, 7.0]), 1e-9),
    "ping_pong": (RNG.random(12), real.zeros(12), 7),
    "floyd_warshall": (GRAPH,),
    "shortest_paths": (GRAPH,),
    "mandelbrot": (RNG.random((5, 4)) * 3 - 2 + 1j * RNG.random((5, 4)), 12),
    "cholesky": (DEFINITE,),
    "lu_pivoted": (RNG.random((7, 7)), real.arange(7)),
    "back_substitution": (RNG.random((7, 7)) + 7 * real.eye(7), RNG.random(7)),
    "householder": (RNG.random((7, 5)), real.zeros((7, 5))),
    "levinson": (0.5 ** real.arange(1, 9), real.zeros(8)),
    "running": (RNG.random(13) * 2,),
    "mask_sums": (RNG.random(8),),
    "sieve": (40,),
    "knapsack": (real.array([2, 3, 4, 5, 1, 7]), RNG.random(6), 12),
    "matrix_chain": (RNG.random(8),),
    "sparse_by_rows": (*SPARSE, RNG.random(4)),
    "k_means": (RNG.random((12, 2)), RNG.random((5, 2)), 3),
    "clipped_windows": (RNG.random(7), RNG.random(7)),
    "thomas": (RNG.random(90), RNG.random(90) + 3, RNG.random(90), RNG.random(90)),
    "gauss_seidel": (RNG.random((6, 6)) + 6 * real.eye(6), RNG.random(6), real.zeros(6), 5),
    "leapfrog": (RNG.random((4, 3)), RNG.random((4, 3)) * 0.1, RNG.random(4), 12, 4, 0.01),
    "edit_distance": (real.array([1, 2, 3, 4, 5, 6]), real.array([2, 3, 9, 5, 6, 6, 1])),
    "find_first": (real.array([1.0, 2.0, 9.0, 3.0, 8.0, 1.0]), 5.0),
    "skip_and_stop": (real.array([1.0, -2.0, 3.0, 4.5, 6.0, 2.0]),),
    "checksum": (RNG.integers(0, 255, 30),),
    "mutate_by_helper": (RNG.random((8, 3)) * 5, 8),
    "sparse_rows": (*SPARSE, RNG.random(4)),
    "bisect": (real.sort(RNG.random(30)), 0.4),
    "moving_average": (RNG.random(15), 4),
    "clip_by_branch": (RNG.standard_normal((6, 5)),),
    "float32_stays": (RNG.random(9).astype(real.float32), 9),
    "integers": (RNG.integers(0, 99, 12),),
}  # fmt: skip


def copied(args):
    return [a.copy() if isinstance(a, real.ndarray) else a for a in args]


def given(args):
    return [ours.asarray(a) if isinstance(a, real.ndarray) else a for a in args]


def assert_same(got, want):
    assert type(got).__name__ == type(want).__name__
    if isinstance(want, (tuple, list)):
        assert len(got) == len(want)
        for ours_, theirs in zip(got, want, strict=True):
            assert_same(ours_, theirs)
        return
    if isinstance(want, (real.ndarray, real.generic)):
        assert got.dtype == want.dtype
        assert got.shape == want.shape
    if want is not None:
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-6, atol=1e-12)


COMPILES = {"jax", "tensorflow", "torch"}


@pytest.mark.parametrize("name", CASES)
def test_kernel_is_one_program(name, backend):
    kernel = getattr(kernels, name)
    theirs = copied(CASES[name])
    want = kernel(real, *theirs)
    compiled = ivy.compile(kernel)
    with warnings.catch_warnings():
        warnings.simplefilter("error", CompileWarning)
        for _ in range(2):  # traced, then found
            mine = given(copied(CASES[name]))
            got = compiled(ours, *mine)
            assert_same(got, want)
            for left, expected in zip(mine, theirs, strict=True):
                if isinstance(expected, real.ndarray):
                    assert_same(left, expected)
    assert compiled.cache_info()[:2] == ((1, 1) if backend in COMPILES else (0, 0))
