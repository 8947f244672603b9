"""Sorting of TensorFlow tensors: indices found on the host, or on integers in the same order.

TensorFlow's own sort has no rule for nan, no complex numbers, and takes 140 us. What is sorted is
gathered, so it has a gradient.
"""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ivy_core.backends.common.host import kernels, searching
from ivy_core.backends.common.searching import check_keys, check_search, check_top_k
from ivy_core.utils.exceptions import IvyNotImplementedException, IvyValueError

from ..kernels.axes import normal_axis
from ..kernels.reductions import cast, is_nan, on_host

_raw = tf.raw_ops
_BITS = {tf.float16: tf.int16, tf.float32: tf.int32, tf.float64: tf.int64}


def _flatten_without_axis(x, axis) -> tuple:
    """Return (flat ``x``, 0) if ``axis`` is None, else x and the axis, checked and not negative."""
    return (tf.reshape(x, (-1,)), 0) if axis is None else (x, normal_axis(axis, x.shape.rank))


def sort(x, /, *, axis=-1, descending=False, stable=True):
    x, axis = _flatten_without_axis(x, axis)
    if on_host(x):
        at = kernels.argsort(x.numpy(), axis=axis, descending=descending, stable=stable)
        # one gather from the flat tensor, which is much faster than one with batches
        places = [np.arange(n).reshape([n] + [1] * i) for i, n in enumerate(x.shape[::-1])][::-1]
        places[axis] = at
        at = tf.constant(np.ravel_multi_index(places, x.shape))
        flat = _raw.Reshape(tensor=x, shape=tf.constant([-1]))
        return _raw.GatherV2(params=flat, indices=at, axis=0)
    return _take_along_axis(x, argsort(x, axis=axis, descending=descending, stable=stable), axis)


def _take_along_axis(x, at, axis):
    """Take as NumPy's function does; ``axis`` and the indices must not be negative."""
    last = x.shape.rank - 1
    if axis == last:
        return tf.gather(x, at, axis=-1, batch_dims=last)
    order = list(range(last + 1))
    order[axis], order[last] = last, axis
    taken = tf.gather(tf.transpose(x, order), tf.transpose(at, order), axis=-1, batch_dims=last)
    return tf.transpose(taken, order)


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    x, axis = _flatten_without_axis(x, axis)
    if on_host(x):
        at = kernels.argsort(x.numpy(), axis=axis, descending=descending, stable=stable)
        return tf.constant(at)
    if x.dtype.is_complex:
        real, imag = tf.math.real(x), tf.math.imag(x)
        lost = 2 * tf.cast(is_nan(real), tf.int32) + tf.cast(is_nan(imag), tf.int32)
        zero = tf.zeros((), real.dtype)
        # the least important key first: NumPy sorts nan parts last, real ones behind imaginary ones
        keys = tf.where(is_nan(imag), zero, imag), tf.where(is_nan(real), zero, real), lost
        return _argsort_by_keys([_sortable_integers(key) for key in keys], axis, descending)
    return _argsort_by_keys([_sortable_integers(x)], axis, descending)


def _sortable_integers(x):
    """Return elements as integers of their order, nan last; most integers as they are."""
    if x.dtype == tf.bool:
        return tf.cast(x, tf.uint8)
    bits = _BITS.get(x.dtype)
    if x.dtype == tf.uint64:  # its sort is wrong beyond the range of int64
        return tf.bitwise.bitwise_xor(tf.bitcast(x, tf.int64), tf.constant(tf.int64.min, tf.int64))
    if bits is None:
        return x
    zero = tf.zeros((), x.dtype)
    # -0.0 becomes 0.0; `x + 0` is optimised away
    key = tf.bitcast(tf.where(x == zero, zero, x), bits)
    key = tf.where(key < 0, tf.bitwise.bitwise_xor(key, tf.constant(bits.max, bits)), key)
    return tf.where(is_nan(x), tf.constant(bits.max, bits), key)


def _argsort_by_keys(keys, axis, descending):
    """Return indices that sort by all keys, of which the last one is the most important."""
    direction = "DESCENDING" if descending else "ASCENDING"
    at = None
    for key in keys:
        key = key if at is None else _take_along_axis(key, at, axis)
        step = tf.cast(tf.argsort(key, axis, direction, stable=True), tf.int64)
        at = step if at is None else _take_along_axis(at, step, axis)
    return at


def lexsort(keys, /, *, axis=-1):
    check_keys(keys)
    axis = normal_axis(axis, keys[0].shape.rank)
    if on_host(*keys):
        return tf.constant(searching.lexsort([key.numpy() for key in keys], axis))
    at = None
    for key in keys:
        step = argsort(key if at is None else _take_along_axis(key, at, axis), axis=axis)
        at = step if at is None else _take_along_axis(at, step, axis)
    return at


def searchsorted(x, v, /, *, side="left", sorter=None, ret_dtype=None):
    if x.shape.rank != 1:
        raise IvyValueError(
            f"searchsorted: the sorted array must have one axis, not {x.shape.rank}"
        )
    check_search(x, side, sorter)
    x = x if sorter is None else tf.gather(x, tf.cast(sorter, tf.int64))
    if on_host(x, v):
        at = tf.constant(searching.searchsorted(x.numpy(), v.numpy(), side))
    elif x.dtype.is_complex:
        raise IvyNotImplementedException("searchsorted: no complex numbers in compiled functions")
    else:
        wanted = tf.reshape(_sortable_integers(v), (-1,))
        at = tf.searchsorted(_sortable_integers(x), wanted, side, tf.int64)
        at = tf.reshape(at, v.shape)
    return at if ret_dtype is None else cast(at, ret_dtype)


def top_k(x, k, /, *, axis=-1, largest=True, sorted=True):
    k, axis = check_top_k(x, k, axis)
    if on_host(x):
        at = tf.constant(searching.top_k(x.numpy(), k, axis, largest))
    elif x.dtype.is_complex:
        at = argsort(x, axis=axis, descending=largest)
        at = tf.gather(at, tf.range(k), axis=axis)
    else:
        order = [i for i in range(x.shape.rank) if i != axis] + [axis]
        key = tf.transpose(_sortable_integers(x), order)
        key = key if largest else tf.bitwise.invert(key)
        found = tf.math.top_k(key, k, sorted, index_type=tf.int64).indices
        at = tf.transpose(found, np.argsort(order))
    return _take_along_axis(x, at, axis), at
