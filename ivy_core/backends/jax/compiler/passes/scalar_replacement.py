"""Scalar replacement: a loop that touches one loop-invariant element carries it as a scalar.

``for j in ...: out[i] += f(i, j)`` changes one element of ``out``. Carried as a number it stays in
a register, and the loop about it sees one read and one write of its row, which
``vectorize_loops.py`` needs to know.

Measured with JAX 0.10.2: `gauss_seidel` took 27 ms, then 15.
To be retired when XLA promotes elements that a loop reads and writes to registers.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import jax
import numpy as np
from jax import lax

from ..equations import (
    INDEX_STEPS,
    applied,
    evaluated,
    is_literal,
    kind_of,
    live,
    name_of,
    parameters_key,
    users_of,
)
from ..limits import SCALAR_MOST_ELEMENTS
from ..loops import Loop


def rewrite(loop: Loop) -> Loop:
    """Return a loop that carries parts of arrays, read before it and written back behind it."""
    jaxpr = loop.body.jaxpr
    if jaxpr.effects:
        return loop
    elements = _Elements(loop.body)
    found = {
        which: element
        for which, element in enumerate(map(elements.of, range(len(jaxpr.outvars))))
        if element is not None
    }
    if not found:
        return loop
    carry = loop.carry
    known = dict(zip(jaxpr.constvars, loop.body.consts, strict=True))
    known.update(zip(jaxpr.invars[1:], carry, strict=True))
    starts = {
        which: [_compute_outside_loop(start, known, elements) for start in element.starts]
        for which, element in found.items()
    }
    begin = [
        lax.dynamic_slice_p.bind(native, *starts[which], slice_sizes=found[which].sizes)
        if which in found
        else native
        for which, native in enumerate(carry)
    ]
    shapes = {jaxpr.invars[1 + which]: element.sizes for which, element in found.items()}
    kinds = [kind_of(variable, shapes.get(variable)) for variable in jaxpr.invars]
    body = jax.make_jaxpr(_iteration_on_parts(loop.body, found))(*kinds)

    def finish(values) -> list:
        return loop.finish(
            [
                lax.dynamic_update_slice_p.bind(carry[which], value, *starts[which])
                if which in found
                else value
                for which, value in enumerate(values)
            ]
        )

    return loop.replace(body=body, carry=begin, finish=finish)


@dataclass(frozen=True, slots=True)
class _Element:
    """The only part of an array that a loop knows: starts, sizes, and the array's variables."""

    starts: tuple
    sizes: tuple[int, ...]
    versions: frozenset


_part_rules = {}  # what a read of an array, or a write to it, does where it is the part alone


def _value_after_read(part, *starts):
    """Return the carried part, which is the value that is read."""
    return part


_part_rules["dynamic_slice"] = _value_after_read


def _value_after_write(part, value, *starts):
    """Return the written value, which is the carried part from there on."""
    return value


_part_rules["dynamic_update_slice"] = _value_after_write


def _iteration_on_parts(program, found: dict):
    """Return an iteration's function that carries, in place of arrays in ``found``, their parts."""
    equations = live(program.jaxpr)
    versions = frozenset().union(*[element.versions for element in found.values()])

    def take_part(equation, operands) -> list | None:
        first = equation.invars[0] if equation.invars else None
        if first is None or is_literal(first) or first not in versions:
            return None
        return [_part_rules[name_of(equation)](*operands)]

    return lambda *given: evaluated(program, given, equations, take_part)


class _Elements:
    """Finds for what a loop carries the element of it that each iteration reads and writes."""

    def __init__(self, program):
        self.jaxpr = jaxpr = program.jaxpr
        self.made_by: dict = {}  # of what is the same in each iteration
        self._keys: dict = {}
        for variable, value in zip(jaxpr.constvars, program.consts, strict=True):
            self._keys[variable] = id(value)
        for before, after in zip(jaxpr.invars[1:], jaxpr.outvars, strict=True):
            if before is after:
                self._keys[before] = before
        equations = live(jaxpr)
        self.users = users_of(equations)
        for equation in equations:
            self._add_invariant_index(equation)

    def _add_invariant_index(self, equation) -> None:
        """Note an equation if it computes a loop-invariant index; else do nothing."""
        if name_of(equation) not in INDEX_STEPS or equation.outvars[0].aval.shape:
            return
        keys = [self.key(atom) for atom in equation.invars]
        if None not in keys:
            out = equation.outvars[0]
            self._keys[out] = equation.primitive, parameters_key(equation), *keys
            self.made_by[out] = equation

    def key(self, atom):
        """Make the key of a value that is the same in each iteration; None for others."""
        if is_literal(atom):
            return ("literal", int(atom.val)) if np.asarray(atom.val).dtype.kind in "iub" else None
        return self._keys.get(atom)

    def of(self, which: int) -> _Element | None:
        """Return the only part at which a carried array is read and written."""
        array, last = self.jaxpr.invars[1 + which], self.jaxpr.outvars[which]
        if last is array or is_literal(last) or array.aval.size <= 1 or not array.aval.shape:
            return None
        versions, found, waiting = {array}, None, [array]
        while waiting:
            version = waiting.pop()
            for equation in self.users.get(version, ()):
                used = self._used_part(equation, version)
                if used is None or found is not None and found[0] != used[0]:
                    return None
                found = used
                if equation.primitive is lax.dynamic_update_slice_p:
                    versions.add(equation.outvars[0])
                    waiting.append(equation.outvars[0])
        if found is None or last not in versions:
            return None
        element = dataclasses.replace(found[1], versions=frozenset(versions))
        if np.prod(element.sizes) > SCALAR_MOST_ELEMENTS or element.sizes == array.aval.shape:
            return None
        outvars = self.jaxpr.outvars
        if sum(not is_literal(out) and out in versions for out in outvars) > 1:
            return None
        return element

    def _used_part(self, equation, array) -> tuple[tuple, _Element] | None:
        """Return (key, element) of a slice read or written; None if it varies, or of other uses."""
        writes = equation.primitive is lax.dynamic_update_slice_p
        if not writes and equation.primitive is not lax.dynamic_slice_p:
            return None
        if equation.invars[0] is not array or array in equation.invars[1:]:
            return None
        starts = tuple(equation.invars[2 if writes else 1 :])
        shape = tuple((equation.invars[1] if writes else equation.outvars[0]).aval.shape)
        key = (*map(self.key, starts), shape)
        return None if None in key else (key, _Element(starts, shape, frozenset()))


def _compute_outside_loop(atom, known: dict, elements: _Elements):
    """Return a loop-invariant value, computed before the loop; add it to ``known``."""
    if is_literal(atom):
        return atom.val
    if atom not in known:
        equation = elements.made_by[atom]
        operands = [_compute_outside_loop(each, known, elements) for each in equation.invars]
        known[atom] = applied(equation, *operands)[0]
    return known[atom]
