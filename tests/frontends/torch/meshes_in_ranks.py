"""Checks of meshes of two dimensions that four ranks run, of real PyTorch and of the frontend.

Each returns what a rank has in the end, as JSON can say it.
"""

import itertools
import sys
from pathlib import Path

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.distributed.checkpoint import load, save
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    parallelize_module,
)

from tests.frontends.torch.rank_results import write_results

WHOLE = Replicate()


def mesh():
    return init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def meshes():
    grid, cube = mesh(), init_device_mesh("cpu", (2, 1, 2), mesh_dim_names=("a", "b", "c"))
    few = init_device_mesh("cpu", (2,))
    parts = [grid["dp"], grid["tp"], cube["a", "b"], cube["b", "c"], grid._flatten("all"), few]
    found = []
    for each in (grid, cube, *parts):
        found += [str(each), each.mesh.tolist() if each is not few else 0, each.get_coordinate()]
    found += [grid.get_local_rank("tp"), grid.get_local_rank(0), grid["tp"] == grid["dp"]]
    for name in ("dp", "tp"):
        found.append(dist.get_process_group_ranks(grid.get_group(name)))
        x = torch.ones(2) * dist.get_rank()
        dist.all_reduce(x, group=grid.get_group(name))
        found.append(x.tolist())
    x = distribute_tensor(drawn(4, 2), few, [Shard(0)])
    return [str(each) for each in (*found, x.to_local().shape, (x + x).shape)]


def pairs_of_placements():
    """Values and gradients of each exchange of unequal parts."""
    found, grid = [], mesh()
    whole, weight = drawn(5, 3, seed=1), drawn(5, 3, seed=2)
    cuts = (Shard(0), Shard(1))
    for source in itertools.product((WHOLE, Partial(), *cuts), repeat=2):
        part = distribute_tensor(whole, grid, source).to_local().detach().clone()
        for target in itertools.product((WHOLE, *cuts), repeat=2):
            given = part.clone().requires_grad_()
            x = DTensor.from_local(
                given, grid, source, shape=whole.size(), stride=whole.stride()
            ).redistribute(placements=target)
            (x * distribute_tensor(weight, grid, target)).sum().full_tensor().backward()
            found.append([x.to_local().tolist(), given.grad.tolist(), str(x.placements)])
    return found


def operations():
    """One loss and its gradients, with its operands cut in many ways."""
    grid, found = mesh(), []
    for one in itertools.product((WHOLE, Shard(0), Shard(1)), repeat=2):
        for two in ((WHOLE, Shard(0)), (Shard(0), Shard(1)), (Shard(1), Shard(1))):
            x = distribute_tensor(drawn(4, 8), grid, one).requires_grad_()
            w = distribute_tensor(drawn(8, 8), grid, two).requires_grad_()
            y = F.linear(x, w).relu()
            loss = y.mean() + (y * x).sum() + F.softmax(y, -1).square().sum()
            loss = (loss + y.transpose(0, 1)[2:5].square().mean()).full_tensor()
            loss.backward()
            grads = [each.grad.full_tensor().tolist() for each in (x, w)]
            found.append([loss.item(), *grads])
    return found


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(8, 16), nn.Linear(16, 8)

    def forward(self, x):
        return self.down(F.gelu(self.up(x)))


def training():
    """Parameters cut along one dimension, data along the other."""
    grid, losses = mesh(), []
    torch.manual_seed(0)
    plan = {"up": ColwiseParallel(), "down": RowwiseParallel()}
    model = parallelize_module(MLP(), grid["tp"], plan)
    optimizer = torch.optim.AdamW(model.parameters(), 0.01)
    for step in range(8):
        optimizer.zero_grad()
        x = drawn(8, 8, seed=step).chunk(2)[grid.get_local_rank("dp")]
        loss = (model(x) - 1).square().mean()
        loss.backward()
        for parameter in model.parameters():
            part = parameter.grad.to_local()
            dist.all_reduce(part, group=grid.get_group("dp"))
            part /= 2
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return [losses, [p.full_tensor().tolist() for p in model.parameters()]]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([MLP(), MLP()])
        self.last = nn.Linear(8, 7)

    def forward(self, x):
        for layer in self.layers:
            x = x + layer(x)
        return self.last(x)


def of_wholes(parts):
    """Return numbers that tell the elements of whole tensors and their order."""
    wholes = [x.full_tensor() for x in parts]
    return [(x * torch.arange(x.numel()).view(x.shape).sin()).sum().item() for x in wholes]


def steps_of(model, optimizer, index):
    found = [[k, str(p.placements), str(p.device_mesh), list(p.to_local().shape)]
             for k, p in model.named_parameters()]  # fmt: skip
    for step in range(6):
        optimizer.zero_grad()
        loss = (model(drawn(3, 8, seed=10 * step + index)) - 1).square().mean()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5).full_tensor()
        found += [loss.item(), norm.item(), of_wholes([p.grad for p in model.parameters()])]
        optimizer.step()
    found += [p.to_local().tolist() for p in model.parameters()]
    return [*found, of_wholes(model.state_dict().values())]


def copies_of_parts():
    """Two ranks have the parts, two others copies of them."""
    grid, found = mesh(), []
    torch.manual_seed(0)
    model = Net()
    for layer in model.layers:
        fully_shard(layer, mesh=grid)
    fully_shard(model, mesh=grid)
    for whole in (False, True):
        model.set_requires_all_reduce(whole)
        model(drawn(2, 8, seed=dist.get_rank())).sum().backward()
        found.append([p.grad is None for p in model.parameters()])
    found.append(of_wholes([p.grad for p in model.parameters()]))
    optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)
    return [*found, *steps_of(model, optimizer, dist.get_rank())]


def parts_of_parts():
    """Layers cut along one dimension of the mesh, and what that leaves along the other."""
    grid, found = mesh(), []
    torch.manual_seed(0)
    model = Net()
    for layer in model.layers:
        parallelize_module(layer, grid["tp"], {"up": ColwiseParallel(), "down": RowwiseParallel()})
        fully_shard(layer, mesh=grid["dp"])
    parallelize_module(model.last, grid["tp"], ColwiseParallel(output_layouts=WHOLE))
    fully_shard(model, mesh=grid["dp"])
    optimizer = torch.optim.AdamW(model.parameters(), 0.01)
    found = steps_of(model, optimizer, grid.get_local_rank("dp"))
    folder = Path(sys.argv[1]) / "parts"
    save(model.state_dict(), checkpoint_id=folder)
    other = fully_shard(Net())  # over all ranks
    state = other.state_dict()
    load(state, checkpoint_id=folder)
    return [*found, of_wholes(state.values())]


CHECKS = [meshes, pairs_of_placements, operations, training, copies_of_parts, parts_of_parts]

if __name__ == "__main__":
    write_results(CHECKS)
