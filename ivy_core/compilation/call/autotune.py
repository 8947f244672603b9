"""Whether a program or the function itself is quicker: found out by timing calls.

Within a program operations of PyTorch cost what they cost without: what it saves is all that lies
around them. What it costs on each call is to find out that it has been given what it was made for,
on TensorFlow also the call of a graph. Loops gain by that; of a function of a few operations on
small arrays it is not known beforehand.
"""

from __future__ import annotations

import threading

from ivy_core.backends.common.cost_model import (
    BLOCK_PAIRS,
    BLOCK_PAIRS_THAT_AGREE,
    CALLS_BETWEEN_LOOKS,
    CLEAR_COMPILED_BY_EAGER,
    LEAST_CALLS_OF_BLOCK,
    MOST_CALLS_OF_BLOCK,
    MOST_EAGER_BY_COMPILED,
    OTHER_KIND_BY_USUAL,
    SECONDS_OF_BLOCK,
    SECONDS_OF_LONG_CALL,
)

_LOOPS = frozenset({"rolled", "unrolled"})


def may_lose(program, programs) -> bool:
    """Return whether a function may be quicker than its program.

    Parameters
    ----------
    program : BoundProgram
    programs : module
        The backend's functions for programs. ``GAINS_BY_LOOPS`` says that a program without loops
        need not be quicker than the function is.
    """
    has_loops = any(note.what in _LOOPS for note in program.notes)
    return getattr(programs, "GAINS_BY_LOOPS", False) and not has_loops


class Trial:
    """The calls by which a function and its program are compared.

    All are calls that the user made: some run the one, some the other, and each does what it has
    to. They come in blocks, as the second of two calls by the program is quicker than the first.
    It is decided once: for the function if it is quicker by a margin, and in most pairs of blocks.

    Attributes
    ----------
    is_decided : bool
    alone : bool
        Whether the function is quicker than a call of the program, what that is found by included.
    beside : bool
        Whether it is quicker where the program is looked for first, since others are used.
    eager, compiled : float
        What a call takes, in seconds, once it is decided.

    Parameters
    ----------
    program : BoundProgram, optional
        By default there is none, and the function is timed alone.
    """

    __slots__ = (
        "_block", "_finding", "_has_program", "_lock", "_times", "alone", "beside", "compiled",
        "eager", "is_decided", "is_functions_turn",
    )  # fmt: skip

    def __init__(self, program=None):
        self._has_program = program is not None
        self._times: list[list[float]] = [[] for _ in range(2 * BLOCK_PAIRS)]
        self._finding: list[float] = []
        self._lock = threading.Lock()
        self._block = 0 if self._has_program else 1
        self.alone = self.beside = self.is_decided = False
        self.is_functions_turn = not self._has_program
        self.eager = self.compiled = 0.0

    def add(self, seconds: float) -> bool:
        """Count a call of the program, from its beginning: what it was found by is included.

        Returns
        -------
        bool
            Whether it has been decided by that.
        """
        return not self.is_functions_turn and self._record_call_time(seconds)

    def add_eager(self, seconds: float, finding: float) -> bool:
        """Count a call of the function itself.

        Parameters
        ----------
        seconds : float
            What the function took.
        finding : float
            What it took to find out that it is this program's turn.

        Returns
        -------
        bool
            As :meth:`add`.
        """
        return self.is_functions_turn and self._record_call_time(seconds, finding)

    def _record_call_time(self, seconds: float, finding: float = 0.0) -> bool:
        """Record a call's time in its block; return whether that has decided the trial."""
        with self._lock:
            if self.is_decided:  # by another thread
                return False
            times = self._times[self._block]
            times.append(seconds)
            if self.is_functions_turn:
                self._finding.append(finding)
            if (
                len(times) < LEAST_CALLS_OF_BLOCK
                or len(times) < MOST_CALLS_OF_BLOCK
                and sum(times) < SECONDS_OF_BLOCK
            ):
                return False
            self._block += 1
            if not self._has_program or self._block == len(self._times):
                self._decide_which_is_quicker()
            elif self._block == 2 and _undisturbed_time(
                self._times[0]
            ) < CLEAR_COMPILED_BY_EAGER * _undisturbed_time(times):
                self._decide_which_is_quicker()
            else:
                self.is_functions_turn = not self.is_functions_turn
            return self.is_decided

    def _decide_which_is_quicker(self) -> None:
        """Set ``alone``: the function is quicker; ``beside``: even with the time of its look-up."""
        programs, functions = self._times[::2], self._times[1::2]
        self.eager = _undisturbed_time(sum(functions, []))
        if not self._has_program:
            self.alone = self.beside = True
        else:
            self.compiled = _undisturbed_time(sum(programs, []))
        if functions[-1]:
            pairs = zip(programs, functions, strict=True)
            quicker = [
                _undisturbed_time(eager) < _undisturbed_time(compiled) for compiled, eager in pairs
            ]
            limit = (
                MOST_EAGER_BY_COMPILED * self.compiled
                if sum(quicker) >= BLOCK_PAIRS_THAT_AGREE
                else 0.0
            )
            self.alone = self.eager < limit
            self.beside = self.eager + _undisturbed_time(self._finding) < limit
        self._times, self._finding = [], []
        self.is_decided = True

    def __str__(self):
        times = f"{_format_time(self.eager)} a call, that {_format_time(self.compiled)}"
        return f"the function itself is quicker than its program ({times})"


def _undisturbed_time(times: list[float]) -> float:
    """Return the second smallest of a call's times: disturbances only ever add time."""
    return sorted(times)[1]


def _format_time(seconds: float) -> str:
    return f"{seconds * 1e6:.3g} us" if seconds < 1e-3 else f"{seconds * 1e3:.3g} ms"


class Shortcut:
    """Calls of a function that is quicker than all its programs: these are not looked for.

    What a call is of another kind for which a program would gain much, is found out by its time,
    and by looking at one call out of some.

    Attributes
    ----------
    limit : float
        Seconds, above which a call is looked at afterwards.
    left : int
        How many calls may be made before one is looked at.
    """

    __slots__ = ("left", "limit")

    def __init__(self, trials):
        self.limit = OTHER_KIND_BY_USUAL * max(trial.eager for trial in trials)
        self.left = CALLS_BETWEEN_LOOKS

    @property
    def calls(self) -> int:
        """Count of calls that used it."""
        return CALLS_BETWEEN_LOOKS - self.left


def shortcut_for(programs) -> Shortcut | None:
    """Return a shortcut if the function is quicker than all programs that there are."""
    trials = [program.trial for program in programs]
    if any(
        trial is None or not trial.alone or trial.eager > SECONDS_OF_LONG_CALL for trial in trials
    ):
        return None
    return Shortcut(trials)
