"""Templates (:mod:`.growing`) without rows that are not read.

A decoder computes all rows of its last layer and returns one of them: ``head(x[:, [-1], :])``. Of
what only such a look-up reads, the one row is computed: the look-up moves back through functions
that give each row of an axis from that row of their operands alone, products with matrices and a
softmax along another axis among them, to where all rows are needed.

XLA writes the product of one row and a matrix out, and compiles that for 50 ms: it is given the row
some times. It compiles equal layers once: their attention stays as all layers have it.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from jax import lax

from ivy_core.backends.common.affine import Affine, at, total

from .growing import Equation, Known, Template
from .growing_guards import guarded_maximum_of
from .growing_rules import ELEMENTWISE, count_of
from .limits import COPIES_OF_ROW_ROWS, UNREAD_ROWS_LEAST_MULTIPLICATIONS

_REDUCTIONS = frozenset(
    "reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or argmax argmin".split()
)
_DROPS = (lax.GatherScatterMode.FILL_OR_DROP, lax.GatherScatterMode.PROMISE_IN_BOUNDS)


class _Pick(NamedTuple):
    """A row that is read.

    Attributes
    ----------
    start : int or Affine
        Its place; of a look-up 0.
    index : operand or None
        That of the look-up which reads it, if one does.
    equation : Equation or None
        The look-up.
    """

    start: object
    index: object = None
    equation: Equation | None = None

    def is_like(self, other: _Pick) -> bool:
        if self.index is None or other.index is None:
            return self.index is other.index and self.start == other.start
        return (
            self.index == other.index
            and self.equation.params["mode"] == (other.equation.params["mode"])
        )


class _Rows(NamedTuple):
    """A part of a value that is read: one row of an axis."""

    axis: int
    pick: _Pick


class _All:
    """Says that all of a value is read."""


_ALL = _All()


class _Reads:
    """Parts of the values of some equations that are read."""

    def __init__(self, rewriter: _Rewriter, outputs: Sequence):
        self.of: dict[int, object] = {}
        self._rewriter = rewriter
        for each in outputs:
            self.add(each, _ALL)

    def add(self, operand, wanted) -> None:
        if type(operand) is Known:
            return
        before = self.of.get(operand)
        if before is not None and wanted is not _ALL and before is not _ALL:
            is_same = before.axis == wanted.axis and before.pick.is_like(wanted.pick)
            wanted = before if is_same else _ALL
        self.of[operand] = _ALL if before is _ALL else wanted

    def find(self, equations: Sequence[Equation]) -> list[Equation]:
        """Go through equations, the last one first; return those that are needed, in order."""
        left, needed = list(equations), []
        while left:
            each = left.pop()
            wanted = [self.of[x] for x in each.results if x in self.of]
            if not wanted:
                continue
            rows = wanted[0] if len(each.results) == 1 and wanted[0] is not _ALL else None
            if rows is not None and each.primitive.name == "cond":
                guarded = self._rewriter.guarded_maximum(each)
                if guarded is not None:
                    left += guarded
                    continue
            needed.append(each)
            self._add_operands(each, rows)
        return needed[::-1]

    def _add_operands(self, equation: Equation, rows: _Rows | None) -> None:
        picked = self._rewriter.picked(equation)
        axes = None if rows is None else self._rewriter.axes(equation, rows.axis)
        if picked is not None:
            self.add(equation.operands[0], picked)
            for x in equation.operands[1:]:
                self.add(x, _ALL)
            return
        if axes is None:
            axes = [None] * len(equation.operands)
        for x, axis in zip(equation.operands, axes, strict=True):
            self.add(x, _ALL if axis is None else _Rows(axis, rows.pick))


class _Rewriter:
    """Rewrites the equations of a template."""

    def __init__(self, template: Template, is_on_host: bool):
        self._template, self._is_on_host = template, is_on_host
        self._count = 1 if is_on_host else COPIES_OF_ROW_ROWS
        self._dtypes = dict(zip(template.inputs, template.input_dtypes, strict=True))
        self._equations: list[Equation] = []
        self._made: dict[int, Equation] = {}
        self._rows: dict[tuple, int] = {}  # numbers of rows, by value and axis
        self._indices: dict = {}  # of look-ups, repeated
        self._same: dict[int, object] = {}  # operands, by the numbers that they take the place of

    def run(self) -> Template:
        """Return a template that computes fewer rows; the one that is given if there is none."""
        template = self._template
        equations = self._without_repeats(template.equations)
        outputs = [self._now(each) for each in template.outputs]
        numbers = [each for each in outputs if type(each) is not Known]
        if len(set(numbers)) < len(numbers) or not any(map(self.picked, equations)):
            return template
        self._made = {each.results[0]: each for each in equations if len(each.results) == 1}
        reads = _Reads(self, outputs)
        needed = reads.find(equations)
        if all(each is _ALL for each in reads.of.values()):
            return template
        for each in needed:
            self._dtypes.update(zip(each.results, each.dtypes, strict=True))
        indices = {
            each.pick.index
            for each in reads.of.values()
            if each is not _ALL and type(each.pick.index) is int
        }
        first = _those_of(indices, needed)
        for each in [*first, *[x for x in needed if not any(x is y for y in first)]]:
            self._write(each, reads.of)
        made = copy.copy(template)
        made.equations, made.outputs = self._equations, [self._now(each) for each in outputs]
        return made

    def _now(self, operand):
        return operand if type(operand) is Known else self._same.get(operand, operand)

    def shape_of(self, operand) -> tuple:
        if type(operand) is Known:
            return operand.shape
        return self._template.shape_of_value(operand)

    def _without_repeats(self, equations: Sequence[Equation]) -> list[Equation]:
        """Return equations of which none computes what one before it does."""
        made: dict[tuple, list[int]] = {}
        found = []
        for each in equations:
            operands = [self._now(x) for x in each.operands]
            each = each._replace(operands=operands)
            if each.primitive.name in _COMPARED:
                names = tuple(map(_name_of, operands))
                params = sorted((name, repr(value)) for name, value in each.params.items())
                key = each.primitive, names, str(params), str(each.shapes)
                before = made.setdefault(key, each.results)
                if before is not each.results:
                    self._same.update(zip(each.results, before, strict=True))
                    continue
            found.append(each)
        return found

    # which row is read

    def picked(self, equation: Equation) -> _Rows | None:
        """Return the row of its first operand that an equation reads, if it reads one alone."""
        name, x = equation.primitive.name, equation.operands[:1]
        if not x or type(x[0]) is Known:
            return None
        shape = self.shape_of(x[0])
        if name == "gather":
            return self._picked_by_lookup(equation, shape)
        if name == "slice" and not equation.params["strides"]:
            starts, sizes = equation.params["start_indices"], equation.shapes[0]
        elif name == "dynamic_slice" and all(type(y) is Known for y in equation.operands[1:]):
            starts = [y.value for y in equation.operands[1:]]
            starts = [y if type(y) is Affine else int(y) for y in starts]
            sizes = equation.shapes[0]
        else:
            return None
        axes = [n for n, size in enumerate(sizes) if size != shape[n]]
        if len(axes) != 1 or sizes[axes[0]] != 1:
            return None
        (axis,) = axes
        start = starts[axis]
        if type(start) is int and (start < 0 or type(shape[axis]) is Affine and start > 0):
            return None  # it is moved until it lies within the array
        return _Rows(axis, _Pick(start))

    def _picked_by_lookup(self, equation: Equation, shape: tuple) -> _Rows | None:
        params, indices = equation.params, equation.operands[1]
        numbers = params["dimension_numbers"]
        if len(numbers.start_index_map) != 1 or params["mode"] not in _DROPS:
            return None
        if any(n != 1 for n in self.shape_of(indices)) or len(self.shape_of(indices)) != 2:
            return None
        (axis,) = numbers.start_index_map
        if numbers != _numbers_of(axis, len(shape)) or shape[axis] == 1:
            return None
        if tuple(params["slice_sizes"]) != _with(1, shape, axis):
            return None
        return _Rows(axis, _Pick(0, indices, equation))

    # through which functions a row goes back

    def axes(self, equation: Equation, axis: int) -> list[int | None] | None:
        """Return of each operand the axis of which one row gives a row of the result.

        None for an operand that is needed as it is; None alone where all rows are needed.
        """
        name = equation.primitive.name
        if name in ELEMENTWISE:
            return self._axes_of_elements(equation, axis)
        if name in _REDUCTIONS:
            (x,) = equation.operands
            kept = [n for n in range(len(self.shape_of(x))) if n not in equation.params["axes"]]
            return [kept[axis]]
        if name == "dot_general" and equation.params["dimension_numbers"][1][0]:
            if not self._is_on_host:
                return None
        rule = _AXES.get(name)
        shapes = list(map(self.shape_of, equation.operands))
        return None if rule is None else rule(equation, axis, shapes)

    def _axes_of_elements(self, equation: Equation, axis: int) -> list[int | None] | None:
        size, found = equation.shapes[0][axis], []
        for x in equation.operands:
            shape = self.shape_of(x)
            found.append(axis if shape and shape[axis] == size else None)
        return found

    # equations for one row

    def _write(self, equation: Equation, reads: dict) -> None:
        wanted = [reads[x] for x in equation.results if x in reads]
        rows = wanted[0] if len(equation.results) == 1 and wanted[0] is not _ALL else None
        picked = self.picked(equation)
        if picked is not None and reads.get(equation.operands[0]) is not _ALL:
            made = self._row(equation.operands[0], picked, reads)
            starts = (0,) * len(self.shape_of(made))
            self._same[equation.results[0]] = self._sliced(made, starts, equation.shapes[0])
            if rows is not None:
                self._rows[equation.results[0], rows.axis] = self._cut(
                    self._same[equation.results[0]], rows
                )
            return
        axes = None if rows is None or picked is not None else self.axes(equation, rows.axis)
        if axes is None:
            self._equations.append(
                equation._replace(operands=list(map(self._now, equation.operands)))
            )
            return
        self._rows[equation.results[0], rows.axis] = self._write_row(equation, rows, axes, reads)

    def _write_row(self, equation: Equation, rows: _Rows, axes: list, reads: dict) -> int:
        """Write the equation that gives one row of another one's result; return its number."""
        operands = [
            self._now(x) if axis is None else self._row(x, _Rows(axis, rows.pick), reads)
            for x, axis in zip(equation.operands, axes, strict=True)
        ]
        shape = _with(self._count, equation.shapes[0], rows.axis)
        params = _params_of_row(equation, rows.axis, self._count, shape)
        return self._added(equation.primitive, operands, params, shape, equation.dtypes[0])

    def _row(self, operand, rows: _Rows, reads: dict):
        """Return one row of an operand."""
        if type(operand) is not Known and (operand, rows.axis) in self._rows:
            if reads.get(operand) is not _ALL:
                return self._rows[operand, rows.axis]
        made = None if type(operand) is Known else self._made.get(operand)
        if made is not None and made.primitive.name == "broadcast_in_dim":
            if self.axes(made, rows.axis) == [None]:  # all rows are one
                return self._write_row(made, rows, [None], reads)
        return self._cut(self._now(operand), rows)

    def _cut(self, operand, rows: _Rows):
        """Write an equation that takes a row of a value which is there as a whole."""
        axis, (start, index, lookup) = rows
        shape = self.shape_of(operand)
        if lookup is None:
            starts = [0] * len(shape)
            starts[axis] = start
            made = self._sliced(operand, starts, _with(1, shape, axis))
            return self._repeated(made, axis)
        params = {
            **lookup.params,
            "dimension_numbers": _numbers_of(axis, len(shape)),
            "slice_sizes": _with(1, shape, axis),
        }
        index = self._now(index)
        if index not in self._indices:
            self._indices[index] = self._repeated(index, 0)
        operands = [operand, self._indices[index]]
        return self._added(
            lookup.primitive,
            operands,
            params,
            _with(self._count, shape, axis),
            self._dtype(operand),
        )

    def _repeated(self, operand, axis: int):
        if self._count == 1:
            return operand
        shape = _with(self._count, self.shape_of(operand), axis)
        params = {
            "shape": shape, "broadcast_dimensions": tuple(range(len(shape))), "sharding": None,
        }  # fmt: skip
        primitive = lax.broadcast_in_dim_p
        return self._added(primitive, [operand], params, shape, self._dtype(operand))

    def _sliced(self, operand, starts: Sequence, shape: tuple) -> int:
        ends = tuple([total(start, size) for start, size in zip(starts, shape, strict=True)])
        params = {"start_indices": tuple(starts), "limit_indices": ends, "strides": None}
        return self._added(lax.slice_p, [operand], params, shape, self._dtype(operand))

    def _dtype(self, operand):
        return operand.dtype if type(operand) is Known else self._dtypes[operand]

    def _added(self, primitive, operands: list, params: dict, shape: tuple, dtype) -> int:
        """Write an equation of one result; return its number."""
        number = self._template.add_value(shape)
        self._dtypes[number] = dtype
        self._equations.append(Equation(primitive, operands, [number], params, [shape], [dtype]))
        return number

    # a maximum that has nan where a row has one

    def guarded_maximum(self, equation: Equation) -> list[Equation] | None:
        """Return the equations that give a condition's result in both cases, if some do.

        Where an array has nan, its maximum is chosen row by row, else it is taken as it is: what
        chooses gives the same then.
        """
        if guarded_maximum_of(equation, self._made) is None:
            return None
        guarded, operands = equation.inner[1], equation.operands[1:]
        numbers: dict[int, object] = dict(zip(guarded.inputs, operands, strict=True))
        made = []
        for each in guarded.equations:
            is_last = each.results[0] == guarded.outputs[0]
            results = equation.results if is_last else [self._template.add_value(each.shapes[0])]
            inner = [x if type(x) is Known else numbers[x] for x in each.operands]
            numbers[each.results[0]] = results[0]
            made.append(each._replace(operands=inner, results=results))
        return made


def _name_of(operand):
    """Return a key that tells an operand from others."""
    if type(operand) is not Known:
        return operand
    value, dtype, shape = operand
    if type(value) is np.ndarray and not shape:
        return dtype.str, value.tobytes()
    return dtype.str, id(value), str(shape)


def _those_of(numbers: set, equations: Sequence[Equation]) -> list[Equation]:
    """Return the equations that give some values, and those that they need."""
    found, wanted = [], set(numbers)
    for each in reversed(equations):
        if not wanted.isdisjoint(each.results):
            found.append(each)
            wanted.update([x for x in each.operands if type(x) is not Known])
    return found[::-1]


def _with(size: int, shape: Sequence, axis: int) -> tuple:
    return (*shape[:axis], size, *shape[axis + 1 :])


def _numbers_of(axis: int, rank: int) -> lax.GatherDimensionNumbers:
    """Return the dimension numbers of a look-up of one row of an axis, which stays there."""
    others = tuple([n for n in range(rank) if n != axis])
    return lax.GatherDimensionNumbers(others, (axis,), (axis,))


def _params_of_row(equation: Equation, axis: int, count: int, shape: tuple) -> dict:
    """Return the options with which an equation gives a row of an axis, so many times."""
    name, params = equation.primitive.name, dict(equation.params)
    if name in ("broadcast_in_dim", "iota"):
        params["shape"] = shape
    elif name == "reshape":
        params["new_sizes"] = shape
    elif name == "dynamic_slice":
        params["slice_sizes"] = shape
    elif name == "slice":
        ends = list(params["limit_indices"])
        ends[axis] = count
        params["limit_indices"] = tuple(ends)
    return params


# of each operand the axis, by primitive


def _of_broadcast(equation: Equation, axis: int, shapes: Sequence):
    if len(shapes) != 1:
        return None
    places = list(equation.params["broadcast_dimensions"])
    if axis not in places:
        return [None]
    at_axis = places.index(axis)
    return [at_axis if shapes[0][at_axis] == equation.shapes[0][axis] else None]


def _of_reshape(equation: Equation, axis: int, shapes: Sequence):
    if (
        len(shapes) != 1
        or equation.params.get("dimensions") is not None
        and (equation.primitive.name == "reshape")
    ):
        return None
    before, after = shapes[0], equation.shapes[0]
    for n, size in enumerate(before):
        if size == after[axis] and count_of(before[:n]) == count_of(after[:axis]):
            return [n]
    return None


def _of_transpose(equation: Equation, axis: int, _shapes):
    return [equation.params["permutation"][axis]]


def _of_product(equation: Equation, axis: int, shapes: Sequence):
    (of_one, of_other), (batch_one, batch_other) = equation.params["dimension_numbers"]
    if axis < len(batch_one):
        return [batch_one[axis], batch_other[axis]]
    one, other = shapes
    free_one = [n for n in range(len(one)) if n not in (*of_one, *batch_one)]
    free_other = [n for n in range(len(other)) if n not in (*of_other, *batch_other)]
    at_axis = axis - len(batch_one)
    if at_axis < len(free_one):
        return [free_one[at_axis], None]
    return [None, free_other[at_axis - len(free_one)]]


def _of_slice(equation: Equation, axis: int, shapes: Sequence):
    params = equation.params
    is_whole = equation.shapes[0][axis] == shapes[0][axis]
    step = (params["strides"] or (1,) * len(shapes[0]))[axis]
    return [axis] if is_whole and step == 1 else None


def _of_dynamic_slice(equation: Equation, axis: int, shapes: Sequence):
    is_whole = equation.shapes[0][axis] == shapes[0][axis]
    return [axis, *[None] * (len(shapes) - 1)] if is_whole else None


def _of_concatenate(equation: Equation, axis: int, shapes: Sequence):
    return None if axis == equation.params["dimension"] else [axis] * len(shapes)


def _of_pad(equation: Equation, axis: int, _shapes):
    return [axis, None] if tuple(equation.params["padding_config"][axis]) == (0, 0, 0) else None


_AXES: dict[str, Callable] = {
    "broadcast_in_dim": _of_broadcast,
    "concatenate": _of_concatenate,
    "dot_general": _of_product,
    "dynamic_slice": _of_dynamic_slice,
    "expand_dims": _of_reshape,
    "pad": _of_pad,
    "reshape": _of_reshape,
    "slice": _of_slice,
    "squeeze": _of_reshape,
    "transpose": _of_transpose,
}


# whose options are told by their text
_COMPARED = ELEMENTWISE | _REDUCTIONS | _AXES.keys() | {"gather", "iota"}


def without_unread_rows(template: Template, is_on_host: bool) -> Template:
    """Return a template that computes fewer of the rows that are not read.

    Parameters
    ----------
    template : Template
        It stays as it is.
    is_on_host : bool
        Whether NumPy is to compute it. For XLA all rows stay where that is little more work.
    """
    made = _Rewriter(template, is_on_host).run()
    if is_on_host or made is template:
        return made
    saved = _multiplications(template) - _multiplications(made)
    return made if saved >= UNREAD_ROWS_LEAST_MULTIPLICATIONS else template


def _multiplications(template: Template) -> int:
    """Count the multiplications of a template's products at its longest length."""
    count = 0
    for each in template.equations:
        if each.primitive.name == "dot_general":
            (axes, _), _ = each.params["dimension_numbers"]
            x = each.operands[0]
            shape = x.shape if type(x) is Known else template.shape_of_value(x)
            sizes = [*each.shapes[0], *[shape[axis] for axis in axes]]
            count += math.prod([at(size, template.longest) for size in sizes])
    return count


__all__ = ["without_unread_rows"]
