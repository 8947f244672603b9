"""Gradients of tensors that are written over, whole or through views, against PyTorch."""

from __future__ import annotations

import pytest

from .test_autograd import grads, same  # noqa: F401

WRITES = {
    "eq_": lambda torch, x: x.eq_(2),
    "ne_": lambda torch, x: x.ne_(torch.ones(3)),
    "lt_": lambda torch, x: x[1:].lt_(5),
    "greater_equal_": lambda torch, x: x[:, 1].greater_equal_(torch.ones(4)),
    "max": lambda torch, x: x.copy_(x.max(1, keepdim=True).values.relu_()),
    "min": lambda torch, x: x[:, 0].copy_(x.min(dim=1).values),
    "logical_not_": lambda torch, x: x[1:].logical_not_(),
    "tensor_split": lambda torch, x: x.tensor_split(2)[1].mul_(2),
    "hsplit": lambda torch, x: x.hsplit(3)[1].abs_(),
    "vsplit": lambda torch, x: x.vsplit(2)[0].zero_(),
}


@pytest.mark.parametrize("name", WRITES)
def test_gradient(grads, name):  # noqa: F811
    def program(torch):
        leaf = torch.arange(-4.0, 8.0).reshape(4, 3).requires_grad_()
        x = leaf * 1
        WRITES[name](torch, x)
        (x * torch.arange(12.0).reshape(4, 3)).sum().backward()
        return [x, leaf.grad]

    same(program)


def test_the_second_tensor_of_a_comparison(grads):  # noqa: F811
    def program(torch):
        x, y = (torch.arange(3.0).requires_grad_() for _ in range(2))
        z = x * 2
        z.le_(y * 1)
        (z * torch.arange(3.0)).sum().backward()
        return [z, x.grad, y.grad]

    same(program)
