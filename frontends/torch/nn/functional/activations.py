"""Activations: functions of each element, and shares of a whole along a dimension."""

from __future__ import annotations

import warnings
from typing import Any

from frontends.torch.autograd.tape import boxed, derivative
from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import shown
from frontends.torch.operations import host_forms
from frontends.torch.operations.pointwise import in_floats
from frontends.torch.operations.views import wrapped
from frontends.torch.tensors.dtypes import as_dtype
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for

from .declaring import activation, require_floats, require_inexact, require_kind, writing

TensorLike = Number = Any


@activation
def relu(input: TensorLike, inplace: bool = False) -> Tensor:
    """Set to zero what is negative.

    >>> torch.nn.functional.relu(torch.tensor([-1.0, 2.0])).tolist()
    [0.0, 2.0]
    """
    return rectified(input)


def rectified(x: Tensor) -> Tensor:
    """Return ``x`` where it is positive, else zero; gradient zero at zero, as PyTorch has it."""
    kind = x.dtype.kind
    if kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    if kind == "c":
        raise NotImplementedError("clamp is not supported for complex types")
    return ivy.relu(x) if kind == "f" else ivy.maximum(x, 0)


@activation
def relu6(input: TensorLike, inplace: bool = False) -> Tensor:
    """Bound to the interval from 0 to 6."""
    return _hardtanh(input, 0, 6)


@activation
def hardtanh(
    input: TensorLike, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """Bound to an interval.

    Raises: ValueError if ``min_val`` is greater than ``max_val``.
    """
    return _hardtanh(input, min_val, max_val)


def _hardtanh(x: Tensor, low: float, high: float) -> Tensor:
    """Return ``x`` within two numbers, ints for an integer ``x``; gradient 0 at the bounds."""
    if low > high:
        raise ValueError("min_val cannot be greater than max_val")
    kind = x.dtype.kind
    if kind == "b":
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if kind == "c":
        raise NotImplementedError("clamp is not supported for complex types")
    if kind in "iu":
        low, high = int(low), int(high)
        if kind == "u" and low < 0:
            raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    # not a clip: PyTorch's gradient is zero at the bounds themselves
    return ivy.where(x <= low, low, ivy.where(x >= high, high, x))


@activation
def elu(input: TensorLike, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Compute ``x`` where it is positive, else ``alpha * (exp(x) - 1)``."""
    require_floats(input, "elu_cpu")
    return ivy.elu(input, alpha=alpha)


@activation
def celu(input: TensorLike, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Compute ``x`` where it is positive, else ``alpha * (exp(x / alpha) - 1)``.

    Raises: RuntimeError if ``alpha`` is zero.
    """
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    require_floats(input, "elu_cpu")
    low = ivy.where(input > 0, 0.0, input)
    return ivy.where(input > 0, input, ivy.expm1(low / alpha) * alpha)


@activation
def selu(input: TensorLike, inplace: bool = False) -> Tensor:
    """Compute the scaled ``elu`` whose outputs keep mean 0 and variance 1."""
    require_floats(input, "elu_cpu")
    return ivy.selu(input)


@activation
def leaky_relu(input: TensorLike, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """Compute ``x`` where it is positive, else ``negative_slope * x``."""
    require_floats(input, "leaky_relu_cpu")
    return ivy.where(input > 0, input, input * negative_slope)


@activation
def threshold(input: TensorLike, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """Set to ``value`` what is not above ``threshold``."""
    require_kind(input.dtype, "threshold_cpu", input.dtype.kind in "iuf")
    if input.dtype.kind in "iu":
        threshold, value = int(threshold), int(value)
    return ivy.where(input <= threshold, value, input)


@activation
def silu(input: TensorLike, inplace: bool = False) -> Tensor:
    """Compute ``x * sigmoid(x)``."""
    require_inexact(input, "silu_cpu")
    return input * ivy.sigmoid(input)


@activation
def mish(input: TensorLike, inplace: bool = False) -> Tensor:
    """Compute ``x * tanh(log(1 + exp(x)))``."""
    require_floats(input, "mish_cpu")
    return ivy.mish(input)


@activation
def hardsigmoid(input: TensorLike, inplace: bool = False) -> Tensor:
    """Compute ``x / 6 + 1 / 2``, bounded to the interval from 0 to 1."""
    require_floats(input, "hardsigmoid_cpu")
    return _hardtanh(input + 3.0, 0.0, 6.0) / 6.0


@activation
def hardswish(input: TensorLike, inplace: bool = False) -> Tensor:
    """Compute ``x * hardsigmoid(x)``."""
    require_floats(input, "hardswish_cpu")
    return input * _hardtanh(input + 3.0, 0.0, 6.0) / 6.0


@torch_function
def gelu(input: TensorLike, *, approximate: str = "none", out=None) -> Tensor:
    """Compute ``x`` times the probability that a normal variable is less.

    Raises: RuntimeError if ``approximate`` is neither ``'none'`` nor ``'tanh'``.
    """
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    require_floats(input, "GeluKernelImpl")
    return ivy.gelu(input, approximate=approximate == "tanh")


@derivative("gelu", saves="input")
def _gelu_backward(grad, needs, input, *, approximate="none", out=None):
    x, options = held(input), {"approximate": approximate == "tanh"}
    made = backend_for(x).layer_gradients("gelu", [x], held(grad), (True,), options)
    return NotImplemented if made is None else boxed(made[0])


@torch_function
def glu(input: TensorLike, dim: int = -1) -> Tensor:
    """Multiply one half of a dimension by the logistic function of the other.

    Raises: RuntimeError without dimensions, or if the halves are not as long.
    """
    if not input.ndim:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    at = wrapped(dim, input.ndim)
    size = input.shape[at]
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {at} is size {size}")
    require_floats(input, "glu_cpu")
    lead = (slice(None),) * at
    value, gate = input[(*lead, slice(size // 2))], input[(*lead, slice(size // 2, None))]
    return value * ivy.sigmoid(gate)


@torch_function
def logsigmoid(input: TensorLike, *, out=None) -> Tensor:
    """Compute the logarithm of the logistic function, ``-log(1 + exp(-x))``."""
    require_floats(input, "log_sigmoid_cpu")
    return ivy.logsigmoid(input)


@torch_function
def hardshrink(input: TensorLike, lambd: float = 0.5, *, out=None) -> Tensor:
    """Set to zero what is between ``-lambd`` and ``lambd``."""
    require_floats(input, "hardshrink_cpu")
    return ivy.where(ivy.logical_and(input >= -lambd, input <= lambd), 0.0, input)


@torch_function
def softshrink(input: TensorLike, lambd: float = 0.5, *, out=None) -> Tensor:
    """Bring values nearer to zero by ``lambd``, at most to zero.

    Raises: RuntimeError if ``lambd`` is negative.
    """
    require_floats(input, "softshrink_check")
    if lambd < 0:
        most = float(ivy.finfo(input.dtype.core).max)
        raise RuntimeError(
            f"lambda must be in range [0, {most:g}] for input dtype {shown(input.dtype)}, but "
            f"found {lambd:g}"
        )
    above, below = input > lambd, input < -lambd
    inside = input * 0.0  # not a number where the input is none
    return ivy.where(above, input - lambd, ivy.where(below, input + lambd, inside))


@torch_function
def softplus(input: TensorLike, beta: float = 1, threshold: float = 20, *, out=None) -> Tensor:
    """Compute ``log(1 + exp(beta * x)) / beta``; ``x`` itself where ``beta * x`` is large."""
    require_floats(input, "softplus_cpu")
    is_large = input * beta > threshold
    bounded = ivy.where(is_large, 0.0, input)
    return ivy.where(is_large, input, ivy.softplus(bounded * beta) / beta)


@torch_function
def softsign(input: TensorLike) -> Tensor:
    """Compute ``x / (1 + abs(x))``."""
    require_kind(input.dtype, "abs_cpu", input.dtype.kind != "b")
    return ivy.divide(input, ivy.abs(input) + 1)


@torch_function
def tanhshrink(input: TensorLike) -> Tensor:
    """Compute ``x - tanh(x)``."""
    return input - ivy.tanh(input)


@torch_function
def sigmoid(input: TensorLike) -> Tensor:
    """Compute the logistic function."""
    return ivy.sigmoid(in_floats(input))


@torch_function
def tanh(input: TensorLike) -> Tensor:
    """Compute the hyperbolic tangent."""
    return ivy.tanh(input)


@torch_function
def prelu(input: TensorLike, weight: TensorLike) -> Tensor:
    """Compute ``x`` where it is positive, else ``weight * x``, one weight a channel.

    Raises: RuntimeError if the weights do not fit the channels, or have another type.
    """
    if input.dtype is not weight.dtype:
        raise RuntimeError(
            f"prelu: Type promoting not supported. Got {shown(input.dtype)} and "
            f"{shown(weight.dtype)}"
        )
    count = weight.shape.numel()
    if count != 1:
        if not input.ndim:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input.shape[1] if input.ndim > 1 else 1
        if channels != count:
            raise RuntimeError(
                "Mismatch of parameter numbers and input channel size. Found parameter numbers "
                f"= {count} and channel size = {channels}."
            )
    if weight.ndim > 1:
        raise RuntimeError(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}"
        )
    require_floats(input, "prelu_cpu")
    after = (1,) * max(input.ndim - 2, 0)
    slope = ivy.reshape(weight, () if count == 1 else (count, *after))
    if count != 1 and input.ndim == 1:
        slope = ivy.reshape(weight, (count,))
    return ivy.where(input > 0, input, slope * input)


# shares of a whole


def dimension_of_shares(name: str, ndim: int) -> int:
    """Return the dimension that PyTorch takes where ``dim`` is not given, and warn of it."""
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include "
        "dim=X as an argument.",
        stacklevel=6,
    )
    return 0 if ndim in (0, 1, 3) else 1


def shares(function, x: Tensor, dim: int, dtype, name: str) -> Tensor:
    """Return the core's softmax or its logarithm in PyTorch's types.

    Parameters
    ----------
    function : callable
        ``ivy.softmax`` or ``ivy.log_softmax``.
    """
    kind = as_dtype(dtype)
    axis = wrapped(dim, x.ndim)
    if kind is None:
        kernel = "lastdim_kernel_impl" if axis == max(x.ndim - 1, 0) else "kernel_impl"
        require_floats(x, f"{name}_{kernel}")
    elif kind is not x.dtype:
        x = ivy.astype(x, kind.core)
    if not x.ndim:
        return ivy.reshape(function(ivy.reshape(x, (1,)), axis=0), ())
    return function(x, axis=axis) if x.shape.numel() else x * 1


@torch_function(host=host_forms.functional_softmax)
def softmax(input: TensorLike, dim: int | None = None, _stacklevel: int = 3, dtype=None) -> Tensor:
    """Return exponentials as parts of their sum along a dimension."""
    if dim is None:
        dim = dimension_of_shares("softmax", input.ndim)
    return shares(ivy.softmax, input, dim, dtype, "softmax")


@torch_function
def softmin(input: TensorLike, dim: int | None = None, _stacklevel: int = 3, dtype=None) -> Tensor:
    """Return ``softmax`` of the negative."""
    if dim is None:
        dim = dimension_of_shares("softmin", input.ndim)
    return shares(ivy.softmax, -input, dim, dtype, "softmax")


@torch_function(host=host_forms.functional_log_softmax)
def log_softmax(
    input: TensorLike, dim: int | None = None, _stacklevel: int = 3, dtype=None
) -> Tensor:
    """Return the logarithm of ``softmax``, without overflow on the way."""
    if dim is None:
        dim = dimension_of_shares("log_softmax", input.ndim)
    return shares(ivy.log_softmax, input, dim, dtype, "log_softmax")


# those that write


def _body_without_inplace(function):
    """Return a body that calls ``function`` with the input alone, not with ``inplace``."""

    def body(input: TensorLike) -> Tensor:
        return function(input)

    return body


def _elu_without_inplace(input: TensorLike, alpha: float = 1.0) -> Tensor:
    """Call the body of ``elu``: ``elu_`` has its signature but for ``inplace``."""
    return elu.__wrapped__(input, alpha)


def _celu_without_inplace(input: TensorLike, alpha: float = 1.0) -> Tensor:
    return celu.__wrapped__(input, alpha)


def _leaky_relu_without_inplace(input: TensorLike, negative_slope: float = 0.01) -> Tensor:
    return leaky_relu.__wrapped__(input, negative_slope)


def _hardtanh_without_inplace(
    input: TensorLike, min_val: float = -1.0, max_val: float = 1.0
) -> Tensor:
    return _hardtanh(input, min_val, max_val)


def _threshold_without_inplace(input: TensorLike, threshold: float, value: float) -> Tensor:
    """Call the body of ``threshold``, the function: the parameter hides its name here."""
    return globals()["threshold"].__wrapped__(input, threshold, value)


def _declare_inplace_variant(name: str, body):
    """Declare ``name`` with ``_`` added: what ``body`` computes is written over the argument."""
    body.__doc__ = (
        f"Write the result of ``{name}`` over its argument, and return it.\n\n"
        f"References: PyTorch documentation, torch.nn.functional.{name}_."
    )
    return writing(body, f"torch.nn.functional.{name}_")


selu_ = _declare_inplace_variant("selu", _body_without_inplace(selu.__wrapped__))
elu_, celu_, leaky_relu_ = (
    _declare_inplace_variant("elu", _elu_without_inplace),
    _declare_inplace_variant("celu", _celu_without_inplace),
    _declare_inplace_variant("leaky_relu", _leaky_relu_without_inplace),
)
hardtanh_, threshold_ = (
    _declare_inplace_variant("hardtanh", _hardtanh_without_inplace),
    _declare_inplace_variant("threshold", _threshold_without_inplace),
)

__all__ = [
    "celu", "celu_", "dimension_of_shares", "elu", "elu_", "gelu", "glu", "hardshrink",
    "hardsigmoid", "hardswish", "hardtanh", "hardtanh_", "leaky_relu", "leaky_relu_",
    "log_softmax", "logsigmoid", "mish", "prelu", "rectified", "relu", "relu6", "selu",
    "selu_", "shares", "sigmoid", "silu", "softmax", "softmin", "softplus", "softshrink",
    "softsign", "tanh", "tanhshrink", "threshold", "threshold_",
]  # fmt: skip
