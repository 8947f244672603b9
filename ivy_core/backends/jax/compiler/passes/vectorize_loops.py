"""Vectorized loops: iterations that need nothing of one another run as batches.

Such is a loop that writes in each iteration to a row of its own, and reads of the arrays that it
writes to that row alone, or rows that later iterations write to: ``out[i] = f(x, i)``. So is one
that adds to numbers or to elements what is computed of neither: ``counts[index(i)] += 1``, and one
that looks for the largest or the least. That is told by the program of its body, at first as it
is, and then with both sides of its branches computed; where it cannot be told, the loop stays one.

Measured with JAX 0.10.2: a comparison of rows that breaks took 1.26 ms, then 0.15; a longest common
substring of 89 and 107 letters 88 us, then 33.
To be retired when XLA vectorizes loops itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import jax.numpy as jnp
import numpy as np
from jax import lax

from ..analysis.anti_dependences import Steps
from ..analysis.batching import Iterations, steps_written_out
from ..analysis.extremes import Extreme, extremes_of
from ..analysis.scatter_reductions import Sum, sum_of
from ..analysis.straight_lines import has_branches, straight_lined
from ..equations import (
    ITERATED,
    Values,
    WhileLoop,
    affine,
    branches_of,
    inlined,
    inner_equations,
    is_literal,
    is_variable,
    live,
    makers,
    name_of,
    slice_sizes,
)
from ..limits import (
    VECTORIZE_LEAST_ITERATIONS,
    VECTORIZE_MOST_ELEMENTS_AT_ONCE,
    VECTORIZE_MOST_ELEMENTS_OF_ITERATION,
    VECTORIZE_MOST_ELEMENTS_OF_VECTORS,
    VECTORIZE_MOST_ELEMENTS_WITH_LOOP,
)
from ..loops import Loop
from .store_forwarding import forwarded


class _Dependent(Exception):
    """Raised where an iteration may need what another one leaves."""


@dataclass(frozen=True, slots=True)
class Row:
    """A write of each iteration to a row of its own of an array.

    ``at`` is the equation's position, ``axis`` that along which the rows lie; an iteration writes
    to the row ``factor * number + first``.
    """

    at: int
    axis: int
    factor: int
    first: int


def rewrite(loop: Loop) -> Loop:
    """Return a loop with its results if its iterations are independent, else the same loop."""
    if loop.results is not None or loop.count is None or loop.count < VECTORIZE_LEAST_ITERATIONS:
        return loop
    if loop.body.jaxpr.effects or not loop.carry:
        return loop
    found = _find_independence(loop)
    if found is None or not any(found.rows):
        return loop
    results = found.with_products(loop) if found.masked else found.in_batches(loop.carry)
    return loop if results is None else loop.replace(results=results)


def _find_independence(loop: Loop) -> _IndependentLoop | None:
    """Return a loop whose iterations do not depend on one another; None if they do."""
    found = _independent_loop(loop.count, loop.body)
    if found is None:
        body = inlined(loop.body)
        found = _independent_loop(loop.count, body)
        if found is None and has_branches(body.jaxpr):
            body = straight_lined(body)
            if body is not None:
                found = _independent_loop(loop.count, forwarded(inlined(body), loop.count))
    return found


@dataclass(frozen=True, slots=True)
class _IndependentLoop:
    """A loop of independent iterations.

    ``rows`` has for each value that is carried what is done to it, None if it stays. ``masked`` has
    the steps that keep rows which are written to out of products: by the equation's position and
    the operand that the step gives if they are finite, which of the carried arrays it is about.
    """

    count: int
    program: object
    equations: list
    rows: list
    masked: dict

    def in_batches(self, carry: Sequence) -> list | None:
        """Run the iterations in batches, None where they are quicker one after the other."""
        equations = self.equations
        size, has_loop = (
            max(map(_largest_computed_size, equations)),
            any(map(_has_rolled_loop, equations)),
        )
        has_vectors = not has_loop and all(map(_computes_at_most_vectors, equations))
        most = (
            VECTORIZE_MOST_ELEMENTS_OF_VECTORS
            if has_vectors
            else VECTORIZE_MOST_ELEMENTS_OF_ITERATION
        )
        if (
            size > most
            or any(map(_has_uneven_loop, equations))
            or any(map(_has_rolled_loop_in_branch, equations))
        ):
            return None
        most = VECTORIZE_MOST_ELEMENTS_WITH_LOOP if has_loop else VECTORIZE_MOST_ELEMENTS_AT_ONCE
        return self.left(_choose_batch_size(self.count, max(most // max(size, 1), 1)), carry)

    def left(self, at_once: int, carry: Sequence) -> list:
        """Run the iterations in batches of a given size."""
        count = self.count

        def some(begin, number: int, carry):
            return self._run_batch(Iterations(begin, number, count), begin, number, carry)

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

    def with_products(self, given: Loop) -> list | None:
        """Run the iterations, the products of all of them computed as one.

        That is so where masked arrays are finite: 0 * nan of an element that is masked is nan.
        """
        equations = list(self.equations)
        for at, operand in self.masked:
            step = equations[at]
            equations[at] = step.replace(
                primitive=lax.copy_p, invars=[step.invars[operand]], params={}
            )
        loop = _IndependentLoop(self.count, self.program, equations, self.rows, {})
        varying = _values_varying_by_iteration(self.program.jaxpr, equations)
        own = [each for each in equations if not varying.isdisjoint(each.outvars)]
        size = max([_largest_computed_size(each) for each in own], default=0)
        if size * self.count > VECTORIZE_MOST_ELEMENTS_AT_ONCE or any(map(_has_rolled_loop, own)):
            return None
        arrays = sorted(set().union(*self.masked.values()))
        finite = [jnp.all(jnp.isfinite(given.carry[at])) for at in arrays]
        return lax.cond(
            jnp.all(jnp.stack(finite)),
            lambda values: list(loop.left(self.count, values)),
            lambda values: list(given.in_order(given.replace(carry=values))),
            list(given.carry),
        )

    def _run_batch(self, iterations: Iterations, begin, count: int, carry: Sequence) -> list:
        """Run ``count`` iterations from number ``begin`` at once; return the carried values."""
        equations, rows = self.equations, self.rows
        values = Values(self.program, [iterations.number, *carry])
        apart = {row.at for row in rows if type(row) is Row}
        apart = apart.union(*[row.steps for row in rows if type(row) in (Sum, Extreme)])
        needed = [atom for at in apart for atom in equations[at].invars]
        others = [each for at, each in enumerate(equations) if at not in apart]
        iterations.run(others, values.known, needed)
        left = []
        for array, row in zip(carry, rows, strict=True):
            if type(row) is Row:
                write = equations[row.at]
                starts = list(map(values.of, _starts_of_slice(write)))
                block = iterations.spread(values.of(write.invars[1]))
                array = _write_rows(array, block, starts, row, begin, count)
            elif type(row) is Sum:
                array = row.added(array, iterations, values.of)
            elif type(row) is Extreme:
                array = row.left(array, iterations, values.of)
            left.append(array)
        return left


def _choose_batch_size(count: int, most: int) -> int:
    """Choose how many iterations a batch runs: ``most``, or fewer if that leaves no remainder.

    Iterations that are left over are a program of their own, which takes as long to compile.
    """
    if count <= most:
        return count
    least = -(-count // most)  # times
    even = [times for times in range(least, 2 * least) if count % times == 0]
    return count // even[0] if even else most


def _independent_loop(count: int, program) -> _IndependentLoop | None:
    """Return a loop whose iterations do not depend on one another; None if they do."""
    equations = live(program.jaxpr)
    masked: dict = {}
    try:
        rows = _updates_of_carried(count, program, equations, masked)
    except _Dependent:
        return None
    return _IndependentLoop(count, program, equations, rows, masked)


def _updates_of_carried(count: int, program, equations: list, masked: dict) -> list:
    """Return a Row, Sum, Extreme or None (unchanged) a carried value; fill ``masked``, or raise."""
    jaxpr = program.jaxpr
    number, *carried = jaxpr.invars
    made_by = makers(equations)
    users: dict = {}
    for at, equation in enumerate(equations):
        for atom in equation.invars:
            if not is_literal(atom):
                users.setdefault(atom, []).append(at)
    varying = _values_varying_by_iteration(jaxpr, equations)
    steps = Steps(count, program, equations)
    of_numbers = _updates_of_numbers(carried, jaxpr.outvars, equations)
    rows: list = []
    for which, (before, after) in enumerate(zip(carried, jaxpr.outvars, strict=True)):
        if after is before or before in of_numbers:
            rows.append(of_numbers.get(before))
            continue
        if after in users or jaxpr.outvars.count(after) > 1:
            raise _Dependent
        writes = [at for at in users.get(before, ()) if equations[at].outvars[0] is after]
        row = None
        if len(writes) == 1:
            row = _row_written(count, before, writes[0], equations, made_by, varying, number)
        if row is None:
            row = sum_of(before, after, equations, jaxpr.outvars)
            if row is None:
                raise _Dependent
        else:
            readers = [at for at in users[before] if at != row.at]
            key = _starts_of_slice(equations[row.at])[row.axis]
            others = [
                at
                for at in readers
                if not _reads_only_own_row(equations[at], before, row, key, made_by, number)
            ]
            for use in _masks_of_readers(steps, equations, before, row, others):
                masked.setdefault(use, set()).add(which)
        rows.append(row)
    return rows


def _updates_of_numbers(carried: Sequence, results: Sequence, equations: list) -> dict:
    """Return, by variable, the Sum or Extreme of each carried number that changes, or raise."""
    found, others = {}, {}
    for before, after in zip(carried, results, strict=True):
        if after is not before and not before.aval.shape:
            row = sum_of(before, after, equations, results)
            (others if row is None else found)[before] = after if row is None else row
    if others:
        found |= extremes_of(list(others), list(others.values()), equations, results)
        if any(before not in found for before in others):
            raise _Dependent
    return found


def _masks_of_readers(
    steps: Steps, equations: list, array, row: Row, readers: Sequence[int]
) -> list:
    """Return (equation, operand) of masks that exclude others' rows; raise ``_Dependent``."""
    found: list = []
    where = array, row.axis, row.factor, row.first
    for at in readers:
        if not steps.reads_later_row(equations[at], *where):
            masks = steps.masks_of_written(at, *where)
            if masks is None:
                raise _Dependent
            found += masks.items()
    return found


def _values_varying_by_iteration(jaxpr, equations: Sequence) -> set:
    """Return the iteration number and all values computed from it."""
    varying = {jaxpr.invars[0]}
    for equation in equations:
        if not varying.isdisjoint(filter(is_variable, equation.invars)):
            varying.update(equation.outvars)
    return varying


def _starts_of_slice(equation) -> list:
    """Return the starts (atoms) of a dynamic slice that is read or written."""
    return equation.invars[2 if equation.primitive is lax.dynamic_update_slice_p else 1 :]


def _row_written(count, array, at, equations, made_by, varying, number) -> Row | None:
    """Return the Row that the write at position ``at`` writes to; None if rows may be shared."""
    equation = equations[at]
    if equation.primitive is not lax.dynamic_update_slice_p or equation.invars[0] is not array:
        return None
    if array in equation.invars[1:]:
        return None
    found = None
    shape = equation.invars[1].aval.shape
    for axis, start in enumerate(_starts_of_slice(equation)):
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


def _reads_only_own_row(equation, array, row: Row, start, made_by, number) -> bool:
    """Return whether an equation reads only the row that its own iteration writes."""
    if equation.primitive is not lax.dynamic_slice_p or equation.invars[0] is not array:
        return False
    mine = _starts_of_slice(equation)[row.axis]
    if slice_sizes(equation)[row.axis] != 1:
        return False
    return mine is start or affine(mine, made_by, number) == (row.factor, row.first)


def _largest_computed_size(equation) -> int:
    """Return the size of the largest array that an equation computes; slices written count as 0."""
    own = 0
    if equation.primitive is not lax.dynamic_update_slice_p:
        own = max([out.aval.size for out in equation.outvars], default=0)
    return max([own, *map(_largest_computed_size, inner_equations(equation))])


def _computes_at_most_vectors(equation) -> bool:
    """Return whether each result of an equation has one axis longer than 1 at most."""
    if equation.primitive is lax.dynamic_update_slice_p:
        return True
    shapes = [out.aval.shape for out in equation.outvars]
    return all(sum(n > 1 for n in shape) <= 1 for shape in shapes) and all(
        map(_computes_at_most_vectors, inner_equations(equation))
    )


def _has_uneven_loop(equation) -> bool:
    """Return whether there is a ``while`` that computes its test: trip counts may differ.

    In a batch all iterations take as long as the longest. One that tests whether it goes on is run
    in a batch all the same: a processor guesses the tests wrong that come one after the other.
    """
    if name_of(equation) == "while" and WhileLoop.of(equation).test.jaxpr.eqns:
        return True
    return any(map(_has_uneven_loop, inner_equations(equation)))


def _has_rolled_loop_in_branch(equation) -> bool:
    """Return whether a branch has a loop: a batch runs both sides, and it might not end."""
    has = _has_rolled_loop if branches_of(equation) else _has_rolled_loop_in_branch
    return any(map(has, inner_equations(equation)))


def _has_rolled_loop(equation) -> bool:
    """Return whether an equation is or holds a loop that is not written out."""
    if name_of(equation) in ITERATED and steps_written_out(equation) is None:
        return True
    return any(map(_has_rolled_loop, inner_equations(equation)))


def _write_rows(array, rows, starts: list, row: Row, begin, count: int):
    """Return an array with the rows of ``count`` iterations from ``begin`` on, written at once."""
    block = jnp.moveaxis(jnp.squeeze(rows, row.axis + 1), 0, row.axis)
    first = row.factor * begin + row.first
    if row.factor < 0:
        block, first = jnp.flip(block, row.axis), first - (count - 1)
    starts = [first if i == row.axis else start for i, start in enumerate(starts)]
    starts = [jnp.asarray(start, np.int64) for start in starts]
    # the primitive: the function asks whether a start is negative, and hides where it writes
    return lax.dynamic_update_slice_p.bind(array, block, *starts)
