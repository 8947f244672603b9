"""Watched functions: which are compiled, how that is compared, what is left as it is."""

from __future__ import annotations

import io
import itertools
import sys
import threading
import time
import types

import numpy as real
import pytest

import frontends.numpy as np
import frontends.torch as torch
import ivy_core as ivy
from ivy_core.compilation.auto import (
    past_runs,
    stopwatch,
    verification,
    watching,
    whole_step,
)

COMPILES = {"jax", "tensorflow", "torch"}
CALLS = 6


def _twice(x):
    return x * 2


@pytest.fixture
def at_once(backend, monkeypatch):
    """Compile after the second call, whatever it costs and however little it gains."""
    ivy.set_backend(backend)
    ivy.compile(_twice)(np.zeros(2))  # the first trace of a process imports much of PyTorch
    monkeypatch.setattr(watching.Budget, "expected", lambda self, function: 0.0)
    monkeypatch.setattr(watching.Budget, "to_lose", lambda self, to_come: float("inf"))
    monkeypatch.setattr(watching.Budget, "pays", lambda self, saving, cost, to_come: True)
    monkeypatch.setattr(watching, "the_budget", watching.Budget)
    monkeypatch.setattr(watching.Budget, "wait", lambda self, cost: 0.0)
    monkeypatch.setattr(watching, "MOST_COMPILED_BY_EAGER", float("inf"))
    monkeypatch.setattr(watching, "MOST_STEP_BY_EAGER", float("inf"))
    monkeypatch.setattr(watching, "LOOP_PART_SECONDS", 0.0)
    yield backend
    ivy.unset_backend()


def set_clock(monkeypatch, clock):
    """Have wall time go by a clock of the test's, and more processor time than that."""
    monkeypatch.setattr(watching, "_clock", clock)
    monkeypatch.setattr(stopwatch, "wall_clock", clock)
    busy = itertools.count()
    monkeypatch.setattr(stopwatch, "processor_clock", lambda: 1e9 * next(busy))


def watched(function, **options):
    function = ivy.compile_automatically(function, **options)
    return function, function.__ivy_watched__


def expect(record, status, reason, backend):
    if backend in COMPILES:
        assert (record.status, reason in " ".join(record.reasons)) == (status, True), record.reasons
    else:
        assert record.status == "ran eagerly"


def noisy(x, rng):
    for _ in range(12):
        x += rng.standard_normal(3)
    x += np.random.rand(3)
    return rng.integers(100)


def test_numbers_are_drawn_once_a_call(at_once):
    """The function and its program are compared on the same numbers; the next call has others."""
    np.random.seed(5)
    state, rng = real.random.RandomState(5), np.random.default_rng(3)
    reference = real.random.default_rng(3)
    function, record = watched(noisy)
    x, wanted = np.zeros(3), real.zeros(3)
    for _ in range(CALLS):
        other = function(x, rng)
        wanted += reference.standard_normal((12, 3)).sum(axis=0) + state.random_sample(3)
        assert other == reference.integers(100)
    real.testing.assert_allclose(real.asarray(x), wanted)
    assert (np.random.rand(), rng.random()) == (state.random_sample(), reference.random())
    expect(record, "compiled", "rolled", at_once)


total, heights = 0, None


def smooth(u, work, rate):
    global heights
    heights = work[:3]
    for _ in range(12):
        work[1:-1] = u[2:] + u[:-2]
        u += rate * work
    return u[1:-1], {"sum": u.sum(), "u": u}


def test_compiled_with_every_effect(at_once):
    results = []
    for np_, function in ((real, smooth), (np, watched(smooth)[0])):
        u, work = np_.arange(9.0), np_.zeros(9)
        for _ in range(CALLS):
            view, found = function(u, work, 0.01)
            assert found["u"] is u
            view[0] = 1.0  # the view is the argument's
        results.append((u, work, view, found["sum"], heights))
    for got, want in zip(results[1], results[0], strict=True):
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-12)
    record = function.__ivy_watched__
    assert record.calls == CALLS
    expect(record, "compiled", "test_automatic.py:", at_once)
    if at_once in COMPILES:
        assert record.compiled > 0 and record.eager > 0 and record.compile_time > 0


def test_function_is_called_once_a_call(at_once):
    """The comparison calls the function no more often than its user does."""
    executed = []

    def scale(x):
        x *= 2.0
        return x

    def profile(frame, event, arg):
        if event == "call" and frame.f_code is scale.__code__:
            executed.append(None)

    function, record = watched(scale)
    x = np.ones(4)
    sys.setprofile(profile)
    try:
        for _ in range(CALLS):
            function(x)
    finally:
        sys.setprofile(None)
    assert x.tolist() == [2.0**CALLS] * 4
    assert len(executed) == record.calls - record.compiled_calls
    assert (record.compiled_calls > 0) == (at_once in COMPILES)


def prints(x):
    print("once")
    x += 1


def writes_a_file(x, file):
    file.write("once")
    x += 1


def seeds(x):
    np.random.seed(5)
    x += np.random.standard_normal(3)


def times(x):
    x += time.perf_counter() > 0


def reads(x):
    x += len(input())


class Counter:
    count = 0
    seen: list = []


def counts_in_a_class(x):
    Counter.count += 1
    x += 1


def uses_up(x, numbers):
    for _ in range(2):
        x += next(numbers)


def remembers(x, known={}):  # noqa: B006  a default that changes is what is tested
    known["called"] = True
    x += len(known)


def imports(x):
    import math

    x += math.pi


@pytest.mark.parametrize(
    ("function", "more", "reason"),
    [
        (prints, (), "print() may do more"),
        (writes_a_file, (io.StringIO(),), "write() may do more"),
        (seeds, (), "seed() may do more"),
        (times, (), "perf_counter() may do more"),
        (reads, (), "input() may do more"),
        (counts_in_a_class, (), "sets an attribute of Counter"),
        (uses_up, (iter(range(99)),), "which is used up"),
        (remembers, (), "a default of remembers can be changed"),
        (imports, (), "imports imports"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_effects_are_not_done_twice(at_once, monkeypatch, capsys, function, more, reason):
    monkeypatch.setattr(sys, "stdin", io.StringIO("ab\n" * CALLS))
    Counter.count = 0
    function, record = watched(function)
    x = np.zeros(3)
    for _ in range(CALLS):
        function(x, *more)
    expect(record, "ran eagerly", reason, at_once)
    assert record.calls == CALLS
    assert capsys.readouterr().out == "once\n" * (CALLS if reason.startswith("print") else 0)
    if reason.startswith("write"):
        assert more[0].getvalue() == "once" * CALLS
        more[0].truncate(0), more[0].seek(0)
    if reason.startswith("sets"):
        assert Counter.count == CALLS


class Plate:
    def __init__(self, n):
        self.u, self.steps, self.log = np.zeros(n), 0, []

    def step(self, source):
        self.steps += 1
        self.u[1:] += 0.5 * self.u[:-1]
        self.u += source
        self.log.append(self.u.max())


def test_objects_lists_and_attributes(at_once):
    Plate.step, record = watched(Plate.step)
    plate = Plate(5)
    for _ in range(3):
        plate.step(1.0)
    assert plate.steps == len(plate.log) == 3
    real.testing.assert_allclose(plate.log, [1.0, 2.5, 4.75])
    assert record.calls == 3


def test_a_program_that_does_something_else_is_given_up(at_once, monkeypatch):
    monkeypatch.setattr(verification, "different", lambda *args: "argument 1 differs in 1 element")

    def bump(x):
        x += 1
        return x

    function, record = watched(bump)
    x = np.zeros(3)
    for _ in range(CALLS):
        assert function(x) is x
    assert x.tolist() == [CALLS] * 3
    expect(record, "reverted", "argument 1 differs in 1 element", at_once)


def test_a_program_that_fails_loses_nothing(at_once, monkeypatch):
    """What the program has changed half is put back, and the function's own result given."""
    from ivy_core.compilation.call.program import BoundProgram

    def fails(self, given):
        for base in given.bases:
            base[:] = -1.0
        given.containers[0].clear()
        raise RuntimeError("out of memory")

    def bump(x, log):
        x += 1
        log.append(x.sum())
        return x

    monkeypatch.setattr(BoundProgram, "__call__", fails)
    function, record = watched(bump)
    x, log = np.zeros(3), []
    for i in range(CALLS):
        log = [0.0]
        assert function(x, log) is x
        assert x.tolist() == [i + 1] * 3 and log == [0.0, 3.0 * (i + 1)]
    expect(record, "reverted", "the program fails: RuntimeError: out of memory", at_once)


def add_rows(x, rows):
    x += rows[3] + rows.sum(0)
    return rows, rows.copy()


def test_what_is_not_changed_is_not_copied(at_once, monkeypatch):
    from ivy_core.backends.loading import load_backend, programs_of

    programs = programs_of(load_backend(at_once))
    if programs is None:
        pytest.skip("numpy: computes at once, and compiles nothing")
    shapes, copied = [], programs.copied
    monkeypatch.setattr(programs, "copied", lambda x: shapes.append(tuple(x.shape)) or copied(x))
    function, record = watched(add_rows)
    x, rows = np.zeros(3), np.ones((4, 3))
    for _ in range(CALLS):
        found, copy = function(x, rows)
        assert found is rows and copy is not rows and copy.tolist() == rows.tolist()
    assert x.tolist() == [5.0 * CALLS] * 3 and record.status == "compiled"
    # PyTorch's programs write to their inputs: which, only a comparison tells
    assert (3,) in shapes and ((4, 3) in shapes) == (at_once == "torch")


def test_slower_than_eagerly_is_given_up(at_once, monkeypatch):
    monkeypatch.setattr(watching, "MOST_COMPILED_BY_EAGER", 0.0)

    def bump(x):
        x += 1

    function, record = watched(bump)
    x = np.zeros(3)
    for _ in range(CALLS):
        function(x)
    assert x.tolist() == [CALLS] * 3
    expect(record, "reverted", "no faster", at_once)


def test_an_error_of_the_function_is_its_own(at_once):
    def fails(x):
        x += 1
        return x[7]

    function, _ = watched(fails)
    x = np.zeros(3)
    for _ in range(CALLS):
        with pytest.raises(IndexError):
            function(x)
    assert x.tolist() == [CALLS] * 3


def test_other_arguments_each_time(at_once):
    def power(x, k):
        return x ** len(k)

    function, record = watched(power)
    x = np.array([1.0, 2.0])
    for k in range(60):
        assert function(x, "k" * k)[1] == 2.0**k
    expect(record, "ran eagerly", "of another kind at each call", at_once)


def test_another_int_each_time(at_once):
    def power(x, k):
        return x**k

    function, record = watched(power)
    x = np.array([1.0, 2.0])
    for k in range(30):
        assert function(x, k)[1] == 2.0**k
    if at_once == "jax":
        assert record.status == "compiled"


# loops


def loop(rounds):
    global i, last, total
    for i in rounds:
        last = u[i % 5]
        u[1:] += 0.1 * u[:-1]
        total += i
        if last > 3.0:
            return True
    return False


u = None


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("rounds", [range(0), range(3), range(300), range(80, -1, -2)], ids=str)
def test_loops_in_parts(at_once, rounds, check):
    results = []
    for np_, function in ((real, loop), (np, watched(loop, in_parts=True, check=check)[0])):
        scope = globals()
        scope.update(u=np_.ones(5), total=0)
        scope.pop("i", None), scope.pop("last", None)
        left = function(rounds)
        results.append((left, scope.get("i"), scope.get("last"), total, u))
    (left, *names), wanted = results[1], results[0]
    assert left == wanted[0] and type(names[0]) is type(wanted[1])
    for got, want in zip(names, wanted[1:], strict=True):
        real.testing.assert_allclose(real.asarray(got, float), real.asarray(want, float))
    if len(rounds) > 50 and at_once in COMPILES:
        record = function.__ivy_watched__
        assert record.status == "compiled", record.reasons


def rows_loop(rounds):
    global row, total
    for row in rounds:
        u[1:] += row[1:] * 0.5 + u[:-1] * 0.1
        total += row[0]
        if total > 4000.0:
            return True
    return False


def numbered_loop(rounds):
    global i, row, total
    for i, row in rounds:
        u[i % 5] += row[0]
        total += i
    return False


def written_ahead_loop(rounds):
    global i, row
    for i, row in rounds:
        u[i % 5] += row[0]
        A[i // 2 + 150, 0] += u[0]  # what is gone through later
    return False


def pairs_loop(rounds):
    global row, last, total
    for row, last in rounds:
        u[:] = u * 0.9 + row * last
        total += last
    return False


GROWING = [1.0, 2.0]


def growing_loop(rounds):
    global last, total
    for last in rounds:
        total += last
        if len(GROWING) < 6:
            GROWING.append(last)
    return False


A = B = row = None


@pytest.mark.parametrize(
    ("function", "what", "reason"),
    [
        (rows_loop, lambda: (A,), ""),
        (rows_loop, lambda: (A[::-2],), ""),
        (numbered_loop, lambda: (enumerate, A), ""),
        (numbered_loop, lambda: (enumerate, A[:300], 4), ""),
        (written_ahead_loop, lambda: (enumerate, A), None),
        (written_ahead_loop, lambda: (enumerate, A[:300], 4), None),
        (pairs_loop, lambda: (zip, A, B), ""),
        (pairs_loop, lambda: (zip, A[3:], range(900, 0, -2)), ""),
        (pairs_loop, lambda: (zip, A, B[:0]), ""),
        (pairs_loop, lambda: (zip, A, B.tolist()), "it goes through a list"),
        (growing_loop, lambda: (GROWING,), "it goes through a list"),
        (growing_loop, lambda: (iter(GROWING),), "it goes through a list_iterator"),
    ],
)
@pytest.mark.parametrize("check", [True, False])
def test_loops_through_arrays_in_parts(at_once, function, what, reason, check):
    results, scope = [], globals()
    compiled = watched(function, in_parts=True, check=check)[0]
    for np_, called in ((real, None), (np, compiled)):
        scope.update(u=np_.ones(5), total=0, i=None, row=None, last=None, GROWING=[1.0, 2.0])
        scope.update(A=np_.arange(2000.0).reshape(400, 5) / 999, B=np_.arange(400.0) / 7)
        first, *operands = what()
        if called is None:
            left = function(first(*operands) if operands else first)
        else:
            left = called(first, *operands)
        results.append((left, i, row, last, total, u, A, GROWING))
    for got, want in zip(results[1], results[0], strict=True):
        if want is None or type(want) is bool:
            assert got is want
        else:
            real.testing.assert_allclose(real.asarray(got), real.asarray(want), rtol=1e-12)
            assert getattr(got, "dtype", None) == getattr(want, "dtype", None)
    record = compiled.__ivy_watched__
    if reason:
        assert reason in " ".join(record.reasons) and record.status == "ran eagerly"
    elif reason == "" and at_once in COMPILES and results[0][4]:
        assert record.status == "compiled", record.reasons


def test_a_loop_that_cannot_be_begun(at_once):
    globals().update(u=np.ones(5), total=0)
    compiled = watched(pairs_loop, in_parts=True)[0]
    with pytest.raises(TypeError, match="iterable"):
        compiled(zip, 3, 4)
    with pytest.raises(ValueError, match="shorter"):
        compiled(zip, np.ones((2, 5)), np.ones(1), strict=True)


def relax(rounds):
    """Stand for ``while error > 1e-6:``, as it is outlined."""
    global error, old, count
    for _round in rounds:
        if not error > 1e-6: return True  # fmt: skip  # noqa: E701
        if count % 3 == 2:
            count += 2
            continue
        old = u.copy()
        u[1:-1] = 0.5 * (old[2:] + old[:-2])
        error = np_.abs(u - old).max()
        count += 1
    return False


error = old = count = np_ = None


@pytest.mark.parametrize("check", [True, False])
def test_loops_until_something_holds(at_once, monkeypatch, check):
    monkeypatch.setattr(watching, "INTERRUPTIBLE_SECONDS", 1e-3)  # so that there are several parts
    results = []
    for module, function in ((real, relax), (np, watched(relax, in_parts=True, check=check)[0])):
        start = module.linspace(0.0, 1.0, 12) ** 2
        globals().update(np_=module, u=start, error=1.0, count=0)
        left = function(range(2**63 - 1))
        results.append((left, error, count, u, old))
    (left, *names), wanted = results[1], results[0]
    assert left is wanted[0] is True and count > 300
    for got, want in zip(names, wanted[1:], strict=True):
        real.testing.assert_allclose(real.asarray(got, float), real.asarray(want, float))
    record = function.__ivy_watched__
    expect(record, "compiled", "", at_once)
    if at_once in COMPILES:
        assert record.calls == 1 and record.compile_time > 0


def test_what_lies_ahead_of_a_loop_until_something_holds(at_once, monkeypatch):
    """Nobody knows it: as much is counted on as has passed."""
    seconds, asked = itertools.count(), []
    set_clock(monkeypatch, lambda: float(next(seconds)))
    monkeypatch.setattr(
        watching.Budget, "allows", lambda self, cost, to_come=0.0: asked.append(to_come)
    )
    monkeypatch.setattr(watching.Budget, "expected", lambda self, function: 10.0)
    function, record = watched(relax, in_parts=True)
    globals().update(np_=np, u=np.linspace(0.0, 1.0, 12) ** 2, error=1.0, count=0)
    assert function(range(2**63 - 1)) and count > 300
    parts = record.eager_seconds  # a round and a second each
    assert asked == [float(n) for n in range(21, int(parts))]  # not after the last


def test_what_lies_ahead_of_a_loop_that_may_be_left(at_once, monkeypatch):
    """All of its rounds may be, or none: not more is counted on than has passed."""
    seconds, asked = itertools.count(), []
    set_clock(monkeypatch, lambda: float(next(seconds)))
    monkeypatch.setattr(
        watching.Budget, "allows", lambda self, cost, to_come=0.0: asked.append(to_come)
    )
    function, record = watched(loop, in_parts=True)
    globals().update(u=np.ones(5), total=0)
    assert function(range(10**9)) is True
    parts = record.eager_seconds
    assert asked == [float(n) for n in range(2, int(parts))] and parts > 3


# what a trace shows, before anything is compiled


@pytest.fixture
def later(at_once, monkeypatch):
    """Compile what has been traced once ``allowed`` holds something; count the traces."""
    if at_once != "jax":
        pytest.skip(f"{at_once}: a trace does not show what a program will cost")
    from ivy_core.compilation.auto.program_cache import Kinds

    allowed, traces, make = [], [], Kinds.program

    def program(self, *args):
        traces.append(self.__name__)
        return make(self, *args)

    monkeypatch.setattr(Kinds, "program", program)
    monkeypatch.setattr(watching.Budget, "pays", lambda *given: bool(allowed))
    seconds = itertools.count()
    set_clock(monkeypatch, lambda: float(next(seconds)))
    return allowed, traces


def test_a_function_waits_for_its_program_to_pay(later):
    allowed, traces = later
    function, record = watched(_twice)
    x = np.arange(3.0)
    for _ in range(CALLS):
        assert function(x).tolist() == [0.0, 2.0, 4.0]
    assert traces == ["_twice"] and record.status == "ran eagerly"
    assert record.eager_calls == CALLS and record.compile_time > 0
    allowed.append(True)
    for _ in range(20):  # it is looked at again when it has run a quarter longer
        assert function(x).tolist() == [0.0, 2.0, 4.0]
    assert traces == ["_twice"] and record.status == "compiled"


def test_a_loop_waits_for_its_program_to_pay(later, monkeypatch):
    allowed, traces = later
    function, record = watched(loop, in_parts=True)
    for _ in range(2):
        globals().update(u=np.zeros(5), total=0)
        assert function(range(300)) is False and total == 44850 and i == 299
    assert traces == ["loop"] and record.status == "ran eagerly"
    allowed.append(True)
    for _ in range(3):  # the program is there for each time that it is gone through
        globals().update(u=np.zeros(5), total=0)
        assert function(range(300)) is False and total == 44850 and i == 299
    assert traces == ["loop"] and record.status == "compiled"


def test_what_gains_nothing_is_not_compiled(later, monkeypatch):
    """The product of large matrices takes as long in a program."""
    allowed, traces = later
    monkeypatch.setattr(watching, "MOST_COMPILED_BY_EAGER", 0.9)

    def product(x):
        return x @ x

    function, record = watched(product)
    x = np.ones((300, 300))
    for _ in range(CALLS):
        assert function(x)[0, 0] == 300.0
    assert record.reasons == ["compiled it would be no faster"]
    assert traces == ["product"] and record.status == "ran eagerly"


# what is watched


def test_module_is_watched_and_its_functions_stay_what_they_were(backend):
    module = types.ModuleType("watched_module")
    text = (
        "def f(x): return x\n"
        "def numbers():\n    yield 1\n"
        "def factorial(n): return n * factorial(n - 1) if n else 1\n"
        "class A:\n"
        "    def method(self): return self\n"
        "    @staticmethod\n    def static(x): return x\n"
        "    @classmethod\n    def made(cls): return cls\n"
        "    def __len__(self): return 3\n"
    )
    exec(text, vars(module))
    ivy.compile_automatically(module)
    names = {"f": module.f, "method": module.A.method, "static": module.A.static}
    for name, function in names.items():
        assert function.__name__ == name and hasattr(function, "__ivy_watched__")
    for function in (module.numbers, module.factorial, module.A.__len__):
        assert not hasattr(function, "__ivy_watched__")
    a = module.A()
    assert a.method() is a and a.static(4) == module.f(4) == 4 and a.made() is module.A
    ivy.compile_automatically(module)  # twice is once
    assert not hasattr(module.f.__wrapped__, "__wrapped__")


def test_short_functions_are_soon_left_alone(backend):
    function, record = watched(lambda x: x)
    for _ in range(watching.MOST_COUNTED_CALLS + 5):
        function(1)
    assert record.calls == watching.MOST_COUNTED_CALLS
    assert "its calls are short" in record.reasons[0]


# what late calls and earlier runs tell


def seconds_of(monkeypatch, times: dict):
    """Have a clock go on by so many seconds for each call, of a kind that ``times`` names."""
    now = [0.0]
    set_clock(monkeypatch, lambda: now[0])

    def spend(kind):
        now[0] += times[kind]

    return spend


def test_what_the_first_calls_wait_for_is_no_time_of_later_ones(backend, monkeypatch):
    spend = seconds_of(monkeypatch, {"first": 2.0, "later": 0.01})
    watcher = watching._Watched(spend, True, None)
    for kind in ["first"] * 2 + ["later"] * 20:
        watcher.timed(kind)
    assert watcher.record.eager_seconds > 4.0
    assert watcher._seconds_ahead() == pytest.approx(22 * 0.01)


def test_a_call_that_others_keep_waiting_takes_its_processor_time(backend, monkeypatch):
    wall, busy = itertools.count(0.0, 5.0), itertools.count(0.0, 0.5)
    monkeypatch.setattr(watching, "_clock", lambda: next(wall))
    monkeypatch.setattr(stopwatch, "wall_clock", lambda: next(wall))
    monkeypatch.setattr(stopwatch, "processor_clock", lambda: next(busy))
    monkeypatch.setattr(watching._Watched, "_review_time_spent", lambda self: None)
    watcher = watching._Watched(_twice, True, None)
    for _ in range(9):
        watcher.timed(1)
    assert list(watcher.record.recent) == [5.0] + [0.5] * 8  # the first may be too short to ask


def test_a_kind_of_calls_that_is_rare_is_no_reason_to_compile(backend, monkeypatch):
    spend = seconds_of(monkeypatch, {"usual": 0.5})
    watcher = watching._Watched(spend, True, None)
    for _ in range(10):
        watcher.timed("usual")
    watcher.kinds, watcher.considered_calls = {"rare": 2}, 98
    assert watcher._seconds_ahead("rare") == pytest.approx(0.02 * watcher._seconds_ahead())


@pytest.mark.parametrize(("served", "share"), [(100, 1.0), (50, 10 / 60)])
def test_a_kind_that_comes_in_a_row_is_what_lies_ahead(backend, served, share):
    """As after a schedule has changed the learning rate; where kinds change often it is not."""
    watcher = watching._Watched(_twice, True, None)
    watcher.programs, watcher.considered_calls = {"before": None}, served
    for _ in range(10):
        watcher._is_due(types.SimpleNamespace(key="behind"))
    assert watcher._share_of("behind") == pytest.approx(share)
    watcher._is_due(types.SimpleNamespace(key="another"))
    assert watcher._share_of("behind") < 0.2


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_what_gives_a_graph_of_gradients_is_not_traced(at_once):
    model = torch.nn.Linear(2, 1)
    call, record = watched(lambda x: (model(x) ** 2,))
    x = torch.ones(3, 2)
    for _ in range(20):
        call(x)[0].sum().backward()
    assert record.traces == 0 and record.status == "ran eagerly"
    assert record.reasons[-1].endswith("that has not been run backwards comes out of it")


def test_calls_that_run_eagerly_for_good_count_among_all(backend):
    watcher = watching._Watched(_twice, True, None)
    watcher.compiled = types.SimpleNamespace(
        UNLIKE=None, call_kept=lambda *given: None, has_programs=lambda *given: True,
        inputs=lambda args, kwargs: types.SimpleNamespace(key=args[0]),
    )  # fmt: skip
    watcher.eager_kinds, watcher.kinds = {1}, {1: 1, 2: 9}
    watcher.calls_of_last_kind, watcher.last_kind = 9, 2
    for _ in range(90):
        watcher.considered(1)
    assert watcher._share_of(2) == pytest.approx(0.09, rel=0.1)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(("calls", "is_tried"), [(150, False), (400, True)])
def test_a_step_is_tried_where_its_loop_is_long_enough(backend, monkeypatch, calls, is_tried):
    """The first calls tell what a program costs, 100 times as much; later ones take half of it,
    and before them programs of its parts 80 times as much."""
    ivy.set_backend(backend)
    begun = []
    monkeypatch.setattr(watching, "the_budget", watching.Budget)
    monkeypatch.setattr(watching._Watched, "_begin_to_consider", lambda self: begun.append(self))
    monkeypatch.setattr(watching.loops_ahead, "calls_ahead", lambda record: calls - record.calls)
    spend = seconds_of(
        monkeypatch, {"first": 0.05, "early": 0.005, "busy": 0.006, "settled": 0.002}
    )
    watcher = watching._Watched(spend, True, None)
    watcher.ahead, watcher.record.is_step = watching.TRAINING_AHEAD_BY_GONE, True
    for kind in ["first"] + ["early"] * 9 + ["busy"] * 26 + ["settled"] * 60:
        watcher.timed(kind)
    ivy.unset_backend()
    assert bool(begun) == is_tried


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize(
    ("early", "told", "later", "is_put_off"),
    [
        (None, None, True, True),
        (None, None, False, False),
        (None, 300, True, True),
        (None, 20, True, False),
        (150, 150, True, False),
    ],
)
def test_parts_of_a_step_that_may_soon_be_a_program_become_none(
    backend, monkeypatch, early, told, later, is_put_off
):
    """As in the first of an outer loop's iterations, or where that tells of nearly enough calls."""
    ivy.set_backend(backend)
    monkeypatch.setattr(watching, "the_budget", watching.Budget)
    monkeypatch.setattr(watching._Watched, "_begin_to_consider", lambda self: None)
    monkeypatch.setattr(
        watching.loops_ahead, "calls_ahead", lambda record: early if record.calls < 6 else told
    )
    monkeypatch.setattr(watching.loops_ahead, "tell_later", lambda: later)
    spend, coming = seconds_of(monkeypatch, {"call": 0.005}), []

    def step(kind):
        spend(kind)
        coming.append(whole_step.is_coming())

    watcher = watching._WatchedStep(step, True, None)
    watcher.ahead, watcher.record.is_step = watching.TRAINING_AHEAD_BY_GONE, True
    for _ in range(13):
        watcher.timed("call")
    watcher.record.eager_calls = watching.MOST_CALLS_PUT_OFF
    watcher._review_time_spent()
    watcher.timed("call")
    ivy.unset_backend()
    assert coming[-2:] == [is_put_off, False]


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_step_without_a_program_is_soon_called_as_it_is(backend, monkeypatch):
    """To tell the kind of its arguments again in each call costs something, and gains nothing."""
    ivy.set_backend(backend)
    watcher = watching._Watched(_twice, True, None)
    watcher.record.is_step, watcher.record.reasons = True, ["it prints"]
    watcher._begin_to_consider()
    watcher.eager_kinds.add(watcher.compiled.inputs((1,), {}).key)
    for _ in range(watching.LEAST_REFUSED_CALLS + 1):
        assert watcher.call(1) == _twice(1)
    ivy.unset_backend()
    assert watcher.call == watcher.counted
    assert watcher.record.has_failed and watcher.record.reasons == ["it prints"]


def test_a_step_of_training_that_is_slower_compiled_is_given_up(backend, monkeypatch):
    monkeypatch.setattr(watching, "the_budget", watching.Budget)
    spend = seconds_of(monkeypatch, {"eager": 1.0, "quick": 0.5, "slow": 2.0})
    for kind, status in (("quick", "compiled"), ("slow", "reverted")):
        watcher = watching._Watched(spend, True, None)
        for _ in range(9):
            watcher.timed("eager")
        watcher.record.status = "compiled"
        watcher.compiled = types.SimpleNamespace(
            call_and_keep=lambda program, given, *more: program(given), forget_calls=lambda: None
        )
        for _ in range(20):
            watcher._call_program(spend, kind, (), {})
        assert watcher.record.status == status and watcher.record.measured[0] == 1.0


@pytest.fixture
def kept(monkeypatch, tmp_path):
    past_runs.folder.cache_clear()
    monkeypatch.setenv("IVY_AUTO_CACHE", str(tmp_path / "auto"))
    monkeypatch.setattr(past_runs._Kept, "is_on", True)
    yield past_runs
    past_runs.folder.cache_clear()


def test_a_later_run_knows_what_lies_ahead_and_what_paid(kept, backend, monkeypatch):
    spend = seconds_of(monkeypatch, {"first": 3.0, "eager": 1.0})

    def watched_once_more():
        watcher = watching._Watched(spend, True, None)
        watcher.record.read_past()
        return watcher

    watcher = watched_once_more()
    assert watcher.record.past is None and not watcher._is_known_to_pay()
    for _ in range(100):
        watcher.timed("eager")
    kept._write({watcher.record.key: watcher.record.as_run(True)})
    watcher = watched_once_more()
    watcher.timed("first")
    assert watcher._calls_ahead() == 99 and watcher._seconds_ahead() == 99.0
    assert not watcher._is_known_to_pay()  # it was not compiled
    for saved, pays in ((0.9, True), (0.01, False)):
        run = past_runs.PastRun(100, 1.0, 1.0 - saved, 1.0, 1.0, False)
        kept._write({watcher.record.key: run})
        watcher = watched_once_more()
        watcher.timed("first")
        assert watcher._is_known_to_pay() is pays
        assert watcher._is_known_not_to_pay() is not pays
        tried_nothing = run._replace(calls=1, has_loops=False)
        assert watcher.record.as_run(True) == tried_nothing


def test_loops_of_functions_whose_calls_were_short_are_not_looked_for(kept, backend, monkeypatch):
    spend = seconds_of(monkeypatch, {"short": 0.01, "long": 2.0})
    looked = []
    monkeypatch.setattr(watching, "with_watched_loops", lambda *given: looked.append(1) or spend)

    def ran(kind, calls):
        watcher = watching._Watched(spend, True, None)
        watcher.record.read_past()
        before = len(looked)
        watcher.call = watcher.first
        for _ in range(calls):
            watcher.call(kind)
        kept._write({watcher.record.key: watcher.record.as_run(True)})
        return len(looked) > before

    assert ran("short", 20) and not ran("short", 20)
    assert not ran("short", 3) and ran("short", 20)  # few calls tell little
    assert not ran("long", 20) and ran("long", 20)  # it was given more meanwhile
    assert ran("long", 20)


def test_a_run_that_cannot_be_read_is_none(kept, tmp_path):
    key = past_runs.key_of([_twice.__code__])
    for content in (b"", b"[1]", b'{"calls": 3}', b"\xff"):
        (past_runs.folder() / key).write_bytes(content)
        assert past_runs.find(key) is None


# what changes from call to call


class Clock:
    def __init__(self):
        self.x, self.time, self.ticks, self.seen = np.zeros(4), 0.0, 0, []

    def tick(self, step):
        self.x[self.ticks % 4] += self.time
        self.time += step
        self.ticks += 1


def clock_loop(rounds):
    for _ in rounds:
        clock.tick(0.25)
    return False


clock = None


@pytest.mark.parametrize("is_loop", [False, True])
def test_numbers_in_objects_are_no_other_kind(at_once, monkeypatch, is_loop):
    from ivy_core.compilation.auto.program_cache import Kinds

    made, make = [], Kinds.program
    monkeypatch.setattr(Kinds, "program", lambda self, *a: made.append(1) or make(self, *a))
    monkeypatch.setitem(globals(), "clock", Clock())
    if is_loop:
        function, record = watched(clock_loop, in_parts=True)
        for _ in range(3):
            function(range(40))
    else:
        tick, record = watched(Clock.tick)
        for _ in range(120):
            tick(clock, 0.25)
    assert (clock.ticks, clock.time) == (120, 30.0)
    assert type(clock.ticks) is int and type(clock.time) is float
    sums = [sum(0.25 * k for k in range(at, 120, 4)) for at in range(4)]
    assert clock.x.tolist() == sums
    expect(record, "compiled", "", at_once)
    assert len(made) == (at_once in COMPILES)


def windows_loop(rounds):
    global i
    for i in rounds:
        u[i] = (A[i : i + 3] * B).sum() + u[i - 1]
    return False


@pytest.mark.parametrize("rounds", [range(1, 90), range(88, 0, -3), range(2, 85, 4)], ids=str)
def test_slices_of_known_length_in_each_part(at_once, rounds):
    """A part's rounds lie between those of the whole loop: slices stay within the arrays."""
    results, scope = [], globals()
    for np_, function in ((real, None), (np, watched(windows_loop, in_parts=True)[0])):
        scope.update(A=np_.arange(92.0) ** 0.5, B=np_.array([1.0, -2.0, 0.5]), u=np_.ones(90))
        (function or windows_loop)(rounds)
        results.append(u)
    real.testing.assert_allclose(real.asarray(results[1]), results[0], rtol=1e-12)
    expect(function.__ivy_watched__, "compiled", "", at_once)


def appending_loop(rounds):
    for k in rounds:
        parts = []
        parts.append(u[k % 5])
        GROWING.append(parts[0])
    return False


def test_a_loop_that_appends_to_a_list_is_not_traced(at_once, monkeypatch):
    """How long the list is only the program would know."""
    from ivy_core.compilation.auto.program_cache import Kinds

    monkeypatch.setattr(Kinds, "program", lambda *args: pytest.fail("it was traced"))
    function, record = watched(appending_loop, in_parts=True)
    globals().update(u=np.arange(5.0), GROWING=[])
    function(range(40))
    assert real.asarray(GROWING).tolist() == [0.0, 1.0, 2.0, 3.0, 4.0] * 8
    expect(record, "ran eagerly", "it appends to a list, 'GROWING'", at_once)


def test_a_list_of_each_round_may_grow(at_once):
    function, record = watched(windows_with_a_list, in_parts=True)
    globals().update(u=np.arange(5.0), total=0.0)
    function(range(60))
    assert total == 12 * 10.0
    expect(record, "compiled", "", at_once)


def windows_with_a_list(rounds):
    global total
    for k in rounds:
        parts = []
        parts.append(u[k % 5])
        total += parts[0]
    return False


def last_of_both_loop(rounds):
    global old, last
    for _ in rounds:
        last = u * 0.5 + A
        old = last
    return False


def left_between_loop(rounds):
    global old, last
    for _ in rounds:
        last = old * 0.5 + A
        if last[0] - old[0] < error:
            return True
        old = last
    return False


def left_behind_loop(rounds):
    global old, last, total
    for _ in rounds:
        last = old * 0.5 + A
        total = last[0] - old[0]
        old = last
        if total < error:
            return True
    return False


@pytest.mark.parametrize("bound", [1e-9, -1.0])
@pytest.mark.parametrize("function", [last_of_both_loop, left_between_loop, left_behind_loop])
def test_names_of_one_array(at_once, function, bound):
    """``old = last``: what is written to one of them afterwards is the other's too."""
    results, scope = [], globals()
    for np_, called in ((real, function), (np, watched(function, in_parts=True)[0])):
        scope.update(A=np_.ones(3), u=np_.ones(3), old=np_.zeros(3), last=None, error=bound)
        left = called(range(50))
        old[1] = 9.0
        results.append((left, last is old, last, old))
    assert results[1][:2] == results[0][:2]
    for got, want in zip(results[1][2:], results[0][2:], strict=True):
        real.testing.assert_allclose(real.asarray(got), want, rtol=1e-12)
    expect(called.__ivy_watched__, "compiled", "", at_once)


@pytest.mark.parametrize(("target", "error"), [("no_such", ivy.IvyValueError), (3, TypeError)])
def test_bad_targets(target, error):
    with pytest.raises(error, match="compile_automatically"):
        ivy.compile_automatically(target)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ([1.0, 2.0], [1.0, 2.0 + 1e-13], ""),
        ([1.0, 2.0], [1.0, 2.001], "differs in 1 of 2 elements"),
        ([1.0, real.nan], [1.0, real.nan], ""),
        ([1.0, real.inf], [1.0, real.nan], "nan or infinite"),
        ([1, 2], [1, 3], "differs in 1 of 2 elements"),
        ([1, 2], [1.0, 2.0], "dtype float64, not int64"),
        ([1, 2], [1, 2, 3], "shape (3,), not (2,)"),
    ],
)
def test_what_counts_as_different(first, second, message):
    found = verification.different(*[(real.ndarray, real.array(x)) for x in (first, second)], "x")
    assert message in found and bool(message) == bool(found)


def test_the_first_compilation_is_not_what_a_later_process_waits_for(kept, backend):
    """Not in a second run either, which compiles what the first one has but estimated."""
    found = []
    for past in (None, past_runs.PastRun(9, 1.0, 0.1, 0.2, 3.0, False)):
        record = watching._Watched(_twice, True, None).record
        record.past, record.programs, record.program_seconds = past, 1, 2.0
        found.append(record.as_run(True))
        record.past = found[-1]
        found.append(record.as_run(True))
    assert [each.compile < 1.0 for each in found] == [True, False] * 2
    assert all(each.is_on_disk for each in found)


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
@pytest.mark.parametrize("is_short", [False, True])
def test_a_step_of_training_goes_on_while_a_thread_compiles_it(
    backend, at_once, monkeypatch, is_short
):
    from ivy_core.compilation.auto.program_cache import Kinds

    weight = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([weight], 0.1)

    def step(x):
        optimizer.zero_grad()
        loss = (weight * x).sum().square()
        loss.backward()
        optimizer.step()
        return loss

    begin, started, losses = Kinds.begin_compiling, [], []

    def begin_compiling(*given):
        started.append(begin(*given))
        is_done, asked = started[0].is_done, iter(range(4))
        started[0].is_done = lambda: next(asked, 4) > 3 and is_done()
        return started[0]

    monkeypatch.setattr(Kinds, "begin_compiling", begin_compiling)
    monkeypatch.setattr(watching, "MOST_SECONDS_WAITED", 1e9 if is_short else -1.0)
    function, record = watched(step, trains=True)
    for at in range(60):
        losses.append(float(function(torch.tensor([1.0, 2.0, 0.5]) / (1 + at))))
        if len(started) and at > 12:
            started[0].finish()
    values = np.ones(3)
    for at, loss in enumerate(losses):
        x = np.array([1.0, 2.0, 0.5]) / (1 + at)
        assert loss == pytest.approx(float((values * x).sum()) ** 2, rel=1e-4)
        values = values - 0.1 * 2 * (values * x).sum() * x
    assert len(started) == 1 and started[0].seconds > 0
    assert record.status == "compiled" and record.compiled_calls > 9
    assert record.other_calls == 0 if is_short else record.other_calls >= 5


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_a_step_is_compiled_quickly_and_then_thoroughly(backend, at_once, monkeypatch):
    weight = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([weight], 0.1)

    def step(x):
        optimizer.zero_grad()
        loss = (weight * x).sum().square()
        loss.backward()
        optimizer.step()
        return loss

    monkeypatch.setattr(watching, "SAVED_BY_THOROUGH", 1e9)  # it pays at once
    function, record = watched(step, trains=True)
    values = real.ones(3)
    for at in range(80):
        x = real.array([1.0, 2.0, 0.5]) / (1 + at % 7)
        loss = float(function(torch.tensor(x.tolist())))
        assert loss == pytest.approx(float((values * x).sum()) ** 2, rel=1e-3, abs=1e-6)
        values = values - 0.1 * 2 * (values * x).sum() * x
        for thread in threading.enumerate():
            if thread.name == "ivy compiler":
                thread.join()
    assert record.status == "compiled" and record.is_improved
    assert record.as_run(True).is_improved


@pytest.mark.parametrize("backend", ["jax"], indirect=True)
def test_calls_like_the_kept_one_are_counted(backend, at_once, monkeypatch):
    """By their number it is decided whether a call is kept anew once a model has changed."""
    from ivy_core.compilation.auto.program_cache import Kinds

    found, inputs = [], Kinds.inputs
    monkeypatch.setattr(
        Kinds, "inputs", lambda self, *given: found.append(self) or inputs(self, *given)
    )
    function, record = watched(lambda x, scale: (x * scale).sum())
    for at in range(40):
        assert float(function(np.full(4, float(at)), 2.0)) == 8.0 * at
    assert record.status == "compiled"
    assert found[0].cache_info().hits > 20
