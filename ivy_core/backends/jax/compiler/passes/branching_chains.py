"""Branching chains: what XLA would compute again and again behind concatenations is kept.

In a fused loop XLA's CPU backend computes a value once for all that read it, but no further than to
the next branch: each part of a concatenation, and of padding, is one. A chain whose steps read the
one before twice or more, with a concatenation each (the least of an element and its neighbours, of
which some are behind a border), is written out twice as often with each step, and 15 steps take
minutes to compile. Where a chain might be written out so often, the step is kept behind a barrier.

Measured with JAX 0.10.2: the least of 2 x 5 elements about each of 7 x 21 took 3.9 s to compile,
then 0.5, of 3 x 5 more than 120 s, then 0.7.
To be retired when XLA's CPU backend keeps values over branches.
"""

from __future__ import annotations

from collections import Counter

from ...runtime.internals import ClosedJaxpr
from ..equations import (
    ELEMENTWISE,
    MOVES,
    called_program,
    inner_programs,
    is_apart,
    is_variable,
    name_of,
)
from ..limits import BRANCHING_CHAIN_MOST_STEPS
from ..rewriter import program_pass
from ..unfused_results import WithBarriers

_BRANCHING = frozenset({"concatenate", "pad"})
_FUSED = ELEMENTWISE | MOVES | _BRANCHING | frozenset("dynamic_slice gather iota rev slice".split())


@program_pass(_BRANCHING)
def rewrite(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program in which chains with many branches have barriers."""
    found: set[int] = set()
    _find_within(program.jaxpr, found)
    return _Everywhere(found).rewrite(program) if found else program


class _Everywhere(WithBarriers):
    within_loops = True


def _find_within(jaxpr, found: set[int]) -> None:
    _find(jaxpr, found)
    for equation in jaxpr.eqns:
        for each in inner_programs(equation):
            _find_within(each, found)


def _find(jaxpr, found: set[int]) -> None:
    """Add the equations, by identity, whose results are to be kept."""
    readers = Counter(var for each in jaxpr.eqns for var in filter(is_variable, each.invars))
    written: dict = {}  # by variable: how often steps of it may be written out, 0 without branches
    for equation in jaxpr.eqns:
        if not _is_fused(equation):
            continue
        before = [written.get(var, 0) for var in filter(is_variable, equation.invars)]
        count = sum(before) + (any(before) or name_of(equation) in _BRANCHING)
        out = equation.outvars[0]
        if count > BRANCHING_CHAIN_MOST_STEPS and readers[out] > 1 and out.aval.size > 1:
            found.add(id(equation))
            count = 0
        written[out] = count


def _is_fused(equation) -> bool:
    inner = None if is_apart(equation) else called_program(equation)
    if inner is not None:
        return len(equation.outvars) == 1 and all(map(_is_fused, inner.jaxpr.eqns))
    return name_of(equation) in _FUSED and not equation.effects
