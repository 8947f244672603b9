"""A compilation, in phases: flatten, convert, trace, passes, bind.

The call is flattened by :class:`.function.CompiledFunction` into a :class:`.CallSignature`; what
follows is here. Each phase takes what the one before has made: converted source, a
:class:`.TraceResult`, the backend's program, and in the end a :class:`.BoundProgram`, which is
called.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from ivy_core.utils import collector

from ..policy import MOST_FUNCTION_TRACES
from ..source.conversion import traceable
from ..trace.host_calls import HostCalls
from ..trace.trace import Again, MissingInput, Trace
from ..trace.unrolling_budget import CompileBudget
from .buffer_binding import BufferBinding
from .outputs import OutputTree
from .program import BoundProgram
from .signature import CallSignature
from .trace_result import TraceResult, traced_call


class TraceEnv:
    """Backend and dialect, as a trace needs them.

    Parameters
    ----------
    programs : module
        The backend's functions for programs.
    array : type
        Class of what stands for NumPy's own arrays among the arguments.
    scalar_of : callable
        Makes a scalar of the dialect of a native value without dimensions.
    convert : callable, optional
        Gives what is traced of a function.
    outputs : type, optional
        The class of what describes results: that of a program that is saved keeps data.
    """

    def __init__(self, programs, array, scalar_of, convert=traceable, outputs=OutputTree):
        self.programs, self.array, self.scalar_of = programs, array, scalar_of
        self.convert, self.outputs = convert, outputs


@dataclass(frozen=True, slots=True)
class CompileOptions:
    """The options of ``ivy.compile`` that a compilation looks at.

    Attributes
    ----------
    static : frozenset
        Positions and names of the arguments in which floats are not traced.
    loops : {'auto', 'roll', 'unroll'}
    donate : bool
    seconds : float
        How long it may take to trace and compile what is written out.
    iterations : float
        How many of one loop may be written out.
    checks_bounds : bool
        Whether indices are watched that only the program knows.
    """

    static: frozenset = frozenset()
    loops: str = "auto"
    donate: bool = False
    seconds: float = math.inf
    iterations: float = math.inf
    checks_bounds: bool = False


class Compilation:
    """A function that is compiled for one kind of inputs.

    Parameters
    ----------
    function : function
    given : CallSignature
        The inputs, flattened.
    args, kwargs
        As the function was called.
    env : TraceEnv
    options : CompileOptions
    """

    def __init__(
        self, function: Callable, given: CallSignature, args, kwargs, env: TraceEnv,
        options: CompileOptions,
    ):  # fmt: skip
        self.function, self.given, self.args, self.kwargs = function, given, args, kwargs
        self.env, self.options = env, options
        self._trace: Trace | None = None
        self._pinned: list = []
        self._host_calls = HostCalls()

    @property
    def where(self) -> tuple[str, int] | None:
        """File and line of the statement that was traced last; None if there was none."""
        return self._trace.where if self._trace is not None and self._trace.where[0] else None

    def program(self) -> BoundProgram:
        """Return the function as a program that can be called: all phases, one after the other."""
        with collector.seldom():
            return self._program()

    def _program(self) -> BoundProgram:
        programs = self.env.programs
        body = self.env.convert(self.function)
        budget = CompileBudget(self.options.seconds, programs, self.options.iterations)
        for way in programs.WAYS:
            with programs.compiled_by(way):
                traced = self.trace(body, budget)
                budget.check_compilation(traced.program)
                binding = self.passes(traced)
                if traced.is_first_step and len(programs.WAYS) == 1:
                    break  # it runs as it is; compiled if it should come again
                try:
                    binding.compile()
                    break
                except programs.Refused:
                    if way == programs.WAYS[-1]:
                        raise
        return self._assemble_bound_program(traced, binding)

    def trace(self, body: Callable, budget: CompileBudget) -> TraceResult:
        """Trace the converted function, once all its inputs are known."""
        options = self.options
        for _ in range(MOST_FUNCTION_TRACES):
            self._trace = trace = Trace(
                self.env.programs, options.loops, budget, options.checks_bounds
            )
            trace.host_calls = self._host_calls
            self._host_calls.begin_trace(self.given.sources)
            try:
                return traced_call(
                    body, self.given, self.args, self.kwargs, options.static, trace, self.env,
                    self._pinned,
                )  # fmt: skip
            except MissingInput as missing:
                self._pinned.append(missing.array)
            except Again:
                continue
        raise RuntimeError("what the function writes to does not settle")

    def passes(self, traced: TraceResult) -> BufferBinding:
        """Run the passes; return the function that hands inputs over to the simplified program."""
        programs, given, inputs = self.env.programs, self.given, traced.inputs
        made = BufferBinding(
            programs, traced.program, inputs.arrays, inputs.other_count, traced.changed,
            traced.has_checks,
        )  # fmt: skip
        if self.env.outputs is OutputTree:  # a file says where each input goes
            made.simplify()
            made.check_beforehand(len(given.hosts) + len(given.natives))
        if self.options.donate and programs.DONATES and not made.may_fail:
            # where a check may fail, what the program is given is needed once more
            made.donate(inputs.shared)
            made.pack(given, [*self.args, *self.kwargs.values(), *given.captured.values()])
        return made

    def _assemble_bound_program(self, traced: TraceResult, binding: BufferBinding) -> BoundProgram:
        notes = list(self._trace.notes.values())
        return BoundProgram(
            self.function, traced, binding, self.env, self._pinned, self._host_calls, notes
        )
