"""Anti-dependences: rows that a loop reads before one of its iterations writes to them.

``B[i] += A[i + 1 :, i] @ B[i + 1 :]`` needs nothing of the iterations before: what one reads still
is what it was when the loop began. So is a slice ``a[i + 1]``, and an array that a mask shows from
the row ``i + 1`` on. Where such a mask lies on an operand of a product whose other operand is zero
at the same indices, it keeps out nothing but a nan or an infinity: ``0 * x`` is zero otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from jax import lax

from ..equations import (
    MOVES,
    affine,
    branches_of,
    contracted_axes,
    is_literal,
    is_tracer,
    is_variable,
    makers,
    name_of,
    slice_sizes,
)

_TURNED = {"le": "ge", "lt": "gt", "ge": "le", "gt": "lt"}


@dataclass(frozen=True, slots=True)
class Test:
    """That the indices of an axis are, in each iteration, from one on, or up to one.

    The index is ``factor * number + constant``; ``is_from`` tells which of the two.
    """

    is_from: bool
    factor: int
    constant: int


_mask_rules = {}  # what a mask asks of the indices of an axis, and whether of these alone


class Steps:
    """The equations of an iteration, looked through for what they do with rows of an array.

    Parameters
    ----------
    count : int
        The number of iterations.
    program : ClosedJaxpr
        That of an iteration, without functions in it, which takes its number first.
    equations : sequence
        Those that count.
    """

    def __init__(self, count: int, program, equations: Sequence):
        jaxpr = program.jaxpr
        self._count, self._number, self._equations = count, jaxpr.invars[0], equations
        self._constants = dict(zip(jaxpr.constvars, program.consts, strict=True))
        self._results = set(filter(is_variable, jaxpr.outvars))
        self._made_by = makers(equations)
        self._users: dict = {}
        self._products: set[int] = set()  # with rows that are shown by the other operand
        for at, equation in enumerate(equations):
            for operand, atom in enumerate(equation.invars):
                if not is_literal(atom):
                    self._users.setdefault(atom, []).append((at, operand))

    def reads_later_row(self, equation, array, axis: int, factor: int, first: int) -> bool:
        """Return whether an equation reads one row that no iteration before has written to.

        An iteration writes to the row ``factor * number + first`` along an axis; the factor is 1 or
        -1.
        """
        if equation.primitive is not lax.dynamic_slice_p or equation.invars[0] is not array:
            return False
        if slice_sizes(equation)[axis] != 1:
            return False
        terms = affine(equation.invars[1 + axis], self._made_by, self._number)
        if terms is None or terms[0] != factor or (terms[1] - first) * factor < 0:
            return False
        ends = terms[1], factor * (self._count - 1) + terms[1]
        return min(ends) >= 0 and max(ends) < array.aval.shape[axis]  # else another row is read

    def masks_of_written(self, at: int, array, axis: int, factor: int, first: int) -> dict | None:
        """Find the masks that restrict an equation's reads of an array to later rows.

        Returns
        -------
        dict of int to int, optional
            The equations, by position, that do nothing else where the array is finite, and which
            operand each gives then; None if rows are used besides that were written to.
        """
        equation = self._equations[at]
        if equation.primitive is not lax.dynamic_slice_p:
            uses = [use for use in self._users[array] if use[0] == at]
            shown = [each for use in uses for each in self._follow_moves(*use, axis)]
        elif any(not is_literal(start) or start.val != 0 for start in equation.invars[1:]):
            return None
        else:
            shown = list(self._uses_along_axis(equation.outvars[0], axis))
        found, fallbacks = {}, []
        for used, operand, along in shown:
            user, tests = self._equations[used], frozenset()
            if along is not None and user.primitive is lax.dot_general_p:
                tests = self._tests_of_other_factor(used, operand, along)
                self._products.add(used)
            elif operand == 2 and user.primitive is lax.select_n_p and self._is_needless_mask(used):
                tests, _ = self._tests_of_mask(user.invars[0], along)
                found[used] = 2
            elif self._is_fallback_branch(user):
                fallbacks.append(used)
                continue
            if not any(self._reads_later_rows(test, factor, first) for test in tests):
                return None
        for used in fallbacks:
            if self._product_giving(self._equations[used].invars[1]) not in self._products:
                return None
            found[used] = 1
        return found

    def _is_needless_mask(self, at: int) -> bool:
        """Return whether the select at ``at`` can go: its zeros only meet zeros in products."""
        choice = self._equations[at]
        if len(choice.invars) != 3 or not self._is_zero(choice.invars[1]):
            return False
        for axis, length in enumerate(choice.outvars[0].aval.shape):
            tests, is_all = self._tests_of_mask(choice.invars[0], axis)
            if length > 1 and is_all and tests:
                uses = list(self._uses_along_axis(choice.outvars[0], axis))
                return bool(uses) and all(self._is_multiplied_by_zero(*use, tests) for use in uses)
        return False

    def _reads_later_rows(self, test: Test, factor: int, first: int) -> bool:
        """Return whether a test admits, in iteration n, only rows past ``factor * n + first``."""
        if test.is_from != (factor > 0):
            return False
        apart = [
            (test.factor * n + test.constant) - (factor * n + first) for n in (0, self._count - 1)
        ]
        return all(each * factor > 0 for each in apart)

    def _uses_along_axis(self, variable, axis: int) -> Iterator[tuple[int, int, int | None]]:
        """Yield a value's uses past moves: (equation's position, operand or -1, axis or None)."""
        if variable in self._results:
            yield from [(0, -1, None)]
        for at, operand in self._users.get(variable, ()):
            yield from self._follow_moves(at, operand, axis)

    def _follow_moves(
        self, at: int, operand: int, axis: int
    ) -> Iterator[tuple[int, int, int | None]]:
        """Yield a use as in ``_uses_along_axis``; of a move, the uses of its result."""
        equation = self._equations[at]
        if not _only_moves_elements(equation):
            yield at, operand, axis
        elif (along := _axis_after_move(equation, axis)) is not None:
            yield from self._uses_along_axis(equation.outvars[0], along)
        else:
            yield at, -1, None

    def _is_fallback_branch(self, equation) -> bool:
        """Return whether a ``cond`` is ``y if isfinite(y).all() else`` something computed anew."""
        branches = branches_of(equation)
        if len(branches) != 2 or len(equation.outvars) != 1:
            return False
        same = branches[1].jaxpr
        if same.eqns or same.outvars != [same.invars[0]]:
            return False
        atom = equation.invars[0]
        for name in ("convert_element_type", "reduce_and", "is_finite"):
            made = None if is_literal(atom) else self._made_by.get(atom)
            if made is None or name_of(made) != name:
                return False
            atom = made.invars[0]
        return atom is equation.invars[1]

    def _product_giving(self, atom) -> int | None:
        """Return the position of the ``dot_general`` that was only moved to this value; or None."""
        while not is_literal(atom) and (equation := self._made_by.get(atom)) is not None:
            if equation.primitive is lax.dot_general_p:
                return next(n for n, each in enumerate(self._equations) if each is equation)
            if not _only_moves_elements(equation):
                break
            atom = equation.invars[0]
        return None

    def _is_multiplied_by_zero(
        self, at: int, operand: int, axis: int | None, tests: frozenset
    ) -> bool:
        """Return whether a use is in a product, the other operand zero wherever the tests fail."""
        if axis is None or self._equations[at].primitive is not lax.dot_general_p:
            return False
        return tests <= self._tests_of_other_factor(at, operand, axis)

    def _tests_of_other_factor(self, at: int, operand: int, axis: int) -> frozenset:
        """Return tests (maybe none) outside of which a product's other operand is zero."""
        equation = self._equations[at]
        contracted, _ = contracted_axes(equation)
        atom, along = equation.invars[1 - operand], None
        if axis in contracted[operand]:
            along = contracted[1 - operand][list(contracted[operand]).index(axis)]
        while along is not None and not is_literal(atom):
            other = self._made_by.get(atom)
            if other is None:
                break
            if other.primitive is lax.select_n_p:
                if len(other.invars) == 3 and self._is_zero(other.invars[1]):
                    return self._tests_of_mask(other.invars[0], along)[0]
                break
            along = _axis_before_move(other, along) if _only_moves_elements(other) else None
            atom = other.invars[0]
        return frozenset()

    def _is_zero(self, atom) -> bool:
        """Return whether a value is a constant of zeros, moved or widened; False if not known."""
        while not is_literal(atom):
            equation = self._made_by.get(atom)
            if equation is None:
                value = self._constants.get(atom)
                return _is_known_constant(value) and not np.any(np.asarray(value))
            if not _only_moves_elements(equation):
                return False
            atom = equation.invars[0]
        return not np.any(np.asarray(atom.val))

    def _tests_of_mask(self, atom, axis: int) -> tuple[frozenset, bool]:
        """Return a mask's tests of an axis's indices, and whether it consists of these alone."""
        while not is_literal(atom) and (equation := self._made_by.get(atom)) is not None:
            rule = _mask_rules.get(name_of(equation))
            if rule is not None:
                return rule(self, equation, axis)
            axis = _axis_before_move(equation, axis) if _only_moves_elements(equation) else None
            if axis is None:
                break
            atom = equation.invars[0]
        return frozenset(), False

    def _tests_of_and(self, equation, axis: int) -> tuple[frozenset, bool]:
        """Return the tests of both operands, and whether both consist of tests alone."""
        first, second = [self._tests_of_mask(each, axis) for each in equation.invars]
        return first[0] | second[0], first[1] and second[1]

    _mask_rules["and"] = _tests_of_and

    def _tests_of_comparison(self, equation, axis: int) -> tuple[frozenset, bool]:
        """Return ({test}, True) of an iota against an affine index, else (no tests, False)."""
        test = self._test_of_comparison(name_of(equation), *equation.invars, axis)
        return (frozenset(), False) if test is None else (frozenset([test]), True)

    _mask_rules.update(dict.fromkeys(_TURNED, _tests_of_comparison))

    def _test_of_comparison(self, name: str, a, b, axis: int) -> Test | None:
        """Return the test where an axis's iota is compared with an affine index; else None."""
        if self._is_iota_along(a, axis):
            a, b, name = b, a, _TURNED[name]
        terms = affine(self._before_broadcasts(a), self._made_by, self._number)
        if terms is None or not self._is_iota_along(b, axis):
            return None
        factor, constant = terms  # the index that the others are compared with
        if name in ("le", "lt"):
            return Test(True, factor, constant + (name == "lt"))
        return Test(False, factor, constant - (name == "gt"))

    def _before_broadcasts(self, atom):
        """Return the value that was only moved or broadcast, with no conversion, to this one."""
        while not is_literal(atom) and (equation := self._made_by.get(atom)) is not None:
            if name_of(equation) == "convert_element_type" or not _only_moves_elements(equation):
                break
            atom = equation.invars[0]
        return atom

    def _is_iota_along(self, atom, axis: int) -> bool:
        """Return whether a value is a known ``arange`` along an axis, of length 1 along others."""
        while not is_literal(atom) and (equation := self._made_by.get(atom)) is not None:
            axis = _axis_before_move(equation, axis) if _only_moves_elements(equation) else None
            if axis is None:
                return False
            atom = equation.invars[0]
        value = atom.val if is_literal(atom) else self._constants.get(atom)
        if not _is_known_constant(value):
            return False
        value = np.asarray(value)
        length = value.shape[axis] if axis < value.ndim else 0
        return value.size == length and bool((value.ravel() == np.arange(length)).all())


def _is_known_constant(value) -> bool:
    """Return whether a value is given (not None) and no tracer."""
    return value is not None and not is_tracer(value)


def _only_moves_elements(equation) -> bool:
    """Return whether an equation's results are its operand's elements, moved or widened."""
    if name_of(equation) != "convert_element_type":
        return name_of(equation) in MOVES
    return np.can_cast(equation.invars[0].aval.dtype, equation.outvars[0].aval.dtype)


def _axis_after_move(equation, axis: int) -> int | None:
    """Return an axis's position in the result of a move; None if it is merged or lost."""
    shape, new = equation.invars[0].aval.shape, equation.outvars[0].aval.shape
    return _moved_rules.get(name_of(equation), _axis_after_reshape)(
        shape, new, axis, **equation.params
    )


def _axis_before_move(equation, axis: int) -> int | None:
    """Return an axis's position in the operand of a move; None if it is new."""
    shape, new = equation.invars[0].aval.shape, equation.outvars[0].aval.shape
    return _before_rules.get(name_of(equation), _axis_before_reshape)(
        shape, new, axis, **equation.params
    )


_moved_rules, _before_rules = {}, {}  # of shapes before and after, and an axis: another


def _axis_after_transpose(shape, new, axis: int, permutation) -> int:
    return list(permutation).index(axis)


_moved_rules["transpose"] = _axis_after_transpose


def _axis_before_transpose(shape, new, axis: int, permutation) -> int:
    return int(permutation[axis])


_before_rules["transpose"] = _axis_before_transpose


def _axis_after_broadcast(shape, new, axis: int, broadcast_dimensions, **_) -> int | None:
    """Return an axis's position in a broadcast; None if its length changes."""
    along = int(broadcast_dimensions[axis])
    return along if new[along] == shape[axis] else None


_moved_rules["broadcast_in_dim"] = _axis_after_broadcast


def _axis_before_broadcast(shape, new, axis: int, broadcast_dimensions, **_) -> int | None:
    """Return an axis's position before a broadcast; None if it is new or longer."""
    dimensions = list(map(int, broadcast_dimensions))
    along = dimensions.index(axis) if axis in dimensions else None
    return along if along is not None and shape[along] == new[axis] else None


_before_rules["broadcast_in_dim"] = _axis_before_broadcast


def _axis_before_reshape(shape: Sequence[int], new: Sequence[int], axis: int, **_) -> int | None:
    return _axis_after_reshape(new, shape, axis)


def _axis_after_reshape(shape: Sequence[int], new: Sequence[int], axis: int, **_) -> int | None:
    """Return an axis's position after axes of length 1 come or go; None of these, or of a merge."""
    if shape[axis] == 1 or [n for n in shape if n != 1] != [n for n in new if n != 1]:
        return None
    which = sum(n != 1 for n in shape[:axis])
    return [at for at, n in enumerate(new) if n != 1][which]
