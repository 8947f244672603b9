"""Tridiagonal systems of columns that LAPACK solves as one, solved for all columns at once.

Code on NumPy flattens the diagonals of many columns, zeros between them, and calls ``gtsv`` once:
each row waits for the one before, 15 ns. Here the shape that was flattened says how long a column
is; rows of all columns are eliminated together, with LAPACK's row exchanges, and a scalar tells
whether that is what LAPACK computes: nothing couples columns, and all numbers are finite. Where it
is not (a pivot is zero, the matrix is one system), LAPACK computes from the program's inputs.

Measured with JAX 0.10.2: a solve of 5,929 columns of 11, 2.0 ms with what goes before it, then 0.9.
To be retired when a program can call LAPACK for columns that are no neighbours in memory.
"""

from __future__ import annotations

import math

import jax.numpy as jnp
import numpy as np
from jax import lax

from ..equations import (
    BRANCHES,
    ITERATED,
    Values,
    applied,
    is_variable,
    live,
    makers,
    name_of,
    retraced,
)
from ..limits import TRIDIAGONAL_LEAST_COLUMNS, TRIDIAGONAL_MOST_STEPS_AGAIN
from ..rewriter import program_pass

_TARGETS = ("lapack_sgtsv_ffi", "lapack_dgtsv_ffi")  # of real numbers
_SOLUTION = 3  # among the results


@program_pass(["ffi_call"])
def rewrite(program):
    """Return a program that solves for columns at once where it may."""
    jaxpr = program.jaxpr
    calls = [each for each in jaxpr.eqns if each.params.get("target_name") in _TARGETS]
    equations = live(jaxpr)
    made_by = makers(equations)
    read = {atom for each in equations for atom in each.invars if is_variable(atom)}
    read.update(filter(is_variable, jaxpr.outvars))
    plans = {}
    for call in calls:
        others = [each for k, each in enumerate(call.outvars) if k != _SOLUTION]
        shape = _shape_before(call.invars[1], made_by)
        again = _equations_before(call, equations)
        if shape is not None and again is not None and read.isdisjoint(others):
            plans[call.outvars[_SOLUTION]] = shape, again
    if not plans:
        return program

    def function(*arguments):
        values = Values(program, arguments)
        for equation in equations:
            plan = plans.get(equation.outvars[_SOLUTION]) if len(equation.outvars) == 5 else None
            if plan is None:
                results = applied(equation, *values.operands(equation))
            else:
                operands = map(values.of, _flat_operands(equation, made_by))
                shape, again = plan
                solution = _solved(program, equation, list(operands), shape, again, arguments)
                results = [None] * _SOLUTION + [solution, None]
            values.set(equation, results)
        return values.results()

    return retraced(program, function)


def _shape_before(variable, made_by: dict) -> tuple | None:
    """Return the shape of what a diagonal was flattened from, its columns last; None if flat."""
    shape = _not_flattened(variable, made_by).aval.shape
    if len(shape) < 2 or shape[-1] < 2 or math.prod(shape[:-1]) < TRIDIAGONAL_LEAST_COLUMNS:
        return None
    return shape


def _not_flattened(variable, made_by: dict):
    """Return the array that a vector was flattened from; the vector if it was not."""
    maker = made_by.get(variable)
    if maker is None or name_of(maker) != "reshape" or maker.params.get("dimensions") is not None:
        return variable
    return maker.invars[0]


def _equations_before(call, equations) -> list | None:
    """Return the equations that the operands of a call need; None if they are too many, or loop."""
    needed, found = set(filter(is_variable, call.invars)), []
    for each in reversed(equations):
        if needed.isdisjoint(each.outvars):
            continue
        if each.effects or name_of(each) in ITERATED or name_of(each) in BRANCHES:
            return None
        found.append(each)
        if len(found) > TRIDIAGONAL_MOST_STEPS_AGAIN:
            return None
        needed.update(filter(is_variable, each.invars))
    return found[::-1]


def _flat_operands(call, made_by: dict) -> list:
    """Return the variables of a call's diagonals and right side.

    The lower and the upper one are an element shorter, and padded for the call: instead of that
    what they were cut out of, whose element there no column reads.
    """
    lower, diagonal, upper, wanted = call.invars
    lower = _without_padding(lower, made_by, 1)
    upper = _without_padding(upper, made_by, 0)
    return [_not_flattened(each, made_by) for each in (lower, diagonal, upper, wanted)]


def _without_padding(variable, made_by: dict, start: int):
    """Return the vector of which all but one element are a padded one's; itself if there is none.

    ``start``: where these begin in it.
    """
    padding = made_by.get(variable)
    if padding is None or name_of(padding) != "pad":
        return variable
    cut = made_by.get(padding.invars[0])
    if cut is None:
        return variable
    if name_of(cut) == "slice":
        begins = cut.params["start_indices"][0]
        step = (cut.params["strides"] or (1,))[0]
    elif name_of(cut) == "dynamic_slice" and not is_variable(cut.invars[1]):
        begins, step = int(cut.invars[1].val), 1
    else:
        return variable
    whole = cut.invars[0]
    is_all_but_one = step == 1 and begins == start and whole.aval.shape == variable.aval.shape
    return whole if is_all_but_one and whole.aval.dtype == variable.aval.dtype else variable


def _solved(program, call, operands: list, shape: tuple, again: list, arguments):
    """Return the solution of a system, for columns of a shape at once where that is LAPACK's."""
    found, is_right = _solved_columns(*[each.reshape(shape) for each in operands])

    def by_lapack(*given):
        values = Values(program, given)
        for each in again:
            values.set(each, applied(each, *values.operands(each)))
        return applied(call, *values.operands(call))[_SOLUTION]

    return lax.cond(is_right, lambda *_: found.reshape(-1, 1), by_lapack, *arguments)


def _solved_columns(lower, diagonal, upper, wanted):
    """Return solutions of tridiagonal systems (..., length), and whether they are LAPACK's."""
    lower, diagonal, upper, wanted = (
        jnp.moveaxis(each, -1, 0) for each in (lower, diagonal, upper, wanted)
    )
    couplings = lower[0].reshape(-1)[1:], upper[-1].reshape(-1)[:-1]
    carry = diagonal[0], upper[0], wanted[0]
    rows = lower[1:], diagonal[1:], upper[1:], wanted[1:]
    last, rows = lax.scan(_eliminated, carry, rows)
    end = last[2] / last[0]
    _, found = lax.scan(_substituted, (end, jnp.zeros_like(end)), rows, reverse=True)
    found = jnp.concatenate([found, end[None]])
    is_right = jnp.all(found * 0 == 0)
    for each in couplings:
        is_right = is_right & jnp.all(each == 0)
    return jnp.moveaxis(found, 0, -1), is_right


def _eliminated(above, row):
    """Eliminate a row's element below the diagonal, with the larger of two pivots, as ``gtsv``.

    Returns
    -------
    below, above : tuple
        The row that goes on, and the one that is done: its elements, and what it is to give.
    """
    diagonal, upper, wanted = above
    lower, next_diagonal, next_upper, next_wanted = row
    exchanged = abs(diagonal) < abs(lower)
    pivot = jnp.where(exchanged, lower, diagonal)
    factor = jnp.where(exchanged, diagonal, lower) / pivot
    first = jnp.where(exchanged, next_diagonal, upper)
    second = jnp.where(exchanged, next_upper, np.zeros((), upper.dtype))
    given = jnp.where(exchanged, next_wanted, wanted)
    below = (
        jnp.where(exchanged, upper, next_diagonal) - factor * first,
        jnp.where(exchanged, -factor * next_upper, next_upper),
        jnp.where(exchanged, wanted, next_wanted) - factor * given,
    )
    return below, (pivot, first, second, given)


def _substituted(below, row):
    """Solve a row for its unknown, of the two below it."""
    one, other = below
    pivot, first, second, given = row
    found = (given - first * one - second * other) / pivot
    return (found, one), found
