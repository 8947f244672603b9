"""Functions of matrices, and matrices of vectors: against NumPy, SciPy and PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
import torch

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyLinAlgError
from tests.core.gradients_of import gradients_match

RNG = np.random.default_rng(13)


def values(shape, dtype="float64"):
    made = RNG.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * RNG.normal(size=shape)
    return made.astype(dtype)


def close(found, expected, dtype="float64"):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    tolerance = 1e-5 if str(dtype) in ("float32", "complex64") else 1e-10
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


# the exponential


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("norm", [0.01, 0.2, 0.9, 2.0, 5.0, 40.0])
def test_matrix_exp_as_scipy(backend, dtype, norm):
    a = values((4, 4), dtype)
    a = (a - a.conj().T) * dtype_scale(a - a.conj().T, norm)
    wide = a.astype("complex128" if dtype == "complex128" else "float64")
    expected = scipy.linalg.expm(wide).astype(dtype)
    close(ivy.matrix_exp(ivy.asarray(a.astype(dtype))), expected, dtype)


def dtype_scale(a, norm):
    return a.dtype.type(norm / np.abs(a).sum(0).max())


def test_matrix_exp_of_stacks_whose_norms_differ(backend):
    a = values((2, 3, 3)) * np.array([0.1, 9.0])[:, None, None] / 3
    found = np.asarray(ivy.matrix_exp(ivy.asarray(a)))
    for each, expected in zip(found, map(scipy.linalg.expm, a), strict=True):
        np.testing.assert_allclose(each, expected, rtol=1e-10, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("angle", [1.0, 2.0, 3.0, 5.0, 6.28, 20.0, 300.0])
def test_matrix_exp_of_rotations_is_exact_whatever_their_norm(backend, angle):
    rows, columns = np.triu_indices(5, 1)
    a = np.zeros((5, 5))
    a[rows, columns] = np.linspace(-0.6, 1.0, len(rows))
    a = (a - a.T) * angle
    found = np.asarray(ivy.matrix_exp(ivy.asarray(np.stack([a, a / 7]))))
    wanted = torch.matrix_exp(torch.tensor(np.stack([a, a / 7]))).numpy()
    np.testing.assert_allclose(found, wanted, rtol=0, atol=4e-15 * max(angle, 1))


def test_gradients_of_matrix_exp_of_zeros_and_of_what_is_halved(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")
    for a in (np.zeros((3, 3)), values((3, 3)) * 4):
        found = ivy.grad(lambda x: ivy.sum(ivy.sin(ivy.matrix_exp(x))))(ivy.asarray(a))
        x = torch.tensor(a, requires_grad=True)
        torch.sin(torch.matrix_exp(x)).sum().backward()
        np.testing.assert_allclose(np.asarray(found), x.grad.numpy(), rtol=1e-8, atol=1e-10)


def test_matrix_exp_of_integers_nothing_and_far_from_normal_matrices(backend):
    close(ivy.matrix_exp(ivy.asarray([[0, 1], [0, 0]])), np.array([[1.0, 1.0], [0.0, 1.0]]))
    assert ivy.matrix_exp(ivy.zeros((2, 0, 0))).shape == (2, 0, 0)
    assert ivy.matrix_exp(ivy.zeros((0, 2, 2))).shape == (0, 2, 2)
    far = np.array([[0.0, 1e7], [-1e-3, 0.0]])  # its norm says nothing of its exponential
    found = np.asarray(ivy.matrix_exp(ivy.asarray(far)))
    np.testing.assert_allclose(found, scipy.linalg.expm(far), rtol=1e-8)
    with pytest.raises(IvyLinAlgError, match="2 and 3"):
        ivy.matrix_exp(ivy.ones((2, 3)))


def test_gradient_of_matrix_exp_is_that_of_torch(backend):
    gradients_match(backend, ivy.matrix_exp, torch.linalg.matrix_exp, values((2, 3, 3)))


def test_gradient_of_matrix_power_is_that_of_torch(backend):
    """Its last step is a copy, which a tape of TensorFlow's must see through."""
    a = values((3, 3))
    gradients_match(
        backend, lambda x: ivy.matrix_power(x, 3), lambda x: torch.linalg.matrix_power(x, 3), a
    )


# condition numbers


@pytest.mark.parametrize("p", [None, 2, -2, 1, -1, np.inf, -np.inf, "fro", "nuc"])
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_cond_as_numpy(backend, p, dtype):
    a = values((2, 3, 3), dtype)
    close(ivy.cond(ivy.asarray(a), p=p), np.linalg.cond(a, p))
    if p in (None, 2, -2):
        close(ivy.cond(ivy.asarray(a[0, :2]), p=p), np.linalg.cond(a[0, :2], p))


@pytest.mark.parametrize("p", [None, 1, "fro"])
def test_cond_of_singular_matrices_is_infinite(backend, p):
    a = np.array([[[1.0, 0.0], [0.0, 0.0]], [[1.0, 2.0], [3.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]]])
    found = np.asarray(ivy.cond(ivy.asarray(a), p=p))
    np.testing.assert_allclose(found, [np.inf, np.linalg.cond(a[1], p), np.inf], rtol=1e-12)


def test_cond_refuses_what_it_is_not_defined_for(backend):
    with pytest.raises(ValueError, match="p 3 is not defined"):
        ivy.cond(ivy.ones((2, 2)), p=3)
    with pytest.raises(IvyLinAlgError, match="2 and 3"):
        ivy.cond(ivy.ones((2, 3)), p=1)
    with pytest.raises(IvyLinAlgError, match="0 rows and 2 columns"):
        ivy.cond(ivy.ones((0, 2)))


@pytest.mark.parametrize("p", [None, 1])
def test_gradient_of_cond_is_that_of_torch(backend, p):
    a = values((2, 3, 3))

    def reference(x):
        if p is None:
            return torch.linalg.cond(x)
        # torch.linalg.cond has no gradient for it: it writes over the inverse
        return torch.linalg.matrix_norm(x, p) * torch.linalg.matrix_norm(torch.linalg.inv(x), p)

    gradients_match(backend, lambda x: ivy.cond(x, p=p), reference, a)


# conjugate transposes


@pytest.mark.parametrize("dtype", ["float64", "complex128", "int64"])
def test_adjoint_is_the_conjugate_transpose_and_no_view(backend, dtype):
    a = (9 * values((2, 3, 4), dtype)).astype(dtype)
    x = ivy.asarray(a)
    found = ivy.adjoint(x)
    close(found, a.conj().swapaxes(-1, -2))
    found[...] = 0
    close(x, a)
    with pytest.raises(ValueError, match="dimension"):
        ivy.adjoint(ivy.ones((3,)))


# matrices of vectors


@pytest.mark.parametrize("offset", [0, 1, -2])
@pytest.mark.parametrize("shape", [(3,), (2, 2), (), (0,)])
def test_diagflat_as_numpy(backend, offset, shape):
    a = values(shape)
    close(ivy.diagflat(ivy.asarray(a), offset=offset), np.diagflat(a, offset))


@pytest.mark.parametrize(("offset", "rows", "columns"), [
    (0, 5, -1), (0, 3, 6), (2, 3, 5), (1, 7, 7), (-1, 4, 3), (-2, 9, 4),
])  # fmt: skip
def test_diagflat_of_a_given_shape_padded_with_a_value(backend, offset, rows, columns):
    x = np.array([1, 2, 3])
    found = ivy.diagflat(
        ivy.asarray(x), offset=offset, padding_value=7, num_rows=rows, num_cols=columns
    )
    expected = np.full((rows, columns if columns > 0 else 3), 7)
    for i, value in enumerate(x):
        expected[i + max(-offset, 0), i + max(offset, 0)] = value
    close(found, expected)


def test_diagflat_refuses_a_matrix_that_is_too_small(backend):
    with pytest.raises(ValueError, match="3 elements on diagonal 1 of 3 rows and 3 columns"):
        ivy.diagflat(ivy.ones((3,)), offset=1, num_rows=3, num_cols=3)


@pytest.mark.parametrize("dtype", ["float64", "complex128", "int32", "bool", "uint8"])
@pytest.mark.parametrize("N", [None, 0, 1, 6])
@pytest.mark.parametrize("increasing", [False, True])
def test_vander_as_numpy(backend, dtype, N, increasing):
    a = values(4, dtype) if np.dtype(dtype).kind in "fc" else np.array([0, 1, 3, 2]).astype(dtype)
    found = ivy.vander(ivy.asarray(a), N=N, increasing=increasing)
    close(found, np.vander(a, N, increasing))


def test_vander_of_stacks_and_its_gradient_are_those_of_torch(backend):
    a = np.array([[0.0, 2.0, -1.5], [1.0, 0.5, 3.0]])
    gradients_match(
        backend,
        lambda x: ivy.vander(x, N=5, increasing=True),
        lambda x: torch.linalg.vander(x, N=5),
        a,
    )
    with pytest.raises(ValueError, match="-1"):
        ivy.vander(ivy.asarray(a), N=-1)


def test_products_with_skew_symmetric_matrices_are_cross_products(backend):
    a, b = values((4, 3)), values((4, 3))
    matrices = ivy.vector_to_skew_symmetric_matrix(ivy.asarray(a))
    close(np.asarray(matrices) @ b[..., None], np.cross(a, b)[..., None])
    with pytest.raises(ValueError, match=r"\(2,\)"):
        ivy.vector_to_skew_symmetric_matrix(ivy.ones((2,)))


def test_matrix_functions_in_compiled_functions(backend, compiled):
    a = values((3, 3))
    found = compiled(
        lambda x: [ivy.matrix_exp(x), ivy.cond(x), ivy.adjoint(x), ivy.vander(x), ivy.diagflat(x)],
        a,
    )
    expected = [
        scipy.linalg.expm(a), np.linalg.cond(a), a.T, np.stack([np.vander(row) for row in a]),
        np.diagflat(a),
    ]  # fmt: skip
    for each, wanted in zip(found, expected, strict=True):
        close(each, wanted)
