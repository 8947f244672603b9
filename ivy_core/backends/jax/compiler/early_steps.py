"""Draws that a program makes first of all: Python makes them before it calls the program.

A draw of random numbers that needs nothing of the program is the same before the program as within
it, as long as no other draw comes in between. Its numbers are an input then, and XLA's program of a
training step with dropout calls no Python: JAX keeps none on disk that does.

Measured with JAX 0.10.2: a training step of an LSTM or a transformer with dropout takes 0.5 to 1.7
s of XLA's, of which a second process, and a second kind of call alike, take 0.02.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, repeat
from operator import attrgetter

import numpy as np

from ..runtime.internals import ClosedJaxpr
from .callbacks import host_step
from .equations import Values, computed_again, inner_equations

_abstract_of = attrgetter("aval")
_DTYPES = {kind: np.asarray(kind(0)).dtype for kind in (bool, int, float, complex)}


def early_steps(program: ClosedJaxpr) -> list:
    """Find the first steps that Python makes, which are given nothing but their order.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    list of equation
        Up to the first step that is given values, or that a loop or a branch makes.
    """
    found, order = [], None
    for equation in program.jaxpr.eqns:
        if equation.primitive is host_step:
            before, *values = equation.invars
            if values or found and before is not order:
                break
            found.append(equation)
            order = equation.outvars[0]
        elif any(each.primitive is host_step for each in _all_within(equation)):
            break
    return found


def _all_within(equation) -> list:
    """Return the equations of the programs within an equation, and of those within them."""
    found = inner_equations(equation)
    for each in found:  # it grows meanwhile
        found += inner_equations(each)
    return found


def computed_after(program: ClosedJaxpr, steps: Sequence) -> Callable:
    """Return the function of a program whose last arguments are what its early steps give."""
    early = set(map(id, steps))
    count = len(program.jaxpr.invars)

    def compute(*given):
        values, drawn = Values(program, given[:count]), iter(given[count:])
        for equation in program.jaxpr.eqns:
            operands = values.operands(equation)
            if id(equation) in early:
                values.set(equation, [operands[0], *[next(drawn) for _ in equation.outvars[1:]]])
            else:
                values.set(equation, computed_again(equation, operands))
        return values.results()

    return compute


class CalledAfterSteps:
    """A jitted function, and the steps that Python makes before it calls it.

    Parameters
    ----------
    jitted : callable
        Takes what they give as its last arguments.
    steps : sequence of equation
        Those of :func:`early_steps`.
    kinds : list of (tuple of int, dtype)
        Of the other arguments.
    refusal : type
        The exception that is raised for others, before anything is drawn.
    """

    def __init__(self, jitted: Callable, steps: Sequence, kinds: list, refusal: type):
        self._jitted, self._kinds, self._refusal = jitted, kinds, refusal
        self._abstract: list | None = None
        self._functions = _joined([each.params["function"].function for each in steps])
        self._drawn = [out.aval for each in steps for out in each.outvars[1:]]

    def __call__(self, *given):
        # what a program gave for an argument is of the same kind object in each call
        # JAX has one object for the shape and dtype of a program's result: these compare in C
        try:
            known = list(map(_abstract_of, given)) == self._abstract
        except AttributeError:  # a number, or an array of NumPy's
            known = False
        if not known:
            self._check_kinds(given)
        for function in self._functions:
            given += tuple(function())
        return self._jitted(*given)

    def _check_kinds(self, given: tuple) -> None:
        """Raise the refusal for other shapes or dtypes; else keep JAX's objects for them."""
        if list(map(_kind, given)) != self._kinds:
            raise self._refusal
        if all(map(hasattr, given, repeat("aval"))):
            self._abstract = list(map(_abstract_of, given))

    def lower(self, *kinds):
        """Lower the jitted function for some kinds of arguments, draws apart."""
        return self._jitted.lower(*kinds, *self._drawn)


def _joined(functions: Sequence[Callable]) -> list[Callable]:
    """Make one call of calls one behind the other that can be made at once."""
    found = []
    for join, each in groupby(functions, lambda call: call.part and call.part[0]):
        first, *others = each
        found += [first.joined(others)] if others and join else [first, *others]
    return found


def _kind(x) -> tuple:
    """Return the shape and dtype of an argument, a number of Python's too."""
    dtype = _DTYPES.get(type(x))
    return (x.shape, x.dtype) if dtype is None else ((), dtype)
