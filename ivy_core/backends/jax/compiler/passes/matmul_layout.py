"""Matmul layout: products of matrices as XLA's quick kernels for the CPU take them.

Those want the last axis of the left operand contracted. Gradients of weights contract the first
one, over the batch, or that of a transposed array, which XLA makes the same of: it then runs a
slower kernel, twice as long for 512 x 32 by 512 x 128. Here such an operand is turned before, which
costs less, behind a barrier, as XLA would undo it.

A product of few rows that is transposed afterwards, as the gradient of a convolution by one product
is, XLA computes transposed: many rows, few columns, the large operand's first axis contracted. A
barrier has it compute the product as it stands.

Measured with JAX 0.10.2: a product of 512 x 32 by 512 x 128, 90 us, then 48; one of 32 x 512 by 512
x 4,608 that is transposed 4,000 us, then 1,000.
To be retired when XLA's CPU backend picks the quick kernel for any contracted axis.
"""

from __future__ import annotations

import math

from jax import lax

from ..equations import applied, contracted_axes
from ..limits import MATMUL_LEAST_CONTRACTED, MATMUL_LEAST_LENGTH, MATMUL_MOST_ROWS
from ..rewriter import Rewriter, program_pass


@program_pass(["dot_general"])
def rewrite(program):
    """Return a program whose products have their left operands turned, where that is quicker."""
    return _Products().rewrite(program)


_rules = {}


class _Products(Rewriter):
    """Computes the equations of a program, its products with their left operands turned."""

    rules, within_loops = _rules, False

    def __init__(self):
        self._transposed: dict = {}  # by identity: what has been turned in the program
        self._flat: dict = {}  # by identity: products of few rows and as many columns or more

    def _rewrite_product(self, equation, left, right) -> list:
        """Return the result, with another layout of the left operand where that is quicker."""
        if _is_worth_transposing(equation):
            is_transposed = id(left) in self._transposed
            result = _product_contracting_last(equation, left, right, is_transposed)
        else:
            (result,) = applied(equation, left, right)
        if _is_flat(equation):
            self._flat[id(result)] = result
        return [result]

    _rules["dot_general"] = _rewrite_product

    def _note_transpose(self, equation, operand) -> list:
        """Apply a transpose, not as a part of a flat product; note if another axis comes last."""
        if id(operand) in self._flat:
            operand = lax.optimization_barrier(operand)
        results = applied(equation, operand)
        if _moves_last(**equation.params):
            self._transposed[id(results[0])] = results[0]
        return results

    _rules["transpose"] = _note_transpose


def _moves_last(permutation) -> bool:
    """Return whether a transpose puts another axis last."""
    return bool(permutation) and permutation[-1] != len(permutation) - 1


def _is_worth_transposing(equation) -> bool:
    """Return whether a float product of one contracted axis is large enough to copy a matrix."""
    left, right = (atom.aval for atom in equation.invars)
    (ours, _), (batch, _) = contracted_axes(equation)
    if left.dtype.kind != "f" or len(ours) != 1:
        return False
    count = math.prod([left.shape[axis] for axis in (*ours, *batch)])
    rows, columns = left.size // max(count, 1), right.size // max(count, 1)
    return min(rows, columns) >= MATMUL_LEAST_LENGTH or bool(batch) and min(rows, columns) > 1


def _is_flat(equation) -> bool:
    """Return whether a product of two matrices has few rows, and as many columns or more."""
    left, right = (atom.aval for atom in equation.invars)
    (ours, theirs), (batch, _) = contracted_axes(equation)
    if left.dtype.kind != "f" or left.ndim != 2 or right.ndim != 2 or batch or len(ours) != 1:
        return False
    rows, columns = left.shape[1 - ours[0]], right.shape[1 - theirs[0]]
    is_long = left.shape[ours[0]] >= MATMUL_LEAST_CONTRACTED
    return is_long and MATMUL_LEAST_LENGTH <= rows <= min(columns, MATMUL_MOST_ROWS)


def _product_contracting_last(equation, left, right, is_transposed: bool):
    """Return a product whose left operand has its contracted axis last in memory."""
    (ours, theirs), (batch, others) = contracted_axes(equation)
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
