"""Recurrent networks of the JAX backend: one program each, with ``jax.lax.scan`` in it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.custom_derivatives import SymbolicZero

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
    # not the gates alone: what is differentiated twice needs the bias among what this returns
    return _with_gradient_of(*primals), tangents[0] + tangents[1]


def _biased(gates, bias):
    # a sum of all times would lie in memory beside the product until the last step: of an LSTM
    # (20 x 16, 64 units) forward needs 425 kB, not 728, and backward 1,376, not 1,676; the sum of
    # gradients stays one pass
    return _with_gradient_of(gates, bias), jax.lax.stop_gradient(bias)


class _Cell(NamedTuple):
    """A cell and its derivative, of which a step does only what needs the step before.

    JAX's derivative of a loop does all of its work time by time, on arrays of one batch: it adds up
    the gradient of the weights, and multiplies what every gate gives. Of all times at once that is
    one product, and some passes. Measured with JAX 0.10.2, us of a gradient as ``full_speed``
    compiles it: an LSTM (20 x 8, 32 units) 172, then 122, of 35 x 20 and 200 units 10,300, then
    8,300; a GRU 159, then 128, a network of tanh 76, then 39. An LSTM of 20 x 16 and 64 units needs
    1,155 kB for it, not 1,327.

    Attributes
    ----------
    step : callable
        ``step(weights, bias, carry, gates)`` returns the next carry, and a tuple to keep.
    factors : callable
        ``factors(kept, before, after)``: arrays of all times, by what was kept, and the carries
        before and after each step.
    tangent : callable
        ``tangent(factors, product, tangents, gates, own)`` returns the next carry's tangents, by
        the factors of its time, the product of the state's tangent and the weights, the tangents of
        the carry and of the gates, and what is added to the product, or None.
    """

    step: Callable
    factors: Callable
    tangent: Callable


def _lstm_step(weights, bias, carry, gates):
    h, c = carry
    gates = gates + h @ weights
    n = c.shape[-1]
    both, g, o = gates[..., : 2 * n], gates[..., 2 * n : 3 * n], gates[..., 3 * n :]
    both, g, o = jax.nn.sigmoid(both), jnp.tanh(g), jax.nn.sigmoid(o)
    c = both[..., n:] * c + both[..., :n] * g
    return (o * jnp.tanh(c), c), (both, g, o)


def _lstm_factors(kept, before, after):
    (both, g, o), n = kept, before[1].shape[-1]
    i, f, c = both[..., :n], both[..., n:], jnp.tanh(after[1])
    to_cell = (g * (i * (1 - i)), before[1] * (f * (1 - f)), i * (1 - g * g))
    return to_cell, c * (o * (1 - o)), f, o * (1 - c * c)


def _lstm_tangent(factors, product, tangents, gates, own):
    to_cell, to_state, kept, of_cell = factors
    *parts, o = jnp.split(gates + product, 4, axis=-1)
    i, f, g = [a * b for a, b in zip(to_cell, parts, strict=True)]
    c = kept * tangents[1] + (i + f + g)
    return to_state * o + of_cell * c, c


def _gru_step(weights, bias, carry, gates):
    (h,) = carry
    own = h @ weights if bias is None else h @ weights + bias
    n = h.shape[-1]
    both, own_n = jax.nn.sigmoid(gates[..., : 2 * n] + own[..., : 2 * n]), own[..., 2 * n :]
    new = jnp.tanh(gates[..., 2 * n :] + both[..., :n] * own_n)
    return (new + both[..., n:] * (h - new),), (both, own_n, new)


def _gru_factors(kept, before, after):
    (both, own, new), n = kept, before[0].shape[-1]
    r, z = both[..., :n], both[..., n:]
    of_new = (1 - z) * (1 - new * new)
    first = (of_new * own * (r * (1 - r)), (before[0] - new) * (z * (1 - z)))
    of_gates = jnp.concatenate((*first, of_new), axis=-1)
    return of_gates, jnp.concatenate((*first, of_new * r), axis=-1), z


def _gru_tangent(factors, product, tangents, gates, own):
    of_gates, of_own, z = factors
    parts = of_own * product
    parts = parts if own is None else parts + of_own * own
    r, i, n = jnp.split(of_gates * gates + parts, 3, axis=-1)
    return (z * tangents[0] + (r + i + n),)


def _tanh_step(weights, bias, carry, gates):
    return (jnp.tanh(gates + carry[0] @ weights),), ()


def _relu_step(weights, bias, carry, gates):
    return (jax.nn.relu(gates + carry[0] @ weights),), ()


def _tanh_tangent(factors, product, tangents, gates, own):
    return (factors[0] * (gates + product),)


def _relu_tangent(factors, product, tangents, gates, own):
    return (jnp.where(factors[0], gates + product, 0),)


_CELLS = {
    "lstm": _Cell(_lstm_step, _lstm_factors, _lstm_tangent),
    "gru": _Cell(_gru_step, _gru_factors, _gru_tangent),
    "rnn_tanh": _Cell(
        _tanh_step, lambda kept, before, after: (1 - after[0] * after[0],), _tanh_tangent
    ),
    "rnn_relu": _Cell(_relu_step, lambda kept, before, after: (after[0] > 0,), _relu_tangent),
}


def _run_steps(cell, shared, carry, gates, masks, reverse, keeps=True):
    """Return the last carry, and of all times the carries and what the cell has kept.

    Unless it ``keeps``, of all times the states alone.
    """
    weights, bias, added = shared

    def step(carry, slices):
        given, *masked = slices
        new, kept = _CELLS[cell].step(
            weights, bias, carry, given if added is None else given + added
        )
        if masked:
            new = tuple([jnp.where(*masked, a, b) for a, b in zip(new, carry, strict=True)])
        return new, (new, kept) if keeps else new[0]

    return jax.lax.scan(step, carry, (gates, *masks), reverse=reverse)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0, 5))
def _recur(cell, shared, carry, gates, masks, reverse):
    """Go through all times; return the last carry, and the states of all."""
    return _run_steps(cell, shared, carry, gates, masks, reverse, keeps=False)


@functools.partial(_recur.defjvp, symbolic_zeros=True)
def _recur_jvp(cell, reverse, primals, tangents):
    (weights, bias, added), carry, gates, masks = primals
    (weights_tangent, bias_tangent, _), carry_tangents, gates_tangent, _ = tangents
    final, (after, kept) = _run_steps(cell, *primals, reverse)
    before = [_shifted(*each, reverse) for each in zip(carry, after, strict=True)]
    factors = _CELLS[cell].factors(kept, before, after)
    gates_tangent, added = _instantiated(gates_tangent, gates), None
    if not _is_zero(weights_tangent):
        added = before[0] @ weights_tangent
    if not _is_zero(bias_tangent):
        added = bias_tangent if added is None else added + bias_tangent
    own = ()
    if added is not None and cell == "gru":  # whose reset gate multiplies it
        own = (jnp.broadcast_to(added, gates.shape),)
    elif added is not None:
        gates_tangent = gates_tangent + added

    def step(tangents, slices):
        of_gates, own, factors, masked = slices
        product = jax.lax.dot_general(tangents[0], turned, (((1,), (1,)), ((), ())))
        new = _CELLS[cell].tangent(factors, product, tangents, of_gates, own[0] if own else None)
        if masked:
            new = tuple([jnp.where(*masked, a, b) for a, b in zip(new, tangents, strict=True)])
        return new, new[0]

    carry_tangents = tuple(map(_instantiated, carry_tangents, carry))
    turned = weights.T  # the way back multiplies by it as it is
    slices = gates_tangent, own, factors, masks
    return (final, after[0]), jax.lax.scan(step, carry_tangents, slices, reverse=reverse)


def _shifted(first, after, reverse):
    """Shift results of all times by one: those before each time, of which `first` is the first."""
    parts = (after[1:], first[None]) if reverse else (first[None], after[:-1])
    return jnp.concatenate(parts)


def _is_zero(tangent) -> bool:
    return tangent is None or isinstance(tangent, SymbolicZero)


def _instantiated(tangent, x):
    return jnp.zeros_like(x) if _is_zero(tangent) else tangent


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
    recur=_recur,
)


@functools.partial(jit_of_layer, static_argnums=0)
def _run_layers(plan, x, states, weights, mask, kept):
    """Run all layers as the common recurrence, with JAX's primitives."""
    return recurrence.run(_PRIMITIVES, plan, x, states, weights, mask, kept)


@functools.partial(jit_of_layer, static_argnums=(1, 2))
def _exchange_axes(x, one, other):
    return jnp.swapaxes(x, one, other)


@jit_of_layer
def _rows(x, indices):
    # by itself JAX compiles a gather for each number of rows, which is another one for each batch
    # of sentences; all indices are of rows that there are
    return x.at[indices].get(mode="promise_in_bounds")


_PARTS = recurrence.RecurrenceKernels(
    run=_run_layers,
    zeros=lambda shape, x: jnp.zeros_like(x, shape=shape),
    draw=lambda probability, shape, x: bernoulli(probability, shape=shape, dtype=x.dtype),
    rows=_rows,
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
