"""Memory of the host that others write to as well: NumPy's arrays, and other processes.

Where native arrays are immutable, an array on such memory is a functional view of an
:class:`OutsideMemory`. Each look copies the elements as they are then, and each write goes into the
memory itself. While it has no other reference, what a read has copied is kept until the next write.
"""

from __future__ import annotations

import sys
import types

import numpy as np

from ..backends.common.memory import aligned_copy
from ..backends.holder import Holder
from ..backends.loading import backend_for


class OutsideMemory(Holder):
    """The base of the arrays that lie on memory others may write to at any time.

    Parameters
    ----------
    memory : numpy.ndarray
        In C order, writable.
    backend : module
        The backend whose native arrays are made of it.
    """

    __slots__ = (
        "__weakref__", "_copied", "_owner", "_version", "_views", "backend", "former", "memory",
    )  # fmt: skip

    def __init__(self, memory: np.ndarray, backend: types.ModuleType):
        self.memory, self.backend = memory, backend
        owner = memory
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        # references to memory that belongs to no array of NumPy's cannot be counted
        self._owner = owner if owner.base is None else None
        self._copied = self._version = None

    @property
    def _memory(self) -> np.ndarray:
        return self.memory

    @property
    def _data(self):
        """A native array with a copy of all elements, as they are now."""
        kept, version = self.is_private(), (self._views.writes, self.backend)
        if kept and self._version == version:
            return self._copied
        native = self.backend.taken_from_host(aligned_copy(self.memory))
        if kept and not self.backend.is_tracer(native):
            self._copied, self._version = native, version
        return native

    @_data.setter
    def _data(self, native) -> None:
        np.copyto(self.memory, backend_for(native).to_host(native))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.memory.shape

    def is_private(self) -> bool:
        """Return whether the memory has no other reference."""
        if self._owner is None:
            return False
        alone = _ALONE if self._owner is self.memory else _ALONE_WITH_VIEW
        return self._references() <= alone

    def _references(self) -> int:
        """Return how many there are to the memory, and to the array that owns it."""
        memory, owner = self.memory, self._owner
        return sys.getrefcount(memory) + sys.getrefcount(owner)


def _calibrate(memory: np.ndarray) -> int:
    """Count the references to memory that has no other user.

    It differs between Python versions (3.14 borrows references for local variables).
    """
    sample = OutsideMemory(memory, None)
    del memory
    return sample._references()


_ALONE = _calibrate(np.empty(1))
_ALONE_WITH_VIEW = _calibrate(np.empty((1, 1)).reshape(1))
