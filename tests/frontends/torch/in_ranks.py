"""Checks of ``torch.distributed`` that two ranks run, of real PyTorch and of the frontend alike.

Each returns what a rank has in the end, as JSON can say it.
"""

import datetime
import json
import sys

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from tests.frontends.torch.compiling import compiled, count_exchanges

EARLY = torch.arange(3.0)
NUMBERS = (torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8)


def own(*shape, dtype=torch.float32):
    """Return a tensor that differs between ranks."""
    return (torch.ones(shape).cumsum(-1) + 10 * dist.get_rank()).to(dtype)


def questions():
    return [
        dist.get_rank(), dist.get_world_size(), dist.is_initialized(), dist.is_available(),
        dist.get_backend(), dist.get_process_group_ranks(dist.group.WORLD),
        dist.get_default_backend_for_device("cpu"), dist.get_default_backend_for_device("cuda:0"),
        dist.get_node_local_rank(), dist.GroupMember.NON_GROUP_MEMBER,
    ]  # fmt: skip


def all_reduce():
    found = []
    ops = dist.ReduceOp
    for op, dtypes in (
        (ops.SUM, (*NUMBERS, torch.bfloat16)), (ops.MIN, NUMBERS[:1]), (ops.MAX, NUMBERS[2:3]),
        (ops.PRODUCT, NUMBERS[1:2]), (ops.BAND, NUMBERS[3:4]), (ops.BXOR, NUMBERS[4:]),
    ):  # fmt: skip
        for dtype in dtypes:
            x = own(2, 3, dtype=dtype)
            dist.all_reduce(x, op)
            found.append(x.tolist())
    scalar, complex_, leaf = torch.tensor(2.5), own(2, dtype=torch.complex64), nn.Parameter(own(2))
    for x in (scalar, complex_, leaf.data):
        dist.all_reduce(x)
    row = torch.zeros(3, 2)
    dist.all_reduce(row[1].add_(own(2)))
    return [*found, scalar.item(), str(complex_.tolist()), leaf.tolist(), row.tolist()]


def tensors_made_before():
    """Of the first tensor of the program, which is made before the ranks meet."""
    x = EARLY * (1 + dist.get_rank())
    dist.all_reduce(x)
    dist.all_reduce(EARLY)
    return [x.tolist(), EARLY.tolist(), torch.cuda.is_available()]


def broadcast():
    found = []
    for dtype in (torch.float32, torch.int64, torch.bool, torch.complex64, torch.float16):
        x = own(3, dtype=dtype)
        dist.broadcast(x, 1)
        found.append(str(x.tolist()))
    x = torch.tensor([-0.0, float("nan")]) if dist.get_rank() == 0 else torch.ones(2)
    dist.broadcast(x, src=0)
    return [*found, str(x.tolist())]


def gathers():
    parts = [torch.zeros(2, 2) for _ in range(2)]
    dist.all_gather(parts, own(2, 2))
    whole = torch.zeros(4, 2)
    dist.all_gather_into_tensor(whole, own(2, 2))
    of_one = [torch.zeros(3) for _ in range(2)] if dist.get_rank() == 1 else None
    dist.gather(own(3), of_one, dst=1)
    return [[x.tolist() for x in parts], whole.tolist(), [x.tolist() for x in of_one or []]]


def parts_of_reductions():
    rank = dist.get_rank()
    x, listed, flat, part = own(3), torch.zeros(2), torch.zeros(2), torch.zeros(2)
    dist.reduce(x, 0)
    dist.reduce_scatter(listed, [own(2), own(2) * 2])
    dist.reduce_scatter_tensor(flat, own(4))
    dist.scatter(part, [own(2), own(2) * 3] if rank == 0 else None, src=0)
    return [None if rank else x.tolist(), listed.tolist(), flat.tolist(), part.tolist()]


def all_to_all():
    rank, even = dist.get_rank(), torch.zeros(4)
    dist.all_to_all_single(even, own(4))
    uneven = torch.zeros(4 if rank else 2)
    dist.all_to_all_single(uneven, own(3), [2, 2] if rank else [1, 1], [1, 2])
    return [even.tolist(), uneven.tolist()]


def objects():
    rank = dist.get_rank()
    found, given, mine = [None] * 2, [1, "two", rank], [None]
    dist.all_gather_object(found, {"rank": rank, "text": "x" * 3000 * rank})
    dist.broadcast_object_list(given, src=1)
    dist.scatter_object_list(mine, [None] * 2 if rank else ["a", "b"], src=0)
    listed = None if rank else [None] * 2
    dist.gather_object([rank], listed, dst=0)
    return [found, given, mine, listed]


def messages():
    other, x, later, large = 1 - dist.get_rank(), own(3), torch.zeros(2), torch.zeros(400_000)
    if other:
        dist.send(x, 1)
        dist.recv(x, 1)
    else:
        dist.recv(x, 0)
        dist.send(x * 2, 0)
    for work in [dist.isend(own(2), other), dist.irecv(later, other)]:
        work.wait()
    sent = torch.full((400_000,), 2.0 + other)
    pair = [dist.P2POp(dist.isend, sent, other), dist.P2POp(dist.irecv, large, other)]
    for work in dist.batch_isend_irecv(pair):
        work.wait()
    return [x.tolist(), later.tolist(), large.sum().item()]


def groups():
    rank = dist.get_rank()
    alone, both = [dist.new_group([at]) for at in range(2)], dist.new_group([0, 1])
    found = [own(2) for _ in range(3)]
    dist.all_reduce(found[0], group=alone[rank])
    dist.all_reduce(found[1], group=both)
    work = dist.all_reduce(found[2], async_op=True)
    work.wait()
    dist.barrier(group=both)
    dist.monitored_barrier(timeout=datetime.timedelta(seconds=20))
    ranks = [dist.get_rank(alone[1 - rank]), dist.get_rank(both), dist.get_world_size(both)]
    return [[x.tolist() for x in found], work.is_completed(), ranks]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm = nn.Linear(4, 8), nn.BatchNorm1d(8)
        self.last, self.other = nn.Linear(8, 1), nn.Linear(8, 1)

    def forward(self, x, branch=False):
        x = self.norm(self.first(x)).tanh()
        return self.other(x) if branch else self.last(x)


def batches(count):
    generator = torch.Generator().manual_seed(3 + dist.get_rank())
    return [torch.randn(6, 4, generator=generator) for _ in range(count)]


def training():
    torch.manual_seed(dist.get_rank())
    model = DistributedDataParallel(nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1)))
    x = torch.randn(160, 8, generator=torch.Generator().manual_seed(5))
    data = TensorDataset(x, x.sum(1, keepdim=True).sin())
    sampler, losses = DistributedSampler(data), []
    optimizer = torch.optim.SGD(model.parameters(), 0.05, momentum=0.9)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for given, wanted in DataLoader(data, batch_size=8, sampler=sampler):
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(given), wanted)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return [losses, sorted(model.state_dict())]


def unused_parameters_and_buffers():
    torch.manual_seed(dist.get_rank())
    model = DistributedDataParallel(Net(), find_unused_parameters=True)
    optimizer, found = torch.optim.SGD(model.parameters(), 0.05), []
    for at, x in enumerate(batches(5)):
        optimizer.zero_grad()
        branch = at == 2 and dist.get_rank() == 1
        loss = (model(x, branch=branch) - x.sum(1, keepdim=True)).square().mean()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        found.append([loss.item(), norm.item(), model.module.other.weight.grad is None])
    return [found, model.module.norm.running_mean.tolist()]


def no_sync():
    torch.manual_seed(dist.get_rank())
    model = DistributedDataParallel(nn.Linear(4, 2))
    first, second = batches(2)
    with model.no_sync():
        model(first).square().sum().backward()
    local = model.module.weight.grad.tolist()
    model(second).square().sum().backward()
    return [local, model.module.weight.grad.tolist(), model.module.bias.tolist()]


def compiled_collectives():
    ops = dist.ReduceOp

    @compiled
    def exchange(x, flags):
        total, highest, product, mine = x * 1, x + 1, x - 1, x * 3
        dist.all_reduce(total)
        dist.all_reduce(highest, ops.MAX, async_op=True).wait()
        dist.all_reduce(product, ops.PRODUCT)
        dist.all_reduce(flags, ops.BAND)
        dist.broadcast(mine, 1)
        parts, whole = [torch.zeros(4) for _ in range(2)], torch.zeros(8)
        dist.all_gather(parts, x)
        dist.all_gather_into_tensor(whole, x)
        part, listed, sent = torch.zeros(2), torch.zeros(4), torch.zeros(4)
        dist.reduce_scatter_tensor(part, x)
        dist.reduce_scatter(listed, [x, x * 2])
        dist.all_to_all_single(sent, x)
        return total, highest, product, mine, *parts, whole, part, listed, sent, x.sum()

    found = []
    for at in range(3):
        flags = torch.tensor([6, 5 - dist.get_rank()])
        found.append([x.tolist() for x in (*exchange(own(4) + at, flags), flags)])
    return found


def compiled_training():
    """Of steps with two micro-steps each, the gradients of the second of which are averaged."""
    torch.manual_seed(dist.get_rank())
    model = DistributedDataParallel(nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2)))
    optimizer, losses = torch.optim.AdamW(model.parameters(), 0.01), []

    @compiled
    def step(first, second):
        optimizer.zero_grad()
        for last, x in enumerate((first, second)):
            model.require_backward_grad_sync = last == 1
            loss = (model(x) - x.sum(1, keepdim=True)).square().mean() / 2
            loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        return loss

    given = batches(40)
    for at in range(0, 40, 2):
        losses.append(step(*given[at : at + 2]).item())
    return [losses, count_exchanges(step, [0, 0, 1], *given[:2])]


def compiled_loops():
    """Of collectives in loops, whose results one of the ranks alone uses."""

    @compiled
    def by_rows(x):
        total = torch.zeros(3)
        for at in range(x.shape[0]):
            row = x[at].clone()
            dist.broadcast(row, 1)
            dist.reduce(row, 0)
            if dist.get_rank() == 0:
                total += row
        return total

    return [by_rows(own(30, 3)).tolist() for _ in range(2)]


def compiled_in_one_rank():
    """Of a step that one rank runs as a program, the other one eagerly."""
    torch.manual_seed(3)
    model, losses = DistributedDataParallel(Net(), find_unused_parameters=False), []
    optimizer = torch.optim.SGD(model.parameters(), 0.1)

    def step(x):
        optimizer.zero_grad()
        loss = (model(x) + model.module.other(x.repeat(1, 2))).square().mean()
        loss.backward()
        optimizer.step()
        return loss

    step = compiled(step) if dist.get_rank() else step
    for x in batches(4):
        losses.append(step(x).item())
    return [losses, model.module.norm.running_var.tolist()]


def mistakes():
    rank, found = dist.get_rank(), []
    unfinished = DistributedDataParallel(Net())
    unfinished(batches(1)[0]).sum().backward()
    for call in (
        lambda: dist.all_reduce([1]),
        lambda: dist.send(own(1), rank),
        lambda: dist.init_process_group("gloo"),
        lambda: dist.new_group([0, 7]),
        lambda: DistributedDataParallel(nn.ReLU()),
        lambda: dist.all_gather(own(2), own(2)),
        lambda: dist.gather(own(2), [own(2)] if rank else None, dst=0),
        lambda: unfinished(batches(1)[0]),
    ):
        try:
            call()
        except (TypeError, ValueError, RuntimeError) as error:
            kind = next(each for each in (TypeError, ValueError, RuntimeError)
                        if isinstance(error, each))  # fmt: skip
            found.append([kind.__name__, str(error)[:40]])
    return found


CHECKS = [
    questions, all_reduce, tensors_made_before, broadcast, gathers, parts_of_reductions, all_to_all,
    objects, messages, groups, training, unused_parameters_and_buffers, no_sync,
    compiled_collectives, compiled_training, compiled_loops, compiled_in_one_rank, mistakes,
]  # fmt: skip

if __name__ == "__main__":
    dist.init_process_group("gloo")
    results = {check.__name__: check() for check in CHECKS}
    with open(f"{sys.argv[1]}/{dist.get_rank()}.json", "w") as file:
        json.dump(results, file)
    print("rank", dist.get_rank(), "is done")
    dist.destroy_process_group()
