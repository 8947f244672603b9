"""General functions of the NumPy backend."""

from __future__ import annotations

import numpy as np


def isin(elements, test_elements, /, *, assume_unique=False, invert=False):
    return np.isin(elements, test_elements, assume_unique=assume_unique, invert=invert)
