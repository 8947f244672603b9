"""The programs of a watched function, by the kinds of its arguments."""

from __future__ import annotations

from . import effects
from .function import CompiledFunction
from .inputs import Items, Rounds  # noqa: F401  part of what this file offers
from .trace import Unsupported


class Kinds(CompiledFunction):
    """A function's programs, by the kinds of its arguments, made when they are asked for."""

    def __init__(self, function):
        super().__init__(function, None, None, True, "auto", "silent")

    def inputs(self, args, kwargs):
        return self._given(args, kwargs)

    def places(self):
        return self._captured.places

    def program(self, args, kwargs, seconds: float):
        """Return a new program; raises `Unsupported` where there can be none."""
        self._captured = self._inputs.Captured(self.__wrapped__)
        given = self._given(args, kwargs)
        effects.check_function(self.__wrapped__)
        effects.check_inputs(given, self._captured.values())
        with effects.without_effects(seconds):
            program = self._built(given, args, kwargs, self._backend_of(args, kwargs))
        if hasattr(program, "compiled"):
            return program
        note = program.notes[0]
        raise Unsupported(f"{note.file}:{note.line}: {note.reason}")
