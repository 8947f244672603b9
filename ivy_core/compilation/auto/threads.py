"""Threads that run while a function and its program are compared."""

from __future__ import annotations

import threading


def is_safe_to_compare() -> bool:
    """Return whether only the main thread, daemons and timers run: none sees its trial writes.

    Daemons and timers are libraries' own as a rule: JAX's cache, progress bars.
    """
    here = threading.current_thread()
    return here is threading.main_thread() and all(
        each is here or each.daemon or isinstance(each, threading.Timer)
        for each in threading.enumerate()
    )
