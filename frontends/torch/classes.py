"""``torch.classes``: classes that a library of C++ registers with PyTorch; none can be had."""

from __future__ import annotations

from .compat import standins


def __getattr__(name: str):
    """Make a stand-in for a library; a use of one of its classes raises."""
    if name.startswith("__"):
        raise AttributeError(name)
    return standins.value(f"torch.classes.{name}")
