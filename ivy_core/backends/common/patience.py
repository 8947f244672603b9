"""Counts of calls before a function is compiled are larger while a training loop begins.

What a loop computes operation by operation at first becomes a few large programs later: its
backward pass, its optimizer's step, its modules. A kernel of a single function that is compiled a
few steps before serves those steps alone, and the step in which it is compiled takes several times
as long as the others. What runs backward passes sets this; nothing is timed.

What is known to come with another length each time is not compiled at all.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator


class Patience(threading.local):
    """Of this thread: whether functions that have come often enough wait on.

    Examples
    --------
    >>> patience = Patience()
    >>> patience.extends(100, 64)
    False
    >>> patience.begin(8, 2)
    >>> [patience.extends(calls, 64) for calls in (100, 512, 100, 100)]
    [True, False, True, False]

    Attributes
    ----------
    lengths_change : bool
        Whether what runs is known to come with another length each time.
    is_over : bool
        Whether a loop has trained for so long that nothing waits any more: what is new then is
        most likely to come seldom.
    """

    _factor, _left = 1, 0
    lengths_change = is_over = False

    def begin(self, factor: int, calls: int, is_over: bool = False) -> None:
        """Have counts be ``factor`` times as large for the next ``calls`` calls that reach one.

        ``is_over`` says that a loop has trained for long, though its counts wait.
        """
        self._factor, self._left, self.is_over = factor, calls, is_over or factor == 1

    def extends(self, calls: int, limit: int) -> bool:
        """Return whether a function waits on that has had ``calls`` calls, ``limit`` or more."""
        if self.lengths_change:
            return True
        if not self._left or calls >= limit * self._factor:
            return False
        self._left -= 1
        return True

    @contextlib.contextmanager
    def while_lengths_change(self) -> Iterator[None]:
        """Have all functions wait in a ``with`` block."""
        before, self.lengths_change = self.lengths_change, True
        try:
            yield
        finally:
            self.lengths_change = before


patience = Patience()
__all__ = ["Patience", "patience"]
