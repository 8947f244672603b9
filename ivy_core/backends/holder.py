"""What holds a native array, as far as the backends need to know."""

from __future__ import annotations


class Holder:
    """Something that holds a native array: the base class of Array.

    ``_data`` is the native array; where the slot is empty ``_view`` knows how to read one.
    """

    __slots__ = ()


def read(x: Holder):
    """Return the native array of an Array, reading a functional view if need be."""
    data = getattr(x, "_data", None)  # an empty slot costs less so than as an AttributeError
    if data is None and hasattr(x, "_view"):
        return x._view.read(x)
    return data  # of a pytree's making it may be None


def unwrapped(obj):
    """Return the native array of an Array; anything else as it is."""
    return read(obj) if isinstance(obj, Holder) else obj
