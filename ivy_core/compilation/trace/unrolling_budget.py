"""Budget of time to trace and compile unrolled iterations."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator

from ..policy import COMPILING_AND_TRACING_BY_TRACING, SETTLED_BUDGET_SHARE, SETTLED_ITERATIONS
from . import trace as tracing
from .trace import Unsupported

_clock = time.thread_time  # other threads and processes do not count


class OverBudget(Unsupported):
    """Iterations that are written out take longer to compile than is allowed."""

    is_final = True


class CompileBudget:
    """The cost of iterations that are written out: loops, comprehensions, walks through lists.

    Rolled loops cost no more for many iterations than for few, and are not counted; nor is the
    first iteration of a loop that is written out, which costs as much as a rolled loop.

    Parameters
    ----------
    seconds : float
        How long all of them may take to trace and to compile, of this thread's own time.
    programs : module
        The backend's functions for programs. Where ``estimated`` is among them, which tells what a
        compilation will take, that is asked once all is traced; else it is taken for as long as
        tracing.
    iterations : float, optional
        How many of one loop may be written out.

    Attributes
    ----------
    spent : float
        What tracing them has taken.
    """

    def __init__(self, seconds: float, programs, iterations: float = math.inf):
        self.seconds, self.spent, self._most = seconds, 0.0, iterations
        self._estimated = getattr(programs, "estimated", None)
        self._begin = _clock()

    def iterations(self, items: Iterable, length: int | None = None) -> Iterator:
        """Go through some items whose iterations are traced one by one.

        Parameters
        ----------
        items : iterable
        length : int, optional
            How many there are, if that is known.

        Raises
        ------
        OverBudget
            As soon as it is clear that the iterations will take too long.
        """
        first = self.spent
        for done, item in enumerate(items, 1):
            if done > self._most:
                raise OverBudget(f"a loop of more than {self._most} iterations is written out")
            before, begin = self.spent, _clock()
            yield item
            if done > 1:  # loops within this one have counted their part of the time
                self.spent = max(self.spent, before + _clock() - begin)
            self._check_tracing_time(self.spent - first, done, length)

    def _check_tracing_time(self, taken: float, done: int, length: int | None) -> None:
        """Raise OverBudget if all iterations take too long, judged by the ``done`` ones."""
        expected = self.spent
        if (
            length is not None
            and done >= SETTLED_ITERATIONS
            and taken > SETTLED_BUDGET_SHARE * self.seconds
        ):
            expected += taken / done * (length - done)
        if self._estimated is None:
            expected *= COMPILING_AND_TRACING_BY_TRACING
        if expected > self.seconds:
            of_all = "" if length is None else f"of {length} "
            raise OverBudget(
                f"to write out its loops takes longer than {self._limit_text()}; {done} {of_all}"
                f"iterations took {taken:.2g} s to trace"
            )

    def check_compilation(self, program) -> None:
        """Raise if the framework would take too long for a program that has been traced."""
        if self._estimated is None or self.spent < SETTLED_BUDGET_SHARE * self.seconds:
            return
        part = min(self.spent / (_clock() - self._begin), 1.0)  # of the program, probably
        compiling = self._estimated(program).compile_time * part
        if self.spent + compiling > self.seconds:
            raise OverBudget(
                "to compile its loops, which are written out, takes longer than "
                f"{self._limit_text()}: {self.spent:.2g} s to trace and probably {compiling:.2g} s "
                "to compile"
            )

    def _limit_text(self) -> str:
        return f"compile_budget={self.seconds:g} s"


def in_iterations(iterable):
    """Wrap a comprehension's iterable, which counts the cost of its iterations."""
    if not tracing.is_tracing():
        return iterable
    length = len(iterable) if isinstance(iterable, (list, tuple, range)) else None
    tracing.current.keep_from_counting(iterable)
    return tracing.current.budget.iterations(iterable, length)
