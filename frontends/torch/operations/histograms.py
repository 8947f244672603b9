"""Counts of values in bins of one and several dimensions.

References
----------
PyTorch documentation, torch.histogram and torch.histogramdd.
"""

from __future__ import annotations

from typing import Any

from .. import return_types
from ..dispatch.func_wrapper import ivy, torch_function
from ..dispatch.outputs import shown
from ..tensors.tensor import Tensor

TensorLike = Any


def _bin_range(x: Tensor, name: str) -> tuple[float, float]:
    """Return the outer edges of bins: (0, 1) if empty, widened if equal; raise if not finite."""
    if not x.shape.numel():
        return 0.0, 1.0
    low, high = ivy.min(x).item(), ivy.max(x).item()
    if not (abs(low) < float("inf") and abs(high) < float("inf")):
        raise RuntimeError(f"{name}: dimension 0's range [{low:g}, {high:g}] is not finite")
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def _linear_edges(x: Tensor, bin_count: int, bounds, name: str) -> Tensor:
    """Return ``bin_count + 1`` edges; ``bounds`` are (low, high), or None for those of ``x``."""
    low, high = _bin_range(x, name) if bounds is None else bounds
    if low > high:
        raise RuntimeError(f"{name}: min should not exceed max, but got min {low:g} max {high:g}")
    if low == high:
        low, high = low - 0.5, high + 0.5
    return ivy.linspace(low, high, bin_count + 1, dtype=x.dtype.core)


def _bin_indices(x: Tensor, edges: Tensor) -> tuple[Tensor, Tensor]:
    """Return (each value's bin, a mask of those in none); the last edge is within the last bin."""
    count = edges.shape[0] - 1
    bin_index = ivy.subtract(ivy.searchsorted(edges, x, side="right"), 1)
    bin_index = ivy.where(ivy.equal(x, edges[-1]), count - 1, bin_index)
    outside = ivy.logical_or(ivy.less(x, edges[0]), ivy.greater(x, edges[-1]))
    return ivy.clip(bin_index, 0, max(count - 1, 0)), outside


def _bin_counts(bin_indices: Tensor, weights: Tensor, count: int) -> Tensor:
    """Return the summed weights of bins 0 to ``count`` - 1; other indices count nowhere."""
    numbers = ivy.arange(count, dtype="int64")
    within = ivy.equal(ivy.expand_dims(bin_indices, axis=-1), numbers)
    return ivy.sum(ivy.where(within, ivy.expand_dims(weights, axis=-1), 0), axis=0)


def _mask_weights(x: Tensor, outside: Tensor, weight, name: str) -> Tensor:
    """Return flat weights, of ones if None, 0 where ``outside``; raise for another dtype."""
    if weight is None:
        weight = ivy.ones(tuple(outside.shape), dtype=x.dtype.core)
    elif weight.dtype is not x.dtype:
        raise RuntimeError(
            f"{name}: if weight tensor is provided, input tensor and weight tensor should have the "
            f"same dtype, but got input({shown(x.dtype)}), and weight({shown(weight.dtype)})"
        )
    return ivy.where(outside, 0, ivy.reshape(weight, (-1,)))


def _check_float32_or_float64(x: Tensor, name: str) -> None:
    if not x.dtype.is_floating_point or x.dtype.itemsize < 4:
        raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{shown(x.dtype)}'")


@torch_function(differentiable=False)
def histogram(
    input: TensorLike, bins, *, range=None, weight: TensorLike = None, density: bool = False,
    out=None,
):  # fmt: skip
    """Count the values in bins; each holds its lower edge, the last both.

    Parameters
    ----------
    input : Tensor, floating
    bins : int or Tensor
        How many of equal width, or their edges.
    range : (float, float), optional
        Between what, by default the least and the greatest value.
    weight : Tensor, optional
        What each value counts for.
    density : bool
        Whether the counts are divided so that their integral is 1.

    Returns: hist, bin_edges : Tensor
    """
    _check_float32_or_float64(input, "histogram")
    x = ivy.reshape(input, (-1,))
    edges = bins if isinstance(bins, Tensor) else _linear_edges(x, bins, range, "torch.histogram()")
    numbers, outside = _bin_indices(x, edges)
    found = _bin_counts(
        numbers, _mask_weights(x, outside, weight, "torch.histogram()"), edges.shape[0] - 1
    )
    if density:
        widths = ivy.subtract(edges[1:], edges[:-1])
        found = ivy.divide(found, ivy.multiply(ivy.sum(found), widths))
    return return_types.histogram((found, edges))


@torch_function(differentiable=False)
def histogramdd(
    input: TensorLike, bins, range=None, weight: TensorLike = None, density: bool = False
):
    """Count points in boxes: the last dimension of the input are their coordinates.

    Parameters
    ----------
    input : Tensor, floating, shape (..., n)
    bins : int, sequence of int, or sequence of Tensor
        For each coordinate how many bins, or their edges.
    range : sequence of float, optional
        Two bounds for each coordinate.
    weight : Tensor, optional
    density : bool

    Returns
    -------
    hist : Tensor
    bin_edges : tuple of Tensor
    """
    _check_float32_or_float64(input, "histogramdd")
    if input.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    n = input.shape[-1]
    bins = [bins] * n if isinstance(bins, int) else list(bins)
    if len(bins) != n:
        raise RuntimeError(
            "histogramdd: The size of bins must be equal to the innermost dimension of the input."
        )
    points = ivy.reshape(input, (-1, n))
    edges, flat, outside = [], None, None
    for at, given in enumerate(bins):
        x = points[:, at]
        bounds = None if range is None else range[2 * at : 2 * at + 2]
        each = (
            given if isinstance(given, Tensor) else _linear_edges(x, given, bounds, "histogramdd")
        )
        bin_index, off = _bin_indices(x, each)
        count = each.shape[0] - 1
        flat = bin_index if flat is None else ivy.add(ivy.multiply(flat, count), bin_index)
        outside = off if outside is None else ivy.logical_or(outside, off)
        edges.append(each)
    shape = tuple(each.shape[0] - 1 for each in edges)
    total = 1
    for length in shape:
        total *= length
    found = ivy.reshape(
        _bin_counts(flat, _mask_weights(points, outside, weight, "histogramdd"), total), shape
    )
    if density:
        found = ivy.divide(found, ivy.sum(found))
        for at, each in enumerate(edges):
            widths = ivy.subtract(each[1:], each[:-1])
            found = ivy.divide(found, ivy.reshape(widths, (-1, *(1,) * (n - at - 1))))
    return return_types.histogramdd((found, tuple(edges)))


__all__ = ["histogram", "histogramdd"]
