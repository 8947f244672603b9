"""General functions of the TensorFlow backend."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ..common import batching
from .indexing import is_tracer


def isin(elements, test_elements, /, *, assume_unique=False, invert=False):
    if not is_tracer(elements) and not is_tracer(test_elements):
        return tf.constant(np.isin(elements.numpy(), test_elements.numpy(), invert=invert))
    # each with each: TensorFlow's sorted search has neither bool nor complex, and no NaN
    found = tf.reduce_any(elements[..., tf.newaxis] == tf.reshape(test_elements, (-1,)), axis=-1)
    return tf.logical_not(found) if invert else found


def batched(function, leaves):
    """Map a function, from a list of tensors to one, over the first axes of ``leaves``."""
    one = tf.autograph.experimental.do_not_convert(function)
    if not tf.executing_eagerly():
        return tf.vectorized_map(one, leaves)
    graph = tf.function(lambda *leaves: tf.vectorized_map(one, list(leaves)), autograph=False)
    # not graph(*leaves): TensorFlow warns of functions that are made again and again
    return graph.get_concrete_function(*leaves)(*leaves)


def _map(function, leaves, axes):
    moved = [
        leaf if axis == 0 else tf.transpose(leaf, sorted(range(leaf.ndim), key=axis.__ne__))
        for leaf, axis in zip(leaves, axes, strict=True)
    ]
    return batched(function, moved)


def vmap(func, in_axes=0, out_axes=0):
    return batching.vmap("tensorflow", _map, tf.transpose, func, in_axes, out_axes)
