"""Launchers of processes, by their variables: torchrun, srun, mpirun, ``transpile --processes``."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from ivy_core.utils.exceptions import IvyValueError

# Where the ports begin that a coordinator takes when its launcher names a job, but no port.
_FIRST_PORT, _PORTS = 61440, 4096


@dataclass(frozen=True, slots=True)
class Launcher:
    """A program that starts processes, and the environment variables in which it says so.

    Attributes
    ----------
    name : str
        As its user calls it.
    index, count : str
        The variables of a process's index, and of the number of processes.
    local_index, local_count : str
        The same among the processes of one machine.
    job : str
        A variable that differs between jobs of one machine.
    """

    name: str
    index: str
    count: str
    local_index: str
    local_count: str
    job: str


OWN = ("IVY_PROCESS_INDEX", "IVY_PROCESS_COUNT", "IVY_COORDINATOR")
LAUNCHERS = (
    Launcher("transpile --processes", *OWN[:2], *OWN),
    Launcher(
        "torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "TORCHELASTIC_RUN_ID"
    ),
    Launcher(
        "mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
        "OMPI_COMM_WORLD_LOCAL_SIZE", "PMIX_NAMESPACE",
    ),
    Launcher("mpiexec", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "PMI_PORT"),
    Launcher(
        # in the batch script itself, which is one process, srun's own variable is not set
        "srun", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", "SLURM_STEP_NUM_TASKS",
        "SLURM_JOB_ID",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rank:
    """One process of several: which one it is, and where it meets the others.

    Attributes
    ----------
    index, count : int
        Its index, and the number of processes.
    local_index : int
        Its index among those of its machine.
    coordinator : str or None
        ``host:port`` where process 0 waits for the others; None where JAX finds it.
    launcher : str
        What started it.
    """

    index: int
    count: int
    local_index: int
    coordinator: str | None
    launcher: str


def find_rank(environ: Mapping[str, str]) -> Rank | None:
    """Return the rank that a launcher gave this process; None if none started it.

    Parameters
    ----------
    environ : mapping
        The environment variables.

    Raises
    ------
    IvyValueError
        If the variables make no sense; it names them.

    Examples
    --------
    >>> torchrun = {"RANK": "1", "WORLD_SIZE": "2", "MASTER_ADDR": "node7", "MASTER_PORT": "29500"}
    >>> find_rank(torchrun)
    Rank(index=1, count=2, local_index=1, coordinator='node7:29501', launcher='torchrun')
    >>> find_rank({})
    """
    for row in LAUNCHERS:
        if row.index in environ and row.count in environ:
            count = _number(environ, row.count, 1)
            index = _number(environ, row.index, 0, count - 1)
            local = _number(environ, row.local_index, 0) if row.local_index in environ else index
            return Rank(index, count, local, _find_coordinator(row, environ), row.name)
    return None


def _number(environ: Mapping[str, str], name: str, least: int, most: int | None = None) -> int:
    """Return a variable's number; raise if it is none, or not in its bounds."""
    text = environ[name]
    if not text.isdecimal() or int(text) < least or (most is not None and int(text) > most):
        allowed = f"at least {least}" if most is None else f"from {least} to {most}"
        raise IvyValueError(
            f"initialize: the environment variable {name} is {text!r}; a number {allowed} is "
            "allowed, or unset it to run one process"
        )
    return int(text)


def _find_coordinator(row: Launcher, environ: Mapping[str, str]) -> str | None:
    """Return the address of process 0: the environment's, else a port of this machine."""
    for name in ("IVY_COORDINATOR", "JAX_COORDINATOR_ADDRESS"):
        if environ.get(name):
            return environ[name]
    if environ.get("MASTER_ADDR") and environ.get("MASTER_PORT"):
        # torchrun itself listens on MASTER_PORT
        port = _number(environ, "MASTER_PORT", 1, 65535)
        return f"{environ['MASTER_ADDR']}:{port - 1 if port == 65535 else port + 1}"
    if row.local_count in environ and environ[row.local_count] == environ[row.count]:
        if row.name != "srun" or environ.get("SLURM_STEP_NUM_NODES") == "1":
            job = zlib.crc32(environ.get(row.job, "").encode())
            return f"127.0.0.1:{_FIRST_PORT + job % _PORTS}"
    return None
