"""Comparisons, extremes, logic and the kinds of numbers, of the NumPy backend."""

from __future__ import annotations

import numpy as np

clip = np.clip
equal = np.equal
greater = np.greater
greater_equal = np.greater_equal
isfinite = np.isfinite
isnan = np.isnan
less = np.less
less_equal = np.less_equal
logical_and = np.logical_and
logical_not = np.logical_not
logical_or = np.logical_or
logical_xor = np.logical_xor
maximum = np.maximum
minimum = np.minimum
not_equal = np.not_equal


def isinf(x, /, *, detect_positive=True, detect_negative=True):
    if (detect_positive and detect_negative) or np.iscomplexobj(x):
        return np.isinf(x)
    if detect_positive:
        return np.equal(x, np.inf)
    if detect_negative:
        return np.equal(x, -np.inf)
    return np.zeros(np.shape(x), np.bool_)


fmax = np.fmax
fmin = np.fmin
isreal = np.isreal
