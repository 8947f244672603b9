"""Iterables of a ``for`` statement: ranges of traced bounds, arrays, enumerations, zips."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from ivy_core.arrays.array import Array
from ivy_core.backends.holder import Holder, read

from ..source.source_map import is_users
from . import trace as tracing
from .dynamic_slices import DynamicSlice
from .short_loops import note_length
from .symbolic_numbers import SymbolicScalar
from .trace import Unrollable, Unsupported


class Window(NamedTuple):
    """The items of a range that a program's bounds may leave, of which they leave much.

    Attributes
    ----------
    size : int
        How many there are.
    begin : native
        The position of the first one that is gone through.
    item : callable
        Gives the item at a position.
    """

    size: int
    begin: Any
    item: Callable


class Iteration:
    """Something that is gone through by number: ``item(n)``, for n below ``length``.

    Parameters
    ----------
    length : int or native
        How many there are; native where it is known only when the program runs.
    item : callable
        Gives what stands at a number, which may be a Number.
    plain : callable
        Gives what it was made of, to go through in Python.
    window : Window, optional
        Where the items lie, if their number is not known.
    """

    def __init__(self, length, item: Callable, plain: Callable, window: Window | None = None):
        self.length, self.item, self.plain = length, item, plain
        self.window = window

    @property
    def is_counted(self) -> bool:
        return type(self.length) is int

    def __iter__(self):
        if not self.is_counted:
            raise Unsupported("a range of unknown length outside of a for statement")
        return iter(self.plain())

    def __len__(self):
        if not self.is_counted:
            raise Unsupported("len() of a range of unknown length")
        return self.length


class Once:
    """An iterator of Python's that a traced function makes: it is used up as it is gone through.

    Where the program leaves a loop over it, only the program knows how far it has come; and what
    is traced once for all iterations of a loop would take one item for all of them.

    Parameters
    ----------
    items : iterator
    """

    __slots__ = ("_depth", "_items", "is_left")

    def __init__(self, items):
        self._items, self._depth = items, tracing.current.checks.depth
        self.is_left = False

    def __iter__(self):
        return self

    def __next__(self):
        if self.is_left:
            raise Unsupported("a loop has left an iterator at a place that only the program knows")
        if self._depth != tracing.current.checks.depth:
            raise Unrollable("an iterator from outside is gone through in a loop or on a branch")
        return next(self._items)


def once(make: Callable) -> Callable:
    """Make the function that gives a traced function an iterator, as ``map`` does."""

    def made(*args, **kwargs):
        items = make(*args, **kwargs)
        return Once(items) if hasattr(type(items), "__next__") else items

    return made


def leave(items) -> None:
    """Note that a loop may end before it has gone through all items, as the program decides.

    Raises
    ------
    Unsupported
        If more than the items themselves would then be asked for: an iterator goes on elsewhere.
    """
    kind = type(items)
    if kind is Once:
        items.is_left = True
    elif hasattr(kind, "__next__") or is_users(getattr(kind, "__iter__", None)):
        raise Unsupported(f"a loop over a {kind.__name__} ends where only the program knows")


def of_range(r: range) -> Iteration:
    return Iteration(len(r), lambda n: r.start + n * r.step, lambda: r)


def of_bounds(programs, start, stop, step) -> Iteration:
    """Return the range of bounds, one of which at least is traced."""
    start, stop, step = (as_int(programs, each) for each in (start, stop, step))
    trace = tracing.current
    if type(step) is not int and (_limits_of_bound(trace, step) or (0, 0))[0] < 1:
        raise Unsupported("only the program knows whether the step of a range is positive")
    rises = type(step) is not int or step > 0
    span, size = stop - start if rises else start - stop, step if rises else -step
    count = (span + (size - 1)) // size
    native = programs.strong(read(count))
    native = programs.opaque(native, 0)
    ends = [_limits_of_bound(trace, end) for end in (start, stop)]
    note_length(*[each if type(each) is int else read(each) for each in (start, stop)])

    def item(n):
        if type(step) is int:
            found = start + n * step
        else:  # no more than the range's end
            add = programs.computed(operator.mul, read(n), read(step))
            first = start if type(start) is int else read(start)
            found = SymbolicScalar.of(
                programs.as_number(programs.computed(operator.add, first, add))
            )
        if None in ends:
            return found
        least = ends[0][0] if rises else ends[1][0] + 1
        most = ends[1][1] - 1 if rises else ends[0][1]
        made = SymbolicScalar.of(programs.opaque(read(found), least))
        trace.limit(made._data, least, most)
        return made

    is_window = None not in ends and type(step) is int
    window = _window_of(programs, start, stop, step, ends) if is_window else None
    return Iteration(native, item, lambda: range(start, stop, step), window)


def _window_of(programs, start, stop, step: int, ends: list) -> Window | None:
    """Return the window of a range of traced bounds, each between two ints.

    There is none where the range may be a small part of it: all items are computed. One bound that
    is known, and one that follows a counter, leave half of it in the mean.
    """
    (low, high), (least, most) = ends if step > 0 else ends[::-1]
    if step < 0:
        low, high, least, most = low + 1, high + 1, least + 1, most + 1
    size = most - low
    if abs(step) != 1 or size < 1:
        return None
    known = [type(end) is int for end in (start, stop)]
    if any(known):
        if not tracing.current.checks.is_reached(read(stop if known[0] else start)):
            return None
    elif least - high < size // 4:
        return None
    first = low if step > 0 else most - 1
    begin = start - first if step > 0 else first - start
    begin = programs.strong(begin if type(begin) is int else read(begin), "int64")
    return Window(size, begin, lambda n: first + n if step > 0 else first - n)


def _limits_of_bound(trace, bound) -> tuple[int, int] | None:
    """Return between which ints the bound of a range lies; None if that is not known."""
    if type(bound) is int:
        return bound, bound
    return trace.checks.limits_if_known(read(bound))


def without_first(loop: Iteration) -> Iteration:
    """Split the first iteration off a counted loop and return the rest."""
    return Iteration(
        loop.length - 1, lambda n: loop.item(n + 1), lambda: itertools.islice(loop.plain(), 1, None)
    )


def as_int(programs, value):
    """Return a bound of a range as an int or a Number."""
    if isinstance(value, Array) and value.dtype.kind in "iub":
        native = read(value)
        if programs.is_tracer(native):
            found = programs.as_number(programs.strong(native, "int64"))
            if (limits := tracing.current.checks.limits_if_known(native)) is not None:
                tracing.current.checks.limit(found, *limits)
            return SymbolicScalar.of(found)
        return int(native)
    return value


def of_array(x: Holder) -> Iteration:
    return Iteration(x.shape[0], lambda n: x[n], lambda: (x[i] for i in range(x.shape[0])))


def of_enumerated(inner: Iteration, start) -> Iteration:
    return Iteration(
        inner.length,
        lambda n: (start + n, inner.item(n)),
        lambda: ((start + i, each) for i, each in enumerate(inner.plain())),
    )


def of_zipped(inners: list[Iteration], programs) -> Iteration:
    if not all(each.is_counted for each in inners):
        raise Unsupported("zip() of ranges of unknown length")
    length = min(each.length for each in inners)
    return Iteration(
        length,
        lambda n: tuple([each.item(n) for each in inners]),
        lambda: zip(*[each.plain() for each in inners], strict=False),
    )


def of_loop_range(iterations, start: SymbolicScalar, stop: SymbolicScalar) -> Iteration:
    """Return the iterations from ``start`` to ``stop`` of a range.

    Parameters
    ----------
    iterations : LoopRange
    start, stop : SymbolicScalar
        Where what it goes through begins, and what it ends before.
    """
    trace, step = tracing.current, iterations.range.step
    if iterations.ends is not None:
        least, most = iterations.ends
        trace.limit(read(start), least, most)
        trace.limit(read(stop), least - (step < 0), most + (step > 0))
    return of_bounds(trace.programs, start, stop, step)


def of_loop_items(items, start: SymbolicScalar, stop: SymbolicScalar) -> Iteration:
    """Return the iterations from ``start`` to ``stop`` of what a loop goes through.

    Parameters
    ----------
    items : LoopItems
    start, stop : SymbolicScalar
        From 0 to the number of all iterations.
    """
    trace, operands = tracing.current, items.operands
    arrays = operands[:1] if items.make is enumerate else operands
    length = min(map(len, arrays))
    for end in (start, stop):
        trace.limit(read(end), 0, length)
    iterations = of_bounds(trace.programs, start, stop, 1)
    inner = [iteration_of(each) for each in arrays]
    if items.make is enumerate:
        whole = of_enumerated(inner[0], *operands[1:] or (0,))
    else:
        whole = inner[0] if items.make is None else of_zipped(inner, trace.programs)
    return Iteration(iterations.length, lambda n: whole.item(iterations.item(n)), iterations.plain)


def iteration_of(value) -> Iteration | None:
    """Find the numbered iteration of a value; None if it can be iterated in Python alone."""
    if isinstance(value, Iteration):
        return value
    if type(value) is range:
        return of_range(value)
    if isinstance(value, Holder) and value.shape:
        return of_array(value)
    if isinstance(value, DynamicSlice):
        length = value.shape[0]
        length = length if type(length) is int else read(length)
        return Iteration(length, lambda n: value[n], lambda: iter(()))
    return None
