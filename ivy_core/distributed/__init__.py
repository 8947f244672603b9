"""Several processes that run one program on arrays that lie in parts on the devices of all.

Each process runs the whole program, and has the values that one process would have: JAX's own
runtime moves what an operation needs. See docs/devices.md.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ivy_core.backend_handler import active_backend
from ivy_core.utils.exceptions import IvyException, IvyValueError

from .launchers import find_rank

if TYPE_CHECKING:
    from .endings import Ending

__all__ = [
    "fail", "initialize", "is_initialized", "load", "process_count", "process_index", "save",
]  # fmt: skip

_OUTPUTS = ("first", "all")


_SAVING = {"load", "save"}


def __getattr__(name: str):
    """Import the functions that read and write files when they are asked for."""
    if name in _SAVING:
        from . import saving

        return getattr(saving, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Joined:
    """State of this process: the arguments with which it has joined, and its ending."""

    given: tuple | None = None
    are_ranks = False
    ending: Ending | None = None


def initialize(
    coordinator: str | None = None,
    processes: int | None = None,
    index: int | None = None,
    *,
    devices: int = 1,
    output: str = "first",
    timeout: int = 60,
    ranks: bool = False,
    by_host: bool | None = False,
) -> None:
    """Join this process to the others that run the same program.

    What is not given comes from the environment: under ``torchrun``, ``srun`` and ``mpirun``, and
    under ``transpile --processes``, nothing needs to be given. Without any of them the program has
    one process. It is called before the first array is made; a second call changes nothing.

    Parameters
    ----------
    coordinator : str, optional
        ``host:port`` at which process 0 waits for the others.
    processes, index : int, optional
        How many there are, and which of them this one is.
    devices : int, optional
        How many accelerators of its machine each process takes.
    output : {'first', 'all'}, optional
        Who writes to standard output: process 0 alone, or each process. Standard input is
        process 0's in the first case.
    timeout : int, optional
        Seconds to wait for the others.
    ranks : bool, optional
        Whether each process has arrays, draws, files and output of its own, as the ranks of
        ``torch.distributed`` have: then only a failure ends all.
    by_host : bool or None, optional
        Whether ranks exchange arrays through the memory of their CPUs: then arrays may have been
        made before. None: only if some have been.

    Raises
    ------
    IvyException
        If the backend cannot, arrays have been made, or the others do not come.
    IvyValueError
        If the arguments or the environment make no sense, or differ from those of the first call.

    References
    ----------
    JAX, ``jax.distributed.initialize``.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> with ivy.with_backend("jax"):
    ...     ivy.distributed.initialize()
    ...     ivy.distributed.process_index(), ivy.distributed.process_count()
    (0, 1)
    """
    if output not in _OUTPUTS:
        raise IvyValueError(f"initialize: output {output!r} was given; allowed are 'first', 'all'")
    given = (coordinator, processes, index)
    if _Joined.given is not None:
        if ranks != _Joined.are_ranks and _Joined.ending is not None:
            raise IvyException(
                "initialize: these processes have been joined "
                + ("as ranks" if _Joined.are_ranks else "to run one program on common arrays")
                + ", and cannot be both; for ranks of torch.distributed leave out --devices and "
                "--processes"
            )
        if given not in ((None, None, None), _Joined.given):
            raise IvyValueError(
                f"initialize: {given} was given, but this process has joined as {_Joined.given}; "
                "call it once, or without arguments"
            )
        return
    backend = active_backend()
    group = backend.process_group()
    rank = find_rank(os.environ) if None in (processes, index) else None
    processes, index = _completed(processes, index, rank)
    if group is None and (rank is not None or processes > 1):
        raise IvyException(
            f"{backend.NAME}: initialize: arrays of this backend lie in one process; several are "
            "joined with the backend 'jax': ivy.set_backend('jax'), or transpile --to jax"
        )
    if processes > 1:
        if coordinator is None and rank is not None:
            coordinator = rank.coordinator
        if coordinator is None and rank is None:
            raise IvyValueError("initialize: coordinator is missing; give 'host:port' of process 0")
        _check_address(coordinator)
        at = rank.local_index if rank is not None else None
        local = None if at is None else range(at * devices, (at + 1) * devices)
        group.join(coordinator, processes, index, local, timeout, by_host)
        from .joining import act_as_one, end_together  # programs of one process start without it

        _Joined.ending = end_together(group) if ranks else act_as_one(group, output == "all")
    _Joined.given, _Joined.are_ranks = given, ranks


def _completed(processes: int | None, index: int | None, rank) -> tuple[int, int]:
    """Return number of processes and index, from the launcher where they are not given."""
    if processes is None:
        processes = 1 if rank is None else rank.count
    if rank is not None and processes != rank.count:
        raise IvyValueError(
            f"initialize: {processes} processes were given, but {rank.launcher} has started "
            f"{rank.count}; leave the number out"
        )
    if index is None:
        index = 0 if rank is None else rank.index
        if rank is None and processes > 1:
            raise IvyValueError(
                f"initialize: index is missing; each of {processes} processes gives its own, or "
                "is started by torchrun, srun, mpirun or transpile --processes"
            )
    for what, number, least, most in (
        ("processes", processes, 1, None),
        ("index", index, 0, processes - 1 if type(processes) is int else None),
    ):
        if type(number) is not int or number < least or (most is not None and number > most):
            allowed = f"an int of at least {least}" if most is None else f"0 to {most}"
            raise IvyValueError(f"initialize: {what} {number!r} was given; allowed is {allowed}")
    return processes, index


def _check_address(coordinator: str | None) -> None:
    """Raise unless an address has a host and a port, or is left to JAX."""
    if coordinator is not None:
        host, _, port = coordinator.rpartition(":")
        if not (host and port.isdecimal() and 0 < int(port) < 1 << 16):
            raise IvyValueError(
                f"initialize: coordinator {coordinator!r} was given; 'host:port' is needed, with a "
                "port from 1 to 65535"
            )


def is_initialized() -> bool:
    """Return whether this process has joined others.

    Examples
    --------
    >>> is_initialized()
    False
    """
    return _Joined.ending is not None


def process_index() -> int:
    """Return the index of this process, 0 where it is the only one.

    Examples
    --------
    >>> process_index()
    0
    """
    group = active_backend().process_group()
    return 0 if group is None else group.index


def process_count() -> int:
    """Return the number of processes that run the program.

    Examples
    --------
    >>> process_count()
    1
    """
    group = active_backend().process_group()
    return 1 if group is None else group.count


def fail(status: int) -> bool:
    """Have all processes end, this one with an exit status when it gets there.

    Returns
    -------
    bool
        Whether this process is to show what has happened.

    Examples
    --------
    >>> fail(1)  # of one process
    True
    """
    return _Joined.ending is None or _Joined.ending.fail(status)
