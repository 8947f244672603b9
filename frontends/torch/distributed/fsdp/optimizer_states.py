"""States of optimizers whose parameters are parts of flat ones, by the names of the original ones.

References
----------
PyTorch documentation, ``FullyShardedDataParallel.optim_state_dict``.
"""

from __future__ import annotations

import copy

import frontends.torch as torch

from ..device_mesh import DeviceMesh
from ..groups import get_rank
from ..objects import all_gather_object, broadcast_object_list
from ..tensor.distribution import distribute_tensor
from ..tensor.dtensors import DTensor
from ..tensor.placement_types import REPLICATE, Shard
from .flat_parameters import clean_name

_STATE, _GROUPS, _PARAMS = "state", "param_groups", "params"


def in_parts(x, unit):
    """Return a whole tensor as a DTensor in parts along its first dimension.

    Parameters
    ----------
    x : Tensor
    unit : FullyShardedDataParallel
        Whose ranks have the parts.
    """
    if not x.ndim:
        return x.clone()
    mesh = unit._device_mesh
    if mesh is None:
        mesh = DeviceMesh.from_group(unit.process_group, unit.compute_device.type)
    placements = [REPLICATE] * (mesh.ndim - 1) + [Shard(0)]
    return distribute_tensor(x, mesh, placements, src_data_rank=None)


def _named(model, units: list) -> tuple[dict, dict]:
    """Return the names that each parameter stands for, and each name's unit and member."""
    names: dict[int, list] = {}
    members: dict[str, tuple] = {}
    prefixes = {
        id(each): clean_name(f"{name}.").lstrip(".") for name, each in model.named_modules()
    }
    for unit in units:
        group = unit._fsdp_group_
        if group is None:
            continue
        for member in group.flat.members:
            name = prefixes[id(unit)] + member.names[0]
            members[name] = unit, member
            names.setdefault(id(group.flat.parameter_of(member)), []).append(name)
    for name, p in model.named_parameters():
        names.setdefault(id(p), [clean_name(name)])
    return names, members


def _numbers(optimizer, names: dict, model) -> list:
    """Return the names that an optimizer's parameters stand for, by their numbers."""
    if optimizer is None:  # as if it had been given all of them
        return [names[id(p)] for p in model.parameters()]
    members = [p for group in optimizer.param_groups for p in group[_PARAMS]]
    return [names[id(p)] for p in members]


@torch.no_grad()
def gathered_state(
    model, units: list, optimizer, given: dict | None, *, is_full: bool, first_only: bool, group
) -> dict:
    """Return an optimizer's state by names of parameters.

    Parameters
    ----------
    model : Module
    units : list of FullyShardedDataParallel
    optimizer : Optimizer
    given : dict, optional
        Its state; by default as it is now.
    is_full : bool
        Whether tensors are whole, in place of DTensors.
    first_only : bool
        Whether other ranks than the first one get an empty dict.
    group : ProcessGroup, optional
    """
    for unit in units:
        if unit._fsdp_group_ is not None:
            unit._fsdp_group_.reshard()
    state = optimizer.state_dict() if given is None else given
    names, members = _named(model, units)
    numbers = _numbers(optimizer, names, model)
    by_name = {}
    for number, values in state[_STATE].items():
        for name in numbers[number] if isinstance(number, int) else [number]:
            by_name[name] = values
    found = {}
    for unit in units:
        if unit._fsdp_group_ is not None:
            found |= _state_of_unit(unit, by_name, members, is_full)
    found |= {name: copy.copy(x) for name, x in by_name.items() if name not in members}
    if first_only and get_rank(group) != 0:
        return {}
    groups = [
        {**copy.deepcopy({key: x for key, x in each.items() if key != _PARAMS}),
         _PARAMS: [name for number in each[_PARAMS] for name in numbers[number]]}
        for each in state[_GROUPS]
    ]  # fmt: skip
    return {_STATE: found, _GROUPS: groups}


def _state_of_unit(unit, by_name: dict, members: dict, is_full: bool) -> dict:
    """Return the state of the parameters of one unit: by one exchange a kind of moment."""
    flat = unit._fsdp_group_.flat
    own = [name for name, (home, _) in members.items() if home is unit]
    agreed = _agreed(unit._fsdp_group_, [by_name.get(name, {}) for name in own])
    found: dict = {name: {} for name, values in zip(own, agreed, strict=True) if values}
    kinds = dict.fromkeys(
        (key, dtype) for each in agreed for key, (dtype, _) in each.items() if dtype is not None
    )
    whole = {}
    for key, dtype in kinds:
        shown = own if flat.keeps_originals else own[:1]
        tensors = [by_name.get(name, {}).get(key) for name in shown]
        tensors = [x if _is_of(x, dtype) else None for x in tensors]
        if all(x is None for x in tensors):
            tensors[0] = torch.zeros_like(flat.pieces[0], dtype=getattr(torch, dtype))
        whole[key, dtype] = dict(zip(own, unit._fsdp_group_.whole(tensors), strict=True))
    for name, values in zip(own, agreed, strict=True):
        for key, (dtype, value) in values.items():
            if dtype is None:  # each has a count of its own: optimizers count up in place
                found[name][key] = copy.deepcopy(value)
            else:
                x = whole[key, dtype][name]
                found[name][key] = x if is_full else in_parts(x, unit)
    return found


def _agreed(group, states: list) -> list[dict]:
    """Return the states of a unit's parameters that some rank has.

    Which ranks have elements of a parameter have its state, and all of them make it whole.

    Returns
    -------
    list of dict
        The dtype of each moment, or None and the value of what is none.
    """
    told = [
        {
            key: (str(x.dtype).removeprefix("torch."), None)
            if isinstance(x, torch.Tensor) and x.ndim
            else (None, x)
            for key, x in values.items()
        }
        for values in states
    ]
    everyones = [None] * group.ranks.parts.size()
    all_gather_object(everyones, told, group.ranks.parts)
    agreed: list[dict] = [{} for _ in states]
    for theirs in everyones:
        for at, values in enumerate(theirs):
            for key, (dtype, value) in values.items():
                if agreed[at].get(key, (None, None))[0] is None:
                    agreed[at][key] = dtype, value
    return agreed


def _is_of(x, dtype: str) -> bool:
    return isinstance(x, torch.Tensor) and x.ndim > 0 and str(x.dtype) == f"torch.{dtype}"


@torch.no_grad()
def local_state(
    model, units: list, optimizer, given: dict | None, *, of_first: bool = False, group=None
) -> dict:
    """Return a state by names of parameters as this rank's optimizer has it, by numbers.

    Parameters
    ----------
    model : Module
    units : list of FullyShardedDataParallel
    optimizer : Optimizer, optional
        By default one that was given all parameters of the model.
    given : dict or None
    of_first : bool
        Whether the first rank's state counts.
    group : ProcessGroup, optional
    """
    if of_first:
        told = [given]
        broadcast_object_list(told, src=0, group=group)
        given = told[0]
    names, members = _named(model, units)
    numbers = _numbers(optimizer, names, model)
    by_first = {name: number for number, each in enumerate(numbers) for name in each}
    state: dict = {}
    for number, each in enumerate(numbers):
        if each[0] not in members:
            if each[0] in given[_STATE]:
                state[number] = copy.copy(given[_STATE][each[0]])
            continue
        unit, _ = members[each[0]]
        flat = unit._fsdp_group_.flat
        values = [given[_STATE].get(name, {}) for name in each]
        found = {
            key: _local(flat, [members[name][1] for name in each], [v.get(key) for v in values])
            for key in dict.fromkeys(key for each in values for key in each)
        }
        if found and flat.parameter_of(members[each[0]][1]).numel():
            state[number] = found
    for key, x in given[_STATE].items():
        if key not in by_first and key not in members:
            state[key] = copy.copy(x)
    groups = [
        {**copy.deepcopy({key: x for key, x in each.items() if key != _PARAMS}),
         _PARAMS: sorted({by_first[name] for name in each[_PARAMS]})}
        for each in given.get(_GROUPS, [])
    ]  # fmt: skip
    return {_STATE: state, _GROUPS: groups}


def _local(flat, members: list, values: list):
    """Return this rank's part of whole values of a state; what has no parts as it is."""
    values = [x.full_tensor() if isinstance(x, DTensor) else x for x in values]
    first = next(x for x in values if x is not None)
    if not isinstance(first, torch.Tensor) or not first.ndim:
        return first.clone() if isinstance(first, torch.Tensor) else first
    if flat.keeps_originals:
        return flat.local_of(first, members[0])
    return flat.local_of_all(values)


def rekeyed_state(given: dict, to_names: bool, model, optimizer) -> dict:
    """Return an optimizer's state by names in place of numbers, or the opposite.

    Parameters
    ----------
    given : dict
    to_names : bool
    model : Module
        Without units.
    optimizer : Optimizer, optional
        By default one that was given all parameters of the model.

    Raises
    ------
    ValueError
        Keys are of both kinds.
    """
    kinds = {type(key) for key in given[_STATE]}
    if len(kinds) > 1:
        raise ValueError(f"Invalid parameter keys: {given[_STATE].keys()}")
    if kinds == ({str} if to_names else {int}):
        return given
    names = {id(p): [clean_name(name)] for name, p in model.named_parameters()}
    numbers = [each[0] for each in _numbers(optimizer, names, model)]
    change = dict(enumerate(numbers)) if to_names else {n: at for at, n in enumerate(numbers)}
    groups = [
        {**copy.deepcopy({key: x for key, x in each.items() if key != _PARAMS}),
         _PARAMS: sorted(change[key] for key in each[_PARAMS])}
        for each in given[_GROUPS]
    ]  # fmt: skip
    return {_STATE: {change[key]: x for key, x in given[_STATE].items()}, _GROUPS: groups}


__all__ = ["gathered_state", "in_parts", "local_state", "rekeyed_state"]
