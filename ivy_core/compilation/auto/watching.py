"""Functions watched, and those compiled that are worth it: ``automatic.py`` in earnest.

A watched function is called through a few lines that add up its calls and its time, which takes
half a microsecond. When it has run for long enough (:class:`Budget`), its next calls are looked at
by their kinds, and the one that comes again is compiled, compared (``verification.py``), and used
if it is faster. A function for which that cannot be is called as it is from then on.
"""

from __future__ import annotations

import functools
import math
import sys
import threading
import types
from collections.abc import Callable
from typing import Any, NamedTuple

from ivy_core import backend_handler
from ivy_core.backends.common.cost_model import (
    LEAST_SAVED_BY_COST,
    LEAST_SAVED_BY_KNOWN_COST,
    LEAST_SECONDS_OF_PROGRAM,
    LEAST_STEPS_BY_COST,
    MOST_COMPILED_BY_EAGER,
    MOST_PYTHON_SECONDS_OF_STEP,
    MOST_SAVED_SHARE_OF_STEP,
    MOST_SECONDS_WAITED,
    MOST_STEP_BY_EAGER,
    SAVED_BY_THOROUGH,
    SECONDS_OF_PROGRAM_CALL,
    SECONDS_TO_COMPARE,
    STEP_COST_BY_CALL,
    STEP_COST_BY_TRY,
    STEPS_TO_SETTLE_BY_CALL,
    THOROUGH_COST_BY_QUICK,
    TRACING_SHARE,
    TRAINING_AHEAD_BY_GONE,
)
from ivy_core.backends.holder import Holder
from ivy_core.backends.loading import is_one_process, programs_of

from ..call.states import why_not_given
from ..policy import (
    CALLS_OF_RANKS,
    INTERRUPTIBLE_SECONDS,
    LEAST_CALLS_IN_A_ROW,
    LEAST_CALLS_OF_PROGRAM,
    LEAST_CALLS_TOLD,
    LEAST_ESTIMATED_TRACE_SECONDS,
    LEAST_KEPT_SECONDS,
    LEAST_REFUSED_CALLS,
    LEAST_TRACE_SECONDS,
    LOOP_PART_SECONDS,
    MOST_CALLS_PUT_OFF,
    MOST_COUNTED_CALLS,
    MOST_KINDS,
    MOST_TRACE_SHARE,
    RECENT_CALLS,
    SECONDS_OF_TWO_CLOCKS,
    SETTLED_STEPS,
    SHARE_NEARLY_ENOUGH,
    SHARE_OF_TIME_BETWEEN_LOOKS,
    SHORT_CALL_SECONDS,
)
from ..source import effects, source_map
from ..source.effects import takes_part_in_autograd
from ..trace import trace as tracing
from ..trace.runtime_checks import ChecksFailed
from ..trace.trace import Unsupported
from . import loops_ahead, past_runs, whole_step
from .budget import Budget, the_budget  # noqa: F401  part of what this file offers
from .inner_loops import LoopNames, names_of, with_watched_loops
from .iterations import has_return_true, iterations_in_parts
from .parts_of_objects import Part, part_of
from .records import Record, median, too_little, watched_records
from .stopwatch import Stopwatch, wall_clock
from .threads import is_safe_to_compare

_LOOKED_AT_CALLS = frozenset({LEAST_CALLS_TOLD, CALLS_OF_RANKS, MOST_COUNTED_CALLS})
_clock = wall_clock
_busy = threading.Lock()  # one function is compiled and compared at a time


class _Prospect(NamedTuple):
    """A program that has been traced, and what it will probably cost and save; times in seconds."""

    program: object
    compile_time: float
    share: float

    def cost(self) -> float:
        """Estimate the time to compile and compare it."""
        return the_budget().compile_factor * self.compile_time + SECONDS_TO_COMPARE

    def saving(self, left: float, calls: int = 0) -> float:
        """Estimate the time saved, where a function is called so often."""
        return self.share * left - calls * SECONDS_OF_PROGRAM_CALL


class _Watched:
    """A function that is watched: what its wrapper calls, which changes as more is known."""

    def __init__(self, function: types.FunctionType, check: bool, source: str | None):
        self.function, self.check = function, check
        self.body: Callable = function  # what is called, maybe with loops that are watched
        self.text = function if source is None else source_map.function_of(source, function)
        self.record = Record(function)
        self.call: Callable = self.timed
        self.is_inside = False
        self.look_at = 0.0  # seconds that it has run, when it is to be looked at
        self.kinds: dict[tuple, int] = {}
        self.last_kind: tuple = ()
        self.calls_of_last_kind = 0  # in a row
        self.programs: dict[tuple, Any] = {}
        self.prospects: dict[tuple, _Prospect] = {}
        self.compiling: dict[tuple, Any] = {}  # (program, its compilation by a thread), by kinds
        self.eager_kinds: set[tuple] = set()  # of which there can be no program
        self.due: dict[tuple, int] = {}  # the call of a kind from which on it is looked at again
        self.tries = 2  # traces that may fail, for one that took too long
        self.missed = self.refused_calls = 0
        self.gain = 0.0  # seconds, by which a call of a program is shorter
        self.considered_calls = 0  # of programs
        self.improve_at = math.inf  # which of them has a step compiled thoroughly
        # by what a function has taken up to now: what it is expected to take yet
        self.ahead = 1.0
        self.is_counted = False  # whether loops around steps of training count its calls
        # whether steps of training are compiled by the number of their calls; None: not looked yet
        self.is_of_ranks: bool | None = None
        self.compiled: Any = None

    def give_up(self, reason: str) -> None:
        """Call the function as it is from now on."""
        if self.record.status == "compiled":
            self.record.status = "reverted"
        self.record.has_failed = True
        self.record.reasons = [reason]
        self.call = self.counted
        if self.compiled is not None:
            self.compiled.forget_calls()
        self.programs.clear()
        self.prospects.clear()
        self.compiling.clear()

    def _give_up_after_failed_checks(self, program) -> None:
        """Call the function as it is from now on: a check of its program has failed."""
        code = self.function.__code__
        self.give_up(str(program.note_of_checks(code.co_filename, code.co_firstlineno)))
        self.record.status, self.tries = "reverted", 0

    def counted(self, *args, **kwargs):
        """Call a function that has been given up."""
        self.record.other_calls += 1
        return self.body(*args, **kwargs)

    # before it is compiled

    def first(self, *args, **kwargs):
        """Call the function for the first time, its loops watched: it may be the only time."""
        self.call, self.is_counted = self.timed, True
        loops_ahead.note_first_call(self.record)
        if not self._had_short_calls():
            watched = with_watched_loops(self.function, self._watched_loop_runner)
            self.body = watched or self.function
        try:
            return self.timed(*args, **kwargs)
        finally:
            if self.record.eager_seconds < LOOP_PART_SECONDS:
                self.body = self.function
            self.record.has_loops = self.body is not self.function

    def _had_short_calls(self) -> bool:
        """Return whether the last run's calls were too short for loops in them to be watched."""
        if self.record.key is None and past_runs.is_kept():
            self.record.read_past()
        past = self.record.past
        if past is None or past.has_loops or past.calls < RECENT_CALLS:
            return False
        return past.eager < LOOP_PART_SECONDS

    def _watched_loop_runner(self, function, text: str, name: str, line: int) -> Callable:
        """Return the function that runs and watches a loop, ``function``, of its iterations."""
        watched = _WatchedLoop(function, self.check, text)
        watched.record.name, watched.record.line = name, line
        watched_records.discard(watched.record)  # until there is more to say than of the function
        return watched.in_parts

    def timed(self, *args, **kwargs):
        """Call the function and add up its time."""
        if self.is_inside:  # it calls itself: the outermost call is timed
            return self.function(*args, **kwargs)
        self.is_inside = True
        record = self.record
        if record.eager_seconds > SECONDS_OF_TWO_CLOCKS * record.eager_calls:
            seconds = Stopwatch().seconds
        else:
            begin, seconds = _clock(), None
        try:
            return self.body(*args, **kwargs)
        finally:
            record.add_eager(_clock() - begin if seconds is None else seconds())
            self.is_inside = False
            if record.eager_seconds >= self.look_at or record.eager_calls in _LOOKED_AT_CALLS:
                self._review_time_spent()

    def _review_time_spent(self) -> None:
        """Give up, look again later, or begin to consider a program, by the time spent so far."""
        record = self.record
        if (
            record.eager_calls >= MOST_COUNTED_CALLS
            and record.eager_seconds < SHORT_CALL_SECONDS * record.eager_calls
        ):
            self.give_up("its calls are short: only the first were counted")
            self.call = self.function
            return
        if self.is_of_ranks is None:
            backend = backend_handler.active_backend((), {})
            # that one process computes is asked first: the other question loads all passes, 30 ms
            self.is_of_ranks = not is_one_process(backend) and programs_of(backend) is not None
        if self.is_of_ranks:
            if record.eager_calls >= CALLS_OF_RANKS:
                self._begin_to_consider()
            return
        if record.key is None and past_runs.is_kept():
            record.read_past()
        if self._is_known_not_to_pay():
            record.note_waiting("in the last run no program of it was worth while")
            self.look_at = 1.5 * record.eager_seconds
            return
        budget, cost = the_budget(), self._cost_to_try()
        ahead, least = self._seconds_ahead_with_settling(), self._least_ahead_by_cost()
        if self._is_known_to_pay():
            self._begin_to_consider()
        elif ahead < least * cost:
            record.note_waiting(too_little(cost, ahead))
            missing = least * cost - ahead
            self._look_again_after(max(missing / self.ahead, 0.01 * cost))
        elif record.eager_calls < 2 or not self._budget_allows_compilation():
            record.note_waiting(f"to try it may cost {cost:.2g} s, too much so early")
            wait = budget.wait(budget.at_stake(cost))
            self._look_again_after(max(0.1 * cost, 0.25 * wait))
        else:
            self._begin_to_consider()

    def _look_again_after(self, seconds: float) -> None:
        """Have the time spent reviewed after so much more, or sooner where loops tell more soon."""
        gone = self.record.eager_seconds
        if loops_ahead.are_under_way():
            seconds = min(seconds, SHARE_OF_TIME_BETWEEN_LOOKS * gone)
        self.look_at = gone + seconds

    def _cost_to_try(self) -> float:
        """Estimate what it costs to trace the function, and to compile its program."""
        cost = the_budget().expected(self.function)
        if not self._is_counted_step():
            if the_budget().is_shown and self._calls_told() is not None:
                return max(cost, TRACING_SHARE * cost + LEAST_SECONDS_OF_PROGRAM)
            return cost
        by_call = STEP_COST_BY_CALL * self._python_seconds_of_step()
        return by_call if the_budget().is_shown else max(STEP_COST_BY_TRY * cost, by_call)

    def _python_seconds_of_step(self) -> float:
        """Estimate what Python takes of a step that runs operation by operation."""
        recent = self.record.recent
        # by what the steps ahead are estimated by: on a busy machine the least of some is far less
        now = min(recent) if len(recent) < RECENT_CALLS else self.record.usual()
        return min(max(self.record.least_early, now), MOST_PYTHON_SECONDS_OF_STEP)

    def _seconds_to_settle(self) -> float:
        """Estimate the seconds that the programs of a step's parts, which come yet, will take."""
        calls = self.record.eager_calls
        if not the_budget().is_shown or not self._is_counted_step() or not calls:
            return 0.0
        left = max(0.0, 1.0 - calls / SETTLED_STEPS)
        return left * STEPS_TO_SETTLE_BY_CALL * self._python_seconds_of_step()

    def _least_ahead_by_cost(self) -> float:
        """Return the least time of eager calls ahead, by what a try costs, for which it is made."""
        return LEAST_STEPS_BY_COST if self._is_counted_step() else LEAST_SAVED_BY_COST

    def _is_counted_step(self) -> bool:
        """Return whether it is a step of training of which the calls ahead are known."""
        return self.ahead > 1.0 and self._is_ahead_known()

    def _calls_ahead(self) -> float:
        """Estimate how often it will be called: as in the last run, or by the calls up to now."""
        calls, past = self.record.calls, self.record.past
        if past is not None and calls < past.calls:
            return past.calls - calls
        told = self._calls_told()
        return self.ahead * calls if told is None else told

    def _calls_told(self) -> float | None:
        """Return the calls that lie ahead, where loops around steps of training tell that."""
        is_counted = self.is_counted or self.record.is_step
        if not is_counted or self.record.calls < LEAST_CALLS_TOLD or self.is_of_ranks:
            return None
        return loops_ahead.calls_ahead(self.record)

    def _usual(self) -> float:
        """Estimate the seconds of an eager call: of the first ones the last run knows more."""
        past, recent = self.record.past, self.record.recent
        if past is not None and self.record.is_step and self.record.eager_calls < SETTLED_STEPS:
            return past.eager
        if len(recent) < RECENT_CALLS:
            if past is not None:
                return past.eager
            if self.record.is_step and recent:  # the first steps wait for compilers of their own
                return self.record.settled(min(recent))
        return self.record.settled(self.record.usual())

    def _share_of(self, key) -> float:
        """Return the share of the calls that are of one kind; 1 if there is none to ask for."""
        if key is None:
            return 1.0
        served = self.considered_calls >= LEAST_CALLS_OF_PROGRAM * len(self.programs)
        if served and self.calls_of_last_kind >= LEAST_CALLS_IN_A_ROW and key == self.last_kind:
            return 1.0  # e.g. a schedule has changed the learning rate, which is traced from now on
        looked_at = sum(self.kinds.values())
        if len(self.kinds) > 1 and next(iter(self.kinds.values())) == 1:
            looked_at -= 1  # which numbers change was not known of the first call
        others = self.considered_calls + self.refused_calls
        return min(1.0, self.kinds.get(key, 1) / max(1, looked_at + others))

    def _seconds_ahead(self, key=None) -> float:
        """Estimate the seconds that calls, those of one kind, will take eagerly."""
        return self._usual() * self._calls_ahead() * self._share_of(key)

    def _seconds_ahead_with_settling(self, key=None) -> float:
        return self._seconds_ahead(key) + self._seconds_to_settle()

    def _is_known_not_to_pay(self) -> bool:
        """Return whether there was no program in the last run, or one that gained too little."""
        past, calls = self.record.past, self.record.calls
        if past is None or self.is_of_ranks:
            return False
        if past.has_failed:
            return calls < 2 * past.calls
        return past.compiled is not None and calls < past.calls and not self._is_known_to_pay()

    def _is_known_to_pay(self, key=None) -> bool:
        """Return whether a program will save enough, as one has in the last run."""
        past = self.record.past
        if past is None or past.compiled is None or self.is_of_ranks:
            return False
        if self.record.eager_calls > 1 and min(self.record.recent) < 0.25 * past.eager:
            return False  # it was given larger arrays then
        saving = (past.eager - past.compiled) * self._calls_ahead() * self._share_of(key)
        return saving >= LEAST_SAVED_BY_KNOWN_COST * past.cost

    def _begin_to_consider(self) -> None:
        if tracing.is_tracing():
            return
        self.call = self.considered
        if self.compiled is None:
            from .program_cache import Kinds  # it loads what compiles

            self.compiled = Kinds(self.text, trains=True)

    def _is_ahead_known(self) -> bool:
        """Return whether the last run, or its loops, tell how often it will be called yet."""
        return self._is_known_of_last_run() or self._calls_told() is not None

    def _is_known_of_last_run(self) -> bool:
        past = self.record.past
        return past is not None and self.record.calls < past.calls and not self.is_of_ranks

    def _budget_allows_compilation(self, key=None) -> bool:
        if self._is_ahead_known():
            return True
        budget = the_budget()
        at_stake = budget.at_stake(budget.expected(self.function))
        if self.ahead > 1.0:  # a step's trace takes 0.2 s: a script that soon ends would lose it
            return budget.allows(at_stake)
        return budget.allows(at_stake, self._seconds_ahead(key))

    def considered(self, *args, **kwargs):
        """Call the function, or its program for arguments of this kind; make that if it is due."""
        if self.is_inside or tracing.current is not None:
            return self.function(*args, **kwargs)
        try:
            result = self.compiled.call_kept(args, kwargs)
            if result is not self.compiled.UNLIKE:
                self._count_program_call()
                return result
            if not self.compiled.has_programs(args, kwargs):
                raise Unsupported("this backend computes at once")
            given = self.compiled.inputs(args, kwargs)
            if given.key not in self.programs and given.key not in self.kinds:
                self.compiled.look(args, kwargs)
                given = self.compiled.inputs(args, kwargs)
        except ChecksFailed:
            self._give_up_after_failed_checks(self.compiled.failed)
            return self.counted(*args, **kwargs)
        except Unsupported as err:
            self.give_up(str(err))
            return self.counted(*args, **kwargs)
        program = self.programs.get(given.key)
        if program is not None:
            try:
                return self._call_program(program, given, args, kwargs)
            except ChecksFailed:
                self._give_up_after_failed_checks(program)
                return self.counted(*args, **kwargs)
        if given.key in self.eager_kinds:
            self.refused_calls += 1
            self.last_kind = given.key
            if not self.programs and self._is_never_compiled():
                self.give_up(self.record.reasons[-1])
            return self._call_eagerly_timed(args, kwargs)
        if self._is_being_compiled(given.key):
            return self._call_beside_compiler(args, kwargs)
        if self._is_due(given) and is_safe_to_compare() and _busy.acquire(blocking=False):
            self.is_inside = True
            try:
                return self._try_program(given.key, args, kwargs)
            finally:
                self.is_inside = False
                _busy.release()
        self.missed += 1
        if len(self.kinds) > MOST_KINDS and self.missed > 4 * max(1, self.record.compiled_calls):
            changed = self._describe_changed_kind()
            why = f"what it is given is of another kind at each call: {changed}"
            # a failed trace's reason is the cause of the many kinds
            self.give_up(self.record.reasons[-1] if self.eager_kinds else why)
        if len(self.kinds) > 8 * MOST_KINDS:
            self.kinds.clear()
        result = self._call_eagerly_timed(args, kwargs)
        if self.kinds.get(given.key) == 1 and (reason := why_not_given(result)):
            self._refuse_kind(given.key, reason)
        return result

    def _refuse_kind(self, key, reason: str) -> None:
        """Have calls of a kind made eagerly, by what one of them gives: no trace is needed."""
        code = self.function.__code__
        self.eager_kinds.add(key)
        self.record.add_reason(f"{code.co_filename}:{code.co_firstlineno}: {reason}")

    def _is_never_compiled(self) -> bool:
        """Return whether the kinds of calls that there are have shown to have no program."""
        is_usual = self.record.is_step and self.refused_calls >= LEAST_REFUSED_CALLS
        return is_usual or len(self.eager_kinds) >= MOST_KINDS

    def _is_being_compiled(self, key) -> bool:
        return key in self.compiling and not self.compiling[key][1].is_done()

    def _is_due(self, given) -> bool:
        """Count a call of a kind; return whether to trace, to compile or to use a program."""
        key = given.key
        count = self.kinds[key] = self.kinds.get(key, 0) + 1
        self.calls_of_last_kind = self.calls_of_last_kind + 1 if key == self.last_kind else 1
        self.last_kind = key
        if self.is_of_ranks and takes_part_in_autograd(given):
            return count > 1  # on all ranks at the same call
        if count < self.due.get(key, 2):
            return False
        return key in self.prospects or key in self.compiling or self._is_worth_trying(key)

    def _call_beside_compiler(self, args, kwargs):
        """Call the function's body untimed: a compiler takes a part of the processor."""
        self.is_inside = True
        self.record.other_calls += 1
        try:
            with whole_step.while_coming():
                return self.body(*args, **kwargs)
        finally:
            self.is_inside = False

    def _is_worth_trying(self, key) -> bool:
        """Return whether to trace a program for calls of one kind."""
        if self._is_known_to_pay(key):
            return True
        cost, ahead = self._cost_to_try(), self._seconds_ahead_with_settling(key)
        if ahead < self._least_ahead_by_cost() * cost:
            self.record.note_waiting(too_little(cost, ahead))
            return False
        return self._budget_allows_compilation(key)

    def _describe_changed_kind(self) -> str:
        """Return in words the first difference between the last two kinds of arguments."""
        first, second = list(self.kinds)[-2:]
        pairs = [f"{a!r}, then {b!r}" for a, b in zip(first, second, strict=False) if a != b]
        return pairs[0] if pairs else "more, or fewer, values"

    def _call_eagerly_timed(self, args, kwargs):
        """Call the function's body; count the call and its seconds, even if it raises."""
        self.is_inside = True
        watch = Stopwatch()
        try:
            return self.body(*args, **kwargs)
        finally:
            self.is_inside = False
            self.record.add_eager(watch.seconds())

    def _call_program(self, program, given, args, kwargs):
        """Call a program, and count the call and the seconds that it saves."""
        record = self.record
        if record.measured is not None:
            result = self.compiled.call_and_keep(program, given, args, kwargs)
        else:  # it was not compared
            watch = Stopwatch()
            result = program(given)
            record.recent_compiled.append(watch.seconds())
            if len(record.recent_compiled) == RECENT_CALLS:
                self._judge_calls()
        self._count_program_call()
        return result

    def _count_program_call(self) -> None:
        self.considered_calls += 1
        self.record.compiled_calls += 1
        the_budget().saved += self.gain
        if self.considered_calls >= self.improve_at:
            self._improve()

    def _was_improved(self) -> bool:
        """Return whether the last run has compiled the step thoroughly: that lies on disk."""
        past = self.record.past
        return past is not None and past.is_improved

    def _set_time_to_improve(self, seconds: float) -> None:
        """Decide at which call a step is compiled thoroughly, whose calls take ``seconds`` now.

        At once where that will pay; else when its calls have taken as long as it would need.
        """
        prospect = self.record.prospect
        if prospect is None or seconds <= 0.0 or self._was_improved():
            return
        cost = THOROUGH_COST_BY_QUICK * prospect.compile_time
        calls = LEAST_SAVED_BY_COST * cost / (SAVED_BY_THOROUGH * seconds)
        is_sure = self._is_ahead_known() and self._calls_ahead() >= calls
        self.improve_at = self.considered_calls + (1 if is_sure else calls)

    def _improve(self) -> None:
        """Have a thread compile the step thoroughly, which was compiled quickly."""
        self.improve_at = math.inf
        self.record.is_improved = True
        watch = Stopwatch()
        for program in self.programs.values():
            program.binding.improve()
        the_budget().spent += (
            watch.seconds() + THOROUGH_COST_BY_QUICK * self.record.prospect.compile_time
        )

    def _judge_calls(self) -> None:
        """Compare the times of calls of a step of training, which is never called twice."""
        record = self.record
        eager, compiled = record.usual(), median(record.recent_compiled)
        record.measured = eager, compiled
        self.gain = max(0.0, eager - compiled)
        the_budget().judge(eager > compiled)
        self._set_time_to_improve(compiled)
        # by the shortest: of so few calls half may have waited for others
        least, least_compiled = min(record.recent, default=eager), min(record.recent_compiled)
        if least_compiled > MOST_STEP_BY_EAGER * least and not self.is_of_ranks:
            self.give_up("compiled it is no faster")
            record.status = "reverted"

    # the one comparison

    def _try_program(self, key, args, kwargs):
        """Return the call's result, and keep a new program if it does the same, and faster."""
        if key in self.compiling:
            return self._use_what_was_compiled(key, args, kwargs)
        prospect = self.prospects.pop(key, None)
        if prospect is None:
            try:
                to_come = self._seconds_ahead_with_settling(key)
                program, prospect = self._trace_program(args, kwargs, to_come)
            except Unsupported as err:
                self.tries -= 1
                if self.tries and str(err).endswith(effects.TOO_LONG):
                    # the next run does without
                    self.record.has_failed |= self._is_known_of_last_run()
                    self._postpone_look(key)
                    self.record.reasons = [str(err)]
                elif self.programs or self.compiled.is_step_of_training(args, kwargs):
                    self.eager_kinds.add(key)  # others may do without gradients
                    self.record.add_reason(str(err))
                else:
                    self.give_up(str(err))
                return self._call_eagerly_timed(args, kwargs)
        else:
            program = prospect.program
        is_decided = self.is_of_ranks and self.compiled.is_step_of_training(args, kwargs)
        is_decided = is_decided or self._is_known_to_pay(key)
        if prospect is not None and not is_decided and not self._is_worth_compiling(prospect, key):
            self._postpone_compilation(key, prospect)
            return self._call_eagerly_timed(args, kwargs)
        watch = Stopwatch()
        if not self.is_of_ranks and self.compiled.is_step_of_training(args, kwargs):
            compilation = self.compiled.begin_compiling(
                program, args, kwargs, not self._was_improved()
            )
            if compilation is not None:
                self.compiling[key] = program, compilation
                the_budget().spent += watch.seconds()
                self.record.program_seconds += watch.seconds()
                if self._is_soon_compiled():
                    return self._use_what_was_compiled(key, args, kwargs)
                return self._call_beside_compiler(args, kwargs)
        if not self.check or self.compiled.is_step_of_training(args, kwargs):
            return self._use_without_comparing(key, program, args, kwargs, watch)
        from .verification import compare

        inputs = functools.partial(self.compiled.inputs, args, kwargs)
        done = compare(self.function, program, inputs, self.compiled.slots(), args, kwargs)
        self.record.add_eager(done.eager)
        reason = self._judge_comparison(prospect, watch, done)
        if reason:
            self.give_up(reason)
            self.record.status = "reverted"
        else:
            self._keep_program(key, program)
            self.gain = done.eager - done.compiled
        self.record.measured = done.eager, done.compiled
        return done.result

    def _is_soon_compiled(self) -> bool:
        """Return whether a step's compilation is short, or lies on disk: it is waited for."""
        past, expected = self.record.past, self.record.prospect
        if past is not None and past.is_on_disk:
            return past.compile <= MOST_SECONDS_WAITED
        return expected is not None and expected.compile_time <= MOST_SECONDS_WAITED

    def _use_what_was_compiled(self, key, args, kwargs):
        """Return the result of a program that a thread has compiled, and keep it."""
        program, compilation = self.compiling.pop(key)
        compilation.finish()
        self.record.compile_time += compilation.seconds
        self.record.program_seconds += compilation.seconds
        prospect = self.record.prospect
        expected = 0.0 if prospect is None else prospect.compile_time
        the_budget().learn_step(compilation.seconds, expected)
        return self._use_without_comparing(key, program, args, kwargs, Stopwatch())

    def _postpone_look(self, key) -> None:
        """Have the function called as before until it has run, of this kind, for twice as long."""
        if self.programs:
            self.due[key] = 2 * self.kinds.get(key, 1)
            return
        self.look_at = 2 * self.record.eager_seconds
        self.call = self.timed

    def _trace_program(self, args, kwargs, to_come: float):
        """Return (a new program, its _Prospect, or None if its cost is not known beforehand)."""
        budget = the_budget()
        expected = budget.expected(self.function)
        watch, is_whole = Stopwatch(), not budget.is_shown
        seconds = max(LEAST_TRACE_SECONDS, 2 * expected)
        if not is_whole:  # what a trace finds in the functions that are called is not known
            seconds = min(seconds, max(LEAST_ESTIMATED_TRACE_SECONDS, budget.to_lose(to_come)))
        if self._is_ahead_known():
            if self._is_known_of_last_run():
                seconds = max(LEAST_TRACE_SECONDS, 2 * self.record.past.trace)
            else:
                seconds = max(LEAST_ESTIMATED_TRACE_SECONDS, MOST_TRACE_SHARE * to_come)
        if self.is_of_ranks:  # one of them might find it spent that is not in the others
            seconds = math.inf
        try:
            program = self.compiled.program(args, kwargs, seconds)
            estimate = self.compiled.estimate(program)
        finally:
            took = watch.seconds()
            self.record.compile_time += took
            self.record.trace_seconds += took
            self.record.traces += 1
            budget.pay(took, expected if is_whole else TRACING_SHARE * expected)
        prospect = None
        if estimate is not None:
            factor, most = 1.0, 1.0
            if self.ahead > 1.0:
                factor, most = budget.step_factor, MOST_SAVED_SHARE_OF_STEP
            share = min(most, 1.0 - estimate.ratio)
            prospect = _Prospect(program, factor * estimate.compile_time, share)
        self.record.prospect = prospect and prospect._replace(program=None)
        return program, prospect

    def _is_worth_compiling(self, prospect: _Prospect, key) -> bool:
        """Return whether to compile a program, by the calls of its kind that are to come."""
        seconds = self._seconds_ahead(key)
        calls = round(self._calls_ahead() * self._share_of(key))
        # a step that computes saves as small a share of what its first calls wait for
        saving = prospect.saving(seconds + self._seconds_to_settle(), calls)
        cost = prospect.cost()
        self.record.note_waiting(
            f"to compile it takes {cost:.2g} s, and saves {max(0.0, saving):.2g} s by an estimate"
        )
        if self._is_ahead_known():
            # of a step the calls are counted, and what is saved is estimated with care
            if self.record.is_step:
                return saving >= cost - SECONDS_TO_COMPARE
            return saving >= LEAST_SAVED_BY_COST * cost
        # a step of training may be worth more, but a script that soon ends would lose as much
        return the_budget().pays(saving, cost, seconds / self.ahead)

    def _postpone_compilation(self, key, prospect: _Prospect) -> None:
        """Time calls until ``prospect`` pays off; give up if it cannot, or if keys are too many."""
        if self.programs:
            self.prospects[key] = prospect
            self.due[key] = 2 * self.kinds.get(key, 1)
            return
        calls = self.record.eager_calls
        seconds = calls * self._usual()
        share = prospect.saving(seconds, calls) / seconds if seconds > 0.0 else 0.0
        if share < 1.0 - MOST_COMPILED_BY_EAGER:
            self.give_up("compiled it would be no faster")
            return
        self.prospects[key] = prospect
        if len(self.prospects) > MOST_KINDS:
            self.give_up("what it is given is of another kind each time it is looked at")
            return
        enough = LEAST_SAVED_BY_COST * prospect.cost() / share if share > 0.0 else 0.0
        enough /= self.ahead
        self._look_again_after(max(0.25 * seconds, enough - seconds))
        self.call = self.timed

    def _judge_comparison(self, prospect: _Prospect | None, watch: Stopwatch, done) -> str:
        """Count what a comparison has cost; return why its program is not to be used, or ""."""
        self._count_compile_time(prospect, watch, done.eager)
        if done.difference:
            reason = f"compiled it does something else: {done.difference}"
        elif done.compiled > MOST_COMPILED_BY_EAGER * done.eager:
            reason = "compiled it is no faster"
        else:
            reason = ""
        the_budget().judge(not reason)
        return reason

    def _use_without_comparing(self, key, program, args, kwargs, watch: Stopwatch):
        """Return a program's result and keep it; where checks fail, give it up and call eagerly."""
        try:
            result = program(self.compiled.inputs(args, kwargs))
        except ChecksFailed:
            self._give_up_after_failed_checks(program)
            return self._call_eagerly_timed(args, kwargs)
        self._count_compile_time(None, watch, 0.0)
        self._keep_program(key, program)
        self.record.compiled_calls += 1
        return result

    def _count_compile_time(
        self, prospect: _Prospect | None, watch: Stopwatch, eager: float
    ) -> None:
        """Count the seconds of ``watch``, less ``eager``, as the cost of a compilation."""
        took = watch.seconds() - eager
        self.record.compile_time += took
        self.record.program_seconds += took
        self.record.programs += 1
        budget = the_budget()
        if prospect is not None:
            budget.learn(took, prospect.cost())
        budget.spent += took

    def _keep_program(self, key, program) -> None:
        """Keep a program by its key, dropping the oldest beyond the limit; record "compiled"."""
        if len(self.programs) >= MOST_KINDS:
            self.programs.pop(next(iter(self.programs)))
        self.programs[key] = program
        self.record.status = "compiled"
        self.record.reasons = list(map(str, program.notes))


class _WatchedStep(_Watched):
    """A step of training: while it may soon be a program itself, none of its parts becomes one."""

    is_put_off = False
    is_told_late = False  # its loops did not tell at first: they know more by each iteration

    def timed(self, *args, **kwargs):
        if not self.is_put_off:
            return super().timed(*args, **kwargs)
        with whole_step.while_coming():
            return super().timed(*args, **kwargs)

    def _review_time_spent(self) -> None:
        super()._review_time_spent()
        self.is_put_off = self._may_soon_be_program()

    def _may_soon_be_program(self) -> bool:
        """Return whether its loops will tell yet, or do of nearly as many calls as it needs."""
        calls = self.record.eager_calls
        if calls >= MOST_CALLS_PUT_OFF or self.is_of_ranks:
            return False
        if self._calls_told() is None:
            self.is_told_late = calls >= LEAST_CALLS_TOLD
            return loops_ahead.tell_later()
        if not self.is_told_late:
            return False
        enough = self._least_ahead_by_cost() * self._cost_to_try()
        return self._seconds_ahead_with_settling() >= SHARE_NEARLY_ENOUGH * enough

    def _call_eagerly_timed(self, args, kwargs):
        is_early = self.record.eager_calls < 2 * MOST_CALLS_PUT_OFF
        if self.programs or self.eager_kinds or not is_early:
            return super()._call_eagerly_timed(args, kwargs)
        with whole_step.while_coming():
            return super()._call_eagerly_timed(args, kwargs)


class _Progress(NamedTuple):
    """Progress of a loop: the next iteration, and whether it was left by ``break``."""

    at: int
    is_left: bool = False


class _WatchedLoop(_Watched):
    """A function of a loop, which goes through what it is given in parts while watched."""

    def __init__(self, function, check, source):
        super().__init__(function, check, source)
        self.call = self.in_parts
        self.source = source
        self.names: LoopNames | None = None
        self.may_be_left = has_return_true(function.__code__)

    def in_parts(self, iterations, *operands, **options):
        """Go through iterations; compile when what is left is worth it.

        Parameters
        ----------
        iterations
            A range, an array or whatever a loop goes through; or, if there are operands, ``zip``
            or ``enumerate``, or what else is called with these to give it.
        """
        record, function = self.record, self.function
        record.eager_calls += 1
        whole, otherwise, reason = iterations_in_parts(iterations, operands, options)
        if whole is None:
            record.reasons = [reason]
            return self._run_timed(function, otherwise)
        if tracing.current is not None:
            return self._run_timed(function, whole.part(0, whole.count))
        at, size, traces, gone = 0, 1, 2, 0.0
        if not whole.is_without_end:
            loops_ahead.begin(sys._getframe(), 0, lambda: max(0, whole.count - at - size))
        while at < whole.count:
            size = min(size, whole.count - at)
            part = whole.part(at, size)
            watch = Stopwatch()
            is_left = function(part)
            took = watch.seconds()
            record.eager_seconds += took
            if is_left:
                return True
            at += size
            gone += took
            left = took / size * (whole.count - at)
            if self.may_be_left:  # as long as it has run it is expected to go on, and no longer
                left = min(left, gone)
            is_due = traces and self.tries and at > 1 and self._is_compilation_due(left)
            if is_due and is_safe_to_compare() and _busy.acquire(blocking=False):
                had = self.record.compile_time
                try:
                    rate = took / size
                    done = self._compare_and_finish(
                        whole, at, max(1, int(LOOP_PART_SECONDS / rate)), rate, left
                    )
                finally:
                    _busy.release()
                traces -= self.record.compile_time != had
                if done.is_left:
                    return True
                at = done.at
            if took < LOOP_PART_SECONDS:
                size *= 2
        return False

    def _is_compilation_due(self, left: float) -> bool:
        """Return whether to trace or compile now, with ``left`` seconds of the loop to come."""
        if self.programs:
            return True
        for prospect in self.prospects.values():  # one at most
            return self._is_worth_compiling_for(prospect, left)
        return self._budget_allows_trace(left)

    def _budget_allows_trace(self, seconds_left: float) -> bool:
        budget = the_budget()
        cost = budget.expected(self.function)
        at_stake = budget.at_stake(cost)
        return seconds_left > LEAST_SAVED_BY_COST * cost and budget.allows(at_stake, seconds_left)

    def _is_worth_compiling_for(self, prospect: _Prospect, left: float) -> bool:
        """Return whether a program would save enough of the loop's ``left`` seconds."""
        return the_budget().pays(prospect.saving(left), prospect.cost(), left)

    def counted(self, iterations, *operands, **options):
        """Go through all iterations by a function that has been given up."""
        if operands or options:
            iterations = iterations(*operands, **options)
        return super().counted(iterations)

    def _run_timed(self, function, iterations):
        """Return ``function(iterations)``: whether ``break`` left it; its time counts as eager."""
        watch = Stopwatch()
        try:
            return function(iterations)
        finally:
            self.record.eager_seconds += watch.seconds()

    def _compare_and_finish(self, whole, at: int, size: int, rate: float, left: float) -> _Progress:
        """Do a part both ways, and the rest by the program if that is right and faster.

        ``rate`` is how many seconds an iteration takes eagerly, ``left`` what all that are left
        take.
        """
        from .program_cache import Kinds  # as above

        args = (whole.traced(at, min(size, whole.count - at)),)
        watched_records.add(self.record)
        try:
            if self.compiled is None:
                self.names = names_of(self.function, self.source)
                if (
                    name := self._name_of_appended_list()
                ) is not None:  # no need of a trace to see that
                    self.tries = 0
                    self.record.reasons = [f"it appends to a list, '{name}'"]
                    return _Progress(at)
                self.compiled = Kinds(self.text, trains=False)
                if not self.compiled.has_programs(args, {}):
                    self.tries = 0
                    self.record.reasons = ["this backend computes at once"]
                    return _Progress(at)
                self._note_changing_numbers(args)
                # the numbers that another iteration changes are traced
                if self._run_timed(self.function, whole.part(at, 1)):
                    return _Progress(at, is_left=True)
                at += 1
                if at == whole.count:
                    return _Progress(at)
                args = (whole.traced(at, min(size, whole.count - at)),)
            key = self._signature_of_part(args).key
            if key in self.programs:  # of another time that it was gone through
                return self._finish_by_program(whole, at, size, rate)
            if key not in self.prospects:
                self._note_changing_numbers(args)
                key = self._signature_of_part(args).key
            prospect = self.prospects.pop(key, None)
            if prospect is None:
                if (self.programs or self.prospects) and not self._budget_allows_trace(left):
                    return _Progress(at)
                self.prospects.clear()
                program, prospect = self._trace_program(args, {}, left)
                key = self._signature_of_part(args).key
            else:
                program = prospect.program
        except Unsupported as err:
            self.tries -= 1
            self.record.reasons = [str(err)]
            return _Progress(at)
        if prospect is not None and not self._is_worth_compiling_for(prospect, left):
            self.prospects[key] = prospect
            return _Progress(at)
        watch = Stopwatch()
        size = min(size, whole.count - at)
        if self.check:
            from .verification import compare

            inputs = functools.partial(self.compiled.inputs, args, {})
            done = compare(
                lambda _: self.function(whole.part(at, size)), program, inputs,
                self.compiled.slots(), args, {}, self._rebind_same_arrays,
            )  # fmt: skip
            self.record.eager_seconds += done.eager
            rate = done.eager / size
            self.record.measured = rate, done.compiled / size
            at += size
            if reason := self._judge_comparison(prospect, watch, done):
                self.record.status, self.record.reasons = "reverted", [reason]
                self.tries = 0
                return _Progress(at, bool(done.result))
            self.programs[key] = program
            if done.result:
                self.record.reasons = ["it was left before the program was used"]
                return _Progress(at, is_left=True)
        else:
            self.programs[key] = program
        self.record.status = "compiled"
        self.record.reasons = list(map(str, program.notes))
        return self._finish_by_program(whole, at, size, rate)

    def _finish_by_program(self, whole, at: int, size: int, rate: float) -> _Progress:
        """Do all iterations from ``at`` on by a program; ``rate`` is their eager seconds each."""
        if not whole.is_without_end:
            size = whole.count
        while at < whole.count:
            size = min(size, whole.count - at)
            try:
                program, given = self._program_for_part((whole.traced(at, size),))
            except Unsupported as err:
                self.give_up(str(err))
                self.record.status = "reverted"
                return _Progress(at)
            watch = Stopwatch()
            try:
                is_left = program(given)
            except ChecksFailed:
                self._give_up_after_failed_checks(program)
                return _Progress(at)
            self._rebind_same_arrays(is_left)
            took = watch.seconds()
            if is_left:  # the program does not tell after how many iterations
                if self.record.measured is not None:
                    eager, compiled = self.record.measured
                    the_budget().saved += max(0.0, took * (eager / compiled - 1.0))
                return _Progress(at, is_left=True)
            the_budget().saved += max(0.0, rate * size - took)
            at += size
            if took < INTERRUPTIBLE_SECONDS:
                size *= 2
        return _Progress(at)

    def _name_of_appended_list(self) -> str | None:
        names = self.function.__globals__
        return next((each for each in self.names.grown if type(names.get(each)) is list), None)

    def _note_changing_numbers(self, args) -> None:
        """Unbind the targets, and look at the arguments: numbers that change will be traced."""
        self._unbind_targets()
        self.compiled.look(args, {})

    def _signature_of_part(self, args):
        """Unbind the loop's targets, and return the signature of a part's arguments."""
        self._unbind_targets()
        return self.compiled.inputs(args, {})

    def _unbind_targets(self) -> None:
        """Unbind the loop's targets that are arrays: each row is another view, and another key."""
        names = self.function.__globals__
        for name in self.names.targets:
            if isinstance(names.get(name), Holder):
                del names[name]

    def _rebind_same_arrays(self, is_left: bool) -> None:
        """Bind ``x`` and ``y`` of the loop's ``x = y`` to one array again: a program makes two."""
        names = self.function.__globals__
        for (name, other), holds_when_left in self.names.same.items():
            if not (is_left and not holds_when_left) and isinstance(names.get(other), Holder):
                names[name] = names[other]

    def _program_for_part(self, args):
        """Return (program, signature) for a part of the loop; a new program for a new kind."""
        given = self._signature_of_part(args)
        if given.key not in self.programs:
            if len(self.programs) >= MOST_KINDS:
                raise Unsupported("what it goes by is of another kind after each part")
            self._note_changing_numbers(args)
            program, _ = self._trace_program(args, {}, float("inf"))
            given = self._signature_of_part(args)
            self.programs[given.key] = program
        return self.programs[given.key], given


class HowWatched(NamedTuple):
    """The options of ``compile_automatically``, by which a function is watched."""

    check: bool = True
    in_parts: bool = False
    trains: bool = False
    attributes: tuple[str, ...] = ()
    source: str | None = None


def watch(function: types.FunctionType, how: HowWatched):
    """Return a function that calls another one, and has it compiled once that is worth it."""
    kind = _WatchedLoop if how.in_parts else _WatchedStep if how.trains else _Watched
    watched = kind(function, how.check, how.source)
    if not how.in_parts:
        watched.call = watched.first
    if how.trains:
        watched.ahead = TRAINING_AHEAD_BY_GONE
        watched.record.is_step = True

    if how.attributes:
        code = function.__code__
        at = code.co_varnames[: code.co_argcount].index("self")
        part = Part()

        @functools.wraps(function)
        def call(*args):
            given = part_of(args[at], how.attributes, part)
            return watched.call(*args[:at], given, *args[at + 1 :])

    else:

        @functools.wraps(function)
        def call(*args, **kwargs):
            return watched.call(*args, **kwargs)

    call.__ivy_compiled__ = True  # within another function that is compiled it is a part of that
    call.__ivy_watched__ = watched.record  # which lives as long as the function
    call.__ivy_trains__ = how.trains
    return call


def keep_runs() -> None:
    """Read from earlier runs of the program from now on, and keep this one's for later ones."""
    past_runs.keep_runs(_runs)


def _runs() -> dict[str, past_runs.PastRun]:
    """Describe this run for the next one: the functions that took long, or were traced."""
    found = {
        record.key: record.as_run(the_budget().is_shown)
        for record in list(watched_records)
        if record.key is not None
    }
    return {
        key: run
        for key, run in found.items()
        if run.calls * run.eager >= LEAST_KEPT_SECONDS or run.trace
    }


def records() -> list[Record]:
    """List the records of the functions that are watched, in the order of their lines."""
    return sorted(watched_records, key=lambda record: (record.file, record.line))
