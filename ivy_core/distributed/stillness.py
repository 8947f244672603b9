"""Processes of one program that all stand still, at different lines: each waits for another one.

One that computes uses its processor, and one that sleeps, reads or is stopped is in no operation of
several processes, so that it is waited for. Where all are in one, or wait for the others by name,
and none has used its processor for seconds, nothing can come any more.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time

from ivy_core.backends.contract import ProcessGroup

try:
    from resource import RUSAGE_SELF, getrusage
except ImportError:  # not on Windows
    getrusage = None

_STILL = 6.0  # seconds without computing after which a process counts as waiting
_SHARE = 0.05  # of a processor: this observer uses less
_BUSY = 0.5  # of the looks: JAX's threads that tell others something are seen at times
_LOOKS = 8  # the fewest that are counted
_THREADS = "/proc/self/task"  # on Linux
_FRESH = 1.0  # seconds between two words of a process that is observed


class Stillness:
    """Observer of whether this process and the others stand still.

    Parameters
    ----------
    group : ProcessGroup
        The processes, joined to run one program.
    """

    def __init__(self, group: ProcessGroup) -> None:
        self._group = group
        self._told = ""
        self._looks = 0
        self._heard: dict[int, int] = {}
        self._heard_at = 0.0
        self._begin(None)

    def _begin(self, position: object) -> None:
        self._position, self._since, self._used = position, time.monotonic(), _used()
        self._here = self._busy = 0  # looks since then, and those at which a thread was busy

    def parted(self) -> list[tuple[int, str]]:
        """Look once; return where each process stands if none of them can go on, else [].

        Raises
        ------
        RuntimeError
            If process 0 is gone.
        """
        text = self._place()
        self._looks += 1
        if not text:
            if self._told:
                self._told = ""
                self._group.tell("still", "")
            return []
        self._told = text
        self._group.tell("still", json.dumps([text, self._looks]))
        now = time.monotonic()
        if now - self._heard_at < _FRESH:
            return []
        told = {i: json.loads(word) for i, word in self._group.told("still").items() if word}
        heard, self._heard, self._heard_at = self._heard, {i: n for i, (_, n) in told.items()}, now
        if len(told) < self._group.count or any(
            heard.get(i) in (None, n) for i, (_, n) in told.items()
        ):
            return []
        first = {text: index for index, (text, _) in sorted(told.items(), reverse=True)}
        return sorted((index, text) for text, index in first.items()) if len(first) > 1 else []

    def _place(self) -> str:
        """Return the text of what this process has long waited in, "" if it has not."""
        position = self._group.position()
        seconds = time.monotonic() - self._since
        computed, faults = (new - old for new, old in zip(_used(), self._used, strict=True))
        if position != self._position or computed > _SHARE * max(seconds, 1.0) or faults > 0:
            self._begin(position)
            return ""
        self._here += 1
        self._busy += has_busy_thread()
        if self._busy > _BUSY * max(self._here, _LOOKS):
            self._begin(position)
            return ""
        return self._group.waits_at() if seconds > _STILL else ""


def has_busy_thread() -> bool:
    """Return whether another thread of this process computes, or waits for a processor or a disk.

    A machine that is overloaded gives a process so little time that it seems to wait for others.

    Examples
    --------
    >>> has_busy_thread() in (True, False)
    True
    """
    own = str(threading.get_native_id())
    with contextlib.suppress(FileNotFoundError):  # this machine does not tell
        for thread in os.listdir(_THREADS):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended
                with open(f"{_THREADS}/{thread}/stat") as file:
                    state = file.read().rpartition(") ")[2][:1]
                if state in "RD" and thread != own:
                    return True
    return False


def _used() -> tuple[float, int]:
    """Return the seconds this process has computed, and how often it waited for memory on disk."""
    return time.process_time(), 0 if getrusage is None else getrusage(RUSAGE_SELF).ru_majflt
