"""Convolutions, and their transposes."""

from __future__ import annotations

import math
from typing import Any

from frontends.torch.autograd.tape import boxed, derivative
from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import shown
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backends.holder import held
from ivy_core.backends.loading import backend_for

from .windows_of import each_of, shown_sizes

TensorLike = Number = Any


def convolved(
    x: Tensor, weight: Tensor, bias, stride, padding, dilation, groups: int, dims: int
) -> Tensor:
    """Convolve ``dims`` spatial dimensions, with PyTorch's options and errors."""
    name = f"conv{dims}d"
    stride = each_of(stride, dims, "stride", name)
    dilation = each_of(dilation, dims, "dilation", name)
    kernel = tuple(weight.shape[2:])
    if isinstance(padding, str):
        if len(kernel) != dims:
            raise RuntimeError(
                f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight"
                f"{list(weight.shape)}, but got {x.ndim}-dimensional input of size {list(x.shape)} "
                "instead"
            )
        pads = _resolve_named_padding(padding, kernel, stride, dilation)
    else:
        pads = [(n, n) for n in each_of(padding, dims, "padding", name)]
    _check_options(x, weight, stride, [n for pad in pads for n in pad], dilation, groups, dims)
    channels = x.shape[-1 - dims]
    if channels != weight.shape[1] * groups:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input"
            f"{list(x.shape)} to have {weight.shape[1] * groups} channels, but got {channels} "
            "channels instead"
        )
    _check_bias_shape(weight, bias, weight.shape[0])
    padded = [n + a + b for n, (a, b) in zip(x.shape[-dims:], pads, strict=True)]
    seen = [d * (k - 1) + 1 for k, d in zip(kernel, dilation, strict=True)]
    if any(k > n for k, n in zip(seen, padded, strict=True)):
        raise RuntimeError(
            f"Calculated padded input size per channel: ({shown_sizes(padded)}). Kernel size: "
            f"({shown_sizes(seen)}). Kernel size can't be greater than actual input size"
        )
    _check_types(x, weight, bias)
    if not x.shape.numel():
        steps = [(n - k) // s + 1 for n, k, s in zip(padded, seen, stride, strict=True)]
        return ivy.zeros((*x.shape[: -1 - dims], weight.shape[0], *steps), dtype=x.dtype.core)
    return ivy.conv_general_dilated(
        x,
        weight,
        stride,
        pads,
        dims=dims,
        data_format="channel_first",
        filter_format="channel_first",
        feature_group_count=groups,
        dilations=dilation,
        bias=bias,
    )


@derivative("conv1d", "conv2d", "conv3d", saves=("input", "weight", "bias"))
def _convolution(grad, needs, input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Have the backend compute the gradients, where it knows more than to differentiate."""
    kernel = tuple(weight.shape[2:])
    dims, name = len(kernel), f"conv{len(kernel)}d"
    x = held(input)
    if not math.prod(x.shape):
        return NotImplemented
    stride, dilation = (
        each_of(given, dims, what, name)
        for given, what in ((stride, "stride"), (dilation, "dilation"))
    )
    if isinstance(padding, str):
        pads = _resolve_named_padding(padding, kernel, stride, dilation)
    else:
        pads = [(n, n) for n in each_of(padding, dims, "padding", name)]
    wanted = (*needs, False, False)[:3]
    operands = [x, held(weight), None if bias is None else held(bias)]
    options = {
        "strides": stride, "padding": pads, "dims": dims, "dilations": dilation,
        "feature_group_count": groups,
    }  # fmt: skip
    made = backend_for(x).layer_gradients(
        "conv_general_dilated", operands, held(grad), wanted, options
    )
    if made is None:
        return NotImplemented
    left = iter(made)
    return tuple([boxed(next(left)) if each else None for each in wanted] + [None] * 4)


def _resolve_named_padding(padding: str, kernel, stride, dilation) -> list[tuple[int, int]]:
    """Return (before, after) of each axis for 'valid' or 'same'; RuntimeError for others."""
    if padding == "valid":
        return [(0, 0)] * len(kernel)
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    if any(n != 1 for n in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    widths = [d * (k - 1) for k, d in zip(kernel, dilation, strict=True)]
    return [(n // 2, n - n // 2) for n in widths]


def _check_options(x, weight, stride, padding, dilation, groups: int, dims: int, transposed=False):
    """Raise PyTorch's RuntimeError for options, given one an axis, or a weight that do not fit."""
    name = f"conv{'_transpose' if transposed else ''}{dims}d"
    if x.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(
            f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {name}, but got "
            f"input of size: {list(x.shape)}"
        )
    if min(dilation) < 0:
        raise RuntimeError("dilation should be greater than zero")
    for is_wrong, what in (
        (min(padding, default=0) < 0, "negative padding"),
        (min(stride) <= 0, "non-positive stride"),
        (min(dilation) <= 0, "non-positive dilation"),
        (groups <= 0, "non-positive groups"),
    ):
        if is_wrong:
            raise RuntimeError(f"{what} is not supported")
    if weight.ndim != dims + 2:
        if weight.ndim < 3:
            raise RuntimeError("weight should have at least three dimensions")
        raise RuntimeError(
            f"expected stride to be a single integer value or a list of {weight.ndim - 2} values "
            f"to match the convolution dimensions, but got stride={list(stride)}"
        )
    if weight.shape[0] < groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but "
            f"got weight of size {list(weight.shape)} instead"
        )
    if weight.shape[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, "
            f"but got weight of size [{list(weight.shape)}] instead"
        )


def _check_bias_shape(weight: Tensor, bias: Tensor | None, features: int, transposed: bool = False):
    if bias is None or tuple(bias.shape) == (features,):
        return
    given = "Given transposed=1, weight" if transposed else "Given weight"
    raise RuntimeError(
        f"{given} of size {list(weight.shape)}, expected bias to be 1-dimensional with {features} "
        f"elements, but got bias of size {list(bias.shape)} instead"
    )


def _check_types(x: Tensor, weight: Tensor, bias: Tensor | None) -> None:
    if weight.dtype is not x.dtype:
        raise RuntimeError(
            f"Input type (torch.{shown(x.dtype)}Tensor) and weight type "
            f"(torch.{shown(weight.dtype)}Tensor) should be the same or input should be a MKLDNN "
            "tensor and weight is a dense tensor"
        )
    if bias is not None and bias.dtype is not x.dtype:
        raise RuntimeError(
            f"Input type (torch.{shown(x.dtype)}Tensor) and bias type "
            f"(torch.{shown(bias.dtype)}Tensor) should be the same"
        )


def transposed(
    x: Tensor, weight, bias, stride, padding, output_padding, groups: int, dilation, dims: int
) -> Tensor:
    """Convolve the other way round, with PyTorch's options and errors."""
    name = f"conv_transpose{dims}d"
    if isinstance(padding, str):
        raise TypeError(f"{name}(): argument 'padding' must be tuple of ints, not str")
    stride = each_of(stride, dims, "stride", name)
    padding = each_of(padding, dims, "padding", name)
    dilation = each_of(dilation, dims, "dilation", name)
    longer = each_of(output_padding, dims, "output_padding", name)
    _check_options(x, weight, stride, padding, dilation, groups, dims, transposed=True)
    if min(longer) < 0:
        raise RuntimeError("negative output_padding is not supported")
    channels = x.shape[-1 - dims]
    if channels != weight.shape[0]:
        raise RuntimeError(
            f"Given transposed=1, weight of size {list(weight.shape)}, expected input"
            f"{list(x.shape)} to have {weight.shape[0]} channels, but got {channels} channels "
            "instead"
        )
    features = weight.shape[1] * groups
    _check_bias_shape(weight, bias, features, transposed=True)
    if any(n >= s and n >= d for n, s, d in zip(longer, stride, dilation, strict=True)):
        axes = ("depth", "height", "width")[-max(dims, 2) :]
        wide = [(0, *v) if dims == 1 else v for v in (longer, stride, dilation)]
        wide = [(v[0], *v[1:]) for v in wide]
        told = " ".join(
            f"{what}_{axis}: {n}"
            for what, values in zip(("output_padding", "stride", "dilation"), wide, strict=True)
            for axis, n in zip(axes, values, strict=True)
        )
        raise RuntimeError(
            f"output padding must be smaller than either stride or dilation, but got {told}"
        )
    _check_types(x, weight, bias)
    lengths = [
        (n - 1) * s - 2 * p + d * (k - 1) + more + 1
        for n, s, p, d, k, more in zip(
            x.shape[-dims:], stride, padding, dilation, weight.shape[2:], longer, strict=True
        )
    ]
    if not x.shape.numel():
        return ivy.zeros((*x.shape[: -1 - dims], features, *lengths), dtype=x.dtype.core)
    return ivy.conv_general_transpose(
        x,
        weight,
        stride,
        [(n, n) for n in padding],
        dims=dims,
        data_format="channel_first",
        filter_format="channel_first",
        dilations=dilation,
        feature_group_count=groups,
        output_padding=longer,
        bias=bias,
    )


def _declare_convolution(dims: int):
    def body(
        input: TensorLike,
        weight: TensorLike,
        bias: TensorLike | None = None,
        stride=1,
        padding=0,
        dilation=1,
        groups: int = 1,
    ) -> Tensor:
        return convolved(input, weight, bias, stride, padding, dilation, groups, dims)

    body.__name__ = body.__qualname__ = f"conv{dims}d"
    body.__doc__ = f"""Convolve {dims} spatial dimension(s).

    Parameters
    ----------
    input : Tensor, shape (N, C, *spatial) or (C, *spatial)
    weight : Tensor, shape (O, C / groups, *kernel)
    bias : Tensor, shape (O,), optional
    stride, dilation : int or tuple of int
        Steps from window to window, and between the elements of one.
    padding : int, tuple of int, 'valid' or 'same'
        Numbers of zeros at both ends.
    groups : int
        Number of groups of channels that see each other alone.

    Raises
    ------
    RuntimeError
        If shapes, types or options do not fit.

    References: PyTorch documentation, torch.nn.functional.conv{dims}d.
    """
    return torch_function(body)


def _declare_conv_transpose(dims: int):
    def body(
        input: TensorLike,
        weight: TensorLike,
        bias: TensorLike | None = None,
        stride=1,
        padding=0,
        output_padding=0,
        groups: int = 1,
        dilation=1,
    ) -> Tensor:
        return transposed(
            input, weight, bias, stride, padding, output_padding, groups, dilation, dims
        )

    body.__name__ = body.__qualname__ = f"conv_transpose{dims}d"
    body.__doc__ = f"""Convolve {dims} spatial dimension(s) the other way round.

    Parameters
    ----------
    input : Tensor, shape (N, C, *spatial) or (C, *spatial)
    weight : Tensor, shape (C, O / groups, *kernel)
    bias : Tensor, shape (O,), optional
    stride, padding, dilation : int or tuple of int
        Those of the convolution whose gradient this is.
    output_padding : int or tuple of int
        How much longer the result is.

    Raises
    ------
    RuntimeError
        If shapes, types or options do not fit.

    References: PyTorch documentation, torch.nn.functional.conv_transpose{dims}d.
    """
    return torch_function(body)


conv1d, conv2d, conv3d = map(_declare_convolution, (1, 2, 3))
conv_transpose1d, conv_transpose2d, conv_transpose3d = map(_declare_conv_transpose, (1, 2, 3))


@torch_function
def conv_tbc(input: TensorLike, weight: TensorLike, bias: TensorLike, pad: int = 0) -> Tensor:
    """Convolve sequences whose dimensions are time, batch and channels."""
    if input.ndim != 3:
        raise RuntimeError("Input must have 3 dims: time, batch, in_channel")
    if weight.ndim != 3:
        raise RuntimeError(
            "Weight tensor must have 3 dims: kernel_width, in_channels, out_channels."
        )
    if bias.ndim != 1:
        raise RuntimeError("Bias must be 1-D")
    y = convolved(
        ivy.permute_dims(input, (1, 2, 0)),
        ivy.permute_dims(weight, (2, 1, 0)),
        bias,
        1,
        pad,
        1,
        1,
        1,
    )
    return ivy.permute_dims(y, (2, 0, 1))


__all__ = [
    "conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d",
    "conv_transpose3d", "convolved", "transposed",
]  # fmt: skip
