"""``torch.distributed.tensor``: tensors that lie in parts on a mesh of ranks.

References
----------
PyTorch documentation, ``torch.distributed.tensor``.
"""

from . import operations
from .creation import empty, full, ones, rand, randn, zeros
from .distribution import distribute_module, distribute_tensor
from .dtensors import DTensor
from .placement_types import Partial, Placement, Replicate, Shard

__all__ = [
    "DTensor", "Partial", "Placement", "Replicate", "Shard", "distribute_module",
    "distribute_tensor", "empty", "full", "ones", "operations", "rand", "randn", "zeros",
]  # fmt: skip
