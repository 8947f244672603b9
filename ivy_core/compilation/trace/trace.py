"""The trace of a function that is being compiled: what it writes, and what becomes of its loops.

A :class:`Trace` is the observer of all writes (:mod:`ivy_core.arrays.write`) while a function is
traced. Each body of a loop or branch is a :class:`Scope`: an array whose data are not of the
scope's own trace was made outside of it, so a write to it is an effect that has to come out.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ivy_core.arrays.indices import linear
from ivy_core.arrays.write import invalidate, replace
from ivy_core.backends.holder import Holder, unwrapped
from ivy_core.utils.nests import leaves_of

from ..call.containers import Watched
from .runtime_checks import Checks
from .symbolic_numbers import SymbolicScalar, Unsupported, scalar_classes


class Unrollable(Unsupported):
    """A loop that cannot be one of the program's; it may still be unrolled.

    Attributes
    ----------
    in_first_iteration : bool
        Whether the iterations behind the first may be a loop all the same: it is the first that
        changes what a name stands for.
    grown : list
        The lists that it appends to, if that is all that keeps it from being a loop.
    changed : list
        The lists that it changes, if that is all, each with how an element is put together.
    """

    def __init__(
        self,
        reason: str = "",
        in_first_iteration: bool = False,
        grown: list | None = None,
        changed: list | None = None,
    ):
        super().__init__(reason)
        self.in_first_iteration = in_first_iteration
        self.grown, self.changed = grown or [], changed or []


class Again(BaseException):
    """Ends the trace of a body, because more has to be carried than was known."""


class MissingInput(BaseException):
    """Ends the trace of a function, because it writes to an array that has to be an input.

    Attributes
    ----------
    array : Holder
    """

    def __init__(self, array: Holder):
        super().__init__()
        self.array = array


@dataclass(frozen=True, slots=True)
class Note:
    """Note on the outcome of a statement."""

    what: str  # "rolled", "unrolled", "branch", "eager"
    file: str
    line: int
    reason: str = ""

    def __str__(self):
        because = f": {self.reason}" if self.reason else ""
        return f"{self.file}:{self.line}: {self.what}{because}"


@dataclass(slots=True, eq=False)
class Scope:
    """The trace of one body.

    Attributes
    ----------
    token : object
        Which trace it is.
    repeats : bool
        Whether it is a loop's body: a write at its end comes before a read at its beginning.
    written : dict
        The arrays of outside that were written to, with what they held before: {id: (array, data)}.
    own : dict
        Those of inside: {id: array}.
    draws : list
        The calls on the host that are made once in each iteration, or each time.
    draws_otherwise : bool
        Whether there are more, in loops and branches within it, or such as depend on values.
    """

    token: Any
    repeats: bool = False
    written: dict[int, tuple[Holder, Any]] = field(default_factory=dict)
    own: dict[int, Holder] = field(default_factory=dict)
    draws: list = field(default_factory=list)
    draws_otherwise: bool = False


@dataclass(slots=True, eq=False)
class TracedLoop:
    """A loop, or a branch, whose body is being traced.

    Attributes
    ----------
    watched : Watched
        What it can see.
    most : int or None
        How many iterations it has at most, if that is known.
    """

    watched: Watched
    most: int | None


class _Unreadable:
    """The view of an array that cannot be read any more: what it stands for has changed."""

    def __init__(self, reason: str):
        self.__dict__["_reason"] = reason

    def __getattr__(self, name):
        raise Unsupported(self._reason)


def arrays_in(value) -> Iterator[Holder]:
    """Go through the arrays that a value is, or a tuple of values holds; numbers are none."""
    if isinstance(value, tuple):
        for each in value:
            yield from arrays_in(each)
    elif isinstance(value, Holder) and type(value) is not SymbolicScalar:
        if type(value) not in scalar_classes:
            yield value


class Trace:
    """One function being traced.

    Parameters
    ----------
    programs : module
        The backend's functions for programs.
    loops : {'auto', 'roll', 'unroll'}
        What to do with loops.
    budget : CompileBudget
        What it may cost to write out loops.
    checks_bounds : bool
        Whether indices are watched that only the program knows.
    """

    def __init__(
        self, programs, loops: str = "auto", budget: Any = None, checks_bounds: bool = False
    ):
        self.programs, self.mode, self.budget = programs, loops, budget
        self.checks = Checks(self, SymbolicScalar, checks_bounds)
        self.thread = threading.get_ident()
        self.scopes: list[Scope] = []
        self.containers: list = []  # lists, dictionaries and objects among the inputs
        self.slots: list[tuple] = []  # outside of the arguments, and the classes that are known
        self.classes: list[type] = []
        self.notes: dict[tuple, Note] = {}
        self.frozen: dict[int, tuple[Holder, str, list[Holder]]] = {}
        self.copies: dict[int, list[tuple[Holder, str, Scope]]] = {}  # by what they stand for
        self.guesses: dict[Any, list[Holder]] = {}  # by loop: what its body wrote last time
        self.sides: dict[Any, dict] = {}  # and which limits of ints it kept; see Ints
        self.ranges: dict[Any, tuple] = {}  # of traced ints: {name: (least, most, the int)}
        self.counters: set = set()  # the names of ints that are all that their limits say
        self.transformations = 0  # mapped or differentiated functions, one within the other
        self.host_calls: Any = None  # the program's, which its draws of random numbers are made by
        self.where = ("", 0)  # the statement that is being traced
        self.unrolled = 0
        self.narrow_lengths = 0  # that the numbers of short loops give, see short_loops
        self.short_loops: set = set()  # where they stand, and how many iterations they are
        self.rolled = 0  # loops that have become the program's, each time they were traced
        self.appends = 0  # loops being traced that append to lists, and lists without known length
        self.loops: list[TracedLoop] = []  # and branches, whose bodies are being traced
        self.counted: dict[int, Any] = {}  # rows of lists without known length, by what marks them
        self.is_trying = False  # whether what is traced is undone in any case
        self.python_lists: dict[int, list] = {}  # that iterators of Python's may be within
        self.rows: dict[int, tuple] = {}  # of arrays that such loops have written, by identity

    # the observer

    def before_write(self, base: Holder, lenses: tuple, index: Any) -> None:
        if threading.get_ident() != self.thread:
            return
        if id(base) in self.frozen:
            raise Unsupported(self.frozen[id(base)][1])
        data = base._data
        if lenses and not self.programs.WRITES_IN_PLACE:
            self.checks.of_lenses(data.shape, lenses)
        token = self.programs.trace_of(data)
        for scope in reversed(self.scopes):
            if token is scope.token:
                scope.own[id(base)] = base
                break
            scope.written.setdefault(id(base), (base, data))
        if token is None and self.programs.WRITES_IN_PLACE:
            replace(base, self.programs.taken_in(data))  # what is outside stays as it is
        for copy, reason, made_in in self.copies.get(id(base), ()):
            if made_in in self.scopes:
                inner = self.scopes[self.scopes.index(made_in) + 1 :]
                if any(scope.repeats for scope in inner):
                    raise Unsupported(reason)
                invalidate(copy, _Unreadable(reason))

    def after_write(self, base: Holder, lenses: tuple, index: Any) -> None:
        pass

    def carries(self, base: Holder) -> bool:
        return threading.get_ident() == self.thread

    # for statements

    def update(self, base: Holder, native) -> None:
        """Give an array other data, as an effect of the statement that has been traced."""
        self.before_write(base, (), None)
        replace(base, native)

    def freeze(self, array: Holder, reason: str, sources: Iterable[Holder] = ()) -> None:
        """Make an array read-only that stands for one of several.

        Nor may anybody read it behind a write to one of these, ``sources``.
        """
        sources = list(sources)
        self.frozen[id(array)] = array, reason, sources
        for source in sources:
            copies = self.copies.setdefault(id(source), [])
            copies.append((array, reason, self.scopes[-1]))

    def sources_of(self, value) -> list[Holder]:
        """Return the arrays with data of which a value, or a tuple of them, may show elements."""
        found: dict[int, Holder] = {}
        for array in arrays_in(value):
            base = array._view.base if hasattr(array, "_view") else array
            for each in (base, *self.frozen.get(id(base), (None, "", []))[2]):
                found[id(each)] = each
        return list(found.values())

    @contextlib.contextmanager
    def scope(self, token, repeats: bool = False) -> Iterator[Scope]:
        """Trace a body; when it is left all that it wrote to holds again what it held before."""
        entered = Scope(token, repeats)
        self.scopes.append(entered)
        try:
            yield entered
        finally:
            self.scopes.pop()
            for base, data in entered.written.values():
                if data is None:  # an OutsideMemory's is not known beforehand
                    base.leave_trace()
                else:
                    replace(base, data)

    def require_input(self, array: Holder) -> None:
        """Raise MissingInput in the function's own body where an array is none of its inputs.

        To end the trace here saves what is left of it: at its end it would be done once more.
        """
        if len(self.scopes) == 1 and id(array) not in self.scopes[0].written:
            raise MissingInput(array)

    @contextlib.contextmanager
    def transformation(self, values) -> Iterator[None]:
        """Trace a function that JAX maps or differentiates: its arrays belong to another trace."""
        tokens = [self.programs.trace_of(unwrapped(leaf)) for leaf in leaves_of(values)]
        known = {id(scope.token) for scope in self.scopes}
        token = next((t for t in tokens if t is not None and id(t) not in known), None)
        if token is None:
            yield
            return
        entered = Scope(token)
        self.scopes.append(entered)
        try:
            yield
        finally:
            self.scopes.pop()
            self.scopes[-1].draws_otherwise |= bool(entered.draws or entered.draws_otherwise)
        if any(key in self.scopes[0].written for key in entered.written):
            raise Unsupported("a function that is transformed writes to an array of outside")

    def is_inside(self, base: Holder) -> bool:
        """Return whether an array was made in the innermost body."""
        return self.programs.trace_of(base._data) is self.scopes[-1].token

    def limit(self, native, least: int, most: int, is_counter: bool = False) -> None:
        """Keep between which ints a traced one lies, and whether it is each of them in turn."""
        made = self.programs.made_by(native)
        if type(made) is tuple and made[0] == "unknown":
            self.ranges[made[1]] = least, most, native
            if is_counter:
                self.counters.add(made[1])
        self.checks.limit(native, least, most)

    def range_of(self, native) -> tuple[int, int] | None:
        """Return between which ints a traced one lies; None if that is not known."""
        if type(native) is int:
            return native, native
        terms = linear(native, self.programs.made_by)
        if terms is None:
            return None
        least = most = terms.get(None, 0)
        for name, factor in terms.items():
            if name is None or not factor:
                continue
            if name not in self.ranges:
                return None
            ends = [factor * end for end in self.ranges[name][:2]]
            least, most = least + min(ends), most + max(ends)
        return least, most

    def start_of(self, native):
        """Find the start of an index that is never negative; None for one that may be."""
        ends = self.checks.limits_if_known(native)
        if ends is None or ends[0] < 0:
            return None
        return self.programs.strong(native, "int64")

    def tried(self, state, run: Callable) -> None:
        """Run statements in a trace of their own, and undo all that they have changed."""
        before, watched = state.get(), state.watched()
        unrolled, notes, rolled = self.unrolled, dict(self.notes), self.rolled
        is_trying, self.is_trying = self.is_trying, True
        used = self.used_rows()
        self.loops.append(TracedLoop(watched, 1))

        def apart(token):
            with self.scope(self.programs.trace_of(token)), self.checks.apart():
                run()
            return []

        try:
            self.programs.traced(apart, [0])
        finally:
            self.loops.pop()
            watched.restore()
            state.set(before)
            self.unrolled, self.notes, self.rolled = unrolled, notes, rolled
            self.is_trying = is_trying
            self.reset_used_rows(used)

    def keep_from_counting(self, *iterated) -> None:
        """Note lists that Python goes through: it has to see what is appended to them meanwhile.

        So they stay lists of Python's, and no loop of the program changes their lengths.
        """
        for each in iterated:
            if type(each) is list:
                self.python_lists[id(each)] = each

    @contextlib.contextmanager
    def gone_through(self, iterated) -> Iterator[None]:
        """Trace a loop that Python may run; see :meth:`keep_from_counting`."""
        is_new = type(iterated) is list and id(iterated) not in self.python_lists
        self.keep_from_counting(iterated)
        try:
            yield
        finally:
            if is_new:
                del self.python_lists[id(iterated)]

    def used_rows(self) -> list:
        """Count the elements at most of each list without known length, for a later reset."""
        return [(rows, rows.used) for rows in self.counted.values()]

    def reset_used_rows(self, before: list) -> None:
        """Forget what a trace that has ended has appended."""
        known = {id(rows) for rows, _ in before}
        for key, rows in list(self.counted.items()):
            if id(rows) not in known:
                del self.counted[key]
                self.appends -= 1
        for rows, used in before:
            rows.used = used

    def watched(self, values, cells=()) -> Watched:
        """Snapshot outer state, and some values; of closures, cells are left out."""
        return Watched([*values, *self.containers], self.slots, self.classes, cells)

    def holds_what_it_held(self) -> Callable[[], bool]:
        """Make the test whether outer lists, objects, names and arrays are as now."""
        watched = self.watched(())
        written = len(self.scopes[-1].written), len(self.scopes[-1].draws)

        def is_unchanged() -> bool:
            now = len(self.scopes[-1].written), len(self.scopes[-1].draws)
            return not watched.changed() and not watched.changed_slots() and now == written

        return is_unchanged

    def note(self, what: str, where: tuple[str, int], reason: str = "") -> None:
        """Keep what became of a statement, for :meth:`explain`."""
        self.rolled += what == "rolled"
        self.notes[what, where] = Note(what, *where, reason)


current: Trace | None = None  # set by call/trace_context.py alone


def is_tracing() -> bool:
    """Return whether a function is being traced in this thread."""
    return current is not None and current.thread == threading.get_ident()
