"""Associative scans and reductions, padded sequences, trimmed zeros, views by strides."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch

import ivy_core as ivy
from tests.core.gradients_of import gradients_match

RNG = np.random.default_rng(15)


def equal(found, expected):
    expected = np.asarray(expected)
    np.testing.assert_array_equal(np.asarray(found), expected)
    assert np.asarray(found).dtype == expected.dtype


# scans


@pytest.mark.parametrize("reverse", [False, True])
def test_associative_scan_is_what_accumulating_gives(backend, reverse):
    for length in (0, 1, 2, 3, 4, 5, 8, 11):
        x = RNG.integers(-3, 4, (2, length, 3))
        found = ivy.associative_scan(ivy.asarray(x), lambda a, b: a + b, axis=1, reverse=reverse)
        steps = np.flip(x, 1) if reverse else x
        expected = np.cumsum(steps, 1)
        equal(found, np.flip(expected, 1) if reverse else expected)


def test_associative_scan_keeps_the_order_of_what_does_not_commute(backend):
    matrices = RNG.integers(-2, 3, (6, 2, 2))
    found = ivy.associative_scan(ivy.asarray(matrices), lambda a, b: ivy.matmul(a, b))
    equal(found, list(itertools.accumulate(matrices, np.matmul)))


def test_associative_scan_of_nests_solves_a_recurrence(backend):
    """The state x[i] = a[i] * x[i-1] + b[i] is a scan of pairs."""
    a, b = RNG.normal(size=7), RNG.normal(size=7)

    def after(first, then):
        return {"a": first["a"] * then["a"], "b": then["a"] * first["b"] + then["b"]}

    found = ivy.associative_scan({"a": ivy.asarray(a), "b": ivy.asarray(b)}, after)
    state, expected = 0.0, []
    for factor, term in zip(a, b, strict=True):
        state = factor * state + term
        expected.append(state)
    np.testing.assert_allclose(np.asarray(found["b"]), expected, rtol=1e-12)


def test_associative_scan_refuses_lengths_that_differ(backend):
    with pytest.raises(ValueError, match=r"lengths \[2, 3\] along axis 0"):
        ivy.associative_scan((ivy.ones((2,)), ivy.ones((3,))), lambda a, b: a)
    with pytest.raises(IndexError):
        ivy.associative_scan(ivy.ones((2,)), lambda a, b: a + b, axis=1)


def test_associative_scan_compiled_and_its_gradient(backend, compiled):
    x = RNG.normal(size=(5,))
    product = lambda x: ivy.associative_scan(x, lambda a, b: a * b)  # noqa: E731
    np.testing.assert_allclose(np.asarray(compiled(product, x)), np.cumprod(x), rtol=1e-12)
    gradients_match(backend, product, lambda x: torch.cumprod(x, 0), x)


# reductions


@pytest.mark.parametrize("axes", [0, 1, (0, 2), (2, 0), (0, 1, 2), ()])
def test_reduce_is_what_folding_gives(backend, axes):
    for shape in ((3, 4, 5), (2, 0, 3)):
        x = RNG.integers(-9, 9, shape)
        axes_ = axes if isinstance(axes, tuple) else (axes,)
        for keepdims in (False, True):
            found = ivy.reduce(ivy.asarray(x), 10, lambda a, b: a + b, axes=axes, keepdims=keepdims)
            equal(found, 10 + x.sum(axis=axes_, keepdims=keepdims))


def test_reduce_keeps_the_order_of_elements_and_refuses_wrong_axes(backend):
    x = ivy.asarray(np.arange(1.0, 12.0))
    equal(ivy.reduce(x, 0.0, lambda a, b: b), 11.0)
    equal(ivy.reduce(x, 5.0, lambda a, b: a), 5.0)
    with pytest.raises(ValueError, match=r"axes \(0, -1\)"):
        ivy.reduce(x, 0.0, lambda a, b: a, axes=(0, -1))
    with pytest.raises(IndexError):
        ivy.reduce(x, 0.0, lambda a, b: a, axes=1)


# sequences


@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize("side", ["right", "left"])
def test_pad_sequence_as_torch(backend, batch_first, side):
    arrays = [RNG.normal(size=(n, 2)) for n in (3, 1, 4, 0)]
    expected = torch.nn.utils.rnn.pad_sequence(
        [torch.from_numpy(a) for a in arrays], batch_first, 7.0, side
    )
    found = ivy.pad_sequence(
        [ivy.asarray(a) for a in arrays], batch_first=batch_first, padding_value=7.0,
        padding_side=side,
    )  # fmt: skip
    equal(found, expected.numpy())


def test_pad_sequence_refuses_what_does_not_fit(backend):
    with pytest.raises(ValueError, match=r"\(2, 3\), \(2, 4\)"):
        ivy.pad_sequence([ivy.ones((2, 3)), ivy.ones((2, 4))])
    with pytest.raises(ValueError, match="at least one"):
        ivy.pad_sequence([])
    with pytest.raises(ValueError, match="'right', 'left'"):
        ivy.pad_sequence([ivy.ones((2,))], padding_side="middle")


@pytest.mark.parametrize("trim", ["fb", "f", "b"])
def test_trim_zeros_as_numpy(backend, trim):
    grid = np.zeros((4, 5))
    grid[1, 2:4] = grid[2, 3] = 1
    for a in (np.array([0, 0, 1, 0, 2, 0]), np.zeros(3), np.array([1.5]), np.zeros((0,)), grid):
        equal(ivy.trim_zeros(ivy.asarray(a), trim=trim), np.trim_zeros(a, trim))
    for axis in (0, -1, (0, 1)):
        equal(
            ivy.trim_zeros(ivy.asarray(grid), trim=trim, axis=axis), np.trim_zeros(grid, trim, axis)
        )


def test_trim_zeros_shows_a_view(backend):
    x = ivy.asarray([0.0, 1.0, 2.0, 0.0])
    ivy.trim_zeros(x)[0] = 9.0
    equal(x, [0.0, 9.0, 2.0, 0.0])
    with pytest.raises(ValueError, match="'x'"):
        ivy.trim_zeros(x, trim="x")


# views by strides


STRIDED = [((2, 3), (8, 16), 0), ((3, 2), (0, 8), 8), ((4,), (16,), 8), ((3,), (8,), 40),
           ((2, 2), (48, 8), 0), ((), (), 24), ((0, 2), (8, 8), 0)]  # fmt: skip


@pytest.mark.parametrize("view", STRIDED)
def test_as_strided_shows_what_numpy_shows(backend, view):
    shape, strides, offset = view
    a = np.arange(8.0)
    expected = np.lib.stride_tricks.as_strided(a[offset // 8 :], shape, strides)
    x = ivy.array(a)
    found = ivy.as_strided(x, shape, strides, offset=offset)
    equal(found, expected)
    x[3:] = a[3:] = -1.0
    equal(found, expected)
    equal(ivy.as_strided(x, shape, strides, offset=offset, copy=True), expected)


def test_as_strided_of_overlapping_elements_writes_through(backend):
    a = np.arange(6.0)
    x = ivy.array(a)
    windows, view = (
        ivy.as_strided(x, (4, 3), (8, 8)),
        np.lib.stride_tricks.as_strided(a, (4, 3), (8, 8)),
    )
    windows[1, 2] = view[1, 2] = 50.0
    equal(windows, view)
    equal(x, a)
    windows[2] = view[2] = 7.0
    equal(windows, view)
    x[0] = a[0] = -1.0
    equal(windows, view)


@pytest.mark.parametrize("step", [1, 2])
def test_as_strided_of_a_view_steps_through_its_memory(backend, step):
    a = np.arange(12.0).reshape(3, 4)
    x = ivy.array(a)
    part, seen = x[:, ::step], a[:, ::step]
    strides = (seen.strides[1],)
    found = ivy.as_strided(part, (seen.shape[1],), strides, offset=seen.strides[0])
    equal(found, seen[1])
    found[0] = 99.0
    a[1, 0] = 99.0
    equal(x, a)


def test_as_strided_stays_within_the_array(backend):
    x = ivy.array(np.arange(4.0))
    for shape, strides, offset in (((5,), (8,), 0), ((2, 2), (16, 16), 0), ((1,), (8,), 32),
                                   ((2,), (-8,), 0)):  # fmt: skip
        with pytest.raises(ValueError, match="own elements only"):
            ivy.as_strided(x, shape, strides, offset=offset)
    with pytest.raises(ValueError, match="own elements only"):
        ivy.as_strided(x[::2], (3,), (8,))  # the element between is none of the view's
    with pytest.raises(ValueError, match="multiples of the 8 bytes"):
        ivy.as_strided(x, (2,), (4,))
    with pytest.raises(ValueError, match=r"shape \(2, 2\) and strides \(8,\)"):
        ivy.as_strided(x, (2, 2), (8,))


def test_as_strided_in_compiled_functions(backend, compiled):
    a = np.arange(6.0)

    def apart(x):
        x = ivy.multiply(x, 1.0)
        ivy.as_strided(x, (2, 2), (24, 8), offset=8)[...] = 9.0
        return x

    expected = a.copy()
    expected[[1, 2, 4, 5]] = 9.0
    equal(compiled(apart, a), expected)
    windows = compiled(lambda x: ivy.as_strided(x, (4, 3), (8, 8)) * 1.0, a)
    equal(windows, np.lib.stride_tricks.sliding_window_view(a, 3))

    def overlapping(x):
        x = ivy.multiply(x, 1.0)
        ivy.as_strided(x, (4, 3), (8, 8))[0, 1] = 9.0
        return x

    if backend in ("jax", "tensorflow"):  # the others compute at once, on memory
        with pytest.raises(ValueError, match="12 elements of a view lie on 6 places"):
            compiled(overlapping, a)
    else:
        a[1] = 9.0
        equal(compiled(overlapping, a), a)


def test_gradient_of_as_strided_is_that_of_torch(backend):
    gradients_match(
        backend,
        lambda x: ivy.as_strided(x, (3, 2), (8, 16)) * 2.0,
        lambda x: torch.as_strided(x, (3, 2), (1, 2)) * 2.0,
        RNG.normal(size=(6,)),
    )


# what may be missing, and numbers as they are wanted


def test_optional_elements(backend):
    x = ivy.asarray([1, 2])
    assert ivy.optional_get_element(x) is x
    assert ivy.optional_get_element().shape == (0,)
    out = ivy.zeros((2,), dtype=x.dtype)
    assert ivy.optional_get_element(x, out=out) is out
    equal(out, [1, 2])


def test_scalars_are_checked():
    assert ivy.check_scalar(2.5, force_positive=True) == 2.5
    for wrong in ("2", True, np.ones(1)):
        with pytest.raises(TypeError, match="an int or a float"):
            ivy.check_scalar(wrong)
    with pytest.raises(TypeError, match=r"2.5 was given; an int is needed"):
        ivy.check_scalar(2.5, force_integer=True)
    with pytest.raises(ValueError, match="0 was given; it must be larger than 0"):
        ivy.check_scalar(0, force_positive=True)
