"""Largest elements, runs of equal ones, permutations undone: against NumPy and PyTorch."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import ivy_core as ivy
from ivy_core.backends.common.host import kernels, searching
from tests.core.gradients_of import gradients_match

RNG = np.random.default_rng(14)
DTYPES = ["float32", "float64", "float16", "int64", "uint8", "uint32", "bool"]


def values(shape, dtype="float64"):
    dtype = np.dtype(dtype)
    if dtype.kind in "f":
        return (
            RNG.permutation(np.arange(np.prod(shape, dtype=int)) / 4.0).reshape(shape).astype(dtype)
        )
    return RNG.integers(0, 2 if dtype.kind == "b" else 200, shape).astype(dtype)


def check_top_k(found, x, k, axis, largest):
    """Assert that values are the most extreme ones, in order, and that they stand there."""
    got, at = map(np.asarray, found)
    ordered = np.sort(x, axis)
    ordered = np.flip(ordered, axis) if largest else ordered
    np.testing.assert_array_equal(got, np.take(ordered, range(k), axis))
    np.testing.assert_array_equal(np.take_along_axis(x, at, axis), got)
    assert got.dtype == x.dtype
    assert at.dtype == np.int64
    rows = np.sort(np.moveaxis(at, axis, -1), -1)
    assert (rows[..., 1:] != rows[..., :-1]).all()  # no place twice


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("largest", [True, False])
def test_top_k(backend, dtype, largest):
    for shape, k, axis in (((9,), 2, 0), ((3, 12), 12, -1), ((12, 2, 3), 2, 0), ((2, 40), 3, 1)):
        x = values(shape, dtype)
        found = ivy.top_k(ivy.asarray(x), k, axis=axis, largest=largest)
        check_top_k(found, x, k, axis, largest)


@pytest.mark.parametrize("largest", [True, False])
def test_top_k_of_nan_infinities_and_complex_numbers(backend, largest):
    x = np.array([1.0, np.nan, -np.inf, np.inf, 3.0, np.nan, -0.0, 0.0, 2.0])
    for k in (1, 2, 4, 9):
        check_top_k(ivy.top_k(ivy.asarray(x), k, largest=largest), x, k, 0, largest)
    check_top_k(
        ivy.top_k(ivy.asarray(np.tile(x, 3)), 5, largest=largest), np.tile(x, 3), 5, 0, largest
    )
    z = RNG.normal(size=(2, 9)) + 1j * RNG.normal(size=(2, 9))
    check_top_k(ivy.top_k(ivy.asarray(z), 2, largest=largest), z, 2, 1, largest)


@pytest.mark.parametrize("largest", [True, False])
def test_top_k_on_the_host_takes_equal_elements_in_order(largest):
    x = np.random.default_rng(3).permuted(np.tile(np.arange(40.0), (6, 1)), axis=1)
    x[1] //= 4  # equal ones among those that are wanted, and of which not all are
    x[2, 5:9] = 39 if largest else 0
    x[3, ::9], x[4, :] = np.nan, np.nan
    order = kernels.argsort(x, descending=largest)[:, :7]
    np.testing.assert_array_equal(searching.top_k(x, 7, 1, largest), order)
    np.testing.assert_array_equal(searching.top_k(x.T, 7, 0, largest), order.T)


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("dtype", ["float32", "int32", "uint32"])
def test_top_k_of_32_bits_on_the_host(dtype, largest):
    draw = np.random.default_rng(4)
    for shape, spread in (((3, 50), 9), ((2, 3, 1000), 1e6), ((1200, 33), 3)):
        x = np.round(draw.normal(size=shape) * spread)
        x = (np.abs(x) if dtype == "uint32" else x).astype(dtype)
        if dtype == "float32":
            x[..., 0], x[..., 7], x[..., 3], x[..., 4] = -0.0, 0.0, np.inf, -np.inf
        order = kernels.argsort(x, descending=largest)[..., :6]
        np.testing.assert_array_equal(searching.top_k(x, 6, -1, largest), order)
        turned = searching.top_k(np.swapaxes(x, 0, -1), 6, 0, largest)
        np.testing.assert_array_equal(turned, np.swapaxes(order, 0, -1))
    if dtype == "float32":
        x[5, 9] = -np.float32(np.nan)
        order = kernels.argsort(x, descending=largest)[..., :6]
        np.testing.assert_array_equal(searching.top_k(x, 6, -1, largest), order)


def test_top_k_of_no_elements_unordered_and_refused(backend):
    values, indices = ivy.top_k(ivy.zeros((0, 3)), 2)
    assert values.shape == indices.shape == (0, 2)
    assert ivy.top_k(ivy.ones((3,)), 0).values.shape == (0,)
    found = ivy.top_k(ivy.asarray([5, 1, 4, 2]), 2, sorted=False)
    assert sorted(np.asarray(found.values).tolist()) == [4, 5]
    with pytest.raises(ValueError, match="k 4 was given for an axis of 3 elements"):
        ivy.top_k(ivy.ones((2, 3)), 4)
    with pytest.raises(ValueError, match="k -1"):
        ivy.top_k(ivy.ones((2, 3)), -1)
    with pytest.raises(IndexError):
        ivy.top_k(ivy.ones((2, 3)), 1, axis=2)


@pytest.mark.parametrize("largest", [True, False])
def test_top_k_in_compiled_functions(backend, compiled, largest):
    x = np.array([[1.0, np.nan, -np.inf, np.inf, 3.0, 2.0]])
    for axis, k in ((1, 4), (0, 1)):
        found = compiled(lambda x: list(ivy.top_k(x, k, axis=axis, largest=largest)), x)  # noqa: B023
        check_top_k(found, x, k, axis, largest)
    whole = np.array([[3, 250, 0], [7, 1, 255]], "uint8")
    found = compiled(lambda x: list(ivy.top_k(x, 2, largest=largest)), whole)
    check_top_k(found, whole, 2, 1, largest)


def test_gradient_of_top_k_is_that_of_torch(backend):
    x = values((3, 5))
    gradients_match(
        backend,
        lambda x: ivy.top_k(x, 2, axis=0, largest=False).values,
        lambda x: torch.topk(x, 2, 0, largest=False).values,
        x,
    )


# runs of equal elements


@pytest.mark.parametrize("dtype", ["int64", "float32", "bool", "uint8"])
def test_unique_consecutive_as_torch(backend, dtype):
    x = RNG.integers(0, 2, (4, 6)).astype(dtype)
    x[1] = x[0]
    for axis in (None, 0, 1, -1):
        expected = torch.unique_consecutive(
            torch.from_numpy(x), return_inverse=True, return_counts=True, dim=axis
        )
        found = ivy.unique_consecutive(ivy.asarray(x), axis=axis)
        for part, wanted in zip(found, expected, strict=True):
            np.testing.assert_array_equal(np.asarray(part), wanted.numpy())
            assert np.asarray(part).dtype == wanted.numpy().dtype


def test_unique_consecutive_of_nan_nothing_and_other_dtypes(backend):
    found = ivy.unique_consecutive(ivy.asarray([np.nan, np.nan, 1.0, 1.0]))
    np.testing.assert_array_equal(np.asarray(found.output), [np.nan, np.nan, 1.0])
    np.testing.assert_array_equal(np.asarray(found.counts), [1, 1, 2])
    found = ivy.unique_consecutive(ivy.zeros((0,)))
    assert [part.shape for part in found] == [(0,)] * 3
    found = ivy.unique_consecutive(ivy.asarray([1 + 1j, 1 + 1j, 1]))
    np.testing.assert_array_equal(np.asarray(found.inverse_indices), [0, 0, 1])
    with pytest.raises(IndexError):
        ivy.unique_consecutive(ivy.ones((2, 3)), axis=2)


# permutations


def test_invert_permutation(backend):
    x = RNG.permutation(17)
    found = np.asarray(ivy.invert_permutation(ivy.asarray(x)))
    np.testing.assert_array_equal(found[x], np.arange(17))
    assert found.dtype == np.int64
    with pytest.raises(ValueError, match="2 dimensions"):
        ivy.invert_permutation(ivy.asarray([[0]]))
    with pytest.raises(TypeError, match="float64"):
        ivy.invert_permutation(ivy.asarray([0.0]))


# elements of several arrays, diagonals, numbers of elements


@pytest.mark.parametrize("mode", ["raise", "wrap", "clip"])
def test_choose_as_numpy(backend, mode):
    numbers = RNG.integers(0, 3, (2, 4)) if mode == "raise" else RNG.integers(-5, 9, (2, 4))
    choices = [RNG.normal(size=(4,)), np.array(7), RNG.integers(0, 9, (2, 1))]
    found = ivy.choose(ivy.asarray(numbers), [ivy.asarray(c) for c in choices], mode=mode)
    expected = np.choose(numbers, choices, mode=mode)
    np.testing.assert_array_equal(np.asarray(found), expected)
    assert np.asarray(found).dtype == expected.dtype
    stacked = RNG.normal(size=(3, 2, 4))
    found = ivy.choose(ivy.asarray(numbers), ivy.asarray(stacked), mode=mode)
    np.testing.assert_array_equal(np.asarray(found), np.choose(numbers, stacked, mode=mode))


def test_choose_refuses_numbers_and_modes_that_there_are_none_of(backend):
    for number in (2, -1):
        with pytest.raises(ValueError, match=f"{number} to {number} given; allowed are 0 to 1"):
            ivy.choose(ivy.asarray([number]), ivy.zeros((2, 1)))
    with pytest.raises(ValueError, match="allowed are 'raise', 'wrap', 'clip'"):
        ivy.choose(ivy.asarray([0]), ivy.zeros((2, 1)), mode="other")
    with pytest.raises(TypeError, match="float64"):
        ivy.choose(ivy.asarray([0.0]), ivy.zeros((2, 1)))


@pytest.mark.parametrize("shape", [(3, 3), (7, 3), (3, 7), (2, 2, 2), (0, 3)])
@pytest.mark.parametrize("wrap", [False, True])
def test_fill_diagonal_as_numpy(backend, shape, wrap):
    for v in (5, np.array([1.5, 2.0]), np.arange(4.0).reshape(2, 2)):
        a = np.zeros(shape, "float32")
        given = ivy.asarray(v) if isinstance(v, np.ndarray) else v
        found = ivy.fill_diagonal(ivy.asarray(a), given, wrap=wrap)
        np.fill_diagonal(a, v, wrap)
        np.testing.assert_array_equal(np.asarray(found), a)
        assert found.dtype == "float32"


def test_fill_diagonal_leaves_its_argument_and_refuses_other_shapes(backend):
    x = ivy.zeros((2, 2))
    ivy.fill_diagonal(x, 1.0)
    np.testing.assert_array_equal(np.asarray(x), np.zeros((2, 2)))
    for shape in ((3,), (2, 2, 3)):
        with pytest.raises(ValueError, match=str(shape[-1])):
            ivy.fill_diagonal(ivy.zeros(shape), 1.0)


def test_gradient_of_fill_diagonal(backend):
    a, v = values((3, 2)), values((2,))
    gradients_match(
        backend,
        ivy.fill_diagonal,
        lambda a, v: torch.diagonal_scatter(a, v),
        a, v,
    )  # fmt: skip


@pytest.mark.parametrize("shape", [(3, 4), (5,), (2, 1, 3)])
def test_unravel_index_as_numpy(backend, shape):
    size = int(np.prod(shape))
    for numbers in (np.arange(size), np.arange(size).reshape(1, -1), np.array(size - 1, "uint8")):
        found = ivy.unravel_index(ivy.asarray(numbers), shape)
        expected = np.unravel_index(numbers, shape)
        assert len(found) == len(expected)
        for part, wanted in zip(found, expected, strict=True):
            np.testing.assert_array_equal(np.asarray(part), wanted)
            assert part.dtype == "int64"


def test_unravel_index_refuses_numbers_outside(backend):
    for number in (6, -1):
        with pytest.raises(ValueError, match=f"{number} to {number} given; allowed are 0 to 5"):
            ivy.unravel_index(ivy.asarray([number]), (2, 3))


def test_indexing_functions_in_compiled_functions(backend, compiled):
    numbers, choices = np.array([2, 0, 1]), RNG.normal(size=(3, 3))

    def run(numbers, choices):
        picked = ivy.choose(numbers, choices)
        return [picked, *ivy.unravel_index(numbers, (3, 1)), ivy.fill_diagonal(choices, picked)]

    found = compiled(run, numbers, choices)
    picked = np.choose(numbers, choices)
    filled = choices.copy()
    np.fill_diagonal(filled, picked)
    for part, wanted in zip(found, [picked, numbers, 0 * numbers, filled], strict=True):
        np.testing.assert_array_equal(np.asarray(part), wanted)
