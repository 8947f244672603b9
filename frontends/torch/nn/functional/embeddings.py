"""Rows of tables: embeddings, and one-hot vectors."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from frontends.torch.dispatch.docstrings import citing
from frontends.torch.dispatch.func_wrapper import ivy, plain_tensor, torch_function
from frontends.torch.dispatch.outputs import cast, overwrite, shown
from frontends.torch.operations import host_forms
from frontends.torch.tensors.tensor import Tensor
from ivy_core.compilation.trace.index_checks import watch_range

from .declaring import composed, values_of
from .normalizations import vector_norm

TensorLike = Number = Any


@composed
def embedding(
    input: TensorLike,
    weight: TensorLike,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Return rows of a table.

    Parameters
    ----------
    input : Tensor, int64 or int32
        Numbers of rows.
    weight : Tensor, shape (num_embeddings, embedding_dim)
        The table.
    padding_idx : int, optional
        A row without a gradient.
    max_norm : float, optional
        Rows that are asked for are scaled down in place to at most this norm.
    scale_grad_by_freq : bool
        Whether gradients are divided by how often a row is asked for.
    sparse : bool
        Accepted; gradients are dense.

    Raises: IndexError if there is no such row.
    Raises: RuntimeError if a type or a shape is not allowed.
    """
    rows = weight.shape[0] if weight.ndim else 0
    if padding_idx is not None:
        if not -rows <= padding_idx < rows:
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= rows
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    _check_index_dtype(input, "embedding")
    check_rows(input, rows, _no_row_of_table)
    if max_norm is not None:
        _renormalize_rows(weight, input, max_norm, norm_type)
    return _rows(weight, input, padding_idx, scale_grad_by_freq)


def _check_index_dtype(indices: Tensor, name: str) -> None:
    if indices.dtype.name not in ("int64", "int32"):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
            f"Long, Int; but got torch.{shown(indices.dtype)}Tensor instead (while checking "
            f"arguments for {name})"
        )


@citing(None)
def check_rows(indices: Tensor, rows: int, told: Callable[[int, int], Exception]) -> None:
    """Refuse numbers of rows that are not there.

    ``told(position, row)`` gives the error for the first one that is out of range, which is raised.
    """
    values = values_of(indices)
    if values is None:
        watch_range(indices, 0, rows)
    elif values.size and (values.min() < 0 or values.max() >= rows):
        values = values.reshape(-1)
        position = int(np.argmax((values < 0) | (values >= rows)))
        raise told(position, int(values[position]))


def _no_row_of_table(*_) -> IndexError:
    return IndexError("index out of range in self")


def _no_row_of_bag(mode: str, rows: int, position: int, row: int) -> RuntimeError:
    if mode == "max":
        return RuntimeError(
            f"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be {row}"
        )
    return RuntimeError(
        f"Index {position} of input takes value {row} which is not in the valid range [0, {rows})"
    )


@torch_function(host=host_forms.rows)
def _rows(
    weight: TensorLike, indices: TensorLike, padding_idx: int | None, scale_grad_by_freq: bool
) -> Tensor:
    """Return rows of a table; options drop gradients at ``padding_idx``, divide them by counts."""
    found = ivy.take(weight, indices, axis=0)
    if padding_idx is not None:
        hidden = ivy.expand_dims(indices == padding_idx, axis=-1)
        found = ivy.where(hidden, ivy.stop_gradient(found), found)
    if scale_grad_by_freq:
        flat = ivy.reshape(indices, (-1,))
        same = ivy.expand_dims(flat, axis=1) == ivy.expand_dims(flat, axis=0)
        counts = ivy.reshape(ivy.sum(cast(same, weight.dtype), axis=1), (*indices.shape, 1))
        held = ivy.stop_gradient(found)
        found = held + (found - held) / counts
    return found


def _renormalize_rows(weight: Tensor, indices: Tensor, max_norm: float, norm_type: float) -> None:
    """Scale down in place the rows asked for whose norm is above a bound; no tape records it."""
    table = weight.detach()
    values = plain_tensor(table)
    norms = vector_norm(values, norm_type, (1,))
    rows = ivy.expand_dims(ivy.arange(values.shape[0]), axis=1)
    flat = ivy.reshape(plain_tensor(indices), (1, -1))
    is_asked = ivy.any(rows == flat, axis=1, keepdims=True)
    scale = ivy.where(ivy.logical_and(is_asked, norms > max_norm), max_norm / (norms + 1e-7), 1.0)
    overwrite(table, cast(values * scale, values.dtype), "embedding_renorm_")


@composed
def embedding_bag(
    input: TensorLike,
    weight: TensorLike,
    offsets: TensorLike | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: TensorLike | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """Return sums, means or maxima of bags of rows of a table.

    Parameters
    ----------
    input : Tensor, shape (B, L), or (N,) with ``offsets``
        Numbers of rows.
    offsets : Tensor, shape (B,), optional
        Where each bag begins.
    per_sample_weights : Tensor, the shape of ``input``, optional
        What the rows are multiplied by, for sums.
    include_last_offset : bool
        Whether the last offset is the end of the last bag.
    padding_idx : int, optional
        A row that is left out.

    Raises: ValueError if shapes or options do not fit.
    """
    if weight.dtype.name == "int64" and input.dtype.is_floating_point:
        warnings.warn(
            "Argument order of nn.functional.embedding_bag was changed. Usage "
            "`embedding_bag(weight, input, ...)` is deprecated, and should now be "
            "`embedding_bag(input, weight, ...)`.",
            stacklevel=5,
        )
        weight, input = input, weight
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then "
            f"it must have the same shape as the input ({input.shape})"
        )
    if weight.ndim != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    bounds = _bag_bounds(input, offsets, include_last_offset)
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
            f"for mode='sum' (got mode='{mode}'). Please open a feature request on GitHub."
        )
    _check_index_dtype(input, "embedding_bag")
    flat = input.reshape(-1)
    rows = weight.shape[0]
    check_rows(flat, rows, partial(_no_row_of_bag, mode, rows))
    if max_norm is not None:
        _renormalize_rows(weight, flat, max_norm, norm_type)
    if padding_idx is not None:
        padding_idx %= weight.shape[0]
    scales = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    return _bags(weight, flat, scales, bounds, mode, scale_grad_by_freq, padding_idx)


def _bag_bounds(input: Tensor, offsets: Tensor | None, includes_last: bool):
    """Return the ints at which each bag begins and the last ends; raise if ``offsets`` misfit."""
    if input.ndim == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch "
                f"of fixed length sequences. However, found offsets of type {type(offsets)}"
            )
        size = input.shape[1]
        return tuple(i * size for i in range(input.shape[0] + 1))
    if input.ndim != 1:
        raise ValueError(
            f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}"
        )
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets.ndim != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    starts = [int(n) for n in plain_tensor(offsets).tolist()]
    if starts and starts[0]:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
            f"position 0. However, got {starts[0]}"
        )
    count = input.shape[0]
    if starts and starts[-1] > count:
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length({count}), but got offsets[-1] of "
            f"{starts[-1]}"
        )
    return tuple(starts[:-1] if includes_last else starts) + (
        starts[-1] if includes_last else count,
    )


@torch_function
def _bags(
    weight: TensorLike,
    indices: TensorLike,
    scales: TensorLike | None,
    bounds: tuple[int, ...],
    mode: str,
    scale_grad_by_freq: bool,
    padding_idx: int | None,
) -> Tensor:
    """Reduce the rows of each bag, between one bound and the next."""
    found = _rows.__wrapped__(weight, indices, padding_idx, scale_grad_by_freq)
    if scales is not None:
        found = found * ivy.expand_dims(scales, axis=1)
    counts = None
    if padding_idx is not None:
        is_there = ivy.expand_dims(indices != padding_idx, axis=1)
        found = ivy.where(is_there, found, -float("inf") if mode == "max" else 0.0)
        counts = cast(is_there, weight.dtype)
    bags = []
    for start, stop in zip(bounds[:-1], bounds[1:], strict=True):
        rows = found[start:stop]
        if stop <= start:
            bags.append(ivy.zeros((weight.shape[1],), dtype=weight.dtype.core))
        elif mode == "max":
            largest = ivy.max(rows, axis=0)
            bags.append(ivy.where(largest == -float("inf"), 0.0, largest))
        else:
            total = ivy.sum(rows, axis=0)
            if mode == "mean" and counts is None:
                total = total / (stop - start)
            elif mode == "mean":
                total = total / ivy.maximum(ivy.sum(counts[start:stop]), 1.0)
            bags.append(total)
    if not bags:
        return ivy.zeros((0, weight.shape[1]), dtype=weight.dtype.core)
    return ivy.stack(bags, axis=0)


@torch_function(differentiable=False, host=host_forms.one_hot)
def one_hot(tensor: TensorLike, num_classes: int = -1) -> Tensor:
    """Return vectors with a one at the index of each class, and zeros elsewhere.

    Parameters
    ----------
    tensor : Tensor, int64
        Numbers of classes.
    num_classes : int
        Length of the vectors; one more than the largest class if -1.

    Returns: Tensor, shape (*, num_classes), int64

    Raises: RuntimeError if there is no such class, or the tensor is of another type.
    """
    if tensor.dtype.name != "int64":
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    values = values_of(tensor)
    if not tensor.shape.numel():
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return ivy.zeros((*tensor.shape, num_classes), dtype="int64")
    if values is not None and values.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        if values is None:
            raise RuntimeError("one_hot: the number of classes is not known in a trace")
        num_classes = int(values.max()) + 1
    elif values is not None and values.max() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    if values is None:
        watch_range(tensor, 0, num_classes)
    classes = ivy.arange(num_classes, dtype="int64")
    return ivy.astype(ivy.expand_dims(tensor, axis=-1) == classes, "int64")


__all__ = ["check_rows", "embedding", "embedding_bag", "one_hot"]
