"""``torch.distributed.tensor``: two ranks of the frontend against two of real PyTorch's."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

import frontends.torch as torch
import ivy_core as ivy
from frontends.torch import distributed as dist
from frontends.torch.distributed.tensor import (
    DTensor,
    Partial,
    Replicate,
    Shard,
    distribute_tensor,
    redistribution,
)
from ivy_core.compilation.call.function import CompileWarning
from tests.frontends.torch.ranks import compared_in_ranks, of_ranks

HERE = Path(__file__).parent
PROGRAM, PARALLEL = HERE / "dtensors_in_ranks.py", HERE / "parallel_in_ranks.py"
GRIDS = HERE / "meshes_in_ranks.py"
results, test_two_ranks_have_what_those_of_pytorch_have = compared_in_ranks(PROGRAM)
modules, test_modules_cut_over_two_ranks_are_those_of_pytorch = compared_in_ranks(PARALLEL)
of_four, test_four_ranks_in_a_grid_have_what_those_of_pytorch_have = compared_in_ranks(GRIDS, 4)


@pytest.fixture
def mesh(no_launcher):
    yield dist.init_device_mesh("cpu", (1,))
    dist.destroy_process_group()


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)  # of gradients
def test_one_rank_needs_no_launcher(backend, mesh):
    weight = torch.nn.Parameter(distribute_tensor(torch.ones(2, 3), mesh, [Shard(0)]))
    x = DTensor.from_local(torch.ones(4, 3), mesh, [Replicate()])
    y = torch.nn.functional.linear(x, weight)
    assert y.placements == (Shard(1),)
    (y * 2).sum().backward()
    assert weight.grad.full_tensor().tolist() == [[8.0] * 3] * 2
    weight.grad = None
    assert weight.grad is None


@of_ranks
def test_a_compiled_function_sees_that_a_dtensor_lies_otherwise(backend, mesh):
    x = distribute_tensor(torch.arange(4.0), mesh, [Shard(0)])
    weight = torch.nn.Parameter(distribute_tensor(torch.ones(4), mesh, [Shard(0)]))

    @functools.partial(ivy.compile, fallback="raise")
    def function(x):
        with torch.no_grad():
            return (x * weight).sum().full_tensor(), x * 2, weight

    first = [function(x) for _ in range(3)][-1]
    weight.data = distribute_tensor(torch.full((4,), 3.0), mesh, [Replicate()])
    for found, expected in ((first, 6.0), (function(x), 18.0)):
        assert found[0].item() == expected
        assert found[1].placements == (Shard(0),)
        assert found[1].full_tensor().tolist() == [0, 2, 4, 6]
        assert found[2] is weight


@of_ranks
def test_a_graph_of_dtensors_that_comes_out_runs_eagerly_and_says_so(backend, mesh):
    x = distribute_tensor(torch.arange(4.0), mesh, [Shard(0)]).requires_grad_()
    with pytest.warns(CompileWarning, match="a graph of gradients"):
        y = ivy.compile(lambda x: (x * 2).redistribute(placements=[Replicate()]))(x)
    y.sum().backward()
    assert x.grad.full_tensor().tolist() == [2, 2, 2, 2]


def test_a_mesh_of_more_ranks_says_what_to_do(backend, mesh):
    with pytest.raises(RuntimeError, match="but found 4096 ranks! .*transpile --devices 4096"):
        dist.init_device_mesh("cpu", (4096,))


def test_uses_without_a_meaning_raise(backend, mesh):
    x = distribute_tensor(torch.ones(2, 3), mesh, [Shard(0)])
    with pytest.raises(NotImplementedError, match="use t, which returns another"):
        x.t_()
    with pytest.raises(RuntimeError, match="mixed torch.Tensor and DTensor"):
        x + torch.ones(2, 3)
    with pytest.raises(NotImplementedError, match="to_local"):
        torch.from_dlpack(x)


def test_dimensions_of_the_mesh_that_cut_one_dimension_are_undone_in_turn():
    zero, one, whole, later = Shard(0), Shard(1), Replicate(), Partial()
    for source, target, steps in (
        ((zero, zero), (whole, zero), [(zero, whole), (whole, whole), (whole, zero)]),
        ((zero, one), (one, zero), [(zero, whole), (one, whole), (one, zero)]),
        ((zero, whole), (zero, zero), [(zero, zero)]),
        ((later, zero), (zero, zero), [(later, whole), (zero, whole), (zero, zero)]),
        ((zero, later), (zero, whole), [(zero, whole)]),
    ):
        assert redistribution.steps_between(source, target) == steps


def test_placements_are_compared_by_what_they_say():
    assert Shard(0) == Shard(dim=0) != Shard(1)
    assert Partial() == Partial("sum") != Partial("avg")
    assert len({Replicate(), Replicate(), Shard(0), Shard(0)}) == 2
    assert (str(Shard(1)), str(Replicate()), str(Partial("max"))) == ("S(1)", "R", "P(max)")
    assert Shard(1).is_shard(1) and not Shard(1).is_shard(0) and Partial().is_partial("sum")
