"""Normalization as one compiled program each: eager JAX would dispatch some ten."""

from __future__ import annotations

import functools
import math

import jax.numpy as jnp

from ivy_core.backends.common.predicates import of_one_float_dtype

from ..host.layers import written_channels_gradients, written_channels_norm, written_layer_norm
from ..runtime.stored_programs import jit_of_layer


def _mean_and_variance(x, axes) -> tuple:
    """Return both with the reduced axes kept, of length 1; no correction."""
    return jnp.mean(x, axes, keepdims=True), jnp.var(x, axes, keepdims=True)


@functools.partial(jit_of_layer, static_argnames=("normalized_idxs",), write=written_layer_norm)
def _layer_norm(x, normalized_idxs, scale, offset, eps, new_std):
    mean, variance = _mean_and_variance(x, normalized_idxs)
    x = (x - mean) * (1 / jnp.sqrt(variance + eps))  # one division a row
    x = x if scale is None else x * scale
    x = x if offset is None else x + offset
    return x if new_std is None else x * new_std


def layer_norm(x, normalized_idxs, /, *, scale=None, offset=None, eps=1e-5, new_std=1.0):
    new_std = None if type(new_std) is float and new_std == 1 else new_std
    return _layer_norm(x, tuple(normalized_idxs), scale, offset, eps, new_std)


def _allows_native_layer_norm(x, normalized_idxs, /, *, scale=None, offset=None, **_) -> bool:
    inside = all(-x.ndim <= i < x.ndim for i in normalized_idxs)
    return inside and of_one_float_dtype(x, scale, offset)


layer_norm.partial_mixed_handler = _allows_native_layer_norm


@functools.partial(
    jit_of_layer,
    static_argnames=("training", "data_format", "instances"),
    write=written_channels_norm,
)
def _channels_norm(
    x, mean, variance, offset, scale, eps, momentum, training, data_format, instances
):
    """Normalize over the batch (``instances`` 0) or each entry (1); training: [x, running two]."""
    channels = 1 if data_format == "NCS" else x.ndim - 1
    reduced = tuple(i for i in range(instances, x.ndim) if i != channels)
    wide = tuple(n if i == channels else 1 for i, n in enumerate(x.shape))
    running = mean, variance
    if training:
        now = _mean_and_variance(x, reduced)
        count = math.prod(x.shape[i] for i in reduced)
        updates = now[0], now[1] * (count / max(count - 1, 1))
        updates = [jnp.mean(each, range(instances)).reshape(-1) for each in updates]
        running = [
            new if old is None else old * (1 - momentum) + new * momentum
            for old, new in zip(running, updates, strict=True)
        ]
    else:
        now = mean.reshape(wide), variance.reshape(wide)
    factor = (1 if scale is None else scale.reshape(wide)) / jnp.sqrt(now[1] + eps)
    x = (x - now[0]) * factor
    x = x if offset is None else x + offset.reshape(wide)
    return [x, *running] if training else x


def _normalize_channels(
    instances, x, mean, variance, offset, scale, eps, momentum, training, data_format
):
    """Return (result, running mean, running variance); ``instances``: 0 batch norm, 1 instance."""
    arrays = (x, mean, variance, offset, scale, eps, momentum)
    result = _channels_norm(*arrays, bool(training), data_format, instances)
    return tuple(result) if training else (result, mean, variance)


@functools.partial(
    jit_of_layer, static_argnames=("over", "wanted"), write=written_channels_gradients
)
def _channels_gradients(x, scale, grad, eps, *, over, wanted):
    """Return the wanted gradients of ``x``, ``scale`` and the offset, by own statistics."""
    wide, found = tuple(n if i == 1 else 1 for i, n in enumerate(x.shape)), []
    mean = jnp.mean(x, over, keepdims=True)
    centred = x - mean
    root = 1 / jnp.sqrt(jnp.mean(jnp.square(centred), over, keepdims=True) + eps)
    normal = centred * root
    if wanted[0]:
        pulled = grad if scale is None else grad * scale.reshape(wide)
        inner = jnp.mean(pulled * normal, over, keepdims=True)
        pulled = pulled - jnp.mean(pulled, over, keepdims=True) - normal * inner
        found.append(pulled * root)
    others = tuple(i for i in range(x.ndim) if i != 1)
    if wanted[1]:
        found.append(jnp.sum(grad * normal, others))
    if wanted[2]:
        found.append(jnp.sum(grad, others))
    return found


def channels_gradients(x, scale, grad, /, *, over, eps, wanted):
    return _channels_gradients(x, scale, grad, eps, over=over, wanted=wanted)


def batch_norm(
    x, mean, variance, /, *, offset=None, scale=None, training=False, eps=1e-5, momentum=0.1,
    data_format="NSC",
):  # fmt: skip
    given = (mean, variance, offset, scale, eps, momentum, training, data_format)
    return _normalize_channels(0, x, *given)


def instance_norm(
    x, mean, variance, /, *, offset=None, scale=None, training=False, eps=0.0, momentum=0.1,
    data_format="NSC",
):  # fmt: skip
    given = (mean, variance, offset, scale, eps, momentum, training, data_format)
    return _normalize_channels(1, x, *given)


def _allows_native_channels_norm(min_ndim, x, mean, variance, offset, scale, training, data_format):
    """Return whether all are of one float dtype, statistics given unless training."""
    if x.ndim < min_ndim or data_format not in ("NSC", "NCS"):
        return False
    known = training or mean is not None and variance is not None
    return known and of_one_float_dtype(x, mean, variance, offset, scale)


batch_norm.partial_mixed_handler = (
    lambda x, mean, variance, /, *, offset=None, scale=None, training=False, data_format="NSC", **_: (  # noqa: E501
        _allows_native_channels_norm(2, x, mean, variance, offset, scale, training, data_format)
    )
)
instance_norm.partial_mixed_handler = (
    lambda x, mean, variance, /, *, offset=None, scale=None, training=False, data_format="NSC", **_: (  # noqa: E501
        _allows_native_channels_norm(3, x, mean, variance, offset, scale, training, data_format)
    )
)


@functools.partial(jit_of_layer, static_argnames=("num_groups", "data_format"))
def _group_norm(x, num_groups, offset, scale, eps, data_format):
    channels = 1 if data_format == "NCS" else x.ndim - 1
    groups = (num_groups, x.shape[channels] // num_groups)
    grouped = x.reshape(*x.shape[:channels], *groups, *x.shape[channels + 1 :])
    mean, variance = _mean_and_variance(grouped, [i for i in range(1, x.ndim + 1) if i != channels])
    wide = tuple(n if i == channels else 1 for i, n in enumerate(x.shape))
    x = ((grouped - mean) / jnp.sqrt(variance + eps)).reshape(x.shape)
    x = x if scale is None else x * scale.reshape(wide)
    return x if offset is None else x + offset.reshape(wide)


def group_norm(x, num_groups=1, /, *, offset=None, scale=None, eps=1e-5, data_format="NSC"):
    return _group_norm(x, num_groups, offset, scale, eps, data_format)


def _allows_native_group_norm(
    x, num_groups=1, /, *, offset=None, scale=None, data_format="NSC", **_
) -> bool:
    if x.ndim < 2 or data_format not in ("NSC", "NCS") or num_groups < 1:
        return False
    length = x.shape[1 if data_format == "NCS" else -1]
    return length % num_groups == 0 and of_one_float_dtype(x, offset, scale)


group_norm.partial_mixed_handler = _allows_native_group_norm
