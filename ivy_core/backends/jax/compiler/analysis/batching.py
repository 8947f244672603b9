"""Iterations of a loop in one batch: what ``vmap`` does, by rules for each primitive.

It knows more than ``vmap`` of what stands for the number of the iteration. An element at the
number's index is a row of a block, which is read at once, not gathered; and an inner loop, which
each iteration leaves when it will, counts its steps in one number for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..equations import (
    ELEMENTWISE,
    FUNCTIONS,
    CountedLoop,
    WhileLoop,
    affine,
    applied,
    called_program,
    inner_programs,
    is_literal,
    is_variable,
    makers,
    name_of,
    slice_sizes,
    terms_of,
)
from ..limits import (
    INNER_LOOP_MOST_EQUATIONS,
    INNER_LOOP_MOST_STEPS,
    ROWS_OUTSIDE_FEW,
    ROWS_OUTSIDE_MOST,
)

_step_counts = {}  # the most steps of an inner loop, None where that is not known


def steps_written_out(equation) -> int | None:
    """Count an inner loop's steps at most, None if it is not to be unrolled."""
    count = _step_counts.get(name_of(equation))
    steps = None if count is None else count(equation)
    if steps is None or steps > INNER_LOOP_MOST_STEPS:
        return None
    inner = inner_programs(equation)
    if any(_has_known_loop(each) for each in inner):
        return None  # a loop of XLA's costs more to begin than a step of one around it
    equations = steps * sum(len(each.eqns) for each in inner)
    return steps if equations <= INNER_LOOP_MOST_EQUATIONS else None


def _has_known_loop(jaxpr) -> bool:
    """Return whether there is a loop of known length in a program, which is not written out."""
    return any(name_of(each) == "scan" and steps_written_out(each) is None for each in jaxpr.eqns)


def _trip_count_of_scan(equation) -> int | None:
    """Return the length of a ``scan`` that only carries values; else None."""
    loop = CountedLoop.of(equation)
    return loop.length if loop.only_carries(equation) else None


_step_counts["scan"] = _trip_count_of_scan


def _most_iterations_of_while(equation) -> int | None:
    """Return the most iterations of a loop with a counter and a known bound; else None."""
    loop = WhileLoop.of(equation)
    test, body = loop.test.jaxpr, loop.body.jaxpr
    begins = equation.invars[loop.test_constants :]  # constants of the body, and what is carried
    tested = test.invars[loop.test_constants :]
    if test.eqns or is_literal(test.outvars[0]) or test.outvars[0] not in tested:
        return None
    conditions = _Conditions(body, begins, loop.body_constants)
    return conditions.most_steps(body.outvars[tested.index(test.outvars[0])])


_step_counts["while"] = _most_iterations_of_while


class _Conditions:
    """Conditions for a loop to go on, joined by ``and``."""

    def __init__(self, body, begins: Sequence, constants: int):
        self._carried = body.invars[constants:]
        self._results, self._made_by = body.outvars, makers(body.eqns)
        self._outside = dict(zip(body.invars, begins, strict=True))

    def most_steps(self, condition) -> int | None:
        """Return the most steps that one of the conditions leaves, None if none counts them."""
        waiting = [condition]
        while waiting:
            equation = self._made_by.get(waiting.pop())
            rule = None if equation is None else _condition_rules.get(name_of(equation))
            found = None if rule is None else rule(self, equation)
            if type(found) is int:
                return found
            waiting += found or []
        return None

    def bound(self, equation) -> int | None:
        """Return the most steps where a counter is compared with a bound, None of others."""
        bound = self._constant_int(equation.invars[1])
        for counter, result in zip(self._carried, self._results, strict=True):
            begin = self._outside[counter]
            step = affine(result, self._made_by, counter)
            if step == (1, 1) and is_literal(begin) and np.ndim(begin.val) == 0:
                terms = affine(equation.invars[0], self._made_by, counter)
                if terms is not None and terms[0] == 1 and bound is not None:
                    return max(bound - terms[1] - int(begin.val), 0) + 1
        return None

    def _constant_int(self, atom) -> int | None:
        """Return the int that a loop's constant is; None of what it carries, or if not known."""
        outside = self._outside
        while not is_literal(atom) and atom in outside and outside[atom] is not atom:
            if atom in self._carried:
                return None
            atom = outside[atom]
        return int(atom.val) if is_literal(atom) and np.ndim(atom.val) == 0 else None


_condition_rules = {}  # the most steps that a condition leaves, or conditions that it joins


def _operands_of_and(conditions: _Conditions, equation) -> list:
    """Return the variables that a condition joins, or the one that it converts."""
    return list(filter(is_variable, equation.invars))


_condition_rules |= dict.fromkeys("and convert_element_type".split(), _operands_of_and)


def _most_steps_of_less_than(conditions: _Conditions, equation) -> int | None:
    return conditions.bound(equation)


_condition_rules["lt"] = _most_steps_of_less_than


@dataclass(frozen=True, slots=True)
class Batched:
    """A value that each iteration has of its own.

    ``data`` has the iterations along its first axis. Where ``terms`` are known, the value of an
    iteration is ``factor * number + constant``. So is it modulo ``length``, where that is known: an
    index from 0 on of what may be negative.
    """

    data: object
    terms: tuple[int, int] | None = None
    length: int | None = None

    @property
    def exact(self) -> tuple[int, int] | None:
        """Get the terms of a value that is no index modulo a length."""
        return self.terms if self.length is None else None


_rules = {}  # the results of an equation some of whose operands are batched


class Iterations:
    """Some of the iterations of a loop, from the iteration ``begin`` on.

    Parameters
    ----------
    begin : int or native
    some : int
        How many are run as one batch.
    count : int
        How many the loop has altogether.
    by_rows : bool, optional
        Whether elements of one row are read of that alone, where others are read of an array that
        has more rows and columns, which a loop about this one makes once.
    """

    def __init__(self, begin, some: int, count: int, by_rows: bool = False):
        self._begin, self._some, self._count = begin, some, count
        self._by_rows = by_rows
        # by identity: whether a value is below zero, and the value
        self._negative: dict[int, tuple[Batched, Batched]] = {}
        self._wider: dict[tuple, tuple] = {}  # by identity and axis: an array with more rows
        # of an iota, not of a constant, XLA knows that indices follow each other
        self.number = Batched(begin + lax.iota(np.int64, some), (1, 0))

    def run(self, equations: Sequence, known: dict, besides: Sequence) -> None:
        """Compute equations, and add what they give to what is known by variables.

        ``besides`` are the variables and literals that are needed behind them.
        """
        atoms = [*besides, *[atom for equation in equations for atom in equation.invars]]
        needed = set(filter(is_variable, atoms))
        for equation in equations:
            operands = [a.val if is_literal(a) else known[a] for a in equation.invars]
            results = self._batch_equation(equation, operands, needed)
            known.update(zip(equation.outvars, results, strict=True))

    def spread(self, value):
        """Return a value for each iteration, the same one if they have none of their own."""
        if type(value) is Batched:
            return value.data
        return jnp.broadcast_to(value, (self._some, *jnp.shape(value)))

    def _batch_equation(self, equation, operands: list, needed: set) -> list:
        """Return an equation's results: plain where no operand is batched, else Batched."""
        if not any(map(_is_batched, operands)):
            terms = terms_of(equation, list(map(_int_as_terms, operands)))
            if terms is not None and 0 <= terms[1] < 1 << 31:  # counted while tracing
                return [equation.outvars[0].aval.dtype.type(terms[1])]
            return applied(equation, *operands)
        rule = _rules.get(name_of(equation))
        results = None if rule is None else rule(self, equation, operands, needed)
        return self._vmap_equation(equation, operands) if results is None else results

    def _run_program(self, program, operands: Sequence) -> list:
        """Run a program for all iterations; its operands and results are plain or Batched."""
        jaxpr = program.jaxpr
        known = dict(zip(jaxpr.constvars, program.consts, strict=True))
        known.update(zip(jaxpr.invars, operands, strict=True))
        self.run(jaxpr.eqns, known, jaxpr.outvars)
        return [a.val if is_literal(a) else known[a] for a in jaxpr.outvars]

    def _vmap_equation(self, equation, operands: list) -> list[Batched]:
        """Return the results by ``jax.vmap``, all Batched, with their affine terms where known."""
        results = self._apply_to_elements(equation, operands)
        if results is None:
            axes = [0 if type(each) is Batched else None for each in operands]
            datas = [each.data if type(each) is Batched else each for each in operands]
            results = jax.vmap(lambda *own: applied(equation, *own), in_axes=axes)(*datas)
        own = [each.exact if type(each) is Batched else _int_as_terms(each) for each in operands]
        terms = terms_of(equation, own)
        found = [Batched(result, terms) for result in results]
        if name_of(equation) == "lt" and own[0] is not None and own[1] == (0, 0):
            self._negative[id(found[0])] = found[0], operands[0]
        return found

    def _apply_to_elements(self, equation, operands: list) -> list | None:
        """Return the results of an equation that is one of elements; None of others.

        ``vmap`` takes ten times as long to find that.
        """
        shape = equation.outvars[0].aval.shape
        if name_of(equation) in ELEMENTWISE:
            if any(atom.aval.shape != shape for atom in equation.invars):
                return None
            return applied(equation, *[self._spread_as_array(each) for each in operands])
        if name_of(equation) == "reshape" and equation.params["dimensions"] is None:
            return [lax.reshape(operands[0].data, (self._some, *shape))]
        return None

    def _spread_as_array(self, value):
        if type(value) is Batched:
            return value.data
        return lax.broadcast(value, (self._some,))

    def _batch_called_program(self, equation, operands: list, needed: set) -> list:
        return self._run_program(called_program(equation), operands)

    _rules.update(dict.fromkeys(FUNCTIONS, _batch_called_program))

    def _select_index(self, equation, operands: list, needed: set) -> list | None:
        """Return the index from 0 on of one that may be negative; None of any other select."""
        if len(operands) != 3 or id(operands[0]) not in self._negative:
            return None
        index, behind = operands[1:]
        if self._negative[id(operands[0])][1] is not index or type(behind) is not Batched:
            return None
        if index.exact is None or behind.exact is None or index.exact[0] != behind.exact[0]:
            return None
        length = behind.exact[1] - index.exact[1]
        (found,) = self._vmap_equation(equation, operands)
        return [Batched(found.data, index.exact, length)] if length > 0 else None

    _rules["select_n"] = _select_index

    def _read_from_end(self, equation, array, starts: list, axis: int) -> list | None:
        """Return rows some first of which are counted from an array's end: blocks side by side.

        Those behind its end are its last row, as a slice there is.
        """
        start, length = starts[axis], array.shape[axis]
        sizes = list(slice_sizes(equation))
        (factor, first), count = start.terms, self._count
        if start.length != length or factor != 1 or sizes[axis] != 1 or self._some != count:
            return None
        behind = max(first + count - length, 0)
        if not -length <= first < length or behind > ROWS_OUTSIDE_MOST:
            return None
        blocks, from_end = [], min(max(-first, 0), count)
        for begin, rows in (
            (length + first, from_end),
            (max(first, 0), count - from_end - behind),
            *[(length - 1, 1)] * behind,
        ):
            if rows:
                sizes[axis] = rows
                indices = [begin if axis == a else each for a, each in enumerate(starts)]
                indices = [jnp.asarray(each, start.data.dtype) for each in indices]
                blocks.append(lax.dynamic_slice_p.bind(array, *indices, slice_sizes=tuple(sizes)))
        block = lax.concatenate(blocks, axis)
        return [Batched(jnp.expand_dims(jnp.moveaxis(block, axis, 0), axis + 1))]

    def _read_all_slices(self, equation, operands: list, needed: set) -> list | None:
        """Return the slices of all iterations, read at once; None if they are no block of rows."""
        array, *starts = operands
        batched = [axis for axis, start in enumerate(starts) if type(start) is Batched]
        if type(array) is Batched or len(batched) != 1:
            return None
        axis, start = batched[0], starts[batched[0]]
        if start.length is not None:
            return self._read_from_end(equation, array, starts, axis)
        sizes = list(slice_sizes(equation))
        if start.terms is None or abs(start.terms[0]) != 1 or sizes[axis] != 1:
            return None
        factor, first = start.terms
        last = factor * (self._count - 1) + first
        outside = max(-min(first, last), max(first, last) - (array.shape[axis] - 1))
        if outside > 0:
            if outside > ROWS_OUTSIDE_MOST:
                return None
            block = self._read_short_rows(array, starts, sizes, axis, (first, last))
            if block is not None:
                return [_as_batch(block, factor, axis)]
            array, more = self._with_rows_outside(array, axis, outside)
            first += more
        begin = factor * self._begin + first
        if factor < 0:
            begin = begin - (self._some - 1)
        sizes[axis] = self._some
        indices = [begin if axis == a else each for a, each in enumerate(starts)]
        indices = [jnp.asarray(each, start.data.dtype) for each in indices]
        block = lax.dynamic_slice_p.bind(array, *indices, slice_sizes=tuple(sizes))
        return [_as_batch(block, factor, axis)]

    _rules["dynamic_slice"] = _read_all_slices

    def _read_short_rows(self, array, starts: list, sizes: list, axis: int, ends: tuple):
        """Return the rows of all iterations, from the first of ``ends`` to the last, in that order.

        Those outside of the array are its first row and its last. None where several steps are to
        read of one array with more rows.
        """
        least, most, length = min(ends), max(ends), array.shape[axis]
        part = list(sizes)
        part[axis] = length
        if not self._by_rows or self._some != self._count or least >= length or most < 0:
            return None
        kind = starts[axis].data.dtype
        at = [jnp.asarray(0 if a == axis else each, kind) for a, each in enumerate(starts)]
        rows = lax.dynamic_slice_p.bind(array, *at, slice_sizes=tuple(part))
        blocks = [
            lax.slice_in_dim(rows, 0, 1, axis=axis),
            lax.slice_in_dim(rows, max(least, 0), min(most + 1, length), axis=axis),
            lax.slice_in_dim(rows, length - 1, length, axis=axis),
        ]
        before, behind = max(-least, 0), max(most + 1 - length, 0)
        return lax.concatenate([*[blocks[0]] * before, blocks[1], *[blocks[2]] * behind], axis)

    def _with_rows_outside(self, array, axis: int, least: int) -> tuple:
        """Return an array with its first and its last row repeated, and how often.

        So are slices outside of it read. Those of several steps are read of one array.
        """
        key = id(array), axis, least > ROWS_OUTSIDE_FEW
        if key not in self._wider:
            more = ROWS_OUTSIDE_MOST if key[2] else ROWS_OUTSIDE_FEW
            length = array.shape[axis]
            shape = [more if a == axis else n for a, n in enumerate(array.shape)]
            ends = [
                lax.broadcast_in_dim(
                    lax.slice_in_dim(array, at, at + 1, axis=axis), shape, range(array.ndim)
                )
                for at in (0, length - 1)
            ]
            self._wider[key] = lax.concatenate([ends[0], array, ends[1]], axis), more, array
        return self._wider[key][:2]

    def _batch_while_loop(self, equation, operands: list, needed: set) -> list:
        """Run an inner loop as a batch until its last iteration has left it."""
        loop = WhileLoop.of(equation)
        tested, own, begin = loop.split(operands)
        needs = [out in needed for out in equation.outvars]
        steps = steps_written_out(equation)
        if steps is not None:
            return self._unroll_while_loop(loop, steps, tested, own, begin, needs)
        varies = _carried_that_vary(loop.body.jaxpr, own, begin, [False] * len(begin))
        if _results_that_vary(loop.test.jaxpr, [*map(_is_batched, tested), *varies])[0]:
            # what ends with another value in each iteration; steps are counted for all
            varies = _carried_that_vary(loop.body.jaxpr, own, begin, needs)

        def goes_on(state):
            return self._run_program(loop.test, [*tested, *_mark_batched(state, varies)])[0]

        def going(state):
            found = goes_on(state)
            return jnp.any(found.data) if type(found) is Batched else found

        def step(state):
            found = goes_on(state)
            new = self._run_program(loop.body, [*own, *_mark_batched(state, varies)])
            new = self._spread_varying(new, varies)
            if type(found) is not Batched:
                return new
            return [
                jnp.where(_append_axes(found.data, one), one, other) if each else one
                for one, other, each in zip(new, state, varies, strict=True)
            ]

        return _mark_batched(
            lax.while_loop(going, step, self._spread_varying(begin, varies)), varies
        )

    _rules["while"] = _batch_while_loop

    def _unroll_while_loop(self, loop: WhileLoop, steps: int, tested, own, begin, needs) -> list:
        """Run ``steps`` iterations; keep a value where the test fails. Return what is carried."""
        state = list(begin)
        for _ in range(steps):
            found = self._run_program(loop.test, [*tested, *state])[0]
            new = self._run_program(loop.body, [*own, *state])
            state = [
                self._select_value(found, one, other, is_needed)
                for one, other, is_needed in zip(new, state, needs, strict=True)
            ]
        return state

    def _batch_counted_loop(self, equation, operands: list, needed: set) -> list | None:
        """Run an inner loop of one trip count as a batch; None if it has other results too."""
        loop = CountedLoop.of(equation)
        if not loop.only_carries(equation):
            return None
        own, begin = operands[: loop.constants], operands[loop.constants :]
        if steps_written_out(equation) is not None:
            for _ in range(loop.length):
                begin = self._run_program(loop.body, [*own, *begin])
            return begin
        varies = _carried_that_vary(loop.body.jaxpr, own, begin, [False] * len(begin))

        def step(_, state):
            held = _mark_batched(state, varies)
            return self._spread_varying(self._run_program(loop.body, [*own, *held]), varies)

        return _mark_batched(
            lax.fori_loop(0, loop.length, step, self._spread_varying(begin, varies)), varies
        )

    _rules["scan"] = _batch_counted_loop

    def _select_value(self, condition, one, other, is_needed: bool):
        """Return one of two values by a condition; a counter that nothing reads goes on for all."""
        if not is_needed and _int_as_terms(one) is not None and _int_as_terms(other) is not None:
            return one
        if not any(map(_is_batched, (condition, one, other))):
            return jnp.where(condition, one, other)
        condition, one, other = map(self.spread, (condition, one, other))
        return Batched(jnp.where(_append_axes(condition, one), one, other))

    def _spread_varying(self, values: Sequence, varies: Sequence[bool]) -> list:
        """Return the values, those that vary as arrays with the batch's axis first."""
        return [
            self.spread(value) if each else value
            for value, each in zip(values, varies, strict=True)
        ]


def _mark_batched(state: Sequence, varies: Sequence[bool]) -> list:
    return [Batched(x) if each else x for x, each in zip(state, varies, strict=True)]


def _as_batch(block, factor: int, axis: int) -> Batched:
    """Return rows along an axis as values of iterations, in the other order if a factor is -1."""
    if factor < 0:
        block = lax.rev(block, (axis,))
    return Batched(jnp.expand_dims(jnp.moveaxis(block, axis, 0), axis + 1))


def _is_batched(value) -> bool:
    return type(value) is Batched


def _int_as_terms(value) -> tuple[int, int] | None:
    """Return the ``terms`` of an int scalar, ``(0, value)``; None if it is batched or traced."""
    if isinstance(value, (int, np.ndarray, np.generic)) and not np.ndim(value):
        return (0, int(value)) if np.asarray(value).dtype.kind in "iu" else None
    return None


def _append_axes(condition, values):
    """Return a condition with axes of length 1 behind, as many axes as ``values`` have."""
    return condition.reshape(condition.shape + (1,) * (values.ndim - 1))


def _carried_that_vary(jaxpr, own: Sequence, begin: Sequence, varies: Sequence[bool]) -> list[bool]:
    """Return for each carried value whether it differs between a batch's iterations."""
    varies = [each or _is_batched(x) for each, x in zip(varies, begin, strict=True)]
    while True:
        found = _results_that_vary(jaxpr, [*map(_is_batched, own), *varies])
        grown = [a or b for a, b in zip(varies, found, strict=True)]
        if grown == varies:
            return varies
        varies = grown


def _results_that_vary(jaxpr, given: Sequence[bool]) -> list[bool]:
    """Return for each result whether it depends on an input that ``given`` marks as varying."""
    found = {variable for variable, each in zip(jaxpr.invars, given, strict=True) if each}
    for equation in jaxpr.eqns:
        if not found.isdisjoint(filter(is_variable, equation.invars)):
            found.update(equation.outvars)
    return [not is_literal(out) and out in found for out in jaxpr.outvars]
