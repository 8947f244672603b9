"""Programs that a thread compiles while their caller goes on without them.

XLA compiles without Python's lock; what is traced and lowered before is the caller's own time. A
call waits for the thread. A process that ends waits, too.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable

import jax

from ivy_core.utils import collector

from .memory import settled_within


class Compilation:
    """The compilation of what has been lowered, by a thread.

    Parameters
    ----------
    *lowered
        What ``jax.jit(f).lower(...)`` gives; JAX keeps the executable with it, and a call finds it.

    Attributes
    ----------
    seconds : float
        How long it took, once it is done: wall time, or less where others had the processors.
    """

    def __init__(self, *lowered):
        self.seconds, self._error = 0.0, None
        is_main = threading.current_thread() is threading.main_thread()
        self._caller = threading.get_ident() if is_main else None  # another one may end before
        self._thread = threading.Thread(target=self._compile, args=lowered, name="ivy compiler")
        self._thread.start()

    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def finish(self) -> None:
        """Wait for the thread; raise what it has raised."""
        self._thread.join()
        if self._error is not None:
            error, self._error = self._error, None
            raise error

    def _compile(self, *lowered) -> None:
        begin, busy = time.perf_counter(), self._processor_time()
        try:
            for each in lowered:
                each.compile()
        except Exception as err:
            self._error = err  # raised by whoever waits
        self.seconds = min(time.perf_counter() - begin, self._processor_time() - busy)

    def _processor_time(self) -> float:
        """Return the process's processor time, less that of the thread that goes on meanwhile."""
        if self._caller is None or not hasattr(time, "pthread_getcpuclockid"):  # e.g. on a Mac
            return time.process_time()
        clock = time.pthread_getcpuclockid(self._caller)
        return time.process_time() - time.clock_gettime(clock)


class CompiledAhead:
    """A jitted function that a thread can compile before it is called.

    Parameters
    ----------
    function : callable
    donated : tuple of int
        Arguments whose memory it may use for its results.
    options_of : callable
        Gives XLA's options for a program, or None for the usual ones, of what is compiled ahead.
    handed_over : tuple of int
        Arguments, which are lists, that :meth:`take_over` empties; all arguments are lists then.
    in_sections : callable, optional
        Cuts a program into several that let go of these in between, or gives None; see
        :func:`..compiler.sections.in_sections`.
    """

    __slots__ = (
        "_compilation", "_donated", "_function", "_handed_over", "_in_sections", "_jitted",
        "_options_of", "_sections",
    )  # fmt: skip

    def __init__(
        self,
        function: Callable,
        donated: tuple,
        options_of: Callable,
        handed_over: tuple = (),
        in_sections: Callable | None = None,
    ):
        self._function, self._donated, self._options_of = function, donated, options_of
        self._handed_over, self._in_sections = handed_over, in_sections
        self._jitted, self._compilation = jax.jit(function, donate_argnums=donated), None
        self._sections = None

    def __call__(self, *args):
        self._finish()
        if self._sections is not None:
            given = [x for each in args for x in each]
            if self._sections.fit(given):
                return self._sections(given)
        return self._jitted(*args)

    def _finish(self) -> None:
        """Wait for the thread that compiles, if there is one."""
        if self._compilation is not None:
            compilation, self._compilation = self._compilation, None
            compilation.finish()

    def take_over(self, *args) -> Callable | None:
        """Empty the lists that are handed over, and return the call; None where it lets none go."""
        if self._sections is None:
            return None
        self._finish()
        given = settled_within([x for each in args for x in each])
        if not self._sections.fit(given):
            return None
        for at in self._handed_over:
            args[at].clear()
        return functools.partial(self._sections, given)

    def trace(self, *args):
        """Trace the function for such arguments."""
        with collector.seldom():
            return self._jitted.trace(*args)

    def prepare(self, *args) -> None:
        """Trace and lower the function for such arguments, and have a thread compile it."""
        with collector.seldom():
            program = self._jitted.trace(*args).jaxpr
            options = self._options_of(program)
            if self._handed_over:
                passes = [at in self._handed_over for at, each in enumerate(args) for _ in each]
                given = [x for each in args for x in each]
                self._sections = self._in_sections(program, given, passes, options)
            if self._sections is not None:
                lowered = self._sections.lower(given)
            else:
                if options is not None:  # JAX keeps the trace of a function, which is made once
                    self._jitted = jax.jit(
                        self._function, donate_argnums=self._donated, compiler_options=options
                    )
                lowered = [self._jitted.lower(*args)]
        self._compilation = Compilation(*lowered)


class InStages:
    """A function that XLA compiles quickly at first, and thoroughly once that pays.

    Parameters
    ----------
    quick, thorough : callable
        The function as ``jax.jit`` gives it, with different options of XLA's.
    """

    __slots__ = ("_call", "_compilation", "_kinds", "_quick", "_thorough")

    def __init__(self, quick, thorough):
        self._call = self._quick = quick
        self._thorough, self._kinds, self._compilation = thorough, (), None

    def __call__(self, *given):
        return self._call(*given)

    def lower(self, *kinds):
        """Lower what is called at first."""
        self._kinds = kinds
        return self._quick.lower(*kinds)

    def improve(self) -> None:
        """Have a thread compile the function thoroughly; calls find it when that is done."""
        if self._compilation is None:
            with collector.seldom():
                lowered = self._thorough.lower(*self._kinds)
            self._compilation = Compilation(lowered)
            self._call = self._call_meanwhile

    def _call_meanwhile(self, *given):
        if not self._compilation.is_done():
            return self._quick(*given)
        self._call = self._thorough
        self._compilation.finish()
        return self._thorough(*given)
