"""Activation functions of the TensorFlow backend: its kernels, and what is made of a few."""

from __future__ import annotations

import math

import tensorflow as tf

from ivy_core.backends.common.activations import SELU_ALPHA, SELU_SCALE, covering

from ..kernels.raw_operations import constant, in_single, select

_raw = tf.raw_ops


def _multiply_by_constant(x, factor):
    return _raw.Mul(x=x, y=constant(float(factor), x))


def celu(x, /, *, alpha=1.0, complex_mode="jax"):
    scale = constant(float(alpha), x)
    return _elu(x, _raw.Expm1(x=_raw.RealDiv(x=_minimum_with_zero(x), y=scale)), alpha)


def elu(x, /, *, alpha=1.0, complex_mode="jax"):
    # not the kernel Elu, nor Selu: they subtract 1 from exp(x), and near 0 no digits are left
    return _elu(x, _raw.Expm1(x=_minimum_with_zero(x)), alpha)


def _minimum_with_zero(x):
    return _raw.Minimum(x=x, y=constant(0.0, x))


def _elu(x, value_if_negative, alpha):
    """Return x where it is positive, else ``alpha * value_if_negative``."""
    positive = _raw.Greater(x=x, y=constant(0.0, x))
    return select(positive, x, _multiply_by_constant(value_if_negative, alpha))


@in_single
def gelu(x, /, *, approximate=False, complex_mode="jax"):
    if not approximate:
        # erfc, because 1 + erf has no digits left far below zero
        return _raw.Mul(
            x=_multiply_by_constant(x, 0.5),
            y=_raw.Erfc(x=_multiply_by_constant(x, -math.sqrt(0.5))),
        )
    cubic = _raw.AddV2(x=_multiply_by_constant(_raw.Square(x=x), 0.044715), y=constant(1.0, x))
    # (1 + tanh(u)) / 2 is sigmoid(2 u), which has its digits far below zero too
    twice = _multiply_by_constant(_raw.Mul(x=cubic, y=x), 2 * math.sqrt(2 / math.pi))
    return _raw.Mul(x=x, y=_raw.Sigmoid(x=twice))


def hardswish(x, /, *, complex_mode="jax"):
    part = _raw.Relu6(features=_raw.AddV2(x=x, y=constant(3.0, x)))
    return _multiply_by_constant(_raw.Mul(x=x, y=part), 1 / 6)


def leaky_relu(x, /, *, alpha=0.2, complex_mode="jax"):
    if x.dtype is tf.float64:  # the kernel keeps the slope in single precision
        return select(_raw.Greater(x=x, y=constant(0.0, x)), x, _multiply_by_constant(x, alpha))
    return _raw.LeakyRelu(features=x, alpha=alpha)


@in_single
def log_softmax(x, /, *, axis=None, dtype=None, complex_mode="jax"):
    return tf.nn.log_softmax(x, axis)


@in_single
def logit(x, /, *, eps=None, complex_mode="jax"):
    if eps is not None:
        low, high = constant(float(eps), x), constant(1.0 - eps, x)
        x = _raw.Minimum(x=_raw.Maximum(x=x, y=low), y=high)
    rest = _raw.Sub(x=constant(1.0, x), y=x)
    return _raw.Log(x=_raw.RealDiv(x=x, y=rest))


@in_single
def logsigmoid(x, /, *, complex_mode="jax"):
    return _raw.Neg(x=_raw.Softplus(features=_raw.Neg(x=x)))


@in_single
def mish(x, /, *, complex_mode="jax"):
    return _raw.Mul(x=x, y=_raw.Tanh(x=_raw.Softplus(features=x)))


def relu(x, /, *, complex_mode="jax"):
    return _raw.Relu(features=x)


def relu6(x, /, *, complex_mode="jax"):
    return _raw.Relu6(features=x)


def scaled_tanh(x, /, *, alpha=1.7159, beta=0.67):
    return _multiply_by_constant(_raw.Tanh(x=_multiply_by_constant(x, beta)), alpha)


def selu(x, /):
    return _multiply_by_constant(elu(x, alpha=SELU_ALPHA), SELU_SCALE)


@in_single
def sigmoid(x, /, *, complex_mode="jax"):
    return _raw.Sigmoid(x=x)


def silu(x, /):
    return tf.nn.silu(x)


@in_single
def softmax(x, /, *, axis=None, dtype=None, complex_mode="jax"):
    return tf.nn.softmax(x, axis)


@in_single
def softplus(x, /, *, beta=None, threshold=None, complex_mode="jax"):
    scaled = x if beta is None else _multiply_by_constant(x, beta)
    result = _raw.Softplus(features=scaled)
    if beta is not None:
        result = _raw.RealDiv(x=result, y=constant(float(beta), x))
    if threshold is None:
        return result
    beyond = _raw.Greater(x=scaled, y=constant(float(threshold), x))
    return select(beyond, x, result)


def softsign(x, /):
    return _raw.Softsign(features=x)


covering(
    celu, elu, gelu, hardswish, leaky_relu, log_softmax, logit, logsigmoid, mish, relu, relu6,
    scaled_tanh, selu, sigmoid, silu, softmax, softplus, softsign,
)  # fmt: skip
