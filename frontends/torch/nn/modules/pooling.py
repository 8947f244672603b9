"""Pooling: maxima, means and norms of windows, and of as many as give an output size.

References
----------
PyTorch documentation, ``torch.nn``, Pooling Layers.
"""

from __future__ import annotations

from collections.abc import Iterable

from frontends.torch.nn import functional as F

from .module import Module
from .utils import repeated


class _Pool(Module):
    """A layer that shows some of its options."""

    shown_: tuple[str, ...] = ()

    def extra_repr(self) -> str:
        return ", ".join(f"{name}={getattr(self, name)}" for name in self.shown_)


class _MaxPool(_Pool):
    """Maxima of windows.

    Parameters
    ----------
    kernel_size, stride, padding, dilation : int or tuple
        ``stride`` is the kernel's size by default.
    return_indices : bool
        Whether the indices of the maxima are returned too.
    ceil_mode : bool
        Whether a window that is cut off at the end counts.
    """

    shown_ = ("kernel_size", "stride", "padding", "dilation", "ceil_mode")

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        dilation=1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def call_pool_(self, function, input):
        return function(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )


class MaxPool1d(_MaxPool):
    """Maxima of windows of (N, C, L). PyTorch: ``torch.nn.MaxPool1d``."""

    def forward(self, input):
        return self.call_pool_(F.max_pool1d, input)


class MaxPool2d(_MaxPool):
    """Maxima of windows of (N, C, H, W). PyTorch: ``torch.nn.MaxPool2d``."""

    def forward(self, input):
        return self.call_pool_(F.max_pool2d, input)


class MaxPool3d(_MaxPool):
    """Maxima of windows of (N, C, D, H, W). PyTorch: ``torch.nn.MaxPool3d``."""

    def forward(self, input):
        return self.call_pool_(F.max_pool3d, input)


class _MaxUnpool(_Pool):
    """Put maxima back at their indices; all else is 0."""

    shown_ = ("kernel_size", "stride", "padding")
    axes_: int

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        each = repeated(self.axes_)
        self.kernel_size = each(kernel_size)
        self.stride = each(kernel_size if stride is None else stride)
        self.padding = each(padding)

    def forward(self, input, indices, output_size=None):
        unpool = getattr(F, f"max_unpool{self.axes_}d")
        return unpool(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool1d(_MaxUnpool):
    """The inverse of ``MaxPool1d``, by its indices. PyTorch: ``torch.nn.MaxUnpool1d``."""

    axes_ = 1


class MaxUnpool2d(_MaxUnpool):
    """The inverse of ``MaxPool2d``, by its indices. PyTorch: ``torch.nn.MaxUnpool2d``."""

    axes_ = 2


class MaxUnpool3d(_MaxUnpool):
    """The inverse of ``MaxPool3d``, by its indices. PyTorch: ``torch.nn.MaxUnpool3d``."""

    axes_ = 3


class AvgPool1d(_Pool):
    """Means of windows of (N, C, L). PyTorch: ``torch.nn.AvgPool1d``."""

    shown_ = ("kernel_size", "stride", "padding")

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ):
        super().__init__()
        each = repeated(1)
        self.kernel_size = each(kernel_size)
        self.stride = each(kernel_size if stride is None else stride)
        self.padding = each(padding)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input):
        return F.avg_pool1d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
        )


class _AvgPool(_Pool):
    """Means of windows of two or three axes."""

    shown_ = ("kernel_size", "stride", "padding")

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def call_pool_(self, function, input):
        return function(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )


class AvgPool2d(_AvgPool):
    """Means of windows of (N, C, H, W). PyTorch: ``torch.nn.AvgPool2d``."""

    def forward(self, input):
        return self.call_pool_(F.avg_pool2d, input)


class AvgPool3d(_AvgPool):
    """Means of windows of (N, C, D, H, W). PyTorch: ``torch.nn.AvgPool3d``."""

    def forward(self, input):
        return self.call_pool_(F.avg_pool3d, input)


class _FractionalMaxPool(Module):
    """Maxima of windows of drawn sizes, so many that the output has a size or a ratio."""

    axes_: int

    def __init__(
        self,
        kernel_size,
        output_size=None,
        output_ratio=None,
        return_indices: bool = False,
        _random_samples=None,
    ):
        super().__init__()
        sizes = kernel_size if isinstance(kernel_size, Iterable) else (kernel_size,)
        if self.axes_ == 3 and any(size <= 0 for size in sizes):
            raise ValueError(f"kernel_size must be greater than 0, but got {kernel_size}")
        each = repeated(self.axes_)
        self.kernel_size = each(kernel_size)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else each(output_size)
        self.output_ratio = None if output_ratio is None else each(output_ratio)
        if output_size is None and output_ratio is None:
            raise ValueError(
                f"{type(self).__name__} requires specifying either an output size, or a pooling "
                "ratio"
            )
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if self.output_ratio is not None and not all(0 < r < 1 for r in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input):
        pool = getattr(F, f"fractional_max_pool{self.axes_}d")
        return pool(
            input,
            self.kernel_size,
            self.output_size,
            self.output_ratio,
            self.return_indices,
            _random_samples=self._random_samples,
        )


class FractionalMaxPool2d(_FractionalMaxPool):
    """Fractional maxima of (N, C, H, W). PyTorch: ``torch.nn.FractionalMaxPool2d``."""

    axes_ = 2


class FractionalMaxPool3d(_FractionalMaxPool):
    """Fractional maxima of (N, C, D, H, W). PyTorch: ``torch.nn.FractionalMaxPool3d``."""

    axes_ = 3


class _LPPool(_Pool):
    """Norms of windows: the p-th root of the sum of p-th powers."""

    shown_ = ("norm_type", "kernel_size", "stride", "ceil_mode")
    axes_: int

    def __init__(self, norm_type: float, kernel_size, stride=None, ceil_mode: bool = False):
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def forward(self, input):
        pool = getattr(F, f"lp_pool{self.axes_}d")
        return pool(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool1d(_LPPool):
    """Norms of windows of (N, C, L). PyTorch: ``torch.nn.LPPool1d``."""

    axes_ = 1


class LPPool2d(_LPPool):
    """Norms of windows of (N, C, H, W). PyTorch: ``torch.nn.LPPool2d``."""

    axes_ = 2


class LPPool3d(_LPPool):
    """Norms of windows of (N, C, D, H, W). PyTorch: ``torch.nn.LPPool3d``."""

    axes_ = 3


class _AdaptiveMaxPool(_Pool):
    shown_ = ("output_size",)

    def __init__(self, output_size, return_indices: bool = False):
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices


class AdaptiveMaxPool1d(_AdaptiveMaxPool):
    """So many maxima of (N, C, L). PyTorch: ``torch.nn.AdaptiveMaxPool1d``."""

    def forward(self, input):
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(_AdaptiveMaxPool):
    """So many maxima of (N, C, H, W). PyTorch: ``torch.nn.AdaptiveMaxPool2d``."""

    def forward(self, input):
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(_AdaptiveMaxPool):
    """So many maxima of (N, C, D, H, W). PyTorch: ``torch.nn.AdaptiveMaxPool3d``."""

    def forward(self, input):
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _AdaptiveAvgPool(_Pool):
    shown_ = ("output_size",)

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size


class AdaptiveAvgPool1d(_AdaptiveAvgPool):
    """So many means of (N, C, L). PyTorch: ``torch.nn.AdaptiveAvgPool1d``."""

    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPool):
    """So many means of (N, C, H, W). PyTorch: ``torch.nn.AdaptiveAvgPool2d``."""

    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(_AdaptiveAvgPool):
    """So many means of (N, C, D, H, W). PyTorch: ``torch.nn.AdaptiveAvgPool3d``."""

    def forward(self, input):
        return F.adaptive_avg_pool3d(input, self.output_size)
