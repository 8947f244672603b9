"""Functions watched, and those compiled that are worth it: :mod:`.automatic` in earnest.

A watched function is called through a few lines that add up its calls and its time, which takes
half a microsecond. When it has run for long enough (:class:`Budget`), its next calls are looked at
by their kinds, and the one that comes again is compiled, compared (:mod:`.checking`), and used if
it is faster. A function for which that cannot be is called as it is from then on.
"""

from __future__ import annotations

import functools
import itertools
import threading
import time
import types
import weakref
from collections.abc import Callable
from typing import Any

from ..backend_handler import current_backend_str
from ..backends.holder import Holder
from . import sources
from . import trace as tracing
from .inner_loops import with_watched_loops
from .trace import Unsupported

_SHARE = 0.08  # of the time that has gone by, which compilation may cost if it gains nothing
_FIRST, _NEXT = 0.45, 0.2  # seconds that a function's compilation is expected to take
_EACH = 0.001  # seconds more for each instruction of its code
_SHORT, _MANY = 20e-6, 2_000  # seconds a call, and calls: what is not worth looking at
_KINDS = 8  # of arguments that are looked at
_GAIN = 0.9  # of the eager time: what a program may take
_PART = 0.05  # seconds that a part of a loop takes while it is watched
_LONGEST = 3.0  # seconds that a trace may take at least
_WITHOUT_END = range(2**63 - 1)  # what the rounds of a `while` loop are numbered by
_UNTIL_ASKED = (
    0.5  # seconds for which a program of such a loop runs at least, before Ctrl-C is seen
)
_clock = time.perf_counter
_BEGUN = _clock()
_records: weakref.WeakSet[Record] = weakref.WeakSet()
_busy = threading.Lock()  # one function is compiled and compared at a time


class Record:
    """What became of a watched function; times of calls in seconds, in the mean.

    Attributes
    ----------
    name, file, line
        The function, or a loop of one.
    status : {'ran eagerly', 'compiled', 'reverted'}
    calls : int
        How often it was called.
    eager, compiled : float or None
        The time of a call, eagerly and compiled, where they were compared that of the same call; of
        a loop the time of a round.
    compile_time : float
        What it took to trace, compile and compare it.
    reasons : list of str
        Why it is not compiled, and what became of its loops and branches.
    """

    def __init__(self, function: types.FunctionType):
        code = function.__code__
        self.name, self.file = function.__qualname__, code.co_filename
        self.line = code.co_firstlineno
        self.status = "ran eagerly"
        self.reasons: list[str] = []
        self.eager_calls = self.compiled_calls = self.other_calls = 0
        self.eager_seconds = self.compile_time = 0.0
        self.measured: tuple[float, float] | None = None  # eagerly and compiled
        _records.add(self)

    @property
    def calls(self) -> int:
        return self.eager_calls + self.compiled_calls + self.other_calls

    @property
    def eager(self) -> float | None:
        if self.measured is not None:
            return self.measured[0]
        return self.eager_seconds / self.eager_calls if self.eager_calls else None

    @property
    def compiled(self) -> float | None:
        return None if self.measured is None else self.measured[1]

    def __repr__(self):
        return f"<{self.name} ({self.file}:{self.line}): {self.status}, {self.calls} calls>"


class Budget:
    """How much time may go into compilation, so that a run loses little if nothing is gained.

    A share of the time that has gone by, and what compiled functions have saved.
    """

    def __init__(self):
        self.began = _BEGUN
        self.spent = self.saved = 0.0
        self.is_first = True
        self.factor = 3.0 if current_backend_str() == "torch" else 1.0

    def expected(self, function: types.FunctionType) -> float:
        """Return how long the compilation of a function will probably take."""
        instructions = len(function.__code__.co_code) / 2
        return self.factor * ((_FIRST if self.is_first else _NEXT) + _EACH * instructions)

    def pay(self, took: float, expected: float) -> None:
        """Count what a compilation has cost, and expect more, or less, of the next."""
        self.spent += took
        self.is_first = False
        if expected > 0.0:
            self.factor *= min(4.0, max(0.5, (took / expected) ** 0.5))

    def allows(self, cost: float, to_come: float = 0.0) -> bool:
        """Return whether a compilation may begin; ``to_come`` is what is known to lie ahead."""
        return self.spent + cost <= _SHARE * (self.gone() + to_come) + self.saved

    def wait(self, cost: float) -> float:
        """Return after how many seconds a compilation may begin if nothing is saved meanwhile."""
        return (self.spent + cost - self.saved) / _SHARE - self.gone()

    def gone(self) -> float:
        """Return for how long the process has computed: no longer than this has been watched."""
        return min(time.process_time(), _clock() - self.began)


@functools.cache
def the_budget() -> Budget:
    """Return the process's budget, made when something is first looked at."""
    return Budget()


class _Watched:
    """A function that is watched: what its wrapper calls, which changes as more is known."""

    def __init__(self, function: types.FunctionType, check: bool, source: str | None):
        self.function, self.check = function, check
        self.body: Callable = function  # what is called, maybe with loops that are watched
        self.text = function if source is None else sources.function_of(source, function)
        self.record = Record(function)
        self.call: Callable = self.timed
        self.is_inside = False
        self.look_at = 0.0  # seconds that it has run, when it is to be looked at
        self.kinds: dict[tuple, int] = {}
        self.programs: dict[tuple, Any] = {}
        self.missed = 0
        self.gain = 0.0  # seconds, by which a call of a program is shorter
        self.compiled: Any = None

    def give_up(self, reason: str) -> None:
        """Call the function as it is from now on."""
        if self.record.status == "compiled":
            self.record.status = "reverted"
        self.record.reasons = [reason]
        self.call = self.counted
        self.programs.clear()

    def counted(self, *args, **kwargs):
        """Call a function that has been given up."""
        self.record.other_calls += 1
        return self.body(*args, **kwargs)

    # before it is compiled

    def first(self, *args, **kwargs):
        """Call the function for the first time, its loops watched: it may be the only time."""
        self.call = self.timed
        self.body = with_watched_loops(self.function, self._loop) or self.function
        try:
            return self.timed(*args, **kwargs)
        finally:
            if self.record.eager_seconds < _PART:
                self.body = self.function

    def _loop(self, function, text: str, name: str, line: int) -> Callable:
        """Return what does a loop of the function, given it as a function of its rounds."""
        watched = _WatchedLoop(function, self.check, text)
        watched.record.name, watched.record.line = name, line
        _records.discard(watched.record)  # until there is more to say than of the function
        return watched.in_parts

    def timed(self, *args, **kwargs):
        """Call the function and add up its time."""
        if self.is_inside:  # it calls itself: the outermost call is timed
            return self.function(*args, **kwargs)
        self.is_inside = True
        begin = _clock()
        try:
            return self.body(*args, **kwargs)
        finally:
            record = self.record
            record.eager_calls += 1
            record.eager_seconds += _clock() - begin
            self.is_inside = False
            if record.eager_seconds >= self.look_at or record.eager_calls == _MANY:
                self._look()

    def _look(self) -> None:
        record = self.record
        if record.eager_calls >= _MANY and record.eager_seconds < _SHORT * record.eager_calls:
            self.give_up("its calls are short: only the first were counted")
            self.call = self.function
            return
        cost = the_budget().expected(self.function)
        # As much time as it has taken up to now is expected to lie ahead.
        if record.eager_seconds < 2 * cost:
            self.look_at = 2 * cost
        elif record.eager_calls < 2 or not the_budget().allows(cost):
            self.look_at = record.eager_seconds + max(0.1 * cost, 0.5 * the_budget().wait(cost))
        elif not tracing.is_tracing():
            from .kinds import Kinds  # it loads what compiles

            self.call = self.considered
            self.compiled = Kinds(self.text)

    def considered(self, *args, **kwargs):
        """Call the function, or its program for arguments of this kind; make that if it is due."""
        if self.is_inside or tracing.current is not None:
            return self.function(*args, **kwargs)
        try:
            if not self.compiled.has_programs(args, kwargs):
                raise Unsupported("this backend computes at once")
            given = self.compiled.inputs(args, kwargs)
        except Unsupported as err:
            self.give_up(str(err))
            return self.counted(*args, **kwargs)
        program = self.programs.get(given.key)
        if program is not None:
            return self._run(program, given)
        count = self.kinds[given.key] = self.kinds.get(given.key, 0) + 1
        cost = the_budget().expected(self.function)
        if (
            count > 1
            and _is_alone()
            and the_budget().allows(cost)
            and _busy.acquire(blocking=False)
        ):
            self.is_inside = True
            try:
                return self._tried(given.key, args, kwargs, cost)
            finally:
                self.is_inside = False
                _busy.release()
        self.missed += 1
        if len(self.kinds) > _KINDS and self.missed > 4 * max(1, self.record.compiled_calls):
            self.give_up(f"what it is given is of another kind at each call: {self._changes()}")
        if len(self.kinds) > 8 * _KINDS:
            self.kinds.clear()
        return self._eagerly(args, kwargs)

    def _changes(self) -> str:
        """Return what is different in the last two kinds of arguments."""
        first, second = list(self.kinds)[-2:]
        pairs = [f"{a!r}, then {b!r}" for a, b in zip(first, second, strict=False) if a != b]
        return pairs[0] if pairs else "more, or fewer, values"

    def _eagerly(self, args, kwargs):
        self.is_inside = True
        begin = _clock()
        try:
            return self.body(*args, **kwargs)
        finally:
            self.is_inside = False
            self.record.eager_calls += 1
            self.record.eager_seconds += _clock() - begin

    def _run(self, program, given):
        result = program(given)
        self.record.compiled_calls += 1
        the_budget().saved += self.gain
        return result

    # the one comparison

    def _tried(self, key, args, kwargs, cost: float):
        """Call the function and its program, and keep that if it does the same faster."""
        begin = _clock()
        try:
            program = self.compiled.program(args, kwargs, max(_LONGEST, 2 * cost))
        except Unsupported as err:
            self._paid(begin, 0.0)
            self.give_up(str(err))
            return self._eagerly(args, kwargs)
        if not self.check:
            return self._unchecked(key, program, args, kwargs, begin)
        from .checking import compare

        inputs = functools.partial(self.compiled.inputs, args, kwargs)
        done = compare(self.function, program, inputs, self.compiled.places(), args, kwargs)
        self.record.eager_calls += 1
        self.record.eager_seconds += done.eager
        self._paid(begin, done.eager)
        if done.difference:
            self.give_up(f"compiled it does something else: {done.difference}")
            self.record.status = "reverted"
        elif done.compiled > _GAIN * done.eager:
            self.give_up("compiled it is no faster")
            self.record.status = "reverted"
        else:
            self._keep(key, program)
            self.gain = done.eager - done.compiled
        self.record.measured = done.eager, done.compiled
        return done.result

    def _unchecked(self, key, program, args, kwargs, begin):
        result = program(self.compiled.inputs(args, kwargs))
        self._paid(begin, 0.0)
        self._keep(key, program)
        return result

    def _paid(self, begin: float, eager: float) -> None:
        """Count what a compilation has cost, the function's own time taken off."""
        took = _clock() - begin - eager
        self.record.compile_time += took
        the_budget().pay(took, the_budget().expected(self.function))

    def _keep(self, key, program) -> None:
        if len(self.programs) >= _KINDS:
            self.programs.pop(next(iter(self.programs)))
        self.programs[key] = program
        self.record.status = "compiled"
        self.record.reasons = list(map(str, program.notes))


def _is_alone() -> bool:
    """Return whether no other thread can see what is put back and written for the comparison.

    Daemons and timers are libraries' own as a rule: JAX's cache, progress bars.
    """
    here = threading.current_thread()
    return here is threading.main_thread() and all(
        each is here or each.daemon or isinstance(each, threading.Timer)
        for each in threading.enumerate()
    )


class _Range:
    """The rounds of a loop through a range, part by part."""

    def __init__(self, numbers: range):
        self.numbers = numbers
        self.count = len(numbers)
        self.is_without_end = numbers == _WITHOUT_END

    def part(self, at: int, size: int) -> range:
        """Return what the function goes through for some rounds."""
        return self.numbers[at : at + size]

    def traced(self, at: int, size: int):
        """Return what a program goes through for the same rounds."""
        from .kinds import Rounds  # it loads what compiles

        return Rounds(self.part(at, size))


class _Items:
    """The rounds of a loop through arrays and ranges, which stay what they are: part by part.

    Parameters
    ----------
    make : callable or None
        ``zip``, ``enumerate`` or None.
    operands : tuple
    iterator : iterator
        What Python goes through; nobody else has it.
    count : int
    """

    is_without_end = False

    def __init__(self, make, operands: tuple, iterator, count: int):
        self.make, self.operands, self._iterator, self.count = make, operands, iterator, count
        self._at = 0

    def part(self, at: int, size: int):
        for _ in itertools.islice(self._iterator, at - self._at):
            pass  # what a program has gone through
        self._at = min(at + size, self.count)
        return itertools.islice(self._iterator, self._at - at)

    def traced(self, at: int, size: int):
        from .kinds import Items  # as above

        return Items(self.make, self.operands, range(at, min(at + size, self.count)))


def _rounds_of(rounds, operands: tuple, options: dict):
    """Return what a loop goes through, by parts if it is known, and why it is not.

    Returns
    -------
    whole : _Range or _Items or None
    otherwise
        What Python goes through where it is not known.
    reason : str
    """
    if type(rounds) is range and not operands:
        return _Range(rounds), None, ""
    make = None
    if operands or options:
        make, iterated = rounds, rounds(*operands, **options)
    else:
        iterated, operands = rounds, (rounds,)
    is_known = (
        make in (None, zip) and not options or make is enumerate and set(options) <= {"start"}
    )
    if not is_known:
        return None, iterated, "what it goes through is not known"
    arrays = operands[:1] if make is enumerate else operands
    for each in arrays:
        if not (type(each) is range or isinstance(each, Holder) and len(each.shape)):
            what = f"it goes through a {type(each).__name__}, not through arrays and ranges"
            return None, iterated, what
    if make is enumerate:
        operands = (*operands, *options.values())
        if any(type(each) is not int for each in operands[1:]):
            return None, iterated, "what it goes through is not known"
    count = min(map(len, arrays))
    return _Items(make, operands, iter(iterated), count), None, ""


class _WatchedLoop(_Watched):
    """A function of a loop, which goes through what it is given in parts while watched."""

    def __init__(self, function, check, source):
        super().__init__(function, check, source)
        self.call = self.in_parts

    def in_parts(self, rounds, *operands, **options):
        """Go through rounds; compile when what is left is worth it.

        Parameters
        ----------
        rounds
            A range, an array or whatever a loop goes through; or, if there are operands, ``zip``
            or ``enumerate``, or what else is called with these to give it.
        """
        record, function = self.record, self.function
        record.eager_calls += 1
        whole, otherwise, reason = _rounds_of(rounds, operands, options)
        if whole is None:
            record.reasons = [reason]
            return self._noted(function, otherwise)
        if tracing.current is not None:
            return self._noted(function, whole.part(0, whole.count))
        at, size, cost, tries, gone = 0, 1, the_budget().expected(function), 1, 0.0
        while at < whole.count:
            size = min(size, whole.count - at)
            part = whole.part(at, size)
            begin = _clock()
            is_left = function(part)
            took = _clock() - begin
            record.eager_seconds += took
            if is_left:
                return True
            at += size
            gone += took
            if whole.is_without_end:  # as long as it has run it is expected to go on
                left, known = gone, 0.0
            else:
                left = known = took / size * (whole.count - at)
            is_worth_it = left > 2 * cost and the_budget().allows(cost, known)
            if tries and is_worth_it and _is_alone() and at > 1 and _busy.acquire(blocking=False):
                tries -= 1
                try:
                    rate = took / size
                    done = self._rest(whole, at, max(1, int(_PART / rate)), rate)
                finally:
                    _busy.release()
                if done is None:  # all of it
                    return False
                if done is True:
                    return True
                at = done
            if took < _PART:
                size *= 2
        return False

    def counted(self, rounds, *operands, **options):
        """Go through all rounds by a function that has been given up."""
        return super().counted(rounds(*operands, **options) if operands or options else rounds)

    def _noted(self, function, rounds):
        begin = _clock()
        try:
            return function(rounds)
        finally:
            self.record.eager_seconds += _clock() - begin

    def _rest(self, whole, at: int, size: int, rate: float):
        """Do a part both ways, and the rest by the program if that is right and faster.

        ``rate`` is how many seconds a round takes eagerly.

        Returns True if the loop was left, None if it is done, else where to go on.
        """
        from .kinds import Kinds  # as above

        size = min(size, whole.count - at)
        args, cost = (whole.traced(at, size),), the_budget().expected(self.function)
        _records.add(self.record)
        self.compiled = Kinds(self.text)
        if not self.compiled.has_programs(args, {}):
            self.record.reasons = ["this backend computes at once"]
            return at
        begin = _clock()
        try:
            program = self.compiled.program(args, {}, max(_LONGEST, 2 * cost))
            self.programs = {self.compiled.inputs(args, {}).key: program}
        except Unsupported as err:
            self._paid(begin, 0.0)
            self.record.reasons = [str(err)]
            return at
        if self.check:
            from .checking import compare

            inputs = functools.partial(self.compiled.inputs, args, {})
            done = compare(
                lambda _: self.function(whole.part(at, size)), program, inputs,
                self.compiled.places(), args, {},
            )  # fmt: skip
            self.record.eager_seconds += done.eager
            rate = done.eager / size
            self.record.measured = rate, done.compiled / size
            self._paid(begin, done.eager)
            at += size
            if done.difference or done.compiled > _GAIN * done.eager:
                self.record.status = "reverted"
                difference = f"compiled it does something else: {done.difference}"
                self.record.reasons = [
                    difference if done.difference else "compiled it is no faster"
                ]
                return done.result or at
            if done.result:
                self.record.reasons = ["it was left before the program was used"]
                return True
        else:
            self._paid(begin, 0.0)
        self.record.status = "compiled"
        self.record.reasons = list(map(str, program.notes))
        return self._by_program(whole, at, size, rate)

    def _by_program(self, whole, at: int, size: int, rate: float):
        """Do the rounds that are left; takes and returns what `_rest` does."""
        if not whole.is_without_end:
            size = whole.count
        while at < whole.count:
            size = min(size, whole.count - at)
            try:
                program, given = self._program_for((whole.traced(at, size),))
            except Unsupported as err:
                self.give_up(str(err))
                self.record.status = "reverted"
                return at
            begin = _clock()
            if program(given):
                return True
            took = _clock() - begin
            the_budget().saved += max(0.0, rate * size - took)
            at += size
            if took < _UNTIL_ASKED:
                size *= 2
        return None

    def _program_for(self, args):
        """Return the program for a part, a new one if the last part has left other kinds."""
        given = self.compiled.inputs(args, {})
        if given.key not in self.programs:
            if len(self.programs) >= _KINDS:
                raise Unsupported("what it goes by is of another kind after each part")
            begin = _clock()
            limit = max(_LONGEST, 2 * the_budget().expected(self.function))
            self.programs[given.key] = self.compiled.program(args, {}, limit)
            given = self.compiled.inputs(args, {})
            self._paid(begin, 0.0)
        return self.programs[given.key], given


def watch(function: types.FunctionType, check: bool, in_parts: bool, source: str | None):
    """Return a function that calls another one, and has it compiled once that is worth it."""
    watched = (_WatchedLoop if in_parts else _Watched)(function, check, source)
    if not in_parts:
        watched.call = watched.first

    @functools.wraps(function)
    def call(*args, **kwargs):
        return watched.call(*args, **kwargs)

    call.__ivy_compiled__ = True  # within another function that is compiled it is a part of that
    call.__ivy_watched__ = watched.record  # which lives as long as the function
    return call


# names that show that a function looks at who called it: it would see the watcher
_LOOKS_AT_CALLERS = frozenset(
    {"_getframe", "currentframe", "stack", "warn", "locals", "exec", "eval", "extract_stack"}
)


def _is_watchable(function, module: str) -> bool:
    if not isinstance(function, types.FunctionType) or function.__module__ != module:
        return False
    code = function.__code__
    if hasattr(function, "__ivy_compiled__") or hasattr(function, "__wrapped__"):
        return False
    if code.co_flags & 0x2A0:  # generators, coroutines: a call of them computes nothing
        return False
    # a function that calls itself would come to Python's limit of frames in half the depth
    names = {*code.co_names, *code.co_freevars}
    return function.__name__ not in names and not names & _LOOKS_AT_CALLERS


def watch_module(module: types.ModuleType, check: bool) -> None:
    """Have the functions and methods of a module watched."""
    name = module.__name__
    for attribute, value in list(vars(module).items()):
        if _is_watchable(value, name):
            setattr(module, attribute, watch(value, check, False, None))
        elif isinstance(value, type) and value.__module__ == name:
            _watch_class(value, name, check)


def _watch_class(cls: type, module: str, check: bool) -> None:
    for attribute, value in list(vars(cls).items()):
        inner = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        is_special = attribute.startswith("__") and attribute != "__call__"
        if is_special or not _is_watchable(inner, module):
            continue
        new = watch(inner, check, False, None)
        setattr(cls, attribute, new if inner is value else type(value)(new))


def records() -> list[Record]:
    """Return what became of the functions that are watched, in the order of their places."""
    return sorted(_records, key=lambda record: (record.file, record.line))
