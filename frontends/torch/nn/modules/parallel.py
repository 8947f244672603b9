"""Modules that PyTorch spreads over devices.

References
----------
PyTorch documentation, ``torch.nn.DataParallel``.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

from .module import Module


@citing("``torch.nn.{}``")
class DataParallel(Module):
    """A module that is called as it is: without several accelerators there is nothing to spread.

    Parameters
    ----------
    module : Module
    device_ids, output_device : optional
        Are not looked at, as in PyTorch on a machine without accelerators.
    dim : int
        The dimension of examples.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim: int = 0):
        super().__init__()
        self.module, self.device_ids = module, []

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)


__all__ = ["DataParallel"]
