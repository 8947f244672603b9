"""``FullyShardedDataParallel``, of which PyTorch has made ``fully_shard``.

References
----------
PyTorch documentation, ``torch.distributed.fsdp.FullyShardedDataParallel``.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.module import Module


@citing("torch.distributed.fsdp.{}")
class FullyShardedDataParallel(Module):
    """Wrapper that is not supported: ``fully_shard`` does the same to a module itself.

    Raises: NotImplementedError always.
    """

    def __init__(self, module, *args, **options) -> None:
        raise NotImplementedError(
            "FullyShardedDataParallel is not supported; use torch.distributed.fsdp.fully_shard, "
            "which PyTorch recommends in its place"
        )


__all__ = ["FullyShardedDataParallel"]
