"""Templates (:mod:`.growing`) without tests for nan that a softmax need not have.

A maximum that is sure to be nan where its row has one costs XLA five functions of a layer's thirty
(:mod:`..ops.statistical`). A softmax only takes it off: a row with a nan sums up to nan whatever is
taken off, and so all of the row becomes nan. What tells that a row is empty, the maximum of none,
is told by the sum as well: it is 0 then, and at least 1 in any other row.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jax import lax

from .growing import Equation, Known, Template

_REPEATS = frozenset({"broadcast_in_dim", "reshape", "expand_dims"})
_OF_NUMBER = _REPEATS | {"convert_element_type"}  # what repeats one number


class GuardedMaximum(NamedTuple):
    """A condition that gives a maximum the nan of its operand.

    Attributes
    ----------
    maximum, operand : int
        Numbers of values: the maximum as it is, and that of which it is one.
    """

    maximum: int
    operand: int


def guarded_maximum_of(equation: Equation, made: dict[int, Equation]) -> GuardedMaximum | None:
    """Return the maximum that a condition guards; None if it is another one.

    Parameters
    ----------
    equation : Equation
    made : dict
        The equations of one result, by its number.
    """
    if len(equation.inner) != 2 or len(equation.results) != 1:
        return None
    plain, guarded = equation.inner
    found, (index, *operands) = _kept_without_nan(guarded), equation.operands
    if found is None or plain.outputs[0] not in plain.inputs:
        return None
    kept, tested = found
    if plain.inputs.index(plain.outputs[0]) != kept:
        return None
    if not _tells_of_nan(index, operands[tested], made):
        return None
    return GuardedMaximum(operands[kept], operands[tested])


def _tells_of_nan(index, x, made: dict[int, Equation]) -> bool:
    """Return whether an operand is 1 where an array has nan: its sum is none then."""
    chain: list[Equation] = []
    while type(index) is int and index in made and len(chain) < 3:
        chain.append(made[index])
        index = chain[-1].operands[0]
    if [each.primitive.name for each in chain] != ["convert_element_type", "ne", "reduce_sum"]:
        return False
    _, unequal, summed = chain
    return (
        unequal.operands[0] == unequal.operands[1]
        and summed.operands[0] == x
        and not summed.shapes[0]
    )


def _kept_without_nan(template: Template) -> tuple[int, int] | None:
    """Return the number of the input that a template gives where another has no nan, and of that.

    It is a choice between the one and anything else by ``any(x != x)``; None if it is none.
    """
    if any(len(each.results) != 1 or each.inner for each in template.equations):
        return None
    made = {each.results[0]: each for each in template.equations}
    result = template.outputs[0]
    choice = None if type(result) is Known else made.get(result)
    if choice is None or choice.primitive.name != "select_n" or len(choice.operands) != 3:
        return None
    test, kept, _ = choice.operands
    if type(kept) is Known or kept not in template.inputs:
        return None
    while type(test) is not Known and test in made:
        each = made[test]
        if each.primitive.name == "ne":
            one, other = each.operands
            is_test = type(one) is not Known and one == other and one in template.inputs
            if not is_test:
                return None
            return template.inputs.index(kept), template.inputs.index(one)
        if each.primitive.name not in ("reduce_or", "broadcast_in_dim", "reshape"):
            return None
        test = each.operands[0]
    return None


class _Softmax(NamedTuple):
    """A softmax whose maximum is guarded.

    Attributes
    ----------
    guard, choice : Equation
        The condition, and the choice of 1 in place of the sum of an empty row.
    maximum, total : int
        Numbers of values: what the condition guards, and the sum.
    """

    guard: Equation
    choice: Equation
    maximum: int
    total: int


class _Finder:
    """Finds softmaxes among the equations of a template."""

    def __init__(self, template: Template):
        equations = template.equations
        self._made = {each.results[0]: each for each in equations if len(each.results) == 1}
        self._uses: dict[int, list] = {}
        for each in equations:
            for x in each.operands:
                if type(x) is not Known:
                    self._uses.setdefault(x, []).append(each)
        for x in template.outputs:
            if type(x) is not Known:
                self._uses.setdefault(x, []).append(None)

    def found(self, equation: Equation) -> _Softmax | None:
        """Return the softmax that a condition is a part of."""
        guarded = guarded_maximum_of(equation, self._made)
        if guarded is None:
            return None
        maximum = self._behind(guarded.maximum)
        if maximum is None or maximum.primitive.name != "reduce_max":
            return None
        if maximum.operands[0] != guarded.operand:
            return None
        largest = equation.results[0]
        uses = self._uses_of(largest)
        while uses is not None and len(uses) == 1 and _name(uses[0]) == "stop_gradient":
            largest = uses[0].results[0]
            uses = self._uses_of(largest)
        is_empty, taken_off = self._one_of_each(uses, "eq", "select_n")
        if is_empty is None or not self._is(is_empty.operands[1], -np.inf):
            return None
        blind = is_empty.results[0]
        if taken_off.operands[:2] != [blind, largest] or not self._is(taken_off.operands[2], 0.0):
            return None
        choice = next((each for each in self._uses[blind] if each is not taken_off), None)
        if len(self._uses[blind]) != 2 or _name(choice) != "select_n":
            return None
        total = self._total(taken_off.results[0], guarded.operand, maximum.params["axes"], choice)
        if total is None or choice.operands[:2] != [blind, total]:
            return None
        if not self._is(choice.operands[2], 1.0):
            return None
        return _Softmax(equation, choice, guarded.maximum, total)

    def _total(self, shift: int, x: int, axes: tuple, choice: Equation) -> int | None:
        """Return the sum of exponentials, if all there is of them is that and a quotient by it."""
        (difference,) = self._uses_of(shift, 1)
        if _name(difference) != "sub" or difference.operands != [x, shift]:
            return None
        (exponential,) = self._uses_of(difference.results[0], 1)
        if _name(exponential) != "exp":
            return None
        of_each = exponential.results[0]
        summed, quotient = self._one_of_each(self._uses_of(of_each), "reduce_sum", "div")
        if summed is None or tuple(summed.params["axes"]) != tuple(axes):
            return None
        if quotient.operands != [of_each, choice.results[0]]:
            return None
        if len(self._uses_of(choice.results[0])) != 1:
            return None
        total = summed.results[0]
        (use,) = self._uses_of(total, 1)
        while _name(use) in _REPEATS:
            total = use.results[0]
            (use,) = self._uses_of(total, 1)
        return total if use is choice else None

    def _uses_of(self, number: int, count: int | None = None) -> Sequence:
        """Return the equations that a value goes into, None where there are not so many."""
        found = self._uses.get(number, [])
        return found if count is None or len(found) == count else [None] * count

    def _one_of_each(self, uses: Sequence, *names: str) -> list:
        """Return the equations of these names, which are all that there are; else None of each."""
        found = {_name(each): each for each in uses}
        is_so = len(uses) == len(names) and found.keys() == set(names)
        return [found[each] for each in names] if is_so else [None] * len(names)

    def _behind(self, number) -> Equation | None:
        """Return the equation that gives a value, but for axes of one and what repeats it."""
        made = self._made.get(number)
        while made is not None and made.primitive.name in _REPEATS:
            x = made.operands[0]
            made = None if type(x) is Known else self._made.get(x)
        return made

    def _is(self, operand, value: float) -> bool:
        """Return whether an operand is one number, or repeats it."""
        while type(operand) is not Known:
            made = self._made.get(operand)
            if made is None or made.primitive.name not in _OF_NUMBER:
                return False
            operand = made.operands[0]
        return type(operand.value) is np.ndarray and not operand.shape and operand.value == value


def _name(equation: Equation | None) -> str:
    return "" if equation is None else equation.primitive.name


def without_guards(template: Template) -> Template:
    """Return a template whose softmaxes do not look for nan; it stays as it is.

    Parameters
    ----------
    template : Template
    """
    finder = _Finder(template)
    conditions = [each for each in template.equations if each.primitive.name == "cond"]
    found = [each for each in map(finder.found, conditions) if each is not None]
    if not found:
        return template
    made = copy.copy(template)
    same = {each.guard.results[0]: each.maximum for each in found}
    choices = {each.choice.results[0]: each for each in found}
    guards = set(same)
    made.equations = []
    for each in template.equations:
        if not guards.isdisjoint(each.results):
            continue
        operands = [x if type(x) is Known else same.get(x, x) for x in each.operands]
        softmax = choices.get(each.results[0])
        if softmax is not None:
            operands[0] = _added_test(made, softmax.total, each)
        made.equations.append(each._replace(operands=operands))
    return made


def _added_test(template: Template, total: int, choice: Equation) -> int:
    """Add the equation that tells whether a sum is 0; return the number of its result."""
    shape, dtype = choice.shapes[0], choice.dtypes[0]
    number = template.add_value(shape)
    zero = Known(np.zeros((), dtype), np.dtype(dtype), ())
    test = Equation(lax.eq_p, [total, zero], [number], {}, [shape], [np.dtype(bool)])
    template.equations.append(test)
    return number


__all__ = ["GuardedMaximum", "guarded_maximum_of", "without_guards"]
