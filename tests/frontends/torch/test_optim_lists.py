"""Optimizers' steps of PyTorch's own tensors as lists: the bits of steps one by one, and what is.

Only the backend that computes with PyTorch has such steps; the others go through the same tests.
"""

from __future__ import annotations

import copy
import weakref

import pytest
import torch as real

import frontends.torch as torch
from frontends.torch import policy
from frontends.torch.optim import lists
from tests.frontends.torch.layers import close, ours, random

SHAPES = [(3, 2), (4,), (), (700,), (0,), (5, 5)]
OPTIONS = {
    "SGD": {"lr": 0.1},
    "momentum": {"lr": 0.1, "momentum": 0.9, "dampening": 0.1, "weight_decay": 0.01},
    "nesterov": {"lr": 0.1, "momentum": 0.9, "nesterov": True, "maximize": True},
    "Adam": {"lr": 0.05, "betas": (0.8, 0.9), "weight_decay": 0.1, "amsgrad": True},
    "AdamW": {"lr": 0.05, "weight_decay": 0.1, "maximize": True},
}


def optimizer_of(library, name, params):
    kind = name if name.startswith("Adam") else "SGD"
    return getattr(library.optim, kind)(params, **OPTIONS[name])


def train(library, name, convert, steps=4, double=False, prepare=None):
    """Return parameters and state after some steps, of the same values for each library."""
    values = [convert(random(shape, at)) for at, shape in enumerate(SHAPES)]
    values = [each.double() if double else each for each in values]
    params = [library.nn.Parameter(each.clone()) for each in values]
    optimizer = optimizer_of(library, name, params if prepare is None else prepare(params))
    for step in range(steps):
        for at, param in enumerate(params):
            grad = convert(random(tuple(param.shape), 100 * step + at))
            param.grad = grad.double() if double else grad
            if step == 1 and at == 1:
                param.grad = None  # it takes a step less than the others
        optimizer.step()
    return [*params, *[x for each in optimizer.state.values() for x in each.values()]]


def same(mine, theirs, backend):
    """Compare tensors, those of PyTorch's own backend bit by bit."""
    for one, other in zip(mine, theirs, strict=True):
        if backend == "torch" and other is not None:
            assert one.detach().numpy().tobytes() == other.detach().numpy().tobytes()
        elif other is not None:
            close(one, other)


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("name", OPTIONS)
def test_a_step_has_the_bits_of_pytorchs(backend, name, double, monkeypatch):
    monkeypatch.setattr(lists, "ELEMENTS_STEPPED_TOGETHER", 8)  # several lists
    mine = train(torch, name, ours, double=double)
    same(mine, train(real, name, lambda x: x, double=double), backend)


def test_calls_are_those_of_lists(backend, monkeypatch):
    stepped = []
    monkeypatch.setattr(
        torch.optim.Adam, "update_lists_", lambda *given: stepped.append(len(given[4]))
    )
    params = [torch.nn.Parameter(ours(random(shape, 0))) for shape in SHAPES]
    optimizer = torch.optim.AdamW(params)
    for _ in range(3):
        for param in params:
            param.grad = ours(random(tuple(param.shape), 1))
        optimizer.step()
    assert stepped == ([len(params)] * 2 if backend == "torch" else [])  # not the first one


def test_parameters_on_one_memory_step_one_after_the_other(backend):
    def parts(library):
        whole = library.nn.Parameter(library.arange(6.0))
        part = library.nn.Parameter(whole.detach()[1:4])
        optimizer = library.optim.SGD([whole, part], lr=0.5, momentum=0.5, weight_decay=0.1)
        for _ in range(3):
            whole.grad, part.grad = library.ones(6), library.ones(3)
            optimizer.step()
        return [whole, part]

    same(parts(torch), parts(real), backend)


def test_a_parameter_given_twice_steps_twice(backend):
    with pytest.warns(UserWarning, match="duplicate parameters"):
        mine = train(torch, "AdamW", ours, prepare=lambda params: [*params, params[0]])
    with pytest.warns(UserWarning, match="duplicate parameters"):
        theirs = train(real, "AdamW", lambda x: x, prepare=lambda params: [*params, params[0]])
    same(mine, theirs, backend)


def test_a_learning_rate_of_a_schedule(backend):
    def trained(library, convert):
        params = [library.nn.Parameter(convert(random((3, 2), at))) for at in range(2)]
        optimizer = library.optim.AdamW(params, lr=0.1)
        schedule = library.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
        for step in range(4):
            for at, param in enumerate(params):
                param.grad = convert(random((3, 2), 10 * step + at))
            optimizer.step()
            schedule.step()
        return params

    same(trained(torch, ours), trained(real, lambda x: x), backend)


def test_an_optimizer_that_stepped_can_be_copied(backend):
    params = [torch.nn.Parameter(ours(random((3,), 0)))]
    optimizer = torch.optim.Adam(params)
    for _ in range(2):
        params[0].grad = ours(random((3,), 1))
        optimizer.step()
    copied = copy.deepcopy(optimizer)
    assert copied.state_dict()["state"][0]["step"] == 2


def test_zero_grad_keeps_no_gradient_alive(backend):
    param = torch.nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD([param], lr=0.1)
    param.grad = torch.ones(3)
    kept = weakref.ref(param.grad)
    optimizer.step()
    optimizer.zero_grad()
    assert param.grad is None
    assert kept() is None


def test_large_parameters_are_lists_of_their_own():
    many = [real.empty(policy.ELEMENTS_STEPPED_TOGETHER), real.empty(1), real.empty(1)]
    assert [*lists.spans(many)] == [(0, 1), (1, 3)]
