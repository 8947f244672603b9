"""How small programs with state are run eagerly and compiled, and compared."""

from __future__ import annotations

import numpy as real

import frontends.numpy as ours
import ivy_core as ivy


def nothing():
    pass


def called(step, *args):
    """Return what a call gives, or its error."""
    try:
        return _plain(step(*args))
    except Exception as err:
        return type(err).__name__, str(err)


def _plain(value):
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if hasattr(value, "dtype"):
        value = real.asarray(value)
        return str(value.dtype), value.tolist()
    return value


def run_both_ways(make, asks_first: bool = True) -> list:
    """Return what a program gives and leaves, eagerly and compiled.

    Parameters
    ----------
    make : callable
        Of the namespace of arrays: gives the function, what is done between its calls, and what
        tells the state.
    asks_first : bool
        Whether the state can be asked for before the first call.
    """
    found = []
    for compiled in (False, True):
        step, changes, state = make(ours)
        if compiled:
            step = ivy.compile(step, fallback="silent")
            step.explain(ours.arange(3.0))  # which writes nothing
        found.append([_plain(state())] if asks_first else [])
        for change in (nothing, nothing, *changes, nothing):
            change()
            found[-1].append(called(step, ours.arange(3.0)))
        found[-1].append(_plain(state()))
    return found
