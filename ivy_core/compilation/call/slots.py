"""Slots outside of containers: global names, cells, attributes of classes and functions."""

from __future__ import annotations

import types

ABSENT = object()  # the value of a slot that is not bound yet


class Default:
    """Slot of a parameter's default: another default is another slot."""

    __slots__ = ("cell_contents", "key")

    def __init__(self, function, name, value):
        self.key = "default", id(function), name, id(value)
        self.cell_contents = value


def read_from(namespace, name):
    """Read a slot, ABSENT if it is empty.

    Parameters
    ----------
    namespace : dict, cell, class or function
        Where a global name is, a name of a closure, an attribute.
    name : str
    """
    kind = type(namespace)
    if kind is dict:
        return namespace.get(name, ABSENT)
    if kind is types.CellType or kind is Default:
        try:
            return namespace.cell_contents
        except ValueError:
            return ABSENT  # a name that is bound later
    return vars(namespace).get(name, ABSENT)


def write_to(namespace, name, value) -> None:
    """Bind a slot to a value; unbind it for ABSENT."""
    kind = type(namespace)
    if kind is types.CellType or kind is Default:
        if value is not ABSENT:
            namespace.cell_contents = value
        elif kind is types.CellType and read_from(namespace, name) is not ABSENT:
            del namespace.cell_contents
    elif isinstance(namespace, type):
        if value is not ABSENT:
            type.__setattr__(namespace, name, value)
        elif name in vars(namespace):
            type.__delattr__(namespace, name)
    else:
        held = namespace if kind is dict else vars(namespace)
        if value is ABSENT:
            held.pop(name, None)
        else:
            held[name] = value
