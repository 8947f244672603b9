"""Ownership of memory: the one file that asks Python how many references there are.

Memory may be written in place, or donated to a kernel, where nothing else refers to it. CPython
counts references, but a count includes those of the frames that are running, and which of these
hold one differs between versions. So only two kinds of calls are made here: the count of what
stands in a slot (``getrefcount(self.memory)``), and ``map`` in C over such slots. In both the
references are the slot's and the argument's. A local variable of a caller is one more, and makes
the answer "shared": a copy, never a write that another array sees.

:func:`_reference_counts_are_exact` tries both kinds when this file is imported. Where an answer is
not as it should be, without a GIL, and on another interpreter than CPython, no memory is owned and
nothing is donated: each write copies. ``IVY_OWNED_MEMORY=0`` in the environment switches it off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection
from operator import attrgetter
from sys import getrefcount

import numpy as np

from .common.memory import aligned_empty
from .holder import Holder

# Classes of native arrays that are a view of NumPy's in the slot ``_npy_value`` and nothing else:
# they show what is written to the memory under it.
host_resident: set[type] = set()

_data_of = attrgetter("_data")
_NEVER = -(1 << 20)  # no object has so few references, nor a few more
_ALONE = 2  # references to an object in one slot: the slot's, and the argument's of `getrefcount`


class Buffer:
    """Memory of the host under the native array of one Array, its owner.

    An Array of immutable native arrays that has been written to has one in its slot ``_memory``,
    with a native array in ``_data`` that lies on the memory. Whatever else lies there refers to
    ``memory`` as long as it lives: another native array, a computation of the framework's that has
    not ended, a view of NumPy's, whose base it is.

    Parameters
    ----------
    memory : numpy.ndarray
        Of :func:`ivy_core.backends.common.memory.aligned_empty`; the caller gives it up.

    Attributes
    ----------
    owned : bool
        Whether nothing but its Array writes to the memory.
    """

    __slots__ = ("memory",)
    owned = True

    def __init__(self, memory: np.ndarray):
        self.memory = memory

    def export(self, ops, like):
        """Return a native array that lies on the memory, where ``like`` lies.

        While it lives the buffer is not exclusive to another one.
        """
        return ops.adopt(self.memory, like)

    def is_exclusive(self) -> bool:
        """Return whether one native array lies on the memory, and nothing else refers to it."""
        return getrefcount(self.memory) == _ALONE + 1

    def try_exclusive(self, owner: Holder, ops) -> np.ndarray | None:
        """Return the memory if nothing but the owner's native array refers to it, else None.

        Parameters
        ----------
        owner : Array
            Has this buffer. It is given a fresh native array on the memory unless the one that it
            has shows each write: what else refers to that one keeps the memory, and is counted.
        ops : module
            The backend of the owner.
        """
        if (
            type(owner._data) in host_resident
            and getrefcount(owner._data) == _ALONE
            and getrefcount(owner._data._npy_value) == _ALONE
            and getrefcount(self.memory) == _ALONE + 1
        ):
            return self.memory
        # the slot is never empty: another thread may look at it
        owner._data = self.export(ops, owner._data)
        if getrefcount(self.memory) == _ALONE + 1:
            return self.memory
        ops.release_memory()
        return self.memory if getrefcount(self.memory) == _ALONE + 1 else None


class OutsideBuffer(Buffer):
    """Memory of the host that code outside of this package may write to at any time.

    Parameters
    ----------
    memory : numpy.ndarray
    """

    __slots__ = ("_origin",)
    owned = False

    def __init__(self, memory: np.ndarray):
        self.memory = memory
        origin = memory
        while isinstance(origin.base, np.ndarray):
            origin = origin.base
        # references to memory that belongs to no array of NumPy's cannot be counted
        self._origin = origin if origin.base is None else None

    def is_exclusive(self) -> bool:
        """Return whether the memory has no other reference: nothing else can write to it."""
        if self._origin is None:
            return False
        if self._origin is self.memory:
            return getrefcount(self.memory) == _ALONE + 1
        # of the origin: its slot, and the base of the memory
        return getrefcount(self.memory) == _ALONE and getrefcount(self._origin) == _ALONE + 1


def is_exclusive(holder: Holder) -> bool:
    """Return whether the slot ``_data`` is the one reference to a native array.

    A name of the caller's for the native array is another one.
    """
    return getrefcount(holder._data) == _ALONE


def are_exclusive(holders: Collection, others: int = 0, slot: Callable = _data_of) -> bool:
    """Return whether so many others refer to each native array besides the slot of its holder.

    Parameters
    ----------
    holders : collection of Array
    others : int, optional
        References that the caller knows of: a list that holds them all, for example.
    slot : operator.attrgetter, optional
        What a holder has the native array in; it may be empty, which is not exclusive.
    """
    try:
        counts = list(map(getrefcount, map(slot, holders)))
    except AttributeError:  # a functional view that has not been read
        return False
    return counts.count(_ALONE + others) == len(counts)


def is_base_shared(view) -> bool:
    """Return whether anything but a view refers to its base; True where counts tell nothing."""
    return getrefcount(view.base) > _ALONE


class _Owner(Holder):
    __slots__ = ("_data", "_memory")

    def __init__(self, native=None):
        self._data = native


class _Native:
    __slots__ = ("_npy_value",)

    def __init__(self, memory: np.ndarray):
        self._npy_value = memory.view()


class _Resident(_Native):
    __slots__ = ()


class _Ops:
    """A backend whose native arrays hold one reference to their memory, as those of the others."""

    def __init__(self, native: type):
        self._native = native

    def adopt(self, memory: np.ndarray, like) -> _Native:
        return self._native(memory)

    def release_memory(self) -> None:
        """Release nothing: such a native array gives its memory up when it ends."""


def _reference_counts_are_exact() -> bool:
    """Return whether each check of this file sees a second reference on this interpreter."""
    return (
        all(
            _counts_references_to_owned(n, kind) for n in (2, 1000) for kind in (_Native, _Resident)
        )
        and _counts_references_to_outside_memory(lambda: np.empty(2))
        and _counts_references_to_outside_memory(lambda: np.empty((2, 1)).reshape(2))
        and _counts_references_to_data()
    )


def _counts_references_to_owned(elements: int, native: type) -> bool:
    """Return whether references to a native array, to its view and to its memory are counted."""
    owner, ops = _Owner(), _Ops(native)
    owner._memory = Buffer(aligned_empty((elements,), np.dtype(np.float64)))
    owner._data = owner._memory.export(ops, None)

    def writable() -> bool:
        return owner._memory.try_exclusive(owner, ops) is not None

    found = [writable(), owner._memory.is_exclusive()]
    for share in (
        lambda: owner._data,
        lambda: owner._data._npy_value,
        lambda: owner._memory.memory,
        lambda: owner._memory.memory[1:][::-1],
        lambda: memoryview(owner._memory.memory),
    ):
        shared = share()
        found.append(not writable())
        del shared
        found.append(writable())
    return all(found)


def _counts_references_to_outside_memory(make_array) -> bool:
    """Return whether references to outside memory, and to views of it, are counted."""
    buffer = OutsideBuffer(make_array())
    found = [buffer.is_exclusive()]
    for share in (lambda: buffer.memory, lambda: buffer.memory[1:]):
        shared = share()
        found.append(not buffer.is_exclusive())
        del shared
        found.append(buffer.is_exclusive())
    return all(found)


def _counts_references_to_data() -> bool:
    """Return whether ``is_exclusive`` and ``are_exclusive`` see each reference to ``_data``."""
    holders = [_Owner(object()), _Owner(object())]
    first = holders[0]
    found = [is_exclusive(first), are_exclusive(holders), not are_exclusive(holders, 1)]
    shared = [holder._data for holder in holders]
    found += [not is_exclusive(first), not are_exclusive(holders), are_exclusive(holders, 1)]
    shared.pop()
    found += [not is_exclusive(first), not are_exclusive(holders), not are_exclusive(holders, 1)]
    return all(found)


def _can_trust_reference_counts() -> bool:
    """Return whether counts of references can be trusted in this process."""
    if os.environ.get("IVY_OWNED_MEMORY") == "0" or sys.implementation.name != "cpython":
        return False
    if hasattr(sys, "_is_gil_enabled") and not sys._is_gil_enabled():  # from CPython 3.13 on
        return False
    return _reference_counts_are_exact()


host_resident.add(_Resident)
OWNS_MEMORY = _can_trust_reference_counts()
host_resident.discard(_Resident)
if not OWNS_MEMORY:
    _ALONE = _NEVER
