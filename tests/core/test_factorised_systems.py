"""Triangular systems, LU factors, tridiagonal eigenvalues: against SciPy, NumPy and PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
import torch

import ivy_core as ivy
from ivy_core.backends.common.triangular import order_of_rows
from ivy_core.utils.exceptions import IvyLinAlgError
from tests.core.gradients_of import gradients_match

RNG = np.random.default_rng(12)
DTYPES = ["float32", "float64", "complex128"]


def values(shape, dtype="float64"):
    made = RNG.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * RNG.normal(size=shape)
    return made.astype(dtype)


def close(found, expected, dtype="float64"):
    found = np.asarray(found)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    tolerance = 1e-4 if str(dtype) in ("float32", "complex64") else 1e-10
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


def regular(shape, dtype="float64"):
    return values(shape, dtype) + 4 * np.eye(shape[-2], shape[-1], dtype=dtype)


# triangular systems


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("adjoint", [False, True])
@pytest.mark.parametrize("unit", [False, True])
def test_solve_triangular_as_scipy(backend, dtype, upper, adjoint, unit):
    a, b = regular((5, 5), dtype), values((5, 3), dtype)
    found = ivy.solve_triangular(
        ivy.asarray(a), ivy.asarray(b), upper=upper, adjoint=adjoint, unit_diagonal=unit
    )
    expected = scipy.linalg.solve_triangular(
        a, b, trans="C" if adjoint else 0, lower=not upper, unit_diagonal=unit
    )
    close(found, expected.astype(dtype), dtype)


@pytest.mark.parametrize("shapes", [
    ((2, 3, 3), (2, 3, 2)), ((3, 3), (4, 3, 2)), ((4, 1, 3, 3), (2, 3, 1)), ((0, 3, 3), (0, 3, 2)),
    ((0, 0), (0, 2)), ((3, 3), (3, 0)), ((130, 130), (130, 2)),
])  # fmt: skip
@pytest.mark.parametrize("left", [True, False])
def test_solve_triangular_of_stacks_as_torch(backend, shapes, left):
    a, b = regular(shapes[0]), values(shapes[1])
    a = a + len(a) * np.eye(a.shape[-1])
    b = b if left else b.swapaxes(-1, -2).copy()
    expected = torch.linalg.solve_triangular(
        torch.from_numpy(a), torch.from_numpy(b), upper=False, left=left
    )
    found = ivy.solve_triangular(ivy.asarray(a), ivy.asarray(b), upper=False, left=left)
    close(found, expected.numpy())


def test_solve_triangular_of_vectors_integers_and_zeros_on_the_diagonal(backend):
    a, b = np.array([[2, 4], [0, 8]]), np.array([8, 8])
    close(ivy.solve_triangular(ivy.asarray(a), ivy.asarray(b)), np.array([2.0, 1.0]))
    singular = ivy.asarray([[1.0, 2.0], [0.0, 0.0]])
    found = ivy.solve_triangular(singular, ivy.asarray([[1.0], [1.0]]))
    np.testing.assert_array_equal(np.asarray(found), [[-np.inf], [np.inf]])


def test_systems_that_do_not_fit_are_refused(backend):
    square, wide = ivy.asarray(np.eye(3)), ivy.asarray(np.ones((2, 3)))
    with pytest.raises(IvyLinAlgError, match="2 and 3"):
        ivy.solve_triangular(wide, square)
    with pytest.raises(ValueError, match="3 rows and right hand sides of 2 rows"):
        ivy.solve_triangular(square, wide)
    with pytest.raises(ValueError, match="2 columns"):
        ivy.solve_triangular(square, ivy.asarray(np.ones((3, 2))), left=False)
    with pytest.raises(TypeError, match="float16"):
        ivy.solve_triangular(ivy.asarray(np.eye(2, dtype="float16")), ivy.ones((2, 1)))
    with pytest.raises(IvyLinAlgError, match="1 dimensions"):
        ivy.lu_factor(ivy.ones((3,)))
    factors, pivots = ivy.lu_factor(square)
    with pytest.raises(ValueError, match=r"pivots of shape \(3,\) are needed"):
        ivy.lu_solve(factors, pivots[:2], square)
    with pytest.raises(ValueError, match="3 rows and right hand sides of 2 rows"):
        ivy.lu_solve(factors, pivots, wide)


@pytest.mark.parametrize("options", [
    {}, {"upper": False, "unit_diagonal": True}, {"adjoint": True}, {"left": False},
])  # fmt: skip
def test_gradients_of_solve_triangular_are_those_of_torch(backend, options):
    native = {k: v for k, v in options.items() if k == "left"}
    native["upper"] = options.get("upper", True) != options.get("adjoint", False)
    native["unitriangular"] = options.get("unit_diagonal", False)
    gradients_match(
        backend,
        lambda a, b: ivy.solve_triangular(a, b, **options),
        lambda a, b: torch.linalg.solve_triangular(
            a.mH if options.get("adjoint") else a, b, **native
        ),
        regular((3, 3)), values((3, 3)),
    )  # fmt: skip


# LU factors


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (5, 3), (2, 3, 3), (70, 70), (2, 1, 2, 4)])
def test_lu_factor_as_scipy(backend, dtype, shape):
    a = values(shape, dtype)
    LU, pivots = ivy.lu_factor(ivy.asarray(a))
    stack = a.reshape(-1, *shape[-2:])
    assert pivots.dtype == "int32"
    if dtype == "complex128":  # which element is the largest one is not the same everywhere
        found = np.asarray(LU).reshape(stack.shape)
        steps = np.asarray(pivots).reshape(len(stack), -1)
        for each, factors, step in zip(stack, found, steps, strict=True):
            order = order_of_rows(step, len(each))
            rows, columns = each.shape
            lower = np.tril(factors, -1)[:, :rows] + np.eye(rows, min(rows, columns))
            close(lower @ np.triu(factors)[:columns], each[order], dtype)
        return
    parts = [scipy.linalg.lu_factor(each) for each in stack]
    close(LU, np.stack([p[0] for p in parts]).reshape(shape), dtype)
    expected = np.stack([p[1] for p in parts]).reshape(*shape[:-2], -1)
    np.testing.assert_array_equal(np.asarray(pivots), expected)


def test_lu_factor_of_singular_and_empty_matrices(backend):
    a = np.array([[[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]]])
    LU, pivots = ivy.lu_factor(ivy.asarray(a))
    np.testing.assert_array_equal(np.asarray(LU), [[[2, 4], [0.5, 0]], [[0, 0], [0, 0]]])
    np.testing.assert_array_equal(np.asarray(pivots), [[1, 1], [0, 1]])
    for shape in ((0, 0), (0, 3, 3), (3, 0)):
        LU, pivots = ivy.lu_factor(ivy.zeros(shape))
        assert LU.shape == shape
        assert pivots.shape == (*shape[:-2], min(shape[-2:]))


def test_lu_factor_without_interchanges(backend):
    a = regular((2, 4, 3))
    LU, pivots = ivy.lu_factor(ivy.asarray(a), pivot=False)
    np.testing.assert_array_equal(np.asarray(pivots), [[0, 1, 2]] * 2)
    LU = np.asarray(LU)
    lower = np.tril(LU, -1) + np.eye(4, 3)
    close(lower @ np.triu(LU[:, :3]), a)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("adjoint", [False, True])
@pytest.mark.parametrize("left", [True, False])
def test_lu_solve_as_torch(backend, dtype, adjoint, left):
    a, b = values((2, 1, 4, 4), dtype), values((3, 4, 4), dtype)
    LU, pivots = torch.linalg.lu_factor(torch.from_numpy(a).expand(2, 3, 4, 4))
    b_torch = torch.from_numpy(b).expand(2, 3, 4, 4)
    expected = torch.linalg.lu_solve(LU, pivots, b_torch, left=left, adjoint=adjoint)
    factors = ivy.lu_factor(ivy.asarray(a))
    found = ivy.lu_solve(*factors, ivy.asarray(b), left=left, adjoint=adjoint)
    close(found, expected.resolve_conj().numpy(), dtype)


def test_lu_solve_of_a_vector_as_scipy(backend):
    a, b = values((5, 5)), values(5)
    found = ivy.lu_solve(*ivy.lu_factor(ivy.asarray(a)), ivy.asarray(b))
    close(found, scipy.linalg.lu_solve(scipy.linalg.lu_factor(a), b))


def test_factors_and_solutions_in_compiled_functions(backend, compiled):
    a, b = values((2, 4, 4)), values((2, 4, 2))

    def run(a, b):
        LU, pivots = ivy.lu_factor(a)
        both = [ivy.lu_solve(LU, pivots, b, adjoint=adjoint) for adjoint in (False, True)]
        return [*both, ivy.solve_triangular(LU, b, upper=False, unit_diagonal=True), pivots]

    plain, adjoint, lower, pivots = compiled(run, a, b)
    close(plain, np.linalg.solve(a, b))
    close(adjoint, np.linalg.solve(a.swapaxes(-1, -2), b))
    factors, expected = zip(*[scipy.linalg.lu_factor(each) for each in a], strict=True)
    np.testing.assert_array_equal(np.asarray(pivots), np.stack(expected))
    solved = [
        scipy.linalg.solve_triangular(lu, each, lower=True, unit_diagonal=True)
        for lu, each in zip(factors, b, strict=True)
    ]
    close(lower, np.stack(solved))


def test_gradients_of_lu_are_those_of_torch(backend):
    a, b = values((3, 3)), values((3, 2))
    gradients_match(
        backend,
        lambda a, b: ivy.lu_solve(*ivy.lu_factor(a), b),
        lambda a, b: torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b),
        a, b,
    )  # fmt: skip
    gradients_match(
        backend,
        lambda a: ivy.lu_factor(a).LU,
        lambda a: torch.linalg.lu_factor(a).LU,
        a,
    )


# eigenvalues of tridiagonal matrices


@pytest.mark.parametrize("options", [
    {}, {"select": "i", "select_range": (1, 3)}, {"select": "v", "select_range": (-0.5, 1.5)},
])  # fmt: skip
def test_eigh_tridiagonal_as_scipy(backend, options):
    alpha, beta = values(6), values(5)
    expected, vectors = scipy.linalg.eigh_tridiagonal(alpha, beta, **options)
    x, y = ivy.asarray(alpha), ivy.asarray(beta)
    close(ivy.eigh_tridiagonal(x, y, **options), expected)
    found = ivy.eigh_tridiagonal(x, y, eigvals_only=False, **options)
    close(found.eigenvalues, expected)
    close(np.abs(np.asarray(found.eigenvectors)), np.abs(vectors))


def test_eigh_tridiagonal_of_stacks_complex_and_single_elements(backend):
    alpha, beta = values((2, 4)), values((2, 3), "complex128")
    matrix = np.zeros((2, 4, 4), complex)
    for i in range(4):
        matrix[:, i, i] = alpha[:, i]
        if i:
            matrix[:, i, i - 1], matrix[:, i - 1, i] = beta[:, i - 1], beta[:, i - 1].conj()
    found = ivy.eigh_tridiagonal(ivy.asarray(alpha), ivy.asarray(beta))
    close(found, np.linalg.eigvalsh(matrix))
    close(ivy.eigh_tridiagonal(ivy.asarray([3.0]), ivy.zeros((0,))), np.array([3.0]))


def test_eigh_tridiagonal_refuses_what_does_not_fit(backend):
    x = ivy.ones((3,))
    with pytest.raises(ValueError, match=r"\(3,\) and beta of shape \(3,\)"):
        ivy.eigh_tridiagonal(x, x)
    y = ivy.ones((2,))
    with pytest.raises(ValueError, match="allowed are 'a', 'i', 'v'"):
        ivy.eigh_tridiagonal(x, y, select="x")
    with pytest.raises(ValueError, match="0 to 2"):
        ivy.eigh_tridiagonal(x, y, select="i", select_range=(1, 3))
    with pytest.raises(ValueError, match="select='v' needs two"):
        ivy.eigh_tridiagonal(x, y, select="v")


# tensors of equations


@pytest.mark.parametrize("axes", [None, (0, 2)])
def test_tensorsolve_as_numpy(backend, axes):
    a = values((2, 3, 3, 2)) if axes is None else values((2, 2, 3, 3))
    b = values((2, 3))
    found = ivy.tensorsolve(ivy.asarray(a), ivy.asarray(b), axes=axes)
    close(found, np.linalg.tensorsolve(a, b, axes))
    with pytest.raises(IvyLinAlgError, match="6 equations for 6 unknowns and 4"):
        ivy.tensorsolve(ivy.asarray(values((2, 3, 6))), ivy.ones((2, 2)))
