"""Checks of ``torch.distributed.checkpoint`` that two ranks run, of real PyTorch and the frontend.

Each returns what a rank has in the end, as JSON can say it.
"""

import copy
import sys

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    get_state_dict,
    set_state_dict,
)
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

from tests.frontends.torch.rank_results import write_results


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def laid(x, placement, axes=1):
    mesh = init_device_mesh("cpu", (2,) if axes == 1 else (1, 2))
    return distribute_tensor(x, mesh, [placement] if axes == 1 else [Replicate(), placement])


def folder(name):
    return f"{sys.argv[1]}/{name}"


def tensors_in_parts():
    """Load with other placements than were saved, whole tensors as parts and parts as whole."""
    x = drawn(5, 3)
    ways = {"rows": Shard(0), "cols": Shard(1), "whole": Replicate()}
    state = {name: laid(x, way) for name, way in ways.items()} | {"plain": x + 1}
    state["few"] = laid(drawn(1, 3), Shard(0))
    dcp.save(state, checkpoint_id=folder("parts"))
    found = []
    for way in ways.values():
        target = {name: laid(torch.zeros(5, 3), way, axes=2) for name in (*ways, "plain")}
        target["few"] = laid(torch.zeros(1, 3, dtype=torch.float64), way)
        dcp.load(target, checkpoint_id=folder("parts"))
        found += [[name, each.to_local().tolist()] for name, each in target.items()]
    target = {name: torch.zeros(5, 3, dtype=torch.bfloat16) for name in ways}
    dcp.load(target, storage_reader=dcp.FileSystemReader(folder("parts")))
    found += [each.tolist() for each in target.values()]
    metadata = dcp.FileSystemReader(folder("parts")).read_metadata().state_dict_metadata
    return [*found, sorted(metadata), [list(metadata[name].size) for name in ways]]


def values_and_names():
    """Save values of other kinds, and names that one rank alone has."""
    rank = dist.get_rank()
    state = {
        "step": 7, "nest": {"rate": 0.5, "text": "a", "none": None, "flags": [True, 2]},
        "list": [drawn(2), {"deep": drawn(3, seed=1)}], f"only{rank}": torch.full((2,), rank + 1.0),
        "half": drawn(3).bfloat16(), "scalar": torch.tensor(3),
    }  # fmt: skip
    dcp.save(state, storage_writer=dcp.FileSystemWriter(folder("values")))
    loaded = {
        "step": 0, "nest": {"rate": 0.0, "text": "", "none": 1, "flags": []},
        "list": [torch.zeros(2), {"deep": torch.zeros(3)}],
        "only0": torch.zeros(2), "only1": torch.zeros(2),
        "half": torch.zeros(3, dtype=torch.bfloat16), "scalar": torch.tensor(0),
    }  # fmt: skip
    half = loaded["half"]
    dcp.load(loaded, checkpoint_id=folder("values"))
    tensors = ("only0", "only1", "half", "scalar")
    found = [loaded[name].tolist() for name in tensors] + [half is loaded["half"]]
    return [*found, loaded["step"], loaded["nest"], loaded["list"][1]["deep"].tolist()]


def failures():
    x = drawn(4, 3)
    dcp.save({"x": laid(x, Shard(0))}, checkpoint_id=folder("failures"))
    found = []
    for wrong in (
        lambda: dcp.load({"y": x}, checkpoint_id=folder("failures")),
        lambda: dcp.load({"x": drawn(4, 4)}, checkpoint_id=folder("failures")),
        lambda: dcp.load({"x": x}, checkpoint_id=folder("nowhere")),
    ):
        try:
            wrong()
        except dcp.CheckpointException as error:
            found.append(dist.get_rank() in error.failures)
            failure = error.failures[dist.get_rank()][0]
            if len(found) <= 4:
                found += [type(failure).__name__, str(failure)]
    try:
        dcp.save({"x": x})
    except RuntimeError as error:
        found.append(str(error))
    return [each for each in found if each is not None]


def training():
    """Go on with a module and its optimizer from a checkpoint."""

    def made(seed):
        torch.manual_seed(seed)
        net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        for layer, way in ((net[0], Shard(0)), (net[2], Shard(1))):
            layer.weight = nn.Parameter(laid(layer.weight.detach(), way))
            layer.bias = nn.Parameter(laid(layer.bias.detach(), Replicate()))
        return net, torch.optim.Adam(net.parameters(), lr=0.1)

    def steps(net, optimizer, first):
        losses = []
        for step in range(first, first + 3):
            optimizer.zero_grad()
            given = laid(drawn(4, 3, seed=step), Replicate())
            loss = net(given).square().mean()
            loss.backward()
            optimizer.step()
            losses.append(loss.full_tensor().item())
        return losses

    net, optimizer = made(0)
    found = steps(net, optimizer, 0)
    dcp.save({"net": net, "optimizer": optimizer.state_dict()}, checkpoint_id=folder("training"))
    found += steps(net, optimizer, 3)
    other, its = made(1)
    steps(other, its, 0)  # an optimizer has a state after its first step
    state = {"net": other, "optimizer": its.state_dict()}
    dcp.load(state, checkpoint_id=folder("training"))
    its.load_state_dict(state["optimizer"])
    return found + steps(other, its, 3)


def states_by_name():
    """Go on by the states of a wrapped model and its optimizer, in parts and whole."""
    full = StateDictOptions(full_state_dict=True)

    def made(seed, in_parts):
        torch.manual_seed(seed)
        net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        if in_parts:
            for layer, way in ((net[0], Shard(0)), (net[2], Shard(1))):
                layer.weight = nn.Parameter(laid(layer.weight.detach(), way))
                layer.bias = nn.Parameter(laid(layer.bias.detach(), Replicate()))
        else:
            net = nn.parallel.DistributedDataParallel(net)
        groups = [{"params": net.parameters(), "lr": 0.05}]
        return net, torch.optim.Adam(groups)

    def losses(net, optimizer, in_parts):
        found = []
        for step in range(3):
            optimizer.zero_grad()
            given = drawn(4, 3, seed=step)
            loss = net(laid(given, Replicate()) if in_parts else given).square().mean()
            loss.backward()
            optimizer.step()
            found.append((loss.full_tensor() if in_parts else loss).item())
        return found

    found = []
    for in_parts in (False, True):
        net, optimizer = made(0, in_parts)
        found += losses(net, optimizer, in_parts)
        weights, state = get_state_dict(net, optimizer)
        found += [sorted(weights), sorted(state["state"]), state["param_groups"][0]["params"]]
        dcp.save({"w": weights, "o": state}, checkpoint_id=folder(f"states{in_parts}"))
        found += losses(net, optimizer, in_parts)
        other, its = made(1, in_parts)
        weights, state = get_state_dict(other, its)
        dcp.load({"w": weights, "o": state}, checkpoint_id=folder(f"states{in_parts}"))
        shown = set_state_dict(other, its, model_state_dict=weights, optim_state_dict=state)
        found += [str(shown), *losses(other, its, in_parts), its.param_groups[0]["lr"]]
        whole, state = get_state_dict(net, optimizer, options=full)
        found += [whole["2.weight"].tolist(), state["state"]["0.weight"]["exp_avg"].tolist()]
        whole, state = copy.deepcopy((whole, state))  # else optimizers would share tensors
        third, its = made(2, in_parts)
        set_state_dict(third, its, model_state_dict=whole, optim_state_dict=state, options=full)
        found += [losses(third, its, in_parts), losses(net, optimizer, in_parts)]
        offloaded = StateDictOptions(full_state_dict=True, cpu_offload=True)
        found.append(sorted(get_model_state_dict(net, options=offloaded)))
    return found


def fully_sharded():
    """Go on with a fully sharded model in another one."""

    def made(seed):
        torch.manual_seed(seed)
        net = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2))
        for layer in (net[0], net[2], net):
            fully_shard(layer, mesh=init_device_mesh("cpu", (2,)))
        return net, torch.optim.AdamW(net.parameters(), lr=0.05)

    def losses(net, optimizer):
        found = []
        for step in range(3):
            optimizer.zero_grad()
            loss = net(drawn(4, 3, seed=step + 10 * dist.get_rank())).square().mean()
            loss.backward()
            optimizer.step()
            found.append(loss.item())
        return found

    net, optimizer = made(0)
    found = [losses(net, optimizer)]
    weights, state = get_state_dict(net, optimizer)
    dcp.save({"w": weights, "o": state}, checkpoint_id=folder("sharded"))
    found.append(losses(net, optimizer))
    other, its = made(1)
    weights, state = get_state_dict(other, its)
    dcp.load({"w": weights, "o": state}, checkpoint_id=folder("sharded"))
    set_state_dict(other, its, model_state_dict=weights, optim_state_dict=state)
    return [*found, losses(other, its)]


CHECKS = [tensors_in_parts, values_and_names, failures, training, states_by_name, fully_sharded]

if __name__ == "__main__":
    write_results(CHECKS)
