"""State of arrays beside their data: gradients, flags, counts of writes.

A frontend whose arrays have such a state says so by a class attribute ``_state_rules``; the state
is an input of a compiled function, and what the function changes of it is one of its effects.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from ivy_core.backends.holder import Holder
from ivy_core.contexts import common

_UNRAISED = frozenset({"ignore", "warn"})


class _Reading(threading.local):
    """Whether the call that is looked at in this thread is of code that reads no gradient.

    A gradient is another tensor in each step; calls of such code are alike whatever it is.
    """

    ignores_gradients = False


reading = _Reading()


def asks_for_errors() -> bool:
    """Return whether floating-point errors are raised, printed or handed on in this context.

    No program does that: what is called meanwhile runs as it is.
    """
    return common.watches_errors and not _UNRAISED.issuperset(np.geterr().values())


class StateRules(Protocol):
    """A frontend's rules for the state of its arrays."""

    def add_to(self, given: Any, x: Holder) -> None:
        """Add what the state consists of to the inputs of a call, by ``given.add`` and ``say``.

        Raises
        ------
        Unsupported
            If no program can take an array in that state.
        """

    def mode(self) -> tuple:
        """Read the settings for all arrays: whether gradients are recorded, default types."""

    def settings_are(self, named: Callable[[object], str]) -> list[str] | None:
        """Return expressions, true while :meth:`mode` is what it is now.

        None where no call is to be written out; ``named`` gives the name of an object in them.
        """

    def before(self, x: Holder) -> Any:
        """Return the state of an array before a trace, for the two functions that follow."""

    def is_blank(self, x: Holder) -> bool:
        """Return whether the state is that of a new array."""

    def is_stand_in(self, x: Holder) -> bool:
        """Return whether an array was made to stand for another one: the states of all are alike.

        No program changes such a state.
        """

    def is_spent(self, x: Holder) -> bool:
        """Return whether all there is to know of an array is that its history has been used up.

        As of what a step of training has returned: the states of all such arrays are alike.
        """

    def state_of(self, x: Holder) -> Any:
        """Return the object that has the state of an array that is not blank."""

    def facts(self, state: Any) -> tuple:
        """Read the state of such an object, to be compared by identity; its own array first.

        Always as many, and all by which programs are told apart.
        """

    def slots(self) -> tuple[str, ...]:
        """Return the names of slots of such an object of which :meth:`facts` gives the values.

        What else it gives is one and the same of all objects.
        """

    def own(self, state: Any) -> Holder | None:
        """Read the array of its own from such an object: the first of its facts."""

    def changes(self, x: Holder, before: Any) -> dict | None:
        """Find the parts of the state that are others now; None if there are none.

        How often an array was written to is an int by the name of ``writes``, the array that is
        its own (a gradient), or None, comes as ``own``.

        Raises
        ------
        Unsupported
            If the new state has no meaning outside of the trace.
        """

    def restore(self, x: Holder, before: Any) -> None:
        """Give an array the state back that it had."""

    def count_writes(self, arrays: list, writes: list[tuple[int, int]]) -> None:
        """Say of arrays, by their positions in a list, how often they have been written to."""

    def set_own(self, x: Holder, value: Holder | None) -> None:
        """Give an array another one of its own, or none."""

    def apply(self, x: Holder, changes: dict) -> None:
        """Do to an array what the program does to its state."""

    def give(self, x: Holder, state: dict) -> None:
        """Give a new array the state that :meth:`of_result` has told."""

    def of_result(self, x: Holder) -> dict | None:
        """Return the state of an array that comes out of the program; None for that of a new one.

        Raises
        ------
        Unsupported
            As for :meth:`changes`.
        """

    def why_not_given(self, x: Holder) -> str:
        """Return why :meth:`of_result` would raise for an array, "" if it would not."""

    def hides_history(self, stack: tuple) -> bool:
        """Return whether views by such lenses do not tell of the history of what they show."""

    def of_hidden_result(self, x: Holder) -> tuple[type, dict | None]:
        """Return the class, and the state as :meth:`of_result`, of what such views alone show."""

    def lenses(self, stack: tuple) -> tuple:
        """Return lenses for a view that comes out of the program, in place of the trace's."""


def rules_of(x) -> StateRules | None:
    """Return the rules of the class of an array; None where arrays are their data alone."""
    return getattr(type(x), "_state_rules", None)


def why_not_given(result) -> str:
    """Return why no program gives what a function has given eagerly; "" if nothing is against it.

    Parameters
    ----------
    result
        An array, or a tuple, list or dict of some; nothing is known of anything else.
    """
    kind = type(result)
    parts = result.values() if kind is dict else result if kind in (tuple, list) else (result,)
    for x in parts:
        rules = rules_of(x)
        if rules is not None and (reason := rules.why_not_given(x)):
            return reason
    return ""


class States:
    """The states of some arrays while a function is traced.

    Parameters
    ----------
    arrays : sequence of Array
        All that the function is given: views, and what these are views of.
    """

    def __init__(self, arrays):
        self._known: dict[int, tuple] = {}
        for at, x in enumerate(arrays):
            rules = rules_of(x)
            if rules is not None and id(x) not in self._known:
                self._known[id(x)] = at, x, rules, rules.before(x)

    def changes(self) -> list[tuple[int, StateRules, dict]]:
        """List the changes: number of the array, its rules, and the new state."""
        found = []
        for at, x, rules, before in self._known.values():
            changes = rules.changes(x, before)
            if changes:
                found.append((at, rules, changes))
        return found

    def restore(self) -> None:
        for _, x, rules, before in self._known.values():
            rules.restore(x, before)
