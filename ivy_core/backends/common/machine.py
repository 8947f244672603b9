"""The machine's own processors and memory, which every backend's ``cpu`` device stands for."""

from __future__ import annotations

GIGABYTE = 1e9
_SAMPLE = 0.1  # seconds; without an interval psutil's first answer is always 0


def total_memory() -> float:
    """Return the size of the machine's memory, in gigabytes."""
    import psutil

    return psutil.virtual_memory().total / GIGABYTE


def used_memory(process_specific: bool) -> float:
    """Measure the memory in use, of the machine or of this process, in gigabytes."""
    import psutil

    if process_specific:
        return psutil.Process().memory_info().rss / GIGABYTE
    memory = psutil.virtual_memory()
    return (memory.total - memory.available) / GIGABYTE


def utilisation() -> float:
    """Measure the load of the machine's processors, in percent, over a tenth of a second."""
    import psutil

    return psutil.cpu_percent(interval=_SAMPLE)
