"""Sampling of the gamma and the Dirichlet distribution, and the samples' derivatives.

A number that is drawn has gradients by the parameters: those with which its rank among all others,
its cumulative probability, stays as it is.

References
----------
M. Figurnov, S. Mohamed and A. Mnih, "Implicit reparameterization gradients", 2018.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for, load_backend

from ..dispatch.func_wrapper import torch_function
from ..dispatch.outputs import shown
from ..tensors.dtypes import host_dtype
from ..tensors.tensor import Tensor
from .generator import twister_of

TensorLike = Any
_SMALLEST_CHANGE = 1e-17  # of a sum: what is added from there on does not count
_MANY = 100_000  # terms of a sum


def _as_float64_numpy(x: Tensor) -> np.ndarray:
    return np.asarray(to_numpy(x), np.float64)


def _numpy_to_tensor(host: np.ndarray, like: Tensor) -> Tensor:
    """Return a tensor of the dtype, and on the backend, of ``like``; ``host`` is not shared."""
    made = np.ascontiguousarray(host, host_dtype(like.dtype.name)).reshape(host.shape)
    return new_array(Tensor, backend_for(read(like)).from_host(made))


def _check_floating_dtype(kernel: str, x: Tensor) -> None:
    if not x.dtype.is_floating_point:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{shown(x.dtype)}'")


@torch_function(name="torch._standard_gamma", differentiable=False)
def standard_gamma(input: TensorLike, generator=None) -> Tensor:
    """Return a number of the gamma distribution of rate 1 for each concentration.

    References: PyTorch, torch._standard_gamma; G. Marsaglia and W. Tsang, 2000.
    """
    _check_floating_dtype("gamma", input)
    host = _as_float64_numpy(input)
    drawn = twister_of(generator, "_standard_gamma").gamma(host.reshape(-1)).reshape(host.shape)
    return _numpy_to_tensor(np.maximum(drawn, _smallest_normal(input)), input)


def _smallest_normal(like: Tensor) -> float:
    return float(np.finfo(host_dtype(like.dtype.name)).tiny)


@torch_function(name="torch._sample_dirichlet", differentiable=False)
def sample_dirichlet(input: TensorLike, generator=None) -> Tensor:
    """Return probabilities, along the last dimension, of Dirichlet distributions.

    References: PyTorch, torch._sample_dirichlet.
    """
    _check_floating_dtype("dirichlet", input)
    host = _as_float64_numpy(input)
    drawn = twister_of(generator, "_sample_dirichlet").gamma(host.reshape(-1)).reshape(host.shape)
    kind = np.dtype(host_dtype(input.dtype.name))
    share = (drawn / drawn.sum(-1, keepdims=True)).astype(kind)
    least, most = np.nextafter(kind.type(0), kind.type(1)), np.nextafter(kind.type(1), kind.type(0))
    return _numpy_to_tensor(np.clip(share, least, most), input)


def _digamma(x: np.ndarray) -> np.ndarray:
    return load_backend("numpy").implementations["digamma"](x)


@torch_function(name="torch._standard_gamma_grad", differentiable=False)
def standard_gamma_grad(input: TensorLike, output: TensorLike) -> Tensor:
    """Differentiate a sample of the gamma distribution by the concentration.

    The sum of the incomplete gamma function, term by term: all terms are positive, and their
    derivatives change their sign once.

    References: PyTorch, torch._standard_gamma_grad; DLMF 8.7.1.
    """
    a, x = np.broadcast_arrays(_as_float64_numpy(input), _as_float64_numpy(output))
    with np.errstate(all="ignore"):
        term = x / a
        slope = np.log(x) - _digamma(a + 1)
        total, n = -term * slope, 1
        while n < _MANY:
            term = term * (x / (a + n))
            slope = slope - 1 / (a + n)
            total = total - term * slope
            if not np.any(np.abs(term * slope) > _SMALLEST_CHANGE * np.abs(total)):
                break
            n += 1
    return _numpy_to_tensor(total, input)


@torch_function(name="torch._dirichlet_grad", differentiable=False)
def dirichlet_grad(x: TensorLike, alpha: TensorLike, total: TensorLike) -> Tensor:
    """Differentiate one of a Dirichlet distribution's probabilities by its concentration.

    The sum of the incomplete beta function, or that of its complement where that is shorter.

    References: PyTorch, torch._dirichlet_grad; DLMF 8.17.7.
    """
    p, a, whole = np.broadcast_arrays(*map(_as_float64_numpy, (x, alpha, total)))
    b = whole - a
    with np.errstate(all="ignore"):
        slope = np.log(p) - _digamma(a) + _digamma(whole)
        lower = p < (a + 1) / (whole + 2)
        below = _beta_sum(p, a, whole, slope - 1 / a, of_first=True)
        above = _beta_sum(1 - p, b, whole, slope, of_first=False)
        found = np.where(lower, -p / a * below, p / b * above)
    return _numpy_to_tensor(found, x)


def _beta_sum(p, a, whole, slope, of_first: bool) -> np.ndarray:
    """Return the series of a regularised beta function's derivative by ``a``, or by the other."""
    term, total = np.ones_like(p), slope.copy()
    for n in range(_MANY):
        term = term * (p * (whole + n) / (a + 1 + n))
        slope = slope + 1 / (whole + n)
        if of_first:
            slope = slope - 1 / (a + 1 + n)
        total = total + term * slope
        if not np.any(np.abs(term * slope) > _SMALLEST_CHANGE * np.abs(total)):
            break
    return total


__all__ = ["dirichlet_grad", "sample_dirichlet", "standard_gamma", "standard_gamma_grad"]
