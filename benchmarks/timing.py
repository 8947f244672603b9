"""Timing of two statements side by side."""

from __future__ import annotations

import statistics
import time
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
    number = _number(timer, target)
    return statistics.median(timer.repeat(rounds, number)) / number


def _number(timer: timeit.Timer, target: float) -> int:
    """Return how many calls take `target` seconds."""
    number, spent = 1, timer.timeit(1)
    while spent < target:
        number = max(number * 2, int(number * target / max(spent, 1e-9)))
        spent = timer.timeit(number)
    return number


def ratio(
    ours: Callable[[], object],
    native: Callable[[], object],
    target: float = 0.002,
    rounds: int = 25,
    budget: float = 0.6,
) -> tuple[float, float]:
    """Return the time of ``ours`` and of ``native``, in seconds.

    They are measured in turns, in short rounds, by :func:`since`, and the least of each counts:
    what others do on the machine only ever adds.

    Parameters
    ----------
    ours, native : callable
        What is timed, without arguments; each has run some times before.
    target : float
        Length of one round, in seconds.
    rounds : int
        How many rounds of each.
    budget : float
        Seconds after which no further round begins, once there were three.
    """
    timers = timeit.Timer(ours), timeit.Timer(native)
    for timer in timers:
        timer.timeit(1)
        for _ in range(3):  # what compiles only when it is wanted again
            if timer.timeit(1) > budget / 4:
                break
    numbers = [_number(timer, target) for timer in timers]
    best, spent = [float("inf")] * 2, 0.0
    for done in range(rounds):
        for which, timer in enumerate(timers):
            begun = now()
            timer.timeit(numbers[which])
            best[which] = min(best[which], since(begun) / numbers[which])
            spent += time.perf_counter() - begun[0]
        if done >= 2 and spent > budget:
            break
    return best[0], best[1]


def now() -> tuple[float, float]:
    """Return what :func:`since` takes."""
    return time.perf_counter(), time.process_time()


def since(begun: tuple[float, float]) -> float:
    """Return the seconds since `begun`, of the clock or of this process's CPUs: the fewer.

    On a busy machine the clock says too much, where several threads work the CPUs do.
    """
    wall, cpu = now()
    return min(wall - begun[0], cpu - begun[1])
