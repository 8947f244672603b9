"""``torch.distributed.fsdp``: parameters, gradients and optimizer states in parts over the ranks.

References
----------
PyTorch documentation, ``torch.distributed.fsdp.fully_shard``.
"""

from .policies import CPUOffloadPolicy, MixedPrecisionPolicy, OffloadPolicy
from .sharded_modules import (
    FSDPModule,
    UnshardHandle,
    fully_shard,
    register_fsdp_forward_method,
)
from .wrapper import FullyShardedDataParallel

__all__ = [
    "CPUOffloadPolicy", "FSDPModule", "FullyShardedDataParallel", "MixedPrecisionPolicy",
    "OffloadPolicy", "UnshardHandle", "fully_shard", "register_fsdp_forward_method",
]  # fmt: skip
