"""``out=`` and ``_`` functions: results written over tensors, as PyTorch checks and does it."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.lib.array_utils import byte_bounds

from ivy_core.arrays.views import shadow
from ivy_core.arrays.write import become, store

from .dtypes import dtype, shown
from .tensors import Tensor, ivy, read, strides_of


def can_cast(from_: dtype, to: dtype) -> bool:
    """Return whether results of one type may be written into tensors of another.

    References
    ----------
    PyTorch documentation, torch.can_cast.

    Examples
    --------
    >>> import frontends.torch as torch
    >>> torch.can_cast(torch.float64, torch.float32), torch.can_cast(torch.float32, torch.int64)
    (True, False)
    """
    if from_.is_complex and not to.is_complex:
        return False
    if from_.is_floating_point and not (to.is_floating_point or to.is_complex):
        return False
    return not (from_.name != "bool" and to.name == "bool")


_JOINING = frozenset({
    "cat", "column_stack", "concat", "concatenate", "dstack", "hstack", "row_stack", "stack",
    "vstack",
})  # fmt: skip


def fill(out, result, name: str):
    """Write a result into the tensors of ``out``, which take its shape, and return them."""
    if isinstance(result, (tuple, list)):
        filled = [_filled(each, value, name) for each, value in zip(out, result, strict=True)]
        return result._make(filled) if hasattr(result, "_make") else type(result)(filled)
    return _filled(out, result, name)


def _filled(out: Tensor, result: Tensor, name: str) -> Tensor:
    if not isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    if not can_cast(result.dtype, out.dtype):
        if name in _JOINING:
            raise TypeError(
                "torch.cat(): input types can't be cast to the desired output type "
                f"{shown(out.dtype)}"
            )
        raise RuntimeError(
            f"result type {shown(result.dtype)} can't be cast to the desired output type "
            f"{shown(out.dtype)}"
        )
    value = cast(result, out.dtype)
    check_apart(out)
    if out.shape != result.shape:
        if out.shape.numel():
            warnings.warn(
                f"An output with one or more elements was resized since it had shape "
                f"{list(out.shape)}, which does not match the required output shape "
                f"{list(result.shape)}. This behavior is deprecated, and in a future PyTorch "
                "release outputs will not be resized unless they have zero elements. You can "
                "explicitly reuse an out tensor t by resizing it, inplace, to zero elements with "
                "t.resize_(0).",
                stacklevel=5,
            )
        become(out, value)
        return out
    store(out, read(value))
    return out


def check_apart(target: Tensor) -> None:
    """Raise RuntimeError if several elements of a tensor lie in one place, as of ``expand``."""
    pairs = zip(target.shape, strides_of(target), strict=True)
    if any(length > 1 and not step for length, step in pairs):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )


def cast(value: Tensor, to: dtype) -> Tensor:
    """Return a tensor in a type; itself where it has it."""
    return value if value.dtype is to else ivy.astype(value, to.core)


def refuse_overlap(target: Tensor, values) -> None:
    """Raise where a function that writes would read elements of the same memory elsewhere.

    Raises
    ------
    RuntimeError
        If a tensor shares some of the target's elements, and is not the same view of them.
    """
    is_view = hasattr(target, "_view")
    owner = target._view.base if is_view else target
    for value in values:
        if isinstance(value, Tensor) and value is not target:
            if hasattr(value, "_view"):
                if value._view.base is not owner:
                    continue
            elif value is not owner:
                continue
            one, other = shadow(target), shadow(value)
            if one.strides == other.strides and one.shape == other.shape:
                if byte_bounds(one) == byte_bounds(other):
                    continue
            if _is_dense(one) and _is_dense(other) and np.may_share_memory(one, other):
                raise RuntimeError(
                    "unsupported operation: some elements of the input tensor and the written-to "
                    "tensor refer to a single memory location. Please clone() the tensor before "
                    "performing the operation."
                )


def _is_dense(view: np.ndarray) -> bool:
    low, high = byte_bounds(view)
    return view.size > 0 and high - low == view.size and len(set(view.strides)) == view.ndim


def overwrite(target: Tensor, result: Tensor, name: str) -> Tensor:
    """Write the result of a function into the tensor whose ``_`` method has been called.

    Raises
    ------
    RuntimeError
        If it has another shape, or a type that cannot be cast to the tensor's.
    """
    if target.shape != result.shape:
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape "
            f"{list(result.shape)}"
        )
    if not can_cast(result.dtype, target.dtype):
        raise RuntimeError(
            f"result type {shown(result.dtype)} can't be cast to the desired output type "
            f"{shown(target.dtype)}"
        )
    store(target, read(cast(result, target.dtype)))
    return target
