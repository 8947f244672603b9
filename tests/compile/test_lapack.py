"""SciPy's wrappers of LAPACK in compiled functions: the same numbers, without an eager part."""

from __future__ import annotations

import numpy as real
import pytest

import frontends.numpy as np
import ivy_core as ivy

lapack = pytest.importorskip("scipy.linalg.lapack")
RNG = real.random.default_rng(5)


def tridiagonal(d, off, b):
    du2, factor, du, x, info = lapack.dgtsv(off.flatten()[1:], d + 4.0, off[:-1], b * 1.0)
    return x * 2.0, du2 + 0.0, factor + 0.0, du + 0.0, info + 1


def several_right_sides(d, off, b):
    x = lapack.dgtsv(off[1:], d + 4.0, off[:-1], np.stack([b, d], axis=1))[3]
    return x + 0.0


def cholesky(d, off, b):
    a = np.outer(d, d) + 9.0 * np.eye(len(d))
    c, info = lapack.dpotrf(a, lower=1)
    if info != 0:
        raise ValueError("it is not positive definite")
    return c + 0.0


def solved(d, off, b):
    return lapack.dgesv(np.outer(d, off) + 9.0 * np.eye(len(d)), b + 0.0)[2] + 0.0


PROGRAMS = [tridiagonal, several_right_sides, cholesky, solved]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_results_are_scipys(backend, program, dtype):
    given = [RNG.random(9).astype(dtype) for _ in range(3)]
    wanted = program(*given)
    compiled = ivy.compile(program, fallback="raise")
    found = compiled(*map(np.array, given))
    pairs = zip(found, wanted, strict=True) if type(wanted) is tuple else [(found, wanted)]
    for one, other in pairs:
        real.testing.assert_allclose(real.asarray(one), other, rtol=1e-12)


def test_a_singular_matrix_is_told_as_by_lapack(backend):
    def info(d):
        return lapack.dgtsv(d[1:] * 0.0, d * 0.0, d[1:] * 0.0, d)[4]

    assert ivy.compile(info, fallback="raise")(np.ones(4)) == info(real.ones(4)) == 1


def test_what_overwrites_its_arguments_runs_eagerly(backend):
    def doubled(a, b):
        return lapack.dgesv(a + 0.0, b, overwrite_b=True)[2] * 2

    a, b = real.eye(3) * 2, real.ones(3)
    compiled = ivy.compile(doubled)
    if backend != "numpy":
        with pytest.warns(UserWarning, match="dgesv may write to its arguments"):
            found = compiled(np.array(a), np.array(b))
    else:
        found = compiled(np.array(a), np.array(b))
    real.testing.assert_array_equal(real.asarray(found), doubled(a, b.copy()))


def columns(lower, diagonal, upper, wanted):
    given = lower.flatten()[1:], diagonal.flatten(), upper.flatten()[:-1], wanted.flatten()
    return lapack.dgtsv(*given)[3].reshape(wanted.shape)


def _diagonals(change=None):
    found = [RNG.standard_normal((260, 5)) for _ in range(4)]
    found[0][1:, 0] = found[2][:-1, -1] = 0.0
    if change is not None:
        change(*found)
    return found


def _couple(lower, diagonal, upper, wanted):
    lower[7, 0] = 0.5


def _make_singular(lower, diagonal, upper, wanted):
    lower[7] = diagonal[7] = 0.0


def _make_infinite(lower, diagonal, upper, wanted):
    wanted[7, 2] = real.inf


def _set_corners(lower, diagonal, upper, wanted):
    lower[0, 0], upper[-1, -1] = real.nan, 3.0


CHANGES = [None, _couple, _make_singular, _make_infinite, _set_corners]


@pytest.mark.parametrize("change", CHANGES)
def test_systems_of_columns_are_solved_as_lapack_solves_all_of_them(backend, change):
    given = _diagonals(change)
    wanted = columns(*[x.copy() for x in given])
    found = real.asarray(ivy.compile(columns, fallback="raise")(*map(np.array, given)))
    scale = real.abs(wanted).max() if real.isfinite(wanted).all() else 1.0
    real.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-13 * scale)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_the_solution_has_a_gradient(backend):
    """The kernel is a call of LAPACK's, of which JAX knows no derivative."""

    def weighed(x):
        found = lapack.dgtsv(x[1:] * 0.3, x + 3.0, x[:-1] * 0.2, x * x)[3]
        return (found * np.arange(float(found.size))).sum()

    point = np.array(RNG.random(6))
    expected = ivy.grad(weighed)(point)
    found = ivy.compile(ivy.grad(weighed), fallback="raise")(point)
    real.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_the_gradient_of_the_factors_is_not_known(backend):
    def factors(x):
        return lapack.dgtsv(x[1:], x + 3.0, x[:-1], x)[1].sum()

    found = ivy.compile(ivy.grad(factors), fallback="raise")(np.array(RNG.random(6)))
    assert real.isnan(real.asarray(found)).any()
