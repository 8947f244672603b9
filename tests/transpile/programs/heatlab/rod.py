"""The rod and its temperatures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .compat import xp

if TYPE_CHECKING:
    import numpy as np


@dataclass
class Rod:
    """Temperatures along a rod, in kelvin, its ends held where they are."""

    size: int
    diffusivity: float
    temperatures: np.ndarray = field(init=False)

    def __post_init__(self):
        self.temperatures = xp.full(self.size, 300.0)
        self.temperatures[[0, -1]] = 400, 250
        self.temperatures[self.size // 3 : self.size // 2] += 25

    @property
    def inner(self) -> np.ndarray:
        """The temperatures between the ends: a view."""
        return self.temperatures[1:-1]
