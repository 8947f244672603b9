"""Manipulation functions of the PyTorch backend: its own views, with NumPy's rules."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.backends.common.shapes import (
    expanded_shape,
    flat_shape,
    repetitions_of,
    unflat_shape,
    wanted_lengths,
)
from ivy_core.backends.common.strided import strided_places, strided_steps
from ivy_core.utils.exceptions import (
    IvyValueError,
    refuse,
    standing_for,
)

from ..kernels import bits
from ..kernels.axes import normal_axes, normal_axis
from .indexing import share_memory


def _normal_axis_tuple(axis, ndim) -> tuple[int, ...]:
    return normal_axes(tuple(axis) if hasattr(axis, "__iter__") else (axis,), ndim)


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
    return result.clone() if copy and share_memory(result, x) else result


def _reshape_in_order(x, shape, order, copy):
    """Reshape in order "F" or "A"; raise for others, "C" too."""
    if order not in ("F", "A"):
        cls = ValueError if isinstance(order, str) else TypeError
        raise cls(f"order must be one of 'C', 'F' or 'A' (got {order!r})")
    if order == "A" and (x.is_contiguous() or not permute_dims(x).is_contiguous()):
        return reshape(x, shape, copy=copy)
    return permute_dims(reshape(permute_dims(x), shape[::-1], copy=copy))


def ravel(x, /, *, copy=None, order="C"):
    if copy is None and order == "C" and x.is_contiguous():
        return x.view(-1)
    if order == "K":
        x, order = x.permute(sorted(range(x.ndim), key=lambda i: -x.stride(i))), "C"
    if copy is None:
        # NumPy's ravel copies strided memory, even where a reshape would see it
        copy = None if _is_contiguous(x, order) else True
    return reshape(x, (-1,), copy=copy, order=order)


def _is_contiguous(x, order) -> bool:
    """Return whether elements lie in order "F", in "C", or, of "A", in one of them."""
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
    new = _normal_axis_tuple(axis, ndim)
    return x[tuple([None if i in new else slice(None) for i in range(ndim)])]


def squeeze(x, /, axis=None):
    if axis is None:
        return torch.squeeze(x)
    axes = _normal_axis_tuple(axis, x.ndim) if x.ndim or axis not in (0, -1) else ()
    if any(x.shape[i] != 1 for i in axes):  # torch.squeeze silently keeps axes longer than one
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return torch.squeeze(x, axes)


def expand(x, shape, /):
    shape = expanded_shape(tuple(x.shape), shape)
    try:
        return torch.broadcast_to(x, shape)
    except RuntimeError as err:
        refuse(err, np.broadcast_to, np.broadcast_to(False, tuple(x.shape)), shape)


def permute_dims(x, /, axes=None):
    if not isinstance(axes, int):  # a lone int goes to PyTorch as it is, which raises its own error
        axes = tuple(range(x.ndim))[::-1] if axes is None else tuple(axes)
    try:
        return x.permute(axes)
    except RuntimeError as err:
        raise standing_for(err, IvyValueError) from err


def swapaxes(x, axis0, axis1, /):
    return torch.swapaxes(x, normal_axis(axis0, x.ndim), normal_axis(axis1, x.ndim))


def moveaxis(x, source, destination, /):
    source = _normal_axis_tuple(source, x.ndim)
    destination = _normal_axis_tuple(destination, x.ndim)
    if len(source) != len(destination):
        raise ValueError("moveaxis: source and destination must name the same number of axes")
    return torch.movedim(x, source, destination)


def flip(x, /, *, axis=None):
    axes = tuple(range(x.ndim)) if axis is None else _normal_axis_tuple(axis, x.ndim)
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


def as_strided(x, shape, strides, /, *, offset=0):
    shape, steps, first = strided_steps(x.element_size(), shape, strides, offset)
    strided_places((tuple(x.shape), tuple(x.stride())), shape, steps, first)
    if min(steps, default=0) < 0:
        raise IvyValueError(
            f"as_strided: strides {strides} were given; PyTorch's tensors take no negative ones"
        )
    return torch.as_strided(x, shape, steps, x.storage_offset() + first)
