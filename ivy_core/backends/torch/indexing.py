"""Indexing for PyTorch: its own views, with NumPy's rules where PyTorch has others."""

from __future__ import annotations

import numpy as np
import torch

from ...array import indexing
from ...array.views import fold_read, fold_write
from ...dtypes import as_dtype
from ...utils.exceptions import IvyIndexError
from ...utils.reductions import check_way
from . import bits


def tensor_from_host(array: np.ndarray) -> torch.Tensor:
    """Return a tensor on the memory of a NumPy array that nobody else holds."""
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    if any(step < 0 for step in array.strides) or not array.dtype.isnative:
        array = np.array(array, array.dtype.newbyteorder("="), order="C")
    return torch.from_numpy(array)


def _negative(lens) -> bool:
    return any(entry is not None and entry != "int" and entry[1] < 0 for entry in lens.key)


def get_native(native, index):
    """Return the view that a simple index picks, None where more care is needed."""
    if type(index) is slice and (index.step is None or type(index.step) is int and index.step > 0):
        return native[index] if native.ndim else None
    if type(index) is int and native.ndim > 1 and -native.shape[0] <= index < native.shape[0]:
        return native[index]
    return None


def is_element(native) -> bool:
    return False  # get_native leaves elements to the general way


def view_native(native, lens):
    return None if _negative(lens) else native[lens.raw]


def is_read_only(native) -> bool:
    """Return whether several elements are one place in memory: what ``expand`` gives."""
    if 0 not in native.stride() or not native.numel():
        return False
    return any(
        step == 0 and length > 1 for step, length in zip(native.stride(), native.shape, strict=True)
    )


def set_native(native, index, value) -> None:
    """Write ``native[index] = value`` in place, as NumPy would."""
    if is_read_only(native):
        raise ValueError("assignment destination is read-only")  # what broadcast_to gives
    lens = indexing.basic_index(index, _shadow(native))
    if lens is None:
        set_advanced(native, indexing.host_index(index), value)
        return
    indexing.check_fits(value, lens.shape)
    value = _tensor_like(value, native)
    forward, axes = _forward(lens)
    target = native[forward]
    value = _stripped(value, target.ndim)
    if axes:
        value = bits.flip(value.expand(target.shape), axes)
    copy_into(target, value)


def copy_into(target, value) -> None:
    """Write ``value`` over ``target``, as it was before: the two may share memory."""
    if _share_memory(target, value):
        value = value.clone()
    try:
        target.copy_(value)
    except RuntimeError as err:
        if "more than one element of the written-to tensor" in str(err):
            raise ValueError("assignment destination is read-only") from None
        raise


def _share_memory(a, b) -> bool:
    try:
        return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()
    except (NotImplementedError, RuntimeError):  # within torch.func.vmap and its like
        return True


def _stripped(value, ndim):
    while value.ndim > ndim:
        value = value[0]
    return value


def _shadow(native) -> np.ndarray:
    from ...array.views import blank

    return blank(tuple(native.shape))


def _forward(lens):
    """Return the index with its negative steps turned round, and the axes they leave reversed."""
    index, axes, at, axis = [], [], 0, 0
    for entry in lens.key:
        if entry is None:
            index.append(None)
            axis += 1
            continue
        start = lens.starts[at]
        at += 1
        if entry == "int":
            index.append(start)
            continue
        length, step = entry[0], entry[1]
        if step < 0:
            axes.append(axis)
            start, step = start + (length - 1) * step, -step
        index.append(slice(start, start + length * step, step) if length else slice(0, 0))
        axis += 1
    return tuple(index), axes


def _tensor_like(value, native):
    if type(value) is int and not 0 <= value < 128:
        indexing.check_int_fits(value, as_dtype(native.dtype))
    if not isinstance(value, torch.Tensor):
        value = tensor_from_host(np.array(value)) if hasattr(value, "dtype") else value
    if not isinstance(value, torch.Tensor):
        # torch would make float32 of a Python float
        wide = {float: torch.float64, complex: torch.complex128}.get(type(value))
        value = torch.tensor(value, dtype=wide)
    if value.is_complex() and not native.is_complex():
        value = value.real
    return value.to(native.dtype)


# The lenses' primitives


def slice_read(x, key, starts, shape):
    forward, axes = _forward(_Key(key, starts))
    x = x[forward]
    return bits.flip(x, axes) if axes else x


def slice_write(x, key, starts, value):
    forward, axes = _forward(_Key(key, starts))
    result = x.clone()
    result[forward] = bits.flip(value, axes) if axes else value
    return result


class _Key:
    __slots__ = ("key", "starts")

    def __init__(self, key, starts):
        self.key, self.starts = key, starts


def reshape_native(x, shape):
    return x.reshape(shape)


def permute_native(x, axes):
    return x.permute(axes)


def broadcast_native(x, shape):
    return torch.broadcast_to(x, shape)


def take_native(x, index, axis):
    return bits.index_select(x, axis, torch.from_numpy(index))


def real_native(x):
    return x.real if x.is_complex() else x


def imag_native(x):
    return x.imag if x.is_complex() else torch.zeros_like(x)


def complex_native(real, imag):
    return torch.complex(real, imag)


class _Ops:
    slice_read = staticmethod(slice_read)
    slice_write = staticmethod(slice_write)
    reshape_native = staticmethod(reshape_native)
    permute_native = staticmethod(permute_native)
    broadcast_native = staticmethod(broadcast_native)
    take_native = staticmethod(take_native)
    real_native = staticmethod(real_native)
    imag_native = staticmethod(imag_native)
    complex_native = staticmethod(complex_native)


def read_stack(x, stack, starts):
    return fold_read(_Ops, x, stack, starts)


def write_stack(base, stack, starts, value, shape):
    x = base._data
    value = _stripped(_tensor_like(value, x), len(shape)).expand(shape)
    return fold_write(_Ops, x, stack, starts, value)


# Advanced indexing


def _on_host(native):
    """Return the NumPy array on the memory of a plain CPU tensor; None of any other.

    NumPy's own indexing is then quicker than PyTorch's, and right by definition: repeated indices
    (the last one wins), negative steps, dimension order, errors.
    """
    if torch.compiler.is_compiling():
        return None
    try:
        return native.numpy()
    except (RuntimeError, TypeError):  # needs gradients, is transformed, bfloat16, another device
        return None


def get_advanced(native, index):
    """Return a copy of what an index with arrays picks."""
    host = _on_host(native)
    if host is not None:
        return torch.from_numpy(np.asarray(host[index]))
    places, _ = _places(native, index)
    return native[places].clone() if _views(places) else native[places]


def set_advanced(native, index, value):
    """Write in place where an index with arrays points; returns the same tensor."""
    value = _tensor_like(value, native)
    host = None if value.requires_grad else _on_host(native)
    if host is not None:
        host[index] = value.numpy()
        torch.autograd.graph.increment_version(native)
        return native
    places, shape = _places(native, index)
    indexing.check_fits(value, shape)
    native[places] = _stripped(value, len(shape)).expand(shape)
    return native


def _views(places) -> bool:
    return not any(isinstance(place, torch.Tensor) for place in places)


def _places(native, index):
    """Return an index that PyTorch takes in NumPy's sense, and the shape of what it picks."""
    shape = tuple(native.shape)
    picked = np.broadcast_to(False, shape)[index].shape  # NumPy checks the bounds
    entries = index if isinstance(index, tuple) else (index,)
    if any(_only_numpy(entry) for entry in entries):
        flat = np.arange(native.numel()).reshape(shape)[index]
        entries = np.unravel_index(flat, shape) if shape else (np.zeros(picked, bool) | index,)
        return tuple([torch.from_numpy(np.ascontiguousarray(p)) for p in entries]), picked
    return _broadcast(entries, native.device), picked


def _only_numpy(entry) -> bool:
    """Return whether PyTorch has no such index, or understands it otherwise."""
    if isinstance(entry, slice):
        return entry.step is not None and entry.step < 0
    return (
        np.ndim(entry) == 0
        and isinstance(entry, (bool, np.bool_, np.ndarray))
        and (np.asarray(entry).dtype == bool)
    )


def _broadcast(entries, device):
    """Return the entries with masks as positions, and all positions of one shape.

    PyTorch takes an int beside arrays for a selection of its own; NumPy broadcasts it with them.
    """
    found, at = [], []
    places = []
    for entry in entries:
        if isinstance(entry, (slice, type(None), type(Ellipsis))):
            places.append(entry)
            continue
        entry = np.asarray(entry)
        for positions in entry.nonzero() if entry.dtype == bool else (entry,):
            at.append(len(places))
            found.append(positions)
            places.append(None)
    for place, positions in zip(at, np.broadcast_arrays(*found), strict=True):
        if positions.ndim:
            places[place] = torch.from_numpy(np.array(positions, np.int64)).to(device)
        else:
            places[place] = int(positions)
    return tuple(places)


# Functions

_axis_index = np.lib.array_utils.normalize_axis_index


def _within(x, indices, length, mode):
    """Return indices from zero up to the length, and where they were out of bounds (or None)."""
    if indices.is_floating_point() or indices.is_complex() or indices.dtype is torch.bool:
        raise TypeError(f"indices must be integers, not {indices.dtype}")
    indices = indices.to(torch.int64)
    if mode == "wrap":
        return indices % length, None
    if mode == "clip":
        return indices.clamp(0, length - 1), None
    if mode == "fill":
        return indexing.resolved(torch, indices, length)
    if mode != "raise":
        raise ValueError(f"mode must be 'raise', 'wrap', 'clip' or 'fill', not {mode!r}")
    if indices.numel() and not torch.compiler.is_compiling():
        low, high = (int(end) for end in torch.aminmax(indices))
        if low < -length or high >= length:
            bad = high if high >= length else low
            raise IvyIndexError(f"index {bad} is out of bounds for size {length}")
        if low >= 0:
            return indices, None
    return torch.where(indices < 0, indices + length, indices), None


def _filled(picked, outside, fill_value):
    if outside is None:
        return picked
    if fill_value is None:
        dtype = picked.dtype
        if dtype is torch.bool:
            fill_value = True
        elif dtype.is_floating_point or dtype.is_complex:
            fill_value = float("nan")
        else:
            info = torch.iinfo(dtype)
            fill_value = info.min if info.min < 0 else info.max
    return torch.where(outside, torch.tensor(fill_value, dtype=picked.dtype), picked)


def take(x, indices, /, *, axis=None, mode="raise", fill_value=None):
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = _axis_index(axis, x.ndim)
    places, outside = _within(x, indices, x.shape[axis], mode)
    picked = bits.index_select(x, axis, places.reshape(-1))
    picked = picked.reshape((*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]))
    if outside is not None:
        outside = outside.reshape((*outside.shape, *[1] * (x.ndim - axis - 1)))
    return _filled(picked, outside, fill_value)


def take_along_axis(x, indices, /, axis=-1, *, mode="raise"):
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = _axis_index(axis, x.ndim)
    indexing.check_same_ndim(tuple(x.shape), indices)
    places, outside = _within(x, indices, x.shape[axis], mode)
    try:
        picked = bits.take_along_dim(x, places, axis)
    except RuntimeError as err:  # the other axes do not broadcast; NumPy raises IndexError
        raise IvyIndexError(str(err)) from None
    return _filled(picked, outside, None)


_REDUCTIONS = {"sum": "sum", "mul": "prod", "min": "amin", "max": "amax", "mean": "mean"}


def put_along_axis(x, indices, values, axis, /, *, mode="replace"):
    check_way("put_along_axis", "mode", mode)
    shape = x.shape
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = _axis_index(axis, x.ndim)
    indexing.check_same_ndim(tuple(x.shape), indices)
    places, _ = _within(x, indices, x.shape[axis], "raise")
    wanted = [n if i != axis else places.shape[axis] for i, n in enumerate(x.shape)]
    places = places.expand(wanted)
    values = _tensor_like(values, x).expand(wanted)
    if mode == "replace":
        return torch.scatter(x, axis, places, values).reshape(shape)
    return torch.scatter_reduce(x, axis, places, values, _REDUCTIONS[mode]).reshape(shape)
