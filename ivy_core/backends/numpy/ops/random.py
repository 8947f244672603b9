"""Random numbers in NumPy arrays, from one generator of this module."""

from __future__ import annotations

import functools

import numpy as np

from ivy_core.backends.common import draws
from ivy_core.dtypes import to_numpy_dtype

from ..kernels.axes import normal_axis


@functools.cache
def _process_generator():
    """Return the process's one generator, which ``seed`` sets: the same at each call."""
    return np.random.default_rng()  # numpy.random takes half of the time of set_backend to import


def _generator_of_seed(seed) -> np.random.Generator:
    return _process_generator() if seed is None else _seeded_generator(seed)


def _seeded_generator(seed) -> np.random.Generator:
    """Return a generator; a negative seed, which NumPy refuses, counts from 2 ** 64."""
    seed = int(seed)
    return np.random.default_rng(seed if seed >= 0 else seed % 2**64)


def seed(*, seed_value=0):
    _process_generator().bit_generator.state = _seeded_generator(seed_value).bit_generator.state


def _sampling_dtype(dtype):
    """Choose the dtype to draw in: the generator knows single and double precision."""
    return dtype if dtype.itemsize >= 4 else np.dtype(np.float32)


def random_uniform(*, low=0.0, high=1.0, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("random_uniform", shape, low, high)
    dtype = to_numpy_dtype(draws.float_dtype("random_uniform", dtype, low, high))
    draws.check_order("random_uniform", low, high)
    low, high = np.asarray(low, dtype), np.asarray(high, dtype)
    drawn = _generator_of_seed(seed).random(shape, _sampling_dtype(dtype)).astype(dtype, copy=False)
    return low + (high - low) * drawn


def random_normal(*, mean=0.0, std=1.0, shape=None, dtype=None, seed=None, device=None):
    shape = draws.drawn_shape("random_normal", shape, mean, std)
    dtype = to_numpy_dtype(draws.float_dtype("random_normal", dtype, mean, std))
    draws.check_order("random_normal", 0, std)
    drawn = _generator_of_seed(seed).standard_normal(shape, _sampling_dtype(dtype))
    return np.asarray(mean, dtype) + np.asarray(std, dtype) * np.asarray(drawn, dtype)


def randint(low, high, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("randint", shape, low, high)
    dtype = draws.int_dtype("randint", dtype)
    draws.check_order("randint", low, high, strict=True)
    draws.check_fits("randint", low, high, dtype)
    return np.asarray(_generator_of_seed(seed).integers(low, high, shape, str(dtype)))


def multinomial(
    population_size, num_samples, /, *, batch_size=1, probs=None, replace=True, device=None,
    seed=None,
):  # fmt: skip
    draws.check_population(population_size, num_samples, probs, replace)
    if probs is None:
        probs = np.ones((batch_size, population_size))
    dtype = to_numpy_dtype(draws.int_dtype("multinomial", None))
    rng = _generator_of_seed(seed)
    if not replace:
        with np.errstate(divide="ignore"):
            noisy = np.log(probs) + rng.gumbel(size=probs.shape)
        return np.argsort(-noisy, -1)[..., :num_samples].astype(dtype)
    bounds = np.cumsum(probs, -1, dtype=np.float64).reshape(-1, population_size)
    places = rng.random((len(bounds), num_samples)) * bounds[:, -1:]
    drawn = [row.searchsorted(at, "right") for row, at in zip(bounds, places, strict=True)]
    return np.reshape(drawn, (*probs.shape[:-1], num_samples)).astype(dtype)


def shuffle(x, axis=0, /, *, seed=None):
    return (
        _generator_of_seed(seed).permutation(x, normal_axis(axis, x.ndim)) if x.ndim else x.copy()
    )


def bernoulli(probs, *, logits=None, shape=None, device=None, dtype=None, seed=None):
    draws.check_one(probs, logits)
    given = np.asarray(logits if probs is None else probs)
    shape = draws.drawn_shape("bernoulli", shape, given)
    wide = to_numpy_dtype(draws.float_dtype("bernoulli", None, given))
    if probs is None:
        given = 1 / (1 + np.exp(-given.astype(wide)))
    draws.check_probability("bernoulli", given)
    drawn = _generator_of_seed(seed).random(shape, _sampling_dtype(wide)) < given
    return drawn.astype(wide if dtype is None else dtype)


def beta(a, b, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("beta", shape, a, b)
    dtype = to_numpy_dtype(draws.float_dtype("beta", dtype, a, b))
    draws.check_positive("beta", a=a, b=b)
    return np.asarray(_generator_of_seed(seed).beta(a, b, shape), dtype)


def dirichlet(alpha, /, *, size=None, dtype=None, seed=None):
    alpha = np.asarray(alpha)
    shape = draws.dirichlet_shape(alpha, size)
    dtype = to_numpy_dtype(draws.float_dtype("dirichlet", dtype, alpha))
    draws.check_positive("dirichlet", alpha=alpha)
    rng = _generator_of_seed(seed)
    # logarithms: of gamma(alpha) as of gamma(alpha + 1) u**(1 / alpha), which does not underflow
    with np.errstate(divide="ignore"):
        drawn = np.log(rng.standard_gamma(alpha + 1.0, shape)) + np.log(rng.random(shape)) / alpha
    drawn = np.exp(drawn - drawn.max(-1, keepdims=True, initial=-np.inf))
    return (drawn / drawn.sum(-1, keepdims=True)).astype(dtype)


def gamma(alpha, beta, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("gamma", shape, alpha, beta)
    dtype = to_numpy_dtype(draws.float_dtype("gamma", dtype, alpha, beta))
    draws.check_positive("gamma", alpha=alpha, beta=beta)
    drawn = _generator_of_seed(seed).standard_gamma(alpha, shape, _sampling_dtype(dtype))
    return np.asarray(drawn / np.asarray(beta, dtype), dtype)


def poisson(lam, *, shape=None, device=None, dtype=None, seed=None, fill_value=0):
    lam = np.asarray(lam)
    shape = draws.drawn_shape("poisson", shape, lam)
    if dtype is None:
        dtype = to_numpy_dtype(draws.float_dtype("poisson", None, lam))
    drawn = _generator_of_seed(seed).poisson(np.maximum(lam, 0), shape)
    return np.where(lam < 0, fill_value, drawn).astype(dtype)
