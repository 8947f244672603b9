"""The equations of a traced program: applied again, and looked through for what an index is."""

from __future__ import annotations

import functools

import jax
import numpy as np

FUNCTIONS = frozenset({"jit", "pjit"})  # primitives that call a program, their `jaxpr`


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


def inlined(program):
    """Return a program with the steps of functions that it calls, none of which comes twice."""
    found: dict = {}  # by how they are computed: results, and operands, which live as long

    def run(jaxpr, constants, arguments) -> list:
        known = dict(zip(jaxpr.constvars, constants, strict=True))
        known.update(zip(jaxpr.invars, arguments, strict=True))
        for equation in jaxpr.eqns:
            operands = [a.val if is_literal(a) else known[a] for a in equation.invars]
            if equation.primitive.name in FUNCTIONS:
                inner = equation.params["jaxpr"]
                results = run(inner.jaxpr, inner.consts, operands)
            elif equation.effects:
                results = applied(equation, *operands)
            else:
                options = sorted(equation.params.items(), key=lambda item: item[0])
                key = equation.primitive, str(options), *map(identity, operands)
                if key not in found:
                    found[key] = applied(equation, *operands), operands
                results = found[key][0]
            known.update(zip(equation.outvars, results, strict=True))
        return [a.val if is_literal(a) else known[a] for a in jaxpr.outvars]

    def identity(operand):
        if isinstance(operand, jax.core.Tracer) or np.ndim(operand):
            return id(operand)
        return type(operand), str(operand), str(getattr(operand, "dtype", ""))

    function = functools.partial(run, program.jaxpr, program.consts)
    return jax.make_jaxpr(lambda *given: function(given))(*kinds_of(program))


def kinds_of(program) -> list:
    """Return what a program takes: shapes, dtypes, and whether these are weak."""
    return [
        jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype, weak_type=v.aval.weak_type)
        for v in program.jaxpr.invars
    ]


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
    return terms_of(equation, [affine(each, made_by, number) for each in equation.invars])


def terms_of(equation, terms: list) -> tuple[int, int] | None:
    """Return (factor, constant) of what an equation gives, of those of its operands."""
    name = equation.primitive.name
    if name not in ("add", "sub", "mul", "convert_element_type") or None in terms:
        return None
    dtype = equation.outvars[0].aval.dtype
    if dtype.kind not in "iu" or dtype.itemsize < 4:  # others are not exact, or wrap
        return None
    if name == "convert_element_type":
        return terms[0]
    (a, b), (c, d) = terms
    if name == "mul":
        return (a * d + c * b, b * d) if not (a and c) else None
    return (a + c, b + d) if name == "add" else (a - c, b - d)
