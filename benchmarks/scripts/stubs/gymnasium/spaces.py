"""The spaces of observations and actions."""

from __future__ import annotations

import numpy as np


class Space:
    """A set of values with a shape and a dtype, which can be drawn from."""

    def __init__(self, shape: tuple[int, ...], dtype):
        self.shape, self.dtype = shape, np.dtype(dtype)
        self._draws = np.random.default_rng(0)

    def seed(self, seed: int) -> None:
        self._draws = np.random.default_rng(seed)


class Box(Space):
    """Arrays between two bounds."""

    def __init__(self, low, high, shape: tuple[int, ...] = (), dtype=np.float32):
        shape = shape or np.shape(low)
        super().__init__(shape, dtype)
        self.low = np.full(shape, low, dtype)
        self.high = np.full(shape, high, dtype)

    def sample(self):
        return self._draws.uniform(self.low, self.high).astype(self.dtype)


class Discrete(Space):
    """The numbers below ``n``."""

    def __init__(self, n: int):
        super().__init__((), np.int64)
        self.n = np.int64(n)

    def sample(self):
        return self._draws.integers(self.n)


class MultiDiscrete(Space):
    """Asked for by `isinstance` alone."""


class MultiBinary(Space):
    """Asked for by `isinstance` alone."""


class Dict(Space):
    """Asked for by `isinstance` alone."""
