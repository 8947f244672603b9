"""Tensors as matrices, products along modes and of many factors: against plain NumPy and SciPy."""

from __future__ import annotations

import functools

import numpy as np
import pytest
import scipy.linalg
import torch

import ivy_core as ivy
from tests.core.gradients_of import gradients_match

RNG = np.random.default_rng(16)


def values(*shape, dtype="float64"):
    made = RNG.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * RNG.normal(size=shape)
    return made.astype(dtype)


def close(found, expected):
    found = np.asarray(found)
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


# tensors as matrices


@pytest.mark.parametrize("shape", [(2, 3, 4), (3,), (2, 0, 3)])
def test_unfoldings_and_back(backend, shape):
    a = values(*shape)
    for mode in range(-len(shape), len(shape)):
        others = np.moveaxis(a, mode, 0).shape[1:]
        expected = np.moveaxis(a, mode, 0).reshape(a.shape[mode], int(np.prod(others)))
        unfolded = ivy.unfold(ivy.asarray(a), mode)
        close(unfolded, expected)
        close(ivy.fold(unfolded, mode, shape), a)


def test_partial_unfoldings_and_back(backend):
    a = values(5, 2, 3, 4, 6)
    x = ivy.asarray(a)
    found = ivy.partial_unfold(x, 1, skip_begin=1, skip_end=1)
    expected = np.stack([
        np.stack([np.moveaxis(a[i, ..., j], 1, 0).reshape(3, 8) for j in range(6)], -1)
        for i in range(5)
    ])  # fmt: skip
    close(found, expected)
    close(ivy.partial_unfold(x, 1, 2, 0, True), np.moveaxis(a, 3, 2).reshape(5, 2, 72))
    close(ivy.partial_fold(ivy.partial_unfold(x, 2), 2, a.shape), a)
    close(ivy.partial_tensor_to_vec(x, 2, 1), a.reshape(5, 2, 12, 6))
    close(ivy.partial_vec_to_tensor(ivy.partial_tensor_to_vec(x), a.shape), a)


def test_matricize(backend):
    a = values(2, 3, 4, 5)
    x = ivy.asarray(a)
    close(ivy.matricize(x, (2, 0)), a.transpose(2, 0, 1, 3).reshape(8, 15))
    close(ivy.matricize(x, 1, (3, 0, 2)), a.transpose(1, 3, 0, 2).reshape(3, 40))
    for rows, columns in (((0, 0), None), ((0,), (1, 2))):
        with pytest.raises(ValueError, match="each of the 4 modes"):
            ivy.matricize(x, rows, columns)


def test_unfoldings_have_memory_of_their_own(backend):
    a = values(2, 3)
    x = ivy.asarray(a)
    for found in (ivy.unfold(x), ivy.fold(x, 0, (2, 3)), ivy.matricize(x, 0), ivy.kronecker([x])):
        found[...] = 0.0
    close(x, a)


def test_unfoldings_refuse_modes_that_there_are_none_of(backend):
    x = ivy.ones((2, 3))
    with pytest.raises(IndexError):
        ivy.unfold(x, 2)
    with pytest.raises(ValueError, match="2 and 1 modes of 2"):
        ivy.partial_unfold(x, 0, 2, 1)
    with pytest.raises(ValueError, match="6 elements"):
        ivy.fold(x, 0, (2, 2))


# products along modes


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_mode_dot(backend, dtype):
    a = values(2, 3, 4, dtype=dtype)
    x = ivy.asarray(a)
    for mode, n in enumerate(a.shape):
        matrix, vector = values(5, n, dtype=dtype), values(n, dtype=dtype)
        expected = np.moveaxis(np.tensordot(matrix, a, (1, mode)), 0, mode)
        close(ivy.mode_dot(x, ivy.asarray(matrix), mode), expected)
        adjoint = np.ascontiguousarray(matrix.conj().T)
        close(ivy.mode_dot(x, ivy.asarray(adjoint), mode, transpose=True), expected)
        close(ivy.mode_dot(x, ivy.asarray(vector), mode - 3), np.tensordot(a, vector, (mode, 0)))
    with pytest.raises(ValueError, match=r"\(5, 4\) and 3 along mode 1"):
        ivy.mode_dot(x, ivy.ones((5, 4)), 1)
    with pytest.raises(ValueError, match="3 dimensions"):
        ivy.mode_dot(x, x, 1)


def test_multi_mode_dot(backend):
    a, p, q, v = values(2, 3, 4), values(5, 2), values(6, 4), values(3)
    x, factors = ivy.asarray(a), [ivy.asarray(f) for f in (p, v, q)]
    close(ivy.multi_mode_dot(x, factors), np.einsum("ijk,ai,j,bk->ab", a, p, v, q))
    close(ivy.multi_mode_dot(x, factors, skip=1), np.einsum("ijk,ai,bk->ajb", a, p, q))
    found = ivy.multi_mode_dot(x, factors[::2], modes=(0, -1))
    close(found, np.einsum("ijk,ai,bk->ajb", a, p, q))
    turned = [ivy.asarray(np.ascontiguousarray(f.T)) for f in (p, q)]
    close(ivy.multi_mode_dot(x, turned, (0, 2), None, True), np.asarray(found))
    nothing = ivy.multi_mode_dot(x, [], ())
    close(nothing, a)
    nothing[...] = 0.0
    close(x, a)
    with pytest.raises(ValueError, match="2 factors and 1 modes"):
        ivy.multi_mode_dot(x, factors[:2], modes=(0,))


# products of many factors


def test_kronecker(backend):
    matrices = [values(2, 3), values(3, 2), values(1, 4)]
    arrays = [ivy.asarray(m) for m in matrices]
    close(ivy.kronecker(arrays), functools.reduce(np.kron, matrices))
    close(ivy.kronecker(arrays, reverse=True), functools.reduce(np.kron, matrices[::-1]))
    close(ivy.kronecker(arrays, skip_matrix=1), np.kron(matrices[0], matrices[2]))
    with pytest.raises(ValueError, match="no arrays"):
        ivy.kronecker([])


def test_khatri_rao(backend):
    matrices = [values(2, 3), values(4, 3), values(5, 3)]
    weights, mask = values(3), RNG.integers(0, 2, (40, 3)).astype(float)
    arrays = [ivy.asarray(m) for m in matrices]
    expected = functools.reduce(scipy.linalg.khatri_rao, matrices)
    close(ivy.khatri_rao(arrays), expected)
    close(ivy.khatri_rao(arrays, skip_matrix=-1), scipy.linalg.khatri_rao(*matrices[:2]))
    found = ivy.khatri_rao(arrays, weights=ivy.asarray(weights), mask=ivy.asarray(mask))
    close(found, expected * weights * mask)
    with pytest.raises(ValueError, match=r"\(2, 3\), \(2, 2\)"):
        ivy.khatri_rao([arrays[0], ivy.ones((2, 2))])
    with pytest.raises(ValueError, match="at least two"):
        ivy.khatri_rao(arrays[:1])


def test_outer_and_inner_products(backend):
    a, b, c = values(4, 2), values(4, 3, 2), values(4)
    found = ivy.batched_outer([ivy.asarray(m) for m in (a, b, c)])
    close(found, np.einsum("na,nbc,n->nabc", a, b, c))
    d = values(2, 5)
    close(ivy.general_inner_product(ivy.asarray(b), ivy.asarray(d), 1), np.tensordot(b, d, 1))
    close(ivy.general_inner_product(ivy.asarray(b), ivy.asarray(b)), np.asarray((b * b).sum()))
    close(ivy.higher_order_moment(ivy.asarray(a), 3), np.einsum("na,nb,nc->abc", a, a, a) / 4)
    with pytest.raises(ValueError, match="first axes"):
        ivy.batched_outer([ivy.asarray(a), ivy.asarray(d)])
    with pytest.raises(ValueError, match=r"\(4, 2\) and \(2, 5\)"):
        ivy.general_inner_product(ivy.asarray(a), ivy.asarray(d))
    with pytest.raises(ValueError, match="order 0"):
        ivy.higher_order_moment(ivy.asarray(a), 0)


def test_matrices_in_tensor_train_format(backend):
    p, q, r = values(1, 2, 3, 4), values(4, 5, 2, 3), values(3, 2, 2, 1)
    found = ivy.tt_matrix_to_tensor([ivy.asarray(core) for core in (p, q, r)])
    close(found, np.einsum("aijb,bklc,cmna->ikmjln", p, q, r))
    ring = values(2, 3, 1, 2)
    close(ivy.tt_matrix_to_tensor([ivy.asarray(ring)]), np.einsum("aija->ij", ring))
    with pytest.raises(ValueError, match="as long as the first one"):
        ivy.tt_matrix_to_tensor([ivy.asarray(p), ivy.asarray(p)])


def test_tensor_algebra_compiled_and_its_gradients(backend, compiled):
    a, p = values(2, 3), values(4, 3)
    found = compiled(
        lambda a, p: [ivy.unfold(a, 1), ivy.mode_dot(a, p, 1), ivy.khatri_rao([a, p])], a, p
    )
    for each, expected in zip(found, (a.T, a @ p.T, scipy.linalg.khatri_rao(a, p)), strict=True):
        close(each, expected)
    gradients_match(
        backend, lambda a, p: ivy.multi_mode_dot(a, [p], (1,)), lambda a, p: a @ p.T, a, p
    )
    gradients_match(
        backend,
        lambda a, p: ivy.khatri_rao([a, p]),
        lambda a, p: torch.einsum("ir,jr->ijr", a, p).reshape(8, 3),
        a, p,
    )  # fmt: skip
