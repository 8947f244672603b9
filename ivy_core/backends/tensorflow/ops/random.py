"""Random numbers in TensorFlow tensors: stateless draws, seeded by one generator of this module."""

from __future__ import annotations

import contextlib
import functools

import tensorflow as tf

from ivy_core.backends.common import draws
from ivy_core.defaults import current

from .. import to_native_device, to_native_dtype
from ..kernels.axes import normal_axis


@functools.cache
def _process_generator():
    """Return the process's one generator, which ``seed`` sets: the same at each call."""
    with tf.init_scope():  # the generator's state is a variable, which no traced function may own
        return tf.random.Generator.from_non_deterministic_state()


def _stateless_seed(seed):
    """Return the two integers that seed a stateless draw; without a seed, new ones."""
    if seed is None:
        return _process_generator().make_seeds(1)[:, 0]
    return tf.stack([tf.cast(seed, tf.int64), tf.constant(0, tf.int64)])


def seed(*, seed_value=0):
    with tf.init_scope():  # not an operation of the graph that is being traced
        tf.random.set_seed(seed_value)
        _process_generator().reset_from_seed(seed_value)


def _device_scope(device):
    """Return a context of a native device, None: of the current default, if there is one."""
    device = to_native_device(current.device) if device is None else device
    return contextlib.nullcontext() if device is None else tf.device(device)


def _cast(value, dtype):
    return tf.cast(value, dtype) if isinstance(value, tf.Tensor) else tf.constant(value, dtype)


def random_uniform(*, low=0.0, high=1.0, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("random_uniform", shape, low, high)
    dtype = to_native_dtype(draws.float_dtype("random_uniform", dtype, low, high))
    low, high = _cast(low, dtype), _cast(high, dtype)
    draws.check_order("random_uniform", low, high)
    seeds = _stateless_seed(seed)
    with _device_scope(device):
        return low + (high - low) * tf.random.stateless_uniform(shape, seeds, dtype=dtype)


def random_normal(*, mean=0.0, std=1.0, shape=None, dtype=None, seed=None, device=None):
    shape = draws.drawn_shape("random_normal", shape, mean, std)
    dtype = to_native_dtype(draws.float_dtype("random_normal", dtype, mean, std))
    mean, std = _cast(mean, dtype), _cast(std, dtype)
    draws.check_order("random_normal", 0, std)
    seeds = _stateless_seed(seed)
    with _device_scope(device):
        return mean + std * tf.random.stateless_normal(shape, seeds, dtype=dtype)


def randint(low, high, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("randint", shape, low, high)
    dtype = draws.int_dtype("randint", dtype)
    draws.check_order("randint", low, high, strict=True)
    draws.check_fits("randint", low, high, dtype)
    low, high = _cast(low, tf.int64), _cast(high, tf.int64)
    seeds = _stateless_seed(seed)
    with _device_scope(device):
        # random 64 bits modulo the width: the kernel takes bounds as numbers only
        bits = tf.random.stateless_uniform(shape, seeds, None, None, tf.int64)
        return tf.cast(low + tf.math.floormod(bits, high - low), to_native_dtype(dtype))


def multinomial(
    population_size, num_samples, /, *, batch_size=1, probs=None, replace=True, device=None,
    seed=None,
):  # fmt: skip
    draws.check_population(population_size, num_samples, probs, replace)
    dtype = to_native_dtype(draws.int_dtype("multinomial", None))
    seeds = _stateless_seed(seed)
    with _device_scope(device):
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
    bits = tf.random.stateless_uniform(
        (x.shape[axis],), _stateless_seed(seed), None, None, tf.int64
    )
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
    seeds = _stateless_seed(seed)
    with _device_scope(device):
        drawn = tf.random.stateless_uniform(shape, seeds, dtype=wide) < given
        return tf.cast(drawn, wide if dtype is None else dtype)


def _sampling_dtype(dtype):
    """Return the dtype that is drawn: single precision at least."""
    return dtype if dtype in (tf.float32, tf.float64) else tf.float32


def _sample_log_gamma(shape, seeds, alpha):
    """Return logarithms of draws of gamma distributions, which do not underflow for small alpha.

    A draw for ``alpha`` is one for ``alpha + 1`` times ``u ** (1 / alpha)`` (Marsaglia and Tsang).
    """
    first, second = tf.unstack(tf.random.split(seeds, 2))
    more = tf.random.stateless_gamma(shape, first, alpha + 1, dtype=alpha.dtype)
    uniform = tf.random.stateless_uniform(shape, second, dtype=alpha.dtype)
    return tf.math.log(more) + tf.math.log1p(-uniform) / alpha


def beta(a, b, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("beta", shape, a, b)
    dtype = to_native_dtype(draws.float_dtype("beta", dtype, a, b))
    draws.check_positive("beta", a=a, b=b)
    a, b = _cast(a, _sampling_dtype(dtype)), _cast(b, _sampling_dtype(dtype))
    first, second = tf.unstack(tf.random.split(_stateless_seed(seed), 2))
    with _device_scope(device):
        odds = _sample_log_gamma(shape, first, tf.broadcast_to(a, shape))
        odds -= _sample_log_gamma(shape, second, tf.broadcast_to(b, shape))
        return tf.cast(tf.sigmoid(odds), dtype)


def dirichlet(alpha, /, *, size=None, dtype=None, seed=None):
    alpha = tf.convert_to_tensor(alpha)
    shape = draws.dirichlet_shape(alpha, size)
    dtype = to_native_dtype(draws.float_dtype("dirichlet", dtype, alpha))
    draws.check_positive("dirichlet", alpha=alpha)
    alpha = tf.broadcast_to(tf.cast(alpha, _sampling_dtype(dtype)), shape)
    return tf.cast(tf.nn.softmax(_sample_log_gamma(shape, _stateless_seed(seed), alpha)), dtype)


def gamma(alpha, beta, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("gamma", shape, alpha, beta)
    dtype = to_native_dtype(draws.float_dtype("gamma", dtype, alpha, beta))
    draws.check_positive("gamma", alpha=alpha, beta=beta)
    wide = _sampling_dtype(dtype)
    alpha = tf.broadcast_to(_cast(alpha, wide), shape)
    with _device_scope(device):
        drawn = tf.random.stateless_gamma(shape, _stateless_seed(seed), alpha, dtype=wide)
        return tf.cast(drawn / _cast(beta, wide), dtype)


def poisson(lam, *, shape=None, device=None, dtype=None, seed=None, fill_value=0):
    shape = draws.drawn_shape("poisson", shape, lam)
    wide = to_native_dtype(draws.float_dtype("poisson", None, lam))
    dtype = wide if dtype is None else dtype
    lam = tf.broadcast_to(_cast(lam, tf.float64), shape)
    with _device_scope(device):
        expected = tf.maximum(lam, 0)
        drawn = tf.random.stateless_poisson(shape, _stateless_seed(seed), expected, tf.float64)
        drawn = tf.where(expected == 0, tf.zeros_like(drawn), drawn)
        return tf.cast(tf.where(lam < 0, tf.cast(fill_value, tf.float64), drawn), dtype)
