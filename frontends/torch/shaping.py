"""Tensors in other shapes: views where PyTorch's are."""

from __future__ import annotations

from typing import Any

from .func_wrapper import ivy, torch_function
from .tensor_methods import shape_with
from .tensors import Tensor

TensorLike = Number = Any


def wrapped(dim: int, ndim: int) -> int:
    """Return a dimension counted from the front.

    Raises
    ------
    IndexError
        If there is no such dimension.
    """
    most = max(ndim, 1)
    if not -most <= dim < most:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-most}, {most - 1}], but got "
            f"{dim})"
        )
    return dim % most


@torch_function(view=True, variadic=1)
def reshape(input: TensorLike, shape) -> Tensor:
    """Return the elements in another shape: a view where the elements lie so.

    References: PyTorch documentation, torch.reshape.
    """
    return ivy.reshape(input, shape_with(input.shape, shape))


@torch_function(view=True)
def transpose(input: TensorLike, dim0: int, dim1: int) -> Tensor:
    """Return a view with two dimensions exchanged.

    References: PyTorch documentation, torch.transpose.
    """
    if not input.ndim:
        wrapped(dim0, 0), wrapped(dim1, 0)
        return ivy.reshape(input, ())
    return ivy.swapaxes(input, wrapped(dim0, input.ndim), wrapped(dim1, input.ndim))


@torch_function(view=True)
def t(input: TensorLike) -> Tensor:
    """Return a matrix transposed, as a view; fewer dimensions stay as they are.

    Raises
    ------
    RuntimeError
        For more than two dimensions.

    References: PyTorch documentation, torch.t.
    """
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    if input.ndim < 2:
        return ivy.reshape(input, tuple(input.shape))
    return ivy.swapaxes(input, 0, 1)


@torch_function(view=True)
def adjoint(input: TensorLike) -> Tensor:
    """Return a matrix transposed, and conjugated where it is complex.

    References: PyTorch documentation, torch.adjoint.
    """
    turned = ivy.swapaxes(input, -2, -1)
    return ivy.conj(turned) if input.dtype.is_complex else turned


@torch_function(view=True, variadic=1)
def permute(input: TensorLike, dims) -> Tensor:
    """Return a view with the dimensions in another order.

    References: PyTorch documentation, torch.permute.
    """
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(dims) != input.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {input.ndim} is not "
            f"equal to len(dims) = {len(dims)}"
        )
    order = tuple(wrapped(d, input.ndim) for d in dims)
    if len(set(order)) != len(order):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return ivy.permute_dims(input, order)


@torch_function(view=True)
def unbind(input: TensorLike, dim: int = 0) -> tuple[Tensor, ...]:
    """Return the slices along a dimension, as views.

    References: PyTorch documentation, torch.unbind.
    """
    if not input.ndim:
        wrapped(dim, 0)
        raise RuntimeError("Dimension specified as 0 but tensor has no dimensions")
    at = wrapped(dim, input.ndim)
    lead = (slice(None),) * at
    return tuple(input[(*lead, i)] for i in range(input.shape[at]))


@torch_function
def clone(input: TensorLike, *, memory_format=None) -> Tensor:
    """Return a copy.

    References: PyTorch documentation, torch.clone.
    """
    return ivy.copy_array(input)


__all__ = ["adjoint", "clone", "permute", "reshape", "t", "transpose", "unbind", "wrapped"]
