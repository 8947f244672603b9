"""Collectives of Python objects, which are pickled.

References
----------
PyTorch documentation, ``torch.distributed.all_gather_object``.
"""

from __future__ import annotations

import pickle

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing

from .collectives import exchange, members_of, root_of
from .groups import ProcessGroup, get_global_rank, refuse_in_trace
from .messages import receive_bytes, send_bytes


def _gathered(given, group: ProcessGroup) -> list:
    """Return the objects of all ranks of a group."""
    refuse_in_trace("all_gather_object")
    data = pickle.dumps(given)
    lengths = exchange("gather", torch.tensor([len(data)]), group).reshape(-1).tolist()
    width = 1 << max(lengths).bit_length()  # each power of two has a program
    padded = torch.frombuffer(bytearray(data.ljust(width, b"\0")), dtype=torch.uint8)
    rows = exchange("gather", padded, group).numpy()
    return [pickle.loads(row[:length].tobytes()) for row, length in zip(rows, lengths, strict=True)]


@citing("torch.distributed.{}")
def all_gather_object(object_list: list, obj, group=None) -> None:
    """Put the objects of all ranks into a list.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.distributed.init_process_group("gloo")
    ...     found = [None]
    ...     torch.distributed.all_gather_object(found, {"rank": 0})
    ...     torch.distributed.destroy_process_group()
    ...     found
    [{'rank': 0}]
    """
    if (group := members_of(group)) is not None:
        object_list[:] = _gathered(obj, group)


@citing("torch.distributed.{}")
def gather_object(
    obj, object_gather_list: list | None = None, dst: int | None = None, group=None,
    group_dst: int | None = None,
) -> None:  # fmt: skip
    """Put the objects of all ranks into a list of one of them."""
    if (group := members_of(group)) is None:
        return
    if dst is None and group_dst is None:
        group_dst = 0
    is_root = group.rank() == root_of(group, dst, group_dst, "dst")
    if is_root and not object_gather_list:
        raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    found = _gathered(obj, group)
    if is_root:
        object_gather_list[:] = found


@citing("torch.distributed.{}")
def broadcast_object_list(
    object_list: list, src: int | None = None, group=None, device=None,
    group_src: int | None = None,
) -> None:  # fmt: skip
    """Replace the objects of a list by those of one rank."""
    if (group := members_of(group)) is None:
        return
    if src is None and group_src is None:
        src = 0
    root = root_of(group, src, group_src, "src")
    found = _gathered(object_list if group.rank() == root else None, group)
    object_list[:] = found[root]


@citing("torch.distributed.{}")
def scatter_object_list(
    scatter_object_output_list: list, scatter_object_input_list: list | None = None,
    src: int | None = None, group=None, group_src: int | None = None,
) -> None:  # fmt: skip
    """Put one object of a list of one rank into the first element of each rank's."""
    if (group := members_of(group)) is None:
        return
    if not isinstance(scatter_object_output_list, list) or not scatter_object_output_list:
        raise ValueError(
            "Expected argument scatter_object_output_list to be a list of size at least 1."
        )
    if src is None and group_src is None:
        group_src = 0
    root = root_of(group, src, group_src, "src")
    found = _gathered(scatter_object_input_list if group.rank() == root else None, group)
    scatter_object_output_list[0] = found[root][group.rank()]


@citing("torch.distributed.{}")
def send_object_list(
    object_list: list, dst: int | None = None, group=None, device=None,
    group_dst: int | None = None, use_batch: bool = False,
) -> None:  # fmt: skip
    """Send the objects of a list to a rank."""
    if (group := members_of(group)) is not None:
        target = get_global_rank(group, root_of(group, dst, group_dst, "dst"))
        send_bytes(pickle.dumps(list(object_list)), target, group, -1)


@citing("torch.distributed.{}")
def recv_object_list(
    object_list: list, src: int | None = None, group=None, device=None,
    group_src: int | None = None, use_batch: bool = False,
) -> int:  # fmt: skip
    """Replace the objects of a list by those that a rank sends; return that rank."""
    if (group := members_of(group)) is None:
        return -1
    source = get_global_rank(group, root_of(group, src, group_src, "src"))
    object_list[:] = pickle.loads(receive_bytes(source, group, -1))
    return source


__all__ = [
    "all_gather_object", "broadcast_object_list", "gather_object", "recv_object_list",
    "scatter_object_list", "send_object_list",
]  # fmt: skip
