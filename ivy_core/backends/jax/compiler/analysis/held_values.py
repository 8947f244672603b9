"""Values that a program holds over its widest point, and those of them to compute again.

Each value weighs its bytes if it is held, and what it takes to compute it, as a share of its bytes,
if it is computed again. The best choice is a least cut of the network of values, as in partitioning
a training step into forward and backward.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..equations import (
    ELEMENTWISE,
    called_program,
    is_literal,
    is_variable,
    name_of,
    parameters_key,
)
from ..limits import (
    RECOMPUTED_LEAST_BYTES,
    RECOMPUTED_LEAST_SHARE,
    RECOMPUTED_MOST_STEPS,
)
from ..unfused_results import EXPENSIVE
from .least_cut import Network

# what it takes to compute a step again, as a share of the bytes of its result: what XLA fuses with
# the step that reads it, the same of several large operands, copies, and costly functions
_FUSED, _OF_SEVERAL, _COPIED, _QUICK, _COSTLY = 0.02, 0.1, 0.1, 0.3, 2.0
_STORED_FOR_IT_ALONE = 1.06  # what a value weighs that XLA would not store if it were not held
_COSTS = {
    **dict.fromkeys(ELEMENTWISE, _FUSED),
    **dict.fromkeys("reshape squeeze broadcast_in_dim copy iota stop_gradient".split(), 0.01),
    **dict.fromkeys("transpose slice concatenate pad rev dynamic_slice".split(), _COPIED),
    **dict.fromkeys("exp exp2 logistic tanh".split(), _QUICK),
    **dict.fromkeys("atan2 cos cosh erf erfc expm1 log log1p pow sin sinh tan".split(), _COSTLY),
}
_REDUCTIONS = frozenset("reduce_sum reduce_max reduce_min dot_general".split())


class Step(NamedTuple):
    """An equation that computes what none before it does.

    Attributes
    ----------
    equation : equation
    operands : tuple of (int or str)
        The numbers of what it takes; of a literal its text.
    results : list of int
        The numbers of what it gives.
    """

    equation: object
    operands: tuple
    results: list[int]


class NumberedProgram:
    """The steps of a program whose values have numbers, equal values the same one.

    Attributes
    ----------
    number : dict
        By variable.
    steps : list of Step
    made_at : dict of int
        The positions in ``steps`` by the numbers of what they give; not of the program's inputs.
    last_read : dict of int
        By number: the last position that reads it; the number of steps of what the program gives.
    reads : Counter
        By number: how many steps read it.
    size : dict of int
        By number, in bytes.
    """

    def __init__(self, jaxpr):
        self.number: dict = {}
        self.steps: list[Step] = []
        self.made_at: dict[int, int] = {}
        self.last_read: dict[int, int] = {}
        self.reads: Counter = Counter()
        self.size: dict[int, int] = {}
        for each in (*jaxpr.constvars, *jaxpr.invars):
            self._add(each)
        known: dict = {}
        results = set(filter(is_variable, jaxpr.outvars))  # each is an array of its own
        for equation in jaxpr.eqns:
            operands = tuple(map(self._number_of, equation.invars))
            key = None
            if _is_plain(equation) and results.isdisjoint(equation.outvars):
                key = equation.primitive, parameters_key(equation), operands
            found = known.get(key)
            if found is None:
                found = list(map(self._add, equation.outvars))
                self._add_step(Step(equation, operands, found))
            else:
                self.number.update(zip(equation.outvars, found, strict=True))
            if key is not None:
                known[key] = found
        for atom in jaxpr.outvars:
            if not is_literal(atom):
                self.last_read[self.number[atom]] = len(self.steps)

    def _add(self, variable) -> int:
        number = self.number[variable] = len(self.size)
        aval = variable.aval
        self.size[number] = getattr(aval, "size", 0) * getattr(aval.dtype, "itemsize", 0)
        return number

    def _add_step(self, step: Step) -> None:
        at = len(self.steps)
        self.steps.append(step)
        self.made_at.update(dict.fromkeys(step.results, at))
        read = {number for number in step.operands if type(number) is int}
        self.last_read.update(dict.fromkeys(read, at))
        self.reads.update(read)

    def _number_of(self, atom):
        return str(atom) if is_literal(atom) else self.number[atom]

    def step_of(self, number: int) -> Step:
        """Return the step that gives a value."""
        return self.steps[self.made_at[number]]

    def is_result(self, number: int) -> bool:
        """Return whether a value is a result of the program, each of which is stored by itself."""
        return self.last_read[number] == len(self.steps)

    def is_costly(self, number: int) -> bool:
        """Return whether XLA takes the step that gives a value to be expensive."""
        at = self.made_at.get(number)
        return at is not None and name_of(self.steps[at].equation) in EXPENSIVE

    def widest(self) -> int:
        """Return the position behind which most bytes are held for later steps."""
        more: Counter = Counter()
        for number, at in self.made_at.items():
            last = self.last_read.get(number, at)
            if at + 1 < last < len(self.steps):
                more[at] += self.size[number]
                more[last] -= self.size[number]
        held, widest, most = 0, 0, 0
        for at in sorted(more):
            held += more[at]
            if held > most:
                widest, most = at, held
        return widest


def _is_plain(equation) -> bool:
    """Return whether the text of an equation's parameters says what it computes."""
    inner = called_program(equation)
    if inner is not None:
        return not inner.consts and all(map(_is_plain, inner.jaxpr.eqns))
    return name_of(equation) in _COSTS or name_of(equation) in _REDUCTIONS


def cost_of(equation) -> float | None:
    """Return the cost to compute an equation again, as a share of its bytes; None if it is held.

    Examples
    --------
    >>> import jax
    >>> from ivy_core.backends.jax.compiler.analysis.held_values import cost_of
    >>> program = jax.make_jaxpr(lambda x: jax.numpy.exp(x) @ x)(jax.numpy.ones((2, 2)))
    >>> list(map(cost_of, program.eqns))
    [0.3, None]
    """
    if equation.effects or len(equation.outvars) != 1:
        return None
    inner = called_program(equation)
    if inner is not None:
        if inner.consts:
            return None
        costs = list(map(cost_of, inner.jaxpr.eqns))
        return None if None in costs else sum(costs)
    cost = _COSTS.get(name_of(equation))
    if cost == _FUSED:
        size = equation.outvars[0].aval.size
        full = {x for x in equation.invars if not is_literal(x) and x.aval.size == size}
        return _OF_SEVERAL if len(full) > 1 else cost
    return cost


def chosen_to_recompute(program: NumberedProgram, widest: int) -> set[int]:
    """Return the numbers of the values to be computed again behind a position; none if it is few.

    Parameters
    ----------
    program : NumberedProgram
    widest : int
        What :meth:`NumberedProgram.widest` gives.
    """
    size, last = program.size, program.last_read
    before = [number for number, at in program.made_at.items() if at <= widest and number in last]
    held = [number for number in before if last[number] > widest]
    network = Network()
    enter = {number: network.node() for number in before}
    leave = {number: network.node() for number in before}
    for number in before:
        step = program.step_of(number)
        cost = cost_of(step.equation)
        network.join(enter[number], leave[number], _weight(program, number, cost))
        if cost is None:
            network.join(network.SOURCE, enter[number])
        else:
            network.join(network.SOURCE, enter[number], int(size[number] * cost) + 1)
            for operand in {*step.operands}:
                if operand in leave:
                    network.join(leave[operand], enter[number])
    for number in held:
        network.join(leave[number], network.SINK)
    behind = network.behind_least_cut()
    kept = [each for each in before if leave[each] in behind and enter[each] not in behind]
    bytes_held = sum(map(size.get, held))
    if sum(map(size.get, kept)) > (1 - RECOMPUTED_LEAST_SHARE) * bytes_held:
        return set()
    return _of_short_chains(program, [each for each in before if enter[each] in behind])


def _of_short_chains(program: NumberedProgram, chosen: list[int]) -> set[int]:
    """Return those of some values to which few steps lead; what ends a long chain is held.

    The values of a long chain, each of which is read, would all be there again when the last is.
    """
    length: dict[int, int] = {}
    for number in chosen:
        steps = 1 + max([length.get(each, 0) for each in program.step_of(number).operands] or [0])
        if steps <= RECOMPUTED_MOST_STEPS:
            length[number] = steps
    return set(length)


def _weight(program: NumberedProgram, number: int, cost: float | None) -> int:
    """Return the weight of a value that is held."""
    size = program.size[number]
    if program.is_result(number):
        return 0
    if size < RECOMPUTED_LEAST_BYTES and (cost is None or program.is_costly(number)):
        return 0
    is_stored = cost is None or (cost == _OF_SEVERAL and program.reads[number] > 1)
    return size if is_stored else int(size * _STORED_FOR_IT_ALONE)


__all__ = ["NumberedProgram", "Step", "chosen_to_recompute", "cost_of"]
