"""Writes to outer arrays of a function that a framework differentiates or maps.

JAX computes gradients and maps with stand-ins for values, which must not stay in an array when the
function has returned. What takes one is noted by :mod:`ivy_core.arrays.write`; then a gradient puts
the values in its place, and a map, which has one for each entry, what was there before.
"""

from __future__ import annotations

import contextlib
import gc
import threading
import weakref
from collections.abc import Callable, Iterator

from ..holder import Holder


class OuterWrites:
    """The arrays that stand-ins were written into; those that nobody has any more do not count.

    Parameters
    ----------
    is_stand_in : callable
        Whether a native array is none outside.
    around : OuterWrites, optional
        Those of the transformation that this one is a part of.
    """

    def __init__(self, is_stand_in: Callable, around: OuterWrites | None = None):
        self._is_stand_in, self._around = is_stand_in, around
        self._entries: dict[int, tuple] = {}

    def add(self, base: Holder, put: Callable, is_observed: bool) -> None:
        """Note an array that is about to take a stand-in; ``put(base, native)`` replaces data.

        What is observed, while a function is compiled, is put back by the observer.
        """
        found = self._entries.get(id(base))
        if self._around is not None:
            self._around.add(base, put, is_observed)
        if found is None or found[0]() is not base:
            self._entries[id(base)] = weakref.ref(base), base._data, put, is_observed

    def _left(self, observed: bool = True) -> list:
        entries = [(ref(), *rest) for ref, *rest in self._entries.values()]
        return [
            (base, before, put)
            for base, before, put, is_observed in entries
            if base is not None
            and (observed or not is_observed)
            and self._is_stand_in(getattr(base, "_data", None))
        ]

    def taken(self) -> tuple[list, Callable]:
        """Return the stand-ins that are left, and what puts values there, one for each."""
        left = self._left()

        def put_values(natives) -> None:
            for (base, _, put), native in zip(left, natives, strict=True):
                put(base, native)

        return [base._data for base, _, _ in left], put_values

    def undo(self) -> bool:
        """Put back what the arrays held before; return whether there was such an array."""
        if self._left(False):
            gc.collect()  # arrays of the function's own, in a cycle
        left = self._left(False)
        for base, before, put in left:
            put(base, before)
        return bool(left)


class _Noted(threading.local):
    writes: OuterWrites | None = None


_noted = _Noted()


def note(base: Holder, put: Callable, is_observed: bool = False) -> None:
    """Note that an array is about to take a value that may be a stand-in."""
    if _noted.writes is not None:
        _noted.writes.add(base, put, is_observed)


@contextlib.contextmanager
def noted(is_stand_in: Callable) -> Iterator[OuterWrites]:
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
    writes = _noted.writes = OuterWrites(is_stand_in, before)
    try:
        yield writes
    except BaseException:
        _noted.writes = before
        writes.undo()
        raise
    finally:
        _noted.writes = before
