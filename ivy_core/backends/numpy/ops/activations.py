"""Activation functions of the NumPy backend.

Steps are in place where that saves memory: pages of a fresh large array cost more than what is
computed. No step warns of finite elements. Half precision is computed in single.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from ivy_core.backends.common.activations import SELU_ALPHA, SELU_SCALE, covering
from ivy_core.backends.common.half_precision import is_half
from ivy_core.backends.common.special import tables

from ..host.policy import ACTIVATION_BLOCK_ELEMENTS, CLIP_ELEMENTS
from .special import erfc

_SINGLE = np.dtype(np.float32)


@functools.cache
def _erfcx_powers() -> list[float]:
    """Return coefficients, rising, of exp(z**2) * erfc(z) * (1 + 2 z) in (z - 4) / (z + 4)."""
    return np.polynomial.chebyshev.cheb2poly(tables.ERFCX[:12]).tolist()  # to 6e-8


def _avoid_scalars_and_half(function):
    """Wrap a function that takes no 0-d arrays and no half precision: reshape or widen these."""

    @functools.wraps(function)
    def apply(x, /, **options):
        if not x.ndim:
            return apply(x.reshape(1), **options).reshape(())
        if not is_half(x):
            return function(x, **options)
        with np.errstate(over="ignore"):
            return function(x.astype(_SINGLE), **options).astype(x.dtype)

    return apply


def _maximum_with_zero(x):
    """Return ``np.maximum(x, 0)``, whose loop with a number has no vector instructions."""
    return np.clip(x, 0, math.inf) if x.size >= CLIP_ELEMENTS else np.maximum(x, 0)


def _minimum_with_zero(x):
    return np.clip(x, -math.inf, 0) if x.size >= CLIP_ELEMENTS else np.minimum(x, 0)


def _elu(x, alpha, divisor):
    """``alpha * (exp(x / divisor) - 1)`` below zero, ``x`` above."""
    below = _minimum_with_zero(x)
    if divisor != 1:
        below /= divisor
    below = np.expm1(below, out=below)
    below *= alpha
    below += _maximum_with_zero(x)  # np.where takes five times as long for signs at random
    return below


@_avoid_scalars_and_half
def celu(x, /, *, alpha=1.0, complex_mode="jax"):
    return _elu(x, alpha, alpha)


@_avoid_scalars_and_half
def elu(x, /, *, alpha=1.0, complex_mode="jax"):
    return _elu(x, alpha, 1)


@_avoid_scalars_and_half
def gelu(x, /, *, approximate=False, complex_mode="jax"):
    if not approximate:
        if x.dtype == _SINGLE:
            return _single_gelu(x)
        # erfc, because 1 + erf has no digits left far below zero
        part = np.asarray(erfc(x * -math.sqrt(0.5)))
        part *= x
        part *= 0.5
        return part
    twice = x * x
    twice *= 2 * 0.044715 * math.sqrt(2 / math.pi)
    twice += 2 * math.sqrt(2 / math.pi)
    twice *= x
    part = _sigmoid(twice)  # (1 + tanh(u)) / 2 has no digits left far below zero
    part *= x
    return part


def _single_gelu(x):
    """Return ``max(x, 0) - abs(x) * erfc(abs(x) / sqrt(2)) / 2``, which cancels nowhere."""
    flat = x.ravel()
    y, count = np.empty_like(flat), min(x.size, ACTIVATION_BLOCK_ELEMENTS)
    root, power, series = np.empty((3, count), x.dtype)
    lowest, *powers, highest = _erfcx_powers()
    for begin in range(0, x.size, ACTIVATION_BLOCK_ELEMENTS):
        block = slice(begin, begin + ACTIVATION_BLOCK_ELEMENTS)
        part, to = flat[block], y[block]
        z, e, p = root[: part.size], power[: part.size], series[: part.size]
        np.clip(part, -15, 15, out=z)  # beyond which erfc is 0
        np.multiply(z, z, out=e)
        e *= -0.5
        np.exp(e, out=e)
        np.abs(z, out=z)
        e *= z
        z *= math.sqrt(0.5)
        np.add(z, 0.5, out=p)
        p *= 4  # the half of erfc with it
        e /= p
        z += 4
        np.divide(-8, z, out=z)
        z += 1
        np.multiply(z, highest, out=p)
        for coefficient in reversed(powers):
            p += coefficient
            p *= z
        p += lowest
        p *= e
        np.clip(part, 0, math.inf, out=to)
        to -= p
    return y.reshape(x.shape)


@_avoid_scalars_and_half
def hardswish(x, /, *, complex_mode="jax"):
    part = x + 3
    part = np.clip(part, 0, 6, out=part)
    part *= x
    part /= 6
    return part


@_avoid_scalars_and_half
def leaky_relu(x, /, *, alpha=0.2, complex_mode="jax"):
    if 0 < alpha < 1:
        part = x * alpha
        return np.maximum(part, x, out=part)
    part = _minimum_with_zero(x)
    part *= alpha
    part += _maximum_with_zero(x)
    return part


@_avoid_scalars_and_half
def log_softmax(x, /, *, axis=None, dtype=None, complex_mode="jax"):
    axis = -1 if axis is None else axis
    # the ufuncs' own methods: np.max and np.sum take 3 us more, of 128 elements half of it all
    shifted = x - np.maximum.reduce(x, axis, keepdims=True)
    total = np.add.reduce(np.exp(shifted), axis, keepdims=True)
    shifted -= np.log(total)
    return shifted


@_avoid_scalars_and_half
def logit(x, /, *, eps=None, complex_mode="jax"):
    if eps is not None:
        x = np.minimum(np.maximum(x, eps), 1 - eps)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(x / (1 - x))


def _exp_minus_abs(x):
    """Return ``exp(-abs(x))``."""
    part = np.abs(x)
    part = np.negative(part, out=part)
    return np.exp(part, out=part)


def _softplus(x):
    part = _exp_minus_abs(x)
    part = np.log1p(part, out=part)
    part += _maximum_with_zero(x)
    return part


@_avoid_scalars_and_half
def logsigmoid(x, /, *, complex_mode="jax"):
    part = _softplus(np.negative(x))
    return np.negative(part, out=part)


@_avoid_scalars_and_half
def mish(x, /, *, complex_mode="jax"):
    part = _softplus(x)
    part = np.tanh(part, out=part)
    part *= x
    return part


@_avoid_scalars_and_half
def relu(x, /, *, complex_mode="jax"):
    return _maximum_with_zero(x)


@_avoid_scalars_and_half
def relu6(x, /, *, complex_mode="jax"):
    return np.clip(x, 0, 6)


@_avoid_scalars_and_half
def scaled_tanh(x, /, *, alpha=1.7159, beta=0.67):
    part = x * beta
    part = np.tanh(part, out=part)
    part *= alpha
    return part


@_avoid_scalars_and_half
def selu(x, /):
    part = _elu(x, SELU_ALPHA, 1)
    part *= SELU_SCALE
    return part


def _sigmoid(x):
    part = np.negative(x)
    with np.errstate(over="ignore"):  # where 0 is the nearest number but the subnormal ones
        part = np.exp(part, out=part)
    part += 1
    return np.reciprocal(part, out=part)


@_avoid_scalars_and_half
def sigmoid(x, /, *, complex_mode="jax"):
    return _sigmoid(x)


@_avoid_scalars_and_half
def silu(x, /):
    part = _sigmoid(x)
    part *= x
    return part


@_avoid_scalars_and_half
def softmax(x, /, *, axis=None, dtype=None, complex_mode="jax"):
    axis = -1 if axis is None else axis
    powers = x - np.maximum.reduce(x, axis, keepdims=True)  # as in `log_softmax`
    powers = np.exp(powers, out=powers)
    powers /= np.add.reduce(powers, axis, keepdims=True)
    return powers


@_avoid_scalars_and_half
def softplus(x, /, *, beta=None, threshold=None, complex_mode="jax"):
    scaled = x if beta is None else x * beta
    result = _softplus(scaled)
    if beta is not None:
        result /= beta
    return result if threshold is None else np.where(scaled > threshold, x, result)


@_avoid_scalars_and_half
def softsign(x, /):
    part = np.abs(x)
    part += 1
    return x / part


covering(
    celu, elu, gelu, hardswish, leaky_relu, log_softmax, logit, logsigmoid, mish, relu, relu6,
    scaled_tanh, selu, sigmoid, silu, softmax, softplus, softsign,
)  # fmt: skip
