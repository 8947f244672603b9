"""Recurrent networks of the NumPy backend: a loop over time."""

from __future__ import annotations

import functools

import numpy as np

from ivy_core.backends.common import recurrence, time_steps

from .random import bernoulli


def _scan(step, carry, xs, reverse) -> tuple:
    """Return the last carry and the outputs, stacked in the order of the times also in reverse."""
    length = len(xs[0])
    outputs = [None] * length
    for t in range(length - 1, -1, -1) if reverse else range(length):
        carry, outputs[t] = step(carry, tuple([x[t] for x in xs]))
    return carry, np.stack(outputs)


def _sigmoid(x):
    # by the hyperbolic tangent, which does not overflow; in place, as memory is what takes time
    y = np.tanh(x * x.dtype.type(0.5))
    y *= 0.5
    y += 0.5
    return y


def _split_last_axis(x, count) -> list:
    n = x.shape[-1] // count
    return [x[..., at * n : (at + 1) * n] for at in range(count)]  # np.split takes 8 us


def _lstm_cell(primitives, w_hh, b_hh, w_hr):
    """Return a step that overwrites ``gates``, with ``b_hh`` in: ``(carry, gates) -> (h, c)``."""

    def cell(carry, gates):
        h, c = carry
        gates += h @ w_hh
        i, f, g, o = _split_last_axis(gates, 4)
        # sigmoid as above: half of the argument, one hyperbolic tangent for all, half of the sum
        both = gates[..., : 2 * c.shape[-1]]
        both *= 0.5
        o *= 0.5
        np.tanh(gates, out=gates)
        both += 1
        o += 1
        i *= g
        f *= c
        c = f + i
        c *= 0.5
        h = np.tanh(c)
        h *= o
        h *= 0.5
        return (h if w_hr is None else h @ w_hr, c)

    return cell


def _project(x, matrix):
    """Return ``x @ matrix`` of any axes by one product of two matrices."""
    return (x.reshape(-1, x.shape[-1]) @ matrix).reshape(*x.shape[:-1], matrix.shape[-1])


_PRIMITIVES = recurrence.Primitives(
    scan=_scan,
    project=_project,
    split=_split_last_axis,
    sigmoid=_sigmoid,
    tanh=np.tanh,
    relu=lambda x: np.maximum(x, 0),
    where=np.where,
    concat=lambda arrays: np.concatenate(arrays, axis=-1),
    stack=np.stack,
    swapaxes=np.swapaxes,
    cells={"lstm": _lstm_cell},
)
_PARTS = recurrence.RecurrenceKernels(
    run=functools.partial(recurrence.run, _PRIMITIVES),
    zeros=lambda shape, x: np.zeros(shape, x.dtype),
    draw=lambda probability, shape, x: bernoulli(probability, shape=shape, dtype=x.dtype),
    rows=lambda x, indices: x[indices],
    host=lambda array, x: array,
    reshape=np.reshape,
    swapaxes=np.swapaxes,
    cast=lambda x, dtype: x.astype(dtype, copy=False),
    wide=np.float32,
)


def _promote_arguments(x, states, weights) -> tuple:
    """Return all in one dtype, arrays of it uncopied; ``states`` may be None."""
    dtype = np.result_type(x, *(states or ()), *weights)
    x, *weights = [each.astype(dtype, copy=False) for each in (x, *weights)]
    if states is not None:
        states = [each.astype(dtype, copy=False) for each in states]
    return x, states, weights


_LAYERS = recurrence.layers(recurrence.computed_by(_PARTS), _promote_arguments)
lstm = _LAYERS["lstm"]
gru = _LAYERS["gru"]
rnn_tanh = _LAYERS["rnn_tanh"]
rnn_relu = _LAYERS["rnn_relu"]

rnn = time_steps.steps_of(
    time_steps.SequenceKernels(
        loop=time_steps.unrolled(np.stack),
        host=lambda array, x: array,
        flip=lambda x: x[::-1],
        join=lambda first, rest: np.concatenate([first[None], rest]),
        stack=np.stack,
        where=np.where,
        reshape=np.reshape,
        swapaxes=np.swapaxes,
        zeros_like=np.zeros_like,
    )
)
