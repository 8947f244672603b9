"""Lenses: pure geometry. What a view shows of an array, as numbers and shapes, without an array.

A lens reads and writes native arrays with the primitives of a backend (``ops``), and shows on a
NumPy array (``view``) which elements it picks. ``key`` is the static part, by which compiled
kernels are cached; ``starts`` are integers handed to a kernel as data, so that windows sliding over
an array share one compilation. ``read_only`` lenses take no values; one that ``copies`` makes no
view, as a reshape of strided memory.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np

from ..backends.common.lens_folding import along_last_axis, read_diagonal, write_diagonal
from ..backends.common.strided import strided_places
from ..backends.loading import backend_for
from ..utils.exceptions import IvyValueError


@dataclass(slots=True, eq=False)
class Index:
    """Basic indexing: ``key`` has an entry a dimension of the base, or None for a new axis.

    An entry is (length, step) with its start in ``starts``, (length, step, full) or ``"int"``.
    A start may be a native scalar whose value is not known yet, as a loop's counter under tracing:
    ``raw`` has another int in its place, ``unknown`` what the index had there.
    """

    raw: tuple
    key: tuple
    starts: tuple
    shape: tuple[int, ...]
    unknown: tuple = ()
    copies = False
    read_only = False
    turns = False

    def view(self, a):
        return a[self.raw]

    def read(self, ops, x, starts):
        return ops.slice_read(x, self.key, starts, self.shape)

    def write(self, ops, x, value, starts):
        return ops.slice_write(x, self.key, starts, value)

    def shows_same(self, other: Index) -> bool:
        """Return whether another index into the same array is sure to show the same elements."""
        if self.unknown or other.unknown:
            return (
                self.raw == other.raw
                and len(self.unknown) == len(other.unknown)
                and all(map(operator.is_, self.unknown, other.unknown))
            )
        return (self.key, self.starts) == (other.key, other.starts)


class Static:
    """Base of lenses without numbers that vary from call to call.

    A lens that ``turns`` may show elements in another order than that of the memory.
    """

    __slots__ = ()
    starts = ()
    copies = False
    read_only = False
    turns = False


@dataclass(slots=True, eq=False)
class Reshape(Static):
    """Another shape over the same elements, in C order."""

    shape: tuple[int, ...]
    copies: bool = False

    @property
    def key(self):
        return ("reshape", self.shape)

    def view(self, a):
        return a.reshape(self.shape)

    def read(self, ops, x, starts):
        return ops.reshape_native(x, self.shape)

    def write(self, ops, x, value, starts):
        return ops.reshape_native(value, tuple(x.shape))


@dataclass(slots=True, eq=False)
class Permute(Static):
    """Axes in another order."""

    axes: tuple[int, ...]
    shape: tuple[int, ...]
    turns = True

    @property
    def key(self):
        return ("permute", self.axes)

    def view(self, a):
        return a.transpose(self.axes)

    def read(self, ops, x, starts):
        return ops.permute_native(x, self.axes)

    def write(self, ops, x, value, starts):
        return ops.permute_native(value, tuple(np.argsort(self.axes).tolist()))


@dataclass(slots=True, eq=False)
class Diagonal(Static):
    """The diagonal of two axes, as the last axis."""

    offset: int
    axis1: int
    axis2: int
    shape: tuple[int, ...]
    turns = True

    @property
    def key(self):
        return ("diagonal", self.offset, self.axis1, self.axis2)

    def view(self, a):
        return a.diagonal(self.offset, self.axis1, self.axis2)

    def read(self, ops, x, starts):
        return read_diagonal(ops, x, self.offset, self.axis1, self.axis2, self.shape)

    def write(self, ops, x, value, starts):
        return write_diagonal(ops, x, self.offset, self.axis1, self.axis2, value)


@dataclass(slots=True, eq=False)
class Real(Static):
    """The real or the imaginary part of complex elements."""

    part: str
    shape: tuple[int, ...]

    @property
    def key(self):
        return (self.part,)

    def view(self, a):
        # every second number of the memory, which is never read: it need not be twice as long
        return np.lib.stride_tricks.as_strided(a, strides=[2 * step for step in a.strides])

    def read(self, ops, x, starts):
        return ops.real_native(x) if self.part == "real" else ops.imag_native(x)

    def write(self, ops, x, value, starts):
        value = ops.real_native(value)  # it has come in the dtype of the base
        if self.part == "real":
            return ops.complex_native(value, ops.imag_native(x))
        return ops.complex_native(ops.real_native(x), value)


@dataclass(slots=True, eq=False)
class Broadcast(Static):
    """A read-only view of a larger shape."""

    shape: tuple[int, ...]
    read_only = True

    @property
    def key(self):
        return ("broadcast", self.shape)

    def view(self, a):
        return np.broadcast_to(a, self.shape)

    def read(self, ops, x, starts):
        return ops.broadcast_native(x, self.shape)

    def write(self, ops, x, value, starts):
        raise IvyValueError("assignment destination is read-only")


@dataclass(slots=True, eq=False)
class Everything(Static):
    """The whole array as it is."""

    shape: tuple[int, ...]
    key = ("everything",)

    def view(self, a):
        return a

    def read(self, ops, x, starts):
        return x

    def write(self, ops, x, value, starts):
        return value


@dataclass(slots=True, eq=False)
class Laid(Static):
    """The whole array as it is, said to lie in memory with other steps than C order's.

    The first lens of a stack. The base has the elements as they are shown, in C order; the steps,
    counted in elements, are taken for the memory's by its views and by code that asks for strides.
    """

    steps: tuple[int, ...]
    shape: tuple[int, ...]
    turns = True

    @property
    def key(self):
        return ("laid", self.steps)

    def view(self, a):
        steps = tuple([step * a.itemsize for step in self.steps])
        return np.ndarray(self.shape, a.dtype, a, 0, steps)

    def read(self, ops, x, starts):
        return x

    def write(self, ops, x, value, starts):
        return value


@dataclass(slots=True, eq=False)
class ReadOnly(Static):
    """The whole array, which takes no values here."""

    shape: tuple[int, ...]
    read_only = True
    key = ("read-only",)

    def view(self, a):
        return a

    def read(self, ops, x, starts):
        return x

    def write(self, ops, x, value, starts):
        raise IvyValueError("assignment destination is read-only")


@dataclass(slots=True, eq=False)
class Windows(Static):
    """Sliding windows over some axes, one new axis for each; read-only as NumPy's are."""

    window: tuple[int, ...]
    axes: tuple[int, ...]
    shape: tuple[int, ...]
    read_only = True
    turns = True

    @property
    def key(self):
        return ("windows", self.window, self.axes)

    def view(self, a):
        return np.lib.stride_tricks.sliding_window_view(a, self.window, self.axes)

    def read(self, ops, x, starts):
        return ops.windows_native(x, self.window, self.axes)

    def write(self, ops, x, value, starts):
        raise IvyValueError("assignment destination is read-only")


@dataclass(slots=True, eq=False)
class Strided(Static):
    """Elements that lie in memory where a first place and steps say; some maybe several times.

    ``layout`` is the shape and the steps of the array that is looked at, all in elements.
    """

    layout: tuple
    steps: tuple[int, ...]
    first: int
    shape: tuple[int, ...]
    turns = True

    @property
    def key(self):
        return ("strided", self.layout, self.shape, self.steps, self.first)

    def places(self) -> np.ndarray:
        return strided_places(self.layout, self.shape, self.steps, self.first)

    def view(self, a):
        strides = tuple([step * a.itemsize for step in self.steps])
        if a.flags.c_contiguous and a.size:
            return np.ndarray(self.shape, a.dtype, a, self.first * a.itemsize, strides)
        if 0 in self.shape:
            return np.empty(self.shape, a.dtype)
        at = np.unravel_index(int(self.places().reshape(-1)[0]), a.shape)
        start = a[tuple([slice(i, i + 1) for i in at])]
        writeable = a.flags.writeable
        return np.lib.stride_tricks.as_strided(start, self.shape, strides, writeable=writeable)

    def read(self, ops, x, starts):
        taken = ops.take_native(ops.reshape_native(x, (-1,)), self.places().reshape(-1), 0)
        return ops.reshape_native(taken, self.shape)

    def write(self, ops, x, value, starts):
        places = self.places().reshape(-1)
        count, size = len(places), int(np.prod(self.layout[0], dtype=int))
        if len(np.unique(places)) < count:
            raise IvyValueError(
                f"as_strided: {count} elements of a view lie on {len(np.unique(places))} places; "
                "such a view takes values where they can be written to memory only: not while "
                "tracing or recording, and not on several devices"
            )
        if not count:
            return x
        # old and new elements one behind the other, then each place takes what it is to have
        flat = ops.reshape_native(x, (-1,))
        both = ops.take_native(flat, np.zeros(size + count, int), 0)
        both = ops.slice_write(both, *along_last_axis(both, 0, size, 1), flat)
        new = ops.reshape_native(value, (count,))
        both = ops.slice_write(both, *along_last_axis(both, size, count, 1), new)
        source = np.arange(size)
        source[places] = np.arange(size, size + count)
        return ops.reshape_native(ops.take_native(both, source, 0), self.layout[0])


@dataclass(slots=True, eq=False)
class Bitcast(Static):
    """The same memory taken for elements of another dtype (NumPy dtypes, maybe of another size)."""

    before: np.dtype
    after: np.dtype
    shape: tuple[int, ...]

    @property
    def key(self):
        return ("bitcast", self.before.str, self.after.str)

    def view(self, a):
        old, new = self.before.itemsize, self.after.itemsize
        if old == new:
            return a
        # strides count elements; the memory is never read
        steps = [step * old // new for step in a.strides[:-1]]
        return np.lib.stride_tricks.as_strided(a, self.shape, (*steps, 1))

    def read(self, ops, x, starts):
        return bitcast(x, self.after)

    def write(self, ops, x, value, starts):
        return bitcast(value, self.before)


def bitcast(x, dtype: np.dtype):
    """Return the memory of a native array taken for elements of another dtype."""
    ops = backend_for(x)
    return ops.bitcast_native(x, ops.to_native_dtype(dtype))


def last_recast(stack: tuple) -> int | None:
    """Return the place of the last lens after which values are of another dtype than the base's."""
    for at in range(len(stack) - 1, -1, -1):
        kind = type(stack[at])
        if kind is Bitcast or kind is Real and at + 1 < len(stack):
            return at
    return None
