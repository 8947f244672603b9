"""``numpy.random.mtrand``: where libraries look for the global state."""

from __future__ import annotations

from ivy_core.utils.exceptions import IvyAttributeError

from .generators import GLOBAL_STATE as _rand
from .generators import RandomState


def __getattr__(name: str):
    """Find a legacy function where it is defined."""
    from . import _functions

    if name not in _functions:
        raise IvyAttributeError(f"module 'numpy.random.mtrand' has no attribute {name!r}")
    return _functions[name]


__all__ = ["RandomState", "_rand"]
