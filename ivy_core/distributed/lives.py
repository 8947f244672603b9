"""Deaths of processes without a word: those of one machine see each other's.

JAX's own runtime misses a process's heartbeat, and between machines that is all there is. It cannot
tell a process that is gone from one that is stopped for a while; the operating system can.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform

import psutil

from ivy_core.backends.contract import ProcessGroup

_BOOT = "/proc/sys/kernel/random/boot_id"
_NUMBERS = "/proc/self/ns/pid"  # containers of one machine count their processes each by itself


def machine() -> str:
    """Return a text that is equal in processes which know one another by their numbers.

    Examples
    --------
    >>> machine() == machine()
    True
    """
    found = [platform.node()]
    with contextlib.suppress(OSError):  # Linux has these files
        with open(_BOOT) as file:
            found.append(file.read().strip())
        found.append(os.readlink(_NUMBERS))
    return " ".join(found)


def has_ended(process: psutil.Process) -> bool:
    """Return whether a process runs no more, whether or not its parent knows.

    Examples
    --------
    >>> has_ended(psutil.Process())
    False
    """
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
    except psutil.AccessDenied:  # another user's: its heartbeat is all that is known
        return False


class Lives:
    """The other processes of this machine.

    Parameters
    ----------
    group : ProcessGroup
        The processes, joined.
    """

    def __init__(self, group: ProcessGroup) -> None:
        self._group, self._machine = group, machine()
        self._known = {group.index}
        self._running: dict[int, psutil.Process] = {}
        self._ended: set[int] = set()
        group.tell("lives", json.dumps([self._machine, os.getpid()]))

    def ended(self) -> set[int]:
        """Return the indices of processes of this machine that run no more.

        Raises
        ------
        RuntimeError
            If process 0 is gone.
        """
        if len(self._known) < self._group.count:
            for index, text in self._group.told("lives").items():
                if index not in self._known:
                    self._meet(index, *json.loads(text))
        for index, process in list(self._running.items()):
            if has_ended(process):
                del self._running[index]
                self._ended.add(index)
        return self._ended

    def _meet(self, index: int, where: str, number: int) -> None:
        """Observe a process from now on if it is of this machine."""
        self._known.add(index)
        if where == self._machine:
            try:
                self._running[index] = psutil.Process(number)
            except psutil.NoSuchProcess:
                self._ended.add(index)
