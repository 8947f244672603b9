"""Recurrent networks of the TensorFlow backend: a loop of a graph, also for eager tensors."""

from __future__ import annotations

import functools

import numpy as np
import tensorflow as tf

from ivy_core.backends.common import recurrence, time_steps

from ..runtime.transfer import taken_from_host
from .indexing import is_recorded
from .random import bernoulli


def _loop_over_first_axis(step, carry, xs, first_outputs, reverse=False, forward=False) -> tuple:
    """Loop over the first axis, of any length, in a graph; return the carry and stacked outputs.

    ``first_outputs`` have the shapes and dtypes of a step's. A loop that is ``forward`` alone has a
    slow gradient (each slice's is as large as the whole array), and takes a tenth less.
    """
    length = tf.shape(xs[0])[0]
    inputs = xs if forward else [tf.TensorArray(x.dtype, length).unstack(x) for x in xs]
    outputs = [tf.TensorArray(y.dtype, length, element_shape=y.shape) for y in first_outputs]

    def turn(i, carry, outputs):
        t = length - 1 - i if reverse else i
        carry, ys = step(carry, [each[t] if forward else each.read(t) for each in inputs])
        return i + 1, list(carry), [each.write(t, y) for each, y in zip(outputs, ys, strict=True)]

    _, carry, outputs = tf.while_loop(
        lambda i, *_: i < length, turn, (0, list(carry), outputs),
        maximum_iterations=None if forward else length,
    )  # fmt: skip
    return carry, [each.stack() for each in outputs]


def _scan(step, carry, xs, reverse, forward=False) -> tuple:
    """Return the last carry and stacked outputs, each of the shape and dtype of ``carry[0]``."""

    def single(carry, slices):
        carry, y = step(carry, slices)
        return carry, [y]

    carry, (y,) = _loop_over_first_axis(single, carry, xs, carry[:1], reverse, forward)
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
_FORWARD = _PRIMITIVES._replace(scan=functools.partial(_scan, forward=True))


@functools.lru_cache(maxsize=64)
def _network_graph(plan, forward, *kinds):
    """Return a network as one graph, for sequences of any length and batches of any size.

    It is the concrete function: to find that by the arguments takes 0.2 ms a call.
    """
    primitives = _FORWARD if forward else _PRIMITIVES

    def function(x, states, weights, masks, kept):
        # the last two are tuples of one array, or of none: signatures know no None
        mask, kept = (given[0] if given else None for given in (masks, kept))
        return recurrence.run(primitives, plan, x, states, weights, mask, kept)

    specs = [[tf.TensorSpec(shape, dtype) for shape, dtype in kind] for kind in kinds]
    signature = (specs[0][0], *map(tuple, specs[1:]))
    whole = tf.function(function, input_signature=signature, autograph=False)
    return whole.get_concrete_function()


def _shapes_and_dtypes(arrays, *unknown) -> tuple:
    """Return shapes and dtypes of arrays, with None for the lengths of unknown axes."""
    return tuple([
        (tuple([None if at in unknown else n for at, n in enumerate(each.shape)]), each.dtype)
        for each in arrays
    ])  # fmt: skip


def _run_layers(plan, x, states, weights, mask, kept) -> tuple:
    """Run all layers by a graph that is kept by plan, shapes and dtypes; mask, kept: or None."""
    mask, kept = (() if given is None else (given,) for given in (mask, kept))
    eager = tf.executing_eagerly()
    graph = _network_graph(
        plan, eager and not is_recorded(x, *states, *weights),
        _shapes_and_dtypes((x,), 0, 1), _shapes_and_dtypes(states, 1),
        _shapes_and_dtypes(weights), _shapes_and_dtypes(mask, 0, 1),
        _shapes_and_dtypes(kept, 1, 2),
    )  # fmt: skip
    y, *last = graph(x, states, weights, mask, kept)
    if not eager:  # what the graph does not know, and a trace wants
        y.set_shape((*x.shape[:2], None))
        for state in last:
            state.set_shape((None, x.shape[1], None))
    return y, *last


def _zeros_with_dtype_of(shape, x):
    if tf.executing_eagerly():
        return taken_from_host(np.zeros(shape, x.dtype.as_numpy_dtype))
    return tf.zeros(shape, x.dtype)


_PARTS = recurrence.RecurrenceKernels(
    run=_run_layers,
    zeros=_zeros_with_dtype_of,
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


def _loop_eagerly_or_in_graph(step, carry, xs, first_outputs):
    """Loop over the first axis; return the last carry and a list of stacked outputs."""
    if tf.executing_eagerly():
        return _EAGER_LOOP(step, carry, xs, first_outputs)
    return _loop_over_first_axis(step, carry, xs, first_outputs)


_EAGER_LOOP = time_steps.unrolled(tf.stack)
rnn = time_steps.steps_of(
    time_steps.SequenceKernels(
        loop=_loop_eagerly_or_in_graph,
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
