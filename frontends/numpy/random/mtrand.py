"""``numpy.random.mtrand``: where libraries look for the global state."""

from __future__ import annotations

from ivy_core.utils.exceptions import IvyAttributeError

from .functions import FUNCTIONS
from .generators import GLOBAL_STATE as _rand
from .generators import RandomState


def __getattr__(name: str):
    """Find a legacy function where it is defined."""
    if name not in FUNCTIONS:
        raise IvyAttributeError(f"module 'numpy.random.mtrand' has no attribute {name!r}")
    return FUNCTIONS[name]


__all__ = ["RandomState", "_rand"]
