"""Runtime checks of a program, where Python would raise or compute otherwise: one int.

Python's ints have any size, its floats raise where they are divided by zero, ``raise`` may stand on
a branch. A program goes on there, and counts it: a number that loops and branches carry as they
carry names. Where it is not zero after the call, what the program has made is dropped, and the
function runs eagerly on the inputs as they were.

To count costs something in each iteration. So what ints can be is followed
(:meth:`Checks.limits_of`): nothing is counted for a counter, or for what fits into 64 bits anyway.
"""

from __future__ import annotations

import contextlib
import math
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from ivy_core.arrays.indices import linear

from ..policy import MOST_FOLLOWED_BITS
from ..source.source_map import is_converted, line_of

MOST = 2**62 - 1  # of an int that is not watched: the sum of two fits into 64 bits
USUAL = 2**60  # of an int that nothing is known about: a length, an index, a count
MOST_GIVEN = USUAL  # of an int among the inputs
_EXACT = 2**53  # ints up to here are floats as they are
_ALL = -(2**63), 2**63 - 1
_ARITHMETIC = frozenset(
    {operator.add, operator.sub, operator.mul, operator.neg, operator.abs, operator.invert,
     operator.and_, operator.or_, operator.xor, operator.rshift}
)  # fmt: skip
_TURNED = {operator.gt: operator.lt, operator.ge: operator.le}
_COMPARISONS = frozenset({operator.lt, operator.le, *_TURNED})
_DIVISIONS = frozenset({operator.truediv, operator.floordiv, operator.mod})
TOO_LARGE = "an int of Python's does not fit into 64 bits"
ZERO = "a number of Python's is divided by zero"
POWER = "a power of Python's numbers is none of the same kind"
DOMAIN = "a function of math has no value"
NOT_WHOLE = "nan, inf, or a number of more than 64 bits becomes an int"
SHIFT = "an int is shifted by a negative number of bits"
BOUNDS = "an index is out of bounds"
DTYPES = "a loop that does not run leaves an array its dtype"
LENGTHS = "a mask picks another number of elements than are assigned"
RAISES = "it raises an error"


class Raised(BaseException):
    """Ends the trace of one side of a branch, which raises an error.

    No Exception, so that no ``except`` of the function takes it.
    """


class ChecksFailed(BaseException):
    """A program has come to what it cannot compute; nothing of its call has been kept."""


NOTHING = object()  # the count where nothing is watched for: to a loop a name without a value


class Checks:
    """Runtime checks of one trace.

    Attributes
    ----------
    flag : SymbolicScalar or object
        How often something was met in the body that is being traced.
    sites : dict
        What is watched for, and in which line: {what: (file, line)}.
    bounds : bool
        Whether indices are watched.
    made : int
        How many steps were put into the program for what is watched for.
    of_test : list
        What the test of the innermost loop says of ints; see :meth:`facts_of`.
    depth : int
        How many bodies of branches and rolled loops lie around what is being traced.

    Parameters
    ----------
    trace : Trace
    number : type
        The class of Python's numbers that are traced.
    bounds : bool
    """

    def __init__(self, trace, number: type, bounds: bool = False):
        self._trace, self._programs, self._number = trace, trace.programs, number
        self.bounds = bounds
        self.flag = NOTHING
        self.sites: dict[str, tuple[str, int]] = {}
        self.depth = 0
        self.made = 0
        self.of_test: list = []  # what the test of a loop says of ints, once it has been traced
        self._around: list = []
        self._invariant: list = []  # by body: the checks made once for all iterations
        self._pending: list = []  # the same of the body that has been traced last
        self._lenses: int | None = None  # how many of a view are looked at; all of them
        self._limits: dict[int, tuple] = {}  # by identity: (least, most, the native int)
        self._squares: dict[int, tuple] = {}  # by identity: (the int that is squared, the square)
        # by identity of a truth value: what ints are where it holds, [(the int, least, most)]
        self._facts: dict[int, tuple] = {}

    # what may be counted

    @property
    def native(self):
        """The count as a native value; None where there is nothing to count."""
        return None if self.flag is NOTHING else self.flag._data

    @contextlib.contextmanager
    def statement(self) -> Iterator[None]:
        """Count by itself what a statement meets: loops that meet nothing carry nothing."""
        outer, self.flag = self.flag, NOTHING
        pending, self._pending = self._pending, []
        self._around.append(outer)
        try:
            yield
        finally:
            inner, self.flag = self.flag, self._around.pop()
            pending, self._pending = self._pending, pending
            if inner is not NOTHING:
                self._add_to_count(inner._data)
        for each in pending:
            self._fail_if_compares(*each)

    @contextlib.contextmanager
    def body(self, runs: bool = False) -> Iterator[None]:
        """Trace a body; an error that it raises is none of the trace.

        Parameters
        ----------
        runs : bool
            Whether it is sure to be run: what is the same in each iteration is watched once then,
            behind the statement.
        """
        invariant: list | None = [] if runs else None
        self.depth += 1
        self._invariant.append(invariant)
        try:
            yield
        finally:
            self.depth -= 1
            self._invariant.pop()
        if runs:
            self._pending = invariant

    @contextlib.contextmanager
    def apart(self) -> Iterator[list]:
        """Count by itself what an expression meets; the list holds it afterwards, if anything."""
        outer, self.flag = self.flag, NOTHING
        found: list = []
        try:
            yield found
        finally:
            if self.flag is not NOTHING:
                found.append(self.flag._data)
            self.flag = outer

    def add_if(self, test, found: list) -> None:
        """Count what :meth:`apart` has found, if a truth value holds."""
        for each in found:
            times = self._programs.strong(test, "int64")
            self._add_to_count(self._programs.computed(operator.mul, each, times))

    def fail_if(self, condition, what: str) -> None:
        """Count where a native truth value, or one of Python's, holds."""
        if condition is False or not self._can_count_at(condition):
            return
        self.note(what)
        self.made += 1
        self._add_to_count(self._programs.strong(condition, "int64"))

    def raise_if(self, condition) -> None:
        """Count where the function, called anew, raises an error of its own."""
        self.fail_if(condition, RAISES)

    def note(self, what: str) -> None:
        """Keep what is watched for, and where."""
        self.sites.setdefault(what, _line_of_user_code() or self._trace.where)

    def _add_to_count(self, count) -> None:
        """Add a native count of errors to ``flag``, a SymbolicScalar or, before any, NOTHING."""
        programs = self._programs
        count = programs.as_number(count)
        if self.flag is not NOTHING:
            count = programs.as_number(programs.computed(operator.add, self.flag._data, count))
        self.flag = self._number.of(count)

    def _can_count_at(self, value) -> bool:
        """Return whether the count can be carried where a value is computed.

        Functions that the framework maps, differentiates, or traces by itself carry none.
        """
        trace = self._trace
        if trace.transformations:
            return False
        token = self._programs.trace_of(value) if self._programs.is_tracer(value) else None
        return token is None or any(token is scope.token for scope in trace.scopes)

    def _is_of_outside(self, value) -> bool:
        """Return whether a traced value was computed before the body that is being traced."""
        return self._programs.trace_of(value) is not self._trace.scopes[-1].token

    def going_on(self, test):
        """Return a loop's test, which ends it too where something was met in its iteration."""
        if self.flag is NOTHING:
            return test
        return self._test_and_no_errors([self.flag], test)

    def beginning(self, test):
        """Return the test by which a loop begins: not at all where something was met before."""
        met = [each for each in self._around if each is not NOTHING]
        return self._test_and_no_errors(met, test) if met else test

    def _test_and_no_errors(self, error_counts: Sequence, test):
        """Return a native truth value: ``test`` holds, and all ``error_counts`` are zero."""
        programs = self._programs
        tests = [programs.strong(test, "bool")]
        tests += [programs.computed(operator.eq, each._data, 0) for each in error_counts]
        return programs.all_of(tests)

    # numbers

    def limit(self, native, least: int, most: int) -> None:
        """Keep between which ints a native one lies."""
        if type(native) is not int:
            self._limits[id(native)] = least, most, native

    def limits_of(self, value) -> tuple[int, int]:
        """Return between which ints one lies."""
        if type(value) in (bool, int):
            return int(value), int(value)
        found = self._limits.get(id(value))
        if found is not None:
            return found[:2]
        programs = self._programs
        if not programs.is_tracer(value):
            return int(value), int(value)
        if programs.dtype_of(value).kind == "b":
            return 0, 1
        found = self._trace.range_of(value)
        return (-USUAL, USUAL) if found is None else found

    def is_truth(self, native) -> bool:
        """Return whether a native int is a truth value."""
        programs = self._programs
        return programs.is_tracer(native) and programs.dtype_of(native).kind == "b"

    def limits_if_known(self, native) -> tuple[int, int] | None:
        """Return between which ints a native one lies; None if nothing is known about it."""
        found = self._limits.get(id(native))
        return self._trace.range_of(native) if found is None else found[:2]

    def is_reached(self, native) -> bool:
        """Return whether a native int is sure to be all that its limits say, one after the other.

        So is the counter of a loop of known length, and what is computed of that alone.
        """
        terms = linear(native, self._programs.made_by)
        names = [name for name, factor in (terms or {}).items() if name is not None and factor]
        return len(names) == 1 and names[0] in self._trace.counters

    @contextlib.contextmanager
    def of_view(self, x) -> Iterator[None]:
        """Write an element whose index has been looked at, but not the view that it belongs to."""
        before = self._lenses
        self._lenses = len(x._view.stack) if hasattr(x, "_view") else 0
        try:
            yield
        finally:
            self._lenses = before

    def of_lenses(self, shape: Sequence[int], lenses: Sequence) -> None:
        """Watch the indices at which a view begins that is written to."""
        programs = self._programs
        for lens in lenses[: self._lenses]:
            unknown = getattr(lens, "unknown", ())
            if unknown:
                steps = [entry for entry in lens.key if entry is not None]
                traced = [start for start in lens.starts if programs.is_tracer(start)]
                said = dict(zip(map(id, traced), unknown, strict=False))
                for length, step, start in zip(shape, steps, lens.starts, strict=True):
                    if step == "int" and programs.is_tracer(start):
                        self._check_view_start(start, said[id(start)], length)
            shape = lens.shape

    def _check_view_start(self, start, said, length: int) -> None:
        """Count as an error a view that begins outside of its axis; ``said`` is the index given."""
        programs = self._programs
        ends = self.limits_if_known(said)
        if ends is None or ends[0] < -length or ends[1] >= length:
            start = programs.as_number(start)
            computed = programs.computed
            inside = [computed(operator.ge, start, 0), computed(operator.lt, start, length)]
            self.fail_if(self._invert(programs.all_of(inside)), BOUNDS)

    def of_comparison(self, function: Callable, result, a, b) -> None:
        """Keep what a comparison of ints says of them where it holds."""
        if not all(self._dtype_kind_of(each) in "biu" for each in (a, b)):
            return
        if function in (operator.gt, operator.ge):
            function, a, b = _TURNED[function], b, a
        (low, _), (_, high) = self.limits_of(a), self.limits_of(b)
        apart = 1 if function is operator.lt else 0
        facts = [(a, -(2**63), high - apart), (b, low + apart, 2**63)]
        for number, least, most in list(facts):
            square = self._squares.get(id(number))
            if square is not None and most >= 0:
                root = math.isqrt(most)
                facts.append((square[0], max(-root, least), root))
        self._facts[id(result)] = facts, result

    def facts_of(self, *truths) -> list:
        """List the facts about ints that hold where some truth values do."""
        return [fact for each in truths for fact in self._facts.get(id(each), ((),))[0]]

    def both(self, result, *truths) -> None:
        """Keep that what truth values say holds where another one does."""
        self._facts[id(result)] = self.facts_of(*truths), result

    def of_operator(self, function: Callable, result, *values) -> None:
        """Watch for what an operator of Python gives otherwise, and keep what it gives of ints."""
        kind = self._programs.dtype_of(result).kind if hasattr(result, "dtype") else "b"
        if kind == "b" and function in _COMPARISONS:
            self.of_comparison(function, result, *values)
        if kind == "b" or not _is_called_by_user_code():
            return
        if kind in "iu":
            self._check_int_operator(function, result, values)
        elif function in _DIVISIONS:
            self._check_division(function, values)
        elif function is operator.pow:
            self._check_power(result, values)

    def _check_int_operator(self, function: Callable, result, values) -> None:
        """Count where ints do not fit or Python raises, and keep the limits of the result."""
        limits = list(map(self.limits_of, values))
        raises = getattr(self._programs, "NUMBERS_ARE_PYTHONS", False)
        if function in _DIVISIONS:
            self._check_division(function, values)
        if function in (operator.lshift, operator.rshift) and limits[1][0] < 0:
            self._fail_if_compares(values[1], operator.lt, 0, SHIFT)
        if function is operator.pow and limits[1][0] < 0:
            self._fail_if_compares(values[1], operator.lt, 0, POWER)
        least, most = _limits_of_result(function, limits)
        if least < -MOST or most > MOST:
            if raises:
                self.note(TOO_LARGE)
            else:
                self.fail_if(self._is_result_too_large(function, result, values, limits), TOO_LARGE)
            least, most = max(least, -MOST), min(most, MOST)
            least, most = (least, most) if least <= most else (-MOST, MOST)
        if function is operator.mul and values[0] is values[1]:
            self._squares[id(result)] = values[0], result
            least = max(least, 0)
        self.limit(result, least, most)

    def _is_result_too_large(self, function, result, values, limits):
        """Return the native truth of whether an operator's int may not fit into 64 bits."""
        computed = self._programs.computed
        within = all(-MOST <= low and high <= MOST for low, high in limits)
        if function in _ARITHMETIC and function is not operator.mul and within:
            return computed(operator.gt, computed(operator.abs, result), MOST)
        # in floats, which do not wrap
        as_floats = [self._as_float(value) for value in values]
        if function is operator.lshift:
            function = operator.mul
            as_floats[1] = self._two_to_the_power(values[1])
        if all(type(each) is float for each in as_floats):
            return True
        found = computed(function, *as_floats)
        size = computed(operator.abs, found)
        return self._invert(computed(operator.lt, size, float(2**62)))

    def fail_if_larger(self, value, most: int) -> None:
        """Count where an int is larger than a bound, or smaller than its negative."""
        for comparison, bound in ((operator.gt, most), (operator.lt, -most)):
            self._fail_if_compares(value, comparison, bound, TOO_LARGE)

    def _two_to_the_power(self, value):
        """Return ``2.0 ** value``: a float for an int, clipped to 0 ... 1000, else native."""
        if type(value) is int:
            return 2.0 ** min(max(value, 0), 1000)
        return self._programs.computed(operator.pow, 2.0, self._as_float(value))

    def _as_float(self, value):
        """Return a number as a float: inf for an int from 2**1000 on, native for a native one."""
        if type(value) in (bool, int):
            return float(value) if abs(value) < 2**1000 else math.inf
        return self._programs.computed(operator.mul, value, 1.0)

    def _invert(self, truth):
        return self._programs.computed(operator.invert, truth)

    def _fail_if_compares(self, value, comparison: Callable, other, what: str) -> None:
        """Count an error where ``comparison(value, other)`` holds, unless native numbers raise."""
        if getattr(self._programs, "NUMBERS_ARE_PYTHONS", False):
            self.note(what)
        elif self._programs.is_tracer(value):
            if self._invariant and self._invariant[-1] is not None:
                if self._can_count_at(value) and self._is_of_outside(value):
                    self.note(what)
                    self._invariant[-1].append((value, comparison, other, what))
                    return
            self.fail_if(self._programs.computed(comparison, value, other), what)
        else:
            self.fail_if(bool(comparison(value, other)), what)

    def _check_division(self, function: Callable, values) -> None:
        """Count as an error a division by zero, and a quotient of ints that floats round twice."""
        kinds = [self._dtype_kind_of(each) for each in values]
        divisor = values[1]
        low, high = self.limits_of(divisor) if kinds[1] in "biu" else (-1, 1)
        if kinds[1] in "biu" and not low <= 0 <= high:
            pass
        elif self._programs.is_tracer(divisor) or divisor == 0:
            self._fail_if_compares(divisor, operator.eq, 0, ZERO)
        if function is operator.truediv and kinds[0] in "biu" and kinds[1] in "biu":
            for each in values:  # Python rounds the quotient once
                low, high = self.limits_of(each)
                if low < -_EXACT or high > _EXACT:
                    size = abs(each) if type(each) is int else None
                    if size is None:
                        size = self._programs.computed(operator.abs, each)
                    self._fail_if_compares(size, operator.gt, _EXACT, TOO_LARGE)

    def _check_power(self, result, values) -> None:
        """Watch for a power that overflows, is complex, or is that of zero to a negative one."""
        if getattr(self._programs, "NUMBERS_ARE_PYTHONS", False):
            self.note(POWER)
            return
        tests = [self._invert(self._is_finite(result))]
        tests += [self._is_finite(each) for each in values if self._programs.is_tracer(each)]
        self.fail_if(self._programs.all_of(tests), POWER)

    def _dtype_kind_of(self, value) -> str:
        """Return the dtype's kind, e.g. "f", of a native value or a number of Python's."""
        if hasattr(value, "dtype"):
            return self._programs.dtype_of(value).kind
        return np.asarray(value).dtype.kind if type(value) is not int else "i"

    def _is_finite(self, native):
        size = native
        if self._programs.dtype_of(native).kind != "b":
            size = self._programs.computed(operator.abs, native)
        return self._programs.computed(operator.lt, size, math.inf)

    def _is_not_nan(self, native):
        return self._programs.computed(operator.eq, native, native)

    def of_function(self, result, values: Sequence) -> None:
        """Watch for what a function of ``math`` raises: a result that no argument explains."""
        programs = self._programs
        known = [each for each in values if not programs.is_tracer(each)]
        traced = [each for each in values if programs.is_tracer(each)]
        if any(math.isnan(each) for each in known):
            return
        tests = [self._invert(self._is_not_nan(result)), *map(self._is_not_nan, traced)]
        self.fail_if(programs.all_of(tests), DOMAIN)
        if all(map(math.isfinite, known)):
            infinite = programs.computed(
                operator.eq, programs.computed(operator.abs, result), math.inf
            )
            tests = [infinite, *map(self._is_finite, traced)]
            self.fail_if(programs.all_of(tests), DOMAIN)

    def of_int(self, result, native) -> None:
        """Watch for what becomes no int of 64 bits, and keep what ints of few bits can be.

        Parameters
        ----------
        result : native int
        native
            What it was made of.
        """
        dtype = self._programs.dtype_of(native)
        if dtype.kind == "f":
            size = self._programs.computed(operator.abs, native)
            fits = self._programs.computed(operator.lt, size, float(2**62))
            self.fail_if(self._invert(fits), NOT_WHOLE)
            self.limit(result, -MOST, MOST)
        elif dtype.kind == "b":
            self.limit(result, 0, 1)
        elif dtype.kind in "iu" and dtype.itemsize < 8:
            found = np.iinfo(dtype)
            self.limit(result, int(found.min), int(found.max))
        elif dtype.kind == "u":
            self.fail_if(self._programs.computed(operator.lt, result, 0), NOT_WHOLE)
            self.limit(result, 0, _ALL[1])
        elif native is not result and id(native) in self._limits:
            self.limit(result, *self._limits[id(native)][:2])
        elif self._trace.range_of(native) is None:
            self.limit(result, *_ALL)


class Ints:
    """Between which ints those lie that a loop carries: assumed, and then seen to hold.

    An int is taken for a count at first, that no loop can bring to 2**60 by what an iteration adds.
    One for which that does not hold may still stay within 32 bits, as remainders do; any other is
    watched wherever it is computed, or is any of 64 bits, as what iterations read from arrays. What
    the loop's test says holds in each iteration, and so do limits before it that no iteration
    leaves.

    Attributes
    ----------
    is_new : bool
        Whether something was learned of them in the iteration that is being traced.

    Parameters
    ----------
    checks : Checks
    """

    def __init__(self, checks: Checks):
        self._checks = checks
        self._level: dict[tuple, int] = {}
        self._first: dict[tuple, tuple] = {}
        self._used: dict[tuple, tuple] = {}  # what is assumed in the iteration that is traced
        self._left: dict[tuple, tuple] = {}
        self._kept: dict[
            tuple, list
        ] = {}  # the least and the most that no iteration may leave, or None
        self._widened: set[tuple] = set()  # those of them that some iteration has left
        self._tested: dict[tuple, tuple] = {}  # what the test says
        self._expected: dict[tuple, tuple] = {}
        self.is_new = False

    @property
    def sides(self) -> dict[tuple, tuple[bool, bool]]:
        """By the numbers of name and int: whether a limit below, and above, was found to hold."""
        return {key: (kept[0] is not None, kept[1] is not None) for key, kept in self._kept.items()}

    def expect(self, sides: dict[tuple, tuple[bool, bool]]) -> None:
        """Assume at first that iterations leave no limit that an earlier trace of the loop kept."""
        self._expected = sides

    def assume(self, k: int, before: list, natives: list) -> None:
        """Keep what is assumed of the ints of a name in an iteration.

        Parameters
        ----------
        k : int
            The number of the name.
        before : list of (int, int)
            The limits of its ints before the loop.
        natives : list
            Its ints in the iteration.
        """
        for i, native in enumerate(natives):
            first = before[i] if i < len(before) else (0, 0)
            if self._checks.is_truth(native):  # nothing is to be learned of it
                first = 0, 1
                self._kept.setdefault((k, i), [0, 1])
            self._first[k, i] = first
            self._used[k, i] = self._assumed_limits((k, i), first)
            self._checks.limit(native, *self._used[k, i])

    def _assumed_limits(self, key: tuple, first: tuple) -> tuple[int, int]:
        """Return limits assumed of an int in iterations, ``first`` before; may raise its level."""
        level = self._level.setdefault(key, 0)
        while level < _WATCHED and not _is_interval_within(first, _LEVELS[level]):
            if level == 0 and first == _ALL:  # watched where the loop begins
                break
            level = self._level[key] = level + 1
        expected = self._expected.get(key)
        if level == 0 and expected is not None and key not in self._kept:
            self._kept[key] = [first[side] if expected[side] else None for side in (0, 1)]
        least, most = _LEVELS[level]
        least = 0 if 0 < level < _WATCHED and first[0] >= 0 else least
        kept, tested = self._kept.get(key, (None, None)), self._tested.get(key, _ALL)
        least = max(least if kept[0] is None else kept[0], tested[0])
        most = min(most if kept[1] is None else kept[1], tested[1])
        return (least, most) if least <= most else first

    def learn(self, k: int, natives: list, facts: list) -> None:
        """Keep what the test says that is made behind an iteration, of the ints of a name."""
        for i, native in enumerate(natives):
            found = [fact[1:] for fact in facts if fact[0] is native]
            if found:
                said = max(low for low, _ in found), min(high for _, high in found)
                self.is_new = self.is_new or said != self._tested.get((k, i))
                self._tested[k, i] = said

    def hold(self, k: int, after: list, length: int | None) -> bool:
        """Return whether what was assumed of a name's ints holds; if not, less is assumed.

        Parameters
        ----------
        k : int
        after : list of (int, int)
            The limits of its ints behind an iteration.
        length : int or None
            How many iterations there are, if that is known.
        """
        found = True
        for i, limits in enumerate(after):
            key = k, i
            if key in self._first:
                found = self._keep_or_weaken_assumption(key, limits, length) and found
        return found

    def _keep_or_weaken_assumption(self, key: tuple, limits: tuple, length: int | None) -> bool:
        """Return whether an iteration kept an int's limits; note those after it, or assume less."""
        first, level, used = self._first[key], self._level[key], self._used[key]
        tested = self._tested.get(key, _ALL)
        more = (
            used[0] - limits[0],
            limits[1] - used[1],
        )  # by which an iteration leaves what was assumed
        if (
            key not in self._kept and level == 0
        ):  # what no iteration leaves that it was before the loop
            self._kept[key] = [first[side] if more[side] <= 0 else None for side in (0, 1)]
            self.is_new = self.is_new or self._kept[key] != [None, None]
            kept = (None, None)
        else:
            kept = self._kept.get(key, (None, None))
        at_once = 0
        if level == 0:
            at_once = (
                _AN_ITERATION if length is None else max(USUAL // max(length, 1), _AN_ITERATION)
            )
        holds, is_widened = True, False
        for side in (0, 1):
            within = more[side] <= (at_once if kept[side] is None else 0)
            within = within or tested[side] == used[side]  # the test ends the loop first
            if not within and kept[side] is not None:
                self._widen_limit(key, side, limits)
                is_widened = True
            holds = holds and within
        if is_widened:
            return False
        if not holds:
            self._level[key] = level + 1
            return False
        if level == _ANY:
            self._left[key] = _ALL
            return True
        least, most = min(first[0], limits[0]), max(first[1], limits[1])
        if level == 0 and length is not None:  # by so much an iteration
            least = max(least, first[0] - max(more[0], 0) * length)
            most = min(most, first[1] + max(more[1], 0) * length)
        self._left[key] = max(least, -MOST), min(most, MOST)
        return True

    def _widen_limit(self, key: tuple, side: int, limits: tuple) -> None:
        """Widen one limit to what an iteration has reached; give it up if it was widened before."""
        if (key, side) in self._widened or not _is_interval_within(limits, (-USUAL, USUAL)):
            self._kept[key][side] = None
            return
        self._widened.add((key, side))
        function = max if side else min
        self._kept[key][side] = function(self._first[key][side], limits[side])

    def end(self, k: int, before: list, natives: list) -> None:
        """Keep the limits of a name's ints behind the loop, and watch what it begins with.

        Parameters
        ----------
        before, natives : list
            The ints before the loop, and behind it.
        """
        for i, native in enumerate(natives):
            key = k, i
            if key not in self._left:
                continue
            self._checks.limit(native, *self._left[key])
            level = self._level[key]
            if self._first[key] == _ALL and i < len(before) and level != _ANY:
                self._checks.fail_if_larger(before[i], USUAL if level == 0 else MOST)


# within the second and third an int stays that is shifted to the right and met with another's bits
_LEVELS = (-USUAL, USUAL), (-(2**31), 2**31 - 1), (-(2**32), 2**32 - 1), (-MOST, MOST), _ALL
_WATCHED = 3  # the level of ints that are watched wherever they are computed
_ANY = 4  # that of ints of which nothing is known, as of the elements of arrays
_AN_ITERATION = 2**24  # what an iteration may add to a count of which nothing else is known


def _is_interval_within(limits: tuple, others: tuple) -> bool:
    return others[0] <= limits[0] and limits[1] <= others[1]


def _limits_of_result(function: Callable, limits: list) -> tuple[int, int]:
    """Return between which ints an operator's result lies; beyond 64 bits where that is unknown."""
    compute = _LIMITS.get(function)
    if compute is None:
        return _ALL
    found = compute(*limits)
    return _ALL if found is None else found


def _limits_at_corners(function: Callable, a, b) -> tuple[int, int]:
    """Return the limits of a function whose extremes lie at the limits of its operands."""
    found = [function(x, y) for x in a for y in b]
    return min(found), max(found)


def _limits_of_floordiv(a: tuple, b: tuple) -> tuple[int, int]:
    size = max(map(abs, a))
    if b[0] <= 0 <= b[1]:
        return -size, size
    return _limits_at_corners(operator.floordiv, a, b)


def _limits_of_mod(a: tuple, b: tuple) -> tuple[int, int]:
    if b[0] > 0:
        most = min(b[1] - 1, a[1]) if a[0] >= 0 else b[1] - 1
        return 0, most
    size = max(map(abs, b))
    return -size, size


def _most_bits(a: tuple, b: tuple) -> int:
    return max(each.bit_length() for each in (*a, *b))


def _limits_of_or_xor(a: tuple, b: tuple) -> tuple[int, int]:
    size = 1 << _most_bits(a, b)
    return (0 if a[0] >= 0 and b[0] >= 0 else -size), size - 1


def _limits_of_and(a: tuple, b: tuple) -> tuple[int, int]:
    if a[0] >= 0 or b[0] >= 0:
        return 0, min(each[1] for each in (a, b) if each[0] >= 0)
    return _limits_of_or_xor(a, b)


def _limits_of_power(a: tuple, b: tuple) -> tuple[int, int] | None:
    if b[0] < 0 or b[1] * _most_bits(a, a) > MOST_FOLLOWED_BITS:
        return None
    size = max(map(abs, a)) ** b[1]
    return (0 if a[0] >= 0 else -size), max(size, 1)


def _limits_of_lshift(a: tuple, b: tuple) -> tuple[int, int] | None:
    if b[0] < 0 or b[1] > MOST_FOLLOWED_BITS:
        return None
    return _limits_at_corners(operator.lshift, a, b)


def _limits_of_rshift(a: tuple, b: tuple) -> tuple[int, int]:
    if b[0] < 0:  # which raises
        return min(a[0], 0), max(a[1], 0)
    return _limits_at_corners(operator.rshift, a, (b[0], min(b[1], 64)))


_LIMITS = {
    operator.add: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    operator.sub: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    operator.mul: lambda a, b: _limits_at_corners(operator.mul, a, b),
    operator.neg: lambda a: (-a[1], -a[0]),
    operator.pos: lambda a: a,
    operator.abs: lambda a: (0 if a[0] <= 0 <= a[1] else min(map(abs, a)), max(map(abs, a))),
    operator.invert: lambda a: (~a[1], ~a[0]),
    operator.floordiv: _limits_of_floordiv, operator.mod: _limits_of_mod,
    operator.and_: _limits_of_and, operator.or_: _limits_of_or_xor,
    operator.xor: _limits_of_or_xor, operator.pow: _limits_of_power,
    operator.lshift: _limits_of_lshift, operator.rshift: _limits_of_rshift,
}  # fmt: skip


_HERE = Path(__file__)
_WITHIN = frozenset({__file__, str(_HERE.with_name("symbolic_numbers.py"))})
_CONVERSION = _HERE.parents[1] / "source" / "conversion.py"
_IN_ITS_STEAD = {
    str(_CONVERSION),
    *[str(_HERE.with_name(f"{name}.py")) for name in ("statements", "comparisons")],
}


def _is_called_by_user_code() -> bool:
    """Return whether converted code computes with numbers, not a function of ours that it calls."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename in _WITHIN:
        frame = frame.f_back
    filename = frame.f_code.co_filename
    return is_converted(filename) or filename in _IN_ITS_STEAD


def _line_of_user_code() -> tuple[str, int] | None:
    """Return file and line, in the user's source, of the innermost converted frame; or None."""
    frame = sys._getframe(1)
    while frame is not None:
        filename = frame.f_code.co_filename
        if is_converted(filename):
            return line_of(filename, frame.f_lineno)
        frame = frame.f_back
    return None
