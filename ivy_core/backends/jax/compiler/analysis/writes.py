"""Writes to arrays within the program of a loop's iteration."""

from __future__ import annotations

from ..equations import (
    BRANCHES,
    FUNCTIONS,
    CountedLoop,
    WhileLoop,
    branches_of,
    is_literal,
    is_variable,
    name_of,
)
from ..limits import WRITES_LEAST_ELEMENTS, WRITES_SMALL_ELEMENTS

_WRITES = frozenset({"dynamic_update_slice", "scatter"})


def is_write(equation) -> bool:
    """Return whether an equation writes to an array that is not to be copied."""
    if name_of(equation) not in _WRITES and equation.params.get("name") != "put":
        return False
    first = equation.invars[0]
    return (
        not is_literal(first)
        and first.aval.size >= WRITES_LEAST_ELEMENTS
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


def written_arrays(equation) -> list:
    """Return the arrays, as variables, that an equation writes to: by itself, in a loop or a side.

    A loop counts as writing to each array that it carries and changes.
    """
    name = name_of(equation)
    if name == "while":
        loop = WhileLoop.of(equation)
        body, carried = loop.body.jaxpr, loop.split(equation.invars)[2]
        pairs = zip(carried, body.invars[loop.body_constants :], body.outvars, strict=True)
    elif name == "scan":
        loop = CountedLoop.of(equation)
        body, end = loop.body.jaxpr, loop.constants + loop.carried
        carried = equation.invars[loop.constants : end]
        inner = body.invars[loop.constants : end]
        pairs = zip(carried, inner, body.outvars[: loop.carried], strict=True)
    elif name in BRANCHES:
        operands, found = equation.invars[1:], []
        for branch in branches_of(equation):
            written = {each for e in branch.jaxpr.eqns for each in written_arrays(e)}
            inner = zip(operands, branch.jaxpr.invars, strict=True)
            found += [atom for atom, own in inner if own in written and is_variable(atom)]
        return found
    else:
        return [equation.invars[0]] if is_write(equation) else []
    return [
        atom
        for atom, before, after in pairs
        if is_variable(atom) and before is not after and atom.aval.size >= WRITES_LEAST_ELEMENTS
    ]
