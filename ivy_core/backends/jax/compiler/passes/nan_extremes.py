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

import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import lax
from jax.extend.core import ClosedJaxpr, jaxpr_as_fun

from ..equations import FUNCTIONS, called_program, inner_programs, is_variable, name_of
from ..limits import EXTREMES_KEEP_NAN_ELEMENTS
from ..rewriter import Rewriter

_IS_CHOSEN = {"max": lax.gt, "min": lax.lt}
_REDUCTIONS = frozenset({"reduce_sum", "reduce_max", "reduce_min", "dot_general"})


def rewrite(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program whose reductions see each nan of the extremes that they are made of.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    ClosedJaxpr
        The very one that was given where no reduction is of extremes, or if it runs on no CPU.
    """
    if jax.default_backend() != "cpu":
        return program
    found: dict = {}
    _find_reduced(program.jaxpr, set(), found)
    return _Extremes(found).rewrite(program) if found else program


def keeping_nan(function: Callable) -> Callable:
    """Return a function, to be jitted, whose program is rewritten so when it is traced.

    Parameters
    ----------
    function : callable
        Of positional arguments. It runs once for each kind of these.
    """
    jitted = jax.jit(function)

    @functools.wraps(function)
    def run(*args):
        traced = jitted.trace(*args)
        made = rewrite(traced.jaxpr)
        if made is traced.jaxpr:
            return jitted(*args)  # which is traced by now
        results = jaxpr_as_fun(made)(*jax.tree.leaves(args))
        return jax.tree.unflatten(jax.tree.structure(traced.out_info), results)

    return run


class _Extremes(Rewriter):
    """Computes a program anew, some of its extremes by selects."""

    def __init__(self, found: dict):
        self._found = found

    rules = {}

    def _select(self, equation, one, other) -> list | None:
        if id(equation) not in self._found:
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
            inner = called_program(equation).jaxpr
            pairs = zip(inner.outvars, equation.outvars, strict=True)
            within = {x for x, out in pairs if out in needed and is_variable(x)}
            within = _find_reduced(inner, within, found)
            pairs = zip(inner.invars, equation.invars, strict=True)
            needed.update(atom for x, atom in pairs if x in within and is_variable(atom))
            continue
        inner = inner_programs(equation)
        is_needed = is_needed or name in _REDUCTIONS or any(map(_has_reductions, inner))
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


def _has_reductions(jaxpr) -> bool:
    return any(
        name_of(each) in _REDUCTIONS or any(map(_has_reductions, inner_programs(each)))
        for each in jaxpr.eqns
    )
