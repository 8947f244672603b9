"""The largest or least of what iterations compare with, and names that are bound with it.

``if value > best: best, place = value, i`` needs of the iterations before nothing but the value and
the names of the first that is largest. Which that is can be told of all iterations at once. As in
Python, what compares with nan is never taken, and of equal values the first one stays.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...runtime.internals import constant_of
from ..equations import is_literal, is_variable, name_of
from .batching import Batched, Iterations

_TURNED = {"gt": "lt", "lt": "gt"}
# equations that give their operand's only element
_SAME_ELEMENT = frozenset("reshape squeeze broadcast_in_dim copy convert_element_type".split())

# A condition is True, False, ("leaf", variable or literal), ("not", c), ("and", c, d), ("or", c, d)
# or ("compared",): that the value is further than the extreme. A value is a leaf, or
# ("select", c, value if it holds, value if not).
_COMPARED = ("compared",)


@dataclass(frozen=True, slots=True)
class Comparison:
    """That a value is larger (``is_largest``), or less, than the carried extreme."""

    extreme: object
    value: object
    is_largest: bool


@dataclass(frozen=True, slots=True)
class Extreme:
    """An extreme that a loop carries, or a name that is bound where a new one is found.

    ``condition`` tells which iterations take part, and ``bound`` is what each would bind. ``steps``
    are the equations, by position, that are done by it.
    """

    comparison: Comparison
    condition: object
    bound: tuple
    steps: frozenset
    is_extreme: bool

    def left(self, before, iterations: Iterations, value: Callable, takes_part=None):
        """Return the carried value after some iterations; ``value`` gives that of an operand.

        Where ``takes_part`` is false, an iteration leaves all as it is.
        """

        def own(atom):
            return _by_iteration(value(atom))

        is_largest = self.comparison.is_largest
        given = jnp.reshape(iterations.spread(value(self.comparison.value)), -1)
        masked = given
        if takes_part is not None:
            masked = jnp.where(takes_part, given, _worst(given.dtype, is_largest))
        if self.condition is not True:
            counts = _holds(self.condition, own)
            masked = jnp.where(counts, masked, _worst(given.dtype, is_largest))
        if given.dtype.kind == "f":  # nan is never taken
            masked = jnp.where(jnp.isnan(given), _worst(given.dtype, is_largest), masked)
        most = _furthest(masked, is_largest)
        extreme = jnp.reshape(value(self.comparison.extreme), ())
        is_new = most > extreme if is_largest else most < extreme
        if self.is_extreme and (given.dtype.kind != "f" or _is_beyond_zero(before, is_largest)):
            found = most
        else:
            found = _chosen(self.bound, own)
            if jnp.ndim(found):
                found = found[_first_place(masked, most)]
        found = jnp.where(is_new, found.astype(before.dtype), jnp.reshape(before, ()))
        return jnp.reshape(found, before.shape)


def extremes_of(carried: Sequence, results: Sequence, equations: list, all_results) -> dict:
    """Find the extremes among carried values, and names bound with them.

    Parameters
    ----------
    carried, results : sequence of variables
        Values of one element at an iteration's begin, and at its end.
    equations : list
        Those of an iteration, without functions or branches in them.
    all_results : sequence of variables and literals
        All that an iteration leaves.

    Returns
    -------
    dict
        By variables of ``carried``: an Extreme.
    """
    found = _Extremes(carried, equations)
    by_comparison: dict = {}
    for before, after in zip(carried, results, strict=True):
        made = found.of(before, after)
        if made is not None:
            by_comparison.setdefault(made.comparison, {})[before] = made
    left: dict = {}
    for comparison, group in by_comparison.items():
        own = group.get(comparison.extreme)
        if own is None or not own.is_extreme:
            continue
        group = {v: each for v, each in group.items() if _is_same(each.condition, own.condition)}
        if found.is_all(group, dict(zip(carried, results, strict=True)), all_results):
            left.update(group)
    return left


class _Extremes:
    """Goes from what an iteration leaves back to what it found, through selects."""

    def __init__(self, carried: Sequence, equations: list):
        self._carried = set(carried)
        self._equations = equations
        self._made_by = {out: at for at, each in enumerate(equations) for out in each.outvars}
        self._depends: dict = {before: {before} for before in carried}
        for each in equations:
            atoms = filter(is_variable, each.invars)
            sources = set().union(*[self._depends.get(atom, ()) for atom in atoms])
            if sources:
                self._depends.update(dict.fromkeys(each.outvars, sources))

    def of(self, before, after) -> Extreme | None:
        """Return the Extreme that a value is, or is bound with; None of another one."""
        self._before, self._comparison = before, None
        self._steps: set[int] = set()
        self._facts: dict = {}  # leaves that are known, within a select
        found = self._update(after)
        comparison = self._comparison
        if found is None or comparison is None:
            return None
        condition, value = found
        if _with(condition, False) is not False:
            return None  # it is bound where there is no new extreme, too
        bound = _where_compared(value)
        is_extreme = before is comparison.extreme
        if is_extreme and not _is_same(bound, ("leaf", comparison.value)):
            return None
        return Extreme(
            comparison, _with(condition, True), bound, frozenset(self._steps), is_extreme
        )

    def is_all(self, group: dict, results: dict, all_results: Sequence) -> bool:
        """Return whether nothing else needs the values of a group."""
        own = {id(results[before]) for before in group}
        depend = [out for out in all_results if self._sources(out) & set(group)]
        if any(id(out) not in own for out in depend):
            return False
        steps = frozenset().union(*[each.steps for each in group.values()])
        uses = {
            at
            for at, each in enumerate(self._equations)
            if any(self._sources(atom) & set(group) for atom in each.invars)
        }
        return uses <= steps

    def _sources(self, atom) -> set:
        """Return the carried values that one depends on."""
        return set() if is_literal(atom) else self._depends.get(atom, set())

    def _root(self, atom):
        """Return the value whose only element an atom has."""
        while not is_literal(atom) and (at := self._made_by.get(atom)) is not None:
            equation = self._equations[at]
            first = equation.invars[0]
            is_same = name_of(equation) in _SAME_ELEMENT and first.aval.size == 1
            if not is_same or first.aval.dtype != atom.aval.dtype:
                break
            if self._sources(atom):
                self._steps.add(at)
            atom = first
        return atom

    def _update(self, atom) -> tuple | None:
        """Return the condition to bind a value anew, and the new one; None if that is not known."""
        atom = self._root(atom)
        if atom is self._before:
            return False, None
        if not self._sources(atom):
            return True, ("leaf", atom)
        at = self._made_by.get(atom)
        if at is None:
            return None
        equation = self._equations[at]
        if name_of(equation) in ("max", "min"):
            return self._update_by_function(at)
        if name_of(equation) != "select_n" or len(equation.invars) != 3:
            return None
        test, if_false, if_true = equation.invars
        condition = self._condition(test)
        if condition is None:
            return None
        self._steps.add(at)
        if type(condition) is bool:
            return self._update(if_true if condition else if_false)
        with self._where(condition, True):
            one = self._update(if_true)
        with self._where(condition, False):
            other = self._update(if_false)
        if one is None or other is None:
            return None
        (one, first), (other, second) = one, other
        where = _or(_and(condition, one), _and(_not(condition), other))
        if one is False or other is not False and _is_same(first, second):
            return where, second
        return where, first if other is False else ("select", condition, first, second)

    @contextlib.contextmanager
    def _where(self, condition: tuple, holds: bool):
        """Take a condition for known, if it is a leaf."""
        if condition[0] == "not":
            condition, holds = condition[1], not holds
        leaf = condition[1] if condition[0] == "leaf" else None
        before = dict(self._facts)
        if leaf is not None:
            self._facts[leaf] = holds
        try:
            yield
        finally:
            self._facts = before

    def _update_by_function(self, at: int) -> tuple | None:
        """Return condition and value of ``max`` or ``min`` of the extreme and another value."""
        equation = self._equations[at]
        if equation.outvars[0].aval.dtype.kind not in "iu":
            return None  # of floats a nan is taken
        roots = [self._root(each) for each in equation.invars]
        if roots[0] is self._before:
            roots.reverse()
        if roots[1] is not self._before or self._sources(roots[0]):
            return None
        self._steps.add(at)
        compared = Comparison(self._before, roots[0], name_of(equation) == "max")
        if self._comparison not in (None, compared):
            return None
        self._comparison = compared
        return _COMPARED, ("leaf", roots[0])

    def _condition(self, atom):
        """Return a condition, None if that is not known."""
        root = self._root(atom)
        if is_literal(root):
            return bool(root.val)
        if root in self._facts:
            return self._facts[root]
        found = self._joined(root)
        if found is None and not self._sources(root):
            return "leaf", root
        return found

    def _joined(self, root):
        """Return the condition that an equation makes of others; None if it is no such equation."""
        at = self._made_by.get(root)
        if at is None:
            return None
        equation = self._equations[at]
        name, operands = name_of(equation), equation.invars
        found = None
        if name == "convert_element_type":
            if operands[0].aval.dtype == bool:
                found = self._condition(operands[0])
        elif name == "gt" and self._is_whole_zero(operands[1]):  # of a truth as a number
            found = self._truth_of_number(operands[0])
        elif name in _TURNED:
            found = self._comparison_of(name, *map(self._root, operands))
        elif operands[0].aval.dtype != bool:
            return None
        elif name == "not":
            found = self._condition(operands[0])
            found = None if found is None else _not(found)
        elif name in ("and", "or"):
            both = list(map(self._condition, operands))
            found = None if None in both else (_and if name == "and" else _or)(*both)
        elif name == "select_n" and len(operands) == 3 and operands[1].aval.dtype == bool:
            found = self._selected(*operands)
        if found is not None and self._sources(root):
            self._steps.add(at)
        return found

    def _selected(self, test, if_false, if_true):
        """Return the condition that one of two holds, by a third; None if one is not known."""
        test = self._condition(test)
        if test is None or type(test) is bool:
            return None if test is None else self._condition(if_true if test else if_false)
        with self._where(test, True):
            one = self._condition(if_true)
        with self._where(test, False):
            other = self._condition(if_false)
        if one is None or other is None:
            return None
        return _or(_and(test, one), _and(_not(test), other))

    def _is_whole_zero(self, atom) -> bool:
        if not is_literal(atom):
            at = self._made_by.get(atom)
            if at is None or name_of(self._equations[at]) not in _SAME_ELEMENT:
                return False
            return self._is_whole_zero(self._equations[at].invars[0])
        return np.ndim(atom.val) == 0 and atom.aval.dtype == np.int32 and int(atom.val) == 0

    def _truth_of_number(self, atom):
        """Return the condition that was converted to a number; None of others."""
        atom = self._root(atom)
        at = None if is_literal(atom) else self._made_by.get(atom)
        if at is None or name_of(self._equations[at]) != "convert_element_type":
            return None
        if self._sources(atom):
            self._steps.add(at)
        operand = self._equations[at].invars[0]
        return self._condition(operand) if operand.aval.dtype == bool else None

    def _comparison_of(self, name: str, one, other):
        """Return that a value is compared with the carried extreme; None of another comparison."""
        if not is_literal(one) and one in self._carried:
            one, other, name = other, one, _TURNED[name]
        if is_literal(other) or other not in self._carried or self._sources(one):
            return None
        if one.aval.dtype.kind not in "iuf":
            return None
        found = Comparison(other, one, name == "gt")
        if self._comparison not in (None, found):
            return None
        self._comparison = found
        return _COMPARED


def _is_same(one, other) -> bool:
    """Return whether two conditions, or values, are the same of the same leaves."""
    if type(one) is not tuple or type(other) is not tuple:
        return one is other
    if one[0] != other[0] or len(one) != len(other):
        return False
    if one[0] != "leaf":
        return all(map(_is_same, one[1:], other[1:]))
    one, other = one[1], other[1]
    if is_literal(one) and is_literal(other):
        return one.aval.dtype == other.aval.dtype and bool(np.all(one.val == other.val))
    return one is other


def _not(condition):
    if type(condition) is bool:
        return not condition
    return condition[1] if condition[0] == "not" else ("not", condition)


def _and(one, other):
    if one is False or other is False:
        return False
    if one is True or other is True:
        return other if one is True else one
    return one if _is_same(one, other) else ("and", one, other)


def _or(one, other):
    if one is True or other is True:
        return True
    if one is False or other is False:
        return other if one is False else one
    return one if _is_same(one, other) else ("or", one, other)


_JOINED = {"not": _not, "and": _and, "or": _or}


def _with(condition, compared: bool):
    """Return a condition where it is known whether the value is further than the extreme."""
    if condition == _COMPARED:
        return compared
    if type(condition) is bool or condition[0] == "leaf":
        return condition
    return _JOINED[condition[0]](*[_with(each, compared) for each in condition[1:]])


def _where_compared(value: tuple) -> tuple:
    """Return a value where what is compared is further than the extreme."""
    if value[0] == "leaf":
        return value
    condition, one, other = _with(value[1], True), *map(_where_compared, value[2:])
    if type(condition) is bool:
        return one if condition else other
    return "select", condition, one, other


def _by_iteration(value):
    """Return the values of iterations along one axis; one without axes if all have the same."""
    if type(value) is Batched:
        return jnp.reshape(jnp.asarray(value.data), -1)
    return jnp.reshape(jnp.asarray(value), ())


def _holds(condition, own: Callable):
    """Return whether a condition holds, by iterations; ``own`` gives a leaf's values."""
    if type(condition) is bool:
        return np.bool_(condition)
    name, *parts = condition
    if name == "leaf":
        return lax.convert_element_type(own(parts[0]), bool)
    found = [_holds(each, own) for each in parts]
    return {"not": jnp.logical_not, "and": jnp.logical_and, "or": jnp.logical_or}[name](*found)


def _chosen(value: tuple, own: Callable):
    """Return the values that iterations would bind; ``own`` gives a leaf's values."""
    if value[0] == "leaf":
        return own(value[1])
    _, condition, one, other = value
    return jnp.where(_holds(condition, own), _chosen(one, own), _chosen(other, own))


@functools.partial(jax.custom_jvp, nondiff_argnums=(1,))
def _furthest(values, is_largest: bool):
    """Return the largest or the least of values, whose gradient is that of the first of them."""
    return jnp.max(values) if is_largest else jnp.min(values)


@_furthest.defjvp
def _differentiate_furthest(is_largest: bool, primals, tangents):
    (values,), (tangent,) = primals, tangents
    most = _furthest(values, is_largest)
    return most, tangent[_first_place(values, most)]


def _first_place(values, most):
    """Return the first index at which values are the furthest of them."""
    count = values.shape[0]
    return jnp.min(jnp.where(values == most, lax.iota(np.uint32, count), count - 1))


def _is_beyond_zero(extreme, is_largest: bool) -> bool:
    """Return whether a float is known that no zero is further than.

    Else the first of all zeros is to be found, which may be 0.0 or -0.0.
    """
    extreme = constant_of(extreme)
    if extreme is None:
        return False
    return bool(np.asarray(extreme) >= 0) if is_largest else bool(np.asarray(extreme) <= 0)


def _worst(dtype, is_largest: bool):
    """Return the least, or the largest, value of a dtype."""
    if dtype.kind == "f":
        return jnp.asarray(-np.inf if is_largest else np.inf, dtype)
    info = np.iinfo(dtype)
    return jnp.asarray(info.min if is_largest else info.max, dtype)
