"""Products of matrices and vectors."""

from __future__ import annotations

from typing import Any

from .func_wrapper import ivy, torch_function
from .tensors import Tensor

TensorLike = Number = Any


@torch_function(core="matmul")
def matmul(input: TensorLike, other: TensorLike, *, out=None) -> Tensor:
    """Multiply matrices, vectors, or stacks of them.

    References: PyTorch documentation, torch.matmul.
    """
    return ivy.matmul(input, other)


@torch_function
def mm(input: TensorLike, mat2: TensorLike, *, out=None) -> Tensor:
    """Multiply two matrices.

    References: PyTorch documentation, torch.mm.
    """
    for name, x in (("self", input), ("mat2", mat2)):
        if x.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix")
    return ivy.matmul(input, mat2)


__all__ = ["matmul", "mm"]
