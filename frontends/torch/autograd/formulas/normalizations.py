"""Gradients of layers that bring values to mean 0 and variance 1."""

from __future__ import annotations

import math
from typing import NamedTuple

from frontends.torch.dispatch.outputs import cast
from frontends.torch.tensors.tensor import Tensor, ivy
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for

from ..tape import boxed, derivative


@derivative("_channels_normalized", saves=("input", "mean", "variance", "weight"))
def _channels_normalized(grad, needs, input, mean, variance, weight, bias, eps, apart):
    shape = tuple(input.shape)
    across = (1, shape[1], *(1,) * (len(shape) - 2))
    others = tuple([axis for axis in range(len(shape)) if axis != 1])
    x, grad = _wide(input), _wide(grad)
    if mean is None:
        given = _Normal.by_own(x, others[1:] if apart else others, eps)
    else:
        given = _Normal.by_given(x, ivy.reshape(mean, across), ivy.reshape(variance, across), eps)
    by_normal = grad if weight is None else ivy.multiply(grad, ivy.reshape(weight, across))
    found = [None] * 7
    if needs[0]:
        found[0] = _as(given.pulled(by_normal), input)
    if needs[1]:
        found[1] = _as(ivy.negative(_summed(ivy.multiply(by_normal, given.root), others)), mean)
    if needs[2]:
        slope = ivy.multiply(ivy.multiply(by_normal, given.normal), ivy.square(given.root))
        found[2] = _as(ivy.multiply(_summed(slope, others), -0.5), variance)
    if needs[3]:
        found[3] = _as(_summed(ivy.multiply(grad, given.normal), others), weight)
    if needs[4]:
        found[4] = _as(_summed(grad, others), bias)
    return tuple(found)


@derivative("_channels_normalized_by_own", saves=("input", "weight"), constant=(1, 2))
def _channels_normalized_by_own(grads, needs, input, weight, bias, eps):
    x = held(input)
    operands = [x, None if weight is None else held(weight)]
    options = {"eps": eps, "over": tuple([i for i in range(len(x.shape)) if i != 1])}
    made = backend_for(x).layer_gradients(
        "channels_norm", operands, held(grads[0]), tuple(needs[:3]), options
    )
    if made is None:
        wanted = [needs[0], False, False, *needs[1:]]
        found = _channels_normalized(grads[0], wanted, input, None, None, weight, bias, eps, False)
        return found[0], *found[3:6]
    left = iter(made)
    return tuple([boxed(next(left)) if each else None for each in needs[:3]] + [None])


@derivative("layer_norm", saves=("input", "weight"))
def layer_norm(grad, needs, input, normalized_shape, weight=None, bias=None, eps=1e-05):
    ndim = len(input.shape)
    first = ndim - (1 if isinstance(normalized_shape, int) else len(normalized_shape))
    others = tuple(range(first))
    x, grad = _wide(input), _wide(grad)
    given = _Normal.by_own(x, tuple(range(first, ndim)), eps)
    found = [None] * 5
    if needs[0]:
        by_normal = grad if weight is None else ivy.multiply(grad, weight)
        found[0] = _as(given.pulled(by_normal), input)
    if len(needs) > 2 and needs[2]:
        found[2] = _as(_summed(ivy.multiply(grad, given.normal), others), weight)
    if len(needs) > 3 and needs[3]:
        found[3] = _as(_summed(grad, others), bias)
    return tuple(found)


@derivative("group_norm", saves=("input", "weight"))
def group_norm(grad, needs, input, num_groups, weight=None, bias=None, eps=1e-05):
    shape = tuple(input.shape)
    grouped = (shape[0], num_groups, math.prod(shape[1:]) // num_groups)
    others = tuple([axis for axis in range(len(shape)) if axis != 1])
    x, grad = ivy.reshape(_wide(input), grouped), _wide(grad)
    given = _Normal.by_own(x, (2,), eps)
    found = [None] * 5
    if needs[0]:
        across = (shape[1], *(1,) * (len(shape) - 2))
        by_normal = grad if weight is None else ivy.multiply(grad, ivy.reshape(weight, across))
        pulled = given.pulled(ivy.reshape(by_normal, grouped))
        found[0] = _as(ivy.reshape(pulled, shape), input)
    if len(needs) > 2 and needs[2]:
        normal = ivy.reshape(given.normal, shape)
        found[2] = _as(_summed(ivy.multiply(grad, normal), others), weight)
    if len(needs) > 3 and needs[3]:
        found[3] = _as(_summed(grad, others), bias)
    return tuple(found)


class _Normal(NamedTuple):
    """Values of mean 0 and variance 1, by statistics over some axes.

    Attributes
    ----------
    normal : Tensor
        ``(x - mean) * root``.
    root : Tensor
        ``1 / sqrt(variance + eps)``.
    over : tuple of int
        Axes over which ``x`` has these statistics; none if they were given.
    """

    normal: Tensor
    root: Tensor
    over: tuple

    @classmethod
    def by_own(cls, x, over, eps):
        centred = ivy.subtract(x, ivy.mean(x, axis=over, keepdims=True))
        variance = ivy.mean(ivy.square(centred), axis=over, keepdims=True)
        return cls._of_centred(centred, variance, eps, over)

    @classmethod
    def by_given(cls, x, mean, variance, eps):
        return cls._of_centred(ivy.subtract(x, mean), variance, eps, ())

    @classmethod
    def _of_centred(cls, centred, variance, eps, over):
        root = ivy.divide(1.0, ivy.sqrt(ivy.add(variance, eps)))
        return cls(ivy.multiply(centred, root), root, over)

    def pulled(self, grad):
        """Return the gradient of ``x`` from that of ``normal``."""
        if self.over:
            inner = ivy.mean(ivy.multiply(grad, self.normal), axis=self.over, keepdims=True)
            grad = ivy.subtract(grad, ivy.mean(grad, axis=self.over, keepdims=True))
            grad = ivy.subtract(grad, ivy.multiply(self.normal, inner))
        return ivy.multiply(grad, self.root)


def _wide(x):
    """Return numbers of half precision in single, in which they are summed."""
    return ivy.astype(x, "float32") if x.dtype.itemsize == 2 else x


def _summed(x, axes):
    return ivy.sum(x, axis=axes) if axes else x


def _as(grad, like):
    """Return a gradient in the dtype of its variable."""
    return cast(grad, like.dtype)
