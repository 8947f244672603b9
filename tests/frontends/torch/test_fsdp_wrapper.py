"""``FullyShardedDataParallel``: two ranks of the frontend against two of real PyTorch's."""

from __future__ import annotations

from pathlib import Path

import pytest

import frontends.torch as torch
from frontends.torch import distributed as dist
from frontends.torch.distributed.fsdp import (
    FullyShardedDataParallel,
    MixedPrecision,
    ShardingStrategy,
    StateDictType,
    fully_sharded_data_parallel,
    wrap,
)
from tests.frontends.torch.ranks import compared_in_ranks, of_ranks

PROGRAM = Path(__file__).parent / "fsdp_wrapper_in_ranks.py"
results, test_two_ranks_have_what_those_of_pytorch_have = compared_in_ranks(PROGRAM)


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)  # of gradients
@pytest.mark.parametrize("keeps", [True, False])
def test_one_rank_trains_alone_and_says_that_nothing_is_cut(backend, keeps, one_rank):
    with pytest.warns(UserWarning, match="switching to use `NO_SHARD`"):
        model = FullyShardedDataParallel(torch.nn.Linear(2, 1, bias=False), use_orig_params=keeps)
    optimizer = torch.optim.SGD(model.parameters(), 1.0)
    model.apply(
        lambda each: isinstance(each, torch.nn.Linear) and torch.nn.init.zeros_(each.weight)
    )
    model(torch.tensor([[1.0, 2.0]])).sum().backward()
    assert [p.grad.reshape(-1).tolist() for p in model.parameters()] == [[1, 2]]
    optimizer.step()
    assert model.state_dict()["weight"].tolist() == [[-1, -2]]


@of_ranks
@pytest.mark.filterwarnings("ignore")
def test_uses_that_are_not_supported_say_what_to_do(backend, one_rank):
    model = FullyShardedDataParallel(torch.nn.Linear(2, 1))
    low = MixedPrecision(keep_low_precision_grads=True)
    for call, message in (
        (lambda: model.register_comm_hook(None, print), "choose the dtype of exchanges"),
        (lambda: FullyShardedDataParallel(torch.nn.Linear(2, 1), mixed_precision=low), "cast them"),
        (
            lambda: model.set_state_dict_type(model, StateDictType.LOCAL_STATE_DICT),
            "use SHARDED_STATE_DICT or FULL_STATE_DICT",
        ),
        (
            lambda: FullyShardedDataParallel(
                torch.nn.Linear(2, 1), auto_wrap_policy=wrap.always_wrap_policy,
                sharding_strategy=ShardingStrategy.HYBRID_SHARD,
            ),
            "pass device_mesh=init_device_mesh",
        ),
    ):  # fmt: skip
        with pytest.raises(NotImplementedError, match=message):
            call()


@of_ranks
@pytest.mark.filterwarnings("ignore")
def test_a_parameter_of_two_units_raises(backend, one_rank):
    model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2))
    model[1].weight = model[0].weight
    model[0] = FullyShardedDataParallel(model[0], use_orig_params=True)
    with pytest.raises(ValueError, match="'1.weight' is shared"):
        FullyShardedDataParallel(model, use_orig_params=True)


def test_the_names_of_its_module_are_those_of_the_package():
    for name in fully_sharded_data_parallel.__all__:
        assert getattr(dist.fsdp, name) is getattr(fully_sharded_data_parallel, name)
