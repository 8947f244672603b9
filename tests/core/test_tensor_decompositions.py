"""Decompositions of tensors: what they give back, and that their factors are orthonormal."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import ivy_core as ivy
from tests.core.gradients_of import gradients_match

RNG = np.random.default_rng(17)


def low_rank(shape, ranks, dtype="float64"):
    """Return a tensor whose unfoldings have these ranks."""
    made = RNG.normal(size=ranks)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * RNG.normal(size=ranks)
    for mode, (n, r) in enumerate(zip(shape, ranks, strict=True)):
        made = np.moveaxis(np.tensordot(made, RNG.normal(size=(n, r)), (mode, 1)), -1, mode)
    return made.astype(dtype)


def near(found, expected, tolerance=1e-9):
    np.testing.assert_allclose(np.asarray(found), expected, rtol=tolerance, atol=tolerance)


def orthonormal(matrix, tolerance=1e-9):
    matrix = np.asarray(matrix)
    near(matrix.conj().T @ matrix, np.eye(matrix.shape[1]), tolerance)


def tucker_to_tensor(core, factors):
    made = np.asarray(core)
    for mode, factor in enumerate(factors):
        made = np.moveaxis(np.tensordot(made, np.asarray(factor), (mode, 1)), -1, mode)
    return made


# singular values


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_truncated_svd(backend, dtype):
    a = RNG.normal(size=(4, 6)).astype(dtype)
    a = a + 1j * RNG.normal(size=(4, 6)) if dtype == "complex128" else a
    u, s, vh = np.linalg.svd(a)
    for count, columns in ((2, 2), (5, 4), (None, 4), (9, 4)):
        U, S, Vh = ivy.truncated_svd(ivy.asarray(a), True, count)
        assert (U.shape, Vh.shape) == ((4, columns), (min(count or 6, 6), 6))
        near(S, s[:count])
        orthonormal(U)
        orthonormal(np.asarray(Vh).conj().T)
        k = S.shape[0]
        near((np.asarray(U)[:, :k] * np.asarray(S)) @ np.asarray(Vh)[:k], (u * s)[:, :k] @ vh[:k])
    near(ivy.truncated_svd(ivy.asarray(a), False, 3), s[:3])
    with pytest.raises(ValueError, match=r"\(2, 2, 2\)"):
        ivy.truncated_svd(ivy.ones((2, 2, 2)))


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("by_left", [True, False])
def test_svd_flip(backend, dtype, by_left):
    a = RNG.normal(size=(4, 5)).astype(dtype)
    a = a + 1j * RNG.normal(size=(4, 5)) if dtype == "complex128" else a
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    u, vh = -u, -vh
    U, V = (np.asarray(x) for x in ivy.svd_flip(ivy.asarray(u), ivy.asarray(vh), by_left))
    near((U * s) @ V, a)
    deciding = U.T if by_left else V
    largest = deciding[np.arange(4), np.abs(deciding).argmax(1)]
    near(largest.imag, np.zeros(4))
    assert (largest.real > 0).all()


@pytest.mark.parametrize("kind", ["nndsvd", "nndsvda"])
def test_make_svd_non_negative_as_the_algorithm_vector_by_vector(backend, kind):
    a = RNG.uniform(size=(5, 4))
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    W, H = np.zeros_like(u), np.zeros_like(vh)
    for j in range(4):
        parts = []
        for sign in (1, -1):
            left, right = np.maximum(sign * u[:, j], 0), np.maximum(sign * vh[j], 0)
            parts.append((np.linalg.norm(left) * np.linalg.norm(right), left, right))
        size, left, right = max(parts, key=lambda p: p[0])
        W[:, j] = np.sqrt(s[j] * size) * left / np.linalg.norm(left)
        H[j] = np.sqrt(s[j] * size) * right / np.linalg.norm(right)
    if kind == "nndsvda":
        W[W < 1e-15], H[H < 1e-15] = a.mean(), a.mean()
    given = [ivy.asarray(x) for x in (a, u, s, vh)]
    found = ivy.make_svd_non_negative(*given, nntype=kind)
    near(found[0], W)
    near(found[1], H)
    with pytest.raises(ValueError, match="'nndsvd', 'nndsvda'"):
        ivy.make_svd_non_negative(*given, nntype="other")


# Tucker's decomposition


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_tucker_gives_tensors_of_low_rank_back(backend, dtype):
    a = low_rank((4, 5, 6), (2, 3, 2), dtype)
    core, factors = ivy.tucker(ivy.asarray(a), (2, 3, 2))
    assert core.shape == (2, 3, 2)
    near(tucker_to_tensor(core, factors), a)
    for factor in factors:
        orthonormal(factor)


def test_tucker_is_no_worse_than_the_truncated_decomposition_it_starts_with(backend):
    a = RNG.normal(size=(4, 5, 6))
    (core, factors), errors = ivy.tucker(ivy.asarray(a), [2, 2, 2], return_errors=True, tol=None,
                                         n_iter_max=8)  # fmt: skip
    start = ivy.initialize_tucker(ivy.asarray(a), [2, 2, 2], [0, 1, 2])
    error = lambda c, f: np.linalg.norm(tucker_to_tensor(c, f) - a) / np.linalg.norm(a)  # noqa: E731
    assert len(errors) == 8
    near(errors[-1], error(core, factors))
    assert error(core, factors) <= error(*start) + 1e-12
    assert all(float(b) <= float(a) + 1e-12 for a, b in zip(errors, errors[1:], strict=False))
    assert len(ivy.tucker(ivy.asarray(a), 2, return_errors=True, tol=0.5)[1]) == 2


def test_partial_tucker_leaves_other_modes_alone(backend):
    a = low_rank((3, 5, 6), (3, 2, 2))
    core, factors = ivy.partial_tucker(ivy.asarray(a), (2, 2), (1, -1))
    assert core.shape == (3, 2, 2)
    near(np.einsum("iab,ja,kb->ijk", np.asarray(core), *map(np.asarray, factors)), a)
    random = ivy.partial_tucker(ivy.asarray(a), (2, 2), (1, 2), init="random", seed=3)
    near(np.einsum("iab,ja,kb->ijk", np.asarray(random[0]), *map(np.asarray, random[1])), a)


def test_tucker_with_fixed_factors_and_unknown_elements(backend):
    a = low_rank((4, 5, 6), (2, 2, 2))
    start = ivy.tucker(ivy.asarray(a), 2)
    core, factors = ivy.tucker(ivy.asarray(a), 2, init=start, fixed_factors=[1])
    near(factors[1], np.asarray(start.factors[1]))
    near(tucker_to_tensor(core, factors), a)
    mask = np.ones(a.shape, bool)
    mask[0, 1, 2] = mask[3, 3, 3] = False
    spoilt = np.where(mask, a, 50.0)
    found = ivy.tucker(ivy.asarray(spoilt), 2, mask=ivy.asarray(mask), n_iter_max=300, tol=1e-12)
    near(tucker_to_tensor(*found), a, 1e-3)
    with pytest.raises(ValueError, match="taken from a TuckerTensor"):
        ivy.tucker(ivy.asarray(a), 2, fixed_factors=[1])


def test_tucker_refuses_ranks_and_options(backend):
    x = ivy.ones((2, 3))
    for rank in ((2, 4), (1,), (0, 1)):
        with pytest.raises(ValueError, match=r"lengths \[2, 3\]"):
            ivy.tucker(x, rank)
    with pytest.raises(ValueError, match="'svd', 'random'"):
        ivy.tucker(x, 1, init="other")
    with pytest.raises(ValueError, match="truncated_svd"):
        ivy.tensor_train(x, 1, svd="other")
    assert (
        np.asarray(ivy.initialize_tucker(-x, (1, 1), (0, 1), non_negative=True).core) >= 0
    ).all()


# tensor trains


def chain(cores):
    made = np.asarray(cores[0])
    for core in cores[1:]:
        made = np.tensordot(made, np.asarray(core), 1)
    return np.trace(made, axis1=0, axis2=-1)


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_tensor_train_gives_tensors_back(backend, dtype):
    a = low_rank((3, 4, 5, 2), (3, 2, 2, 2), dtype)
    cores = ivy.tensor_train(ivy.asarray(a), 12).factors
    near(chain(cores), a)
    for core in cores[:-1]:
        orthonormal(np.asarray(core).reshape(-1, core.shape[2]))
    assert [core.shape for core in cores][0] == (1, 3, 3)
    short = ivy.tensor_train(ivy.asarray(a), [1, 2, 3, 1, 1]).factors
    assert [core.shape for core in short] == [(1, 3, 2), (2, 4, 3), (3, 5, 1), (1, 2, 1)]
    with pytest.raises(ValueError, match="5 positive ones are needed"):
        ivy.tensor_train(ivy.asarray(a), [1, 2, 1])
    near(ivy.tensor_train(ivy.asarray(a[0, 0, 0]), 1).factors[0], a[0, 0, 0][None, :, None])


# random tensors


def test_random_tensors_are_what_their_factors_give(backend):
    shape = (3, 4, 5)
    weights, factors = ivy.random_cp(shape, 2, seed=5)
    expected = np.einsum("r,ir,jr,kr->ijk", np.asarray(weights), *map(np.asarray, factors))
    near(ivy.random_cp(shape, 2, seed=5, full=True), expected)
    near(ivy.random_cp(shape, 2, seed=5, full=True, normalise_factors=False), expected)
    for factor in factors:
        near(np.linalg.norm(np.asarray(factor), axis=0), np.ones(2))
    core, factors = ivy.random_tucker(shape, (2, 1, 3), seed=5)
    near(ivy.random_tucker(shape, (2, 1, 3), seed=5, full=True), tucker_to_tensor(core, factors))
    for name, ranks in (("random_tt", (1, 2, 3, 1)), ("random_tr", (3, 2, 4, 3))):
        cores = getattr(ivy, name)(shape, ranks, seed=5).factors
        near(getattr(ivy, name)(shape, ranks, seed=5, full=True), chain(cores))
    shapes = [(3, 4), (5, 4)]
    weights, (A, B, C), projections = ivy.random_parafac2(shapes, 2, seed=5)
    full = np.asarray(ivy.random_parafac2(shapes, 2, seed=5, full=True))
    assert full.shape == (2, 5, 4)
    for i, (rows, _) in enumerate(shapes):
        orthonormal(projections[i])
        middle = np.asarray(B) * (np.asarray(weights) * np.asarray(A)[i])
        near(full[i, :rows], np.asarray(projections[i]) @ middle @ np.asarray(C).T)
        near(full[i, rows:], np.zeros((5 - rows, 4)))


def test_random_tensors_as_they_are_wanted(backend):
    for factor in ivy.random_cp((3, 4), 2, orthogonal=True, dtype="float32").factors:
        assert factor.dtype == "float32"
        orthonormal(factor, 1e-5)
    drawn = [np.asarray(x) for x in ivy.random_tucker((4, 4), 2, seed=1).factors]
    assert not np.allclose(drawn[0], drawn[1])
    assert all(((x >= 0) & (x < 1)).all() for x in drawn)
    with pytest.raises(ValueError, match="rank 4 was given; allowed is 1 to 3"):
        ivy.random_cp((3, 4), 4, orthogonal=True)
    with pytest.raises(ValueError, match="one of them"):
        ivy.random_tucker((3, 4), 2, orthogonal=True, non_negative=True)
    with pytest.raises(ValueError, match="must be equal"):
        ivy.random_tr((3, 4), (1, 2, 3))
    with pytest.raises(ValueError, match="second ones being equal"):
        ivy.random_parafac2([(3, 4), (3, 5)], 2)


def test_decompositions_compiled_and_the_gradient_of_the_error(backend, compiled):
    a = low_rank((3, 4), (2, 2))

    def back(x):
        core, factors = ivy.tucker(x, 2, n_iter_max=2)
        return [ivy.multi_mode_dot(core, factors), ivy.tensor_train(x, 2).factors[0]]

    found = compiled(back, a)
    near(found[0], a)
    assert found[1].shape == (1, 3, 2)
    b = RNG.normal(size=(3, 4))

    def nearest(x):
        u, s, vh = torch.linalg.svd(x, full_matrices=False)
        return (u[:, :2] * s[:2]) @ vh[:2]

    def ours(x):
        U, S, Vh = ivy.truncated_svd(x, True, 2)
        return ivy.matmul(U * S, Vh)

    gradients_match(backend, ours, nearest, b)


def test_containers_are_decomposed_leaf_by_leaf(backend):
    leaves = {key: low_rank((3, 4), (2, 2)) for key in "ab"}
    nested = ivy.Container({key: ivy.asarray(leaf) for key, leaf in leaves.items()})
    for function in (
        lambda x: ivy.tucker(x, 2),
        lambda x: ivy.partial_tucker(x, 2),
        lambda x: ivy.initialize_tucker(x, [2, 2], [0, 1]),
    ):
        core, factors = function(nested)
        for key, leaf in leaves.items():
            near(tucker_to_tensor(core[key], factors[key]), leaf)
    trains = ivy.tensor_train(nested, 2)
    for key, leaf in leaves.items():
        near(chain(trains[key].factors), leaf)
