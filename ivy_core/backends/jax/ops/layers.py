"""Layers as one compiled program each, where JAX has what they are made of."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.predicates import is_plain_attention, of_one_float_dtype

from ..runtime.stored_programs import jit_of_layer
from .random import key_for


@jit_of_layer
def _linear(x, weight, bias):
    """Return ``x @ weight.T + bias``; leading axes of ``weight`` broadcast with those of ``x``."""
    outer = weight.ndim - 2
    inner = x.ndim - outer - 1
    matrix = jnp.matrix_transpose(weight)
    if outer:
        matrix = matrix.reshape(*weight.shape[:-2], *(1,) * (inner - 1), *matrix.shape[-2:])
    y = x @ matrix if inner or not outer else jnp.squeeze(x[..., None, :] @ matrix, -2)
    if bias is None:
        return y
    return y + (bias.reshape(*weight.shape[:-2], *(1,) * inner, -1) if outer else bias)


def linear(x, weight, /, *, bias=None):
    return _linear(x, weight, bias)


linear.partial_mixed_handler = lambda x, weight, *, bias=None, **_: (
    weight.ndim >= 2
    and x.ndim > weight.ndim - 2
    and x.shape[-1] == weight.shape[-1]
    and of_one_float_dtype(x, weight, bias)
)


@jit_of_layer
def _dropout(key, x, prob, factor):
    """Return ``x * factor``, zero with probability ``prob``."""
    # what the body of other backends draws and compares
    noise = jax.random.uniform(key, x.shape, jnp.float32)
    return jnp.where(noise < prob, jnp.zeros((), x.dtype), x * factor.astype(x.dtype))


def dropout(x, prob, /, *, scale=True, dtype=None, training=True, seed=None, noise_shape=None):
    factor = np.float64(1 / (1 - prob) if scale else 1)
    return _dropout(key_for("dropout", seed), x, np.float32(prob), factor)


dropout.partial_mixed_handler = (
    lambda x, prob, *, dtype=None, training=True, noise_shape=None, **_: (
        bool(training) and type(prob) is float and 0 < prob < 1
        and dtype is None and noise_shape is None and of_one_float_dtype(x)
    )
)  # fmt: skip


@functools.partial(jit_of_layer, static_argnames=("is_causal",))
def _attention(query, key, value, scale, is_causal):
    """Return ``softmax(query * scale @ key.T) @ value``, masked if causal."""
    scores = (query * scale) @ key.mT
    if is_causal:  # each query may use the first key, so no row is without one
        scores = jnp.where(jnp.tri(*scores.shape[-2:], dtype=bool), scores, -jnp.inf)
    return jax.nn.softmax(scores) @ value


def scaled_dot_product_attention(
    query, key, value, /, *, scale=None, mask=None, dropout_p=0.0, is_causal=False, training=False
):
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    return _attention(query, key, value, scale, bool(is_causal))


scaled_dot_product_attention.partial_mixed_handler = is_plain_attention
