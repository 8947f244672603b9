"""Functions with DTensors: their operands are brought to lie as a rule wants, each rank computes
with what it has, and the rule says how the results lie.

For each dimension of the mesh a rule (:mod:`.rules`) lists ways to lie of operands and results. The
one that moves least is taken; a function without a rule computes with whole tensors.

The gradient of an operand that is whole, where others are not, is a part of it in each rank: it is
summed over the ranks on its way back.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence

import frontends.torch as torch
from frontends.torch.dispatch.errors import entry
from frontends.torch.return_types import Result
from frontends.torch.tensors.tensor import Tensor

from .dtensors import DTensor, callers, lying, made
from .placement_types import AVG, REPLICATE, SUM, Partial, Placement, Replicate, Shard, of_gradient
from .redistribution import with_gradient_moved, with_gradient_scaled
from .rules import IN_PLACE_AT, RULES, Call, Settings, Way

_MIXED = (
    "aten.{}.default got mixed torch.Tensor and DTensor, need to convert all torch.Tensor to "
    "DTensor before calling distributed operators! Please see https://docs.pytorch.org/docs/main/"
    "distributed.tensor.html#mixed-tensor-and-dtensor-operations for more details."
)
_WITHOUT_WRITE = {"__setitem__": "__getitem__"}
_RESHAPING_IN_PLACE = frozenset(
    "squeeze_ unsqueeze_ t_ transpose_ swapaxes_ swapdims_ resize_ set_ as_strided_".split()
)
_UNREACHABLE = math.inf


@contextlib.contextmanager
def implicit_replication() -> Iterator[None]:
    """Take plain tensors beside DTensors for whole ones in a ``with`` block."""
    before, Settings.takes_plain = Settings.takes_plain, True
    try:
        yield
    finally:
        Settings.takes_plain = before


class _Operand:
    """Stands for a tensor among arguments: its index among the operands."""

    __slots__ = ("at",)

    def __init__(self, at: int) -> None:
        self.at = at


def _taken_out(value, operands: list):
    """Return an argument with operands in the place of its tensors, which are added to a list."""
    if isinstance(value, Tensor):
        operands.append(value)
        return _Operand(len(operands) - 1)
    if type(value) in (list, tuple):
        return type(value)([_taken_out(each, operands) for each in value])
    return value


def _put_back(value, parts: Sequence):
    if isinstance(value, _Operand):
        return parts[value.at]
    if type(value) in (list, tuple):
        return type(value)([_put_back(each, parts) for each in value])
    return value


@entry
def call_function(func, args: tuple, kwargs: dict):
    """Call a function with DTensors among its arguments."""
    out = kwargs.get("out")
    if out is not None:
        found = call_function(func, args, {k: v for k, v in kwargs.items() if k != "out"})
        return out.copy_(found)
    function = getattr(func, "function", None)
    name = (func.__name__ if function is None else function.name).rpartition(".")[2]
    operands: list = []
    places = _taken_out(list(args), operands)
    named = {key: _taken_out(value, operands) for key, value in kwargs.items()}
    mesh = next(x.device_mesh for x in operands if isinstance(x, DTensor))
    operands = [_on_mesh(x, mesh, name) for x in operands]
    call = Call(name, function, args, kwargs, operands, mesh)
    target = operands[IN_PLACE_AT] if _writes(name) else None
    if mesh.get_coordinate() is None:
        return _without_part(operands, target is not None)
    rule = RULES.get(name) or RULES.get(_WITHOUT_WRITE.get(name, name.rstrip("_")))
    ways = [_way_of(rule, call, at, target) for at in range(mesh.ndim)]
    if None in ways:
        return _written_whole(func, args, kwargs, target)
    placements = [tuple([way.inputs[i] for way in ways]) for i in range(len(operands))]
    parts = [_part_of(*pair, ways) for pair in zip(operands, placements, strict=True)]
    if target is not None:
        parts[IN_PLACE_AT] = target._local_tensor
    if rule is not None and rule.compute is not None:
        return _wrapped(rule.compute(call, func, parts, ways), call, ways)
    given = {key: _put_back(value, parts) for key, value in named.items()}
    found = func(*_put_back(places, parts), **given)
    if target is not None:
        return None if name == "__setitem__" else target
    return _wrapped(found, call, ways)


def _writes(name: str) -> bool:
    """Return whether a function writes its first operand; NotImplementedError if it reshapes it."""
    if name in _RESHAPING_IN_PLACE:
        raise NotImplementedError(
            f"{name}: a DTensor keeps its shape; use {name.rstrip('_')}, which returns another"
        )
    return name == "__setitem__" or name.endswith("_") and not name.endswith("__")


def _on_mesh(x: Tensor, mesh, name: str) -> DTensor:
    """Return an operand as a DTensor: a single number is whole on each rank."""
    if isinstance(x, DTensor):
        if x.device_mesh != mesh:
            raise RuntimeError(
                f"{name}: DTensors of different meshes: {mesh} and {x.device_mesh}; bring them to "
                "one mesh by to_local() and from_local()"
            )
        return x
    is_target = Settings.losses_in_parts and name == "cross_entropy"
    if x.numel() != 1 and not (Settings.takes_plain or is_target):
        raise RuntimeError(_MIXED.format(name))
    return made(x, mesh, (REPLICATE,) * mesh.ndim, x.shape)


def _without_part(operands: list, in_place: bool):
    """Return the result in a rank outside of the mesh, which has nothing of it."""
    return operands[0] if in_place else operands[0]._with_part(operands[0]._local_tensor)


def _way_of(rule, call: Call, at: int, target) -> Way | None:
    """Return the way of one dimension of the mesh that moves least; None: not in place."""
    now = [x.placements[at] for x in call.operands]
    whole = Way((REPLICATE,) * len(now), REPLICATE)
    ways = [whole]
    if rule is not None and any(not isinstance(each, Replicate) for each in now):
        ways += [way for way in rule.ways(call, at) if _is_near(way, now)]
    if target is not None:
        wanted = target.placements[at]
        ways = [way for way in ways if way.inputs[IN_PLACE_AT] == wanted and way.first == wanted]
        if not ways:
            return None
    best, least = None, _UNREACHABLE
    for way in ways:
        pairs = zip(now, way.inputs, call.operands, strict=True)
        cost = sum([_cost(here, there, x.shape.numel()) for here, there, x in pairs])
        if cost < least:
            best, least = way, cost
    return best


def _is_near(way: Way, now: list[Placement]) -> bool:
    """Return whether an operand lies as a way wants already, and is not whole."""
    pairs = zip(now, way.inputs, strict=True)
    return any(a == b and not isinstance(a, Replicate) for a, b in pairs)


def _cost(source: Placement, target: Placement, size: int) -> float:
    """Estimate what has to be moved, in elements."""
    if source == target:
        return 0
    if isinstance(target, Partial):
        return 0 if isinstance(source, Replicate) else _UNREACHABLE
    if isinstance(source, Replicate):
        return 0
    if isinstance(source, Shard):
        return size * 1.5 + 1 if isinstance(target, Shard) else size
    return size if isinstance(target, Shard) else 2 * size


def _part_of(x: DTensor, placements: tuple[Placement, ...], ways: list[Way]):
    """Return this rank's tensor of an operand that lies as its ways want."""
    part = lying(x, placements)._local_tensor
    if not (part.requires_grad and torch.is_grad_enabled()):
        return part
    target = of_gradient(placements)
    source = list(target)
    for at, way in enumerate(ways):
        if isinstance(placements[at], Replicate) and not way.is_whole:
            source[at] = AVG if AVG in way.inputs else SUM
    return with_gradient_moved(part, x.shape, x.device_mesh, tuple(source), target)


def _written_whole(func, args, kwargs, target: DTensor):
    """Compute a function that writes with whole tensors; then write what this rank has."""
    whole = (REPLICATE,) * target.device_mesh.ndim
    copied = lying(target, whole).clone()

    def replaced(value):
        if value is target:
            return copied
        if isinstance(value, DTensor):
            return lying(value, whole)
        return type(value)([replaced(x) for x in value]) if type(value) in (list, tuple) else value

    call_function(func, tuple([replaced(value) for value in args]),
                  {key: replaced(value) for key, value in kwargs.items()})  # fmt: skip
    if any(isinstance(each, Partial) for each in target.placements):
        raise RuntimeError(
            f"in-place operations that require placement changes are not supported: the tensor is "
            f"{target.placements}"
        )
    target._local_tensor.copy_(lying(copied, target.placements)._local_tensor)
    return target


def _wrapped(found, call: Call, ways: list[Way]):
    """Return DTensors in the place of the tensors of a result."""
    if isinstance(found, Tensor):
        return _result(found, call, ways, 0)
    if type(found) in (list, tuple) or isinstance(found, Result):
        made_of = [
            _result(x, call, ways, i) if isinstance(x, Tensor) else x for i, x in enumerate(found)
        ]
        return type(found)(made_of)
    return found


def _result(part, call: Call, ways: list[Way], index: int) -> DTensor:
    """Return the DTensor of what this rank has of a result."""
    placements, shape = [], list(part.shape)
    for at, way in enumerate(ways):
        placement = way.output(index)
        placements.append(placement)
        if isinstance(placement, Shard):
            shape[placement.dim] = way.length or call.length_along(way)
        elif placement == AVG and AVG not in way.inputs:
            part = with_gradient_scaled(part, 1 / call.parts(at))
    return made(part, call.mesh, placements, shape)


callers["function"] = call_function
__all__ = ["call_function", "implicit_replication"]
