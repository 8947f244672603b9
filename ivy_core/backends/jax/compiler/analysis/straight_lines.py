"""An iteration without branches: both sides are computed, and a select picks each result.

Iterations that run as a batch go both ways in any case. A branch hides which element it writes to;
written out, a write on one side is one of the element's own value where the other side runs.
"""

from __future__ import annotations

from collections.abc import Sequence

import jax.numpy as jnp
import numpy as np
from jax import lax

from ...runtime.internals import ClosedJaxpr, jaxpr_as_fun
from ..equations import (
    FUNCTIONS,
    ITERATED,
    Values,
    applied,
    branches_of,
    called_program,
    is_tracer,
    is_variable,
    name_of,
    retraced,
)
from ..limits import BRANCH_FEW_ELEMENTS


class _Kept(Exception):
    """Raised where a branch has to stay one."""


def has_branches(jaxpr) -> bool:
    """Return whether there is a branch in a program, or in a function that it calls."""
    return any(
        bool(branches_of(each))
        or name_of(each) in FUNCTIONS
        and has_branches(called_program(each).jaxpr)
        for each in jaxpr.eqns
    )


def without_fallbacks(program: ClosedJaxpr) -> tuple[ClosedJaxpr, int]:
    """Return a program without branches that only replace values where these may be wrong.

    Returns
    -------
    program : ClosedJaxpr
        Behind its results come the conditions of these branches.
    count : int
        How many these are.
    """
    if not any(map(_is_fallback, program.jaxpr.eqns)):
        return program, 0

    def run(*given):
        values, conditions = Values(program, given), []
        for equation in program.jaxpr.eqns:
            operands = values.operands(equation)
            if _is_fallback(equation):
                same = branches_of(equation)[1].jaxpr
                known = dict(zip(same.invars, operands[1:], strict=True))
                values.set(equation, [known[out] for out in same.outvars])
                conditions.append(lax.gt(operands[0], lax.full_like(operands[0], 0)))
            else:
                values.set(equation, applied(equation, *operands))
        return [*values.results(), *conditions]

    made = retraced(program, run)
    return made, len(made.jaxpr.outvars) - len(program.jaxpr.outvars)


def with_fallbacks(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program that always goes the way of what may replace values."""
    if not any(map(_is_fallback, program.jaxpr.eqns)):
        return program

    def run(*given):
        values = Values(program, given)
        for equation in program.jaxpr.eqns:
            operands = values.operands(equation)
            if _is_fallback(equation):
                values.set(equation, jaxpr_as_fun(branches_of(equation)[0])(*operands[1:]))
            else:
                values.set(equation, applied(equation, *operands))
        return values.results()

    return retraced(program, run)


def _is_fallback(equation) -> bool:
    """Return whether an equation is a branch that gives values on if a condition holds.

    On the other side it computes them in a loop.
    """
    branches = branches_of(equation)
    if len(branches) != 2:
        return False
    same = branches[1].jaxpr
    if same.eqns or not all(is_variable(out) and out in same.invars for out in same.outvars):
        return False
    return any(name_of(each) in ITERATED for each in branches[0].jaxpr.eqns)


def straight_lined(program: ClosedJaxpr) -> ClosedJaxpr | None:
    """Return a program without branches; None if one has to stay.

    That is one with a loop on a side, or whose sides give large arrays that are not one array, some
    elements of which they have written to.
    """
    line = _StraightLine()
    try:
        return retraced(program, lambda *given: line.run(program, given, None))
    except _Kept:
        return None


class _StraightLine:
    """Computes a program, and of its branches both sides."""

    def __init__(self):
        # by identity: an array that was written to, and what it was before
        self._before: dict[int, tuple] = {}
        self._truths: dict[int, tuple] = {}  # by identity: a number, and the truth that it is

    def run(self, program: ClosedJaxpr, arguments: Sequence, condition) -> list:
        """Return the results of a program; it writes to elements where a condition holds."""
        values = Values(program, arguments)
        for equation in program.jaxpr.eqns:
            operands = values.operands(equation)
            if equation.effects:
                raise _Kept
            if name_of(equation) in FUNCTIONS:
                results = self.run(called_program(equation), operands, condition)
            elif branches_of(equation):
                results = self._run_both_sides(equation, operands, condition)
            elif equation.primitive is lax.dynamic_update_slice_p:
                results = [self._write(equation, *operands, condition=condition)]
            elif condition is not None and name_of(equation) in ITERATED:
                raise _Kept  # it may go on for ever where its side is not to run
            else:
                results = self._apply(equation, *operands)
            values.set(equation, results)
        return values.results()

    def _apply(self, equation, *operands) -> list:
        """Apply an equation, and note truths that are converted to numbers, to test these."""
        name = name_of(equation)
        if name == "gt" and id(operands[0]) in self._truths and _is_zero(operands[1]):
            return [self._truths[id(operands[0])][1]]
        results = applied(equation, *operands)
        if name == "convert_element_type" and equation.invars[0].aval.dtype == bool:
            self._truths[id(results[0])] = results[0], operands[0]
        return results

    def _truth(self, number):
        """Return whether a number, which a branch is chosen by, is above zero."""
        if id(number) in self._truths:
            return self._truths[id(number)][1]
        return lax.gt(number, lax.full_like(number, 0))

    def _write(self, equation, array, value, *starts, condition):
        """Write to an array; where a condition does not hold, what stands there."""
        if condition is not None:
            old = lax.dynamic_slice_p.bind(array, *starts, slice_sizes=jnp.shape(value))
            value = _select(condition, value, old)
        (made,) = applied(equation, array, value, *starts)
        self._before[id(made)] = made, self._root(array)
        return made

    def _root(self, array):
        """Return the array that one was before elements of it were written to."""
        return self._before[id(array)][1] if id(array) in self._before else array

    def _run_both_sides(self, equation, operands: Sequence, condition) -> list:
        """Run the side of a false condition, and the other one on the arrays that it leaves."""
        number, *arguments = operands
        branches = branches_of(equation)
        if len(branches) != 2:
            raise _Kept
        test = self._truth(number)
        tests = [lax.bitwise_not(test), test]
        if condition is not None:
            tests = [lax.bitwise_and(condition, each) for each in tests]
        first = self.run(branches[0], arguments, tests[0])
        is_array = [jnp.size(each) > BRANCH_FEW_ELEMENTS for each in first]
        left: dict = {}  # by the identity of what they were: the arrays that the first side leaves
        for array, each in zip(first, is_array, strict=True):
            if each:
                root = id(self._root(array))
                if root in left:
                    raise _Kept
                left[root] = array
        versions: dict = {}
        for each in arguments:
            root = id(self._root(each))
            if root in left and versions.setdefault(root, each) is not each:
                raise _Kept  # two versions of one array
        arguments = [left.get(id(self._root(each)), each) for each in arguments]
        second = self.run(branches[1], arguments, tests[1])
        results = []
        for one, other, each in zip(first, second, is_array, strict=True):
            if not each:
                results.append(_select(test, other, one))
            elif self._root(one) is self._root(other):
                results.append(other)
            else:
                raise _Kept
        return results


def _is_zero(value) -> bool:
    return not is_tracer(value) and np.ndim(value) == 0 and value == 0


def _select(condition, one, other):
    """Select one of two values of a shape."""
    one, other = jnp.asarray(one), jnp.asarray(other)
    return lax.select(jnp.broadcast_to(condition, one.shape), one, other)
