"""``torch.utils.tensorboard``: event files that TensorBoard reads, written without PyTorch.

References
----------
PyTorch documentation, ``torch.utils.tensorboard``.
"""

from .writer import FileWriter, SummaryWriter

__all__ = ["FileWriter", "SummaryWriter"]
