"""Ranks that go different ways: all are ended, and both lines are told."""

from __future__ import annotations

import re
import signal
import time

import pytest

from tests.frontends.torch.ranks import of_ranks, run_ranks

START = """
import torch, torch.distributed as dist
dist.init_process_group("gloo")
me = dist.get_rank()
dist.all_reduce(torch.ones(2))
"""
OF_PARTS = """
from torch.distributed.tensor import Shard, distribute_tensor
mesh = dist.init_device_mesh("cpu", (2,))
distribute_tensor(torch.ones(4), mesh, [Shard(0)]).full_tensor()
"""
COMPILED = """
import ivy_core as ivy

@ivy.compile
def step(x):
    y = x * 2
    dist.all_reduce(y)
    return y

step(torch.ones(2))
"""
MISTAKES = {
    "another shape": "dist.all_reduce(torch.ones(3 + me))",
    "another dtype": "dist.all_reduce(torch.ones(3, dtype=[torch.float32, torch.int64][me]))",
    "another collective": "[dist.all_reduce, lambda x: dist.broadcast(x, 0)][me](torch.ones(3))",
    "another root": "dist.broadcast(torch.ones(3), me)",
    "another shape, compiled": "step(torch.ones(100_000 - 90_000 * me))",
    "one call is missing": "if me: step(torch.ones(2))",
    "one reads alone": "if me: distribute_tensor(torch.ones(4), mesh, [Shard(0)]).full_tensor()",
    "a barrier": "[dist.barrier, lambda: dist.all_reduce(torch.ones(2))][me]()",
}
SLOW = """
import time

step = step if me else lambda x: [x := x * 2, dist.all_reduce(x)][0]
print(step(torch.ones(3)).tolist())  # of a shape that was not exchanged before
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))  # rank 0's draws
print(model.module.weight.tolist())

def train(x):
    model.zero_grad()
    loss = model(x).sum()
    loss.backward()
    return model.module.weight.grad + 0

train = ivy.compile(train)
for size in (2, 2 + me, 4):  # the second time one rank alone compiles
    time.sleep(2 * (size > 2 > me))
    print(train(torch.ones(size, 2)).tolist())
time.sleep(2 * me)
"""


def only_with_full(params) -> bool:
    rare = "another dtype", "another root", "a barrier"
    return params.get("mistake") in rare or params.get("killed") == 0


def run(tmp_path, line: str):
    """Run a program of two ranks; return their standard errors after at most ten seconds."""
    program = tmp_path / "program.py"
    start = START + COMPILED * ("step" in line) + OF_PARTS * ("mesh" in line)
    program.write_text(start + f"print('ready', flush=True)\n{line}\n")
    begin = time.monotonic()
    ran = run_ranks("-m", "transpile", program, "--to", "jax", "--run")
    assert all(status for status, _, _ in ran), ran
    assert time.monotonic() - begin < 30  # seconds, of which most go into the start
    return "".join(errors for _, _, errors in ran)


@pytest.mark.parametrize("mistake", MISTAKES)
@of_ranks
def test_both_lines_are_told(backend, mistake, tmp_path):
    errors = run(tmp_path, MISTAKES[mistake])
    there = r"(does .*|waits at a barrier), program.py:\d+|is at the end of the program"
    told = rf"different ways in its processes:\n  process \d ({there})\n  process \d ({there})\n"
    assert len(re.findall(told, errors)) == 1, errors
    assert "gloo" not in errors


KILLED = """
import os, signal
if me == {0}:
    os.kill(os.getpid(), signal.SIGKILL)
step(torch.ones(2))
"""


@pytest.mark.parametrize("killed", [1, 0])
@of_ranks
def test_a_rank_that_is_killed_ends_all(backend, killed, tmp_path):
    program = tmp_path / "killed.py"
    program.write_text(START + COMPILED + KILLED.format(killed))
    begin = time.monotonic()
    ran = run_ranks("-m", "transpile", program, "--to", "jax", "--run")
    assert ran[killed][0] == -signal.SIGKILL and ran[1 - killed][0] not in (0, -signal.SIGKILL)
    assert time.monotonic() - begin < 30  # seconds, of which most go into the start
    # rank 0 joins the others: JAX itself ends those that miss it
    told = "process 1 of 2 has ended without a word" if killed else "leader task was"
    assert told in ran[1 - killed][2], ran


@of_ranks
def test_in_detail_what_was_done_before_is_compared_too(backend, tmp_path, monkeypatch):
    monkeypatch.setenv("TORCH_DISTRIBUTED_DEBUG", "DETAIL")
    line = "if me: dist.broadcast(torch.ones(2), 0)\ndist.all_reduce(torch.ones(2))"
    errors = run(tmp_path, "dist.broadcast(torch.ones(2), 0)\n" + line)
    assert "does 'sum' of float32 (2,), program.py:9" in errors
    assert "does 'broadcast' from index 0 of float32 (2,), program.py:8" in errors


@of_ranks
def test_ranks_that_are_slow_or_run_eagerly_are_waited_for(backend, tmp_path):
    program = tmp_path / "slow.py"
    program.write_text(START + COMPILED + SLOW)
    ran = run_ranks("-m", "transpile", program, "--to", "jax", "--run")
    assert [status for status, _, _ in ran] == [0, 0], ran
    shown, *others = [text.splitlines() for _, text, _ in ran]
    assert others == [shown]
    del shown[1]  # weights without a seed
    assert shown == ["[4.0, 4.0, 4.0]", "[[2.0, 2.0]]", "[[2.5, 2.5]]", "[[4.0, 4.0]]"]


APART = """
import numpy as np, torch, torch.distributed as dist
dist.init_process_group("nccl")
if dist.get_rank():
    np.ones(2) + np.arange(2.0)
x = torch.ones(2)
dist.all_reduce(x)
print(x.tolist())
"""


@of_ranks
def test_calls_of_one_rank_are_no_divergence(backend, tmp_path, monkeypatch):
    monkeypatch.setenv("IVY_DEBUG", "divergence")
    program = tmp_path / "apart.py"
    program.write_text(APART)
    ran = run_ranks("-m", "transpile", program, "--to", "jax", "--run")
    assert [(status, shown) for status, shown, _ in ran] == [(0, "[2.0, 2.0]\n")] * 2, ran
