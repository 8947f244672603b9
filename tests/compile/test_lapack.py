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
