"""Functions that are quicker than their programs: calls are timed, and the quicker is kept."""

from __future__ import annotations

import itertools

import numpy as real
import pytest

import frontends.numpy as ours
import frontends.torch as torch
import ivy_core as ivy
from ivy_core.backends.common.cost_model import CALLS_BETWEEN_LOOKS
from ivy_core.compilation.call import function as functions
from ivy_core.compilation.call.autotune import Shortcut, Trial
from ivy_core.compilation.call.function import CompiledFunction, CompileError
from ivy_core.compilation.policy import REFUSED_CALLS_IN_A_ROW

ENOUGH = 450  # calls, after which it is decided


@pytest.fixture
def chooses(backend):
    if backend not in ("torch", "tensorflow"):
        pytest.skip(f"{backend}: a program is quicker, or there is none")


@pytest.fixture
def clock(monkeypatch):
    """Have calls take as many seconds as the test says: eagerly, or by a program."""

    class Clock:
        now, eager, program, eager_calls, program_calls = 0.0, 1e-5, 3e-5, 0, 0

        def watch(self, compiled):
            """Return a compiled function whose calls take these times."""
            function = compiled.__wrapped__

            def timed(*args, **kwargs):
                self.now += self.eager
                self.eager_calls += 1
                return function(*args, **kwargs)

            compile_it = compiled._compile_or_run

            def compile_untimed(*args):
                compiled.__wrapped__ = function
                try:
                    return compile_it(*args)
                finally:
                    compiled.__wrapped__ = timed

            # what the clock holds is none of the function's own state
            captures = compiled._captures
            compiled._captures = lambda _, *arguments: captures(function, *arguments)
            compiled.__wrapped__, compiled._compile_or_run = timed, compile_untimed
            compiled(*self.arguments())
            return compiled

        def arguments(self):
            return ours.arange(3.0), 2.0

    made, run = Clock(), CompiledFunction._call_program

    def timed_run(self, *args):
        made.now += made.program
        made.program_calls += 1
        return run(self, *args)

    monkeypatch.setattr(functions, "_clock", lambda: made.now)
    monkeypatch.setattr(CompiledFunction, "_call_program", timed_run)
    return made


def scaled(x, factor, times=None):
    if times is not None:
        for _ in range(times):
            x = x * factor
    return x * factor + 1


def test_the_function_is_kept_where_it_is_quicker(chooses, clock):
    compiled = clock.watch(ivy.compile(scaled))
    x = ours.arange(3.0)
    for n in range(ENOUGH):
        real.testing.assert_array_equal(compiled(x, float(n)), real.arange(3.0) * n + 1)
    assert clock.eager_calls > 100 and clock.program_calls > 100  # both were tried
    (note,) = compiled.explain(x, 2.0).eager
    assert "quicker than its program (10 us a call, that 30 us)" in note.reason
    record = compiled.record()
    assert (record.status, record.reasons) == ("ran eagerly", [str(note)])
    assert record.calls == ENOUGH + 1 == sum(compiled.cache_info()[:2])
    before, clock.program = clock.program_calls, 1e-6  # it is decided once
    for _ in range(3 * CALLS_BETWEEN_LOOKS):
        compiled(x, 2.0)
    assert clock.program_calls == before
    assert compiled.record().reasons == [str(note)]


@pytest.mark.parametrize("program", [1e-6, 9.9e-6, 1.01e-5])
def test_the_program_is_kept_where_it_is_quicker_or_as_quick(chooses, clock, program):
    clock.program = program
    compiled = clock.watch(ivy.compile(scaled))
    for _ in range(ENOUGH):
        compiled(*clock.arguments())
    before = clock.eager_calls
    for _ in range(20):
        compiled(*clock.arguments())
    assert clock.eager_calls == before <= ENOUGH / 2
    assert compiled.record().status == "compiled" and not compiled.explain(*clock.arguments())


def test_a_program_that_gains_much_is_kept_at_once(chooses, clock):
    clock.eager, clock.program = 1.0, 0.5
    compiled = clock.watch(ivy.compile(scaled))
    for _ in range(20):
        compiled(*clock.arguments())
    assert clock.eager_calls == 3


def test_loops_and_fallback_raise_are_left_as_they_are(chooses, clock):
    strict = clock.watch(ivy.compile(scaled, fallback="raise"))
    loose = clock.watch(ivy.compile(scaled))
    for _ in range(100):
        strict(*clock.arguments())
        loose(*clock.arguments(), 50)
    assert clock.eager_calls == 0


def test_a_kind_with_a_loop_gets_its_program(chooses, clock):
    """Calls go by no program once the function is quicker; a long one is looked at."""
    compiled = clock.watch(ivy.compile(scaled))
    x = ours.arange(3.0)
    for _ in range(ENOUGH):
        compiled(x, 2.0)
    before, clock.eager = clock.program_calls, 1e-3
    compiled(x, 1.0, 50)
    clock.eager = 1e-5
    for _ in range(3):
        real.testing.assert_array_equal(compiled(x, 1.0, 50), real.arange(3.0) + 1)
    assert clock.program_calls == before + 3
    assert "rolled" in {note.what for note in compiled.explain(x, 1.0, 50)}


def test_a_kind_that_is_as_short_is_found_after_some_calls(chooses, clock):
    compiled = clock.watch(ivy.compile(scaled))
    x = ours.arange(3.0)
    for _ in range(ENOUGH):
        compiled(x, 2.0)
    before = clock.program_calls
    for _ in range(CALLS_BETWEEN_LOOKS + 1):
        compiled(x, 1.0, 50)
    assert clock.program_calls > before


def test_one_kind_runs_by_its_program_and_another_without(chooses, clock):
    compiled = clock.watch(ivy.compile(scaled))
    x = ours.arange(3.0)
    for _ in range(ENOUGH):
        compiled(x, 2.0)
        compiled(x, 1.0, 50)
    programs, eager = clock.program_calls, clock.eager_calls
    for _ in range(10):
        compiled(x, 2.0)
        compiled(x, 1.0, 50)
    assert (clock.program_calls, clock.eager_calls) == (programs + 10, eager + 10)
    assert compiled.record().status == "compiled"


def test_what_cannot_be_compiled_is_soon_called_as_it_is(backend, monkeypatch):
    if backend == "numpy":
        pytest.skip("numpy: functions are called as they are")

    ticks = itertools.count()
    monkeypatch.setattr(functions, "_clock", lambda: next(ticks) * 1e-5)  # all calls are short

    def listed(x):
        return sum(x.tolist())

    compiled = ivy.compile(listed, fallback="silent")
    for _ in range(100):
        assert compiled(ours.arange(4.0)) == 6.0
    assert compiled.record().calls == 100
    looked = []
    monkeypatch.setattr(compiled, "_flatten_call", lambda *args: looked.append(args))
    assert [compiled(ours.arange(4.0)) for _ in range(3)] == [6.0] * 3
    assert not looked
    with pytest.raises(CompileError):
        ivy.compile(listed, fallback="raise")(ours.arange(4.0))


def test_arguments_that_cannot_be_taken_are_seldom_looked_at(backend, monkeypatch):
    if backend == "numpy":
        pytest.skip("numpy: functions are called as they are")

    hooked, plain = torch.ones(3, requires_grad=True), torch.ones(3)
    hooked.register_hook(lambda grad: grad)
    double = ivy.compile(lambda x: x * 2, fallback="silent")
    flatten, looked = double._flatten_call, []
    monkeypatch.setattr(
        double, "_flatten_call", lambda *args, **how: looked.append(args) or flatten(*args, **how)
    )
    for _ in range(REFUSED_CALLS_IN_A_ROW + 20):
        assert double(hooked).tolist() == [2.0] * 3
    assert len(looked) == REFUSED_CALLS_IN_A_ROW
    for _ in range(CALLS_BETWEEN_LOOKS):
        assert double(plain).tolist() == [2.0] * 3
    assert double.cache_info().currsize == 1  # it has been compiled meanwhile


class Counter:
    def __init__(self, np):
        self.total, self.seen, self.best = np.zeros(3), [], None

    def take(self, x, y):
        x[1:] += y[0]  # which may be an element of x
        self.total += x
        self.best = x[::2]
        self.seen[:] = [self.total, x]
        x %= 7.0
        return x[0], self.total * 2, self.best


def test_effects_are_the_same_whichever_runs(chooses, monkeypatch):
    """The program and the function take turns: each goes on where the other has stopped."""
    ticks = itertools.count()
    monkeypatch.setattr(functions, "_clock", lambda: next(ticks) * 1e-5)  # all as quick
    theirs, mine = Counter(real), Counter(ours)
    compiled = ivy.compile(Counter.take)
    want_x, x = real.arange(3.0), ours.arange(3.0)
    total = mine.total
    for n in range(ENOUGH):
        aliased = n % 2
        want = theirs.take(want_x, want_x[2:] if aliased else real.full(1, 0.5))
        got = compiled(mine, x, x[2:] if aliased else ours.full(1, 0.5))
        for ours_, theirs_ in zip(got, want, strict=True):
            real.testing.assert_array_equal(ours_, theirs_)
        real.testing.assert_array_equal(x, want_x)
        real.testing.assert_array_equal(mine.best, theirs.best)
        assert mine.total is total and mine.seen[0] is total and mine.seen[1] is x
        got[2][0] = want[2][0] = float(n % 5)  # a view of x
    real.testing.assert_array_equal(total, theirs.total)


@pytest.mark.parametrize(
    ("eager", "program", "prefers"),
    [
        ([10, 11, 10, 12], [10, 10, 10, 10], False),
        ([10, 10, 10, 10], [11, 11, 11, 11], True),
        ([10, 10, 10, 10], [10.2, 10.2, 10.2, 10.2], False),  # no margin
        ([10, 10, 10, 10], [11, 18, 30, 11], True),  # the machine was busy meanwhile
        ([10, 20, 20, 20], [11, 11, 11, 11], False),  # quick but once
    ],
)
def test_noise_does_not_decide(eager, program, prefers):
    trial = Trial(object())
    for turn in range(4):
        while not trial.is_functions_turn and not trial.is_decided:
            trial.add(program[turn] * 1e-3)
        while trial.is_functions_turn and not trial.is_decided:
            trial.add_eager(eager[turn] * 1e-3, 0.0)
    assert trial.is_decided and trial.alone is trial.beside is prefers


def test_what_it_takes_to_find_a_program_counts_beside_others():
    trial = Trial(object())
    while not trial.is_decided:
        trial.add(1.5e-3)
        trial.add_eager(1.2e-3, 0.4e-3)
    assert trial.alone and not trial.beside
    assert Shortcut([trial]).limit == pytest.approx(2.4e-3)
