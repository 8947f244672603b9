"""Distinct elements of TensorFlow tensors: by NumPy where they are on the host, else by a sort."""

from __future__ import annotations

import tensorflow as tf

from ivy_core.backends.common.host import kernels

from ..kernels.reductions import on_host
from .sorting import argsort


def _distinct_with_order(x) -> tuple:
    """Return distinct values, the sorting indices, and a mask of these: where a value begins."""
    flat = tf.reshape(x, (-1,))
    order = argsort(flat)
    values = tf.gather(flat, order)
    is_first = tf.concat([tf.ones_like(order[:1], tf.bool), values[1:] != values[:-1]], 0)
    return tf.boolean_mask(values, is_first), order, is_first


def _inverse_indices(x, order, is_first):
    """Return each element's index among the distinct values, in ``x``'s shape."""
    rank = tf.cumsum(tf.cast(is_first, tf.int64)) - 1
    inverse = tf.scatter_nd(order[:, None], rank, tf.shape(order, tf.int64))
    return tf.reshape(inverse, tf.shape(x))


def _counts_of_distinct(is_first):
    """Return the length of each run that the mask of sorted elements begins."""
    start = tf.where(is_first)[:, 0]
    return tf.concat([start[1:], [tf.size(is_first, tf.int64)]], 0) - start


def unique_all(x, /):
    if on_host(x):
        return [tf.constant(part) for part in kernels.unique_all(x.numpy())]
    values, order, first = _distinct_with_order(x)
    return (
        values,
        tf.boolean_mask(order, first),
        _inverse_indices(x, order, first),
        _counts_of_distinct(first),
    )


def unique_counts(x, /):
    if on_host(x):
        return [tf.constant(part) for part in kernels.unique_counts(x.numpy())]
    values, _, first = _distinct_with_order(x)
    return values, _counts_of_distinct(first)


def unique_inverse(x, /):
    if on_host(x):
        return [tf.constant(part) for part in kernels.unique_inverse(x.numpy())]
    values, order, first = _distinct_with_order(x)
    return values, _inverse_indices(x, order, first)


def unique_values(x, /):
    if on_host(x):
        return tf.constant(kernels.unique_values(x.numpy()))
    return _distinct_with_order(x)[0]
