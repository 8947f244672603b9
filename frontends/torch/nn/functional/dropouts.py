"""Elements or channels that are dropped at random."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from frontends.torch.dispatch.func_wrapper import ivy
from frontends.torch.dispatch.outputs import cast, shown
from frontends.torch.random.generator import twister_of
from frontends.torch.tensors.memory_order import preserved
from frontends.torch.tensors.strided_results import laid, layout_of, lies_in_order
from frontends.torch.tensors.tensor import Tensor, to_numpy

from .declaring import composed, require_floats, require_kind

TensorLike = Number = Any
_SELU_LOW = -1.7580993408473766  # what SELU gives for minus infinity: -scale * alpha


def kept(x: Tensor, shape: tuple[int, ...], p: float) -> Tensor:
    """Return ones where something is kept, with probability ``1 - p``, else zeros.

    Parameters
    ----------
    x : Tensor
        What is kept or not: of its type the result is, and it lies as this does if it has its
        shape.
    """
    require_kind(x.dtype, "bernoulli_scalar_cpu_", not x.dtype.is_complex)
    zeros = ivy.zeros(shape, dtype=x.dtype.core)
    if shape == x.shape and not lies_in_order(x):
        laid(zeros, preserved(*layout_of(x)))
    return zeros.bernoulli_(1.0 - p)


@citing(None)
def check_probability(p: float) -> None:
    """Refuse what is no probability.

    Raises: ValueError unless ``0 <= p <= 1``.
    """
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropped(x: Tensor, p: float, shape: tuple[int, ...], inplace: bool) -> Tensor:
    """Multiply by what is kept of a shape that the tensor's extends, scaled so the mean stays."""
    if not p or not x.shape.numel():
        return x
    if x.dtype.kind in "biu":
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {shown(x.dtype)}"
        )
    noise = 0.0 if p == 1 else kept(x, shape, p) / (1.0 - p)
    return x.mul_(noise) if inplace else x * noise


@composed
def dropout(
    input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set elements to zero at random, and scale up the others.

    Parameters
    ----------
    p : float
        Probability of an element to be dropped.

    Raises: ValueError if ``p`` is no probability.
    """
    check_probability(p)
    return dropped(input, p, tuple(input.shape), inplace) if training else input


def _channel_mask_shape(x: Tensor, lead: int) -> tuple[int, ...]:
    """Return the shape of ``x``, with 1 for each dimension behind the first ``lead``."""
    return (*x.shape[:lead], *(1,) * (x.ndim - lead))


@composed
def dropout1d(
    input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set whole channels of sequences to zero at random, and scale up the others.

    Raises: RuntimeError unless there are two or three dimensions.
    """
    check_probability(p)
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input. Note that "
            "dropout1d exists to provide channel-wise dropout on inputs with 1 spatial dimension, "
            "a channel dimension, and an optional batch dimension (i.e. 2D or 3D inputs)."
        )
    if not training:
        return input
    return dropped(input, p, _channel_mask_shape(input, input.ndim - 1), inplace)


@composed
def dropout2d(
    input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set whole channels of images to zero at random, and scale up the others."""
    check_probability(p)
    if input.ndim not in (3, 4):
        warnings.warn(
            f"dropout2d: Received a {input.ndim}-D input to dropout2d, which is deprecated and "
            "will result in an error in a future release. To retain the behavior and silence this "
            "warning, please use dropout instead. Note that dropout2d exists to provide "
            "channel-wise dropout on inputs with 2 spatial dimensions, a channel dimension, and an "
            "optional batch dimension (i.e. 3D or 4D inputs).",
            stacklevel=5,
        )
    if input.ndim == 3:
        warnings.warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout "
            "behavior is desired - input is interpreted as shape (N, C, L), where C is the channel "
            "dim. This behavior will change in a future release to interpret the input as one "
            "without a batch dimension, i.e. shape (C, H, W). To maintain the 1D channel-wise "
            "dropout behavior, please switch to using dropout1d instead.",
            stacklevel=5,
        )
    return _drop_channels(input, p, training, inplace)


def _drop_channels(x: Tensor, p: float, training: bool, inplace: bool) -> Tensor:
    """Zero whole channels, in ``x`` itself if ``inplace``; ``x`` itself unless ``training``."""
    if x.ndim < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return dropped(x, p, _channel_mask_shape(x, 2), inplace) if training else x


@composed
def feature_dropout(
    input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set whole channels to zero at random, and scale up the others.

    References: PyTorch documentation, torch.nn.functional.dropout2d.
    """
    check_probability(p)
    return _drop_channels(input, p, training, inplace)


@composed
def dropout3d(
    input: TensorLike, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """Set whole channels of volumes to zero at random, and scale up the others."""
    check_probability(p)
    if input.ndim not in (4, 5):
        warnings.warn(
            f"dropout3d: Received a {input.ndim}-D input to dropout3d, which is deprecated and "
            "will result in an error in a future release. To retain the behavior and silence this "
            "warning, please use dropout instead. Note that dropout3d exists to provide "
            "channel-wise dropout on inputs with 3 spatial dimensions, a channel dimension, and an "
            "optional batch dimension (i.e. 4D or 5D inputs).",
            stacklevel=5,
        )
    if not training:
        return input
    return dropped(input, p, _channel_mask_shape(input, 2 if input.ndim == 5 else 1), inplace)


def _alpha_dropout(x: Tensor, p: float, shape: tuple[int, ...], inplace: bool) -> Tensor:
    """Drop to SELU's low value and rescale, by a mask of ``shape``; all zeros if ``p`` is 1."""
    if not p or not x.shape.numel():
        return x
    if x.dtype.kind in "biu":
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {shown(x.dtype)}"
        )
    if p == 1:
        return x.mul_(0.0) if inplace else x * 0.0
    scale = 1.0 / math.sqrt((_SELU_LOW * _SELU_LOW * p + 1.0) * (1.0 - p))
    keep = kept(x, shape, p)
    shift = (1.0 - keep) * (scale * _SELU_LOW) - scale * _SELU_LOW * p
    if inplace:
        return x.mul_(keep * scale).add_(shift)
    return x * (keep * scale) + shift


@composed
def alpha_dropout(
    input: TensorLike, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """Drop elements at random so that inputs of mean 0 and variance 1 keep both.

    References
    ----------
    Klambauer et al., Self-Normalizing Neural Networks (2017); PyTorch documentation,
    torch.nn.functional.alpha_dropout.
    """
    check_probability(p)
    return _alpha_dropout(input, p, tuple(input.shape), inplace) if training else input


@composed
def feature_alpha_dropout(
    input: TensorLike, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """Drop whole channels at random so that inputs of mean 0 and variance 1 keep both."""
    check_probability(p)
    if not training:
        return input
    if input.ndim < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return _alpha_dropout(input, p, _channel_mask_shape(input, 2), inplace)


@composed
def rrelu(
    input: TensorLike,
    lower: float = 1.0 / 8,
    upper: float = 1.0 / 3,
    training: bool = False,
    inplace: bool = False,
) -> Tensor:
    """Multiply what is negative by a slope drawn at random; by the mean slope when not training.

    Raises: RuntimeError if ``lower`` is greater than ``upper``.
    """
    slopes = _random_slopes(input, lower, upper, training)
    if inplace:
        return input.mul_(slopes)
    return (input.contiguous() if training else input) * slopes


def _random_slopes(x: Tensor, lower: float, upper: float, training: bool) -> Tensor:
    """Return 1 where ``x > 0``, else a slope: random if ``training``, else the bounds' mean."""
    if lower > upper:
        raise RuntimeError(
            f"Lower bound should be less than or equal to the upper bound"
            f" (lower = {lower:g}, upper = {upper:g})"
        )
    require_floats(x, "rrelu_with_noise_out_cpu" if training else "leaky_relu_cpu")
    is_positive = x.detach() > 0
    if not training:
        return ivy.where(is_positive, cast(is_positive, x.dtype), (lower + upper) / 2)
    # one number of each element that is not positive: how many are drawn depends on the values
    fallen = ~to_numpy(is_positive)
    slopes = np.ones(fallen.shape)
    drawn = twister_of(None, "rrelu").uniform(int(fallen.sum()), "float64", lower, upper)
    slopes[fallen] = drawn
    return cast(ivy.asarray(slopes), x.dtype)


def _rrelu(
    input: TensorLike, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False
) -> Tensor:
    """Write the result of ``rrelu`` over its argument, and return it.

    References: PyTorch documentation, torch.nn.functional.rrelu_.
    """
    return input.mul_(_random_slopes(input, lower, upper, training))


rrelu_ = composed(_rrelu, name="torch.nn.functional.rrelu_")


@composed
def gumbel_softmax(
    logits: TensorLike, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """Draw from the Gumbel-Softmax distribution; one-hot with the soft gradient if ``hard``.

    References
    ----------
    Jang, Gu and Poole, Categorical Reparameterization with Gumbel-Softmax (2017); PyTorch
    documentation, torch.nn.functional.gumbel_softmax.
    """
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=5)
    if not logits.dtype.is_floating_point:
        raise RuntimeError(
            "Exponential distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {shown(logits.dtype)}"
        )
    draws = ivy.zeros(tuple(logits.shape), dtype=logits.dtype.core).exponential_()
    gumbels = -ivy.log(draws)
    soft = ((logits + gumbels) / tau).softmax(dim)
    if not hard:
        return soft
    values = soft.detach()
    at = ivy.argmax(values, axis=dim, keepdims=True)
    count = values.shape[dim] if values.ndim else 1
    shape = [1] * max(values.ndim, 1)
    shape[dim] = count
    indices = ivy.reshape(ivy.arange(count), tuple(shape) if values.ndim else ())
    return cast(at == indices, soft.dtype) - values + soft


__all__ = [
    "alpha_dropout", "check_probability", "dropout", "dropout1d", "dropout2d", "dropout3d",
    "dropped", "feature_alpha_dropout", "feature_dropout", "gumbel_softmax", "kept", "rrelu",
    "rrelu_",
]  # fmt: skip
