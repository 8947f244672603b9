"""The functions of ``numpy.random`` that draw from the one global state."""

from __future__ import annotations

import numpy as np

from .wrapping import drawing

_CLASSES = {"Generator", "RandomState", "default_rng"}
FUNCTIONS = {
    name: drawing(function)
    for name in np.random.__all__
    if name not in _CLASSES and not isinstance(function := getattr(np.random, name), type)
}

__all__ = ["FUNCTIONS"]
