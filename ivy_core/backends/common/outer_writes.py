"""Writes of a differentiated or mapped function into arrays that were made outside of it.

JAX computes gradients and maps with tracers, which must not stay in an array when the function has
returned. :mod:`ivy_core.arrays.write` notes each array that takes one. Afterwards a gradient puts
the values there; a map, which has a value for each entry, puts back what was there before.
"""

from __future__ import annotations

import contextlib
import gc
import threading
import weakref
from collections.abc import Callable, Iterator

from ..holder import Holder


class OuterWrites:
    """The living arrays that tracers were written into.

    Parameters
    ----------
    is_tracer : callable
        Whether a native array is a tracer of this transformation.
    outer : OuterWrites, optional
        Those of the transformation around this one.
    """

    def __init__(self, is_tracer: Callable, outer: OuterWrites | None = None):
        self._is_tracer, self._outer = is_tracer, outer
        self._entries: dict[int, tuple] = {}

    def add(self, base: Holder, put: Callable, is_observed: bool) -> None:
        """Note an array that is about to take a tracer; ``put(base, native)`` replaces its data.

        While a function is compiled the observer puts observed arrays back.
        """
        found = self._entries.get(id(base))
        if self._outer is not None:
            self._outer.add(base, put, is_observed)
        if found is None or found[0]() is not base:
            self._entries[id(base)] = weakref.ref(base), base._data, put, is_observed

    def _arrays_holding_tracers(self, with_observed: bool = True) -> list:
        """Return (array, data before, put) of each outer array that holds a tracer now."""
        entries = [(ref(), *rest) for ref, *rest in self._entries.values()]
        return [
            (base, before, put)
            for base, before, put, is_observed in entries
            if base is not None
            and (with_observed or not is_observed)
            and self._is_tracer(getattr(base, "_data", None))
        ]

    def taken(self) -> tuple[list, Callable]:
        """Return the tracers that are left, and a function that puts values there, one for each."""
        left = self._arrays_holding_tracers()

        def put_values(natives) -> None:
            for (base, _, put), native in zip(left, natives, strict=True):
                put(base, native)

        return [base._data for base, _, _ in left], put_values

    def undo(self) -> bool:
        """Put the data from before the writes back; return whether any array held a tracer."""
        if self._arrays_holding_tracers(False):
            gc.collect()  # arrays of the function's own, in a cycle
        left = self._arrays_holding_tracers(False)
        for base, before, put in left:
            put(base, before)
        return bool(left)


class _Noted(threading.local):
    writes: OuterWrites | None = None


_noted = _Noted()


def note(base: Holder, put: Callable, is_observed: bool = False) -> None:
    """Note that an array is about to take a value that may be a tracer."""
    if _noted.writes is not None:
        _noted.writes.add(base, put, is_observed)


@contextlib.contextmanager
def noted(is_tracer: Callable) -> Iterator[OuterWrites]:
    """Note such writes of this thread; an error puts everything back as it was.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.arrays.write import replace
    >>> from ivy_core.backends.common import outer_writes
    >>> with ivy.with_backend("numpy"):
    ...     x = ivy.asarray([1, 2])
    >>> with outer_writes.noted(lambda native: native.sum() == 0) as writes:
    ...     outer_writes.note(x, replace)
    ...     replace(x, x.data * 0)
    >>> writes.undo(), x
    (True, ivy.array([1, 2]))
    """
    before = _noted.writes
    writes = _noted.writes = OuterWrites(is_tracer, before)
    try:
        yield writes
    except BaseException:
        _noted.writes = before
        writes.undo()
        raise
    finally:
        _noted.writes = before
