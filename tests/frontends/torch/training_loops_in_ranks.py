"""Training loops of ranks as their authors write them; PyTorch runs this program as well."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.parallel import DistributedDataParallel


class Perceptron(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(6, 16), nn.Linear(16, 4)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


def replicated(mesh):
    return DistributedDataParallel(Perceptron())


def sharded(mesh):
    model = Perceptron()
    for layer in (model.first, model.second, model):
        fully_shard(layer, mesh=mesh)
    return model


def cut(mesh):
    return parallelize_module(
        Perceptron(), mesh, {"first": ColwiseParallel(), "second": RowwiseParallel()}
    )


def train(name, model, batches):
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    losses = []
    for x in batches:
        optimizer.zero_grad()
        loss = (model(x) - x[:, :4].sin()).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    if dist.get_rank() == 0:
        print(name, *[f"{each:.6f}" for each in losses[::5]])


def main():
    dist.init_process_group("gloo")
    mesh = init_device_mesh("cpu", (dist.get_world_size(),))
    torch.set_default_dtype(torch.float64)
    for make in (replicated, sharded, cut):
        torch.manual_seed(3)
        model = make(mesh)
        torch.manual_seed(4 + dist.get_rank() * (make is not cut))
        train(make.__name__, model, [torch.randn(8, 6) for _ in range(26)])
    dist.barrier()  # PyTorch may abort where a rank ends while another one's threads still send
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
