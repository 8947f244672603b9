"""``torch.distributed.fsdp``: two ranks of the frontend against two of real PyTorch's."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

import frontends.torch as torch
from frontends.torch.distributed.fsdp import fully_shard
from tests.frontends.torch.ranks import compared_in_ranks

PROGRAM = Path(__file__).parent / "fsdp_in_ranks.py"
results, test_two_ranks_have_what_those_of_pytorch_have = compared_in_ranks(PROGRAM)


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)  # of gradients
def test_one_rank_trains_alone(backend, one_rank):
    model = fully_shard(torch.nn.Linear(2, 1, bias=False))
    optimizer = torch.optim.SGD(model.parameters(), 1.0)
    torch.nn.init.zeros_(model.weight)
    model(torch.tensor([[1.0, 2.0]])).sum().backward()
    assert model.weight.grad.full_tensor().tolist() == [[1, 2]]
    optimizer.step()
    assert model.weight.full_tensor().tolist() == [[-1, -2]]


@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)
def test_whole_parameters_and_gradients_are_gone_after_a_step(backend, one_rank):
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
    for layer in (model[0], model[2], model):
        fully_shard(layer)
    optimizer, alive = torch.optim.Adam(model.parameters(), 0.1), []
    for layer in (model[0], model[2]):
        layer.register_forward_pre_hook(lambda module, _: alive.append(weakref.ref(module.weight)))
    gc.collect()
    gc.disable()
    try:
        for _ in range(4):  # the program of a backward that comes again keeps nothing, either
            y = model(torch.ones(2, 3))
            assert all(each() is not None for each in alive)
            y.sum().backward()
            optimizer.step()
            assert model[0].weight.grad is not None
            optimizer.zero_grad()
            del y
            assert [each() for each in alive] == [None, None]
            alive.clear()
        model(torch.ones(2, 3))  # that nothing is computed of
        model.reshard()
        assert [each() for each in alive] == [None, None]
    finally:
        gc.enable()
