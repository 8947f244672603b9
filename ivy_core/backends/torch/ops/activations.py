"""Activation functions that PyTorch has kernels for."""

from __future__ import annotations

import torch

from ivy_core.backends.common.activations import covering

_functional = torch.nn.functional


def celu(x, /, *, alpha=1.0, complex_mode="jax"):
    return _functional.celu(x, alpha)


def elu(x, /, *, alpha=1.0, complex_mode="jax"):
    return _functional.elu(x, alpha)


def gelu(x, /, *, approximate=False, complex_mode="jax"):
    return _functional.gelu(x, approximate="tanh" if approximate else "none")


def hardswish(x, /, *, complex_mode="jax"):
    return _functional.hardswish(x)


def leaky_relu(x, /, *, alpha=0.2, complex_mode="jax"):
    return _functional.leaky_relu(x, alpha)


def log_softmax(x, /, *, axis=None, dtype=None, complex_mode="jax"):
    return torch.log_softmax(x, -1 if axis is None else axis)


def logit(x, /, *, eps=None, complex_mode="jax"):
    if x.dtype.itemsize < 4:  # PyTorch rounds the quotient, of which near 1 little is left
        return torch.logit(x.to(torch.float32), eps).to(x.dtype)
    return torch.logit(x, eps)


def logsigmoid(x, /, *, complex_mode="jax"):
    return _functional.logsigmoid(x)


def mish(x, /, *, complex_mode="jax"):
    return _functional.mish(x)


def relu(x, /, *, complex_mode="jax"):
    return torch.relu(x)


def relu6(x, /, *, complex_mode="jax"):
    return _functional.relu6(x)


def scaled_tanh(x, /, *, alpha=1.7159, beta=0.67):
    return torch.tanh(x * beta) * alpha


def selu(x, /):
    return torch.selu(x)


def sigmoid(x, /, *, complex_mode="jax"):
    return torch.sigmoid(x)


def silu(x, /):
    return _functional.silu(x)


def softmax(x, /, *, axis=None, dtype=None, complex_mode="jax"):
    return torch.softmax(x, -1 if axis is None else axis)


def softplus(x, /, *, beta=None, threshold=None, complex_mode="jax"):
    if threshold is None:  # PyTorch always has one: beyond it the result rounds to x in any case
        threshold = 40.0
    return _functional.softplus(x, 1.0 if beta is None else beta, threshold)


def softsign(x, /):
    return _functional.softsign(x)


covering(
    celu, elu, gelu, hardswish, leaky_relu, log_softmax, logit, logsigmoid, mish, relu, relu6,
    scaled_tanh, selu, sigmoid, silu, softmax, softplus, softsign,
)  # fmt: skip
