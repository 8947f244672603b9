"""Layers that are products of matrices."""

from __future__ import annotations

import math
from typing import Any

from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.native import boxed_tensor
from frontends.torch.operations import host_forms
from frontends.torch.tensors.dtypes import shown
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backends.holder import held

TensorLike = Number = Any
# C++'s names of the types, in the messages of PyTorch's products
SCALAR_NAMES = {
    "bool": "bool", "uint8": "unsigned char", "int8": "signed char", "int16": "short int",
    "int32": "int", "int64": "long int", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
    "float32": "float", "float64": "double", "complex64": "c10::complex<float>",
    "complex128": "c10::complex<double>",
}  # fmt: skip


@torch_function(host=host_forms.linear)
def linear(
    input: TensorLike, weight: TensorLike, bias: TensorLike | None = None, *, out=None
) -> Tensor:
    """Transform the last dimension, ``input @ weight.T + bias``.

    Parameters
    ----------
    input : Tensor, shape (*, in_features)
        What is transformed.
    weight : Tensor, shape (out_features, in_features) or (in_features,)
        The weights.
    bias : Tensor, shape (out_features,) or (), optional
        What is added.

    Raises
    ------
    RuntimeError
        If shapes or types do not fit.

    >>> torch.nn.functional.linear(torch.ones(2), torch.ones(3, 2)).tolist()
    [2.0, 2.0, 2.0]
    """
    of_input, of_weight = tuple(input.shape), tuple(weight.shape)
    if not of_input or not of_weight:
        raise RuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{len(of_input)}D and {len(of_weight)}D"
        )
    if len(of_weight) > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is {len(of_weight)}D"
        )
    if input.dtype is not weight.dtype:
        if bias is not None:
            names = f"{shown(input.dtype)} and {shown(weight.dtype)}"
            raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {names}")
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {SCALAR_NAMES[input.dtype.name]} "
            f"!= {SCALAR_NAMES[weight.dtype.name]}"
        )
    if of_input[-1] != of_weight[-1]:
        turned = "x".join(str(n) for n in reversed(of_weight))
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({math.prod(of_input[:-1])}x{of_input[-1]} "
            f"and {turned})"
        )
    if len(of_weight) == 2:  # read at once: a view's slot is empty, which the product falls over
        weight = boxed_tensor(held(ivy.swapaxes(weight, 0, 1)))
    y = ivy.matmul(input, weight)
    if bias is None:
        return y
    of_y, of_bias = (*of_input[:-1], *of_weight[:-1]), tuple(bias.shape)
    if of_y and of_bias and of_bias[-1] not in (1, of_y[-1]):
        raise RuntimeError(
            f"The expanded size of the tensor ({of_y[-1]}) must match the existing size "
            f"({of_bias[-1]}) at non-singleton dimension {len(of_y) - 1}.  Target sizes: "
            f"{list(of_y)}.  Tensor sizes: {list(of_bias)}"
        )
    return y + bias


@torch_function
def bilinear(
    input1: TensorLike, input2: TensorLike, weight: TensorLike, bias: TensorLike | None = None
) -> Tensor:
    """Transform two inputs, ``input1 @ weight[k] @ input2 + bias[k]``.

    Raises: RuntimeError if the shapes do not fit.
    """
    if input1.ndim != input2.ndim:
        raise RuntimeError(
            f"bilinear(): input dimensions do not match: got {input1.ndim} and {input2.ndim}"
        )
    for i in range(input1.ndim - 1):
        if input1.shape[i] != input2.shape[i]:
            raise RuntimeError(
                f"bilinear(): input batch dimensions do not match at dim {i}: got "
                f"{input1.shape[i]} and {input2.shape[i]}"
            )
    for i, x in ((1, input1), (2, input2)):
        if x.shape[-1] != weight.shape[i]:
            raise RuntimeError(
                f"bilinear(): input{i} size does not match weight size: got {x.shape[-1]} but "
                f"expected {weight.shape[i]}"
            )
    if bias is not None and bias.shape[0] != weight.shape[0]:
        raise RuntimeError(
            f"bilinear(): bias size does not match weight size: got {bias.shape[0]} but expected "
            f"{weight.shape[0]}"
        )
    y = ivy.einsum("...i,kij,...j->...k", input1, weight, input2)
    return y if bias is None else y + bias


@torch_function
def grouped_mm(
    mat_a: TensorLike,
    mat_b: TensorLike,
    *,
    offs: TensorLike | None = None,
    bias: TensorLike | None = None,
    out_dtype=None,
) -> Tensor:
    """Multiply groups of matrices; where one is 2-D, ``offs`` says where its groups end.

    Every row is multiplied with each group's matrix, and its own group's product is kept: shapes
    do not depend on ``offs``, so that one kernel serves all. What lies behind the last group is 0.

    Parameters
    ----------
    mat_a : Tensor, shape (S, K) or (G, M, K)
        A 2-D one is cut into groups of rows; of columns where both are 2-D.
    mat_b : Tensor, shape (K, N) or (G, K, N)
        A 2-D one is cut into groups of columns; of rows where both are 2-D.
    offs : Tensor, shape (G,), int32, optional
        Ends of the groups; None where both are 3-D.

    Returns: Tensor, shape (S, N), (M, N), (G, M, N), whatever the groups' axis is.

    Raises: RuntimeError if shapes or types do not fit.

    >>> ends = torch.tensor([1, 3], dtype=torch.int32)
    >>> torch.nn.functional.grouped_mm(torch.ones(3, 4), torch.ones(2, 4, 1), offs=ends).tolist()
    [[4.0], [4.0], [4.0]]
    """
    _check_groups(mat_a, mat_b, offs, bias, out_dtype)
    if offs is None:
        return ivy.matmul(mat_a, mat_b)
    is_cut = mat_a.ndim == 2, mat_b.ndim == 2
    length = mat_a.shape[0] if is_cut == (True, False) else mat_b.shape[1 - is_cut[0]]
    position, ends = ivy.arange(length, dtype="int32"), ivy.expand_dims(offs, axis=-1)
    starts = ivy.concat([ivy.zeros((1, 1), dtype="int32"), ends[:-1]], axis=0)
    inside = ivy.logical_and(position >= starts, position < ends)
    if is_cut == (True, True):
        return ivy.matmul(ivy.where(ivy.expand_dims(inside, axis=1), mat_a, 0), mat_b)
    inside = ivy.expand_dims(inside, axis=-1 if is_cut[0] else 1)
    return ivy.sum(ivy.where(inside, ivy.matmul(mat_a, mat_b), 0), axis=0)


def _check_groups(mat_a: Tensor, mat_b: Tensor, offs, bias, out_dtype) -> None:
    """Raise RuntimeError in PyTorch's words where operands of grouped_mm do not fit."""
    for name, x in (("mat_a", mat_a), ("mat_b", mat_b)):
        if x.dtype.name not in ("float32", "bfloat16", "float16"):
            raise RuntimeError(
                f"Expected {name} to be Float32, BFloat16 or Float16 matrix, got {shown(x.dtype)}"
            )
        if x.ndim not in (2, 3):
            raise RuntimeError(f"{name} has to be 2 or 3d")
    if mat_a.shape[-1] != mat_b.shape[-2]:
        raise RuntimeError("contraction dimension of mat_a and mat_b must match")
    if (offs is not None) != (mat_a.ndim == 2 or mat_b.ndim == 2):
        raise RuntimeError(
            "Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d"
        )
    if offs is not None and (offs.ndim != 1 or offs.dtype.name != "int32"):
        raise RuntimeError("offs has to be 1D" if offs.ndim != 1 else "Offsets have to be int32")
    if out_dtype is not None and out_dtype is not mat_a.dtype:
        raise RuntimeError("Grouped gemm output dtype must match `mat_a` dtype")
    if bias is not None:
        raise RuntimeError("Bias not supported yet")


__all__ = ["SCALAR_NAMES", "bilinear", "grouped_mm", "linear"]
