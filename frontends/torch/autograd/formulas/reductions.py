"""Gradients of sums, means and extremes."""

from __future__ import annotations

import math

from frontends.torch.tensors.half_precision import in_single
from frontends.torch.tensors.tensor import ivy

from ..tape import derivative
from .common import count_of, dims_of, is_complex, unreduced
from .pointwise import maximum, minimum


@derivative("sum")
def sum(grad, needs, input, dim=None, keepdim=False, *, dtype=None):
    return unreduced(grad, tuple(input.shape), dim, keepdim)


@derivative("mean")
def mean(grad, needs, input, dim=None, keepdim=False, *, dtype=None):
    shape = tuple(input.shape)
    return unreduced(ivy.divide(grad, count_of(shape, dim)), shape, dim, keepdim)


@derivative("var", saves="input")
def var(grad, needs, input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    if isinstance(dim, bool) or is_complex(input):
        return NotImplemented
    shape = tuple(input.shape)
    if correction is None:
        correction = 1 if unbiased is None or unbiased else 0
    left = count_of(shape, dim) - correction
    if left <= 0:
        return NotImplemented
    centred = ivy.subtract(input, ivy.mean(input, axis=dims_of(dim, len(shape)), keepdims=True))
    spread = unreduced(ivy.multiply(grad, 2 / left), shape, dim, keepdim)
    return (ivy.multiply(spread, centred), *[None] * 4)


@derivative("std", saves=("input", "result"))
def std(grad, needs, input, dim=None, unbiased=None, keepdim=False, *, correction=None, result):
    if is_complex(input):
        return NotImplemented
    share = ivy.divide(grad, ivy.multiply(result, 2))
    share = ivy.where(ivy.equal(result, 0), 0, share)  # of equal elements: no slope, as in PyTorch
    return var(share, needs, input, dim, unbiased, keepdim, correction=correction)


@derivative("amax", "amin", saves=("input", "result"))
def amax(grad, needs, input, dim=(), keepdim=False, *, result):
    shape = tuple(input.shape)
    if not shape:
        return grad
    equal = ivy.equal(input, unreduced(result, shape, dim, keepdim))
    dims = dims_of(dim, len(shape))
    equal = ivy.astype(equal, ivy.dtype(grad))
    shared = ivy.divide(equal, ivy.sum(equal, axis=dims, keepdims=True))
    return ivy.multiply(unreduced(grad, shape, dim, keepdim), shared)


@derivative("max", saves=("input", "dim", "other"))
def largest(grad, needs, input, dim=None, keepdim=False, *, other=None, out=None):
    """Share the gradient among all elements that equal the largest, which is soon found again."""
    if dim is None and other is None:
        return _shared(grad, input, ivy.max(input))
    return _of_two_tensors(maximum, grad, needs, input, dim, other)


@derivative("min", saves=("input", "dim", "other"))
def smallest(grad, needs, input, dim=None, keepdim=False, *, other=None, out=None):
    if dim is None and other is None:
        return _shared(grad, input, ivy.min(input))
    return _of_two_tensors(minimum, grad, needs, input, dim, other)


def _of_two_tensors(formula, grad, needs, input, dim, other):
    """Return the gradients where ``dim`` or ``other`` is a second tensor, else NotImplemented."""
    if other is not None:
        by_input, by_other = formula(grad, (needs[0], True), input, other)
        return by_input, None, None, by_other
    return formula(grad, needs, input, dim) if hasattr(dim, "shape") else NotImplemented


@derivative("median", "nanmedian", saves=("input", "result"))
def median(grad, needs, input, dim=None, keepdim=False, *, out=None, result=None):
    if dim is not None:  # an element that an index names: its gradient is the body's
        return NotImplemented
    return _shared(grad, input, result)


def _shared(grad, input, result):
    """Share the gradient of one element of all among those that equal it, as PyTorch does."""
    equal = ivy.equal(input, result)
    if input.dtype.is_floating_point:
        missing = ivy.logical_and(ivy.isnan(input), ivy.isnan(result))
        equal = ivy.logical_or(equal, missing)
    equal = ivy.astype(equal, ivy.dtype(grad))
    return ivy.multiply(ivy.divide(grad, ivy.sum(equal)), equal)


@derivative("scatter_reduce", saves=("input", "index", "src", "result"))
def scatter_reduce(
    grad, needs, input, dim, index, src, reduce, *, include_self=True, out=None, result
):
    """Share a gradient among all elements that are the extreme, those of ``input`` as well."""
    shape, of_index = tuple(input.shape), tuple(index.shape)
    if reduce not in ("amax", "amin") or not shape or not math.prod(of_index):
        return NotImplemented
    axis = dim % len(shape)
    wanted = (*shape[:axis], of_index[axis], *shape[axis + 1 :])
    if of_index != wanted or tuple(src.shape) != wanted or index.dtype.name != "int64":
        return NotImplemented

    def as_numbers(mask):
        return ivy.astype(mask, ivy.dtype(grad))

    own = as_numbers(ivy.equal(input, result))
    given = as_numbers(ivy.equal(src, ivy.take_along_axis(result, index, axis)))
    share = ivy.divide(grad, ivy.put_along_axis(own, index, given, axis, mode="sum"))
    by_input = ivy.multiply(own, share)
    if not include_self:
        by_input = ivy.put_along_axis(by_input, index, ivy.zeros_like(given), axis)
    by_src = ivy.multiply(given, ivy.take_along_axis(share, index, axis))
    return by_input, None, None, by_src, *[None] * 3


@derivative("cumsum")
def cumsum(grad, needs, input, dim, *, dtype=None):
    if not input.shape:
        return grad
    return ivy.flip(ivy.cumsum(ivy.flip(grad, axis=dim), axis=dim), axis=dim)


@derivative("softmax", saves="result")
@in_single
def softmax(grad, needs, input, dim=None, _stacklevel=3, dtype=None, *, result):
    if dim is None:
        dim = _default_softmax_dim(input)
    weighted = ivy.multiply(grad, result)
    if not input.shape:
        return ivy.subtract(weighted, ivy.multiply(result, weighted))
    return ivy.subtract(weighted, ivy.multiply(result, ivy.sum(weighted, axis=dim, keepdims=True)))


def _default_softmax_dim(input) -> int:
    """Return the dimension that ``softmax`` takes where none is given."""
    return 0 if len(input.shape) in (0, 1, 3) else 1


@derivative("log_softmax", saves="result")
@in_single
def log_softmax(grad, needs, input, dim=None, _stacklevel=3, dtype=None, *, result):
    if dim is None:
        dim = _default_softmax_dim(input)
    total = ivy.sum(grad, axis=dim, keepdims=True) if input.shape else grad
    return ivy.subtract(grad, ivy.multiply(ivy.exp(result), total))


@derivative("logsumexp", saves=("input", "result"))
def logsumexp(grad, needs, input, dim, keepdim=False, *, result):
    shape = tuple(input.shape)
    if not shape or is_complex(input):
        return NotImplemented
    share = ivy.exp(ivy.subtract(input, unreduced(result, shape, dim, keepdim)))
    return ivy.multiply(unreduced(grad, shape, dim, keepdim), share)


@derivative("mse_loss", saves=("input", "target", "weight"))
def mse_loss(
    grad, needs, input, target, size_average=None, reduce=None, reduction="mean", weight=None
):
    if weight is not None or size_average is not None or reduce is not None:
        return NotImplemented
    difference = ivy.subtract(input, target)
    factor = 2.0
    if reduction == "mean":
        factor /= max(difference.shape.numel(), 1)
    by = ivy.multiply(ivy.multiply(difference, factor), grad)
    return by, ivy.negative(by) if needs[1] else None
