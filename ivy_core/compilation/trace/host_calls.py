"""Calls of a program on the host: draws of random numbers, in the eager function's order.

The numbers of a seed are those of NumPy's and PyTorch's generators, which draw one after the other
on the host. A program calls them when it comes to the statement, in loops and branches too.
"""

from __future__ import annotations

import contextlib
import functools
import threading
import types
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backends.holder import read

from ..policy import DRAWN_AT_ONCE_BYTES, DRAWN_BLOCK_BYTES, MOST_DRAWN_BLOCK_ITERATIONS
from . import trace as tracing
from .symbolic_numbers import SymbolicScalar
from .trace import Unsupported

# what draws random numbers, and what does so in a program that can make calls on the host
in_programs: dict[Callable, Callable] = {}
# classes of what has the state of such calls: a program takes another object in each call
source_classes: list[type] = []
# by class: given such an object, returns what puts its state back
keepers: dict[type, Callable] = {}


def in_program(function) -> Callable | None:
    """Find the traced form of a draw of random numbers; None of other functions."""
    if type(function) is types.MethodType:
        found = in_programs.get(function.__func__)
        return None if found is None else functools.partial(found, function.__self__)
    try:
        return in_programs.get(function)
    except TypeError:  # it has no hash
        return None


def is_source(value) -> bool:
    """Return whether the state of such calls is an object's, or that of a class derived from it."""
    return isinstance(value, tuple(source_classes))


def kept(source) -> Callable:
    """Save the state of a source; return the function that restores it."""
    return next(keepers[cls] for cls in type(source).__mro__ if cls in keepers)(source)


class HostCalls:
    """The calls of one program.

    Attributes
    ----------
    order : Array
        What a program carries through its loops and branches, so that calls keep their order.
    told : Told
        What the program prints.
    are_made : bool
        Whether there are any.
    drawn : list of Rows
        What has been drawn beforehand for the loops that are being traced.
    failure : Exception or None
        What a call of the program has raised, see :class:`GuardedCall`.
    constant_sources : dict
        By identity: the generators that it draws from besides those that it is given.
    """

    def __init__(self):
        self.order = new_array(Array, np.int64(0))
        self.told = Told()
        self.are_made = False
        self.drawn: list[Rows] = []
        self.constant_sources: dict[int, object] = {}
        self._given: list = []
        self._made: dict[int, object] = {}
        self._while_traced: dict[int, tuple] = {}  # {id: (object, what gives that of a call)}
        self._new: set[int] = set()  # those of them that the function makes
        self.failure: Exception | None = None
        self._lock = threading.Lock()

    # what has the state

    def begin_trace(self, given: list) -> None:
        """Begin a trace; ``given`` are the sources that the function is given."""
        self._while_traced, self._new = {}, set()
        for at, source in enumerate(given):
            self._while_traced[id(source)] = source, lambda at=at: self._given[at]

    def made(self, source, make: Callable) -> Callable:
        """Keep that a source is made anew in each call; return a function that does so."""
        number = len(self._while_traced)
        self._while_traced[id(source)] = source, lambda: self._made[number]
        self._new.add(id(source))

        def make_anew(*hosts):
            self._made[number] = make(*hosts)
            return []

        return make_anew

    def source(self, while_traced) -> Callable:
        """Return a function that gives the source of the present call for one of the trace."""
        if id(while_traced) in self._while_traced:
            return self._while_traced[id(while_traced)][1]
        self.constant_sources[id(while_traced)] = while_traced
        return lambda: while_traced

    def is_made(self, value) -> bool:
        """Return whether something is a source that each call makes anew."""
        return id(value) in self._new

    # calls

    @contextlib.contextmanager
    def iteration_of_draws(self, stacks: list, number) -> Iterator[None]:
        """Let calls of an iteration that is traced give what has been drawn beforehand."""
        self.drawn.append(Rows(stacks, number))
        try:
            yield
        finally:
            self.drawn.pop()

    @contextlib.contextmanager
    def served(self, given: list, programs) -> Iterator[None]:
        """Call the program in a ``with`` block, and wait until it has made its calls.

        ``given`` are the sources that it is given. What one of its calls has raised is raised.
        """
        with self._lock:
            self._given = given
            try:
                yield
                programs.await_steps(self.order._data)
                if self.failure is not None:
                    raise self.failure
            finally:
                self.failure = None
                self._made.clear()

    def guarded(self, function: Callable, kinds: Sequence[tuple], part=None) -> GuardedCall:
        """Return a function that gives zeros once one has failed: a program cannot be left."""
        return GuardedCall(self, function, kinds, part)


class GuardedCall:
    """A call that gives zeros once one of its program has failed.

    Parameters
    ----------
    calls : HostCalls
    function : callable
    kinds : sequence of (tuple of int, dtype)
        What it gives.
    part : (callable, object), optional
        A function that makes several calls at once, and what it needs to know of this one: it takes
        a list of such, and gives a list of what each call would.
    """

    __slots__ = ("_calls", "_function", "_kinds", "part")

    def __init__(self, calls: HostCalls, function: Callable, kinds: Sequence[tuple], part=None):
        self._calls, self._function, self._kinds, self.part = calls, function, kinds, part

    def __call__(self, *hosts):
        if self._calls.failure is None:
            try:
                return _arrays_of_expected_shapes(self._function(*hosts), self._kinds)
            except Exception as err:  # raised where the program was called
                self._calls.failure = err
        return [np.zeros(shape, dtype) for shape, dtype in self._kinds]

    def joined(self, others: Sequence[GuardedCall]) -> GuardedCall:
        """Return the call that makes this one and then others, whose ``part`` has its function."""
        join = self.part[0]
        known = [each.part[1] for each in (self, *others)]
        kinds = [kind for each in (self, *others) for kind in each._kinds]
        return GuardedCall(self._calls, lambda: join(known), kinds)


class Told:
    """Printed output of a program, in order; in one whose call may be dropped, at its end.

    Attributes
    ----------
    is_used : bool
        Whether it prints anything.
    is_kept : bool
        Whether it is printed at the end of the call.
    """

    def __init__(self):
        self.is_used = self.is_kept = False
        self._calls: list[Callable] = []

    def __call__(self, call: Callable) -> None:
        if self.is_kept:
            self._calls.append(call)
        else:
            call()

    def drop(self) -> None:
        self._calls = []

    def end(self) -> None:
        """Print what has been kept."""
        calls, self._calls = self._calls, []
        for call in calls:
            call()


def _arrays_of_expected_shapes(found: Sequence, kinds: Sequence[tuple]) -> list[np.ndarray]:
    """Return draws as arrays of the (shape, dtype) in ``kinds``; raise if a shape differs."""
    made = [np.asarray(each, dtype) for each, (_, dtype) in zip(found, kinds, strict=True)]
    for each, (shape, _) in zip(made, kinds, strict=True):
        if each.shape != tuple(shape):
            raise RuntimeError(
                f"a compiled function was made for draws of shape {tuple(shape)}, and drew "
                f"{each.shape}"
            )
    return made


def calls_of_trace() -> HostCalls | None:
    """Return the calls of the program that is being traced; None if it can make none."""
    trace = tracing.current
    if trace is None or not hasattr(trace.programs, "asked"):
        return None
    return trace.host_calls


class Draw:
    """A call on the host with nothing that only the program knows.

    Attributes
    ----------
    function : callable
        Gives a list of NumPy's arrays.
    kinds : list of (tuple of int, dtype)
        What it gives.
    same : object
        Equal for calls that give the same kind of numbers of the same source.
    many : callable or None
        Given a count, gives what as many calls would, stacked along a first axis.
    """

    __slots__ = ("function", "kinds", "many", "same")

    def __init__(self, function: Callable, kinds: list, same=None, many: Callable | None = None):
        self.function, self.kinds, self.same, self.many = function, kinds, same, many


def called_on_host(
    function: Callable, values: Sequence, kinds: Sequence[tuple], same=None, many=None, part=None
) -> list:
    """Have a function called when the program that is being traced comes to this statement.

    Parameters
    ----------
    function : callable
        Takes NumPy's arrays, which it must not write to, and gives a list of such.
    values : sequence
        Native values that it is called with.
    kinds : sequence of (tuple of int, dtype)
        The shapes and dtypes of what it gives.
    same, many : optional
        As of :class:`Draw`, if there are no values.
    part : optional
        As of :class:`GuardedCall`, if there are no values.

    Returns
    -------
    list
        Native values.

    Raises
    ------
    Unsupported
        If the program can make no such calls.
    """
    calls = calls_of_trace()
    if calls is None:
        raise Unsupported("random numbers are drawn")
    trace, order = tracing.current, calls.order
    if trace.transformations and not trace.programs.CALLS_WITHIN_MAPS:
        raise Unsupported("random numbers are drawn in a function that is mapped")
    kinds = [(tuple(shape), np.dtype(dtype)) for shape, dtype in kinds]
    scope = trace.scopes[-1]
    if calls.drawn and calls.drawn[-1].scope is scope:
        return calls.drawn[-1].next(len(kinds))
    if values:
        scope.draws_otherwise = True
    else:
        scope.draws.append(Draw(function, kinds, same, many))
    calls.are_made = True
    guarded = calls.guarded(function, kinds, part)
    now, *found = trace.programs.asked(guarded, order._data, values, kinds)
    if now is not order._data:
        trace.require_input(order)
        trace.update(order, now)
    return found


class Rows:
    """Numbers drawn beforehand for all iterations of a loop: those of the one that is traced.

    Parameters
    ----------
    stacks : list
        Native values, for each result of an iteration's calls; iterations along the first axis.
    number
        The iteration, a native int.
    """

    def __init__(self, stacks: list, number):
        self.scope = tracing.current.scopes[-1]
        self._stacks, self._number = iter(stacks), number

    def next(self, count: int) -> list:
        """Get the result of the next call."""
        at = SymbolicScalar.of(tracing.current.programs.as_number(self._number))
        return [read(new_array(Array, next(self._stacks))[at]) for _ in range(count)]


def iterations_at_once(draws: Sequence[Draw], length) -> int:
    """Return for how many iterations of a loop numbers are drawn at once; 0 if for none.

    Parameters
    ----------
    draws : sequence of Draw
        The calls of an iteration.
    length : int or native int
        How many iterations there are.
    """
    size = sum(
        int(np.prod(shape)) * dtype.itemsize for each in draws for shape, dtype in each.kinds
    )
    size = max(size, 1)
    if type(length) is int and length * size <= DRAWN_AT_ONCE_BYTES:
        return length
    most = min(DRAWN_BLOCK_BYTES // size, MOST_DRAWN_BLOCK_ITERATIONS)
    return most if most > 1 else 0


def drawn_at_once(draws: Sequence[Draw], most: int, count) -> list:
    """Make the calls of some iterations; return what they give, stacked.

    Parameters
    ----------
    draws : sequence of Draw
        The calls of an iteration.
    most : int
        The length of the stacks.
    count : int or native int
        How many iterations, ``most`` or less.
    """
    kinds = [((most, *shape), dtype) for each in draws for shape, dtype in each.kinds]
    first = draws[0]
    together = first.many is not None and all(
        each.many is not None and each.same == first.same for each in draws
    )

    def iterations(*hosts) -> list:
        count = int(hosts[0]) if hosts else most
        if together:
            found = first.many(count * len(draws))
            found = found.reshape(count, len(draws), *found.shape[1:])
            made = [found[:, at] for at in range(len(draws))]
            if count == most:
                return made
            return [_pad_rows_with_zeros(each, most) for each in made]
        made = [np.zeros(shape, dtype) for shape, dtype in kinds]
        for n in range(count):
            stacks = iter(made)
            for each in draws:
                for value in each.function():
                    next(stacks)[n] = value
        return made

    if type(count) is int:
        return called_on_host(iterations, [], kinds)
    return called_on_host(iterations, [count], kinds)


def _pad_rows_with_zeros(found: np.ndarray, length: int) -> np.ndarray:
    made = np.zeros((length, *found.shape[1:]), found.dtype)
    made[: len(found)] = found
    return made


def note_draws_within(scope) -> None:
    """Keep that draws are made in a loop or a branch of the body that is being traced."""
    if scope.draws or scope.draws_otherwise:
        tracing.current.scopes[-1].draws_otherwise = True


def is_source_of_trace(value) -> bool:
    """Return whether each call of the program that is being traced makes its own of something."""
    calls = calls_of_trace()
    return calls is not None and calls.is_made(value)
