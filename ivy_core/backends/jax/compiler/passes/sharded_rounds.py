"""Sharded rounds: what is computed of all pairs of two cut axes, a pair of parts at a time.

``(x[:, None] - x[None, :]).sum(1)`` needs each element of ``x`` on each device: XLA gathers it, and
a device has the pairs of its part with all others at once. Here the parts go around a ring of the
devices: each computes the pairs of its own part with the one that it has, adds up, and hands that
on. Only elementwise steps, broadcasts and reductions of other axes may lie between an array and the
reduction, which is a sum, an extreme or a product of matrices.

Measured with JAX 0.10.2: a step of 256 bodies in three dimensions in 8 parts, an all-gather of 768
elements, then permutes of 96; of 16,384 bodies a device needs an eighth of the memory.
To be retired when XLA's partitioner does so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from ...runtime.padded import lengths_cut
from ..equations import FUNCTIONS, MOVES, applied, contracted_axes, is_tracer, name_of
from ..limits import SHARDED_LEAST_ELEMENTS, SHARDED_MOST_STEPS_OF_ROUND
from ..rewriter import Rewriter


def rewrite(program, mesh: Mesh, cuts: dict):
    """Return a program whose reductions over pairs of parts are computed in rounds.

    Parameters
    ----------
    program : ClosedJaxpr
    mesh : Mesh
        On which its arrays lie in parts.
    cuts : dict
        How they are cut, as ``padded.shapes_of`` gives it.

    Returns
    -------
    ClosedJaxpr
    """
    return _Rounds(mesh, lengths_cut(cuts)).rewrite(program)


_ELEMENTWISE = frozenset(
    "abs acos acosh add and asin asinh atan atan2 atanh cbrt ceil clamp complex conj "
    "convert_element_type copy cos cosh div eq erf erf_inv erfc exp exp2 expm1 floor ge gt imag "
    "integer_pow is_finite le log log1p logistic lt max min mul ne neg not or pow real rem round "
    "rsqrt select_n sign sin sinh sqrt square sub tan tanh xor".split()
)
_JOINED: dict[str, tuple[Callable, Callable]] = {  # of two rounds, and of all devices
    "reduce_sum": (lax.add, lax.psum),
    "reduce_max": (lax.max, lax.pmax),
    "reduce_min": (lax.min, lax.pmin),
    "reduce_or": (lax.bitwise_or, lambda x, names: lax.pmax(x.astype(np.int8), names) > 0),
    "reduce_and": (lax.bitwise_and, lambda x, names: lax.pmin(x.astype(np.int8), names) > 0),
    "dot_general": (lax.add, lax.psum),
}
_OTHER_REDUCTIONS = frozenset({"reduce_prod", "argmax", "argmin"})
_OF_PAIRS = frozenset("add atan2 div eq ge gt le lt max min mul ne pow sub".split())
_CALLS = FUNCTIONS | {"custom_jvp_call"}  # their steps are noted, one by one
_COUNTS = MOVES | {"add", "sub", "mul"}  # steps from indices to other ones, if of one array
_rules: dict[str, Callable] = {}


class _Axes(NamedTuple):
    """The axes of rows, which are each device's own, and of columns, which go around."""

    row: int | None
    column: int | None


class _Step(NamedTuple):
    """One value of a region: a function of others, which are named by their keys."""

    compute: Callable
    operands: list


class _Rounds(Rewriter):
    """Computes the equations of a program, its reductions over pairs in rounds."""

    rules = _rules

    def __init__(self, mesh: Mesh, lengths: frozenset[int]):
        self.mesh, self.lengths = mesh, lengths
        self._makers: dict = {}  # by identity of a result: equation, operands, the result itself

    def note(self, equation, operands, results) -> None:
        """Keep how each value was made."""
        if name_of(equation) not in _CALLS and len(results) == 1:
            self._makers[id(results[0])] = equation, operands, results[0]

    def _call(self, equation, *operands) -> list:
        """Compute the steps of a function with a derivative of its own, which is taken by now."""
        return self.run(equation.params["call_jaxpr"], operands)

    _rules["custom_jvp_call"] = _call

    def maker(self, value):
        return self._makers.get(id(value), (None, (), None))[:2]

    def is_counted(self, value) -> bool:
        """Return whether a value is of indices, which each device counts for itself."""
        equation, operands = self.maker(value)
        while equation is not None and name_of(equation) in _COUNTS:
            arrays = list(filter(np.ndim, operands))
            if len(arrays) != 1:
                return False
            value = arrays[0]
            equation, operands = self.maker(value)
        return equation is not None and name_of(equation) == "iota"

    def _pair(self, equation, *operands) -> list | None:
        """Compute all pairs of rows and columns: columns go to each device, and not the pairs.

        XLA exchanges one of the two after it has been repeated for all pairs.
        """
        if np.ndim(operands[0]) != np.ndim(operands[1]):
            return None
        shapes = [np.shape(each) for each in operands]
        cut = [
            [n for n in range(len(one)) if one[n] in self.lengths and other[n] == 1]
            for one, other in (shapes, shapes[::-1])
        ]
        if not all(cut):
            return None
        columns = int(cut[0][0] < cut[1][0])  # the operand whose axis comes behind the other's
        found = list(operands)
        whole = NamedSharding(self.mesh, PartitionSpec())
        found[columns] = lax.with_sharding_constraint(found[columns], whole)
        return applied(equation, *found)

    _rules.update(dict.fromkeys(_OF_PAIRS, _pair))

    def _reduce(self, equation, x) -> list | None:
        """Reduce pairs in rounds, if ``x`` has columns among the axes that are reduced."""
        reduced = equation.params["axes"]
        for column in reduced:
            for row in range(x.ndim):
                if self._are_cut(x, row, column):
                    found = self._in_rounds(equation, [x], [_Axes(row, column)])
                    if found is not None:
                        return found
        return None

    _rules.update(dict.fromkeys(_JOINED.keys() - {"dot_general"}, _reduce))

    def _multiply(self, equation, a, b) -> list | None:
        """Multiply a matrix of pairs in rounds, if its columns are those that are contracted."""
        contracted, batches = contracted_axes(equation)
        if len(contracted[0]) != 1:
            return None
        (column,), (other,) = contracted
        for row in range(a.ndim):
            if self._are_cut(a, row, column):
                partner = dict(zip(*batches, strict=True)).get(row)
                axes = [_Axes(row, column), _Axes(partner, other)]
                found = self._in_rounds(equation, [a, b], axes)
                if found is not None:
                    return found
        return None

    _rules["dot_general"] = _multiply

    def _are_cut(self, x, row: int, column: int) -> bool:
        is_long = x.size >= SHARDED_LEAST_ELEMENTS
        return is_long and row != column and {x.shape[row], x.shape[column]} <= self.lengths

    def _in_rounds(self, equation, operands: list, axes: list[_Axes]) -> list | None:
        """Compute a reduction of operands with rows and columns; None if they are not of pairs."""
        first, at = operands[0], axes[0]
        region = _Region(self, first.shape[at.row], first.shape[at.column])
        keys = [region.enter(x, each) for x, each in zip(operands, axes, strict=True)]
        if not region.is_of_pairs():
            return None
        row = _row_of_result(equation, first, at)
        return [_run(self.mesh, equation, region, keys, axes, row)]


class _Region:
    """The steps from arrays (leaves) to what is reduced, of one part of rows and one of columns."""

    def __init__(self, rounds: _Rounds, rows: int, columns: int):
        self.lengths = rows, columns
        self.steps: dict = {}  # by key, each behind its operands
        self.leaves: dict = {}  # by key: value and axes
        self._rounds, self._counted = rounds, set()

    def is_of_pairs(self) -> bool:
        """Return whether arrays of rows alone meet arrays of columns alone."""
        axes = [at for key, (_, at) in self.leaves.items() if key not in self._counted]
        has_rows = any(at.row is not None and at.column is None for at in axes)
        has_columns = any(at.row is None and at.column is not None for at in axes)
        return has_rows and has_columns and len(self.steps) <= SHARDED_MOST_STEPS_OF_ROUND

    def enter(self, value, at: _Axes):
        """Enter how a value is made; return its key."""
        key = id(value), at
        if key in self.steps or key in self.leaves:
            return key
        equation, operands = self._rounds.maker(value) if is_tracer(value) else (None, ())
        is_small = len(self.steps) <= SHARDED_MOST_STEPS_OF_ROUND
        step = None
        # what has rows or columns alone is cut, and computed once
        if equation is not None and is_small and None not in at:
            step = self._step(name_of(equation), equation, operands, at)
        if step is None:
            self.leaves[key] = value, at
            if self._rounds.is_counted(value):
                self._counted.add(key)
        else:
            self.steps[key] = step
        return key

    def _step(self, name: str, equation, operands, at: _Axes) -> _Step | None:
        """Return the step that gives a part of an equation's result; None for others."""
        shape = equation.outvars[0].aval.shape
        if name in _ELEMENTWISE:
            return self._elementwise(equation, operands, shape, at)
        if name == "iota":
            return self._iota(equation.params, shape, at)
        if name in _JOINED or name in _OTHER_REDUCTIONS:
            return self._reduction(name, equation, operands, at)
        move = _moves.get(name)
        if move is None or len(operands) != 1:
            return None
        origin = move(equation.params, operands[0].shape, shape)  # of each axis, None for a new one
        if origin is None:
            return None
        whole = operands[0].shape
        before = [None if axis is None else origin[axis] for axis in at]
        # an axis of one index that is repeated is no axis of rows or columns
        pairs = zip(before, self.lengths, strict=True)
        before = [None if b is None or whole[b] != n else b for b, n in pairs]
        if _is_mixed(origin, whole, shape, before, at):
            return None

        def compute(x, parts):
            return _moved(name, equation, x, self.part_of_shape(shape, at, parts))

        return _Step(compute, [self.enter(operands[0], _Axes(*before))])

    def _elementwise(self, equation, operands, shape, at: _Axes) -> _Step | None:
        keys = []
        for x in operands:
            lengths = np.shape(x) or (1,) * len(shape)  # axes of one index are repeated
            if any(n not in (1, m) for n, m in zip(lengths, shape, strict=True)):
                return None
            own = [None if axis is None or lengths[axis] == 1 else axis for axis in at]
            keys.append(self.enter(x, _Axes(*own)))
        return _Step(lambda *given: applied(equation, *given[:-1])[0], keys)

    def _iota(self, params, shape, at: _Axes) -> _Step:
        axis, dtype = params["dimension"], params["dtype"]
        if axis not in at:
            return _Step(
                lambda p: lax.broadcasted_iota(dtype, self.part_of_shape(shape, at, p), axis), []
            )
        line = lax.iota(dtype, shape[axis])
        own = _Axes(0, None) if axis == at.row else _Axes(None, 0)
        key = id(line), own
        self.leaves[key] = line, own
        self._counted.add(key)

        def spread(x, parts):
            return lax.broadcast_in_dim(x, self.part_of_shape(shape, at, parts), (axis,))

        return _Step(spread, [key])

    def _reduction(self, name, equation, operands, at: _Axes) -> _Step | None:
        """Return the step of a reduction of other axes."""
        if name == "dot_general" or len(operands) != 1:
            return None
        kept = [n for n in range(operands[0].ndim) if n not in equation.params["axes"]]
        before = _Axes(*[None if axis is None else kept[axis] for axis in at])
        key = self.enter(operands[0], before)
        return _Step(lambda x, parts: applied(equation, x)[0], [key])

    def part_of_shape(self, shape, at: _Axes, parts: tuple[int, int]) -> tuple[int, ...]:
        """Return a shape with the lengths of parts for those of rows and columns."""
        found = list(shape)
        for axis, length in zip(at, parts, strict=True):
            if axis is not None:
                found[axis] = length
        return tuple(found)

    def compute(self, keys, given: dict, parts: tuple[int, int]) -> list:
        """Return values of the region, given those of its leaves."""
        known = dict(given)
        for key, step in self.steps.items():
            known[key] = step.compute(*[known[each] for each in step.operands], parts)
        return [known[key] for key in keys]


# moves: of each axis of the result, the axis of the operand that it is


def _origin_in_broadcast(params, before, after):
    places = {to: at for at, to in enumerate(params["broadcast_dimensions"])}
    return [places.get(axis) for axis in range(len(after))]


def _origin_in_reshape(params, before, after):
    if [n for n in before if n != 1] != [n for n in after if n != 1]:
        return None
    rest = iter([axis for axis, n in enumerate(before) if n != 1])
    return [None if n == 1 else next(rest) for n in after]


def _origin_in_transpose(params, before, after):
    return list(params["permutation"])


def _origin_in_slice(params, before, after):
    return list(range(len(before)))


_moves = {
    "broadcast_in_dim": _origin_in_broadcast,
    "reshape": _origin_in_reshape,
    "squeeze": _origin_in_reshape,
    "expand_dims": _origin_in_reshape,
    "transpose": _origin_in_transpose,
    "slice": _origin_in_slice,
}


def _is_mixed(origin, before, after, positions, at: _Axes) -> bool:
    """Return whether rows or columns of the operand are others than those of the result."""
    for axis, position in zip(at, positions, strict=True):
        if axis is not None and position is None and origin[axis] is not None:
            if before[origin[axis]] != 1:
                return True  # a slice of a longer axis
    return False


def _moved(name: str, equation, x, shape):
    """Return a part of a moved array of a shape."""
    if name == "broadcast_in_dim":
        return lax.broadcast_in_dim(x, shape, equation.params["broadcast_dimensions"])
    if name == "transpose":
        return lax.transpose(x, equation.params["permutation"])
    if name == "slice":
        params = equation.params
        steps = params["strides"] or (1,) * x.ndim
        bounds = zip(params["start_indices"], params["limit_indices"], steps, strict=True)
        whole = equation.invars[0].aval.shape
        index = [slice(None) if (a, b, s) == (0, n, 1) else slice(a, b, s)
                 for (a, b, s), n in zip(bounds, whole, strict=True)]  # fmt: skip
        for axis, each in enumerate(index):
            if each != slice(None):
                x = lax.slice_in_dim(x, each.start, each.stop, each.step, axis)
        return x
    return lax.reshape(x, shape)


def _row_of_result(equation, first, at: _Axes) -> int | None:
    """Return the axis of the result that has the rows; None where they are reduced, too."""
    if name_of(equation) != "dot_general":
        reduced = equation.params["axes"]
        return None if at.row in reduced else at.row - sum(axis < at.row for axis in reduced)
    (contracted, _), (batch, _) = contracted_axes(equation)
    if at.row in batch:
        return list(batch).index(at.row)
    free = [n for n in range(first.ndim) if n not in contracted and n not in batch]
    return len(batch) + free.index(at.row)


def _run(mesh: Mesh, equation, region: _Region, keys, axes: list[_Axes], row: int | None):
    """Compute a reduction over a region on a mesh, in a round for each part of the columns."""
    names, count = mesh.axis_names, mesh.size
    rows, columns = region.lengths
    parts = -(-rows // count), -(-columns // count)
    join, join_devices = _JOINED[name_of(equation)]
    cut: dict = {
        key: leaf for key, leaf in region.leaves.items() if any(a is not None for a in leaf[1])
    }
    whole = {key: value for key, (value, _) in region.leaves.items() if key not in cut}
    padded, specs = [], []
    for value, at in cut.values():
        for axis, part in zip(at, parts, strict=True):
            if axis is not None and value.shape[axis] < part * count:
                value = _padded_behind(value, axis, part * count)
        padded.append(value)
        where = at.column if at.row is None else at.row
        specs.append(PartitionSpec(*[None] * where, names))
    turning = [n for n, (_, at) in enumerate(cut.values()) if at.row is None]
    others = {key: value for key, value in whole.items() if is_tracer(value)}
    constants = {key: value for key, value in whole.items() if key not in others}

    def rounds(mine, others):
        me = lax.axis_index(names)

        def reduced(block, mine):
            given = {**constants, **dict(zip(whole_keys, others, strict=True))}
            for (key, (_, at)), value in zip(cut.items(), mine, strict=True):
                if at.row is not None and at.column is not None:
                    value = lax.dynamic_slice_in_dim(value, block * parts[1], parts[1], at.column)
                given[key] = value
            values = region.compute(keys, given, parts)
            starts = me * parts[0], block * parts[1]
            values = [_masked(x, at, starts, region.lengths, parts, count, equation, row)
                      for x, at in zip(values, axes, strict=True)]  # fmt: skip
            return applied(equation, *values)[0]

        def turn(n, carried):
            mine, found = carried
            back = [(device, (device - 1) % count) for device in range(count)]
            mine = [
                lax.ppermute(x, names, back) if at in turning else x for at, x in enumerate(mine)
            ]
            return mine, join(found, reduced((me + n) % count, mine))

        first = list(mine), reduced(me, mine)
        _, found = lax.fori_loop(1, count, turn, first)
        return found if row is not None else join_devices(found, names)

    whole_keys = list(others)
    out = PartitionSpec() if row is None else PartitionSpec(*[None] * row, names)
    free = [PartitionSpec()] * len(others)
    mapped = jax.shard_map(
        rounds, mesh=mesh, in_specs=(specs, free), out_specs=out, check_vma=False
    )
    found = mapped(padded, list(others.values()))
    return found if row is None else lax.slice_in_dim(found, 0, rows, 1, row)


def _padded_behind(x, axis: int, length: int):
    margins = [(0, length - n if at == axis else 0, 0) for at, n in enumerate(x.shape)]
    return lax.pad(x, jnp.zeros((), x.dtype), margins)


def _masked(x, at: _Axes, starts, lengths, parts, count: int, equation, row):
    """Return a block with what changes no result where it is of padding."""
    neutral = _neutral(name_of(equation), x.dtype)
    for axis, start, length, part in zip(at, starts, lengths, parts, strict=True):
        is_reduced = axis is not None and (axis == at.column or row is None)
        if is_reduced and part * count > length:
            shape = [part if n == axis else 1 for n in range(x.ndim)]
            inside = start + lax.broadcasted_iota(np.int64, shape, axis) < length
            x = jnp.where(inside, x, neutral)
    return x


def _neutral(name: str, dtype):
    if name not in ("reduce_max", "reduce_min", "reduce_and"):
        return np.zeros((), dtype)
    if dtype.kind == "b":
        return np.asarray(name != "reduce_max")
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype)
        return np.asarray(limits.min if name == "reduce_max" else limits.max, dtype)
    return np.asarray(-np.inf if name == "reduce_max" else np.inf, dtype)
