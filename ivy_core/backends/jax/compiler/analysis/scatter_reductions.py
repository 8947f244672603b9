"""Sums over a loop's iterations: numbers, and elements of an array at computed indices.

``counts[index(i)] += 1`` and ``found += 1`` need nothing of the iterations before but the sum,
which is the same in whatever order iterations add to it, or is added to in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax import lax

from ..equations import is_literal, is_variable, name_of
from .batching import Batched, Iterations


@dataclass(frozen=True, slots=True)
class Sum:
    """Sum of all iterations' additions to a carried value, or to one element of it.

    ``leaves`` are the operands of which ``term`` computes what is added, ``starts`` the index of
    the element, None for a number, and ``steps`` the equations that are done by it.
    """

    leaves: tuple
    term: Callable
    starts: tuple | None
    steps: frozenset

    def added(self, array, iterations: Iterations, value: Callable, counts=None):
        """Return a value after what iterations add to it; ``value`` gives that of an operand.

        Where ``counts`` is false, an iteration adds nothing.
        """
        leaves = list(map(value, self.leaves))
        axes = [0 if type(each) is Batched else None for each in leaves]
        datas = [each.data if type(each) is Batched else each for each in leaves]
        if any(axis == 0 for axis in axes):
            terms = jax.vmap(self.term, in_axes=axes)(*datas)
        else:
            terms = iterations.spread(self.term(*datas))
        if counts is not None:
            terms = jnp.where(counts, terms, _neutral(terms.dtype))
        if self.starts is None:
            return array + jnp.sum(terms, dtype=array.dtype)
        starts = [iterations.spread(value(start)) for start in self.starts]
        numbers = lax.ScatterDimensionNumbers(
            (), tuple(range(array.ndim)), tuple(range(array.ndim))
        )
        # an index outside is clamped, as that of a write of one element is
        return lax.scatter_add(
            array, jnp.stack(starts, -1), terms, numbers, mode=lax.GatherScatterMode.CLIP
        )


def sum_of(before, after, equations: list, results: Sequence) -> Sum | None:
    """Find the sum that iterations add to a carried value, None if they do anything else with it.

    Parameters
    ----------
    before, after : variable
        The value at an iteration's begin and end.
    equations : list
        Those of an iteration, without functions in them.
    results : sequence of variables and literals
        All that an iteration leaves.
    """
    kind = before.aval.dtype.kind
    if kind not in ("iuf" if before.aval.shape else "iu"):
        return None  # floating-point addition is not associative: keep the order
    found = _Terms(before, after, equations)
    term = found.term()
    if term is None or not found.is_all(results):
        return None
    return Sum(tuple(found.leaves), term, found.starts, frozenset(found.steps))


_rules = {}  # what gives the difference to the value before, of an equation's operands


class _Terms:
    """Goes from what an iteration leaves back to what it found, through additions and selects."""

    def __init__(self, before, after, equations: list):
        self._before, self._after = before, after
        self._equations = equations
        self._made_by = {out: at for at, each in enumerate(equations) for out in each.outvars}
        self._depends = {before}
        for each in equations:
            if not self._depends.isdisjoint(filter(is_variable, each.invars)):
                self._depends.update(each.outvars)
        self._is_float = before.aval.dtype.kind == "f"
        self.leaves: list = []
        self.starts: tuple | None = None
        self.steps: set[int] = set()

    def term(self) -> Callable | None:
        """Return a function of the leaves that gives what is added."""
        if is_literal(self._after) or self._after not in self._made_by:
            return None
        if not self._before.aval.shape:
            return self._difference_of(self._after)
        at = self._made_by[self._after]
        write = self._equations[at]
        if write.primitive is not lax.dynamic_update_slice_p or write.invars[0] is not self._before:
            return None
        if write.invars[1].aval.size != 1 or not all(map(self._is_independent, write.invars[2:])):
            return None
        self.starts = tuple(write.invars[2:])
        self.steps.add(at)
        return self._difference_of(write.invars[1])

    def is_all(self, results: Sequence) -> bool:
        """Return whether nothing else needs the value."""
        if any(out is not self._after and not self._is_independent(out) for out in results):
            return False
        uses = {
            at
            for at, each in enumerate(self._equations)
            if not self._depends.isdisjoint(filter(is_variable, each.invars))
        }
        return uses == self.steps

    def _is_independent(self, atom) -> bool:
        """Return whether ``atom`` does not depend on the value before."""
        return is_literal(atom) or atom not in self._depends

    def _add_leaf(self, atom) -> Callable:
        """Note a value as a leaf; return a function from all leaves' values to this scalar."""
        at = len(self.leaves)
        self.leaves.append(atom)
        dtype = self._before.aval.dtype
        return lambda *given: jnp.reshape(jnp.asarray(given[at], dtype), ())

    def _difference_of(self, atom) -> Callable | None:
        """Return a function computing how much a value adds to the one before; None if unknown."""
        if atom is self._before and self.starts is None:
            return self._neutral_element
        if is_literal(atom) or atom not in self._made_by or atom not in self._depends:
            return None
        at = self._made_by[atom]
        equation = self._equations[at]
        if atom.aval.size != 1 or atom.aval.dtype != self._before.aval.dtype:
            return None
        self.steps.add(at)
        rule = _rules.get(name_of(equation))
        return None if rule is None else rule(self, *equation.invars)

    def _difference_of_read(self, array, *starts) -> Callable | None:
        """Return the function that gives zero if the element to be added to is read; else None."""
        is_same = self.starts is not None and array is self._before
        is_same = is_same and list(map(_atom_key, starts)) == list(map(_atom_key, self.starts))
        return self._neutral_element if is_same else None

    _rules["dynamic_slice"] = _difference_of_read

    def _difference_of_move(self, operand, *_) -> Callable | None:
        return self._difference_of(operand)

    _rules.update(
        dict.fromkeys(
            ("reshape", "squeeze", "broadcast_in_dim", "copy", "convert_element_type"),
            _difference_of_move,
        )
    )

    def _difference_of_sum(self, one, other) -> Callable | None:
        """Return a function of the sum's difference; None if both operands depend."""
        if self._is_independent(one):
            one, other = other, one
        return self._combine_terms(lambda a, b: a + b, one, other)

    _rules["add"] = _difference_of_sum

    def _difference_of_subtraction(self, one, other) -> Callable | None:
        """Return the function of ``one``'s difference less ``other``; None if ``other`` depends."""
        return self._combine_terms(lambda a, b: a - b, one, other)

    _rules["sub"] = _difference_of_subtraction

    def _combine_terms(self, join: Callable, one, other) -> Callable | None:
        """Return ``join(difference of one, other)`` as a function; None if unknown or inexact."""
        if not self._is_independent(other):
            return None
        first, second = self._difference_of(one), self._add_leaf(other)
        if first is None or self._is_float and first != self._neutral_element:
            return None  # what is added in two steps is rounded twice
        return lambda *given: join(first(*given), second(*given))

    def _difference_of_select(self, condition, if_false, if_true=None, *others) -> Callable | None:
        """Return a function that selects between both differences; None if one is unknown."""
        if if_true is None or others or not self._is_independent(condition):
            return None
        at = len(self.leaves)
        self.leaves.append(condition)
        sides = [self._difference_of(each) for each in (if_false, if_true)]
        if None in sides:
            return None
        return lambda *given: jnp.where(
            lax.convert_element_type(jnp.reshape(given[at], ()), bool),
            sides[1](*given),
            sides[0](*given),
        )

    _rules["select_n"] = _difference_of_select

    def _neutral_element(self, *given):
        """Return the zero that addition leaves unchanged: -0.0 of floats."""
        return _neutral(self._before.aval.dtype)


def _neutral(dtype):
    """Return the zero that addition leaves unchanged: -0.0 of floats."""
    return jnp.asarray(-0.0 if dtype.kind == "f" else 0, dtype)


def _atom_key(atom):
    """Return a variable itself, of an integer literal ``("literal", value)``."""
    return ("literal", int(atom.val)) if is_literal(atom) else atom
