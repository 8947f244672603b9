"""``torch.utils.data.distributed``: the part of a dataset that one of several processes reads.

References
----------
PyTorch documentation, ``torch.utils.data.distributed``.
"""

from __future__ import annotations

import math

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.distributed import groups

from .sampler import Sampler


@citing("torch.utils.data.distributed.{}")
class DistributedSampler(Sampler):
    """The indices of one process: every ``num_replicas``-th, from ``rank`` on.

    Parameters
    ----------
    dataset : Dataset
    num_replicas, rank : int, optional
        How many processes there are, and which this is; by default as ``torch.distributed`` says,
        one and the first where that is not initialized.
    shuffle : bool
        Whether the order is drawn anew in each epoch (:meth:`set_epoch`).
    seed : int
        The same in all processes.
    drop_last : bool
        Whether what does not divide evenly is left out; else some indices come twice.

    Examples
    --------
    >>> from frontends.torch.utils.data.distributed import DistributedSampler
    >>> list(DistributedSampler(range(5), num_replicas=2, rank=1, shuffle=False))
    [1, 3, 0]
    """

    def __init__(
        self, dataset, num_replicas: int | None = None, rank: int | None = None,
        shuffle: bool = True, seed: int = 0, drop_last: bool = False,
    ):  # fmt: skip
        is_joined = groups.is_initialized()
        if num_replicas is None:
            num_replicas = groups.get_world_size() if is_joined else 1
        if rank is None:
            rank = groups.get_rank() if is_joined else 0
        if not 0 <= rank < num_replicas:
            raise ValueError(
                f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]"
            )
        self.dataset, self.num_replicas, self.rank = dataset, num_replicas, rank
        self.epoch, self.drop_last, self.shuffle, self.seed = 0, drop_last, shuffle, seed
        length = len(dataset)
        if drop_last and length % num_replicas:
            length -= num_replicas - 1
        self.num_samples = math.ceil(length / num_replicas)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self):
        indices = list(range(len(self.dataset)))
        if self.shuffle:
            generator = torch.Generator()
            generator.manual_seed(self.seed + self.epoch)
            indices = torch.randperm(len(indices), generator=generator).tolist()
        lacking = self.total_size - len(indices)
        if lacking > 0:
            indices += (indices * math.ceil(lacking / len(indices)))[:lacking]
        return iter(indices[self.rank : self.total_size : self.num_replicas])

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Say which epoch begins: with ``shuffle`` each has its own order."""
        self.epoch = epoch


__all__ = ["DistributedSampler"]
