"""Products that rounds of a loop compute of their number alone, computed before it as one.

``c[i] = x[i] @ y + c[i - 1]`` needs the rounds in order, ``x[i] @ y`` does not: a product of all
rows reads ``y`` once, where each round would read all of it.
"""

from __future__ import annotations

import jax
import numpy as np
from jax import lax

from ..equations import FUNCTIONS, applied, inlined, inner_programs, is_literal, kinds_of, live
from .vectorization_rules import Rounds

_LEAST_ROUNDS = 8
_LEAST_OF_A_MATRIX = 4096  # elements of the operand that all rounds have in common
_MOST_KEPT = 1 << 21  # elements of what all rounds compute; more only where an array has as many


def with_products_beforehand(count: int, program):
    """Return a program of a round that finds such products, the same one if there is none.

    Parameters
    ----------
    count : int
        The number of rounds.
    program : ClosedJaxpr
        Takes the number of the round and what is carried, and returns what is carried then.
    """
    if count < _LEAST_ROUNDS or not _has_product(program.jaxpr):
        return program
    whole = inlined(program)
    equations = live(whole.jaxpr)
    products = _products(count, whole.jaxpr, equations)
    if not products:
        return program
    steps = _steps_to(products, equations)
    number = whole.jaxpr.invars[0]
    constants = dict(zip(whole.jaxpr.constvars, whole.consts, strict=True))
    rounds, known = Rounds(np.int64(0), count, count), dict(constants)
    known[number] = rounds.number
    found = [equations[at].outvars[0] for at in products]
    rounds.run([equations[at] for at in steps], known, found)
    of_all = {at: rounds.spread(known[out]) for at, out in zip(products, found, strict=True)}

    def run(*arguments):
        known = dict(constants)
        known.update(zip(whole.jaxpr.invars, arguments, strict=True))

        def value(atom):
            return atom.val if is_literal(atom) else known[atom]

        for at, equation in enumerate(equations):
            if at in of_all:
                results = [lax.dynamic_index_in_dim(of_all[at], arguments[0], keepdims=False)]
            else:
                results = applied(equation, *map(value, equation.invars))
            known.update(zip(equation.outvars, results, strict=True))
        return list(map(value, whole.jaxpr.outvars))

    made = jax.make_jaxpr(run)(*kinds_of(whole))
    return made.replace(jaxpr=made.jaxpr.replace(eqns=live(made.jaxpr)))


def _has_product(jaxpr) -> bool:
    for equation in jaxpr.eqns:
        if equation.primitive is lax.dot_general_p and _is_large(equation):
            return True
        if equation.primitive.name in FUNCTIONS and any(
            map(_has_product, inner_programs(equation))
        ):
            return True
    return False


def _is_large(equation) -> bool:
    return max(atom.aval.size for atom in equation.invars) >= _LEAST_OF_A_MATRIX


def _products(count: int, jaxpr, equations: list) -> list[int]:
    """Return the products of one matrix with what each round computes of its number."""
    of_number, of_carry = {jaxpr.invars[0]}, set(jaxpr.invars[1:])
    most = max([_MOST_KEPT, *[atom.aval.size for atom in (*jaxpr.constvars, *jaxpr.invars)]])
    found = []
    for at, equation in enumerate(equations):
        atoms = [atom for atom in equation.invars if not is_literal(atom)]
        # loops and branches stay where they are, and what each round has too much of
        stays = bool(equation.effects or inner_programs(equation))
        if not of_number.isdisjoint(atoms):
            stays = stays or count * max(out.aval.size for out in equation.outvars) > most
        if stays or not of_carry.isdisjoint(atoms):
            of_carry.update(equation.outvars)
        elif not of_number.isdisjoint(atoms):
            of_number.update(equation.outvars)
            if equation.primitive is lax.dot_general_p and _is_large(equation):
                common = [a for a in equation.invars if is_literal(a) or a not in of_number]
                if len(common) == 1 and common[0].aval.size >= _LEAST_OF_A_MATRIX:
                    found.append(at)
    return found


def _steps_to(products: list[int], equations: list) -> list[int]:
    """Return the equations that products need, and these."""
    needed: set = set()
    steps = []
    for at in range(max(products), -1, -1):
        if at in products or not needed.isdisjoint(equations[at].outvars):
            steps.append(at)
            needed.update(atom for atom in equations[at].invars if not is_literal(atom))
    return steps[::-1]
