"""Random numbers in TensorFlow tensors: stateless draws, seeded by one generator of this module."""

from __future__ import annotations

import contextlib
import functools

import tensorflow as tf

from ...defaults import current
from ..common import draws
from . import to_native_device, to_native_dtype
from .axes import normal_axis


@functools.cache
def _generator():
    with tf.init_scope():  # the generator's state is a variable, which no traced function may own
        return tf.random.Generator.from_non_deterministic_state()


def _seed(seed):
    """Return the two integers that a stateless draw takes; a traced one has new ones each time."""
    if seed is None:
        return _generator().make_seeds(1)[:, 0]
    return tf.stack([tf.cast(seed, tf.int64), tf.constant(0, tf.int64)])


def seed(*, seed_value=0):
    with tf.init_scope():  # not an operation of the graph that is being traced
        tf.random.set_seed(seed_value)
        _generator().reset_from_seed(seed_value)


def _on(device):
    device = to_native_device(current.device) if device is None else device
    return contextlib.nullcontext() if device is None else tf.device(device)


def _cast(value, dtype):
    return tf.cast(value, dtype) if isinstance(value, tf.Tensor) else tf.constant(value, dtype)


def random_uniform(*, low=0.0, high=1.0, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("random_uniform", shape, low, high)
    dtype = to_native_dtype(draws.float_dtype("random_uniform", dtype, low, high))
    low, high = _cast(low, dtype), _cast(high, dtype)
    draws.check_order("random_uniform", low, high)
    seeds = _seed(seed)
    with _on(device):
        return low + (high - low) * tf.random.stateless_uniform(shape, seeds, dtype=dtype)


def random_normal(*, mean=0.0, std=1.0, shape=None, dtype=None, seed=None, device=None):
    shape = draws.drawn_shape("random_normal", shape, mean, std)
    dtype = to_native_dtype(draws.float_dtype("random_normal", dtype, mean, std))
    mean, std = _cast(mean, dtype), _cast(std, dtype)
    draws.check_order("random_normal", 0, std)
    seeds = _seed(seed)
    with _on(device):
        return mean + std * tf.random.stateless_normal(shape, seeds, dtype=dtype)


def randint(low, high, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("randint", shape, low, high)
    dtype = draws.int_dtype("randint", dtype)
    draws.check_order("randint", low, high, strict=True)
    draws.check_fits("randint", low, high, dtype)
    low, high = _cast(low, tf.int64), _cast(high, tf.int64)
    seeds = _seed(seed)
    with _on(device):
        # random 64 bits modulo the width: the kernel takes bounds as numbers only
        bits = tf.random.stateless_uniform(shape, seeds, None, None, tf.int64)
        return tf.cast(low + tf.math.floormod(bits, high - low), to_native_dtype(dtype))


def multinomial(
    population_size, num_samples, /, *, batch_size=1, probs=None, replace=True, device=None,
    seed=None,
):  # fmt: skip
    draws.check_population(population_size, num_samples, probs, replace)
    dtype = to_native_dtype(draws.int_dtype("multinomial", None))
    seeds = _seed(seed)
    with _on(device):
        if probs is None:
            probs = tf.ones((batch_size, population_size))
        elif not probs.dtype.is_floating:
            probs = tf.cast(probs, to_native_dtype(current.float))
        logits = tf.math.log(tf.reshape(probs, (-1, population_size)))
        if replace:
            drawn = tf.random.stateless_categorical(logits, num_samples, seeds, tf.int64)
        else:
            uniform = tf.random.stateless_uniform(logits.shape, seeds, dtype=logits.dtype)
            noisy = logits - tf.math.log(-tf.math.log(uniform))
            drawn = tf.math.top_k(noisy, num_samples).indices
        return tf.cast(tf.reshape(drawn, (*probs.shape[:-1], num_samples)), dtype)


def shuffle(x, axis=0, /, *, seed=None):
    if not x.shape.rank:
        return tf.identity(x)
    axis = normal_axis(axis, x.shape.rank)
    bits = tf.random.stateless_uniform((x.shape[axis],), _seed(seed), None, None, tf.int64)
    return tf.gather(x, tf.argsort(bits), axis=axis)


def bernoulli(probs, *, logits=None, shape=None, device=None, dtype=None, seed=None):
    draws.check_one(probs, logits)
    given = logits if probs is None else probs
    shape = draws.drawn_shape("bernoulli", shape, given)
    wide = to_native_dtype(draws.float_dtype("bernoulli", None, given))
    given = _cast(given, wide)
    if probs is None:
        given = tf.sigmoid(given)
    draws.check_probability("bernoulli", given)
    seeds = _seed(seed)
    with _on(device):
        drawn = tf.random.stateless_uniform(shape, seeds, dtype=wide) < given
        return tf.cast(drawn, wide if dtype is None else dtype)
