"""Common subexpressions and dead code: no step comes twice, and no input or result without need.

A function of many arrays, as the step of an optimizer, computes the same numbers for each of them,
and XLA would give each its own result. They are found here before XLA sees them.

Measured with JAX 0.10.2: each input and each result of a program costs half a microsecond a call.
To be retired when JAX's dispatch drops results that are equal and inputs that are not used.
"""

from __future__ import annotations

from collections.abc import Sequence

import jax
import numpy as np

from ..equations import applied_anew, is_literal, is_variable, kind_of


def rewrite(program):
    """Return a program that computes nothing twice, and nothing in vain."""
    return simplified(program)[0]


def simplified(program) -> tuple[object, list[int], list[int]]:
    """Return a program that computes nothing twice, and nothing in vain.

    Parameters
    ----------
    program : ClosedJaxpr

    Returns
    -------
    program : ClosedJaxpr
        It takes fewer inputs, and gives each result once.
    inputs : list of int
        Which of the inputs these are.
    results : list of int
        For each result of the one before, which it is now.
    """
    jaxpr = program.jaxpr
    same = _Same(jaxpr, program.consts)
    outs = [same.of(atom) for atom in jaxpr.outvars]
    needed = _Needed(jaxpr, same, outs)
    inputs = [at for at, variable in enumerate(jaxpr.invars) if variable in needed.variables]
    inputs = inputs or [0]
    distinct: dict = {}
    results = [distinct.setdefault(_atom_key(out), len(distinct)) for out in outs]
    if len(inputs) == len(jaxpr.invars) and len(distinct) == len(outs):
        if len(needed.equations) == len(jaxpr.eqns):
            return program, inputs, results
    chosen = list({_atom_key(out): out for out in outs}.values())
    constants = {
        variable: value
        for variable, value in zip(jaxpr.constvars, program.consts, strict=True)
        if variable in needed.variables
    }

    def function(*given):
        known = dict(constants)
        known.update(zip([jaxpr.invars[at] for at in inputs], given, strict=True))

        def value(atom):
            atom = same.of(atom)
            return atom.val if is_literal(atom) else known[atom]

        for at in needed.equations:
            equation = jaxpr.eqns[at]
            operands = list(map(value, equation.invars))
            known.update(zip(equation.outvars, applied_anew(equation, operands), strict=True))
        return [value(out) for out in chosen]

    made = jax.make_jaxpr(function)(*[kind_of(jaxpr.invars[at]) for at in inputs])
    return made, inputs, results


class _Same:
    """Equal values of a program: one stands for all of them."""

    def __init__(self, jaxpr, constants: Sequence):
        self._one: dict = {}
        known: dict = {}
        for variable, value in zip(jaxpr.constvars, constants, strict=True):
            self._one[variable] = known.setdefault(_number_key(variable.aval, value), variable)
        for equation in jaxpr.eqns:
            key = self._equation_key(equation)
            if key is None:
                continue
            first = known.setdefault(key, equation)
            if first is not equation:
                self._one.update(zip(equation.outvars, first.outvars, strict=True))

    def of(self, atom):
        return atom if is_literal(atom) else self._one.get(atom, atom)

    def _equation_key(self, equation) -> tuple | None:
        """Return a key that equal equations share; None for effects and unhashable options."""
        if equation.effects:
            return None
        options = []
        for name, value in equation.params.items():
            try:
                hash(value)
            except TypeError:
                return None
            options.append((name, type(value), value))
        atoms = tuple([_atom_key(self.of(atom)) for atom in equation.invars])
        return equation.primitive, atoms, tuple(options)


def _atom_key(atom):
    """Return a variable itself, of a literal a key of its number and type."""
    return _number_key(atom.aval, atom.val) if is_literal(atom) else atom


def _number_key(aval, value):
    """Return a key of one element's value and type; of more elements, the array's identity."""
    if np.size(value) != 1:
        return id(value)
    host = np.asarray(value)
    return aval.shape, str(aval.dtype), getattr(aval, "weak_type", False), host.tobytes()


class _Needed:
    """The equations and the variables that results are made of."""

    def __init__(self, jaxpr, same: _Same, outs):
        self.variables = set(filter(is_variable, outs))
        self.equations: list[int] = []
        for at in range(len(jaxpr.eqns) - 1, -1, -1):
            equation = jaxpr.eqns[at]
            if not equation.effects and self.variables.isdisjoint(equation.outvars):
                continue
            self.equations.append(at)
            atoms = map(same.of, equation.invars)
            self.variables.update(filter(is_variable, atoms))
        self.equations.reverse()
