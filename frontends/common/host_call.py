"""Calls of functions of the host that may write into their arguments."""

from __future__ import annotations

import copy
import types

import numpy as np

from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.views import is_read_only, shadow

from .conversion import is_recorded
from .host import PLAIN, store_from_host


def _lies_by_columns(array: Array) -> bool:
    """Return whether an array of several axes is in Fortran's order to a script, and not in C's."""
    if len(array.shape) < 2:
        return False
    flags = shadow(array).flags
    return flags.f_contiguous and not flags.c_contiguous


class HostCall:
    """Arrays of a frontend that a function of the host works on: their memory, or copies of it.

    A frontend says in a subclass what its other values are on the host (:meth:`unwrap_other`), and
    how a result comes back (:meth:`box`).
    """

    __slots__ = ("_unwrapped",)

    def __init__(self):
        self._unwrapped: dict[int, tuple[Array, np.ndarray, np.ndarray | None]] = {}

    def unwrap(self, value):
        """Return ``value`` with real arrays for those of the frontend.

        What is traced stays: its values are not known.
        Sequences and mappings in which there are none are returned themselves.
        """
        if type(value) in PLAIN:
            return value
        if isinstance(value, Array):
            return value if is_recorded(value) else self.unwrap_array(value)
        if isinstance(value, (list, tuple)):
            items = [self.unwrap(v) for v in value]
            if all(a is b for a, b in zip(items, value, strict=True)):
                return value
            if hasattr(value, "_make"):
                return value._make(items)
            return items if type(value) is list else type(value)(items)
        if isinstance(value, dict):
            items = {key: self.unwrap(value[key]) for key in value}
            if all(items[key] is value[key] for key in value):
                return value
            changed = copy.copy(value)
            changed.update(items)
            return changed
        return self.unwrap_other(value)

    def unwrap_array(self, array: Array) -> np.ndarray:
        """Return the array's memory, or a copy that :meth:`write_back` compares with itself."""
        known = self._unwrapped.get(id(array))
        if known is None:
            host, before = to_numpy(array), None
            if not _is_whole_memory(array, host):
                # C code may ask for columns that lie together, and a script has laid them so
                before, host = host, np.array(host, order="F" if _lies_by_columns(array) else "K")
                if is_read_only(array):
                    host.flags.writeable = False
            known = self._unwrapped[id(array)] = (array, host, before)
        return known[1]

    def unwrap_other(self, value):
        """Convert a value that holds no array to what the function of the host takes."""
        return value

    def call(self, function, args, kwargs):
        """Call a function of the host on unwrapped arguments; ours hold what it has written."""
        __tracebackhide__ = True  # pytest shows the line of the test that fails
        try:
            operands = [self.unwrap(value) for value in args]
            options = {name: self.unwrap(kwargs[name]) for name in kwargs}
            result = function(*operands, **options)
        finally:
            self.write_back()
        return self.rewrap(result)

    def write_back(self) -> None:
        """Write into the arrays what has been written into the copies of their memory."""
        for array, host, before in self._unwrapped.values():
            if before is not None and host.flags.writeable and not _has_same_bits(host, before):
                store_from_host(array, host)

    def rewrap(self, result):
        """Return a function's result with arrays of the frontend for real ones."""
        for array, host, _ in self._unwrapped.values():
            if result is host:
                return array
        if type(result) in (list, tuple):
            return type(result)([self.rewrap(v) for v in result])
        if isinstance(result, types.GeneratorType):
            return (self.box(v) for v in result)
        return self.box(result)

    def box(self, result):
        """Return a result that is none of the arguments as a value of the frontend."""
        raise NotImplementedError


def _is_whole_memory(array: Array, host: np.ndarray) -> bool:
    """Return whether ``host`` is the Array's own data, without views, and no write is observed."""
    own = getattr(array, "_data", None) is host and not hasattr(array, "_view")
    return own and not array._view_refs and write.observer is None


def _has_same_bits(x: np.ndarray, y: np.ndarray) -> bool:
    x, y = (np.ascontiguousarray(a).reshape(-1).view(np.uint8) for a in (x, y))
    return np.array_equal(x, y)


__all__ = ["HostCall"]
