"""The cases: rows of both tables, each at a size; and the bar of each."""

from __future__ import annotations

from typing import NamedTuple

import numpy

from .functions import FUNCTIONS, Function
from .kernels import KERNELS

LIMIT = 1.1


class Case(NamedTuple):
    """What is timed.

    Attributes
    ----------
    name : str
        What the table says.
    function : Function
        The words of each side.
    sizes : tuple of int
        The sizes that are timed.
    """

    name: str
    function: Function
    sizes: tuple

    def arrays(self, sizes: tuple | None = None) -> tuple[numpy.ndarray, ...]:
        """Return the arguments, of NumPy, at the sizes that are timed or at other ones."""
        return self.function.arguments(numpy.random.default_rng(0), *(sizes or self.sizes))


CASES = [
    *[Case(name, each, each.large) for name, each in KERNELS.items()],
    *[Case(name, each, each.large) for name, each in FUNCTIONS.items()],
    *[Case(f"{name}, small", each, each.small) for name, each in FUNCTIONS.items()],
]


def limit_of(case: Case, backend: str) -> float | None:
    """Return how often native's time is allowed, or None where another framework's call is timed.

    NumPy has no layers of its own: PyTorch's are shown beside them. What small functions take is
    the cost of a call, which has a part of the benchmarks for itself.
    """
    if case.name.endswith(", small"):
        return None
    return LIMIT if backend != "numpy" or callable(case.function.numpy) else None
