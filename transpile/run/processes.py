"""Start the processes of ``--processes``, pass on what they say, and end all where one fails."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from transpile.run.devices import COORDINATOR, COUNT, INDEX

_INTERRUPTED = 130  # the exit code after Ctrl-C
_LOOK = 0.02  # seconds between two looks at the processes
_OWN_END = 5.0  # seconds in which the others may end by themselves after one has failed
_KILL = 2.0  # seconds in which they may end after they were asked to


def run_processes(count: int, arguments: Sequence[str], say: Callable[[str], None]) -> int:
    """Run this command line in several processes, which meet on this machine.

    Parameters
    ----------
    count : int
        How many.
    arguments : sequence of str
        The command line, without the name of the program.
    say : callable
        Prints a line on standard error.

    Returns
    -------
    int
        The exit code of process 0, or that of the process that failed; 130 after Ctrl-C.
    """
    environ = {
        **os.environ,
        COUNT: str(count),
        COORDINATOR: f"127.0.0.1:{_free_port()}",
        # sets of strings must be gone through in one order
        "PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED") or str(secrets.randbelow(1 << 32)),
    }
    safe = ["-P"] if sys.flags.safe_path else []
    command = [sys.executable, *safe, "-m", "transpile", *arguments]
    signal.signal(signal.SIGTERM, _leave)  # by way of `finally`
    processes = [
        subprocess.Popen(
            command,
            env={**environ, INDEX: str(index)},
            stdin=None if index == 0 else subprocess.DEVNULL,
        )
        for index in range(count)
    ]
    try:
        return _exit_code(_wait(processes, say))
    except KeyboardInterrupt:  # which the terminal has sent to them, too
        _wait_until(processes, _KILL)
        return _INTERRUPTED
    finally:
        _end(processes)


def _leave(number: int, frame: object) -> None:
    """Leave the program for a signal."""
    sys.exit(128 + number)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _wait(processes: Sequence[subprocess.Popen], say: Callable[[str], None]) -> int:
    """Wait until all have ended, or one has failed; return the status that counts."""
    while True:
        statuses = [process.poll() for process in processes]
        failed = [index for index, status in enumerate(statuses) if status]
        if failed:
            break
        if None not in statuses:
            return 0
        time.sleep(_LOOK)
    first = failed[0]
    status = processes[first].returncode
    if status < 0:  # it could say nothing
        name = signal.Signals(-status).name
        say(f"process {first} of {len(processes)} was ended by {name}; all are ended")
        return status
    _wait_until(processes, _OWN_END)
    return status


def _wait_until(processes: Sequence[subprocess.Popen], seconds: float) -> None:
    """Wait until all have ended, or so many seconds."""
    end = time.monotonic() + seconds
    while any(process.poll() is None for process in processes) and time.monotonic() < end:
        time.sleep(_LOOK)


def _end(processes: Sequence[subprocess.Popen]) -> None:
    """End those that still run."""
    for process in processes:
        if process.poll() is None:
            process.terminate()
    _wait_until(processes, _KILL)
    for process in processes:
        if process.poll() is None:
            process.kill()
            process.wait()


def _exit_code(status: int) -> int:
    """Return the exit code for a status, as a shell gives it for a signal."""
    return status if status >= 0 else 128 - status
