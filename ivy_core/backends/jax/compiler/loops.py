"""A loop of a program that is being traced: what the passes over loops take and return."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

import jax
import numpy as np
from jax import lax

from ivy_core.backends.common.checkpoints import segments

from ..runtime.internals import ClosedJaxpr, jaxpr_as_fun


def counted(loop: Loop, count=None) -> list:
    """Run a loop of a counted number of iterations, one after the other.

    Parameters
    ----------
    loop : Loop
    count : native int, optional
        How many there are, where only the running program knows it. A loop of known length has a
        gradient too.
    """
    step = loop.step or jaxpr_as_fun(loop.body)
    begin, end = (0, loop.count) if count is None else (np.int64(0), count)
    carry = _starts_that_are_read(loop) if count is None else list(loop.carry)
    if count is None and (cut := segments(loop.count)) is not None:
        return loop.finish(_in_segments(step, loop.count, *cut, carry))
    carry = lax.fori_loop(begin, end, lambda n, carry: step(n, *carry), carry)
    return loop.finish(carry)


def _in_segments(step: Callable, count: int, wanted: int, length: int, carry: list) -> list:
    """Run a loop whose gradient keeps what is carried between segments, and computes these anew."""

    @jax.checkpoint
    def segment(carry, first):
        return lax.fori_loop(0, length, lambda n, carry: list(step(first + n, *carry)), carry)

    firsts = np.arange(wanted) * length
    carry, _ = lax.scan(lambda carry, first: (segment(carry, first), None), carry, firsts)
    left = count - wanted * length
    if not left:
        return carry
    begin = wanted * length
    rest = lambda carry: lax.fori_loop(
        0, left, lambda n, carry: list(step(begin + n, *carry)), carry
    )
    return jax.checkpoint(rest)(carry)


def _starts_that_are_read(loop: Loop) -> list:
    """Return the starts of carried values, zeros for numbers that no iteration reads.

    A name that a loop binds is carried around it, too; so no iteration of that one needs another.
    """
    jaxpr = loop.body.jaxpr
    if not loop.count:
        return list(loop.carry)
    read = {id(atom) for each in jaxpr.eqns for atom in each.invars}
    read.update(map(id, jaxpr.outvars))
    return [
        value if variable.aval.shape or id(variable) in read else np.zeros((), value.dtype)
        for value, variable in zip(loop.carry, jaxpr.invars[1:], strict=True)
    ]


def ranged(loop: Loop) -> list:
    """Run a loop whose numbers are from one to another one that the program knows."""
    step = loop.step or jaxpr_as_fun(loop.body)
    return loop.finish(
        lax.fori_loop(
            loop.begin, loop.end, lambda n, carry: list(step(n, *carry)), list(loop.carry)
        )
    )


def tested(loop: Loop) -> list:
    """Run a loop that goes on as long as the first of its carried values is true."""
    step = loop.step or jaxpr_as_fun(loop.body)

    def body(state):
        number, carry = state
        return number + 1, list(step(number, *carry))

    state = np.int64(0), list(loop.carry)
    return loop.finish(lax.while_loop(lambda state: state[1][0], body, state)[1])


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop, before it is a step of the program.

    Attributes
    ----------
    body : ClosedJaxpr
        Takes the number of the iteration and what is carried, and returns what is carried then. Its
        constants may be values of the trace about the loop.
    carry : list of native arrays
        What the first iteration takes.
    count : int or None
        The number of iterations; None where only the running program knows it.
    window : int or None
        More than the largest number of an iteration, where these begin and end as the program says.
    begin, end : native or None
        The first of these numbers, and that behind the last.
    step : callable or None
        What computes an iteration as steps of the loop's own trace; by default the body does.
    finish : callable
        Makes the loop's results of what is carried at last.
    results : list of native arrays or None
        What the loop leaves, where a pass has computed that without a loop.
    in_order : callable
        Computes a loop of known length, one iteration after the other, by the passes that follow.
    """

    body: ClosedJaxpr
    carry: list
    count: int | None = None
    window: int | None = None
    begin: object = None
    end: object = None
    step: Callable | None = None
    finish: Callable = list
    results: list | None = None
    in_order: Callable = counted

    def replace(self, **changes) -> Loop:
        """Return the loop with other attributes."""
        return dataclasses.replace(self, **changes)
