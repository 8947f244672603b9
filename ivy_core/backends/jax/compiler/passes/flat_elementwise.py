"""Flat elementwise: steps on arrays of short last axes, as functions of their elements in a row.

XLA's CPU backend makes loops over all axes of an elementwise function, and takes no vector
instructions where there are four and the last one is short: of Adam's root and quotient for filters
of 3 x 3. Steps on arrays of one such shape, and on numbers, that follow each other become one
function of vectors here. XLA leaves the function as it is, as a reshape that it puts into a step
makes that one slower yet.

Measured with JAX 0.10.2: a step of AdamW for 512 x 512 filters of 3 x 3: 6.3 ms, then 1.7; for 64 x
64 of them 0.11, then 0.02.
To be retired when XLA's CPU backend vectorizes elementwise functions over the elements in memory.
"""

from __future__ import annotations

import jax
from jax import lax

from ..equations import (
    ELEMENTWISE,
    FUNCTIONS,
    Values,
    applied,
    applied_anew,
    called_program,
    function_apart,
    is_literal,
    is_variable,
    makers,
    name_of,
    retraced,
)
from ..limits import (
    FLAT_GOOD_LENGTHS,
    FLAT_LEAST_AXES,
    FLAT_LEAST_ELEMENTS,
    FLAT_MOST_LENGTH,
)
from ..rewriter import program_pass

# what takes a vector of elements as long as one
_COSTLY = frozenset(
    "cos div erf exp exp2 expm1 log log1p logistic pow rsqrt sin sqrt tan tanh".split()
)


@program_pass(_COSTLY)
def rewrite(program):
    """Return a program whose steps on arrays of short last axes are functions of vectors."""
    groups = _groups(program.jaxpr)
    if not groups:
        return program
    return retraced(program, lambda *given: _Grouped(program, groups, given).run())


def _has_slow_loops(shape: tuple[int, ...], size: int) -> bool:
    """Return whether XLA's loops over an array of a shape take single elements."""
    if len(shape) < FLAT_LEAST_AXES or size < FLAT_LEAST_ELEMENTS:
        return False
    return 1 < shape[-1] <= FLAT_MOST_LENGTH and shape[-1] not in FLAT_GOOD_LENGTHS


def _shape_of_elementwise(equation) -> tuple[int, ...] | None:
    """Return the shape of an equation of elements and numbers that has slow loops, else None."""
    aval = equation.outvars[0].aval if equation.outvars else None
    shape = getattr(aval, "shape", ())
    if not _has_slow_loops(shape, getattr(aval, "size", 0)) or equation.effects:
        return None
    return shape if _is_elementwise(equation, shape) else None


def _is_elementwise(equation, shape) -> bool:
    """Return whether it computes arrays of a shape, element by element, of such and of numbers."""
    if any(atom.aval.shape not in (shape, ()) for atom in (*equation.invars, *equation.outvars)):
        return False
    inner = called_program(equation)
    if inner is not None:
        return not inner.consts and all(_is_elementwise(each, shape) for each in inner.jaxpr.eqns)
    return name_of(equation) in ELEMENTWISE or name_of(equation) == "broadcast_in_dim"


def _is_costly(equation) -> bool:
    inner = called_program(equation)
    if inner is not None:
        return any(map(_is_costly, inner.jaxpr.eqns))
    return name_of(equation) in _COSTLY


def _groups(jaxpr) -> list[list]:
    """Find the equations that become functions: lists of them, in their order.

    A level is how often a path to an equation leaves what may be a group. Those of one level and
    one shape that are connected are a group: a path from one group to another has another level at
    its end, so that one of them can be computed before the other.
    """
    shapes = {}
    for equation in jaxpr.eqns:
        shape = _shape_of_elementwise(equation)
        if shape is not None:
            shapes[id(equation)] = shape
    if not any(_is_costly(each) for each in jaxpr.eqns if id(each) in shapes):
        return []
    made_by = makers(jaxpr.eqns)
    levels = _levels(jaxpr, shapes, made_by)
    group_of: dict[int, list] = {}
    for equation in jaxpr.eqns:
        shape = shapes.get(id(equation))
        if shape is None:
            continue
        own = group_of[id(equation)] = [equation]
        for atom in filter(is_variable, equation.invars):
            other = made_by.get(atom)
            if other is None or shapes.get(id(other)) != shape:
                continue
            if levels[id(other)] == levels[id(equation)] and group_of[id(other)] is not own:
                own = group_of[id(other)] + own
                for each in own:
                    group_of[id(each)] = own
    groups = {id(group): group for group in group_of.values()}
    order = {id(equation): at for at, equation in enumerate(jaxpr.eqns)}
    found = [sorted(each, key=lambda one: order[id(one)]) for each in groups.values()]
    return [group for group in found if any(map(_is_costly, group))]


def _levels(jaxpr, shapes: dict, made_by: dict) -> dict[int, int]:
    """Return the level of each equation, elementwise ones as late as what needs them."""
    levels: dict[int, int] = {}
    for equation in jaxpr.eqns:
        level, shape = 0, shapes.get(id(equation))
        for atom in filter(is_variable, equation.invars):
            other = made_by.get(atom)
            if other is not None:
                theirs = shapes.get(id(other))
                level = max(level, levels[id(other)] + (theirs is not None and theirs != shape))
        levels[id(equation)] = level
    latest: dict = dict.fromkeys(filter(is_variable, jaxpr.outvars), -1)  # by variable
    for equation in reversed(jaxpr.eqns):
        shape = shapes.get(id(equation))
        if shape is not None:
            needed = [latest.get(out) for out in equation.outvars]
            needed = [each for each in needed if each is not None]
            levels[id(equation)] = max(levels[id(equation)], min(needed, default=0))
        for atom in filter(is_variable, equation.invars):
            other = made_by.get(atom)
            is_alike = shape is not None and other is not None and shapes.get(id(other)) == shape
            level = levels[id(equation)] if is_alike else -1
            latest[atom] = min(level, latest.get(atom, level))
    return levels


class _Grouped:
    """Computes the equations of a program, groups of them as functions of vectors."""

    def __init__(self, program, groups: list[list], arguments):
        self._program, self._values = program, Values(program, arguments)
        self._group_of = {id(each): group for group in groups for each in group}
        self._inputs = {id(group): _inputs_of(group) for group in groups}
        needed = set(filter(is_variable, program.jaxpr.outvars))
        for equation in program.jaxpr.eqns:
            group = self._group_of.get(id(equation))
            for atom in filter(is_variable, equation.invars):
                if group is None or atom in self._inputs[id(group)]:
                    needed.add(atom)
        self._needed = needed

    def run(self) -> list:
        """Run the program and return its results."""
        waiting = list(self._program.jaxpr.eqns)
        done: set[int] = set()
        while waiting:  # what needs a group's results may stand before the group's last equation
            left, has_effects_left = [], False
            for equation in waiting:
                group = self._group_of.get(id(equation))
                if group is not None:
                    if id(group) in done:
                        continue
                    if self._are_known(self._inputs[id(group)]):
                        done.add(id(group))
                        self._run_group(group)
                        continue
                elif equation.effects and has_effects_left:
                    pass  # effects keep their order
                elif self._are_known(filter(is_variable, equation.invars)):
                    operands = self._values.operands(equation)
                    self._values.set(equation, applied_anew(equation, operands))
                    continue
                left.append(equation)
                has_effects_left = has_effects_left or bool(equation.effects)
            if len(left) == len(waiting):
                self._group_of.clear()  # groups that wait for each other: one by one
            waiting = left
        return self._values.results()

    def _are_known(self, variables) -> bool:
        return all(each in self._values.known for each in variables)

    def _run_group(self, group: list) -> None:
        """Compute the equations of a group as one function of vectors."""
        inputs = self._inputs[id(group)]
        outputs = [out for each in group for out in each.outvars if out in self._needed]
        shape = group[0].outvars[0].aval.shape

        def computed(*given):
            known = dict(zip(inputs, given, strict=True))
            for equation in group:
                operands = [x.val if is_literal(x) else known[x] for x in equation.invars]
                known.update(zip(equation.outvars, _of_vectors(equation, operands), strict=True))
            return [known[out] for out in outputs]

        given = [self._values.known[each] for each in inputs]
        given = [lax.reshape(x, (x.size,)) if x.shape else x for x in given]
        results = function_apart(computed)(*given)
        for out, result in zip(outputs, results, strict=True):
            self._values.known[out] = lax.reshape(result, shape)


def _inputs_of(group: list) -> dict:
    """Return the variables that a group takes from elsewhere, each once."""
    own = {out for equation in group for out in equation.outvars}
    variables = (x for equation in group for x in equation.invars if is_variable(x))
    return dict.fromkeys(x for x in variables if x not in own)


def _of_vectors(equation, operands: list) -> list:
    """Return the results of an elementwise equation of vectors and numbers."""
    name = name_of(equation)
    if name in FUNCTIONS:
        inner = called_program(equation)
        values = Values(inner, operands)
        for each in inner.jaxpr.eqns:
            values.set(each, _of_vectors(each, values.operands(each)))
        return values.results()
    if name == "broadcast_in_dim":
        (x,) = operands
        size = equation.outvars[0].aval.size
        return [x if jax.numpy.ndim(x) else lax.broadcast(x, (size,))]
    return applied(equation, *operands)
