"""Recurrent networks of the TensorFlow backend: a loop of a graph, also for eager tensors."""

from __future__ import annotations

import functools

import tensorflow as tf

from ..common import recurrence, time_steps
from .random import bernoulli


def _loop(step, carry, xs, first, reverse=False):
    """Loop over the first axis within a graph, whose length need not be known.

    ``first`` are outputs of the shapes and dtypes of those of a step.
    """
    length = tf.shape(xs[0])[0]
    inputs = [tf.TensorArray(x.dtype, length).unstack(x) for x in xs]
    outputs = [tf.TensorArray(y.dtype, length, element_shape=y.shape) for y in first]

    def turn(i, carry, outputs):
        t = length - 1 - i if reverse else i
        carry, ys = step(carry, [each.read(t) for each in inputs])
        return i + 1, list(carry), [each.write(t, y) for each, y in zip(outputs, ys, strict=True)]

    _, carry, outputs = tf.while_loop(
        lambda i, *_: i < length, turn, (0, list(carry), outputs), maximum_iterations=length
    )
    return carry, [each.stack() for each in outputs]


def _scan(step, carry, xs, reverse):
    def single(carry, slices):
        carry, y = step(carry, slices)
        return carry, [y]

    carry, (y,) = _loop(single, carry, xs, carry[:1], reverse)
    return carry, y


def _swapaxes(x, first, second):
    order = list(range(x.shape.rank))
    order[first], order[second] = second, first
    return tf.transpose(x, order)


_PRIMITIVES = recurrence.Primitives(
    scan=_scan,
    project=lambda x, matrix: tf.tensordot(x, matrix, 1),
    split=lambda x, count: tf.split(x, count, axis=-1),
    sigmoid=tf.sigmoid,
    tanh=tf.tanh,
    relu=tf.nn.relu,
    where=tf.where,
    concat=lambda arrays: tf.concat(arrays, axis=-1),
    stack=tf.stack,
    swapaxes=_swapaxes,
)


@functools.lru_cache(maxsize=64)
def _graph(plan, *specs):
    """Return a network as one graph, for sequences of any length and batches of any size."""

    def function(x, states, weights, masks, kept):
        # the last two are tuples of one array, or of none: signatures know no None
        mask, kept = (given[0] if given else None for given in (masks, kept))
        return recurrence.run(_PRIMITIVES, plan, x, states, weights, mask, kept)

    return tf.function(function, input_signature=specs, autograph=False)


def _of_any_length(x, dims):
    shape = [None if at in dims else n for at, n in enumerate(x.shape)]
    return tf.TensorSpec(shape, x.dtype)


def _run(plan, x, states, weights, mask, kept):
    mask, kept = (() if given is None else (given,) for given in (mask, kept))
    specs = (
        _of_any_length(x, (0, 1)),
        tuple([_of_any_length(state, (1,)) for state in states]),
        tuple([tf.TensorSpec(w.shape, w.dtype) for w in weights]),
        tuple([_of_any_length(each, (0, 1)) for each in mask]),
        tuple([_of_any_length(each, (1, 2)) for each in kept]),
    )
    y, *last = _graph(plan, *specs)(x, states, weights, mask, kept)
    y.set_shape((*x.shape[:2], None))  # what the graph does not know, and a trace wants
    for state in last:
        state.set_shape((None, x.shape[1], None))
    return y, *last


_PARTS = recurrence.Parts(
    run=_run,
    zeros=lambda shape, x: tf.zeros(shape, x.dtype),
    draw=lambda probability, shape, x: bernoulli(probability, shape=shape, dtype=x.dtype),
    rows=tf.gather,
    host=lambda array, x: tf.constant(array),
    reshape=tf.reshape,
    swapaxes=_swapaxes,
    cast=tf.cast,
    wide=tf.float32,
)

_LAYERS = recurrence.layers(recurrence.computed_by(_PARTS))
lstm = _LAYERS["lstm"]
gru = _LAYERS["gru"]
rnn_tanh = _LAYERS["rnn_tanh"]
rnn_relu = _LAYERS["rnn_relu"]


def _loop_where_known(step, carry, xs, first):
    if tf.executing_eagerly():
        return _EAGER_LOOP(step, carry, xs, first)
    return _loop(step, carry, xs, first)


_EAGER_LOOP = time_steps.unrolled(tf.stack)
rnn = time_steps.steps_of(
    time_steps.Parts(
        loop=_loop_where_known,
        host=lambda array, x: tf.constant(array),
        flip=lambda x: tf.reverse(x, [0]),
        join=lambda first, rest: tf.concat([first[None], rest], 0),
        stack=tf.stack,
        where=tf.where,
        reshape=tf.reshape,
        swapaxes=_swapaxes,
        zeros_like=tf.zeros_like,
    )
)
