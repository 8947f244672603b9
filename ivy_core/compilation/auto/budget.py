"""Budget of compiling unasked: a share of a process's time, and what programs have saved."""

from __future__ import annotations

import functools
import types

from ivy_core.backend_handler import current_backend_str
from ivy_core.backends.common.cost_model import (
    FIRST_TRUST_SHARE,
    LEAST_SAVED_BY_COST,
    LOSS_SHARE,
    MOST_SECONDS_OF_START,
    SAFE_SHARE,
    STEP_COST_BY_ESTIMATE,
    TIMES_AS_LONG_ON,
    TRACING_SHARE,
    corrected,
    seconds_to_try,
)

from .records import codes_of, watched_records
from .stopwatch import processor_clock, wall_clock

_BEGUN = wall_clock() - min(processor_clock(), MOST_SECONDS_OF_START)


class Budget:
    """Budget of compile time, so that a run loses little if nothing is gained.

    A share of the time that has gone by, and what compiled functions have saved. Where the trace of
    a function shows what its program will cost and gain, nothing but the trace is at stake for
    certain; the rest is lost as often as such estimates are wrong.

    Attributes
    ----------
    trust : float
        How often they are right, from 0 to 1: less after each compilation that gained nothing.
    """

    def __init__(self):
        self.began = _BEGUN
        self.spent = self.saved = 0.0
        self.is_first = True
        backend = current_backend_str()
        self.is_shown = backend == "jax"
        self.factor = TIMES_AS_LONG_ON.get(backend, 1.0)
        self.compile_factor, self.step_factor = 1.0, STEP_COST_BY_ESTIMATE
        self.trust = FIRST_TRUST_SHARE

    def expected(self, function: types.FunctionType) -> float:
        """Estimate how long the compilation of a function will take."""
        codes = codes_of(function.__code__, len(watched_records))
        instructions = sum(len(each.co_code) for each in codes) / 2
        return self.factor * seconds_to_try(instructions, self.is_first, self.is_shown)

    def at_stake(self, expected: float) -> float:
        """Compute the average loss of a compilation that is expected to take some time."""
        if not self.is_shown:
            return expected
        return expected * (TRACING_SHARE + (1.0 - TRACING_SHARE) * (1.0 - self.trust))

    def pay(self, took: float, expected: float) -> None:
        """Count what a compilation has cost, and expect more, or less, of the next."""
        self.spent += took
        self.is_first = False
        self.factor = corrected(self.factor, took, expected)

    def learn(self, took: float, expected: float) -> None:
        """Expect more, or less, of the next program that is compiled after its trace."""
        self.compile_factor = corrected(self.compile_factor, took, expected)

    def learn_step(self, took: float, expected: float) -> None:
        """Expect more, or less, of the next step of training that a thread compiles."""
        self.spent += took
        self.step_factor = corrected(self.step_factor, took, expected)

    def judge(self, has_gained: bool) -> None:
        """Trust estimates more, or far less."""
        self.trust = 0.5 * (1.0 + self.trust) if has_gained else 0.4 * self.trust

    def allows(self, cost: float, to_come: float = 0.0) -> bool:
        """Return whether so much may be lost; ``to_come`` is what probably lies ahead."""
        return cost <= self.to_lose(to_come)

    def to_lose(self, to_come: float) -> float:
        """Compute the time that may be lost yet."""
        return LOSS_SHARE * (self.gone() + to_come) + self.saved - self.spent

    def pays(self, saving: float, cost: float, to_come: float) -> bool:
        """Return whether a program that has been traced is to be compiled."""
        is_worth_it = saving >= LEAST_SAVED_BY_COST * cost
        return is_worth_it and self.allows((1.0 - SAFE_SHARE * self.trust) * cost, to_come)

    def wait(self, cost: float) -> float:
        """Return after how many seconds a compilation may begin if nothing is saved meanwhile."""
        return (self.spent + cost - self.saved) / LOSS_SHARE - self.gone()

    def gone(self) -> float:
        """Return for how long the process has computed: no longer than this has been watched."""
        return min(processor_clock(), wall_clock() - self.began)


@functools.cache
def the_budget() -> Budget:
    """Return the process's budget, made when something is first looked at."""
    return Budget()


__all__ = ["Budget", "the_budget"]
