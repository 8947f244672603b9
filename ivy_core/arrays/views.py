"""Views on backends without native ones: a view is a lens over its base; nothing is copied back.

A functional view is an Array whose ``_data`` slot is empty until it is read. It knows its base
and a stack of lenses. Reading folds the stack over the base's data and fills the slot; writing
(:mod:`ivy_core.arrays.write`) folds the new value back and puts the result into the base. A write
to a base empties the slots of those views that were read since the last write, so views that are
never read cost nothing.

Shapes, strides, and whether a reshape is a view at all, are NumPy's own answers: each question is
put to a *shadow*, an uninitialised array of one byte an element whose memory is never touched.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from operator import attrgetter, itemgetter
from weakref import ref

import numpy as np

from ..backends.common.memory import aligned_copy
from ..backends.common.shapes import blank
from ..backends.holder import Holder, read, shown_at_once, ties, waiting
from ..backends.loading import backend_for, backend_of_class
from ..modes import current
from ..utils.exceptions import IvyException, IvyValueError
from .indices import basic_lens
from .lenses import Bitcast, Broadcast, Everything, Index, Laid, Permute, Real, Reshape
from .memory import SHOWING, read_on_host, seen_on_host
from .outside import OutsideMemory
from .policy import UNSHARED_BYTES

_TURNS = attrgetter("turns")
never_traced: set[type] = set()  # classes of immutable native arrays, as writes have found them


def shadow(x: Holder) -> np.ndarray:
    """Return a NumPy array with the shape and the (virtual) strides of ``x``, in elements."""
    return x._view.shadow() if hasattr(x, "_view") else _make_shadow(x._data)


def _make_shadow(native) -> np.ndarray:
    """Make the shadow of a native array: its shape and, if its backend tells them, its strides."""
    shape = tuple(native.shape)
    try:
        a = blank(shape)
    except TypeError:  # symbolic lengths have no hash; views are of known ones
        shape = tuple(map(int, shape))
        a = blank(shape)
    backend = backend_of_class(type(native)) or backend_for(native)
    strides = backend.strides_of(native)
    if strides is not None:  # a native view; the shadow's memory is never touched
        return np.lib.stride_tricks.as_strided(a, shape, strides)
    return a


_FIXED = frozenset({Reshape, Permute, Broadcast})  # lenses that plans keep, without numbers
_shadows: dict[tuple, tuple[np.ndarray, np.ndarray]] = {}  # by geometry: (base's shadow, shadow)


def _geometry(view: View) -> tuple | None:
    """Return (shape of the base, lenses) where that is all a view's strides depend on, else None.

    Of a base with strides of its own it is not, nor is it worth a look-up by an index: that may
    be another one each time.
    """
    base = view.base
    if type(base) is OutsideMemory:
        shape = base.shape
    elif type(base._data) in shown_at_once:
        shape = base._data.shape
    else:
        return None
    lenses = []
    for lens in view.stack:
        kind = type(lens)
        if kind in _FIXED:
            lenses.append(lens)
        elif not issubclass(kind, Everything):
            return None
    return shape, tuple(lenses)


def _shadow_of(geometry: tuple) -> np.ndarray:
    """Return the shadow of a geometry: an array on the one that the shape of the base has."""
    whole = blank(geometry[0])
    found = _shadows.get(geometry)
    if found is None or found[0] is not whole:
        if len(_shadows) > 1024:
            _shadows.clear()
        found = _shadows[geometry] = whole, _seen_through(geometry[1], whole)
    return found[1]


def _seen_through(lenses: tuple, a: np.ndarray) -> np.ndarray:
    for lens in lenses:
        a = lens.view(a)
    return a


class View:
    """The base and the lenses of a functional view.

    It keeps itself what it last read on PyTorch, and of an array whose class has results follow
    the order of memory where the view shows another order than C's: its owner's slot stays empty,
    which sends such an array past every fast path.

    Parameters
    ----------
    base : Array
        The array with the data; no functional view itself.
    stack : tuple of lenses
        The first one lies on the base.
    shape : tuple of int
        What the last lens shows.
    starts : tuple of int
        The starts of all lenses, one after the other.
    read_only : bool
        Whether one of the lenses takes no values.
    """

    __slots__ = (
        "_cached", "_in_order", "_shadow", "_version", "base", "read_only", "shape", "stack",
        "starts",
    )  # fmt: skip

    def __init__(self, base: Holder, stack: tuple, shape, starts: tuple, read_only: bool):
        self.base = base
        self.stack = stack
        self.shape = shape
        self.starts = starts
        self.read_only = read_only
        self._shadow = None
        self._version = None
        self._in_order = None

    @property
    def backend(self):
        """The backend of what the base holds; memory of others is not copied for that."""
        base = self.base
        if type(base) is OutsideMemory:
            return base.backend
        return backend_of_class(type(base._data))

    def in_order(self) -> bool:
        """Return whether the steps fall from axis to axis, gaps and repetitions aside."""
        found = self._in_order
        if found is None:
            found = not any(map(_TURNS, self.stack))
            if not found or type(self.base._data) is np.ndarray:  # which has strides of its own
                found = _has_falling_strides(self.shadow())
            self._in_order = found
        return found

    def shows_all(self) -> bool:
        """Return whether the view shows its base's elements as they are, and may be written to."""
        for lens in self.stack:
            if not isinstance(lens, Everything):
                return False
        return not self.read_only

    def shadow(self) -> np.ndarray:
        if self._shadow is None:
            geometry = _geometry(self)
            if geometry is None:
                self._shadow = _seen_through(self.stack, _make_shadow(self.base._data))
            else:
                self._shadow = _shadow_of(geometry)
        return self._shadow

    def read(self, owner: Holder):
        """Return the view's data as of now; ``owner`` is the array that has this view."""
        holder, stack = self.base, self.stack
        base = holder._data
        ops = backend_of_class(type(base))
        if ops.CAPABILITIES.versioned:
            # the base can change behind our back: through a native view of it
            if self._version != base._version:
                data = ops.read_stack(base, self.stack, self.starts)
                if ops.is_tracer(data):
                    return data
                self._cached = data
                self._version = base._version
            return self._cached
        writes = holder._views.writes
        if self._version == writes:
            return self._cached
        first = type(stack[0])
        if first is Laid or issubclass(first, Everything):
            for lens in stack[1:]:
                if not isinstance(lens, Everything):
                    break
            else:
                if first is not Laid and (type(base) in waiting or type(base) in never_traced):
                    self._keep(owner, base, writes)
                    return base
                for lens in stack:  # one may cut what a transform derives: a detached view
                    base = lens.read(ops, base, ())
                return base
        if current.host_execution:
            data, lens = None, stack[0]
            if len(stack) == 1:
                if type(lens) is not Index:
                    if type(lens) in SHOWING:
                        data = ops.shown_on_host(lens.view, holder, base, UNSHARED_BYTES)
                elif lens.shape and not lens.unknown:  # without dimensions it would be a scalar
                    data = ops.shown_on_host(itemgetter(lens.raw), holder, base, UNSHARED_BYTES)
            if data is None:
                data = read_on_host(holder, ops, stack)
            if data is not None:
                self._keep(owner, data, writes)
                return data
        data = ops.read_stack(base, stack, self.starts)
        if type(data) is np.ndarray:
            return data  # not kept: an array of NumPy's in the slot says that there is no lens
        if type(data) in never_traced or not ops.is_tracer(data):
            self._keep(owner, data, writes)  # a traced one is not kept: it may outlive the trace
        return data

    def _keep(self, owner: Holder, data, writes: int) -> None:
        """Cache read data in the owner until a write; here, with ``writes``, if order matters."""
        if owner._order_matters and not (self._in_order or self.in_order()):
            self._cached, self._version = data, writes
        else:
            owner._data = data
            self.base._views.fresh.append(ref(owner))

    def sample(self, owner: Holder):
        """Return a native array of the class and the data type of what the view shows."""
        base = self.base._data
        if type(base) in waiting:  # it lies on one device: a part of it is no other place
            for lens in self.stack:
                if type(lens) is Bitcast or type(lens) is Real:
                    break
            else:
                return base
        return self.read(owner)

    def behind(self, owner: Holder):
        """Return a native array of the class of what the view shows, which is not read for that."""
        return self.base._data

    def forget(self) -> None:
        """Let the next look read the base again, though its version is the same."""
        self._version = None


class OutsideView(View):
    """A view of memory that others write to: it is read at each look, and the slot stays empty."""

    __slots__ = ("_sample",)

    def shows_all(self) -> bool:
        return False  # the memory takes the values themselves

    def behind(self, owner: Holder):
        return self.sample(owner)

    def sample(self, owner: Holder):
        try:
            found = self._sample
        except AttributeError:
            found = None
        if found is None or backend_for(found) is not self.base.backend:
            seen = seen_on_host(self.base.memory, self.stack)
            if seen is None:
                return self.read(owner)
            found = self._sample = self.base.backend.taken_from_host(np.zeros(1, seen.dtype))
        return found

    def in_order(self) -> bool:
        if self._in_order is None:
            self._in_order = not any(lens.turns for lens in self.stack) or _has_falling_strides(
                self.shadow()
            )
        return self._in_order

    def shadow(self) -> np.ndarray:
        if self._shadow is None:
            geometry = _geometry(self)
            if geometry is None:
                self._shadow = _seen_through(self.stack, blank(self.base.shape))
            else:
                self._shadow = _shadow_of(geometry)
        return self._shadow

    def read(self, owner: Holder):
        base, stack = self.base, self.stack
        writes = base._views.writes if base.is_private() else None
        if writes is not None and self._version == writes:
            return self._cached
        ops = base.backend
        seen = seen_on_host(base.memory, stack) if ops.is_eager() else None
        if seen is None:
            data = ops.read_stack(base._data, stack, self.starts)
        else:
            data = ops.taken_from_host(aligned_copy(seen))
        if writes is not None and not ops.is_tracer(data):
            self._cached, self._version = data, writes
        return data


class OutgrownView(View):
    """A view whose lenses do not fit the array any more: it says so when it is looked at."""

    __slots__ = ("outgrown",)

    def __init__(self, view: View):
        self.base, self.shape = view.base, view.shape
        self.read_only = view.read_only
        self._shadow = self._version = self._in_order = None
        self.outgrown = view.outgrown if isinstance(view, OutgrownView) else view.stack

    @property
    def stack(self):
        raise IvyValueError(
            f"a view of shape {self.shape} cannot be read: its base now has the shape "
            f"{tuple(self.base._data.shape)} and the data type {self.base.dtype}"
        )

    starts = stack


def _has_falling_strides(a: np.ndarray) -> bool:
    """Return whether the strides, those of zero left out, fall from axis to axis."""
    if a.flags.c_contiguous:
        return True
    outer, many = 0, 0
    for step, length in zip(a.strides, a.shape, strict=True):
        if not step:
            continue
        if outer and (step > outer or step == outer and length > many):
            return False
        outer, many = step, length
    return True


class ViewRefs:
    """The views of a base: those looked at since the last write, and the others.

    ``writes`` counts how often the base has been written to since there are views.
    """

    __slots__ = ("fresh", "left", "stale", "writes")

    def __init__(self):
        self.writes = 0
        self.fresh: list[ref] = []
        self.stale: list[ref] = []
        self.left = 64  # so many more views until those that are gone are looked for
        ties.count += 1

    def add(self, view: Holder) -> None:
        self.stale.append(ref(view))
        self.left -= 1
        if self.left < 1:
            self.sweep()

    def sweep(self) -> None:
        """Forget the views that are gone."""
        ties.count += 1  # another thread may have found that there were none
        self.stale = [r for r in self.stale if r() is not None]
        self.fresh = [r for r in self.fresh if r() is not None]
        self.left = len(self.stale) + len(self.fresh) + 64

    def empty(self) -> None:
        """Forget what the views have read: their base has changed."""
        self.writes += 1
        for each in self.fresh:
            view = each()
            if view is None:
                continue
            try:
                del view._data
            except AttributeError:
                pass  # it was emptied when it became another view: `x.shape = ...`, `setflags`
        self.fresh.clear()

    def are_gone(self) -> bool:
        """Return whether no view is left; ``ties`` will tell when there is one again."""
        self.left = 0  # before the look: a view that another thread adds is seen, or sweeps
        return not self.live()

    def live(self) -> list[Holder]:
        seen = {id(v): v for r in (*self.stale, *self.fresh) if (v := r()) is not None}
        return list(seen.values())


def copied_view(x: Holder):
    """Return a native copy, in C order, of what a functional view shows.

    What a view reads it keeps. Here the elements are moved once and nothing is kept: a flip that
    has been read is the copy already. None where that would have to be copied once more.
    """
    view = x._view
    if type(view) is OutsideView:
        return view.read(x) if not view.base.is_private() else None
    base = view.base._data
    ops = backend_of_class(type(base))
    if ops.CAPABILITIES.versioned:
        if view._version == base._version:
            return ops.copy_native(read(x))
        return ops.copied_from(ops.read_stack(base, view.stack, view.starts), base)
    # what shows a whole base, or memory of a framework that writes to it, may be no copy
    shows_all = math.prod(view.shape) >= math.prod(base.shape)
    if shows_all or ops.CAPABILITIES.mutable or hasattr(x, "_data"):
        return None
    found = read_on_host(view.base, ops, view.stack, True) if current.host_execution else None
    return ops.read_stack(base, view.stack, view.starts) if found is None else found


def like_of(x: Holder):
    """Return a native array that lies where ``x`` lies; None where what is new lies there, too."""
    base = x._view.base if hasattr(x, "_view") else x
    return None if type(base) is OutsideMemory else base._data


def is_functional(x: Holder) -> bool:
    """Return whether ``x`` is a functional view."""
    return hasattr(x, "_view")


def base_or_self(x: Holder) -> Holder:
    """Return the base of a functional view, and any other array itself."""
    return x._view.base if hasattr(x, "_view") else x


def memory_of(x: Holder):
    """Return the native array whose elements ``x`` shows: that of its base, for a view."""
    return x._view.base._data if hasattr(x, "_view") else x._data


def functional_view(x: Holder, lens, cls=None, copy=None) -> Holder:
    """Return the array that sees ``x`` through one more lens, or through a tuple of them.

    A lens that says ``copies`` (a reshape of strided memory) gives an array of its own.
    """
    if type(lens) is tuple:
        more, starts, read_only, copies = lens, (), False, False
        for each in more:
            starts += each.starts
            read_only = read_only or each.read_only
            copies = copies or each.copies
        lens = more[-1]
    else:
        more, starts, read_only, copies = (lens,), lens.starts, lens.read_only, lens.copies
    if copies:
        if copy is False:
            raise IvyValueError("unable to avoid a copy while creating an array as requested")
        return new_array(cls or type(x), read_through(x, more))
    view = object.__new__(cls or type(x))
    if hasattr(x, "_view"):
        seen = x._view
        base, read_only = seen.base, read_only or seen.read_only
        more, starts = (*seen.stack, *more), seen.starts + starts
    else:
        base = x
    kind = OutsideView if type(base) is OutsideMemory else View
    view._view = kind(base, more, lens.shape, starts, read_only)
    try:
        refs = base._views
    except AttributeError:
        refs = base._views = ViewRefs()
    refs.add(view)
    return view


def view_further(x: Holder, more: tuple, cls, in_order: bool) -> Holder:
    """Return the view that a functional view shows through more lenses, which are known to fit.

    ``in_order`` is what :meth:`View.in_order` will say; all lenses are without numbers.
    """
    seen = x._view
    base = seen.base
    view = _new(cls)
    made = view._view = View(base, seen.stack + more, more[-1].shape, seen.starts, seen.read_only)
    made._in_order = in_order
    base._views.add(view)
    return view


def whole_view(x: Holder, lens: Everything, cls) -> Holder:
    """Return the view that shows all elements of an array, with its data where it has some."""
    view = functional_view(x, lens, cls)
    data = getattr(x, "_data", None)
    if type(data) in waiting:  # to show it now takes less time than to come back for it
        view._view._keep(view, data, view._view.base._views.writes)
    return view


def view_like(other: Holder, x: Holder, cls) -> Holder:
    """Return the view of ``x`` that another view shows of an array with the same elements.

    What that has read, this one need not read.
    """
    view, shown = functional_view(x, other._view.stack, cls), other._view
    view._view._in_order, view._view._shadow = shown._in_order, shown._shadow
    data = getattr(other, "_data", None)
    if type(data) in waiting:
        view._view._keep(view, data, view._view.base._views.writes)
    return view


def view_through(x: Holder, stack: tuple, cls) -> Holder:
    """Return the array of a class that sees ``x`` through lenses, natively where all views are."""
    if hasattr(x, "_view") or backend_of_class(type(x._data)).CAPABILITIES.functional_views:
        return functional_view(x, stack, cls)
    native = x._data
    for lens in stack:
        native = lens.view(native)
    return new_array(cls, native)


_SHOWING = SHOWING | {Index}


def view_of_plain(x: Holder, lens, cls, copy=None) -> Holder:
    """Make a functional view of an array that is no view itself; of any by a tuple of lenses."""
    if type(lens) is tuple or lens.copies:
        return functional_view(x, lens, cls, copy)
    view = _new(cls)
    view._view = View(x, (lens,), lens.shape, lens.starts, lens.read_only)
    try:
        refs = x._views
    except AttributeError:
        refs = x._views = ViewRefs()
    refs.stale.append(ref(view))  # `add` without its frame
    refs.left -= 1
    if refs.left < 1:
        refs.sweep()
    data = x._data
    shown = shown_at_once.get(type(data))
    kind = type(lens)
    # to read it now takes less time than to come back for it
    if shown is not None and kind in _SHOWING and current.host_execution:
        if kind is not Index:
            show = lens.view
        elif lens.shape and not lens.unknown:  # without dimensions it would be a scalar
            show = itemgetter(lens.raw)
        else:
            show = None
        if show is not None and kind.turns and cls._order_matters and not view._view.in_order():
            show = None
        if show is not None:
            seen = shown(data, show)
            if seen is not None:
                view._data = seen
                refs.fresh.append(ref(view))
    return view


_new = object.__new__


def outside_memory(memory: np.ndarray, backend) -> OutsideMemory:
    """Make the base of arrays on host memory that other code writes to."""
    outside = OutsideMemory(memory, backend)
    outside._views = ViewRefs()
    return outside


def move_outside(x: Holder, memory: np.ndarray, backend, lens: Everything | None = None) -> None:
    """Let an array lie on memory of the host that others may write to from now on.

    What it shows, and what its base and all views of that show, stays what it is: the elements of
    the base are copied there.

    Parameters
    ----------
    x : Array
        Of immutable native arrays.
    memory : numpy.ndarray
        Of the shape and data type of the base of ``x``; its elements are written.
    backend : module
        That of ``x``.
    lens : Everything, optional
        Through which the base sees the memory, and its views, too.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> from ivy_core.backend_handler import active_backend
    >>> with ivy.with_backend("jax"):
    ...     x, memory = ivy.zeros(3), np.empty(3, np.float32)
    ...     move_outside(x, memory, active_backend())
    ...     memory[1] = 5
    ...     x
    ivy.array([0., 5., 0.])
    """
    base = x._view.base if hasattr(x, "_view") else x
    outside, views = outside_memory(memory, backend), []
    if hasattr(base, "_views"):
        outside._views, views = base._views, base._views.live()
        outside._views.empty()
    outside._data = base._data
    more = () if lens is None else (lens,)
    for each in views:
        seen = each._view
        stack = (*more, *seen.stack)
        each._view = OutsideView(outside, stack, seen.shape, seen.starts, seen.read_only)
    if type(base) is OutsideMemory:
        return
    if hasattr(base, "_views"):
        del base._views
    shape = tuple(memory.shape)
    base._view = OutsideView(outside, more or (Everything(shape),), shape, (), False)
    del base._data
    if hasattr(base, "_memory"):
        del base._memory
    outside._views.add(base)
    ties.count += 1


def read_through(x: Holder, lens):
    """Return the native array that ``x`` shows through a lens or a tuple of them: no view of it."""
    more = lens if type(lens) is tuple else (lens,)
    base, stack = (x._view.base, (*x._view.stack, *more)) if hasattr(x, "_view") else (x, more)
    ops = None if type(base) is OutsideMemory else backend_of_class(type(base._data))
    if ops is not None and ops.CAPABILITIES.functional_views and current.host_execution:
        found = read_on_host(base, ops, stack, is_copy=True)
        if found is not None:
            return found
    data = read(x)
    ops = backend_for(data)
    result = ops.read_stack(data, more, sum((each.starts for each in more), ()))
    return ops.copy_native(result) if ops.CAPABILITIES.mutable else result


class _Blank(Holder):
    """Stand-in for an array in a lens builder: its shape, and its memory's order."""

    __slots__ = ("_shadow", "_view", "shape")

    def __init__(self, seen: np.ndarray):
        self.shape, self._view, self._shadow = seen.shape, self, seen

    def shadow(self) -> np.ndarray:
        return self._shadow


@functools.cache
def planned(builder) -> Callable | None:
    """Return a lens builder that keeps its answers, by the array's geometry and the options.

    Parameters
    ----------
    builder : callable
        Function from an array and options to a lens, of :mod:`ivy_core.arrays.lens_builders`.

    Returns
    -------
    callable or None
        ``plan(x, args, kwargs)`` gives what ``builder(x, *args, **kwargs)`` gives, for a view in
        tuples, or None where it keeps nothing: ``x`` is a view by an index, or an option is neither
        a number nor a tuple of ints. None in its place where the builder looks at more than shape
        and strides.
    """
    if "dtype" in builder.__code__.co_names:
        return None

    @functools.lru_cache(maxsize=1024, typed=True)  # 1.0 is no axis, though it equals 1
    def kept(shape, /, *args, **kwargs):
        return builder(_Blank(blank(shape)), *args, **kwargs)

    @functools.lru_cache(maxsize=1024, typed=True)
    def kept_of_view(geometry, /, *args, **kwargs):
        found = builder(_Blank(_shadow_of(geometry)), *args, **kwargs)
        return list(map(_in_tuple, found)) if type(found) is list else _in_tuple(found)

    def plan(x, args, kwargs):
        for option in args:
            if type(option) is tuple:
                for each in option:
                    if type(each) is not int:
                        return None
            elif type(option) not in _KEPT:
                return None
        if kwargs:
            for option in kwargs.values():
                if type(option) not in _KEPT:
                    return None
        if hasattr(x, "_view"):
            geometry = _geometry(x._view)
            return None if geometry is None else kept_of_view(geometry, *args, **kwargs)
        shape = x._data.shape
        return kept(shape if type(shape) is tuple else tuple(shape), *args, **kwargs)

    return plan


def _in_tuple(lens):
    return (lens,) if lens is not None and type(lens) is not tuple else lens


_KEPT = frozenset({int, str, bool, type(None)})


def native_view(native: np.ndarray, lens) -> np.ndarray:
    """Return NumPy's own view that a lens, or a tuple of them, shows of an array."""
    for each in lens if type(lens) is tuple else (lens,):
        shown = getattr(native, each.part) if hasattr(each, "part") else each.view(native)
        if not isinstance(shown, np.ndarray):  # ints alone pick a scalar, a copy
            shown = native[(*each.raw, ...)]
        if native.flags.writeable and not (shown.flags.writeable or each.read_only):
            shown.flags.writeable = True  # NumPy's diagonals are read-only
        native = shown
    return native


def new_array(cls, native) -> Holder:
    """Return an array of a class that holds a native array, whatever the class' constructor."""
    array = object.__new__(cls)
    array._data = native
    return array


def is_read_only(target: Holder) -> bool:
    """Return whether ``target`` takes no values: what ``broadcast_to`` gives."""
    if hasattr(target, "_view"):
        return target._view.read_only
    native = target._data
    return backend_for(native).is_read_only(native)


def shown_by(x: Holder) -> Holder:
    """Make a plain array of what a functional view shows now, to compute with."""
    array = object.__new__(type(x))
    array._data = x._data if hasattr(x, "_data") else x._view.read(x)
    return array


def is_item_of(value: Holder, x: Holder, index) -> bool:
    """Return whether a functional view is ``x[index]`` itself, as in ``x[index] += y``."""
    view = value._view
    stack = view.stack
    if hasattr(x, "_view"):
        whole = x._view
        count, shape = len(whole.stack), whole.shape
        if view.base is not whole.base or len(stack) != count + 1:
            return False
        for ours, theirs in zip(stack, whole.stack, strict=False):
            if ours is not theirs:
                return False
    else:
        if view.base is not x or len(stack) != 1:
            return False
        shape = tuple(x._data.shape)
    if view.read_only:
        return False
    last, wanted = stack[-1], basic_lens(index, shape)
    return last is wanted or type(wanted) is type(last) and last.shows_same(wanted)


def refitted(view: View) -> View:
    """Return a view with its lenses as they lie over what its base holds now."""
    native = view.base._data
    seen, dtype = blank(tuple(native.shape)), view.base.dtype
    stack = []
    try:
        for lens in view.outgrown if isinstance(view, OutgrownView) else view.stack:
            if isinstance(lens, Index):
                lens = basic_lens(lens.raw, seen.shape)
            if isinstance(lens, Real):
                dtype = _PARTS.get(str(dtype))
            elif isinstance(lens, Bitcast):
                dtype = lens.after if str(lens.before) == str(dtype) else None
            shown = lens.view(seen)
            copied = isinstance(lens, Reshape) and not np.may_share_memory(shown, seen)
            if dtype is None or copied or np.shape(shown) != tuple(lens.shape):
                return OutgrownView(view)
            stack.append(lens)
            seen = shown
    except (ValueError, IndexError, IvyException):
        return OutgrownView(view)
    if seen.shape != view.shape:
        return OutgrownView(view)
    starts = sum((lens.starts for lens in stack), ())
    return View(view.base, tuple(stack), view.shape, starts, view.read_only)


_PARTS = {"complex64": "float32", "complex128": "float64"}  # of the parts of a complex number
