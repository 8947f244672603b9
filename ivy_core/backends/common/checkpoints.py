"""Loops that a gradient goes through in segments: states are kept between these alone.

What a segment computes is computed once more when the gradient comes to it, so that a loop of ``n``
iterations keeps some ``2 sqrt(n)`` states, not ``n``.

References
----------
Griewank and Walther, "Algorithm 799: revolve", ACM Transactions on Mathematical Software 26, 2000.
"""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Iterator

from ivy_core.utils.exceptions import IvyValueError


class _Current(threading.local):
    """The argument ``checkpoints`` of the function at work."""

    checkpoints: bool | int = False


_current = _Current()


@contextlib.contextmanager
def cutting(checkpoints: bool | int) -> Iterator[None]:
    """Have loops that are traced within cut into segments; False leaves all as it is."""
    if not checkpoints:
        yield
        return
    before, _current.checkpoints = _current.checkpoints, checkpoints
    try:
        yield
    finally:
        _current.checkpoints = before


def are_set() -> bool:
    """Return whether loops are to be cut.

    Examples
    --------
    >>> with cutting(True):
    ...     are_set()
    True
    """
    return bool(_current.checkpoints)


def purpose() -> str:
    """Say what a loop cannot be that is written out."""
    return "cut into segments" if are_set() else "rolled, and is long"


def segments(count: int) -> tuple[int, int] | None:
    """Return the number of segments of a loop, and their length; None where it is not cut.

    Iterations that are left over stand behind the segments.

    Examples
    --------
    >>> with cutting(True):
    ...     segments(100), segments(3)
    ((10, 10), None)
    >>> with cutting(8):
    ...     segments(100)
    (8, 12)
    """
    if not _current.checkpoints or count < 4:
        return None
    given = _current.checkpoints
    wanted = max(1, round(math.sqrt(count))) if given is True else min(given, count)
    return wanted, count // wanted


def checked(name: str, checkpoints) -> bool | int:
    """Return the argument of a function; IvyValueError if it is neither a bool nor a number."""
    if type(checkpoints) is bool or type(checkpoints) is int and checkpoints > 0:
        return checkpoints
    raise IvyValueError(
        f"{name}: checkpoints must be True, False or a number of segments, not {checkpoints!r}"
    )


__all__ = ["are_set", "checked", "cutting", "purpose", "segments"]
