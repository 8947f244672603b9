"""Collectives of tensors: ``all_reduce``, ``broadcast``, ``all_gather`` and their kin.

References
----------
PyTorch documentation, ``torch.distributed``.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

import frontends.torch as torch
from frontends.torch.autograd.tape import boxed, wrote
from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.write import store, store_fresh
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import held, read
from ivy_core.backends.loading import backend_for

from .groups import (
    ProcessGroup,
    checked_group,
    get_group_rank,
    is_no_member,
    order_of_collectives,
)
from .works import Work


class ReduceOp(enum.Enum):
    """Names of the reductions of elements of several ranks to one."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR = range(8)


# PyTorch's names of reductions are those of an enumeration inside; libraries annotate with it.
ReduceOp.RedOpType = ReduceOp


_BITWISE = (ReduceOp.BAND, ReduceOp.BOR, ReduceOp.BXOR)


def exchange(what: str, x, group: ProcessGroup, root: int = 0):
    """Do one collective with a tensor; return the tensor that comes of it, new.

    Parameters
    ----------
    what : str
        See :meth:`ivy_core.backends.contract.ProcessGroup.exchange`.
    x : Tensor
    group : ProcessGroup
        With this process.
    root : int
        The index in the group of the rank that broadcasts.
    """
    if x.is_meta:  # there are no elements, and a shape is known without the others
        if what == "gather":
            return x.new_empty([group.size(), *x.shape])
        return x.new_empty(x.shape[1:] if what.startswith("scatter") else x.shape)
    if group.size() == 1:
        x = x.detach()
        if what in ("gather", "broadcast") or what in _NAMES.values():
            return x.clone().unsqueeze(0) if what == "gather" else x.clone()
        return x.clone() if what == "transpose" else x[0].clone()
    return boxed(_exchanged(what, [held(x)], group, root)[0])


def _exchanged(what: str, natives: list, group: ProcessGroup, root: int = 0) -> list:
    """Do one collective with native arrays, or write it into the program that is traced."""
    backend = active_backend()
    joined = backend.process_group()
    if backend.is_eager():
        return joined.exchange_together(what, natives, group.ranks, root)
    # What a rank does not use it takes part in nevertheless, and in one order in all ranks.
    order = order_of_collectives()
    native, found = joined.exchange_in_program(what, read(order), natives, group.ranks, root)
    store(order, native)
    return found


def exchange_together(what: str, tensors: Sequence, group: ProcessGroup) -> None:
    """Reduce or broadcast tensors in place, those of one dtype as one; autograd is not told of it.

    Parameters
    ----------
    what : str
        The core's name of a reduction, or ``broadcast`` of the group's first rank's.
    tensors : sequence of Tensor
    group : ProcessGroup
        With this process, and others.
    """
    for dtype in dict.fromkeys(x.dtype for x in tensors):
        chosen = [x for x in tensors if x.dtype == dtype]
        found = _exchanged(what, list(map(held, chosen)), group)
        for target, native in zip(chosen, found, strict=True):
            store_fresh(target, native)
            wrote(target)


def exchange_rows(what: str, tensors: Sequence, group: ProcessGroup) -> list:
    """Do one collective with tensors of one dtype; return new ones, which share their memory.

    Parameters
    ----------
    what : str
        ``join``, the tensors of all ranks one behind the other, or ``split`` and a reduction, of
        which each rank has its part of the first dimension.
    tensors : sequence of Tensor
    group : ProcessGroup
        With this process.
    """
    if group.size() == 1:
        return [x.detach().clone() for x in tensors]
    return list(map(boxed, _exchanged(what, list(map(held, tensors)), group)))


def is_traced(x) -> bool:
    """Return whether a tensor's elements are those of a program that is being traced."""
    native = held(x)
    return backend_for(native).is_tracer(native)


_NAMES = {op: op.name.lower() for op in ReduceOp}


def name_of(op, x) -> str:
    """Return the core's name of a reduction; RuntimeError if it is not one of elements like x's."""
    if op not in _NAMES:
        raise RuntimeError(
            f"Unsupported reduction: {op!r}; allowed are {', '.join(_NAMES.values())}"
        )
    if op in _BITWISE and (x.is_floating_point() or x.is_complex()):
        raise RuntimeError(f"Cannot use ReduceOp.{op.name} with non-integral dtype")
    if op in (ReduceOp.MIN, ReduceOp.MAX, ReduceOp.PRODUCT) and x.is_complex():
        raise ValueError(f"all_reduce does not support {op} on complex tensors")
    return _NAMES[op]


def write(target, found) -> None:
    """Write a result into a tensor, which autograd is not told of."""
    if target.dtype == found.dtype and target.shape == found.shape:
        store_fresh(target, held(found))
        wrote(target)
        return
    with torch.no_grad():
        target.detach().copy_(found)


def check_tensor(x, name: str) -> None:
    """Raise a TypeError unless an argument is a tensor."""
    if not isinstance(x, torch.Tensor):
        raise TypeError(
            f"Invalid function argument. Expected parameter `{name}` of type torch.Tensor\n"
            f"             but got {type(x)} instead."
        )


def check_tensors(given, name: str, count: int | None = None) -> None:
    """Raise unless an argument is a list of tensors, one a rank."""
    if not isinstance(given, (list, tuple)) or not all(isinstance(x, torch.Tensor) for x in given):
        raise TypeError(
            f"Invalid function argument. Expected parameter `{name}` of type List[torch.Tensor]\n"
            f"             but got {type(given)} instead."
        )
    if count is not None and len(given) != count:
        raise ValueError(f"{name} has {len(given)} tensors, the group {count} ranks: one for each")


def members_of(group: ProcessGroup | None, **given) -> ProcessGroup | None:
    """Check arguments by their names: a tensor, or a list of one a rank (``..._list``).

    Returns the group, or None if this process is none of its members: PyTorch leaves out the call.
    """
    for name, x in given.items():
        (check_tensors if name.endswith("_list") else check_tensor)(x, name)
    if is_no_member(group):
        return None
    group = checked_group(group)
    for name, x in given.items():
        if name.endswith("_list"):
            check_tensors(x, name, group.size())
    return group


def root_of(group: ProcessGroup, rank: int | None, group_rank: int | None, name: str) -> int:
    """Return the index in a group of a rank that is given as such, or as a rank."""
    if group_rank is not None:
        if rank is not None:
            raise ValueError(f"Can't specify both group_{name} and {name}")
        return group_rank
    if rank is None:
        raise ValueError(f"Must specify {name} or group_{name}")
    return get_group_rank(group, rank)


def _done(async_op: bool, found: Sequence) -> Work | None:
    return Work(found=found) if async_op else None


@citing("torch.distributed.{}")
def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op: bool = False) -> Work | None:
    """Replace the tensors of all ranks by their sum, or what else they are reduced to.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     torch.distributed.init_process_group("gloo")
    ...     x = torch.ones(2)
    ...     torch.distributed.all_reduce(x)  # of one rank
    ...     torch.distributed.destroy_process_group()
    ...     x
    tensor([1., 1.])
    """
    if (group := members_of(group, tensor=tensor)) is None:
        return None
    write(tensor, exchange(name_of(op, tensor), tensor, group))
    return _done(async_op, [tensor])


@citing("torch.distributed.{}")
def reduce(
    tensor, dst: int | None = None, op=ReduceOp.SUM, group=None, async_op: bool = False,
    group_dst: int | None = None,
) -> Work | None:  # fmt: skip
    """Replace the tensor of one rank by the sum of all, or what else they are reduced to."""
    if (group := members_of(group, tensor=tensor)) is None:
        return None
    found = exchange(name_of(op, tensor), tensor, group)
    if group.rank() == root_of(group, dst, group_dst, "dst"):
        write(tensor, found)
    return _done(async_op, [tensor])


@citing("torch.distributed.{}")
def broadcast(
    tensor, src: int | None = None, group=None, async_op: bool = False,
    group_src: int | None = None,
) -> Work | None:  # fmt: skip
    """Replace the tensors of all ranks by that of one."""
    if (group := members_of(group, tensor=tensor)) is None:
        return None
    root = root_of(group, src, group_src, "src")
    found = exchange("broadcast", tensor, group, root)
    if group.rank() != root:
        write(tensor, found)
    return _done(async_op, [tensor])


@citing("torch.distributed.{}")
def all_gather(tensor_list, tensor, group=None, async_op: bool = False) -> Work | None:
    """Write the tensors of all ranks into the tensors of a list."""
    if (group := members_of(group, tensor_list=tensor_list, tensor=tensor)) is None:
        return None
    for target, found in zip(tensor_list, exchange("gather", tensor, group), strict=True):
        write(target, found)
    return _done(async_op, tensor_list)


@citing("torch.distributed.{}")
def all_gather_into_tensor(
    output_tensor, input_tensor, group=None, async_op: bool = False
) -> Work | None:
    """Write the tensors of all ranks into one, one behind the other or stacked."""
    if (group := members_of(group, output_tensor=output_tensor, input_tensor=input_tensor)) is None:
        return None
    if output_tensor.numel() != input_tensor.numel() * group.size():
        raise ValueError("output tensor size must be equal to world_size times input tensor size")
    found = exchange("gather", input_tensor, group)
    write(output_tensor, found.reshape(output_tensor.shape))
    return _done(async_op, [output_tensor])


@citing("torch.distributed.{}")
def gather(
    tensor, gather_list=None, dst: int | None = None, group=None, async_op: bool = False,
    group_dst: int | None = None,
) -> Work | None:  # fmt: skip
    """Write the tensors of all ranks into the tensors of a list of one of them."""
    if (group := members_of(group, tensor=tensor)) is None:
        return None
    if dst is None and group_dst is None:
        group_dst = 0
    is_root = group.rank() == root_of(group, dst, group_dst, "dst")
    _check_list_of_root(gather_list, "gather_list", is_root, group.size())
    found = exchange("gather", tensor, group)
    if is_root:
        for target, each in zip(gather_list, found, strict=True):
            write(target, each)
    return _done(async_op, gather_list or [])


def _check_list_of_root(given, name: str, is_root: bool, count: int) -> None:
    """Raise unless the one rank that has to give a list gives it."""
    side = "destination" if name == "gather_list" else "source"
    if is_root and not given:
        raise ValueError(f"Argument ``{name}`` must be specified on {side} rank.")
    if not is_root and given:
        raise ValueError(f"Argument ``{name}`` must NOT be specified on non-{side} ranks.")
    if is_root:
        check_tensors(given, name, count)


@citing("torch.distributed.{}")
def scatter(
    tensor, scatter_list=None, src: int | None = None, group=None, async_op: bool = False,
    group_src: int | None = None,
) -> Work | None:  # fmt: skip
    """Write each tensor of a list of one rank into the tensor of one."""
    if (group := members_of(group, tensor=tensor)) is None:
        return None
    if src is None and group_src is None:
        group_src = 0
    root = root_of(group, src, group_src, "src")
    _check_list_of_root(scatter_list, "scatter_list", group.rank() == root, group.size())
    rows = (
        torch.stack(list(scatter_list))
        if group.rank() == root
        else torch.zeros((group.size(), *tensor.shape), dtype=tensor.dtype)
    )
    write(tensor, exchange("transpose", rows, group)[root])
    return _done(async_op, [tensor])


@citing("torch.distributed.{}")
def reduce_scatter(
    output, input_list, op=ReduceOp.SUM, group=None, async_op: bool = False
) -> Work | None:
    """Reduce the lists of all ranks, and write into the tensor of each what its index has."""
    if (group := members_of(group, output=output, input_list=input_list)) is None:
        return None
    rows = torch.stack(list(input_list))
    write(output, exchange(f"scatter {name_of(op, output)}", rows, group))
    return _done(async_op, [output])


@citing("torch.distributed.{}")
def reduce_scatter_tensor(
    output, input, op=ReduceOp.SUM, group=None, async_op: bool = False
) -> Work | None:
    """Reduce the tensors of all ranks, and write a part of that into the tensor of each."""
    if (group := members_of(group, output=output, input=input)) is None:
        return None
    if input.numel() != output.numel() * group.size():
        raise ValueError("input tensor must be the same size as output size times world size")
    rows = input.reshape(group.size(), *output.shape)
    write(output, exchange(f"scatter {name_of(op, output)}", rows, group))
    return _done(async_op, [output])


@citing("torch.distributed.{}")
def all_to_all(
    output_tensor_list, input_tensor_list, group=None, async_op: bool = False
) -> Work | None:
    """Send a tensor to each rank, and receive one of each."""
    given = {"output_tensor_list": output_tensor_list, "input_tensor_list": input_tensor_list}
    if (group := members_of(group, **given)) is None:
        return None
    _exchange_parts(output_tensor_list, input_tensor_list, group)
    return _done(async_op, output_tensor_list)


def _exchange_parts(outputs, inputs, group: ProcessGroup) -> None:
    """Send a tensor to each rank and receive one of each, of any lengths."""
    longest = torch.tensor([max((x.numel() for x in (*outputs, *inputs)), default=0)])
    length = int(exchange("max", longest, group))
    rows = torch.zeros((group.size(), length), dtype=inputs[0].dtype)
    for row, x in zip(rows, inputs, strict=True):
        row[: x.numel()] = x.detach().reshape(-1)
    for target, row in zip(outputs, exchange("transpose", rows, group), strict=True):
        write(target, row[: target.numel()].reshape(target.shape))


@citing("torch.distributed.{}")
def all_to_all_single(
    output, input, output_split_sizes=None, input_split_sizes=None, group=None,
    async_op: bool = False,
) -> Work | None:  # fmt: skip
    """Send a part of the first dimension to each rank, and receive one of each."""
    if (group := members_of(group, output=output, input=input)) is None:
        return None
    parts = []
    for x, sizes in ((output, output_split_sizes), (input, input_split_sizes)):
        if not sizes and len(x) % group.size():
            raise RuntimeError("Tensor's dim 0 does not divide equally across group size")
        parts.append(x.detach().split(list(sizes) if sizes else len(x) // group.size()))
    if output_split_sizes or input_split_sizes:
        _exchange_parts(*parts, group)
    else:
        rows = input.reshape(group.size(), -1)
        write(output, exchange("transpose", rows, group).reshape(output.shape))
    return _done(async_op, [output])


# PyTorch 2.13's names for the same
all_gather_single = all_gather_into_tensor
reduce_scatter_single = reduce_scatter_tensor

__all__ = [
    "ReduceOp", "all_gather", "all_gather_into_tensor", "all_gather_single",
    "all_reduce", "all_to_all",
    "all_to_all_single", "broadcast", "check_tensor", "check_tensors", "exchange",
    "exchange_rows", "exchange_together", "gather", "is_traced",
    "members_of", "name_of", "reduce", "reduce_scatter", "reduce_scatter_single",
    "reduce_scatter_tensor", "root_of", "scatter", "write",
]  # fmt: skip
