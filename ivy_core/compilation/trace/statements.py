"""Operators that converted code calls for Python's statements and built-in functions.

Where all that decides is known they do what Python does; else a program has the loop or branch.
"""

from __future__ import annotations

import functools
import itertools
import linecache
import math
import operator
import re
import sys
import types
from collections.abc import Callable

import numpy as np

from ivy_core.arrays.array import Array
from ivy_core.backends.common import checkpoints
from ivy_core.backends.holder import Holder, read, unwrapped

from ..call.containers import bound_by
from ..policy import (
    MOST_APPENDED_DTYPES,
    MOST_RETRIED_ITERATIONS,
    MOST_UNROLLED_ITERATIONS,
    TRIED_ITERATIONS,
    UNROLLED_ITERATIONS,
)
from ..source.source_map import is_converted, is_users, origin
from . import trace as tracing
from .caught_errors import Context
from .comparisons import bool_, eq, in_, is_traced, not_, not_eq, truth, truth_of_list
from .counted_lists import Collect, MoreRows, collecting, get_element, rows_of
from .dynamic_slices import (
    DynamicSlice,
    has_unknown_length,
    taken_from,
    write_at,
    write_in_place,
)
from .growing_lists import Appended, Regrown, check_readable, readable
from .host_calls import drawn_at_once, iterations_at_once, note_draws_within
from .index_checks import check_read, put
from .iteration import (
    Iteration,
    Once,
    as_int,
    iteration_of,
    leave,
    of_bounds,
    of_enumerated,
    of_zipped,
    once,
    without_first,
)
from .regions import Body, Branch, Permuted, State, built, freeze
from .runtime_checks import DTYPES, RAISES, Raised
from .short_loops import check_lengths, gives_lengths
from .symbolic_numbers import SymbolicScalar, check_real, scalar_classes
from .trace import Again, Trace, Unrollable, Unsupported
from .unrolling_budget import in_iterations
from .values import Undefined, ViewLeaf, check_equal_dtypes, ints_in, share_masks, taken_apart

_COMMENT = re.compile(r"#\s*ivy:\s*(roll|unroll)\b")


def _loop_mode(where: tuple[str, int]) -> str:
    """Return "roll", "unroll" or "auto": what the comment on a loop's line says, or the option."""
    found = _COMMENT.search(linecache.getline(*where))
    return found[1] if found else tracing.current.mode


def _first_line_of_error(err: BaseException) -> str:
    """Return the first line of an error's text, or its class's name."""
    text = str(err).strip().splitlines()
    return text[0] if text else type(err).__name__


# for


def for_stmt(iterated, extra_test, body, get_state, set_state, symbol_names, opts):
    """Run a ``for`` statement: ``body(item)`` for each item, while ``extra_test()`` holds."""
    where = origin(sys._getframe(1))
    rows = rows_of(iterated)
    with tracing.current.gone_through(iterated) if rows is None else rows.gone_through():
        items = iterated if rows is None else rows.iteration()
        _run_for(items, extra_test, body, get_state, set_state, symbol_names, opts, where)


def _run_for(iterated, extra_test, body, get_state, set_state, symbol_names, opts, where):
    trace = tracing.current
    check_readable(iterated)
    loop = iteration_of(iterated)
    state = State(get_state, set_state, symbol_names, (body, extra_test), opts["written"])
    mode = _loop_mode(where)
    if loop is None or loop.is_counted and _is_unrolled_at_once(loop.length, mode, where):
        if loop is not None:
            trace.note("unrolled", where, _length_text(loop))
        _run_in_python(iterated if loop is None else loop, extra_test, body, state, where)
        return
    try:
        with trace.checks.statement():
            try:
                rolled = _roll_loop(trace, loop, extra_test, body, state, where)
            except Unrollable as err:
                if not err.in_first_iteration or not loop.is_counted or loop.length < 2:
                    raise
                if extra_test is not None and truth(extra_test()) is not True:
                    raise
                body(loop.item(0))
                loop = without_first(loop)
                rolled = _roll_loop(trace, loop, extra_test, body, state, where)
        trace.note("rolled" if rolled else "unrolled", where, "" if rolled else _length_text(loop))
        return
    except Unrollable as err:
        reason = str(err)
    except Unsupported as err:  # with numbers that are known it may be traced all the same
        if err.is_final or not loop.is_counted or loop.length > MOST_RETRIED_ITERATIONS:
            raise
        reason = str(err)
    except Raised:
        reason = "each of its iterations raises an error"
    except Exception as err:
        reason = _first_line_of_error(err)
    if not loop.is_counted:
        trace.where = where
        raise Unsupported(f"the loop cannot be rolled, and its length is not known: {reason}")
    trace.unrolled += loop.length
    if trace.unrolled > MOST_UNROLLED_ITERATIONS or checkpoints.are_set():
        trace.where = where
        raise Unsupported(f"the loop cannot be {checkpoints.purpose()}: {reason}")
    trace.note("unrolled", where, reason)
    _run_in_python(loop, extra_test, body, state, where)


def _length_text(loop) -> str:
    return f"{loop.length} iterations"


def _is_unrolled_at_once(length: int, mode: str, where: tuple) -> bool:
    """Return whether a loop is unrolled without trying to roll it."""
    if mode == "roll":
        return length == 0
    return mode == "unroll" or length <= UNROLLED_ITERATIONS or gives_lengths(length, where)


def _run_in_python(items, extra_test, body, state: State, where) -> None:
    """Run a loop in Python; where only the program knows if it has ended, each item is a branch."""
    trace = tracing.current
    length = items.length if type(items) is Iteration else None
    iterations = trace.budget.iterations(items, length)
    if extra_test is None:
        for item in iterations:
            body(item)
        return
    is_left = False
    for item in iterations:
        test = truth(extra_test())
        if type(test) is bool:
            if not test:
                break
            body(item)
        else:  # it may have been left: from here on each iteration is a branch
            is_left = True

            def one(item=item):
                body(item)

            _run_traced_if(trace, test, one, lambda: None, state, where)
    if is_left:
        leave(items)


def _roll_loop(trace: Trace, loop, extra_test, body, state: State, where) -> bool:
    """Make a loop one of the program's, lists that it changes included; False if written out."""

    def roll():
        return _roll_body(trace, loop, extra_test, body, state, where)

    depth = len(trace.loops)
    try:
        return collecting(depth, roll)
    except Unrollable as err:
        failed, changed = err, err.changed
    if failed.grown and loop.is_counted and extra_test is None:
        try:
            lists = failed.grown

            def append():
                return _roll_appending(trace, loop, body, state, where, lists)

            return collecting(depth, append)
        except Unrollable as err:
            failed = err
    if not changed or loop.is_counted and _can_be_written_out(trace, loop, body, state):
        raise failed
    return collecting(depth, roll, changed)


def _can_be_written_out(trace: Trace, loop, body, state: State) -> bool:
    """Return whether the first iterations of a short loop can be traced one after the other."""
    if loop.length > MOST_UNROLLED_ITERATIONS:
        return False
    before, counts = len(trace.counted), []

    def first():
        for n in range(min(loop.length, TRIED_ITERATIONS)):
            body(loop.item(n))
        counts.append(len(trace.counted))

    try:
        trace.tried(state, first)
    except (Exception, Unsupported, Raised, Collect, MoreRows):
        return False
    return counts == [before]


def _roll_appending(trace: Trace, loop, body, state: State, where, lists: list) -> bool:
    """Make a loop that appends to lists one of the program's; False if it was written out."""
    for _ in range(MOST_APPENDED_DTYPES):
        appended = Appended(lists, loop.length, lambda: body(loop.item(0)))
        try:
            rolled = _roll_body(trace, loop, None, body, state, where, appended=appended)
        except Regrown:
            continue
        except Unsupported as err:  # written out, its body may be traced all the same
            raise Unrollable(str(err), getattr(err, "in_first_iteration", False)) from None
        try:
            appended.end()
        except Exception as err:  # the loop is a step of the program already
            raise Unsupported(_first_line_of_error(err)) from err
        return rolled
    raise Unrollable("the types of what the loop appends do not settle")


def _roll_body(
    trace: Trace, loop, extra_test, body, state: State, where, period=1, appended=None
) -> bool:
    """Make a loop one of the program's; False if its iterations were written out instead."""
    programs = trace.programs
    key = where, body.__code__, period
    skipped = 0
    length = loop.length
    if period > 1:
        if not loop.is_counted or extra_test is not None:
            raise Unrollable("its names change places, and how often is not known")
        skipped = length % period
        length //= period

    if loop.window is not None and extra_test is None and appended is None:
        if _roll_in_window(trace, loop, body, state, key):
            return True

    def step(number):
        if type(length) is int:
            trace.limit(number, 0, length - 1, is_counter=extra_test is None)
        for i in range(period):
            n = number if period == 1 else _iteration_number(programs, number, period, i + skipped)
            item = loop.item(SymbolicScalar.of(programs.as_number(n)))
            if appended is None:
                body(item)
            else:
                with appended.iteration(number):
                    body(item)

    def goes_on():
        return _native_truth(extra_test())

    if extra_test is None:
        made = Body(trace, state, step)
        made.runs = type(length) is int and length > 0
        made.length = length if type(length) is int else None
        try:
            made.find(trace.guesses.get(key), trace.sides.get(key))
        except Permuted as err:
            if period > 1 or appended is not None:
                raise Unrollable("its names change places") from None
            return _roll_body(trace, loop, extra_test, body, state, where, err.period)
        trace.guesses[key], trace.sides[key] = made.rewritten, made.sides
        if appended is not None:
            trace.guesses[key] = appended.without_stacks(made.rewritten)
            appended.check(made)
        if period == 1 and _roll_drawing(trace, made, step, length):
            return True
        _note_draws(made)
        if skipped:
            for i in range(skipped):
                body(loop.item(i))
            made.before = state.get()
            _roll_after_first(trace, made, loop, body, state, period, skipped, length)
            return True
        return _run_counted_loop(trace, made, length, where)
    first = truth(extra_test())
    if first is False:
        return True

    made = Body(trace, state, step, goes_on)
    made.most = length if type(length) is int else None
    made.begins = first is True and (type(length) is not int or length > 0)
    try:
        made.find(trace.guesses.get(key), trace.sides.get(key))
    except Permuted:
        raise Unrollable("its names change places, and how often is not known") from None
    trace.guesses[key], trace.sides[key] = made.rewritten, made.sides
    _note_draws(made)
    _run_tested_loop(programs, made, first, length)
    return True


def _roll_in_window(trace: Trace, loop, body, state: State, key: tuple) -> bool:
    """Make a loop one of the program's over a part of a window; False where that is not possible.

    It is not where random numbers are drawn, whose iterations count from zero.
    """
    programs, window = trace.programs, loop.window
    if not hasattr(programs, "windowed_loop"):  # JAX's
        return False

    def step(number):
        trace.limit(number, 0, window.size - 1)
        body(window.item(SymbolicScalar.of(programs.as_number(number))))

    made = Body(trace, state, step)
    try:
        made.find(trace.guesses.get(key))
    except Permuted:
        return False
    if made.scope.draws or made.scope.draws_otherwise:
        return False
    trace.guesses[key] = made.rewritten
    made.end(programs.windowed_loop(window, loop.length, made.program, made.begin()))
    return True


def _note_draws(made: Body) -> None:
    """Keep that a loop draws random numbers one by one; Unsupported if it carries no arrays."""
    if made.scope.draws or made.scope.draws_otherwise:
        order = tracing.current.host_calls.order
        if all(base is order for base in made.bases) and not made.carries_arrays():
            err = Unsupported("numbers are drawn one by one, in a loop of numbers alone")
            err.is_final = True  # the function itself is quicker
            raise err
    note_draws_within(made.scope)


def _roll_drawing(trace: Trace, made: Body, step, length) -> bool:
    """Roll a loop if its random numbers can be drawn beforehand, and return whether it was.

    A call of Python's in each iteration would take as long as several eager operations.
    """
    draws, programs = made.scope.draws, trace.programs
    most = 0 if made.scope.draws_otherwise or not draws else iterations_at_once(draws, length)
    if not most:
        return False
    order = trace.host_calls.order

    def rolled(stacks: list, count, first) -> None:
        """Make some of the iterations, from ``first`` on."""

        def one(number):
            if type(count) is int:
                trace.limit(number, 0, count - 1)
            with trace.host_calls.iteration_of_draws(stacks, number):
                step(
                    programs.computed(operator.add, first, number) if first is not None else number
                )

        body = Body(trace, made.state, one)
        body.runs = type(length) is int and length > 0
        body.length = length if type(length) is int else None
        body.find([base for base in made.bases if base is not order])
        body.end(programs.counted_loop(count, body.program, body.begin()))

    if type(length) is int and length <= most:
        rolled(drawn_at_once(draws, length, length), length, None)
        return True

    def block(number):
        first = programs.computed(operator.mul, number, most)
        count = most
        if type(length) is not int:
            left = programs.computed(operator.sub, length, first)
            count = read(BUILTINS[min](SymbolicScalar.of(programs.as_number(left)), most))
        rolled(drawn_at_once(draws, most, count), count, first)

    body = Body(trace, made.state, block)
    body.find(made.bases)
    if type(length) is int:
        blocks, rest = divmod(length, most)
    else:
        above = programs.computed(operator.add, length, most - 1)
        blocks, rest = programs.computed(operator.floordiv, above, most), 0
    body.end(programs.counted_loop(blocks, body.program, body.begin()))
    if rest:
        rolled(drawn_at_once(draws, rest, rest), rest, length - rest)
    return True


def _roll_after_first(trace, made, loop, body, state, period, skipped, length) -> None:
    """Roll a loop whose first iterations have been run: the names are permuted now."""
    programs = trace.programs

    def step(number):
        trace.limit(number, 0, length - 1)
        for i in range(period):
            n = _iteration_number(programs, number, period, i + skipped)
            body(loop.item(SymbolicScalar.of(programs.as_number(n))))

    again = Body(trace, state, step)
    again.runs = length > 0
    again.length = length
    again.find(made.bases)
    again.end(programs.counted_loop(length, again.program, again.begin()))


def _run_counted_loop(trace: Trace, made: Body, length, where) -> bool:
    """Run a loop that ends by its counter alone; False if its iterations were written out."""
    programs = trace.programs
    if type(length) is int and _loop_mode(where) != "roll" and not checkpoints.are_set():
        tells = getattr(programs, "is_better_unrolled", None)  # JAX's, which has the figures
        if tells is not None:
            check_lengths(trace, made, length, where)
        if tells is not None and tells(length, made.program):
            made.end(programs.written_out(length, made.program, made.begin()))
            return False
    made.end(programs.counted_loop(length, made.program, made.begin()))
    if made.widened_at is not None:
        trace.checks.fail_if(programs.computed(operator.le, length, 0), DTYPES)
    return True


def _iteration_number(programs, number, period: int, offset: int):
    """Compute the iteration of Python's loop from the index of the program's."""
    return programs.computed(operator.add, programs.computed(operator.mul, number, period), offset)


def _has_next_iteration(programs, number, bound):
    """Return the native truth of whether there is an iteration after this one."""
    return programs.computed(operator.lt, programs.computed(operator.add, number, 1), bound)


def _run_tested_loop(programs, made: Body, first, length=None) -> None:
    """Run a loop that may be left before its end."""
    bound = None if length is None else programs.strong(length, "int64")

    def step(n, going, *carried):
        found = programs.called(made.program, [n, *carried])
        going, rest = found[0], found[1:]
        if bound is not None:
            going = programs.all_of([going, _has_next_iteration(programs, n, bound)])
        return [going, *rest]

    begin = made.begin()
    begins = made.trace.checks.beginning(programs.strong(first, "bool"))
    if bound is not None:
        begins = programs.all_of([begins, programs.computed(operator.gt, bound, 0)])
    program = programs.traced(step, [0, begins, *begin])
    made.end(programs.tested_loop(program, [begins, *begin])[1:])
    if made.widened_at is not None:
        made.trace.checks.fail_if(programs.computed(operator.eq, begins, False), DTYPES)


# while


def while_stmt(test, body, get_state, set_state, symbol_names, opts):
    """Run a ``while`` statement."""
    trace = tracing.current
    where = origin(sys._getframe(1))
    state = State(get_state, set_state, symbol_names, (body, test), opts["written"])
    mode = _loop_mode(where)
    iterations, reason, tried, at_once = 0, "", False, UNROLLED_ITERATIONS
    is_split = False  # whether the first iteration has been run apart
    for _ in trace.budget.iterations(itertools.count()):
        going = truth(test())
        if type(going) is bool and not going:
            if iterations:
                trace.note("unrolled", where, reason or f"{iterations} iterations")
            return
        known = type(going) is bool
        if known and (mode == "unroll" or iterations < at_once and mode != "roll" or tried):
            trace.unrolled += tried
            if trace.unrolled > MOST_UNROLLED_ITERATIONS:
                trace.where = where
                raise Unsupported(f"the loop cannot be rolled, and is long: {reason}")
            if _rolls_a_loop(trace, body):
                at_once = 0  # to compile a copy of that takes longer than its call gains
            iterations += 1
            continue
        tried = True
        try:
            with trace.checks.statement():
                _roll_while(trace, state, test, body, (where, body.__code__), going)
        except Unrollable as err:
            reason = str(err)
            if known and err.in_first_iteration and not is_split:
                is_split, tried = True, False
                body()
                continue
        except Permuted:
            reason = "its names change places"
        except Unsupported as err:  # with numbers that are known it may be traced all the same
            if err.is_final or not known:
                raise
            reason = str(err)
        except Raised:
            reason = "each of its iterations raises an error"
        except Exception as err:
            reason = _first_line_of_error(err)
        else:
            trace.note("rolled", where)
            return
        if not known:
            trace.where = where
            raise Unsupported(f"the loop cannot be rolled, and its length is not known: {reason}")


def _rolls_a_loop(trace: Trace, body: Callable) -> bool:
    """Run a loop's body; return whether a loop within it has become one of the program's."""
    before = trace.rolled
    body()
    return trace.rolled > before


def _test_loop(trace: Trace, test: Callable):
    """Return the truth of a loop's test, and keep what it says of ints."""
    value = test()
    trace.checks.of_test = trace.checks.facts_of(unwrapped(value))
    return _native_truth(value)


def _roll_while(trace: Trace, state: State, test, body, key: tuple, going) -> None:
    """Roll a ``while`` loop; ``going`` is the truth of its first test, native or a bool."""

    def roll():
        made = Body(trace, state, lambda number: body(), lambda: _test_loop(trace, test))
        made.begins = type(going) is bool
        made.find(trace.guesses.get(key), trace.sides.get(key))
        trace.guesses[key], trace.sides[key] = made.rewritten, made.sides
        _note_draws(made)
        _run_tested_loop(trace.programs, made, going)

    depth = len(trace.loops)
    try:
        collecting(depth, roll)
    except Unrollable as err:
        if not err.changed:
            raise
        collecting(depth, roll, err.changed)


# if


def if_stmt(cond, body, orelse, get_state, set_state, symbol_names, nouts):
    """Run an ``if`` statement."""
    test = truth(cond)
    if type(test) is bool:
        body() if test else orelse()
        return
    where = origin(sys._getframe(1))
    state = State(get_state, set_state, symbol_names, (body, orelse))
    _run_traced_if(tracing.current, test, body, orelse, state, where)


def _run_traced_if(trace: Trace, test, body, orelse, state: State, where) -> None:
    """Trace both sides of a branch; if one raises, count that as an error and run the other."""

    def both():
        with trace.checks.statement():
            return _trace_both_sides(trace, test, body, orelse, state, where)

    depth = len(trace.loops)
    try:
        goes_on = collecting(depth, both)
    except Unrollable as err:  # a loop about it keeps lists as rows, or is written out
        if not err.changed or trace.loops or trace.checks.depth or trace.is_trying:
            raise
        goes_on = collecting(depth, both, err.changed)
    if goes_on is not None:  # outside of what is counted by itself: it is no body any more
        goes_on()


def _count_raising_side(trace: Trace, test, sides: list, runs: tuple) -> Callable:
    """Count as an error where the raising side of a branch runs; return the other, or raise.

    What that leaves is of no use where the other would have raised: nothing of it is kept then.
    """
    if sides == [None, None]:
        if trace.checks.depth:
            raise Raised
        raise Unsupported("it raises an error on both sides of a branch")
    raises_if = test if sides[0] is None else trace.programs.computed(operator.invert, test)
    trace.checks.fail_if(raises_if, RAISES)
    return runs[1] if sides[0] is None else runs[0]


def _trace_both_sides(trace: Trace, test, body, orelse, state: State, where) -> Callable | None:
    """Trace both sides of a branch, and bind what they leave; return the side that runs by itself.

    That is the one that goes on where the other raises an error; None otherwise.
    """
    trace.where = where
    as_values: set[int] = set()
    while True:
        before = state.get()
        try:
            sides = [Branch.of(trace, state, run, as_values) for run in (body, orelse)]
        except Again:  # it changes what containers hold: that is bound as names are
            continue
        if None in sides:
            return _count_raising_side(trace, test, sides, (body, orelse))
        if len(sides[0].before) < len(sides[1].before):
            continue
        # what one side binds and the other writes to is, there, what it is behind the write
        bound = set(sides[0].specs) | set(sides[1].specs)
        stale = {k for k in bound for side in sides if side.writes_to(before[k], k)} - as_values
        if stale:
            as_values |= stale
            continue
        joined = _join_sides(trace.programs, sides, before, state.names, as_values)
        if joined is not None:
            break
    bases = {id(base): base for side in sides for base in side.bases}
    natives = _outputs_of_branch(trace.programs, test, sides, bases, joined)
    for base, native in zip(bases.values(), natives, strict=False):
        trace.update(base, native)
    specs = [spec for spec, _ in joined.values()]
    made = _build_as_weak(trace.programs, specs, natives[len(bases) :])
    _bind_joined(trace, state, sides, before, dict(zip(joined, made, strict=True)))
    return None


def _join_sides(programs, sides: list, before: tuple, names: tuple, as_values: set) -> dict | None:
    """Return {index of a name that a side binds: (joined spec, values before)}; or Unrollable.

    None where views of different arrays are joined: they are traced again as what they show, and
    added to ``as_values``.
    """
    joined, is_known = {}, True
    for k in sorted(set(sides[0].specs) | set(sides[1].specs)):
        spec, values = taken_apart(before[k], programs)
        pair = [side.specs.get(k, spec) for side in sides]
        try:
            both = pair[1] if isinstance(pair[0], Undefined) else pair[0].joined(pair[1], names[k])
            check_equal_dtypes(*pair, names[k])
            joined[k] = both, values
        except Unrollable as err:
            if not any(isinstance(each, ViewLeaf) for each in pair) or k in as_values:
                raise Unrollable(f"the two sides of the branch differ: {err}") from None
            as_values.add(k)
            is_known = False
    return joined if is_known else None


def _outputs_of_branch(programs, test, sides: list, bases: dict, joined: dict) -> list:
    """Return the native outputs of a branch: arrays that it writes to, then values of names."""
    datas = {key: base._data for key, base in bases.items()}
    old = list(datas.values())

    def outcome(side, arrays=None, called=None, otherwise=None):
        written, of_names = side.values(programs, *((old, arrays) if arrays else ()), called=called)
        own = {id(base): native for base, native in zip(side.bases, written, strict=True)}
        rest = otherwise or arrays or old
        natives = [own.get(key, at) for key, at in zip(datas, rest, strict=True)]
        for k, (spec, before) in joined.items():
            values = of_names.get(k, before)
            if len(values) != spec.count:
                values = spec.made(programs)
            natives += spec.fitted(programs, values)
        return natives

    if not bases and all(programs.is_cheap(side.program) for side in sides):
        return programs.chosen(test, outcome(sides[0]), outcome(sides[1]))
    if _is_cheaper_without_branch(programs, test, sides):
        return _run_both_sides(programs, test, sides, outcome, old)
    if all(side.bases for side in sides) and not programs.WRITES_IN_PLACE:
        return _run_chosen_side(programs, test, sides, outcome, old, joined)
    return programs.branched(test, lambda: outcome(sides[0]), lambda: outcome(sides[1]))


def _bind_joined(trace: Trace, state: State, sides: list, before: tuple, made: dict) -> None:
    """Bind the names of a branch to what it leaves; ``made`` has the values by name."""
    values = list(before)
    for k, value in made.items():
        values[k] = value
        sources = [
            base
            for side in sides
            for base in (side.sources[k] if k in side.specs else trace.sources_of(before[k]))
        ]
        if sources or any(k in side.shared for side in sides):
            freeze(trace, value, state.names[k], sources)
    alike = sides[0].leaders.items() & sides[1].leaders.items()
    masked = {k: j for k, j in alike if type(values[k]) is type(values[j]) is DynamicSlice}
    share_masks(values, masked)
    for k in made:
        either = [side.limits.get(k) or _limits_of_ints(trace, before[k]) for side in sides]
        found = ints_in(values[k])
        if [len(each) for each in either] == [len(found)] * 2:
            for native, one, other in zip(found, *either, strict=True):
                trace.checks.limit(native, min(one[0], other[0]), max(one[1], other[1]))
    state.set(tuple(values))


def _limits_of_ints(trace: Trace, value) -> list[tuple[int, int]]:
    return list(map(trace.checks.limits_of, ints_in(value)))


def _is_cheaper_without_branch(programs, test, sides) -> bool:
    """Return whether both sides cost less than a branch around their writes; False if unknown."""
    tells = getattr(programs, "writes_elements", None)  # JAX's, which has the figures
    return tells is not None and tells(test, [(side.program, side.datas) for side in sides])


def _run_both_sides(programs, test, sides, outcome, datas: list) -> list:
    """Run both sides, their writes under conditions, and return the chosen outputs.

    They are computed one behind the other: the second writes to arrays that the first has left.
    """
    count = len(datas)

    def where(condition, side, arrays):
        pairs = list(zip(datas, arrays, strict=True))
        return functools.partial(programs.called_where, condition, side.datas, pairs)

    first = outcome(sides[0], None, where(test, sides[0], datas))
    otherwise = programs.computed(operator.invert, test)
    second = outcome(sides[1], None, where(otherwise, sides[1], first[:count]), first[:count])
    return [*second[:count], *programs.chosen(test, first[count:], second[count:])]


def _run_chosen_side(programs, test, sides, outcome, datas: list, joined: dict) -> list:
    """Run the side that is chosen, where both write to arrays, and return its outputs.

    XLA copies an array that both sides of a branch write to, whole and each time, but none that
    one side hands on as it is: so the second side has a branch of its own, behind the first.
    Whether that runs comes out of the first: a condition would be computed again, of elements that
    have been written by then.
    """
    unset = [native for spec, _ in joined.values() for native in spec.made(programs)]
    done, left = programs.strong(False), programs.strong(True)
    *first, is_left = programs.branched(
        test, lambda: [*outcome(sides[0]), done], lambda: [*datas, *unset, left]
    )
    arrays = first[: len(datas)]
    return programs.branched(is_left, lambda: outcome(sides[1], arrays), lambda: first)


def _build_as_weak(programs, specs, natives: list) -> list:
    """Build the values of specs; Python's numbers promote weakly again behind a choice."""
    result, at = [], 0
    for spec in specs:
        result += spec.fitted(programs, natives[at : at + spec.count])
        at += spec.count
    return built(specs, result)


def if_exp(cond, if_true, if_false, expr_repr):
    """Compute ``a if c else b``."""
    test = truth(cond)
    if type(test) is bool:
        return if_true() if test else if_false()
    trace = tracing.current
    held = [Undefined(None)]

    def bind(value):
        held[0] = value

    state = State(
        lambda: (held[0],),
        lambda values: bind(values[0]),
        ("the expression",),
        (if_true, if_false),
    )
    frame = caller = sys._getframe(1)
    while frame is not None and not is_converted(frame.f_code.co_filename):
        frame = frame.f_back  # `and`, `or`, `min` and others call it
    where = origin(frame or caller)
    _run_traced_if(trace, test, lambda: bind(if_true()), lambda: bind(if_false()), state, where)
    return held[0]


# truth


def _native_truth(value):
    """Return a value's truth: NumPy's bool if it is known now, a tracer if not."""
    found = truth(value)
    return np.bool_(found) if type(found) is bool else found


def and_(a, b):
    """Compute ``a and b``.

    ``b`` is computed anyway if only the program knows ``a``, unless that could be noticed.
    """
    first = a()
    test = truth(first)
    if type(test) is bool:
        return b() if test else first
    if tracing.current.programs.WRITES_IN_PLACE or _has_effects(b):  # its branches are Python's
        return if_exp(test, b, lambda: first, "")
    second = _evaluate_if(b, test)
    both = _select_value(test, second, first)
    tracing.current.checks.both(unwrapped(both), unwrapped(first), unwrapped(second))
    return both


def or_(a, b):
    first = a()
    test = truth(first)
    if type(test) is bool:
        return first if test else b()
    if tracing.current.programs.WRITES_IN_PLACE or _has_effects(b):
        return if_exp(test, lambda: first, b, "")
    programs = tracing.current.programs
    return _select_value(test, first, _evaluate_if(b, programs.computed(operator.invert, test)))


def _evaluate_if(expression, condition):
    """Evaluate an expression; its errors count only where a condition holds."""
    checks = tracing.current.checks
    with checks.apart() as found:
        value = expression()
    checks.add_if(condition, found)
    return value


def _has_effects(expression) -> bool:
    """Return whether an expression changes arrays or lists of outside, or draws random numbers."""
    if not _has_calls(expression.__code__):
        return False
    trace, programs = tracing.current, tracing.current.programs
    unrolled = trace.unrolled
    watched = trace.watched(bound_by(expression))

    def tried(token):
        with trace.scope(programs.trace_of(token)) as scope, trace.checks.apart():
            expression()
            found.append(scope.written or scope.draws or scope.draws_otherwise)
            return []

    found: list = []
    try:
        programs.traced(tried, [0])
        return bool(found[0] or watched.changed() or watched.changed_slots())
    finally:
        watched.restore()
        trace.unrolled = unrolled


def _has_calls(code) -> bool:
    """Return whether a code object of converted code, or one within it, calls a function."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return "converted_call" in code.co_names or any(map(_has_calls, inner))


def _select_value(test, if_true, if_false):
    """Choose one of two computed values by a traced test; their structures must fit."""
    programs = tracing.current.programs
    specs = [taken_apart(each, programs) for each in (if_true, if_false)]
    joined = specs[0][0].joined(specs[1][0], "the expression")
    check_equal_dtypes(specs[0][0], specs[1][0], "the expression")
    values = [joined.fitted(programs, natives) for _, natives in specs]
    return _build_as_weak(programs, [joined], programs.chosen(test, *values))[0]


# built-in functions


def _as_symbolic_scalar(value, dtype: str):
    """Convert an array of one element to a SymbolicScalar; TypeError for more or none."""
    programs = tracing.current.programs
    native = unwrapped(value)
    check_real(value)
    if math.prod(native.shape) != 1:
        raise TypeError("only length-1 arrays can be converted to Python scalars")
    element = programs.reshaped(native, ())
    made = programs.as_number(programs.strong(element, dtype))
    if dtype == "int64":
        tracing.current.checks.of_int(made, element)
    return SymbolicScalar.of(made)


def int_(*args, **kwargs):
    if len(args) == 1 and not kwargs and is_traced(args[0]):
        return _as_symbolic_scalar(args[0], "int64")
    return int(*args, **kwargs)


def float_(*args):
    if len(args) == 1 and is_traced(args[0]):
        return _as_symbolic_scalar(args[0], "float64")
    return float(*args)


def abs_(x):
    return abs(x)


def len_(x):
    rows = rows_of(x)
    if rows is not None:
        return rows.length()
    check_readable(x)
    return x.shape[0] if isinstance(x, DynamicSlice) else len(x)


def range_(*args):
    if any(is_traced(each) for each in args):
        start, stop, step = (0, *args, 1) if len(args) == 1 else (*args, 1)[:3]
        return of_bounds(tracing.current.programs, start, stop, step)
    return range(*[as_int(tracing.current.programs, each) for each in args])


def enumerate_(items, start=0):
    tracing.current.keep_from_counting(items)
    inner = iteration_of(items)
    return Once(enumerate(items, start)) if inner is None else of_enumerated(inner, start)


def zip_(*items, strict=False):
    tracing.current.keep_from_counting(*items)
    inner = [iteration_of(each) for each in items]
    if not items or any(each is None for each in inner):
        return Once(zip(*items, strict=strict))
    if strict and len({each.length for each in inner}) > 1:
        return Once(zip(*items, strict=strict))
    return of_zipped(inner, tracing.current.programs)


def reversed_(items):
    tracing.current.keep_from_counting(items)
    return items[::-1] if type(items) is range else Once(reversed(items))


def next_(items, *default):
    kind = type(items)
    if kind is not Once and not is_users(getattr(kind, "__next__", None)):
        if tracing.current.checks.depth:  # traced once for all iterations, or for an untaken side
            raise Unrollable("next() in a loop or on a branch")
    return next(items, *default)


def _make_min_or_max(name: str, builtin: Callable):
    """Make ``min`` or ``max`` of traced items, by choices; ``builtin`` for others or keywords."""

    def extreme(*args, **kwargs):
        items = args if len(args) > 1 else list(args[0]) if args else []
        if kwargs or not any(map(is_traced, items)):
            return builtin(*args, **kwargs)
        found = items[0]
        for each in items[1:]:
            better = each < found if name == "min" else each > found
            found = if_exp(better, lambda each=each: each, lambda found=found: found, name)
        if type(found) is SymbolicScalar and found.python_type is int:
            _limit_extreme(found, items, builtin)
        return found

    return extreme


def _limit_extreme(found, items: list, builtin: Callable) -> None:
    """Keep between which ints the least or the largest of some lies."""
    checks, ends = tracing.current.checks, []
    for each in items:
        if type(each) is int:
            ends.append((each, each))
        elif type(each) is SymbolicScalar and each.python_type is int:
            ends.append(checks.limits_if_known(read(each)))
        else:
            return
    if None in ends:
        return
    checks.limit(read(found), *map(builtin, zip(*ends, strict=True)))


def sum_(items, /, start=0):
    total = start
    for each in items:
        total = total + each
    return total


def any_(items):
    return _any_or_all(items, or_, True)


def all_(items):
    return _any_or_all(items, and_, False)


def _any_or_all(items, join: Callable, end: bool):
    """Join truths up to one that is ``end``; refuse a generator that changes lists behind it.

    Where it stops only the program knows, so what is behind that must change nothing.
    """
    found, watched = not end, None
    for each in items:
        if watched is not None and (watched.changed() or watched.changed_slots()):
            raise Unsupported("any() or all() stops before a generator changes something, or not")
        found = join(lambda found=found: found, lambda each=each: bool_(each))
        if found is end:
            break
        if watched is None and type(found) is not bool and type(items) is types.GeneratorType:
            watched = tracing.current.watched(items.gi_frame.f_locals.values())
    return found


def round_(x, *digits):
    return round(x, *digits)


def print_(*values, sep=" ", end="\n", file=None, flush=False):
    """Print when the program comes to this statement, in order."""
    programs = tracing.current.programs
    positions = [i for i, each in enumerate(values) if is_traced(each)]
    natives = [read(v) if isinstance(v, Holder) else v for v in (values[i] for i in positions)]
    scalars = [i for i, native in zip(positions, natives, strict=True) if not native.shape]
    weak = {i for i in positions if type(values[i]) is SymbolicScalar}
    # what can change is shown as it is now: the line comes out when the program has ended
    values = [
        v if i in positions or v is None or type(v) in (str, bool, int, float) else str(v)
        for i, v in enumerate(values)
    ]

    def tell(*hosts):
        shown = list(values)
        for i, host in zip(positions, hosts, strict=True):
            shown[i] = host[()].item() if i in weak else host[()] if i in scalars else host
        told(functools.partial(print, *shown, sep=sep, end=end, file=file, flush=flush))

    told = tracing.current.host_calls.told
    told.is_used = True
    programs.tell(tell, natives)


_MATH = {
    "sqrt": "sqrt", "exp": "exp", "log": "log", "log2": "log2", "log10": "log10", "sin": "sin",
    "cos": "cos", "tan": "tan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asin": "asin",
    "acos": "acos", "atan": "atan", "atan2": "atan2", "hypot": "hypot", "floor": "floor",
    "ceil": "ceil", "fabs": "abs", "log1p": "log1p", "expm1": "expm1", "pow": "pow", "exp2": "exp2",
    "isnan": "isnan", "isinf": "isinf", "isfinite": "isfinite", "trunc": "trunc", "erf": "erf",
    "erfc": "erfc", "asinh": "asinh", "acosh": "acosh", "atanh": "atanh", "degrees": "rad2deg",
    "radians": "deg2rad", "copysign": "copysign", "fmod": "fmod", "cbrt": "cbrt",
    "lgamma": "lgamma",
}  # fmt: skip
_WHOLE = frozenset({"floor", "ceil", "trunc"})


def math_function(function, args):
    """Compute a function of ``math`` of numbers, one of which is traced."""
    name = _MATH.get(function.__name__)
    if name is None:
        raise Unsupported(f"math.{function.__name__} of a value that only the program knows")
    namespace = sys.modules["ivy_core"]
    floats = [Array(read(float_(x))) if is_traced(x) else float(x) for x in args]
    result = getattr(namespace, name)(*floats)
    if name not in _WHOLE and not name.startswith("is"):
        natives = [unwrapped(x) for x in floats]
        tracing.current.checks.of_function(read(result), natives)
    if name in _WHOLE:
        return _as_symbolic_scalar(result, "int64")
    return bool_(result) if name.startswith("is") else _as_symbolic_scalar(result, "float64")


def type_(*args):
    """Return the class of a value: that of the number or the array that something stands for."""
    if len(args) != 1:
        return type(*args)
    (x,) = args
    kind = type(x)
    if kind is SymbolicScalar:
        return x.python_type
    if kind is DynamicSlice:
        return type(x.source)
    return x.__class__ if kind in scalar_classes else kind


def class_of(x):
    """Return ``x.__class__``."""
    return x.python_type if type(x) is SymbolicScalar else x.__class__


def isinstance_(x, kinds):
    if type(x) is SymbolicScalar:
        return issubclass(x.python_type, kinds)
    return isinstance(x.source if type(x) is DynamicSlice else x, kinds)


def hasattr_(x, name):
    return hasattr(x.python_type if type(x) is SymbolicScalar else x, name)


BUILTINS = {
    type: type_, isinstance: isinstance_, hasattr: hasattr_,
    abs: abs_, len: len_, range: range_, enumerate: enumerate_, zip: zip_, int: int_,
    float: float_, bool: bool_, sum: sum_, any: any_,
    min: _make_min_or_max("min", min), max: _make_min_or_max("max", max),
    all: all_, print: print_, reversed: reversed_, round: round_, next: next_,
    iter: once(iter), map: once(map), filter: once(filter),
}  # fmt: skip
MATH = frozenset(filter(callable, vars(math).values()))


# subscripts

_IN_PLACE = {
    "Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul, "Div": operator.itruediv,
    "FloorDiv": operator.ifloordiv, "Mod": operator.imod, "Pow": operator.ipow,
    "MatMult": operator.imatmul, "BitAnd": operator.iand, "BitOr": operator.ior,
    "BitXor": operator.ixor, "LShift": operator.ilshift, "RShift": operator.irshift,
}  # fmt: skip

_PLAIN = {
    name: getattr(operator, f.__name__.lstrip("i") if f.__name__ != "iadd" else "add")
    for name, f in _IN_PLACE.items()
    if f.__name__ not in ("iand", "ior")
}
_PLAIN |= {"BitAnd": operator.and_, "BitOr": operator.or_}


def get_slice(x, index):
    """Return ``x[index]`` with slices whose bounds are constants."""
    check_readable(x)
    return x[index]


def get_item(x, index):
    """Return ``x[index]``, a part of ``x`` where only the program knows how long that is."""
    rows = rows_of(x)
    if rows is not None and (type(index) is int or type(index) is SymbolicScalar):
        return rows.element(index)
    check_readable(x)
    if isinstance(x, Holder) and type(x) is not SymbolicScalar and has_unknown_length(x, index):
        return taken_from(x, index)
    if type(x) is Iteration:
        raise Unsupported("an index into a range of unknown length")
    if isinstance(x, Holder) and type(x) is not SymbolicScalar:
        check_read(x, index)
    return x[index]


def set_item(x, index, value):
    if type(x) is list and (rows := rows_of(x)) is not None:
        if type(index) is int or type(index) is SymbolicScalar:
            rows.put(index, value)
            return
    if isinstance(x, Holder) and has_unknown_length(x, index):
        if isinstance(value, DynamicSlice) or not _is_one_array(index):
            write_at(x, index, value)
            return
    if isinstance(value, DynamicSlice):
        raise Unsupported("an array of unknown length is written to one of known length")
    put(x, index, value)


def _is_one_array(index) -> bool:
    return isinstance(index, Holder)


def augment_item(x, index, value, name):
    before = get_item(x, index)
    if isinstance(before, DynamicSlice):
        write_in_place(x, index, _PLAIN[name](before, value))
        return
    put(x, index, _IN_PLACE[name](before, value), before)


# errors


def raised(make: Callable):
    """Return the error of a ``raise`` statement.

    Raises
    ------
    Raised
        If the statement stands in a branch or a loop of the program: what it says may need values
        that only the program knows.
    """
    if tracing.current.checks.depth:
        raise Raised
    return make()


STATEMENTS = {
    "raised": raised, "Context": Context,
    "for_stmt": for_stmt, "while_stmt": while_stmt, "if_stmt": if_stmt, "if_exp": if_exp,
    "and_": and_, "or_": or_, "not_": not_, "eq": eq, "not_eq": not_eq, "in_": in_,
    "truth_of_list": truth_of_list,
    "get_item": get_item, "get_element": get_element, "get_slice": get_slice, "set_item": set_item,
    "augment_item": augment_item, "slice_": slice, "in_iterations": in_iterations,
    "class_of": class_of, "readable": readable,
}  # fmt: skip
