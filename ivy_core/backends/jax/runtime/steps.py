"""Steps that processes take together: what one has done and waits in, for the others to compare.

The steps of a group of processes are counted, one for each exchange, whether it is done by itself
or in a compiled program: a rank may run eagerly what others have compiled. Two processes whose
steps of one number differ have parted, however long each of them may compute in between.
"""

from __future__ import annotations

import collections
import contextlib
import os
import sys
import threading
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ivy_core.utils.tracebacks import line_of_user

ALL = "program"  # the group of processes that run one program
_SHOWN = 3  # arrays of a step
_STEPS = 256  # steps are remembered


class Exchange(NamedTuple):
    """A collective of ranks: what decides whether theirs fit together."""

    what: str
    kinds: tuple  # the dtype and shape of each array
    ranks: tuple[int, ...]
    root: int

    @property
    def number(self) -> str:
        """A number that is the same in each of the ranks."""
        named = [(str(np.dtype(dtype)), tuple(shape)) for dtype, shape in self.kinds]
        return str(zlib.crc32(repr((self.what, named, self.ranks, self.root)).encode()))

    def __str__(self) -> str:
        shown = [f"{np.dtype(dtype)} {tuple(shape)}" for dtype, shape in self.kinds[:_SHOWN]]
        more = f" and {len(self.kinds) - _SHOWN} more" if len(self.kinds) > _SHOWN else ""
        source = f" from index {self.root}" if self.what == "broadcast" else ""
        return f"does '{self.what}'{source} of {', '.join(shown)}{more}"


class Step(NamedTuple):
    """One or several exchanges of a group that the main thread does in one call.

    Attributes
    ----------
    group : str
    ranks : tuple of int or None
        Its processes; None for all.
    first : int
        The number of its first exchange, counted in the group.
    whats : tuple of (Exchange or str)
    line : str
        The user's; "" where there is none.
    """

    group: str
    ranks: tuple[int, ...] | None
    first: int
    whats: tuple
    line: str

    @property
    def name(self) -> str:
        """The name of its first exchange, the same in all processes of the group."""
        return f"{self.group}/{self.first}"

    def names(self) -> list[str]:
        """List the names of its exchanges."""
        return [f"{self.group}/{self.first + at}" for at in range(len(self.whats))]

    def shown(self, at: int = -1) -> str:
        """Return the text of one of its exchanges with the user's line."""
        text = str(self.whats[at])
        if len(self.whats) > 1:
            text += " in a compiled function"
        return f"{text}, {os.path.basename(self.line)}" if self.line else text  # folders may differ


class Steps:
    """The steps of this process.

    Attributes
    ----------
    waits : Step or None
        The one in which the main thread is.
    agrees : str
        The name of the barrier at which it waits before that, "" if it does not.
    """

    def __init__(self) -> None:
        self.waits: Step | None = None
        self.agrees = ""
        self._taken: collections.deque = collections.deque(maxlen=_STEPS)
        self._made: collections.Counter = collections.Counter()  # exchanges of each group
        self._lost: set[str] = set()  # groups of which the exchanges cannot be counted

    def note(self, group: str, ranks: tuple[int, ...] | None, *whats, line: str | None = None):
        """Note a step of the main thread; return it, or None in other threads.

        Those come to their steps in any order, so that nothing of the group is compared any more.
        """
        if threading.current_thread() is not threading.main_thread():
            self.lose(group)
            return None
        first = self._made[group] + 1
        self._made[group] += len(whats)
        line = line_of_user(sys._getframe()) if line is None else line
        step = Step(group, ranks, first, whats, line)
        self._taken.append(step)
        return step

    @contextlib.contextmanager
    def taken(
        self, group: str, ranks: tuple[int, ...], *whats, refusal: type[BaseException] | tuple = ()
    ) -> Iterator[Step | None]:
        """Take a step, for which this thread needs the other ranks.

        Parameters
        ----------
        group : str
        ranks : tuple of int
        *whats : Exchange or str
            What is done.
        refusal : exception type, optional
            Raised where nothing has been done of it. After another one this is not known.
        """
        step = self.note(group, ranks, *whats)
        if step is not None:
            self.waits = step
        try:
            yield step
        except refusal:
            if step is not None:
                self._taken.pop()
                self._made[group] -= len(whats)
            raise
        except BaseException:
            self.lose(group)
            raise
        finally:
            if step is not None:
                self.waits, self.agrees = None, ""

    def lose(self, group: str) -> None:
        """Compare nothing of a group from now on: its steps cannot be counted."""
        self._lost.add(group)

    def last(self) -> Step | None:
        """Return the last step."""
        return self._taken[-1] if self._taken else None

    def told(self) -> dict:
        """Return the last steps, for other processes; see the contract's ``told_steps``."""
        # first what it waits in: what it has made before that is then complete
        waits, agrees, lost = self.waits, self.agrees, self._lost.copy()
        made = {group: None if group in lost else n for group, n in self._made.copy().items()}
        found = {}
        for step in self._taken.copy():
            for at, (name, what) in enumerate(zip(step.names(), step.whats, strict=True)):
                if step.group not in lost:
                    text = step.shown(at)
                    alike = text if step.group == ALL else getattr(what, "number", what)
                    found[name] = alike, text
        claim = None
        if waits is not None and waits.group not in lost and waits.whats:
            last = waits.first + len(waits.whats) - 1
            claim = waits.group, last, waits.ranks, waits.shown()
        steps = dict(list(found.items())[-_STEPS:])
        return {"steps": steps, "made": made, "waits": claim, "agrees": agrees}
