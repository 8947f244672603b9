"""If-conversion: both sides of a branch are computed, and a select picks each stored element.

A branch of XLA's on the CPU costs more than the few steps of such a side, and hands every array
on that it writes to. An element is written anyway then: as it has been where the side does not run.

Measured with JAX 0.10.2: a table of common subsequences took 0.52 ms, then 0.32.
To be retired when conditionals of XLA's CPU backend cost no more than the steps of such a side.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import jax.numpy as jnp
from jax import lax

from ..equations import (
    applied,
    evaluated,
    inner_programs,
    is_literal,
    is_tracer,
    is_variable,
    makers,
    name_of,
    parameters_key,
)
from ..limits import BRANCH_FEW_ELEMENTS, BRANCH_FEW_STEPS, BRANCH_MOST_STEPS_WITH_WRITES

_CHEAP = frozenset(
    "abs add and broadcast_in_dim ceil convert_element_type copy dynamic_slice eq floor ge gt "
    "integer_pow le lt max min mul ne neg not or reshape select_n sign sqrt squeeze square sub xor "
    "jit pjit is_finite".split()
)  # primitives that cost less than a branch, where elements are few
_DIVISIONS = frozenset({"div", "shift_left", "shift_right_arithmetic", "shift_right_logical"})


_DIVISION = frozenset({"div"})  # of whole numbers: it takes long


def is_cheap(program) -> bool:
    """Return whether it costs less to compute a program than to branch."""
    return _count_cheap_equations(program.jaxpr, BRANCH_FEW_STEPS) <= BRANCH_FEW_STEPS


def _count_cheap_equations(
    jaxpr, most: int, besides: frozenset = frozenset(), writes: Container = ()
) -> int:
    """Count the equations of a program; more than ``most`` if one of them is not cheap.

    ``besides`` are primitives taken for cheap too; ``writes`` are results of writes to large
    arrays, which cost as little as what they write.
    """
    total = 0
    for equation in jaxpr.eqns:
        if any(out in writes for out in equation.outvars):
            total += 1
            continue
        if name_of(equation) not in _CHEAP | besides:
            return most + 1
        if name_of(equation) in _DIVISION and equation.outvars[0].aval.dtype.kind in "iu":
            return most + 1
        if any(out.aval.size > BRANCH_FEW_ELEMENTS for out in equation.outvars):
            return most + 1
        inner = inner_programs(equation)
        total += sum(_count_cheap_equations(each, most, besides) for each in inner) if inner else 1
    return total


class _Side:
    """Writes of one side of a branch.

    Parameters
    ----------
    program : ClosedJaxpr
        It takes no array: those that it reads, and writes to, are its constants.
    bases : sequence of native arrays
        What its first results are that it writes to.
    """

    def __init__(self, program, bases: Sequence):
        self.jaxpr = jaxpr = program.jaxpr
        self.count = count = len(bases)
        self.constants = dict(zip(jaxpr.constvars, program.consts, strict=True))
        self.made_by = makers(jaxpr.eqns)
        self.writes: dict = {}  # by what they give: the equations
        self.arrays: list = []  # before they are written to
        self.wholes: dict = {}  # by position: small arrays that it gives whole, before
        self.is_known = not jaxpr.effects
        for at, (out, base) in enumerate(zip(jaxpr.outvars[:count], bases, strict=True)):
            if self._gives_whole(out, base):
                self.wholes[at] = base
            else:
                self.is_known = self.is_known and self._collect_writes(out)

    def _gives_whole(self, out, base) -> bool:
        """Return whether a result is all of a small array: a number that counts what a list has."""
        equation = None if is_literal(out) else self.made_by.get(out)
        if equation is None or equation.primitive is lax.dynamic_update_slice_p:
            return False
        return out.aval.size <= BRANCH_FEW_ELEMENTS and out.aval.shape == jnp.shape(base)

    def others(self) -> list:
        """List its results that are no arrays in which it writes to elements."""
        outs = self.jaxpr.outvars
        return [outs[at] for at in self.wholes] + outs[self.count :]

    def _collect_writes(self, out) -> bool:
        """Collect small writes back to an outer traced array; False if ``out`` is none such."""
        while out not in self.constants:
            equation = None if is_literal(out) else self.made_by.get(out)
            if equation is None or equation.primitive is not lax.dynamic_update_slice_p:
                return False
            if equation.invars[1].aval.size > BRANCH_FEW_ELEMENTS:
                return False
            self.writes[out] = equation
            out = equation.invars[0]
        self.arrays.append(self.constants[out])
        return is_tracer(self.constants[out])  # known by identity

    def is_cheap(self) -> bool:
        """Return whether it takes no longer than a branch that hands arrays on."""
        names = self.others()
        if any(not is_literal(out) and out.aval.size > BRANCH_FEW_ELEMENTS for out in names):
            return False
        most = BRANCH_MOST_STEPS_WITH_WRITES
        return _count_cheap_equations(self.jaxpr, most, _DIVISIONS, self.writes) <= most

    def indices(self) -> set:
        """Make the key of the indices that it writes to."""
        return {
            (self._value_key(each.invars[0], is_array=True), *map(self._value_key, each.invars[2:]))
            for each in self.writes.values()
        }

    def _value_key(self, atom, is_array: bool = False):
        """Return a key equal for values computed alike; of an array, its base's key."""
        if is_literal(atom):
            return "literal", str(atom.val)
        if atom in self.constants:
            return id(self.constants[atom])
        equation = self.made_by.get(atom)
        if equation is None:
            return atom
        if is_array:
            return self._value_key(equation.invars[0], is_array=True)
        operands = map(self._value_key, equation.invars)
        return equation.primitive, parameters_key(equation), *operands

    def reads(self, arrays: list) -> tuple[bool, bool]:
        """Return whether elements of arrays come into what it writes, and into other results."""
        sources = {v for v, x in self.constants.items() if any(x is array for array in arrays)}
        found: set = set()
        for equation in self.jaxpr.eqns:
            atoms = list(filter(is_variable, equation.invars))
            if equation.outvars[0] in self.writes:
                sources.add(equation.outvars[0])
            elif any(atom in sources or atom in found for atom in atoms):
                found.update(equation.outvars)
        values = [a for e in self.writes.values() for a in e.invars[1:] if not is_literal(a)]
        names = [out for out in self.others() if not is_literal(out)]
        return any(a in found for a in values), any(a in found or a in sources for a in names)


def writes_elements(condition, sides: Sequence[tuple]) -> bool:
    """Return whether sides of a branch are as cheap as a branch, with the elements they write.

    What is read of an array that is written to is best needed for the write alone: XLA would copy
    the array to have both else.

    Parameters
    ----------
    condition : native bool
    sides : sequence of (ClosedJaxpr, sequence of native arrays)
        Programs that take no array, and the arrays which they write to, their first results.
    """
    sides = [_Side(*each) for each in sides]
    if not all(side.is_known and side.is_cheap() for side in sides):
        return False
    arrays = [array for side in sides for array in side.arrays]
    reads = [side.reads(arrays) for side in sides]
    if any(by_names for _, by_names in reads):
        return False
    is_tested = _depends_on_elements(condition, arrays)
    if is_tested and any(side.others() for side in sides):
        return False
    if is_tested or any(by_values for by_values, _ in reads):
        indices = set().union(*[side.indices() for side in sides])
        return len(indices) == len({array for array, *_ in indices})
    return True


def _depends_on_elements(value, arrays: list) -> bool:
    """Return whether a traced value may be computed from the arrays; True if not known."""
    waiting, seen = [value], set()
    while waiting:
        tracer = waiting.pop()
        if id(tracer) in seen:
            continue
        seen.add(id(tracer))
        if any(tracer is array for array in arrays):
            return True
        try:
            parent = tracer.parent
        except AttributeError:  # of another version of JAX
            return is_tracer(tracer)
        if parent is not None:
            waiting += parent.in_tracers
    return False


def rewrite(condition, bases: Sequence, arrays: Sequence, program, arguments) -> list:
    """Run a program under a condition: its written arrays stay as they were if it is false.

    Parameters
    ----------
    condition : native bool
        Whether it is to run.
    bases : sequence of native arrays
        What its first results are that it writes to.
    arrays : sequence of pairs of native arrays
        What it reads, and what it writes to in place of that: the other side has been there, and
        has changed it if this one is not to run.
    program : ClosedJaxpr
    arguments : sequence of native values
    """
    side, others = _Side(program, bases), {id(old): new for old, new in arrays}

    def select_stored(equation, operands) -> list | None:
        if equation.outvars[0] not in side.writes:
            return None
        array, new, *starts = operands
        array = others.get(id(array), array)
        # with the starts of the write: the two are known to be one element
        old = lax.dynamic_slice_p.bind(array, *starts, slice_sizes=jnp.shape(new))
        return applied(equation, array, jnp.where(condition, new, old), *starts)

    results = evaluated(program, arguments, program.jaxpr.eqns, select_stored)
    for at, x in enumerate(results[: len(bases)]):
        results[at] = others.get(id(x), x)
        if at in side.wholes:
            old = side.wholes[at]
            results[at] = jnp.where(condition, x, others.get(id(old), old))
    return results
