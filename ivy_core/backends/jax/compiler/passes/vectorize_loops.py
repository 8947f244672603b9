"""Loops whose rounds need nothing of one another, run many rounds at a time.

Such is a loop that writes in each round to a row of its own, and reads of the arrays that it writes
to that row alone, or rows that later rounds write to: ``out[i] = f(x, i)``. So is one that adds to
numbers or to elements what is computed of neither: ``counts[place(i)] += 1``. That is told by the
program of its body; where it cannot be told, the loop stays one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import jax.numpy as jnp
import numpy as np
from jax import lax

from ..equations import affine, inlined, inner_programs, is_literal, live
from .anti_dependences import Steps
from .scatter_reductions import Sum, sum_of
from .vectorization_rules import Rounds, steps_written_out

_LEAST_ROUNDS = 16
_MOST_OF_A_ROUND = 64  # elements of what a round computes; more take longer than a loop does
_MOST_OF_VECTORS = 512  # the same where all are vectors, and there is no loop within
_MOST_WITH_LOOP = 1024  # of all rounds at a time, where a loop within runs as often as the longest
_MOST_AT_ONCE = 1 << 21  # elements of what all rounds at a time compute


class _Dependent(Exception):
    """Raised where a round may need what another one leaves."""


@dataclass(frozen=True, slots=True)
class Row:
    """A write of each round to a row of its own of an array.

    ``at`` is the equation's place, ``axis`` that along which the rows lie; a round writes to the
    row ``factor * number + first``.
    """

    at: int
    axis: int
    factor: int
    first: int


def mapped(count: int, program, carry: Sequence, in_turn: Callable) -> list | None:
    """Return what a loop leaves in what it carries, None if its rounds are not independent.

    Parameters
    ----------
    count : int
        The number of rounds.
    program
        Takes the number of the round and what is carried, and returns what is carried then.
    carry : sequence of native arrays
    in_turn : callable
        Gives what the rounds leave one after the other, for data that need it.
    """
    if count < _LEAST_ROUNDS or program.jaxpr.effects or not carry:
        return None
    loop = _independent(count, program) or _independent(count, inlined(program))
    if loop is None or not any(loop.rows):
        return None
    if loop.masked:
        return loop.with_products(carry, in_turn)
    equations = loop.equations
    size, has_loop = max(map(_size, equations)), any(map(_has_loop, equations))
    has_vectors = not has_loop and all(map(_computes_vectors, equations))
    if size > (_MOST_OF_VECTORS if has_vectors else _MOST_OF_A_ROUND):
        return None
    if not loop.takes_as_long_in_all():
        return None
    most = _MOST_WITH_LOOP if has_loop else _MOST_AT_ONCE
    return loop.left(_at_once(count, max(most // max(size, 1), 1)), carry)


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop of independent rounds.

    ``rows`` has for each value that is carried what is done to it, None if it stays. ``masked`` has
    the steps that keep rows which are written to out of products: by the place of the equation and
    the operand that the step gives if they are finite, which of the carried arrays it is about.
    """

    count: int
    program: object
    equations: list
    rows: list
    masked: dict

    def takes_as_long_in_all(self) -> bool:
        """Return whether rounds side by side take no longer than each of them alone."""
        return not any(map(_has_uneven_loop, self.equations)) and not any(
            map(_may_not_end, self.equations)
        )

    def left(self, at_once: int, carry: Sequence) -> list:
        """Return what the rounds leave, so many of which are run at a time."""
        count = self.count

        def some(begin, rounds, carry):
            at_work = Rounds(begin, rounds, count)
            return _left(begin, rounds, at_work, self.program, self.equations, self.rows, carry)

        times, rest = divmod(count, at_once)
        if times == 1 and not rest:
            return some(np.int64(0), count, list(carry))
        carry = lax.fori_loop(
            np.int64(0),
            np.int64(times),
            lambda n, values: some(n * at_once, at_once, values),
            list(carry),
        )
        return list(some(np.int64(times * at_once), rest, carry) if rest else carry)

    def with_products(self, carry: Sequence, in_turn: Callable) -> list | None:
        """Return what the rounds leave, the products of all of them computed as one.

        That is so where masked arrays are finite: 0 * nan of a place that does not count is nan.
        """
        equations = list(self.equations)
        for at, operand in self.masked:
            step = equations[at]
            equations[at] = step.replace(
                primitive=lax.copy_p, invars=[step.invars[operand]], params={}
            )
        loop = _Loop(self.count, self.program, equations, self.rows, {})
        varying = _varying(self.program.jaxpr, equations)
        own = [each for each in equations if not varying.isdisjoint(each.outvars)]
        size = max([_size(each) for each in own], default=0)
        if size * self.count > _MOST_AT_ONCE or any(map(_has_loop, own)):
            return None
        arrays = sorted(set().union(*self.masked.values()))
        finite = [jnp.all(jnp.isfinite(carry[at])) for at in arrays]
        return lax.cond(
            jnp.all(jnp.stack(finite)),
            lambda values: list(loop.left(self.count, values)),
            lambda values: list(in_turn(values)),
            list(carry),
        )


def _at_once(count: int, most: int) -> int:
    """Return how many rounds are run at a time: ``most``, or less if none is left over then.

    Rounds that are left over are a program of their own, which takes as long to compile.
    """
    if count <= most:
        return count
    least = -(-count // most)  # times
    even = [times for times in range(least, 2 * least) if count % times == 0]
    return count // even[0] if even else most


def _independent(count: int, program) -> _Loop | None:
    """Return a loop whose rounds need nothing of one another, None if it is none."""
    equations = live(program.jaxpr)
    masked: dict = {}
    try:
        rows = _rows(count, program, equations, masked)
    except _Dependent:
        return None
    return _Loop(count, program, equations, rows, masked)


def _rows(count: int, program, equations: list, masked: dict) -> list:
    """Return for each value that is carried its row, None if it stays; see :class:`_Loop`."""
    jaxpr = program.jaxpr
    number, *carried = jaxpr.invars
    made_by = {out: equation for equation in equations for out in equation.outvars}
    users: dict = {}
    for at, equation in enumerate(equations):
        for atom in equation.invars:
            if not is_literal(atom):
                users.setdefault(atom, []).append(at)
    varying = _varying(jaxpr, equations)
    steps = Steps(count, program, equations)
    rows: list = []
    for which, (before, after) in enumerate(zip(carried, jaxpr.outvars, strict=True)):
        if after is before:
            rows.append(None)
            continue
        if after in users or jaxpr.outvars.count(after) > 1:
            raise _Dependent
        writes = [at for at in users.get(before, ()) if equations[at].outvars[0] is after]
        row = None
        if len(writes) == 1:
            row = _row_of(count, before, writes[0], equations, made_by, varying, number)
        if row is None:
            row = sum_of(before, after, equations, jaxpr.outvars)
        else:
            key = _starts_of(equations[row.at])[row.axis]
            where = before, row.axis, row.factor, row.first
            for at in users[before]:
                if at == row.at or _reads_row(equations[at], before, row, key, made_by, number):
                    continue
                if steps.reads_later_row(equations[at], *where):
                    continue
                needless = steps.masks_of_written(at, *where)
                if needless is None:
                    raise _Dependent
                for step, operand in needless.items():
                    masked.setdefault((step, operand), set()).add(which)
        if row is None:
            raise _Dependent
        rows.append(row)
    return rows


def _varying(jaxpr, equations: Sequence) -> set:
    """Return the number of the round, and all that is computed of it."""
    varying = {jaxpr.invars[0]}
    for equation in equations:
        if any(not is_literal(atom) and atom in varying for atom in equation.invars):
            varying.update(equation.outvars)
    return varying


def _starts_of(equation) -> list:
    return equation.invars[2 if equation.primitive is lax.dynamic_update_slice_p else 1 :]


def _row_of(count, array, at, equations, made_by, varying, number) -> Row | None:
    """Return which row of an array a write goes to in each round, if there is one for each."""
    equation = equations[at]
    if equation.primitive is not lax.dynamic_update_slice_p or equation.invars[0] is not array:
        return None
    if array in equation.invars[1:]:
        return None
    found = None
    shape = equation.invars[1].aval.shape
    for axis, start in enumerate(_starts_of(equation)):
        if is_literal(start) or start not in varying:
            continue
        terms = affine(start, made_by, number)
        if found is not None or terms is None or shape[axis] != 1 or abs(terms[0]) != 1:
            return None
        ends = sorted((terms[1], terms[0] * (count - 1) + terms[1]))
        if ends[0] < 0 or ends[1] >= array.aval.shape[axis]:
            return None
        found = Row(at, axis, *terms)
    return found


def _reads_row(equation, array, row: Row, start, made_by, number) -> bool:
    """Return whether an equation reads of an array the row alone that its round writes to."""
    if equation.primitive is not lax.dynamic_slice_p or equation.invars[0] is not array:
        return False
    mine = _starts_of(equation)[row.axis]
    if equation.params["slice_sizes"][row.axis] != 1:
        return False
    return mine is start or affine(mine, made_by, number) == (row.factor, row.first)


def _size(equation) -> int:
    """Return the number of elements of the largest array that an equation computes."""
    inner = [_size(each) for jaxpr in inner_programs(equation) for each in jaxpr.eqns]
    own = 0
    if equation.primitive is not lax.dynamic_update_slice_p:
        own = max([out.aval.size for out in equation.outvars], default=0)
    return max([own, *inner])


def _computes_vectors(equation) -> bool:
    """Return whether what an equation computes has one axis of more than one place at most."""
    inner = [each for jaxpr in inner_programs(equation) for each in jaxpr.eqns]
    if equation.primitive is lax.dynamic_update_slice_p:
        return True
    shapes = [out.aval.shape for out in equation.outvars]
    return all(sum(n > 1 for n in shape) <= 1 for shape in shapes) and all(
        map(_computes_vectors, inner)
    )


def _has_uneven_loop(equation) -> bool:
    """Return whether a loop within runs to a bound that each round has of its own.

    Side by side all rounds take as long as the longest. One that tests whether it goes on is run
    side by side all the same: a processor guesses the tests wrong that come one after the other.
    """
    if equation.primitive.name == "while" and equation.params["cond_jaxpr"].jaxpr.eqns:
        return True
    return any(_has_uneven_loop(each) for jaxpr in inner_programs(equation) for each in jaxpr.eqns)


def _may_not_end(equation) -> bool:
    """Return whether a branch has a loop: side by side all rounds run through both branches."""
    is_branch = equation.primitive.name == "cond"
    return any(
        _has_loop(each) if is_branch else _may_not_end(each)
        for jaxpr in inner_programs(equation)
        for each in jaxpr.eqns
    )


def _has_loop(equation) -> bool:
    if equation.primitive.name in ("while", "scan"):
        if steps_written_out(equation) is None:
            return True
    return any(_has_loop(each) for jaxpr in inner_programs(equation) for each in jaxpr.eqns)


def _left(begin, count: int, rounds: Rounds, program, equations, rows, carry) -> list:
    """Return what ``count`` rounds leave in what is carried."""
    jaxpr = program.jaxpr
    known = dict(zip(jaxpr.constvars, program.consts, strict=True))
    known.update(zip(jaxpr.invars, [rounds.number, *carry], strict=True))
    apart = {row.at for row in rows if type(row) is Row}
    apart = apart.union(*[row.steps for row in rows if type(row) is Sum])
    needed = [atom for at in apart for atom in equations[at].invars]
    rounds.run([each for at, each in enumerate(equations) if at not in apart], known, needed)

    def value(atom):
        return atom.val if is_literal(atom) else known[atom]

    left = []
    for array, row in zip(carry, rows, strict=True):
        if type(row) is Row:
            write = equations[row.at]
            starts = list(map(value, _starts_of(write)))
            array = _put(array, rounds.spread(value(write.invars[1])), starts, row, begin, count)
        elif type(row) is Sum:
            array = row.added(array, rounds, value)
        left.append(array)
    return left


def _put(array, rows, starts: list, row: Row, begin, count: int):
    """Return an array with the rows that some rounds have computed."""
    block = jnp.moveaxis(jnp.squeeze(rows, row.axis + 1), 0, row.axis)
    first = row.factor * begin + row.first
    if row.factor < 0:
        block, first = jnp.flip(block, row.axis), first - (count - 1)
    starts = [first if i == row.axis else start for i, start in enumerate(starts)]
    starts = [jnp.asarray(start, np.int64) for start in starts]
    # of the function, others could not tell where it writes: it asks whether a place is negative
    return lax.dynamic_update_slice_p.bind(array, block, *starts)
