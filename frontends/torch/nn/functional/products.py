"""Layers that are products of matrices."""

from __future__ import annotations

import math
from typing import Any

from frontends.torch.dispatch.func_wrapper import ivy, torch_function
from frontends.torch.dispatch.native import boxed_tensor
from frontends.torch.tensors.dtypes import shown
from frontends.torch.tensors.tensor import Tensor
from ivy_core.backends.holder import read

TensorLike = Number = Any
# C++'s names of the types, in the messages of PyTorch's products
SCALAR_NAMES = {
    "bool": "bool", "uint8": "unsigned char", "int8": "signed char", "int16": "short int",
    "int32": "int", "int64": "long int", "float16": "c10::Half", "bfloat16": "c10::BFloat16",
    "float32": "float", "float64": "double", "complex64": "c10::complex<float>",
    "complex128": "c10::complex<double>",
}  # fmt: skip


@torch_function
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
        weight = boxed_tensor(read(ivy.swapaxes(weight, 0, 1)))
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


__all__ = ["SCALAR_NAMES", "bilinear", "linear"]
