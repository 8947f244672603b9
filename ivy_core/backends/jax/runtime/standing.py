"""Position of the main thread: the operation in which it needs other processes, if it is in one.

An operation on arrays that lie in parts in several processes waits in XLA for those, and nothing is
noted before each of them: that would cost more than a small one takes. So another thread looks.
"""

from __future__ import annotations

import os
import sys
import threading
from types import FrameType

import jax

from ivy_core.utils.tracebacks import line_of_user, owner

from .internals import EagerArray

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_CALLING = (os.path.join(_OURS, ""), os.path.join(os.path.dirname(jax.__file__), ""))
# Programs are read from disk there, which may take long without computing.
_READING = {"compilation_cache.py", "lru_cache.py", "stored_programs.py"}


def main_frame() -> FrameType | None:
    """Return the innermost frame of the main thread."""
    return sys._current_frames().get(threading.main_thread().ident)


def operation(frame: FrameType | None) -> str:
    """Return the user's line of the operation on arrays of several processes that a frame is in.

    Parameters
    ----------
    frame : frame or None
        Of a thread that waits: its variables are looked at, which keeps them for a while.

    Returns
    -------
    str
        "" where it is in none, or in one of accelerators, which are not waited for there.
    """
    if frame is None or not frame.f_code.co_filename.startswith(_CALLING):
        return ""
    line, found = line_of_user(frame), False
    while frame is not None and owner(frame.f_code.co_filename) not in ("user", "package"):
        if os.path.basename(frame.f_code.co_filename) in _READING:
            return ""
        found = found or any(map(_spans, frame.f_locals.values()))
        frame = frame.f_back
    return line if found else ""


def _spans(value) -> bool:
    """Return whether a value is an array with parts in other processes, or has one in it."""
    if type(value) in (tuple, list):
        return any(map(_spans, value))
    if not isinstance(value, EagerArray) or value.is_deleted():
        return False
    devices = value.sharding.device_set
    return not value.is_fully_addressable and next(iter(devices)).platform == "cpu"
