"""The first calls of a compiled function, which the host computes from its jaxpr.

See ``host/programs.py``. What is counted is calls of one jaxpr, and nothing is timed. JAX compiles
at once where arrays lie on other devices or in parts, where several processes compute together, and
what gives up its arguments' memory.
"""

from __future__ import annotations

import functools

import jax
import numpy as np

from ivy_core.modes import current as modes

from ..host.policy import COUNTED_SHAPES
from ..host.programs import HostProgram, translated, without_warnings
from .internals import IS_COMPLETE
from .memory import HOME, given_to_jax, memory_at_home

_OF_HOST = (bool, int, float, np.ndarray, np.generic)


class FirstCalls:
    """Counts of the calls of one function, by jaxpr; the host computes the first ones.

    Parameters
    ----------
    most : int
        Calls of a jaxpr that the host computes at most.
    """

    def __init__(self, most: int):
        self._most = most
        self._known: dict = {}  # by jaxpr: [a HostProgram or None, how many calls are the host's]

    def results(self, closed, operands: list) -> tuple[list[jax.Array] | None, bool]:
        """Return (results of one of the first calls, whether it was the last one of them).

        None for the results if JAX is to compute the call.

        Parameters
        ----------
        closed : ClosedJaxpr
        operands : list
            What it is called with, flat.
        """
        found = self._known.get(closed)
        if found is None:
            if len(self._known) > COUNTED_SHAPES:
                self._known.clear()
            program = translated(closed)
            found = self._known[closed] = [
                program,
                0 if program is None else program.calls(self._most),
            ]
        arrays = _on_host(operands, closed.in_avals) if found[1] else None
        if arrays is None:
            return None, False
        found[1] -= 1
        program: HostProgram = found[0]
        if not found[1]:
            found[0] = None  # its constants are no longer needed
        made = without_warnings(program.run, arrays)
        return _boxed(made, arrays, closed.out_avals), not found[1]


def may_be_served(info) -> bool:
    """Return whether the host may compute calls of a function that JAX compiles by ``info``."""
    if not IS_COMPLETE or not modes.host_execution or info.donate_argnums:
        return False
    config = jax.config
    if config.jax_debug_nans or config.jax_debug_infs or not _is_alone():
        return False
    return HOME.device is not None


@functools.cache
def _is_alone() -> bool:
    return jax.process_count() == 1


def _on_host(operands: list, avals) -> list[np.ndarray] | None:
    """Return the operands' memory; None if one of them is not on the default CPU alone."""
    arrays = []
    for x, aval in zip(operands, avals, strict=True):
        if isinstance(x, _OF_HOST):
            memory = np.asarray(x, aval.dtype)
        else:
            memory = memory_at_home(x)
            if memory is None:
                return None
        arrays.append(memory)
    return arrays


def _boxed(made: list, operands: list, avals) -> list[jax.Array]:
    """Return JAX's arrays of what the host has computed, each with memory of its own."""
    taken, results = set(map(id, operands)), []
    for y, aval in zip(made, avals, strict=True):
        y = np.asarray(y)
        if y.base is not None or not y.flags.c_contiguous or id(y) in taken:
            y = np.array(y, order="C")
        taken.add(id(y))
        results.append(given_to_jax(y, aval))
    return results
