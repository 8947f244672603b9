"""Writes to large arrays within the program of a loop's iteration."""

from __future__ import annotations

from ..equations import BRANCHES, FUNCTIONS, branches_of, is_literal, name_of
from ..limits import WRITES_SMALL_ELEMENTS

_WRITES = frozenset({"dynamic_update_slice", "scatter"})


def is_write(equation) -> bool:
    """Return whether an equation writes to an array that is too large to be copied."""
    if name_of(equation) not in _WRITES and equation.params.get("name") != "put":
        return False
    first = equation.invars[0]
    return (
        not is_literal(first)
        and first.aval.size > WRITES_SMALL_ELEMENTS
        and first.aval.shape == equation.outvars[0].aval.shape
    )


def is_small_write(equation) -> bool:
    """Return whether far less than all of an array is written."""
    values = equation.invars[1 if name_of(equation) == "dynamic_update_slice" else -1]
    return values.aval.size <= max(WRITES_SMALL_ELEMENTS, equation.invars[0].aval.size // 8)


def is_small_part(equation, array) -> bool:
    """Return whether what an equation reads of an array is far less than all of it."""
    most = max(WRITES_SMALL_ELEMENTS, array.aval.size // 8)
    return all(out.aval.size <= most for out in equation.outvars)


def has_writes(jaxpr) -> bool:
    """Return whether equations write to large arrays, or the sides of a branch among them do."""
    for each in jaxpr.eqns:
        name = name_of(each)
        may_write = name in _WRITES or name in FUNCTIONS and each.params.get("name") == "put"
        if may_write and is_write(each) or name in BRANCHES and writes_in_branches(each):
            return True
    return False


def writes_in_branches(equation) -> bool:
    """Return whether an equation is a branch, a side of which writes to a large array."""
    return any(has_writes(each.jaxpr) for each in branches_of(equation))
