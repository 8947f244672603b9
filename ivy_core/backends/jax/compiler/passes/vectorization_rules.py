"""Rounds of a loop side by side, each with values of its own: what ``vmap`` does, by equations.

It knows more than ``vmap`` of what stands for the number of the round. An element at the number's
place is a lane of a block, which is read at once, not gathered; and a loop within, which each round
leaves when it will, counts its steps in one number for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..equations import FUNCTIONS, affine, applied, inner_programs, is_literal, terms_of

_FEW_STEPS = 8  # of a loop within: it is written out, and nobody asks whether all have left it
_MOST_EQUATIONS = 512  # of all steps


def steps_written_out(equation) -> int | None:
    """Return how many steps a loop within has at most, None if it is not to be written out."""
    inner = inner_programs(equation)
    if equation.primitive.name == "scan":
        options = equation.params
        plain = len(equation.invars) == options["num_consts"] + options["num_carry"]
        plain = plain and len(equation.outvars) == options["num_carry"]
        steps = options["length"] if plain else None
    else:
        steps = _most_steps(equation) if equation.primitive.name == "while" else None
    if steps is None or steps > _FEW_STEPS:
        return None
    return steps if steps * sum(len(each.eqns) for each in inner) <= _MOST_EQUATIONS else None


def _most_steps(equation) -> int | None:
    """Return how many steps a loop has at most that is left when a count is reached, or before."""
    test, body = equation.params["cond_jaxpr"].jaxpr, equation.params["body_jaxpr"].jaxpr
    of_test, of_body = equation.params["cond_nconsts"], equation.params["body_nconsts"]
    begins = equation.invars[of_test:]  # constants of the body, and what is carried
    if test.eqns or is_literal(test.outvars[0]) or test.outvars[0] not in test.invars[of_test:]:
        return None
    made_by = {out: each for each in body.eqns for out in each.outvars}
    literals = dict(zip(body.invars, begins, strict=True))

    def number(atom) -> int | None:
        while not is_literal(atom) and atom in literals and literals[atom] is not atom:
            if atom in body.invars[of_body:]:
                return None
            atom = literals[atom]
        return int(atom.val) if is_literal(atom) and np.ndim(atom.val) == 0 else None

    goes_on = [body.outvars[test.invars[of_test:].index(test.outvars[0])]]
    while goes_on:
        made = made_by.get(goes_on.pop())
        name = None if made is None else made.primitive.name
        if name in ("and", "convert_element_type"):
            goes_on += [atom for atom in made.invars if not is_literal(atom)]
        elif name == "lt":
            bound, terms = number(made.invars[1]), None
            for at, counter in enumerate(body.invars[of_body:]):
                begin = begins[of_body + at]
                step = affine(body.outvars[at], made_by, counter)
                if step == (1, 1) and is_literal(begin) and np.ndim(begin.val) == 0:
                    terms = affine(made.invars[0], made_by, counter)
                    if terms is not None and terms[0] == 1 and bound is not None:
                        return max(bound - terms[1] - int(begin.val), 0) + 1
    return None


@dataclass(frozen=True, slots=True)
class Lanes:
    """A value that each round has of its own.

    ``data`` has the rounds along its first axis. Where ``terms`` are known, the value of a round is
    ``factor * number + constant``.
    """

    data: object
    terms: tuple[int, int] | None = None


class Rounds:
    """Some of the rounds of a loop, from the round ``begin`` on.

    Parameters
    ----------
    begin : int or native
    some : int
        How many are run side by side.
    count : int
        How many the loop has altogether.
    """

    def __init__(self, begin, some: int, count: int):
        self._begin, self._some, self._count = begin, some, count
        self.number = Lanes(begin + np.arange(some), (1, 0))

    def run(self, equations: Sequence, known: dict, besides: Sequence) -> None:
        """Compute equations, and add what they give to what is known by variables.

        ``besides`` are the variables and literals that are needed behind them.
        """
        atoms = [*besides, *[atom for equation in equations for atom in equation.invars]]
        needed = {atom for atom in atoms if not is_literal(atom)}
        for equation in equations:
            operands = [a.val if is_literal(a) else known[a] for a in equation.invars]
            results = self._results(equation, operands, needed)
            known.update(zip(equation.outvars, results, strict=True))

    def spread(self, value):
        """Return a value for each round, the same one if they have none of their own."""
        if type(value) is Lanes:
            return value.data
        return jnp.broadcast_to(value, (self._some, *jnp.shape(value)))

    def _results(self, equation, operands: list, needed: set) -> list:
        if not any(type(each) is Lanes for each in operands):
            terms = terms_of(equation, list(map(_number, operands)))
            if terms is not None and 0 <= terms[1] < 1 << 31:  # counted while tracing
                return [equation.outvars[0].aval.dtype.type(terms[1])]
            return applied(equation, *operands)
        name, results = equation.primitive.name, None
        if name in FUNCTIONS:
            inner = equation.params["jaxpr"]
            return self._called(inner.jaxpr, inner.consts, operands)
        if equation.primitive is lax.dynamic_slice_p:
            results = self._block(equation, *operands)
        elif name == "while":
            return self._tested(equation, operands, needed)
        elif name == "scan" and len(operands) == sum(map(equation.params.get, _OF_SCAN)):
            if len(equation.outvars) == equation.params["num_carry"]:
                return self._counted(equation, operands)
        return results or self._mapped(equation, operands)

    def _called(self, jaxpr, constants, operands: Sequence) -> list:
        known = dict(zip(jaxpr.constvars, constants, strict=True))
        known.update(zip(jaxpr.invars, operands, strict=True))
        self.run(jaxpr.eqns, known, jaxpr.outvars)
        return [a.val if is_literal(a) else known[a] for a in jaxpr.outvars]

    def _mapped(self, equation, operands: list) -> list:
        axes = [0 if type(each) is Lanes else None for each in operands]
        datas = [each.data if type(each) is Lanes else each for each in operands]
        results = jax.vmap(lambda *own: applied(equation, *own), in_axes=axes)(*datas)
        own = [each.terms if type(each) is Lanes else _number(each) for each in operands]
        terms = terms_of(equation, own)
        return [Lanes(result, terms) for result in results]

    def _block(self, equation, array, *starts) -> list | None:
        """Return one element of an axis for each round, those of all rounds read at once."""
        at = [axis for axis, start in enumerate(starts) if type(start) is Lanes]
        if type(array) is Lanes or len(at) != 1:
            return None
        axis, start = at[0], starts[at[0]]
        sizes = list(equation.params["slice_sizes"])
        if start.terms is None or abs(start.terms[0]) != 1 or sizes[axis] != 1:
            return None
        factor, first = start.terms
        last = factor * (self._count - 1) + first
        if min(first, last) < 0 or max(first, last) >= array.shape[axis]:
            return None
        begin = factor * self._begin + first
        if factor < 0:
            begin = begin - (self._some - 1)
        sizes[axis] = self._some
        places = [begin if axis == a else each for a, each in enumerate(starts)]
        places = [jnp.asarray(each, start.data.dtype) for each in places]
        block = lax.dynamic_slice_p.bind(array, *places, slice_sizes=tuple(sizes))
        if factor < 0:
            block = lax.rev(block, (axis,))
        return [Lanes(jnp.expand_dims(jnp.moveaxis(block, axis, 0), axis + 1))]

    def _tested(self, equation, operands: list, needed: set) -> list:
        """Return what a loop within leaves, which goes on until the last round has left it."""
        options = equation.params
        of_test, of_body = options["cond_nconsts"], options["body_nconsts"]
        tested, own = operands[:of_test], operands[of_test : of_test + of_body]
        begin = operands[of_test + of_body :]
        test, body = options["cond_jaxpr"], options["body_jaxpr"]
        varies = _settled(body.jaxpr, own, begin, [False] * len(begin))
        if _varies(test.jaxpr, [*map(_is_lanes, tested), *varies])[0]:
            # what ends with another value in each round; steps are counted for all
            varies = _settled(body.jaxpr, own, begin, [out in needed for out in equation.outvars])

        def goes_on(state):
            return self._called(test.jaxpr, test.consts, [*tested, *_held(state, varies)])[0]

        steps = steps_written_out(equation)
        if steps is not None:
            state = list(begin)
            for _ in range(steps):
                found = self._called(test.jaxpr, test.consts, [*tested, *state])[0]
                new = self._called(body.jaxpr, body.consts, [*own, *state])
                state = [
                    self._chosen(found, one, other, out in needed)
                    for one, other, out in zip(new, state, equation.outvars, strict=True)
                ]
            return state

        def going(state):
            found = goes_on(state)
            return jnp.any(found.data) if type(found) is Lanes else found

        def step(state):
            found = goes_on(state)
            new = self._called(body.jaxpr, body.consts, [*own, *_held(state, varies)])
            new = self._let_go(new, varies)
            if type(found) is not Lanes:
                return new
            return [
                jnp.where(_as_wide(found.data, one), one, other) if each else one
                for one, other, each in zip(new, state, varies, strict=True)
            ]

        return _held(lax.while_loop(going, step, self._let_go(begin, varies)), varies)

    def _counted(self, equation, operands: list) -> list:
        """Return what a loop within leaves that has as many steps in each round."""
        program, count = equation.params["jaxpr"], equation.params["num_consts"]
        own, begin = operands[:count], operands[count:]
        varies = _settled(program.jaxpr, own, begin, [False] * len(begin))

        if steps_written_out(equation) is not None:
            for _ in range(equation.params["length"]):
                begin = self._called(program.jaxpr, program.consts, [*own, *begin])
            return begin

        def step(_, state):
            held = _held(state, varies)
            return self._let_go(self._called(program.jaxpr, program.consts, [*own, *held]), varies)

        length = equation.params["length"]
        return _held(lax.fori_loop(0, length, step, self._let_go(begin, varies)), varies)

    def _chosen(self, condition, one, other, is_needed: bool):
        """Return the one or the other value; one that only counts steps goes on for all."""
        if not is_needed and _number(one) is not None and _number(other) is not None:
            return one
        if not any(map(_is_lanes, (condition, one, other))):
            return jnp.where(condition, one, other)
        condition, one, other = map(self.spread, (condition, one, other))
        return Lanes(jnp.where(_as_wide(condition, one), one, other))

    def _let_go(self, values: Sequence, varies: Sequence[bool]) -> list:
        return [
            self.spread(value) if each else value
            for value, each in zip(values, varies, strict=True)
        ]


_OF_SCAN = ("num_consts", "num_carry")


def _held(state: Sequence, varies: Sequence[bool]) -> list:
    return [Lanes(x) if each else x for x, each in zip(state, varies, strict=True)]


def _is_lanes(value) -> bool:
    return type(value) is Lanes


def _number(value) -> tuple[int, int] | None:
    """Return the terms of what is the same in each round, if it is known while tracing."""
    if isinstance(value, (int, np.ndarray, np.generic)) and not np.ndim(value):
        return (0, int(value)) if np.asarray(value).dtype.kind in "iu" else None
    return None


def _as_wide(condition, values):
    return condition.reshape(condition.shape + (1,) * (values.ndim - 1))


def _settled(jaxpr, own: Sequence, begin: Sequence, varies: Sequence[bool]) -> list[bool]:
    """Return which values that a loop carries come to differ by rounds."""
    varies = [each or _is_lanes(x) for each, x in zip(varies, begin, strict=True)]
    while True:
        found = _varies(jaxpr, [*map(_is_lanes, own), *varies])
        grown = [a or b for a, b in zip(varies, found, strict=True)]
        if grown == varies:
            return varies
        varies = grown


def _varies(jaxpr, given: Sequence[bool]) -> list[bool]:
    """Return which results of a program differ by rounds, if some of what it is given does."""
    found = {variable for variable, each in zip(jaxpr.invars, given, strict=True) if each}
    for equation in jaxpr.eqns:
        if any(not is_literal(atom) and atom in found for atom in equation.invars):
            found.update(equation.outvars)
    return [not is_literal(out) and out in found for out in jaxpr.outvars]
