"""Ends of several processes: where one fails all of them end, and the failure is shown once.

JAX has a process that ends wait for the others, and those wait for it in the middle of a sum: after
an exception in one of them nothing would move. So a process that fails says so, and ends at once;
the others look for that now and then, and end with its exit status.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import sys
import threading
import time
import types
from collections.abc import Sequence

from ivy_core.backends.contract import ProcessGroup

from .lives import Lives
from .stillness import Stillness
from .streams import Output
from .values import Values
from .waiting import circle, parted

_LOOK = 0.25  # seconds between two looks for failures
_FIRST = 1.0  # seconds in which process 0 may fail as another one has: then it shows the failure
_SHOWN = 1.5  # seconds after which a process that has failed has shown that
_STANDS = 1.5  # seconds without a step after which a process tells the others of its last ones
_PATIENCE = 20.0  # seconds after which waiting is worth a word
_LEAVE = 2.0  # seconds in which processes wait for one another after a failure
_DEATHS = 1.0  # seconds between two looks for processes that have ended without a word
_LAST_WORD = 2.0  # seconds after which what an ended process has told is known
_DAY = 86400.0


class Ending:
    """Observer of the other processes, which ends this one with them.

    Parameters
    ----------
    group : ProcessGroup
        The processes, joined.
    output : Output
        Its standard output, of which the rest is written at the end.
    is_of_ranks : bool
        Whether each process has arrays of its own; else all run one program on common ones.
    """

    def __init__(self, group: ProcessGroup, output: Output, is_of_ranks: bool) -> None:
        self._group, self._output = group, output
        self._status: int | None = None
        self._last_step = self._told_step = self._hinted = ""
        self._since = self._looked = time.monotonic()
        self._lives = Lives(group)
        self._stillness = None if is_of_ranks else Stillness(group)
        self._values = None if is_of_ranks else Values(group)
        self._is_over = threading.Event()
        self._show = sys.excepthook
        sys.excepthook = self._show_once
        atexit.register(self._end)
        threading.Thread(target=self._watch, daemon=True).start()

    def is_failing(self) -> bool:
        """Return whether this process has failed."""
        return self._status is not None

    def fail(self, status: int) -> bool:
        """Have all processes end with an exit status, this one when it gets there.

        Returns
        -------
        bool
            Whether this process is to show what happened: process 0 does where it fails as well.
        """
        sys.stderr = self._output.errors
        if self._status is not None:
            return True
        self._status = status
        try:
            self._group.tell("failed", str(status))
            end = time.monotonic() + _FIRST
            while self._group.index and time.monotonic() < end:
                if 0 in self._group.told("failed"):
                    return False
                time.sleep(_LOOK / 10)
            self._name_the_silent()
        except RuntimeError:  # the coordinator is gone, and with it process 0
            return self._group.index == 0
        return True

    def _show_once(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: types.TracebackType | None,
    ) -> None:
        """Show an uncaught exception, unless another process shows it, or what it came from."""
        if self._status is not None:  # it comes from that all are being ended
            return
        if self._has_lost_another(error):
            self._status = max(map(int, self._group.told("failed").values()))
        elif self.fail(1):
            if self._group.index:
                at = f"process {self._group.index} of {self._group.count}"
                print(f"{at} failed; all are ended:", file=sys.stderr)
            self._show(kind, error, trace)

    def _has_lost_another(self, error: BaseException) -> bool:
        """Return whether an error is only that another process, which says why, has ended."""
        if "Connection" not in str(error):
            return False
        with contextlib.suppress(RuntimeError):
            return bool(self._group.told("failed").keys() - {self._group.index})
        return False

    def _watch(self) -> None:
        """End this process where another one has failed, or where the program has parted."""
        while not self._is_over.wait(_LOOK):
            try:
                failed = self._group.told("failed")
                others = [int(text) for at, text in failed.items() if at != self._group.index]
                if others and self._status is None:
                    if 0 not in failed:
                        self._is_over.wait(_SHOWN)
                    self._leave(others[0])
                self._compare_steps()
                self._look_for_deaths()
                self._look_at_one_program()
            except RuntimeError:  # the coordinator is gone: JAX ends the process for that
                return

    def _look_for_deaths(self) -> None:
        """End all processes if one of this machine was killed, or has crashed."""
        now = time.monotonic()
        if self._status is not None or now - self._looked < _DEATHS:
            return
        self._looked = now
        if not self._lives.ended() or self._is_over.wait(_LAST_WORD):
            return
        if self._silent():
            self.fail(1)
            self._leave(1)

    def _look_at_one_program(self) -> None:
        """End all processes if they all stand apart; warn if they make arrays of other values."""
        if self._stillness is None or self._status is not None:
            return
        waiting = self._stillness.parted()
        if waiting:
            self._end_parted(waiting)
        self._warn_of_values()

    def _warn_of_values(self, at_once: bool = False) -> None:
        for text in self._values.differing(at_once):
            print(f"warning: {text}", file=self._output.errors)

    def _silent(self) -> set[int]:
        """Return the processes of this machine that have ended without a word."""
        ended = self._lives.ended()
        return ended and ended - (
            self._group.told("failed").keys() | self._group.told("ended").keys()
        )

    def _name_the_silent(self) -> None:
        """Say which process was killed: of that gloo knows only that a connection is closed."""
        for index in sorted(self._silent()):
            print(
                f"process {index} of {self._group.count} has ended without a word (it was killed, "
                "or has crashed); all are ended",
                file=sys.stderr,
            )

    def _compare_steps(self) -> None:
        """End all processes if this one and another wait for each other at different steps."""
        last = self._group.last_step()
        if last != self._last_step:
            self._last_step, self._since = last, time.monotonic()
            return
        stands = time.monotonic() - self._since
        if self._status is not None or not last or stands < _STANDS:
            return
        own = self._group.told_steps()
        if self._group.waits_in == last != self._hinted and not self._group.index:
            if stands > _PATIENCE:
                self._hinted = last
                print(
                    f"process 0 waits for the others for {_PATIENCE:g} s "
                    f"({own['steps'][last][1]}); if one of them has gone another way, "
                    "IVY_DEBUG=divergence names the line",
                    file=self._output.errors,
                )
        if self._told_step != last:
            self._told_step = last
            self._group.tell("steps", json.dumps(own))
        told = {i: json.loads(text) for i, text in self._group.told("steps").items()}
        told.pop(self._group.index)
        for index, theirs in told.items():
            found = parted(own, theirs)
            if found is not None:
                self._end_parted([(self._group.index, found[0]), (index, found[1])])
            self._group.answer(theirs)
        told[self._group.index] = self._group.told_steps()  # what is so now
        waiting = circle(self._group.index, told)
        if waiting:
            self._end_parted(waiting)

    def _end_parted(self, waiting: Sequence[tuple[int, str]]) -> None:
        """End all processes, and say where this one and others are."""
        lines = "\n".join(f"  process {index} {text}" for index, text in waiting)
        self._end_all(f"the program goes different ways in its processes:\n{lines}")

    def _end_all(self, why: str) -> None:
        """End all processes, and say why once."""
        if self.fail(1):
            print(why, file=sys.stderr)
        self._leave(1)

    def _end(self) -> None:
        """Wait for the others at the end of the program, or leave at once after a failure."""
        if self._status is not None:
            self._leave(self._status)
        self._output.finish()
        with contextlib.suppress(RuntimeError):  # a process is gone: JAX, which is next, says so
            self._group.tell("ended", "")
            if self._values is not None and self._group.index:
                self._warn_of_values(at_once=True)
            self._group.meet("end", _DAY)
            if self._values is not None and not self._group.index:
                self._warn_of_values(at_once=True)
        self._is_over.set()

    def _leave(self, status: int) -> None:
        """End the process without the rest of the program."""
        self._output.finish()
        with contextlib.suppress(OSError, ValueError):  # a stream that is closed
            sys.stderr.flush()
        with contextlib.suppress(RuntimeError):  # one was killed, or hangs
            self._group.meet("left", _LEAVE)
        if self._group.index == 0:  # JAX aborts those that miss the coordinator
            time.sleep(_LOOK / 2)
        os._exit(status)
