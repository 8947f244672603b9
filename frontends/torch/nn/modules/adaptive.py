"""Losses over many classes: in clusters by their frequency, or with their linear layer.

References
----------
PyTorch documentation, ``torch.nn``; E. Grave et al., "Efficient softmax approximation for GPUs",
2017.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import namedtuple

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F

from .container import ModuleList, Sequential
from .linear import Linear
from .loss import WeightedLoss
from .module import Module

_Result = namedtuple("_ASMoutput", ["output", "loss"])


@citing("``torch.nn.{}``")
class AdaptiveLogSoftmaxWithLoss(Module):
    """A softmax whose rare classes stand in clusters, with fewer features the rarer.

    Parameters
    ----------
    in_features, n_classes : int
    cutoffs : sequence of int
        Where the clusters begin; classes are ordered by their frequency.
    div_value : float
        By what the features of each next cluster are divided.
    head_bias : bool
    """

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False,
                 device=None, dtype=None):  # fmt: skip
        super().__init__()
        options = {"device": device, "dtype": dtype}
        cutoffs = list(cutoffs)
        if not cutoffs:
            raise ValueError("cutoffs should be a sequence of length larger than 0")
        steady = cutoffs == sorted(set(cutoffs)) and all(int(c) == c for c in cutoffs)
        if not steady or min(cutoffs) <= 0 or max(cutoffs) > n_classes - 1:
            raise ValueError(
                "cutoffs should be a sequence of unique, positive integers sorted in an increasing "
                "order, where each value is between 1 and n_classes-1"
            )
        self.in_features, self.n_classes = in_features, n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size, self.n_clusters = cutoffs[0], len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, **options)
        self.tail = ModuleList()
        for n, (begin, end) in enumerate(itertools.pairwise(self.cutoffs), 1):
            features = int(in_features // div_value**n)
            self.tail.append(
                Sequential(
                    Linear(in_features, features, bias=False, **options),
                    Linear(features, end - begin, bias=False, **options),
                )
            )

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.head.reset_parameters()
        for layer in itertools.chain.from_iterable(self.tail):
            layer.reset_parameters()

    def forward(self, input_, target_):
        """Return the log probabilities of the targets, and the loss."""
        dims = target_.dim()
        if dims > 1:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        if dims and input_.size(0) != target_.size(0):
            raise RuntimeError("Input and target should have the same size in the batch dimension.")
        if input_.dim() != dims + 1:
            raise RuntimeError(
                f"{dims}D target tensor expects {dims + 1}D input tensors, but found inputs with "
                f"size {input_.size()}"
            )
        input, target = (input_, target_) if dims else (input_[None], target_[None])
        low, high = target.min().item(), target.max().item()
        if low < 0 or high >= self.n_classes:
            raise RuntimeError(
                f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                f"[{low}, {high}] were found. "
            )
        head = F.log_softmax(self.head(input), dim=1)
        head_index, within = target, torch.zeros_like(head[:, 0])
        for n, (begin, end) in enumerate(itertools.pairwise(self.cutoffs)):
            inside = (target >= begin) & (target < end)
            if not inside.any():
                continue
            each = F.log_softmax(self.tail[n](input), dim=1)
            chosen = (target - begin).clamp(0, end - begin - 1)
            found = each.gather(1, chosen.unsqueeze(1)).squeeze(1)
            within = torch.where(inside, found, within)
            head_index = torch.where(inside, self.shortlist_size + n, head_index)
        output = within + head.gather(1, head_index.unsqueeze(1)).squeeze(1)
        loss = (-output).mean()
        return _Result(output if dims else output.squeeze(0), loss)

    def log_prob(self, input):
        """Return the log probabilities of all classes: (N, n_classes)."""
        head = F.log_softmax(self.head(input), dim=1)
        parts = [head[:, : self.shortlist_size]]
        for n, layers in enumerate(self.tail):
            of_cluster = head[:, self.shortlist_size + n].unsqueeze(1)
            parts.append(F.log_softmax(layers(input), dim=1) + of_cluster)
        return torch.cat(parts, dim=1)

    def predict(self, input):
        """Return the most probable class of each example."""
        return self.log_prob(input).argmax(dim=1)


@dataclasses.dataclass(slots=True, frozen=True)
@citing("``torch.nn.{}``")
class LinearCrossEntropyOptions:
    """Options of PyTorch's ``linear_cross_entropy`` in parts; here it is computed at once."""

    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: str = "auto"
    acc_dtype: object = None

    def __post_init__(self):
        if self.acc_policy not in ("auto", "accurate", "balanced", "compact"):
            raise ValueError(f"invalid acc_policy: {self.acc_policy!r}")
        size = self.batch_chunk_size
        if size is not None and not (isinstance(size, int) and size > 0):
            raise ValueError(f"batch_chunk_size must be positive int or None, got {size!r}")


@citing("``torch.nn.{}``")
class LinearCrossEntropyLoss(WeightedLoss):
    """A linear layer and the cross entropy of its classes.

    Parameters
    ----------
    in_features, num_classes : int
    out_features : tuple of int
        Dimensions of the loss besides the batch.
    bias : bool
    reduction : {'mean', 'sum', 'none'}
    weight : Tensor, optional
        Of each class.
    ignore_index : int, optional
    label_smoothing : float
    options : LinearCrossEntropyOptions, optional
    """

    def __init__(self, in_features, num_classes, *, out_features=(), bias=False, device=None,
                 dtype=None, reduction="mean", weight=None, ignore_index=None,
                 label_smoothing=0.0, options=None):  # fmt: skip
        if weight is not None and weight.shape != (num_classes,):
            raise RuntimeError(
                f"expected weight shape to be {(num_classes,)}, got {tuple(weight.shape)}"
            )
        if not 0 <= label_smoothing <= 1.0:
            raise RuntimeError(
                f"expected label_smoothing to be in range [0, 1], got {label_smoothing}"
            )
        super().__init__(weight=weight, reduction=reduction)
        self.num_classes, self.out_features = num_classes, out_features
        self.ignore_index, self.label_smoothing = ignore_index, label_smoothing
        rows = math.prod(out_features, start=num_classes)
        self.linear = Linear(in_features, rows, bias=bias, device=device, dtype=dtype)
        self.options = options

    def forward(self, input, target):
        """Return the loss of inputs and their classes."""
        shape = (self.num_classes, *self.out_features)
        bias = self.linear.bias
        return F.linear_cross_entropy(
            input,
            self.linear.weight.reshape((*shape, self.linear.in_features)),
            target,
            linear_bias=None if bias is None else bias.reshape(shape),
            weight=self.weight,
            reduction=self.reduction,
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
            options=self.options,
        )

    def extra_repr(self) -> str:
        return (
            f"in_features={self.linear.in_features}, num_classes={self.num_classes}, "
            f"out_features={self.out_features}, bias={self.linear.bias is not None}, "
            f"reduction={self.reduction}, ignore_index={self.ignore_index}, "
            f"label_smoothing={self.label_smoothing}, options={self.options}"
        )


__all__ = [
    "AdaptiveLogSoftmaxWithLoss", "LinearCrossEntropyLoss", "LinearCrossEntropyOptions",
]  # fmt: skip
