"""Templates (:mod:`.growing`) whose lookups tell of negative indices.

JAX counts an index below 0 from the end before it looks up, also where PyTorch raises an error, as
for an embedding. An index that a call is given is looked up as it is: one below 0 is outside then,
and such a call runs as the forward itself does, whichever it means.
"""

from __future__ import annotations

import copy

import numpy as np
from jax import lax

from .growing import Equation, Known, Template

# also of indices of several axes side by side, and in the integers that a lookup takes
_SHAPES = frozenset(
    {"broadcast_in_dim", "reshape", "squeeze", "expand_dims", "copy", "concatenate",
     "convert_element_type"}
)  # fmt: skip
_LOOKUPS = frozenset({"gather", "scatter"})


def with_negatives_told(template: Template) -> Template:
    """Return a template that does not count indices it is given from the end; it stays as it is."""
    made = {each.results[0]: each for each in template.equations if len(each.results) == 1}
    uses: dict[int, list] = {}
    for each in template.equations:
        for position, x in enumerate(each.operands):
            if type(x) is not Known:
                uses.setdefault(x, []).append((each, position))
    for x in template.outputs:
        if type(x) is not Known:
            uses.setdefault(x, []).append((None, 0))
    given = _numbers_given(template)
    same: dict[int, int] = {}
    for each in template.equations:
        index = _counted_from_end(each, made)
        if index in given and _is_only_looked_up(each.results[0], uses):
            same[each.results[0]] = index
    if not same:
        return template
    found = copy.copy(template)
    found.equations = [
        each._replace(operands=[x if type(x) is Known else same.get(x, x) for x in each.operands])
        for each in template.equations
    ]
    return found


def _numbers_given(template: Template) -> set[int]:
    """Return the numbers of ints that depend on what a call is given."""
    pairs = zip(template.inputs, template.input_dtypes, strict=True)
    found = {number for number, dtype in pairs if np.issubdtype(dtype, np.integer)}
    for each in template.equations:
        if any(type(x) is not Known and x in found for x in each.operands):
            kinds = zip(each.results, each.dtypes, strict=True)
            found.update([x for x, dtype in kinds if np.issubdtype(dtype, np.integer)])
    return found


def _counted_from_end(equation: Equation, made: dict[int, Equation]) -> int | None:
    """Return the index to which an equation adds a number where it is below 0."""
    if equation.primitive.name != "select_n" or len(equation.operands) != 3:
        return None
    test, index, other = equation.operands
    if any(type(x) is Known for x in (test, index, other)):
        return None
    below, added = made.get(test), made.get(other)
    if below is None or below.primitive.name != "lt" or below.operands[0] != index:
        return None
    if added is None or added.primitive.name != "add" or added.operands[0] != index:
        return None
    limit = below.operands[1]
    is_zero = type(limit) is Known and type(limit.value) is np.ndarray and not limit.value.any()
    return index if is_zero else None


def _is_only_looked_up(number: int, uses: dict[int, list]) -> bool:
    """Return whether all there is of a value are indices of lookups that tell what is outside."""
    left = [number]
    while left:
        for each, position in uses.get(left.pop(), ()):
            if each is None:
                return False
            if each.primitive.name in _SHAPES:
                left.append(each.results[0])
            elif each.primitive.name not in _LOOKUPS or position != 1:
                return False
            elif each.params["mode"] is not lax.GatherScatterMode.FILL_OR_DROP:
                return False
    return True


__all__ = ["with_negatives_told"]
