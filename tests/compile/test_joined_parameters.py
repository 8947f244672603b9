"""Small parameters that a traced step changes as one vector: they hold what PyTorch's do."""

from __future__ import annotations

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
import ivy_core as ivy
from frontends.torch.policy import ELEMENTS_OF_JOINED_PARAMETER

STEPS = 4
STEPS_OF = {"RAdam": 8, "ASGD": 7}  # its variance is rectified, its parameters averaged, from then
OPTIMIZERS = {
    "AdamW": ("AdamW", {"lr": 0.02, "weight_decay": 0.1}),
    "Adam": ("Adam", {"lr": 0.02, "amsgrad": True, "maximize": True}),
    "Adamax": ("Adamax", {"lr": 0.02}),
    "NAdam": ("NAdam", {"lr": 0.02}),
    "RAdam": ("RAdam", {"lr": 0.02, "weight_decay": 0.1}),
    "RMSprop": ("RMSprop", {"lr": 0.01, "eps": 1e-3, "momentum": 0.5}),
    "Adagrad": ("Adagrad", {"lr": 0.05, "lr_decay": 0.1}),
    "Adadelta": ("Adadelta", {"lr": 0.5}),
    "ASGD": ("ASGD", {"lr": 0.05, "t0": 3, "weight_decay": 0.1}),
    "SGD": ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "SGD alone": ("SGD", {"lr": 0.1}),
}


def _model(torch):
    """Make layers of few elements, one of more than are joined, and one that is used later."""
    torch.manual_seed(0)
    nn = torch.nn
    width = ELEMENTS_OF_JOINED_PARAMETER // 8 + 1
    return nn.ModuleList(
        [nn.Linear(8, width), nn.Linear(width, 3), nn.Linear(3, 3), nn.Linear(3, 2)]
    )


def _trained(torch, name: str, options: dict, is_compiled: bool, is_late: bool):
    model = _model(torch)
    optimizer = getattr(torch.optim, name)(model.parameters(), **options)

    def step(x, uses_last):
        optimizer.zero_grad()
        x = model[2](torch.tanh(model[1](torch.tanh(model[0](x)))))
        x = model[3](x) if uses_last else x
        loss = (x**2).mean()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
        optimizer.step()
        return loss, norm

    step = ivy.compile(step, fallback="raise") if is_compiled else step
    torch.manual_seed(1)
    losses = []
    for n in range(STEPS_OF.get(name, STEPS)):
        losses += [float(x.detach()) for x in step(torch.randn(4, 8), not is_late or n > 1)]
    tensors = [*model.parameters(), *[p.grad for p in model.parameters()]]
    for state in optimizer.state.values():
        tensors += [x for x in state.values() if hasattr(x, "detach")]
    versions = [p._version for p in model.parameters()]
    return losses, [x.detach().numpy() for x in tensors], versions


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("is_late", [False, True], ids=["at once", "one later"])
@pytest.mark.parametrize("case", OPTIMIZERS)
def test_steps_are_those_of_pytorch(backend, case, is_late):
    if is_late and case not in ("AdamW", "SGD"):
        pytest.skip("counts of steps that differ: two optimizers show it")
    wanted = _trained(real, *OPTIMIZERS[case], False, is_late)
    found = _trained(ours, *OPTIMIZERS[case], True, is_late)
    np.testing.assert_allclose(found[0], wanted[0], rtol=2e-4)
    for one, other in zip(found[1], wanted[1], strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-4)
    assert found[2] == _trained(ours, *OPTIMIZERS[case], False, is_late)[2]


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_one_update_serves_all_small_parameters(backend):
    def steps_of(layers: int) -> int:
        model = ours.nn.Sequential(*[ours.nn.Linear(4, 4) for _ in range(layers)])
        optimizer = ours.optim.AdamW(model.parameters())
        x = ours.ones(2, 4)

        def step():
            model(x).sum().backward()
            optimizer.step()

        step()
        return str(ivy.compile(step).explain(stage="trace")).count(" sqrt ")

    assert steps_of(2) == steps_of(6)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("name", ["Adam", "AdamW", "RAdam", "RMSprop"])
def test_counts_of_steps_stay_one_array_so_that_one_program_serves(backend, name):
    """Parameters of all sizes, of which some are joined: eager steps and compiled ones alike."""
    kind, options = OPTIMIZERS[name]
    model = _model(ours)
    optimizer = getattr(ours.optim, kind)(model.parameters(), **options)

    def step(x):
        optimizer.zero_grad()
        loss = (model[3](model[2](model[1](model[0](x)))) ** 2).mean()
        loss.backward()
        optimizer.step()
        return loss

    compiled, counts = ivy.compile(step, fallback="raise"), []
    step(ours.ones(2, 8))
    for number in range(10):
        (step if number == 5 else compiled)(ours.ones(2, 8))
        counts += [[x["step"].item() for x in optimizer.state.values()]]
        natives = {id(x["step"]._data) for x in optimizer.state.values()}
        assert len(natives) == 1 or number == 5
    assert counts == [[2.0 + number] * 8 for number in range(10)]
    assert compiled.cache_info().misses <= 2  # once a number has been seen to change
