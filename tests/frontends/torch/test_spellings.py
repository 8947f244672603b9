"""Keywords and orders of arguments that PyTorch takes besides those of its documentation."""

import pytest

from .comparing import assert_same, assert_same_error

KEYWORDS = [
    lambda torch, F: torch.mul(3, torch.arange(3.0)),
    lambda torch, F: torch.multiply(2.5, torch.arange(3)),
    lambda torch, F: torch.mul(True, 2),
    lambda torch, F: torch.arange(6.0).split(split_size=2),
    lambda torch, F: torch.arange(6.0).split(split_size=[2, 4], dim=0),
    lambda torch, F: torch.unsafe_split(input=torch.arange(6.0), split_size=4),
    lambda torch, F: torch.arange(6.0).hsplit(sections=2),
    lambda torch, F: torch.vsplit(torch.arange(6.0).reshape(3, 2), indices=[1]),
    lambda torch, F: torch.arange(6.0).view(dtype=torch.int32),
    lambda torch, F: torch.arange(6.0).reshape(2, 3).swapaxes(axis0=0, axis1=1),
    lambda torch, F: torch.arange(6.0).reshape(2, 3).swapaxes_(axis0=0, axis1=1),
    lambda torch, F: torch.zeros(3).copy_(other=torch.arange(3)),
    lambda torch, F: torch.tensor_split(
        torch.arange(6.0), tensor_indices_or_sections=torch.tensor(2)
    ),
]
FACTORS = [
    lambda torch, F: torch.add(torch.arange(3.0), 2, torch.ones(3)),
    lambda torch, F: torch.ones(3).add_(2, torch.arange(3.0)),
    lambda torch, F: torch.ones(3).sub(2, torch.arange(3.0)),
    lambda torch, F: torch.ones(3).addcmul_(2.5, torch.arange(3.0), torch.arange(3.0)),
    lambda torch, F: torch.addcdiv(torch.ones(3), -2, torch.arange(3.0), torch.ones(3)),
    lambda torch, F: torch.addmm(2, torch.ones(2, 2), 3, torch.ones(2, 2), torch.ones(2, 2)),
    lambda torch, F: torch.ones(2, 2).addmm(2, torch.ones(2, 2), torch.ones(2, 2)),
    lambda torch, F: torch.ones(2).addmv(2, 3, torch.ones(2, 2), torch.ones(2)),
    lambda torch, F: torch.ones(3, 2, 2).baddbmm_(2, torch.ones(3, 2, 2), torch.ones(3, 2, 2)),
]


@pytest.mark.parametrize("expression", KEYWORDS + FACTORS)
def test_arguments(backend, expression):
    assert_same(expression)


def test_a_factor_has_its_gradient(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")

    def gradients(torch, F):
        x = torch.arange(3.0).requires_grad_()
        loss = torch.add(x, 3, torch.ones(3)) + (2 * x).addcmul_(2, torch.arange(3.0), x)
        return torch.autograd.grad(loss.sum(), x)

    assert_same(gradients)


def test_a_factor_after_the_tensors_is_refused(backend):
    assert_same_error(lambda torch, F: torch.ones(2).mul(2, torch.ones(2)), says=False)
    assert_same_error(lambda torch, F: torch.add(torch.ones(2), torch.ones(2), 2), says=False)


METHODS = [
    lambda torch, F: torch.zeros(3).module_load(torch.arange(3.0)),
    lambda torch, F: torch.zeros(3).module_load(torch.arange(3.0), assign=True),
    lambda torch, F: torch.nn.Linear(2, 1).bias.module_load(torch.ones(1), assign=True),
    lambda torch, F: torch.tensor([1, 2]).dequantize(),
    lambda torch, F: torch.dequantize(torch.ones(2, dtype=torch.float16)),
    lambda torch, F: torch.tensor([True, False])._is_all_true(),
    lambda torch, F: torch._is_any_true(torch.tensor([True, False])),
    lambda torch, F: torch.zeros(0, dtype=torch.bool)._is_all_true(),
    lambda torch, F: torch.arange(6.0).resize_(size=(2, 3)),
    lambda torch, F: torch.arange(6.0).resize_(size=[2]),
    lambda torch, F: torch.tensor(torch.arange(6.0)[2:]._typed_storage()._size()),
]
WRONG = [
    lambda torch, F: torch.arange(6.0).resize_(),
    lambda torch, F: torch.arange(6.0).resize_(size=3),
    lambda torch, F: torch.arange(6.0).resize_(2, size=(3,)),
]


@pytest.mark.parametrize("expression", METHODS)
def test_methods(backend, expression):
    assert_same(expression)


@pytest.mark.parametrize("expression", WRONG)
def test_wrong_sizes(backend, expression):
    assert_same_error(expression)
