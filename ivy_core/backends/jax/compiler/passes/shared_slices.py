"""Shared slices: a root or a quotient of which several parts are read is computed once.

XLA's CPU backend computes an expensive step once where several steps read its result. Where these
are slices, which it fuses first, the one step that reads them all computes it anew for each:
``s = np.sqrt(gx * gx + gy * gy)``, of which each element is compared with its neighbours. The
result is kept behind a barrier there.

Measured with JAX 0.10.2: edges of an image of 63 x 149, thinned, 101 us, then 37.
To be retired when XLA's CPU backend asks what a fusion computes again.
"""

from __future__ import annotations

from collections import Counter

from jax import lax

from ...runtime.internals import ClosedJaxpr
from ..equations import called_program, is_variable, name_of
from ..limits import SHARED_SLICES_ELEMENTS, SHARED_SLICES_LEAST_PARTS
from ..rewriter import program_pass
from ..unfused_results import EXPENSIVE, WithBarriers


@program_pass(EXPENSIVE)
def rewrite(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program in which expensive results of which parts are read have a barrier."""
    found = _results_read_in_parts(program.jaxpr)
    return WithBarriers(found).rewrite(program) if found else program


def _results_read_in_parts(jaxpr) -> set[int]:
    """Return the equations, by identity, whose results are to be computed once."""
    reads = Counter(
        each.invars[0]
        for each in jaxpr.eqns
        if each.primitive in (lax.dynamic_slice_p, lax.slice_p)
        and is_variable(each.invars[0])
        and 2 * each.outvars[0].aval.size > each.invars[0].aval.size
    )
    return {
        id(each)
        for each in jaxpr.eqns
        if reads[each.outvars[0]] >= SHARED_SLICES_LEAST_PARTS and _is_expensive(each)
    }


def _is_expensive(equation) -> bool:
    """Return whether an equation gives an array of what XLA takes to be expensive."""
    inner, out = called_program(equation), equation.outvars[0].aval
    if out.dtype.kind != "f" or out.size not in SHARED_SLICES_ELEMENTS:
        return False
    own = [equation] if inner is None else inner.jaxpr.eqns
    return any(name_of(each) in EXPENSIVE for each in own)
