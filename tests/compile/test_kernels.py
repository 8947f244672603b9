"""Compiled kernels against NumPy itself: results, and what they leave in their arguments."""

from __future__ import annotations

import warnings

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from benchmarks.compile import sides
from benchmarks.compile.cases import KERNELS
from ivy_core.compilation.call.function import CompileWarning
from tests.compile import kernels

RNG = real.random.default_rng(7)
GRID = RNG.random((9, 11))
GRAPH = real.where(RNG.random((8, 8)) < 0.4, RNG.random((8, 8)) * 9, real.inf)

CASES = {
    "jacobi": (12, GRID, GRID * 0),
    "heat_through_views": (GRID, real.empty((7, 9)), 0.2, 9),
    "recurrence": (RNG.standard_normal(40) * 2, 0.8),
    "newton": (real.array([1.0, 3.0, 7.0]), 1e-9),
    "ping_pong": (RNG.random(12), real.zeros(12), 7),
    "shortest_paths": (GRAPH,),
    "running": (RNG.random(13) * 2,),
    "mask_sums": (RNG.random(8),),
    "clipped_windows": (RNG.random(7), RNG.random(7)),
    "leapfrog": (RNG.random((4, 3)), RNG.random((4, 3)) * 0.1, RNG.random(4), 12, 4, 0.01),
    "find_first": (real.array([1.0, 2.0, 9.0, 3.0, 8.0, 1.0]), 5.0),
    "skip_and_stop": (real.array([1.0, -2.0, 3.0, 4.5, 6.0, 2.0]),),
    "checksum": (RNG.integers(0, 255, 30),),
    "mutate_by_helper": (RNG.random((8, 3)) * 5, 8),
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


# those of the benchmark that are compiled on each backend: one of each kind
SHARED = (
    "floyd_warshall mandelbrot cholesky lu_pivoted back_substitution householder_qr levinson sieve "
    "knapsack matrix_chain sparse_by_rows k_means thomas gauss_seidel edit_distance "
    "sparse_by_elements"
).split()


def assert_is_one_program(kernel):
    """Compare a kernel of the benchmark, compiled, with NumPy: results, and what it wrote to."""
    arguments = kernel.arguments(kernel.small)
    given, plain = sides.ours_of(arguments), sides.numpy_of(arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("error", CompileWarning)
        found = kernel.results(sides.compiled(kernel)(*given), given)
    wanted = kernel.results(sides.in_numpy(kernel)(*plain), plain)
    for one, other in zip(found, wanted, strict=True):
        assert_same(real.asarray(one), real.asarray(other))


@pytest.mark.parametrize("name", SHARED)
def test_kernel_of_the_benchmark_is_one_program(name, backend):
    assert_is_one_program(KERNELS[name])


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("name", sorted(KERNELS.keys() - set(SHARED)))
def test_every_other_kernel_of_the_benchmark_is_one_on_jax(name, backend):
    assert_is_one_program(KERNELS[name])
