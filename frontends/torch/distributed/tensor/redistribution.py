"""Exchange between ranks that changes how a tensor lies on a mesh, and its gradient.

Parts are plain tensors. The gradient of a part lies as its tensor does, and whole where the tensor
is still to be reduced: so each exchange says what becomes of gradients by itself.
"""

from __future__ import annotations

import frontends.torch as torch

from ..collectives import exchange
from .placement_types import (
    REPLICATE,
    SUM,
    NormPartial,
    Partial,
    Placement,
    Shard,
    StridedShard,
    of_gradient,
    part_of,
)

Placements = tuple[Placement, ...]


class _Dimension:
    """Dimension of a mesh, along which parts are exchanged.

    Parameters
    ----------
    mesh : DeviceMesh
    at : int
        Its index.
    shape : sequence of int
        Of the tensor as the other dimensions of the mesh leave it.
    """

    def __init__(self, mesh, at: int, shape) -> None:
        self.group, self.count, self.shape = mesh.get_group(at), mesh.ranks_along(at), shape
        self.index = mesh.get_coordinate()[at]

    def extents(self, dim: int) -> list[tuple[int, int]]:
        """Return the first index of each rank's part, and its length."""
        return [part_of(self.shape[dim], self.count, index) for index in range(self.count)]

    def cut(self, whole, dim: int):
        """Return this rank's part of a tensor."""
        return whole.narrow(dim, *self.extents(dim)[self.index])

    def gather(self, part, dim: int):
        """Return the tensor of which each rank has a part."""
        lengths = [length for _, length in self.extents(dim)]
        found = exchange("gather", _padded(part, dim, max(lengths)), self.group)
        rows = [row.narrow(dim, 0, n) for row, n in zip(found, lengths, strict=True)]
        return torch.cat(rows, dim)

    def reduce(self, part, placement: Partial):
        """Return the reduction of the tensors of all ranks."""
        if isinstance(placement, NormPartial):
            return self._reduce_norms(part, placement.norm_type)
        return exchange(placement.reduce_op, part, self.group)

    def _reduce_norms(self, part, norm_type: float):
        if norm_type in (float("inf"), float("-inf")):
            return exchange("max" if norm_type > 0 else "min", part, self.group)
        if norm_type == 0:
            return exchange("sum", part, self.group)
        return exchange("sum", part**norm_type, self.group) ** (1 / norm_type)

    def reduce_and_cut(self, part, placement: Partial, dim: int):
        """Return this rank's part of what the tensors of all are reduced to."""
        if isinstance(placement, NormPartial) or placement.reduce_op == "product":
            return self.cut(self.reduce(part, placement), dim)
        extents = self.extents(dim)
        longest = max(length for _, length in extents)
        rows = torch.stack([_padded(part.narrow(dim, *each), dim, longest) for each in extents])
        found = exchange(f"scatter {placement.reduce_op}", rows, self.group)
        return found.narrow(dim, 0, extents[self.index][1])

    def cut_otherwise(self, part, dim: int, other: int):
        """Return this rank's part along another dimension."""
        kept, wanted = self.extents(dim), self.extents(other)
        longest = max(length for _, length in kept), max(length for _, length in wanted)
        part = _padded(part, dim, longest[0])
        rows = [_padded(part.narrow(other, *each), other, longest[1]) for each in wanted]
        found = exchange("transpose", torch.stack(rows), self.group)
        found = found.narrow(other + 1, 0, wanted[self.index][1])
        pairs = zip(found, kept, strict=True)
        return torch.cat([row.narrow(dim, 0, length) for row, (_, length) in pairs], dim)

    def separate(self, whole, placement: Partial):
        """Return this rank's share of a whole tensor, to which all shares are reduced."""
        if isinstance(placement, NormPartial) or placement.reduce_op == "product":
            raise ValueError(
                f"Replicate to Partial({placement.reduce_op}) conversion is not supported."
            )
        if placement.reduce_op != "sum":
            return whole
        if whole.is_floating_point() or whole.is_complex():
            return whole / self.count
        return whole if self.index == 0 else torch.zeros_like(whole)  # integers do not divide

    def move(self, x, source: Placement, target: Placement):
        """Return this rank's tensor once the whole one lies otherwise."""
        if isinstance(source, Partial) and isinstance(target, Shard):
            return self.reduce_and_cut(x, source, target.dim)
        if isinstance(source, Shard) and isinstance(target, Shard):
            return self.cut_otherwise(x, source.dim, target.dim)
        if isinstance(source, Partial):
            x = self.reduce(x, source)
        elif isinstance(source, Shard):
            x = self.gather(x, source.dim)
        if isinstance(target, Shard):
            return self.cut(x, target.dim)
        return self.separate(x, target) if isinstance(target, Partial) else x


def _padded(x, dim: int, length: int):
    """Return a tensor filled up with zeros along a dimension."""
    if x.shape[dim] == length:
        return x
    shape = list(x.shape)
    shape[dim] = length - x.shape[dim]
    return torch.cat([x, torch.zeros(shape, dtype=x.dtype, device=x.device)], dim)


def in_order_of_cuts(placements: Placements) -> list[int]:
    """Return the dimensions of a mesh, those that cut the parts of all others last."""
    return sorted(range(len(placements)), key=lambda at: isinstance(placements[at], StridedShard))


def local_shape(shape, mesh, placements: Placements) -> list[int]:
    """Return the shape of what this rank has of a tensor."""
    found, where = list(shape), mesh.get_coordinate()
    for at in in_order_of_cuts(placements):
        placement = placements[at]
        if isinstance(placement, Shard):
            dim = placement.dim
            found[dim] = part_of(found[dim], mesh.ranks_along(at), where[at])[1]
    return found


def offsets_of(shape, mesh, placements: Placements) -> list[int]:
    """Return the first indices of this rank's part of a tensor."""
    lengths, found, where = list(shape), [0] * len(shape), mesh.get_coordinate()
    for at in in_order_of_cuts(placements):
        placement = placements[at]
        if isinstance(placement, Shard):
            dim = placement.dim
            begin, lengths[dim] = part_of(lengths[dim], mesh.ranks_along(at), where[at])
            found[dim] += begin
    return found


def steps_between(source: Placements, target: Placements) -> list[Placements]:
    """List the placements on the way from one to another, each of which changes one dimension.

    Where several dimensions of a mesh cut the same dimension of a tensor, the later ones cut the
    parts of the earlier ones: they are made whole first, and cut again last.
    """
    if source == target:
        return []
    strided = [
        at
        for at, pair in enumerate(zip(source, target, strict=True))
        if any(isinstance(each, StridedShard) for each in pair)
    ]
    if strided:  # it cuts the parts of the later ones: it is made whole first of all, and cut last
        begin = tuple([REPLICATE if at in strided else each for at, each in enumerate(source)])
        end = tuple([REPLICATE if at in strided else each for at, each in enumerate(target)])
        steps = [*_one_by_one(source, begin), *steps_between(begin, end)]
        return [*steps, *_one_by_one(end, target)]
    again: set[int] = set()
    for at, pair in enumerate(zip(source, target, strict=True)):
        if pair[0] != pair[1]:
            later = range(at + 1, len(source))
            again |= {i for i in later if isinstance(source[i], Shard) and source[i] in pair}
    now, found = list(source), []

    def go(at: int, placement: Placement) -> None:
        if now[at] != placement:
            now[at] = placement
            found.append(tuple(now))

    for at in reversed(range(len(source))):
        if at in again:
            go(at, REPLICATE)
    for at in range(len(source)):
        go(at, target[at])
    return found


def _one_by_one(source: Placements, target: Placements) -> list[Placements]:
    """List the placements on the way from one to another, from the first dimension to the last."""
    found = [target[:at] + source[at:] for at in range(1, len(source) + 1)]
    return [step for step, before in zip(found, [source, *found], strict=False) if step != before]


def moved(part, shape, mesh, source: Placements, target: Placements):
    """Return this rank's tensor once the whole one lies otherwise, without a history."""
    part = part.detach()
    for step in steps_between(source, target):
        at = next(i for i, pair in enumerate(zip(source, step, strict=True)) if pair[0] != pair[1])
        whole = local_shape(shape, mesh, source[:at] + (REPLICATE,) + source[at + 1 :])
        part = _Dimension(mesh, at, whole).move(part, source[at], step[at])
        source = step
    return on_devices(part, mesh, target)


def on_devices(part, mesh, placements: Placements):
    """Return a tensor in parts on the devices of a process that has all devices of a mesh."""
    return mesh.placed(part, [getattr(each, "dim", None) for each in placements])


class _Redistribution(torch.autograd.Function):
    """Exchange as an operation with a gradient, which is the exchange back."""

    @staticmethod
    def forward(ctx, part, shape, mesh, source, target):
        ctx.facts = shape, mesh, of_gradient(target), of_gradient(source)
        found = moved(part, shape, mesh, source, target)
        return found.clone() if found.data_ptr() == part.data_ptr() else found

    @staticmethod
    def backward(ctx, grad):
        return redistributed(grad, *ctx.facts), None, None, None, None


def redistributed(part, shape, mesh, source: Placements, target: Placements):
    """Return this rank's tensor once the whole one lies otherwise.

    Parameters
    ----------
    part : Tensor
        What it has of it now.
    shape : sequence of int
        Of the whole tensor.
    mesh : DeviceMesh
    source, target : tuple of Placement
    """
    if source == target or mesh.get_coordinate() is None:
        return part
    if torch.is_grad_enabled() and part.requires_grad:
        return _Redistribution.apply(part, tuple(shape), mesh, source, target)
    return moved(part, shape, mesh, source, target)


class _GradientExchange(torch.autograd.Function):
    """Operation without effect but for the gradient, which is exchanged."""

    @staticmethod
    def forward(ctx, part, exchange_back):
        ctx.exchange_back = exchange_back
        return part.view_as(part)

    @staticmethod
    def backward(ctx, grad):
        return ctx.exchange_back(grad), None


def with_gradient_moved(part, shape, mesh, source: Placements, target: Placements):
    """Return a tensor whose gradient comes lying as ``source`` and goes on as ``target``."""
    if source == target or not (torch.is_grad_enabled() and part.requires_grad):
        return part
    return _GradientExchange.apply(
        part, lambda grad: redistributed(grad, shape, mesh, source, target)
    )


def with_gradient_summed(part, shape, mesh, placements: Placements, dims):
    """Return a tensor whose gradient is summed over the ranks along dimensions of the mesh."""
    if not dims:
        return part
    target = of_gradient(placements)
    source = tuple([SUM if at in dims else each for at, each in enumerate(target)])
    return with_gradient_moved(part, shape, mesh, source, target)


def with_gradient_scaled(part, factor: float):
    """Return a tensor whose gradient is multiplied by a number."""
    if factor == 1 or not (torch.is_grad_enabled() and part.requires_grad):
        return part
    return _GradientExchange.apply(part, lambda grad: grad * factor)


__all__ = [
    "Placements", "local_shape", "moved", "on_devices", "offsets_of", "redistributed",
    "steps_between", "with_gradient_moved", "with_gradient_scaled", "with_gradient_summed",
]  # fmt: skip
