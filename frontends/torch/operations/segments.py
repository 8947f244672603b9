"""Reductions of segments along an axis, and row indices packed and unpacked.

References
----------
PyTorch documentation, torch.segment_reduce; torch.sparse_csr_tensor for packed row indices.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ivy_core.arrays.host import to_numpy

from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import shown
from ..tensors.tensor import Tensor
from .scatter_gather import combined

TensorLike = Any
# what an empty segment holds, by PyTorch's names; a mean is divided behind
_OF_NOTHING = {"sum": 0.0, "mean": 0.0, "prod": 1.0, "max": -math.inf, "min": math.inf}
_OF_NOTHING |= {"amax": -math.inf, "amin": math.inf}
_COMBINES = {"mean": "sum", "max": "amax", "min": "amin"}


@torch_function
def segment_reduce(
    data: TensorLike,
    reduce: str,
    *,
    lengths: TensorLike | None = None,
    indices: TensorLike | None = None,
    offsets: TensorLike | None = None,
    axis: int = 0,
    unsafe: bool = False,
    initial=None,
) -> Tensor:
    """Return the sum, mean, product, largest or smallest of each segment along an axis.

    Parameters
    ----------
    data : Tensor, floating
        Its axes before ``axis`` have segments of their own.
    reduce : {'sum', 'mean', 'prod', 'max', 'amax', 'min', 'amin'}
    lengths : Tensor, shape (..., segments), integer, optional
        How many elements each segment has; of ``axis + 1`` dimensions.
    offsets : Tensor, shape (..., segments + 1), integer, optional
        Where each segment begins, and the last ends, in place of ``lengths``.
    unsafe : bool, optional
        Whether lengths need not add up to that of the axis.
    initial : float, optional
        What each segment begins with.

    Returns: Tensor, an element a segment along ``axis``

    Raises: RuntimeError if the lengths do not fit; NotImplementedError for other dtypes.

    References: PyTorch documentation, torch.segment_reduce.

    >>> torch.segment_reduce(torch.tensor([1.0, 2.0, 4.0]), "sum", lengths=torch.tensor([1, 2]))
    tensor([1., 6.])
    """
    if reduce not in _OF_NOTHING:
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}"
        )
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    if not data.dtype.is_floating_point:
        raise NotImplementedError(
            f"\"_segment_reduce_cpu\" not implemented for '{shown(data.dtype)}'"
        )
    starts = _starts_of_segments(data.shape, lengths, offsets, axis, unsafe)
    count = starts.shape[-1] - 1
    lead, rest = tuple(data.shape[:axis]), tuple(data.shape[axis + 1 :])
    begin = _OF_NOTHING[reduce] if initial is None else initial
    whole = ivy.full((*lead, count + 1, *rest), begin, dtype=data.dtype.core)
    positions = [np.arange(length) for length in lead]
    mesh = np.meshgrid(*positions, np.arange(data.shape[axis]), indexing="ij")[:-1]
    segments = _segment_of_each(starts, data.shape[axis])
    places = tuple(ivy.asarray(each, dtype="int64") for each in (*mesh, segments))
    found = combined(whole, places, data, _COMBINES.get(reduce, reduce), include_self=True)
    found = ivy.get_item(found, (*[slice(None)] * axis, slice(count)))
    if reduce != "mean":
        return found
    counts = np.diff(starts).reshape((*lead, count) + (1,) * len(rest))
    nothing = math.nan if initial is None else initial
    counts = ivy.astype(ivy.asarray(counts), data.dtype.core)
    means = ivy.divide(found, ivy.maximum(counts, 1))
    return ivy.where(ivy.greater(counts, 0), means, ivy.full_like(means, nothing))


def _starts_of_segments(shape, lengths, offsets, axis: int, unsafe: bool) -> np.ndarray:
    """Return the starts of segments and the end of the last, checked as PyTorch checks them."""
    given = offsets if lengths is None else lengths
    if given is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    if axis != given.ndim - 1:
        raise RuntimeError(
            f"segment_reduce(): Expected axis to be the last dimension of lengths but got {axis}."
        )
    values = to_numpy(given)
    if values.dtype.kind not in "iu":
        raise NotImplementedError(
            f"\"_segment_reduce_lengths_cpu_kernel1\" not implemented for '{shown(given.dtype)}'"
        )
    if lengths is None:
        return values
    if not unsafe:
        if values.size and values.min() < 0:
            raise RuntimeError("lengths contains negative value!")
        if not (values.sum(-1) == shape[axis]).all():
            raise RuntimeError(
                "segment_reduce(): Expected all rows of lengths along axis to sum to "
                "data.size(lengths.dim()-1) when !unsafe."
            )
    return np.concatenate([np.zeros((*values.shape[:-1], 1), int), values.cumsum(-1)], -1)


def _segment_of_each(starts: np.ndarray, length: int) -> np.ndarray:
    """Return the segment that each element is in; one past the last for those that are in none."""
    count = starts.shape[-1] - 1
    rows = [
        np.searchsorted(row, np.arange(length), side="right") - 1
        for row in starts.reshape(-1, count + 1)
    ]
    found = np.array(rows, int).reshape((*starts.shape[:-1], length))
    return np.where((found < 0) | (found > count), count, found)


@torch_function(differentiable=False)
def _convert_indices_from_coo_to_csr(
    input: TensorLike, size: int, *, out_int32: bool = False, out=None
) -> Tensor:
    """Return the starts of ``size`` rows among sorted row indices, and the end of the last."""
    rows = ivy.arange(size + 1, dtype=input.dtype.core)
    found = ivy.searchsorted(input, rows, side="left")
    return ivy.astype(found, "int32" if out_int32 else "int64")


@torch_function(differentiable=False)
def _convert_indices_from_csr_to_coo(
    crow_indices: TensorLike, col_indices: TensorLike, *, out_int32: bool = False,
    transpose: bool = False, out=None,
) -> Tensor:  # fmt: skip
    """Return the row of each element above its column, or below it where ``transpose`` says so."""
    kind = "int32" if out_int32 else "int64"
    places = ivy.arange(col_indices.shape[0], dtype=crow_indices.dtype.core)
    rows = ivy.astype(ivy.searchsorted(crow_indices, places, side="right"), kind)
    both = [ivy.subtract(rows, 1), ivy.astype(col_indices, kind)]
    return ivy.stack(both[::-1] if transpose else both, axis=0)


__all__ = ["_convert_indices_from_coo_to_csr", "_convert_indices_from_csr_to_coo", "segment_reduce"]
