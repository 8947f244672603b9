"""Records of watched functions: what became of each, and how long its calls took."""

from __future__ import annotations

import collections
import functools
import math
import sys
import types
import weakref
from typing import Any

from ivy_core.backend_handler import current_backend_str
from ivy_core.backends.common.cost_model import SECONDS_OF_PROGRAM_CALL

from ..policy import (
    EARLY_STEPS,
    HALF_SETTLED_STEPS,
    MOST_SAVED_OF_FIRST_STEPS_SECONDS,
    RECENT_CALLS,
    SAVED_OF_FIRST_STEPS,
    SAVED_OF_HALF_SETTLED_STEPS,
    SETTLED_STEPS,
    WARM_COMPILE_SHARE,
)
from . import past_runs

watched_records: weakref.WeakSet[Record] = weakref.WeakSet()


def median(values: collections.deque[float]) -> float:
    # of two the lesser: the first call loads what it needs; `statistics` takes 10 ms to load
    return sorted(values)[(len(values) - 1) // 2]


class Record:
    """Record of a watched function; times of calls in seconds, in the mean.

    Attributes
    ----------
    name, file, line, code
        The function, or a loop of one.
    status : {'ran eagerly', 'compiled', 'reverted'}
    calls : int
        How often it was called.
    eager, compiled : float or None
        The time of a call, eagerly and compiled, where they were compared that of the same call; of
        a loop the time of an iteration.
    compile_time : float
        What it took to trace, compile and compare it.
    reasons : list of str
        Why it is not compiled, and what became of its loops and branches.
    """

    def __init__(self, function: types.FunctionType):
        code = function.__code__
        self.name, self.file = function.__qualname__, code.co_filename
        self.line, self.code = code.co_firstlineno, code
        self.status = "ran eagerly"
        self.reasons: list[str] = []
        self._waiting: list[str] = []  # reasons that a step has no program yet
        self.eager_calls = self.compiled_calls = self.other_calls = 0
        self.eager_seconds = self.compile_time = 0.0
        self.measured: tuple[float, float] | None = None  # eagerly and compiled
        # seconds of the last calls, of each kind: the first ones wait for compilers of their own
        self.recent: collections.deque[float] = collections.deque(maxlen=RECENT_CALLS)
        self.recent_compiled: collections.deque[float] = collections.deque(maxlen=RECENT_CALLS)
        self.least_early = math.inf  # of the first calls
        self.traces = self.programs = 0
        self.trace_seconds = self.program_seconds = 0.0
        self.has_failed = self.is_improved = self.is_step = self.has_loops = False
        self.key: str | None = None  # by which its runs are kept, once that has been looked for
        self.past: past_runs.PastRun | None = None
        self.prospect: Any = None  # of the last program that was traced
        watched_records.add(self)

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
        if self.measured is not None:
            return self.measured[1]
        return median(self.recent_compiled) if self.recent_compiled else None

    def usual(self) -> float:
        """Return the usual seconds of an eager call, as its last ones were."""
        return median(self.recent) if self.recent else self.eager or 0.0

    def settled(self, seconds: float) -> float:
        """Estimate the seconds that a later eager call takes, by those of one now.

        The first steps of training run operation by operation; later ones have a program each for
        the backward pass and the optimizer, and then for the module.
        """
        calls = self.eager_calls - RECENT_CALLS  # whose median may be given
        if not self.is_step or calls >= SETTLED_STEPS:
            return seconds
        is_first = calls < HALF_SETTLED_STEPS
        share = SAVED_OF_FIRST_STEPS if is_first else SAVED_OF_HALF_SETTLED_STEPS
        return seconds - min(share * seconds, MOST_SAVED_OF_FIRST_STEPS_SECONDS)

    def add_eager(self, seconds: float) -> None:
        """Count an eager call."""
        self.eager_calls += 1
        self.eager_seconds += seconds
        self.recent.append(seconds)
        if self.eager_calls <= EARLY_STEPS:
            self.least_early = min(self.least_early, seconds)

    def note_waiting(self, reason: str) -> None:
        """Say why a step of training has no program yet, unless more is known."""
        if self.is_step and self.reasons == self._waiting:
            self.reasons = self._waiting = [reason]

    def add_reason(self, reason: str) -> None:
        """Say more of why it is not compiled."""
        known = [] if self.reasons is self._waiting else self.reasons
        self.reasons = [*known, reason]

    def read_past(self) -> None:
        """Read what an earlier run has kept of the function."""
        codes = codes_of(self.code, len(watched_records))
        self.key = past_runs.key_of(codes, current_backend_str(), *sys.argv[1:])
        self.past = past_runs.find(self.key)

    def as_run(self, is_shown: bool) -> past_runs.PastRun:
        """Describe this run for the next one; ``is_shown``: JAX keeps programs on disk."""
        past, usual = self.past, self.settled(self.usual())
        if past is not None and len(self.recent) < RECENT_CALLS:
            usual = past.eager  # few calls were eager, and those the first ones
        is_tried = self.programs or self.prospect is not None or self.has_failed
        if past is not None and not is_tried:
            return past._replace(calls=self.calls, eager=usual, has_loops=self.has_loops)
        compiled = self.compiled if self.compiled_calls else None
        if compiled is None and self.prospect is not None:
            compiled = usual * (1.0 - self.prospect.share) + SECONDS_OF_PROGRAM_CALL
        trace, compiling = self._seconds_of_one_program(is_shown)
        is_on_disk = bool(self.programs) or past is not None and past.is_on_disk
        is_improved = self.is_improved or past is not None and past.is_improved
        return past_runs.PastRun(
            self.calls, usual, compiled, trace, compiling, self.has_failed, is_on_disk, is_improved,
            self.has_loops,
        )  # fmt: skip

    def _seconds_of_one_program(self, is_shown: bool) -> tuple[float, float]:
        """Return the seconds to trace a program, and to compile it where it lies on disk."""
        trace = self.trace_seconds / self.traces if self.traces else 0.0
        if not self.programs:
            return trace, 0.0 if self.prospect is None else self.prospect.cost()
        compiling = self.program_seconds / self.programs
        if self.past is None or not self.past.is_on_disk:
            compiling *= WARM_COMPILE_SHARE if is_shown else 1.0
        return trace, compiling

    def __repr__(self):
        return f"<{self.name} ({self.file}:{self.line}): {self.status}, {self.calls} calls>"


def too_little(cost: float, ahead: float) -> str:
    """Return in words that calls do not take long enough for a program; times in seconds."""
    return f"to try it may cost {cost:.2g} s, and its calls to come take {ahead:.2g} s"


@functools.lru_cache(maxsize=256)
def codes_of(code: types.CodeType, watched_count: int) -> tuple[types.CodeType, ...]:
    """Return code and that of watched functions it names; the count is a cache key."""
    by_name = {record.name.rpartition(".")[2]: record.code for record in list(watched_records)}
    found = [code]
    for each in found:  # it grows meanwhile
        used = [by_name[name] for name in each.co_names if name in by_name]
        found += [other for other in dict.fromkeys(used) if other not in found]
    return tuple(found)
