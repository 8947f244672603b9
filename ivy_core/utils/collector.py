"""Python's collector of cycles, while much is made that soon goes."""

from __future__ import annotations

import contextlib
import gc

_YOUNG_OBJECTS = 50_000  # made before they are looked through; Python's own is 700
_LONGER = 20, 1_000  # passes of the younger ones before the older are looked through
_PASSES_WHILE_HELD = 100  # of the younger objects before all are looked through; Python's own is 10
# The same behind that, in a loop that trains. A graph of 180 nodes is 20,000 objects, which outlive
# passes of the younger ones and go by themselves: by Python's own number every twentieth backward
# pass looked through all objects, 0.13 s, and found nothing.
_PASSES_IN_A_LOOP = 50
_before: tuple | None = None  # the thresholds before, while full collections are held


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


def hold() -> None:
    """Have Python look through all objects a tenth as often, until :func:`release`, then a fifth.

    What a program makes when it begins to train, plans of calls and kernels' descriptions, stays.
    With a large library imported a look at all objects takes 0.3 s, in which nothing is found.

    Examples
    --------
    >>> hold(), release()
    (None, None)
    """
    global _before
    young, middle, old = thresholds = gc.get_threshold()
    if _before is None and gc.isenabled() and 0 < old < _PASSES_WHILE_HELD:
        _before = thresholds
        gc.set_threshold(young, middle, _PASSES_WHILE_HELD)


def release() -> None:
    """End :func:`hold`; do nothing where there was none, or another has set thresholds since."""
    global _before
    if _before is not None:
        young, middle, old = _before
        if gc.get_threshold() == (young, middle, _PASSES_WHILE_HELD):
            gc.set_threshold(young, middle, max(old, _PASSES_IN_A_LOOP))
        _before = None
