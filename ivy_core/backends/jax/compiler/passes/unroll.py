"""Unrolling: iterations that pass over whole arrays are written out, for XLA to fuse them.

An iteration of a loop passes over its arrays; iterations that are written out are passed over
together, as long as each element needs those at its own index alone.

Measured with JAX 0.10.2: at 4,096 elements that is worth 3 us an iteration. An equation that is
written out takes 0.3 ms to compile. Twelve iterations of `0.45 * (u + np.roll(u, -1))` on 7,279
elements took 172 us written out, 46 as a loop; eight of a fire on 85 x 60, with neighbours by a
wider array, 280, then 64.
To be retired when XLA fuses the iterations of a loop.
"""

from __future__ import annotations

import numpy as np

from ...runtime.internals import jaxpr_as_fun
from ..equations import inner_programs, is_literal, is_variable, live, name_of
from ..limits import UNROLL_LEAST_ELEMENTS, UNROLL_MOST_EQUATIONS
from ..loops import Loop

_APART = frozenset(
    "while scan cond dot_general conv_general_dilated sort scatter scatter-add gather custom_call "
    "debug_callback cumsum cumprod cummax cummin reduce_precision triangular_solve".split()
)  # what is not put together with other steps

_IN_PLACE = frozenset({"broadcast_in_dim", "reshape", "squeeze"})  # no element is a neighbour's


def rewrite(loop: Loop) -> Loop:
    """Return a loop with its results, of iterations that are written out where that is quicker."""
    if not is_better_unrolled(loop.count, loop.body):
        return loop
    return loop.replace(results=written_out(loop.count, loop.body, loop.carry))


def written_out(count: int, program, carry: list) -> list:
    """Unroll a loop: run the steps of all its iterations."""
    step = jaxpr_as_fun(program)
    for number in range(count):
        carry = step(np.int64(number), *carry)
    return carry


def is_better_unrolled(count: int, program) -> bool:
    """Return whether so many iterations take less time when they are written out."""
    jaxpr = program.jaxpr
    if jaxpr.effects:
        return False
    equations = live(jaxpr)
    if not _is_worth_writing_out(count, equations):
        return False
    changed = [
        before
        for before, after in zip(jaxpr.invars[1:], jaxpr.outvars, strict=True)
        if after is not before
    ]
    large = [each for each in changed if each.aval.size >= UNROLL_LEAST_ELEMENTS]
    if not large or any(each.aval.size > 1 and each not in large for each in changed):
        return False
    return all(
        all(out.aval.shape == array.aval.shape for out in equation.outvars)
        for array in large
        for equation in equations
        if any(atom is array for atom in equation.invars if not is_literal(atom))
    ) and not _moves_elements(large, equations)


def _moves_elements(arrays: list, equations: list) -> bool:
    """Return whether what is made of arrays gets other places: `wide[1:-1, 1:-1] = u == 2`."""
    made = set(arrays)
    for equation in equations:
        mine = [atom for atom in filter(is_variable, equation.invars) if atom in made]
        if not mine:
            continue
        made.update(out for out in equation.outvars if out.aval.size > 1)
        if name_of(equation) in _IN_PLACE:
            continue
        for out in equation.outvars:
            for atom in mine:
                if out.aval.shape != atom.aval.shape and 2 * out.aval.size >= atom.aval.size:
                    return True
    return False


def _is_worth_writing_out(count: int, equations: list) -> bool:
    """Return whether ``count`` iterations are few equations, none of which XLA keeps apart."""
    pending, steps = list(equations), 0
    while pending and count * steps <= UNROLL_MOST_EQUATIONS:
        equation = pending.pop()
        if name_of(equation) in _APART or _is_shift(equation):
            return False
        inner = inner_programs(equation)
        for each in inner:
            pending += each.eqns
        steps += not inner
    return count * steps <= UNROLL_MOST_EQUATIONS


def _is_shift(equation) -> bool:
    """Return whether pieces become a large array, as in ``np.roll``.

    XLA computes what they are of anew for each index: twice as much an iteration written out.
    """
    if name_of(equation) != "concatenate":
        return False
    return equation.outvars[0].aval.size >= UNROLL_LEAST_ELEMENTS
