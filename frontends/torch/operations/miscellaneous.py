"""Functions of which PyTorch has few: gradients of samples, ranges, indices from flat ones."""

from __future__ import annotations

import builtins
import math
from typing import Any

import numpy as np

from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast
from ..tensors.dtypes import checked_number, get_default_dtype
from ..tensors.tensor import Tensor
from .creation import making
from .views import at, narrow, wrapped

TensorLike = Number = Any


@torch_function
def fill(input: TensorLike, value: TensorLike | Number) -> Tensor:
    """Return a tensor of the shape and type of another, filled with a value."""
    if isinstance(value, Tensor):
        if value.ndim:
            raise RuntimeError(
                "fill only supports 0-dimension value tensor but got tensor with "
                f"{value.ndim} dimensions."
            )
        return ivy.copy_array(ivy.broadcast_to(cast(value, input.dtype), tuple(input.shape)))
    return ivy.full_like(input, checked_number(value, input.dtype))


@torch_function
def narrow_copy(input: TensorLike, dim: int, start: int, length: int, *, out=None) -> Tensor:
    """Return a copy of ``length`` slices from ``start`` on along a dimension.

    References: PyTorch documentation, torch.Tensor.narrow_copy.
    """
    if length < 0:
        size = input.shape[wrapped(dim, input.ndim)] if input.ndim else 0
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    if 0 < input.ndim <= dim:
        raise RuntimeError(
            "Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  "
            "(Could this error message be improved?  If so, please report an enhancement request "
            "to PyTorch.)"
        )
    return ivy.copy_array(narrow.function.body(input, dim, start, length))


@torch_function(differentiable=False)
def unravel_index(indices: TensorLike, shape) -> tuple[Tensor, ...]:
    """Return the indices that flat indices stand for, one tensor a dimension."""
    if indices.dtype.kind not in "iu":
        raise ValueError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    for n in shape:
        if n < 0:
            raise ValueError(f"'shape' cannot have negative values, but got {tuple(shape)}")
    left, found = ivy.astype(indices, "int64"), []
    for length in reversed(shape):
        found.append(ivy.remainder(left, length))
        left = ivy.floor_divide(left, length)
    return tuple(reversed(found))


@torch_function
def gradient(input: TensorLike, *, spacing=1, dim=None, edge_order: int = 1) -> tuple[Tensor, ...]:
    """Estimate the gradient of sampled values by differences, one tensor a dimension.

    References: PyTorch documentation, torch.gradient. Fornberg, Generation of finite difference
    formulas on arbitrarily spaced grids, Mathematics of Computation 51 (1988).
    """
    dims = builtins.range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    axes = [wrapped(d, input.ndim) for d in dims]
    for axis in axes:
        if axes.count(axis) > 1:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    spacing = 1 if spacing is None else spacing
    steps = list(spacing) if isinstance(spacing, (list, tuple)) else [spacing] * len(axes)
    if len(steps) != len(axes):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim "
            f"arguments to have the same length, but got a spacing argument of length {len(steps)} "
            f"and a dim argument of length {len(axes)}."
        )
    x = input if input.dtype.kind in "fc" else ivy.astype(input, get_default_dtype().core)
    for axis in axes:
        if x.shape[axis] < edge_order + 1:
            raise RuntimeError(
                "torch.gradient expected each dimension size to be at least edge_order+1"
            )
    pairs = zip(axes, steps, strict=True)
    return tuple(_finite_differences(x, axis, step, edge_order) for axis, step in pairs)


def _finite_differences(x: Tensor, axis: int, spacing, edge_order: int) -> Tensor:
    """Return slopes along ``axis`` >= 0; ``spacing`` is a step or a 1-D tensor of positions."""

    def part(start, stop):
        return at(x, axis, slice(start, stop))

    if isinstance(spacing, Tensor) and spacing.ndim:
        where = ivy.reshape(spacing, (-1, *(1,) * (x.ndim - axis - 1)))
        width = ivy.subtract(at(where, 0, slice(1, None)), at(where, 0, slice(None, -1)))
    else:
        spacing = spacing.item() if isinstance(spacing, Tensor) else spacing
        width = ivy.full((x.shape[axis] - 1, *(1,) * (x.ndim - axis - 1)), spacing,
                         dtype=x.dtype.to_real().core)  # fmt: skip
    slopes = ivy.divide(ivy.subtract(part(1, None), part(None, -1)), width)
    before, after = at(width, 0, slice(None, -1)), at(width, 0, slice(1, None))
    left, right = at(slopes, axis, slice(None, -1)), at(slopes, axis, slice(1, None))
    total = ivy.add(before, after)
    if isinstance(spacing, Tensor):
        inner = ivy.divide(ivy.add(ivy.multiply(left, after), ivy.multiply(right, before)), total)
    else:  # without the element between, which may be nan
        inner = ivy.divide(ivy.subtract(part(2, None), part(None, -2)), total)
    first, last = at(slopes, axis, slice(0, 1)), at(slopes, axis, slice(-1, None))
    if edge_order == 2:
        near = [at(v, 0, slice(0, 1)) for v in (before, total)]
        bend = ivy.subtract(at(slopes, axis, slice(1, 2)), first)
        first = ivy.subtract(first, ivy.multiply(bend, ivy.divide(*near)))
        near = [at(v, 0, slice(-1, None)) for v in (after, total)]
        bend = ivy.subtract(last, at(slopes, axis, slice(-2, -1)))
        last = ivy.add(last, ivy.multiply(bend, ivy.divide(*near)))
    return ivy.concat([first, inner, last], axis=axis)


@making
def range(start=0, end=None, step=1, *, out=None, dtype=None) -> Tensor:  # noqa: A001
    """Return numbers from ``start`` to ``end``, both among them."""
    start, end = (0, start) if end is None else (start, end)
    count = math.floor((end - start) / step) + 1
    kind = dtype or get_default_dtype()
    host = start + step * np.arange(max(count, 0), dtype=np.float64)
    return ivy.asarray(host.astype(kind.core.as_numpy_dtype))


__all__ = [
    "fill", "gradient", "narrow_copy", "range", "unravel_index",
]  # fmt: skip
