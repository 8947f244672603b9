"""Indices: told apart (basic or advanced), and brought to the form that the kernels take."""

from __future__ import annotations

import operator

import numpy as np

from ..dtypes import as_dtype
from ..utils.exceptions import (
    IvyBroadcastShapeError,
    IvyException,
    IvyIndexError,
    IvyValueError,
    translate,
)
from ..utils.tracebacks import passes, settle
from .array import Array, read
from .views import Index, fits, functional_view, ops_for, replace, shadow, write

_BASIC = frozenset({int, type(None), type(Ellipsis)})


def basic_index(index, a: np.ndarray) -> Index | None:
    """Return the lens of a basic index into an array with the shadow ``a``; None if advanced.

    Raises
    ------
    IvyIndexError
        If the index does not fit the shape, in NumPy's words.
    """
    entries = index if type(index) is tuple else (index,)
    key = [a.shape]
    for entry in entries:
        kind = type(entry)
        if kind is slice:
            start, stop, step = entry.start, entry.stop, entry.step
            if type(start) in _BOUNDS and type(stop) in _BOUNDS and type(step) in _BOUNDS:
                key.append((start, stop, step))
                continue
        elif kind in _BASIC:
            key.append(entry)
            continue
        return _basic_index(entries, a)
    key = tuple(key)
    found = _known.get(key)
    if found is None:
        found = _basic_index(entries, a)
        if len(_known) > 4096:
            _known.clear()
        _known[key] = found
    return found


_BOUNDS = frozenset({int, type(None)})
_known: dict[tuple, Index] = {}  # the same few indices come again and again


def _basic_index(entries: tuple, a: np.ndarray) -> Index | None:
    raw = []
    for entry in entries:
        kind = type(entry)
        if kind is slice:
            entry = slice(_bound(entry.start), _bound(entry.stop), _bound(entry.step))
        elif kind not in _BASIC:
            entry = _as_int(entry)
            if entry is None:
                return None
        raw.append(entry)
    raw = tuple(raw)
    try:
        shape = a[raw].shape
    except IndexError as err:
        raise IvyIndexError(str(err)) from None
    return Index(raw, *_key(raw, a.shape), shape)


def _bound(bound):
    return None if bound is None else operator.index(bound)


def _as_int(entry) -> int | None:
    """Return the int that an index entry stands for, None if it makes the index an advanced one."""
    if isinstance(entry, (bool, np.bool_, list, np.ndarray, tuple, str)):
        return None
    if isinstance(entry, Array):
        if entry.shape != () or entry.dtype.kind not in "iu":
            return None
        data = read(entry)
        if ops_for(data).is_tracer(data):
            return None
    try:
        return operator.index(entry)
    except TypeError:
        return None


def _key(raw: tuple, shape: tuple[int, ...]):
    consumed = sum(1 for e in raw if e is not None and e is not Ellipsis)
    key, starts, axis = [], [], 0
    expanded = False
    for entry in raw:
        if entry is Ellipsis:
            for _ in range(len(shape) - consumed):
                key.append((shape[axis], 1, True))
                starts.append(0)
                axis += 1
            expanded = True
        elif entry is None:
            key.append(None)
        elif type(entry) is slice:
            size = shape[axis]
            start, stop, step = entry.indices(size)
            length = len(range(start, stop, step))
            if length == size and step == 1:
                key.append((size, 1, True))
                starts.append(0)
            else:
                key.append((length, step))
                starts.append(start)
            axis += 1
        else:
            key.append("int")
            starts.append(entry + shape[axis] if entry < 0 else entry)
            axis += 1
    if not expanded:
        for size in shape[axis:]:
            key.append((size, 1, True))
            starts.append(0)
    return tuple(key), tuple(starts)


def host_index(index):
    """Return an advanced index with every array in it on the host, as NumPy takes it."""
    if isinstance(index, tuple):
        return tuple([_host_entry(entry) for entry in index])
    return _host_entry(index)


def _host_entry(entry):
    if isinstance(entry, Array):
        return np.asarray(ops_for(data := read(entry)).to_host(data))
    if isinstance(entry, (list, tuple)):
        array = np.asarray(_unwrapped(entry))
        return array if array.size else array.astype(np.int64)
    if isinstance(entry, slice):
        return slice(_bound(entry.start), _bound(entry.stop), _bound(entry.step))
    if entry is None or entry is Ellipsis or isinstance(entry, (int, np.generic, np.ndarray)):
        return entry
    try:
        return operator.index(entry)
    except TypeError:
        pass
    if hasattr(entry, "__array__"):
        return np.asarray(entry)
    raise IvyIndexError(
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or "
        "boolean arrays are valid indices"
    )


def _unwrapped(entries):
    if isinstance(entries, Array):
        return np.asarray(ops_for(data := read(entries)).to_host(data))
    if isinstance(entries, (list, tuple)):
        return [_unwrapped(e) for e in entries]
    return entries


def native_index(index):
    """Return an index with native arrays in place of Arrays, NumPy arrays in place of lists."""
    if isinstance(index, tuple):
        return tuple([_native_entry(entry) for entry in index])
    return _native_entry(index)


def _native_entry(entry):
    kind = type(entry)
    if kind is int or entry is None or entry is Ellipsis:
        return entry
    if isinstance(entry, Array):
        data = read(entry)
        is_int = entry.shape == () and entry.dtype.kind in "iu"
        return operator.index(entry) if is_int and not ops_for(data).is_tracer(data) else data
    if kind is list:
        return np.asarray(_unwrapped(entry)) if entry else np.zeros(0, np.int64)
    if kind is slice:
        return slice(_bound(entry.start), _bound(entry.stop), _bound(entry.step))
    return entry


def get_item(x: Array, index, cls, scalar=None) -> object:
    """Return ``x[index]``: a view for a basic index, else an array of its own.

    An index of integers alone picks an element: it is copied, and given to ``scalar`` if there is
    one.
    """
    try:
        return _get_item(x, index, cls, scalar)
    except Exception as err:
        backend = ops_for(read(x)).NAME
        if passes(err, (backend, "get_item")):
            raise
        try:
            raise translate(err, "get_item", backend) from err
        except IvyException as raised:
            settle(raised, err)
            raise


def _get_item(x, index, cls, scalar):
    functional = hasattr(x, "_view")
    data = None if functional else x._data
    ops = ops_for(x._view.base._data if functional else data)
    if not functional and ops.NATIVE_VIEWS:
        native = ops.get_native(data, index)
        if native is not None:
            return _element(native, cls, scalar) if ops.is_element(native) else _new(cls, native)
    lens = basic_index(index, shadow(x))
    if lens is not None:
        if lens.shape == () and all(type(e) is int for e in lens.raw):
            data = read(x)
            picked = ops.read_stack(data, (lens,), lens.starts)
            if ops.MUTABLE:
                picked = ops.copy_native(picked)
            return _element(picked, cls, scalar)
        if not functional and ops.NATIVE_VIEWS:
            native = ops.view_native(data, lens)
            if native is not None:
                return _new(cls, native)
        return functional_view(x, lens, cls)
    data = read(x)
    traced = ops.has_tracer(data, index)
    native = native_index(index) if traced else host_index(index)
    found = ops.get_advanced(data, native)
    # without dimensions, it has been picked by index arrays without any: an element
    return scalar(found) if found.shape == () and scalar is not None else _new(cls, found)


def _element(native, cls, scalar):
    if scalar is not None:
        return scalar(native)
    return _new(cls, np.asarray(native) if isinstance(native, np.generic) else native)


def _new(cls, native):
    array = object.__new__(cls)
    array._data = native
    return array


def set_item(x: Array, index, value) -> None:
    """Write ``x[index] = value``; every alias of ``x`` sees it.

    ``value`` is a native array, a scalar, or a (nested) list of scalars and arrays.
    """
    try:
        if isinstance(value, (list, tuple)):
            value = np.asarray(_unwrapped(value))
        _set_item(x, index, value)
    except Exception as err:
        backend = ops_for(read(x)).NAME
        if passes(err, (backend, "set_item")):
            raise
        try:
            raise translate(err, "set_item", backend) from err
        except IvyException as raised:
            settle(raised, err)
            raise


def _set_item(x, index, value):
    functional = hasattr(x, "_view")
    ops = ops_for(x._view.base._data if functional else x._data)
    if not functional and ops.NATIVE_VIEWS:
        ops.set_native(x._data, index, value)
        return
    if functional and x._view.read_only:  # NumPy says so before it looks at the index
        raise IvyValueError("assignment destination is read-only")
    if type(value) is int and not 0 <= value < 128:
        check_int_fits(value, as_dtype(read(x).dtype))
    lens = basic_index(index, shadow(x))
    if lens is not None:
        if functional:
            write(functional_view(x, lens, Array), value)
        else:
            check_fits(value, lens.shape)
            replace(x, ops.write_stack(x, (lens,), lens.starts, value, lens.shape))
        return
    data = read(x)
    if ops.MUTABLE:
        data = ops.copy_native(data)  # what the view has read is the base's, or is kept
    traced = ops.has_tracer(data, index) or ops.has_tracer(value, ())
    native = native_index(index) if traced else host_index(index)
    new = ops.set_advanced(data, native, value)
    if functional:
        write(x, new)
    else:
        replace(x, new)


def check_fits(value, wanted: tuple[int, ...]) -> None:
    given = tuple(getattr(value, "shape", ()))
    if given != wanted and not fits(given, wanted):
        raise IvyBroadcastShapeError(
            f"could not broadcast input array from shape {_shown(given)} into shape "
            f"{_shown(wanted)}"
        )


def check_int_fits(value: int, dtype) -> None:
    """Raise NumPy's error for a Python int that the dtype cannot hold, where others wrap it."""
    if dtype.is_int:
        np.asarray(value, dtype.as_numpy_dtype)


def _shown(shape: tuple[int, ...]) -> str:
    return "(" + ",".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


# What the backends' functions of positions along an axis share


def resolved(xp, indices, length: int):
    """Return places within bounds, and where indices were not; negative ones count from the end."""
    outside = (indices < -length) | (indices >= length)
    places = xp.where(indices < 0, indices + length, indices)
    return xp.where(outside, xp.zeros_like(places), places), outside


def fill_value_of(dtype):
    """Return what an element that is not there reads as."""
    kind = dtype.kind
    if kind == "b":
        return True
    if kind in "iu":
        return np.iinfo(dtype).min if kind == "i" else np.iinfo(dtype).max
    return np.nan


def check_bounds(indices: np.ndarray, length: int, axis: int | None) -> None:
    """Raise NumPy's error if an index on the host is out of bounds."""
    if not indices.size:
        return
    low, high = int(indices.min()), int(indices.max())
    if low < -length or high >= length:
        bad = high if high >= length else low
        where = f" for axis {axis} with size" if axis is not None else " for size"
        raise IvyIndexError(f"index {bad} is out of bounds{where} {length}")


def along_axis(shape: tuple[int, ...], indices, axis: int) -> tuple:
    """Return the advanced index of the elements at ``indices`` along an axis; checks dimensions."""
    axis = np.lib.array_utils.normalize_axis_index(axis, len(shape))
    check_same_ndim(shape, indices)
    places = []
    for i, length in enumerate(shape):
        if i == axis:
            places.append(indices)
        else:
            places.append(np.arange(length).reshape((-1,) + (1,) * (len(shape) - i - 1)))
    return tuple(places)


def check_same_ndim(shape: tuple[int, ...], indices) -> None:
    if indices.ndim != len(shape):
        raise IvyValueError(
            f"indices have {indices.ndim} dimensions, the array has {len(shape)}; they must agree"
        )
