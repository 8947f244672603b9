"""Distances and similarities of vectors."""

from __future__ import annotations

from typing import Any

from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.outputs import cast, shown
from frontends.torch.dispatch.promotion import promote_pair
from frontends.torch.operations.views import wrapped
from frontends.torch.tensors.dtypes import dtype_named
from frontends.torch.tensors.tensor import Tensor

from .losses import broadcast_shape
from .normalizations import vector_norm

TensorLike = Number = Any


def norm_along(x: Tensor, p: float, axis: int, keepdim: bool = False) -> Tensor:
    """Return the ``p``-norm along an axis."""
    found = vector_norm(x, p, (axis % x.ndim,) if x.ndim else None)
    return found if keepdim or not x.ndim else ivy.squeeze(found, axis=axis)


@torch_function
def cosine_similarity(x1: TensorLike, x2: TensorLike, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """Return the cosines of the angles between vectors along a dimension.

    Parameters
    ----------
    x1, x2 : Tensor
        Broadcast against each other.
    eps : float
        The least norm that is divided by.

    Raises
    ------
    RuntimeError
        If neither is of a floating-point type.

    >>> torch.cosine_similarity(torch.tensor([1.0, 0.0]), torch.tensor([2.0, 0.0]), dim=0).item()
    1.0
    """
    common = dtype_named(promote_pair(x1.dtype.core, x2.dtype.core).name)
    if not common.is_floating_point:
        raise RuntimeError(
            "expected common dtype to be floating point, yet common dtype is " + shown(common)
        )
    shape = broadcast_shape(tuple(x1.shape), tuple(x2.shape))
    axis = wrapped(dim, len(shape))
    parts = []
    for x in (x1, x2):
        x = ivy.broadcast_to(cast(x, common), shape)
        norm = vector_norm(x, 2.0, (axis,) if shape else None)
        # a norm below eps counts as eps and keeps its own gradient, as in PyTorch
        raised = eps + (norm - ivy.stop_gradient(norm))
        parts.append(x / ivy.where(norm < eps, raised, norm))
    return ivy.sum(parts[0] * parts[1], axis=axis if shape else None)


@torch_function
def pairwise_distance(
    x1: TensorLike, x2: TensorLike, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Tensor:
    """Return the ``p``-norms of differences, to which ``eps`` is added."""
    broadcast_shape(tuple(x1.shape), tuple(x2.shape))
    return norm_along(x1 - x2 + eps, p, -1, keepdim)


@torch_function
def pdist(input: TensorLike, p: float = 2.0) -> Tensor:
    """Return the ``p``-norms of the differences of each two rows of a matrix.

    Returns: Tensor, shape (N * (N - 1) / 2,)

    Raises: RuntimeError if it is no matrix, or ``p`` negative.
    """
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if not input.dtype.is_floating_point:
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    rows = input.shape[0]
    if rows < 2:
        return ivy.zeros((0,), dtype=input.dtype.core)
    first = ivy.asarray([i for i in range(rows) for _ in range(i + 1, rows)], dtype="int64")
    second = ivy.asarray([j for i in range(rows) for j in range(i + 1, rows)], dtype="int64")
    return norm_along(ivy.take(input, first, axis=0) - ivy.take(input, second, axis=0), p, -1)


__all__ = ["cosine_similarity", "norm_along", "pairwise_distance", "pdist"]
