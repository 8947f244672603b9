"""Convolutions and their transposes, of one to three axes.

References
----------
PyTorch documentation, ``torch.nn``, Convolution Layers.
"""

from __future__ import annotations

import math

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.nn import init
from frontends.torch.nn.parameter import Parameter

from .module import Module
from .utils import repeated, reversed_repeated

_PADDINGS = {"same", "valid"}
_MODES = {"zeros", "reflect", "replicate", "circular"}


class _ConvNd(Module):
    """Base of convolutions: sizes, parameters, their text."""

    axes_: int
    transposed_ = False

    def reset_parameters(self) -> None:
        """Draw weights and bias anew, uniformly within ``1 / sqrt(fan_in)``."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        init.uniform_bias_(self.bias, self.weight)

    def extra_repr(self) -> str:
        parts = [
            str(self.in_channels),
            str(self.out_channels),
            f"kernel_size={self.kernel_size}",
            f"stride={self.stride}",
        ]
        for name, usual in (("padding", 0), ("dilation", 1), ("output_padding", 0)):
            value = getattr(self, name)
            if value != (usual,) * len(value):
                parts.append(f"{name}={value}")
        if self.groups != 1:
            parts.append(f"groups={self.groups}")
        if self.bias is None:
            parts.append("bias=False")
        if self.padding_mode != "zeros":
            parts.append(f"padding_mode={self.padding_mode}")
        return ", ".join(parts)

    def __setstate__(self, state):
        super().__setstate__({"padding_mode": "zeros", **state})


def _reversed_padding(convolution) -> list[int]:
    """Return the padding before and behind each axis, the last axis first."""
    if not isinstance(convolution.padding, str):
        return reversed_repeated(convolution.padding)
    found = []
    for kernel, dilation in zip(
        convolution.kernel_size[::-1], convolution.dilation[::-1], strict=True
    ):
        total = dilation * (kernel - 1) if convolution.padding == "same" else 0
        found += [total // 2, total - total // 2]
    return found


def _init_convolution(
    convolution,
    channels: tuple[int, int],
    kernel_size,
    stride,
    padding,
    dilation,
    output_padding,
    groups: int,
    bias: bool,
    padding_mode: str,
    device,
    dtype,
) -> None:
    """Check and set all options, one an axis, and make and fill weight and bias."""
    in_channels, out_channels = channels
    if groups <= 0:
        raise ValueError("groups must be a positive integer")
    if in_channels % groups != 0:
        raise ValueError("in_channels must be divisible by groups")
    if out_channels % groups != 0:
        raise ValueError("out_channels must be divisible by groups")
    each = repeated(convolution.axes_)
    stride = each(stride)
    if isinstance(padding, str):
        if padding not in _PADDINGS:
            raise ValueError(f"Invalid padding string {padding!r}, should be one of {_PADDINGS}")
        if padding == "same" and any(s != 1 for s in stride):
            raise ValueError("padding='same' is not supported for strided convolutions")
    if padding_mode not in _MODES:
        raise ValueError(
            f"padding_mode must be one of {_MODES}, but got padding_mode='{padding_mode}'"
        )
    convolution.in_channels, convolution.out_channels = in_channels, out_channels
    convolution.kernel_size = each(kernel_size)
    convolution.stride = stride
    convolution.padding = padding if isinstance(padding, str) else each(padding)
    convolution.dilation = each(dilation)
    convolution.transposed = type(convolution).transposed_
    convolution.output_padding = each(output_padding)
    convolution.groups = groups
    convolution.padding_mode = padding_mode
    convolution._reversed_padding_repeated_twice = _reversed_padding(convolution)
    where = {"device": device, "dtype": dtype}
    first, second = channels if convolution.transposed else channels[::-1]
    convolution.weight = Parameter(
        torch.empty((first, second // groups, *convolution.kernel_size), **where)
    )
    made = Parameter(torch.empty(out_channels, **where)) if bias else None
    convolution.register_parameter("bias", made)
    convolution.reset_parameters()


class _Forward(_ConvNd):
    """Convolutions that are no transposes."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        _init_convolution(
            self,
            (in_channels, out_channels),
            kernel_size,
            stride,
            padding,
            dilation,
            0,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def _conv_forward(self, input, weight, bias):
        convolve = getattr(F, f"conv{self.axes_}d")
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = (0,) * self.axes_
        return convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)


@citing("``torch.nn.{}``")
class Conv1d(_Forward):
    """Convolution of (N, C, L) or (C, L).

    Parameters
    ----------
    in_channels, out_channels : int
    kernel_size, stride, padding, dilation : int or tuple
        ``padding`` may be ``"same"`` or ``"valid"``.
    groups : int
        Channels are convolved in so many groups.
    bias : bool
    padding_mode : {"zeros", "reflect", "replicate", "circular"}

    Attributes
    ----------
    weight : Parameter, shape (out_channels, in_channels / groups, *kernel_size)
    bias : Parameter, shape (out_channels,), or None
    """

    axes_ = 1


@citing("``torch.nn.{}``")
class Conv2d(_Forward):
    """Convolution of (N, C, H, W) or (C, H, W). Parameters as of ``Conv1d``.

    >>> torch.nn.Conv2d(3, 8, 3, padding=1)
    Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))
    """

    axes_ = 2


@citing("``torch.nn.{}``")
class Conv3d(_Forward):
    """Convolution of (N, C, D, H, W) or (C, D, H, W). Parameters as of ``Conv1d``."""

    axes_ = 3


class _Transpose(_ConvNd):
    """Transposes of convolutions: the gradient of one with respect to its input."""

    transposed_ = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups: int = 1,
        bias: bool = True,
        dilation=1,
        padding_mode: str = "zeros",
        device=None,
        dtype=None,
    ):
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        super().__init__()
        _init_convolution(
            self,
            (in_channels, out_channels),
            kernel_size,
            stride,
            padding,
            dilation,
            output_padding,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def _output_padding(self, input, output_size) -> tuple[int, ...]:
        """Compute how much the smallest output is enlarged by to have ``output_size``."""
        if output_size is None:
            return self.output_padding
        n = self.axes_
        others = 2 if input.dim() == n + 2 else 1
        if len(output_size) == others + n:
            output_size = output_size[others:]
        if len(output_size) != n:
            raise ValueError(
                f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or "
                f"{others + n} elements (got {len(output_size)})"
            )
        least = [
            (input.size(axis + others) - 1) * self.stride[axis]
            - 2 * self.padding[axis]
            + self.dilation[axis] * (self.kernel_size[axis] - 1)
            + 1
            for axis in range(n)
        ]
        most = [size + stride - 1 for size, stride in zip(least, self.stride, strict=True)]
        wanted = zip(least, output_size, most, strict=True)
        if not all(low <= size <= high for low, size, high in wanted):
            raise ValueError(
                f"requested an output size of {output_size}, but valid sizes range from {least} "
                f"to {most} (for an input of {input.size()[2:]})"
            )
        return tuple(size - low for size, low in zip(output_size, least, strict=True))

    def forward(self, input, output_size=None):
        convolve = getattr(F, f"conv_transpose{self.axes_}d")
        return convolve(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            self._output_padding(input, output_size),
            self.groups,
            self.dilation,
        )


class ConvTranspose1d(_Transpose):
    """Transposed convolution of (N, C, L). PyTorch: ``torch.nn.ConvTranspose1d``."""

    axes_ = 1


class ConvTranspose2d(_Transpose):
    """Transposed convolution of (N, C, H, W). PyTorch: ``torch.nn.ConvTranspose2d``."""

    axes_ = 2


class ConvTranspose3d(_Transpose):
    """Transposed convolution of (N, C, D, H, W). PyTorch: ``torch.nn.ConvTranspose3d``."""

    axes_ = 3
