"""Random numbers in JAX arrays, from keys split off one key that this module holds."""

from __future__ import annotations

import functools
import secrets

import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common import draws
from ivy_core.defaults import current
from ivy_core.dtypes import to_numpy_dtype
from ivy_core.utils.exceptions import IvyValueError

from .. import is_tracer, to_native_device, to_native_dtype
from ..kernels.axes import normal_axis
from ..runtime.padded import placed
from ..runtime.stored_programs import jit


class Stream:
    """The key that the next draw without a seed splits.

    A program traced by ``jax.jit`` would hold one key for good, so it needs seeds; whoever
    compiles may also put a traced key into ``key`` before tracing, and take the last one out after.
    """

    __slots__ = ("key",)

    def __init__(self):
        self.key = None

    def restart(self, seed: int) -> None:
        with jax.ensure_compile_time_eval():  # a concrete key: a tracer would outlive its trace
            self.key = _new_key(seed)

    def split(self, function: str):
        """Return a key for one draw."""
        if self.key is None:
            self.restart(secrets.randbits(63))
        following, key = _split(self.key)
        if is_tracer(key) and not is_tracer(self.key):
            raise IvyValueError(
                f"{function}: no seed was given while jax.jit traces, so each call would draw the "
                "same numbers; a seed, an integer or an integer array, is needed"
            )
        self.key = following
        return key


stream = Stream()
_new_key = jit(jax.random.key)
_split = jit(lambda key: tuple(jax.random.split(key)))


def key_for(function, seed):
    """Return the key of one draw: of a seed, or the stream's next."""
    return stream.split(function) if seed is None else _new_key(seed)


def seed(*, seed_value=0):
    stream.restart(seed_value)


def _put_on_device(drawn, device):
    """Place drawn numbers on a native device; None means the current default device."""
    device = to_native_device(current.device) if device is None else device
    return placed(drawn, device)


def random_uniform(*, low=0.0, high=1.0, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("random_uniform", shape, low, high)
    dtype = to_native_dtype(draws.float_dtype("random_uniform", dtype, low, high))
    draws.check_order("random_uniform", low, high)
    return _put_on_device(
        _uniform(key_for("random_uniform", seed), low, high, shape, dtype), device
    )


@functools.partial(jit, static_argnames=("shape", "dtype"))
def _uniform(key, low, high, shape, dtype):
    low, high = jnp.asarray(low, dtype), jnp.asarray(high, dtype)
    return low + (high - low) * jax.random.uniform(key, shape, dtype)


def random_normal(*, mean=0.0, std=1.0, shape=None, dtype=None, seed=None, device=None):
    shape = draws.drawn_shape("random_normal", shape, mean, std)
    dtype = to_native_dtype(draws.float_dtype("random_normal", dtype, mean, std))
    draws.check_order("random_normal", 0, std)
    return _put_on_device(_normal(key_for("random_normal", seed), mean, std, shape, dtype), device)


@functools.partial(jit, static_argnames=("shape", "dtype"))
def _normal(key, mean, std, shape, dtype):
    mean, std = jnp.asarray(mean, dtype), jnp.asarray(std, dtype)
    return mean + std * jax.random.normal(key, shape, dtype)


def randint(low, high, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("randint", shape, low, high)
    dtype = draws.int_dtype("randint", dtype)
    draws.check_order("randint", low, high, strict=True)
    draws.check_fits("randint", low, high, dtype)
    drawn = _integers(key_for("randint", seed), low, high, shape, to_native_dtype(dtype))
    return _put_on_device(drawn, device)


@functools.partial(jit, static_argnames=("shape", "dtype"))
def _integers(key, low, high, shape, dtype):
    low, high = jnp.asarray(low, jnp.int64), jnp.asarray(high, jnp.int64)
    return jax.random.randint(key, shape, low, high, jnp.int64).astype(dtype)


def multinomial(
    population_size, num_samples, /, *, batch_size=1, probs=None, replace=True, device=None,
    seed=None,
):  # fmt: skip
    draws.check_population(population_size, num_samples, probs, replace)
    if probs is None:
        probs = np.ones((batch_size, population_size))
    dtype = to_numpy_dtype(draws.int_dtype("multinomial", None))
    draw = _draw_with_replacement if replace else _draw_without_replacement
    return _put_on_device(draw(key_for("multinomial", seed), probs, num_samples, dtype), device)


@functools.partial(jit, static_argnames=("count", "dtype"))
def _draw_with_replacement(key, probs, count, dtype):
    """Return ``count`` indices for each row of weights, which need not add up to 1."""
    drawn = jax.random.categorical(key, jnp.log(probs), shape=(count, *probs.shape[:-1]))
    return jnp.moveaxis(drawn, 0, -1).astype(dtype)


@functools.partial(jit, static_argnames=("count", "dtype"))
def _draw_without_replacement(key, probs, count, dtype):
    """Return ``count`` distinct drawn indices: those of the largest logits with Gumbel noise."""
    logits = jnp.log(probs)
    noisy = logits + jax.random.gumbel(key, probs.shape, logits.dtype)
    return jax.lax.top_k(noisy, count)[1].astype(dtype)


def shuffle(x, axis=0, /, *, seed=None):
    if not x.ndim:
        return jnp.array(x)
    return _shuffled(key_for("shuffle", seed), x, normal_axis(axis, x.ndim))


@functools.partial(jit, static_argnames="axis")
def _shuffled(key, x, axis):
    return jax.random.permutation(key, x, axis)


def bernoulli(probs, *, logits=None, shape=None, device=None, dtype=None, seed=None):
    draws.check_one(probs, logits)
    given = logits if probs is None else probs
    shape = draws.drawn_shape("bernoulli", shape, given)
    wide = to_native_dtype(draws.float_dtype("bernoulli", None, given))
    if probs is not None:
        draws.check_probability("bernoulli", given)
    key = key_for("bernoulli", seed)
    drawn = _bernoulli(key, given, shape, wide, dtype or wide, probs is None)
    return _put_on_device(drawn, device)


@functools.partial(jit, static_argnames=("shape", "wide", "dtype", "logits"))
def _bernoulli(key, given, shape, wide, dtype, logits):
    """Draw 1, else 0, with a probability or logit; ``wide`` is the dtype drawn in."""
    given = jnp.asarray(given, wide)
    given = jax.nn.sigmoid(given) if logits else given
    return (jax.random.uniform(key, shape, wide) < given).astype(dtype)


def beta(a, b, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("beta", shape, a, b)
    dtype = to_native_dtype(draws.float_dtype("beta", dtype, a, b))
    draws.check_positive("beta", a=a, b=b)
    return _put_on_device(_beta(key_for("beta", seed), a, b, shape, dtype), device)


@functools.partial(jit, static_argnames=("shape", "dtype"))
def _beta(key, a, b, shape, dtype):
    wide = _at_least_single(dtype)
    drawn = jax.random.beta(key, jnp.asarray(a, wide), jnp.asarray(b, wide), shape, wide)
    return drawn.astype(dtype)


def _at_least_single(dtype):
    """Return the dtype, or float32 if it is a half."""
    return jnp.promote_types(dtype, jnp.float32)


def dirichlet(alpha, /, *, size=None, dtype=None, seed=None):
    alpha = jnp.asarray(alpha)
    shape = draws.dirichlet_shape(alpha, size)
    dtype = to_native_dtype(draws.float_dtype("dirichlet", dtype, alpha))
    draws.check_positive("dirichlet", alpha=alpha)
    return _put_on_device(_dirichlet(key_for("dirichlet", seed), alpha, shape[:-1], dtype), None)


@functools.partial(jit, static_argnames=("shape", "dtype"))
def _dirichlet(key, alpha, shape, dtype):
    wide = _at_least_single(dtype)
    return jax.random.dirichlet(key, alpha.astype(wide), shape, wide).astype(dtype)


def gamma(alpha, beta, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("gamma", shape, alpha, beta)
    dtype = to_native_dtype(draws.float_dtype("gamma", dtype, alpha, beta))
    draws.check_positive("gamma", alpha=alpha, beta=beta)
    return _put_on_device(_gamma(key_for("gamma", seed), alpha, beta, shape, dtype), device)


@functools.partial(jit, static_argnames=("shape", "dtype"))
def _gamma(key, alpha, beta, shape, dtype):
    """Draw in single precision at least; ``beta`` is the rate, which divides."""
    wide = _at_least_single(dtype)
    drawn = jax.random.gamma(key, jnp.asarray(alpha, wide), shape, wide)
    return (drawn / jnp.asarray(beta, wide)).astype(dtype)


def poisson(lam, *, shape=None, device=None, dtype=None, seed=None, fill_value=0):
    shape = draws.drawn_shape("poisson", shape, lam)
    wide = to_native_dtype(draws.float_dtype("poisson", None, lam))
    key = key_for("poisson", seed)
    return _put_on_device(_poisson(key, lam, fill_value, shape, dtype or wide), device)


@functools.partial(jit, static_argnames=("shape", "dtype"))
def _poisson(key, lam, fill_value, shape, dtype):
    """Draw from Poisson distributions, ``fill_value`` where ``lam`` is negative."""
    lam = jnp.asarray(lam, jnp.float64)
    drawn = jax.random.poisson(key, jnp.maximum(lam, 0), shape, jnp.int64)
    return jnp.where(lam < 0, fill_value, drawn).astype(dtype)
