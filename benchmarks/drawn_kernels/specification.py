"""Specifications of kernels: two texts, their inputs, and how their numbers are drawn."""

from __future__ import annotations

from string import Template
from typing import NamedTuple

import numpy

NUMPY_HEAD = "import numpy as np\n\n\n"
JAX_HEAD = (
    "import jax\nimport jax.numpy as jnp\nimport numpy as np\nfrom functools import partial\n"
    "from jax import lax\n\n\n"
)


class Kernel(NamedTuple):
    """A drawn kernel.

    Attributes
    ----------
    name : str
        Of its template, with what was drawn.
    text, twin : str
        The function ``kernel`` for NumPy, and that by hand in JAX.
    inputs : tuple
        Arrays, which the functions may write to, and numbers; ints are static.
    exact : bool
        Whether all its operations are exact, so that each order of them gives the same bits.
    written : tuple of int
        The inputs that the NumPy text writes to. The twin returns its results, and behind them
        those of these that are none of the results.
    is_eager : bool
        Whether a part of it has no program by its meaning, as where elements say how long a result
        is.
    """

    name: str
    text: str
    twin: str
    inputs: tuple
    exact: bool = False
    written: tuple = ()
    is_eager: bool = False


class Draws:
    """Draw numbers, arrays and options by a seed and a kernel's number."""

    def __init__(self, seed: int, number: int):
        self.rng = numpy.random.default_rng([seed, number])

    def pick(self, *options):
        return options[int(self.rng.integers(len(options)))]

    def whole(self, low: int, high: int) -> int:
        """Draw an int from `low` to `high`, both included."""
        return int(self.rng.integers(low, high + 1))

    def number(self, low: float, high: float) -> float:
        """Draw a float of three digits, as it would stand in a text."""
        return round(float(self.rng.uniform(low, high)), 3)

    def floats(self, *shape: int, low=0.0, high=1.0, dtype="float64"):
        return self.rng.uniform(low, high, shape).astype(dtype)

    def ints(self, low: int, high: int, *shape: int, dtype="int64"):
        """Draw an array of ints from `low` to `high`, both included."""
        return self.rng.integers(low, high + 1, shape).astype(dtype)

    def dtype(self) -> str:
        return self.pick("float64", "float64", "float64", "float32")


def fill(text: str, **values) -> str:
    """Put values in place of ``$names`` of a text."""
    return Template(text).substitute(values).strip("\n") + "\n"
