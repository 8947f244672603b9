"""The heap of a program that is run: memory that it has freed stays with the process.

A step of training frees what its program has computed with, some megabytes, and the next one asks
for as much. glibc gives such memory back to the system, which has to clear each page of it again:
500 steps of nanoGPT's training script took 12 s of the system's time, and 26 of their own.
It is asked for once a program loads optimizers: arrays of many sizes leave holes in such a heap.
"""

from __future__ import annotations

import contextlib
import os

# glibc's numbers of the settings, and their values in bytes
_TRIM_THRESHOLD, _KEPT_BYTES = -1, 1 << 30
# larger blocks come and go; an earlier glibc takes no more than the second number
_MMAP_THRESHOLD, _HEAP_BYTES = -3, (1 << 28, 1 << 25)
_VARIABLES = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES")


def keep_freed_memory() -> bool:
    """Have glibc keep freed memory up to a gigabyte for what the program asks for next.

    Where the environment says what glibc is to do, or another library allocates, nothing changes.

    Returns
    -------
    bool
        Whether it does.
    """
    if any(name in os.environ for name in _VARIABLES):
        return False
    with contextlib.suppress(ImportError, OSError, AttributeError, TypeError):
        import ctypes

        ctypes.CDLL(None).gnu_get_libc_version  # noqa: B018  other libraries have none
        set_option = ctypes.CDLL(None).mallopt
        kept = set_option(_TRIM_THRESHOLD, _KEPT_BYTES)
        return bool(kept) and any(set_option(_MMAP_THRESHOLD, each) for each in _HEAP_BYTES)
    return False


__all__ = ["keep_freed_memory"]
