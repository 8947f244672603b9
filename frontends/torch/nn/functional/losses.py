"""Losses: how far predictions are from what they should be."""

from __future__ import annotations

import math
import warnings
from typing import Any

from frontends.torch.autograd.tape import derivative
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import cast, shown
from frontends.torch.tensors import dtypes
from frontends.torch.tensors.tensor import Tensor
from ivy_core.compilation.trace.index_checks import watch_range

from .declaring import checked, reduction_of, require_floats, require_kind, values_of
from .normalizations import magnitude
from .products import linear

TensorLike = Number = Any


def reduced(loss: Tensor, reduction: str) -> Tensor:
    """Return a loss as it is, its mean, or its sum."""
    if reduction == "none":
        return loss
    if reduction == "sum":
        return ivy.sum(loss)
    if not (loss.dtype.is_floating_point or loss.dtype.is_complex):
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or "
            f"complex dtype. Got: {shown(loss.dtype)}"
        )
    return ivy.mean(loss)


def _error_of(input: Tensor, target: Tensor) -> Tensor:
    """Return ``input - target``; bools count as 0 and 1, as in PyTorch's kernels of losses."""
    given = [cast(x, dtypes.uint8) if x.dtype.kind == "b" else x for x in (input, target)]
    return given[0] - given[1]


def _size_text(x: Tensor) -> str:
    return f"torch.Size({list(x.shape)})"


def _broadcast_with_warning(input: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Return both in one shape, with PyTorch's warning where they had different ones."""
    if input.shape != target.shape:
        warnings.warn(
            f"Using a target size ({_size_text(target)}) that is different to the input size "
            f"({_size_text(input)}). This will likely lead to incorrect results due to "
            "broadcasting. Please ensure they have the same size.",
            stacklevel=6,
        )
        shape = broadcast_shape(tuple(input.shape), tuple(target.shape))
        return ivy.broadcast_to(input, shape), ivy.broadcast_to(target, shape)
    return input, target


@citing(None)
def broadcast_shape(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape that two shapes broadcast to.

    Raises: RuntimeError if they do not, in PyTorch's words.
    """
    ndim = max(len(first), len(second))
    a, b = ((1,) * (ndim - len(s)) + s for s in (first, second))
    for at in range(ndim - 1, -1, -1):
        if a[at] != b[at] and 1 not in (a[at], b[at]):
            raise RuntimeError(
                f"The size of tensor a ({a[at]}) must match the size of tensor b ({b[at]}) at "
                f"non-singleton dimension {at}"
            )
    return tuple(m if n == 1 else n for m, n in zip(a, b, strict=True))


def _weighted_loss(loss: Tensor, weight: Tensor, like: Tensor, reduction: str) -> Tensor:
    """Return a weighted loss, reduced; the mean is the sum over the sum of weights."""
    if weight.shape != like.shape:
        raise ValueError("Weights and input must have the same size.")
    loss = loss * weight
    if reduction == "mean":
        return ivy.sum(loss) / ivy.sum(weight)
    return reduced(loss, reduction)


# of pairs of values


@torch_function
def mse_loss(
    input: TensorLike,
    target: TensorLike,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: TensorLike | None = None,
) -> Tensor:
    """Compute squared errors.

    >>> torch.nn.functional.mse_loss(torch.tensor([1.0, 2.0]), torch.zeros(2)).item()
    2.5
    """
    input, target = _broadcast_with_warning(input, target)
    reduction = reduction_of(reduction, size_average, reduce)
    error = _error_of(input, target)
    require_kind(error.dtype, "mse_cpu", error.dtype.kind in "fc")
    squares = ivy.square(error)
    return (
        reduced(squares, reduction)
        if weight is None
        else _weighted_loss(squares, weight, input, reduction)
    )


@torch_function
def l1_loss(
    input: TensorLike,
    target: TensorLike,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: TensorLike | None = None,
) -> Tensor:
    """Compute absolute errors."""
    input, target = _broadcast_with_warning(input, target)
    reduction = reduction_of(reduction, size_average, reduce)
    errors = magnitude(input - target)
    return (
        reduced(errors, reduction)
        if weight is None
        else _weighted_loss(errors, weight, input, reduction)
    )


@torch_function
def smooth_l1_loss(
    input: TensorLike,
    target: TensorLike,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """Compute absolute errors less ``beta / 2``, but ``error ** 2 / (2 * beta)`` below ``beta``.

    Raises: RuntimeError if ``beta`` is negative.
    """
    input, target = _broadcast_with_warning(input, target)
    reduction = reduction_of(reduction, size_average, reduce)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduced(magnitude(input - target), reduction)
    error = _error_of(input, target)
    size = magnitude(error)
    require_floats(error, "smooth_l1_cpu")
    large = size >= beta
    small = ivy.square(ivy.where(large, 0, error)) * (0.5 / beta)  # no square that overflows
    return reduced(ivy.where(large, size - 0.5 * beta, small), reduction)


@torch_function
def huber_loss(
    input: TensorLike,
    target: TensorLike,
    reduction: str = "mean",
    delta: float = 1.0,
    weight: TensorLike | None = None,
) -> Tensor:
    """Compute half the squared errors, but ``delta * (abs(error) - delta / 2)`` above ``delta``.

    Raises: RuntimeError unless ``delta`` is positive.

    References
    ----------
    Huber, Robust Estimation of a Location Parameter (1964); PyTorch documentation,
    torch.nn.functional.huber_loss.
    """
    input, target = _broadcast_with_warning(input, target)
    if weight is not None and weight.shape != input.shape:
        raise ValueError("Weights and input must have the same size.")
    if weight is None or reduction in ("none", "mean", "sum"):
        reduction = reduction_of(reduction, None, None)
    else:
        raise ValueError(
            f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'."
        )
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    error = _error_of(input, target)
    require_floats(error, "huber_cpu")
    size = magnitude(error)
    large = size > delta
    small = ivy.square(ivy.where(large, 0, error)) * 0.5  # no square that overflows
    loss = ivy.where(large, (size - 0.5 * delta) * delta, small)
    loss = cast(loss, input.dtype)
    return reduced(loss if weight is None else loss * weight, reduction)


@torch_function
def soft_margin_loss(
    input: TensorLike,
    target: TensorLike,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute the logistic loss of two classes, ``log(1 + exp(-target * input))``."""
    reduction = reduction_of(reduction, size_average, reduce)
    if input.dtype.is_floating_point:
        target = cast(target, input.dtype)
    return reduced(ivy.softplus(input * -target), reduction)


@torch_function
def hinge_embedding_loss(
    input: TensorLike,
    target: TensorLike,
    margin: float = 1.0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute distances of pairs that belong together, and what the others' lack to a margin."""
    reduction = reduction_of(reduction, size_average, reduce)
    lack = _at_least_zero(margin - input)
    apart = ivy.where(target != 1, lack, 0.0)
    return reduced(apart + ivy.where(target != -1, input, 0.0), reduction)


def _at_least_zero(x: Tensor) -> Tensor:
    """Return ``x``, at least zero; gradient one at zero, as that of PyTorch's ``clamp_min``."""
    return ivy.where(x < 0, 0, x)


@torch_function
def margin_ranking_loss(
    input1: TensorLike,
    input2: TensorLike,
    target: TensorLike,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute what ranks lack to a margin, ``max(0, -target * (input1 - input2) + margin)``."""
    reduction = reduction_of(reduction, size_average, reduce)
    if input1.ndim != input2.ndim or input1.ndim != target.ndim:
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {_size_text(input1)}, input2: {_size_text(input2)}, "
            f"target: {_size_text(target)} "
        )
    return reduced(_at_least_zero(-target * (input1 - input2) + margin), reduction)


@torch_function
def cosine_embedding_loss(
    input1: TensorLike,
    input2: TensorLike,
    target: TensorLike,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute ``1 - cos`` of pairs that belong together, ``max(0, cos - margin)`` of the others.

    Raises: RuntimeError if numbers of dimensions do not fit.
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if target.ndim not in (0, 1):
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    wanted = target.ndim + 1
    if input1.ndim != wanted or input2.ndim != wanted:
        kind = "1D target tensor expects 2D" if target.ndim else "0D target tensor expects 1D"
        raise RuntimeError(
            f"{kind} input tensors, but found inputs with sizes {list(input1.shape)} and "
            f"{list(input2.shape)}."
        )
    eps = 1e-12
    product = ivy.sum(input1 * input2, axis=-1)
    first = ivy.sum(ivy.square(input1), axis=-1) + eps
    second = ivy.sum(ivy.square(input2), axis=-1) + eps
    cosine = product / ivy.sqrt(first * second)
    together = ivy.where(target == 1, 1 - cosine, 0)
    apart = ivy.where(target == -1, _at_least_zero(cosine - margin), 0)
    return reduced(together + apart, reduction)


# of distributions


def _xlogy(x: Tensor, y: Tensor) -> Tensor:
    """Return ``x * log(y)``, zero where ``x`` is, with a gradient that is a number there."""
    is_zero = x == 0
    return ivy.where(is_zero, 0.0, x * ivy.log(ivy.where(is_zero, 1.0, y)))


@torch_function
def kl_div(
    input: TensorLike,
    target: TensorLike,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """Compute the Kullback-Leibler divergence of log-probabilities from targets."""
    if size_average is not None or reduce is not None:
        reduction = reduction_of(reduction, size_average, reduce)
    elif reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math "
            "definition.'mean' will be changed to behave the same as 'batchmean' in the next major "
            "release.",
            stacklevel=5,
        )
    return divergence(input, target, reduction, log_target)


def divergence(input: Tensor, target: Tensor, reduction: str, log_target: bool) -> Tensor:
    """Compute :func:`kl_div`, for it and its like under other names."""
    if log_target:
        loss = ivy.exp(target) * (target - input)
    else:
        loss = _xlogy(target, target) - target * input
    if reduction != "batchmean":
        return reduced(loss, reduction_of(reduction, None, None))
    total = ivy.sum(loss)
    return total / input.shape[0] if input.ndim else total


@torch_function
def poisson_nll_loss(
    input: TensorLike,
    target: TensorLike,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: float = 1e-08,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute the negative logarithm of a Poisson distribution's likelihood."""
    reduction = reduction_of(reduction, size_average, reduce)
    if log_input:
        loss = ivy.exp(input) - target * input
    else:
        loss = input - target * ivy.log(input + eps)
    if full:
        counts = ivy.where(target > 1, target, 1)  # below, Stirling's formula is left out
        term = counts * ivy.log(counts) - counts + 0.5 * ivy.log(2 * math.pi * counts)
        loss = loss + ivy.where(target > 1, term, 0.0)
    return reduced(loss, reduction)


def _check_variance(input, target, var, full=False, eps=1e-6, reduction="mean") -> None:
    """Raise ValueError for a negative ``var``; a tracer's values are not looked at."""
    values = var if isinstance(var, (int, float)) else values_of(var)
    if values is not None and (values < 0 if isinstance(var, (int, float)) else (values < 0).any()):
        raise ValueError("var has negative entry/entries")


@checked(_check_variance)
def gaussian_nll_loss(
    input: TensorLike,
    target: TensorLike,
    var: TensorLike | Number,
    full: bool = False,
    eps: float = 1e-06,
    reduction: str = "mean",
) -> Tensor:
    """Compute the negative logarithm of a normal distribution's likelihood.

    Parameters
    ----------
    var : Tensor or float
        The variance: of each element, or of each row.
    full : bool
        Whether the constant term is included.
    eps : float
        The least variance.

    Raises: ValueError if a variance is negative, or the shapes do not fit.
    """
    if not isinstance(var, Tensor):
        var = ivy.full_like(input, var)
    if var.shape != input.shape:
        if tuple(input.shape[:-1]) == tuple(var.shape):
            var = ivy.expand_dims(var, axis=-1)
        else:
            unlike = [n for m, n in zip(input.shape, var.shape, strict=False) if m != n]
            if input.ndim != var.ndim or sum(unlike) != 1:
                raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    # the gradient is as if nothing had been bounded
    bounded = var + ivy.stop_gradient(ivy.where(var < eps, eps, var) - var)
    loss = 0.5 * (ivy.log(bounded) + ivy.square(input - target) / bounded)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def _check_probabilities(input, target, weight=None, size_average=None, reduce=None,
                         reduction="mean"):  # fmt: skip
    """Raise RuntimeError for an ``input`` outside [0, 1]; a tracer is not looked at."""
    values = values_of(input)
    if values is None or values.dtype.kind != "f":
        return
    if not ((values >= 0) & (values <= 1)).all():  # nan is outside, too
        raise RuntimeError("all elements of input should be between 0 and 1")


@checked(_check_probabilities)
def binary_cross_entropy(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute the cross entropy of yes-or-no targets and probabilities.

    The logarithms are at least -100, so that the loss is finite.

    Raises: ValueError if the shapes differ.
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({_size_text(target)}) that is different to the input size "
            f"({_size_text(input)}) is deprecated. Please ensure they have the same size."
        )
    require_floats(input, "binary_cross_entropy")
    if target.dtype is not input.dtype:
        raise RuntimeError(f"Found dtype {shown(target.dtype)} but expected {shown(input.dtype)}")
    loss = _probabilities_entropy(input, target)
    if weight is not None:
        shape = broadcast_shape(tuple(target.shape), tuple(weight.shape))
        if shape != tuple(target.shape):
            raise RuntimeError(
                f"The size of tensor a ({target.shape[-1]}) must match the size of tensor b "
                f"({shape[-1]}) at non-singleton dimension {len(shape) - 1}"
            )
        loss = loss * weight
    return reduced(loss, reduction)


# PyTorch divides a gradient by no less, where a probability is nearly 0 or 1; a float of C's
_VARIANCE_EPSILON = 9.999999960041972e-13


def _probabilities_entropy(x: Tensor, target: Tensor) -> Tensor:
    """Return each element's entropy; its gradient is ``(x - target) / max(x * (1 - x), 1e-12)``."""
    is_extreme = x * (1 - x) < _VARIANCE_EPSILON
    within, constant = ivy.where(is_extreme, 0.5, x), ivy.stop_gradient(x)
    zero = x - constant  # whose derivative is 1
    slope = zero * (constant - target + zero / 2) / _VARIANCE_EPSILON
    at_extreme = slope - target * _bounded_log(constant) - (1 - target) * _bounded_log(1 - constant)
    inside = -target * ivy.log(within) - (1 - target) * ivy.log(1 - within)
    return ivy.where(is_extreme, at_extreme, inside)


def _bounded_log(x: Tensor) -> Tensor:
    """Return ``log(x)``, but at least -100."""
    is_zero = x == 0
    return ivy.where(is_zero, -100.0, ivy.maximum(ivy.log(ivy.where(is_zero, 1.0, x)), -100.0))


@torch_function
def binary_cross_entropy_with_logits(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: TensorLike | None = None,
) -> Tensor:
    """Compute the cross entropy of yes-or-no targets and the logits of probabilities.

    Raises: ValueError if the shapes differ.
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if target.shape != input.shape:
        raise ValueError(
            f"Target size ({_size_text(target)}) must be the same as input size "
            f"({_size_text(input)})"
        )
    return reduced(logits_entropy(input, target, weight, pos_weight), reduction)


def logits_entropy(input: Tensor, target: Tensor, weight, pos_weight) -> Tensor:
    """Return the cross entropy of each element, of targets and logits, in the targets' dtype."""
    log = ivy.logsigmoid(input)
    if pos_weight is not None:
        log = ((pos_weight - 1) * target + 1) * log
    loss, kind = (1 - target) * input, target.dtype
    if not kind.is_floating_point:
        given = shown(loss.dtype)
        raise RuntimeError(
            f"result type {given} can't be cast to the desired output type {shown(kind)}"
        )
    loss = cast(cast(loss, kind) - log, kind)  # PyTorch writes each step to what 1 - target gave
    return loss if weight is None else cast(loss * weight, kind)


# of classes


def _check_class_range(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
    reduction="mean", label_smoothing=0.0,
):  # fmt: skip
    """Raise IndexError if an integer target is no class; skip probabilities."""
    if not isinstance(target, Tensor) or target.dtype.kind not in "iu" or not input.ndim:
        return
    if input.shape == target.shape:
        return
    if input.ndim > 1 and tuple(target.shape[:1]) != (input.shape[0],):
        return  # the function itself refuses another number of samples, by another class
    classes, values = input.shape[0 if input.ndim == 1 else 1], values_of(target)
    if values is None:
        watch_range(ivy.where(target == ignore_index, 0, target), 0, classes)
        return
    wrong = values[((values < 0) | (values >= classes)) & (values != ignore_index)]
    if wrong.size:
        raise IndexError(f"Target {wrong.flat[0]} is out of bounds.")


def _check_class_shapes(input: Tensor, target: Tensor, weight: Tensor | None) -> None:
    """Raise for shapes or a target dtype that ``nll_loss`` refuses, in PyTorch's words."""
    if not input.ndim:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if input.ndim != 1 and (not target.ndim or input.shape[0] != target.shape[0]):
        got = target.shape[0] if target.ndim else 1
        raise ValueError(
            f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({got})."
        )
    if input.ndim > 2 and input.ndim != 4:
        wanted = [input.shape[0], *input.shape[2:]]
        if list(target.shape) != wanted:
            raise RuntimeError(f"Expected target size {wanted}, got {list(target.shape)}")
    elif input.ndim == 4:
        if target.ndim != 3:
            raise RuntimeError(
                "only batches of spatial targets supported (3D tensors) but got targets of "
                f"dimension: {target.ndim}"
            )
        if tuple(target.shape) != (input.shape[0], *input.shape[2:]):
            raise RuntimeError(
                f"size mismatch (got input: {list(input.shape)} , target: {list(target.shape)}"
            )
    elif target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    classes = input.shape[0 if input.ndim == 1 else 1]
    if weight is not None and tuple(weight.shape) != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but "
            f"got weight tensor of shape: {list(weight.shape)}"
        )
    if target.dtype.name not in ("int64", "uint8"):
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {shown(target.dtype)}"
        )


@checked(_check_class_range)
def nll_loss(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute the negative log-likelihood of targets that are numbers of classes.

    Parameters
    ----------
    input : Tensor, shape (N, C, *) or (C,)
        Log-probabilities.
    target : Tensor, shape (N, *) or (), int64
        Numbers of classes.
    weight : Tensor, shape (C,), optional
        Weights of the classes; the mean is that of the weights.
    ignore_index : int
        A target that counts for nothing.

    Raises
    ------
    IndexError
        If there is no such class.
    ValueError, RuntimeError
        If shapes or types do not fit.
    """
    reduction = reduction_of(reduction, size_average, reduce)
    return likelihood_loss(input, target, weight, ignore_index, reduction)


def likelihood_loss(input, target, weight, ignore_index: int, reduction: str) -> Tensor:
    """Compute :func:`nll_loss`, for it and for :func:`cross_entropy`."""
    _check_class_shapes(input, target, weight)
    loss, weights = _nll_of_targets(input, target, weight, ignore_index)
    if reduction != "mean":
        return reduced(loss, reduction)
    return ivy.sum(loss) / ivy.sum(weights)


def _nll_of_targets(input, target, weight, ignore_index: int) -> tuple[Tensor, Tensor]:
    """Return the weighted loss of each target, and its weight."""
    axis = 0 if input.ndim == 1 else 1
    counts, safe, weights = _weights_of_targets(target, weight, ignore_index, input.dtype)
    at = ivy.expand_dims(safe, axis=axis)
    picked = ivy.squeeze(ivy.take_along_axis(input, at, axis=axis), axis=axis)
    # what is ignored may be infinite
    return ivy.where(counts, -picked * weights, 0.0), weights


def _weights_of_targets(target, weight, ignore_index: int, dtype) -> tuple[Tensor, Tensor, Tensor]:
    """Return whether each target counts, a class for each, and their weights."""
    target = ivy.astype(target, "int64")
    counts = target != ignore_index
    safe = ivy.where(counts, target, 0)
    weights = cast(counts, dtype)
    if weight is not None:
        weights = weights * ivy.take(weight, safe, axis=0)
    return counts, safe, weights


@derivative("nll_loss", saves=("input", "target", "weight"))
def _nll_loss_backward(
    grad, needs, input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
    reduction="mean",
):  # fmt: skip
    if not _has_formula(needs, input, target, size_average, reduce):
        return NotImplemented
    is_class, factor = _class_and_factor(grad, input, target, weight, ignore_index, reduction)
    return ivy.where(is_class, ivy.negative(factor), 0.0), *[None] * 6


@derivative("cross_entropy", saves=("input", "target", "weight"))
def _cross_entropy_backward(
    grad, needs, input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
    reduction="mean", label_smoothing=0.0,
):  # fmt: skip
    if label_smoothing or not _has_formula(needs, input, target, size_average, reduce):
        return NotImplemented
    is_class, factor = _class_and_factor(grad, input, target, weight, ignore_index, reduction)
    likely = ivy.softmax(input, axis=0 if input.ndim == 1 else 1)
    found = ivy.multiply(ivy.subtract(likely, cast(is_class, input.dtype)), factor)
    return found, *[None] * 7


def _has_formula(needs, input, target, size_average, reduce) -> bool:
    """Return whether a loss of numbers of classes has gradients by the logits alone."""
    if any(needs[1:]) or size_average is not None or reduce is not None:
        return False
    return input.shape != target.shape and bool(input.shape.numel() and target.shape.numel())


def _class_and_factor(grad, input, target, weight, ignore_index, reduction) -> tuple:
    """Return a mask of the targets' classes, and their losses' gradients, in the logits' axes."""
    axis = 0 if input.ndim == 1 else 1
    counts, safe, weights = _weights_of_targets(target, weight, ignore_index, input.dtype)
    factor = ivy.multiply(grad, weights)
    if reduction == "mean":
        factor = ivy.divide(factor, ivy.sum(weights))
    factor = ivy.where(counts, factor, 0.0)  # all may be ignored: their weights' sum is zero
    classes = ivy.reshape(ivy.arange(input.shape[axis]), (-1, *(1,) * (input.ndim - axis - 1)))
    is_class = ivy.equal(ivy.expand_dims(safe, axis=axis), classes)
    return is_class, ivy.expand_dims(factor, axis=axis)


@checked(_check_class_range)
def cross_entropy(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Compute the cross entropy of logits and targets.

    Parameters
    ----------
    input : Tensor, shape (N, C, *) or (C,)
        Logits.
    target : Tensor, shape (N, *) or () of int64, or the shape of ``input``
        Numbers of classes, or their probabilities.
    weight : Tensor, shape (C,), optional
        Weights of the classes.
    ignore_index : int
        A target that counts for nothing.
    label_smoothing : float
        How much of the targets is spread over all classes, from 0 to 1.

    Raises
    ------
    IndexError
        If there is no such class.
    ValueError, RuntimeError
        If shapes or types do not fit.

    >>> logits, target = torch.zeros(2, 4), torch.tensor([0, 3])
    >>> round(torch.nn.functional.cross_entropy(logits, target).item(), 4)
    1.3863
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if not 0.0 <= label_smoothing <= 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    axis = 0 if input.ndim == 1 else 1
    if input.shape == target.shape:
        if not target.dtype.is_floating_point:
            raise RuntimeError(
                "Expected floating point type for target with class probabilities, got "
                f"{shown(target.dtype)}"
            )
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        logs = _log_softmax(input, axis)
        return _soft_cross_entropy(logs, target, weight, reduction, label_smoothing, axis)
    logs = _log_softmax(input, axis)
    loss = likelihood_loss(logs, target, weight, ignore_index, reduction)
    if not label_smoothing:
        return loss
    spread = _smoothing_loss(logs, target, weight, ignore_index, reduction, axis)
    share = label_smoothing / logs.shape[axis]
    return (1 - label_smoothing) * loss + share * spread


def _log_softmax(x: Tensor, axis: int) -> Tensor:
    """Return the log of softmax; ``axis`` counts from 0, scalars and integers are refused."""
    if not x.ndim:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    kernel = "lastdim_kernel_impl" if axis == x.ndim - 1 else "kernel_impl"
    require_floats(x, f"log_softmax_{kernel}")
    return ivy.log_softmax(x, axis=axis) if x.shape.numel() else x * 1


def _broadcast_class_weights(weight: Tensor, ndim: int, axis: int) -> Tensor:
    """Return weights of classes in a shape that broadcasts against the logits."""
    return ivy.reshape(weight, (-1, *(1,) * (ndim - axis - 1)))


def _soft_cross_entropy(logs, target, weight, reduction, label_smoothing, axis) -> Tensor:
    """Return the loss for targets of probabilities; the mean is over samples, not elements."""
    classes = logs.shape[axis]
    if weight is not None and tuple(weight.shape) != (classes,):
        raise RuntimeError(
            "cross_entropy: weight tensor should be defined either for all "
            f"{classes} classes or no classes but got weight tensor of shape: {list(weight.shape)}"
        )
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    terms = logs * target
    if weight is not None:
        terms = terms * _broadcast_class_weights(weight, logs.ndim, axis)
    if reduction == "none":
        return -ivy.sum(terms, axis=axis)
    total = -ivy.sum(terms)
    if reduction == "sum":
        return total
    return total / (logs.shape.numel() // max(classes, 1) or math.nan)


def _smoothing_loss(logs, target, weight, ignore_index, reduction, axis) -> Tensor:
    """Return label smoothing's loss, against all classes alike, without what is ignored."""
    terms = -logs if weight is None else -logs * _broadcast_class_weights(weight, logs.ndim, axis)
    counts = target != ignore_index
    loss = ivy.where(counts, ivy.sum(terms, axis=axis), 0.0)
    if reduction != "mean":
        return reduced(loss, reduction)
    weights = cast(counts, logs.dtype)
    if weight is not None:
        weights = weights * ivy.take(weight, ivy.where(counts, target, 0), axis=0)
    return ivy.sum(loss) / ivy.sum(weights)


@torch_function
def linear_cross_entropy(
    input: TensorLike,
    linear_weight: TensorLike,
    target: TensorLike,
    *,
    linear_bias: TensorLike | None = None,
    weight: TensorLike | None = None,
    reduction: str = "mean",
    ignore_index: int | None = None,
    label_smoothing: float = 0.0,
    options=None,
) -> Tensor:
    """Compute the cross entropy of targets and linearly transformed inputs.

    Raises: RuntimeError if shapes do not fit.
    """
    if input.ndim not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.ndim}")
    if linear_weight.ndim < 2:
        raise RuntimeError(
            f"expected linear_weight with dimensionality at least 2, got {linear_weight.ndim}"
        )
    features = input.shape[-1]
    if features != linear_weight.shape[-1]:
        raise RuntimeError(
            "expected equal input and linear_weight last dimensions (in_features), got "
            f"{features} and {linear_weight.shape[-1]}, respectively"
        )
    lead, wide = tuple(input.shape[:-1]), tuple(linear_weight.shape[:-1])
    if linear_bias is not None and tuple(linear_bias.shape) != wide:
        raise RuntimeError(f"expected linear_bias shape {wide}, got {tuple(linear_bias.shape)}")
    if len(wide) > 1 and not lead:
        raise RuntimeError(
            f"K-dimensional loss defined by linear_weight shape {tuple(linear_weight.shape)} "
            f"requires batched input, (N, {features}), got unbatched input with shape "
            f"{tuple(input.shape)}"
        )
    if tuple(target.shape) == (*lead, *wide) and ignore_index is not None:
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    matrix = ivy.reshape(linear_weight, (-1, features))
    bias = None if linear_bias is None else ivy.reshape(linear_bias, (-1,))
    logits = ivy.reshape(linear.__wrapped__(input, matrix, bias), (*lead, *wide))
    ignored = -100 if ignore_index is None else ignore_index
    return cross_entropy.__wrapped__(
        logits, target, weight, None, ignored, None, reduction, label_smoothing
    )


__all__ = [
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "broadcast_shape",
    "cosine_embedding_loss", "cross_entropy", "divergence", "gaussian_nll_loss",
    "hinge_embedding_loss", "huber_loss", "kl_div", "l1_loss", "likelihood_loss",
    "linear_cross_entropy", "logits_entropy", "margin_ranking_loss", "mse_loss", "nll_loss",
    "poisson_nll_loss", "reduced", "smooth_l1_loss", "soft_margin_loss",
]  # fmt: skip
