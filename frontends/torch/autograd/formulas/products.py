"""Gradients of products of matrices.

References
----------
M. Giles, "Collected matrix derivative results for forward and reverse mode algorithmic
differentiation", 2008.
"""

from __future__ import annotations

from types import SimpleNamespace

from frontends.torch.operations.recurrent_steps import linear_gradients
from frontends.torch.tensors.tensor import ivy
from ivy_core.backends.holder import held

from ..bodies import part_in_words_of_numpy
from ..tape import derivative
from .common import conj, conjugate_transpose

BOTH = {"input": "other", "other": "input"}


@derivative("mm", "bmm", saves={"input": "mat2", "mat2": "input"})
@derivative("mv", saves={"input": "vec", "vec": "input"})
@derivative("dot", saves={"input": "tensor", "tensor": "input"})
@derivative("matmul", "__matmul__", "vdot_of_reals", saves=BOTH)
def matmul(grad, needs, input, other):
    n, m = len(input.shape), len(other.shape)
    first = second = None
    if n == m == 1:
        if needs[0]:
            first = ivy.multiply(grad, conj(other))
        if needs[1]:
            second = ivy.multiply(grad, conj(input))
        return first, second
    if n == 1:  # (k) @ (..., k, p)
        row = ivy.expand_dims(grad, axis=-2)
        if needs[0]:
            product = ivy.matmul(row, conjugate_transpose(other))
            first = ivy.reshape(product, tuple(product.shape)[:-2] + tuple(product.shape)[-1:])
        if needs[1]:
            column = ivy.reshape(conj(input), (-1, 1))
            second = ivy.matmul(column, row)
        return first, second
    if m == 1:  # (..., n, k) @ (k)
        column = ivy.expand_dims(grad, axis=-1)
        if needs[0]:
            first = ivy.matmul(column, ivy.reshape(conj(other), (1, -1)))
        if needs[1]:
            product = ivy.matmul(conjugate_transpose(input), column)
            second = ivy.reshape(product, tuple(product.shape)[:-1])
        return first, second
    if needs[0]:
        first = ivy.matmul(grad, conjugate_transpose(other))
    if needs[1]:
        second = _second_factor_gradient(grad, input, m)
    return first, second


def _second_factor_gradient(grad, input, second_ndim: int):
    """Return ``input^H @ grad``, summed over the batch if the second factor has 2 dimensions."""
    if second_ndim == 2 and len(held(grad).shape) > 2:
        return _summed_over_rows(conj(input), grad)
    return ivy.matmul(conjugate_transpose(input), grad)


def _summed_over_rows(x, y):
    """Return ``x^T @ y``, summed over all axes but the last.

    Rows are not put into one axis for it: of an array whose second axis is cut, all devices would
    gather the whole.
    """
    axes = tuple(range(len(x.shape) - 1))
    return ivy.tensordot(x, y, axes=(axes, axes))


_LINEAR = SimpleNamespace(host=linear_gradients, parameters=())


@derivative("linear", saves={"input": "weight", "weight": "input"})
def linear(grad, needs, input, weight, bias=None):
    by_input = by_weight = by_bias = None
    if len(weight.shape) == 1:
        spread = ivy.expand_dims(grad, axis=-1)
        if needs[0]:
            by_input = ivy.multiply(spread, conj(weight))
        if needs[1]:
            rows = ivy.reshape(ivy.multiply(spread, conj(input)), (-1, weight.shape[0]))
            by_weight = ivy.sum(rows, axis=0)
        return by_input, by_weight, grad
    given = [grad, input if needs[1] else None, weight if needs[0] else None, tuple(needs)]
    made = part_in_words_of_numpy(_LINEAR, given)
    if made is not NotImplemented:
        left = iter(made)
        return tuple([next(left) if each else None for each in needs])
    if needs[0]:
        by_input = ivy.matmul(grad, conj(weight))
    ndim = len(held(grad).shape)
    if needs[1]:
        by_weight = _summed_over_rows(grad, conj(input))
    if len(needs) > 2 and needs[2]:
        by_bias = ivy.sum(grad, axis=tuple(range(ndim - 1))) if ndim > 1 else grad
    return by_input, by_weight, by_bias


@derivative("addmm", saves={"mat1": "mat2", "mat2": "mat1"})
def addmm(grad, needs, input, mat1, mat2, *, beta=1, alpha=1):
    scaled = grad if alpha == 1 else ivy.multiply(grad, conj(alpha))
    return (
        grad if beta == 1 else ivy.multiply(grad, conj(beta)),
        ivy.matmul(scaled, conjugate_transpose(mat2)) if needs[1] else None,
        ivy.matmul(conjugate_transpose(mat1), scaled) if needs[2] else None,
    )
