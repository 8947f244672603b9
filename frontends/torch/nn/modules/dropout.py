"""Dropout.

References
----------
PyTorch documentation, ``torch.nn``, Dropout Layers.
"""

from __future__ import annotations

from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn import functional as F

from .module import Module


class _Dropout(Module):
    """Drop with probability ``p`` in training; give what is given in evaluation."""

    def __init__(self, p: float = 0.5, inplace: bool = False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


@citing("``torch.nn.{}``")
class Dropout(_Dropout):
    """Set elements to 0 with probability ``p``, and scale the others by ``1 / (1 - p)``."""

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_Dropout):
    """Drop whole channels of (N, C, L). PyTorch: ``torch.nn.Dropout1d``."""

    def forward(self, input):
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_Dropout):
    """Drop whole channels of (N, C, H, W). PyTorch: ``torch.nn.Dropout2d``."""

    def forward(self, input):
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_Dropout):
    """Drop whole channels of (N, C, D, H, W). PyTorch: ``torch.nn.Dropout3d``."""

    def forward(self, input):
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_Dropout):
    """Dropout that keeps mean and variance, for SELU. PyTorch: ``torch.nn.AlphaDropout``."""

    def forward(self, input):
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_Dropout):
    """Alpha dropout of whole channels. PyTorch: ``torch.nn.FeatureAlphaDropout``."""

    def forward(self, input):
        return F.feature_alpha_dropout(input, self.p, self.training)
