"""Memory of the host that others write to as well: NumPy's arrays, and other processes.

Where native arrays are immutable, an array on such memory is a functional view of an
:class:`OutsideMemory`. Each look copies the elements as they are then, and each write goes into the
memory itself. While it has no other reference, what a read has copied is kept until the next write.
"""

from __future__ import annotations

import types

import numpy as np

from ..backends.buffer import OutsideBuffer
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
        "__weakref__", "_copied", "_memory", "_traced", "_version", "_views", "backend", "former",
    )  # fmt: skip

    def __init__(self, memory: np.ndarray, backend: types.ModuleType):
        self._memory, self.backend = OutsideBuffer(memory), backend
        self._copied = self._version = self._traced = None

    @property
    def memory(self) -> np.ndarray:
        return self._memory.memory

    @property
    def _data(self):
        """A native array with a copy of all elements, as they are now; a trace's value in it."""
        if self._traced is not None:
            return self._traced
        kept, version = self._memory.is_exclusive(), (self._views.writes, self.backend)
        if kept and self._version == version:
            return self._copied
        native = self.backend.taken_from_host(aligned_copy(self.memory))
        if kept and not self.backend.is_tracer(native):
            self._copied, self._version = native, version
        return native

    @_data.setter
    def _data(self, native) -> None:
        if self._traced is None:
            np.copyto(self.memory, backend_for(native).to_host(native))
        else:
            self._traced = native

    @property
    def shape(self) -> tuple[int, ...]:
        return self.memory.shape

    def enter_trace(self, native) -> None:
        """Show what stands for the elements in a trace; writes go there."""
        self._traced = native
        self._views.empty()

    def leave_trace(self) -> None:
        """Show the memory again: a trace ends, which has left it as it was."""
        self._traced = None
        self._views.empty()

    def is_private(self) -> bool:
        """Return whether the memory has no other reference."""
        return self._memory.is_exclusive()
