"""A compiled function that ``ivy.vmap`` calls: for all entries at once, or for one after another.

A map hands over what stands for all entries. Where the function has to know a value, as a branch
does, the map is told to call it entry by entry instead, and what the attempt has written is put
back.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ivy_core.arrays.write import replace
from ivy_core.backends.holder import Holder
from ivy_core.backends.loading import backend_of_class

from .closure_state import ClosureState
from .containers import Watched
from .slots import write_to


class ClosureSnapshot:
    """State that a function reads outside of its arguments, with its present values.

    Parameters
    ----------
    captured : ClosureState
    """

    def __init__(self, captured: ClosureState):
        values = captured.values()
        self._names = list(zip(captured.slots, values, strict=True))
        self._watched = Watched(values)
        self._hosts, self._arrays = [], []
        seen: set[int] = set()
        for value in _arrays_within(values, self._watched):
            if id(value) in seen:
                continue
            seen.add(id(value))
            if isinstance(value, Holder):
                base = value._view.base if hasattr(value, "_view") else value
                ops = backend_of_class(type(base._data))
                copy = ops.copy_native(base._data) if ops.CAPABILITIES.mutable else None
                self._arrays.append((base, base._data, ops, copy))
            else:
                self._hosts.append((value, value.copy()))

    def put_back(self) -> None:
        """Let everything hold what it held."""
        for base, data, ops, copy in self._arrays:
            if base._data is not data:
                replace(base, data)
            if copy is not None:
                ops.assign(data, copy)
        for host, copy in self._hosts:
            np.copyto(host, copy)
        self._watched.restore()
        for (namespace, name), value in self._names:
            write_to(namespace, name, value)


def _arrays_within(values, watched: Watched) -> Iterator:
    """Yield the arrays (NumPy's too) among some values and in the watched containers."""
    inside = [held for _, held in watched.held.values()]
    pending = [*values, *[x for h in inside for x in (h.values() if isinstance(h, dict) else h)]]
    while pending:
        value = pending.pop()
        if isinstance(value, tuple):
            pending += value
        elif isinstance(value, Holder | np.ndarray):
            yield value
