"""Programs in which ranks exchange arrays: one of all ranks' devices, each with arrays of its own.

A collective is one primitive while a function is traced, and this finds it. The program is then
compiled as a function of the rows of all ranks, and the collective is XLA's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ivy_core.utils.exceptions import IvyException

from ..runtime.collectives import (
    called_by_ranks,
    jitted_for_ranks,
    kinds_for_ranks,
    taken_from_ranks,
    traced_exchange,
)
from ..runtime.memory import OF_HOST
from ..runtime.processes import PROCESSES
from ..runtime.steps import Exchange
from .equations import FUNCTIONS, CountedLoop, inner_programs, name_of
from .limits import MOST_COUNTED_EXCHANGES

# A rank may run eagerly what another one has compiled: collectives stay apart, in their order.
_IN_ORDER = {
    "xla_cpu_enable_concurrency_optimized_scheduler": False,
    "xla_disable_hlo_passes": "cpu-all-reduce-combiner",
}
_LOOP = ("runs a compiled loop",)


def ranks_of(program) -> tuple[int, ...] | None:
    """Return the ranks that exchange arrays in a program; None where none do.

    Raises
    ------
    IvyException
        If collectives are of different groups, or some ranks alone may come to one.
    """
    groups = set(_groups(program.jaxpr))
    if len(groups) > 1:
        raise IvyException(
            "a compiled function has collectives of several groups; allowed are those of one: "
            "leave the others out of it"
        )
    return groups.pop() if groups else None


def exchanges_of(jaxpr) -> tuple[Exchange, ...] | None:
    """Return the collectives of a program in their order; None where that is not known before."""
    found: list[Exchange] = []
    for equation in jaxpr.eqns:
        if equation.primitive is traced_exchange:
            kinds = [(v.aval.dtype, v.aval.shape) for v in equation.invars[1:]]
            found.append(Exchange(kinds=tuple(kinds), **equation.params))
        for inner in inner_programs(equation):
            within = exchanges_of(inner)
            if within == ():
                continue
            if within is None or name_of(equation) not in {*FUNCTIONS, "scan"}:
                return None
            times = CountedLoop.of(equation).length if name_of(equation) == "scan" else 1
            if len(within) * times > MOST_COUNTED_EXCHANGES:
                return None
            found += within * times
    return tuple(found)


def _groups(jaxpr) -> Iterator[tuple[int, ...]]:
    """Yield the ranks of each collective, those of inner programs as well."""
    for equation in jaxpr.eqns:
        if equation.primitive is traced_exchange:
            yield equation.params["ranks"]
        for inner in inner_programs(equation):
            yield from _groups(inner)


class RankProgram:
    """A program that one rank calls together with the others.

    Parameters
    ----------
    run : callable
        Computes the results of a rank's arrays.
    kinds : sequence
        Their shapes and dtypes.
    ranks : tuple of int
    exchanges : tuple of Exchange or None
        Its collectives, where they are known.
    refusal : type
        The exception by which it refuses other arguments before it exchanges any.
    """

    takes = OF_HOST  # where NumPy has computed an argument it is not given to JAX's first client

    def __init__(
        self,
        run: Callable,
        kinds: Sequence,
        ranks: tuple[int, ...],
        exchanges: tuple[Exchange, ...] | None,
        refusal: type[Exception],
    ):
        self._ranks, self._exchanges, self._refusal = ranks, exchanges, refusal
        self._group = PROCESSES.group_of(ranks)
        self._jitted = jitted_for_ranks(run, ranks, [kind.shape for kind in kinds], _IN_ORDER)

    def __call__(self, *given) -> list:
        if self._exchanges is None:  # how many steps it is only the running program knows
            PROCESSES.steps.lose(self._group)
        with PROCESSES.steps.taken(
            self._group, self._ranks, *self._exchanges or _LOOP, refusal=self._refusal
        ) as step:
            PROCESSES.connect(self._ranks)
            if self._exchanges and self._exchanges[0].ranks == self._ranks:
                PROCESSES.agree(self._exchanges[0], step)
            found = called_by_ranks(self._jitted, given, self._ranks)
        return taken_from_ranks(found)

    def lower(self, *kinds):
        """Lower the program, for what each rank gives it."""
        return self._jitted.call.lower(*kinds_for_ranks(self._ranks, kinds))
