"""Indexing for PyTorch: its own views, with NumPy's rules where PyTorch has others."""

from __future__ import annotations

import numpy as np
import torch

from ...array import indexing
from ...array.views import fold_read, fold_write
from ...utils.exceptions import IvyIndexError


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


def set_native(native, index, value) -> None:
    """Write ``native[index] = value`` in place, as NumPy would."""
    lens = indexing.basic_index(index, _shadow(native))
    if lens is None:
        set_advanced(native, indexing.host_index(index), value)
        return
    indexing._check_fits(value, lens.shape)
    value = _tensor_like(value, native)
    forward, axes = _forward(lens)
    target = native[forward]
    value = _stripped(value, target.ndim)
    if axes:
        value = torch.flip(value.expand(target.shape), axes)
    copy_into(target, value)


def copy_into(target, value) -> None:
    """Write ``value`` over ``target``, as it was before: the two may share memory."""
    if target.untyped_storage().data_ptr() == value.untyped_storage().data_ptr():
        value = value.clone()
    try:
        target.copy_(value)
    except RuntimeError as err:
        if "more than one element of the written-to tensor" in str(err):
            raise ValueError("assignment destination is read-only") from None
        raise


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
    if not isinstance(value, torch.Tensor):
        value = tensor_from_host(np.array(value)) if hasattr(value, "dtype") else value
    if not isinstance(value, torch.Tensor):
        value = torch.tensor(value)
    if value.is_complex() and not native.is_complex():
        value = value.real
    return value.to(native.dtype)


# The lenses' primitives


def slice_read(x, key, starts, shape):
    forward, axes = _forward(_Key(key, starts))
    x = x[forward]
    return torch.flip(x, axes) if axes else x


def slice_write(x, key, starts, value):
    forward, axes = _forward(_Key(key, starts))
    result = x.clone()
    result[forward] = torch.flip(value, axes) if axes else value
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
    return torch.index_select(x, axis, torch.from_numpy(index))


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


def _positions(native, index):
    """Return an index array for each axis: NumPy's own reading of an index with arrays."""
    shape = tuple(native.shape)
    if isinstance(index, np.ndarray) and index.dtype != bool and shape:
        _check_bounds(index, shape[0])
        return (torch.from_numpy(np.asarray(index, np.int64)),)
    if isinstance(index, np.ndarray) and index.shape == shape and index.dtype == bool:
        return (torch.from_numpy(index.copy()),)
    count = int(np.prod(shape, dtype=np.int64))
    flat = np.arange(count).reshape(shape)[index]
    if not shape:
        return (torch.from_numpy(np.asarray(index if not isinstance(index, tuple) else index[0])),)
    return tuple(torch.from_numpy(np.ascontiguousarray(p)) for p in np.unravel_index(flat, shape))


def _check_bounds(index, length):
    if index.size and (int(index.max()) >= length or int(index.min()) < -length):
        bad = index.max() if index.max() >= length else index.min()
        raise IvyIndexError(f"index {bad} is out of bounds for axis 0 with size {length}")


def get_advanced(native, index):
    """Return a copy of what an index with arrays picks."""
    picked = native[_positions(native, index)]
    return picked


def set_advanced(native, index, value):
    """Write in place where an index with arrays points; returns the same tensor."""
    value = _tensor_like(value, native)
    places = _positions(native, index)
    if value.ndim and isinstance(index, np.ndarray) and index.dtype == bool:
        count = int(np.count_nonzero(index))
        if value.numel() not in (1, count) and value.shape[-1:] != native.shape[index.ndim :][-1:]:
            raise ValueError(
                f"NumPy boolean array indexing assignment cannot assign {value.numel()} input "
                f"values to the {count} output values where the mask is true"
            )
    native[places] = value
    return native
