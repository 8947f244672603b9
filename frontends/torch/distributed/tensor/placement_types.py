"""Placements of tensors along a dimension of a mesh: in parts, whole, or still to be reduced.

References
----------
PyTorch documentation, ``torch.distributed.tensor.placement_types``.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing


@citing("torch.distributed.tensor.placement_types.{}")
class Placement:
    """Base of what says how a tensor lies along one dimension of a mesh."""

    def is_shard(self, dim: int | None = None) -> bool:
        """Return whether each rank has a part, along ``dim`` if one is given."""
        return isinstance(self, Shard) and dim in (None, self.dim)

    def is_replicate(self) -> bool:
        """Return whether each rank has the whole."""
        return isinstance(self, Replicate)

    def is_partial(self, reduce_op: str | None = None) -> bool:
        """Return whether what the ranks have is still to be reduced."""
        return isinstance(self, Partial) and reduce_op in (None, self.reduce_op)

    def _facts(self) -> tuple:
        return ()

    def __eq__(self, other) -> bool:
        return self is other or type(self) is type(other) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._facts()))


@citing("torch.distributed.tensor.placement_types.{}")
class Shard(Placement):
    """Placement in parts: each rank has one, as ``torch.chunk`` cuts a dimension.

    Parameters
    ----------
    dim : int

    >>> from frontends.torch.distributed.tensor import Shard
    >>> Shard(0)
    Shard(dim=0)
    """

    def __init__(self, dim: int) -> None:
        self.dim = dim

    def _facts(self) -> tuple:
        return (self.dim,)

    def __repr__(self) -> str:
        return f"Shard(dim={self.dim})"

    def __str__(self) -> str:
        return f"S({self.dim})"


class StridedShard(Shard):
    """Placement in parts of what later dimensions of a mesh have cut along the same dimension.

    Parameters
    ----------
    dim : int
    split_factor : int
        Into how many parts those have cut it.
    """

    def __init__(self, dim: int, *, split_factor: int) -> None:
        super().__init__(dim)
        self.split_factor = split_factor

    def _facts(self) -> tuple:
        return self.dim, self.split_factor

    def __repr__(self) -> str:
        return f"_StridedShard(dim={self.dim}, sf={self.split_factor})"

    def __str__(self) -> str:
        return f"_S({self.dim}, {self.split_factor})"


@citing("torch.distributed.tensor.placement_types.{}")
class Replicate(Placement):
    """Placement of a whole tensor on each rank."""

    def __repr__(self) -> str:
        return "Replicate()"

    def __str__(self) -> str:
        return "R"


@citing("torch.distributed.tensor.placement_types.{}")
class Partial(Placement):
    """Placement of a tensor that is the sum of what the ranks have, or another reduction of it.

    Parameters
    ----------
    reduce_op : str
        ``"sum"``, ``"avg"``, ``"min"``, ``"max"`` or ``"product"``.
    """

    def __init__(self, reduce_op: str = "sum") -> None:
        self.reduce_op = reduce_op

    def _facts(self) -> tuple:
        return (self.reduce_op,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.reduce_op})"

    def __str__(self) -> str:
        return f"P({self.reduce_op})"


class NormPartial(Partial):
    """Placement of a norm, of which the ranks have the norms of their parts."""

    def __init__(self, norm_type: float = 2) -> None:
        super().__init__("sum")
        self.norm_type = norm_type

    def _facts(self) -> tuple:
        return (self.norm_type,)

    def __repr__(self) -> str:
        return f"_NormPartial({self.norm_type})"


REPLICATE, SUM, AVG = Replicate(), Partial(), Partial("avg")


def normalized(placements, ndim: int) -> tuple[Placement, ...]:
    """Return placements with dimensions counted from the front."""
    return tuple(
        [
            Shard(each.dim + ndim) if isinstance(each, Shard) and each.dim < 0 else each
            for each in placements
        ]
    )


def of_gradient(placements) -> tuple[Placement, ...]:
    """Return the placements of a gradient: whole where the tensor is to be reduced."""
    return tuple([REPLICATE if isinstance(each, Partial) else each for each in placements])


def part_of(length: int, parts: int, index: int) -> tuple[int, int]:
    """Return the first index of a part of a length, and its own length, as ``torch.chunk`` cuts."""
    longest = -(-length // parts)
    begin = min(longest * index, length)
    return begin, min(longest, length - begin)


__all__ = [
    "AVG", "NormPartial", "Partial", "Placement", "REPLICATE", "Replicate", "SUM", "Shard",
    "StridedShard",    "normalized", "of_gradient", "part_of",
]  # fmt: skip
