"""Inner loops of few steps that differ by iteration, written out: ``range(min(count, i + 1))``.

Iterations that run as a batch take the same steps. How many an inner loop takes at most is told by
its bounds, as sums of what is not known: of ``range(max(i - 1, 0), min(i + 2, n))`` these are three
whatever ``i`` is, from ``i - 1`` on. So many are written out, and one that the loop would not take
changes nothing. What is known of an index in the steps that count is made use of: it is not
negative, and a sum of the iteration's number and a constant.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax

from ...runtime.internals import ClosedJaxpr
from ..equations import (
    FUNCTIONS,
    MOVES,
    Values,
    WhileLoop,
    affine,
    applied,
    branches_of,
    called_program,
    inner_programs,
    is_literal,
    is_tracer,
    is_variable,
    makers,
    name_of,
    retraced,
)
from ..limits import (
    BOUNDED_LOOP_MOST_EQUATIONS,
    BOUNDED_LOOP_MOST_STEPS,
    BRANCH_FEW_ELEMENTS,
)

_MOST_DEPTH = 8  # of bounds that are made of bounds


class _Kept(Exception):
    """Raised where a loop has to stay one."""


class _Sum(NamedTuple):
    """A sum of multiples of values, and a constant; the values by their keys."""

    terms: dict
    constant: int

    def plus(self, other: _Sum, factor: int = 1) -> _Sum:
        """Return the sum with a multiple of another one."""
        terms = dict(self.terms)
        for key, each in other.terms.items():
            terms[key] = terms.get(key, 0) + factor * each
        terms = {key: each for key, each in terms.items() if each}
        return _Sum(terms, self.constant + factor * other.constant)

    def with_value(self, key, value: _Sum) -> _Sum:
        """Return the sum with a sum in place of one of its values."""
        rest = {each: n for each, n in self.terms.items() if each != key}
        return _Sum(rest, self.constant).plus(value, self.terms[key])


def _constant(value: int) -> _Sum:
    return _Sum({}, value)


class _Extreme(NamedTuple):
    """The larger of two sums, or the lesser."""

    is_larger: bool
    sums: tuple[_Sum, _Sum]


class _Step(NamedTuple):
    """The number of a step that a loop takes: from 0 on, below a sum, and equal to another one."""

    below: _Sum
    same: _Sum


def has_uneven_loops(jaxpr) -> bool:
    """Return whether a program has a loop whose test compares a counter with a bound."""
    return any(
        name_of(each) == "while"
        and _is_counter_below_bound(WhileLoop.of(each).test.jaxpr)
        or name_of(each) in FUNCTIONS
        and has_uneven_loops(called_program(each).jaxpr)
        for each in jaxpr.eqns
    )


def _is_counter_below_bound(test) -> bool:
    return len(test.eqns) == 1 and name_of(test.eqns[0]) == "lt"


def written_out(program: ClosedJaxpr, count: int) -> ClosedJaxpr | None:
    """Return the body of a loop without inner loops that take few steps, by iteration as many.

    Parameters
    ----------
    program : ClosedJaxpr
        Its first input is the number of the iteration.
    count : int
        More than the largest number.

    Returns
    -------
    program : ClosedJaxpr or None
        None if one of them has to stay.
    """

    def write(*given):
        return _Writer(given[0], count, program.jaxpr.outvars).run(program, given)

    try:
        return retraced(program, write)
    except _Kept:
        return None


class _Writer:
    """Computes the body of a loop, and knows ints as sums of others."""

    def __init__(self, number, count: int, results: Sequence):
        self._results = set(filter(is_variable, results))
        self._values: dict = {}  # by key, which is the identity: the value
        self._sums: dict[int, tuple] = {}  # by identity: a value, and the sum that it is
        self._bounds: dict = {}  # by key: an _Extreme or a _Step
        self._tests: dict[int, tuple] = {}  # by identity: a truth, what it compares, and how
        self._number, self._count = id(number), count
        self._of_rows = [{id(number): 1}, {id(number): -1}]
        self._values[id(number)] = number
        self._keys = itertools.count(-1, -1)
        # by identity: what differs by iteration; and whether the steps of a loop are written
        self._varying, self._is_within = {id(number): number}, False

    # what is known of ints

    def _sum_of(self, value) -> _Sum | None:
        """Return the sum that an int without dimensions is; None of another value."""
        if id(value) in self._sums:
            return self._sums[id(value)][1]
        if not is_tracer(value):
            array = np.asarray(value)
            whole = array.ndim == 0 and array.dtype.kind in "iu"
            return _constant(int(array)) if whole else None
        if value.shape or value.dtype != np.int64:
            return None
        self._values[id(value)] = value
        return _Sum({id(value): 1}, 0)

    def _note(self, value, known: _Sum) -> None:
        if id(value) not in self._values:  # else it is one of the values that sums are of
            self._sums[id(value)] = value, known

    def _most(self, known: _Sum, depth: int = 0) -> int | None:
        """Return the most that a sum can be, None if that is not known."""
        if not known.terms:
            return known.constant
        if depth > _MOST_DEPTH:
            return None
        for key, factor in known.terms.items():
            bound = self._bounds.get(key)
            if type(bound) is _Step:
                others = bound.below.plus(_constant(-1)) if factor > 0 else _constant(0)
                return self._most(known.with_value(key, others), depth + 1)
            if type(bound) is _Extreme:
                found = [self._most(known.with_value(key, each), depth + 1) for each in bound.sums]
                if bound.is_larger == (factor > 0):  # it is the larger of what these give
                    return None if None in found else max(found)
                return min((each for each in found if each is not None), default=None)
        if set(known.terms) != {self._number}:
            return None
        factor = known.terms[self._number]
        return known.constant + (factor * (self._count - 1) if factor > 0 else 0)

    def _least(self, known: _Sum) -> int | None:
        most = self._most(_constant(0).plus(known, -1))
        return None if most is None else -most

    def _is_least(self, known: _Sum, least: int) -> bool:
        found = self._least(known)
        return found is not None and found >= least

    def _without_steps(self, known: _Sum) -> _Sum:
        """Return a sum without numbers of steps, which are sums of others."""
        for key in list(known.terms):
            if type(self._bounds.get(key)) is _Step:
                known = known.with_value(key, self._bounds[key].same)
        return known

    def _made_of_one(self, known: _Sum):
        """Compute a sum of one value and a constant; None of other sums."""
        wanted, known = known, self._without_steps(known)
        if not known.terms:
            return np.int64(known.constant)
        key, *more = known.terms
        if more or known.terms[key] != 1 or key not in self._values:
            return None
        if known == wanted and not known.constant:
            return self._values[key]
        return lax.add(self._values[key], np.int64(known.constant))  # of which more is known

    # equations

    def run(self, program: ClosedJaxpr, arguments: Sequence) -> list:
        """Return the results of a program."""
        values = Values(program, arguments)
        for equation in program.jaxpr.eqns:
            operands = values.operands(equation)
            name = name_of(equation)
            rule = _rules.get(name)
            if (
                equation.effects
                or self._is_within
                and not self._is_read_in_rows(equation, operands)
            ):
                raise _Kept
            results = None if rule is None else rule(self, equation, operands)
            results = applied(equation, *operands) if results is None else results
            self._mark(results, operands)
            values.set(equation, results)
        return values.results()

    def _mark(self, results: Sequence, operands: Sequence) -> None:
        """Note that results differ by iteration if one of the operands does."""
        if any(id(each) in self._varying for each in operands):
            self._varying.update((id(each), each) for each in results if is_tracer(each))

    def _is_read_in_rows(self, equation, operands: Sequence) -> bool:
        """Return whether what all iterations read is a block of rows, where an equation reads.

        XLA writes out what leads to an element that is gathered twice for each step.
        """
        name = name_of(equation)
        if name == "gather" or branches_of(equation):
            return False
        if equation.primitive is not lax.dynamic_slice_p:
            return True
        array, *starts = operands
        if id(array) in self._varying:
            return all(id(each) not in self._varying for each in starts)
        sums = [self._sum_of(each) for each in starts if id(each) in self._varying]
        terms = [self._without_steps(each).terms if each else None for each in sums]
        terms = [each for each in terms if each != {}]
        return len(terms) < 2 and all(each in self._of_rows for each in terms)

    def _call(self, equation, operands: Sequence) -> list:
        if equation.params["name"] == "floor_divide" and self._sum_of(operands[1]) == _constant(1):
            return [operands[0]]
        return self.run(called_program(equation), operands)

    def _add(self, equation, operands: Sequence) -> list | None:
        return self._linear(equation, operands, {"add": 1, "sub": -1}[name_of(equation)])

    def _linear(self, equation, operands: Sequence, factor: int) -> list | None:
        one, other = map(self._sum_of, operands)
        if one is None or other is None or equation.outvars[0].aval.dtype != np.int64:
            return None
        return self._result(equation, operands, one.plus(other, factor))

    def _result(self, equation, operands: Sequence, known: _Sum) -> list:
        value = self._made_of_one(known)
        results = applied(equation, *operands) if value is None else [value]
        self._note(results[0], known)
        return results

    def _multiply(self, equation, operands: Sequence) -> list | None:
        one, other = map(self._sum_of, operands)
        if one is None or other is None or one.terms and other.terms:
            return None
        if equation.outvars[0].aval.dtype != np.int64:
            return None
        one, other = (other, one) if other.terms else (one, other)
        scaled = _constant(0).plus(one, other.constant)
        return self._result(equation, operands, scaled)

    def _convert(self, equation, operands: Sequence) -> list | None:
        known, out = self._sum_of(operands[0]), equation.outvars[0].aval
        if known is None or out.dtype != np.int64:
            return None
        if not is_tracer(operands[0]):
            results = [np.int64(operands[0])]
            self._note(results[0], known)
            return results
        # what it promotes with is of no account within, but of what is carried
        return None if equation.outvars[0] in self._results else list(operands)

    def _keep(self, equation, operands: Sequence) -> list | None:
        """Return a truth or an int without dimensions as it is."""
        is_same = np.shape(operands[0]) == equation.outvars[0].aval.shape == ()
        return list(operands) if is_same and is_tracer(operands[0]) else None

    def _extreme(self, equation, operands: Sequence) -> list | None:
        sums = tuple(map(self._sum_of, operands))
        if None in sums:
            return None
        return self._larger(name_of(equation) == "max", sums, operands, equation)

    def _larger(self, is_larger: bool, sums, operands: Sequence, equation) -> list:
        """Return the larger of two ints or the lesser: one of them if that is known."""
        apart = sums[0].plus(sums[1], -1)
        for which, difference in enumerate((apart, _constant(0).plus(apart, -1))):
            if self._is_least(difference, 0):  # that one is at least the other
                return [operands[which if is_larger else 1 - which]]
        return self._noted_extreme(equation, operands, is_larger, sums)

    def _compare(self, equation, operands: Sequence) -> list | None:
        sums = tuple(map(self._sum_of, operands))
        results = applied(equation, *operands)
        if None not in sums:
            self._tests[id(results[0])] = results[0], name_of(equation), *sums
        return results

    def _select(self, equation, operands: Sequence) -> list | None:
        """Return the one of two ints that is known to be picked, or note that it is an extreme."""
        if len(operands) != 3 or id(operands[0]) not in self._tests:
            return None
        _, name, one, other = self._tests[id(operands[0])]
        if name == "gt":  # the other one is less
            one, other = other, one
        apart = one.plus(other, -1)
        if self._is_least(apart, 0):
            return [operands[1]]
        if self._is_least(_constant(-1).plus(apart, -1), 0):
            return [operands[2]]
        is_false, is_true = map(self._sum_of, operands[1:])
        if (is_true, is_false) not in ((one, other), (other, one)):
            return None
        return self._noted_extreme(equation, operands, is_true == other, (one, other))

    def _noted_extreme(self, equation, operands: Sequence, is_larger: bool, sums) -> list:
        results = applied(equation, *operands)
        key = id(results[0])
        self._values[key], self._bounds[key] = results[0], _Extreme(is_larger, sums)
        return results

    def _write_out(self, equation, operands: Sequence) -> list | None:
        """Write the steps of an inner loop out."""
        loop = WhileLoop.of(equation)
        if not _is_counter_below_bound(loop.test.jaxpr):
            return None
        constants, own, begin = loop.split(operands)
        jaxpr, test = loop.body.jaxpr, loop.test.jaxpr
        counter, bound = test.eqns[0].invars
        carried = test.invars[loop.test_constants :]
        if counter not in carried or is_literal(test.outvars[0]):
            raise _Kept
        at = carried.index(counter)
        mine = jaxpr.invars[loop.body_constants :]
        if affine(jaxpr.outvars[at], makers(jaxpr.eqns), mine[at]) != (1, 1):
            raise _Kept
        if not is_literal(bound) and bound in carried:
            place = carried.index(bound)
            if jaxpr.outvars[place] is not mine[place]:
                raise _Kept
        end = Values(loop.test, [*constants, *begin]).of(bound)
        steps = self._steps(loop, own, begin[at], end, mine[at])
        several = len(steps) * _count_equations(jaxpr)
        if len(steps) > BOUNDED_LOOP_MOST_STEPS or several > BOUNDED_LOOP_MOST_EQUATIONS:
            raise _Kept
        state = list(begin)
        outer, self._is_within = self._is_within, True
        for counts, number in steps:
            state[at] = number
            new = self.run(loop.body, [*own, *state])
            for place, (one, other) in enumerate(zip(new, state, strict=True)):
                if jaxpr.outvars[place] is not mine[place] and place != at:
                    state[place] = _selected(counts, one, other)
                    self._mark([state[place]], [counts, one, other])
        state[at] = _computed(lax.max, begin[at], end)
        self._is_within = outer
        return state

    def _steps(self, loop: WhileLoop, own, begin, end, counter) -> list[tuple]:
        """Return, for each step that may be, whether it counts and the counter's value in it."""
        first, last = self._sum_of(begin), self._sum_of(end)
        if first is None or last is None:
            raise _Kept
        length = last.plus(first, -1)
        added = _added_to(loop, own, counter)
        base = first if added is None else first.plus(self._sum_of(added) or _constant(0))
        found = [(self._most(length.plus(base).plus(low, -1)), low) for low in self._lows(base)]
        found = [(most, low) for most, low in found if most is not None]
        if found:
            most, low = min(found, key=lambda pair: pair[0])
        else:
            most, low = self._most(length), base
        if most is None:
            raise _Kept
        steps, several = [], _computed(lax.sub, end, begin)
        for k in range(min(max(most, 0), BOUNDED_LOOP_MOST_STEPS + 1)):
            key = next(self._keys)
            same = low.plus(_constant(k)).plus(base, -1)
            self._bounds[key] = _Step(length, same)
            number = self._values[key] = self._value_of(same)
            counts = lax.lt(number, several)
            if same.terms:
                counts = lax.bitwise_and(lax.ge(number, np.int64(0)), counts)
            value = _computed(lax.add, begin, number)
            self._note(value, first.plus(_Sum({key: 1}, 0)))
            parts = [begin, *[self._values[each] for each in same.terms]]
            self._mark([number, value], parts)
            self._mark([counts], [*parts, end])
            steps.append((counts, value))
        return steps

    def _lows(self, base: _Sum) -> list[_Sum]:
        """List sums of one value that are at most another sum; itself, if it is such a one."""
        if self._made_of_one(base) is not None and len(base.terms) < 2:
            key = next(iter(base.terms), None)
            if type(self._bounds.get(key)) is not _Extreme:
                return [base]
        found = []
        for key, factor in base.terms.items():
            bound = self._bounds.get(key)
            if type(bound) is _Extreme and bound.is_larger and factor == 1:
                lows = [base.with_value(key, each) for each in bound.sums]
                found += [low for low in lows if low.terms and self._made_of_one(low) is not None]
        return found

    def _value_of(self, known: _Sum):
        """Compute the value of a sum."""
        value = np.int64(known.constant)
        for key, factor in known.terms.items():
            join, own = lax.add if factor > 0 else lax.sub, self._values[key]
            if abs(factor) > 1:
                own = _computed(lax.mul, own, abs(factor))
            value = _computed(join, value, own)
        return value


_rules = dict.fromkeys(FUNCTIONS, _Writer._call)
_rules |= dict.fromkeys(("add", "sub"), _Writer._add)
_rules |= dict.fromkeys(("max", "min"), _Writer._extreme)
_rules |= dict.fromkeys(("lt", "gt"), _Writer._compare)
_rules |= dict.fromkeys(("reshape", "squeeze"), _Writer._keep)
_rules["mul"] = _Writer._multiply
_rules["convert_element_type"] = _Writer._convert
_rules["select_n"] = _Writer._select
_rules["while"] = _Writer._write_out


_ON_HOST = {lax.add: np.add, lax.sub: np.subtract, lax.mul: np.multiply, lax.max: np.maximum}


def _computed(function: Callable, one, other):
    """Compute a function of two ints, at once where both are known."""
    if not is_tracer(one) and not is_tracer(other):
        return np.int64(_ON_HOST[function](one, other))
    return function(*[lax.convert_element_type(each, np.int64) for each in (one, other)])


def _selected(counts, one, other):
    """Return one of two small values of a shape; an array stays out of what is written out."""
    one, other = jnp.asarray(one), jnp.asarray(other)
    if one.size > BRANCH_FEW_ELEMENTS:
        raise _Kept
    return lax.select(jnp.broadcast_to(counts, one.shape), one, other)


def _added_to(loop: WhileLoop, own: Sequence, counter):
    """Return the int from outside that a loop's body adds its counter to, None if there is none."""
    jaxpr = loop.body.jaxpr
    made_by, outside = makers(jaxpr.eqns), dict(zip(jaxpr.invars, own, strict=False))
    for equation in jaxpr.eqns:
        if name_of(equation) == "add":
            for one, other in (equation.invars, equation.invars[::-1]):
                if is_literal(one) or one not in outside or is_literal(other):
                    continue
                if not one.aval.shape and affine(other, made_by, counter) == (1, 0):
                    return outside[one]
    return None


def _count_equations(jaxpr) -> int:
    inner = itertools.chain.from_iterable(map(inner_programs, jaxpr.eqns))
    own = [each for each in jaxpr.eqns if name_of(each) not in MOVES]  # these cost nothing
    return len(own) + sum(map(_count_equations, inner))
