"""Functions with DTensors: their operands are brought to lie as a rule wants, each rank computes
with what it has, and the rule says how the results lie.

For each dimension of the mesh a rule (:mod:`.rules`) lists ways to lie of operands and results. The
one that moves least is taken; a function without a rule computes with whole tensors.

The gradient of an operand that is whole, where others are not, is a part of it in each rank: it is
summed over the ranks on its way back.
"""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Iterator, Sequence

from frontends.torch.dispatch.errors import entry
from frontends.torch.policy import KEPT_PLANS_OF_CALLS
from frontends.torch.return_types import Result
from frontends.torch.tensors.tensor import Tensor

from .dtensors import DTensor, DTensorSpec, callers, lying, made
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


class _Plan:
    """Plan of calls of one kind: what follows from how operands lie, and from shapes.

    Parameters
    ----------
    rule : Rule or None
    ways : list of Way or None
        One for each dimension of the mesh; None in it: a write that cannot be done in parts.
    operands : list of DTensor
    """

    __slots__ = ("compute", "moves", "specs", "ways")

    def __init__(self, rule, ways: list, operands: list) -> None:
        self.ways, self.compute = ways, None if rule is None else rule.compute
        self.specs: dict = {}  # of results, by their indices and the parts' shapes and dtypes
        self.moves = None
        if None not in ways:
            # how each operand has to lie, or None where it does; how its gradient comes and goes on
            self.moves = []
            for i, x in enumerate(operands):
                placements = tuple([way.inputs[i] for way in ways])
                gradient = _of_operand(placements, ways)
                target = None if x.placements == placements else placements
                self.moves.append((target, gradient))

    def part_of(self, x: DTensor, at: int):
        """Return this rank's tensor of an operand that lies as the ways want."""
        placements, gradient = self.moves[at]
        part = x._local_tensor if placements is None else lying(x, placements)._local_tensor
        if gradient is None or not part.requires_grad:
            return part
        return with_gradient_moved(part, x.shape, x.device_mesh, *gradient)


_plans: dict[tuple, _Plan] = {}


def _kind_of(value):
    """Return the key of an argument; tensors have that of their specs."""
    kind = type(value)
    if kind is _Operand:
        return kind, value.at
    if kind is list or kind is tuple:
        return kind, *map(_kind_of, value)
    if kind is slice:
        return kind, *map(_kind_of, (value.start, value.stop, value.step))
    return kind, value


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
    target = operands[IN_PLACE_AT] if _writes(name) else None
    if mesh.get_coordinate() is None:
        return _without_part(operands, target is not None)
    call = Call(name, function, args, kwargs, operands, mesh)
    plan = _plan_of(func, call, places, named, target)
    if plan.moves is None:
        return _written_whole(func, args, kwargs, target)
    parts = [plan.part_of(x, at) for at, x in enumerate(operands)]
    if target is not None:
        parts[IN_PLACE_AT] = target._local_tensor
    if plan.compute is not None:
        return _wrapped(plan.compute(call, func, parts, plan.ways), call, plan)
    given = {key: _put_back(value, parts) for key, value in named.items()}
    found = func(*_put_back(places, parts), **given)
    if target is not None:
        return None if name == "__setitem__" else target
    return _wrapped(found, call, plan)


def _plan_of(func, call: Call, places: list, named: dict, target) -> _Plan:
    """Return the plan of a call, that of an earlier one like it where there is one."""
    key = (
        func, call.records(), Settings.takes_plain, Settings.losses_in_parts,
        *[x._spec for x in call.operands], *map(_kind_of, places), *named,
        *map(_kind_of, named.values()),
    )  # fmt: skip
    try:
        plan = _plans.get(key)
    except TypeError:  # an argument has no hash
        return _new_plan(call, target)
    if plan is None:
        if len(_plans) > KEPT_PLANS_OF_CALLS:
            _plans.clear()
        plan = _plans[key] = _new_plan(call, target)
    return plan


def _new_plan(call: Call, target) -> _Plan:
    name = call.name
    rule = RULES.get(name) or RULES.get(_WITHOUT_WRITE.get(name, name.rstrip("_")))
    ways = [_way_of(rule, call, at, target) for at in range(call.mesh.ndim)]
    return _Plan(rule, ways, call.operands)


@functools.lru_cache(maxsize=1024)
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


def _of_operand(placements: tuple[Placement, ...], ways: list[Way]) -> tuple | None:
    """Return the placements of an operand's gradient, before and after; None if they are equal."""
    target = of_gradient(placements)
    source = list(target)
    for at, way in enumerate(ways):
        if isinstance(placements[at], Replicate) and not way.is_whole:
            source[at] = AVG if AVG in way.inputs else SUM
    return None if target == tuple(source) else (tuple(source), target)


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


def _wrapped(found, call: Call, plan: _Plan):
    """Return DTensors in the place of the tensors of a result."""
    if isinstance(found, Tensor):
        return _result(found, call, plan, 0)
    if type(found) in (list, tuple) or isinstance(found, Result):
        made_of = [
            _result(x, call, plan, i) if isinstance(x, Tensor) else x for i, x in enumerate(found)
        ]
        return type(found)(made_of)
    return found


def _result(part, call: Call, plan: _Plan, index: int) -> DTensor:
    """Return the DTensor of what this rank has of a result."""
    key = index, tuple(part.shape), part.dtype
    known = plan.specs.get(key)
    if known is None:
        known = plan.specs[key] = _spec_of_result(part, call, plan.ways, index)
    spec, factor = known
    return DTensor(part if factor == 1 else with_gradient_scaled(part, factor), spec)


def _spec_of_result(part, call: Call, ways: list[Way], index: int) -> tuple[DTensorSpec, float]:
    """Return the spec of a result, and by what its gradient is multiplied."""
    placements, shape, factor = [], list(part.shape), 1.0
    for at, way in enumerate(ways):
        placement = way.output(index)
        placements.append(placement)
        if isinstance(placement, Shard):
            shape[placement.dim] = way.length or call.length_along(way)
        elif placement == AVG and AVG not in way.inputs:
            factor /= call.parts(at)
    return made(part, call.mesh, placements, shape)._spec, factor


callers["function"] = call_function
__all__ = ["call_function", "implicit_replication"]
