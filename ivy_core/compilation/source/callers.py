"""Callers: objects of a frontend's classes that run a user's function when they are called.

A module of ``torch.nn`` runs its ``forward``. Where calls are held to the rule of ``effects.py``,
that function has to be looked at as if the user's code called it itself.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

# each returns the function that a call of an object runs and nothing else; None of other objects
_finders: list[Callable] = []
# each makes a context in which such calls, made by a frontend's code, are looked at too
contexts: list[Callable[[], AbstractContextManager]] = []


def register(find: Callable, context: Callable[[], AbstractContextManager]) -> None:
    """Register a frontend's callers.

    Parameters
    ----------
    find : callable
        Returns the function that an object runs when it is called, and nothing else; or None.
    context : callable
        Makes a context in which calls of such objects look at their functions.
    """
    _finders.append(find)
    contexts.append(context)


def function_called_by(f) -> Callable | None:
    """Return the user's function that a call of ``f`` runs and nothing else; None of others."""
    for find in _finders:
        found = find(f)
        if found is not None:
            return found
    return None


def without_watcher(function: Callable) -> Callable:
    """Return the function that ``--compile auto`` watches in a function; others as they are."""
    return function.__wrapped__ if hasattr(function, "__ivy_watched__") else function
