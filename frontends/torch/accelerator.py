"""``torch.accelerator``: the accelerator of this machine, whatever its kind.

References
----------
PyTorch documentation, ``torch.accelerator``.
"""

from __future__ import annotations

from .compat.accelerators import accelerators
from .tensors.devices import device


def is_available() -> bool:
    """Return whether the backend sees an accelerator.

    References
    ----------
    PyTorch documentation, torch.accelerator.is_available.
    """
    return bool(accelerators())


def device_count() -> int:
    """Count the accelerators that the backend sees.

    References
    ----------
    PyTorch documentation, torch.accelerator.device_count.
    """
    return len(accelerators())


def current_accelerator(check_available: bool = False) -> device | None:
    """Return the kind of accelerator, None where there is none.

    References
    ----------
    PyTorch documentation, torch.accelerator.current_accelerator.
    """
    return device("cuda") if accelerators() else None
