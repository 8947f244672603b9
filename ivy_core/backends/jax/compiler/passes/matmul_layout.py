"""Products of matrices as XLA's quick kernels for the CPU take them.

Those want the last axis of the left operand contracted. Gradients of weights contract the first
one, over the batch, or that of a transposed array, which XLA makes the same of: it then runs a
slower kernel, twice as long for 512 x 32 by 512 x 128. Here such an operand is turned before, which
costs less, behind a barrier, as XLA would undo it.
"""

from __future__ import annotations

import math

import jax
from jax import lax
from jax.extend.core import ClosedJaxpr

from ..equations import FUNCTIONS, applied, kinds_of

_LEAST = 16  # elements along both axes that stay: narrower products are not worth a copy


def with_turned_operands(program):
    """Return a program whose products have their left operands turned, where that is quicker.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    ClosedJaxpr
        The same one if there is no product, or if it does not run on a CPU.
    """
    if jax.default_backend() != "cpu" or not _has_products(program.jaxpr):
        return program
    return jax.make_jaxpr(lambda *given: _run(program, given, {}))(*kinds_of(program))


def _run(program: ClosedJaxpr, given, transposed: dict) -> list:
    """Return what a program gives; ``transposed`` has, by identity, what has been turned in it."""
    jaxpr = program.jaxpr
    known = dict(zip(jaxpr.constvars, program.consts, strict=True))
    known.update(zip(jaxpr.invars, given, strict=True))

    def value(atom):
        return atom.val if hasattr(atom, "val") else known[atom]

    for equation in jaxpr.eqns:
        operands = list(map(value, equation.invars))
        if equation.primitive is lax.dot_general_p and _is_wide(equation):
            results = [_product(equation, *operands, id(operands[0]) in transposed)]
        elif _is_function(equation) and _has_products(equation.params["jaxpr"].jaxpr):
            results = _run(equation.params["jaxpr"], operands, transposed)
        else:
            results = applied(equation, *operands)
            if equation.primitive is lax.transpose_p and _moves_last(equation):
                transposed[id(results[0])] = results[0]
        known.update(zip(equation.outvars, results, strict=True))
    return list(map(value, jaxpr.outvars))


def _has_products(jaxpr) -> bool:
    return any(
        each.primitive is lax.dot_general_p
        or _is_function(each)
        and _has_products(each.params["jaxpr"].jaxpr)
        for each in jaxpr.eqns
    )


def _is_function(equation) -> bool:
    return equation.primitive.name in FUNCTIONS


def _moves_last(equation) -> bool:
    """Return whether a transpose puts another axis last."""
    order = equation.params["permutation"]
    return bool(order) and order[-1] != len(order) - 1


def _is_wide(equation) -> bool:
    """Return whether a product is one of matrices that are worth a copy of one of them."""
    left, right = (atom.aval for atom in equation.invars)
    (ours, _), (batch, _) = equation.params["dimension_numbers"]
    if left.dtype.kind != "f" or len(ours) != 1:
        return False
    count = math.prod([left.shape[axis] for axis in (*ours, *batch)])
    rows, columns = left.size // max(count, 1), right.size // max(count, 1)
    return min(rows, columns) >= _LEAST or bool(batch) and min(rows, columns) > 1


def _product(equation, left, right, is_transposed: bool):
    """Return a product; the axis that it contracts comes last in the memory of its left operand."""
    (ours, theirs), (batch, others) = equation.params["dimension_numbers"]
    if ours[0] == left.ndim - 1:
        if is_transposed:
            left = lax.optimization_barrier(left)
        return applied(equation, left, right)[0]
    if is_transposed:
        return applied(equation, left, right)[0]
    free = [axis for axis in range(left.ndim) if axis not in (*ours, *batch)]
    left = lax.optimization_barrier(lax.transpose(left, (*batch, *free, *ours)))
    numbers = ((left.ndim - 1,), theirs), (tuple(range(len(batch))), others)
    return lax.dot_general(left, right, **{**equation.params, "dimension_numbers": numbers})
