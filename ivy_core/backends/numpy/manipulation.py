"""Manipulation functions of the NumPy backend: NumPy's own."""

from __future__ import annotations

import numpy as np

from ...arrays.lens_builders import (
    expanded_shape,
    flat_shape,
    split_bounds,
    split_sizes,
    unflat_shape,
    wanted_lengths,
)

# other shapes


def reshape(x, /, shape, *, copy=None, order="C", allowzero=True):
    if not allowzero:
        shape = wanted_lengths(shape, x.shape, allowzero)
    return np.reshape(x, shape, order=order, copy=copy)


def ravel(x, /, *, copy=None, order="C"):
    if copy is False and order != "K":
        return np.reshape(x, -1, order=order, copy=False)
    return np.array(np.ravel(x, order)) if copy else np.ravel(x, order)


def flatten(x, /, *, copy=None, start_dim=0, end_dim=-1, order="C"):
    return np.reshape(x, flat_shape(x.shape, start_dim, end_dim), order=order, copy=copy)


def unflatten(x, /, dim, shape):
    return np.reshape(x, unflat_shape(x.shape, dim, shape))


def expand_dims(x, /, axis=0):
    return np.expand_dims(x, axis)


def squeeze(x, /, axis=None):
    return np.squeeze(x, tuple(axis) if isinstance(axis, list) else axis)


def expand(x, shape, /):
    return np.broadcast_to(x, expanded_shape(x.shape, shape))


# axes in another order


permute_dims = np.transpose
swapaxes = np.swapaxes
moveaxis = np.moveaxis
fliplr = np.fliplr
flipud = np.flipud


def flip(x, /, *, axis=None):
    flipped = np.flip(x, tuple(axis) if isinstance(axis, list) else axis)
    return flipped if x.ndim else x[...]  # NumPy gives a scalar, which is no view


def rot90(x, /, *, k=1, axes=(0, 1)):
    return np.rot90(x, k, axes)


def roll(x, /, shift, *, axis=None):
    return np.roll(x, shift, axis)


# joining and repeating


def concat(arrays, /, *, axis=0):
    return np.concatenate(arrays, axis)


def stack(arrays, /, *, axis=0):
    return np.stack(arrays, axis)


hstack = np.hstack
vstack = np.vstack
dstack = np.dstack
column_stack = np.column_stack


def repeat(x, repeats, /, *, axis=None):
    return np.repeat(x, repeats, axis)


def tile(x, repetitions, /):
    return np.tile(x, repetitions)


# cutting


def unstack(x, /, *, axis=0, keepdims=False):
    if not x.ndim:
        raise ValueError("unstack: the array must have at least one dimension")
    lead = (slice(None),) * np.lib.array_utils.normalize_axis_index(axis, x.ndim)
    if keepdims:
        return [x[(*lead, slice(i, i + 1))] for i in range(x.shape[axis])]
    return [x[(*lead, i, ...)] for i in range(x.shape[axis])]  # of a vector too, these are views


def split(x, /, *, num_or_size_splits=None, axis=0, with_remainder=False):
    if not x.ndim:
        return [x]
    sizes = split_sizes(x.shape[axis], num_or_size_splits, with_remainder)
    return np.split(x, np.cumsum(sizes)[:-1], axis) if sizes else []


def array_split(x, /, indices_or_sections, *, axis=0):
    lead = (slice(None),) * np.lib.array_utils.normalize_axis_index(axis, x.ndim)
    bounds = split_bounds(x.shape[axis], indices_or_sections)
    return [x[(*lead, slice(start, stop))] for start, stop in bounds]


hsplit = np.hsplit
vsplit = np.vsplit
dsplit = np.dsplit


def sliding_window_view(x, window_shape, /, axis=None):
    return np.lib.stride_tricks.sliding_window_view(x, window_shape, axis)


# padding


def pad(
    x,
    pad_width,
    /,
    *,
    mode="constant",
    stat_length=None,
    constant_values=0,
    end_values=0,
    reflect_type="even",
    **kwargs,
):
    options = {
        "constant": {"constant_values": constant_values},
        "linear_ramp": {"end_values": end_values},
        "reflect": {"reflect_type": reflect_type},
        "symmetric": {"reflect_type": reflect_type},
    }
    if mode in ("maximum", "minimum", "mean", "median"):
        options[mode] = {"stat_length": stat_length}
    chosen = {} if callable(mode) else options.get(mode, {})
    return np.pad(x, pad_width, mode, **chosen, **kwargs)
