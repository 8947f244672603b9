"""Parts of arrays whose length only the program knows: ``a[i, :i]``, ``x[k + 1 :]``, ``x[mask]``.

A :class:`DynamicSlice` shows an array of known shape of which only some indices count: along each
axis those between two bounds, or those of a mask. Elementwise functions compute all elements;
reductions and products fill those that do not count with what changes nothing; a write selects. The
elements of a part lie where they lie in the whole array: parts of equal bounds meet without a move.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

import numpy as np

from ivy_core.arrays.indices import difference
from ivy_core.arrays.views import new_array
from ivy_core.arrays.write import store, write_natively
from ivy_core.backends.holder import Holder, read, unwrapped
from ivy_core.backends.loading import backend_for
from ivy_core.dtypes import same_kind

from ..policy import MASKED_AXIS_ELEMENTS
from . import trace as tracing
from .axis_bounds import Bound, Chosen, as_index, bound_of, window_of
from .runtime_checks import BOUNDS
from .short_loops import note_length
from .symbolic_numbers import SymbolicScalar
from .trace import Unsupported

_ELEMENTWISE = frozenset(
    "where clip abs absolute real imag conj nan_to_num square sign round around astype copy "
    "zeros_like ones_like full_like empty_like isclose copy_array".split()
)
_NAMES = {"amax": "max", "amin": "min", "absolute": "abs"}
_FILLS = {
    "sum": 0, "nansum": 0, "count_nonzero": 0, "norm": 0, "any": False, "cumsum": 0, "prod": 1,
    "cumprod": 1, "all": True, "max": "least", "argmax": "least", "min": "most", "argmin": "most",
}  # fmt: skip


class DynamicSlice:
    """An array of which only some indices count.

    Parameters
    ----------
    source : Array
        The array of known shape; what is written to the part is written to it.
    bounds : tuple
        For each axis a :class:`Bound`, or None where all indices count.
    mask : native array, optional
        Which elements count, over the leading axes, in place of bounds.
    block : callable, optional
        Of a part of one axis: gives as many of its source's elements as are asked for, from a
        index on, without the others.
    own : Array, optional
        The part as an array of its own length, where the backend has such.
    is_view : bool
        Whether it shows the memory of an array of known shape, whose strides it has. What is
        computed has memory of its own length.
    """

    __array_ufunc__ = None
    __hash__ = None

    def __init__(
        self, source: Holder, bounds: tuple, mask=None, block=None, own=None, is_view=False
    ):
        self.source, self.bounds, self.mask, self.block = source, bounds, mask, block
        self.is_view = is_view
        self._own = own, None if own is None else tracing.current.programs.writes_to(read(source))

    # what it is

    @property
    def dtype(self):
        return self.source.dtype

    @property
    def ndim(self) -> int:
        if self.mask is None:
            return self.source.ndim
        return self.source.ndim - self.mask.ndim + 1

    @property
    def shape(self) -> tuple:
        if self.mask is not None:
            return (self.count(), *self.source.shape[self.mask.ndim :])
        lengths = zip(self.source.shape, self.bounds, strict=True)
        return tuple([n if bound is None else bound.length() for n, bound in lengths])

    @property
    def size(self):
        size = 1
        for length in self.shape:
            size = size * length
        return size

    @property
    def T(self):
        part = by_bounds(self)
        return by_mask(DynamicSlice(part.source.T, part.bounds[::-1], is_view=part.is_view))

    def count(self) -> SymbolicScalar:
        programs = tracing.current.programs
        return SymbolicScalar.of(programs.as_number(programs.number_of(self.mask)))

    def copied(self) -> DynamicSlice:
        """Return the same elements, in memory of their own."""
        native = read(self.source)
        if tracing.current.programs.WRITES_IN_PLACE:
            native = tracing.current.programs.copied(native)
        return DynamicSlice(new_array(type(self.source), native), self.bounds, self.mask)

    def counts(self):
        """Return a native array of booleans over the source: which elements count."""
        programs = tracing.current.programs
        shape = tuple(self.source.shape)
        if self.mask is not None:
            ones = (1,) * (len(shape) - self.mask.ndim)
            return programs.reshaped(self.mask, (*self.mask.shape, *ones))
        found = None
        for axis, bound in enumerate(self.bounds):
            if bound is not None:
                inside = bound.inside(shape, axis)
                found = inside if found is None else programs.all_of([found, inside])
        return found

    def filled(self, fill) -> Holder:
        """Return the source with another value at the indices that do not count."""
        programs = tracing.current.programs
        native = read(self.source)
        fill = _fill_for_dtype(fill, programs.dtype_of(native))
        values = programs.selected(self.counts(), native, fill)
        return new_array(type(self.source), values)

    def of_own_length(self, shape: tuple) -> Holder:
        """Return the part as an array of its own length; of a shape until that is known.

        It shows the source's memory, unless it has been computed and not been written to since.
        """
        programs, (own, written) = tracing.current.programs, self._own
        native = read(self.source)
        if own is not None and own.shape == shape and programs.writes_to(native) == written:
            return own
        native = programs.part(native, _bounds_as_tuples(self.bounds), shape)
        return new_array(type(self.source), native)

    # reading and writing

    def __getitem__(self, index):
        entries = index if type(index) is tuple else (index,)
        if self.mask is not None:
            if len(entries) == 1 and type(entries[0]) is DynamicSlice:
                return self._intersect_mask(entries[0]).copied()
            if all(type(each) is not DynamicSlice for each in entries):
                if entries == (slice(None),) or entries == (Ellipsis,):
                    return self
                if self.mask.ndim == 1:
                    return by_mask(by_bounds(self)[index])
            raise Unsupported("an index into what a mask picks")
        entries = _expand_ellipsis(entries, self.source.ndim)
        outer, bounds, axis = [], [], 0
        for entry in entries:
            if entry is None:
                outer.append(None)
                bounds.append(None)
                continue
            bound, length = self.bounds[axis], self.source.shape[axis]
            axis += 1
            if type(entry) is slice:
                if bound is None:
                    if _has_known_length(entry, length):
                        outer.append(entry)
                        bounds.append(None)
                        continue
                    bound = Bound(0, length, 0, length)
                inner, backwards = self._subslice_bound(bound, entry)
                outer.append(slice(None, None, -1) if backwards else slice(None))
                bounds.append(_bound_on_reversed_axis(inner, length) if backwards else inner)
                continue
            index = as_index(entry)
            if bound is not None:
                index = bound.nth(index)
            outer.append(index if type(index) is int else SymbolicScalar.of(index))
        source = self.source[tuple(outer)]
        if not bounds:
            return source
        if all(bound is None for bound in bounds):
            return source
        return DynamicSlice(source, tuple(bounds), is_view=self.is_view)

    def _subslice_bound(self, bound: Bound, entry: slice) -> tuple[Bound, bool]:
        """Return the bound of a slice of a dynamic slice, and whether it goes backwards."""
        if entry == slice(None):
            return bound, False
        if not bound.is_whole:
            raise Unsupported("a slice of a slice with a step, or of what a mask picks")
        programs = tracing.current.programs
        low, high = as_index(entry.start), as_index(entry.stop)
        backwards = entry.step is not None and entry.step != 1
        if backwards and not (low is None and high is None and entry.step == -1):
            raise Unsupported("a slice with a step of a slice of unknown length")
        if low is None and high is None:
            return bound, backwards
        start = bound.start if low is None else programs.nth_bound(low, bound.start, bound.stop)
        stop = bound.stop if high is None else programs.nth_bound(high, bound.start, bound.stop)
        return Bound(start, stop, start, stop), backwards

    def _intersect_mask(self, mask: DynamicSlice) -> DynamicSlice:
        """Return the elements that another mask picks of those that this one's mask has picked."""
        if mask.dtype.kind != "b" or mask.source.ndim != self.mask.ndim:
            raise Unsupported("an index into what a mask picks")
        self._require_same_mask(mask)
        both = tracing.current.programs.all_of([self.mask, read(mask.source)])
        return DynamicSlice(self.source, self.bounds, both)

    def __setitem__(self, index, value):
        if self.mask is not None and type(index) is DynamicSlice:
            self._intersect_mask(index).write(value)
            return
        found = self[index]
        if isinstance(found, DynamicSlice):
            found.write(value)
        elif isinstance(found, Holder) and found.ndim:
            found[...] = value
        else:
            entries = _expand_ellipsis(
                index if type(index) is tuple else (index,), self.source.ndim
            )
            indices = []
            for entry, bound in zip(entries, self.bounds, strict=True):
                index = as_index(entry)
                if bound is not None:
                    index = bound.nth(index)
                indices.append(index if type(index) is int else SymbolicScalar.of(index))
            with tracing.current.checks.of_view(self.source):
                self.source[tuple(indices)] = value

    def write(self, value) -> None:
        """Write values to the elements that count."""
        if self._write_materialized(value):
            return
        programs = tracing.current.programs
        if isinstance(value, DynamicSlice):
            if (value.mask is None) != (self.mask is None):
                by_bounds(self).write(by_bounds(value))
                return
            if value.mask is not None:
                self._require_same_mask(value)
                native = read(value.source)
            else:
                native = read(value.aligned(self))
        else:
            native = unwrapped(value)
            shape = tuple(np.shape(native))
            if self.mask is not None and shape and shape != (1,):
                raise Unsupported("an array is written where a mask picks")
            if shape[len(shape) - len(self.bounds) :] and self.mask is None:
                for n, bound in zip(shape[::-1], self.bounds[::-1], strict=False):
                    if n != 1 and bound is not None:
                        raise Unsupported("an array of known length is written to one of unknown")
        old = read(self.source)
        store(self.source, programs.chosen_as(self.counts(), native, old))

    def _write_materialized(self, value) -> bool:
        """Write to the slice as an array of its own length; False where that is not possible."""
        programs, source = tracing.current.programs, self.source
        shape = tuple(source.shape)
        if not _can_materialize(self):
            return False
        if isinstance(value, DynamicSlice):
            if not _can_materialize(value) or len(value.bounds) > len(shape):
                return False
            value = value.of_own_length(_materialized_shape(value, shape, self.bounds))
        elif np.ndim(value) and (np.ndim(value) > len(shape) or np.size(value) != 1):
            return False
        base = source._view.base if hasattr(source, "_view") else source
        if not programs.is_shown(read(source), base._data):
            return False
        native = unwrapped(value)

        def write():
            programs.fill_part(read(source), _bounds_as_tuples(self.bounds), shape, native)
            return True

        return bool(programs.of_own_length(lambda: write_natively((base,), write)))

    def _require_same_mask(self, other: DynamicSlice) -> None:
        """Raise Unsupported unless both have a mask, known to be the same."""
        mine, theirs = self.mask, other.mask
        if mine is None or theirs is None or not tracing.current.programs.is_equal(mine, theirs):
            raise Unsupported("two masks meet that may pick different elements")

    def aligned(self, other: DynamicSlice) -> Holder:
        """Return the source, its elements where those of another part lie; trailing axes meet."""
        source = self.source
        for back in range(1, source.ndim + 1):
            axis = source.ndim - back
            mine = self.bounds[axis]
            if back > len(other.bounds):
                continue
            theirs = other.bounds[-back]
            if source.shape[axis] == 1 and mine is None:
                continue
            length = other.source.shape[len(other.bounds) - back]
            if mine is None and theirs is None:
                continue
            _count_unequal_lengths(mine, theirs)
            source = _align_axis(source, axis, mine, theirs, length)
        return source

    # computing

    def __neg__(self):
        return elementwise(operator.neg, (self,), {})

    def __pos__(self):
        return self

    def __abs__(self):
        return elementwise(operator.abs, (self,), {})

    def __invert__(self):
        return elementwise(operator.invert, (self,), {})

    def __matmul__(self, other):
        return product(operator.matmul, self, other)

    def __rmatmul__(self, other):
        return product(operator.matmul, other, self)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in ("real", "imag"):
            return elementwise(lambda x: getattr(x, name), (self,), {})
        if _NAMES.get(name, name) not in _FILLS and name not in _METHODS:
            raise Unsupported(f".{name} of an array whose length only the program knows")

        def method(*args, **kwargs):
            def function(array, *rest, **options):
                return getattr(array, name)(*rest, **options)

            function.__name__ = name
            return call(function, (self, *args), kwargs)

        return method


def _neutral_value(name: str, dtype: np.dtype):
    """Return the value that changes nothing in a reduction, such as 0 for ``sum``."""
    return _fill_for_dtype(_FILLS[name], dtype)


def _fill_for_dtype(fill, dtype: np.dtype):
    """Return a fill value; ``"least"`` and ``"most"`` become the extremes of the dtype."""
    if fill in ("least", "most"):
        return _least_and_most(dtype)[fill == "most"]
    return fill


def _least_and_most(dtype: np.dtype) -> tuple:
    """Return the least and the largest value of a dtype: of floats the infinities."""
    if dtype.kind == "f":
        return -np.inf, np.inf
    return (False, True) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)


def _make_binary_operator(function, reflected: bool):
    if reflected:
        return lambda self, other: elementwise(function, (other, self), {})
    return lambda self, other: elementwise(function, (self, other), {})


def _make_in_place_operator(function):
    """Make the operator that writes the result into the slice's own elements, and returns it."""

    def method(self, other):
        self.write(function(self, other))
        return self

    return method


for _name in "add sub mul truediv floordiv mod pow and_ or_ xor".split():
    _plain, _function = _name.rstrip("_"), getattr(operator, _name)
    setattr(DynamicSlice, f"__{_plain}__", _make_binary_operator(_function, False))
    setattr(DynamicSlice, f"__r{_plain}__", _make_binary_operator(_function, True))
    setattr(DynamicSlice, f"__i{_plain}__", _make_in_place_operator(_function))
for _name in "lt le gt ge eq ne".split():
    setattr(DynamicSlice, f"__{_name}__", _make_binary_operator(getattr(operator, _name), False))


def _bound_on_reversed_axis(bound: Bound, length: int) -> Bound:
    """Return the bound of the same elements after the axis has been reversed."""
    if not bound.is_whole:
        raise Unsupported("a slice with a step, read backwards")
    start, stop = length - bound.stop, length - bound.start
    return Bound(start, stop, start, stop)


def _expand_ellipsis(entries: tuple, ndim: int) -> tuple:
    """Return an index's entries, with a slice for each axis left out; refuse arrays among them."""
    if any(isinstance(x, Holder) and x.ndim and not is_mask_of_axis(x) for x in entries):
        raise Unsupported("an index of arrays beside a slice of unknown length")
    given = sum(entry is not None and entry is not Ellipsis for entry in entries)
    rest = (slice(None),) * (ndim - given)
    at = [i for i, entry in enumerate(entries) if entry is Ellipsis]
    if at:
        return (*entries[: at[0]], *rest, *entries[at[0] + 1 :])
    return (*entries, *rest)


def _has_known_length(entry: slice, length: int) -> bool:
    """Return whether a slice's length is known: bounds ints, or at a known distance on the axis."""
    low, high, step = as_index(entry.start), as_index(entry.stop), as_index(entry.step)
    if step is not None and type(step) is not int:
        return False
    if (low is None or type(low) is int) and (high is None or type(high) is int):
        return True
    if low is None or high is None:
        return False
    span = difference(high, low)
    if span is None:
        return False
    range_of = tracing.current.range_of
    begins = range_of(low)
    if begins is None:
        return False
    step = 1 if step is None else step
    count = len(range(0, span, step)) if step else 0
    if not count:
        return begins[0] >= 0 and begins[0] + span >= 0
    ends = range_of(high)
    if step > 0:
        return begins[0] >= 0 and ends is not None and ends[1] <= length
    return begins[1] < length and ends is not None and ends[0] >= 0


def has_unknown_length(x, index) -> bool:
    """Return whether an index picks a number of elements that only the program knows."""
    entries = index if type(index) is tuple else (index,)
    if all(type(entry) in _PLAIN_ENTRIES for entry in entries):
        return False
    shape, axis = tuple(x.shape), 0
    for position, entry in enumerate(entries):
        if entry is None:
            continue
        if entry is Ellipsis:
            later = sum(1 for each in entries[position + 1 :] if each is not None)
            axis = max(len(shape) - later, axis)
            continue
        if type(entry) is slice:
            if not _has_known_length(entry, shape[axis] if axis < len(shape) else 0):
                return True
        elif type(entry) is DynamicSlice:
            return True
        elif isinstance(entry, Holder) and _is_traced_mask(entry):
            return len(entries) == 1 or _is_mask_beside_slices(entries, position)
        axis += 1
    return False


_PLAIN_ENTRIES = frozenset({int, type(None), type(Ellipsis), SymbolicScalar, str})


def _is_mask_beside_slices(entries: tuple, position: int) -> bool:
    """Return whether an index is a mask of one axis, slices, and at most an int right beside it."""
    others = [(k, entry) for k, entry in enumerate(entries) if k != position]
    ints = [k for k, entry in others if type(entry) in (int, SymbolicScalar)]
    plain = all(type(entry) in (slice, int, SymbolicScalar, type(Ellipsis)) for _, entry in others)
    return plain and entries[position].ndim == 1 and all(abs(k - position) == 1 for k in ints)


def is_mask_of_axis(entry) -> bool:
    """Return whether it is a mask of one dimension that only the program knows."""
    return isinstance(entry, Holder) and _is_traced_mask(entry) and entry.ndim == 1


def _is_traced_mask(entry: Holder) -> bool:
    if type(entry) is SymbolicScalar or not entry.shape or entry.dtype.kind != "b":
        return False
    return tracing.current.programs.is_tracer(read(entry))


def taken_from(x: Holder, index) -> DynamicSlice:
    """Index by an index of unknown length: a copy if it is a mask, else a view."""
    entries = index if type(index) is tuple else (index,)
    if any(type(entry) is DynamicSlice for entry in entries):
        return _take_by_index_slices(x, entries)
    part = _dynamic_slice_of(x, index)
    picks = part.mask is not None or any(type(bound) is Chosen for bound in part.bounds)
    return part.copied() if picks else part


def write_at(x: Holder | DynamicSlice, index, value) -> None:
    """Write to the elements that an index of unknown length picks."""
    entries = index if type(index) is tuple else (index,)
    if type(x) is DynamicSlice:
        x[index] = value
    elif any(type(entry) is DynamicSlice for entry in entries):
        _scatter_at_index_slices(x, entries, value)
    else:
        _dynamic_slice_of(x, index).write(value)


def write_in_place(x: Holder | DynamicSlice, index, result) -> None:
    """Write what ``x[index] += y`` has computed; its kind of dtype has to be that of the array."""
    if not same_kind(result.dtype, x.dtype):
        raise Unsupported(f"{result.dtype} is written in place to what is of {x.dtype}")
    write_at(x, index, result)


def _dynamic_slice_of(x: Holder, index) -> DynamicSlice:
    """Return the dynamic slice of an array that an index of unknown length picks."""
    entries = index if type(index) is tuple else (index,)
    if len(entries) == 1 and isinstance(entries[0], Holder) and _is_traced_mask(entries[0]):
        mask = read(entries[0])
        if tuple(mask.shape) != tuple(x.shape[: mask.ndim]):
            raise IndexError("boolean index did not match indexed array")
        return DynamicSlice(x, (None,) * x.ndim, mask)
    entries = _expand_ellipsis(entries, x.ndim)
    outer, bounds, axis = [], [], 0
    for entry in entries:
        if entry is None:
            outer.append(None)
            bounds.append(None)
            continue
        length = x.shape[axis]
        axis += 1
        if type(entry) is slice:
            if _has_known_length(entry, length):
                outer.append(entry)
                bounds.append(None)
                continue
            bound, backwards = bound_of(entry, length)
            if backwards:
                outer.append(slice(None, None, -1))
                bounds.append(_bound_on_reversed_axis(bound, length))
            else:
                note_length(bound.low, bound.high)
                window, bound = window_of(bound, length)
                outer.append(window)
                bounds.append(bound)
        elif is_mask_of_axis(entry):
            if entry.shape[0] != length:
                raise IndexError("boolean index did not match indexed array")
            outer.append(slice(None))
            bounds.append(Chosen(read(entry)))
        else:
            outer.append(entry)
    block = _block_of(x, entries, outer, bounds)
    return by_mask(DynamicSlice(x[tuple(outer)], tuple(bounds), block=block, is_view=True))


def _block_of(x: Holder, entries: tuple, outer: list, bounds: list) -> Callable | None:
    """Make ``block(begin, size)``, which reads some elements of a slice; None if it is not simple.

    Simple is one axis of unknown length, forwards and without a step. The blocks show the array as
    it is now, whatever is written to it later.
    """
    at = [i for i, entry in enumerate(entries) if type(entry) is slice]
    if len(bounds) != 1 or bounds[0] is None or not bounds[0].is_whole or len(at) != 1:
        return None
    if outer[at[0]] != slice(None):
        return None
    now = new_array(type(x), read(x))

    def block(begin, size: int):
        index = list(outer)
        index[at[0]] = slice(SymbolicScalar.of(begin), SymbolicScalar.of(begin) + size)
        return now[tuple(index)]

    return block


def _elementwise_block_of(function: Callable, args: tuple, kwargs: dict, frame) -> Callable | None:
    """Make ``block(begin, size)`` of an elementwise result; None if an operand has none."""
    bound = frame.bounds[0]
    if len(frame.bounds) != 1:
        return None
    for each in args:
        if isinstance(each, DynamicSlice):
            mine = each.bounds[0]
            if each.block is None or each.source.shape != frame.shape:
                return None
            if not (mine.begins_with(bound) and mine.ends_with(bound)):
                return None
        elif _is_array_with_axes(each):
            return None

    def block(begin, size: int):
        plain = [
            each.block(begin, size) if isinstance(each, DynamicSlice) else each for each in args
        ]
        return function(*plain, **kwargs)

    return block


def _reduce_in_loop(function: Callable, name: str, part: DynamicSlice, args: tuple, kwargs: dict):
    """Reduce a slice in a loop over its elements alone; None where that is not possible or slow.

    It is slow if the part is likely to be much of the axis, as where its bounds come of the
    numbers of loops and not of an array.
    """
    programs = tracing.current.programs
    if part.block is None or args or kwargs or name not in _JOINED:
        return None
    length = part.source.shape[0]
    if length < MASKED_AXIS_ELEMENTS or not hasattr(programs, "one_by_one"):
        return None
    bound, range_of = part.bounds[0], tracing.current.range_of
    if any(range_of(end) is not None for end in (bound.low, bound.high)):
        return None
    results: list[type] = []

    def reduced(index):
        result = function(part.block(index, 1))
        results.append(type(result))
        return read(result)

    native = programs.one_by_one(
        reduced, _JOINED[name], lambda dtype: _neutral_value(name, dtype), bound.start, bound.stop
    )
    return new_array(results[-1], native)


_JOINED = {
    "sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum", "any": "logical_or",
    "all": "logical_and", "count_nonzero": "add",
}  # fmt: skip


def _take_by_index_slices(x: Holder, entries: tuple) -> DynamicSlice:
    """Index an array by dynamic slices of ints; as many elements of the result count as of them."""
    first, index = _aligned_indices(entries)
    picked = x[index if len(index) > 1 else index[0]]
    if first.mask is not None:
        return DynamicSlice(picked, (None,) * picked.ndim, first.mask)
    block = None
    if len(entries) == 1 and picked.ndim == 1:
        now = new_array(type(x), read(x))
        block = _elementwise_block_of(
            lambda indices: now[indices],
            (first,),
            {},
            _Frame([(first.source.shape[0], first.bounds[0])]),
        )
    return DynamicSlice(picked, (*first.bounds, *(None,) * (picked.ndim - 1)), block=block)


def _aligned_indices(entries: tuple) -> tuple[DynamicSlice, tuple]:
    """Return an index's first dynamic slice, and the index as arrays that are aligned with it."""
    parts = [entry for entry in entries if type(entry) is DynamicSlice]
    first = parts[0]
    if any(part.source.ndim > 1 for part in parts):
        raise Unsupported("an index of unknown length that has several axes itself")
    if any(not isinstance(entry, (DynamicSlice, int, SymbolicScalar)) for entry in entries):
        raise Unsupported("an index of unknown length beside a slice")
    if any(part.dtype.kind not in "iu" for part in parts):
        raise Unsupported("a mask of unknown length")
    if any(part.mask is not None for part in parts):
        for part in parts:
            first._require_same_mask(part)
        return first, tuple([e.source if type(e) is DynamicSlice else e for e in entries])
    return first, tuple([e.aligned(first) if type(e) is DynamicSlice else e for e in entries])


def _scatter_at_index_slices(x: Holder, entries: tuple, value) -> None:
    """Write to the elements of an array at which dynamic slices of ints point."""
    programs = tracing.current.programs
    if not hasattr(programs, "scattered"):
        raise Unsupported("elements are written to, and only the program knows how many")
    first, index = _aligned_indices(entries)
    if type(value) is DynamicSlice:
        if first.mask is not None:
            first._require_same_mask(value)
            value = value.source
        else:
            value = value.aligned(first)
    elif np.ndim(value) > x.ndim - len(entries):
        raise Unsupported("an array of known length is written to one of unknown")
    native = read(x)
    entries = [unwrapped(each) for each in index]
    store(x, programs.scattered(native, entries, first.counts(), unwrapped(value)))


def _count_unequal_lengths(mine: Bound | None, theirs: Bound | None) -> None:
    """Count as an error two operands of unequal unknown lengths, if ``check="bounds"``."""
    checks, programs = tracing.current.checks, tracing.current.programs
    if not checks.bounds or mine is None or theirs is None or mine is theirs:
        return
    lengths = [read(each.length()) for each in (mine, theirs)]
    checks.fail_if(programs.computed(operator.ne, *lengths), BOUNDS)


def _align_axis(source: Holder, axis: int, mine: Bound | None, theirs: Bound | None, length: int):
    """Return ``source`` shifted along an axis from ``mine`` to ``theirs``, of ``length`` there."""
    if mine is None or theirs is None:
        raise Unsupported("an array of known length meets one of unknown length")
    same = mine.begins_with(theirs)
    native = read(source)
    if same and native.shape[axis] == length:
        return source
    if not (mine.is_whole and theirs.is_whole):
        raise Unsupported("slices with steps meet that begin at different places")
    programs = tracing.current.programs
    native = programs.shifted(native, axis, mine.start, theirs.start, length)
    return new_array(type(source), native)


def _is_array_with_axes(value) -> bool:
    return isinstance(value, Holder) and type(value) is not SymbolicScalar and value.ndim > 0


def by_bounds(part: DynamicSlice) -> DynamicSlice:
    """Return a part that a mask of its first axis picks with that mask as the axis's bound."""
    if part.mask is None:
        return part
    if part.mask.ndim != 1:
        raise Unsupported("an axis of what a mask of several axes picks")
    return DynamicSlice(part.source, (Chosen(part.mask), *part.bounds[1:]))


def by_mask(part):
    """Return a part that a mask of its first axis picks with that mask, as loops carry it."""
    if type(part) is DynamicSlice and part.bounds and type(part.bounds[0]) is Chosen:
        if all(bound is None for bound in part.bounds[1:]):
            return DynamicSlice(part.source, (None,) * len(part.bounds), part.bounds[0].flags)
    return part


def _masks_to_bounds(values: Sequence) -> list:
    """Return slices picked by a mask of one axis with it as a bound; others as they are."""
    return [by_bounds(each) if isinstance(each, DynamicSlice) else each for each in values]


def elementwise(function: Callable, args: tuple, kwargs: dict):
    """Compute an elementwise function of slices, which all count the same elements."""
    parts = [each for each in args if isinstance(each, DynamicSlice)]
    if any(type(bound) is Chosen for part in parts for bound in part.bounds):
        args = _masks_to_bounds(args)
        parts = [each for each in args if isinstance(each, DynamicSlice)]
    elif any(part.mask is not None and part.source.ndim > 1 for part in parts):
        if not any(part.mask is not None and part.mask.ndim > 1 for part in parts):
            return by_mask(elementwise(function, tuple(_masks_to_bounds(args)), kwargs))
    if any(part.mask is not None for part in parts):
        return _elementwise_of_masked(function, args, kwargs, parts)
    target = _broadcast_bounds(args)
    frame = _Frame(target)
    shapes = [
        _materialized_shape(each, frame.shape, frame.bounds)
        if isinstance(each, DynamicSlice)
        else None
        for each in args
    ]
    result = _call_materialized(function, args, kwargs, shapes, frame.bounds)
    if result is not None:
        return result
    plain = [each.aligned(frame) if isinstance(each, DynamicSlice) else each for each in args]
    result = function(*plain, **kwargs)
    if isinstance(result, tuple):
        return tuple([by_mask(DynamicSlice(each, frame.bounds)) for each in result])
    block = _elementwise_block_of(function, args, kwargs, frame)
    return by_mask(DynamicSlice(result, frame.bounds, block=block))


def _elementwise_of_masked(function: Callable, args: tuple, kwargs: dict, parts: list):
    """Compute an elementwise function of the elements that one mask picks."""
    first = max(parts, key=lambda part: len(part.bounds))
    for part in parts:
        first._require_same_mask(part)
    if any(_is_array_with_axes(other) and other.size != 1 for other in args):
        raise Unsupported("an array meets what a mask picks")
    plain = [each.source if isinstance(each, DynamicSlice) else each for each in args]
    return DynamicSlice(function(*plain, **kwargs), first.bounds, first.mask)


class _Frame:
    """The bounds and lengths that parts are brought to."""

    def __init__(self, target: list):
        self.bounds = tuple([bound for _, bound in target])
        self.source = self
        self.shape = tuple([length for length, _ in target])


# parts as arrays of their own length, where the backend's programs have such


def _bounds_as_tuples(bounds: tuple) -> list:
    """Return (start, stop, step, key of the length) for each bound, None for a whole axis."""
    return [None if bound is None else bound.as_given() for bound in bounds]


def _can_materialize(part: DynamicSlice) -> bool:
    """Return whether the backend can make a slice an array of its elements that count alone."""
    if part.mask is not None or not hasattr(tracing.current.programs, "of_own_length"):
        return False
    # what is said of axes of one element, which broadcast, is said of no others
    pairs = zip(part.source.shape, part.bounds, strict=True)
    return all(bound is None or type(bound) is Bound and length > 1 for length, bound in pairs)


def _materialized_shape(part: DynamicSlice, shape: tuple, bounds: tuple) -> tuple:
    """Return a slice's shape, with the lengths in ``shape`` for its axes of unknown length."""
    result = list(part.source.shape)
    for back in range(1, min(len(result), len(shape)) + 1):
        if part.bounds[-back] is not None and bounds[-back] is not None:
            result[-back] = shape[-back]
    return tuple(result)


def _call_materialized(function: Callable, args: tuple, kwargs: dict, shapes: list, bounds: tuple):
    """Call a function with slices as arrays of their own length; None where that is not possible.

    Parameters
    ----------
    shapes : list
        For each argument the shape that a part has until its length is known.
    bounds : tuple
        Those of the result.
    """
    if not all(_can_materialize(each) for each in args if isinstance(each, DynamicSlice)):
        return None
    programs = tracing.current.programs
    made = []

    def compute():
        plain = [
            each.of_own_length(shape) if isinstance(each, DynamicSlice) else each
            for each, shape in zip(args, shapes, strict=True)
        ]
        result = function(*plain, **kwargs)
        for each in result if isinstance(result, tuple) else (result,):
            native = read(each)
            axes = {axis for axis, bound in enumerate(bounds) if bound is not None}
            if programs.open_axes(native) != axes:
                return None
            if not axes:
                return result
            if any(programs.is_shown(native, read(x)) for x in plain if isinstance(x, Holder)):
                each = new_array(type(each), programs.copied(native))
            whole = new_array(
                type(each), programs.spread(read(each), _bounds_as_tuples(bounds), each.shape)
            )
            made.append(DynamicSlice(whole, bounds, own=each))
        return tuple(made) if isinstance(result, tuple) else made[0]

    return programs.of_own_length(compute)


def _broadcast_bounds(args) -> list[tuple[int, Bound | None]]:
    """Return (length, bound) of each axis of the broadcast operands; no bound: None."""
    ndim = max(
        each.source.ndim if isinstance(each, DynamicSlice) else each.ndim
        for each in args
        if isinstance(each, DynamicSlice) or _is_array_with_axes(each)
    )
    target = [(1, None)] * ndim
    for each in args:
        if not (isinstance(each, DynamicSlice) or _is_array_with_axes(each)):
            if isinstance(each, np.ndarray) and each.ndim:
                raise Unsupported("an array of NumPy's meets one of unknown length")
            continue
        shape = each.source.shape if isinstance(each, DynamicSlice) else each.shape
        bounds = each.bounds if isinstance(each, DynamicSlice) else (None,) * len(shape)
        for back, (length, bound) in enumerate(zip(shape[::-1], bounds[::-1], strict=True), 1):
            seen_length, seen = target[-back]
            if bound is not None:
                if seen is None and seen_length != 1:
                    raise Unsupported("an array of known length meets one of unknown length")
                if seen is None:
                    target[-back] = length, bound
            elif length != 1:
                if seen is not None:
                    raise Unsupported("an array of known length meets one of unknown length")
                target[-back] = length, None
    return target


def reduction(function: Callable, name: str, part: DynamicSlice, args: tuple, kwargs: dict):
    """Reduce a slice."""
    result = _reduce_in_loop(function, name, part, args, kwargs)
    if result is None:
        result = _reduce_materialized(function, name, part, args, kwargs)
    if result is not None:
        return result
    array = part.filled(_FILLS[name])
    if part.mask is not None:
        if name in ("argmax", "argmin", "cumsum", "cumprod"):
            return by_mask(reduction(function, name, by_bounds(part), args, kwargs))
        if part.mask.ndim == 1:  # it is one axis of the array as of the part
            return function(array, *args, **kwargs)
        if part.mask.ndim < array.ndim or args or kwargs:
            raise Unsupported(f"{name}() along an axis of what a mask picks")
        return function(array)
    result = function(array, *args, **kwargs)
    axis = args[0] if args else kwargs.get("axis")
    if name == "norm" and "axis" not in kwargs:
        axis = None
    if name in ("argmax", "argmin"):
        bounded = [bound for bound in part.bounds if bound is not None]
        if len(part.bounds) > 1 and axis is None or len(bounded) > 1:
            raise Unsupported(f"{name}() over several axes of unknown length")
        bound = part.bounds[axis or 0]
        if bound is not None:
            result = bound.number_of(result)
    if name in ("cumsum", "cumprod"):
        return DynamicSlice(result, part.bounds)
    return _with_remaining_bounds(result, part, axis, kwargs.get("keepdims", False))


def _reduce_materialized(
    function: Callable, name: str, part: DynamicSlice, args: tuple, kwargs: dict
):
    """Reduce a slice as an array of its own length; None where that is not possible."""
    axis = args[0] if args else kwargs.get("axis")
    if name in ("argmax", "argmin") and axis is None and len(part.bounds) > 1:
        return None
    if name == "norm" and "axis" not in kwargs:
        axis = None
    bounds = part.bounds
    if name not in ("cumsum", "cumprod"):
        bounds = _bounds_after_reduction(part, axis, kwargs.get("keepdims", False))
    shape = tuple(part.source.shape)
    return _call_materialized(function, (part, *args), kwargs, [shape, *[None] * len(args)], bounds)


def _bounds_after_reduction(part: DynamicSlice, axis, keepdims: bool) -> tuple:
    """Return the bounds of the axes that are left; None for an axis kept with length 1."""
    ndim = part.source.ndim
    axes = range(ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = {a % ndim for a in axes}
    kept = [
        None if a in axes else bound
        for a, bound in enumerate(part.bounds)
        if keepdims or a not in axes
    ]
    return tuple(kept)


def _with_remaining_bounds(result, part: DynamicSlice, axis, keepdims: bool):
    """Return a reduced array as a slice with the bounds that are left; as it is without any."""
    kept = _bounds_after_reduction(part, axis, keepdims)
    return (
        by_mask(DynamicSlice(result, kept)) if any(bound is not None for bound in kept) else result
    )


def mean(function: Callable, name: str, part: DynamicSlice, args: tuple, kwargs: dict):
    """Return the mean of a part."""

    def total(array, *rest, **options):
        return array.sum(*rest, **options)

    summed = reduction(total, "sum", part, args, kwargs)
    axis = args[0] if args else kwargs.get("axis")
    shape = part.shape
    axes = range(len(shape)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    count = 1
    for each in axes:
        count = count * shape[each]
    return summed / count


def variance(function: Callable, name: str, part: DynamicSlice, args: tuple, kwargs: dict):
    if args or kwargs:
        raise Unsupported(f"{name}() with options of an array of unknown length")
    centred = part - mean(function, name, part, (), {})
    found = mean(function, name, centred * centred, (), {})
    return found**0.5 if name == "std" else found


def product(function: Callable, a, b):
    """Compute ``a @ b`` or ``dot``, where one at least is a slice."""
    a, b = _masks_to_bounds((a, b))
    ndims = [each.source.ndim if isinstance(each, DynamicSlice) else each.ndim for each in (a, b)]
    if min(ndims) < 1:
        return elementwise(operator.mul, (a, b), {})
    if max(ndims) > 2:
        raise Unsupported("a product of more than two axes, of unknown length")
    left = a.bounds if isinstance(a, DynamicSlice) else (None,) * ndims[0]
    right = b.bounds if isinstance(b, DynamicSlice) else (None,) * ndims[1]
    mine, theirs = left[-1], right[0]
    bounds = (*left[:-1], *right[1:])
    length = a.source.shape[-1] if isinstance(a, DynamicSlice) else a.shape[-1]
    shapes = [
        tuple(each.source.shape) if isinstance(each, DynamicSlice) else None for each in (a, b)
    ]
    if theirs is not None:
        shapes[1] = (length, *shapes[1][1:])
    found = _call_materialized(function, (a, b), {}, shapes, bounds)
    if found is not None:
        return found

    def computed(fills_a: bool = True, fills_b: bool = True) -> Holder:
        x, y = _product_operand(a, fills_a), _product_operand(b, fills_b)
        if mine is not None or theirs is not None:
            y = _align_axis(y, 0, theirs, mine, length)
        return function(x, y)

    if ndims == [1, 1]:  # zeros in both: 0 * nan of an element that does not count would be nan
        y = _align_axis(_product_operand(b, False), 0, theirs, mine, length)
        return function(_product_operand(a, True), DynamicSlice(y, (mine,)).filled(0))
    if mine is None and theirs is None:  # all that is added up counts
        result = computed(False, False)
    elif sum(ndims) == 3:  # zeros of the vector are enough, unless the matrix has a nan elsewhere
        result = computed(ndims[0] == 1, ndims[1] == 1)
        native = tracing.current.programs.finite_or(read(result), lambda: read(computed()))
        result = new_array(type(result), native)
    else:
        result = computed()
    return (
        by_mask(DynamicSlice(result, bounds))
        if any(bound is not None for bound in bounds)
        else result
    )


def _product_operand(value, fills: bool) -> Holder:
    """Return the whole array of an operand; if ``fills``, zero where elements do not count."""
    if not isinstance(value, DynamicSlice):
        return value
    return value.filled(0) if fills else value.source


def outer(function: Callable, a, b):
    """Return the outer product of two arrays of one dimension."""
    bounds = []
    for each in (a, b):
        ndim = each.source.ndim if isinstance(each, DynamicSlice) else each.ndim
        if ndim != 1 or isinstance(each, DynamicSlice) and each.mask is not None:
            raise Unsupported("an outer product of more than one axis")
        bounds.append(each.bounds[0] if isinstance(each, DynamicSlice) else None)
    shapes = [
        tuple(each.source.shape) if isinstance(each, DynamicSlice) else None for each in (a, b)
    ]
    found = _call_materialized(function, (a, b), {}, shapes, tuple(bounds))
    if found is not None:
        return found
    plain = [each.source if isinstance(each, DynamicSlice) else each for each in (a, b)]
    return DynamicSlice(function(*plain), tuple(bounds))


def _flip_slice(m: DynamicSlice, axis=None) -> DynamicSlice:
    """Compute ``flip``: a slice of the array that is flipped as a whole."""
    ndim = m.ndim
    axes = range(ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    turned = {operator.index(each) % ndim for each in axes}
    return m[tuple([slice(None, None, -1 if i in turned else None) for i in range(ndim)])]


def _transpose_slice(a: DynamicSlice, axes=None) -> DynamicSlice:
    """Compute ``transpose``: reverse all axes; refuse any other order."""
    if axes is not None and tuple(axes) != tuple(range(a.ndim))[::-1]:
        raise Unsupported("a transpose of other axes, of unknown length")
    return a.T


def _diff_slice(a: DynamicSlice, n=1, axis=-1) -> DynamicSlice:
    """Compute ``diff`` of a slice of one axis; refuse more axes, and booleans."""
    if a.ndim != 1 or a.dtype.kind == "b":
        raise Unsupported("differences of several axes, or of booleans, of unknown length")
    for _ in range(n):
        a = a[1:] - a[:-1]
    return a


def _ravel_slice(a: DynamicSlice) -> DynamicSlice:
    """Return all of a slice of one axis; refuse more axes."""
    if a.ndim != 1:
        raise Unsupported("elements of several axes, of unknown length, in a row")
    return a[:]


def _flatten_slice(a: DynamicSlice) -> DynamicSlice:
    return _ravel_slice(a).copy()


def _stack_slices(
    function: Callable, name: str, arrays: Sequence, args: tuple, kwargs: dict
) -> DynamicSlice:
    """Return arrays of one dimension and one unknown length as rows, or as columns."""
    if not all(type(each) is DynamicSlice and each.ndim == 1 for each in arrays):
        raise Unsupported(f"{name}() of an array of unknown length and something else")
    axis = kwargs.get("axis", args[0] if args else 0) if name == "stack" else name == "column_stack"
    parts = _masks_to_bounds(arrays)
    frame = _Frame(_broadcast_bounds(parts))
    result = function([part.aligned(frame) for part in parts], *args, **kwargs)
    (bound,) = frame.bounds
    return by_mask(DynamicSlice(result, (bound, None) if axis in (1, -1) else (None, bound)))


def true_indices(x: Holder) -> tuple[DynamicSlice, ...]:
    """Return the indices of what is true in a traced array, one part an axis: ``nonzero``."""
    flags = read(x) if x.dtype.kind == "b" else read(x != 0)
    shape, made = tuple(x.shape), []
    for axis, length in enumerate(shape):
        ones = [length if k == axis else 1 for k in range(len(shape))]
        indices = np.array(np.broadcast_to(np.arange(length).reshape(ones), shape))
        source = new_array(type(x), backend_for(flags).from_host(indices))
        made.append(DynamicSlice(source, (None,) * len(shape), flags))
    return tuple(made)


_REARRANGEMENTS = {
    "flip": _flip_slice, "flipud": lambda m: _flip_slice(m, 0),
    "fliplr": lambda m: _flip_slice(m, 1),
    "transpose": _transpose_slice, "diff": _diff_slice, "ravel": _ravel_slice,
    "flatten": _flatten_slice, "fill": lambda a, value: a.write(value),
}  # fmt: skip
_STACKING = frozenset({"stack", "column_stack", "vstack", "array", "asarray"})
_PRODUCTS = frozenset({"dot", "matmul", "vdot", "inner"})
_OTHERS = frozenset({"mean", "average", "var", "std", *_PRODUCTS})
_METHODS = _ELEMENTWISE | _OTHERS | {"transpose", "ravel", "flatten", "fill"}


def call(function: Callable, args: tuple, kwargs: dict):
    """Call a function with dynamic slices among its arguments.

    Raises
    ------
    Unsupported
        If it is none of those that can leave elements out.
    """
    name = getattr(function, "__name__", type(function).__name__)
    name = _NAMES.get(name, name)
    args, kwargs, out = _split_output(function, name, args, kwargs)
    if isinstance(out, DynamicSlice):
        rest = {key: value for key, value in kwargs.items() if key != "out"}
        out.write(call(function, args, rest))
        return out
    if args and type(args[0]) in (list, tuple) and name in _STACKING:
        return _stack_slices(function, name, args[0], args[1:], kwargs)
    is_part = [isinstance(each, DynamicSlice) for each in args]
    if any(isinstance(each, DynamicSlice) for each in kwargs.values()) or not any(is_part):
        raise Unsupported(f"{name}() with an option whose length only the program knows")
    if name in _PRODUCTS and len(args) == 2:
        return product(function, *args)
    if name == "outer" and len(args) == 2:
        return outer(function, *args)
    if is_part[0] and not any(is_part[1:]) and (rule := _UNARY.get(name)) is not None:
        return rule(function, name, args[0], args[1:], kwargs)
    if name == "copyto" and is_part[0] and len(args) == 2 and not kwargs:
        args[0].write(args[1])
        return None
    if name in _ELEMENTWISE or _is_ufunc_or_operator(function):
        return elementwise(function, args, kwargs)
    raise Unsupported(f"{name}() of an array whose length only the program knows")


def _split_output(function: Callable, name: str, args: tuple, kwargs: dict) -> tuple:
    """Return (args, kwargs, out); an output passed by position is moved into ``kwargs``."""
    inputs = getattr(function, "nin", None)
    if isinstance(inputs, int) and len(args) > inputs:
        if len(args) > inputs + 1:
            raise Unsupported(f"{name}() with several outputs of unknown length")
        args, kwargs = args[:inputs], {**kwargs, "out": args[inputs]}
    out = kwargs.get("out")
    return args, kwargs, out[0] if type(out) is tuple and len(out) == 1 else out


def _copy_slice(function, name: str, part: DynamicSlice, args: tuple, kwargs: dict) -> DynamicSlice:
    """Copy the whole source of a slice; bounds and mask stay, other arguments are ignored."""
    native = tracing.current.programs.copied(read(part.source))
    return DynamicSlice(new_array(type(part.source), native), part.bounds, part.mask)


def _call_rearrangement(function, name: str, part: DynamicSlice, args: tuple, kwargs: dict):
    """Call the slices' own version of a rearrangement, by its name; ``function`` is ignored."""
    return _REARRANGEMENTS[name](part, *args, **kwargs)


# what is called with one dynamic slice, its first argument: by name, in the order of precedence
_UNARY = {
    **dict.fromkeys(_REARRANGEMENTS, _call_rearrangement),
    **dict.fromkeys(("copy", "copy_array", "array", "asarray"), _copy_slice),
    **dict.fromkeys(("var", "std"), variance),
    **dict.fromkeys(("mean", "average"), mean),
    **dict.fromkeys(_FILLS, reduction),
}


def _is_ufunc_or_operator(function) -> bool:
    return isinstance(getattr(function, "nin", None), int) or (
        getattr(function, "__module__", "") == "_operator"
    )
