"""Arrays joined, split and padded, of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.shapes import (
    split_bounds,
    split_sizes,
)


def concat(arrays, /, *, axis=0):
    return np.concatenate(arrays, axis)


def stack(arrays, /, *, axis=0):
    return np.stack(arrays, axis)


hstack = np.hstack
vstack = np.vstack
dstack = np.dstack
column_stack = np.column_stack


def unstack(x, /, *, axis=0, keepdims=False):
    if not x.ndim:
        raise ValueError("unstack: the array must have at least one dimension")
    lead = (slice(None),) * np.lib.array_utils.normalize_axis_index(axis, x.ndim)
    if keepdims:
        return [x[(*lead, slice(i, i + 1))] for i in range(x.shape[axis])]
    # with `...` an element of a vector is a 0-d view, no scalar
    return [x[(*lead, i, ...)] for i in range(x.shape[axis])]


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
