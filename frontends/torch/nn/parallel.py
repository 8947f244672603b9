"""``torch.nn.parallel``: modules that PyTorch spreads over devices.

References
----------
PyTorch documentation, ``torch.nn.parallel``.
"""

from .modules.parallel import DataParallel

__all__ = ["DataParallel"]
