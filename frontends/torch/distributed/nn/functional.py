"""Collectives through which gradients flow: each returns its result, and changes no tensor.

The gradient of a collective is another one: all ranks have to take part in the backward pass.

References
----------
PyTorch source, ``torch/distributed/nn/functional.py``.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.autograd.function import Function
from frontends.torch.dispatch.docstrings import citing

from .. import collectives
from ..collectives import ReduceOp
from ..groups import checked_group, get_global_rank

_cites = citing("torch.distributed.nn.functional.{}")


def _root_of(rank: int, group) -> int:
    """Return the rank, among all, of what is counted within a group by these functions alone."""
    return get_global_rank(checked_group(group), rank)


def _is_root(rank: int, group) -> bool:
    return checked_group(group).rank() == rank


def _empty_rows(x, group) -> list:
    return [torch.empty_like(x) for _ in range(checked_group(group).size())]


class _AllReduce(Function):
    @staticmethod
    def forward(ctx, op, group, x):
        ctx.op, ctx.group = op, group
        found = x.clone()
        collectives.all_reduce(found, op, group)
        return found

    @staticmethod
    def backward(ctx, grad):
        return None, None, _AllReduce.apply(ctx.op, ctx.group, grad)


class _Broadcast(Function):
    @staticmethod
    def forward(ctx, root, group, x):
        ctx.root, ctx.group = root, group
        found = x.clone()
        collectives.broadcast(found, _root_of(root, group), group)
        return found

    @staticmethod
    def backward(ctx, grad):
        total = _Reduce.apply(ctx.root, ReduceOp.SUM, ctx.group, grad)
        return None, None, total if _is_root(ctx.root, ctx.group) else torch.zeros_like(total)


class _Reduce(Function):
    @staticmethod
    def forward(ctx, root, op, group, x):
        ctx.root, ctx.group = root, group
        found = x.clone()
        collectives.reduce(found, _root_of(root, group), op, group)
        return found

    @staticmethod
    def backward(ctx, grad):
        return None, None, None, _Broadcast.apply(ctx.root, ctx.group, grad)


class _Gather(Function):
    @staticmethod
    def forward(ctx, root, group, x):
        ctx.root, ctx.group = root, group
        rows = [torch.zeros_like(x) for _ in range(checked_group(group).size())]
        given = rows if _is_root(root, group) else None
        collectives.gather(x.contiguous(), given, _root_of(root, group), group)
        return tuple(rows)

    @staticmethod
    def backward(ctx, *grads):
        return None, None, _Scatter.apply(ctx.root, ctx.group, *grads)


class _Scatter(Function):
    @staticmethod
    def forward(ctx, root, group, *rows):
        ctx.root, ctx.group = root, group
        found = torch.zeros_like(rows[0])
        given = list(rows) if _is_root(root, group) else None
        collectives.scatter(found, given, _root_of(root, group), group)
        return found

    @staticmethod
    def backward(ctx, grad):
        return None, None, *_Gather.apply(ctx.root, ctx.group, grad)


class _AllGather(Function):
    @staticmethod
    def forward(ctx, group, x):
        ctx.group = group
        rows = _empty_rows(x, group)
        collectives.all_gather(rows, x.contiguous(), group)
        return tuple(rows)

    @staticmethod
    def backward(ctx, *grads):
        return None, _ReduceScatter.apply(ReduceOp.SUM, ctx.group, *grads)


class _ReduceScatter(Function):
    @staticmethod
    def forward(ctx, op, group, *rows):
        ctx.group = group
        found = torch.empty_like(rows[0])
        collectives.reduce_scatter(found, [row.contiguous() for row in rows], op, group)
        return found

    @staticmethod
    def backward(ctx, grad):
        return None, None, *_AllGather.apply(ctx.group, grad)


class _AllToAll(Function):
    @staticmethod
    def forward(ctx, group, shapes, *rows):
        ctx.group, ctx.shapes = group, [row.shape for row in rows]
        found = [rows[0].new_empty(shape) for shape in shapes]
        collectives.all_to_all(found, [row.contiguous() for row in rows], group)
        return tuple(found)

    @staticmethod
    def backward(ctx, *grads):
        return None, None, *_AllToAll.apply(ctx.group, ctx.shapes, *grads)


@_cites
def all_reduce(tensor, op=ReduceOp.SUM, group=None):
    """Reduce the tensors of all ranks; the gradient is the reduction of theirs.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.distributed.init_process_group("gloo")
    ...     x = torch.ones(2, requires_grad=True)
    ...     torch.distributed.nn.functional.all_reduce(x).sum().backward()
    ...     torch.distributed.destroy_process_group()
    ...     x.grad
    tensor([1., 1.])
    """
    return _AllReduce.apply(op, group, tensor)


@_cites
def broadcast(tensor, src: int, group=None):
    """Return the tensor of one rank, whose gradient is the sum of those of all."""
    return _Broadcast.apply(src, group, tensor)


@_cites
def reduce(tensor, dst: int, op=ReduceOp.SUM, group=None):
    """Reduce the tensors of all ranks in one of them; all have the gradient of its result."""
    return _Reduce.apply(dst, op, group, tensor)


@_cites
def gather(tensor, dst: int = 0, group=None):
    """Return the tensors of all ranks in one of them, zeros in the others."""
    return _Gather.apply(dst, group, tensor)


@_cites
def scatter(tensors, src: int = 0, group=None):
    """Return this rank's of the tensors that one rank gives; the others give their likes."""
    return _Scatter.apply(src, group, *tensors)


@_cites
def all_gather(tensor, group=None):
    """Return the tensors of all ranks; a gradient is the sum of what all have of it."""
    return _AllGather.apply(group, tensor)


@_cites
def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None):
    """Reduce the lists of all ranks, and return what this rank's index has."""
    return _ReduceScatter.apply(op, group, *input_list)


@_cites
def all_to_all(output_tensor_list, input_tensor_list, group=None):
    """Send a tensor to each rank and return one of each, in the shapes of a list."""
    return _AllToAll.apply(group, [x.shape for x in output_tensor_list], *input_tensor_list)


@_cites
def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None):
    """Send a part of the first dimension to each rank, and return one of each."""
    count = checked_group(group).size()
    for x, sizes in ((output, output_split_sizes), (input, input_split_sizes)):
        if not sizes and len(x) % count:
            raise RuntimeError("Tensor's dim 0 does not divide equally across group size")
    rows = input.split(list(input_split_sizes or [len(input) // count] * count))
    lengths = output_split_sizes or [len(output) // count] * count
    shapes = [(length, *output.shape[1:]) for length in lengths]
    return torch.cat(_AllToAll.apply(group, shapes, *rows))


__all__ = [
    "all_gather", "all_reduce", "all_to_all", "all_to_all_single", "broadcast", "gather", "reduce",
    "reduce_scatter", "scatter",
]  # fmt: skip
