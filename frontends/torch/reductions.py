"""Functions that reduce dimensions: sums, means, extremes, truth."""

from __future__ import annotations

from typing import Any

from . import dtypes
from .dtypes import as_dtype
from .func_wrapper import ivy, torch_function
from .outputs import cast
from .shaping import wrapped
from .tensors import Tensor

TensorLike = Number = Any


def axes_of(dim, ndim: int):
    """Return the axes that ``dim`` names: None for all of them."""
    if dim is None or isinstance(dim, (tuple, list)) and not dim:
        return None
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    axes = tuple(wrapped(d, ndim) for d in dims)
    for d in axes:
        if axes.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return axes if ndim else None


@torch_function
def sum(input: TensorLike, dim=None, keepdim: bool = False, *, dtype=None, out=None) -> Tensor:
    """Add up elements; whole numbers as int64.

    References: PyTorch documentation, torch.sum.
    """
    kind = as_dtype(dtype) or (dtypes.int64 if input.dtype.kind in "iub" else input.dtype)
    return ivy.sum(
        cast(input, kind), axis=axes_of(dim, input.ndim), keepdims=keepdim, dtype=kind.core
    )


def _truth(name: str):
    def body(input: TensorLike, dim=None, keepdim: bool = False, *, out=None) -> Tensor:
        found = getattr(ivy, name)(input, axis=axes_of(dim, input.ndim), keepdims=keepdim)
        return cast(found, input.dtype) if input.dtype is dtypes.uint8 else found

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Test whether {name} elements are true.\n\n"
    body.__doc__ += f"    References: PyTorch documentation, torch.{name}."
    return torch_function(body, differentiable=False)


any, all = _truth("any"), _truth("all")
__all__ = ["all", "any", "axes_of", "sum"]
