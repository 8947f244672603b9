"""Results that XLA's CPU backend computes once, behind a barrier that it does not fuse over."""

from __future__ import annotations

from ..runtime.barriers import unfused
from .rewriter import Rewriter

# what XLA takes to be expensive: it computes that once where several steps read it
EXPENSIVE = frozenset(
    "atan2 cos div erf exp exp2 expm1 log log1p logistic pow rem rsqrt sin sqrt tan tanh".split()
)


class WithBarriers(Rewriter):
    """Computes a program again, some results behind a barrier; loops stay as they are.

    Parameters
    ----------
    found : set of int
        The identities of the equations that give these results.
    """

    within_loops = False

    def __init__(self, found: set[int]):
        self._found = found

    def note(self, equation, operands, results) -> None:
        if id(equation) in self._found:
            results[0] = unfused.bind(results[0])


__all__ = ["EXPENSIVE", "WithBarriers"]
