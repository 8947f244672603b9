"""Arguments that take a call elsewhere: Containers, and objects with functions of their own.

What is asked of each argument is answered once a class: :data:`SPECIAL`.
"""

from __future__ import annotations

from collections.abc import Callable

from ..arrays.array import Array
from ..utils.exceptions import IvyTypeError
from .nestable import IS_CONTAINER_CLASS, is_container, map_function, own_static


class _Special(dict):
    """By class: whether an argument takes a call elsewhere. Found out once a class."""

    def __missing__(self, cls):
        container = IS_CONTAINER_CLASS[cls]
        override = hasattr(cls, "__ivy_array_function__") and not issubclass(cls, Array)
        found = self[cls] = "container" if container else "override" if override else None
        return found


SPECIAL = _Special()


def without_out(kwargs: dict) -> tuple[dict, object]:
    """Return the keyword arguments and ``out`` apart; an ``out`` of the plain kind is refused."""
    out = kwargs.get("out")
    if out is not None and not is_container(out):
        raise IvyTypeError(
            f"out: with Containers among the arguments it must be one, not {type(out).__name__}"
        )
    return {name: value for name, value in kwargs.items() if name != "out"}, out


def call_with_containers(name: str, call: Callable, args, kwargs):
    """Do an explicitly nestable function's call with Containers, by their static method."""
    static = own_static(name, (*args, *kwargs.values()))
    if static is not None:
        return static(*args, **kwargs)
    return map_function(call, args, *without_out(kwargs))


def overrides_in(values) -> list:
    """Return the objects that implement functions themselves, also those in sequences."""
    found = []
    for value in values.values() if type(values) is dict else values:
        if type(value) in (list, tuple, dict):
            found += overrides_in(value)
        elif SPECIAL[type(value)] == "override":
            found.append(value)
    return found


def call_override(function: Callable, overrides: list, args, kwargs):
    """Call the override of the first object that does not decline."""
    classes = tuple(dict.fromkeys(map(type, overrides)))
    for value in overrides:
        result = value.__ivy_array_function__(function, classes, args, kwargs)
        if result is not NotImplemented:
            return result
    given = ", ".join(cls.__name__ for cls in classes)
    raise IvyTypeError(f"{function.__name__}: takes no {given}")
