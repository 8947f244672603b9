"""Manipulation functions of the PyTorch backend: its own views, with NumPy's rules."""

from __future__ import annotations

import numpy as np
import torch

from ...arrays.lens_builders import (
    expanded_shape,
    flat_shape,
    joined,
    repetitions_of,
    split_bounds,
    split_sizes,
    unflat_shape,
    wanted_lengths,
)
from ...dtypes import as_dtype
from ...utils.exceptions import (
    IvyValueError,
    refuse,
    refuse_natively,
    standing_for,
)
from ..common import padding
from . import bits
from .axes import normal_axes, normal_axis


def _axis_tuple(axis, ndim):
    return normal_axes(tuple(axis) if hasattr(axis, "__iter__") else (axis,), ndim)


# other shapes


def reshape(x, /, shape, *, copy=None, order="C", allowzero=True):
    if type(shape) is not tuple or not allowzero:
        shape = wanted_lengths(shape, x.shape, allowzero)
    if order != "C":
        return _reshape_in_order(x, shape, order, copy)
    try:
        if copy is False:
            return x.view(shape)
        result = torch.reshape(x, shape)
    except RuntimeError as err:
        raise standing_for(err, IvyValueError) from err
    return result.clone() if copy and result.data_ptr() == x.data_ptr() else result


def _reshape_in_order(x, shape, order, copy):
    if order not in ("F", "A"):
        cls = ValueError if isinstance(order, str) else TypeError
        raise cls(f"order must be one of 'C', 'F' or 'A' (got {order!r})")
    if order == "A" and (x.is_contiguous() or not permute_dims(x).is_contiguous()):
        return reshape(x, shape, copy=copy)
    return permute_dims(reshape(permute_dims(x), shape[::-1], copy=copy))


def ravel(x, /, *, copy=None, order="C"):
    if order == "K":
        x, order = x.permute(sorted(range(x.ndim), key=lambda i: -x.stride(i))), "C"
    if copy is None:
        # NumPy's ravel copies strided memory, even where a reshape would see it
        copy = None if _is_contiguous(x, order) else True
    return reshape(x, (-1,), copy=copy, order=order)


def _is_contiguous(x, order) -> bool:
    by_columns = x.permute(tuple(range(x.ndim))[::-1]).is_contiguous()
    if order == "F":
        return by_columns
    return x.is_contiguous() or order == "A" and by_columns


def flatten(x, /, *, copy=None, start_dim=0, end_dim=-1, order="C"):
    return reshape(x, flat_shape(tuple(x.shape), start_dim, end_dim), copy=copy, order=order)


def unflatten(x, /, dim, shape):
    return x.view(unflat_shape(tuple(x.shape), dim, shape))


def expand_dims(x, /, axis=0):
    if type(axis) is int:
        return torch.unsqueeze(x, axis)
    ndim = x.ndim + len(axis)
    new = _axis_tuple(axis, ndim)
    return x[tuple([None if i in new else slice(None) for i in range(ndim)])]


def squeeze(x, /, axis=None):
    if axis is None:
        return torch.squeeze(x)
    axes = _axis_tuple(axis, x.ndim) if x.ndim or axis not in (0, -1) else ()
    if any(x.shape[i] != 1 for i in axes):  # torch leaves such axes alone
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return torch.squeeze(x, axes)


def expand(x, shape, /):
    shape = expanded_shape(tuple(x.shape), shape)
    try:
        return torch.broadcast_to(x, shape)
    except RuntimeError as err:
        refuse(err, np.broadcast_to, np.broadcast_to(False, tuple(x.shape)), shape)


# axes in another order


def permute_dims(x, /, axes=None):
    if not isinstance(axes, int):  # one axis is not enough, and PyTorch says so
        axes = tuple(range(x.ndim))[::-1] if axes is None else tuple(axes)
    try:
        return x.permute(axes)
    except RuntimeError as err:
        raise standing_for(err, IvyValueError) from err


def swapaxes(x, axis0, axis1, /):
    return torch.swapaxes(x, normal_axis(axis0, x.ndim), normal_axis(axis1, x.ndim))


def moveaxis(x, source, destination, /):
    source = _axis_tuple(source, x.ndim)
    destination = _axis_tuple(destination, x.ndim)
    if len(source) != len(destination):
        raise ValueError("moveaxis: source and destination must name the same number of axes")
    return torch.movedim(x, source, destination)


def flip(x, /, *, axis=None):
    axes = tuple(range(x.ndim)) if axis is None else _axis_tuple(axis, x.ndim)
    return bits.flip(x, axes)


fliplr = bits.moving(torch.fliplr)
flipud = bits.moving(torch.flipud)


def rot90(x, /, *, k=1, axes=(0, 1)):
    return bits.moving(torch.rot90)(x, k, axes)


def roll(x, /, shift, *, axis=None):
    shift = np.asarray(shift, np.int64)
    if axis is None:
        return torch.roll(x, int(np.sum(shift)))
    axis = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    shift, axis = np.broadcast_arrays(
        np.asarray(shift, np.int64), [normal_axis(a, x.ndim) for a in axis]
    )
    return torch.roll(x, shift.reshape(-1).tolist(), axis.reshape(-1).tolist())


# joining


def concat(arrays, /, *, axis=0):
    if axis is None:
        arrays, axis = [x.reshape(-1) for x in arrays], 0
    # torch skips empty vectors, whatever the other shapes are
    if any(x.ndim != arrays[0].ndim or not x.numel() for x in arrays):
        try:
            joined(np.concatenate, arrays, axis)
        except ValueError as known:
            refuse_natively(known, torch.cat, arrays, axis)
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


# repeating


def repeat(x, repeats, /, *, axis=None):
    if not isinstance(repeats, int):
        repeats = torch.from_numpy(np.array(repeats, np.int64))
        if repeats.numel() == 1:
            repeats = int(repeats)
    if not x.ndim:
        x = x.reshape(1)
    return bits.repeat_interleave(x, repeats, axis)


def tile(x, repetitions, /):
    return torch.tile(x, repetitions_of(repetitions))


# cutting


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
    bounds = split_bounds(x.shape[axis], indices_or_sections)
    return [x.narrow(axis, start, stop - start) for start, stop in bounds]


def _equal_split(x, indices_or_sections, axis):
    if isinstance(indices_or_sections, (int, float)) and indices_or_sections > 0:
        if x.shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split(x, indices_or_sections, axis=axis)


def hsplit(x, indices_or_sections, /):
    _need(x, 1)
    return _equal_split(x, indices_or_sections, 1 if x.ndim > 1 else 0)


def vsplit(x, indices_or_sections, /):
    _need(x, 2)
    return _equal_split(x, indices_or_sections, 0)


def dsplit(x, indices_or_sections, /):
    _need(x, 3)
    return _equal_split(x, indices_or_sections, 2)


def _need(x, ndim):
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


# padding


def pad(x, pad_width, /, *, mode="constant", constant_values=0, **_):
    pairs = padding.pairs(pad_width, x.ndim)
    ends = [count for pair in reversed(pairs) for count in pair]
    return torch.nn.functional.pad(x, ends, value=constant_values)


def _covers_pad(x, pad_width, **options):
    # PyTorch fills none of the larger unsigned dtypes
    unsigned = as_dtype(x.dtype) in ("uint16", "uint32", "uint64")
    return not unsigned and padding.covers_constant(x, pad_width, **options)


pad.partial_mixed_handler = _covers_pad
