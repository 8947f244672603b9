"""``save``, ``async_save`` and ``load`` of states, nests of tensors and other values by name."""

from __future__ import annotations

import concurrent.futures
import itertools
import json
import os
import traceback
from collections.abc import Mapping

import numpy as np

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.placing import placement_in_parts
from ivy_core.backend_handler import active_backend
from ivy_core.distributed import saving
from ivy_core.utils.exceptions import IvyException

from ...tensors.tensor import Tensor
from ..groups import get_rank, is_initialized
from ..tensor.dtensors import DTensor
from ..tensor.placement_types import Replicate, Shard
from ..tensor.redistribution import offsets_of
from .metadata import Metadata, metadata_of

_DAY = 86400.0
_NUMBERS = itertools.count()  # of the calls of `save`: the same in all ranks
_FAILURES = (RuntimeError, ValueError, TypeError, OSError, IvyException, KeyError)


@citing("torch.distributed.checkpoint.{}")
class CheckpointException(BaseException):
    """A checkpoint could not be written or read.

    Parameters
    ----------
    msg : str
    failures : dict
        By rank: the exception, and where it was raised.
    """

    def __init__(self, msg: str, failures: dict):
        super().__init__(msg, failures)
        self._failures = failures

    @property
    def failures(self) -> dict:
        return self._failures

    def __str__(self) -> str:
        text = f"CheckpointException ranks:{self._failures.keys()}\n"
        for rank, (error, lines) in self._failures.items():
            text += f"Traceback (most recent call last): (RANK {rank})\n"
            text += "".join(traceback.format_list(lines))
            text += "".join(traceback.format_exception_only(type(error), error))
        return text


@citing("torch.distributed.checkpoint.{}")
def save(
    state_dict: dict,
    *,
    checkpoint_id: str | os.PathLike | None = None,
    storage_writer=None,
    planner=None,
    process_group=None,
    no_dist: bool = False,
    use_collectives: bool = True,
) -> Metadata:
    """Write a state into a folder, each rank the parts that it has.

    A DTensor's parts are written by the ranks that have them, any other tensor by the first rank
    that has one of its name. Values that are no tensors are numbers, text, None, and lists of them.

    Parameters
    ----------
    state_dict : dict
        Nests of tensors and values; what has ``state_dict()`` and ``load_state_dict()`` is asked.
    checkpoint_id : str or path, optional
        The folder, on a file system that all ranks see.
    storage_writer : FileSystemWriter, optional
        Names the folder in its place.
    planner
        Has to be None.
    process_group
        Has to be None: all ranks take part.
    no_dist : bool
        Write alone what this rank has.
    use_collectives : bool
        Has no effect: names are exchanged by the coordinator.

    Returns
    -------
    Metadata

    Raises: RuntimeError without a folder; CheckpointException if a rank could not write.

    Examples
    --------
    >>> import tempfile
    >>> import frontends.torch.distributed.checkpoint as dcp
    >>> model = torch.nn.Linear(2, 1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = dcp.save({"model": model.state_dict(), "step": 3}, checkpoint_id=f"{folder}/x")
    ...     state = {"model": torch.nn.Linear(2, 1).state_dict(), "step": 0}
    ...     dcp.load(state, checkpoint_id=f"{folder}/x")
    >>> state["step"], bool((state["model"]["weight"] == model.weight).all())
    (3, True)
    """
    path = _folder(checkpoint_id, storage_writer)
    _refuse("save", planner=planner, process_group=process_group)
    leaves = dict(_flattened(_states(state_dict)))
    with _failures_of_rank():
        if not getattr(storage_writer, "overwrite", True) and os.path.lexists(path):
            raise RuntimeError(f"Checkpoint already exists and overwrite=False: {path!r}.")
        group = None if no_dist or not is_initialized() else active_backend().process_group()
        mine = _of_this_rank(leaves, group)
        saving.save(path, mine, alone=no_dist)
        return metadata_of(saving.read_index(path))


@citing("torch.distributed.checkpoint.{}")
def async_save(state_dict: dict, **options) -> concurrent.futures.Future:
    """Write a state as :func:`save` does, and return a future of it that is done.

    Ranks that exchange tensors meanwhile would have to wait for one another in one order.
    """
    future: concurrent.futures.Future = concurrent.futures.Future()
    options.pop("async_checkpointer_type", None)
    options.pop("async_stager", None)
    future.set_result(save(state_dict, **options))
    return future


@citing("torch.distributed.checkpoint.{}")
def load(
    state_dict: dict,
    *,
    checkpoint_id: str | os.PathLike | None = None,
    storage_reader=None,
    planner=None,
    process_group=None,
    no_dist: bool = False,
) -> None:
    """Fill a state with what a folder has: tensors where they lie, other values in their dicts.

    Each rank reads what its own tensors and parts of DTensors need, whoever has written them.

    Parameters
    ----------
    state_dict : dict
        Its names are those that are read.
    checkpoint_id : str or path, optional
        The folder.
    storage_reader : FileSystemReader, optional
        Names the folder in its place.
    planner
        Has to be None.
    process_group, no_dist
        Have no effect: ranks read by themselves.

    Raises: RuntimeError without a folder; CheckpointException for a name that is not in it, or a
        tensor of another size.
    """
    path = _folder(checkpoint_id, storage_reader)
    _refuse("load", planner=planner)
    with _failures_of_rank():
        index = saving.read_index(path)
        values = dict(index["tree"].get("dict", ()))
        states = _states(state_dict)
        found = list(_flattened(states, places=True))
        for name, (_, _, target) in found:
            if name not in values:
                raise RuntimeError(f"Missing key in checkpoint state_dict: {name}.")
            known = index["arrays"].get(name)
            if isinstance(target, Tensor) and known is not None:
                size = torch.Size(known["shape"])
                if size != target.shape:
                    raise ValueError(
                        f"Size mismatch between saved {size} and current: {target.shape} for {name}"
                    )
        for name, (holder, key, target) in found:
            if name not in index["arrays"]:
                holder[key] = saving.value_of(values[name])
            elif isinstance(target, Tensor):
                _fill(target, path, index, name)
            else:
                holder[key] = saving.read_array(path, index, name)
    for key, value in list(state_dict.items()):
        if _is_stateful(value):
            value.load_state_dict(states[key])
        else:
            state_dict[key] = states[key]


def _folder(checkpoint_id, storage) -> str:
    if checkpoint_id is None and storage is None:
        raise RuntimeError(
            "`checkpoint_id` must be specified if storage_reader/storage_writer is None."
        )
    return os.path.abspath(os.fspath(storage.path if checkpoint_id is None else checkpoint_id))


def _refuse(function: str, **options) -> None:
    for name, value in options.items():
        if value is not None:
            raise NotImplementedError(f"{function}: {name}={value!r} is not supported; give None")


class _failures_of_rank:  # noqa: N801 - a block, not an object
    """Have what fails in a block leave it as CheckpointException does."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind, error, trace) -> None:
        if isinstance(error, _FAILURES):
            rank = get_rank() if is_initialized() else 0
            failures = {rank: (error, traceback.extract_tb(trace))}
            raise CheckpointException("checkpoint", failures) from error


def _is_stateful(value) -> bool:
    return callable(getattr(value, "state_dict", None)) and callable(
        getattr(value, "load_state_dict", None)
    )


def _states(state_dict: dict) -> dict:
    """Return a state with the states of what has one, e.g. of a module."""
    return {
        key: value.state_dict() if _is_stateful(value) else value
        for key, value in state_dict.items()
    }


def _flattened(value, name: str = "", holder=None, key=None, places: bool = False):
    """Yield names and values of a nest; with ``places`` (holder, key, value) for the values.

    Dicts are gone through, and lists that have dicts or tensors in them.
    """
    if isinstance(value, Mapping) and value or _has_tensors(value):
        items = value.items() if isinstance(value, Mapping) else enumerate(value)
        for at, each in items:
            yield from _flattened(each, f"{name}.{at}" if name else str(at), value, at, places)
    else:
        yield name, (holder, key, value) if places else value


def _has_tensors(value) -> bool:
    """Return whether a list or tuple has tensors or dicts in it."""
    return isinstance(value, (list, tuple)) and any(
        isinstance(each, (Tensor, Mapping)) or _has_tensors(each) for each in value
    )


def _of_this_rank(leaves: dict, group) -> dict:
    """Choose the leaves that this rank writes: its parts, and tensors that no earlier rank has."""
    if group is None:
        return {
            name: _as_in_process(value) if isinstance(value, Tensor) else value
            for name, value in leaves.items()
        }
    step = f"checkpoint/{next(_NUMBERS)}"
    group.tell(step, json.dumps(list(leaves)))
    group.meet(step, _DAY)
    rank, told = get_rank(), group.told(step)
    earlier = {name for at, names in told.items() if at < rank for name in json.loads(names)}
    return {
        name: _cut(value, name not in earlier) if isinstance(value, Tensor) else value
        for name, value in leaves.items()
    }


def _cut(x: Tensor, is_first: bool) -> saving.Cut:
    """Return a tensor with the parts that this rank is to write."""
    x = _as_in_process(x)
    if not isinstance(x, DTensor) and placement_in_parts(x) is not None:
        return saving.cut_of(x)
    if not isinstance(x, DTensor):
        host = to_numpy(x.detach())
        parts = [((0,) * host.ndim, host)] if is_first else []
        return saving.Cut(tuple(x.shape), host.dtype, parts, "torch")
    host, coordinate = to_numpy(x.to_local().detach()), x.device_mesh.get_coordinate()
    parts = []
    if coordinate is not None:
        copies = [at for at, p in enumerate(x.placements) if isinstance(p, Replicate)]
        bounds = _bounds(x)
        if not any(coordinate[at] for at in copies) and (host.size or not x.numel()):
            parts = [(tuple(begin for begin, _ in bounds), host)]
    return saving.Cut(tuple(x.shape), host.dtype, parts, "torch")


def _as_in_process(x: Tensor) -> Tensor:
    """Return the tensor in parts that a DTensor has where one process has the whole mesh."""
    if isinstance(x, DTensor):
        mesh = x.device_mesh
        if any(mesh.ranks_along(at) != mesh.size(at) for at in range(mesh.ndim)):
            return x.to_local()
    return x


def _bounds(x: DTensor) -> list[tuple[int, int]]:
    """Compute the bounds of this rank's part of a DTensor along each dimension."""
    for placement in x.placements:
        if not isinstance(placement, (Shard, Replicate)):
            raise ValueError(
                f"a DTensor with placements {x.placements} is still to be reduced; redistribute it "
                "before it is saved or loaded"
            )
    begins = offsets_of(x.shape, x.device_mesh, x.placements)
    return [
        (begin, begin + length) for begin, length in zip(begins, x.to_local().shape, strict=True)
    ]


def _fill(target: Tensor, path: str, index: dict, name: str) -> None:
    """Write the elements of a folder's array into a tensor."""
    with torch.no_grad():
        target = _as_in_process(target)
        place = None if isinstance(target, DTensor) else placement_in_parts(target)
        if place is not None:
            target.copy_(saving.read_array(path, index, name, place))
            return
        bounds = [(0, length) for length in target.shape]
        if isinstance(target, DTensor):
            if target.device_mesh.get_coordinate() is None:
                return
            bounds, target = _bounds(target), target.to_local()
        read = saving.reader_of(path, index, name)
        host = read(tuple(slice(begin, end) for begin, end in bounds))
        target.detach().copy_(_tensor_of(host))


def _tensor_of(host: np.ndarray) -> Tensor:
    """Return a tensor with the elements of an array of NumPy's, ``bfloat16`` among them."""
    if host.dtype.kind == "V":
        return torch.from_numpy(host.view("int16")).view(torch.bfloat16)
    return torch.from_numpy(host)


__all__ = ["CheckpointException", "async_save", "load", "save"]
