"""``torch.accelerator``: the accelerator of this machine, whatever its kind.

References
----------
PyTorch documentation, ``torch.accelerator``.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing

from .compat.accelerators import accelerators
from .tensors.devices import device


@citing("torch.accelerator.{}")
def is_available() -> bool:
    """Return whether the backend sees an accelerator."""
    return bool(accelerators())


@citing("torch.accelerator.{}")
def device_count() -> int:
    """Count the accelerators that the backend sees."""
    return len(accelerators())


@citing("torch.accelerator.{}")
def current_accelerator(check_available: bool = False) -> device | None:
    """Return the kind of accelerator, None where there is none."""
    return device("cuda") if accelerators() else None
