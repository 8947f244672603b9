"""Indexing functions of the NumPy backend."""

from __future__ import annotations

import numpy as np

from ivy_core.backends.common.indices import along_axis, fill_value_of, resolved
from ivy_core.backends.common.reductions import check_scatter_reduction


def take(x, indices, /, *, axis=None, mode="raise", fill_value=None):
    indices = np.asarray(indices)
    if indices.dtype == np.uint64:
        indices = indices.astype(np.int64)
    if mode != "fill":
        return np.take(x, indices, axis, mode=mode)
    length = x.size if axis is None else x.shape[axis]
    places, outside = resolved(np, indices, length)
    picked = np.take(x, places, axis)
    fill = fill_value_of(x.dtype) if fill_value is None else fill_value
    lead = 0 if axis is None else axis % x.ndim
    outside = outside.reshape(outside.shape + (1,) * (picked.ndim - lead - outside.ndim))
    return np.where(outside, np.asarray(fill).astype(x.dtype), picked)


def take_along_axis(x, indices, /, axis=-1, *, mode="raise"):
    if mode == "raise":
        return np.take_along_axis(x, indices, axis)
    if axis is None:
        x, axis = x.reshape(-1), 0
    length = x.shape[axis]
    if mode == "fill":
        places, outside = resolved(np, indices, length)
        fill = np.asarray(fill_value_of(x.dtype)).astype(x.dtype)
        return np.where(outside, fill, np.take_along_axis(x, places, axis))
    places = indices % length if mode == "wrap" else np.clip(indices, 0, length - 1)
    return np.take_along_axis(x, places, axis)


_AT = {"sum": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum}


def put_along_axis(x, indices, values, axis, /, *, mode="replace"):
    check_scatter_reduction("put_along_axis", "mode", mode)
    shape = x.shape
    x = x.reshape(-1).copy() if axis is None else x.copy()
    axis = 0 if axis is None else axis
    if indices.ndim == x.ndim and 0 <= axis < x.ndim and indices.size == indices.shape[axis]:
        places = (*(slice(None),) * axis, indices.reshape(-1))  # whole slices
    else:
        places = along_axis(x.shape, indices, axis)
    values = np.asarray(values).astype(x.dtype)
    if mode == "replace":
        x[places] = values
    elif mode == "mean":
        count = np.ones(x.shape, x.dtype)
        np.add.at(x, places, values)
        np.add.at(count, places, 1)
        x = np.divide(x, count).astype(x.dtype)
    else:
        _AT[mode].at(x, places, values)
    return x.reshape(shape)
