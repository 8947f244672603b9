"""Functions of networks that PyTorch has at the top level, under their own signatures."""

from __future__ import annotations

from typing import Any

from frontends.torch.dispatch.docstrings import citing

from ..dispatch.func_wrapper import ivy, torch_function
from ..nn.functional import (
    activations,
    convolutions,
    dropouts,
    embeddings,
    losses,
    margins,
    normalizations,
    padding,
    pooling,
    vision,
)
from ..nn.functional.declaring import composed, writing
from ..tensors.tensor import Tensor
from . import host_forms

TensorLike = Number = Any
_REDUCTIONS = ("none", "mean", "sum")


@torch_function
def relu(input: TensorLike) -> Tensor:
    """Put zero in the place of what is negative."""
    return activations.rectified(input)


def _body_of_relu_(input: TensorLike) -> Tensor:
    """Put zero in the place of what is negative, in the tensor itself.

    References: PyTorch documentation, torch.relu_.
    """
    return activations.rectified(input)


relu_ = writing(_body_of_relu_, "torch.relu_")


@torch_function
def celu(input: TensorLike, alpha: float = 1.0) -> Tensor:
    """Compute ``x`` where it is positive, else ``alpha * (exp(x / alpha) - 1)``."""
    return activations.celu.__wrapped__(input, alpha)


@torch_function
def selu(input: TensorLike) -> Tensor:
    """Compute the scaled ``elu`` whose outputs keep mean 0 and variance 1."""
    return activations.selu.__wrapped__(input)


@torch_function
def threshold(input: TensorLike, threshold: float, value: float) -> Tensor:
    """Put ``value`` in the place of what is not above ``threshold``."""
    return activations.threshold.__wrapped__(input, threshold, value)


@torch_function(host=host_forms.softmax)
def softmax(input: TensorLike, dim: int, dtype=None, *, out=None) -> Tensor:
    """Return exponentials as parts of their sum along a dimension."""
    return activations.shares(ivy.softmax, input, dim, dtype, "softmax")


@torch_function(host=host_forms.log_softmax)
def log_softmax(input: TensorLike, dim: int, dtype=None, *, out=None) -> Tensor:
    """Return the logarithm of ``softmax``, without overflow on the way."""
    return activations.shares(ivy.log_softmax, input, dim, dtype, "log_softmax")


# normalizations


@torch_function
def layer_norm(
    input: TensorLike,
    normalized_shape,
    weight: TensorLike | None = None,
    bias: TensorLike | None = None,
    eps: float = 1e-05,
    cudnn_enable: bool = True,
) -> Tensor:
    """Bring the values along the last dimensions to mean 0 and variance 1.

    References: PyTorch documentation, torch.nn.functional.layer_norm.
    """
    return normalizations.layers_normalized(input, normalized_shape, weight, bias, eps)


@torch_function
def group_norm(
    input: TensorLike,
    num_groups: int,
    weight: TensorLike | None = None,
    bias: TensorLike | None = None,
    eps: float = 1e-05,
    cudnn_enabled: bool = True,
) -> Tensor:
    """Bring groups of channels of each instance to mean 0 and variance 1.

    References: PyTorch documentation, torch.nn.functional.group_norm.
    """
    return normalizations.groups_normalized(input, num_groups, weight, bias, eps)


@torch_function
def rms_norm(
    input: TensorLike,
    normalized_shape,
    weight: TensorLike | None = None,
    eps: float | None = None,
) -> Tensor:
    """Divide the values along the last dimensions by the root of the mean of their squares.

    References: PyTorch documentation, torch.nn.functional.rms_norm.
    """
    return normalizations.rms_norm.__wrapped__(input, normalized_shape, weight, eps)


@composed
def batch_norm(
    input: TensorLike,
    weight: TensorLike | None,
    bias: TensorLike | None,
    running_mean: TensorLike | None,
    running_var: TensorLike | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool = True,
) -> Tensor:
    """Normalize each channel, by the batch's mean and variance or by the running ones.

    References: PyTorch documentation, torch.nn.functional.batch_norm.
    """
    return normalizations.channels_normalized(
        input, weight, bias, running_mean, running_var, training, momentum, eps, apart=False
    )


@composed
def instance_norm(
    input: TensorLike,
    weight: TensorLike | None,
    bias: TensorLike | None,
    running_mean: TensorLike | None,
    running_var: TensorLike | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool = True,
) -> Tensor:
    """Normalize each channel of each instance, by its mean and variance or by the running ones.

    References: PyTorch documentation, torch.nn.functional.instance_norm.
    """
    return normalizations.channels_normalized(
        input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, apart=True
    )


# what is dropped at random


def _declare_dropout(name: str, drop, inplace: bool):
    """Declare ``torch.<name>`` of (input, p, train) by ``drop``, the function of nn.functional."""

    def body(input: TensorLike, p: float, train: bool) -> Tensor:
        return drop.__wrapped__(input, p, train, inplace)

    body.__doc__ = (
        f"Compute ``{drop.__name__}`` of a tensor{', in the tensor itself' if inplace else ''}.\n\n"
        f"References: PyTorch documentation, torch.nn.functional.{drop.__name__}."
    )
    return composed(body, name=f"torch.{name}")


dropout, dropout_ = (
    _declare_dropout("dropout", dropouts.dropout, False),
    _declare_dropout("dropout_", dropouts.dropout, True),
)
alpha_dropout, alpha_dropout_ = (
    _declare_dropout("alpha_dropout", dropouts.alpha_dropout, False),
    _declare_dropout("alpha_dropout_", dropouts.alpha_dropout, True),
)
feature_alpha_dropout, feature_alpha_dropout_ = (
    _declare_dropout("feature_alpha_dropout", dropouts.feature_alpha_dropout, False),
    _declare_dropout("feature_alpha_dropout_", dropouts.feature_alpha_dropout, True),
)
feature_dropout, feature_dropout_ = (
    _declare_dropout("feature_dropout", dropouts.feature_dropout, False),
    _declare_dropout("feature_dropout_", dropouts.feature_dropout, True),
)


@composed
def rrelu(
    input: TensorLike,
    lower: float = 1.0 / 8,
    upper: float = 1.0 / 3,
    training: bool = False,
    generator=None,
) -> Tensor:
    """Multiply what is negative by a slope drawn at random; by the mean slope when not training.

    References: PyTorch documentation, torch.nn.functional.rrelu.
    """
    return dropouts.rrelu.__wrapped__(input, lower, upper, training)


# losses: their reductions are numbers here


@citing(None)
def reduction_named(reduction: int) -> str:
    """Return the name of a reduction that is given by its number: 0, 1 or 2.

    Raises: ValueError if there is no such reduction.
    """
    if reduction not in (0, 1, 2):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _REDUCTIONS[reduction]


@torch_function
def binary_cross_entropy_with_logits(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike | None = None,
    pos_weight: TensorLike | None = None,
    reduction: int = 1,
) -> Tensor:
    """Compute the cross entropy of yes-or-no targets and the logits of probabilities.

    References: PyTorch documentation, torch.nn.functional.binary_cross_entropy_with_logits.
    """
    loss = losses.logits_entropy(input, target, weight, pos_weight)
    return losses.reduced(loss, reduction_named(reduction))


@torch_function
def kl_div(
    input: TensorLike, target: TensorLike, reduction: int = 1, *, log_target: bool = False
) -> Tensor:
    """Compute the Kullback-Leibler divergence of log-probabilities from targets.

    References: PyTorch documentation, torch.nn.functional.kl_div.
    """
    return losses.divergence(input, target, reduction_named(reduction), log_target)


@torch_function
def poisson_nll_loss(
    input: TensorLike, target: TensorLike, log_input: bool, full: bool, eps: float, reduction: int
) -> Tensor:
    """Compute the negative logarithm of a Poisson distribution's likelihood.

    References: PyTorch documentation, torch.nn.functional.poisson_nll_loss.
    """
    return losses.poisson_nll_loss.__wrapped__(
        input, target, log_input, full, None, eps, None, reduction_named(reduction)
    )


@torch_function
def hinge_embedding_loss(
    input: TensorLike, target: TensorLike, margin: float = 1.0, reduction: int = 1
) -> Tensor:
    """Compute distances of pairs that belong together, and what the others' lack to a margin.

    References: PyTorch documentation, torch.nn.functional.hinge_embedding_loss.
    """
    return losses.hinge_embedding_loss.__wrapped__(
        input, target, margin, reduction=reduction_named(reduction)
    )


@torch_function
def margin_ranking_loss(
    input1: TensorLike,
    input2: TensorLike,
    target: TensorLike,
    margin: float = 0.0,
    reduction: int = 1,
) -> Tensor:
    """Compute what ranks lack to a margin.

    References: PyTorch documentation, torch.nn.functional.margin_ranking_loss.
    """
    return losses.margin_ranking_loss.__wrapped__(
        input1, input2, target, margin, reduction=reduction_named(reduction)
    )


@torch_function
def cosine_embedding_loss(
    input1: TensorLike,
    input2: TensorLike,
    target: TensorLike,
    margin: float = 0.0,
    reduction: int = 1,
) -> Tensor:
    """Compute ``1 - cos`` of pairs that belong together, ``max(0, cos - margin)`` of the others.

    References: PyTorch documentation, torch.nn.functional.cosine_embedding_loss.
    """
    return losses.cosine_embedding_loss.__wrapped__(
        input1, input2, target, margin, reduction=reduction_named(reduction)
    )


@torch_function
def constant_pad_nd(input: TensorLike, pad, value: Number = 0) -> Tensor:
    """Add borders of one value along the last dimensions.

    References: PyTorch documentation, torch.nn.functional.pad.
    """
    return padding.pad.__wrapped__(input, pad, "constant", value)


@torch_function
def triplet_margin_loss(
    anchor: TensorLike,
    positive: TensorLike,
    negative: TensorLike,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: int = 1,
) -> Tensor:
    """Compute by how much negatives come nearer to anchors than positives and a margin.

    References: PyTorch documentation, torch.nn.functional.triplet_margin_loss.
    """
    named = reduction_named(reduction)
    return margins.triplets(anchor, positive, negative, margin, p, eps, swap, named)


@composed
def ctc_loss(
    log_probs: TensorLike,
    targets: TensorLike,
    input_lengths,
    target_lengths,
    blank: int = 0,
    reduction: int = 1,
    zero_infinity: bool = False,
) -> Tensor:
    """Compute the negative log-likelihood of sequences of labels, whatever their alignment.

    References: PyTorch documentation, torch.nn.functional.ctc_loss.
    """
    return margins.alignments(
        log_probs,
        targets,
        input_lengths,
        target_lengths,
        blank,
        reduction_named(reduction),
        zero_infinity,
    )


# windows


def _declare_max_pool(dims: int, with_indices: bool):
    def body(
        input: TensorLike, kernel_size, stride=None, padding=0, dilation=1, ceil_mode: bool = False
    ):
        return pooling.maxima(
            input, kernel_size, stride, padding, dilation, ceil_mode, with_indices, dims
        )

    body.__name__ = f"max_pool{dims}d{'_with_indices' if with_indices else ''}"
    body.__doc__ = (
        "Return the largest elements of windows.\n\n"
        f"    References: PyTorch documentation, torch.nn.functional.max_pool{dims}d."
    )
    return torch_function(body)


max_pool1d, max_pool2d, max_pool3d = (_declare_max_pool(n, False) for n in (1, 2, 3))
max_pool1d_with_indices = _declare_max_pool(1, True)


@torch_function
def adaptive_max_pool1d(input: TensorLike, output_size) -> tuple[Tensor, Tensor]:
    """Return the largest elements of windows that are as even as they can be, and their places.

    References: PyTorch documentation, torch.nn.functional.adaptive_max_pool1d.
    """
    return pooling.adaptive(input, output_size, 1, "MAX", with_indices=True)


@torch_function
def convolution(
    input: TensorLike,
    weight: TensorLike,
    bias: TensorLike | None,
    stride,
    padding,
    dilation,
    transposed: bool,
    output_padding,
    groups: int,
) -> Tensor:
    """Convolve as many spatial dimensions as the weight has, or the other way round.

    References: PyTorch documentation, torch.nn.functional.conv2d.
    """
    dims = weight.ndim - 2
    if transposed:
        return convolutions.transposed(
            input, weight, bias, stride, padding, output_padding, groups, dilation, dims
        )
    return convolutions.convolved(input, weight, bias, stride, padding, dilation, groups, dims)


# images: modes are numbers here

_MODES = ("bilinear", "nearest", "bicubic")
_BEYOND = ("zeros", "border", "reflection")


def _declare_grid_sampler(name: str):
    """Declare a ``grid_sample`` whose modes are given as numbers."""

    def body(
        input: TensorLike,
        grid: TensorLike,
        interpolation_mode: int,
        padding_mode: int,
        align_corners: bool,
    ) -> Tensor:
        mode, beyond = _MODES[interpolation_mode], _BEYOND[padding_mode]
        return vision.sampled(input, grid, mode, beyond, align_corners)

    body.__name__ = name
    body.__doc__ = (
        "Sample images at the points of a grid.\n\n"
        "    References: PyTorch documentation, torch.nn.functional.grid_sample."
    )
    return torch_function(body)


grid_sampler, grid_sampler_2d, grid_sampler_3d = map(
    _declare_grid_sampler, ("grid_sampler", "grid_sampler_2d", "grid_sampler_3d")
)


@torch_function
def affine_grid_generator(theta: TensorLike, size, align_corners: bool) -> Tensor:
    """Return the points of images that are transformed, for ``grid_sampler``.

    References: PyTorch documentation, torch.nn.functional.affine_grid.
    """
    return vision.affine_grid.__wrapped__(theta, size, align_corners)


@composed
def embedding(
    weight: TensorLike,
    indices: TensorLike,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Return rows of a table.

    References: PyTorch documentation, torch.nn.functional.embedding.
    """
    left_out = None if padding_idx < 0 else padding_idx
    return embeddings.embedding.__wrapped__(
        indices, weight, left_out, scale_grad_by_freq=scale_grad_by_freq
    )
