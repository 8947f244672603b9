"""CPU time of a call in PyTorch and in the frontend, by turns in one process."""

from __future__ import annotations

import time
from collections.abc import Callable

from ivy_core.backends.holder import Holder, held, waiting

WARM_CALLS = 80  # behind which neither bodies nor backwards are compiled any more
WARM_SECONDS = 0.3  # or so long, where one takes milliseconds
ROUNDS, ROUND_SECONDS = 7, 0.003


def consumed(call: Callable) -> Callable:
    """Return a call behind which its result is there: a view of ours is read, a kernel is done.

    What NumPy has computed is there, whoever has it given to JAX later.
    """

    def run():
        settle(call())

    return run


def settle(value) -> None:
    """Wait until a result, or those in a list, has been computed."""
    if isinstance(value, Holder):
        data = held(value)
        if type(data) not in waiting and hasattr(data, "block_until_ready"):
            data.block_until_ready()
    elif isinstance(value, (tuple, list)) and value and isinstance(value[0], Holder):
        for each in value:
            settle(each)


def times(theirs: Callable, ours: Callable) -> tuple[float, float]:
    """Return the CPU seconds of a call of PyTorch's and of ours: the least of some rounds each.

    Parameters
    ----------
    theirs, ours : callable
        What is timed, without arguments.
    """
    calls = theirs, consumed(ours)
    numbers = []
    for call in calls:
        warm_until = time.process_time() + WARM_SECONDS
        for _ in range(WARM_CALLS):
            begun = time.process_time()
            call()
            took = time.process_time() - begun
            if begun > warm_until:
                break
        numbers.append(max(1, int(ROUND_SECONDS / max(took, 1e-7))))
    best = [float("inf")] * 2
    for _ in range(ROUNDS):
        for which, call in enumerate(calls):
            begun = time.process_time()
            for _ in range(numbers[which]):
                call()
            best[which] = min(best[which], (time.process_time() - begun) / numbers[which])
    return best[0], best[1]
