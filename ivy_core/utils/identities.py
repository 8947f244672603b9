"""Comparison of many objects by identity at once.

A call that finds its program compares some thousand objects with those of the call before. Python
takes 30 ns for each, as ``all(map(is_, ...))``; the memory of a tuple's references is compared in
1 us. Where a tuple does not lie as CPython has it, identities are written out one by one.
"""

from __future__ import annotations

import array
import sys

_FEW = 32  # that are compared one by one in less time than it takes to call C


def _written_out(objects: tuple) -> bytes:
    return array.array("Q", map(id, objects)).tobytes()


def _from_memory():
    """Return the function that copies a tuple's references; None where they lie otherwise."""
    try:
        import ctypes
    except ImportError:
        return None
    copied, begin, size = ctypes.string_at, tuple.__basicsize__, tuple.__itemsize__
    if sys.implementation.name != "cpython" or size != 8:
        return None

    def read(objects: tuple) -> bytes:
        return copied(id(objects) + begin, size * len(objects))

    probe = (None, 1.5, "probe", object(), (), None)
    return read if read(probe) == _written_out(probe) else None


_read = _from_memory()


def identities(objects: tuple) -> bytes:
    """Return the identities of a tuple's elements; equal ones while the same objects live.

    Examples
    --------
    >>> x, y = [], []
    >>> identities((x, y)) == identities((x, y)), identities((x, y)) == identities((y, x))
    (True, False)
    """
    if _read is None or len(objects) < _FEW:
        return _written_out(objects)
    return _read(objects)


__all__ = ["identities"]
