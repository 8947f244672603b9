"""Names that older programs use: functions under further names, and what was taken out.

References
----------
PyTorch documentation, ``torch``.
"""

from __future__ import annotations

from typing import Any

from frontends.torch.dispatch.docstrings import citing

from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast
from ..linalg.norms import matrix_norm, vector_norm
from ..tensors.dtypes import float32
from ..tensors.tensor import Tensor
from .views import at, wrapped

TensorLike = Any


# functions that PyTorch keeps to say what to call in their place

_INSTEAD = {
    "eig": "torch.linalg.eig",
    "lstsq": "torch.linalg.lstsq",
    "matrix_rank": "torch.linalg.matrix_rank",
    "solve": "torch.linalg.solve",
    "symeig": "torch.linalg.eigh",
}


def _declare_removed(name: str):
    """Return a function that raises RuntimeError: PyTorch has removed it, and names another."""

    def function(*args, **kwargs):
        raise RuntimeError(
            "This function was deprecated since version 1.9 and is now removed. "
            f"`torch.{name}` is deprecated in favor of `{_INSTEAD[name]}`."
        )

    function.__name__ = function.__qualname__ = name
    function.__module__ = "torch"
    function.__doc__ = f"Taken out of PyTorch: it raises RuntimeError. Use `{_INSTEAD[name]}`."
    return function


eig, lstsq, matrix_rank, solve, symeig = (
    _declare_removed(name) for name in ("eig", "lstsq", "matrix_rank", "solve", "symeig")
)


# methods and norms under further names


@citing("torch.Tensor.{}")
def detach(input: Tensor) -> Tensor:
    """Return the tensor without its graph, as :meth:`Tensor.detach` does.

    >>> torch.detach(torch.ones(2)).requires_grad
    False
    """
    return input.detach()


@citing(None)
def detach_copy(input: Tensor) -> Tensor:
    """Return a copy of the tensor without its graph.

    References
    ----------
    PyTorch, torch.detach_copy.

    >>> torch.detach_copy(torch.ones(2))
    tensor([1., 1.])
    """
    return input.detach().clone()


@citing("torch.utils.dlpack.{}")
def to_dlpack(tensor: Tensor):
    """Return a capsule of the tensor's memory for other frameworks."""
    return tensor.__dlpack__()


@torch_function
def slice_copy(
    input: TensorLike, dim: int = 0, start: int | None = None, end: int | None = None,
    step: int = 1, *, out=None,
) -> Tensor:  # fmt: skip
    """Return a copy of every so manieth slice along a dimension.

    References: PyTorch, torch.slice_copy.
    """
    return ivy.copy_array(at(input, wrapped(dim, input.ndim), slice(start, end, step)))


@torch_function
def frobenius_norm(input: TensorLike, dim=(), keepdim: bool = False, *, out=None) -> Tensor:
    """Return the root of the sum of squares.

    References: PyTorch, torch.frobenius_norm.
    """
    return vector_norm.function.body(input, 2, dim or None, keepdim)


@torch_function
def nuclear_norm(input: TensorLike, dim=None, keepdim: bool = False, *, out=None) -> Tensor:
    """Return the sum of the singular values.

    References: PyTorch, torch.nuclear_norm.
    """
    return matrix_norm.function.body(input, "nuc", dim or (-2, -1), keepdim)


@torch_function
def norm_except_dim(v: TensorLike, pow: int = 2, dim: int = 0) -> Tensor:
    """Return the norms of the slices along a dimension, which they keep.

    References: PyTorch, torch.norm_except_dim.
    """
    others = None if dim == -1 else tuple(d for d in range(v.ndim) if d != wrapped(dim, v.ndim))
    return vector_norm.function.body(v, pow, others, dim != -1)


@torch_function
def _softmax_backward_data(grad_output: TensorLike, output: TensorLike, dim: int, input_dtype):
    """``output * (grad_output - sum(grad_output * output))``: softmax's gradient of its result."""
    product = grad_output * output
    found = product - output * ivy.sum(product, axis=dim, keepdims=True)
    return cast(found, input_dtype)


@torch_function
def _log_softmax_backward_data(grad_output: TensorLike, output: TensorLike, dim: int, input_dtype):
    """``grad_output - exp(output) * sum(grad_output)``: log_softmax's gradient of its result."""
    found = grad_output - ivy.exp(output) * ivy.sum(grad_output, axis=dim, keepdims=True)
    return cast(found, input_dtype)


@torch_function(differentiable=False)
def _is_all_true(input: TensorLike) -> Tensor:
    """Return whether all elements of a tensor of bools are True."""
    _check_bools(input)
    return ivy.all(input)


@torch_function(differentiable=False)
def _is_any_true(input: TensorLike) -> Tensor:
    """Return whether an element of a tensor of bools is True."""
    _check_bools(input)
    return ivy.any(input)


def _check_bools(input: TensorLike) -> None:
    if input.dtype.kind != "b":
        raise RuntimeError("self.scalar_type() == at::kBool INTERNAL ASSERT FAILED")


@torch_function
def dequantize(tensor: TensorLike) -> Tensor:
    """Return a tensor in float32: none is quantized here."""
    return cast(tensor, float32)


# control flow: eagerly it is Python's


@citing("torch.{}")
def cond(pred, true_fn, false_fn, operands=()):
    """Call one function or the other.

    Parameters
    ----------
    pred : Tensor or bool
        Which.
    true_fn, false_fn : callable
    operands : tuple or list
        What they are called with.

    >>> torch.cond(torch.tensor(True), torch.sin, torch.cos, (torch.zeros(1),))
    tensor([0.])
    """
    return (true_fn if bool(pred) else false_fn)(*operands)


@citing(None)
def while_loop(cond_fn, body_fn, carried_inputs):
    """Call a function on what it returned last, as long as a condition holds.

    Parameters
    ----------
    cond_fn, body_fn : callable
    carried_inputs : tuple
        What they are called with first.

    Returns: tuple

    References
    ----------
    PyTorch, torch.while_loop.

    >>> torch.while_loop(lambda n: n < 3, lambda n: (n + 1,), (torch.tensor(0),))
    (tensor(3),)
    """
    carried = tuple(carried_inputs)
    while bool(cond_fn(*carried)):
        found = body_fn(*carried)
        carried = tuple(found) if isinstance(found, (tuple, list)) else (found,)
    return carried


__all__ = [
    "cond", "dequantize", "detach", "detach_copy", "eig", "frobenius_norm", "lstsq", "matrix_rank",
    "norm_except_dim", "nuclear_norm", "slice_copy", "solve", "symeig", "to_dlpack", "while_loop",
]  # fmt: skip
