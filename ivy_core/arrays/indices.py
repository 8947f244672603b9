"""Indices: told apart (basic or advanced), and brought to the forms that kernels take."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable

import numpy as np

from ..backends.common.indices import NO_INDEX
from ..backends.common.shapes import blank
from ..backends.holder import Holder, held, read, read_or_padded
from ..backends.loading import backend_for, backend_of_class
from ..dtypes import as_dtype
from ..utils.exceptions import IvyIndexError
from .lenses import Index
from .policy import KEPT_PATTERNS, NUMBERS_OF_SEEN_INDICES

_BASIC = frozenset({int, type(None), type(Ellipsis)})
_BOUNDS = frozenset({int, type(None)})
_NUMPYS_INTS = frozenset(np.dtype(code).type for code in np.typecodes["AllInteger"])
start_of = None  # of ints that only a program knows: gives those that are never negative as starts
_known: dict[tuple, Index] = {}  # the same few indices come again and again
_came: set[int] = set()  # hashes of those that came once
_rows: dict[tuple, tuple] = {}  # of a shape: what the lenses of its rows have in common


def basic_lens(index, shape: tuple[int, ...]) -> Index | None:
    """Return the lens of a basic index into an array of a shape; None if it is an advanced one.

    Raises
    ------
    IvyIndexError
        If the index does not fit the shape, in NumPy's words.

    Examples
    --------
    >>> basic_lens(slice(1, -1), (10,)).shape
    (8,)
    >>> basic_lens([0, 1], (10,)) is None
    True
    """
    if type(index) is int and shape and (lens := _row_lens(index, shape)) is not None:
        return lens
    entries = index if type(index) is tuple else (index,)
    key = [shape]
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
        plain = _with_plain_ints(entries)
        if plain is not None:
            return basic_lens(plain, shape)
        return _parse_basic_index(entries, _shape_of_ints(shape))
    key = tuple(key)
    try:
        found = _known.get(key)
    except TypeError:
        return _parse_basic_index(entries, _shape_of_ints(shape))
    if found is None:
        found = _parse_basic_index(entries, shape)
        _keep_if_it_came_before(key, found)
    return found


def _with_plain_ints(entries: tuple) -> tuple | None:
    """Return an index with Python's ints for NumPy's; None where there are none of these."""
    plain, found = [], False
    for entry in entries:
        kind = type(entry)
        if kind in _NUMPYS_INTS:
            entry, found = int(entry), True
        elif kind is slice:
            bounds = entry.start, entry.stop, entry.step
            if not _NUMPYS_INTS.isdisjoint(map(type, bounds)):
                entry = slice(*[int(b) if type(b) in _NUMPYS_INTS else b for b in bounds])
                found = True
        plain.append(entry)
    return tuple(plain) if found else None


def _row_lens(index: int, shape: tuple[int, ...]) -> Index | None:
    """Return the lens of a lone int; None if it does not fit, or the shape is not known.

    It is made anew each time: a loop over the rows of a large array would fill any table.
    """
    try:
        row = _rows.get(shape)
    except TypeError:
        return None
    if row is None:
        if not all(type(n) is int for n in shape):
            return None
        if len(_rows) > KEPT_PATTERNS:
            _rows.clear()
        rest = shape[1:]
        key = ("int", *[(n, 1, True) for n in rest])
        row = _rows[shape] = (shape[0], key, (0,) * len(rest), rest)
    size, key, starts, rest = row
    if 0 <= index < size:
        return Index((index,), key, (index, *starts), rest)
    if -size <= index < 0:
        return Index((index,), key, (index + size, *starts), rest)
    return None


def _keep_if_it_came_before(key: tuple, lens: Index | None) -> None:
    """Keep the lens of an index that has come before, so that it need not be made again.

    A window that moves over an array asks for each index once. Kept, they would be objects that
    outlive Python's young collections, and each 60,000 of them a full one of a tenth of a second.
    """
    seen = hash(key)
    if seen in _came:
        if len(_known) > KEPT_PATTERNS:
            _known.clear()
        _known[key] = lens
    else:
        if len(_came) > NUMBERS_OF_SEEN_INDICES:
            _came.clear()
        _came.add(seen)


def _shape_of_ints(shape) -> tuple[int, ...]:
    """Return a shape whose lengths are plain ints: symbolic ones have no hash."""
    return tuple([n if type(n) is int else int(n) for n in shape])


def _parse_basic_index(entries: tuple, shape: tuple[int, ...]) -> Index | None:
    """Return the lens of a basic index; None if an entry needs advanced indexing."""
    given, known = [], True
    for entry in entries:
        kind = type(entry)
        if kind is slice:
            if not _has_known_bounds(entry):
                entry = _resolve_slice(entry)
                known = known and _has_known_bounds(entry)
        elif kind not in _BASIC:
            entry = _int_entry(entry)
            if entry is None:
                return None
            known = known and type(entry) is int
        given.append(entry)
    given = tuple(given)
    if not known:
        return _lens_of_traced_index(given, shape)
    picked = _shape_after_index(shape, given)  # NumPy raises its own IndexError
    return Index(given, *_lens_key_and_starts(given, shape), picked)


def _shape_after_index(shape: tuple[int, ...], raw: tuple) -> tuple[int, ...]:
    """Return the shape of a basic index's result; IvyIndexError in NumPy's words if it fails."""
    try:
        return blank(shape)[raw].shape
    except IndexError as err:
        raise IvyIndexError(str(err)) from None


def _resolve_slice(entry: slice) -> slice:
    """Return a slice of Nones, ints and, where the bound is traced, native scalars."""
    return slice(
        _resolve_slice_bound(entry.start),
        _resolve_slice_bound(entry.stop),
        _resolve_slice_bound(entry.step),
    )


def _resolve_slice_bound(bound):
    """Return a bound of a slice as an int; a traced one as its native scalar."""
    if bound is None or type(bound) is int:
        return bound
    native = unknown_int(bound)
    return _to_int(bound) if native is None else native


def _to_int(entry) -> int:
    """Return an int, or integer array without axes, as an int; TypeError for anything else."""
    if not isinstance(entry, Holder):
        return operator.index(entry)
    if entry.shape != () or entry.dtype.kind not in "iu":
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return int(read(entry))  # a tensor gives its value also where it may not go to the host


def _has_known_bounds(entry: slice) -> bool:
    """Return whether a slice's bounds and step are Nones or plain ints, none of them traced."""
    return (
        type(entry.start) in _BOUNDS and type(entry.stop) in _BOUNDS and type(entry.step) in _BOUNDS
    )


def _int_entry(entry):
    """Return a basic entry's int, or native scalar if traced; None for lists, bools and arrays."""
    if isinstance(entry, (bool, np.bool_, list, np.ndarray, tuple, str)):
        return None
    if isinstance(entry, Holder):
        if entry.shape != () or entry.dtype.kind not in "iu":
            return None
        native = read(entry)
        return native if backend_for(native).is_unknown(native) else int(native)
    native = unknown_int(entry)
    if native is not None:
        return native
    try:
        return _to_int(entry)
    except TypeError:
        return None


def unknown_int(entry):
    """Return the native scalar in an index entry whose value is not known until the program runs.

    None if the entry is anything else: an int under ``jax.jit``, in a loop of ``lax``, in a
    ``tf.function`` is meant, bare or in an Array.
    """
    native = read(entry) if isinstance(entry, Holder) else entry
    ops = backend_of_class(type(native))
    if ops is None or not ops.is_unknown(native):
        return None
    if (
        tuple(getattr(native, "shape", ()))
        or as_dtype(getattr(native, "dtype", int)).kind not in "iu"
    ):
        return None
    return native


def _lens_of_traced_index(given: tuple, whole: tuple[int, ...]) -> Index:
    """Return the lens of a basic index with traced ints, whose values are not known yet.

    Its shape and key are those of a stand-in, an index of known ints; where it begins is data.
    """
    consumed = sum(1 for entry in given if entry is not None and entry is not Ellipsis)
    raw, unknown, axis = [], {}, 0
    for entry in given:
        if entry is Ellipsis:
            axis += max(len(whole) - consumed, 0)
        elif entry is not None:
            # where there is no such axis, NumPy says below that there are too many entries
            length = whole[axis] if axis < len(whole) else 0
            if type(entry) is slice and not _has_known_bounds(entry):
                unknown[axis] = entry.start
                entry = _slice_of_known_length(entry, length)
            elif type(entry) not in (slice, int):
                unknown[axis] = entry
                entry = 0
            axis += 1
        raw.append(entry)
    raw = tuple(raw)
    shape = _shape_after_index(whole, raw)
    key, starts = _lens_key_and_starts(raw, whole)
    starts = list(starts)
    steps = [entry for entry in key if entry is not None]
    for axis, native in unknown.items():
        covers = steps[axis] != "int" and (len(steps[axis]) == 3 or steps[axis][0] == 0)
        if not covers:  # one that covers the axis can begin at one position alone
            found = None if start_of is None else start_of(native)
            if found is None:
                found = backend_for(native).counted_from_start(native, whole[axis])
            starts[axis] = found
    return Index(raw, key, tuple(starts), shape, (*unknown.values(),))


def _slice_of_known_length(entry: slice, size: int) -> slice:
    """Return a slice as long as a traced one, from the axis's begin (backward: end); or raise."""
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
    terms = _linear_combination((linear(stop, made_by), linear(start, made_by)), (1, -1))
    if terms is None:
        return None
    constant = terms.pop(None, 0)
    return None if any(terms.values()) else constant


_SIGNS = {"same": (1,), "add": (1, 1), "subtract": (1, -1), "negative": (-1,)}


def linear(value, made_by, depth: int = 0) -> dict | None:
    """Return an int as a sum: {name of an unknown: its factor}, {None: the constant}.

    ``made_by`` is the backend's, which says how a native scalar was computed. The sum is None for
    a computation that is too long to be followed.
    """
    if depth > 32:
        return None
    value = value if type(value) is int else made_by(value)
    if type(value) is int:
        return {None: value}
    step, parts = value
    if step == "unknown":
        return {parts: 1}
    terms = [linear(part, made_by, depth + 1) for part in parts]
    if step != "multiply":
        return _linear_combination(terms, _SIGNS[step])
    constants = [part for part in terms if part is not None and part.keys() <= {None}]
    if not constants:
        return None
    other = terms[1] if terms[0] is constants[0] else terms[0]
    return _linear_combination((other,), (constants[0].get(None, 0),))


def _linear_combination(terms, factors) -> dict | None:
    """Return the sum of terms, dicts of counts by name, times factors; None if a term is None."""
    total: dict = {}
    for part, factor in zip(terms, factors, strict=True):
        if part is None:
            return None
        for name, count in part.items():
            total[name] = total.get(name, 0) + factor * count
    return total


def _lens_key_and_starts(raw: tuple, shape: tuple[int, ...]):
    """Return (key, starts); key: "int", None, (length, step), whole axes (length, 1, True)."""
    key, starts, axis = [], [], 0
    expanded = False
    for entry in raw:
        if entry is Ellipsis:
            consumed = sum(1 for e in raw if e is not None and e is not Ellipsis)
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
        return tuple([_index_entry_on_host(entry) for entry in index])
    return _index_entry_on_host(index)


def _index_entry_on_host(entry):
    """Return an index entry as NumPy takes it: arrays on the host, bounds as ints."""
    if isinstance(entry, Holder):
        return np.asarray(backend_for(data := held(entry)).to_host(data))
    if isinstance(entry, (list, tuple)):
        array = np.asarray(_with_numpy_leaves(entry))
        return array if array.size else array.astype(np.int64)
    if isinstance(entry, slice):
        return _resolve_slice(entry)
    if entry is None or entry is Ellipsis or isinstance(entry, (int, np.generic, np.ndarray)):
        return entry
    try:
        return operator.index(entry)
    except TypeError:
        pass
    if hasattr(entry, "__array__"):
        return np.asarray(entry)
    array = np.asarray(entry)  # of another sequence: a range, a deque
    if array.dtype.kind in "bui" or array.dtype != object and array.shape == (0,):
        return array if array.size else array.astype(np.int64)
    raise IvyIndexError(NO_INDEX)


def _with_numpy_leaves(entries):
    """Return nested lists or tuples as lists, and the arrays in them as NumPy arrays."""
    if isinstance(entries, Holder):
        return np.asarray(backend_for(data := held(entries)).to_host(data))
    if isinstance(entries, (list, tuple)):
        return [_with_numpy_leaves(e) for e in entries]
    return entries


def array_of(values: list | tuple, traced: bool = False):
    """Return nested lists of scalars and arrays as one array: on the host if all may go there.

    Arrays that are traced, or recorded for a gradient, are stacked. While something is ``traced``,
    no array of a framework is looked at.
    """
    found = _find_recorded_array(values, traced)
    if found is None:
        return np.asarray(_with_numpy_leaves(values))
    xp = sys.modules["ivy_core"].get_backend(backend_for(found).NAME)
    return read(_stack_nested(xp, values))


_PLAIN = frozenset({bool, int, float, complex})


def _find_recorded_array(values, any_native: bool = False):
    """Return a native array in lists that may not go to the host, or, if asked, is not there."""
    if _PLAIN.issuperset(map(type, values)):
        return None
    for value in values:
        if isinstance(value, (list, tuple)):
            native = _find_recorded_array(value, any_native)
            if native is not None:
                return native
            continue
        native = read(value) if isinstance(value, Holder) else value
        ops = backend_of_class(type(native))
        if ops is None:
            continue
        if ops.is_recorded(native) or any_native and not ops.CAPABILITIES.on_host:
            return native
    return None


def _stack_nested(xp, values) -> Holder:
    """Stack nested lists of arrays and numbers into one array, level by level, by ``xp``."""
    parts = [
        _stack_nested(xp, v) if isinstance(v, (list, tuple)) else xp.asarray(v) for v in values
    ]
    return xp.stack(parts, axis=0)


def places_on_host(ops, index):
    """Return an index that has arrays in it as NumPy takes it, looking at the arrays' memory.

    None where it has none, or needs a closer look: an array without dimensions, which may stand for
    an int, memory that is not on the host, anything but ints, slices and arrays.
    """
    if isinstance(index, Holder):
        memory = ops.memory_on_host(held(index))
        return memory if memory is not None and memory.ndim else None
    if type(index) is not tuple:
        return None
    found, entries = False, []
    for entry in index:
        if isinstance(entry, Holder):
            entry = ops.memory_on_host(held(entry))
            if entry is None or not entry.ndim:
                return None
            found = True
        elif not _is_plain_entry(entry):
            return None
        entries.append(entry)
    return tuple(entries) if found else None


def is_plainly_basic(index) -> bool:
    """Return whether an index is of ints, slices of ints, None and Ellipsis alone."""
    if type(index) is not tuple:
        return _is_plain_entry(index)
    for entry in index:
        if not _is_plain_entry(entry):
            return False
    return True


def _is_plain_entry(entry) -> bool:
    """Return whether an index entry is a plain int, None, Ellipsis or a slice of ints and Nones."""
    if type(entry) is slice:
        return (
            type(entry.start) in _BOUNDS
            and type(entry.stop) in _BOUNDS
            and type(entry.step) in _BOUNDS
        )
    return type(entry) in _BASIC


def native_index(index):
    """Return an index with native arrays in place of Arrays, NumPy arrays in place of lists."""
    if isinstance(index, tuple):
        return tuple([_native_index_entry(entry) for entry in index])
    return _native_index_entry(index)


def _native_index_entry(entry):
    """Return an index entry as a framework takes it: ints, slices of ints, native arrays."""
    kind = type(entry)
    if kind is int or entry is None or entry is Ellipsis:
        return entry
    if isinstance(entry, Holder):
        data = read_or_padded(entry)
        is_int = entry.shape == () and entry.dtype.kind in "iu"
        return operator.index(data) if is_int and not backend_for(data).is_unknown(data) else data
    if kind is list or kind is tuple:
        return array_of(entry, traced=True) if entry else np.zeros(0, np.int64)
    if kind is slice:
        return _resolve_slice(entry)
    if isinstance(entry, (str, float, complex, Iterable)) and not hasattr(entry, "dtype"):
        return _index_entry_on_host(entry)  # which refuses what is no index
    return entry


def is_traced(ops, native, index, value=None) -> bool:
    """Return whether an array, one in an index, or a value to be written stays on its devices.

    That is: it is being traced, or lies in parts on several devices.
    """
    stays = ops.stays_on_devices
    if stays(native) or value is not None and stays(value):
        return True
    for entry in index if type(index) is tuple else (index,):
        if type(entry) is list or type(entry) is tuple:
            if _find_recorded_array(entry) is not None:
                return True
        elif stays(held(entry) if isinstance(entry, Holder) else entry):
            return True
    return False
