"""Messages from one rank to another: ``send``, ``recv`` and their kin.

They go through the process that joins the others: meant for little.

References
----------
PyTorch documentation, ``torch.distributed.send``.
"""

from __future__ import annotations

import collections
import pickle

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backend_handler import active_backend

from .collectives import check_tensor, members_of, write
from .groups import (
    ProcessGroup,
    get_global_rank,
    get_rank,
    refuse_in_trace,
)
from .works import Work

_sent: collections.Counter = collections.Counter()
_taken: collections.Counter = collections.Counter()


def _other(group: ProcessGroup, rank: int | None, group_rank: int | None, name: str) -> int:
    """Return a rank that is given as such, or by its index in a group; not this one."""
    if group_rank is not None:
        if rank is not None:
            raise ValueError(f"Can't specify both group_{name} and {name}")
        rank = get_global_rank(group, group_rank)
    if rank is None:
        raise ValueError(f"Must specify {name} or group_{name}")
    if rank == get_rank():
        side = "destination" if name == "dst" else "source"
        raise ValueError(
            f"Invalid {side} rank: {side} rank should not be the same as the rank of the current "
            "process."
        )
    return rank


def _line(source: int, target: int, group: ProcessGroup, tag: int) -> str:
    """Return the name of messages that are received in the order in which they are sent."""
    return f"{source}/{target}/{group.number}/{tag}"


def send_bytes(data: bytes, target: int, group: ProcessGroup, tag: int = 0) -> None:
    """Send bytes to a rank."""
    refuse_in_trace("send")
    line = _line(get_rank(), target, group, tag)
    active_backend().process_group().send(f"{line}/{_sent[line]}", data)
    _sent[line] += 1


def receive_bytes(source: int, group: ProcessGroup, tag: int = 0) -> bytes:
    """Wait for bytes that a rank sends."""
    refuse_in_trace("recv")
    line = _line(source, get_rank(), group, tag)
    seconds = group.timeout.total_seconds()
    data = active_backend().process_group().receive(f"{line}/{_taken[line]}", seconds)
    _taken[line] += 1
    return data


@citing("torch.distributed.{}")
def send(
    tensor, dst: int | None = None, group=None, tag: int = 0, group_dst: int | None = None
) -> None:
    """Send a tensor to a rank."""
    isend(tensor, dst, group, tag, group_dst)


@citing("torch.distributed.{}")
def isend(
    tensor, dst: int | None = None, group=None, tag: int = 0, group_dst: int | None = None
) -> Work | None:
    """Send a tensor to a rank: it is on its way when this returns."""
    if (group := members_of(group, tensor=tensor)) is None:
        return None
    target = _other(group, dst, group_dst, "dst")
    send_bytes(pickle.dumps(tensor.detach().contiguous()), target, group, tag)
    return Work(found=[tensor])


@citing("torch.distributed.{}")
def recv(
    tensor, src: int | None = None, group=None, tag: int = 0, group_src: int | None = None
) -> int:
    """Wait for a tensor that a rank sends, and write it into this one; return that rank."""
    work = irecv(tensor, src, group, tag, group_src)
    if work is None:
        return -1
    work.wait()
    return work.source_rank()


@citing("torch.distributed.{}")
def irecv(
    tensor, src: int | None = None, group=None, tag: int = 0, group_src: int | None = None
) -> Work | None:
    """Receive a tensor when the handle is waited for; ``src`` is needed."""
    if (group := members_of(group, tensor=tensor)) is None:
        return None
    if src is None and group_src is None:
        raise NotImplementedError(
            "recv: messages of whichever rank comes first are not supported; give src"
        )
    source = _other(group, src, group_src, "src")

    def take() -> None:
        found = pickle.loads(receive_bytes(source, group, tag))
        if found.numel() != tensor.numel() or found.dtype != tensor.dtype:
            raise RuntimeError(
                f"recv: rank {source} has sent {found.numel()} elements of {found.dtype}, the "
                f"tensor has {tensor.numel()} of {tensor.dtype}"
            )
        write(tensor, found.reshape(tensor.shape))

    return Work(take, source, [tensor])


@citing("torch.distributed.{}")
class P2POp:
    """A message of :func:`batch_isend_irecv`.

    Parameters
    ----------
    op : callable
        :func:`isend` or :func:`irecv`.
    tensor : Tensor
    peer : int
        The other rank.
    """

    def __init__(self, op, tensor, peer=None, group=None, tag: int = 0, group_peer=None) -> None:
        if op not in (isend, irecv):
            raise RuntimeError(
                "Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or "
                "``torch.distributed.irecv``."
            )
        check_tensor(tensor, "tensor")
        self.op, self.tensor, self.peer, self.group = op, tensor, peer, group
        self.tag, self.group_peer = tag, group_peer


@citing("torch.distributed.{}")
def batch_isend_irecv(p2p_op_list: list[P2POp]) -> list[Work]:
    """Send and receive several tensors; return their handles."""
    if not isinstance(p2p_op_list, list) or not all(isinstance(x, P2POp) for x in p2p_op_list):
        raise ValueError(
            "Invalid ``p2p_op_list``. Each op is expected to to be of type "
            "``torch.distributed.P2POp``."
        )
    works = [
        each.op(each.tensor, each.peer, each.group, each.tag, each.group_peer)
        for each in p2p_op_list
    ]
    return [work for work in works if work is not None]


__all__ = [
    "P2POp", "batch_isend_irecv", "irecv", "isend", "receive_bytes", "recv", "send", "send_bytes",
]  # fmt: skip
