"""``torch.distributed``: two ranks of the frontend against two of real PyTorch's with gloo."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import frontends.torch as torch
import ivy_core as ivy
from frontends.torch import distributed as dist
from ivy_core.compilation.call.function import CompileError
from tests.frontends.torch.ranks import compared_in_ranks, of_ranks, run_ranks

PROGRAM = Path(__file__).parent / "in_ranks.py"
FAILING = """
import time, torch, torch.distributed as dist
dist.init_process_group("gloo")
if dist.get_rank():
    raise ValueError("of one rank")
while True:
    dist.all_reduce(torch.ones(2))
    time.sleep(0.05)
"""
ALONE = """
import os, torch
x = torch.ones(2) * int(os.environ["RANK"])
if os.environ["RANK"] == "0":
    x = x.cumsum(0) + torch.cuda.is_available()
print(x.tolist())
"""


results, test_two_ranks_have_what_those_of_pytorch_have = compared_in_ranks(PROGRAM)


def test_the_names_of_backends_and_which_are_there_are_those_of_pytorch(backend):
    import torch.distributed as real  # noqa: PLC0415

    names = {name: getattr(real.Backend, name) for name in dir(real.Backend) if name.isupper()}
    assert {name: getattr(dist.Backend, name) for name in names} == names
    assert dist.Backend.backend_list == real.Backend.backend_list
    assert dist.Backend("GLOO") == real.Backend("GLOO") and type(dist.Backend("x")) is str
    for name in ("gloo", "nccl", "mpi", "ucc", "xccl"):
        asks = f"is_{name}_available"
        assert getattr(dist, asks)() == getattr(real, asks)() == dist.is_backend_available(name)
    with pytest.raises(ValueError, match="string-ish"):
        dist.Backend(3)


@of_ranks
def test_a_rank_that_raises_ends_all_with_its_traceback(backend, tmp_path):
    program = tmp_path / "failing.py"
    program.write_text(FAILING)
    begin = time.monotonic()
    ran = run_ranks("-m", "transpile", program, "--to", "jax", "--run")
    assert all(status for status, _, _ in ran)
    assert "ValueError: of one rank" in ran[1][2]
    assert "failing.py" in ran[1][2]
    assert "ValueError" not in ran[0][2]
    assert time.monotonic() - begin < 30  # seconds, of which most go into the start


@of_ranks
def test_a_rank_that_never_joins_runs_by_itself(backend, tmp_path):
    program = tmp_path / "alone.py"
    program.write_text(ALONE)
    ran = run_ranks("-m", "transpile", program, "--to", "jax", "--run")
    assert [(status, shown.split("\n")[0]) for status, shown, _ in ran] == [
        (0, "[0.0, 0.0]"), (0, "[1.0, 1.0]"),
    ]  # fmt: skip


def test_one_rank_needs_no_launcher(backend, one_rank):
    x, found = torch.ones(2), [torch.zeros(2)]
    dist.all_reduce(x)
    dist.all_gather(found, x)
    dist.broadcast(x, 0)
    part = torch.zeros(2)
    dist.reduce_scatter_tensor(part, x)
    dist.barrier()
    assert (x.tolist(), found[0].tolist(), part.tolist()) == ([1, 1], [1, 1], [1, 1])
    with pytest.raises(ValueError, match="twice"):
        dist.init_process_group("gloo")


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)  # of gradients
def test_one_rank_has_its_own_gradients(backend, one_rank):
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1, bias=False))
    model(torch.tensor([[1.0, 2.0]])).sum().backward()
    assert model.module.weight.grad.tolist() == [[1, 2]]
    assert list(model.state_dict()) == ["module.weight"]


@of_ranks
def test_a_barrier_is_no_step_of_a_program(backend, one_rank):
    def step(x):
        dist.barrier()
        return x + 1

    with pytest.raises(CompileError, match="barrier: no step of a program waits"):
        ivy.compile(step, fallback="raise")(torch.ones(2))


def test_without_a_group_nothing_is_exchanged(backend):
    assert not dist.is_initialized()
    with pytest.raises(ValueError, match="Default process group has not been initialized"):
        dist.all_reduce(torch.ones(1))
