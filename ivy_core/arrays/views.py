"""Views on backends without native ones: a view is a lens over its base; nothing is copied back.

A functional view is an Array whose ``_data`` slot is empty until somebody looks. It knows its base
and a stack of lenses. Reading folds the stack over the base's data and fills the slot; writing
folds the new value back and puts the result into the base. A write to a base empties the slots of
those views that were looked at since the last write, so views nobody looks at cost nothing.

Shapes, strides, and whether a reshape is a view at all, are NumPy's own answers: each question is
put to a *shadow*, an uninitialised array of one byte an element whose memory is never touched.
"""

from __future__ import annotations

import functools
import importlib
import operator
import weakref
from dataclasses import dataclass

import numpy as np

from ..backends.holder import read
from ..backends.loading import backend_for
from ..utils.exceptions import InplaceUpdateException, IvyBroadcastShapeError, IvyValueError
from .array import Array


@functools.lru_cache(maxsize=128)
def blank(shape: tuple[int, ...]) -> np.ndarray:
    """Return a shadow of contiguous memory."""
    return np.empty(shape, np.bool_)


def shadow(x: Array) -> np.ndarray:
    """Return a NumPy array with the shape and the (virtual) strides of ``x``, in elements."""
    return x._view.shadow() if hasattr(x, "_view") else _shadow_of(x._data)


def _shadow_of(native) -> np.ndarray:
    shape = tuple(native.shape)
    try:
        a = blank(shape)
    except TypeError:  # symbolic lengths have no hash; views are of known ones
        shape = tuple(map(int, shape))
        a = blank(shape)
    if hasattr(native, "is_contiguous") and not native.is_contiguous():
        # native views lie behind some torch tensors; the shadow's memory is never touched
        return np.lib.stride_tricks.as_strided(a, shape, native.stride())
    return a


# Lenses. ``key`` is the static part, by which compiled kernels are cached; ``starts`` are integers
# handed to a kernel as data, so that windows sliding over an array share one compilation.


@dataclass(slots=True)
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

    def view(self, a):
        return a[self.raw]

    def read(self, ops, x, starts):
        return ops.slice_read(x, self.key, starts, self.shape)

    def write(self, ops, x, value, starts):
        return ops.slice_write(x, self.key, starts, value)

    def same_place(self, other: Index) -> bool:
        """Return whether another index into the same array is sure to show the same elements."""
        if self.unknown or other.unknown:
            return (
                self.raw == other.raw
                and len(self.unknown) == len(other.unknown)
                and all(map(operator.is_, self.unknown, other.unknown))
            )
        return (self.key, self.starts) == (other.key, other.starts)


class _Static:
    """A lens without numbers that vary from call to call."""

    __slots__ = ()
    starts = ()
    copies = False
    read_only = False


@dataclass(slots=True)
class Reshape(_Static):
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


@dataclass(slots=True)
class Permute(_Static):
    """Axes in another order."""

    axes: tuple[int, ...]
    shape: tuple[int, ...]

    @property
    def key(self):
        return ("permute", self.axes)

    def view(self, a):
        return a.transpose(self.axes)

    def read(self, ops, x, starts):
        return ops.permute_native(x, self.axes)

    def write(self, ops, x, value, starts):
        return ops.permute_native(value, tuple(np.argsort(self.axes).tolist()))


@dataclass(slots=True)
class Diagonal(_Static):
    """The diagonal of two axes, as the last axis."""

    offset: int
    axis1: int
    axis2: int
    shape: tuple[int, ...]

    @property
    def key(self):
        return ("diagonal", self.offset, self.axis1, self.axis2)

    def view(self, a):
        return a.diagonal(self.offset, self.axis1, self.axis2)

    def _flat(self, x):
        """Return where the diagonal lies in the last two axes taken as one, and the axis order."""
        ndim = len(x.shape)
        a1, a2 = self.axis1 % ndim, self.axis2 % ndim
        order = tuple(i for i in range(ndim) if i not in (a1, a2)) + (a1, a2)
        columns = int(x.shape[a2])
        first = max(-self.offset, 0) * columns + max(self.offset, 0)
        return first, columns + 1, self.shape[-1], order

    def read(self, ops, x, starts):
        first, step, length, order = self._flat(x)
        moved = ops.permute_native(x, order)
        flat = ops.reshape_native(moved, _last_two_as_one(moved))
        return ops.slice_read(flat, *_last_axis(flat, first, length, step), self.shape)

    def write(self, ops, x, value, starts):
        first, step, length, order = self._flat(x)
        moved = ops.permute_native(x, order)
        shape = tuple(moved.shape)
        flat = ops.reshape_native(moved, _last_two_as_one(moved))
        flat = ops.slice_write(flat, *_last_axis(flat, first, length, step), value)
        moved = ops.reshape_native(flat, shape)
        return ops.permute_native(moved, tuple(np.argsort(order).tolist()))


def _last_two_as_one(x) -> tuple[int, ...]:
    return (*x.shape[:-2], int(x.shape[-2]) * int(x.shape[-1]))


def _last_axis(flat, first, length, step):
    lead = tuple((int(n), 1, True) for n in flat.shape[:-1])
    return (*lead, (length, step)), (0,) * len(lead) + (first,)


@dataclass(slots=True)
class Real(_Static):
    """The real or the imaginary part of complex elements."""

    part: str
    shape: tuple[int, ...]

    @property
    def key(self):
        return (self.part,)

    def view(self, a):
        # every second number of the memory; nobody touches it, so it need not be twice as long
        return np.lib.stride_tricks.as_strided(a, strides=[2 * step for step in a.strides])

    def read(self, ops, x, starts):
        return ops.real_native(x) if self.part == "real" else ops.imag_native(x)

    def write(self, ops, x, value, starts):
        value = ops.real_native(value)  # it has come in the dtype of the base
        if self.part == "real":
            return ops.complex_native(value, ops.imag_native(x))
        return ops.complex_native(ops.real_native(x), value)


@dataclass(slots=True)
class Broadcast(_Static):
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


@dataclass(slots=True)
class Windows(_Static):
    """Sliding windows over some axes, one new axis for each; read-only as NumPy's are."""

    window: tuple[int, ...]
    axes: tuple[int, ...]
    shape: tuple[int, ...]
    read_only = True

    @property
    def key(self):
        return ("windows", self.window, self.axes)

    def view(self, a):
        return np.lib.stride_tricks.sliding_window_view(a, self.window, self.axes)

    def read(self, ops, x, starts):
        for size, axis in zip(self.window, self.axes, strict=True):
            count = int(x.shape[axis]) - size + 1
            index = np.arange(count)[:, None] + np.arange(size)
            taken = ops.take_native(x, index.reshape(-1), axis)
            shape = tuple(taken.shape)
            split = ops.reshape_native(taken, (*shape[:axis], count, size, *shape[axis + 1 :]))
            order = [i for i in range(len(shape) + 1) if i != axis + 1] + [axis + 1]
            x = ops.permute_native(split, tuple(order))
        return x

    def write(self, ops, x, value, starts):
        raise IvyValueError("assignment destination is read-only")


@dataclass(slots=True)
class Bitcast(_Static):
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
        # strides count elements; nobody touches the memory
        steps = [step * old // new for step in a.strides[:-1]]
        return np.lib.stride_tricks.as_strided(a, self.shape, (*steps, 1))

    def read(self, ops, x, starts):
        return _bitcast(x, self.after)

    def write(self, ops, x, value, starts):
        return _bitcast(value, self.before)


def _bitcast(x, dtype: np.dtype):
    ops = backend_for(x)
    native = ops.to_native_dtype(dtype)
    if hasattr(x, "view"):
        return x.view(native)
    return importlib.import_module(".bitcast", ops.__name__).bitcast_native(x, native)


class View:
    """What a functional view knows: its base, its lenses, and what it last read (torch only)."""

    __slots__ = ("_cached", "_shadow", "_version", "base", "shape", "stack")

    def __init__(self, base: Array, stack: tuple, shape: tuple[int, ...]):
        self.base = base
        self.stack = stack
        self.shape = shape
        self._shadow = None
        self._version = None

    def shadow(self) -> np.ndarray:
        if self._shadow is None:
            a = _shadow_of(self.base._data)
            for lens in self.stack:
                a = lens.view(a)
            self._shadow = a
        return self._shadow

    @property
    def read_only(self) -> bool:
        return any(lens.read_only for lens in self.stack)

    @property
    def starts(self) -> tuple[int, ...]:
        stack = self.stack
        return stack[0].starts if len(stack) == 1 else sum((s.starts for s in stack), ())

    def read(self, owner: Array):
        """Return the view's data as of now."""
        base = self.base._data
        ops = backend_for(base)
        if ops.VERSIONED:  # the base can change behind our back: through a native view of it
            if self._version != base._version:
                data = ops.read_stack(base, self.stack, self.starts)
                if ops.is_tracer(data):
                    return data
                self._cached = data
                self._version = base._version
            return self._cached
        data = ops.read_stack(base, self.stack, self.starts)
        if not ops.is_tracer(data):  # the view may outlive the trace that has read it
            owner._data = data
            self.base._views.fresh.append(weakref.ref(owner))
        return data


class ViewRefs:
    """The views of a base: those looked at since the last write, and the others."""

    __slots__ = ("_limit", "fresh", "stale")

    def __init__(self):
        self.fresh: list[weakref.ref] = []
        self.stale: list[weakref.ref] = []
        self._limit = 64

    def add(self, view: Array) -> None:
        self.stale.append(weakref.ref(view))
        if len(self.stale) + len(self.fresh) > self._limit:
            self.stale = [r for r in self.stale if r() is not None]
            self.fresh = [r for r in self.fresh if r() is not None]
            self._limit = 2 * (len(self.stale) + len(self.fresh)) + 64

    def empty(self) -> None:
        """Forget what the views have read: their base has changed."""
        for ref in self.fresh:
            view = ref()
            if view is not None:
                del view._data
        self.fresh.clear()

    def live(self) -> list[Array]:
        seen = {id(v): v for r in (*self.stale, *self.fresh) if (v := r()) is not None}
        return list(seen.values())


def is_functional(x: Array) -> bool:
    """Return whether ``x`` is a functional view."""
    return hasattr(x, "_view")


def functional_view(x: Array, lens, cls=None, copy=None) -> Array:
    """Return the array that sees ``x`` through one more lens, or through a tuple of them.

    A lens that says ``copies`` (a reshape of strided memory) gives an array of its own.
    """
    cls = cls or type(x)
    more = lens if type(lens) is tuple else (lens,)
    if any(each.copies for each in more):
        if copy is False:
            raise IvyValueError("unable to avoid a copy while creating an array as requested")
        return new_array(cls, read_through(x, more))
    view = object.__new__(cls)
    if hasattr(x, "_view"):
        base, stack = x._view.base, (*x._view.stack, *more)
    else:
        base, stack = x, more
    view._view = View(base, stack, more[-1].shape)
    try:
        refs = base._views
    except AttributeError:
        refs = base._views = ViewRefs()
    refs.add(view)
    return view


def read_through(x: Array, lens):
    """Return the native array that ``x`` shows through a lens or a tuple of them: no view of it."""
    more = lens if type(lens) is tuple else (lens,)
    data = read(x)
    ops = backend_for(data)
    result = ops.read_stack(data, more, sum((each.starts for each in more), ()))
    return ops.copy_native(result) if ops.MUTABLE else result


def new_array(cls, native) -> Array:
    array = object.__new__(cls)
    array._data = native
    return array


def replace(base: Array, native) -> None:
    """Give a base new data; its views will read again. A TensorFlow variable is assigned to.

    Raises
    ------
    InplaceUpdateException
        If the data belong to a function that is being traced, and the base to its outside.
    """
    old = base._data
    cls = type(native)
    if cls is not type(old) or cls not in _known_values:
        if hasattr(old, "assign") and cls is not type(old):
            old.assign(native)
            native = old
        else:
            _check_stays_inside(base, native)
    base._data = native
    try:
        base._views.empty()
    except AttributeError:
        pass  # it never had a functional view


_known_values: set[type] = set()  # classes of native arrays that are never traced


# Set by who carries what is written to arrays of outside through a trace and takes it out of them
# again: it is called with each such array before the write. None: such a write is an error.
on_outer_write = None


def _check_stays_inside(base: Array, new) -> None:
    """Raise if ``new`` is traced and ``base`` was made outside of the trace."""
    ops = backend_for(new)
    if not ops.is_tracer(new):
        _known_values.add(type(new))
    elif not ops.in_one_trace(base._data, new):
        if on_outer_write is not None:
            on_outer_write(base)
            return
        raise InplaceUpdateException(
            "an array made outside of a traced function was written to inside: it would keep what "
            "has no value outside; pass the array as an argument, and return it"
        )


def write(target: Array, value, exact: bool = False) -> None:
    """Write a native value (or Python scalar) over the whole of ``target``, in ``target``'s dtype.

    Parameters
    ----------
    target : Array
        Plain array or view of any kind; every alias of it sees the new values.
    value : native array or scalar
        Broadcasts to the target's shape; with ``exact`` the shapes must be equal.

    Raises
    ------
    IvyBroadcastShapeError
        If the value does not fit; the target is as it was.
    """
    wanted = target._view.shape if hasattr(target, "_view") else tuple(target._data.shape)
    given = tuple(getattr(value, "shape", ()))
    if given != wanted and not (not exact and fits(given, wanted)):
        raise IvyBroadcastShapeError(
            f"inplace_update: cannot write a value of shape {given} into shape {wanted}"
        )
    if hasattr(target, "_view"):
        _write_view(target._view, value)
        return
    native = target._data
    ops = backend_for(native)
    if ops.MUTABLE:
        ops.assign(native, value)
    else:
        replace(target, ops.fitted(value, native.dtype, wanted))


def is_read_only(target: Array) -> bool:
    """Return whether ``target`` takes no values: what ``broadcast_to`` gives."""
    if is_functional(target):
        return target._view.read_only
    native = target._data
    return backend_for(native).is_read_only(native)


def fits(given: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    # NumPy drops leading axes of length one of what is assigned.
    while len(given) > len(wanted) and given[0] == 1:
        given = given[1:]
    if len(given) > len(wanted):
        return False
    tail = wanted[len(wanted) - len(given) :]
    return all(g in (1, w) for g, w in zip(given, tail, strict=True))


def _write_view(view: View, value) -> None:
    base = view.base
    ops = backend_for(base._data)
    if view.read_only:
        raise IvyValueError("assignment destination is read-only")
    at = _last_recast(view.stack)
    if at is not None:
        _write_recast(view, at, value)
        return
    new = ops.write_stack(base, view.stack, view.starts, value, view.shape)
    if ops.MUTABLE:
        ops.assign(base._data, new)
    else:
        replace(base, new)


def _last_recast(stack: tuple) -> int | None:
    """Return the place of the last lens after which values are of another dtype than the base's."""
    for at in range(len(stack) - 1, -1, -1):
        kind = type(stack[at])
        if kind is Bitcast or kind is Real and at + 1 < len(stack):
            return at
    return None


def _write_recast(view: View, at: int, value) -> None:
    """Write through a change of dtype: the value is cast to the dtype that the view shows."""
    base, stack = view.base, view.stack
    seen = Array(read_through(base, stack[: at + 1]))
    write(functional_view(seen, stack[at + 1 :], Array) if stack[at + 1 :] else seen, value)
    if type(stack[at]) is Real:
        write(functional_view(base, stack[: at + 1], Array), read(seen))
        return
    raw = _bitcast(read(seen), stack[at].before)
    write(functional_view(base, stack[:at], Array) if at else base, raw)


def fold_read(ops, x, stack, starts):
    """Return ``x`` seen through the stack."""
    at = 0
    for lens in stack:
        count = len(lens.starts)
        x = lens.read(ops, x, starts[at : at + count])
        at += count
    return x


def fold_write(ops, x, stack, starts, value):
    """Return ``x`` with ``value`` in the place that the stack shows."""
    seen, at, places = x, 0, []
    for lens in stack:
        count = len(lens.starts)
        here = starts[at : at + count]
        places.append((lens, seen, here))
        if lens is not stack[-1]:
            seen = lens.read(ops, seen, here)
        at += count
    for lens, before, here in reversed(places):
        value = lens.write(ops, before, value, here)
    return value
