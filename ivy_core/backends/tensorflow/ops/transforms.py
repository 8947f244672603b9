"""Functions transformed into functions, of the TensorFlow backend."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common import batching


def batched(function, leaves):
    """Map a function, from a list of tensors to one, over the first axes of ``leaves``."""
    one = tf.autograph.experimental.do_not_convert(function)
    if not tf.executing_eagerly():
        return tf.vectorized_map(one, leaves)
    graph = tf.function(lambda *leaves: tf.vectorized_map(one, list(leaves)), autograph=False)
    # not graph(*leaves): TensorFlow warns of functions that are made again and again
    return graph.get_concrete_function(*leaves)(*leaves)


def _map_over_axes(function, leaves, axes):
    """Return the results of a function on lists of entries, stacked along a first axis."""
    moved = [
        leaf if axis == 0 else tf.transpose(leaf, sorted(range(leaf.ndim), key=axis.__ne__))
        for leaf, axis in zip(leaves, axes, strict=True)
    ]
    return batched(function, moved)


def vmap(func, in_axes=0, out_axes=0):
    return batching.vmap("tensorflow", _map_over_axes, tf.stack, func, in_axes, out_axes)
