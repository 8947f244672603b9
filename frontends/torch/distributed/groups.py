"""Processes and groups of them: ``init_process_group``, ``new_group``, and what is asked of them.

A rank is a process with tensors, draws and output of its own. The set backend joins the processes
(:func:`ivy_core.distributed.initialize`), and moves tensors between them.

References
----------
PyTorch documentation, ``torch.distributed``.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from ivy_core import distributed
from ivy_core.backend_handler import active_backend
from ivy_core.compilation.trace.trace import Unsupported

from .works import Work

_NOT_INITIALIZED = (
    "Default process group has not been initialized, please make sure to call init_process_group."
)
_BACKENDS = ("gloo", "nccl", "mpi", "ucc", "xccl")
_LAUNCHED_BY_TORCHRUN = "TORCHELASTIC_USE_AGENT_STORE"
default_pg_timeout = datetime.timedelta(minutes=30)


@citing("torch.distributed.{}")
class ProcessGroup:
    """Ranks that do collectives together.

    Parameters
    ----------
    ranks : tuple of int
        In the order in which they count within the group.
    number : int
        How many groups were made before: the same in all of its processes.
    backend : str
        The name that its user gave.
    timeout : timedelta
        How long a barrier waits.
    """

    _is_opaque = True  # to ivy.compile: a fact

    def __init__(self, ranks: tuple[int, ...], number: int, backend: str, timeout) -> None:
        self.ranks, self.number, self.backend, self.timeout = ranks, number, backend, timeout
        self.count = 0  # how often its processes have met

    def rank(self) -> int:
        """Return this process's index within the group."""
        return self.ranks.index(_process_index())

    def size(self) -> int:
        """Count its processes."""
        return len(self.ranks)

    def name(self) -> str:
        """Return the name of what moves its tensors."""
        return self.backend

    @property
    def group_name(self) -> str:
        """A name that no other group has."""
        return str(self.number)

    def next_name(self) -> str:
        """Return a name for the next meeting of its processes, the same in all of them."""
        self.count += 1
        return f"group/{self.number}/{'-'.join(map(str, self.ranks))}/{self.count}"


class _State:
    """State of this process: the group of all, how many were made, and what orders collectives."""

    world: ProcessGroup | None = None
    made = 0
    order = None


class _WithWorld(type):
    """Class whose ``WORLD`` is the group of all processes."""

    @property
    def WORLD(cls) -> ProcessGroup | None:  # noqa: N802
        return _State.world


class GroupMember(metaclass=_WithWorld):
    """The group of all, and the value of ``new_group`` where this process is no member."""

    NON_GROUP_MEMBER = -100


class group(metaclass=_WithWorld):
    """The group of all processes, as ``group.WORLD``."""


def _process_index() -> int:
    joined = active_backend().process_group()
    return 0 if joined is None else joined.index


@citing("torch.distributed.{}")
def is_available() -> bool:
    """Return True: there are always processes, if only this one."""
    return True


@citing("torch.distributed.{}")
def is_initialized() -> bool:
    """Return whether the group of all processes is there."""
    return _State.world is not None


@citing("torch.distributed.{}")
def is_torchelastic_launched() -> bool:
    """Return whether ``torchrun`` has started this process."""
    return os.getenv("TORCHELASTIC_RUN_ID") is not None


@citing("torch.distributed.{}")
def init_process_group(
    backend: str | None = None,
    init_method: str | None = None,
    timeout: datetime.timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    store=None,
    group_name: str = "",
    pg_options=None,
    device_id=None,
) -> None:
    """Join this process to the others.

    What is not given comes from the variables of ``torchrun``; without those, and without
    arguments, this process is the only rank.

    Parameters
    ----------
    backend : str, optional
        Any name of PyTorch's: ``gloo`` (the default) exchanges tensors through the host, others
        between the set backend's devices where none is in use yet.
    init_method : str, optional
        ``env://``, or ``tcp://host:port`` of rank 0.
    timeout : timedelta, optional
        How long a barrier waits.
    world_size, rank : int, optional
        How many processes there are, and which of them this one is.

    Raises: ValueError for a second call, or arguments that make no sense; IvyException where the
    backend cannot.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.distributed.init_process_group("gloo")
    ...     torch.distributed.get_rank(), torch.distributed.get_world_size()
    ...     torch.distributed.destroy_process_group()
    (0, 1)
    """
    if _State.world is not None:
        raise ValueError("trying to initialize the default process group twice!")
    chosen = backend or "gloo"  # cpu:gloo,cuda:nccl is allowed as well
    names = [each.rpartition(":")[2].lower() for each in chosen.split(",")]
    for name in names:
        if name not in _BACKENDS:
            raise ValueError(f"Invalid backend: '{name}'; allowed are {', '.join(_BACKENDS)}")
    if store is not None:
        raise NotImplementedError(
            "init_process_group: a store was given; give init_method='tcp://host:port' of rank 0, "
            "or start the program with torchrun"
        )
    timeout = default_pg_timeout if timeout is None else timeout
    if not isinstance(timeout, datetime.timedelta):
        raise TypeError(
            f"Expected timeout argument to be of type datetime.timedelta, got {timeout}"
        )
    count = _number("WORLD_SIZE", None if world_size == -1 else world_size)
    index = _number("RANK", None if rank == -1 else rank)
    if count > 1:
        if not 0 <= index < count:
            raise ValueError(f"rank {index} is not one of {count} ranks, 0 to {count - 1}")
        local = os.environ.get("LOCAL_RANK")
        distributed.initialize(
            _address(init_method),
            None if local is not None and "RANK" in os.environ else count,
            None if local is not None and "RANK" in os.environ else index,
            timeout=max(1, int(timeout.total_seconds())),
            ranks=True,
            by_host=True if set(names) == {"gloo"} else None,
        )
    _State.world = ProcessGroup(tuple(range(count)), 0, names[-1], timeout)
    if count > 1:
        _State.order = torch.zeros((), dtype=torch.int32)
        barrier()


def _number(name: str, given: int | None) -> int:
    """Return a number that was given, or that of a variable; of one process without both."""
    if given is not None:
        return given
    default = "1" if name == "WORLD_SIZE" else "0"
    text = os.environ.get(name, default)
    if not text.isdecimal():
        raise ValueError(
            "Error initializing torch.distributed using env:// rendezvous: environment variable "
            f"{name} is {text!r}, a number is needed"
        )
    return int(text)


def _address(init_method: str | None) -> str:
    """Return ``host:port`` where rank 0 waits for the others."""
    if init_method is not None and init_method.startswith("tcp://"):
        return init_method.removeprefix("tcp://").partition("?")[0].rstrip("/")
    if init_method is not None and not init_method.startswith("env://"):
        raise NotImplementedError(
            f"init_process_group: init_method {init_method!r} was given; env:// and tcp:// are "
            "supported"
        )
    for name in ("MASTER_ADDR", "MASTER_PORT"):
        if name not in os.environ:
            raise ValueError(
                "Error initializing torch.distributed using env:// rendezvous: environment "
                f"variable {name} expected, but not set"
            )
    port = int(os.environ["MASTER_PORT"])
    if os.environ.get(_LAUNCHED_BY_TORCHRUN) == "True":  # then it listens there itself
        port += 1 if port < 65535 else -1
    return f"{os.environ['MASTER_ADDR']}:{port}"


@citing("torch.distributed.{}")
def destroy_process_group(group: ProcessGroup | None = None) -> None:
    """Forget a group; by default all of them."""
    checked_group(group)
    if group is None or group is _State.world:
        _State.world = None


def checked_group(group: ProcessGroup | None) -> ProcessGroup:
    """Return a group, by default that of all processes; ValueError if there is none."""
    if _State.world is None:
        raise ValueError(_NOT_INITIALIZED)
    if group is None:
        return _State.world
    if not isinstance(group, ProcessGroup):
        if group is GroupMember.NON_GROUP_MEMBER:
            raise ValueError(f"rank {_process_index()} is not a member of the given group")
        raise TypeError(f"a ProcessGroup is needed, got {type(group).__name__}")
    if _process_index() not in group.ranks:
        raise ValueError(f"rank {_process_index()} is not a member of the given group")
    return group


def is_no_member(group: ProcessGroup | int | None) -> bool:
    """Return whether a call on a group is not this process's: PyTorch leaves it out, then."""
    return group is not None and (
        group == GroupMember.NON_GROUP_MEMBER or _process_index() not in group.ranks
    )


@citing("torch.distributed.{}")
def get_rank(group: ProcessGroup | None = None) -> int:
    """Return the index of this process, -1 if it is no member of the group."""
    if is_no_member(group):
        return -1
    return checked_group(group).rank()


@citing("torch.distributed.{}")
def get_world_size(group: ProcessGroup | None = None) -> int:
    """Count the processes of a group, -1 if this one is no member."""
    if is_no_member(group):
        return -1
    return checked_group(group).size()


@citing("torch.distributed.{}")
def get_node_local_rank(fallback_rank: int | None = None) -> int:
    """Return the index of this process among those of its machine, given by the launcher."""
    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is None:
        raise RuntimeError(
            "LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow "
            "`get_node_local_rank` to work, assuming you are not running in a multi-device "
            "context and want the code to run locally instead."
        )
    return int(fallback_rank)


@citing("torch.distributed.{}")
def get_backend(group: ProcessGroup | None = None) -> str:
    """Return the name that was given for what moves tensors."""
    return checked_group(group).backend


@citing("torch.distributed.{}")
def get_default_backend_for_device(device) -> str:
    """Return the name of what moves a device's tensors by default.

    >>> torch.distributed.get_default_backend_for_device("cpu")
    'gloo'
    """
    kind = torch.device(device).type
    if kind not in ("cpu", "cuda"):
        raise ValueError(f"Default backend not registered for device : {device}")
    return "gloo" if kind == "cpu" else "nccl"


@citing("torch.distributed.{}")
def get_process_group_ranks(group: ProcessGroup | None) -> list[int]:
    """List the ranks of a group."""
    return list((group or checked_group(None)).ranks)


@citing("torch.distributed.{}")
def get_global_rank(group: ProcessGroup, group_rank: int) -> int:
    """Return the rank of which the index within a group is given."""
    if not 0 <= group_rank < len(group.ranks):
        raise ValueError(f"Group rank {group_rank} is not part of group {group.group_name}")
    return group.ranks[group_rank]


@citing("torch.distributed.{}")
def get_group_rank(group: ProcessGroup, global_rank: int) -> int:
    """Return the index of a rank within a group."""
    if global_rank not in group.ranks:
        raise ValueError(f"Global rank {global_rank} is not part of group {group.group_name}")
    return group.ranks.index(global_rank)


@citing("torch.distributed.{}")
def get_pg_count() -> int:
    """Count the groups that were made."""
    return 0 if _State.world is None else 1 + _State.made


@citing("torch.distributed.{}")
def new_group(
    ranks: Iterable[int] | None = None,
    timeout: datetime.timedelta | None = None,
    backend: str | None = None,
    pg_options=None,
    use_local_synchronization: bool = False,
    group_desc: str | None = None,
    device_id=None,
    sort_ranks: bool = True,
) -> ProcessGroup | int:
    """Make a group of some ranks; all processes make it, members or not.

    Parameters
    ----------
    ranks : iterable of int, optional
        By default all.
    timeout : timedelta, optional
        How long a barrier waits; by default as of the group of all.

    Returns: ProcessGroup, or ``GroupMember.NON_GROUP_MEMBER``
    """
    world = checked_group(None)
    chosen = world.ranks if ranks is None else tuple(sorted(ranks) if sort_ranks else ranks)
    for rank in chosen:
        if rank not in world.ranks:
            raise ValueError(
                f"Rank {rank} is out of range. Valid ranks are 0 to {world.size() - 1} "
                f"(world_size={world.size()})"
            )
    if len(set(chosen)) != len(chosen):
        raise ValueError(f"the ranks of a group must differ, got {list(chosen)}")
    _State.made += 1
    if _process_index() not in chosen:
        return GroupMember.NON_GROUP_MEMBER
    return ProcessGroup(chosen, _State.made, backend or world.backend, timeout or world.timeout)


@citing("torch.distributed.{}")
def barrier(group: ProcessGroup | None = None, async_op: bool = False, device_ids=None):
    """Wait until all processes of a group have come here."""
    if is_no_member(group):
        return None
    group = checked_group(group)
    wait_for_all(group, group.timeout)
    return Work() if async_op else None


@citing("torch.distributed.{}")
def monitored_barrier(
    group: ProcessGroup | None = None, timeout: datetime.timedelta | None = None,
    wait_all_ranks: bool = False,
) -> None:  # fmt: skip
    """Wait until all processes of a group have come here; RuntimeError names what is missing."""
    if not is_no_member(group):
        group = checked_group(group)
        wait_for_all(group, timeout or group.timeout)


def order_of_collectives():
    """Return the array that each collective of a compiled function reads and writes."""
    return _State.order


def refuse_in_trace(name: str) -> None:
    """Raise Unsupported while a function is traced: its program would leave out the call."""
    if not active_backend().is_eager():
        raise Unsupported(f"torch.distributed.{name}: no step of a program waits for other ranks")


def wait_for_all(group: ProcessGroup, timeout: datetime.timedelta) -> None:
    """Wait until all processes of a group have come here; RuntimeError if some do not in time."""
    refuse_in_trace("barrier")
    name = group.next_name()
    if len(group.ranks) > 1:
        joined = active_backend().process_group()
        joined.wait_for(name, group.ranks, timeout.total_seconds())


__all__ = [
    "GroupMember", "ProcessGroup", "barrier", "checked_group", "default_pg_timeout",
    "destroy_process_group", "get_backend", "get_default_backend_for_device",
    "get_global_rank", "get_group_rank",
    "get_node_local_rank", "get_pg_count", "get_process_group_ranks", "get_rank",
    "get_world_size", "group", "init_process_group", "is_available", "is_initialized",
    "is_no_member", "is_torchelastic_launched",
    "monitored_barrier", "new_group", "order_of_collectives", "refuse_in_trace", "wait_for_all",
]  # fmt: skip
