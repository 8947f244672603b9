"""Backward programs in sections: what forward has kept is freed behind what reads it last.

XLA holds a program's arguments until its end, beside what it computes with; PyTorch lets go of each
part of a graph as it comes to it. Cut where little crosses, a program is several, called one after
another: each has less to compute with, and arrays that are handed over are let go of in between.

Measured with JAX 0.10.2, MB that a training step needs beyond what is there before: UNet2D 40.3 as
one program, 29.7 in six sections (PyTorch 25.6); EfficientNet-B0 89.5 and 81.4 (68.7); nanoGPT 32.6
and 23.5 (23.0). To compile small ones XLA takes up to twice as long, in a thread.
To be retired when XLA frees the arguments that are donated once it has read them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple

import jax
import numpy as np

from ..runtime.internals import ClosedJaxpr, EagerArray, is_committed
from .equations import (
    applied,
    applied_apart,
    called_program,
    is_apart,
    is_literal,
    is_variable,
)
from .limits import SECTION_BYTES, SECTIONS, SECTIONS_LEAST_BYTES, SECTIONS_SHARE_TO_SEARCH

_abstract_of = attrgetter("aval")


class Section(NamedTuple):
    """Some equations of a program, one behind the other.

    Attributes
    ----------
    run : callable
        The jitted function.
    takes, gives, frees : tuple of int
        Places of what it is given, of its results, and of what no section behind it reads.
    """

    run: Callable
    takes: tuple[int, ...]
    gives: tuple[int, ...]
    frees: tuple[int, ...]


class Sections:
    """A program in sections; called with the list of its arguments, which it empties.

    Parameters
    ----------
    sections : list of Section
    places : int
        How many there are; the first ones are the arguments'.
    results : list of int
        Places of the results.
    kinds : list
        What JAX says of the arguments: shape, dtype, whether it is weak, and where they are cut.
    """

    def __init__(self, sections: list[Section], places: int, results: list[int], kinds: list):
        self._sections, self._places, self._results = sections, places, results
        self._kinds = kinds

    def fit(self, given: list) -> bool:
        """Return whether the program was traced for arguments of these kinds."""
        kinds = list(map(_abstract_of, given))
        if kinds != self._kinds:
            return False
        self._kinds = kinds  # the next call's are mostly these very objects, which compare in C
        return True

    def __call__(self, given: list) -> list:
        values = given + [None] * (self._places - len(given))
        given.clear()
        for section in self._sections:
            made = section.run(*[values[at] for at in section.takes])
            for at in section.frees:
                values[at] = None
            for at, value in zip(section.gives, made, strict=True):
                values[at] = value
        return [values[at] for at in self._results]

    def lower(self, given: list) -> list:
        """Return the sections, lowered for such arguments."""
        values: list = given + [None] * (self._places - len(given))
        place = next((x.sharding for x in given if is_committed(x)), None)
        found = []
        for section in self._sections:
            lowered = section.run.lower(*[values[at] for at in section.takes])
            found.append(lowered)
            for at, out in zip(section.gives, lowered.out_info, strict=True):
                values[at] = jax.ShapeDtypeStruct(
                    out.shape, out.dtype, weak_type=out.weak_type, sharding=place
                )
        return found


def in_sections(
    program: ClosedJaxpr, given: list, handed_over: Sequence[bool], options: dict | None
) -> Sections | None:
    """Return a program in sections; None where one is as good, or it cannot be cut.

    Parameters
    ----------
    program : ClosedJaxpr
    given : list
        Its arguments.
    handed_over : sequence of bool
        Which of them nothing else holds.
    options : dict or None
        XLA's.

    Examples
    --------
    >>> import jax
    >>> from ivy_core.backends.jax.compiler.sections import in_sections
    >>> x = jax.numpy.ones(4)
    >>> in_sections(jax.make_jaxpr(lambda x: x + 1)(x), [x], [True], None) is None
    True
    """
    if not all(isinstance(x, EagerArray) for x in given):
        return None
    sizes = {id(x): x.nbytes for x, passes in zip(given, handed_over, strict=True) if passes}
    total = sum(sizes.values())
    count = min(SECTIONS, total // SECTION_BYTES)
    if total < SECTIONS_LEAST_BYTES or not _lie_on_one_device(given):
        return None
    program = _called_alone(program)
    jaxpr = program.jaxpr
    if jaxpr.effects or any(map(is_literal, jaxpr.outvars)):
        return None
    passing = {
        variable: (id(x), x.nbytes)
        for variable, x, passes in zip(jaxpr.invars, given, handed_over, strict=True)
        if passes
    }
    cuts = _find_cuts(jaxpr, passing, count)
    return _cut(program, cuts, options, list(map(_abstract_of, given))) if cuts else None


def _lie_on_one_device(given: list) -> bool:
    places = {x.sharding for x in given}
    return len({device for place in places for device in place.device_set}) == 1


def _called_alone(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return the program that another one calls and does nothing else."""
    while len(program.eqns) == 1:
        equation, jaxpr = program.eqns[0], program.jaxpr
        inner = None if is_apart(equation) else called_program(equation)
        alike = equation.invars == jaxpr.invars and equation.outvars == jaxpr.outvars
        if inner is None or not alike:
            break
        program = inner
    return program


def _find_cuts(jaxpr, passing: dict, parts: int) -> list[int]:
    """Return the numbers of the equations at which sections begin, but for the first one.

    Each section frees as many bytes as the others, about: where it ends is looked for about that
    point, so that the fewest bytes cross.

    Parameters
    ----------
    jaxpr
    passing : dict
        By input that is handed over: who it is, as inputs may be one array, and its bytes.
    parts : int
        How many sections there are to be.
    """
    count = len(jaxpr.eqns)
    last = _last_readers(jaxpr)
    until: dict = {}  # by array: its last reader, and its bytes
    for variable, (which, size) in passing.items():
        until[which] = max(last.get(variable, 0), until.get(which, (0, 0))[0]), size
    freed, crossing = np.zeros(count + 1), np.zeros(count + 1)
    for at, size in until.values():
        freed[at + 1 :] += size
    for at, equation in enumerate(jaxpr.eqns):
        for out in equation.outvars:
            if last.get(out, at) > at:
                size = out.aval.size * out.aval.dtype.itemsize
                crossing[at + 1 : last[out] + 1] += size
    reach, cuts = int(count * SECTIONS_SHARE_TO_SEARCH), [0]
    for number in range(1, parts):
        ideal = int(np.searchsorted(freed, freed[-1] * number / parts))
        first, end = max(ideal - reach, cuts[-1] + 1), min(ideal + reach + 1, count)
        if first < end:
            cuts.append(first + int(np.argmin(crossing[first:end])))
    return cuts[1:]


def _last_readers(jaxpr) -> dict:
    """Return by variable the number of the last equation that reads it."""
    last: dict = {}
    for at, equation in enumerate(jaxpr.eqns):
        for each in filter(is_variable, equation.invars):
            last[each] = at
    return last


def _cut(program: ClosedJaxpr, cuts: list[int], options: dict | None, kinds: list) -> Sections:
    jaxpr = program.jaxpr
    last, ends = _last_readers(jaxpr), [*cuts, len(jaxpr.eqns)]
    results = set(jaxpr.outvars)
    known = dict(zip(jaxpr.constvars, program.consts, strict=True))
    places = {variable: at for at, variable in enumerate(jaxpr.invars)}
    sections, begin = [], 0
    for end in ends:
        equations = jaxpr.eqns[begin:end]
        reads = dict.fromkeys(filter(is_variable, _operands(equations)))
        made = [out for each in equations for out in each.outvars]
        takes = [each for each in reads if each not in known and each in places]
        gives = [out for out in made if out in results or last.get(out, -1) >= end]
        for out in gives:
            places[out] = len(places)
        frees = [v for v in takes if v not in results and last[v] < end]
        run = jax.jit(_function_of(equations, takes, gives, known), compiler_options=options)
        sections.append(
            Section(run, *(tuple([places[v] for v in each]) for each in (takes, gives, frees)))
        )
        begin = end
    return Sections(sections, len(places), [places[v] for v in jaxpr.outvars], kinds)


def _operands(equations: Sequence):
    return itertools.chain.from_iterable([each.invars for each in equations])


def _function_of(equations: Sequence, takes: list, gives: list, constants: dict) -> Callable:
    """Return the function of some equations, to be jitted."""

    def section(*given):
        known = {**constants, **dict(zip(takes, given, strict=True))}
        for equation in equations:
            operands = []
            for atom in equation.invars:
                operands.append(atom.val if is_literal(atom) else known[atom])
            apply = applied_apart if is_apart(equation) else applied
            known.update(zip(equation.outvars, apply(equation, *operands), strict=True))
        return [known[each] for each in gives]

    return section


__all__ = ["Section", "Sections", "in_sections"]
