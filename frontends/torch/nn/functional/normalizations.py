"""Values brought to mean 0 and variance 1, or to norm 1."""

from __future__ import annotations

import math
from typing import Any

from frontends.torch.dispatch.docstrings import citing
from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import cast, overwrite, shown
from frontends.torch.operations.views import wrapped
from frontends.torch.tensors.tensor import Tensor

from .declaring import composed, require_floats

TensorLike = Number = Any


def _check_normalized(x: Tensor, shape, **parameters: Tensor | None) -> tuple[int, ...]:
    """Return ``shape`` as a tuple if ``x`` ends in it and parameters have it; else raise."""
    if isinstance(shape, int):
        raise TypeError(
            "layer_norm(): argument 'normalized_shape' (position 2) must be tuple of ints, not int"
        )
    sizes = tuple(int(n) for n in shape)
    if not sizes:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
            "element, but got normalized_shape = []"
        )
    for name, given in parameters.items():
        if given is not None and tuple(given.shape) != sizes:
            raise RuntimeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{list(given.shape)} and normalized_shape = {list(sizes)}"
            )
    if tuple(x.shape[-len(sizes) :]) != sizes or x.ndim < len(sizes):
        inner = ", ".join(str(n) for n in sizes)
        raise RuntimeError(
            f"Given normalized_shape={list(sizes)}, expected input with shape [*, {inner}], but "
            f"got input of size{list(x.shape)}"
        )
    return sizes


def _check_parameter_types(x: Tensor, *parameters: Tensor | None) -> None:
    """Raise RuntimeError for one neither of the dtype of ``x`` nor float32; None is fine."""
    for given in parameters:
        if given is not None and given.dtype is not x.dtype and given.dtype.name != "float32":
            raise RuntimeError(
                f"mixed dtype (CPU): expect parameter to have scalar type of {shown(x.dtype)}"
            )


@torch_function
def layer_norm(
    input: TensorLike,
    normalized_shape,
    weight: TensorLike | None = None,
    bias: TensorLike | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Bring the values along the last dimensions to mean 0 and variance 1.

    Parameters
    ----------
    normalized_shape : sequence of int
        Sizes of the dimensions, the last ones of ``input``.
    weight, bias : Tensor, optional
        What the values are multiplied by, and what is added to them, of that shape.
    eps : float
        Added to the variance.

    Raises: RuntimeError if shapes do not fit.

    References
    ----------
    Ba, Kiros and Hinton, Layer Normalization (2016); PyTorch documentation,
    torch.nn.functional.layer_norm.
    """
    return layers_normalized(input, normalized_shape, weight, bias, eps)


def layers_normalized(x: Tensor, shape, weight, bias, eps: float) -> Tensor:
    """Compute :func:`layer_norm`, for it and its like under other names."""
    sizes = _check_normalized(x, shape, weight=weight, bias=bias)
    require_floats(x, "LayerNormKernelImpl")
    _check_parameter_types(x, weight, bias)
    if not x.shape.numel():
        return x * 1
    axes = [x.ndim - len(sizes) + i for i in range(len(sizes))]
    wide = _half_to_float32(x)
    y = ivy.layer_norm(
        wide,
        axes,
        scale=_cast_to_dtype_of(weight, wide),
        offset=_cast_to_dtype_of(bias, wide),
        eps=eps,
    )
    return cast(y, x.dtype)


def _half_to_float32(x: Tensor) -> Tensor:
    """Return half-precise numbers as float32, in which PyTorch sums them up."""
    return ivy.astype(x, "float32") if x.dtype.itemsize == 2 else x


def _centred(x: Tensor, axes) -> tuple[Tensor, Tensor]:
    """Return values less their mean over some axes, and their variance, with axes of length 1."""
    centred = x - ivy.mean(x, axis=axes, keepdims=True)
    return centred, ivy.mean(ivy.square(centred), axis=axes, keepdims=True)


def _cast_to_dtype_of(given: Tensor | None, x: Tensor) -> Tensor | None:
    return None if given is None else cast(given, x.dtype)


@torch_function
def rms_norm(
    input: TensorLike,
    normalized_shape,
    weight: TensorLike | None = None,
    eps: float | None = None,
) -> Tensor:
    """Divide the values along the last dimensions by the root of the mean of their squares.

    Parameters
    ----------
    eps : float, optional
        Added to the mean; the type's machine epsilon where it is not given.

    References
    ----------
    Zhang and Sennrich, Root Mean Square Layer Normalization (2019); PyTorch documentation,
    torch.nn.functional.rms_norm.
    """
    sizes = _check_normalized(input, normalized_shape, weight=weight)
    wide = _half_to_float32(input)
    axes = tuple(range(input.ndim - len(sizes), input.ndim))
    if eps is None:
        eps = float(ivy.finfo(wide.dtype.to_real().core).eps)
    mean = ivy.mean(ivy.square(wide), axis=axes, keepdims=True)
    y = wide / ivy.sqrt(mean + eps)
    kind = input.dtype
    return cast(y if weight is None else y * weight, kind)


@torch_function
def group_norm(
    input: TensorLike,
    num_groups: int,
    weight: TensorLike | None = None,
    bias: TensorLike | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Bring groups of channels of each instance to mean 0 and variance 1.

    Raises
    ------
    RuntimeError, ValueError
        If shapes do not fit, or there is one value a group.

    References
    ----------
    Wu and He, Group Normalization (2018); PyTorch documentation, torch.nn.functional.group_norm.
    """
    if input.ndim < 2:
        raise RuntimeError(
            f"Expected at least 2 dimensions for input tensor but received {input.ndim}"
        )
    count, channels = input.shape[0], input.shape[1]
    if num_groups > 0:
        check_several([count * channels // num_groups, num_groups, *input.shape[2:]])
    return groups_normalized(input, num_groups, weight, bias, eps)


def groups_normalized(x: Tensor, num_groups: int, weight, bias, eps: float) -> Tensor:
    """Compute :func:`group_norm`, for it and its like under other names."""
    if x.ndim < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {x.ndim}")
    channels = x.shape[1]
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of "
            f"shape {list(x.shape)} and num_groups={num_groups}"
        )
    for name, given in (("weight", weight), ("bias", bias)):
        if given is not None and tuple(given.shape) != (channels,):
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, "
                f"but got {name} of shape {list(given.shape)} and input of shape {list(x.shape)}"
            )
    require_floats(x, "GroupNormKernelImpl")
    if not x.shape.numel():
        return x * 1
    wide = _half_to_float32(x)
    grouped = ivy.reshape(wide, (x.shape[0], num_groups, -1))
    centred, variance = _centred(grouped, -1)
    y = ivy.reshape(centred / ivy.sqrt(variance + eps), tuple(x.shape))
    across = (channels, *(1,) * (x.ndim - 2))
    if weight is not None:
        y = y * ivy.reshape(weight, across)
    if bias is not None:
        y = y + ivy.reshape(bias, across)
    return cast(y, x.dtype)


@citing(None)
def check_several(sizes) -> None:
    """Refuse to normalize single values.

    Raises: ValueError if there is one value a channel.
    """
    if sizes[0] * math.prod(sizes[2:]) == 1:
        shape = f"torch.Size({list(sizes)})" if not isinstance(sizes, list) else str(sizes)
        raise ValueError(
            f"Expected more than 1 value per channel when training, got input size {shape}"
        )


# channels


@torch_function
def _channels_normalized(
    input: TensorLike,
    mean: TensorLike | None,
    variance: TensorLike | None,
    weight: TensorLike | None,
    bias: TensorLike | None,
    eps: float,
    apart: bool,
) -> Tensor:
    """Normalize each channel by given or own statistics; of each instance alone if ``apart``."""
    wide = _half_to_float32(input)
    across = (1, input.shape[1], *(1,) * (input.ndim - 2))
    if mean is None:
        axes = tuple(i for i in range(input.ndim) if i != 1 and not (apart and i == 0))
        centred, variance = _centred(wide, axes)
    else:
        centred, variance = wide - ivy.reshape(mean, across), ivy.reshape(variance, across)
    factor = 1.0 / ivy.sqrt(variance + eps)
    if weight is not None:
        factor = factor * ivy.reshape(weight, across)
    y = centred * factor
    return cast(y if bias is None else y + ivy.reshape(bias, across), input.dtype)


@torch_function
def _channels_normalized_by_own(
    input: TensorLike, weight: TensorLike | None, bias: TensorLike | None, eps: float
) -> tuple:
    """Normalize each channel of a batch; return it with the mean and the unbiased variance."""
    return ivy.batch_norm(
        input, None, None, scale=weight, offset=bias, training=True, eps=eps, data_format="NCS"
    )


def _check_channel_count(x: Tensor, **parameters: Tensor | None) -> None:
    for name, given in parameters.items():
        if given is not None and given.shape.numel() != x.shape[1]:
            raise RuntimeError(
                f"{name} should contain {x.shape[1]} elements not {given.shape.numel()}"
            )


def _update_running_average(running: Tensor | None, now: Tensor, momentum: float) -> None:
    """Update ``running``, a mean or variance or None, in place by ``now``; no tape records it."""
    if running is not None:
        old = running.detach()
        overwrite(old, cast(old * (1 - momentum) + now * momentum, old.dtype), "batch_norm")


def channels_normalized(
    x: Tensor, weight, bias, running_mean, running_var, training, momentum, eps, apart: bool
) -> Tensor:
    """Normalize channels, and update what is running while training.

    Parameters
    ----------
    apart : bool
        Whether each instance is normalized by itself: ``instance_norm``.
    """
    require_floats(x, "batch_norm")
    if not x.shape.numel():
        return x * 1
    _check_channel_count(
        x, running_mean=running_mean, running_var=running_var, weight=weight, bias=bias
    )
    if not training:
        if running_mean is None or running_var is None:
            missing = "running_mean" if running_mean is None else "running_var"
            raise RuntimeError(f"{missing} must be defined in evaluation mode")
        return _channels_normalized(x, running_mean, running_var, weight, bias, eps, apart)
    is_running = running_mean is not None or running_var is not None
    if not apart and is_running and _are_of_one_dtype(x, weight, bias):
        y, mean, variance = _channels_normalized_by_own(x, weight, bias, eps)
        if math.prod(x.shape) == x.shape[1]:
            variance = variance * math.nan  # one value has none
        _update_running_average(running_mean, mean, momentum)
        _update_running_average(running_var, variance, momentum)
        return y
    if is_running:
        _update_running_statistics(x.detach(), running_mean, running_var, momentum, apart)
    return _channels_normalized(x, None, None, weight, bias, eps, apart)


def _are_of_one_dtype(x: Tensor, *parameters: Tensor | None) -> bool:
    """Return whether parameters have the dtype of ``x``, and that is no half precision."""
    dtype = x.dtype
    return dtype.itemsize > 2 and all(each is None or each.dtype is dtype for each in parameters)


def _update_running_statistics(
    x: Tensor, running_mean, running_var, momentum: float, apart: bool
) -> None:
    """Update both in place, the variance unbiased; if ``apart`` by the mean over samples."""
    axes = tuple(i for i in range(x.ndim) if i != 1 and not (apart and i == 0))
    count = math.prod(x.shape[i] for i in axes)
    wide = _half_to_float32(x)
    mean = ivy.mean(wide, axis=axes, keepdims=True)
    variance = ivy.mean(ivy.square(wide - mean), axis=axes)
    mean = ivy.reshape(mean, tuple(variance.shape))
    variance = variance * (count / (count - 1) if count > 1 else math.nan)
    if apart:
        mean, variance = ivy.mean(mean, axis=0), ivy.mean(variance, axis=0)
    _update_running_average(running_mean, mean, momentum)
    _update_running_average(running_var, variance, momentum)


@composed
def batch_norm(
    input: TensorLike,
    running_mean: TensorLike | None,
    running_var: TensorLike | None,
    weight: TensorLike | None = None,
    bias: TensorLike | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Normalize each channel, by the batch's mean and variance or by the running ones.

    Parameters
    ----------
    input : Tensor, shape (N, C, *)
        Values.
    running_mean, running_var : Tensor, shape (C,), or None
        Updated while training, used else.
    weight, bias : Tensor, shape (C,), optional
        What the normalized values are multiplied by, and what is added to them.

    Raises: ValueError for one value a channel while training, or an ``eps`` that is not allowed.

    References
    ----------
    Ioffe and Szegedy, Batch Normalization (2015); PyTorch documentation,
    torch.nn.functional.batch_norm.
    """
    if training:
        check_several(tuple(input.shape))
    if training and eps <= 0.0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return channels_normalized(
        input, weight, bias, running_mean, running_var, training, momentum, eps, apart=False
    )


@composed
def instance_norm(
    input: TensorLike,
    running_mean: TensorLike | None = None,
    running_var: TensorLike | None = None,
    weight: TensorLike | None = None,
    bias: TensorLike | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Normalize each channel of each instance, by its mean and variance or by the running ones.

    References
    ----------
    Ulyanov, Vedaldi and Lempitsky, Instance Normalization (2016); PyTorch documentation,
    torch.nn.functional.instance_norm.
    """
    if use_input_stats and math.prod(input.shape[2:]) == 1:
        raise ValueError(
            "Expected more than 1 spatial element when training, got input size "
            f"torch.Size({list(input.shape)})"
        )
    return channels_normalized(
        input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, apart=True
    )


@torch_function
def local_response_norm(
    input: TensorLike, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
) -> Tensor:
    """Divide by a power of the mean of squares in ``size`` neighbouring channels.

    Raises: ValueError for fewer than three dimensions.

    References
    ----------
    Krizhevsky, Sutskever and Hinton, ImageNet Classification (2012); PyTorch documentation,
    torch.nn.functional.local_response_norm.
    """
    if input.ndim < 3:
        raise ValueError(
            "Expected 3D or higher dimensionality                          input (got "
            f"{input.ndim} dimensions)"
        )
    if not input.shape.numel():
        return input
    after = [(0, 0)] * (input.ndim - 2)
    squares = ivy.constant_pad(
        ivy.square(input), [(0, 0), (size // 2, (size - 1) // 2), *after], value=0
    )
    channels = input.shape[1]
    total = sum_of([squares[:, i : i + channels] for i in range(size)])
    if total.dtype.kind in "iu":  # as PyTorch's means of whole numbers
        total = ivy.trunc(total / size) * size
    return input / ivy.pow(total * (alpha / size) + k, beta)


def sum_of(tensors: list[Tensor]) -> Tensor:
    """Return the sum of tensors."""
    total = tensors[0]
    for each in tensors[1:]:
        total = total + each
    return total


@torch_function
def normalize(
    input: TensorLike, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out=None
) -> Tensor:
    """Divide by the norm along a dimension, at least ``eps``."""
    kind = input.dtype
    if not (kind.is_floating_point or kind.is_complex):
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{shown(kind)}"
        )
    dims = dim if isinstance(dim, (tuple, list)) else (dim,)
    axes = tuple(wrapped(d, input.ndim) for d in dims)
    norm = vector_norm(input, p, axes if input.ndim else None)
    # not a maximum: where both are the same, PyTorch's gradient is the norm's
    return input / ivy.where(norm < eps, eps, norm)


def magnitude(x: Tensor) -> Tensor:
    """Return absolute values; gradient zero at zero and at nan."""
    if not x.dtype.is_floating_point:
        return ivy.abs(x)
    return x * ivy.stop_gradient(ivy.where(ivy.isnan(x), 0, ivy.sign(x)))


def vector_norm(x: Tensor, p: float, axes) -> Tensor:
    """Return the ``p``-norm along axes, which stay; gradient zero at zero, as PyTorch has it."""
    size = magnitude(x) if p != 2 or x.dtype.is_complex else x
    if math.isinf(p):
        reduce = ivy.max if p > 0 else ivy.min
        return reduce(size, axis=axes, keepdims=True)
    if p == 0:
        return ivy.sum(cast(x != 0, x.dtype.to_real()), axis=axes, keepdims=True)
    if p == 1:
        return ivy.sum(size, axis=axes, keepdims=True)
    powers = ivy.square(size) if p == 2 else ivy.pow(size, p)
    total = ivy.sum(powers, axis=axes, keepdims=True)
    is_zero = total == 0
    safe = ivy.where(is_zero, 1.0, total)
    root = ivy.sqrt(safe) if p == 2 else ivy.pow(safe, 1.0 / p)
    return ivy.where(is_zero, 0.0, root)


__all__ = [
    "batch_norm", "channels_normalized", "check_several", "group_norm", "groups_normalized",
    "instance_norm", "layer_norm", "layers_normalized", "local_response_norm", "magnitude",
    "normalize",
    "rms_norm", "sum_of", "vector_norm",
]  # fmt: skip
