"""``torch.multiprocessing``: processes that share tensors, and what is raised where one fails."""

from __future__ import annotations

import importlib
import os
import time

import pytest

import frontends.torch as torch
import frontends.torch.multiprocessing as processes
import ivy_core as ivy

one_backend = pytest.mark.parametrize("backend", ["jax"], indirect=True)  # each has its cost


class OnJax:
    """What sets the backend of the process that it is sent to, before tensors are made there."""

    def __reduce__(self):
        return ivy.set_backend, ("jax",)


def train(rank, _, model, given, results):
    """Step on a model that other processes have as well, and send back what was computed."""
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for _ in range(2):
        optimizer.zero_grad()
        loss = model(torch.ones(1, 2)).sum()
        loss.backward()
        optimizer.step()
    given.add_(rank + 1)
    results.put((loss.item(), given[1:] * 2))


def write(rank, given):
    given[rank] = rank + 5.0


def fail(rank, given):
    if rank:
        raise ValueError(f"bad {rank}")
    given[rank] = 1.0


def leave(rank):
    os._exit(3)


def model_of_ones():
    model = torch.nn.Linear(2, 1, bias=False)
    model.weight.data.fill_(1.0)
    return model


@one_backend
def test_spawned_processes_step_on_shared_parameters(backend):
    model, given = model_of_ones(), torch.zeros(3)
    model.share_memory()
    results = processes.get_context("spawn").Queue()
    running = processes.spawn(train, (OnJax(), model, given, results), nprocs=1, join=False)
    assert results._reader.poll(120)
    time.sleep(4)  # the process has begun to end, and waits until its tensor is taken
    loss, sent = results.get(timeout=120)
    assert running.join()
    assert loss == pytest.approx(1.8)
    assert sent.tolist() == [2.0, 2.0]
    # a tensor that was sent is shared from then on
    assert given.is_shared() and given.tolist() == [1.0, 1.0, 1.0]
    assert model.weight.tolist() == [[pytest.approx(0.8)] * 2]
    assert model.weight.requires_grad and model.weight.is_leaf


@pytest.mark.parametrize("backend", ["jax", "numpy"], indirect=True)
def test_forked_processes_write_to_shared_memory(backend):
    given, own = torch.zeros(2).share_memory_(), torch.zeros(2)
    processes.start_processes(write, (given,), nprocs=2, start_method="fork")
    processes.start_processes(write, (own,), nprocs=1, start_method="fork")
    assert given.tolist() == [5.0, 6.0]
    assert own.tolist() == [0.0, 0.0]


@one_backend
def test_failures_of_processes_are_raised(backend):
    given = torch.zeros(2).share_memory_()
    with pytest.raises(processes.ProcessRaisedException, match="(?s)Process 1 .*ValueError: bad 1"):
        processes.start_processes(fail, (given,), nprocs=2, start_method="fork")
    with pytest.raises(processes.ProcessExitedException, match="exit code 3") as raised:
        processes.start_processes(leave, nprocs=1, start_method="fork")
    assert (raised.value.error_index, raised.value.exit_code) == (0, 3)


def test_names_are_those_of_python():
    assert importlib.import_module("frontends.torch.multiprocessing.spawn").spawn is processes.spawn
    assert processes.Process is importlib.import_module("multiprocessing").Process
    with pytest.raises(AssertionError, match="invalid sharing strategy"):
        processes.set_sharing_strategy("by post")
    assert processes.get_sharing_strategy() in processes.get_all_sharing_strategies()
