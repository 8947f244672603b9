"""Sorting of PyTorch tensors."""

from __future__ import annotations

import numpy as np
import torch

from ivy_core.backends.common.host import searching
from ivy_core.backends.common.searching import check_keys, check_search, check_top_k
from ivy_core.utils.exceptions import IvyValueError

from ..host.kernels import host_memory
from ..kernels import bits
from ..kernels.axes import normal_axis
from ..kernels.reductions import comparable

_BITS = {torch.float16: torch.int16, torch.float32: torch.int32, torch.float64: torch.int64}


def _flatten_without_axis(x, axis) -> tuple:
    """Return (flat ``x``, 0) if ``axis`` is None, else x and the axis, checked and not negative."""
    return (x.reshape(-1), 0) if axis is None else (x, normal_axis(axis, x.ndim))


def sort(x, /, *, axis=-1, descending=False, stable=True):
    x, axis = _flatten_without_axis(x, axis)
    if x.dtype.is_complex:
        return torch.take_along_dim(x, _complex_argsort(x, axis, descending), axis)
    memory = host_memory(x)
    if memory is not None:  # of values alone a stable order cannot be told from another
        ordered = torch.from_numpy(np.sort(memory, axis))
        return bits.flip(ordered, (axis,)) if descending else ordered
    return torch.sort(x, dim=axis, descending=descending, stable=stable).values


def argsort(x, /, *, axis=-1, descending=False, stable=True):
    x, axis = _flatten_without_axis(x, axis)
    if x.dtype.is_complex:
        return _complex_argsort(x, axis, descending)
    return torch.argsort(x, dim=axis, descending=descending, stable=stable)


def _complex_argsort(x, axis, descending):
    """Return indices that sort complex numbers as NumPy does, equal ones in their order."""
    # the least important key first: NumPy sorts nan parts last, real ones behind imaginary ones
    real, imag = torch.isnan(x.real), torch.isnan(x.imag)
    keys = (x.imag.masked_fill(imag, 0), x.real.masked_fill(real, 0), 2 * real.int() + imag.int())
    return _argsort_by_keys(keys, axis, descending)


def _argsort_by_keys(keys, axis, descending=False):
    """Return indices that sort by all keys, of which the last one is the most important."""
    at = None
    for key in keys:
        key = key if at is None else torch.take_along_dim(key, at, axis)
        step = torch.argsort(key, dim=axis, descending=descending, stable=True)
        at = step if at is None else torch.take_along_dim(at, step, axis)
    return at


def lexsort(keys, /, *, axis=-1):
    check_keys(keys)
    axis = normal_axis(axis, keys[0].ndim)
    memories = [host_memory(key) for key in keys]
    if all(memory is not None for memory in memories):
        return torch.from_numpy(searching.lexsort(memories, axis))
    at = None
    for key in keys:
        key = comparable(key)
        key = key if at is None else torch.take_along_dim(key, at, axis)
        step = argsort(key, axis=axis)
        at = step if at is None else torch.take_along_dim(at, step, axis)
    return at


def searchsorted(x, v, /, *, side="left", sorter=None, ret_dtype=None):
    if x.ndim != 1:
        raise IvyValueError(f"searchsorted: the sorted array must have one axis, not {x.ndim}")
    check_search(x, side, sorter)
    keys, values = host_memory(x), host_memory(v)
    if keys is not None and values is not None:
        order = None if sorter is None else sorter.numpy()
        at = torch.from_numpy(np.asarray(searching.searchsorted(keys, values, side, order)))
        return at if ret_dtype is None else at.to(ret_dtype)
    x = x if sorter is None else x[sorter.to(torch.int64)]
    if x.dtype.is_complex:
        at = _complex_searchsorted(x, v, side)
    else:
        keys = _sortable_integers(x).contiguous(), _sortable_integers(v).contiguous()
        at = torch.searchsorted(*keys, right=side == "right")
    return at if ret_dtype is None else at.to(ret_dtype)


def _sortable_integers(x):
    """Return elements as integers of their order, nan last, which torch's own search misplaces."""
    bits = _BITS.get(x.dtype)
    if bits is None:
        return x.to(torch.uint8) if x.dtype is torch.bool else comparable(x)
    key = torch.where(x == 0, torch.zeros_like(x), x).view(bits)  # -0.0 becomes 0.0
    key = torch.where(key < 0, key ^ torch.iinfo(bits).max, key)
    return torch.where(torch.isnan(x), torch.iinfo(bits).max, key)


def _complex_searchsorted(x, v, side):
    # sorted together, equal ones left or right of those of x; then counted
    flat = v.reshape(-1)
    both = torch.cat([flat, x] if side == "left" else [x, flat])
    at = _complex_argsort(both, 0, False)
    start = 0 if side == "left" else x.shape[0]
    ours = (at >= start) & (at < start + flat.shape[0])
    before = torch.cumsum(~ours, 0)[ours]
    return torch.empty_like(before).index_copy(0, at[ours] - start, before).reshape(v.shape)


def top_k(x, k, /, *, axis=-1, largest=True, sorted=True):
    k, axis = check_top_k(x, k, axis)
    if x.dtype.is_complex:
        at = _complex_argsort(x, axis, largest).narrow(axis, 0, k)
    elif x.dtype is torch.bool or comparable(x) is not x:  # dtypes that torch.topk does not know
        key = x.to(torch.uint8) if x.dtype is torch.bool else comparable(x)
        at = torch.topk(key, k, axis, largest, sorted).indices
        return bits.take_along_dim(x, at, axis), at
    else:
        return tuple(torch.topk(x, k, axis, largest, sorted))
    return torch.take_along_dim(x, at, axis), at
