"""``torch.distributed.tensor.parallel``: modules whose parameters are cut over a mesh of ranks.

References
----------
PyTorch documentation, ``torch.distributed.tensor.parallel``.
"""

from .api import parallelize_module
from .loss import loss_parallel
from .style import (
    ColwiseParallel,
    ParallelStyle,
    PrepareModuleInput,
    PrepareModuleInputOutput,
    PrepareModuleOutput,
    RowwiseParallel,
    SequenceParallel,
)

__all__ = [
    "ColwiseParallel", "ParallelStyle", "PrepareModuleInput", "PrepareModuleInputOutput",
    "PrepareModuleOutput", "RowwiseParallel", "SequenceParallel", "loss_parallel",
    "parallelize_module",
]  # fmt: skip
