"""Indices: told apart (basic or advanced), and brought to the form that the kernels take."""

from __future__ import annotations

import operator

import numpy as np

from ..backends.holder import read
from ..backends.loading import backend_for, backend_of_class
from ..dtypes import as_dtype
from ..utils.exceptions import (
    IvyBroadcastShapeError,
    IvyException,
    IvyIndexError,
    IvyValueError,
    translate,
)
from ..utils.tracebacks import already_handled, take_place_of
from .array import Array
from .views import Index, fits, functional_view, replace, shadow, write

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
    given, known = [], True
    for entry in entries:
        kind = type(entry)
        if kind is slice:
            entry = _bounded(entry)
            known = known and _is_known(entry)
        elif kind not in _BASIC:
            entry = _as_int(entry)
            if entry is None:
                return None
            known = known and type(entry) is int
        given.append(entry)
    given = tuple(given)
    if not known:
        return _index_of_unknown(given, a)
    return Index(given, *_key(given, a.shape), _picked(a, given).shape)


def _picked(a: np.ndarray, raw: tuple) -> np.ndarray:
    try:
        return a[raw]
    except IndexError as err:
        raise IvyIndexError(str(err)) from None


def _bounded(entry: slice) -> slice:
    return slice(_bound(entry.start), _bound(entry.stop), _bound(entry.step))


def _bound(bound):
    """Return a bound of a slice as an int, or as the native scalar of an unknown one."""
    if bound is None or type(bound) is int:
        return bound
    native = unknown_int(bound)
    return _known_int(bound) if native is None else native


def _known_int(entry) -> int:
    if not isinstance(entry, Array):
        return operator.index(entry)
    if entry.shape != () or entry.dtype.kind not in "iu":
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return int(read(entry))  # a tensor gives its value also where it may not go to the host


def _is_known(entry: slice) -> bool:
    return (
        type(entry.start) in _BOUNDS and type(entry.stop) in _BOUNDS and type(entry.step) in _BOUNDS
    )


def _as_int(entry):
    """Return the int that an index entry stands for, None if it makes the index an advanced one.

    An int whose value is not known yet comes as its native scalar.
    """
    if isinstance(entry, (bool, np.bool_, list, np.ndarray, tuple, str)):
        return None
    if isinstance(entry, Array):
        if entry.shape != () or entry.dtype.kind not in "iu":
            return None
        native = read(entry)
        return native if backend_for(native).is_unknown(native) else int(native)
    native = unknown_int(entry)
    if native is not None:
        return native
    try:
        return _known_int(entry)
    except TypeError:
        return None


def unknown_int(entry):
    """Return the native scalar in an index entry whose value is not known until the program runs.

    None if the entry is anything else: an int under ``jax.jit``, in a loop of ``lax``, in a
    ``tf.function`` is meant, bare or in an Array.
    """
    native = read(entry) if isinstance(entry, Array) else entry
    ops = backend_of_class(type(native))
    if ops is None or not ops.is_unknown(native):
        return None
    if (
        tuple(getattr(native, "shape", ()))
        or as_dtype(getattr(native, "dtype", int)).kind not in "iu"
    ):
        return None
    return native


def _index_of_unknown(given: tuple, a: np.ndarray) -> Index:
    """Return the lens of a basic index with ints in it whose values are not known yet.

    Its shape and key are those of a stand-in, an index of known ints; where it begins is data.
    """
    consumed = sum(1 for entry in given if entry is not None and entry is not Ellipsis)
    raw, unknown, axis = [], {}, 0
    for entry in given:
        if entry is Ellipsis:
            axis += max(a.ndim - consumed, 0)
        elif entry is not None:
            length = (
                a.shape[axis] if axis < a.ndim else 0
            )  # NumPy says below that there are too many
            if type(entry) is slice and not _is_known(entry):
                unknown[axis] = entry.start
                entry = _stand_in(entry, length)
            elif type(entry) not in (slice, int):
                unknown[axis] = entry
                entry = 0
            axis += 1
        raw.append(entry)
    raw = tuple(raw)
    shape = _picked(a, raw).shape
    key, starts = _key(raw, a.shape)
    starts = list(starts)
    steps = [entry for entry in key if entry is not None]
    for axis, native in unknown.items():
        whole = steps[axis] != "int" and (len(steps[axis]) == 3 or steps[axis][0] == 0)
        if not whole:  # else there is one place where it can begin
            starts[axis] = backend_for(native).counted_from_start(native, a.shape[axis])
    return Index(raw, key, tuple(starts), shape, (*unknown.values(),))


def _stand_in(entry: slice, size: int) -> slice:
    """Return a slice of known bounds with the length and the step of one of unknown bounds.

    Raises
    ------
    IvyIndexError
        If the length depends on what is not known.
    """
    step = 1 if entry.step is None else entry.step
    span = None
    if type(step) is int and step and entry.start is not None and entry.stop is not None:
        span = difference(entry.stop, entry.start)
    if span is None:
        raise IvyIndexError(
            "the length of a slice must be known while a function is traced: its bounds may be "
            "traced where they differ by a known number, as in x[i : i + 3]; take other parts "
            "with a mask (where), or with the framework's own function (lax.dynamic_slice)"
        )
    length = min(len(range(0, span, step)), len(range(0, size, abs(step))))
    if not length:
        return slice(0, 0)
    return (
        slice(0, (length - 1) * step + 1, step)
        if step > 0
        else slice((1 - length) * step, None, step)
    )


def difference(stop, start) -> int | None:
    """Return ``stop - start`` where it is the same for all values of what is not known, else None.

    How a native scalar was computed is asked of its backend: ``made_by`` gives an int, or
    ("unknown", its name), or the name of a step and what it was applied to.
    """
    ops = backend_for(start if type(stop) is int else stop)
    stop, start = ops.unmapped(stop), ops.unmapped(start)
    if not (ops.is_unknown(stop) or ops.is_unknown(start)):  # vmap has many values at hand
        found = np.unique(np.asarray(stop) - np.asarray(start))
        return int(found[0]) if found.size == 1 else None
    made_by = ops.made_by
    terms = _combined((_linear(stop, made_by), _linear(start, made_by)), (1, -1))
    if terms is None:
        return None
    constant = terms.pop(None, 0)
    return None if any(terms.values()) else constant


_SIGNS = {"same": (1,), "add": (1, 1), "subtract": (1, -1), "negative": (-1,)}


def _linear(value, made_by, depth: int = 0) -> dict | None:
    """Return an int as a sum: {name of an unknown: its factor}, {None: the constant}.

    It is None for a computation that is too long to be followed.
    """
    if depth > 32:
        return None
    value = value if type(value) is int else made_by(value)
    if type(value) is int:
        return {None: value}
    step, parts = value
    if step == "unknown":
        return {parts: 1}
    terms = [_linear(part, made_by, depth + 1) for part in parts]
    if step != "multiply":
        return _combined(terms, _SIGNS[step])
    constants = [part for part in terms if part is not None and part.keys() <= {None}]
    if not constants:
        return None
    other = terms[1] if terms[0] is constants[0] else terms[0]
    return _combined((other,), (constants[0].get(None, 0),))


def _combined(terms, factors) -> dict | None:
    total: dict = {}
    for part, factor in zip(terms, factors, strict=True):
        if part is None:
            return None
        for name, count in part.items():
            total[name] = total.get(name, 0) + factor * count
    return total


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
            if length < 2:  # one kernel for all of them; where nothing is picked, NumPy may give -1
                start, step = start if length else 0, 1
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
        return np.asarray(backend_for(data := read(entry)).to_host(data))
    if isinstance(entry, (list, tuple)):
        array = np.asarray(_unwrapped(entry))
        return array if array.size else array.astype(np.int64)
    if isinstance(entry, slice):
        return _bounded(entry)
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
        return np.asarray(backend_for(data := read(entries)).to_host(data))
    if isinstance(entries, (list, tuple)):
        return [_unwrapped(e) for e in entries]
    return entries


def array_of(values: list | tuple, traced: bool = False):
    """Return nested lists of scalars and arrays as one array: on the host if all are known.

    While something is ``traced``, arrays of a framework are not looked at: they are stacked.
    """
    found = _traced_in(values, traced)
    if found is None:
        return np.asarray(_unwrapped(values))
    from ..backend_handler import get_backend

    return read(_stacked(get_backend(backend_for(found).NAME), values))


_PLAIN = frozenset({bool, int, float, complex})


def _traced_in(values, any_native: bool = False):
    """Return an array in nested lists whose values are not known yet; None if there is none."""
    if _PLAIN.issuperset(map(type, values)):
        return None
    for value in values:
        if isinstance(value, (list, tuple)):
            native = _traced_in(value, any_native)
            if native is not None:
                return native
            continue
        native = read(value) if isinstance(value, Array) else value
        ops = backend_of_class(type(native))
        if ops is not None and (ops.is_tracer(native) or any_native and ops.NAME != "numpy"):
            return native
    return None


def _stacked(xp, values) -> Array:
    parts = [_stacked(xp, v) if isinstance(v, (list, tuple)) else xp.asarray(v) for v in values]
    return xp.stack(parts, axis=0)


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
        return operator.index(data) if is_int and not backend_for(data).is_unknown(data) else data
    if kind is list or kind is tuple:
        return array_of(entry, traced=True) if entry else np.zeros(0, np.int64)
    if kind is slice:
        return _bounded(entry)
    return entry


def get_item(x: Array, index, cls, scalar=None) -> object:
    """Return ``x[index]``: a view for a basic index, else an array of its own.

    An index of integers alone picks an element: it is copied, and given to ``scalar`` if there is
    one.
    """
    try:
        return _get_item(x, index, cls, scalar)
    except Exception as err:
        backend = backend_for(read(x)).NAME
        if already_handled(err, (backend, "get_item")):
            raise
        try:
            raise translate(err, "get_item", backend) from err
        except IvyException as raised:
            take_place_of(raised, err)
            raise


def _get_item(x, index, cls, scalar):
    functional = hasattr(x, "_view")
    data = None if functional else x._data
    ops = backend_for(x._view.base._data if functional else data)
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
    if is_traced(ops, data, index):
        found = ops.get_traced(data, native_index(index))
    else:
        found = ops.get_advanced(data, host_index(index))
    # without dimensions, it has been picked by index arrays without any: an element
    return scalar(found) if found.shape == () and scalar is not None else _new(cls, found)


def is_traced(ops, native, index, value=None) -> bool:
    """Return whether an array, one in an index, or a value to be written is being traced."""
    is_tracer = ops.is_tracer
    if is_tracer(native) or value is not None and is_tracer(value):
        return True
    for entry in index if type(index) is tuple else (index,):
        if type(entry) is list or type(entry) is tuple:
            if _traced_in(entry) is not None:
                return True
        elif is_tracer(read(entry) if isinstance(entry, Array) else entry):
            return True
    return False


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
            value = array_of(value)
        _set_item(x, index, value)
    except Exception as err:
        backend = backend_for(read(x)).NAME
        if already_handled(err, (backend, "set_item")):
            raise
        try:
            raise translate(err, "set_item", backend) from err
        except IvyException as raised:
            take_place_of(raised, err)
            raise


def _set_item(x, index, value):
    functional = hasattr(x, "_view")
    ops = backend_for(x._view.base._data if functional else x._data)
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
    if is_traced(ops, data, index, value):
        new = ops.set_traced(data, native_index(index), value)
    else:
        new = ops.set_advanced(data, host_index(index), value)
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


def flat_positions(xp, shape: tuple[int, ...], index, as_int64):
    """Return the positions, in the flattened array, of what an advanced index picks.

    For indices that hold arrays of unknown values; masks of known values may stand beside them.

    Parameters
    ----------
    xp : module
        TensorFlow or PyTorch, for ``where``, ``reshape``, ``broadcast_to``.
    as_int64 : callable
        Makes a native int64 array of an index entry.
    """
    entries = list(index) if isinstance(index, tuple) else [index]
    entries = [part for entry in entries for part in _positions_of(entry)]
    given = sum(entry is not None and entry is not Ellipsis for entry in entries)
    if given > len(shape):
        raise IvyIndexError(
            f"too many indices for array: array is {len(shape)}-dimensional, but {given} were "
            "indexed"
        )
    at = next((i for i, e in enumerate(entries) if e is Ellipsis), len(entries))
    entries[at : at + 1] = [slice(None)] * (len(shape) - given)
    arrays = [i for i, e in enumerate(entries) if e is not None and not isinstance(e, slice)]
    together = arrays == list(range(arrays[0], arrays[-1] + 1))
    picked = {i: as_int64(entries[i]) for i in arrays}
    wide = np.broadcast_shapes(*[tuple(each.shape) for each in picked.values()])
    # the axes of the result: those of the arrays where the first of them stands, or at the front
    axes, places, axis = [], [], 0
    for i, entry in enumerate(entries):
        if i == (arrays[0] if together else 0):
            axes += wide
        if entry is None:
            axes.append(1)
            continue
        stride = int(np.prod(shape[axis + 1 :], dtype=np.int64))
        if isinstance(entry, slice):
            line = np.arange(*entry.indices(shape[axis])) * stride
            places.append((len(axes), as_int64(line)))
            axes.append(len(line))
        else:
            place = picked[i]
            places.append((None, xp.where(place < 0, place + shape[axis], place) * stride))
        axis += 1
    end_of_wide = (arrays[0] if together else 0) + len(wide)
    flat = None
    for start, place in places:
        after = len(axes) - (end_of_wide if start is None else start + 1)
        place = xp.reshape(place, (*place.shape, *[1] * after))
        flat = place if flat is None else flat + place
    return xp.broadcast_to(flat, tuple(axes))


def _positions_of(entry):
    """Yield an index entry: a mask of known values as the positions where it is true."""
    if isinstance(entry, (np.ndarray, bool, np.bool_)) and np.asarray(entry).dtype == bool:
        yield from np.asarray(entry).nonzero()
    else:
        yield entry


def mask_alone(index):
    """Return the one entry of an index, for a look at whether it is a mask; None if it has more."""
    if isinstance(index, tuple):
        return index[0] if len(index) == 1 else None
    return index


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
    indices = np.asarray(indices)
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


def check_along_axis(shape: tuple[int, ...], indices, axis: int, values=None) -> None:
    """Raise where NumPy cannot pick along an axis, or put ``values`` there, by NumPy's class.

    ``shape`` is that of an array with the axes of ``indices``. It is for calls that a framework has
    refused.
    """
    others = [1 if i == axis else n for i, n in enumerate(shape)]
    try:
        picked = np.broadcast_shapes(tuple(indices.shape), others)
    except ValueError as err:
        raise IvyIndexError(str(err)) from err
    check_fits(values, picked)


def check_same_ndim(shape: tuple[int, ...], indices) -> None:
    if "int" not in str(indices.dtype):
        raise IvyIndexError("`indices` must be an integer array")
    if indices.ndim != len(shape):
        raise IvyValueError(
            f"indices have {indices.ndim} dimensions, the array has {len(shape)}; they must agree"
        )
