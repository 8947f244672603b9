"""What a tensor says of its gradient."""

from __future__ import annotations

from ..tensors import Tensor, read

Tensor.requires_grad = property(lambda self: getattr(read(self), "requires_grad", False))
Tensor.is_leaf = property(lambda self: True)
Tensor.detach = lambda self: self
