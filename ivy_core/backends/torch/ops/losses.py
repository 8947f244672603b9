"""Loss functions that PyTorch computes in one kernel."""

from __future__ import annotations

import torch

from ivy_core.backends.common.predicates import of_one_float_dtype, same_shape

_functional = torch.nn.functional
_MODES = {"none": 0, "mean": 1, "sum": 2}


def _allows_native_loss(x, y, reduction) -> bool:
    """Return whether both are of one float dtype and shape, and PyTorch knows the reduction."""
    return of_one_float_dtype(x, y) and same_shape(x, y) and reduction in _MODES


def smooth_l1_loss(input, target, /, *, beta=1.0, reduction="mean"):
    return _functional.smooth_l1_loss(input, target, reduction=reduction, beta=beta)


smooth_l1_loss.partial_mixed_handler = lambda input, target, *, beta=1.0, reduction="mean", **_: (
    beta >= 0 and _allows_native_loss(input, target, reduction)
)


def huber_loss(true, pred, /, *, delta=1.0, reduction="mean"):
    return _functional.huber_loss(true, pred, reduction=reduction, delta=delta)


huber_loss.partial_mixed_handler = lambda true, pred, *, delta=1.0, reduction="mean", **_: (
    delta > 0 and _allows_native_loss(true, pred, reduction)
)


def kl_div(input, target, /, *, reduction="mean", log_target=False):
    # not torch.nn.functional.kl_div, which warns about what its 'mean' is
    return torch.kl_div(input, target, _MODES[reduction], log_target=log_target)


kl_div.partial_mixed_handler = lambda input, target, *, reduction="mean", **_: _allows_native_loss(
    input, target, reduction
)
