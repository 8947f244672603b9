"""Loops that read and write an array at one place alone: they carry what stands there.

``for j in ...: out[i] += f(i, j)`` changes one element of ``out``. Carried as a number it stays in
a register, and the loop about it sees one read and one write of its row (which
``vectorize_loops.py`` needs to know).
"""

from __future__ import annotations

from collections.abc import Sequence

import jax
import numpy as np
from jax import lax

from ..equations import applied, is_literal, live

_MOST = 64  # elements of a part that is carried in place of its array
_STEPS = frozenset({"add", "sub", "mul", "convert_element_type", "max", "min", "lt", "select_n"})


def promoted(program, carry: Sequence):
    """Return a loop's program of parts of arrays, what it begins with, and how it ends.

    Parameters
    ----------
    program : ClosedJaxpr
        Takes the number of the round and what is carried, and returns what is carried then.
    carry : sequence of native arrays

    Returns
    -------
    program : ClosedJaxpr
    carry : list of native arrays
    ended : callable
        Takes what is carried at last, and returns it with whole arrays.
    """
    jaxpr = program.jaxpr
    if jaxpr.effects:
        return program, carry, list
    places = _Places(program)
    found = {
        at: place
        for at, place in enumerate(map(places.of, range(len(jaxpr.outvars))))
        if place is not None
    }
    if not found:
        return program, carry, list
    known = dict(zip(jaxpr.constvars, program.consts, strict=True))
    known.update(zip(jaxpr.invars[1:], carry, strict=True))
    starts = {at: [_computed(start, known, places) for start in found[at].starts] for at in found}
    begin = [
        lax.dynamic_slice_p.bind(native, *starts[at], slice_sizes=found[at].sizes)
        if at in found
        else native
        for at, native in enumerate(carry)
    ]
    equations = live(jaxpr)

    def function(number, *given):
        inside = dict(zip(jaxpr.constvars, program.consts, strict=True))
        inside.update(zip(jaxpr.invars, [number, *given], strict=True))
        parts = set()
        for place in found.values():
            parts |= place.versions

        def value(atom):
            return atom.val if is_literal(atom) else inside[atom]

        for equation in equations:
            first = equation.invars[0] if equation.invars else None
            if first is None or is_literal(first) or first not in parts:
                results = applied(equation, *map(value, equation.invars))
            elif equation.primitive is lax.dynamic_slice_p:
                results = [value(first)]
            else:
                results = [value(equation.invars[1])]
            inside.update(zip(equation.outvars, results, strict=True))
        return list(map(value, jaxpr.outvars))

    kinds = [
        jax.ShapeDtypeStruct(
            found[at - 1].sizes if at - 1 in found else v.aval.shape,
            v.aval.dtype,
            weak_type=v.aval.weak_type,
        )
        for at, v in enumerate(jaxpr.invars)
    ]

    def ended(values) -> list:
        return [
            lax.dynamic_update_slice_p.bind(carry[at], value, *starts[at]) if at in found else value
            for at, value in enumerate(values)
        ]

    return jax.make_jaxpr(function)(*kinds), begin, ended


class _Place:
    """The only place of an array that a loop knows: where it begins, how much, and its names."""

    def __init__(self, starts, sizes, versions: set):
        self.starts, self.sizes, self.versions = starts, tuple(sizes), versions


class _Places:
    """Finds for what a loop carries the place of it that each round reads and writes."""

    def __init__(self, program):
        self.jaxpr = jaxpr = program.jaxpr
        self.equations = live(jaxpr)
        self.made_by: dict = {}  # of what is the same in each round
        self._keys: dict = {}
        for variable, value in zip(jaxpr.constvars, program.consts, strict=True):
            self._keys[variable] = id(value)
        for before, after in zip(jaxpr.invars[1:], jaxpr.outvars, strict=True):
            if before is after:
                self._keys[before] = before
        self.users: dict = {}
        for equation in self.equations:
            for atom in equation.invars:
                if not is_literal(atom):
                    self.users.setdefault(atom, []).append(equation)
            self._add(equation)

    def _add(self, equation) -> None:
        """Keep an equation of an index that is the same in each round."""
        if equation.primitive.name not in _STEPS or equation.outvars[0].aval.shape:
            return
        keys = [self.key(atom) for atom in equation.invars]
        if None not in keys:
            options = str(sorted(equation.params.items(), key=lambda item: item[0]))
            self._keys[equation.outvars[0]] = equation.primitive.name, options, *keys
            self.made_by[equation.outvars[0]] = equation

    def key(self, atom):
        """Return what tells a value that is the same in each round from others; None of others."""
        if is_literal(atom):
            return ("literal", int(atom.val)) if np.asarray(atom.val).dtype.kind in "iub" else None
        return self._keys.get(atom)

    def of(self, at: int) -> _Place | None:
        """Return the only place at which a carried array is read and written."""
        array, last = self.jaxpr.invars[1 + at], self.jaxpr.outvars[at]
        if last is array or is_literal(last) or array.aval.size <= 1 or not array.aval.shape:
            return None
        versions, place, waiting = {array}, None, [array]
        while waiting:
            version = waiting.pop()
            for equation in self.users.get(version, ()):
                is_write = equation.primitive is lax.dynamic_update_slice_p
                if not is_write and equation.primitive is not lax.dynamic_slice_p:
                    return None
                if equation.invars[0] is not version or version in equation.invars[1:]:
                    return None
                starts = equation.invars[2 if is_write else 1 :]
                shape = (equation.invars[1] if is_write else equation.outvars[0]).aval.shape
                key = (*map(self.key, starts), shape)
                if None in key or place is not None and place[0] != key:
                    return None
                place = key, _Place(starts, shape, versions)
                if is_write:
                    versions.add(equation.outvars[0])
                    waiting.append(equation.outvars[0])
        if place is None or last not in versions or np.prod(place[1].sizes) > _MOST:
            return None
        outvars = self.jaxpr.outvars
        if sum(not is_literal(out) and out in versions for out in outvars) > 1:
            return None
        return place[1] if place[1].sizes != array.aval.shape else None


def _computed(atom, known: dict, places: _Places):
    """Return a value that is the same in each round, computed outside of the loop."""
    if is_literal(atom):
        return atom.val
    if atom not in known:
        equation = places.made_by[atom]
        operands = [_computed(each, known, places) for each in equation.invars]
        known[atom] = applied(equation, *operands)[0]
    return known[atom]
