"""Activation functions of the JAX backend, one compiled program each."""

from __future__ import annotations

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.backends.common.activations import SELU_ALPHA, SELU_SCALE, covering

from ..host.layers import written_gelu_gradient, written_of
from ..kernels.half_precision import in_single
from ..runtime.stored_programs import jit_of_layer
from .comparison import alike

_GELU = 2 * math.sqrt(2 / math.pi)


def _compile_with_static_axis(function):
    """Compile with ``axis`` static, half precision computed in single."""
    write = written_of(function.__name__)
    return jit_of_layer(in_single(function), static_argnames="axis", write=write)


@jit_of_layer
@in_single
def _elu(x, alpha, scale):
    """Return x where it is positive, else ``alpha * expm1(x / scale)``."""
    positive = x > 0
    # expm1 of what is positive would overflow, and its derivative spoil that of the rest
    below = jnp.expm1(jnp.where(positive, 0, x) / scale)
    return jnp.where(positive, x, alpha * below)


def celu(x, /, *, alpha=1.0, complex_mode="jax"):
    return _elu(x, alpha, alpha)


def elu(x, /, *, alpha=1.0, complex_mode="jax"):
    return _elu(x, alpha, 1.0)


_gelu = jit_of_layer(
    in_single(functools.partial(jax.nn.gelu, approximate=False)), write=written_of("gelu")
)


# as PyTorch computes it: without digits far below zero, and in half of the time to run and compile
@jax.jit
def _gelu_by_erf(x):
    return 0.5 * x * (1 + jax.lax.erf(x * np.float32(math.sqrt(0.5))))


@jit_of_layer
@in_single
def _approximate_gelu(x):
    # (1 + tanh(u)) / 2, as JAX has it, has no digits left far below zero
    return x * jax.nn.sigmoid(x * (x * x * (0.044715 * _GELU) + _GELU))


def gelu(x, /, *, approximate=False, complex_mode="jax"):
    if not approximate and alike.at_each_size and x.dtype == np.float32:
        return _gelu_by_erf(x)
    return (_approximate_gelu if approximate else _gelu)(x)


def gelu_gradients(x, grad, /, *, approximate, wanted):
    return [_gelu_gradient(x, grad, approximate=approximate)]


@functools.partial(jit_of_layer, static_argnames="approximate", write=written_gelu_gradient)
def _gelu_gradient(x, grad, *, approximate):
    return jax.vjp(_approximate_gelu if approximate else _gelu, x)[1](grad)[0]


_hardswish = jit_of_layer(in_single(jax.nn.hard_swish))


def hardswish(x, /, *, complex_mode="jax"):
    return _hardswish(x)


@jit_of_layer
@in_single
def _leaky_relu(x, alpha):
    """Return x or ``alpha * x``; at zero the derivative is ``alpha``, as PyTorch has it."""
    return jnp.where(x > 0, x, x * alpha)


def leaky_relu(x, /, *, alpha=0.2, complex_mode="jax"):
    return _leaky_relu(x, alpha)


_log_softmax = _compile_with_static_axis(jax.nn.log_softmax)


def log_softmax(x, /, *, axis=None, dtype=None, complex_mode="jax"):
    return _log_softmax(x, axis=-1 if axis is None else axis)


@jit_of_layer
@in_single
def _logit(x, eps: float | None):
    if eps is not None:
        x = jnp.clip(x, eps, 1 - eps)
    return jnp.log(x / (1 - x))


def logit(x, /, *, eps=None, complex_mode="jax"):
    return _logit(x, eps)


_logsigmoid = jit_of_layer(in_single(jax.nn.log_sigmoid))


def logsigmoid(x, /, *, complex_mode="jax"):
    return _logsigmoid(x)


_mish = jit_of_layer(in_single(jax.nn.mish))


def mish(x, /, *, complex_mode="jax"):
    return _mish(x)


_relu = jit_of_layer(jax.nn.relu, write=written_of("relu"))


def relu(x, /, *, complex_mode="jax"):
    return _relu(x)


_relu6 = jit_of_layer(jax.nn.relu6)


def relu6(x, /, *, complex_mode="jax"):
    return _relu6(x)


@jit_of_layer
@in_single
def _scaled_tanh(x, alpha, beta):
    """Return ``alpha * tanh(beta * x)``."""
    return alpha * jnp.tanh(beta * x)


def scaled_tanh(x, /, *, alpha=1.7159, beta=0.67):
    return _scaled_tanh(x, alpha, beta)


@jit_of_layer
@in_single
def _selu(x):
    return SELU_SCALE * _elu(x, SELU_ALPHA, 1.0)


def selu(x, /):
    return _selu(x)


_sigmoid = jit_of_layer(in_single(jax.nn.sigmoid), write=written_of("sigmoid"))


def sigmoid(x, /, *, complex_mode="jax"):
    return _sigmoid(x)


_silu = jit_of_layer(in_single(jax.nn.silu), write=written_of("silu"))


def silu(x, /):
    return _silu(x)


_softmax = _compile_with_static_axis(jax.nn.softmax)


def softmax(x, /, *, axis=None, dtype=None, complex_mode="jax"):
    return _softmax(x, axis=-1 if axis is None else axis)


@jit_of_layer
@in_single
def _softplus(x, beta: float | None, threshold: float | None):
    scaled = x if beta is None else x * beta
    result = jnp.logaddexp(scaled, 0)
    result = result if beta is None else result / beta
    return result if threshold is None else jnp.where(scaled > threshold, x, result)


def softplus(x, /, *, beta=None, threshold=None, complex_mode="jax"):
    return _softplus(x, beta, threshold)


@jit_of_layer
@in_single
def _softsign(x):
    return x / (jnp.abs(x) + 1)


def softsign(x, /):
    return _softsign(x)


covering(
    celu, elu, gelu, hardswish, leaky_relu, log_softmax, logit, logsigmoid, mish, relu, relu6,
    scaled_tanh, selu, sigmoid, silu, softmax, softplus, softsign,
)  # fmt: skip
