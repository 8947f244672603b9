"""Heat in a rod: a small package, written for NumPy."""

from .compat import np
from .rod import Rod
from .solvers import SOLVERS

__all__ = ["SOLVERS", "Rod", "np"]
