"""What a kernel is: a name, sizes, and a function that draws its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy


class Kernel(NamedTuple):
    """A kernel, which has a form of this name in each package of forms.

    Attributes
    ----------
    name : str
        The name of the function.
    area : str
        The module of the function, in ``numpy_forms`` and in ``jax_forms``.
    draw : callable
        Takes a generator of random numbers and the sizes, and returns the arguments: arrays,
        numbers, and ints, which are static in all compiled forms.
    sizes, small : tuple of int
        The sizes that are timed, and those at which a test compares the forms.
    written : tuple of int
        The places of the arguments that the kernel writes to.
    """

    name: str
    area: str
    draw: Callable
    sizes: tuple[int, ...]
    small: tuple[int, ...]
    written: tuple[int, ...]

    def arguments(self, sizes: tuple[int, ...] | None = None, seed: int = 0) -> tuple:
        """Return the arguments, arrays being NumPy's, at the sizes that are timed or others."""
        return self.draw(numpy.random.default_rng(seed), *(sizes or self.sizes))

    def results(self, returned, arguments: tuple) -> list:
        """Return what a form in place has computed: what it returned, and what it wrote to."""
        return [*flat(returned), *(arguments[place] for place in self.written)]


def flat(returned) -> list:
    """Return what a function has returned as a list, which is empty for None."""
    if returned is None:
        return []
    return list(returned) if isinstance(returned, (tuple, list)) else [returned]


KERNELS: dict[str, Kernel] = {}


def kernel(area: str, sizes: tuple, small: tuple, written: str = ""):
    """Make a kernel of a function that draws its arguments, and has its name.

    Parameters
    ----------
    area : str
        The module of its forms.
    sizes, small : tuple of int
        What follows the generator of random numbers in a call of the function.
    written : str
        The places of the arguments that are written to.
    """

    def declare(draw):
        places = tuple(map(int, written.split()))
        KERNELS[draw.__name__] = Kernel(draw.__name__, area, draw, sizes, small, places)
        return draw

    return declare
