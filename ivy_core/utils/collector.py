"""Python's collector of cycles, while much is made that soon goes."""

from __future__ import annotations

import contextlib
import gc

_YOUNG_OBJECTS = 50_000  # made before they are looked through; Python's own is 700
_LONGER = 20, 1_000  # passes of the younger ones before the older are looked through


@contextlib.contextmanager
def seldom():
    """Collect seldom in a ``with`` block, and look through old objects never.

    A pass over all objects takes 0.1 to 0.2 s once a framework is imported, as long as a trace of
    a compiled function, which makes enough objects for one.

    Examples
    --------
    >>> with seldom():
    ...     made = [[n] for n in range(10_000)]
    """
    before = gc.get_threshold()
    if before[0] in (0, _YOUNG_OBJECTS):  # it is off, or this within another such block
        yield
        return
    gc.set_threshold(_YOUNG_OBJECTS, *_LONGER)
    try:
        yield
    finally:
        if gc.get_threshold()[0] == _YOUNG_OBJECTS:  # else the block has set another
            gc.set_threshold(*before)
