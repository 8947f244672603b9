"""``torch.distributed.checkpoint``: states that ranks save and load are those of PyTorch's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import frontends.torch as torch
import frontends.torch.distributed.checkpoint as dcp
import ivy_core as ivy
from tests.frontends.torch.ranks import compared_in_ranks

PROGRAM = Path(__file__).parent / "checkpoints_in_ranks.py"
results, test_two_ranks_have_what_those_of_pytorch_have = compared_in_ranks(PROGRAM)


@pytest.mark.parametrize("backend", ["jax", "torch", "tensorflow"], indirect=True)
def test_a_program_without_ranks_goes_on_from_a_checkpoint(backend, tmp_path):
    def made():
        net = torch.nn.Linear(3, 2)
        return net, torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)

    def step(net, optimizer):
        optimizer.zero_grad()
        loss = net(torch.ones(3)).square().sum()
        loss.backward()
        optimizer.step()
        return float(loss)

    net, optimizer = made()
    step(net, optimizer)
    state = {"net": net, "optimizer": optimizer.state_dict(), "step": 1}
    metadata = dcp.async_save(state, checkpoint_id=tmp_path / "x").result()
    assert metadata.state_dict_metadata["net.weight"].size == (2, 3)
    other, its = made()
    step(other, its)
    state = {"net": other, "optimizer": its.state_dict(), "step": 0}
    dcp.load(state, checkpoint_id=tmp_path / "x")
    its.load_state_dict(state["optimizer"])
    assert state["step"] == 1 and step(other, its) == step(net, optimizer)
    loaded = ivy.distributed.load(tmp_path / "x")
    assert isinstance(loaded["net.weight"], torch.Tensor) and loaded["step"] == 1


def test_what_cannot_be_saved_or_read_says_so(backend, tmp_path):
    writer = dcp.FileSystemWriter(tmp_path / "x", overwrite=False)
    dcp.save({"x": torch.ones(2)}, storage_writer=writer)
    with pytest.raises(dcp.CheckpointException, match="already exists and overwrite=False"):
        dcp.save({"x": torch.ones(2)}, storage_writer=writer)
    with pytest.raises(dcp.CheckpointException, match="f is of type"):
        dcp.save({"f": print}, checkpoint_id=tmp_path / "y")
    with pytest.raises(NotImplementedError, match="planner"):
        dcp.save({}, checkpoint_id=tmp_path / "y", planner=object())
    with pytest.raises(NotImplementedError, match="single_file_per_rank"):
        dcp.FileSystemWriter(tmp_path, single_file_per_rank=False)
    (tmp_path / "x" / "process-0.npy").write_bytes(b"")
    with pytest.raises(dcp.CheckpointException, match="has 0 bytes"):
        dcp.load({"x": torch.ones(2)}, checkpoint_id=tmp_path / "x")


def test_targets_in_place_keep_dtype_and_history(backend, tmp_path):
    weight = torch.nn.Parameter(torch.tensor([1.5, 2.5], dtype=torch.bfloat16))
    dcp.save({"w": weight}, checkpoint_id=tmp_path / "x")
    target = {"w": torch.nn.Parameter(torch.zeros(2, dtype=torch.float64))}
    kept = target["w"]
    dcp.load(target, checkpoint_id=tmp_path / "x")
    assert target["w"] is kept and kept.requires_grad and kept.is_leaf
    np.testing.assert_array_equal(kept.detach().numpy(), [1.5, 2.5])
