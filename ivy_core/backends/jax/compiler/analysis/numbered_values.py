"""Values that follow from a loop's number alone, computed for all its numbers before it runs.

A test of the number may turn out the same in all iterations: whether ``j - 1``, or where that is
negative the last index, is ``j``. What it chooses is known then.
"""

from __future__ import annotations

import numpy as np

from ...runtime.internals import ClosedJaxpr
from ..equations import (
    MOVES,
    Values,
    applied,
    is_literal,
    is_variable,
    live,
    makers,
    name_of,
    retraced,
)

_FUNCTIONS = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "not": np.invert,
    "clamp": lambda low, x, high: np.minimum(np.maximum(x, low), high),
    "select_n": lambda which, *cases: np.choose(which.astype(np.intp), cases),
}


def without_known_tests(program: ClosedJaxpr, count: int) -> ClosedJaxpr:
    """Return an iteration's program without ints and truths that are the same in all iterations.

    Those iterations count in which a value is chosen.

    Parameters
    ----------
    program : ClosedJaxpr
        It takes the number of the iteration first, and calls no functions.
    count : int
        The numbers are from 0 on, and less.
    """
    found = _values_by_number(program.jaxpr, count)
    fixed = {}
    for variable, needed in _where_needed(program.jaxpr, found, count).items():
        values, known = found.get(variable, (None, None))
        if values is not None and (known | ~needed).all():
            values = values[needed]
            if not values.size or (values == values[0]).all():
                value = values[0] if values.size else 0
                fixed[variable] = np.full(variable.aval.shape, value, variable.aval.dtype)

    def run(*arguments) -> list:
        values = Values(program, arguments)
        for equation in program.jaxpr.eqns:
            out = equation.outvars[0]
            if out in fixed:
                values.set(equation, [fixed[out]])
                continue
            same = _operand_that_is_left(equation, fixed)
            if same is not None and _are_alike(same, out):
                values.set(equation, [values.of(same)])
                continue
            values.set(equation, applied(equation, *values.operands(equation)))
        return values.results()

    made = retraced(program, run)
    return ClosedJaxpr(made.jaxpr.replace(eqns=live(made.jaxpr)), made.consts)


def _values_by_number(jaxpr, count: int) -> dict:
    """Return, by variable, values by iteration that the number decides, and which are known."""
    every = np.ones(count, bool)
    found = {jaxpr.invars[0]: (np.arange(count), every)}
    made_by = makers(jaxpr.eqns)
    for equation in jaxpr.eqns:
        if len(equation.outvars) != 1 or not _is_int_or_truth(equation.outvars[0]):
            continue
        if not any(each in found for each in filter(is_variable, equation.invars)):
            continue
        name, atoms = _as_joined_truths(equation, made_by)
        operands = [_knowledge_of(each, found, count) for each in atoms]
        dtype = equation.outvars[0].aval.dtype
        if name in ("and", "or") and dtype.kind == "b":
            found[equation.outvars[0]] = _joined(name, operands, count)
        elif None not in operands:
            known = np.logical_and.reduce([each[1] for each in operands])
            function = _FUNCTIONS.get(name)
            if name in MOVES:
                found[equation.outvars[0]] = operands[0][0].astype(dtype), known
            elif function is not None:
                values = np.asarray(function(*[each[0] for each in operands]))
                if values.dtype == dtype:
                    found[equation.outvars[0]] = values, known
    return found


def _as_joined_truths(equation, made_by: dict) -> tuple:
    """Return the name and the operands of a step; of ``b if a else a`` those of ``a and b``."""
    name, atoms = name_of(equation), equation.invars
    if name == "select_n" and len(atoms) == 3 and atoms[0].aval.dtype.kind == "b":
        which, no, yes = (_before_moves(each, made_by) for each in atoms)
        if which is no:
            return "and", (atoms[0], atoms[2])
        if which is yes:
            return "or", (atoms[0], atoms[1])
    return name, atoms


def _before_moves(atom, made_by: dict):
    """Return the truth that was only moved to this one; another value as it is."""
    while is_variable(atom) and atom.aval.dtype.kind == "b" and atom in made_by:
        made = made_by[atom]
        if name_of(made) not in MOVES or made.invars[0].aval.dtype.kind != "b":
            break
        atom = made.invars[0]
    return atom


def _joined(name: str, operands: list, count: int) -> tuple:
    """Join truths as far as they are known; one of them may decide alone."""
    decisive = name == "or"
    decided, known = np.zeros(count, bool), np.ones(count, bool)
    for each in operands:
        values, which = (decided, np.zeros(count, bool)) if each is None else each
        decided = decided | (which & (values == decisive))
        known = known & which
    return np.where(decided, decisive, not decisive), known | decided


def _where_needed(jaxpr, found: dict, count: int) -> dict:
    """Return, by variable, in which iterations its value matters."""
    needed = {each: np.ones(count, bool) for each in filter(is_variable, jaxpr.outvars)}
    for equation in reversed(jaxpr.eqns):
        wanted = [needed[out] for out in equation.outvars if out in needed]
        if not wanted and not equation.effects:
            continue
        own = np.logical_or.reduce(wanted) if wanted else np.ones(count, bool)
        choice = found.get(equation.invars[0]) if name_of(equation) == "select_n" else None
        for place, atom in enumerate(equation.invars):
            if is_variable(atom):
                where = own
                if place and choice is not None:
                    values, known = choice
                    where = own & (~known | (values == place - 1))
                needed[atom] = needed[atom] | where if atom in needed else where
    return needed


def _knowledge_of(atom, found: dict, count: int) -> tuple | None:
    """Return an operand's values by iteration, and which are known; None if none is."""
    if not is_literal(atom):
        return found.get(atom)
    if not _is_int_or_truth(atom):
        return None
    value = np.asarray(atom.val, atom.aval.dtype).reshape(())
    return np.broadcast_to(value, count), np.ones(count, bool)


def _is_int_or_truth(atom) -> bool:
    """Return whether a value is one element, an int or a truth."""
    return atom.aval.size == 1 and atom.aval.dtype.kind in "iub"


def _operand_that_is_left(equation, fixed: dict):
    """Return the operand that an equation gives, as the other ones are known; None of others."""
    name, dtype = name_of(equation), equation.outvars[0].aval.dtype
    if name == "select_n":
        which = _value_that_is_known(equation.invars[0], fixed)
        return None if which is None else equation.invars[1 + int(which)]
    if not (name in ("and", "or") and dtype.kind == "b" or name == "add" and dtype.kind in "iu"):
        return None
    for one, other in (equation.invars, equation.invars[::-1]):
        value = _value_that_is_known(one, fixed)
        if value is not None and bool(value) == (name == "and"):
            return other
    return None


def _value_that_is_known(atom, fixed: dict):
    """Return the value of an int or a truth that is the same in all iterations; else None."""
    if is_literal(atom):
        return np.asarray(atom.val).item() if _is_int_or_truth(atom) else None
    return fixed[atom].item() if atom in fixed else None


def _are_alike(atom, out) -> bool:
    """Return whether two values are of one shape, dtype and weakness."""
    kinds = [(each.aval.shape, each.aval.dtype, each.aval.weak_type) for each in (atom, out)]
    return kinds[0] == kinds[1]
