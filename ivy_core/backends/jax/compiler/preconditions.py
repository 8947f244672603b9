"""Results of a program that numbers among its inputs decide alone, computed before it is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import jax

from .equations import ITERATED, applied, inner_equations, is_literal, is_variable, name_of
from .limits import PRECONDITION_MOST_STEPS


def precondition(program, result: int, numbers: Iterable[int]) -> tuple[Callable, list[int]] | None:
    """Return a function of some inputs that gives one of the results, and which inputs these are.

    Parameters
    ----------
    program : ClosedJaxpr
    result : int
    numbers : iterable of int
        Those of the inputs that it may be made of.

    Returns
    -------
    tuple or None
        None if other inputs decide too, or if there are loops or many steps.
    """
    jaxpr = program.jaxpr
    wanted = jaxpr.outvars[result]
    needed, equations = {wanted}, []
    for equation in reversed(jaxpr.eqns):
        if needed.isdisjoint(equation.outvars):
            continue
        if (
            equation.effects
            or len(equations) == PRECONDITION_MOST_STEPS
            or _is_more_than_scalar(equation)
        ):
            return None
        equations.append(equation)
        needed.update(filter(is_variable, equation.invars))
    inputs = [at for at, variable in enumerate(jaxpr.invars) if variable in needed]
    if is_literal(wanted) or not inputs or not set(inputs) <= set(numbers):
        return None
    constants = dict(zip(jaxpr.constvars, program.consts, strict=True))

    def compute(*given):
        known = {**constants, **{jaxpr.invars[at]: x for at, x in zip(inputs, given, strict=True)}}
        for equation in reversed(equations):
            operands = [atom.val if is_literal(atom) else known[atom] for atom in equation.invars]
            known.update(zip(equation.outvars, applied(equation, *operands), strict=True))
        return known[wanted]

    return jax.jit(compute), inputs


def _is_more_than_scalar(equation) -> bool:
    """Return whether an equation is or has a loop, or computes more than one element."""
    if name_of(equation) in ITERATED or any(out.aval.size != 1 for out in equation.outvars):
        return True
    return any(map(_is_more_than_scalar, inner_equations(equation)))
