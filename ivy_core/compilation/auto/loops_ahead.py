"""Loops that are under way around steps of training: how often a function will be called yet.

``transpile --compile auto`` has the ``for`` loops around a step go through :func:`counted`, which
keeps the iterator of a range, a list or a loader: such tell at any time how much of them is left.
What else is called in them, as an agent that acts between the steps, is counted by them too.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from ..policy import LEAST_CALLS_TOLD

# iterables whose iterators have `__length_hint__`, besides classes that say so of themselves
_TELLING = frozenset({range, list, tuple})
_counted: weakref.WeakSet = weakref.WeakSet()  # records of the functions that are called


class _Loop:
    """A loop under way.

    Attributes
    ----------
    frame : (int, code)
        The frame that it runs in, by its identity, which another function's may have later.
    level : int
        How many such loops it is within, of the same function.
    left : callable or None
        Tells how many iterations are to begin yet; None where that is not known.
    count : int
        How many there are in all.
    calls : dict
        How often each function had been called before the loop began, by its record's identity.
    first : dict
        In which iteration, from 1 on, those were first called that had not been called before.
    """

    __slots__ = ("calls", "count", "first", "frame", "left", "level")

    def __init__(self, frame: tuple, level: int, left: Callable[[], int] | None):
        self.frame, self.level, self.left = frame, level, left
        self.count = 0 if left is None else left()
        self.calls = {id(record): record.calls for record in _counted}
        self.first: dict[int, int] = {}

    def begun(self) -> int:
        """Return the number of iterations that have begun."""
        return max(1, self.count - self.left())


_loops: list[_Loop] = []  # those under way, and maybe some that were left early, outermost first


def note_first_call(record: Any) -> None:
    """Have loops count the calls of a function from now on; ``record`` has ``calls``."""
    _counted.add(record)
    for loop in _loops:
        if loop.left is not None:
            loop.first[id(record)] = loop.begun()


def are_under_way() -> bool:
    """Return whether there are loops that may tell something.

    Examples
    --------
    >>> are_under_way()
    False
    """
    return bool(_loops)


def tell_later() -> bool:
    """Return whether a loop goes on that counts its iterations.

    Examples
    --------
    >>> tell_later()
    False
    """
    return any(each.left is not None and each.left() > 0 for each in _loops)


def counted(iterable, level: int):
    """Return the iterator of a ``for`` loop in place of ``iterable``, and note that it begins.

    Parameters
    ----------
    iterable : iterable
    level : int
        How many loops of the same function that are counted the loop is within.

    Examples
    --------
    >>> list(counted(range(3), 0))
    [0, 1, 2]
    """
    cls, left = type(iterable), None
    if cls in _TELLING or "__ivy_tells_left__" in vars(cls):
        iterable = iter(iterable)
        if type(iterable.__length_hint__()) is int:  # of a loader without a length it is not
            left = iterable.__length_hint__
    begin(sys._getframe(1), level, left)
    return iterable


def begin_unknown(level: int) -> None:
    """Note that a loop of the caller's begins whose number of iterations is not known."""
    begin(sys._getframe(1), level, None)


def begin(frame, level: int, left: Callable[[], int] | None) -> None:
    """Note that a loop of a frame begins; ``left`` tells how many iterations are to begin yet."""
    around, own = set(_frames_from(frame)), _key_of(frame)
    _loops[:] = [
        each
        for each in _loops
        if each.frame in around and (each.frame != own or each.level < level)
    ]
    _loops.append(_Loop(own, level, left))


def _key_of(frame) -> tuple:
    return id(frame), frame.f_code  # the frame itself would keep its local names alive


def _frames_from(frame) -> Iterator[tuple]:
    """Yield a frame and those that have called it, by their identities and code."""
    while frame is not None:
        yield _key_of(frame)
        frame = frame.f_back


def _is_whole(record: Any) -> bool:
    """Return whether a function may become one program, with what it calls."""
    return record.is_step or record.calls >= LEAST_CALLS_TOLD and not record.has_failed


def calls_ahead(record: Any) -> float | None:
    """Estimate how often a function will be called by loops under way; None if they do not tell.

    As often in each iteration that is left as in those up to now, from the first with a call on: a
    script may gather what it trains with before. Of a loop that does not tell, as one that a
    ``break`` may leave, the loop around it does, once that is in its next iteration. Of what
    a step of training calls, or another function that may become a program, they do not tell.

    Parameters
    ----------
    record
        Of a function that :func:`note_first_call` was given.
    """
    around = set(_frames_from(sys._getframe(1)))
    if not record.is_step:
        wholes = {each.code for each in _counted if each is not record and _is_whole(each)}
        if any(code in wholes for _, code in around):
            return None
    ahead, is_told = None, True
    for loop in reversed(_loops):
        if loop.frame not in around:
            continue
        if loop.left is None:
            ahead, is_told = ahead or 0.0, False
            continue
        left = loop.left()
        calls = record.calls - loop.calls.get(id(record), 0)
        first, begun = loop.first.get(id(record), 1), loop.begun()
        if not is_told:
            if begun == first:
                return None  # how long the loop within it takes is not known yet
            rate, is_told = calls / (begun - first + 0.5), True  # half of the one under way
        elif ahead is None and begun > first > 1:
            rate = (calls - 1) / (begun - first)  # exact for one call in every tenth iteration
        else:
            rate = (calls + (ahead or 0.0)) / (begun - first + 1)
        ahead = (ahead or 0.0) + rate * left
    return ahead if is_told else None
