"""The programs of a watched function, by the kinds of its arguments."""

from __future__ import annotations

import functools

from ..call.call_source import FAILED, UNLIKE
from ..call.function import CompiledFunction
from ..call.signature import LoopItems, LoopRange  # noqa: F401  part of what this file offers
from ..call.states import reading
from ..source import effects
from ..trace.runtime_checks import ChecksFailed
from ..trace.trace import Unsupported


def _told_of_gradients(method):
    """Have a method look at gradients only if the function's code may use them."""

    @functools.wraps(method)
    def call(self, *args):
        before, reading.ignores_gradients = reading.ignores_gradients, self._ignores_gradients
        try:
            return method(self, *args)
        finally:
            reading.ignores_gradients = before

    return call


class Kinds(CompiledFunction):
    """A function's programs, by the kinds of its arguments, made when they are asked for.

    Parameters
    ----------
    function : function
    trains : bool
        Whether it may be given tensors that take part in autograd: its programs are not compared.

    Attributes
    ----------
    failed : BoundProgram or None
        The program of which a check failed, where `call_kept` has raised ChecksFailed.
    """

    UNLIKE = UNLIKE  # here too: the watcher loads this file when there is something to compile
    failed = None

    def __init__(self, function, trains: bool):
        super().__init__(function, None, None, True, "auto", "silent")
        self._trains = trains
        self._ignores_gradients = False
        self._is_looked_at = False

    def inputs(self, args, kwargs):
        if not self._is_looked_at:
            self._is_looked_at = True
            captured = self._flatten_call(args, kwargs).captured
            self._ignores_gradients = not captured.may_use_gradients()
        return self._inputs_told_of_gradients(args, kwargs)

    @_told_of_gradients
    def _inputs_told_of_gradients(self, args, kwargs):
        given = self._flatten_call(args, kwargs)
        self._known = given.captured
        return given

    def is_step_of_training(self, args, kwargs) -> bool:
        """Return whether a call is given tensors that take part in autograd."""
        return effects.takes_part_in_autograd(self.inputs(args, kwargs))

    @_told_of_gradients
    def call_kept(self, args, kwargs):
        """Return the result of a call that is like a kept one, or UNLIKE.

        Raises
        ------
        ChecksFailed
            If a check of that one's program has failed.
        """
        repeat = self._repeat
        result = UNLIKE if repeat is None else repeat.call(args, kwargs)
        if result is FAILED:
            return self._rerun_eagerly(repeat.program, args, kwargs)
        if result is not UNLIKE:
            self._hits += 1  # by which it is decided whether another call is worth to be kept
            return result
        if repeat is not None or self._others:
            return self._call_kept(repeat, args, kwargs, 0.0)
        return result

    @_told_of_gradients
    def call_and_keep(self, program, given, args, kwargs):
        """Call a program, and keep the call, so that the next ones are compared with it."""
        return self._call_and_remember(program, given, args, kwargs)

    def forget_calls(self) -> None:
        """Forget the kept calls, and what they refer to."""
        self._forget_kept_calls()

    def _rerun_eagerly(self, program, args, kwargs):
        """Leave it to the watcher to call the function."""
        self.failed = program
        raise ChecksFailed

    def slots(self):
        return self._known.slots

    def program(self, args, kwargs, seconds: float):
        """Return a new program; raises `Unsupported` where there can be none."""
        captured = self._closure_state_for(
            self._flatten_call(args, kwargs, False), args, kwargs, True
        )
        if self._ignores_gradients and captured.may_use_gradients():
            self._ignores_gradients = False  # code that was found later
        return self._program_told_of_gradients(args, kwargs, seconds)

    @_told_of_gradients
    def _program_told_of_gradients(self, args, kwargs, seconds: float):
        given = self.inputs(args, kwargs)
        effects.check_function(self.__wrapped__)
        effects.check_inputs(given, given.captured.values())
        trains = effects.takes_part_in_autograd(given)
        if trains and not self._trains:
            raise Unsupported(
                "a tensor that takes part in autograd is given, and cannot be put back"
            )
        backend = self._backend_of(args, kwargs)
        with effects.without_effects(seconds, trains):
            program = self._compile_for(given, args, kwargs, backend)
            if not hasattr(program, "compiled") and (given.slots or given.starts):
                self._numbers.give_up(given.slots)  # perhaps Python has to know them
                self._moves = None
                program = self._compile_for(self._flatten_call(args, kwargs), args, kwargs, backend)
        if hasattr(program, "compiled"):
            return program
        if given.counted:  # later calls are of kinds of their own again
            self._numbers.refuse(given.counted, self.__wrapped__, program.notes[0].reason)
        note = program.notes[0]
        raise Unsupported(f"{note.file}:{note.line}: {note.reason}")

    @_told_of_gradients
    def look(self, args, kwargs) -> None:
        """Look at numbers in objects, and at views: those that change call by call are traced."""
        self._flatten_unknown_call(args, kwargs)
        self._numbers.count(args, kwargs, self._static)

    def estimate(self, program):
        """Estimate a program's cost, None where the backend cannot tell beforehand."""
        find = getattr(program.env.programs, "estimated", None)
        return None if find is None else find(program.compiled.program)

    def begin_compiling(self, program, args, kwargs, is_quick: bool):
        """Have a thread compile a program for a call; None where the backend cannot.

        Parameters
        ----------
        program : BoundProgram
        args, kwargs
            Those of the call.
        is_quick : bool
            Whether it is compiled quickly where the backend can; ``program.binding.improve()`` has
            it compiled thoroughly.

        Returns
        -------
        object or None
            It has ``is_done()``, ``finish()`` and ``seconds``.
        """
        make = getattr(program.env.programs, "Compilation", None)
        if make is None:
            return None
        program.binding.compile_in_stages(is_quick)
        return make(program.lower(self.inputs(args, kwargs)))
