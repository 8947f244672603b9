"""Shared chains: what comes of a long chain of elementwise steps is computed once for all readers.

XLA's CPU backend fuses a chain of elementwise steps with each step that reads its result, if all of
these can be fused, and computes the chain anew in each. In a transformer's training step the chain
goes from one product of matrices to the next, over residuals and norms, and 20 loops compute 40
steps each that one would do. The result of a chain is kept behind a barrier where several steps
read it; steps that XLA takes to be expensive, as roots and quotients, it computes once by itself.

Measured with JAX 0.10.2: a step of a layer of 32 with AdamW, compiled quickly 1.02 ms, then 0.83,
at full speed 0.31, then 0.27; CPU seconds to compile 0.20, then 0.17, and 1.07, then 0.92. Of two
layers of 64 a step 5.7 and 5.4 ms, to compile 1.55 and 1.42.
To be retired when XLA's CPU backend asks what a fusion computes again.
"""

from __future__ import annotations

from collections import Counter

from ...runtime.internals import ClosedJaxpr
from ..equations import (
    ELEMENTWISE,
    MOVES,
    called_program,
    is_apart,
    is_literal,
    is_variable,
    name_of,
)
from ..limits import SHARED_CHAIN_LEAST_ELEMENTS, SHARED_CHAIN_LEAST_STEPS
from ..rewriter import program_pass
from ..unfused_results import EXPENSIVE, WithBarriers

_FUSED = ELEMENTWISE | MOVES | frozenset("concatenate pad rev slice".split())


@program_pass(["dot_general"])
def rewrite(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program in which results of long chains with several readers have a barrier."""
    found = _results_of_long_chains(program.jaxpr)
    return WithBarriers(found).rewrite(program) if found else program


def _results_of_long_chains(jaxpr) -> set[int]:
    """Return the equations, by identity, whose results are to be computed once."""
    readers = Counter(var for each in jaxpr.eqns for var in {*filter(is_variable, each.invars)})
    steps: dict = {}  # of the chain behind a variable, as one of its readers would compute them
    found = set()
    for equation in jaxpr.eqns:
        count = _count_steps(equation)
        if count is None:
            continue
        before = {var for var in equation.invars if not is_literal(var)}
        count += sum(steps.get(var, 0) for var in before)
        out = equation.outvars[0]
        if readers[out] > 1:
            if name_of(equation) in EXPENSIVE:
                count = 0
            elif count >= SHARED_CHAIN_LEAST_STEPS and _is_array_of_floats(out.aval):
                found.add(id(equation))
                count = 0
        steps[out] = count
    return found


def _count_steps(equation) -> int | None:
    """Count the elementwise steps of an equation; None of one that XLA does not fuse."""
    inner = None if is_apart(equation) else called_program(equation)
    if inner is not None:
        counts = list(map(_count_steps, inner.jaxpr.eqns))
        return None if None in counts or len(equation.outvars) != 1 else sum(counts)
    name = name_of(equation)
    if name not in _FUSED or equation.effects:
        return None
    return int(name in ELEMENTWISE and name not in MOVES)


def _is_array_of_floats(aval) -> bool:
    return aval.dtype.kind == "f" and aval.size >= SHARED_CHAIN_LEAST_ELEMENTS
