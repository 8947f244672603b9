"""Padding of the last one to three axes: with a value, mirrored, repeated, round.

References
----------
PyTorch documentation, ``torch.nn``, Padding Layers.
"""

from __future__ import annotations

from frontends.torch.nn import functional as F

from .module import Module
from .utils import repeated


class _Pad(Module):
    """Padding before and behind each axis, the last axis first; one number for all."""

    axes_: int
    mode_: str

    def __init__(self, padding):
        super().__init__()
        self.padding = repeated(2 * self.axes_)(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self.mode_)

    def extra_repr(self) -> str:
        return str(self.padding)


class _CircularPad(_Pad):
    mode_ = "circular"

    def forward(self, input):
        ranks = (self.axes_ + 1, self.axes_ + 2)
        if input.dim() not in ranks:
            raise ValueError(
                f"expected {ranks[0]}D or {ranks[1]}D input (got {input.dim()}D input)"
            )
        return super().forward(input)


class CircularPad1d(_CircularPad):
    """Padding that goes round the last axis. PyTorch: ``torch.nn.CircularPad1d``."""

    axes_ = 1


class CircularPad2d(_CircularPad):
    """Padding that goes round the last two axes. PyTorch: ``torch.nn.CircularPad2d``."""

    axes_ = 2


class CircularPad3d(_CircularPad):
    """Padding that goes round the last three axes. PyTorch: ``torch.nn.CircularPad3d``."""

    axes_ = 3


class _ConstantPad(_Pad):
    def __init__(self, padding, value: float):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPad):
    """Padding of the last axis with a value. PyTorch: ``torch.nn.ConstantPad1d``."""

    axes_ = 1


class ConstantPad2d(_ConstantPad):
    """Padding of the last two axes with a value. PyTorch: ``torch.nn.ConstantPad2d``."""

    axes_ = 2


class ConstantPad3d(_ConstantPad):
    """Padding of the last three axes with a value. PyTorch: ``torch.nn.ConstantPad3d``."""

    axes_ = 3


class ReflectionPad1d(_Pad):
    """Padding of the last axis by its mirror image. PyTorch: ``torch.nn.ReflectionPad1d``."""

    axes_, mode_ = 1, "reflect"


class ReflectionPad2d(_Pad):
    """Padding of two axes by their mirror images. PyTorch: ``torch.nn.ReflectionPad2d``."""

    axes_, mode_ = 2, "reflect"


class ReflectionPad3d(_Pad):
    """Padding of three axes by their mirror images. PyTorch: ``torch.nn.ReflectionPad3d``."""

    axes_, mode_ = 3, "reflect"


class ReplicationPad1d(_Pad):
    """Padding of the last axis by its border. PyTorch: ``torch.nn.ReplicationPad1d``."""

    axes_, mode_ = 1, "replicate"


class ReplicationPad2d(_Pad):
    """Padding of two axes by their borders. PyTorch: ``torch.nn.ReplicationPad2d``."""

    axes_, mode_ = 2, "replicate"


class ReplicationPad3d(_Pad):
    """Padding of three axes by their borders. PyTorch: ``torch.nn.ReplicationPad3d``."""

    axes_, mode_ = 3, "replicate"


class _ZeroPad(_ConstantPad):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return str(self.padding)


class ZeroPad1d(_ZeroPad, ConstantPad1d):
    """Padding of the last axis with 0. PyTorch: ``torch.nn.ZeroPad1d``."""


class ZeroPad2d(_ZeroPad, ConstantPad2d):
    """Padding of the last two axes with 0. PyTorch: ``torch.nn.ZeroPad2d``."""


class ZeroPad3d(_ZeroPad, ConstantPad3d):
    """Padding of the last three axes with 0. PyTorch: ``torch.nn.ZeroPad3d``."""
