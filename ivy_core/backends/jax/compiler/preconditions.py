"""Results of a program that numbers among its inputs decide alone, computed before it is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import jax

from .equations import applied, inner_programs, is_literal

_MOST = 64  # steps
_LOOPS = frozenset({"while", "scan"})


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
        if equation.effects or len(equations) == _MOST or _is_large(equation):
            return None
        equations.append(equation)
        needed.update(atom for atom in equation.invars if not is_literal(atom))
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


def _is_large(equation) -> bool:
    """Return whether a step is a loop, has one, or computes more than single numbers."""
    if equation.primitive.name in _LOOPS or any(out.aval.size != 1 for out in equation.outvars):
        return True
    return any(_is_large(each) for inner in inner_programs(equation) for each in inner.eqns)
