"""Gradients through SciPy's linear algebra, against central differences by SciPy itself."""

from __future__ import annotations

import pickle

import numpy as real
import pytest
import scipy.integrate
import scipy.interpolate
import scipy.linalg
from scipy.linalg import lapack

import frontends.numpy as ours
import ivy_core as ivy
from ivy_core.utils.exceptions import IvyRecordedException
from tests.frontends.numpy.test_gradients import (
    POINT,
    assert_differentiable,
    central_differences,
    differentiating,
)

on_jax = pytest.mark.parametrize("backend", ["jax"], indirect=True)
on_torch = pytest.mark.parametrize("backend", ["torch"], indirect=True)
on_tensorflow = pytest.mark.parametrize("backend", ["tensorflow"], indirect=True)
linalg = scipy.linalg


def matrix(np, x):
    return np.array([[4.0, 1, 0.5], [1.2, 5, 0.3], [0.1, 0.3, 6]]) + np.outer(x[:3], x[3:])


def symmetric(np, x):
    half = matrix(np, x)
    return half + half.T


def banded(np, x):
    return np.stack([x * 0.3, x * 0.1, x + 3, x * 0.2])


def two(np, x):
    return np.stack([x, x * x], axis=1)


# What is solved for, of which each element counts
SOLVED = {
    "general": lambda np, x: linalg.solve(matrix(np, x), x[3:]),
    "transposed": lambda np, x: linalg.solve(matrix(np, x), x[3:], transposed=True),
    "several right hand sides": lambda np, x: linalg.solve(matrix(np, x), two(np, x[:3])),
    "one triangle is read": lambda np, x: linalg.solve(matrix(np, x), x[:3], assume_a="pos"),
    "lower one": lambda np, x: linalg.solve(matrix(np, x), x[:3], assume_a="sym", lower=True),
    "triangular": lambda np, x: linalg.solve_triangular(matrix(np, x), x[:3]),
    "lower triangular, transposed": lambda np, x: linalg.solve_triangular(
        matrix(np, x), x[:3], trans="T", lower=True, unit_diagonal=True
    ),
    "banded": lambda np, x: linalg.solve_banded((1, 2), banded(np, x), x),
    "banded, triangular": lambda np, x: linalg.solve_banded((0, 3), banded(np, x), two(np, x)),
    "tridiagonal": lambda np, x: linalg.solve_banded((1, 1), banded(np, x)[1:], x),
    "symmetric and banded": lambda np, x: linalg.solveh_banded(banded(np, x)[:3], x),
    "its lower part": lambda np, x: linalg.solveh_banded(banded(np, x)[2:], two(np, x), lower=True),
    "by Cholesky's factor": lambda np, x: linalg.cho_solve(
        linalg.cho_factor(symmetric(np, x)), x[:3]
    ),
    "its lower factor": lambda np, x: linalg.cho_solve(
        (linalg.cholesky(symmetric(np, x), lower=True), True), two(np, x[:3])
    ),
    "by triangular factors": lambda np, x: linalg.lu_solve(
        linalg.lu_factor(matrix(np, x)), x[:3], trans=1
    ),
    "Toeplitz": lambda np, x: linalg.solve_toeplitz((x + [3, 0, 0, 0, 0, 0], x * x), x),
    "symmetric Toeplitz": lambda np, x: linalg.solve_toeplitz(x + [3, 0, 0, 0, 0, 0], x),
    "gtsv": lambda np, x: lapack.dgtsv(x[1:] * 0.1, x + 3, x[:-1] * 0.2, x)[3],
    "gesv": lambda np, x: lapack.dgesv(matrix(np, x), x[:3])[2],
    "posv": lambda np, x: lapack.dposv(matrix(np, x), x[:3], lower=1)[1],
}
MADE = {
    "cho_factor": lambda np, x: linalg.cho_factor(symmetric(np, x))[0],
    "det": lambda np, x: linalg.det(matrix(np, x)),
    "eigvalsh": lambda np, x: linalg.eigvalsh(symmetric(np, x)),
    "expm": lambda np, x: linalg.expm(matrix(np, x) * 0.1),
    "inv": lambda np, x: linalg.inv(matrix(np, x)),
    "lu_factor": lambda np, x: linalg.lu_factor(matrix(np, x))[0],
    "norm": lambda np, x: linalg.norm(x, 3),
    "pinv": lambda np, x: linalg.pinv(matrix(np, x)),
    "svdvals": lambda np, x: linalg.svdvals(matrix(np, x)),
    "toeplitz": lambda np, x: linalg.toeplitz(x, x * x),
}


def weighted(made):
    def program(np, x):
        found = np.ravel(np.array(made(np, x * 1.0)))
        return (found * (np.cos(np.arange(float(found.size))) + 1.5)).sum()

    return program


@differentiating
@pytest.mark.parametrize("made", SOLVED | MADE)
def test_gradients_and_values(backend, made):
    program = weighted((SOLVED | MADE)[made])
    value, gradient = ivy.value_and_grad(lambda x: program(ours, x))(ours.array(POINT))
    assert float(value) == pytest.approx(float(program(real, POINT)), rel=1e-14)
    expected = central_differences(program, POINT)
    real.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-6)


@differentiating
@pytest.mark.parametrize("made", ["general", "gtsv"])
@pytest.mark.filterwarnings("ignore:.* runs eagerly")
def test_of_compiled_functions(backend, made):
    program = weighted(SOLVED[made])
    assert_differentiable(program, compiled=True)
    found = ivy.compile(ivy.grad(lambda x: program(ours, x)))(ours.array(POINT))
    real.testing.assert_allclose(found, central_differences(program, POINT), rtol=1e-6)


@differentiating
@pytest.mark.parametrize("made", ["banded", "gtsv", "symmetric and banded", "Toeplitz"])
def test_further_derivatives(backend, made):
    made = SOLVED[made]
    program, x = weighted(made), ours.array(POINT)
    slope = ivy.grad(lambda x: program(ours, x))
    step = real.eye(6)[2] * 1e-5
    curved = real.asarray(slope(ours.array(POINT + step)) - slope(ours.array(POINT - step)))
    found = ivy.hessian(lambda x: program(ours, x))(x)
    real.testing.assert_allclose(found[2], curved / 2e-5, rtol=1e-6, atol=1e-6)
    rows = ivy.jac(lambda x: made(ours, x * 1.0))(x)
    weights = real.cos(real.arange(float(len(rows)))) + 1.5
    real.testing.assert_allclose(weights @ real.asarray(rows), slope(x), rtol=1e-10)
    _, moved = ivy.jvp(lambda x: program(ours, x), (x,), (ours.ones(6),))
    assert float(moved) == pytest.approx(float(real.asarray(slope(x)).sum()))
    both = ivy.vmap(slope)(ours.stack([x, x * 2]))
    real.testing.assert_allclose(both[1], slope(x * 2), rtol=1e-10)


TRANSFORMED = ("general", "its lower part")


def of_framework(made):
    """Return a program as a function of the framework's arrays, and its gradient."""
    program = weighted(SOLVED[made])

    def function(x):
        return program(ours, ours.asarray(x))

    return function, central_differences(program, POINT)


@on_jax
@pytest.mark.parametrize("made", TRANSFORMED)
def test_transformations_of_jax(backend, made):
    import jax

    function, expected = of_framework(made)
    x = jax.numpy.array(POINT)
    for gradient in (jax.grad(function), jax.jit(jax.grad(function)), jax.jacfwd(function)):
        real.testing.assert_allclose(gradient(x), expected, rtol=1e-6)
    rows = jax.vmap(jax.grad(function))(jax.numpy.stack([x, x]))
    real.testing.assert_allclose(rows, [expected, expected], rtol=1e-6)


@on_torch
@pytest.mark.parametrize("made", TRANSFORMED)
def test_transformations_of_torch(backend, made):
    import torch

    function, expected = of_framework(made)
    x = torch.tensor(POINT)
    gradient = torch.func.grad(function)
    real.testing.assert_allclose(gradient(x), expected, rtol=1e-6)
    rows = torch.vmap(gradient)(torch.stack([x, x]))
    real.testing.assert_allclose(rows, [expected, expected], rtol=1e-6)
    leaf = torch.tensor(POINT, requires_grad=True)
    real.testing.assert_allclose(torch.autograd.grad(function(leaf), leaf)[0], expected, rtol=1e-6)
    curved = torch.func.hessian(lambda x: ivy.to_native(function(x)))(x)
    assert real.allclose(curved, curved.T, atol=1e-8) and real.abs(curved).max() > 0.1


@on_tensorflow
@pytest.mark.parametrize("made", TRANSFORMED)
def test_transformations_of_tensorflow(backend, made):
    import tensorflow

    function, expected = of_framework(made)
    x = tensorflow.constant(POINT)

    def gradient():
        with tensorflow.GradientTape() as tape:
            tape.watch(x)
            value = function(x)
        return tape.gradient(ivy.to_native(value), x)

    real.testing.assert_allclose(gradient(), expected, rtol=1e-6)
    graph = tensorflow.function(gradient, autograph=False)  # which takes half a minute
    real.testing.assert_allclose(graph(), expected, rtol=1e-6)


@differentiating
def test_complex_systems(backend):
    def program(np, x):
        band = np.stack([x * 0.1j + 0.2, x + 3, x * (0.2 - 0.3j)])
        found = linalg.solve_banded((1, 1), band, x * (1 + 2j))
        other = linalg.solveh_banded(band[:2], x + 1j)
        return np.abs(found).sum() + (other * (1 - 1j)).real.sum()

    assert_differentiable(program)


@differentiating
def test_single_precision(backend):
    def program(x):
        found = linalg.solve_banded((1, 1), ours.stack([x, x + 3, x]), x)
        assert found.dtype == real.float32
        return found.sum()

    assert ivy.grad(program)(ours.array(POINT, dtype="float32")).dtype == real.float32


@differentiating
def test_errors_are_those_of_scipy(backend):
    x = ours.array(POINT)
    with pytest.raises(real.linalg.LinAlgError, match="ingular"):
        ivy.grad(lambda x: linalg.solve(ours.outer(x, x) * 0, x).sum())(x)
    with pytest.raises(real.linalg.LinAlgError, match="singular"):
        ivy.grad(lambda x: linalg.solve_banded((0, 1), ours.stack([x, x * 0]), x).sum())(x)
    with pytest.raises(ValueError, match="infs or NaNs"):
        ivy.grad(lambda x: linalg.solve(ours.eye(6), x / 0).sum())(x)
    with pytest.raises(ValueError, match="shapes|compatible|dimension"):
        ivy.grad(lambda x: linalg.solve(ours.eye(5), x).sum())(x)


# What has no rule, and results of it
REFUSED = [
    lambda x: lapack.dgtsv(x[1:], x + 3, x[:-1], x)[1].sum(),
    lambda x: lapack.dgtsv(x[1:], x + 3, x[:-1], x)[0] * 2.0,
    lambda x: lapack.dpotrf(ours.outer(x, x))[0].sum(),
    lambda x: linalg.eigh(ours.outer(x, x))[1].sum(),
    lambda x: linalg.solve(
        (ours.eye(3) + ours.zeros((2, 1, 1))) * x[0], ours.ones((2, 3, 1))
    ).sum(),
    lambda x: linalg.pinv(ours.outer(x, x), rtol=0.1).sum(),
    lambda x: scipy.interpolate.interp1d(ours.arange(6.0), x)(1.5) * x[0],
    lambda x: scipy.interpolate.CubicSpline(ours.arange(6.0), x)(1.5) * x[0],
    lambda x: scipy.interpolate.RegularGridInterpolator([ours.arange(6.0)], x)([1.5])[0] * x[0],
    lambda x: scipy.integrate.quad(lambda t: t * x[0], 0, 1)[0] * x[1],
    lambda x: scipy.integrate.odeint(lambda y, t: -y * x[0], 1.0, [0.0, 1.0])[1] * x[0],
    lambda x: scipy.integrate.solve_ivp(lambda t, y: -y, (0, 1), x).y.sum() * x[0],
]


@differentiating
@pytest.mark.parametrize("program", REFUSED)
def test_what_has_no_rule_is_refused(backend, program):
    with pytest.raises(IvyRecordedException, match="stop_gradient"):
        ivy.grad(program)(ours.array(POINT))


@on_jax
def test_functions_that_are_pickled(backend):
    assert pickle.loads(pickle.dumps(linalg.solve)) is linalg.solve


@differentiating
def test_functions_that_numba_compiles_run_as_they_are(backend):
    numba = pytest.importorskip("numba")

    @numba.njit
    def spring(x, k):
        return ours.sin(x) * k

    assert_differentiable(lambda np, x: np.sum((spring if np is ours else spring_of_numpy)(x, x)))


def spring_of_numpy(x, k):
    return real.sin(x) * k
