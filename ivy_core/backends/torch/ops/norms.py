"""Normalization that PyTorch has kernels for."""

from __future__ import annotations

import math

import torch

from ivy_core.backends.common.predicates import of_one_float_dtype

_functional = torch.nn.functional


def layer_norm(x, normalized_idxs, /, *, scale=None, offset=None, eps=1e-5, new_std=1.0):
    shape = x.shape[x.ndim - len(normalized_idxs) :]
    result = _functional.layer_norm(x, shape, scale, offset, eps)
    return result if new_std == 1 else result * new_std


def _allows_native_layer_norm(x, normalized_idxs, /, *, scale=None, offset=None, **_) -> bool:
    """Return whether the axes are the last ones, and the operands have these only."""
    axes = sorted([i + x.ndim if i < 0 else i for i in normalized_idxs])
    first = x.ndim - len(axes)
    if not axes or axes != list(range(first, x.ndim)) or not of_one_float_dtype(x, scale, offset):
        return False
    shapes = {tuple(each.shape) for each in (scale, offset) if each is not None}
    return shapes <= {tuple(x.shape[first:])}


layer_norm.partial_mixed_handler = _allows_native_layer_norm


def _channels_to_second(x, data_format):
    """Return a view with the channels where PyTorch has them."""
    return x if data_format == "NCS" else x.movedim(-1, 1)


def _move_channels_back(x, data_format):
    # contiguous already where the kernel kept the layout of its input
    return x if data_format == "NCS" else x.movedim(1, -1).contiguous()


def batch_norm(
    x, mean, variance, /, *, offset=None, scale=None, training=False, eps=1e-5, momentum=0.1,
    data_format="NSC",
):  # fmt: skip
    if training:  # PyTorch updates the running mean and variance in place
        mean, variance = mean.clone(), variance.clone()
    result = _functional.batch_norm(
        _channels_to_second(x, data_format), mean, variance, scale, offset, training, momentum, eps
    )
    return _move_channels_back(result, data_format), mean, variance


def instance_norm(
    x, mean, variance, /, *, offset=None, scale=None, training=False, eps=0.0, momentum=0.1,
    data_format="NSC",
):  # fmt: skip
    if training:
        mean, variance = mean.clone(), variance.clone()
    result = _functional.instance_norm(
        _channels_to_second(x, data_format), mean, variance, scale, offset, training, momentum, eps
    )
    return _move_channels_back(result, data_format), mean, variance


def _allows_native_channels_norm(x, operands, reduced_shape, data_format) -> bool:
    """Return whether all operands are vectors of the channels, and several values are reduced."""
    if data_format not in ("NSC", "NCS") or not of_one_float_dtype(x, *operands):
        return False
    channels = x.shape[1 if data_format == "NCS" else -1]
    shapes = {tuple(each.shape) for each in operands if each is not None}
    return shapes <= {(channels,)} and math.prod(reduced_shape) // max(channels, 1) > 1


def _allows_native_batch_norm(
    x, mean, variance, /, *, offset=None, scale=None, eps=1e-5, data_format="NSC", **_
) -> bool:
    given = (mean, variance, offset, scale)
    known = mean is not None and variance is not None
    return (
        known
        and eps > 0
        and x.ndim > 1
        and _allows_native_channels_norm(x, given, x.shape, data_format)
    )


def _allows_native_instance_norm(
    x, mean, variance, /, *, offset=None, scale=None, data_format="NSC", **_
) -> bool:
    given = (mean, variance, offset, scale)
    known = mean is not None and variance is not None
    return known and x.ndim > 2 and _allows_native_channels_norm(x, given, x.shape[1:], data_format)


batch_norm.partial_mixed_handler = _allows_native_batch_norm
instance_norm.partial_mixed_handler = _allows_native_instance_norm


def group_norm(x, num_groups=1, /, *, offset=None, scale=None, eps=1e-5, data_format="NSC"):
    result = _functional.group_norm(
        _channels_to_second(x, data_format), num_groups, scale, offset, eps
    )
    return _move_channels_back(result, data_format)


def _allows_native_group_norm(
    x, num_groups=1, /, *, offset=None, scale=None, data_format="NSC", **_
) -> bool:
    if x.ndim < 2 or not _allows_native_channels_norm(x, (offset, scale), x.shape, data_format):
        return False
    channels = x.shape[1 if data_format == "NCS" else -1]
    fits = num_groups > 0 and channels % num_groups == 0
    return fits and math.prod(x.shape[1:]) > num_groups


group_norm.partial_mixed_handler = _allows_native_group_norm
