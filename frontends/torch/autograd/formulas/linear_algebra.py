"""Gradients of products of matrices."""

from __future__ import annotations

from ivy_core.backends.holder import read

from ...tensors import ivy
from ..tape import derivative
from .common import conj

BOTH = {"input": "other", "other": "input"}


def _turned(x):
    """Return the conjugate transpose of the last two axes."""
    return conj(ivy.swapaxes(x, -1, -2))


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
            product = ivy.matmul(row, _turned(other))
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
            product = ivy.matmul(_turned(input), column)
            second = ivy.reshape(product, tuple(product.shape)[:-1])
        return first, second
    if needs[0]:
        first = ivy.matmul(grad, _turned(other))
    if needs[1]:
        second = _by_second(grad, input, m)
    return first, second


def _by_second(grad, input, m: int):
    """Return ``input^H @ grad``; where the second factor is one matrix, as one product."""
    if m == 2 and len(read(grad).shape) > 2:
        wide, high = grad.shape[-1], input.shape[-1]
        return ivy.matmul(_turned(ivy.reshape(input, (-1, high))), ivy.reshape(grad, (-1, wide)))
    return ivy.matmul(_turned(input), grad)


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
    if needs[0]:
        by_input = ivy.matmul(grad, conj(weight))
    if needs[1] or len(needs) > 2 and needs[2]:
        wide = weight.shape[0]
        flat = grad if len(read(grad).shape) == 2 else ivy.reshape(grad, (-1, wide))
        if needs[1]:
            rows = input if len(input.shape) == 2 else ivy.reshape(input, (-1, weight.shape[1]))
            by_weight = ivy.matmul(ivy.swapaxes(flat, -1, -2), conj(rows))
        if len(needs) > 2 and needs[2]:
            by_bias = ivy.sum(flat, axis=0)
    return by_input, by_weight, by_bias


@derivative("addmm", saves={"mat1": "mat2", "mat2": "mat1"})
def addmm(grad, needs, input, mat1, mat2, *, beta=1, alpha=1):
    scaled = grad if alpha == 1 else ivy.multiply(grad, conj(alpha))
    return (
        grad if beta == 1 else ivy.multiply(grad, conj(beta)),
        ivy.matmul(scaled, _turned(mat2)) if needs[1] else None,
        ivy.matmul(_turned(mat1), scaled) if needs[2] else None,
    )


@derivative("cholesky", saves="result")
def cholesky(grad, needs, input, upper=False, *, result):
    """Return a symmetric gradient: that of a function which takes its argument as symmetric.

    References: I. Murray, "Differentiation of the Cholesky decomposition", 2016.
    """
    if upper:
        grad, result = _turned(grad), _turned(result)
    lower = ivy.tril(ivy.matmul(_turned(result), grad))
    whole = ivy.multiply(ivy.add(lower, _turned(ivy.tril(lower, k=-1))), 0.5)
    back = _turned(result)
    left = ivy.solve_triangular(back, whole, upper=True)
    found = _turned(ivy.solve_triangular(back, _turned(left), upper=True))
    return found, *[None] * (len(needs) - 1)
