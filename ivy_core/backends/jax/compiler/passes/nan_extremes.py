"""Extremes that keep a nan: `maximum` and `minimum` that a reduction is made of, by a select.

XLA's CPU backend hands large sums, extremes and products, with the elementwise steps that they are
made of, to a library whose `max(x, y)` is `y` where `x` is a nan. Its own loops keep a nan. Here
the extremes that come into such a reduction select one of their operands, as NumPy does, which the
library does not take; all others stay. A select has another derivative where two numbers are equal,
so programs are rewritten once they are complete.

Measured with JAX 0.10.2: a nan is lost in sums, extremes and products from 4,096 elements on, and
in no other step. Guards of all extremes took 0.12 of the time of pyhpc's turbulence model.
To be retired when XLA's reductions keep a nan of both operands.
"""

from __future__ import annotations

import jax.numpy as jnp
from jax import lax

from ...runtime.internals import ClosedJaxpr
from ..equations import FUNCTIONS, called_program, inner_programs, is_variable, name_of
from ..limits import EXTREMES_KEEP_NAN_ELEMENTS
from ..rewriter import FoundRewriter, primitives_of, program_pass

_IS_CHOSEN = {"max": lax.gt, "min": lax.lt}
_REDUCTIONS = frozenset({"reduce_sum", "reduce_max", "reduce_min", "dot_general"})


@program_pass(_IS_CHOSEN)
def rewrite(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program whose reductions see each nan of the extremes that they are made of."""
    if primitives_of(program).isdisjoint(_REDUCTIONS):
        return program
    return _Extremes().rewrite_found(program)


class _Extremes(FoundRewriter):
    """Computes a program anew, some of its extremes by selects."""

    rules = {}

    def find_within(self, program) -> None:
        """Look for extremes that come into reductions."""
        _find_reduced(program, set(), self.found)

    def _select(self, equation, one, other) -> list | None:
        if id(equation) not in self.found:
            return None
        one, other = jnp.broadcast_arrays(one, other)
        is_first = _IS_CHOSEN[name_of(equation)](one, other) | (one != one)
        return [lax.select(is_first, one, other)]

    rules.update(dict.fromkeys(_IS_CHOSEN, _select))

    def _call(self, equation, *operands) -> list:
        """Compute the steps of a function with a derivative of its own, which is taken by now."""
        return self.run(equation.params["call_jaxpr"], operands)

    rules.update(dict.fromkeys(("custom_jvp_call", "custom_vjp_call"), _call))


def _find_reduced(jaxpr, needed: set, found: dict) -> set:
    """Find the large extremes of floats that come into a reduction.

    Parameters
    ----------
    jaxpr
    needed : set
        Those of its results that come into one. All variables that do are added.
    found : dict
        By identity: the equations. Those of this program, and of programs within, are added.
    """
    for equation in reversed(jaxpr.eqns):
        name, is_needed = name_of(equation), not needed.isdisjoint(equation.outvars)
        if name in FUNCTIONS:
            inner = called_program(equation)
            pairs = zip(inner.outvars, equation.outvars, strict=True)
            within = {x for x, out in pairs if out in needed and is_variable(x)}
            within = _find_reduced(inner, within, found)
            pairs = zip(inner.invars, equation.invars, strict=True)
            needed.update(atom for x, atom in pairs if x in within and is_variable(atom))
            continue
        inner = inner_programs(equation)
        reduced = frozenset().union([name], *map(primitives_of, inner))
        is_needed = is_needed or not reduced.isdisjoint(_REDUCTIONS)
        if not is_needed:
            continue
        for each in inner:  # what an iteration leaves, another one may reduce
            _find_reduced(each, set(filter(is_variable, each.outvars)), found)
        if name in _IS_CHOSEN and _is_large(equation.outvars[0].aval):
            found[id(equation)] = equation
        needed.update(filter(is_variable, equation.invars))
    return needed


def _is_large(aval) -> bool:
    return aval.size > EXTREMES_KEEP_NAN_ELEMENTS and jnp.issubdtype(aval.dtype, jnp.floating)
