"""Reductions of a complete program, in the form that XLA computes quickest on a CPU.

Along two to eight indices it adds up one after the other without vector instructions, ten times
slower than as additions of whole arrays; so it does down a long array of few columns. Two sums
that are added up are two passes, which are one of what is summed. Programs are rewritten once they
are complete, as gradients of what is written here would cost more than those of a reduction.

Measured with JAX 0.10.2: a reduction of 50,000 x 2, 200 us, then 28.
To be retired when XLA's CPU backend vectorizes reductions along short axes.
"""

from __future__ import annotations

import functools
from collections import Counter

import jax
import numpy as np
from jax import lax

from ..equations import (
    FUNCTIONS,
    ITERATED,
    Values,
    applied,
    is_literal,
    is_variable,
    name_of,
    retraced,
)
from ..limits import (
    REDUCTION_LEAST_ELEMENTS,
    REDUCTION_MOST_COLUMNS,
    REDUCTION_MOST_LENGTH,
    REDUCTION_ROWS_AT_ONCE,
)
from ..rewriter import program_pass

_WITH_PROGRAMS = FUNCTIONS | ITERATED | {"cond"}
_joins = {
    "reduce_sum": lax.add, "reduce_prod": lax.mul, "reduce_max": lax.max, "reduce_min": lax.min,
    "reduce_and": lax.bitwise_and, "reduce_or": lax.bitwise_or,
}  # fmt: skip


@program_pass(_joins)
def rewrite(program):
    """Return a program with the same results, in which numbers are added in another order."""
    jaxpr = program.jaxpr
    single, steps = [], {}
    for at, equation in enumerate(jaxpr.eqns):
        step = _unwrap_single_equation(equation) if name_of(equation) in FUNCTIONS else equation
        single.append(step)
        if name_of(step) in _joins or name_of(equation) in _WITH_PROGRAMS:
            quicker = _quicker_equation(equation, step)
            if quicker is not None:
                steps[at] = quicker
    terms, left_out = _split_sums_of_sums(jaxpr, single)
    if not steps and not terms:
        return program

    def function(*arguments):
        values = Values(program, arguments)
        for at, equation in enumerate(jaxpr.eqns):
            first = next(iter(equation.outvars), None)
            if first in left_out:
                continue
            if first in terms:
                step, arrays = terms[first]
                results = applied(step, functools.reduce(lax.add, map(values.of, arrays)))
            else:
                step = steps.get(at, functools.partial(applied, equation))
                results = step(*values.operands(equation))
            values.set(equation, results)
        return values.results()

    return retraced(program, function)


def _quicker_equation(equation, step):
    """Return a faster function for an equation, or for its function's only ``step``; else None."""
    join = _joins.get(name_of(step))
    if join is not None:
        return _quick_reduction(step, join, **step.params)
    if name_of(equation) not in _WITH_PROGRAMS:
        return None
    params = {}
    for name, value in equation.params.items():
        if hasattr(value, "jaxpr"):
            made = rewrite(value)
        elif name == "branches":
            made = tuple(map(rewrite, value))
            made = value if all(a is b for a, b in zip(made, value, strict=True)) else made
        else:
            continue
        if made is not value:
            params[name] = made
    if not params:
        return None
    return functools.partial(applied, equation.replace(params={**equation.params, **params}))


def _quick_reduction(step, join, axes, **_):
    """Return a function that computes a reduction faster; None if there is none."""
    shape = step.invars[0].aval.shape
    if len(axes) != 1 or np.prod(shape) < REDUCTION_LEAST_ELEMENTS:
        return None
    axis = axes[0]
    if 2 <= shape[axis] <= REDUCTION_MOST_LENGTH:
        return functools.partial(_reduce_by_slices, join, axis)
    if step.primitive is lax.reduce_sum_p and axis == 0 and len(shape) == 2:
        rows = next((rows for rows in REDUCTION_ROWS_AT_ONCE if shape[0] % rows == 0), None)
        if shape[1] <= REDUCTION_MOST_COLUMNS and rows is not None and jax.device_count() == 1:
            return functools.partial(_reduce_by_wide_rows, step, rows)
    return None


def _reduce_by_slices(join, axis: int, array) -> list:
    """Reduce a short axis by joining its slices; return a list of the one result."""
    indices = range(array.shape[axis])
    slices = [lax.index_in_dim(array, index, axis, keepdims=False) for index in indices]
    return [functools.reduce(join, slices)]


def _reduce_by_wide_rows(step, rows: int, array) -> list:
    """Sum a matrix's rows, as wide rows of several first; return a list of the one result."""
    count, columns = array.shape
    wide = applied(step, lax.reshape(array, (count // rows, rows * columns)))[0]
    return applied(step, lax.reshape(wide, (rows, columns)))


def _split_sums_of_sums(jaxpr, steps: list) -> tuple[dict, set]:
    """Return ``{result: (summing equation, arrays to add first)}``, and results not needed then.

    An array counts if it is computed here for its sum alone: it would not be kept in memory.
    """
    uses = Counter()
    for equation in jaxpr.eqns:
        uses.update(filter(is_variable, equation.invars))
    uses.update(filter(is_variable, jaxpr.outvars))
    made, found, absorbed = set(), {}, set()
    for equation, step in zip(jaxpr.eqns, steps, strict=True):
        operands = equation.invars
        made.update(equation.outvars)
        if len(equation.outvars) != 1 or equation.outvars[0].aval.shape:
            continue
        out = equation.outvars[0]
        if step.primitive is lax.reduce_sum_p:
            if operands[0] in made and uses[operands[0]] == 1:
                found[out] = step, [operands[0]]
        elif step.primitive is lax.add_p and not any(map(is_literal, operands)):
            a, b = operands
            if a in found and b in found and uses[a] == uses[b] == 1:
                arrays = [*found[a][1], *found[b][1]]
                if len({(each.aval.shape, each.aval.dtype) for each in arrays}) == 1:
                    found[out] = found[a][0], arrays
                    absorbed.update((a, b))
    if not absorbed:
        return {}, absorbed
    joined = {out: each for out, each in found.items() if len(each[1]) > 1 and out not in absorbed}
    return joined, absorbed


def _unwrap_single_equation(equation):
    """Return a called program's only equation, if it takes what the call takes; else the call."""
    inner = equation.params["jaxpr"]
    steps = inner.jaxpr.eqns
    if len(steps) == 1 and not inner.consts:
        if list(steps[0].invars) == list(inner.jaxpr.invars):
            if list(steps[0].outvars) == list(inner.jaxpr.outvars):
                return steps[0]
    return equation
