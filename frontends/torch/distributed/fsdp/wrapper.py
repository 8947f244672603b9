"""``FullyShardedDataParallel``, of which PyTorch has made ``fully_shard``.

References
----------
PyTorch documentation, ``torch.distributed.fsdp.FullyShardedDataParallel``.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.module import Module


def _refuse(*args, **options):
    """Raise NotImplementedError: say what to use in place of this."""
    raise NotImplementedError(
        "FullyShardedDataParallel is not supported; use torch.distributed.fsdp.fully_shard, "
        "which PyTorch recommends in its place, and torch.distributed.checkpoint.state_dict"
    )


@citing("torch.distributed.fsdp.{}")
class FullyShardedDataParallel(Module):
    """Wrapper that is not supported: ``fully_shard`` does the same to a module itself.

    Raises: NotImplementedError always.
    """

    def __init__(self, module, *args, **options) -> None:
        _refuse()

    fsdp_modules = staticmethod(_refuse)
    full_optim_state_dict = staticmethod(_refuse)
    get_state_dict_type = staticmethod(_refuse)
    optim_state_dict = staticmethod(_refuse)
    optim_state_dict_to_load = staticmethod(_refuse)
    set_state_dict_type = staticmethod(_refuse)
    state_dict_type = staticmethod(_refuse)
    summon_full_params = staticmethod(_refuse)


__all__ = ["FullyShardedDataParallel"]
