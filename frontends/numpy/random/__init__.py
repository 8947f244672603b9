"""``numpy.random``: NumPy's own bit generators draw, so a seeded script gives the same numbers.

Draws are made on the host and come out as arrays of the current backend. The legacy functions use
the one global state that NumPy itself has, so seeding here or there is the same.
"""

from __future__ import annotations

import importlib as _importlib

import numpy as np
from numpy.random import BitGenerator

from frontends.common.whole_module import present_whole as _present_whole
from ivy_core.utils.exceptions import IvyAttributeError

from .bit_generators import MT19937, PCG64, PCG64DXSM, SFC64, Philox, SeedSequence
from .functions import FUNCTIONS as _FUNCTIONS
from .generators import Generator, RandomState, default_rng

globals().update(_FUNCTIONS)


def __getattr__(name: str):
    """Find what is not public there: NumPy's own object, or the module that holds the state."""
    if name == "mtrand":
        return _importlib.import_module(".mtrand", __name__)
    if name in globals():  # a module asks that has copied this function among all names
        raise IvyAttributeError(f"module 'numpy.random' has no attribute {name!r}")
    try:
        return getattr(np.random, name)
    except AttributeError:
        raise IvyAttributeError(f"module 'numpy.random' has no attribute {name!r}") from None


def __dir__():
    return sorted(set(globals()) | set(np.random.__all__))


__all__ = ["Generator", "RandomState", "default_rng", "BitGenerator", "SeedSequence"]
__all__ += ["MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"]
__all__ += list(_FUNCTIONS)

_present_whole(__name__, lambda: list(vars(np.random)))
