"""Stopwatch of calls: wall time, or processor time where other programs took the rest.

On a busy machine the wall time of the same call varies by a factor of ten, and a program that was
compiled may seem slower than the function that it stands for. A process that computes alone on the
processors that it uses takes as much of either; one that computes in several threads takes less
wall time, and one that waits, or is kept waiting by others, less processor time.
"""

from __future__ import annotations

import time

wall_clock = time.perf_counter  # 0.05 us a call
processor_clock = time.process_time  # 0.3 to 2 us: a call of the system


class Stopwatch:
    """The seconds since it was made, or started anew.

    Examples
    --------
    >>> watch = Stopwatch()
    >>> time.sleep(0.02)
    >>> watch.seconds() < 0.02
    True
    """

    __slots__ = ("_processor", "_wall")

    def __init__(self):
        self._wall, self._processor = wall_clock(), processor_clock()

    def seconds(self) -> float:
        """Return the lesser of wall and processor time."""
        return min(wall_clock() - self._wall, processor_clock() - self._processor)
