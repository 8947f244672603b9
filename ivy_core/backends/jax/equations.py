"""The equations of a traced program: applied again, and looked through for what an index is."""

from __future__ import annotations

import numpy as np


def applied(equation, *operands) -> list:
    """Return the results of an equation of other operands."""
    bound = equation.primitive.get_bind_params(equation.params)
    # before JAX 0.9 a pair
    functions, options = bound if isinstance(bound, tuple) else ((), bound)
    results = equation.primitive.bind(*functions, *operands, **options)
    return list(results) if equation.primitive.multiple_results else [results]


def is_literal(atom) -> bool:
    """Return whether an operand is a value, and no variable."""
    return hasattr(atom, "val")


def inner_programs(equation) -> list:
    """Return the programs within an equation: bodies of loops, sides of branches, functions."""
    found = []
    for each in equation.params.values():
        for one in each if isinstance(each, (tuple, list)) else (each,):
            if hasattr(one, "eqns"):
                found.append(one)
            elif hasattr(one, "jaxpr"):
                found.append(one.jaxpr)
    return found


def live(jaxpr) -> list:
    """Return the equations that results or effects need."""
    needed = {atom for atom in jaxpr.outvars if not is_literal(atom)}
    found = []
    for equation in reversed(jaxpr.eqns):
        if equation.effects or any(out in needed for out in equation.outvars):
            found.append(equation)
            needed.update(atom for atom in equation.invars if not is_literal(atom))
    return found[::-1]


def affine(atom, made_by: dict, number) -> tuple[int, int] | None:
    """Return (factor, constant) of an index that is a multiple of a number and a constant.

    Parameters
    ----------
    atom : variable or literal
    made_by : dict
        The equations by what they give.
    number : variable
    """
    if is_literal(atom):
        return (0, int(atom.val)) if np.asarray(atom.val).dtype.kind in "iu" else None
    if atom is number:
        return 1, 0
    equation = made_by.get(atom)
    if equation is None:
        return None
    name = equation.primitive.name
    if name not in ("add", "sub", "mul", "convert_element_type"):
        return None
    terms = [affine(each, made_by, number) for each in equation.invars]
    if None in terms:
        return None
    if name == "convert_element_type":
        return terms[0]
    (a, b), (c, d) = terms
    if name == "mul":
        return (a * d + c * b, b * d) if not (a and c) else None
    return (a + c, b + d) if name == "add" else (a - c, b - d)
