"""Recurrent networks of the JAX backend: one program each, with ``jax.lax.scan`` in it."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp

from ivy_core.backends.common import recurrence, time_steps

from ..runtime.stored_programs import jit_of_layer
from .random import bernoulli

# What a step computes once more on the way back: that is less work than to keep it. Measured with
# JAX 0.10.2, an LSTM's gradients: 7 arrays for each time and not 12, 0.7 to 1.0 of the time.
_COMPUTED_AGAIN = frozenset(
    "add sub mul neg max integer_pow select_n slice split squeeze reshape broadcast_in_dim "
    "convert_element_type".split()
)


def _is_kept(primitive, *_, **__) -> bool:
    """Return whether the results of a primitive are kept for the way back."""
    return primitive.name not in _COMPUTED_AGAIN


def _scan(step, carry, xs, reverse):
    # a loop's iterations have no expressions in common with the way back: nothing undoes it
    step = jax.checkpoint(step, prevent_cse=False, policy=_is_kept)
    return jax.lax.scan(step, carry, xs, reverse=reverse)


@jax.custom_jvp
def _with_gradient_of(gates, bias):
    """Return gates as they are; their gradient is that of a sum with a bias."""
    return gates


@_with_gradient_of.defjvp
def _with_gradient_of_jvp(primals, tangents):
    return primals[0], tangents[0] + tangents[1]


def _biased(gates, bias):
    # a sum of all times would lie in memory beside the product until the last step: of an LSTM
    # (20 x 16, 64 units) forward needs 425 kB, not 728, and backward 1,376, not 1,676; the sum of
    # gradients stays one pass
    return _with_gradient_of(gates, bias), jax.lax.stop_gradient(bias)


_PRIMITIVES = recurrence.Primitives(
    scan=_scan,
    project=jnp.matmul,
    split=lambda x, count: jnp.split(x, count, axis=-1),
    sigmoid=jax.nn.sigmoid,
    tanh=jnp.tanh,
    relu=jax.nn.relu,
    where=jnp.where,
    concat=lambda arrays: jnp.concatenate(arrays, axis=-1),
    stack=jnp.stack,
    swapaxes=jnp.swapaxes,
    biased=_biased,
)


@functools.partial(jit_of_layer, static_argnums=0)
def _run_layers(plan, x, states, weights, mask, kept):
    """Run all layers as the common recurrence, with JAX's primitives."""
    return recurrence.run(_PRIMITIVES, plan, x, states, weights, mask, kept)


@functools.partial(jit_of_layer, static_argnums=(1, 2))
def _exchange_axes(x, one, other):
    return jnp.swapaxes(x, one, other)


_PARTS = recurrence.RecurrenceKernels(
    run=_run_layers,
    zeros=lambda shape, x: jnp.zeros_like(x, shape=shape),
    draw=lambda probability, shape, x: bernoulli(probability, shape=shape, dtype=x.dtype),
    rows=lambda x, indices: x[indices],
    host=lambda array, x: array,
    reshape=jnp.reshape,
    swapaxes=_exchange_axes,
    cast=lambda x, dtype: x.astype(dtype),
    wide=jnp.float32,
)

_LAYERS = recurrence.layers(recurrence.computed_by(_PARTS))
lstm = _LAYERS["lstm"]
gru = _LAYERS["gru"]
rnn_tanh = _LAYERS["rnn_tanh"]
rnn_relu = _LAYERS["rnn_relu"]

rnn = time_steps.steps_of(
    time_steps.SequenceKernels(
        loop=lambda step, carry, xs, first: jax.lax.scan(step, carry, xs),
        host=lambda array, x: jnp.asarray(array),
        flip=lambda x: jnp.flip(x, 0),
        join=lambda first, rest: jnp.concatenate([first[None], rest]),
        stack=jnp.stack,
        where=jnp.where,
        reshape=jnp.reshape,
        swapaxes=jnp.swapaxes,
        zeros_like=jnp.zeros_like,
    )
)
