"""Arrays in nested arguments: all of them, or one at a slot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def map_leaves(value: Any, kind: type, make: Callable[[Any], Any]) -> Any:
    """Return lists, tuples and dicts with each member of a class replaced.

    Examples
    --------
    >>> map_leaves([1, ("a", 2)], int, str)
    ['1', ('a', '2')]
    """
    if isinstance(value, kind):
        return make(value)
    if isinstance(value, (list, tuple)):
        members = [map_leaves(each, kind, make) for each in value]
        return tuple(members) if isinstance(value, tuple) else members
    if type(value) is dict:  # a Container stays itself
        return {key: map_leaves(each, kind, make) for key, each in value.items()}
    return value


def map_arrays(value: Any, make: Callable[[np.ndarray], Any]) -> Any:
    """Return arguments with each array of NumPy's converted, from a copy of its own."""
    return map_leaves(value, np.ndarray, lambda array: make(array.copy()))


def array_slots(args, kwargs) -> list[tuple]:
    """List where arrays stand: (position or name) each, and the index in a list behind it."""
    slots: list[tuple] = []
    for key, value in (*enumerate(args), *kwargs.items()):
        if isinstance(value, np.ndarray):
            slots.append((key,))
        elif isinstance(value, list):
            slots += [(key, i) for i, v in enumerate(value) if isinstance(v, np.ndarray)]
    return slots


def at_slot(args, kwargs, slot: tuple) -> Any:
    """Return the argument at a slot."""
    value = (args if isinstance(slot[0], int) else kwargs)[slot[0]]
    return value[slot[1]] if len(slot) == 2 else value


def with_argument(args, kwargs, slot: tuple, value) -> tuple[list, dict]:
    """Return the arguments with ``value`` at a slot."""
    args, kwargs = list(args), dict(kwargs)
    holder, key = (args if isinstance(slot[0], int) else kwargs), slot[0]
    if len(slot) == 2:
        holder[key] = list(holder[key])
        holder, key = holder[key], slot[1]
    holder[key] = value
    return args, kwargs
