"""``ivy.compile``: what users call, with its cache of programs."""

from __future__ import annotations

import collections
import contextlib
import functools
import inspect
import math
import re
import sys
import threading
import time
import types
import warnings
import weakref
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ivy_core import backend_handler, contexts
from ivy_core.arrays.array import Array
from ivy_core.backends.common.batching import current_map
from ivy_core.backends.common.cost_model import CALLS_BETWEEN_LOOKS
from ivy_core.backends.loading import is_one_process, programs_of
from ivy_core.binding.handing import program_makers
from ivy_core.registry import standalone
from ivy_core.utils import collector
from ivy_core.utils.exceptions import IvyException, IvyTypeError, IvyValueError
from ivy_core.utils.tracebacks import level_of_user

from ..policy import (
    COMPILE_BUDGET_CALLS,
    COMPILE_BUDGET_SECONDS,
    LEAST_CALLS_OF_KEPT,
    MOST_FAILED_CALLS,
    MOST_KEPT_CALLS,
    MOST_LOOKED_AT_SLOTS,
    MOST_PROGRAMS,
    MOST_STATIC_VALUES,
    REFUSED_CALLS_IN_A_ROW,
)
from ..source.source_map import location_of
from ..trace import symbolic_numbers
from ..trace import trace as tracing
from ..trace.runtime_checks import ChecksFailed
from ..trace.trace import Note, Unsupported
from ..trace.unrolling_budget import OverBudget
from .autotune import Shortcut, Trial, may_lose, shortcut_for
from .cache_misses import Changes
from .call_source import FAILED, UNLIKE
from .containers import is_plain_object
from .dispatch_cache import CachedCall, cached_call
from .read_attributes import read_attributes
from .states import asks_for_errors

_GROWING = frozenset({list, dict, set, collections.defaultdict, collections.OrderedDict})
_LOOPS, _FALLBACKS = ("auto", "roll", "unroll"), ("warn", "silent", "raise")
_CHECKS = (None, "bounds")
_STAGES = ("source", "trace", "passes", "hlo")
compiled_functions: weakref.WeakSet[CompiledFunction] = weakref.WeakSet()  # by `compile`, and alive
_clock = time.perf_counter
_tracing = threading.RLock()  # arrays hold traced data meanwhile


class CompileWarning(UserWarning):
    """A function, or a part of it, could not be compiled and runs eagerly."""


class CompileError(IvyException, RuntimeError):
    """A function could not be compiled, and was to be (``fallback="raise"``)."""


class CacheInfo(NamedTuple):
    """Count of the calls that found their program (``hits``), and of programs."""

    hits: int
    misses: int
    maxsize: int
    currsize: int


class CompilationRecord(NamedTuple):
    """Record of a function; times of a call in seconds, None where they were not taken."""

    name: str
    file: str
    line: int
    status: str
    calls: int
    reasons: list[str]
    eager: float | None = None
    compiled: float | None = None
    compile_time: float | None = None


class Explanation(tuple):
    """Explanation of a function's loops and branches: a tuple of notes, printed a line each."""

    __slots__ = ()

    @property
    def eager(self) -> tuple[Note, ...]:
        """Parts that run eagerly, with the reasons."""
        return tuple(note for note in self if note.what == "eager")

    def __str__(self):
        return "\n".join(map(str, self)) or "compiled; no loop, no branch on a traced value"

    __repr__ = __str__


class StageText(str):
    """The text of a stage of compilation; it is shown as it is printed."""

    __slots__ = ()

    __repr__ = str.__str__


class _Eager:
    """Stands for a program where there can be none."""

    __slots__ = ("is_kept", "is_over_budget", "notes", "trial")

    def __init__(self, note: Note, is_over_budget: bool = False):
        self.notes = [note]
        self.is_over_budget = is_over_budget
        self.is_kept = False
        self.trial: Trial | None = None


class VaryingNumbers:
    """Numbers in lists, dictionaries and objects that change from call to call.

    Such a number is static at first: code decides by the ``eps`` and the ``p`` of a layer. One that
    has changed, as a learning rate does, is traced from then on, and one of which an object says
    that it was set since that was made, from the beginning. If it cannot be, each value has a
    program of its own, and a number that goes on changing has the function run eagerly. So has a
    list, dictionary or set that has another length in each call: each length is another program.
    """

    __slots__ = (
        "_changed", "_known", "_lengths", "_resized", "_values", "arguments", "grows", "reason",
        "refused", "traced",
    )  # fmt: skip

    def __init__(self):
        # by identity of the container and name: {None}, or which elements of a tuple
        self.traced: dict[tuple, set] = {}
        self._known: dict = {}
        self._lengths: dict[int, int] = {}  # of containers, by their identity
        self._resized: collections.Counter = collections.Counter()
        self.grows = False  # whether there is a container that goes on changing its length
        self._changed: collections.Counter = collections.Counter()  # those that cannot be traced
        self.reason: str | None = None
        self._values: dict[int | str, set[int]] = {}  # of arguments that are ints
        self.arguments: set[int | str] = set()  # those that are traced
        self.refused = ""  # why one cannot be

    def compare(self, given) -> bool:
        """Look at what numbers there are now, and return whether more of them are traced."""
        traces_more = False
        known = given.known
        before, self._known, self.reason = self._known, known, None
        for slot, value in known.items():
            if slot not in before:
                continue
            elements = _changed_elements(before[slot], value)
            if not elements:
                continue
            if slot not in self._changed:
                self.traced[slot] = self.traced.get(slot, set()) | elements
                traces_more = True
                continue
            self._changed[slot] += 1
            if self._changed[slot] > MOST_STATIC_VALUES:
                name = f" ({slot[1]})" if isinstance(slot[1], str) else ""
                self.reason = f"a number that Python has to know changes from call to call{name}"
        for container, name in _set_numbers(given.containers):
            slot = id(container), name
            if slot in known and slot not in self.traced and slot not in self._changed:
                self.traced[slot] = {None}
                traces_more = True
        self._count_length_changes([each for each in given.containers if type(each) in _GROWING])
        return traces_more

    def _count_length_changes(self, containers: list) -> None:
        """Count changes of containers' lengths; after too many set ``reason`` and ``grows``."""
        before, self._lengths = self._lengths, {id(each): len(each) for each in containers}
        counts, self._resized = self._resized, collections.Counter()
        for each in containers:
            at = id(each)
            self._resized[at] = counts[at] + (before.get(at, len(each)) != len(each))
            if self._resized[at] > MOST_STATIC_VALUES:
                kind = type(each).__name__
                self.reason = f"a {kind} has another length from call to call"
                self.grows = True

    def count(self, args, kwargs, static) -> bool:
        """Have ints among the arguments traced that have had too many values; say if some are."""
        before = len(self.arguments)
        if self.refused:
            return False
        for at, value in [*enumerate(args), *kwargs.items()]:
            if type(value) is int and at not in static:
                values = self._values.setdefault(at, set())
                values.add(value)
                if len(values) > MOST_STATIC_VALUES:
                    self.arguments.add(at)
        return len(self.arguments) > before

    def refuse(self, arguments, function, why: str) -> None:
        """Have the function run eagerly where it would be compiled for another value of an int."""
        names = function.__code__.co_varnames
        called = sorted(repr(names[each] if type(each) is int else each) for each in arguments)
        self.refused = (
            f"an int that Python has to know changes from call to call: {', '.join(called)}"
        )
        self.refused += f" ({why})" if why else ""
        self.arguments.clear()

    def give_up(self, slots) -> None:
        """Have some numbers static again."""
        for container, name, _ in slots:
            self.traced.pop((id(container), name), None)
            self._changed[id(container), name] = 0


def _set_numbers(containers) -> Iterator[tuple]:
    """Yield (container, name) of the numbers that objects say were set since they were made."""
    for each in containers:
        tell = getattr(type(each), "__ivy_set_numbers__", None)
        if tell is not None:
            yield from tell(each)


def _settle(containers) -> bool:
    """Have objects add the attributes that later calls of them add; return whether some did."""
    added = [each.__ivy_settle__() for each in containers if hasattr(type(each), "__ivy_settle__")]
    return any(added)


def _changed_elements(before, now) -> set:
    """Return the indices of a tuple's changed numbers; {None} for a changed number by itself."""
    if type(before) is not tuple or type(now) is not tuple:
        return set() if type(before) is type(now) and _is_same_number(before, now) else {None}
    if len(before) != len(now):
        return set()  # of another kind: static
    pairs = enumerate(zip(before, now, strict=True))
    return {i for i, (one, other) in pairs if not _is_same_number(one, other)}


def _is_same_number(one, other) -> bool:
    """Return whether both are the same static value: nan is nan, 0.0 is not -0.0."""
    from .signature import exactly

    return exactly(one) == exactly(other)


class CompiledFunction:
    """A function that is compiled for each kind of arguments; made by :func:`compile`."""

    __ivy_compiled__ = True
    _most_iterations = math.inf  # of a loop that is written out
    # of derived classes: makes what is traced, of a call's signature and the function
    _convert: Callable | None = None

    def __init__(self, function, backend, static, donate, loops, fallback, budget=None, check=None):
        from . import closure_state, signature  # at the first compilation: they import the rest

        functools.update_wrapper(self, function)
        self._inputs, self._captures = signature, closure_state.ClosureState
        self.__wrapped__ = function
        self._donate, self._loops, self._fallback = donate, loops, fallback
        self._backend_of = backend_handler.active_backend  # of a call's arguments
        if backend is not None:
            self._backend_of = functools.partial(_load_named_backend, backend)
        self._checks_bounds = check == "bounds"
        self._static = _static_names_and_positions(function, static)
        self._budget = budget  # seconds, None for what the function itself takes to decide
        self._seconds = COMPILE_BUDGET_SECONDS if budget is None else budget
        self._programs: collections.OrderedDict = collections.OrderedDict()
        # what the function finds outside of its arguments, by the classes and functions among these
        self._captured: dict[tuple, Any] = {}
        self._numbers = VaryingNumbers()
        # whether views come that begin at other indices; None if Python has to know where
        self._moves: bool | None = False
        # what is read of arguments that are objects, by their position and class
        self._reads: dict[tuple, Any] = {}
        self._met: dict = {}  # kinds of arguments with views, wherever these begin
        # by identity, those whose first step ran untraced; where they make none the next is traced
        self._started: weakref.WeakValueDictionary = weakref.WeakValueDictionary()
        self._traces_scalars = True  # NumPy's, until one is found that Python has to know
        # calls that the next one is compared with: the last, and some that were so before
        self._repeat: CachedCall | None = None
        self._others: tuple[CachedCall, ...] = ()
        self._unlike = self._hits_before = 0  # the latter when the last call was kept
        # while the function is quicker than all its programs; and for how many calls there is none
        self._shortcut: Shortcut | None = None
        self._detour = 0
        # calls in a row that could not be looked at, and for how many more none is
        self._refused = self._unseen = 0
        self._hits = self._misses = 0
        self._warned: set = set()
        self._failures: collections.Counter = collections.Counter()  # by what went wrong
        self._changes = Changes()

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    # copied and pickled as functions are: by reference

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return getattr(self, "__qualname__", self.__name__)

    def __call__(self, *args, **kwargs):
        repeat = self._repeat
        if repeat is not None and repeat.program.trial is None:
            result = repeat.call(args, kwargs)
            if result is not UNLIKE:
                self._hits += 1
                if result is FAILED:
                    return self._rerun_eagerly(repeat.program, args, kwargs)
                return result
        return self._call_unlike_last(repeat, args, kwargs)

    def call_again(self, arrays: tuple):
        """Call it with the arguments of the last call, which are as they were then.

        Parameters
        ----------
        arrays : tuple of Array
            Those among them, each plain and once.

        Returns
        -------
        Its result; UNLIKE where it has to be called as it is always called.
        """
        repeat = self._repeat
        if repeat is None or repeat.again is None or repeat.program.trial is not None:
            return UNLIKE
        result = repeat.again(arrays)
        if result is FAILED:
            return UNLIKE
        self._hits += result is not UNLIKE
        return result

    def _call_unlike_last(self, repeat, args, kwargs):
        """Call it for arguments that the kept call, if there is one, was not made for."""
        shortcut = self._shortcut
        if shortcut is not None and shortcut.left > 0 and tracing.current is None:
            shortcut.left -= 1
            begin = _clock()
            result = self.__wrapped__(*args, **kwargs)
            if _clock() - begin > shortcut.limit and not self._is_known_kind(args, kwargs):
                self._end_shortcut()
                self._detour = CALLS_BETWEEN_LOOKS
            return result
        if tracing.current is not None and tracing.is_tracing():
            return self._call_while_tracing(args, kwargs)
        if self._failures and self._has_given_up():
            return self.__wrapped__(*args, **kwargs)
        if self._unseen:
            self._unseen -= 1
            return self.__wrapped__(*args, **kwargs)
        backend = self._backend_of(args, kwargs)
        if (at_work := current_map()) is not None:
            return self._call_within_vmap(at_work, args, kwargs)
        if programs_of(backend) is None or not backend.is_eager():
            return self.__wrapped__(*args, **kwargs)
        begin = _clock()
        if repeat is not None or self._others:
            result = self._call_kept(repeat, args, kwargs, begin)
            if result is not UNLIKE:
                return result
        try:
            given = self._flatten_call(args, kwargs)
        except Unsupported as err:
            self._refused += 1
            if self._refused >= REFUSED_CALLS_IN_A_ROW and not self._programs:
                self._unseen = CALLS_BETWEEN_LOOKS if self._fallback != "raise" else 0
            return self._run_eagerly_and_warn(
                Note("eager", *self._file_and_line(), str(err)), args, kwargs
            )
        self._refused = 0
        key = given.key
        program = self._programs.get(key)
        if program is None:
            program, given, result = self._compile_or_run(given, args, kwargs, backend)
            if program is None:  # it has been run eagerly meanwhile
                return result
            if type(program) is not _Eager:
                with collector.seldom():  # the first call compiles it
                    return self._call_program(program, given, args, kwargs)
        else:
            self._hits += 1
            self._programs.move_to_end(key)
            if program.trial is not None:
                return self._call_quicker(program, given, begin, args, kwargs)
        return self._call_program(program, given, args, kwargs)

    def _call_kept(self, repeat: CachedCall | None, args, kwargs, begin: float):
        """Call it as one of the kept calls, and count its time in a trial; UNLIKE if none fits.

        The last one is known not to fit, unless it is in a trial; the one that does becomes it.
        """
        trial = None if repeat is None else repeat.program.trial
        others = self._others
        if trial is not None:
            others = () if trial.is_functions_turn else (repeat,)
        for kept in others:
            result = kept.call(args, kwargs)
            if result is UNLIKE:
                continue
            self._hits += 1
            if result is FAILED:
                return self._rerun_eagerly(kept.program, args, kwargs)
            if trial is not None:
                if trial.add(_clock() - begin):
                    self._apply_trial_result(kept.program, trial)
            else:
                self._keep(kept)
            return result
        if repeat is not None and not repeat.is_of_arguments:
            self._repeat = None  # a model that is not given any more is not kept alive
            if self._hits - self._hits_before >= LEAST_CALLS_OF_KEPT:
                self._unlike = 2  # it was worth it: that after the next one is kept again
        return UNLIKE

    def _keep(self, repeat: CachedCall) -> None:
        """Have a call compared with this one first, and then with a few that were so before."""
        last, others = self._repeat, [each for each in self._others if each is not repeat]
        if last is not None and last.is_of_arguments and last is not repeat:
            others = [last, *others]
        same, self._hits_before = repeat.program, self._hits
        self._others = tuple([x for x in others if x.program is not same][:MOST_KEPT_CALLS])
        self._repeat = repeat

    def _forget_kept_calls(self) -> None:
        """Compare calls with none: what is read outside of the arguments may be another thing."""
        self._repeat, self._others, self._unlike = None, (), 0
        for program in self._programs.values():
            program.is_kept = False

    def _is_known_kind(self, args, kwargs) -> bool:
        """Return whether the cache has a program for such a call, or there can be none."""
        try:
            return self._flatten_call(args, kwargs).key in self._programs
        except Unsupported:
            return True  # there will be no program

    def _end_shortcut(self) -> None:
        """Have calls look for their programs again, and count those that did not as hits."""
        if self._shortcut is not None:
            self._hits += self._shortcut.calls
            self._shortcut = None

    def _call_quicker(self, program, given, begin: float, args, kwargs):
        """Call a program or the function itself, whichever is quicker or is to be timed next."""
        trial = program.trial
        if trial is None:  # since another thread has concluded it
            return self._call_program(program, given, args, kwargs)
        if trial.is_decided:
            if self._detour:
                self._detour -= 1
            else:
                self._end_shortcut()
                self._shortcut = shortcut_for(self._programs.values())
            if self._shortcut is not None or trial.beside:
                return self.__wrapped__(*args, **kwargs)
            return self._call_program(program, given, args, kwargs)
        if trial.is_functions_turn:
            self._unlike = 0  # the program is called again and again afterwards
            found = _clock()
            result = self.__wrapped__(*args, **kwargs)
            has_decided = trial.add_eager(_clock() - found, found - begin)
        else:
            result = self._call_program(program, given, args, kwargs)
            has_decided = trial.add(_clock() - begin)
        if has_decided:
            self._apply_trial_result(program, trial)
        return result

    def _apply_trial_result(self, program, trial: Trial) -> None:
        """End the trial if the program is quicker; else note that the function runs instead."""
        if not trial.alone:
            program.trial = None
        elif type(program) is not _Eager:
            program.notes.append(Note("eager", *self._file_and_line(), str(trial)))

    def _call_program(self, program, given, args, kwargs):
        """Call a program, or the function itself if it is an _Eager or one of its checks fails."""
        if type(program) is _Eager:
            return self.__wrapped__(*args, **kwargs)
        try:
            return self._call_and_remember(program, given, args, kwargs)
        except ChecksFailed:
            return self._rerun_eagerly(program, args, kwargs)

    def _rerun_eagerly(self, program, args, kwargs):
        """Return the result of the function itself and warn: a check of its program has failed.

        What that was is known then: an error that the function raises is its own. A function that
        raises none, and comes to this again and again, runs eagerly from then on.
        """
        self._forget_kept_calls()
        result = self.__wrapped__(*args, **kwargs)
        note = program.note_of_checks(*self._file_and_line())
        self._warn_once(note)
        program.failures += 1
        if program.failures > MOST_FAILED_CALLS or program.is_empty:
            for key, each in self._programs.items():
                if each is program:
                    self._programs[key] = _Eager(note)
        return result

    def _call_and_remember(self, program, given, args, kwargs):
        """Call a program; keep the call for the dispatch cache, ever rarer if none is alike.

        Without objects among its inputs it is kept from the second call of its program on.
        """
        self._unlike += 1  # calls that were like none before
        is_due = not self._unlike & (self._unlike - 1)
        if all(type(each) in (list, dict) for each in given.containers):
            is_due = program.is_kept is False or is_due and program.is_kept is not None
        if not is_due:
            program.is_kept = bool(program.is_kept)
            return program(given)
        program.is_kept = True
        is_named = self._backend_of is not backend_handler.active_backend
        backend = self._backend_of(args, kwargs)
        kept = cached_call(given, program, args, kwargs, self._static, backend, is_named)
        if kept is None:
            return program(given)
        self._keep(kept)
        return kept.first()

    def has_programs(self, args, kwargs) -> bool:
        """Return whether the backend of a call makes programs."""
        backend = self._backend_of(args, kwargs)
        return programs_of(backend) is not None and backend.is_eager()

    # what users may ask

    def cache_info(self) -> CacheInfo:
        """Count the calls that found their program, and the programs that are kept."""
        return CacheInfo(self._hit_count(), self._misses, MOST_PROGRAMS, len(self._programs))

    def record(self) -> CompilationRecord:
        """Get its record: whether it is compiled, how often it was called, and notes."""
        programs = list(self._programs.values())
        if not programs:
            status = "ran eagerly" if self._hit_count() + self._misses else "not called"
        else:
            is_eager = all(self._runs_eagerly(program) for program in programs)
            status = "ran eagerly" if is_eager else "compiled"
        notes = dict.fromkeys(str(note) for program in programs for note in program.notes)
        name = getattr(self, "__qualname__", self.__name__)
        calls = self._hit_count() + self._misses
        return CompilationRecord(name, *self._file_and_line(), status, calls, list(notes))

    def _hit_count(self) -> int:
        return self._hits + (self._shortcut.calls if self._shortcut is not None else 0)

    @staticmethod
    def _runs_eagerly(program) -> bool:
        """Return whether calls run the function itself: no program, or it has lost its trial."""
        trial = program.trial
        return type(program) is _Eager or trial is not None and trial.alone

    def cache_clear(self) -> None:
        """Forget all programs."""
        self._programs.clear()
        self._numbers = VaryingNumbers()
        self._shortcut, self._detour = None, 0
        self._forget_kept_calls()
        self._captured.clear()
        self._failures.clear()
        self._hits = self._misses = 0

    def lower(self, *args, **kwargs):
        """Return the program for some arguments as the framework lowers it; see ``as_text()``.

        It is that of arrays in parts where arguments are such; nothing is called.

        Raises
        ------
        CompileError
            If the function runs eagerly for these arguments.
        """
        program = self._program_or_raise(args, kwargs)
        return program.lower(self._flatten_call(args, kwargs))

    def explain(self, *args, stage=None, **kwargs) -> Explanation | StageText:
        """Explain loops and branches for some arguments; nothing is written.

        Parameters
        ----------
        *args, **kwargs
            As the function is called; the source is the same for all.
        stage : {None, 'source', 'trace', 'passes', 'hlo'}, optional
            A stage of the compilation whose text is returned instead: the converted source; the
            program as it was traced (JAX's jaxpr, TensorFlow's graph, PyTorch's generated code);
            JAX's before the passes and after each one that changed it; what XLA is given. It is an
            argument of a function that has a parameter of this name.

        Raises
        ------
        IvyValueError
            If there is no such stage, or the backend's programs have none.
        CompileError
            If the function runs eagerly for these arguments.
        """
        if stage is not None and "stage" in _parameter_names(self.__wrapped__):
            kwargs, stage = {**kwargs, "stage": stage}, None
        if stage is None:
            return Explanation(self._program_or_eager(args, kwargs).notes)
        if stage not in _STAGES:
            raise IvyValueError(f"explain: stage must be one of {_STAGES}, not {stage!r}")
        if stage == "source":
            return StageText(self._converted_source_text())
        program = self._program_or_raise(args, kwargs)
        texts = program.compiled.stages(program.traced.program)
        if stage not in texts:
            name = self._backend_of(args, kwargs).NAME
            there = ", ".join(map(repr, ("source", *texts)))
            raise IvyValueError(
                f"explain: a program of the {name} backend has no stage {stage!r}; it has {there}"
            )
        return StageText(texts[stage]())

    def _converted_source_text(self) -> str:
        """Return the source as it was converted; CompileError where that cannot be."""
        from ..source.conversion import converted_source

        try:
            return converted_source(self.__wrapped__)
        except Unsupported as err:
            raise CompileError(f"{self.__name__} cannot be compiled: {err}") from None

    def _program_or_raise(self, args, kwargs):
        """Return the program for a call; CompileError, with the reason, where it runs eagerly."""
        program = self._program_or_eager(args, kwargs)
        if type(program) is _Eager:
            raise CompileError(f"{self.__name__} runs eagerly: {program.notes[0]}")
        return program

    def save(self, path, /, *args, **kwargs) -> None:
        """Write the program for some arguments to a file, for :func:`load_compiled`.

        Parameters
        ----------
        path : str or path-like
        *args, **kwargs
            As the function is called; nothing of them is written to. The file takes arguments of
            their dtypes, shapes and structure. Arrays in globals and closures are saved with it.

        Raises
        ------
        CompileError
            If the function runs eagerly for these arguments, writes to what is no argument, or
            gives what a file does not hold: objects, views at places that only the program knows.
        """
        from ..export.saving import DescribedOutputTree, save

        backend = self._backend_of(args, kwargs)
        if not hasattr(programs_of(backend), "exported"):
            raise CompileError(f"{self.__name__}: only programs of JAX are saved")
        try:
            own = self._flatten_call(args, kwargs, False, moving=False)
            given = self._flatten_call(args, kwargs, moving=False)
            made = self._compile_for(
                given, args, kwargs, backend, DescribedOutputTree, "silent", False
            )
            if type(made) is _Eager:
                raise CompileError(f"{self.__name__} cannot be saved: {made.notes[0]}")
            save(path, self.__name__, backend, made, given, own)
        except Unsupported as err:
            raise CompileError(f"{self.__name__} cannot be saved: {err}") from None

    # inside

    def _call_while_tracing(self, args, kwargs):
        """Call the function's converted code as a part of the trace that is running."""
        from ..source.conversion import converted_call

        return converted_call(self.__wrapped__, args, kwargs)

    def _call_within_vmap(self, at_work, args, kwargs):
        """Call it for all entries of a vmap; on error undo writes, set ``by_entry``, raise."""
        from .vmapped import ClosureSnapshot

        kept = ClosureSnapshot(self._captures(self.__wrapped__))
        try:
            return self.__wrapped__(*args, **kwargs)
        except Exception as err:
            kept.put_back()
            reason = "ivy.vmap calls it entry by entry: it fails for all entries at once"
            note = Note("eager", *self._file_and_line(), reason)
            if self._fallback == "raise":
                raise CompileError(f"{self.__name__} cannot be mapped: {note}") from err
            self._warn_once(note)
            at_work.by_entry = True
            raise

    def _has_given_up(self) -> bool:
        """Return whether all calls run eagerly from now on: compiling has failed too often."""
        return (
            self._numbers.grows
            or max(self._failures.values()) > 2
            and all(type(program) is _Eager for program in self._programs.values())
        )

    def _file_and_line(self) -> tuple[str, int]:
        return location_of(self.__wrapped__)

    def _flatten_call(self, args, kwargs, with_captured=True, remembers=False, moving=None):
        """Return the CallSignature of arguments and, if ``with_captured``, of the closure state."""
        if asks_for_errors():
            raise Unsupported(
                "floating-point errors are asked for, which a program does not report"
            )
        moving = self._moves if moving is None else moving
        given = self._inputs.CallSignature(
            self._numbers.traced, remembers, self._traces_scalars, moving is True
        )
        static, counted = self._static, self._numbers.arguments
        if static or counted or remembers:
            for i, each in [*enumerate(args), *kwargs.items()]:
                if remembers:
                    given.begin_part(None, i)
                if type(i) is str:
                    given.add(i)
                if i in counted:
                    given.add_counted(each, i)
                elif i not in static and (read := self._attributes_read_of(i, each)) is not None:
                    given.add_read(each, read)
                else:
                    given.add(each, i not in static)
        else:
            for i, each in enumerate(args):
                read = self._attributes_read_of(i, each)
                if read is None:
                    given.add(each)
                else:
                    given.add_read(each, read)
            for name, each in kwargs.items():
                given.add(name)
                given.add(each)
        if with_captured:
            given.captured = self._closure_state_for(given, args, kwargs)
            given.captured.add_to(given)
        return given

    def _attributes_read_of(self, at: int | str, value):
        """Return the ReadAttributes of an argument that is an object; None where all count."""
        kind = type(value)
        found = self._reads.get((at, kind), UNLIKE)
        if found is None or found is not UNLIKE and found.is_valid():
            return found
        found = None
        if type(at) is int and not isinstance(value, dict) and is_plain_object(value):
            found = read_attributes(self.__wrapped__, at, kind)
        self._reads[at, kind] = found
        return found

    def _closure_state_for(self, given, args, kwargs, looks: bool = False):
        """Return the ClosureState for such kinds of arguments; ``looks`` searches it anew."""
        kinds: tuple = ()
        if given.containers or given.functions:
            kinds = tuple(map(type, given.containers)), tuple(given.functions)
        found = self._captured.get(kinds)
        arguments = args, tuple(kwargs.values())
        if found is None or looks and len(found.slots) > MOST_LOOKED_AT_SLOTS:
            if len(self._captured) > MOST_PROGRAMS:
                self._captured.clear()
            found = self._captured[kinds] = self._captures(self.__wrapped__, arguments)
        elif looks and not found.is_new:
            found.look(arguments)
        else:
            found.is_new = False
        return found

    def _flatten_unknown_call(self, args, kwargs):
        """Return the signature of a call unlike others: search closure state, note what varies."""
        self._forget_kept_calls()
        self._closure_state_for(self._flatten_call(args, kwargs, False), args, kwargs, True)
        given = self._flatten_call(args, kwargs, remembers=True)
        if _settle(given.containers):
            given = self._flatten_call(args, kwargs, remembers=True)
        is_changed = self._numbers.compare(given)
        if self._moves is False and any(map(_is_view, given.leaves)):
            self._detect_moving_views(args, kwargs)
            is_changed = is_changed or self._moves
        if self._numbers.count(args, kwargs, self._static):
            is_changed = True
        else:
            self._warn_of_repeated_misses(given)
        return self._flatten_call(args, kwargs) if is_changed else given

    def _program_or_eager(self, args, kwargs):
        """Return the cached program or a new one, not kept; an _Eager where none can be."""
        backend = self._backend_of(args, kwargs)
        if programs_of(backend) is None:
            reason = f"the {backend.NAME} backend computes at once"
            return _Eager(Note("eager", *self._file_and_line(), reason))
        try:
            given = self._flatten_call(args, kwargs)
            found = self._programs.get(given.key)
            return found or self._compile_for(given, args, kwargs, backend)
        except Unsupported as err:
            return _Eager(Note("eager", *self._file_and_line(), str(err)))

    def _compile_for(self, given, args, kwargs, backend, outputs=None, fallback=None, donate=None):
        """Return a new program, or an _Eager with the reason; options default to the function's."""
        from .compilation import Compilation, CompileOptions, TraceEnv

        env = TraceEnv(programs_of(backend), *_array_class_and_scalar_maker(backend))
        if outputs is not None:
            env.outputs = outputs
        if self._convert is not None:
            env.convert = functools.partial(self._convert, given)
        donate = self._donate if donate is None else donate
        # of several processes one might find a budget spent that is not in the others
        seconds = self._seconds if is_one_process(backend) else math.inf
        options = CompileOptions(
            self._static, self._loops, donate, seconds, self._most_iterations, self._checks_bounds
        )
        made = Compilation(self.__wrapped__, given, args, kwargs, env, options)
        with _tracing:
            try:
                return made.program()
            except OverBudget as err:
                where = made.where or self._file_and_line()
                return _Eager(Note("eager", *where, str(err)), is_over_budget=True)
            except Unsupported as err:
                where, reason = made.where or self._file_and_line(), str(err)
            except Exception as err:
                where = _innermost_users_line(err) or self._file_and_line()
                reason = _untraceable_reason(err)
                if (fallback or self._fallback) == "raise":
                    raise CompileError(
                        f"{self.__name__} cannot be compiled ({where[0]}:{where[1]}): {reason}"
                    ) from err
        return _Eager(Note("eager", *where, reason))

    def _compile_or_run(self, given, args, kwargs, backend):
        """Return (program, signature, None), or (None, signature, result) if it ran eagerly."""
        self._misses += 1
        try:
            if self._numbers.refused:
                raise Unsupported(self._numbers.refused)
            given = self._flatten_unknown_call(args, kwargs)
            known = self._programs.get(given.key)
            if known is not None:  # all that is new has been looked at, and changes nothing
                return known, given, None
            if starting := self._not_started(given.containers):
                # all later calls are of another kind
                self._started.update((id(each), each) for each in starting)
                return None, given, self.__wrapped__(*args, **kwargs)
            reason = self._numbers.reason
            if reason is not None:
                raise Unsupported(reason)
            program = self._compile_with_fallbacks(given, args, kwargs, backend)
            given = self._flatten_call(args, kwargs)
        except Unsupported as err:
            program = _Eager(Note("eager", *self._file_and_line(), str(err)))
        if type(program) is _Eager:
            # what is wrong with the arguments is said by the function itself
            begin = _clock()
            result = self._run_eagerly_and_warn(program.notes[0], args, kwargs)
            if program.is_over_budget and self._extend_budget(_clock() - begin):
                return None, given, result
            self._failures[program.notes[0]] += 1
            program.trial = Trial()
            self._cache_program(given.key, program)
            return None, given, result
        chooses = self._fallback != "raise" and is_one_process(backend)
        chooses = chooses and may_lose(program, programs_of(backend))
        program.trial = Trial(program) if chooses else None
        self._cache_program(given.key, program)
        if program.traced.is_first_step:
            return None, given, self.__wrapped__(*args, **kwargs)
        return program, given, None

    def _extend_budget(self, eager: float) -> bool:
        """Allow more compile time if an eager call took long; return whether that was extended."""
        seconds = COMPILE_BUDGET_CALLS * eager
        if self._budget is not None or seconds < 2.0 * self._seconds:  # one call varies
            return False
        self._seconds = seconds
        return True

    def _compile_with_fallbacks(self, given, args, kwargs, backend):
        """Compile for a call; if that fails, again with view starts, then numbers, kept static."""
        has_scalars = any(issubclass(type(each), np.generic) for each in given.numbers)
        may_know_more = given.slots or has_scalars or given.starts or given.counted
        try:
            program = self._compile_for(given, args, kwargs, backend)
        except CompileError:
            if not may_know_more:
                raise
            program = None
        if given.starts and _is_missing_or_eager(program):
            self._moves = None  # perhaps Python has to know where they begin
            given = self._flatten_call(args, kwargs)
            program = self._compile_for(given, args, kwargs, backend)
        if (given.slots or has_scalars) and _is_missing_or_eager(program):
            self._numbers.give_up(given.slots)  # perhaps Python has to know one
            self._traces_scalars = not has_scalars
            given = self._flatten_call(args, kwargs)
            program = self._compile_for(given, args, kwargs, backend)
        if given.counted and _is_missing_or_eager(program):
            why = "" if program is None else program.notes[0].reason
            self._numbers.refuse(given.counted, self.__wrapped__, why)
            raise Unsupported(self._numbers.refused)
        return program

    def _warn_of_repeated_misses(self, given) -> None:
        """Warn of a function that has found no program for some calls in a row."""
        names = getattr(getattr(self.__wrapped__, "__code__", None), "co_varnames", ())
        text = self._changes.note(given, self._hit_count(), names)
        if text is not None:
            self._warn_once(Note("compiled", *self._file_and_line(), text))

    def _not_started(self, containers) -> list:
        """List the objects whose next step, as they say, makes the state of all later ones."""
        tells = [(each, getattr(type(each), "__ivy_makes_state__", None)) for each in containers]
        made = [each for each, tell in tells if tell is not None and tell(each)]
        return [each for each in made if id(each) not in self._started]

    def _detect_moving_views(self, args, kwargs) -> None:
        """Trace views' starts from now on if a call differs from an earlier one in these alone.

        At first that is static: which of several parts of an array meet tells how it is compiled.
        """
        given = self._flatten_call(args, kwargs, moving=True)
        if given.starts:
            key = given.key
            self._moves = key in self._met
            self._met[key] = None
            if len(self._met) > MOST_PROGRAMS:
                del self._met[next(iter(self._met))]

    def _cache_program(self, key, program) -> None:
        """Keep a program by its key, drop the oldest beyond the limit, and end the shortcut."""
        self._programs[key] = program
        self._end_shortcut()  # not all that there are have been compared
        while len(self._programs) > MOST_PROGRAMS:
            self._programs.popitem(last=False)

    def _run_eagerly_and_warn(self, note: Note, args, kwargs):
        """Run the function itself and warn with the note; with ``fallback="raise"`` raise it."""
        if self._fallback == "raise":
            raise CompileError(f"{self.__name__} cannot be compiled: {note}")
        result = self.__wrapped__(*args, **kwargs)
        self._warn_once(note)
        return result

    def _warn_once(self, note: Note) -> None:
        """Warn of a note that has not been warned of, and only if ``fallback`` is "warn"."""
        if self._fallback == "warn" and note not in self._warned:
            self._warned.add(note)
            what = "runs eagerly" if note.what == "eager" else "is compiled at each call"
            text = f"{self.__name__} {what} ({note.file}:{note.line}): {note.reason}"
            warnings.warn(text, CompileWarning, stacklevel=level_of_user(sys._getframe()))


def _parameter_names(function) -> tuple[str, ...]:
    """Return the names of a function's parameters, without ``*args`` and ``**kwargs``."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _load_named_backend(name: str, args, kwargs):
    return backend_handler.load_backend(name)


def _is_view(array) -> bool:
    return hasattr(array, "_view")


def _is_missing_or_eager(program) -> bool:
    return program is None or type(program) is _Eager


def _static_names_and_positions(function, static) -> frozenset:
    """Return the static arguments' names and positions, both of each; raise if unknown."""
    if static is None:
        return frozenset()
    names = (static,) if isinstance(static, (str, int)) else tuple(static)
    try:
        parameters = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return frozenset(names)
    found = set(names)
    for name in names:
        if isinstance(name, str):
            if name not in parameters:
                raise IvyValueError(f"compile: {function.__name__} has no parameter {name!r}")
            found.add(parameters.index(name))
        elif name < len(parameters):
            found.add(parameters[name])
    return frozenset(found)


_WANTS_VALUES = re.compile(
    r"(?:\w+: (\w+): )?(?:Tracer\w*Error|NonConcrete\w*Error|Concretization\w*Error"
    r"|values that a gradient or a program depends on)"
)


def _untraceable_reason(err: Exception) -> str:
    """Return in one line why a function cannot be traced."""
    text = str(err).strip().splitlines()
    said = text[0] if text else ""
    found = _WANTS_VALUES.match(said) or _WANTS_VALUES.match(type(err).__name__)
    if found is None:
        return f"{type(err).__name__}: {said}"
    name = (found[1] or "").strip("_")
    who = f"{name}() needs" if name else "Python needs"
    return f"{who} values that only the program knows"


def _innermost_users_line(err: BaseException) -> tuple[str, int] | None:
    """Return file and line of the innermost user's code in a traceback, None if there is none."""
    from ..source.source_map import is_converted, line_of

    found, at = None, err.__traceback__
    while at is not None:
        filename = at.tb_frame.f_code.co_filename
        if is_converted(filename):
            found = line_of(filename, at.tb_lineno)
        at = at.tb_next
    return found


def _array_class_and_scalar_maker(backend):
    """Return class and scalar maker of the loaded frontend that has scalars, else (Array, None)."""
    array, scalar_of = Array, None
    classes = []
    for dialect in backend_handler.dialects():
        if dialect.scalar_on is not None:
            array, scalar_of = dialect.array, dialect.scalar_on(backend)
            classes += dialect.scalar_classes
    symbolic_numbers.scalar_classes[:] = classes
    return array, scalar_of


@standalone(convenience=True)
def compile(
    fn=None, *, backend=None, static=None, donate=True, loops="auto", fallback="warn",
    compile_budget=None, check=None,
):  # fmt: skip
    """Compile a function as a whole: in-place writes, views, Python loops and branches included.

    The function is traced once for each kind of arguments, its source converted so that loops and
    branches become the program's own; later calls run the program alone. What it writes to,
    arguments, globals, closures, attributes of objects, holds afterwards what it would hold had
    the function run eagerly. What cannot be compiled runs eagerly, with one warning that says why.

    Parameters
    ----------
    fn : callable, optional
        The function; without it a decorator is returned.
    backend : str, optional
        The backend whose program it becomes; by default the one that is set, else the arguments'.
        On NumPy the function itself is called.
    static : str, int or sequence of them, optional
        Names or positions of arguments whose floats are not traced. Ints, strings, bools and
        functions never are: each value has a program of its own.
    donate : bool, optional
        Whether buffers of arrays that are written to are taken over.
    loops : {'auto', 'roll', 'unroll'}, optional
        Whether loops become loops of the program, or are written out. ``# ivy: roll`` or
        ``# ivy: unroll`` on a loop's line says so of that loop.
    fallback : {'warn', 'silent', 'raise'}, optional
        What to do about a function that cannot be compiled. With ``'raise'`` a program is also used
        where the function itself is quicker: without loops it may be, on PyTorch and TensorFlow.
    compile_budget : float, optional
        Seconds that the iterations of loops and comprehensions which are written out may take to
        trace and to compile; what would take longer runs eagerly. By default 10, or 20 times as
        long as a call of the function itself takes, whichever is more.
    check : {None, 'bounds'}, optional
        With ``'bounds'`` indices are watched that only the program knows: one that is out of bounds
        raises IndexError, as it does eagerly, where without it reads give the nearest element and
        writes are left out. It costs a comparison at each of them.

    Returns
    -------
    CompiledFunction
        Called as ``fn``; ``cache_info()``, ``lower(*args)`` and ``explain(*args)`` tell about it.
        Of a method one that is bound, of a ``functools.partial`` a partial one.

    Raises
    ------
    IvyTypeError
        If ``fn`` is a class or cannot be called.
    IvyValueError
        If an option has a value that it does not take.

    Examples
    --------
    >>> import ivy_core as ivy
    >>> @ivy.compile
    ... def double(x):
    ...     x *= 2
    ...     return x.shape
    >>> with ivy.with_backend("numpy"):
    ...     x = ivy.asarray([1.0, 2.0])
    ...     double(x)
    (2,)
    >>> x
    ivy.array([2., 4.])
    """
    options = (
        ("loops", loops, _LOOPS),
        ("fallback", fallback, _FALLBACKS),
        ("check", check, _CHECKS),
    )
    for name, value, allowed in options:
        if value not in allowed:
            raise IvyValueError(f"compile: {name} must be one of {allowed}, not {value!r}")
    if compile_budget is not None and not compile_budget > 0:
        raise IvyValueError(f"compile: compile_budget must be positive, not {compile_budget!r}")
    if fn is None:
        return functools.partial(
            compile, backend=backend, static=static, donate=donate, loops=loops, fallback=fallback,
            compile_budget=compile_budget, check=check,
        )  # fmt: skip
    if type(fn) is functools.partial:
        compiled = compile(
            fn.func, backend=backend, static=static, donate=donate, loops=loops, fallback=fallback,
            compile_budget=compile_budget, check=check,
        )  # fmt: skip
        return functools.partial(compiled, *fn.args, **fn.keywords)
    if isinstance(fn, type) or not callable(fn):
        raise IvyTypeError(f"compile: a function is needed, not {type(fn).__name__} {fn!r}")
    owner, function = None, fn
    if isinstance(fn, types.MethodType):
        owner, function = fn.__self__, fn.__func__
    elif not hasattr(fn, "__code__"):
        owner, function = fn, type(fn).__call__
        if not hasattr(function, "__code__"):
            raise IvyTypeError(f"compile: {fn!r} has no source; give a function written in Python")
    compiled = CompiledFunction(
        function, backend, static, donate, loops, fallback, compile_budget, check
    )
    compiled_functions.add(compiled)
    selected = contexts.selected.get().backend
    if selected is not None and programs_of(selected) is not None:
        from ..source.conversion import malt_transpiler
        from . import compilation  # noqa: F401 - here, so that the first call takes less

        with contextlib.suppress(ImportError):  # without malt: the first call says so
            malt_transpiler()
    return compiled if owner is None else types.MethodType(compiled, owner)


program_makers.append(functools.partial(compile, fallback="raise"))
