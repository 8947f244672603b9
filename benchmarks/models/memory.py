"""What a training step adds to a process's memory while it runs."""

from __future__ import annotations

import ctypes
import gc
import statistics
from collections.abc import Callable
from pathlib import Path

_MARK, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")
STEPS = 5  # of which the median is taken


def megabytes_of_step(step: Callable) -> float | None:
    """Return by how much a step's peak exceeds what is held before it; None but on Linux.

    Parameters, gradients and the optimizer's state are there before; what is left are activations,
    new gradients, and what is copied on the way.
    """
    try:
        return statistics.median(_megabytes_more(step) for _ in range(STEPS))
    except OSError:
        return None


def _megabytes_more(step: Callable) -> float:
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # memory that is free counts as none
    _MARK.write_text("5")  # the kernel's peak begins anew
    before = _kilobytes("VmRSS")
    step()
    return (_kilobytes("VmHWM") - before) / 1024


def _kilobytes(name: str) -> int:
    lines = _STATUS.read_text().splitlines()
    return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])
