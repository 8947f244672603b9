"""Order: sorting, searching, selecting, and what is unique."""

from __future__ import annotations

import builtins
import math
from typing import Any

from .. import return_types
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import cast, shown
from ..tensors.tensor import Tensor
from . import host_forms
from .reductions import taken
from .views import wrapped

TensorLike = Number = Any


def _stable_argsort(x: Tensor, axis: int, descending: bool) -> Tensor:
    """Return the indices of the elements in order; equal ones keep their order."""
    if x.dtype.kind == "b":
        x = ivy.astype(x, "uint8")
    return ivy.astype(ivy.argsort(x, axis=axis, descending=descending, stable=True), "int64")


@torch_function(host=host_forms.sort)
def sort(input: TensorLike, dim: int = -1, descending: bool = False, stable=None, *, out=None):
    """Sort along a dimension; nan comes last.

    Equal elements keep their order whether ``stable`` is asked for or not.

    >>> torch.sort(torch.tensor([3, 1, 2])).indices.tolist()
    [1, 2, 0]
    """
    if isinstance(dim, bool):  # sort(stable, dim, descending) is a form of it too
        dim, descending = -1, False
    _check_real(input, "sort")
    axis = wrapped(dim, input.ndim)
    if not input.ndim:
        return return_types.sort((ivy.copy_array(input), ivy.zeros((), dtype="int64")))
    indices = _stable_argsort(input, axis, descending)
    return return_types.sort((ivy.take_along_axis(input, indices, axis), indices))


def _check_real(x: Tensor, name: str) -> None:
    if x.dtype.is_complex:
        raise RuntimeError(f"{name}(): does not support complex input")


@torch_function(differentiable=False, host=host_forms.argsort)
def argsort(input: TensorLike, dim: int = -1, descending: bool = False, stable: bool = False):
    """Return the indices of the elements in order."""
    _check_real(input, "sort")
    axis = wrapped(dim, input.ndim)
    if not input.ndim:
        return ivy.zeros((), dtype="int64")
    return _stable_argsort(input, axis, descending)


@torch_function
def msort(input: TensorLike, *, out=None) -> Tensor:
    """Sort along the first dimension."""
    return sort.function.body(input, 0).values


@torch_function(host=host_forms.topk)
def topk(
    input: TensorLike, k: int, dim: int = -1, largest: bool = True, sorted: bool = True, *, out=None
):
    """Return the ``k`` largest or smallest elements along a dimension, and their indices.

    Raises: RuntimeError if there are fewer elements.
    """
    axis = wrapped(dim, input.ndim)
    k = int(k)
    if not input.ndim:
        if k > 1:
            raise RuntimeError("selected index k out of range")
        return return_types.topk((ivy.copy_array(input), ivy.zeros((), dtype="int64")))
    if not 0 <= k <= input.shape[axis]:
        raise RuntimeError("selected index k out of range")
    _check_real(input, "topk")
    if input.dtype.kind == "b":
        raise RuntimeError("Sort currently does not support bool dtype on CPU")
    indices = _stable_argsort(input, axis, largest)[
        (*(builtins.slice(None),) * axis, builtins.slice(0, k))
    ]
    indices = ivy.copy_array(indices)
    return return_types.topk((ivy.take_along_axis(input, indices, axis), indices))


@torch_function
def kthvalue(input: TensorLike, k: int, dim: int = -1, keepdim: bool = False, *, out=None):
    """Return the ``k``-th smallest element along a dimension, and its index."""
    axis = wrapped(dim, input.ndim)
    length = input.shape[axis] if input.ndim else 1
    if not 1 <= k <= length:
        raise RuntimeError("kthvalue(): selected number k out of range for dimension 0")
    if not input.ndim:
        return return_types.kthvalue((ivy.copy_array(input), ivy.zeros((), dtype="int64")))
    indices = ivy.take(
        _stable_argsort(input, axis, False), ivy.asarray(k - 1, dtype="int64"), axis=axis
    )
    indices = ivy.expand_dims(indices, axis=axis) if keepdim else indices
    return return_types.kthvalue((taken(input, indices, axis, keepdim), indices))


def _lower_median(x: Tensor, dim, keepdim: bool, name: str, skips_nan: bool):
    """Return the lower median, or (medians, indices) along ``dim``; nan, if not skipped, wins."""
    flat = dim is None
    if flat:
        x, dim = ivy.reshape(x, (-1,)), 0
    axis = wrapped(dim, x.ndim)
    if not x.ndim:
        values, indices = ivy.copy_array(x), ivy.zeros((), dtype="int64")
        return values if flat else getattr(return_types, name)((values, indices))
    length = x.shape[axis]
    if not length:
        if flat:
            kind = x.dtype
            return ivy.full((), float("nan") if kind.is_floating_point else -(2**63),
                            dtype=kind.core)  # fmt: skip
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")
    order = _stable_argsort(x, axis, False)
    if x.dtype.is_floating_point:
        missing = ivy.astype(ivy.isnan(x), "int64")
        count = ivy.subtract(length, ivy.sum(missing, axis=axis, keepdims=True))
        if skips_nan:
            rank = ivy.maximum(ivy.floor_divide(ivy.subtract(count, 1), 2), 0)
        else:  # nan comes last: the first of them is the answer
            rank = ivy.where(ivy.less(count, length), count, (length - 1) // 2)
    else:
        rank = ivy.full_like(ivy.sum(order, axis=axis, keepdims=True), (length - 1) // 2)
    indices = ivy.take_along_axis(order, rank, axis)
    values = ivy.take_along_axis(x, indices, axis)
    if flat:
        return ivy.reshape(values, ())
    if not keepdim:
        values, indices = ivy.squeeze(values, axis=axis), ivy.squeeze(indices, axis=axis)
    return getattr(return_types, name)((values, indices))


@torch_function
def median(input: TensorLike, dim=None, keepdim: bool = False, *, out=None):
    """Return the median, the lower one of two; nan where there is one."""
    return _lower_median(input, dim, keepdim, "median", skips_nan=False)


@torch_function
def nanmedian(input: TensorLike, dim=None, keepdim: bool = False, *, out=None):
    """Return the median of the elements that are no nan."""
    return _lower_median(input, dim, keepdim, "nanmedian", skips_nan=True)


@torch_function
def mode(input: TensorLike, dim: int = -1, keepdim: bool = False, *, out=None):
    """Return the most frequent element along a dimension, the smallest of several, and its index.

    References: PyTorch documentation, torch.mode.
    """
    axis = wrapped(dim, input.ndim)
    if not input.ndim:
        return return_types.mode((ivy.copy_array(input), ivy.zeros((), dtype="int64")))
    if not input.shape[axis]:
        raise IndexError(f"mode(): Expected reduction dim {dim} to have non-zero size.")
    moved = ivy.moveaxis(input, axis, -1)
    order = _stable_argsort(moved, moved.ndim - 1, False)
    values = ivy.take_along_axis(moved, order, -1)
    alike = ivy.equal(ivy.expand_dims(values, axis=-1), ivy.expand_dims(values, axis=-2))
    counts = ivy.sum(ivy.astype(alike, "int64"), axis=-1)
    best = ivy.max(counts, axis=-1, keepdims=True)
    numbers = ivy.arange(values.shape[-1], dtype="int64")
    first = ivy.argmax(ivy.equal(counts, best).byte(), axis=-1, keepdims=True)
    chosen = ivy.take_along_axis(values, first, -1)
    last = ivy.max(  # PyTorch gives the last of the equal ones
        ivy.where(ivy.equal(values, chosen), numbers, 0), axis=-1, keepdims=True
    )
    indices = ivy.moveaxis(ivy.take_along_axis(order, last, -1), -1, axis)
    indices = ivy.copy_array(indices)
    indices = indices if keepdim else ivy.squeeze(indices, axis=axis)
    return return_types.mode((taken(input, indices, axis, keepdim), indices))


def _check_quantiles(x: Tensor, q, interpolation: str, name: str) -> None:
    """Raise RuntimeError for a dtype, rank, number or interpolation that is not allowed."""
    if x.dtype.kind != "f" or x.dtype.itemsize < 4:
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if isinstance(q, Tensor):
        if q.ndim > 1:
            raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
        if q.dtype is not x.dtype:
            raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    elif not 0 <= q <= 1:
        raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q}")
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, "
            f"but got {interpolation}"
        )


def _interpolate(ordered: Tensor, rank: Tensor, interpolation: str) -> Tensor:
    """Interpolate sorted elements at fractional ranks along the last axis."""
    low, high = ivy.floor(rank), ivy.ceil(rank)
    if interpolation == "nearest":
        low = high = ivy.round(rank)
    values = [ivy.take_along_axis(ordered, ivy.astype(r, "int64"), -1) for r in (low, high)]
    if interpolation == "linear":
        share = ivy.subtract(rank, low)
        found = ivy.add(values[0], ivy.multiply(share, ivy.subtract(values[1], values[0])))
        return ivy.where(ivy.equal(values[0], values[1]), values[0], found)
    if interpolation == "midpoint":
        return ivy.add(values[0], ivy.multiply(0.5, ivy.subtract(values[1], values[0])))
    return values[1] if interpolation == "higher" else values[0]


def _quantiles(x: Tensor, q, dim, keepdim: bool, interpolation: str, name: str, skips_nan: bool):
    """Return quantiles, in a new first axis if ``q`` is 1-D; nan wins unless ``skips_nan``."""
    _check_quantiles(x, q, interpolation, name)
    many = isinstance(q, Tensor) and q.ndim == 1
    ndim = x.ndim
    if dim is None:
        x = ivy.reshape(x, (-1,))
        axis = 0
    else:
        axis = wrapped(dim, ndim)
    x = ivy.reshape(x, (1,)) if not x.ndim else ivy.moveaxis(x, axis, -1)
    if not x.shape[-1]:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    ordered = ivy.take_along_axis(x, _stable_argsort(x, x.ndim - 1, False), -1)
    missing = ivy.isnan(ordered)
    length = ordered.shape[-1]
    absent = ivy.sum(ivy.astype(missing, "int64"), axis=-1, keepdims=True)
    count = ivy.subtract(length, absent) if skips_nan else length
    points = (
        ivy.reshape(q, (-1,)) if isinstance(q, Tensor) else ivy.asarray([q], dtype=x.dtype.core)
    )
    last = ivy.subtract(count, 1)
    last = cast(last, x.dtype) if isinstance(last, Tensor) else float(last)
    rank = ivy.maximum(ivy.multiply(points, last), 0)
    rank = ivy.broadcast_to(rank, (*ordered.shape[:-1], points.shape[0]))
    found = _interpolate(ordered, rank, interpolation)
    bad = ivy.equal(absent, length) if skips_nan else ivy.greater(absent, 0)
    found = ivy.where(bad, float("nan"), found)
    if keepdim:
        found = ivy.expand_dims(found, axis=-1)
        found = ivy.moveaxis(found, -2, 0)
        if dim is None:
            found = ivy.reshape(found, (points.shape[0], *(1,) * ndim))
        elif ndim:
            found = ivy.moveaxis(found, -1, axis + 1)
        else:
            found = ivy.reshape(found, (points.shape[0],))
    else:
        found = ivy.moveaxis(found, -1, 0)
        if not ndim:
            found = ivy.reshape(found, (points.shape[0],))
    return ivy.copy_array(found) if many else ivy.copy_array(found[0, ...])


@torch_function
def quantile(
    input: TensorLike, q: TensorLike | Number, dim=None, keepdim: bool = False, *,
    interpolation: str = "linear", out=None,
) -> Tensor:  # fmt: skip
    """Compute quantiles."""
    return _quantiles(input, q, dim, keepdim, interpolation, "quantile", skips_nan=False)


@torch_function
def nanquantile(
    input: TensorLike, q: TensorLike | Number, dim=None, keepdim: bool = False, *,
    interpolation: str = "linear", out=None,
) -> Tensor:  # fmt: skip
    """Compute quantiles of the elements that are no nan."""
    return _quantiles(input, q, dim, keepdim, interpolation, "nanquantile", skips_nan=True)


@torch_function(differentiable=False)
def searchsorted(
    sorted_sequence: TensorLike, input: TensorLike | Number, *, out_int32: bool = False,
    right: bool = False, side=None, sorter: TensorLike = None, out=None,
) -> Tensor:  # fmt: skip
    """Find the indices at which elements would be inserted into a sorted sequence."""
    if side not in (None, "left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}"
        )
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left "
            "while right was True"
        )
    right = right or side == "right"
    values = input if isinstance(input, Tensor) else ivy.asarray(input, dtype=None)
    if sorter is not None:
        sorted_sequence = ivy.take_along_axis(sorted_sequence, sorter, -1)
    if sorted_sequence.ndim != 1 and sorted_sequence.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
            "dimensions of boundaries tensor and input value tensor must match, but we got "
            f"boundaries tensor {list(sorted_sequence.shape)} and input value tensor "
            f"{list(values.shape)}"
        )
    if sorted_sequence.ndim == 1:
        found = ivy.searchsorted(sorted_sequence, values, side="right" if right else "left")
    else:
        before = ivy.less_equal if right else ivy.less
        is_before = before(
            ivy.expand_dims(sorted_sequence, axis=-2), ivy.expand_dims(values, axis=-1)
        )
        found = ivy.sum(ivy.astype(is_before, "int64"), axis=-1)
    if values.dtype.kind == "f":  # nan stands behind all, also behind other nan
        found = ivy.where(ivy.isnan(values), sorted_sequence.shape[-1], found)
    return ivy.astype(found, "int32") if out_int32 else found


@torch_function(differentiable=False)
def bucketize(
    input: TensorLike | Number, boundaries: TensorLike, *, out_int32: bool = False,
    right: bool = False, out=None,
) -> Tensor:  # fmt: skip
    """Return in which interval of boundaries elements lie."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted.function.body(boundaries, input, out_int32=out_int32, right=right)


@torch_function(differentiable=False, host=host_forms.isin)
def isin(
    elements: TensorLike | Number, test_elements: TensorLike | Number, *,
    assume_unique: bool = False, invert: bool = False, out=None,
) -> Tensor:  # fmt: skip
    """Test which elements are among others.

    Raises: RuntimeError for tensors of bools or complex numbers.
    """
    x = elements if isinstance(elements, Tensor) else ivy.asarray(elements)
    tests = test_elements if isinstance(test_elements, Tensor) else ivy.asarray(test_elements)
    for each in (x, tests):
        if each.dtype.kind in "bc":
            raise RuntimeError(
                f"Unsupported input type encountered for isin(): {shown(each.dtype)}"
            )
    flat = ivy.reshape(tests, (-1,))
    found = ivy.any(ivy.equal(ivy.expand_dims(x, axis=-1), flat), axis=-1)
    return ivy.logical_not(found) if invert else found


# what is unique: lengths depend on values, so nothing of it is traced


@torch_function(differentiable=False, host=host_forms.unique)
def unique(
    input: TensorLike, sorted: bool = True, return_inverse: bool = False,
    return_counts: bool = False, dim=None,
):  # fmt: skip
    """Return the different elements in order, or the different slices along a dimension."""
    values, inverse, counts = _unique_inverse_and_counts(input, dim)
    found = [values] + [inverse] * return_inverse + [counts] * return_counts
    return found[0] if len(found) == 1 else tuple(found)


def _unique_inverse_and_counts(x: Tensor, dim):
    """Return (unique elements, or slices along ``dim``, sorted; indices in them; counts)."""
    if dim is None:
        flat = ivy.reshape(x, (-1,))
        values, inverse, counts = _unique_rows_inverse_and_counts(ivy.expand_dims(flat, axis=1))
        return ivy.reshape(values, (-1,)), ivy.reshape(inverse, tuple(x.shape)), counts
    axis = wrapped(dim, x.ndim)
    moved = ivy.moveaxis(x, axis, 0)
    rows = ivy.reshape(moved, (moved.shape[0], math.prod(moved.shape[1:])))
    values, inverse, counts = _unique_rows_inverse_and_counts(rows)
    values = ivy.reshape(values, (values.shape[0], *moved.shape[1:]))
    return ivy.copy_array(ivy.moveaxis(values, 0, axis)), inverse, counts


def _unique_rows_inverse_and_counts(rows: Tensor):
    """Return a matrix's different rows in order, each row's index in them, and their counts."""
    count = rows.shape[0]
    if not count or not rows.shape[1]:
        few = builtins.min(count, 1)
        counts = ivy.full((few,), count, dtype="int64")
        return rows[:few], ivy.zeros((count,), dtype="int64"), counts
    order = ivy.arange(count, dtype="int64")
    for column in range(rows.shape[1] - 1, -1, -1):  # a stable sort by each column, the last first
        keys = ivy.take(rows[:, column], order, axis=0)
        order = ivy.take(order, _stable_argsort(keys, 0, False), axis=0)
    ordered = ivy.take(rows, order, axis=0)
    new = ivy.any(ivy.not_equal(ordered[1:], ordered[:-1]), axis=1)
    new = ivy.concat([ivy.ones((1,), dtype="bool"), new])
    group = ivy.subtract(ivy.cumsum(ivy.astype(new, "int64"), axis=0), 1)
    starts = ivy.astype(ivy.nonzero(new)[0], "int64")
    inverse = ivy.take(group, _stable_argsort(order, 0, False), axis=0)
    ends = ivy.concat([starts[1:], ivy.full((1,), count, dtype="int64")])
    return ivy.take(ordered, starts, axis=0), inverse, ivy.subtract(ends, starts)


@torch_function(differentiable=False)
def unique_consecutive(
    input: TensorLike, return_inverse: bool = False, return_counts: bool = False, dim=None
):
    """Return the first of each run of equal elements."""
    if dim is None:
        rows, shape, axis = ivy.reshape(input, (-1, 1)), None, None
    else:
        axis = wrapped(dim, input.ndim)
        moved = ivy.moveaxis(input, axis, 0)
        shape = moved.shape[1:]
        rows = ivy.reshape(moved, (moved.shape[0], math.prod(shape)))
    count = rows.shape[0]
    if count:
        new = ivy.any(ivy.not_equal(rows[1:], rows[:-1]), axis=1)
        new = ivy.concat([ivy.ones((1,), dtype="bool"), new])
        inverse = ivy.subtract(ivy.cumsum(ivy.astype(new, "int64"), axis=0), 1)
        starts = ivy.astype(ivy.nonzero(new)[0], "int64")
        ends = ivy.concat([starts[1:], ivy.full((1,), count, dtype="int64")])
        values, counts = ivy.take(rows, starts, axis=0), ivy.subtract(ends, starts)
    else:
        values, inverse, counts = rows, *(ivy.zeros((0,), dtype="int64") for _ in range(2))
    if dim is None:
        values = ivy.reshape(values, (-1,))
        inverse = ivy.reshape(inverse, tuple(input.shape))
    else:
        values = ivy.reshape(values, (values.shape[0], *shape))
        values = ivy.copy_array(ivy.moveaxis(values, 0, axis))
    found = [values] + [inverse] * return_inverse + [counts] * return_counts
    return found[0] if len(found) == 1 else tuple(found)


# counts


@torch_function(differentiable=False, host=host_forms.bincount)
def bincount(input: TensorLike, weights: TensorLike = None, minlength: int = 0) -> Tensor:
    """Count how often each number occurs."""
    if input.dtype.kind not in "iu":
        raise NotImplementedError(f"\"bincount_cpu\" not implemented for '{shown(input.dtype)}'")
    if input.ndim != 1:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is not None and weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    if input.shape[0] and ivy.min(input).item() < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    length = builtins.max(int(ivy.max(input).item()) + 1 if input.shape[0] else 0, minlength)
    kind = (
        "int64" if weights is None else "float32" if weights.dtype.name == "float32" else "float64"
    )
    if not input.shape[0]:
        return ivy.zeros((length,), dtype="int64" if weights is None else kind)
    ones = ivy.ones((input.shape[0],), dtype=kind) if weights is None else ivy.astype(weights, kind)
    return ivy.unsorted_segment_sum(ones, ivy.astype(input, "int64"), length)


@torch_function(differentiable=False)
def histc(
    input: TensorLike, bins: int = 100, min: Number = 0, max: Number = 0, *, out=None
) -> Tensor:
    """Count elements in equal intervals from ``min`` to ``max``; of all elements if both are 0."""
    if bins <= 0:
        raise RuntimeError("bins must be > 0")
    x = ivy.reshape(input, (-1,))
    low, high = min, max
    if low == high and x.shape[0]:
        low, high = ivy.min(x).item(), ivy.max(x).item()
    if low == high:
        low, high = low - 1, high + 1
    if not low < high:
        raise RuntimeError("max must be larger than min")
    inside = ivy.logical_and(ivy.greater_equal(x, low), ivy.less_equal(x, high))
    wide = ivy.astype(x, "float64")
    at = ivy.floor(ivy.multiply(ivy.subtract(wide, low), bins / (high - low)))
    at = ivy.minimum(ivy.maximum(ivy.where(inside, at, 0), 0), bins - 1)
    return ivy.unsorted_segment_sum(
        ivy.astype(inside, input.dtype.core), ivy.astype(at, "int64"), bins
    )


__all__ = [
    "argsort", "bincount", "bucketize", "histc", "isin", "kthvalue", "median", "mode", "msort",
    "nanmedian", "nanquantile", "quantile", "searchsorted", "sort", "topk", "unique",
    "unique_consecutive",
]  # fmt: skip
