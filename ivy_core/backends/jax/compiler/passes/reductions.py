"""Sums and other reductions of a compiled program, in the form that XLA computes quickest on a CPU.

Along two to eight places it adds up a place after the other without vector instructions, ten times
slower than as additions of whole arrays; so it does down a long array of few columns. Two sums
that are added up are two passes, which are one of what is summed. Programs are rewritten once they
are complete, as gradients of what is written here would cost more than those of a reduction.
"""

from __future__ import annotations

import functools
from collections import Counter

import jax
import numpy as np
from jax import lax

from ..equations import applied, is_literal, kinds_of

_JOINS = {
    "reduce_sum": lax.add, "reduce_prod": lax.mul, "reduce_max": lax.max, "reduce_min": lax.min,
    "reduce_and": lax.bitwise_and, "reduce_or": lax.bitwise_or,
}  # fmt: skip
_MOST_PLACES = 8  # along which additions are quicker
_LEAST_ELEMENTS = 8192  # few are in the cache, and quicker as they are
_MOST_COLUMNS = 16
_ROWS_AT_ONCE = range(64, 3, -1)


def with_quick_sums(program):
    """Return a program with the same results, in which numbers are added in another order.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    ClosedJaxpr
        The very one that was given where nothing is to be gained.
    """
    if jax.default_backend() != "cpu":
        return program
    jaxpr = program.jaxpr
    steps = {at: step for at, each in enumerate(jaxpr.eqns) if (step := _quicker(each))}
    terms, left_out = _added_sums(jaxpr)
    if not steps and not terms:
        return program

    def function(*arguments):
        known = dict(zip(jaxpr.constvars, program.consts, strict=True))
        known.update(zip(jaxpr.invars, arguments, strict=True))
        for at, equation in enumerate(jaxpr.eqns):
            first = next(iter(equation.outvars), None)
            if first in left_out:
                continue
            if first in terms:
                step, arrays = terms[first]
                results = applied(step, functools.reduce(lax.add, [known[a] for a in arrays]))
            else:
                operands = [a.val if is_literal(a) else known[a] for a in equation.invars]
                results = steps.get(at, functools.partial(applied, equation))(*operands)
            known.update(zip(equation.outvars, results, strict=True))
        return [a.val if is_literal(a) else known[a] for a in jaxpr.outvars]

    return jax.make_jaxpr(function)(*kinds_of(program))


def _quicker(equation):
    """Return a function that gives an equation's results sooner; None if there is none."""
    step = _only_step(equation)
    if step.primitive.name in _JOINS:
        return _quick_reduction(step)
    if equation.primitive.name not in ("jit", "pjit", "scan", "while", "cond"):
        return None
    params = {}
    for name, value in equation.params.items():
        if hasattr(value, "jaxpr"):
            made = with_quick_sums(value)
        elif name == "branches":
            made = tuple(map(with_quick_sums, value))
            made = value if all(a is b for a, b in zip(made, value, strict=True)) else made
        else:
            continue
        if made is not value:
            params[name] = made
    if not params:
        return None
    return functools.partial(applied, equation.replace(params={**equation.params, **params}))


def _quick_reduction(step):
    name, axes = step.primitive.name, tuple(step.params["axes"])
    shape = step.invars[0].aval.shape
    if len(axes) != 1 or np.prod(shape) < _LEAST_ELEMENTS:
        return None
    axis = axes[0]
    if 2 <= shape[axis] <= _MOST_PLACES:
        return functools.partial(_by_places, _JOINS[name], axis)
    if name == "reduce_sum" and axis == 0 and len(shape) == 2:
        rows = next((rows for rows in _ROWS_AT_ONCE if shape[0] % rows == 0), None)
        if shape[1] <= _MOST_COLUMNS and rows is not None and jax.device_count() == 1:
            return functools.partial(_by_rows, step, rows)
    return None


def _by_places(join, axis: int, array) -> list:
    places = [
        lax.index_in_dim(array, place, axis, keepdims=False) for place in range(array.shape[axis])
    ]
    return [functools.reduce(join, places)]


def _by_rows(step, rows: int, array) -> list:
    """Return the sums of few columns, with some rows of them in one."""
    count, columns = array.shape
    wide = applied(step, lax.reshape(array, (count // rows, rows * columns)))[0]
    return applied(step, lax.reshape(wide, (rows, columns)))


def _added_sums(jaxpr) -> tuple[dict, set]:
    """Return what makes up sums of sums: the step that sums, and the arrays to be added before.

    The second are results that nobody needs then. An array counts if it is computed here, and for
    its sum alone: it would not be kept in memory.
    """
    uses = Counter(a for e in jaxpr.eqns for a in e.invars if not is_literal(a))
    uses.update(a for a in jaxpr.outvars if not is_literal(a))
    made, found, absorbed = set(), {}, set()
    for equation in jaxpr.eqns:
        step, operands = _only_step(equation), equation.invars
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
    joined = {out: each for out, each in found.items() if len(each[1]) > 1 and out not in absorbed}
    return joined, absorbed


def _only_step(equation):
    """Return the one step of a function of the same operands, or else the equation itself."""
    if equation.primitive.name in ("jit", "pjit"):
        inner = equation.params["jaxpr"]
        steps = inner.jaxpr.eqns
        if len(steps) == 1 and not inner.consts:
            if list(steps[0].invars) == list(inner.jaxpr.invars):
                if list(steps[0].outvars) == list(inner.jaxpr.outvars):
                    return steps[0]
    return equation
