"""Timing of two statements side by side."""

from __future__ import annotations

import statistics
import timeit
from collections.abc import Callable


def seconds_per_call(call: Callable[[], object], target: float = 0.02, rounds: int = 9) -> float:
    """Return the median time of one call, in seconds.

    Parameters
    ----------
    call : callable
        What is timed, without arguments.
    target : float
        Length of one round, in seconds.
    rounds : int
        How many rounds the median is taken over.
    """
    timer = timeit.Timer(call)
    number, spent = 1, timer.timeit(1)
    while spent < target:
        number = max(number * 2, int(number * target / max(spent, 1e-9)))
        spent = timer.timeit(number)
    return statistics.median(timer.repeat(rounds, number)) / number


def ratio(ours: Callable[[], object], native: Callable[[], object]) -> tuple[float, float]:
    """Return the time of ``ours`` and of ``native``, in seconds, measured in turns."""
    seconds_per_call(ours, 0.005, 1), seconds_per_call(native, 0.005, 1)
    pairs = [
        (seconds_per_call(ours, rounds=3), seconds_per_call(native, rounds=3)) for _ in range(3)
    ]
    return statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs)
