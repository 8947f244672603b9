"""Arrays joined, split and padded, of the PyTorch backend."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.backends.common import padding
from ivy_core.backends.common.shapes import (
    joined,
    split_bounds,
    split_sizes,
    wanted_lengths,
)
from ivy_core.dtypes import as_dtype
from ivy_core.utils.exceptions import (
    refuse,
    refuse_natively,
)

from ..kernels.axes import normal_axis


def concat(arrays, /, *, axis=0):
    if axis is None:
        arrays, axis = [x.reshape(-1) for x in arrays], 0
    # torch skips empty vectors, whatever the other shapes are
    for x in arrays:
        if x.ndim != arrays[0].ndim or not x.numel():
            try:
                joined(np.concatenate, arrays, axis)
            except ValueError as known:
                refuse_natively(known, torch.cat, arrays, axis)
            break
    try:
        return torch.cat(arrays, axis)
    except (RuntimeError, ValueError, IndexError) as err:
        refuse(err, joined, np.concatenate, arrays, axis)


def stack(arrays, /, *, axis=0):
    try:
        return torch.stack(arrays, axis)
    except (RuntimeError, IndexError) as err:
        refuse(err, joined, np.stack, arrays, axis)


def hstack(arrays, /):
    arrays = [x if x.ndim else x.reshape(1) for x in arrays]
    return concat(arrays, axis=0 if arrays and arrays[0].ndim == 1 else 1)


def vstack(arrays, /):
    return concat([torch.atleast_2d(x) for x in arrays], axis=0)


def dstack(arrays, /):
    return concat([torch.atleast_3d(x) for x in arrays], axis=2)


def column_stack(arrays, /):
    return concat([x if x.ndim > 1 else x.reshape(-1, 1) for x in arrays], axis=1)


def unstack(x, /, *, axis=0, keepdims=False):
    if not x.ndim:
        raise ValueError("unstack: the array must have at least one dimension")
    return list(torch.split(x, 1, axis) if keepdims else torch.unbind(x, axis))


def split(x, /, *, num_or_size_splits=None, axis=0, with_remainder=False):
    if not x.ndim:
        return [x]
    axis = normal_axis(axis, x.ndim)
    return list(
        torch.split(x, split_sizes(x.shape[axis], num_or_size_splits, with_remainder), axis)
    )


def array_split(x, /, indices_or_sections, *, axis=0):
    axis = normal_axis(axis, x.ndim)
    if type(indices_or_sections) is int and indices_or_sections > 0:
        return list(torch.tensor_split(x, indices_or_sections, axis))
    bounds = split_bounds(x.shape[axis], indices_or_sections)
    return [x.narrow(axis, start, stop - start) for start, stop in bounds]


def _equal_split(x, indices_or_sections, axis):
    """Split along an axis at indices, or into equal parts; raise if a number does not divide it."""
    if isinstance(indices_or_sections, (int, float)) and indices_or_sections > 0:
        if x.shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split(x, indices_or_sections, axis=axis)


def hsplit(x, indices_or_sections, /):
    _require_axes(x, 1)
    return _equal_split(x, indices_or_sections, 1 if x.ndim > 1 else 0)


def vsplit(x, indices_or_sections, /):
    _require_axes(x, 2)
    return _equal_split(x, indices_or_sections, 0)


def dsplit(x, indices_or_sections, /):
    _require_axes(x, 3)
    return _equal_split(x, indices_or_sections, 2)


def _require_axes(x, ndim) -> None:
    if x.ndim < ndim:
        raise ValueError(f"this split only works on arrays of {ndim} or more dimensions")


def sliding_window_view(x, window_shape, /, axis=None):
    try:
        window = wanted_lengths(window_shape, ())
    except TypeError as err:
        shadow = np.broadcast_to(False, tuple(x.shape))
        refuse(err, np.lib.stride_tricks.sliding_window_view, shadow, window_shape, axis)
    axes = (
        range(x.ndim)
        if axis is None
        else np.lib.array_utils.normalize_axis_tuple(axis, x.ndim, allow_duplicate=True)
    )
    if len(window) != len(axes):
        raise ValueError(f"window_shape {window} needs as many axes, {len(axes)} are given")
    for size, at in zip(window, axes, strict=True):
        if size < 0 or size > x.shape[at]:
            raise ValueError(f"window shape {size} does not fit axis {at} of length {x.shape[at]}")
        x = x.unfold(at, size, 1)
    return x


def pad(x, pad_width, /, *, mode="constant", constant_values=0, **_):
    pairs = padding.pairs(pad_width, x.ndim)
    ends = [count for pair in reversed(pairs) for count in pair]
    return torch.nn.functional.pad(x, ends, value=constant_values)


def _allows_native_pad(x, pad_width, **options) -> bool:
    # PyTorch fills none of the larger unsigned dtypes
    unsigned = as_dtype(x.dtype) in ("uint16", "uint32", "uint64")
    return not unsigned and padding.covers_constant(x, pad_width, **options)


pad.partial_mixed_handler = _allows_native_pad
