"""Losses of margins between classes or pairs, and of sequences without an alignment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import cast, shown
from frontends.torch.tensors.tensor import Tensor, to_numpy
from ivy_core.compilation.trace.index_checks import watch_range

from .declaring import checked, composed, reduction_of, require_floats, values_of
from .distances import norm_along, pairwise_distance
from .losses import reduced

TensorLike = Number = Any


def _check_class_indices(input, target, *options, **named) -> None:
    """Raise RuntimeError if an integer target is no class; a program that watches bounds counts."""
    if not isinstance(target, Tensor) or target.dtype.kind not in "iu" or not input.shape.numel():
        return
    classes, values = input.shape[-1] if input.ndim else 1, values_of(target)
    if values is None:
        watch_range(target, 0, classes)
    elif values.size and (values.min() < 0 or values.max() >= classes):
        raise RuntimeError("target out of range")


@checked(_check_class_indices)
def multi_margin_loss(
    input: TensorLike,
    target: TensorLike,
    p: int = 1,
    margin: float = 1.0,
    weight: TensorLike | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute by how much each other class comes nearer than a margin to the right one.

    Parameters
    ----------
    input : Tensor, shape (N, C) or (C,)
    target : Tensor, shape (N,) or (), int64
    p : {1, 2}
        The power that each lack is raised to.

    Raises
    ------
    ValueError, RuntimeError
        If options or shapes do not fit.
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    if input.ndim > 2 or not input.shape[-1:].numel():
        raise RuntimeError(
            "Expected non-empty vector or matrix with optional 0-dim batch size, but got: "
            f"{list(input.shape)}"
        )
    rows = 1 if input.ndim < 2 else input.shape[0]
    if target.ndim > 1 or target.shape.numel() != rows:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input "
            f"samples (batch size). Expected target size [{rows}], but got {list(target.shape)}. "
            f"Input has shape {list(input.shape)}."
        )
    x = ivy.reshape(input, (rows, -1))
    classes = x.shape[1]
    if weight is not None and weight.shape.numel() != classes:
        raise RuntimeError(
            f"inconsistent weight size, expected {classes} but got {list(weight.shape)}"
        )
    if target.dtype.name != "int64":
        raise RuntimeError(f"expected scalar type Long but found {shown(target.dtype)}")
    require_floats(input, "multi_margin_loss_out_frame")
    at = ivy.reshape(target, (rows, 1))
    right = ivy.take_along_axis(x, at, axis=1)
    lack = margin - right + x
    lack = ivy.where(lack > 0, lack, 0.0)
    if p == 2:
        lack = ivy.square(lack)
    if weight is not None:
        lack = lack * ivy.take(weight, at, axis=0)
    others = ivy.arange(classes, dtype="int64") != at
    loss = ivy.sum(ivy.where(others, lack, 0.0), axis=1) / classes
    return reduced(
        ivy.reshape(loss, () if input.ndim < 2 and not target.ndim else (rows,)), reduction
    )


@torch_function
def multilabel_margin_loss(
    input: TensorLike,
    target: TensorLike,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute by how much each wrong class comes nearer than one to each right class.

    Parameters
    ----------
    input : Tensor, shape (N, C) or (C,)
    target : Tensor, that shape, int64
        The right classes, and -1 behind them.
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if input.ndim > 2 or not input.shape[-1:].numel():
        raise RuntimeError(
            "Expected non-empty vector or matrix with optional 0-dim batch size, but got: "
            f"{list(input.shape)}"
        )
    if input.shape != target.shape:
        raise RuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}"
        )
    require_floats(input, "multilabel_margin_loss_forward_out_frame")
    rows = 1 if input.ndim < 2 else input.shape[0]
    x, labels = ivy.reshape(input, (rows, -1)), ivy.reshape(target, (rows, -1))
    classes = x.shape[1]
    is_label = ivy.cumprod(ivy.astype(labels >= 0, "int64"), axis=1) > 0
    safe = ivy.where(is_label, labels, 0)
    hits = ivy.expand_dims(safe, axis=2) == ivy.arange(classes, dtype="int64")
    hits = ivy.logical_and(hits, ivy.expand_dims(is_label, axis=2))
    is_right = ivy.any(hits, axis=1)
    right = ivy.expand_dims(ivy.take_along_axis(x, safe, axis=1), axis=2)
    lack = 1.0 - right + ivy.expand_dims(x, axis=1)
    counts = ivy.logical_and(
        ivy.expand_dims(is_label, axis=2), ivy.logical_not(ivy.expand_dims(is_right, axis=1))
    )
    lack = ivy.where(ivy.logical_and(counts, lack > 0), lack, 0.0)
    loss = ivy.sum(lack, axis=(1, 2)) / classes
    return reduced(ivy.reshape(loss, () if input.ndim < 2 else (rows,)), reduction)


@torch_function
def multilabel_soft_margin_loss(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute the mean over classes of the cross entropy of yes-or-no targets and logits."""
    reduction = reduction_of(reduction, size_average, reduce)
    loss = -(target * ivy.logsigmoid(input) + (1 - target) * ivy.logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return reduced(ivy.sum(loss, axis=-1) / input.shape[-1], reduction)


def _hinge(near: Tensor, far: Tensor, margin: float) -> Tensor:
    """``max(margin + near - far, 0)``"""
    lack = margin + near - far
    return ivy.where(lack < 0, 0, lack)


@torch_function
def triplet_margin_loss(
    anchor: TensorLike,
    positive: TensorLike,
    negative: TensorLike,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Compute by how much negatives come nearer to anchors than positives and a margin.

    Parameters
    ----------
    swap : bool
        Whether the distance of negatives from positives counts where it is smaller.

    Raises
    ------
    ValueError, RuntimeError
        If the margin is not positive, or numbers of dimensions differ.

    References
    ----------
    Balntas et al., Learning local feature descriptors with triplets (2016); PyTorch documentation,
    torch.nn.functional.triplet_margin_loss.
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return triplets(anchor, positive, negative, margin, p, eps, swap, reduction)


def triplets(anchor, positive, negative, margin, p, eps, swap, reduction: str) -> Tensor:
    """Compute :func:`triplet_margin_loss`, for it and its like under other names."""
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of "
            f"dimensions, but got: anchor {anchor.ndim}D, positive {positive.ndim}D, and negative "
            f"{negative.ndim}D inputs"
        )
    near = norm_along(anchor - positive + eps, p, -1)
    far = norm_along(anchor - negative + eps, p, -1)
    if swap:
        far = ivy.minimum(far, norm_along(positive - negative + eps, p, -1))
    return reduced(_hinge(near, far, margin), reduction)


@composed(calls_back=True)
def triplet_margin_with_distance_loss(
    anchor: TensorLike,
    positive: TensorLike,
    negative: TensorLike,
    *,
    distance_function: Callable | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """Compute by how much negatives come nearer to anchors than positives, by any distance.

    Parameters
    ----------
    distance_function : callable, optional
        Of two tensors; ``pairwise_distance`` unless given.
    """
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of "
            f"dimensions, but got: anchor {anchor.ndim}D, positive {positive.ndim}D, and negative "
            f"{negative.ndim}D inputs"
        )
    distance = pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = far.minimum(distance(positive, negative))
    lack = (near - far + margin).clamp_min(0)
    return lack if reduction == "none" else lack.mean() if reduction == "mean" else lack.sum()


# sequences

_NEVER = -1e30  # the logarithm of no probability: finite, so that gradients are numbers


def _lengths_as_ints(values) -> tuple[int, ...]:
    if isinstance(values, Tensor):
        return tuple(int(n) for n in to_numpy(values.detach()).reshape(-1))
    return (int(values),) if isinstance(values, int) else tuple(int(n) for n in values)


@composed
def ctc_loss(
    log_probs: TensorLike,
    targets: TensorLike,
    input_lengths,
    target_lengths,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Tensor:
    """Compute the negative log-likelihood of sequences of labels, whatever their alignment.

    Parameters
    ----------
    log_probs : Tensor, shape (T, N, C) or (T, C)
        Log-probabilities of the labels at each time.
    targets : Tensor, shape (N, S) or (sum(target_lengths),), integers
        The labels.
    input_lengths, target_lengths : Tensor or sequence of int, shape (N,)
        Lengths of the sequences.
    blank : int
        The label for nothing.
    zero_infinity : bool
        Whether what no alignment gives counts as zero, not infinity.

    Raises: RuntimeError if lengths or labels do not fit.

    References
    ----------
    Graves et al., Connectionist Temporal Classification (2006); PyTorch documentation,
    torch.nn.functional.ctc_loss.
    """
    reduction = reduction_of(reduction, None, None)
    return alignments(
        log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity
    )


def alignments(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity):
    """Compute :func:`ctc_loss`, for it and its like under other names."""
    times, counts = _lengths_as_ints(input_lengths), _lengths_as_ints(target_lengths)
    require_floats(log_probs, "ctc_loss_cpu")
    if targets.dtype.name not in ("int64", "int32"):
        raise RuntimeError(
            "Expected tensor for argument #2 'targets' to have one of the following scalar types: "
            f"Long, Int; but got torch.{shown(targets.dtype)}Tensor instead"
        )
    if log_probs.ndim not in (2, 3):
        raise RuntimeError("log_probs tensor must be 2- or 3-dimensional")
    batch = log_probs.shape[1] if log_probs.ndim == 3 else 1
    if not 0 <= blank < log_probs.shape[-1]:
        raise RuntimeError("blank must be in label range")
    for name, given in (("input_lengths", times), ("target_lengths", counts)):
        if len(given) != batch:
            raise RuntimeError(f"{name} must be of size batch_size")
    if max(times, default=0) > log_probs.shape[0]:
        at = next(i for i, n in enumerate(times) if n > log_probs.shape[0])
        raise RuntimeError(
            f"Expected input_lengths to have value at most {log_probs.shape[0]}, but got value "
            f"{times[at]} (while checking arguments for ctc_loss_cpu)"
        )
    if min(counts, default=0) < 0:
        raise RuntimeError("Expected target_lengths to have value at least 0")
    return _likelihoods(log_probs, targets, times, counts, blank, reduction, bool(zero_infinity))


def _pad_labels(targets: Tensor, counts: tuple[int, ...], most: int, blank: int) -> Tensor:
    """Return labels in rows, blanks behind them."""
    rows, at = [], 0
    for i, count in enumerate(counts):
        if targets.ndim == 2:
            row = targets[i, :count]
        else:
            row, at = targets[at : at + count], at + count
        rows.append(ivy.constant_pad(row, [(0, most - count)], value=blank))
    return ivy.astype(ivy.stack(rows, axis=0), "int64")


def _logaddexp_all(*terms: Tensor) -> Tensor:
    """Return ``log(sum(exp(term)))`` of terms, elementwise, without overflow."""
    most = terms[0]
    for term in terms[1:]:
        most = ivy.maximum(most, term)
    most = ivy.stop_gradient(most)
    total = ivy.exp(terms[0] - most)
    for term in terms[1:]:
        total = total + ivy.exp(term - most)
    return most + ivy.log(total)


@torch_function
def _likelihoods(
    log_probs: TensorLike,
    targets: TensorLike,
    times: tuple[int, ...],
    counts: tuple[int, ...],
    blank: int,
    reduction: str,
    zero_infinity: bool,
) -> Tensor:
    """Return the CTC loss: alignments summed by the forward algorithm, then reduced."""
    x = log_probs if log_probs.ndim == 3 else ivy.expand_dims(log_probs, axis=1)
    length, batch, _ = x.shape
    most = max(counts, default=0)
    kind = x.dtype
    labels = _pad_labels(targets, counts, most, blank)
    blanks = ivy.full((batch, most, 1), blank, dtype="int64")
    pairs = ivy.concat([blanks, ivy.expand_dims(labels, axis=2)], axis=2)
    states = ivy.concat(
        [ivy.reshape(pairs, (batch, 2 * most)), ivy.full((batch, 1), blank, dtype="int64")], axis=1
    )
    width = 2 * most + 1
    before = ivy.constant_pad(states, [(0, 0), (2, 0)], value=blank)[:, :width]
    may_skip = ivy.logical_and(states != blank, states != before)
    never = ivy.full((batch, width), _NEVER, dtype=kind.core)

    def behind(alpha, steps):
        return ivy.constant_pad(alpha, [(0, 0), (steps, 0)], value=_NEVER)[:, :width]

    indices = ivy.arange(width)
    ends = ivy.asarray(times, dtype="int64")
    sizes = ivy.asarray(counts, dtype="int64")
    starts = ivy.logical_and(indices < 2, indices <= ivy.expand_dims(2 * sizes, axis=1))
    alpha = ivy.where(starts, 0.0, never)  # before the first time nothing has been emitted
    for t in range(length):
        emitted = ivy.take_along_axis(x[t], states, axis=1)
        if t == 0:
            now = alpha + emitted
        else:
            skipped = ivy.where(may_skip, behind(alpha, 2), never)
            now = ivy.maximum(_logaddexp_all(alpha, behind(alpha, 1), skipped) + emitted, _NEVER)
        alpha = ivy.where(ivy.expand_dims(ends > t, axis=1), now, alpha)
    last = ivy.expand_dims(2 * sizes, axis=1)
    at_blank = ivy.take_along_axis(alpha, last, axis=1)
    at_label = ivy.take_along_axis(alpha, ivy.maximum(last - 1, 0), axis=1)
    at_label = ivy.where(last > 0, at_label, _NEVER)
    loss = -ivy.squeeze(_logaddexp_all(at_blank, at_label), axis=1)
    is_lost = loss > -_NEVER / 2
    loss = ivy.where(is_lost, 0.0 if zero_infinity else float("inf"), loss)
    # PyTorch's gradient is that of logits, through the softmax that made the probabilities
    is_time = ivy.expand_dims(ivy.arange(length), axis=1) < ends
    mass = ivy.sum(ivy.where(ivy.expand_dims(is_time, axis=2), ivy.exp(x), 0.0), axis=(0, 2))
    mass = mass - ivy.stop_gradient(mass)
    loss = loss + (ivy.where(is_lost, 0.0, mass) if zero_infinity else mass)
    if reduction == "mean":
        return ivy.mean(loss / cast(ivy.maximum(sizes, 1), kind))
    loss = reduced(loss, reduction)
    return ivy.squeeze(loss, axis=0) if reduction == "none" and log_probs.ndim == 2 else loss


__all__ = [
    "alignments", "ctc_loss", "multi_margin_loss", "multilabel_margin_loss",
    "multilabel_soft_margin_loss", "triplet_margin_loss", "triplet_margin_with_distance_loss",
    "triplets",
]  # fmt: skip
