"""The accelerators that the set backend sees: what ``torch.cuda`` tells of."""

from __future__ import annotations

from ivy_core.backend_handler import active_backend


def accelerators() -> list[str]:
    """Return the names of the backend's devices that are no CPU."""
    return [str(d) for d in active_backend().devices() if not str(d).startswith("cpu")]


def index_of(device) -> int:
    """Return the index that a device, its name or its number stands for; 0 for None."""
    if isinstance(device, int):
        return device
    index = getattr(device, "index", None) if not isinstance(device, str) else None
    if isinstance(device, str):
        _, _, number = device.partition(":")
        index = int(number) if number else 0
    return index or 0
