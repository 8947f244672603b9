"""``torch.signal``: windows of signals."""

from . import windows

__all__ = ["windows"]
