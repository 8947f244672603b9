"""Bounds of an axis: its elements between two bounds, or those that a mask picks."""

from __future__ import annotations

import operator
import sys
from dataclasses import dataclass
from typing import Any

from ivy_core.arrays.array import Array
from ivy_core.arrays.indices import difference, linear
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import Holder, read

from ..policy import MASKED_AXIS_ELEMENTS
from . import trace as tracing
from .symbolic_numbers import SymbolicScalar, scalar_class
from .trace import Unsupported


@dataclass(frozen=True, slots=True)
class Bound:
    """Bounds of the elements of an axis that count.

    ``low`` and ``high`` are what the index says, ints or native scalars; ``start`` and ``stop`` the
    indices from 0 on that they mean. ``step`` is that of the slice.
    """

    low: Any
    high: Any
    start: Any
    stop: Any
    step: Any = 1

    @property
    def is_whole(self) -> bool:
        """Return whether all indices between the bounds count."""
        return type(self.step) is int and self.step == 1

    def begins_with(self, other: Bound) -> bool:
        """Return whether two bounds are sure to begin at one index and to have one step."""
        if type(other) is not Bound or not _is_same_index(self.step, other.step):
            return False
        return _is_same_index(self.low, other.low) or _is_same_index(self.start, other.start)

    def as_given(self) -> tuple:
        """Return start, stop, step, and what is equal for bounds of equal length."""
        made_by = tracing.current.programs.made_by
        stop, start = linear(self.stop, made_by), linear(self.start, made_by)
        if stop is None or start is None or not self.is_whole:
            return self.start, self.stop, self.step, self
        names = {*stop, *start}
        terms = {(name, stop.get(name, 0) - start.get(name, 0)) for name in names}
        length = frozenset([term for term in terms if term[1]])
        return self.start, self.stop, self.step, length

    def ends_with(self, other: Bound) -> bool:
        """Return whether two bounds, of axes of one length, are sure to end at one index."""
        return _is_same_index(self.high, other.high) or _is_same_index(self.stop, other.stop)

    def inside(self, shape: tuple, axis: int):
        """Return a native array of booleans: which indices of an array's axis count."""
        step = None if self.is_whole else self.step
        return tracing.current.programs.between(shape, axis, self.start, self.stop, step)

    def length(self) -> SymbolicScalar:
        programs = tracing.current.programs
        return SymbolicScalar.of(
            programs.as_number(programs.length(self.start, self.stop, self.step))
        )

    def nth(self, number):
        """Return the index of an element by its number, from the end where that is negative."""
        return tracing.current.programs.nth(number, self.start, self.stop, self.step)

    def number_of(self, index):
        """Convert an index to the number among the elements that count."""
        index = index - _as_int_or_int64_scalar(self.start)
        return index if self.is_whole else index // _as_int_or_int64_scalar(self.step)


def _is_same_index(a, b) -> bool:
    """Return whether two indices, ints or native, are known to be equal while tracing."""
    if a is b:
        return True
    if type(a) is int and type(b) is int:
        return a == b
    return difference(a, b) == 0


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """The indices of an axis that a mask picks, where a slice would have bounds.

    ``flags`` is the mask, a native array of booleans.
    """

    flags: Any

    is_whole = False
    step = None

    def begins_with(self, other) -> bool:
        """Return whether another mask is sure to pick the same indices."""
        if type(other) is not Chosen or tuple(self.flags.shape) != tuple(other.flags.shape):
            return False
        return tracing.current.programs.is_equal(self.flags, other.flags)

    ends_with = begins_with

    def inside(self, shape: tuple, axis: int):
        """Return a native array of booleans that broadcasts with an array of a shape."""
        ones = [1] * len(shape)
        ones[axis] = shape[axis]
        return tracing.current.programs.reshaped(self.flags, tuple(ones))

    def length(self) -> SymbolicScalar:
        programs = tracing.current.programs
        return SymbolicScalar.of(programs.as_number(programs.number_of(self.flags)))

    def nth(self, number):
        """Return the index of an element by its number, from the end where that is negative."""
        flags, ivy = new_array(Array, self.flags), sys.modules["ivy_core"]
        if type(number) is int and number == 0:
            return read(ivy.argmax(flags))
        if type(number) is int and number == -1:
            return read(self.flags.shape[0] - 1 - ivy.argmax(ivy.flip(flags)))
        if type(number) is not int or number < 0:
            number = new_array(Array, tracing.current.programs.strong(number, "int64"))
            number = ivy.where(number < 0, number + read(self.length()), number)
        return read(ivy.argmax(ivy.cumsum(ivy.astype(flags, "int64")) > number))

    def number_of(self, index):
        """Convert an index to the number among the elements that count."""
        flags, ivy = new_array(Array, self.flags), sys.modules["ivy_core"]
        return ivy.cumsum(ivy.astype(flags, "int64"))[index] - 1


def _as_int_or_int64_scalar(native):
    """Return an int as it is, a native integer as a symbolic scalar of dtype int64."""
    if type(native) is int:
        return native
    return new_array(scalar_class(), tracing.current.programs.strong(native, "int64"))


def bound_of(entry: slice, length: int) -> tuple[Bound, bool]:
    """Return the bound of a slice of an axis, and whether it goes backwards."""
    programs = tracing.current.programs
    low, high = as_index(entry.start), as_index(entry.stop)
    step = 1 if entry.step is None else as_index(entry.step)
    if type(step) is not int:
        if low is None and high is None:
            low = 0
        step = programs.strong(step, "int64")
    elif step == -1:  # the same elements as forwards, reversed afterwards
        start = 0 if high is None else _backward_index(high, length) + 1
        stop = length if low is None else _backward_index(low, length) + 1
        return Bound(start, stop, start, stop), True
    elif step < 0:
        raise Unsupported("a slice of unknown length with a step below -1")
    low, high = 0 if low is None else low, length if high is None else high
    return Bound(low, high, _forward_index(low, length), _forward_index(high, length), step), False


def window_of(bound: Bound, length: int) -> tuple[slice, Bound]:
    """Return the known part of an axis within which bounds are, and the bounds in that part.

    It is the whole axis where they are not known to stay in a small part: ``a[i, 8:j]`` with
    ``j`` from 8 to 16 computes 8 elements, whatever the axis has.
    """
    whole = slice(None), bound
    programs = tracing.current.programs
    if not bound.is_whole or programs.WRITES_IN_PLACE:
        return whole
    ends = [tracing.current.range_of(each) for each in (bound.low, bound.high)]
    if None in ends or ends[0][0] < 0 or ends[1][0] < 0:
        return whole
    first, last = min(ends[0][0], length), min(ends[1][1], length)
    size = last - first
    if not 0 < size <= min(MASKED_AXIS_ELEMENTS, length // 2):
        return whole

    def moved(index):
        if type(index) is int:
            return index - first
        return programs.computed(operator.sub, index, first) if first else index

    found = Bound(*map(moved, (bound.low, bound.high, bound.start, bound.stop)))
    return slice(first, last), found


def as_index(bound):
    """Return a bound or an index as an int, a native int if it is traced; None stays."""
    if bound is None or type(bound) is int:
        return bound
    if isinstance(bound, Holder):
        native = read(bound)
        if tuple(native.shape) == () and tracing.current.programs.dtype_of(native).kind in "iu":
            return native
    elif tracing.current.programs.is_tracer(bound):
        return bound
    return operator.index(bound)


def _backward_index(bound, length: int):
    """Return the index from -1 to ``length - 1`` that the bound of a backward slice means."""
    if type(bound) is int:
        return min(max(bound + length if bound < 0 else bound, -1), length - 1)
    return tracing.current.programs.slice_bound(bound, length, -1)


def _forward_index(bound, length: int):
    """Return the index from 0 to ``length`` that the bound of a forward slice means."""
    if type(bound) is int:
        return min(max(bound + length if bound < 0 else bound, 0), length)
    ends, programs = tracing.current.range_of(bound), tracing.current.programs
    if ends is not None and ends[0] >= 0 and ends[1] <= length:
        return programs.strong(bound, "int64")
    return programs.slice_bound(bound, length)
