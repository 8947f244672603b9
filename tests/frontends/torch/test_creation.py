"""Tensors made of values, and of a size, against real PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from .comparing import assert_same, assert_same_error

MADE = {
    "double_of_a_list": lambda t: t.tensor([0.1, 0.3], dtype=t.float64),
    "double_of_a_number": lambda t: t.tensor(0.1, dtype=t.float64),
    "double_of_nested_lists": lambda t: t.tensor([[0.1], [1e300]], dtype=t.float64),
    "as_tensor": lambda t: t.as_tensor([0.1, 1e-300], dtype=t.float64),
    "complex_of_numbers": lambda t: t.tensor([0.1 + 0.3j], dtype=t.complex128),
    "default": lambda t: t.tensor([0.1, 0.3]),
    "of_a_double": lambda t: t.tensor(np.float64(0.1)),
    "integers": lambda t: t.tensor([2**40 + 1, -3], dtype=t.int64),
    "doubles_of_integers": lambda t: t.tensor([2**40 + 1, -3], dtype=t.float64),
    "halves": lambda t: t.tensor([0.1, 70000.0], dtype=t.float16),
    "none": lambda t: t.tensor([], dtype=t.float64),
    "arange_in_the_type_of_out": lambda t: t.arange(0, 3, out=t.empty(0, dtype=t.float64)),
    "arange_to_an_end_that_is_named": lambda t: t.arange(end=3),
    "arange_from_a_named_start": lambda t: t.arange(start=1, end=4),
    "linspace_in_the_type_of_out": lambda t: t.linspace(0, 0.3, 3, out=t.empty(3).double()),
    "ones_in_the_type_of_out": lambda t: t.ones(3, out=t.empty(3, dtype=t.int32)),
    "samples_of_repeated_probabilities": lambda t: (
        t.manual_seed(3) and t.bernoulli(t.tensor([0.2, 0.5]).expand(3, 2))
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_values_and_types(backend, name):
    assert_same(lambda t, F: MADE[name](t), tolerance=1e-15)


MISTAKES = {
    "steps_that_round_to_none": lambda t: t.arange(0, 64, 0.5, out=t.empty(0, dtype=t.int64)),
    "parts_into_another_type": lambda t: t.complex(
        t.zeros(2, dtype=t.float64), t.zeros(2, dtype=t.float64), out=t.zeros(2, dtype=t.complex64)
    ),
    "a_place_that_is_not_there": lambda t: t.empty_permuted((2,), (3,)),
    "a_place_twice": lambda t: t.empty_permuted((2, 3), (0, 0)),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(backend, name):
    assert_same_error(lambda t, F: MISTAKES[name](t))


def test_arange_needs_an_end(backend):
    assert_same_error(lambda t, F: t.arange(), says=False)  # PyTorch lists its signatures


@pytest.mark.parametrize("name", ["complex32", "float8_e5m2"])
def test_types_that_pytorch_alone_has_are_refused_elsewhere_when_used(backend, name):
    import frontends.torch as torch

    dtype = getattr(torch, name)
    assert str(dtype) == f"torch.{name}"
    for make in (
        lambda: torch.zeros(2, dtype=dtype),
        lambda: torch.tensor([1.0], dtype=dtype),
        lambda: torch.ones(2).to(dtype),
    ):
        if backend == "torch":
            assert make().dtype == dtype
            continue
        with pytest.raises(NotImplementedError, match=f"not supported: tensors of torch.{name}"):
            make()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_numbers_at_equal_distances_have_pytorchs_bits(backend, dtype):
    draws = np.random.default_rng(0)
    calls = [("linspace", -1.2, 1.2, 128), ("arange", 0, 1, 0.1), ("linspace", 3, 3, 1)]
    for count in [1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 100, 250]:
        start, step = draws.normal(size=2).tolist()
        calls += [("linspace", start, start + step, count)]
        calls += [("arange", start, start + step * count, step), ("arange", 2.0, 2 + count, 1)]

    def numbers(t, F):
        found = [getattr(t, name)(*given, dtype=getattr(t, dtype)) for name, *given in calls]
        return [(tuple(x.shape), str(x.dtype), str(x.double().tolist())) for x in found]

    assert_same(numbers)
