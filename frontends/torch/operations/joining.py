"""Tensors put together: joined, stacked, laid out on grids."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from ivy_core.backends.common.shapes import blank

from ..dispatch.error_messages import not_broadcasting
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.promotion import common_dtype
from ..tensors.size import Size
from ..tensors.tensor import Tensor
from . import host_forms
from .pointwise import declare_alias
from .views import broadcast_to, reshape, unsqueeze, wrapped

TensorLike = Number = Any


def in_one_dtype(tensors: list[Tensor]) -> list[Tensor]:
    """Return tensors in the type that they promote to, empty ones of one dimension among them."""
    kinds = {t.dtype for t in tensors}
    if len(kinds) == 1:
        return tensors
    common = common_dtype([t.dtype.core for t in tensors])
    return [ivy.astype(t, common) for t in tensors]


@torch_function(host=host_forms.cat)
def cat(tensors: list[TensorLike], dim: int = 0, *, out=None) -> Tensor:
    """Join tensors along a dimension that they have.

    Raises
    ------
    RuntimeError
        If there is none, or their other dimensions differ.

    >>> torch.cat([torch.tensor([1]), torch.tensor([2, 3])]).tolist()
    [1, 2, 3]
    """
    if not tensors:
        raise ValueError("expected a non-empty list of Tensors")
    shapes = [t.shape for t in tensors]
    for at, shape in enumerate(shapes):
        if not shape:
            raise RuntimeError(f"zero-dimensional tensor (at position {at}) cannot be concatenated")
    tensors = in_one_dtype(tensors)
    whole = tensors
    if (0,) in shapes:
        # PyTorch leaves out empty tensors of one dimension, whatever the others are
        whole = [t for t, shape in zip(tensors, shapes, strict=True) if shape != (0,)]
        if not whole:  # of these, PyTorch does not look at the dimension
            return ivy.copy_array(tensors[0])
    first = whole[0].shape
    axis = wrapped(dim, len(first))
    for at, shape in enumerate(shapes):
        if len(shape) != len(first) and shape != (0,):
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}"
            )
        if len(shape) != len(first) or shape == first:
            continue
        for d, size in enumerate(shape):
            if d != axis and size != first[d]:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {axis}. Expected size "
                    f"{first[d]} but got size {size} for tensor number {at} in the "
                    "list."
                )
    return ivy.concat(whole, axis=axis)


concat, concatenate = declare_alias("concat", cat), declare_alias("concatenate", cat)


@torch_function(host=host_forms.stack)
def stack(tensors: list[TensorLike], dim: int = 0, *, out=None) -> Tensor:
    """Join tensors of one shape along a new dimension.

    Raises: RuntimeError if there is none, or their shapes differ.
    """
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    axis = wrapped(dim, tensors[0].ndim + 1)
    for at, t in enumerate(tensors):
        if t.shape != tensors[0].shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(tensors[0].shape)} at "
                f"entry 0 and {list(t.shape)} at entry {at}"
            )
    return ivy.stack(in_one_dtype(tensors), axis=axis)


def _expand_like_atleast_nd(x: Tensor, ndim: int) -> Tensor:
    """Return ``x`` with ``ndim`` (1 to 3) dimensions or more, as PyTorch adds them."""
    if x.ndim >= ndim:
        return x
    if ndim == 3 and x.ndim == 2:
        return ivy.expand_dims(x, axis=-1)
    if ndim == 3 and x.ndim == 1:
        return ivy.reshape(x, (1, -1, 1))
    if ndim == 2 and x.ndim == 1:
        return ivy.expand_dims(x, axis=0)
    return ivy.reshape(x, (1,) * ndim)


def _declare_stacking(name: str, ndim: int, axis: int):
    """Declare a ``cat`` along ``axis`` of tensors with ``ndim`` dimensions; 1-D hstack: along 0."""

    def body(tensors: list[TensorLike], *, out=None) -> Tensor:
        if not tensors:
            raise RuntimeError(f"{name} expects a non-empty TensorList")
        whole = [_expand_like_atleast_nd(t, ndim) for t in tensors]
        along = 0 if name == "hstack" and whole[0].ndim == 1 else axis
        return cat.function.body(whole, along)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Join tensors along dimension {axis}."
    return torch_function(body)


hstack, vstack, dstack = (
    _declare_stacking("hstack", 1, 1),
    _declare_stacking("vstack", 2, 0),
    _declare_stacking("dstack", 3, 2),
)
row_stack = _declare_stacking("row_stack", 2, 0)


@torch_function
def column_stack(tensors: list[TensorLike], *, out=None) -> Tensor:
    """Join tensors as columns."""
    if not tensors:
        raise RuntimeError("column_stack expects a non-empty TensorList")
    whole = [t if t.ndim > 1 else ivy.reshape(t, (-1, 1)) for t in tensors]
    return cat.function.body(whole, 1)


def _view_like_atleast_nd(x: Tensor, ndim: int) -> Tensor:
    """Return ``x``, or a view with ``ndim`` (1 to 3) dimensions, as PyTorch adds them."""
    if x.ndim >= ndim:
        return x
    if ndim == 3 and x.ndim == 2:
        return unsqueeze(x, -1)
    if ndim == 2 and x.ndim == 1:
        return unsqueeze(x, 0)
    return reshape(x, (1, -1, 1) if x.ndim else (1,) * ndim)


def _declare_atleast_nd(name: str, ndim: int):
    def body(tensors: list[TensorLike]):
        found = [_view_like_atleast_nd(t, ndim) for t in tensors]
        return found[0] if len(found) == 1 else tuple(found)

    body.__name__ = body.__qualname__ = name
    body.__doc__ = f"Return tensors as ones of at least {ndim} dimension(s)."
    return torch_function(body, view=True, variadic=0, composed=True)


atleast_1d, atleast_2d, atleast_3d = (_declare_atleast_nd(f"atleast_{n}d", n) for n in (1, 2, 3))


@torch_function(view=True, variadic=0, composed=True)
def broadcast_tensors(tensors: list[TensorLike]) -> tuple[Tensor, ...]:
    """Return views of one shape."""
    shapes = [t.shape for t in tensors]
    refused = not_broadcasting(shapes)
    if refused is not None:
        raise refused
    shape = tuple(broadcast_shapes(*shapes))
    return tuple(t if tuple(t.shape) == shape else broadcast_to(t, shape) for t in tensors)


@citing(None)
def broadcast_shapes(*shapes) -> Size:
    """Return the shape that tensors of several shapes are broadcast to.

    Raises
    ------
    RuntimeError
        If there is none.

    References: PyTorch documentation, torch.broadcast_shapes.

    >>> torch.broadcast_shapes((2, 1), (3,))
    torch.Size([2, 3])
    """
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    try:
        return Size((blank(()) if not shapes else _object_of_broadcast_shape(shapes)).shape)
    except ValueError:
        raise RuntimeError(
            "Shape mismatch: objects cannot be broadcast to a single shape: "
            f"{', '.join(map(str, shapes))}"
        ) from None


def _object_of_broadcast_shape(shapes):
    """Return an object that has the broadcast ``shape``; ValueError if there is none."""
    return np.broadcast(*[blank(s) for s in shapes]) if len(shapes) > 1 else blank(shapes[0])


@torch_function(view=True, variadic=0, composed=True)
def meshgrid(tensors: list[TensorLike], indexing: str | None = None) -> tuple[Tensor, ...]:
    """Return the coordinates of a grid, one tensor a dimension."""
    indexing = indexing or "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            'torch.meshgrid: indexing must be one of "xy" or "ij", but received: ' + indexing
        )
    if len({t.dtype for t in tensors}) > 1:
        raise RuntimeError("torch.meshgrid expects all tensors to have the same dtype")
    for t in tensors:
        if t.ndim > 1:
            raise RuntimeError(
                f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {t}"
            )
    swaps = indexing == "xy" and len(tensors) > 1
    ordered = [tensors[1], tensors[0], *tensors[2:]] if swaps else tensors
    shape = tuple(t.shape.numel() for t in ordered)
    grids = [
        broadcast_to(reshape(t, (-1, *(1,) * (len(shape) - at - 1))), shape)
        for at, t in enumerate(ordered)
    ]
    if swaps:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


@torch_function(variadic=0)
def cartesian_prod(tensors: list[TensorLike]) -> Tensor:
    """Return all combinations of an element of each, as rows."""
    for t in tensors:
        if t.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(t.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    grids = meshgrid.function.body(tensors)
    return ivy.stack([ivy.reshape(g, (-1,)) for g in grids], axis=1)


@torch_function
def combinations(input: TensorLike, r: int = 2, with_replacement: bool = False) -> Tensor:
    """Return all choices of ``r`` elements, as rows."""
    if input.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(choose(range(input.shape[0]), r))
    if not rows or not r:
        return ivy.zeros((0,) if not r else (0, r), dtype=input.dtype.core)
    return ivy.take(input, ivy.asarray(rows, dtype="int64"), axis=0)


@torch_function(variadic=0)
def block_diag(tensors: list[TensorLike]) -> Tensor:
    """Return a matrix with matrices along its diagonal."""
    blocks = []
    for at, t in enumerate(in_one_dtype(tensors)):
        if t.ndim > 2:
            raise RuntimeError(
                f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {at} has "
                f"{t.ndim} dimensions"
            )
        blocks.append(_expand_like_atleast_nd(t, 2))
    width, before, rows = sum(b.shape[1] for b in blocks), 0, []
    for block in blocks:
        after = width - before - block.shape[1]
        rows.append(ivy.constant_pad(block, [(0, 0), (before, after)]))
        before += block.shape[1]
    return ivy.concat(rows, axis=0)


__all__ = [
    "atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_shapes",
    "broadcast_tensors", "cartesian_prod", "cat", "column_stack", "combinations", "concat",
    "concatenate", "dstack", "hstack", "in_one_dtype", "meshgrid", "row_stack", "stack", "vstack",
]  # fmt: skip
