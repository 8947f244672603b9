"""Vectorized loops: iterations that need nothing of one another run as batches.

Such is a loop that writes in each iteration to a row of its own, and reads of the arrays that it
writes to that row alone, or rows that later iterations write to: ``out[i] = f(x, i)``. So is one
that adds to numbers or to elements what is computed of neither: ``counts[index(i)] += 1``, and one
that looks for the largest or the least. That is told by the program of its body, at first as it
is, and then with both sides of its branches computed.

An element that all iterations read and one may write to is guessed to stay the same:
``d[i, j] = min(d[i, j], d[i, k] + d[k, j])``. Whether it has is asked behind them, and else they
run one after the other. A short row of truths or bytes that all read and one may write to is not
guessed: the iteration that writes to it is computed first, those before it read the old row, and
those behind it the new one. Of a loop whose bounds only the program knows, and that goes through
much of what these may be, all iterations are computed, and those outside change nothing. An inner
loop that takes another number of steps in each iteration is written out, where it is known to take
few (``analysis/bounded_loops.py``). Where nothing of that can be told, the loop stays one.

Measured with JAX 0.10.2: a comparison of rows that breaks took 1.26 ms, then 0.15; a longest common
substring of 89 and 107 letters 88 us, then 33; shortest paths by elements of 38 nodes 190 us, then
38; a product with nine diagonals of 4,963 elements 132 us, then 35; a transitive closure by rows of
42 truths 145 us, then 28; seven filters over the last 14 of 2,637 numbers 880 us, then 81.
To be retired when XLA vectorizes loops itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import jax.numpy as jnp
import numpy as np
from jax import lax

from ..analysis.anti_dependences import Steps
from ..analysis.batching import Batched, Iterations, steps_written_out
from ..analysis.bounded_loops import has_uneven_loops, written_out
from ..analysis.extremes import Extreme, extremes_of
from ..analysis.scatter_reductions import Sum, sum_of
from ..analysis.straight_lines import (
    has_branches,
    straight_lined,
    with_fallbacks,
    without_fallbacks,
)
from ..equations import (
    ITERATED,
    Values,
    WhileLoop,
    affine,
    applied,
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
    ONE_ROW_ELEMENTS_OF_A_BYTE,
    SPECULATE_MOST_ELEMENTS,
    VECTORIZE_LEAST_ITERATIONS,
    VECTORIZE_LEAST_LONG_ITERATIONS,
    VECTORIZE_LONG_ITERATION_EQUATIONS,
    VECTORIZE_MOST_ELEMENTS_AT_ONCE,
    VECTORIZE_MOST_ELEMENTS_OF_ITERATION,
    VECTORIZE_MOST_ELEMENTS_OF_VECTORS,
    VECTORIZE_MOST_ELEMENTS_WITH_LOOP,
    WINDOW_MOST_ITERATIONS,
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


@dataclass(frozen=True, slots=True)
class Last:
    """A carried value that no iteration reads: what the last one gives is left."""

    given: object  # the variable or literal

    def left(self, before, iterations: Iterations, value: Callable, counts):
        """Pick the value of the last iteration that counts; ``before`` if none does."""
        values = iterations.spread(value(self.given))
        if counts is None:
            return lax.index_in_dim(values, -1, 0, keepdims=False)
        at = counts.shape[0] - 1 - jnp.argmax(counts[::-1])
        found = lax.dynamic_index_in_dim(values, at, 0, keepdims=False)
        return jnp.where(jnp.any(counts), found, before)


def rewrite(loop: Loop) -> Loop:
    """Return a loop with its results if its iterations are independent, else the same loop."""
    count = loop.window if loop.count is None else loop.count
    if count is None or count < _least_iterations(loop.body.jaxpr):
        return loop
    if loop.body.jaxpr.effects or not loop.carry:
        return loop
    results = None
    if has_uneven_loops(loop.body.jaxpr):
        body = written_out(loop.body, count)
        if body is not None:
            results = _computed_at_once(loop, loop.replace(body=body))
    results = _computed_at_once(loop, loop) if results is None else results
    return loop if results is None else loop.replace(results=results)


def _least_iterations(jaxpr) -> int:
    """Return the least number of iterations that gain, by how long one of them is."""
    if sum(map(_count_equations, jaxpr.eqns)) < VECTORIZE_LONG_ITERATION_EQUATIONS:
        return VECTORIZE_LEAST_ITERATIONS
    return VECTORIZE_LEAST_LONG_ITERATIONS


def _count_equations(equation) -> int:
    return 1 + sum(map(_count_equations, inner_equations(equation)))


def _computed_at_once(loop: Loop, alike: Loop) -> list | None:
    """Return the results of a loop by the body of one that computes the same; None if it stays."""
    found = _find_independence(alike)
    if found is None or not any(found.rows):
        return None
    if loop.window is not None:
        return found.in_window(loop)
    if found.masked:
        return found.with_products(loop)
    if found.guesses or found.checks:
        results = found.around_one_row(loop.carry)
        return found.speculatively(loop) if results is None else results
    return found.in_batches(loop.carry)


def _find_independence(loop: Loop) -> _IndependentLoop | None:
    """Return a loop whose iterations do not depend on one another; None if they do."""
    count = loop.window if loop.count is None else loop.count
    found = _independent_loop(count, loop.body)
    if found is None:
        body, checks = without_fallbacks(inlined(loop.body))
        found = _independent_loop(count, body, checks)
        if found is None:
            if has_branches(body.jaxpr):
                body = straight_lined(body)
            elif not _reads_what_it_wrote(body.jaxpr):
                return None
            if body is not None:
                body = forwarded(inlined(body), count)
                found = _independent_loop(count, body, checks)
    return found


def _reads_what_it_wrote(jaxpr) -> bool:
    """Return whether an array is read behind a write: `x[i] = 2 * y[i]; z[i] = x[i] + 1`."""
    written: set = set()
    for equation in jaxpr.eqns:
        if not written.isdisjoint(filter(is_variable, equation.invars)):
            return True
        if equation.primitive is lax.dynamic_update_slice_p:
            written.update(equation.outvars)
    return False


@dataclass(frozen=True, slots=True)
class _IndependentLoop:
    """A loop of independent iterations.

    ``rows`` has for each value that is carried what is done to it, None if it stays. ``masked`` has
    the steps that keep rows which are written to out of products: by the equation's position and
    the operand that the step gives if they are finite, which of the carried arrays it is about.
    ``guesses`` are reads, by position and array, of a part that is taken for unchanged, and
    ``checks`` are results, behind those that are carried, which have to be true.
    """

    count: int
    program: object
    equations: list
    rows: list
    masked: dict
    guesses: list
    checks: int = 0

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
            return self._run_batch(Iterations(begin, number, count), begin, number, carry)[0]

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
        if self.guesses or self.checks or not self._fits_one_batch():
            return None
        loop = _IndependentLoop(self.count, self.program, equations, self.rows, {}, [])
        arrays = sorted(set().union(*self.masked.values()))
        finite = [jnp.all(jnp.isfinite(given.carry[at])) for at in arrays]
        return lax.cond(
            jnp.all(jnp.stack(finite)),
            lambda values: list(loop.left(self.count, values)),
            lambda values: list(given.in_order(given.replace(carry=values))),
            list(given.carry),
        )

    def around_one_row(self, given: Sequence) -> list | None:
        """Run the iterations at once where they all read one row, which one of them writes to.

        That one is computed first: it reads the row as it was, and so do those before it; those
        behind it read what it writes. None where reads are of several rows, or it does not pay.
        """
        equations, rows = self.equations, self.rows
        if self.checks or len({which for _, which in self.guesses}) != 1:
            return None
        row = rows[self.guesses[0][1]]
        write, reads = equations[row.at], [equations[at] for at, _ in self.guesses]
        starts = [_starts_of_slice(each)[row.axis] for each in reads]
        part = reads[0].outvars[0].aval
        if part.dtype.itemsize > 1 or part.size not in ONE_ROW_ELEMENTS_OF_A_BYTE:
            return None
        if not all(_is_same_start(each, starts[0]) for each in starts):
            return None
        if not self._fits_one_batch():
            return None
        carry, count = [jnp.asarray(each) for each in given], self.count
        varying = _values_varying_by_iteration(self.program.jaxpr, equations)
        apart = self._steps_apart()
        values = Values(self.program, [None, *carry])
        for equation in equations:
            if varying.isdisjoint(equation.outvars):
                values.set(equation, applied(equation, *values.operands(equation)))
        places = [_place_among_rows(each, write, row, count, values.of) for each in reads]
        number, _ = places[0]  # of the iteration that writes to the row
        values.known[self.program.jaxpr.invars[0]] = number
        for at, equation in enumerate(equations):
            if at not in apart and not varying.isdisjoint(equation.outvars):
                values.set(equation, applied(equation, *values.operands(equation)))
        new = values.of(write.invars[1])
        iterations = Iterations(np.int64(0), count, count)
        seen = {}
        for each, (_, is_apart) in zip(reads, places, strict=True):
            old = values.of(each.outvars[0])
            is_behind = ~is_apart & (iterations.number.data > number)
            is_behind = jnp.reshape(is_behind, (count, *(1,) * jnp.ndim(old)))
            seen[each.outvars[0]] = Batched(jnp.where(is_behind, new, old))
        return self._run_batch(iterations, np.int64(0), count, carry, seen=seen)[0]

    def _steps_apart(self) -> set:
        """Return the positions of what is done for all iterations together, as writes to rows."""
        rows = self.rows
        apart = {row.at for row in rows if type(row) is Row}
        return apart.union(*[row.steps for row in rows if type(row) in (Sum, Extreme)])

    def _fits_one_batch(self) -> bool:
        """Return whether all iterations can be run at once."""
        varying = _values_varying_by_iteration(self.program.jaxpr, self.equations)
        own = [each for each in self.equations if not varying.isdisjoint(each.outvars)]
        size = max([_largest_computed_size(each) for each in own], default=0)
        fits = size * self.count <= VECTORIZE_MOST_ELEMENTS_AT_ONCE
        return fits and not any(map(_has_rolled_loop, own))

    def speculatively(self, given: Loop) -> list | None:
        """Run the iterations at once; where a guess was wrong, one after the other.

        A part of an array that all iterations read, and one of them writes to, is what it was in
        each of them if it still is what it was when all have written to it.
        """
        size = max(map(_largest_computed_size, self.equations))
        if not self.checks and size > SPECULATE_MOST_ELEMENTS or not self._fits_one_batch():
            return None
        before, count = [jnp.asarray(each) for each in given.carry], self.count
        iterations = Iterations(np.int64(0), count, count)
        left, holds = self._run_batch(iterations, np.int64(0), count, before)
        left = [lax.convert_element_type(x, v.dtype) for x, v in zip(left, before, strict=True)]

        def in_order(_, values):
            body = with_fallbacks(given.body)  # what is vectorized within it would guess wrong too
            values = given.in_order(given.replace(body=body, carry=values))
            return [lax.convert_element_type(each, each.dtype) for each in values]

        test = functools.reduce(lax.bitwise_and, holds)
        return lax.cond(test, lambda values, _: values, in_order, left, before)

    def in_window(self, given: Loop) -> list | None:
        """Run all iterations of a window at once; those outside of the bounds change nothing.

        That is where each computes little, and the loop goes through much of the window.
        """
        size = max(map(_largest_computed_size, self.equations))
        if size > SPECULATE_MOST_ELEMENTS or self.count > WINDOW_MOST_ITERATIONS:
            return None
        if self.masked or self.guesses or self.checks or not self._fits_one_batch():
            return None
        numbers = lax.iota(np.int64, self.count)
        counts = (numbers >= given.begin) & (numbers < given.end)
        carry = [jnp.asarray(each) for each in given.carry]
        iterations = Iterations(np.int64(0), self.count, self.count)
        return self._run_batch(iterations, np.int64(0), self.count, carry, counts)[0]

    def _run_batch(
        self, iterations: Iterations, begin, count: int, carry: Sequence, counts=None, seen=None
    ) -> tuple[list, list]:
        """Run ``count`` iterations from number ``begin`` at once; ``counts`` tells which count.

        ``seen`` has values of variables that are known already.

        Returns
        -------
        left : list
            The carried values.
        holds : list
            Whether all guesses were right.
        """
        equations, rows = self.equations, self.rows
        values, seen = Values(self.program, [iterations.number, *carry]), seen or {}
        values.known.update(seen)
        apart = self._steps_apart()
        checks = self.program.jaxpr.outvars[len(rows) :]
        needed = [*checks, *[row.given for row in rows if type(row) is Last]]
        needed += [atom for at in apart for atom in equations[at].invars]
        others = [
            each
            for at, each in enumerate(equations)
            if at not in apart and seen.keys().isdisjoint(each.outvars)
        ]
        iterations.run(others, values.known, needed)
        left = []
        for array, row in zip(carry, rows, strict=True):
            if type(row) is Row:
                write = equations[row.at]
                starts = list(map(values.of, _starts_of_slice(write)))
                block = iterations.spread(values.of(write.invars[1]))
                array = _write_rows(array, block, starts, row, begin, count, counts)
            elif type(row) is Sum:
                array = row.added(array, iterations, values.of, counts)
            elif type(row) in (Extreme, Last):
                array = row.left(array, iterations, values.of, counts)
            left.append(array)
        holds = [jnp.all(iterations.spread(values.of(each))) for each in checks]
        for at, which in () if seen else self.guesses:
            write = equations[rows[which].at]
            block = iterations.spread(values.of(write.invars[1]))
            holds.append(_is_unchanged(equations[at], write, rows[which], block, values.of))
        return left, holds


def _choose_batch_size(count: int, most: int) -> int:
    """Choose how many iterations a batch runs: ``most``, or fewer if that leaves no remainder.

    Iterations that are left over are a program of their own, which takes as long to compile.
    """
    if count <= most:
        return count
    least = -(-count // most)  # times
    even = [times for times in range(least, 2 * least) if count % times == 0]
    return count // even[0] if even else most


def _independent_loop(count: int, program, checks: int = 0) -> _IndependentLoop | None:
    """Return a loop whose iterations do not depend on one another; None if they do.

    ``checks`` of the program's results, the last ones, are no values that it carries.
    """
    equations = live(program.jaxpr)
    masked: dict = {}
    guesses: list = []
    try:
        rows = _updates_of_carried(count, program, equations, masked, guesses)
    except _Dependent:
        return None
    return _IndependentLoop(count, program, equations, rows, masked, guesses, checks)


def _updates_of_carried(count: int, program, equations: list, masked: dict, guesses: list) -> list:
    """Return a Row, Sum, Extreme, Last or None (unchanged) a carried value, or raise.

    ``masked`` and ``guesses`` are filled.
    """
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
    results = jaxpr.outvars[: len(carried)]
    lasts = _left_by_last(carried, results, users)
    of_numbers = _updates_of_numbers(carried, results, equations, jaxpr.outvars, lasts)
    rows: list = []
    for which, (before, after) in enumerate(zip(carried, results, strict=True)):
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
                and not _reads_elsewhere(equations[at], equations[row.at], row, made_by)
            ]
            for at in others:
                masks = _masks_of_reader(steps, equations[at], at, before, row)
                if masks is not None:
                    for use in masks:
                        masked.setdefault(use, set()).add(which)
                elif _may_be_guessed(equations[at], equations[row.at], row, varying):
                    guesses.append((at, which))
                else:
                    raise _Dependent
        rows.append(row)
    return rows


def _left_by_last(carried: Sequence, results: Sequence, users: dict) -> dict:
    """Return, by variable, the Last of each carried value that no iteration reads."""
    return {
        before: Last(after)
        for before, after in zip(carried, results, strict=True)
        if before not in users and (is_literal(after) or after not in carried)
    }


def _updates_of_numbers(
    carried: Sequence, results: Sequence, equations: list, all_results: Sequence, lasts: dict
) -> dict:
    """Return, by variable, the Sum or Extreme of each carried number that changes, or raise.

    ``lasts`` are returned as they are, of arrays too.
    """
    found, others = dict(lasts), {}
    for before, after in zip(carried, results, strict=True):
        if after is not before and not before.aval.shape and before not in lasts:
            row = sum_of(before, after, equations, all_results)
            (others if row is None else found)[before] = after if row is None else row
    if others:
        found |= extremes_of(list(others), list(others.values()), equations, all_results)
        if any(before not in found for before in others):
            raise _Dependent
    return found


def _masks_of_reader(steps: Steps, equation, at: int, array, row: Row) -> Sequence | None:
    """Return (equation, operand) of masks that exclude others' rows from a read; None if none."""
    where = array, row.axis, row.factor, row.first
    if steps.reads_later_row(equation, *where):
        return ()
    masks = steps.masks_of_written(at, *where)
    return None if masks is None else list(masks.items())


def _may_be_guessed(equation, write, row: Row, varying: set) -> bool:
    """Return whether a read is of one part in all iterations, which one of them writes at most."""
    if equation.primitive is not lax.dynamic_slice_p or equation.invars[0] is not write.invars[0]:
        return False
    starts, sizes = equation.invars[1:], slice_sizes(equation)
    if sizes[row.axis] != 1 or write.invars[1].aval.dtype.kind == "c":
        return False
    if not varying.isdisjoint(filter(is_variable, starts)):
        return False
    lengths = write.invars[1].aval.shape
    others = [axis for axis in range(len(sizes)) if axis != row.axis]
    pairs = [(starts[axis], _starts_of_slice(write)[axis], sizes[axis]) for axis in others]
    return all(sizes[axis] == lengths[axis] for axis in others) and all(
        size == 1 or _is_same_start(one, other) for one, other, size in pairs
    )


def _is_same_start(one, other) -> bool:
    """Return whether two starts are one variable, or equal numbers."""
    if is_literal(one) and is_literal(other):
        return int(one.val) == int(other.val)
    return one is other


def _is_unchanged(read, write, row: Row, block, value: Callable):
    """Return whether a part that is read still has its bits; ``block`` has the rows written."""
    place, apart = _place_among_rows(read, write, row, block.shape[0], value)
    new = lax.dynamic_index_in_dim(block, place, 0, keepdims=False)
    return apart | jnp.all(_bits(new) == _bits(value(read.outvars[0])))


def _place_among_rows(read, write, row: Row, count: int, value: Callable) -> tuple:
    """Return the number of the iteration that writes to a part that is read, and whether none does.

    In that case it is the number of any iteration.
    """
    shape = write.invars[0].aval.shape
    starts = [value(each) for each in read.invars[1:]]
    at = jnp.clip(jnp.asarray(starts[row.axis], np.int64), 0, shape[row.axis] - 1)
    place = (at - row.first) * row.factor
    last = count - 1
    apart = (place < 0) | (place > last)
    for axis, (start, other) in enumerate(zip(starts, _starts_of_slice(write), strict=True)):
        if axis != row.axis and not _is_same_start(read.invars[1 + axis], other):
            least, most = 0, shape[axis] - 1
            one, other = jnp.asarray(start, np.int64), jnp.asarray(value(other), np.int64)
            apart |= jnp.clip(one, least, most) != jnp.clip(other, least, most)
    return jnp.clip(place, 0, last), apart


def _bits(values):
    """Return floats as ints of the same bits: of these, equal ones are the same."""
    if values.dtype.kind != "f":
        return values
    return lax.bitcast_convert_type(values, f"int{8 * values.dtype.itemsize}")


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


def _reads_elsewhere(equation, write, row: Row, made_by) -> bool:
    """Return whether a read is apart from all rows along another axis: ``x[i + 1]`` of ``x[i]``.

    A start outside of the array, which XLA would clamp, is an error of the function's.
    """
    if equation.primitive is not lax.dynamic_slice_p or equation.invars[0] is not write.invars[0]:
        return False
    sizes, lengths = slice_sizes(equation), write.invars[1].aval.shape
    pairs = zip(equation.invars[1:], _starts_of_slice(write), strict=True)
    for axis, (mine, other) in enumerate(pairs):
        one, two = _as_sum(mine, made_by), _as_sum(other, made_by)
        if axis != row.axis and one[0] is two[0]:
            apart = one[1] - two[1]
            if apart >= lengths[axis] or -apart >= sizes[axis]:
                return True
    return False


def _as_sum(atom, made_by) -> tuple:
    """Return (variable, constant) whose sum an index is; (None, constant) of a known one."""
    constant = 0
    while not is_literal(atom):
        equation = made_by.get(atom)
        if equation is None:
            return atom, constant
        name, operands = name_of(equation), equation.invars
        if name == "convert_element_type" and operands[0].aval.dtype == atom.aval.dtype:
            atom = operands[0]
        elif name in ("add", "sub") and is_literal(operands[1]):
            constant += int(operands[1].val) * (1 if name == "add" else -1)
            atom = operands[0]
        else:
            return atom, constant
    return None, constant + int(atom.val)


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


def _write_rows(array, rows, starts: list, row: Row, begin, count: int, counts=None):
    """Return an array with the rows of ``count`` iterations from ``begin`` on, written at once.

    Where ``counts`` is false, a row is what it was.
    """
    block = jnp.moveaxis(jnp.squeeze(rows, row.axis + 1), 0, row.axis)
    if counts is not None:
        shape = [-1 if axis == row.axis else 1 for axis in range(array.ndim)]
        counts = jnp.reshape(counts, shape)
    first = row.factor * begin + row.first
    if row.factor < 0:
        block, first = jnp.flip(block, row.axis), first - (count - 1)
        counts = None if counts is None else jnp.flip(counts, row.axis)
    starts = [first if i == row.axis else start for i, start in enumerate(starts)]
    starts = [jnp.asarray(start, np.int64) for start in starts]
    if counts is not None:
        old = lax.dynamic_slice_p.bind(array, *starts, slice_sizes=block.shape)
        block = jnp.where(counts, block, old)
    # the primitive: the function asks whether a start is negative, and hides where it writes
    return lax.dynamic_update_slice_p.bind(array, block, *starts)
