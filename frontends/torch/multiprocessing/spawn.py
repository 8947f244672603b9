"""Several processes of one function, and what is raised where one fails."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import wait

from ivy_core import forks

ENV_VAR_PARALLEL_START = "TORCH_MP_PARALLEL_START"
_PATIENCE = 30  # seconds that a process has to end when another has failed


class ProcessException(Exception):
    """A process has failed.

    Attributes
    ----------
    msg : str
    error_index : int
        Which of the processes that were started together.
    error_pid : int
    """

    def __init__(self, msg: str, error_index: int, error_pid: int):
        super().__init__(msg)
        self.msg, self.error_index, self.error_pid = msg, error_index, error_pid

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.error_pid)


class ProcessRaisedException(ProcessException):
    """Its function has raised; the message has the traceback."""


class ProcessExitedException(ProcessException):
    """It has ended by a signal, or with a status other than 0.

    Attributes
    ----------
    exit_code : int
    signal_name : str or None
    """

    def __init__(
        self,
        msg: str,
        error_index: int,
        error_pid: int,
        exit_code: int,
        signal_name: str | None = None,
    ):
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name

    def __reduce__(self):
        facts = self.msg, self.error_index, self.error_pid, self.exit_code, self.signal_name
        return type(self), facts


class ProcessContext:
    """Processes that were started together.

    Parameters
    ----------
    processes : list of multiprocessing.Process
    error_files : list of str
        Where each leaves the traceback of what it raises.
    """

    def __init__(self, processes: list, error_files: list[str]):
        self.processes, self.error_files = processes, error_files
        self.sentinels = {process.sentinel: at for at, process in enumerate(processes)}

    def pids(self) -> list[int]:
        """Return their numbers."""
        return [int(process.pid) for process in self.processes]

    def join(self, timeout: float | None = None, grace_period: float | None = None) -> bool:
        """Wait until a process ends, and end all where one has failed.

        Parameters
        ----------
        timeout : float, optional
            Seconds; for ever by default.
        grace_period : float, optional
            Seconds that the others have to end by themselves where one has failed.

        Returns
        -------
        bool
            Whether all have ended.

        Raises
        ------
        ProcessRaisedException, ProcessExitedException
            If one has failed.
        """
        if not self.sentinels:
            return True
        for sentinel in wait(list(self.sentinels), timeout):
            at = self.sentinels.pop(sentinel)
            self.processes[at].join()
            if self.processes[at].exitcode:
                _terminate_all(self, grace_period)
                _raise_process_error(self, at)
        return not self.sentinels


def _terminate_all(context, grace_period: float | None) -> None:
    """Wait ``grace_period`` seconds (None: not), then terminate and at last kill; join all."""
    if grace_period is not None:
        _wait_for_all(context, grace_period)
    for process in context.processes:
        if process.is_alive():
            process.terminate()
    _wait_for_all(context, _PATIENCE if grace_period is None else grace_period)
    for process in context.processes:
        if process.is_alive():
            process.kill()
        process.join()


def _wait_for_all(context, seconds: float) -> None:
    """Join all processes, for as many seconds in all at most."""
    end = time.monotonic() + seconds
    for process in context.processes:
        process.join(max(0, end - time.monotonic()))


def _raise_process_error(context, at: int) -> None:
    """Raise for a failed process by its error file (removed), exit code or signal."""
    process, code = context.processes[at], context.processes[at].exitcode
    if os.access(context.error_files[at], os.R_OK):
        with open(context.error_files[at], encoding="utf-8") as file:
            text = file.read()
        os.unlink(context.error_files[at])
        message = f"\n\n-- Process {at} terminated with the following error:\n{text}"
        raise ProcessRaisedException(message, at, process.pid)
    if code >= 0:
        message = f"process {at} terminated with exit code {code}"
        raise ProcessExitedException(message, at, process.pid, code)
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"<Unknown signal {-code}>"
    message = f"process {at} terminated with signal {name}"
    raise ProcessExitedException(message, at, process.pid, code, name)


class SpawnContext(ProcessContext):
    """The name that :class:`ProcessContext` had before."""

    def __init__(self, processes: list, error_files: list[str]):
        warnings.warn("SpawnContext is renamed to ProcessContext since 1.4 release.", stacklevel=2)
        super().__init__(processes, error_files)


def _run_in_process(fn: Callable, rank: int, args: tuple, error_file: str) -> None:
    """Call ``fn(rank, *args)``; write an error's traceback to ``error_file`` and exit with 1."""
    with contextlib.suppress(KeyboardInterrupt):  # the parent has it too
        try:
            fn(rank, *args)
        except Exception:
            with open(error_file, "w", encoding="utf-8") as file:
                file.write(traceback.format_exc())
            sys.exit(1)


def start_processes(
    fn: Callable,
    args: tuple = (),
    nprocs: int = 1,
    join: bool = True,
    daemon: bool = False,
    start_method: str = "spawn",
) -> ProcessContext | None:
    """Call a function in several processes: ``fn(rank, *args)``.

    Parameters
    ----------
    fn : callable
    args : tuple
    nprocs : int
        How many.
    join : bool
        Whether to wait for them.
    daemon : bool
        Whether they end with this process.
    start_method : str
        ``"spawn"``, ``"fork"`` or ``"forkserver"``.

    Returns
    -------
    ProcessContext or None
        The former where no process waits.

    References: PyTorch documentation, torch.multiprocessing.spawn.
    """
    context = multiprocessing.get_context(start_method)

    def start(rank: int) -> tuple:
        with tempfile.NamedTemporaryFile(prefix="errors-of-process-", suffix=".txt") as file:
            name = file.name  # it is there only if the process has failed
        process = context.Process(
            target=_run_in_process, args=(fn, rank, args, name), daemon=daemon
        )
        process.start()
        return process, name

    if start_method == "forkserver" and os.environ.get(ENV_VAR_PARALLEL_START, "0") == "1":
        with ThreadPoolExecutor(max_workers=nprocs) as threads:
            started = list(threads.map(start, range(nprocs)))
    else:
        with forks.prepared() if start_method == "fork" else contextlib.nullcontext():
            started = [start(rank) for rank in range(nprocs)]
    found = ProcessContext([process for process, _ in started], [name for _, name in started])
    if not join:
        return found
    while not found.join():
        pass
    return None


def spawn(
    fn: Callable,
    args: tuple = (),
    nprocs: int = 1,
    join: bool = True,
    daemon: bool = False,
    start_method: str = "spawn",
) -> ProcessContext | None:
    """Call a function in several spawned processes, as :func:`start_processes` does.

    References: PyTorch documentation, torch.multiprocessing.spawn.
    """
    if start_method != "spawn":
        warnings.warn(
            f"This method only supports start_method=spawn (got: {start_method}).\n"
            "To use a different start_method use:\n\t\t torch.multiprocessing.start_processes(...)",
            FutureWarning,
            stacklevel=2,
        )
    return start_processes(fn, args, nprocs, join, daemon, start_method="spawn")


__all__ = [
    "ProcessContext",
    "ProcessException",
    "ProcessExitedException",
    "ProcessRaisedException",
    "SpawnContext",
    "spawn",
    "start_processes",
]
