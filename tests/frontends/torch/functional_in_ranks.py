"""Checks of ``torch.distributed.nn.functional`` that two ranks run, in both libraries."""

import json
import sys
import warnings

import torch
import torch.distributed as dist
import torch.distributed.nn.functional as functional


def own(*shape):
    """Return a leaf that differs between ranks."""
    values = torch.ones(shape).cumsum(-1) + 10 * dist.get_rank()
    return values.double().requires_grad_()


def seen(*leaves, of):
    """Return results, and the gradients of a weighted sum of them that differs between ranks."""
    results = of if isinstance(of, (tuple, list)) else [of]
    weight = 1.0 + dist.get_rank()
    sum((weight * (at + 1) * x**2).sum() for at, x in enumerate(results)).backward()
    return [x.tolist() for x in results], [x.grad.tolist() for x in leaves]


def reductions():
    x, y, z = own(3), own(2, 2), own(4)
    return [
        seen(x, of=functional.all_reduce(x * 2)),
        seen(y, of=functional.reduce(y, 1) * dist.get_rank()),  # elsewhere it is anything
        seen(z, of=functional.broadcast(z.exp().log(), 1)),
    ]


def lists():
    x, y, rows, more = own(3), own(2), [own(2), own(2)], [own(3), own(3)]
    return [
        seen(x, of=functional.all_gather(x)),
        seen(y, of=functional.gather(y, 1)),
        seen(*rows, of=functional.scatter(rows, 1)),
        seen(*rows, of=functional.reduce_scatter(torch.empty(2).double(), rows)),
        seen(*more, of=functional.all_to_all([torch.empty(3).double() for _ in range(2)], more)),
    ]  # fmt: skip


def single():
    x, y = own(4, 2), own(3)
    sizes = [1 + dist.get_rank()] * 2
    return [
        seen(x, of=functional.all_to_all_single(torch.empty(4, 2).double(), x)),
        seen(y, of=functional.all_to_all_single(
            torch.empty(sum(sizes)).double(), y, sizes, [1, 2]
        )),
    ]  # fmt: skip


CHECKS = [reductions, lists, single]

if __name__ == "__main__":
    warnings.simplefilter("ignore")  # PyTorch would have others used
    dist.init_process_group("gloo")
    results = {check.__name__: check() for check in CHECKS}
    with open(f"{sys.argv[1]}/{dist.get_rank()}.json", "w") as file:
        json.dump(results, file)
    print("rank", dist.get_rank(), "is done")
    dist.destroy_process_group()
