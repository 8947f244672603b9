"""Short loops whose numbers give lengths: ``for a in range(-2, 3): low[max(0, -a) :] += 1``.

In a loop of the program such a slice is computed on the whole axis, masked, and an inner loop asks
in each step whether it has ended. Written out, both have lengths that are known.
"""

from __future__ import annotations

from ..policy import (
    MOST_SHORT_ITERATIONS,
    MOST_SHORT_LOOPS_ITERATIONS,
    NARROW_LENGTH_VALUES,
)
from . import trace as tracing
from .trace import Trace, Unrollable


def note_length(*ends) -> None:
    """Take note of a length that the program knows, between two ends, ints or native ints.

    If each lies between ints that are few apart, it is the number of a short loop that gives it.
    """
    trace = tracing.current
    for end in ends:
        if type(end) is int:
            continue
        limits = trace.checks.limits_if_known(end)
        if limits is None or limits[1] - limits[0] >= NARROW_LENGTH_VALUES:
            return
    trace.narrow_lengths += 1


def check_lengths(trace: Trace, made, length: int, where: tuple) -> None:
    """Raise Unrollable if a loop whose body has been traced is short, and gives lengths."""
    found = trace.narrow_lengths > made.narrow_lengths
    if not found or length > MOST_SHORT_ITERATIONS:
        return
    if trace.unrolled + length > MOST_SHORT_LOOPS_ITERATIONS:
        return
    trace.narrow_lengths = made.narrow_lengths  # what lies about this loop meets known ones
    trace.short_loops.add((where, length))
    raise Unrollable("its number gives the lengths of slices or inner loops")


def gives_lengths(length: int, where: tuple) -> bool:
    """Return whether the loop was found to be one that :func:`check_lengths` refuses."""
    return (where, length) in tracing.current.short_loops
