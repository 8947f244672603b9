"""Linear layers.

References
----------
PyTorch documentation, ``torch.nn``, Linear Layers.
"""

from __future__ import annotations

import math

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F
from frontends.torch.nn import init
from frontends.torch.nn.functional import products  # noqa: F401 - with the modules that call it
from frontends.torch.nn.parameter import Parameter

from .module import Module


@citing("``torch.nn.{}``")
class Identity(Module):
    """Give what is given; all arguments of the constructor are ignored."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


@citing("``torch.nn.{}``")
class Linear(Module):
    """``y = x W.T + b``.

    Parameters
    ----------
    in_features, out_features : int
        Sizes of the last axis of input and output.
    bias : bool
    device, dtype : optional
        Of the parameters.

    Attributes
    ----------
    weight : Parameter, shape (out_features, in_features)
    bias : Parameter, shape (out_features,), or None

    >>> layer = torch.nn.Linear(3, 2)
    >>> layer(torch.ones(4, 3)).shape
    torch.Size([4, 2])
    """

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device=None, dtype=None
    ):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        where = {"device": device, "dtype": dtype}
        self.weight = Parameter(torch.empty((out_features, in_features), **where))
        self.register_parameter(
            "bias", Parameter(torch.empty(out_features, **where)) if bias else None
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw weights and bias anew, uniformly within ``1 / sqrt(in_features)``."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        init.uniform_bias_(self.bias, self.weight)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, "
            f"bias={self.bias is not None}"
        )


class NonDynamicallyQuantizableLinear(Linear):
    """The linear layer at the end of an attention: PyTorch's tools tell it from others."""


@citing("``torch.nn.{}``")
class Bilinear(Module):
    """``y = x1 A x2 + b``.

    Attributes
    ----------
    weight : Parameter, shape (out_features, in1_features, in2_features)
    bias : Parameter, shape (out_features,), or None
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        where = {"device": device, "dtype": dtype}
        self.weight = Parameter(torch.empty((out_features, in1_features, in2_features), **where))
        self.register_parameter(
            "bias", Parameter(torch.empty(out_features, **where)) if bias else None
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw weights and bias anew, uniformly within ``1 / sqrt(in1_features)``."""
        if self.in1_features <= 0:
            raise ValueError(
                f"in1_features must be > 0, but got (in1_features={self.in1_features})"
            )
        bound = 1 / math.sqrt(self.in1_features)
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
            f"out_features={self.out_features}, bias={self.bias is not None}"
        )
