"""Recomputation: what is cheap to compute is computed once more where it is read much later.

A training step holds until its backward pass all that this reads of the forward pass. PyTorch's
formulas ask for few arrays, and compute the rest once more: the exponential of a GELU, the
quotients of a softmax, a norm's differences. XLA merges these steps with those of the forward pass,
and holds all of them. Here the arrays that are held are chosen, at the program's widest
point, and what is read behind it is computed again from them (``analysis/held_values.py``).

Behind the widest point the program has sections, each of which ends with a product that no later
product needs, as a weight's gradient. What goes on to the next section is read there once all is
computed that later sections do not need, and so is what they compute again: XLA would order the
steps so that it holds many arrays for gradients to come, and would compute again long before.
The last section, that of an optimizer, reads gradients that are returned once there are all: it
writes to parameters that others have read, of which XLA would make copies otherwise.

Measured with JAX 0.10.2: MB that XLA takes beside what it is given, of training steps of a ViT
2.28, then 1.27, Whisper 5.38 and 3.33, a UNet 25.4 and 15.0; a step takes as long, by turns 0.99 to
1.01, and the first two calls take up to a fifth longer, of which XLA compiling is the most.
To be retired when XLA's CPU backend computes again what it would hold too long.
"""

from __future__ import annotations

from itertools import pairwise

from ...runtime.barriers import behind
from ...runtime.internals import ClosedJaxpr
from ..analysis.held_values import NumberedProgram, chosen_to_recompute, cost_of
from ..equations import MOVES, Values, computed_again, is_literal, name_of, retraced
from ..limits import RECOMPUTED_LEAST_BYTES, SCHEDULE_LEAST_BYTES
from ..rewriter import program_pass
from ..schedules import bytes_of_results

_PRODUCTS = ("dot_general", "conv_general_dilated")


@program_pass(_PRODUCTS)
def rewrite(program: ClosedJaxpr) -> ClosedJaxpr:
    """Return a program that computes again what is cheap and would be held for long."""
    if bytes_of_results(program.jaxpr) < SCHEDULE_LEAST_BYTES:
        return program
    numbered = NumberedProgram(program.jaxpr)
    widest = numbered.widest()
    chosen = chosen_to_recompute(numbered, widest)
    sections = Sections(program, numbered, widest, chosen)
    return retraced(program, sections.run) if chosen and sections.ends else program


class Sections:
    """Computes a program anew: up to its widest point as it is, behind it section by section.

    Parameters
    ----------
    program : ClosedJaxpr
    numbered : NumberedProgram
    widest : int
        The position of the widest point.
    chosen : set of int
        The numbers of the values that are computed again behind it.

    Attributes
    ----------
    ends : list of int
        The last positions of the sections, that of the widest point first; none of a program
        that is no training step.
    """

    def __init__(self, program, numbered: NumberedProgram, widest: int, chosen: set[int]):
        self._program, self._numbered, self._chosen = program, numbered, chosen
        self._widest = widest
        self._goes_on = self._leading_to_products()
        self.ends = self._ends_of_sections()
        self._values: dict[int, object] = {}
        self._again: dict[int, object] = {}  # of what is chosen
        self._held: dict[int, object] = {}  # what is read of it behind the widest point

    def _leading_to_products(self) -> set[int]:
        """Return the numbers of values that a later product needs."""
        found: set[int] = set()
        for step in reversed(self._numbered.steps):
            if name_of(step.equation) in _PRODUCTS or not found.isdisjoint(step.results):
                found.update(number for number in step.operands if type(number) is int)
        return found

    def _leading_to_results(self) -> set[int]:
        """Return the numbers of values that are returned, perhaps moved or multiplied."""
        numbered = self._numbered
        found = {each for each in numbered.last_read if numbered.is_result(each)}
        for step in reversed(numbered.steps):
            is_moved = name_of(step.equation) in MOVES or name_of(step.equation) == "mul"
            if is_moved and not found.isdisjoint(step.results):
                found.update(number for number in step.operands if type(number) is int)
        return found

    def _ends_of_sections(self) -> list[int]:
        """Return the last positions of all sections but the optimizer's; none of no training step.

        Of the products that could end one, those behind which no more is handed on than behind
        the one before and the one after.
        """
        ends, last = [], self._widest
        for at in range(self._widest + 1, len(self._numbered.steps)):
            step = self._numbered.steps[at]
            if name_of(step.equation) in _PRODUCTS:
                last = at
                if self._goes_on.isdisjoint(step.results):
                    ends.append(at)
        returned = self._leading_to_results()
        given = [at for at in ends if not returned.isdisjoint(self._numbered.steps[at].results)]
        # no training step, or one whose gradients are gone with the updates that read them: XLA
        # orders those by themselves so that less is held
        if len(given) < max(2, len(ends) / 2):
            return []
        counts = [len(self._handed_on(at, is_last=False)) for at in ends]
        around = zip([*counts[:1], *counts], counts, [*counts[1:], *counts[-1:]], strict=False)
        found = [at for at, (a, own, b) in zip(ends, around, strict=False) if own <= min(a, b)]
        found = [self._widest, *found]
        return found if last == found[-1] else [*found, last]

    def run(self, *given) -> list:
        """Return the results of the program."""
        jaxpr, number = self._program.jaxpr, self._numbered.number
        known = Values(self._program, given).known
        for variable in (*jaxpr.constvars, *jaxpr.invars):
            self._values[number[variable]] = known[variable]
        begin = 0
        for end, following in pairwise([*self.ends, len(self._numbered.steps)]):
            for at in range(begin, end + 1):
                self._compute(at)
            self._end_section(begin, end, following)
            begin = end + 1
        for at in range(begin, len(self._numbered.steps)):
            self._compute(at)
        return [
            atom.val if is_literal(atom) else self._values[number[atom]] for atom in jaxpr.outvars
        ]

    def _compute(self, at: int) -> None:
        step = self._numbered.steps[at]
        read = self._read_late if at > self._widest else self._values.__getitem__
        results = computed_again(step.equation, _operands(step, read))
        self._values.update(zip(step.results, results, strict=True))

    def _read_late(self, number: int):
        """Return a value as it is read behind the widest point."""
        if number not in self._chosen:
            return self._held[number] if number in self._held else self._values[number]
        if number not in self._again:
            step = self._numbered.step_of(number)
            operands = _operands(step, self._read_late)
            self._again[number] = computed_again(step.equation, operands)[0]
        return self._again[number]

    def _end_section(self, begin: int, end: int, following: int) -> None:
        """Have what a section hands on, and what the next one computes again, wait for it."""
        awaited = self._awaited(begin, end)
        handed_on = self._handed_on(end, is_last=end == self.ends[-1])
        held = self._held_for(end + 1, min(following + 1, len(self._numbered.steps)))
        numbers = [*handed_on, *held]
        if not (awaited and numbers):
            return
        values = behind(list(map(self._values.get, numbers)), list(map(self._values.get, awaited)))
        count = len(handed_on)
        self._values.update(zip(handed_on, values[:count], strict=True))
        self._held.update(zip(held, values[count:], strict=True))

    def _awaited(self, begin: int, end: int) -> list[int]:
        """Return the numbers of results of a section, not fused, that no later product needs."""
        if end == self._widest:
            made_at = self._numbered.made_at
            held = [each for each in self._numbered.last_read if self._is_held(each)]
            return [max(held, key=made_at.get)]
        return [
            number
            for step in self._numbered.steps[begin : end + 1]
            for number in step.results
            if number not in self._goes_on and cost_of(step.equation) is None
        ]

    def _is_held(self, number: int) -> bool:
        at = self._numbered.made_at.get(number)
        return at is not None and at <= self._widest < self._numbered.last_read[number]

    def _handed_on(self, end: int, is_last: bool) -> list[int]:
        """Return the numbers of results behind the widest point that later sections read.

        Of gradients the last section waits for those that the program returns: others are gone
        with the update that reads them, which had better not be put off.
        """
        return [
            number
            for step in self._numbered.steps[self._widest + 1 : end + 1]
            for number in step.results
            if end < self._numbered.last_read.get(number, 0)
            and (number in self._goes_on or (is_last and self._numbered.is_result(number)))
        ]

    def _held_for(self, begin: int, end: int) -> list[int]:
        """Return the numbers of held values that some steps, or what they need anew, read."""
        found: dict[int, None] = {}
        waiting = [each for step in self._numbered.steps[begin:end] for each in step.operands]
        waiting = [each for each in waiting if each in self._chosen or self._hides_costly(each)]
        seen = set()
        while waiting:
            number = waiting.pop()
            if number in seen or number in self._again:
                continue
            seen.add(number)
            if number in self._chosen:
                waiting += filter(self._is_array, self._numbered.step_of(number).operands)
            else:
                found[number] = None
        return list(found)

    def _hides_costly(self, number) -> bool:
        """Return whether XLA would hold what it takes to be expensive, and compute this of it."""
        waiting, seen = [number], set()
        while waiting:
            each = waiting.pop()
            at = self._numbered.made_at.get(each)
            if at is None or at > self._widest or each in seen or each in self._held:
                continue
            seen.add(each)
            step = self._numbered.steps[at]
            if cost_of(step.equation) is None or not step.equation.outvars[0].aval.shape:
                continue
            is_large = self._numbered.size[each] >= RECOMPUTED_LEAST_BYTES
            if each != number and is_large and self._numbered.is_costly(each):
                return True
            waiting += step.operands
        return False

    def _is_array(self, number) -> bool:
        return type(number) is int and bool(self._values[number].shape)


def _operands(step, read) -> list:
    """Return a step's operands: literals, and what is read of others by their numbers."""
    return [
        atom.val if is_literal(atom) else read(number)
        for atom, number in zip(step.equation.invars, step.operands, strict=True)
    ]
