"""Lists whose length only the program knows: ``if hit: out.append(x)``, ``todo.pop()``.

While a loop that changes such a list is traced, and behind it, the list holds one :class:`Counted`
in place of its elements. Their values lie in rows of arrays that are as long as the list can
become, and a count says how many of these are its elements. Loops and branches carry both as they
carry any array that is written to.
"""

from __future__ import annotations

import contextlib
import gc
import operator
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read

from ..policy import COUNTED_LIST_SPARE_ROWS, MOST_LISTED_TRACES, UNBOUNDED_LIST_ROWS
from . import trace as tracing
from .axis_bounds import Bound
from .dynamic_slices import DynamicSlice
from .dynamic_slices import call as call_with_parts
from .growing_lists import Hidden, rows_of_loop
from .iteration import Iteration
from .runtime_checks import RAISES
from .symbolic_numbers import SymbolicScalar
from .trace import Unrollable, Unsupported
from .values import ScalarLeaf, Spec, TupleNode, taken_apart

_FULL = "a list becomes longer than was expected"


class Counted(Hidden):
    """Stands in a list for all its elements; only the program knows how many these are."""


class Collect(BaseException):
    """Ends the traces within a loop that is to keep some lists as rows of arrays.

    Attributes
    ----------
    depth : int
        How many loops are about that loop.
    lists : list of (list, Spec or None)
    """

    def __init__(self, depth: int, lists: list):
        super().__init__()
        self.depth, self.lists = depth, lists


class MoreRows(BaseException):
    """Ends the trace of a loop: a list that it changes has to have other or more rows.

    Attributes
    ----------
    rows : Rows
    """

    def __init__(self, rows: Rows):
        super().__init__()
        self.rows = rows


class Rows:
    """The elements of a list, as rows of arrays of which a count says how many there are.

    Parameters
    ----------
    items : list
    spec : Spec or None
        How each element is put together; None before the first is known.

    Attributes
    ----------
    stacks : list of Array
        For each native value of an element its rows.
    first, count : Array
        The row of the first element, and that behind the last.
    size : int
        How many rows there are.
    used : int or None
        How many elements there are at most; None if that is not known.
    wanted : int
        How many rows there have to be.
    is_mixed, is_read : bool
        Whether some elements are numbers of Python's and others of arrays, and whether one has
        been read by itself.
    visitors : int
        How many loops that are being traced go through the list.
    depth : tuple of int
        How many loops, and bodies of loops and branches, are about the list.
    """

    def __init__(self, items: list, spec: Spec | None = None):
        trace = tracing.current
        self.items, self.before = items, list(items)
        self.spec, self.visitors = spec, 0
        if spec is not None:
            _require_numbers(spec)
        self.stacks: list[Array] = []
        self.size, self.used, self.wanted = 0, 0, 0
        self.is_mixed = self.is_read = False
        self.depth = len(trace.loops), trace.checks.depth
        self.first, self.count = (
            new_array(Array, trace.programs.zeros((1,), np.dtype(np.int64))) for _ in range(2)
        )
        self.mark = Counted()
        trace.counted[id(self.mark)] = self
        trace.appends += 1
        items[:] = [self.mark]
        try:
            self._begin(rows_of_loop(self.before))
        except BaseException:
            self.undo()
            raise

    def _begin(self, stack: Array | None) -> None:
        """Write the elements that the list has had; ``stack`` is the array of all, where known."""
        if stack is not None and stack.ndim == 1:
            self.spec, _ = taken_apart(self.before[0], tracing.current.programs)
            _require_numbers(self.spec)
            self.stacks, self.size = [stack], stack.shape[0]
            self.used = self.wanted = self.size
            self._set(self.count, self.size)
            self.extend()
            return
        if self.spec is not None:
            self.extend()
        for value in self.before:
            self.append(value)

    def undo(self) -> None:
        """Give the list its elements back."""
        trace = tracing.current
        if trace.counted.pop(id(self.mark), None) is not None:
            trace.appends -= 1
        self.items[:] = self.before

    def extend(self) -> None:
        """Have as many rows as are wanted, where no loop or branch is being traced."""
        programs, ivy = tracing.current.programs, sys.modules["ivy_core"]
        more = self.wanted + COUNTED_LIST_SPARE_ROWS - self.size
        dtypes = _dtypes_of(self.spec)
        rest = [new_array(Array, programs.zeros((more,), dtype)) for dtype in dtypes]
        if self.size:
            rest = [ivy.concat([a, b]) for a, b in zip(self.stacks, rest, strict=True)]
        self.stacks, self.size = rest, self.size + more

    def append(self, value) -> None:
        """Write a value into the row behind the last element."""
        trace, programs = tracing.current, tracing.current.programs
        self._require_no_visitors()
        natives = self._fitted(value)
        times = self._times()
        self.used = None if times is None or self.used is None else self.used + times
        self._require_rows(UNBOUNDED_LIST_ROWS if self.used is None else self.used)
        number = _number(self.count)
        if self.used is None:
            full = programs.computed(operator.ge, number, self.size)
            trace.checks.fail_if(full, _FULL)
        self._write(self._index(number), natives)
        self._set(self.count, programs.computed(operator.add, number, 1))

    def _fitted(self, value) -> list:
        """Return the native values of a new element."""
        programs = tracing.current.programs
        spec, natives = taken_apart(value, programs)
        _require_numbers(spec)
        if self.spec is None:
            self.spec = spec
        elif not self.spec == spec:
            self._join(spec)
        return spec.fitted(programs, natives)

    def _write(self, at: SymbolicScalar, natives: list) -> None:
        programs = tracing.current.programs
        for stack, native in zip(self.stacks, natives, strict=True):
            stack[at] = new_array(Array, programs.strong(native, stack.dtype))

    def put(self, index, value) -> None:
        """Write to the element at an index."""
        if not self.size:
            raise Unsupported("an element of a list is written to that had none")
        self._write(self._index(self._row_at(index)), self._fitted(value))

    def _join(self, spec: Spec) -> None:
        """Take elements for alike that are a float of Python's and one of an array, for example.

        As an array they are the same; none of them can be read by itself.
        """
        pair = self.spec, spec
        is_alike = all(isinstance(each, ScalarLeaf) for each in pair)
        if not is_alike or pair[0].dtype != spec.dtype or self.is_read:
            raise Unsupported(
                "the elements of a list are of several types, and only the program "
                "knows how many there are"
            )
        self.is_mixed = True

    def known_spec(self) -> Spec:
        """Get the structure of each element.

        Raises
        ------
        Unsupported
            If that differs, or there has been none.
        """
        if self.is_mixed or self.spec is None:
            raise Unsupported("the elements of a list are of several types")
        return self.spec

    def pop(self, is_first: bool = False):
        """Take the last element off, or the first; Python's error where there is none."""
        programs = tracing.current.programs
        self._require_no_visitors()
        first, number = _number(self.first), _number(self.count)
        self._raise_if(programs.computed(operator.le, number, first))
        if is_first:
            found = self._element(first)
            self._set(self.first, programs.computed(operator.add, first, 1))
            return found
        number = programs.computed(operator.sub, number, 1)
        found = self._element(number)
        self._set(self.count, number)
        return found

    def clear(self) -> None:
        self._require_no_visitors()
        self._set(self.count, _number(self.first))

    def element(self, index):
        """Return the element at an index, which may count from the end."""
        return self._element(self._row_at(index))

    def _row_at(self, index):
        """Return the number of the row of an index; Python's error where there is none."""
        programs = tracing.current.programs
        native = index if type(index) is int else read(index)
        first, number = _number(self.first), _number(self.count)
        from_end = programs.computed(operator.add, number, native)
        from_begin = programs.computed(operator.add, first, native)
        if type(index) is int:
            row = from_end if index < 0 else from_begin
        else:
            is_negative = programs.computed(operator.lt, native, 0)
            (row,) = programs.chosen(is_negative, [from_end], [from_begin])
        self._raise_if(programs.computed(operator.lt, row, first))
        self._raise_if(programs.computed(operator.ge, row, number))
        return row

    def length(self) -> SymbolicScalar:
        trace = tracing.current
        number = trace.programs.computed(operator.sub, _number(self.count), _number(self.first))
        made = SymbolicScalar.of(trace.programs.as_number(number))
        trace.limit(read(made), 0, self.size)
        return made

    def truth(self):
        """Return, as a native truth, whether there are elements."""
        computed = tracing.current.programs.computed
        return computed(operator.gt, _number(self.count), _number(self.first))

    def iteration(self) -> Iteration:
        """Go through the elements; see :attr:`visitors`."""
        programs, first = tracing.current.programs, _number(self.first)

        def item(n):
            return self._element(programs.computed(operator.add, first, read(n)))

        return Iteration(read(self.length()), item, lambda: iter(()))

    def part(self) -> DynamicSlice:
        """Return the elements as an array, which is not empty."""
        programs, ivy = tracing.current.programs, sys.modules["ivy_core"]
        first, number = _number(self.first), _number(self.count)
        self._raise_if(programs.computed(operator.le, number, first))
        bound = Bound(first, number, first, number)
        if isinstance(self.spec, TupleNode):
            if len(set(_dtypes_of(self.spec))) > 1 or _is_nested(self.spec):
                raise Unsupported("an array of tuples of which only the program knows how many")
            return DynamicSlice(ivy.stack(self.stacks, axis=1), (bound, None))
        native = programs.copied(read(self.stacks[0]))
        return DynamicSlice(new_array(Array, native), (bound,))

    def _element(self, number):
        programs, at = tracing.current.programs, self._index(number)
        natives = [read(stack[at]) for stack in self.stacks]
        spec, self.is_read = self.known_spec(), True
        return spec.build(iter(spec.fitted(programs, natives)))

    def _index(self, number) -> SymbolicScalar:
        """Return a number of a row as an index that is no negative one."""
        trace, programs = tracing.current, tracing.current.programs
        if type(number) is int:
            number = programs.strong(number, "int64")
        made = SymbolicScalar.of(programs.opaque(programs.as_number(number), 0))
        trace.limit(read(made), 0, self.size - 1)
        return made

    def _set(self, count: Array, number) -> None:
        count[0] = new_array(Array, tracing.current.programs.strong(number, "int64"))

    def _raise_if(self, condition) -> None:
        tracing.current.checks.fail_if(condition, RAISES)

    @contextlib.contextmanager
    def gone_through(self) -> Iterator[None]:
        """Trace a loop over the elements, which must not change meanwhile."""
        self.visitors += 1
        try:
            yield
        finally:
            self.visitors -= 1

    def _require_no_visitors(self) -> None:
        if self.visitors:
            raise Unsupported("a list changes that a loop goes through")

    def _times(self) -> int | None:
        """Count the runs of a statement at most; None if that is not known."""
        times = 1
        for loop in tracing.current.loops[self.depth[0] :]:
            if loop.most is None:
                return None
            times *= loop.most
        return times

    def _require_rows(self, most: int) -> None:
        """See to it that there are as many rows, by another trace of the loop about them."""
        if most <= self.size:
            return
        trace, self.wanted = tracing.current, most
        if (len(trace.loops), trace.checks.depth) != self.depth:
            raise MoreRows(self)
        self.extend()


def _number(count: Array):
    return tracing.current.programs.strong(read(count[0]), "int64")


def _require_numbers(spec: Spec) -> None:
    """Refuse elements that are no numbers, nor tuples of them: arrays may be written to later."""
    if isinstance(spec, TupleNode) and type(spec.like) is tuple and spec.parts:
        for part in spec.parts:
            _require_numbers(part)
    elif not isinstance(spec, ScalarLeaf):
        raise Unsupported(
            "a list of which only the program knows how long it is holds what is no number"
        )


def _dtypes_of(spec: Spec) -> list[np.dtype]:
    if isinstance(spec, TupleNode):
        return [dtype for part in spec.parts for dtype in _dtypes_of(part)]
    return [spec.dtype]


def _is_nested(spec: Spec) -> bool:
    return any(isinstance(part, TupleNode) for part in spec.parts)


def rows_of(items) -> Rows | None:
    """Return the rows of a list whose length only the program knows; None of anything else."""
    trace = tracing.current
    if type(items) is not list or trace is None or not trace.counted:
        return None
    if len(items) != 1 or type(items[0]) is not Counted:
        return None
    return trace.counted[id(items[0])]


def get_element(x, index):
    """Return ``x[index]`` with an index that is a constant."""
    rows = rows_of(x)
    return x[index] if rows is None else rows.element(index)


@contextlib.contextmanager
def at_most_as_long() -> Iterator[None]:
    """Trace a function; refuse lists that it changes otherwise than rows can, as ``L[0] = x``.

    Raises
    ------
    Unsupported
    """
    try:
        yield
    except (Collect, MoreRows):
        raise Unsupported("a list becomes longer where only the program knows") from None
    for rows in tracing.current.counted.values():
        if len(rows.items) != 1 or rows.items[0] is not rows.mark:
            raise Unsupported("a list changes of which only the program knows how long it is")
    if tracing.current.counted:
        _require_known_holders([rows.items for rows in tracing.current.counted.values()])


_HOLDERS = (list, tuple, dict, types.CellType, types.FrameType, types.BuiltinFunctionType)
_OURS = ("ivy_core", "frontends")


def _require_known_holders(lists: list) -> None:
    """Refuse lists that objects hold: their methods may be called, and are not converted then."""
    holders = [each for each in gc.get_referrers(*lists) if not _is_ours(each)]
    namespaces = [each for each in holders if type(each) is dict]
    owners = gc.get_referrers(*namespaces) if namespaces else []
    if any(type(each) not in _HOLDERS for each in holders) or any(
        any(getattr(owner, "__dict__", None) is each for each in namespaces)
        for owner in owners
        if not _is_ours(owner)
    ):
        raise Unsupported("an object holds a list of which only the program knows how long it is")


def _is_ours(value) -> bool:
    return type(value).__module__.partition(".")[0] in _OURS


# calls

_ARRAYS = frozenset({"array", "asarray"})
_REDUCTIONS = frozenset({"mean", "sum", "max", "min", "std", "var", "median", "prod"})


def call_with_rows(function: Callable, args: tuple, kwargs: dict) -> tuple | None:
    """Call a function with such a list; return its result in a tuple, None if it is none of these.

    Of an empty list NumPy's functions give other dtypes, warn or raise: it is left to Python.
    """
    owner = getattr(function, "__self__", None)
    if type(owner) is list:
        rows = rows_of(owner)
        if rows is None or kwargs:
            return None
        if function.__name__ == "append" and len(args) == 1:
            rows.append(args[0])
            return (None,)
        if function.__name__ == "pop" and (not args or args == (0,) and type(args[0]) is int):
            return (rows.pop(bool(args)),)
        if function.__name__ == "clear" and not args:
            rows.clear()
            return (None,)
        return None
    rows = rows_of(args[0]) if args else None
    if rows is None or len(args) != 1:
        return None
    if function is len:
        return (rows.length(),)
    name = getattr(function, "__name__", "")
    if not (getattr(function, "__module__", None) or "").startswith("frontends.numpy"):
        return None
    if name in _ARRAYS and kwargs.keys() <= {"dtype"}:
        part = rows.part()
        if not _is_exact(part.dtype, np.dtype(kwargs.get("dtype") or part.dtype)):
            return None  # of numbers that do not fit NumPy raises errors
        made = function(part.source, **kwargs)
        return (DynamicSlice(made, part.bounds),)
    if name in _REDUCTIONS and not kwargs:
        part = rows.part()
        return (call_with_parts(function, (part,), kwargs),)
    return None


def _is_exact(source: np.dtype, target: np.dtype) -> bool:
    """Return whether numbers of one dtype can be given as another one, whatever they are."""
    return source == target or source.kind != "c" and target.kind == "f"


# loops


def collecting(depth: int, roll: Callable, changed: list | None = None) -> Any:
    """Roll a loop that changes lists; ``changed`` are those that are known to change.

    Parameters
    ----------
    depth : int
        How many loops are about it.
    roll : callable
        Makes the loop one of the program's.
    """
    trace = tracing.current
    made: list[Rows] = []
    used = {}
    try:
        if changed:
            _collect(made, depth, changed)
        used = {key: rows.used for key, rows in trace.counted.items()}
        for _ in range(MOST_LISTED_TRACES):
            try:
                return roll()
            except Collect as err:
                if err.depth != depth:
                    raise
                _collect(made, depth, err.lists)
            except Unrollable as err:
                if not changed or not _has_new(err.changed):
                    raise
                _collect(made, depth, err.changed)
            except MoreRows as err:
                if err.rows.depth != (depth, trace.checks.depth):
                    raise
                err.rows.extend()
            for key, rows in trace.counted.items():
                rows.used = used.setdefault(key, rows.used)
        raise Unrollable("the lists that it changes do not settle")
    except BaseException:
        for rows in reversed(made):
            rows.undo()
        raise


def _collect(made: list[Rows], depth: int, lists: list) -> None:
    """Keep lists as rows from here on, and put these into ``made``.

    Raises: Collect where a loop about this one knows the lists.
    """
    trace = tracing.current
    for at, loop in enumerate(trace.loops[:depth]):
        if any(id(each) in loop.watched.held for each, _ in lists):
            raise Collect(at, lists)
    if any(id(each) in trace.python_lists for each, _ in lists):
        raise Unrollable("a list changes that a loop goes through")
    for each, spec in lists:
        if rows_of(each) is None:
            made.append(Rows(each, spec))


def _has_new(lists: list) -> bool:
    """Return whether there is a list among some that has no rows yet."""
    return any(rows_of(each) is None for each, _ in lists)
